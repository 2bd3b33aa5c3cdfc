/* SPDX-License-Identifier: MIT
 * Optional libraries: modules beside the command that bring them, loaded when they are used, and what
 * is said where one is missing. */
#ifndef CLI_REQUEST_ADAPTERS_H
#define CLI_REQUEST_ADAPTERS_H
#include "adapters/module.h"
#include "lento/problem.h"

typedef struct cli_library {
    const char *name, *package; /* "SUNDIALS", Debian's package */
    const char *module;         /* file */
} cli_library;
const cli_library *cli_library_find(const char *name);
enum { CLI_LIBRARY_WORDS = 320 };
/* "SUNDIALS, Debian package libsundials-dev", or what is wrong with its module. */
const char *cli_library_words(const cli_library *library, char *text, size_t room);

/* Loads a library's module, once; NULL and why (an owned sentence) if it cannot be had. */
const lento_module_table *cli_module(const cli_library *library, const char **why);

/* The library that is missing for a method of this name; NULL: none, or no such method. Loads it. */
const cli_library *cli_adapter_absent(const char *method);
/* Says that the method cannot be had, in a sentence that starts with `where`; 0 if it can. */
int cli_adapter_refuse(const char *where, const char *method);
/* For lento_options.methods: the methods of all modules loaded so far, also those loaded later. */
const struct lento_method *const *cli_adapter_methods(void);
/* The methods of all modules; number there are; fills what fits */
size_t cli_adapter_list(lento_entry list[], size_t room);

#endif
