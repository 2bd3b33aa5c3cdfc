/* SPDX-License-Identifier: MIT
 *
 * problems.c - the list of built-in problems, which a new one extends by one line. */
#include <string.h>

#include "lento/problem.h"

#define PROBLEMS(X)                                                                                \
    X(kapitza)                                                                                     \
    X(chain)                                                                                       \
    X(vibrated)                                                                                    \
    X(springs)                                                                                     \
    X(two_tone)                                                                                    \
    X(top)                                                                                         \
    X(fast_top)                                                                                    \
    X(linear_dissipative)                                                                          \
    X(oscillators)                                                                                 \
    X(stellar)                                                                                     \
    X(kapitza_poly)                                                                                \
    X(fpu)

#define DECLARE(name) extern const lento_problem lento_problem_##name;
#define ADDRESS(name) &lento_problem_##name,
PROBLEMS(DECLARE)
static const lento_problem *const PROBLEM_LIST[] = {PROBLEMS(ADDRESS)};
enum { COUNT = sizeof PROBLEM_LIST / sizeof PROBLEM_LIST[0] };

size_t lento_problems(const lento_problem *const **list) {
    if (list) {
        *list = PROBLEM_LIST;
    }
    return COUNT;
}

const lento_problem *lento_problem_find(const char *name) {
    for (size_t i = 0; name && i < COUNT; i++) {
        if (strcmp(PROBLEM_LIST[i]->name, name) == 0) {
            return PROBLEM_LIST[i];
        }
    }
    return NULL;
}
