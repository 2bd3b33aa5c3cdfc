/* SPDX-License-Identifier: MIT
 *
 * slow_view.c - what a run of scheme `slow` shows: the problem's columns from the slow state, and the
 * observables (ariel section 2.3), local averages <b> and integrals of <b> along the run, from the same micro
 * runs. An average at a macro node costs nothing: its window is the one the next step needs. Between nodes a
 * window is run for it. */
#include <math.h>
#include <string.h>

#include "multiscale/slow.h"

static const double *observed(const lento_mean *mean) {
    return mean->sum + mean->sum_size - mean->observed->count;
}

void lento_slow_observed(lento_mean *mean, const double Q[], double F[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const double *value = observed(mean);
    for (int i = 0, k = work->macro; i < mean->observed->count; i++) {
        if (mean->observed->integral[i]) {
            F[k++] = value[i];
        }
    }
    if (mean->observed->count > 0 && Q == mean->above->macro->y) {
        memcpy(work->seen, value, (size_t)mean->observed->count * sizeof *value);
        work->seen_t = mean->t;
    }
}

/* averages at (t, state) into work->seen */
static int look(lento_mean *mean, double t, const lento_phase phase[], const double state[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const lento_above *above = mean->above;
    if (above->complete(above->run, t)) {
        return -1;
    }
    if (t == work->seen_t) {
        return 0;
    }
    if (work->gauge ? lento_slow_window(mean, t, phase, work->point)
                    : mean->system.rate(t, phase, state, NULL, above->rate, mean)) {
        return -1;
    }
    memcpy(work->seen, observed(mean), (size_t)mean->observed->count * sizeof *work->seen);
    work->seen_t = NAN;
    return 0;
}

void lento_slow_output(lento_mean *mean, double t, const double state[], double columns[]) {
    const lento_system *fast = mean->fast;
    lento_slow_work *work = lento_slow_of(mean);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(fast, t, phase);
    const double *x = state;
    if (work->gauge) {
        lento_slow_place(mean, t, phase, NULL);
        x = lento_slow_gauge_lift(mean, state) == 0 ? work->point : work->base;
    }
    lento_output *own = mean->set->reconstruct ? NULL : mean->set->output;
    lento_output *shown = work->is_xi ? NULL : own ? own : lento_view_of(fast)->output;
    lento_output *output = shown ? shown : mean->above->output;
    void *params = shown ? fast->params : mean->above->output_params;
    output(t, phase, x, NULL, columns, params);
    for (int i = 0; work->gauge && mean->set->column && i < work->m; i++) {
        if (mean->set->column[i] >= 0) {
            columns[mean->set->column[i]] = state[i]; /* the mean itself */
        }
    }
    if (mean->observed->count == 0) {
        return;
    }
    double *extra = columns + mean->run_options->columns - mean->observed->count;
    const bool known = work->integrals == mean->observed->count || look(mean, t, phase, state) == 0;
    for (int i = 0, k = work->macro; i < mean->observed->count; i++) {
        extra[i] = mean->observed->integral[i] ? state[k++] : (known ? work->seen[i] : NAN);
    }
}
