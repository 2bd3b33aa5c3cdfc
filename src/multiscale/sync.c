/* SPDX-License-Identifier: MIT
 *
 * sync.c - scheme `sync` (calvo Algorithm 1, fredbo Algorithm 2): the micro run starts at the true phase, with
 * the fast part of the velocity put back by the problem's reconstruction, e.g. p = P + (v/l) sin(theta) sin Q
 * (calvo 2.10), and is averaged over a centred window. Systems of order 1 that name their slow variables average
 * the bounded d(xi)/dt instead of a rate of the size of the frequency (fredbo section 7). Without a reconstruction, or
 * in the mean gauge, the start is found from its means (lift.c).
 *
 * Slower phases come from the level above, never from t. The fastest one exists on this level only and is that of
 * t, also where the level above holds t (async): its average does not depend on where the window starts. */
#include <string.h>

#include "multiscale/lift.h"

void lento_mean_true_phase(lento_mean *mean, double t, const lento_phase phase[],
                           lento_phase all[]) {
    const int last = lento_scales(mean->fast) - 1;
    for (int i = 0; i < last; i++) {
        all[i] = phase[i];
        mean->turn[i] = phase[i].angle / LENTO_TWO_PI;
    }
    mean->turn[last] = lento_turn_of(&mean->fast->fast->scale[last], t);
    all[last] = lento_phase_of(mean->turn[last]);
}

static int start(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run) {
    const lento_system *fast = mean->fast;
    const int n = fast->size;
    lento_phase all[LENTO_MAX_SCALES];
    lento_mean_true_phase(mean, t, phase, all);
    double *q = mean->micro.y, *v = fast->order == 2 ? q + n : NULL;
    memcpy(q, Q, (size_t)n * sizeof *q);
    if (v) {
        memcpy(v, V, (size_t)n * sizeof *v);
    }
    if (lento_reconstruct_of(fast, mean->set)(t, all, Q, V, q, v, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                          "the reconstruction reported a failure");
    }
    lento_mean_place(mean, phase, mean->turn[lento_scales(fast) - 1], q, v);
    return 0;
}

/* ---- order 1: slow variables by the chain rule ---- */

static void carve(lento_mean *mean, lento_arena *arena) {
    const int n = mean->fast->size;
    mean->extra = lento_take_matrix(arena, n, n + 1); /* explicit rate, gradient */
}

static int gather(lento_mean *mean, double w) {
    const lento_system *fast = mean->fast;
    const lento_stepper *s = &mean->micro;
    const int n = fast->size;
    double *rate = mean->extra, *gradient = mean->extra + n;
    int status = 0;
    if (mean->set->rate) {
        status = mean->set->rate(s->ticker.t, s->ticker.now, s->y, s->rate, rate, fast->params);
    } else {
        memset(rate, 0, (size_t)n * sizeof *rate);
        status =
            mean->set->slow(s->ticker.t, s->ticker.now, s->y, NULL, gradient, rate, fast->params);
        for (int i = 0; i < n * n; i++) {
            rate[i / n] += gradient[i] * s->rate[i % n];
        }
    }
    for (int i = 0; i < n; i++) {
        mean->sum[i] += w * rate[i];
    }
    return status ? lento_slow_failed(mean) : 0;
}

static int initial(lento_mean *mean, const double given[], double state[]) {
    const lento_system *fast = mean->fast;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(fast, 0, phase);
    if (lento_closed_of(fast)->slow_start) {
        memcpy(state, given, (size_t)fast->size * sizeof *state);
    } else if (mean->set->slow(0, phase, given, state, NULL, NULL, fast->params)) {
        return lento_slow_failed(mean);
    }
    return 0;
}

static const lento_scheme SYNC_SLOW = {
    .name = "sync",
    .initial = initial,
    .start = start,
    .carve = carve,
    .gather = gather,
};

/* ---- the scheme ---- */

static void defaults(lento_mean *mean) {
    const lento_average *o = &mean->options;
    const bool known = lento_reconstruct_of(mean->fast, mean->set) != NULL;
    if (lento_constraints(mean->fast) > 0) {
        return; /* means of motions on constraints can be shown (run/look.c), but not moved */
    }
    if (o->gauge == LENTO_GAUGE_MEAN || (o->gauge == LENTO_GAUGE_DEFAULT && !known)) {
        mean->scheme = &lento_scheme_lift;
        mean->scheme->defaults(mean);
    }
}

static int prepare(lento_mean *mean) {
    const lento_system *fast = mean->fast;
    const bool own = mean->set->slow && !mean->set->params;
    const bool known = lento_reconstruct_of(fast, mean->set) != NULL;
    const lento_rule rules[] = {
        {own && known && mean->set->size != fast->order * fast->size,
         .what = "this problem reconstructs its state from slow variables; use scheme slow"},
        {lento_constraints(fast) > 0 && (mean->options.gauge == LENTO_GAUGE_MEAN || !known),
         .what = "scheme 'sync' in the mean gauge cannot keep constraints; use scheme async"},
        {!known,
         .what =
             "scheme 'sync' in the point gauge needs a problem with a reconstruction; use gauge "
             "mean"},
        {mean->options.phases > 1,
         .what = "several phases belong to scheme async; sync starts at the true phase"},
        {0}};
    if (own && fast->order == 1) {
        mean->scheme = &SYNC_SLOW;
    }
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules);
}

const lento_scheme lento_scheme_sync = {
    .name = "sync",
    .doc = "micro runs at the true phase, their start reconstructed or found from its means",
    .paper = "calvo Alg. 1",
    .gauge = true,
    .defaults = defaults,
    .prepare = prepare,
    .start = start,
};
