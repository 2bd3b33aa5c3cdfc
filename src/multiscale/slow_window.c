/* SPDX-License-Identifier: MIT
 *
 * slow_window.c - the micro runs of scheme `slow`: one window from a fast state, along which
 *
 *     <xi'> = sum w_k grad xi . f,   or  sum w'_k xi_k  (K' instead of K, ariel (5.3)),
 *
 * the mean of xi for the gauge, and the observables are summed; and the fast motion itself before a macro step
 * where dissipative modes have to come to rest (ariel C2). */
#include <math.h>
#include <string.h>

#include "multiscale/slow.h"

int lento_slow_at(lento_mean *mean, const double x[], double xi[], double gradient[]) {
    void *params = lento_slow_params(mean);
    if (mean->set->slow(mean->t, lento_slow_of(mean)->phase, x, xi, gradient, NULL, params)) {
        return lento_slow_failed(mean);
    }
    return 0;
}

void lento_slow_place(lento_mean *mean, double t, const lento_phase phase[], const double x[]) {
    const lento_system *fast = mean->fast;
    lento_phase *here = lento_slow_of(mean)->phase;
    const int last = lento_scales(fast) - 1;
    const double turn = lento_turn_of(&fast->fast->scale[last], t);
    const double *from = x ? x : mean->micro.y;
    memcpy(here, phase, (size_t)last * sizeof *here);
    here[last] = lento_phase_of(turn);
    mean->t = t;
    lento_mean_place(mean, phase, turn, from, fast->order == 2 ? from + fast->size : NULL);
}

int lento_slow_start(lento_mean *mean, double t, const lento_phase phase[], const double Q[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const lento_system *fast = mean->fast;
    lento_slow_place(mean, t, phase, work->is_xi ? NULL : Q);
    if (!work->is_xi) {
        return 0;
    }
    double *v = fast->order == 2 ? work->x + fast->size : NULL;
    const double *slow_v = fast->order == 2 ? Q + fast->size : NULL;
    memcpy(work->x, Q, (size_t)(work->m < work->d ? work->m : work->d) * sizeof *work->x);
    if (mean->set->reconstruct(t, work->phase, Q, slow_v, work->x, v, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                          "the reconstruction reported a failure");
    }
    lento_slow_place(mean, t, phase, work->x);
    return 0;
}

/* x and x' at the node of the micro run; NULL if the field fails */
static const double *node(lento_mean *mean, double dx[]) {
    lento_stepper *s = &mean->micro;
    const lento_slow_work *work = lento_slow_of(mean);
    const double *x = s->y;
    if (mean->base) {
        for (int i = 0; i < work->d; i++) {
            work->x[i] = s->y[i] + (i < s->n ? mean->base[i] : 0);
        }
        x = work->x;
    }
    if ((s->method->traits & LENTO_SPLITS) != 0) { /* a splitting has no rate of its own */
        if (lento_stepper_field(s, s->ticker.t, s->ticker.now, s->y, dx)) {
            return NULL;
        }
    } else {
        lento_stepper_node_field(s, dx);
    }
    return x;
}

/* xi' by the chain rule */
static int chain(lento_mean *mean, const double x[], const double dx[], double dxi[]) {
    const lento_slow_set *set = mean->set;
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_ticker *at = &mean->micro.ticker;
    void *params = lento_slow_params(mean);
    if (set->rate) {
        return set->rate(at->t, at->now, x, dx, dxi, params);
    }
    memset(dxi, 0, (size_t)work->m * sizeof *dxi);
    const int status = set->slow(at->t, at->now, x, NULL, work->gradient, dxi, params);
    for (int i = 0; i < work->m; i++) {
        for (int j = 0; j < work->d; j++) {
            dxi[i] += work->gradient[i * work->d + j] * dx[j];
        }
    }
    return status;
}

/* weight of K' at the node: odd about the centre of the kernel */
static double slope_at(const lento_mean *mean) {
    const lento_ticker *at = &mean->micro.ticker;
    const int64_t k = mean->options.side == LENTO_FORWARD ? at->k - mean->nodes / 2 : at->k;
    const double w = lento_slow_of(mean)->slope[k < 0 ? -k : k];
    return (k < 0) == (at->h < 0) ? w : -w;
}

static double *add(double *sum, int n, double w, const double value[]) {
    for (int i = 0; i < n; i++) {
        sum[i] += w * value[i];
    }
    return sum + n;
}

static int gather_window(lento_mean *mean, double w) {
    const lento_slow_set *set = mean->set;
    const lento_observed *observed = mean->observed;
    lento_slow_work *work = lento_slow_of(mean);
    const lento_ticker *at = &mean->micro.ticker;
    void *params = lento_slow_params(mean);
    const double *x = node(mean, work->dx);
    double *sum = mean->sum, *value = work->xi;
    if (!x) {
        return -1;
    }
    if (mean->options.derivative == 1) {
        if (set->slow(at->t, at->now, x, value, NULL, NULL, params)) {
            return lento_slow_failed(mean);
        }
        sum = add(sum, work->m, slope_at(mean), value); /* ariel (5.3) */
    } else {
        if (chain(mean, x, work->dx, value)) {
            return lento_slow_failed(mean);
        }
        sum = add(sum, work->m, w, value);
    }
    if (work->gauge) {
        if (set->slow(at->t, at->now, x, value, NULL, NULL, params)) {
            return lento_slow_failed(mean);
        }
        sum = add(sum, work->m, w, value);
    }
    if (observed->count > 0) {
        if (observed->observe(at->t, at->now, x, value, observed->params)) {
            return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                              "the observables reported a failure");
        }
        add(sum, observed->count, w, value);
    }
    return lento_check_slow_node(mean, x);
}

int lento_slow_average(lento_mean *mean) {
    memset(mean->sum, 0, (size_t)mean->sum_size * sizeof *mean->sum);
    return lento_mean_window(mean, mean->weights, gather_window) ||
                   lento_check_slow_window_done(mean)
               ? -1
               : 0;
}

int lento_slow_window(lento_mean *mean, double t, const lento_phase phase[], const double x[]) {
    lento_slow_place(mean, t, phase, x);
    return lento_slow_average(mean);
}

/* ---- relaxing: the fast motion itself, before a macro step (ariel C2, OS_RK4) ---- */

int lento_slow_relax(lento_mean *mean, double *t, double *state) {
    const lento_slow_work *work = lento_slow_of(mean);
    const double length = mean->options.relax;
    if (length == 0) {
        return 0;
    }
    if (mean->above->adaptive || length >= mean->above->H || work->is_xi) {
        return lento_fail(mean->failure, LENTO_BAD_OPTION,
                          work->is_xi ? "relaxing needs macro steps of the state, not of xi"
                                      : "relaxing needs equal macro steps that are longer");
    }
    lento_stepper *s = &mean->micro;
    const double steps = fmax(1, rint(length / mean->h));
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, *t, phase);
    lento_slow_place(mean, *t, phase, state);
    const lento_march plain = {.steps = (int64_t)steps};
    const int table = s->ticker.table_size;
    int status = lento_stepper_begin(s, *t, mean->turn, length / steps, false);
    s->ticker.table_size = 0; /* it is for the steps of the window */
    status = status || lento_stepper_march(s, &plain) || lento_stepper_rate(s) ? -1 : 0;
    s->ticker.table_size = table;
    if (status) {
        return -1;
    }
    const double *x = node(mean, work->dx);
    if (!x) {
        return -1;
    }
    memcpy(state, x, (size_t)work->d * sizeof *state);
    *t += length;
    return 0;
}
