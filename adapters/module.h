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

/* Many cells, shared among ranks: each computes some, rank 0 takes what all have computed. */
typedef struct lento_spread {
    const int64_t *cells; /* numbers, on rank 0 */
    int64_t count;
    int width, block; /* of a record; the least number of cells that is asked for at once */
    /* n records; non-zero: they cannot be computed here */
    int (*compute)(const int64_t cells[], int n, double records[], void *user);
    void (*take)(int64_t cell, const double record[], void *user);
    /* what was taken is to be kept now; told from time to time. Non-zero stops */
    int (*keep)(void *user);
    void *user;
    int64_t messages, bytes; /* that rank 0 has sent and received */
} lento_spread;

typedef struct lento_module_table {
    const char *version; /* LENTO_VERSION of the build: tables of another one are not read */
    const struct lento_method *const *methods; /* ends with NULL; or NULL */
    int (*serve)(const lento_server *server);  /* 0, or an errno; or NULL */
    /* Called by every rank: rank 0 returns when all cells are computed, the others when no more come. 0, or non-zero
     * if it was stopped or failed; or NULL */
    int (*spread)(lento_spread *work);
} lento_module_table;

extern LENTO_API const lento_module_table lento_module;

#endif
