/* SPDX-License-Identifier: MIT
 * Optional libraries: what they bring, and what is said where this build has none of them. */
#ifndef CLI_REQUEST_ADAPTERS_H
#define CLI_REQUEST_ADAPTERS_H
#include "lento/problem.h"

/* A library that a build may lack. */
typedef struct cli_library {
    const char *name, *package; /* "SUNDIALS", Debian's package */
    bool there;
} cli_library;
const cli_library *cli_library_find(const char *name);

/* The library that this build lacks for a method of this name; NULL: none, or no such method. */
const cli_library *cli_adapter_absent(const char *method);
/* "SUNDIALS, Debian package libsundials-dev" */
const char *cli_library_words(const cli_library *library, char *text, size_t room);

const struct lento_method *const *
cli_adapter_methods(void);                                /* for lento_options.methods; or NULL */
size_t cli_adapter_list(lento_entry list[], size_t room); /* number there are; fills what fits */

#endif
