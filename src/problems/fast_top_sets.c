/* SPDX-License-Identifier: MIT
 *
 * fast_top_sets.c - sets of slow variables of problem `fast-top` (card fredbo A0, A3), each followed by phi and
 * chi, which are integrated along:
 *
 *     regular   Gamma3, xi4, xi5, zeta = Pi1 G2 - Pi2 G1           never singular for sin(theta) != 0
 *     32        Gamma3, xi3, xi4, xi5                              singular at every turning point of the nutation
 *     37        xi3, phi', theta', psi'                            singular where phi' = 0
 *     40        Pi1 - A sin wt, Pi2 + A cos wt, xi4, theta         horizontal vibration; not slow at all
 *     repaired  |z|^2, Gt, |gt|^2, Re(conj(z) gt)                  horizontal vibration, forced response removed
 *
 * with xi3 = Pi1^2+Pi2^2, xi4 = G1^2+G2^2, xi5 = Pi1 G1+Pi2 G2. */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

enum { ROWS = 6 }; /* four variables, phi, chi */

/* phi and chi stand for themselves */
static void finish(const double x[], double xi[], double gradient[], double explicit_rate[]) {
    for (int i = 0; i < 2; i++) {
        if (xi) {
            xi[4 + i] = x[PHI + i];
        }
        if (gradient) {
            double *row = &gradient[(4 + i) * FT_STATE];
            memset(row, 0, FT_STATE * sizeof *row);
            row[PHI + i] = 1;
        }
        if (explicit_rate) {
            explicit_rate[4 + i] = 0;
        }
    }
}

static void put(double gradient[], int row, double a, double b, double c, double d, double e) {
    double *g = &gradient[row * FT_STATE];
    const double values[5] = {a, b, c, d, e};
    memset(g, 0, FT_STATE * sizeof *g);
    memcpy(g, values, sizeof values);
}

static void no_explicit(double explicit_rate[]) {
    if (explicit_rate) {
        memset(explicit_rate, 0, ROWS * sizeof *explicit_rate);
    }
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

static int regular(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                   double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    (void)params;
    if (xi) {
        xi[0] = x[GAMMA3];
        xi[1] = xi4_of(x);
        xi[2] = xi5_of(x);
        xi[3] = zeta_of(x);
    }
    if (gradient) {
        put(gradient, 0, 0, 0, 0, 0, 1);
        put(gradient, 1, 0, 0, 2 * x[GAMMA1], 2 * x[GAMMA2], 0);
        put(gradient, 2, x[GAMMA1], x[GAMMA2], x[PI1], x[PI2], 0);
        put(gradient, 3, x[GAMMA2], -x[GAMMA1], -x[PI2], x[PI1], 0);
    }
    no_explicit(explicit_rate);
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

static int set32(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                 double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    (void)params;
    if (xi) {
        xi[0] = x[GAMMA3];
        xi[1] = xi3_of(x);
        xi[2] = xi4_of(x);
        xi[3] = xi5_of(x);
    }
    if (gradient) {
        put(gradient, 0, 0, 0, 0, 0, 1);
        put(gradient, 1, 2 * x[PI1], 2 * x[PI2], 0, 0, 0);
        put(gradient, 2, 0, 0, 2 * x[GAMMA1], 2 * x[GAMMA2], 0);
        put(gradient, 3, x[GAMMA1], x[GAMMA2], x[PI1], x[PI2], 0);
    }
    no_explicit(explicit_rate);
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

static int set37(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                 double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const fast_top *top = params;
    const double I1 = top->body.I1, xi4 = xi4_of(x), xi5 = xi5_of(x), zeta = zeta_of(x), r = sqrt(xi4);
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
        put(gradient, 0, 2 * x[PI1], 2 * x[PI2], 0, 0, 0);
        put(gradient, 1, f[0], f[1], f[2], f[3], 0);
        put(gradient, 2, c * G2, -c * G1, -c * x[PI2] + d * G1, c * x[PI1] + d * G2, 0);
        put(gradient, 3, -G3 * f[0], -G3 * f[1], -G3 * f[2], -G3 * f[3], -phi);
    }
    no_explicit(explicit_rate);
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

static int set40(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                 double explicit_rate[], void *params) {
    (void)t;
    const fast_top *top = params;
    const double A = top->p[FT_A], w = top->p[FT_OMEGA], xi4 = xi4_of(x), r = sqrt(xi4), G3 = x[GAMMA3];
    if (xi) {
        xi[0] = x[PI1] - A * phase->sin;
        xi[1] = x[PI2] + A * phase->cos;
        xi[2] = xi4;
        xi[3] = atan2(r, G3);
    }
    if (gradient) {
        const double square = xi4 + G3 * G3;
        put(gradient, 0, 1, 0, 0, 0, 0);
        put(gradient, 1, 0, 1, 0, 0, 0);
        put(gradient, 2, 0, 0, 2 * x[GAMMA1], 2 * x[GAMMA2], 0);
        put(gradient, 3, 0, 0, G3 * x[GAMMA1] / (r * square), G3 * x[GAMMA2] / (r * square), -r / square);
    }
    no_explicit(explicit_rate);
    if (explicit_rate) {
        explicit_rate[0] = -A * w * phase->cos;
        explicit_rate[1] = -A * w * phase->sin;
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

/* forced response pi_f = A sin wt + i B cos wt and q with q' from it, times the strength (card fredbo A3) */
typedef struct forced {
    double pf[2], pf_rate[2], q[2], q_rate[2];
} forced;

static forced forced_response(const fast_top *top, const lento_phase *phase) {
    const double w = top->p[FT_OMEGA], strength = top->p[FT_A], alpha = top->turning, W = top->W;
    const double det = alpha * alpha - w * w;
    const double A = -strength * w * w / det, B = -strength * alpha * w / det;
    const double c1 = (B - A) / (2 * (W + w)), c2 = (B + A) / (2 * (W - w)); /* e^{iwt}, e^{-iwt} */
    const double c = phase->cos, s = phase->sin;
    return (forced){.pf = {A * s, B * c},
                    .pf_rate = {A * w * c, -B * w * s},
                    .q = {(c1 + c2) * c, (c1 - c2) * s},
                    .q_rate = {-w * (c1 + c2) * s, w * (c1 - c2) * c}};
}

static int repaired(double t, const lento_phase phase[], const double x[], double xi[], double gradient[],
                    double explicit_rate[], void *params) {
    (void)t;
    const fast_top *top = params;
    const forced f = forced_response(top, phase);
    const double I1 = top->body.I1, G3 = x[GAMMA3];
    const double z1 = x[PI1] - f.pf[0], z2 = x[PI2] - f.pf[1], a = f.q[1] / I1, b = -f.q[0] / I1;
    const double g1 = x[GAMMA1] + G3 * a, g2 = x[GAMMA2] + G3 * b; /* gt = g - i (G3/I1) q */
    if (xi) {
        xi[0] = z1 * z1 + z2 * z2;
        xi[1] = G3 - a * x[GAMMA1] - b * x[GAMMA2];
        xi[2] = g1 * g1 + g2 * g2;
        xi[3] = z1 * g1 + z2 * g2;
    }
    if (gradient) {
        put(gradient, 0, 2 * z1, 2 * z2, 0, 0, 0);
        put(gradient, 1, 0, 0, -a, -b, 1);
        put(gradient, 2, 0, 0, 2 * g1, 2 * g2, 2 * (g1 * a + g2 * b));
        put(gradient, 3, g1, g2, z1, z2, z1 * a + z2 * b);
    }
    no_explicit(explicit_rate);
    if (explicit_rate) {
        const double da = f.q_rate[1] / I1, db = -f.q_rate[0] / I1;
        explicit_rate[0] = -2 * (z1 * f.pf_rate[0] + z2 * f.pf_rate[1]);
        explicit_rate[1] = -da * x[GAMMA1] - db * x[GAMMA2];
        explicit_rate[2] = 2 * G3 * (g1 * da + g2 * db);
        explicit_rate[3] = -(f.pf_rate[0] * g1 + f.pf_rate[1] * g2) + G3 * (z1 * da + z2 * db);
    }
    finish(x, xi, gradient, explicit_rate);
    return 0;
}

const lento_slow_set FAST_TOP_SETS[] = {
    {"regular", "Gamma3, xi4, xi5, zeta: regular wherever the axis is inclined", ROWS, regular},
    {"32", "Gamma3, xi3, xi4, xi5: the thesis's set (32)", ROWS, set32},
    {"37", "xi3 and the rates of the Euler angles: the thesis's set (37)", ROWS, set37},
    {"40", "the thesis's set (40) for horizontal vibration", ROWS, set40},
    {"repaired", "horizontal vibration with the forced response removed", ROWS, repaired},
    {NULL, NULL, 0, NULL}};
