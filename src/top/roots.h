/* SPDX-License-Identifier: MIT
 *
 * roots.h - the distances between the roots of the nutation cubic (see roots.c). */
#ifndef LENTO_TOP_ROOTS_H
#define LENTO_TOP_ROOTS_H

#include "lento/top.h"

/* A start in scaled units; the symmetry axis is the third body axis. */
typedef struct lento_top_orbit {
    double p, m[3], a[3];
    double above, below;       /* 1 - u0 and 1 + u0 from the quaternion */
    double c, sum, difference; /* c = <m,a>, ell + c, ell - c */
    double X[3], x0, s2;       /* m x a, its square, a1^2 + a2^2 */
} lento_top_orbit;

void lento_top_orbit_of(double p, const double q[4], const double m[3], lento_top_orbit *orbit);
void lento_top_roots_of(const lento_top_orbit *orbit, lento_top_roots *roots);

#endif
