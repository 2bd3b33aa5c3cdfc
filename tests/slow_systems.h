/* SPDX-License-Identifier: MIT
 *
 * slow_systems.h - systems x' = f(eps, x) with known slow variables, for the tests of the
 * detector: those of ariel section 3.2 and 7 (corrected form) and further ones. */
#ifndef LENTO_TESTS_SLOW_SYSTEMS_H
#define LENTO_TESTS_SLOW_SYSTEMS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "slow/detect.h"

enum { MOST = 40 };

typedef struct slow_system {
    const char *name;
    int d;
    lento_scaled_field *f;
    double p[2];
    int degree, rank, count; /* to search; expected */
    const char *names[12];
    const char *expected[16]; /* the variables, up to scale and order */
    double centre[6];
} slow_system;

/* 1:1 with polynomial coupling */
static int two_oscillators(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps - x[0] * x[0] * x[0] + x[2];
    f[1] = -x[0] / eps + x[1] * x[2];
    f[2] = x[3] / eps + x[0] * x[3] * x[3];
    f[3] = -x[2] / eps - x[3] + x[0] * x[1];
    return 0;
}

/* ariel (7.1): an oscillator and a dissipative mode */
static int linear_dissipative(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps + x[0] + 2 * x[2];
    f[1] = -x[0] / eps + x[1];
    f[2] = -x[2] / eps;
    return 0;
}

/* ariel (7.6), frequencies a and b */
static int stellar(double eps, const double x[], double f[], void *params) {
    const double *p = params, a = p[0], b = p[1];
    f[0] = a * x[1] / eps;
    f[1] = -a * x[0] / eps + x[2] * x[2] / a;
    f[2] = b * x[3] / eps;
    f[3] = -b * x[2] / eps + 2 * x[0] * x[2] / b;
    return 0;
}

/* ariel (7.13) with the signs corrected; length l and gravity g */
static int kapitza(double eps, const double x[], double f[], void *params) {
    const double *p = params, l = p[0], g = p[1], w = 6.283185307179586 / eps;
    f[0] = -w * x[1];
    f[1] = w * x[0];
    f[2] = x[3] * x[4];
    f[3] = -x[2] * x[4];
    f[4] = (x[1] / eps + g) * x[2] / l;
    return 0;
}

/* ariel (7.18), k stiff springs: state y, u, x, v */
static int fpu(double eps, const double s[], double f[], void *params) {
    const int k = (int)*(const double *)params;
    const double *y = s, *u = s + k, *x = s + 2 * k, *v = s + 3 * k;
    double c[MOST / 4 + 1];
    for (int i = 0; i <= k; i++) {
        const double right = i < k ? y[i] - eps * x[i] : 0,
                     left = i > 0 ? y[i - 1] + eps * x[i - 1] : 0;
        c[i] = pow(right - left, 3);
    }
    for (int i = 0; i < k; i++) {
        f[i] = u[i];
        f[k + i] = -c[i] + c[i + 1];
        f[2 * k + i] = v[i] / eps;
        f[3 * k + i] = -x[i] / eps + c[i] + c[i + 1];
    }
    return 0;
}

/* Lagrange top in the body frame, Q = eps Pi3: state Pi1, Pi2, Q, Gamma */
static int lagrange_top(double eps, const double x[], double f[], void *params) {
    (void)params;
    const double Mgl = 36.7875, I1 = 3.12, I3 = 0.24, k = (1 / I3 - 1 / I1) * x[2] / eps;
    const double w1 = x[0] / I1, w2 = x[1] / I1, w3 = x[2] / (eps * I3);
    f[0] = k * x[1] + Mgl * x[4];
    f[1] = -k * x[0] - Mgl * x[3];
    f[2] = 0;
    f[3] = x[4] * w3 - x[5] * w2;
    f[4] = x[5] * w1 - x[3] * w3;
    f[5] = x[3] * w2 - x[4] * w1;
    return 0;
}

/* frequencies 1, 1, 2 */
static int three_oscillators(double eps, const double x[], double f[], void *params) {
    (void)params;
    const double w[3] = {1, 1, 2};
    for (int i = 0; i < 3; i++) {
        const double *next = x + (2 * i + 2) % 6, *after = x + (2 * i + 4) % 6;
        f[2 * i] = w[i] * x[2 * i + 1] / eps + next[0] * next[1];
        f[2 * i + 1] = -w[i] * x[2 * i] / eps + x[2 * i] * x[2 * i] - after[0];
    }
    return 0;
}

/* two equal oscillators, a mode that relaxes to z^2, and the slow z */
static int relaxing_mode(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps + x[4];
    f[1] = -x[0] / eps + x[2] * x[5];
    f[2] = x[3] / eps - x[0];
    f[3] = -x[2] / eps + x[5] * x[1];
    f[4] = -(x[4] - x[5] * x[5]) / eps;
    f[5] = x[0] * x[2] - x[5];
    return 0;
}

/* 2:1 with r = x, r' = v not normalised, frequencies 20 and 10 */
static int unscaled_oscillators(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps;
    f[1] = -400 * x[0] / eps + x[2] * x[2];
    f[2] = x[3] / eps;
    f[3] = -100 * x[2] / eps + 2 * x[0] * x[2];
    return 0;
}

/* a quartic oscillator: the fast part has no linear one */
static inline int quartic_oscillator(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps + x[2];
    f[1] = -x[0] * x[0] * x[0] / eps;
    f[2] = x[0] * x[0] - x[2];
    return 0;
}

/* a free rigid body that spins fast, with slow torques */
static int rigid_body(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] * x[2] * (1 / 3.0 - 1 / 2.0) / eps + x[1];
    f[1] = x[2] * x[0] * (1 - 1 / 3.0) / eps;
    f[2] = x[0] * x[1] * (1 / 2.0 - 1) / eps - x[2];
    return 0;
}

/* a charge in a strong field along z */
static int gyration(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[3];
    f[1] = x[4];
    f[2] = x[5];
    f[3] = x[4] / eps + x[0];
    f[4] = -x[3] / eps - x[1] * x[2];
    f[5] = x[0] * x[2];
    return 0;
}

/* 2:1 with a frequency that depends on the slow state */
static int modulated_oscillators(double eps, const double x[], double f[], void *params) {
    (void)params;
    const double r = (1 + x[4] * x[4]) / eps;
    f[0] = 2 * r * x[1];
    f[1] = -2 * r * x[0] + x[2] * x[2];
    f[2] = r * x[3] + x[4];
    f[3] = -r * x[2] + x[0] * x[2];
    f[4] = x[0] * x[2];
    return 0;
}

/* one oscillator at 1/eps^2, one at 1/eps, and a slow variable */
static inline int three_scales(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / (eps * eps) + x[4];
    f[1] = -x[0] / (eps * eps);
    f[2] = x[3] / eps + x[0];
    f[3] = -x[2] / eps;
    f[4] = x[0] * x[2];
    return 0;
}

#define X4                                                                                         \
    { "x1", "x2", "x3", "x4" }
#define XV                                                                                         \
    { "x1", "v1", "x2", "v2" }
static const slow_system slow_systems[] = {
    {.name = "two oscillators",
     .d = 4,
     .f = two_oscillators,
     .degree = 4,
     .rank = 3,
     .count = 4,
     .names = X4,
     .expected = {"x1^2 + x2^2", "x3^2 + x4^2", "x1*x3 + x2*x4", "x1*x4 - x2*x3"}},
    {.name = "linear dissipative",
     .d = 3,
     .f = linear_dissipative,
     .degree = 4,
     .rank = 1,
     .count = 1,
     .names = {"x1", "x2", "x3"},
     .expected = {"x1^2 + x2^2"}},
    {.name = "stellar 2:1",
     .d = 4,
     .f = stellar,
     .p = {2, 1},
     .degree = 4,
     .rank = 3,
     .count = 4,
     .names = XV,
     .expected = {"x1^2 + v1^2", "x2^2 + v2^2", "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2",
                  "x1*x2*v2 - 0.5*v1*x2^2 + 0.5*v1*v2^2"}},
    {.name = "stellar, not resonant",
     .d = 4,
     .f = stellar,
     .p = {1, 1.4142135623730951},
     .degree = 6,
     .rank = 2,
     .count = 2,
     .names = XV,
     .expected = {"x1^2 + v1^2", "x2^2 + v2^2"}},
    {.name = "stellar 3:2",
     .d = 4,
     .f = stellar,
     .p = {3, 2},
     .degree = 5,
     .rank = 3,
     .count = 4,
     .names = XV,
     .expected = {"x1^2 + v1^2", "x2^2 + v2^2",
                  "x1^2*x2^3 - 3*x1^2*x2*v2^2 + 6*x1*v1*x2^2*v2 - 2*x1*v1*v2^3 - v1^2*x2^3"
                  " + 3*v1^2*x2*v2^2"}},
    {.name = "kapitza",
     .d = 5,
     .f = kapitza,
     .p = {0.05, 0.1},
     .degree = 4,
     .rank = 4,
     .count = 4,
     .names = {"x1", "x2", "y1", "y2", "z"},
     .expected = {"y1", "y2", "z + 3.1830988618379067*x1*y1", "x1^2 + x2^2"}},
    {.name = "fpu, 3 springs",
     .d = 12,
     .f = fpu,
     .p = {3},
     .degree = 4,
     .rank = 11,
     .count = 15,
     .names = {"y1", "y2", "y3", "u1", "u2", "u3", "x1", "x2", "x3", "v1", "v2", "v3"},
     .expected = {"y1", "y2", "y3", "u1", "u2", "u3", "x1^2 + v1^2", "x2^2 + v2^2", "x3^2 + v3^2",
                  "x1*x2 + v1*v2", "x1*x3 + v1*v3", "x1*v2 - x2*v1", "x1*v3 - x3*v1",
                  "x2*x3 + v2*v3", "x2*v3 - x3*v2"}},
    {.name = "lagrange top",
     .d = 6,
     .f = lagrange_top,
     .degree = 4,
     .rank = 4,
     .count = 4,
     .names = {"P1", "P2", "Q", "G1", "G2", "G3"},
     .expected = {"Q", "G3", "P1^2 + P2^2", "G1^2 + G2^2"},
     .centre = {0, 0, 4.20214231077}},
    {.name = "three oscillators 1:1:2",
     .d = 6,
     .f = three_oscillators,
     .degree = 4,
     .rank = 5,
     .count = 11,
     .names = {"x1", "v1", "x2", "v2", "x3", "v3"},
     .expected = {"x1^2 + v1^2", "x2^2 + v2^2", "x3^2 + v3^2", "x1*x2 + v1*v2",
                  "x1^2*x3 + 2*x1*v1*v3 - v1^2*x3"}},
    {.name = "relaxing mode",
     .d = 6,
     .f = relaxing_mode,
     .degree = 3,
     .rank = 4,
     .count = 5,
     .names = {"x1", "v1", "x2", "v2", "w", "z"},
     .expected = {"z", "x1^2 + v1^2", "x2^2 + v2^2", "x1*x2 + v1*v2", "x1*v2 - v1*x2"}},
    {.name = "oscillators, not scaled",
     .d = 4,
     .f = unscaled_oscillators,
     .degree = 4,
     .rank = 3,
     .count = 4,
     .names = XV,
     .expected = {"x1^2 + 0.0025*v1^2", "x2^2 + 0.01*v2^2",
                  "x1*x2^2 - 0.01*x1*v2^2 + 0.01*v1*x2*v2"}},
    {.name = "rigid body",
     .d = 3,
     .f = rigid_body,
     .degree = 4,
     .rank = 2,
     .count = 2,
     .names = {"x1", "x2", "x3"},
     .expected = {"x1^2 + x2^2/2 + x3^2/3", "x1^2 + x2^2 + x3^2"}},
    {.name = "gyration",
     .d = 6,
     .f = gyration,
     .degree = 4,
     .rank = 5,
     .count = 5,
     .names = {"x", "y", "z", "u", "v", "w"},
     .expected = {"x", "y", "z", "w", "u^2 + v^2"}},
    {.name = "modulated oscillators",
     .d = 5,
     .f = modulated_oscillators,
     .degree = 4,
     .rank = 4,
     .count = 5,
     .names = {"x1", "v1", "x2", "v2", "y"},
     .expected = {"y", "x1^2 + v1^2", "x2^2 + v2^2", "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2"}},
};
enum { SLOW_SYSTEMS = sizeof slow_systems / sizeof *slow_systems };

#endif
