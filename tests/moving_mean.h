/* SPDX-License-Identifier: MIT
 * Truth for runs in the mean gauge: Runge-Kutta steps of the full equations from the state whose means (a triangle over
 * two fast periods) are the given start, read as moving means. Nothing of the library is used. */
#ifndef TESTS_MOVING_MEAN_H
#define TESTS_MOVING_MEAN_H

#include "support.h"

enum { NODES = 80, MOST = 4 }; /* Runge-Kutta steps per period; numbers in a state */

typedef struct motion {
    int n; /* numbers in the state */
    double omega;
    void (*rate)(double angle, double omega, const double x[], double dx[]);
} motion;

static inline void advance(const motion *m, double angle, double h, double x[]) {
    double k[4][MOST], y[MOST];
    static const double part[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < m->n; i++) {
            y[i] = x[i] + (stage > 0 ? part[stage] * h * k[stage - 1][i] : 0);
        }
        m->rate(angle + part[stage] * h * m->omega, m->omega, y, k[stage]);
    }
    for (int i = 0; i < m->n; i++) {
        for (int stage = 0; stage < 4; stage++) {
            x[i] += h / 6 * weight[stage] * k[stage][i];
        }
    }
}

/* the moving mean around a state: a triangle over two periods */
static inline void mean_of(const motion *m, double angle, const double x[], double mean[]) {
    const double step = TWO_PI / NODES;
    double total = 1;
    memcpy(mean, x, (size_t)m->n * sizeof *mean);
    for (int side = -1; side <= 1; side += 2) {
        double y[MOST];
        memcpy(y, x, sizeof y);
        for (int k = 1; k < NODES; k++) {
            const double weight = 1 - (double)k / NODES;
            advance(m, angle + side * (k - 1) * step, side * step / m->omega, y);
            total += weight;
            for (int i = 0; i < m->n; i++) {
                mean[i] += weight * y[i];
            }
        }
    }
    for (int i = 0; i < m->n; i++) {
        mean[i] /= total;
    }
}

/* means at t of the motion whose means at 0 are U; at rest there is the pointwise state */
static inline void truth_at(const motion *m, const double U[], double t, double mean[],
                            double point[]) {
    double x[MOST] = {0};
    memcpy(x, U, (size_t)m->n * sizeof *x);
    for (int turn = 0; turn < 30; turn++) {
        mean_of(m, 0, x, mean);
        for (int i = 0; i < m->n; i++) {
            x[i] += U[i] - mean[i];
        }
    }
    const double h = TWO_PI / m->omega / NODES;
    const long steps = (long)floor(t / h);
    for (long k = 0; k < steps; k++) {
        advance(m, TWO_PI * (double)(k % NODES) / NODES, h, x);
    }
    const double angle = TWO_PI * (double)(steps % NODES) / NODES, rest = t - (double)steps * h;
    advance(m, angle, rest, x);
    mean_of(m, angle + rest * m->omega, x, mean);
    memcpy(point, x, (size_t)m->n * sizeof *point);
}

#endif
