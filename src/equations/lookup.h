/* SPDX-License-Identifier: MIT
 *
 * lookup.h - functions given by values at equal distances. Between them a monotone cubic (no overshoot, slope
 * continuous) or straight lines; beyond both ends the straight line of the end. */
#ifndef LENTO_EQUATIONS_LOOKUP_H
#define LENTO_EQUATIONS_LOOKUP_H

#include <stdbool.h>

enum { EQ_MAX_LOOKUP = 10001 };

typedef struct eq_lookup {
    int count; /* at least 2 */
    bool linear;
    double low, step;
    double *value, *slope; /* [count]; the slopes are unused if linear */
} eq_lookup;

/* the slopes, from the values */
void lento_eq_lookup_slopes(eq_lookup *table);
/* A table travels through trees, graphs and code as a number that carries its address in its bits. */
double lento_eq_lookup_handle(const eq_lookup *table);
const eq_lookup *lento_eq_lookup_of(double handle);
/* its value at x, or a derivative of that order */
double lento_eq_look_up(double x, double handle, double order);

#endif
