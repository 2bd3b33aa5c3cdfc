/* SPDX-License-Identifier: MIT
 *
 * fast_top_sets.c - sets of slow variables of problem `fast-top` (card fredbo A0, A3), each
 * followed by phi and chi, which are integrated along:
 *
 *     regular      Gamma3, xi4, xi5, zeta = Pi1 G2 - Pi2 G1   never singular for sin(theta) != 0
 *     xi           Gamma3, xi3, xi4, xi5    singular at every turning point of the nutation
 *     euler-rates  xi3, phi', theta', psi'  singular where phi' = 0
 *
 * with xi3 = Pi1^2+Pi2^2, xi4 = G1^2+G2^2, xi5 = Pi1 G1+Pi2 G2. */
#include <math.h>

#include "problems/fast_top.h"

enum { SIZE = 6 }; /* variables of a set */

/* nothing but the state moves these sets */
static int put(const double values[SIZE], const double rows[SIZE][FT_STATE], double xi[],
               double gradient[], double explicit_rate[]) {
    lento_slow_put(xi, SIZE, values);
    lento_slow_put(gradient, SIZE * FT_STATE, &rows[0][0]);
    lento_slow_put(explicit_rate, SIZE, NULL);
    return 0;
}

int lento_fast_top_regular(double t, const lento_phase phase[], const double x[], double xi[],
                           double gradient[], double explicit_rate[], void *params) {
    const double P1 = x[PI1], P2 = x[PI2], G1 = x[GAMMA1], G2 = x[GAMMA2];
    const double values[] = {x[GAMMA3], xi4_of(x), xi5_of(x), zeta_of(x), x[PHI], x[CHI]};
    const double rows[SIZE][FT_STATE] = {{0, 0, 0, 0, 1},  {0, 0, 2 * G1, 2 * G2},
                                         {G1, G2, P1, P2}, {G2, -G1, -P2, P1},
                                         {[PHI] = 1},      {[CHI] = 1}};
    return put(values, rows, xi, gradient, explicit_rate);
}

int lento_fast_top_xi(double t, const lento_phase phase[], const double x[], double xi[],
                      double gradient[], double explicit_rate[], void *params) {
    const double P1 = x[PI1], P2 = x[PI2], G1 = x[GAMMA1], G2 = x[GAMMA2];
    const double values[] = {x[GAMMA3], xi3_of(x), xi4_of(x), xi5_of(x), x[PHI], x[CHI]};
    const double rows[SIZE][FT_STATE] = {{0, 0, 0, 0, 1},  {2 * P1, 2 * P2}, {0, 0, 2 * G1, 2 * G2},
                                         {G1, G2, P1, P2}, {[PHI] = 1},      {[CHI] = 1}};
    return put(values, rows, xi, gradient, explicit_rate);
}

int lento_fast_top_euler(double t, const lento_phase phase[], const double x[], double xi[],
                         double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const double I1 = top->body.I1, xi4 = xi4_of(x), zeta = zeta_of(x), r = sqrt(xi4);
    const double P1 = x[PI1], P2 = x[PI2], G1 = x[GAMMA1], G2 = x[GAMMA2], G3 = x[GAMMA3];
    const double phi = xi5_of(x) / (I1 * xi4);
    const double values[] = {xi3_of(x), phi, zeta / (I1 * r), top->spin - G3 * phi, x[PHI], x[CHI]};
    const double a = 1 / (I1 * xi4), b = -2 * phi / xi4; /* d phi' = a dxi5 + b dxi4/2 */
    const double f[4] = {a * G1, a * G2, a * P1 + b * G1, a * P2 + b * G2};
    const double c = 1 / (I1 * r), d = -zeta * c / xi4;
    const double rows[SIZE][FT_STATE] = {{2 * P1, 2 * P2},
                                         {f[0], f[1], f[2], f[3]},
                                         {c * G2, -c * G1, -c * P2 + d * G1, c * P1 + d * G2},
                                         {-G3 * f[0], -G3 * f[1], -G3 * f[2], -G3 * f[3], -phi},
                                         {[PHI] = 1},
                                         {[CHI] = 1}};
    return put(values, rows, xi, gradient, explicit_rate);
}

const char *lento_fast_top_check_xi(const double x[], void *params) {
    const double whole = sqrt(xi3_of(x) * xi4_of(x));
    return fabs(zeta_of(x)) > 1e-10 * whole ? NULL
                                            : "set xi stalls at a turning point of the nutation, "
                                              "Pi1 Gamma2 = Pi2 Gamma1: nothing would ever "
                                              "move; use --slow regular";
}
