/* SPDX-License-Identifier: MIT
 *
 * fast_exact.h - the exact motion of the fast Lagrange top in body variables (see fast_exact.c). */
#ifndef LENTO_TOP_FAST_EXACT_H
#define LENTO_TOP_FAST_EXACT_H
#include "top/roots.h"

typedef struct lento_fast_body {
    double Mgl, I1, I3, Pi3;
} lento_fast_body;

typedef struct lento_fast_exact {
    lento_fast_body body;
    double x0, y0, u0;          /* xi3, xi5, Gamma3 at t = 0 */
    double sum, difference;     /* ell + c, ell - c: vertical momentum and spin momentum by I1 */
    lento_top_roots roots;      /* of the nutation cubic, with W = w = u0 - Gamma3 */
    double lambda, m, rest;     /* rate, modulus^2 and 1 - modulus^2 of sn in w */
    double t0;                  /* a lowest point of the axis */
    double width[2];            /* of the peaks of phi' at the lowest and at the highest point */
    double period, turn, twist; /* nutation period; phi and chi advance over one period */
} lento_fast_exact;

/* Pi1, Pi2, Gamma1, Gamma2, Gamma3 at t = 0; NULL or one sentence. */
const char *lento_fast_exact_setup(const lento_fast_body *body, const double start[5],
                                   lento_fast_exact *exact);

/* xi2..xi5, zeta = Pi1 Gamma2 - Pi2 Gamma1, phi(t) - phi(0), chi(t) = integral of Gamma3 phi' */
typedef struct lento_fast_point {
    double xi2, xi3, xi4, xi5, zeta, phi, chi;
} lento_fast_point;
void lento_fast_exact_at(const lento_fast_exact *exact, double t, lento_fast_point *point);

#endif
