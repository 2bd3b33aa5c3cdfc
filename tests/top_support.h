/* SPDX-License-Identifier: MIT
 *
 * top_support.h - what the tests of spinning tops share: starts of the thesis, methods as lists
 * of parts, compositions as lists of sub-steps (bodack, sections 0 and B2), and checks that
 * print what they saw. */
#ifndef TOP_SUPPORT_H
#define TOP_SUPPORT_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lento/top.h"

#define near(value, expected, tolerance)                                                           \
    near_at((value), (expected), (tolerance), __FILE__, __LINE__)
#define at_most(value, bound) at_most_at((value), (bound), __FILE__, __LINE__)
#define is_ok(call)           assert_null(call)

static inline void near_at(double value, double expected, double tolerance, const char *file,
                           int line) {
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%.15g is not %.15g within %g\n", value, expected, tolerance);
        _fail(file, line);
    }
}

static inline void at_most_at(double value, double bound, const char *file, int line) {
    if (!(value <= bound)) {
        print_error("%.3e is not <= %.3e\n", value, bound);
        _fail(file, line);
    }
}

static const double startup_momentum[3] = {0.172, -1.862, 1.46};
static const double upright[4] = {1, 0, 0, 0};

/* The start-up top of the thesis, tilted about e1: S0 = 0, S45 = 45 degrees. */
static inline void startup(double tilt, lento_top *top, double state[7]) {
    double q[4];
    is_ok(lento_top_lagrange(top, 0.8, 1, 1));
    lento_top_tilt(tilt, q);
    is_ok(lento_top_start(q, startup_momentum, state));
}

/* ---- methods: parts with their fraction of the step, ended by fraction 0 ---- */
typedef struct stage {
    lento_top_part part;
    double fraction;
} stage;

static const stage bobenko_suris[] = {{LENTO_TOP_KICK, 1}, {LENTO_TOP_CAYLEY, 1}, {0, 0}};
static const stage adjoint[] = {{LENTO_TOP_CAYLEY, 1}, {LENTO_TOP_KICK, 1}, {0, 0}};
static const stage bobenko_suris_sym[] = {
    {LENTO_TOP_KICK, 0.5}, {LENTO_TOP_CAYLEY, 1}, {LENTO_TOP_KICK, 0.5}, {0, 0}};
static const stage bobenko_suris_sym_twist[] = {
    {LENTO_TOP_KICK, 0.5}, {LENTO_TOP_TWIST, 1}, {LENTO_TOP_KICK, 0.5}, {0, 0}};
static const stage strang[] = {
    {LENTO_TOP_KICK, 0.5}, {LENTO_TOP_FREE, 1}, {LENTO_TOP_KICK, 0.5}, {0, 0}};
static const stage chin4a[] = {{LENTO_TOP_KICK, 1.0 / 6},          {LENTO_TOP_FREE, 0.5},
                               {LENTO_TOP_GRADIENT_KICK, 2.0 / 3}, {LENTO_TOP_FREE, 0.5},
                               {LENTO_TOP_KICK, 1.0 / 6},          {0, 0}};
static const stage axis_split[] = {
    {LENTO_TOP_KICK, 0.5},  {LENTO_TOP_AXIS1, 0.5}, {LENTO_TOP_AXIS2, 0.5}, {LENTO_TOP_AXIS3, 1},
    {LENTO_TOP_AXIS2, 0.5}, {LENTO_TOP_AXIS1, 0.5}, {LENTO_TOP_KICK, 0.5},  {0, 0}};
static const stage close_split[] = {{LENTO_TOP_KICK, 0.5},     {LENTO_TOP_CLOSE_AXIS, 0.5},
                                    {LENTO_TOP_CLOSE_FREE, 1}, {LENTO_TOP_CLOSE_AXIS, 0.5},
                                    {LENTO_TOP_KICK, 0.5},     {0, 0}};

/* ---- compositions: the first half of the sub-steps; the centre is what is left of 1 ---- */
typedef struct composition {
    int half;
    double g[8];
} composition;

static const composition plain = {0, {0}};
static const composition suzuki4 = {2, {0.41449077179437573714, 0.41449077179437573714}};
static const composition suzuki6 = {2, {0.37306582773327282477, 0.37306582773327282477}};
static const composition kahan_li6 = {4,
                                      {0.39216144400731413927925056, 0.33259913678935943859974864,
                                       -0.70624617255763935980996482,
                                       0.08221359629355080023149045}};
static const composition kahan_li8 = {8,
                                      {0.13020248308889008087881763, 0.56116298177510838456196441,
                                       -0.38947496264484728640807860, 0.15884190655515560089621075,
                                       -0.39590389413323757733623154, 0.18453964097831570709183254,
                                       0.25837438768632204729397911, 0.29501172360931029887096624}};

static inline double sub_step(const composition *c, int i) {
    double centre = 1;
    for (int n = 0; n < c->half; n++) {
        centre -= 2 * c->g[n];
    }
    return i < c->half ? c->g[i] : i == c->half ? centre : c->g[2 * c->half - i];
}

static inline void advance(const lento_top *top, const stage method[], const composition *c,
                           double h, long steps, double state[7]) {
    double g[17];
    int stages = 2 * c->half + 1;
    for (int i = 0; i < stages; i++) {
        g[i] = h * sub_step(c, i);
    }
    for (long k = 0; k < steps; k++) {
        for (int i = 0; i < stages; i++) {
            for (const stage *s = method; s->fraction > 0; s++) {
                lento_top_flow(top, s->part, s->fraction * g[i], g[i], state);
            }
        }
    }
}

/* ---- random numbers: a fixed sequence, the same everywhere ---- */
static inline double uniform(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

static inline double between(uint64_t *seed, double low, double high) {
    return low + (high - low) * uniform(seed);
}

static inline void random_attitude(uint64_t *seed, double q[4]) {
    double square;
    do {
        square = 0;
        for (int i = 0; i < 4; i++) {
            q[i] = between(seed, -1, 1);
            square += q[i] * q[i];
        }
    } while (square > 1 || square < 0.01);
    for (int i = 0; i < 4; i++) {
        q[i] /= sqrt(square);
    }
}

static inline double largest_difference(const double a[], const double b[], int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most;
}

#endif
