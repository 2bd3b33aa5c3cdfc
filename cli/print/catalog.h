/* SPDX-License-Identifier: MIT
 * What the library has, by kind: the lists behind list, describe and the nearest name. */
#ifndef CLI_CATALOG_H
#define CLI_CATALOG_H
#include "lento/problem.h"

enum { CATALOG_ROOM = 128, CATALOG_EXACT = 99 /* order of a closed solution */ };

typedef struct cli_catalog {
    const char *name;     /* "methods" */
    const char *singular; /* "method" */
    size_t (*fill)(lento_entry list[], size_t room);
} cli_catalog;

size_t cli_paper_names(lento_entry list[], size_t room);
extern const cli_catalog cli_catalogs[]; /* ends with a null name */

#endif
