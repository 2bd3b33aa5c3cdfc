/* SPDX-License-Identifier: MIT
 *
 * slow_gauge.c - the mean gauge of scheme `slow` (ariel C3). The macro variable is zeta = <xi> over the
 * window instead of xi at a point, which removes the O(eps) floor. Kept between evaluations: a base point x_b,
 * which carries the phase, and the offset o = <xi> - xi, one number per slow variable:
 *
 *     y = lift of x_b to xi(y) = zeta - o;  a window from y gives <xi'> and <xi>;  o = <xi> - xi(y)
 *
 * repeated gauge_runs times per evaluation. The base moves on with the first evaluation of each macro step. */
#include <math.h>
#include <string.h>

#include "multiscale/slow.h"

enum { MOST = 60 };

/* Gauss-Newton from x_b: xi(y) = zeta - o in the least-squares sense, y in work->point */
int lento_slow_gauge_lift(lento_mean *mean, const double zeta[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const int d = work->d, m = work->m;
    double *y = work->point, *rest = work->xi, *step = work->step;
    memcpy(y, work->base, (size_t)d * sizeof *y);
    double last = INFINITY;
    for (int turn = 0; turn < MOST; turn++) {
        if (lento_slow_at(mean, y, rest, work->gradient)) {
            return -1;
        }
        for (int i = 0; i < m; i++) {
            rest[i] = zeta[i] - work->offset[i] - rest[i];
        }
        lento_minimum_norm(m, d, work->gradient, rest, mean->options.cutoff, step, work->solve);
        for (int i = 0; i < d; i++) {
            y[i] += step[i];
        }
        const double size = lento_largest(d, step), scale = lento_largest(d, y);
        const bool stagnated = size >= last && size <= 1e-10 * scale;
        if (size <= 1e-14 * scale || stagnated) {
            return 0;
        }
        last = size;
    }
    return lento_fail(
        mean->failure, LENTO_NOT_CONVERGED,
        "no state has these averages of the slow variables; take smaller macro steps");
}

/* from y in work->point: the offset is renewed, <xi'> is in mean->sum */
static int measure(lento_mean *mean, double t, const lento_phase phase[]) {
    lento_slow_work *work = lento_slow_of(mean);
    if (lento_slow_window(mean, t, phase, work->point) ||
        lento_slow_at(mean, work->point, work->xi, NULL)) {
        return -1;
    }
    for (int i = 0; i < work->m; i++) {
        work->offset[i] = mean->sum[work->m + i] - work->xi[i];
    }
    return 0;
}

int lento_slow_gauge_initial(lento_mean *mean, const double given[], double state[]) {
    lento_slow_work *work = lento_slow_of(mean);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, 0, phase);
    memcpy(work->base, given, (size_t)work->d * sizeof *given);
    memcpy(work->point, given, (size_t)work->d * sizeof *given);
    if (measure(mean, 0, phase)) {
        return -1;
    }
    work->base_t = 0;
    memcpy(state, mean->sum + work->m, (size_t)work->m * sizeof *state);
    memset(state + work->m, 0, (size_t)work->integrals * sizeof *state);
    return 0;
}

int lento_slow_gauge_rate(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                          double F[]) {
    lento_slow_work *work = lento_slow_of(mean);
    lento_slow_place(mean, t, phase, NULL);
    for (int run = 0; run < mean->options.gauge_runs; run++) {
        if (lento_slow_gauge_lift(mean, Q)) {
            return -1;
        }
        const double now = mean->above->macro->ticker.t;
        if (now > work->base_t) { /* x_b = lift of x_b to zeta - o at the end of each macro step */
            memcpy(work->base, work->point, (size_t)work->d * sizeof *work->base);
            work->base_t = now;
        }
        if (measure(mean, t, phase)) {
            return -1;
        }
    }
    memcpy(F, mean->sum, (size_t)work->m * sizeof *F);
    return 0;
}
