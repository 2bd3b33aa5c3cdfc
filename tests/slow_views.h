/* SPDX-License-Identifier: MIT
 * The systems of slow_systems.h in other linear coordinates: y = A x with a random matrix A. */
#ifndef LENTO_TESTS_SLOW_VIEWS_H
#define LENTO_TESTS_SLOW_VIEWS_H
#include "slow_systems.h"

typedef struct slow_view {
    const slow_system *system;
    double A[MOST * MOST], inverse[MOST * MOST]; /* row by row */
} slow_view;

static inline double slow_uniform(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 12) + 0.5) * 0x1p-52;
}

static inline double slow_gaussian(uint64_t *state) {
    const double r = sqrt(-2 * log(slow_uniform(state)));
    return r * cos(6.283185307179586 * slow_uniform(state));
}

/* Gauss-Jordan with row exchange; a is destroyed */
static inline void slow_invert(int n, double *a, double *inverse) {
    for (int i = 0; i < n * n; i++) {
        inverse[i] = i / n == i % n;
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) {
            pivot = fabs(a[i * n + k]) > fabs(a[pivot * n + k]) ? i : pivot;
        }
        for (int j = 0; j < n; j++) {
            const double t = a[k * n + j], s = inverse[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = t;
            inverse[k * n + j] = inverse[pivot * n + j];
            inverse[pivot * n + j] = s;
        }
        const double by = 1 / a[k * n + k];
        for (int j = 0; j < n; j++) {
            a[k * n + j] *= by;
            inverse[k * n + j] *= by;
        }
        for (int i = 0; i < n; i++) {
            const double t = a[i * n + k];
            for (int j = 0; i != k && j < n; j++) {
                a[i * n + j] -= t * a[k * n + j];
                inverse[i * n + j] -= t * inverse[k * n + j];
            }
        }
    }
}

/* seed 0: natural coordinates; otherwise a Gaussian matrix */
static inline void slow_view_make(slow_view *view, const slow_system *system, uint64_t seed) {
    const int d = system->d;
    double copy[MOST * MOST];
    uint64_t state = seed * 7919 + 1;
    view->system = system;
    for (int i = 0; i < d * d; i++) {
        view->A[i] = seed ? slow_gaussian(&state) : i / d == i % d;
    }
    memcpy(copy, view->A, sizeof copy);
    slow_invert(d, copy, view->inverse);
}

static inline void slow_apply(int d, const double *matrix, const double x[], double y[]) {
    for (int i = 0; i < d; i++) {
        y[i] = 0;
        for (int j = 0; j < d; j++) {
            y[i] += matrix[i * d + j] * x[j];
        }
    }
}

static inline int slow_view_field(double eps, const double y[], double f[], void *params) {
    const slow_view *view = params;
    double x[MOST], g[MOST];
    slow_apply(view->system->d, view->inverse, y, x);
    const int failed = view->system->f(eps, x, g, (void *)(uintptr_t)view->system->p);
    slow_apply(view->system->d, view->A, g, f);
    return failed;
}

static inline lento_detection slow_detect(slow_view *view, lento_detect_options options) {
    lento_detection found;
    double centre[MOST] = {0}, x[MOST] = {0};
    memcpy(x, view->system->centre, sizeof view->system->centre);
    slow_apply(view->system->d, view->A, x, centre);
    options.centre = centre;
    options.degree = options.degree ? options.degree : view->system->degree;
    lento_detect(slow_view_field, view, view->system->d, &options, &found);
    return found;
}

#endif
