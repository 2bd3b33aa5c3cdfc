/* SPDX-License-Identifier: MIT
 *
 * detect_sample.c - where and what the detector looks at: random points of a ball (uniform, so
 * that the measure is invariant under the fast rotations), and the fast part of the field,
 *
 *     F1(x) = lim eps f(eps, x) = 2 e (f(e, x) - f(2 e, x)) + O(e^2),  e = 1e-7,
 *
 * in which the O(1) part of f cancels exactly: xi is slow if and only if grad xi . F1 = 0. */
#include <math.h>

#include "slow/detect_parts.h"

static const double TINY_EPS = 1e-7;

static uint64_t next(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

double lento_detect_uniform(uint64_t *state) {
    return ((double)(next(state) >> 12) + 0.5) * 0x1p-52;
}

void lento_detect_point(const detect *run, uint64_t *state, double u[]) {
    const int d = run->d;
    const double radius = run->options.radius * sqrt((d + 2) / 3.0);
    double square = 0;
    for (int j = 0; j < d; j++) {
        /* a Gaussian by Box and Muller: its direction is uniform */
        const double r = sqrt(-2 * log(lento_detect_uniform(state)));
        u[j] = r * cos(6.283185307179586 * lento_detect_uniform(state));
        square += u[j] * u[j];
    }
    /* log, cos and pow differ in the last bit from one libm to the next: rounded to 30 bits, the
     * points are the same everywhere */
    const double length = pow(lento_detect_uniform(state), 1.0 / d) / sqrt(square);
    for (int j = 0; j < d; j++) {
        u[j] = rint(u[j] * length * 0x1p30) * 0x1p-30 * radius;
    }
}

void lento_detect_to_place(const detect *run, const double u[], double x[]) {
    for (int j = 0; j < run->d; j++) {
        x[j] = run->centre[j];
        for (int k = 0; k < run->d; k++) {
            x[j] += run->T[j + k * run->d] * u[k];
        }
    }
}

int lento_detect_field(detect *run, double eps, const double x[], double f[]) {
    run->out->evaluations++;
    if (run->f(eps, x, f, run->params)) {
        return lento_detect_fail(run, LENTO_CALLBACK_FAILED,
                                 "the right-hand side failed at a sample point");
    }
    for (int j = 0; j < run->d; j++) {
        if (!isfinite(f[j])) {
            return lento_detect_fail(run, LENTO_NOT_FINITE,
                                     "the right-hand side is not finite in the sampled ball: "
                                     "choose another centre or a smaller radius");
        }
    }
    return 0;
}

int lento_detect_fast_field(detect *run, const double x[], double f1[]) {
    double *twice = f1 + run->d; /* the caller gives room for two */
    if (lento_detect_field(run, TINY_EPS, x, f1) ||
        lento_detect_field(run, 2 * TINY_EPS, x, twice)) {
        return -1;
    }
    for (int j = 0; j < run->d; j++) {
        f1[j] = 2 * TINY_EPS * (f1[j] - twice[j]);
    }
    return 0;
}

int lento_detect_sample(detect_search *s) {
    detect *run = s->run;
    const int d = run->d;
    double *x = lento_detect_doubles(&s->pool, 3, d), *f1 = x ? x + d : NULL;
    s->points = (int)(run->options.oversampling * (s->K + 1)) + 10;
    s->u = lento_detect_doubles(&s->pool, s->points, d);
    s->g = lento_detect_doubles(&s->pool, s->points, d);
    if (!x || !s->u || !s->g) {
        return -1;
    }
    uint64_t state = run->options.seed * 1000 + (uint64_t)s->table.degree;
    for (size_t i = 0; i < (size_t)s->points; i++) {
        double *u = s->u + i * (size_t)d, *g = s->g + i * (size_t)d;
        lento_detect_point(run, &state, u);
        lento_detect_to_place(run, u, x);
        if (lento_detect_fast_field(run, x, f1)) {
            return -1;
        }
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < d; k++) {
                g[j] += run->U[j + k * d] * f1[k];
            }
        }
    }
    return 0;
}
