/* SPDX-License-Identifier: MIT
 *
 * fast_top_sets.c - sets of slow variables of problem `fast-top` (card fredbo A0, A3), each followed by phi and
 * chi, which are integrated along:
 *
 *     regular      Gamma3, xi4, xi5, zeta = Pi1 G2 - Pi2 G1           never singular for sin(theta) != 0
 *     xi           Gamma3, xi3, xi4, xi5                              singular at every turning point of the nutation
 *     euler-rates  xi3, phi', theta', psi'                            singular where phi' = 0
 *
 * with xi3 = Pi1^2+Pi2^2, xi4 = G1^2+G2^2, xi5 = Pi1 G1+Pi2 G2. */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

void lento_fast_top_angles(int row, const double x[], double xi[], double gradient[],
                           double explicit_rate[]) {
    for (int i = 0; i < 2; i++) {
        if (xi) {
            xi[row + i] = x[PHI + i];
        }
        if (gradient) {
            double *g = &gradient[(row + i) * FT_STATE];
            memset(g, 0, FT_STATE * sizeof *g);
            g[PHI + i] = 1;
        }
        if (explicit_rate) {
            explicit_rate[row + i] = 0;
        }
    }
}

void lento_fast_top_row(double gradient[], int row, double a, double b, double c, double d,
                        double e) {
    double *g = &gradient[row * FT_STATE];
    const double values[5] = {a, b, c, d, e};
    memset(g, 0, FT_STATE * sizeof *g);
    memcpy(g, values, sizeof values);
}

/* nothing but the state moves these sets; phi and chi are integrated along */
static void finish(const double x[], double xi[], double gradient[], double explicit_rate[]) {
    for (int i = 0; explicit_rate && i < 4; i++) {
        explicit_rate[i] = 0;
    }
    lento_fast_top_angles(4, x, xi, gradient, explicit_rate);
}

static double xi3_of(const double x[]) {
    return x[PI1] * x[PI1] + x[PI2] * x[PI2];
}
static double xi4_of(const double x[]) {
    return x[GAMMA1] * x[GAMMA1] + x[GAMMA2] * x[GAMMA2];
}
static double xi5_of(const double x[]) {
    return x[PI1] * x[GAMMA1] + x[PI2] * x[GAMMA2];
}
static double zeta_of(const double x[]) {
    return x[PI1] * x[GAMMA2] - x[PI2] * x[GAMMA1];
}

int lento_fast_top_regular(double t, const lento_phase phase[], const double x[], double xi[],
                           double gradient[], double explicit_rate[], void *params) {
    if (xi) {
        xi[0] = x[GAMMA3];
        xi[1] = xi4_of(x);
        xi[2] = xi5_of(x);
        xi[3] = zeta_of(x);
    }
    if (gradient) {
        lento_fast_top_row(gradient, 0, 0, 0, 0, 0, 1);
        lento_fast_top_row(gradient, 1, 0, 0, 2 * x[GAMMA1], 2 * x[GAMMA2], 0);
        lento_fast_top_row(gradient, 2, x[GAMMA1], x[GAMMA2], x[PI1], x[PI2], 0);
        lento_fast_top_row(gradient, 3, x[GAMMA2], -x[GAMMA1], -x[PI2], x[PI1], 0);
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

int lento_fast_top_xi(double t, const lento_phase phase[], const double x[], double xi[],
                      double gradient[], double explicit_rate[], void *params) {
    if (xi) {
        xi[0] = x[GAMMA3];
        xi[1] = xi3_of(x);
        xi[2] = xi4_of(x);
        xi[3] = xi5_of(x);
    }
    if (gradient) {
        lento_fast_top_row(gradient, 0, 0, 0, 0, 0, 1);
        lento_fast_top_row(gradient, 1, 2 * x[PI1], 2 * x[PI2], 0, 0, 0);
        lento_fast_top_row(gradient, 2, 0, 0, 2 * x[GAMMA1], 2 * x[GAMMA2], 0);
        lento_fast_top_row(gradient, 3, x[GAMMA1], x[GAMMA2], x[PI1], x[PI2], 0);
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

int lento_fast_top_euler(double t, const lento_phase phase[], const double x[], double xi[],
                         double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const double I1 = top->body.I1, xi4 = xi4_of(x), xi5 = xi5_of(x), zeta = zeta_of(x),
                 r = sqrt(xi4);
    const double phi = xi5 / (I1 * xi4), G1 = x[GAMMA1], G2 = x[GAMMA2], G3 = x[GAMMA3];
    if (xi) {
        xi[0] = xi3_of(x);
        xi[1] = phi;
        xi[2] = zeta / (I1 * r);
        xi[3] = top->spin - G3 * phi;
    }
    if (gradient) {
        const double a = 1 / (I1 * xi4), b = -2 * phi / xi4; /* d phi' = a dxi5 + b dxi4/2 */
        const double f[4] = {a * G1, a * G2, a * x[PI1] + b * G1, a * x[PI2] + b * G2};
        const double c = 1 / (I1 * r), d = -zeta * c / xi4;
        lento_fast_top_row(gradient, 0, 2 * x[PI1], 2 * x[PI2], 0, 0, 0);
        lento_fast_top_row(gradient, 1, f[0], f[1], f[2], f[3], 0);
        lento_fast_top_row(gradient, 2, c * G2, -c * G1, -c * x[PI2] + d * G1, c * x[PI1] + d * G2,
                           0);
        lento_fast_top_row(gradient, 3, -G3 * f[0], -G3 * f[1], -G3 * f[2], -G3 * f[3], -phi);
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

const char *lento_fast_top_check_xi(const double x[], void *params) {
    const double whole = sqrt(xi3_of(x) * xi4_of(x));
    return fabs(zeta_of(x)) > 1e-10 * whole ? NULL
                                            : "set xi stalls at a turning point of the nutation, "
                                              "Pi1 Gamma2 = Pi2 Gamma1: nothing would ever "
                                              "move; use --slow regular";
}
