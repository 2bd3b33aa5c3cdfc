/* SPDX-License-Identifier: MIT
 *
 * slow_scaling.c - are given variables slow, or only nearly? The rate of a slow variable stays
 * bounded as the fast motion gets faster, that of a variable with a small fast part b grows with it
 * (ariel section 3, as `lento detect` judges):
 *
 *     xi' = grad xi . f = a + w b,   so   b = (xi'(k w) - xi'(w)) / (w (k - 1))  at the same state.
 *
 * A constant b is a detuned resonance, which turns slowly. What oscillates along one period of the
 * fast motion, from a state near the start, is an error of the answer however small eps is; it is
 * compared with the size of the variable. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

enum { PER_PERIOD = 12, MOST_STEPS = 60 };
#define AROUND   0.3 /* distance from the start, as a part of its size */
#define SMALLEST 0.3 /* size of a number of the state, as a part of the largest */

/* x' of a system of any order */
static bool field(const lento_mean *mean, const lento_system *s, const double x[], double dx[]) {
    const int n = s->size, first = s->order == 2 ? n : 0;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    memcpy(dx, x + first, (size_t)first * sizeof *x);
    double *f = dx + first;
    if (s->rate ? s->rate(0, phase, x, first ? x + n : NULL, f, s->params)
                : s->field(0, x, f, s->params)) {
        return false;
    }
    if (first) {
        lento_mass_solve(&mean->mass, f, f);
    }
    return true;
}

/* xi' at x of one of the two systems, the sum of |d xi_i/dx_j x_j| in size; room: d numbers */
static bool variables(lento_mean *mean, const lento_system *s, const double x[], double room[],
                      double rate[], double size[]) {
    const lento_slow_work *work = lento_slow_of(mean);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    memset(rate, 0, (size_t)work->m * sizeof *rate);
    if (!field(mean, s, x, room) ||
        mean->set->slow(0, phase, x, NULL, work->gradient, rate, lento_slow_params(mean))) {
        return false;
    }
    for (int i = 0; i < work->m; i++) {
        size[i] = 0;
        for (int j = 0; j < work->d; j++) {
            const double slope = work->gradient[i * work->d + j];
            rate[i] += slope * room[j];
            size[i] += fabs(slope * x[j]);
        }
    }
    return true;
}

/* adds the fast part of each variable at x, its square and that of its size; room: d + 3 m */
static bool look(lento_mean *mean, const lento_system *faster, const double x[], double room[],
                 double sum[], double part[], double size[]) {
    const lento_slow_work *work = lento_slow_of(mean);
    double *slow = room + work->d, *fast = slow + work->m, *whole = fast + work->m;
    if (!variables(mean, faster, x, room, fast, whole) ||
        !variables(mean, mean->fast, x, room, slow, whole)) {
        return false;
    }
    for (int i = 0; i < work->m; i++) {
        const double change = fast[i] - slow[i];
        sum[i] += change;
        part[i] += change * change;
        size[i] += whole[i] * whole[i];
    }
    return isfinite(part[0]);
}

/* one step of rk4; room: 3 d numbers */
static bool move(const lento_mean *mean, double h, double x[], double room[]) {
    static const double node[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    const int d = lento_slow_of(mean)->d;
    double *point = room, *k = room + d, *sum = k + d;
    memset(k, 0, (size_t)(2 * d) * sizeof *k);
    for (int stage = 0; stage < 4; stage++) {
        for (int j = 0; j < d; j++) {
            point[j] = x[j] + node[stage] * h * k[j];
        }
        if (!field(mean, mean->fast, point, k)) {
            return false;
        }
        for (int j = 0; j < d; j++) {
            sum[j] += weight[stage] * k[j];
        }
    }
    for (int j = 0; j < d; j++) {
        x[j] += h * sum[j];
    }
    return true;
}

/* the largest fast part of a variable, as a part of its size, and which one: along a period of the
 * fast motion */
static double worst(lento_mean *mean, const lento_system *faster, const double start[],
                    double room[], int *which) {
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_scale *scale = lento_fastest(mean->fast);
    const int d = work->d, m = work->m;
    const double own = lento_frequency(scale), highest = fmax(own, scale->highest);
    const double w = (LENTO_FASTER - 1) * own;
    const double steps = fmin(MOST_STEPS, ceil(PER_PERIOD * highest / own));
    double *x = room, *sum = x + d, *part = sum + m, *size = part + m, *rest = size + m;
    const double largest = lento_largest(d, start);
    double most = 0;
    uint64_t seed = 1;
    for (int j = 0; j < d; j++) { /* a state in no special place */
        const double whole = fmax(fabs(start[j]), SMALLEST * (largest > 0 ? largest : 1));
        x[j] = start[j] + AROUND * whole * lento_check_random(&seed);
    }
    for (int k = 0; k < (int)steps; k++) {
        if (!look(mean, faster, x, rest, sum, part, size) ||
            !move(mean, LENTO_TWO_PI / highest / PER_PERIOD, x, rest)) {
            return 0; /* states that cannot be tried say nothing */
        }
    }
    for (int i = 0; i < m; i++) {
        const double square = fmax(0, part[i] - sum[i] * sum[i] / steps);
        const double ratio = size[i] > 0 ? sqrt(square / size[i]) / w : 0;
        if (ratio > most) {
            most = ratio;
            *which = i + 1;
        }
    }
    return most;
}

void lento_check_slow_scaling(lento_run *run, const lento_system *faster, const double start[]) {
    lento_mean *mean = &run->mean[run->levels - 1];
    const lento_slow_work *work = lento_slow_of(mean);
    double *room = calloc((size_t)(4 * work->d + 6 * work->m), sizeof *room);
    int which = 0;
    if (!room) {
        return;
    }
    const lento_failure before = run->failure;
    mean->t = 0;
    const double part = worst(mean, faster, start, room, &which);
    run->failure = before;
    free(room);
    char number[32];
    lento_text_number(number, sizeof number, which, 6);
    lento_check(&run->doubts, LENTO_CHECK_NEARLY_SLOW, number, part);
}

/* Variables that vouch for themselves are not asked: those with a known motion left in them, or
 * with a way back. */
bool lento_check_wants_faster(const lento_run *run) {
    const lento_mean *mean = run->levels > 0 ? &run->mean[run->levels - 1] : NULL;
    return mean && mean->scheme->variables && !mean->set->reconstruct &&
           (mean->set->params || (mean->set->fastest == 0 && !mean->kernel->point));
}
