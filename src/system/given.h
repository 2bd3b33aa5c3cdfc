/* SPDX-License-Identifier: MIT
 *
 * given.h - is what a caller gave a system at all? All arithmetic with its numbers comes after this. */
#ifndef LENTO_SYSTEM_GIVEN_H
#define LENTO_SYSTEM_GIVEN_H

#include <math.h>

#include "system/failure.h"

/* more than anybody needs, and few enough that small multiples of them are ints */
enum { LENTO_MOST_SIZE = 1 << 24, LENTO_MOST_PER_PERIOD = 10000000, LENTO_MOST_RUNS = 1000000 };

/* zero means default; false for NaN too */
static inline bool lento_usable(double x) {
    return x >= 0 && isfinite(x);
}

static inline bool lento_between(int x, int low, int high) {
    return x >= low && x <= high;
}

/* The sizes of a system; of a list of slow variables (or NULL); of a system that is to be run, which also needs a
 * right-hand side. 0, or -1 with a sentence. */
int lento_check_shape(const lento_system *system, lento_failure *failure);
int lento_check_sets(const lento_slow_set list[], lento_failure *failure);
int lento_check_system(const lento_system *system, lento_failure *failure);

#endif
