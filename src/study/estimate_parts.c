/* SPDX-License-Identifier: MIT
 *
 * estimate_parts.c - the error that averaging makes: a cheap run with long macro steps once more with micro steps twice
 * as long, with windows twice as wide, and at twice the fast frequency. The last one shows what is of the order of one
 * over the frequency, which no step and no window can show. */
#include <math.h>
#include <string.h>

#include "study/estimate.h"

enum {
    LEAST_MICRO = 16,
    SWINGS = 32
}; /* steps per period, for twice as long ones to resolve it; looks */
#define TWO_PI 6.283185307179586
#define LATER  3 /* times the swing at the start: what it may be */

typedef struct micro {
    int order;
    double per_period;
    /* springs are averaged; their energy is left out; they are rods of a closed form */
    bool windows, wider, springs, passive, rods, closed;
} micro;

/* The cheapest run that follows the motion with something else; e->distance is how far that moves it. */
static bool moved(lento_estimator *e, lento_variation v) {
    const bool far = e->far_worst < LENTO_ESTIMATE_FOLLOWS;
    v.macro = far ? e->farthest : e->nearest;
    if (e->stopped || !lento_estimate_other(e, &v)) {
        return false;
    }
    /* one that fails on the way says nothing */
    return lento_estimate_distance(e, e->spare, far ? e->far : e->near) < INFINITY;
}

/* The worst of all levels. */
static micro look(const lento_estimator *e) {
    const int levels = lento_options_levels(&e->resolved);
    micro m = {.order = 99, .per_period = INFINITY, .windows = levels > 0, .wider = true};
    for (int l = 0; l < levels && m.windows; l++) {
        const lento_mean *mean = &e->result->run->mean[l];
        m.windows = lento_level_windows(&e->resolved.average[l]) && !mean->kernel->point;
        if (m.windows) {
            const int order = lento_stepper_order(&mean->micro);
            m.order = order < m.order ? order : m.order;
            m.per_period = fmin(m.per_period, mean->period / mean->h);
            m.wider = m.wider && !mean->kernel->filter;
            m.springs = mean->scheme->springs;
            m.passive = m.springs && !mean->options.adiabatic;
        }
    }
    const lento_mean *slowest = levels > 0 ? &e->result->run->mean[0] : NULL;
    m.closed = slowest && slowest->scheme->closed;
    m.rods = slowest && slowest->scheme->closed && lento_stiff_of(slowest->fast)->count > 0;
    return m;
}

/* Does the other run show the same start? Where the frequency is part of the state (a spinning top) it does not, and is
 * another motion. */
static bool same_start(const lento_estimator *e) {
    bool same = true;
    for (int i = 0; i < e->width; i++) {
        const double apart = fabs(e->spare[i] - e->own[i]);
        same = same && !(apart > LENTO_ESTIMATE_FOLLOWS * e->result->estimate.range[i]);
    }
    return same;
}

/* Adds how far the motion is moved to the error; of several doubts about the averages the largest is named. */
static void look_at(lento_estimator *e, lento_variation v, double part) {
    if (moved(e, v)) {
        double worst;
        lento_estimate_add(e, part, &worst);
        e->result->estimate.separation = fmax(e->result->estimate.separation, worst);
    }
}

/* Scheme slow shows its variables at one phase of the fast motion, and so do other runs of it, at any frequency. */
static void swing(lento_estimator *e) {
    double worst;
    for (int i = 0; i < e->width; i++) {
        e->distance[i] = lento_check_slow_swing(&e->result->run->mean[0], i);
    }
    lento_estimate_add(e, 1, &worst);
    e->result->estimate.separation = fmax(e->result->estimate.separation, worst);
}

/* Closed forms leave the swing of the fast motion out of their columns: what it is over two periods after the start, by
 * a short direct run. A forced motion is shown by its means, which have none. */
static void first_swing(lento_estimator *e) {
    const lento_scale *scale = lento_fastest(lento_model_system(e->job->model));
    const double w = scale ? (scale->lowest > 0 ? scale->lowest : lento_frequency(scale)) : 0;
    const lento_options o = {.until = fmin(2 * TWO_PI / w, e->resolved.until),
                             .methods = e->resolved.methods,
                             .macro = "dop853",
                             .rtol = 1e-8,
                             .average = {{.scheme = "direct"}}};
    lento_run *run = NULL;
    double *row = e->spare, worst;
    lento_status status = w > 0 ? lento_run_open(&run, e->job->model, &o) : LENTO_BAD_OPTION;
    memset(e->distance, 0, (size_t)e->width * sizeof *e->distance);
    for (int k = 1; k <= SWINGS && status == LENTO_DONE; k++) {
        const double t = o.until * k / SWINGS;
        status = lento_run_advance(run, t);
        status = status == LENTO_DONE ? lento_run_columns(run, t, row) : status;
        for (int i = 0; i < e->width && status == LENTO_DONE; i++) {
            const double d = lento_column_difference(e->job->model, i, row[i], e->own[i]);
            e->distance[i] = isfinite(d) ? fmax(e->distance[i], d) : e->distance[i];
        }
    }
    e->result->estimate.force_evaluations += lento_run_counts(run).force_evaluations;
    lento_run_destroy(run);
    if (status == LENTO_DONE) {
        lento_estimate_add(e, LATER, &worst);
    }
}

void lento_estimate_parts(lento_estimator *e) {
    lento_estimate *result = &e->result->estimate;
    const micro m = look(e);
    const bool coarser = m.per_period >= LEAST_MICRO;
    if (m.windows && moved(e, (lento_variation){1, coarser ? 2 : 0.5, 1, 1, .second = false})) {
        const double part = coarser ? pow(2, m.order) - 1 : 1;
        lento_estimate_add(e, LENTO_ESTIMATE_SAFETY / part, &result->micro);
    }
    if (m.windows && m.wider && moved(e, (lento_variation){1, 1, 2, 1, .second = false})) {
        lento_estimate_add(e, 0.5, &result->window);
    }
    if (lento_options_levels(&e->resolved) > 0 &&
        moved(e, (lento_variation){1, 1, 1, 2, .second = false}) && same_start(e)) {
        lento_estimate_add(e, 2, &result->separation);
    }
    if (m.windows) { /* a mean shows the error of micro steps that a mean rate hides: finer ones */
        look_at(e, (lento_variation){1, 0.5, 1, 1, .second = true}, 1);
    }
    if (lento_options_levels(&e->resolved) > 0) {
        swing(e);
    }
    if (m.closed && !m.rods && !lento_forced(lento_model_system(e->job->model))) {
        first_swing(e);
    }
    if (m.passive) {
        look_at(e, (lento_variation){1, 1, 1, 1, .adiabatic = true}, 1);
    }
    if (m.springs) {
        look_at(e, (lento_variation){1, 1, 1, 1, .restore = true}, 1);
    }
    if (m.rods) {
        look_at(e, (lento_variation){1, 1, 1, 1, .springs = true}, 1);
    }
    lento_estimate_full(e);
}
