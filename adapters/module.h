/* SPDX-License-Identifier: MIT
 * What a module offers to the command: one table under the name lento_module. A module is a shared
 * object beside the command, loaded when something of it is used, so that the command itself needs
 * the C library only. */
#ifndef ADAPTERS_MODULE_H
#define ADAPTERS_MODULE_H
#include "lento/lento.h"

/* The page server: answers on loopback until `stop` says so. */
typedef struct lento_server {
    unsigned port; /* 0: any free one */
    const unsigned char *page;
    size_t size;
    void (*ready)(const char *address, void *user);
    int (*stop)(void *user); /* asked ten times a second */
    void *user;
} lento_server;

typedef struct lento_module_table {
    const char *version; /* LENTO_VERSION of the build: tables of another one are not read */
    const struct lento_method *const *methods; /* ends with NULL; or NULL */
    int (*serve)(const lento_server *server);  /* 0, or an errno; or NULL */
} lento_module_table;

extern LENTO_API const lento_module_table lento_module;

#endif
