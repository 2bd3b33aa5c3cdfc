/* SPDX-License-Identifier: MIT
 * The warning of a run with this code, or NULL. */
#ifndef TESTS_WARNING_H
#define TESTS_WARNING_H
#include <string.h>

#include "lento/lento.h"

static inline const lento_warning *warning_of(const lento_run *run, const char *code) {
    const lento_warning *list;
    const int n = lento_run_warnings(run, &list);
    for (int i = 0; i < n; i++) {
        if (strcmp(list[i].code, code) == 0) {
            return &list[i];
        }
    }
    return NULL;
}

#endif
