/* SPDX-License-Identifier: MIT
 *
 * slow.c - scheme `slow` (ariel sections 2 and 5, fredbo Algorithms 3 and 4): slow variables xi(x) of the fast
 * state are averaged over a micro run that starts from x, and the state is moved by the smallest x' that has
 * this rate (minimum-norm least squares, overcomplete sets allowed):
 *
 *     x' = pinv(grad xi(x)) <xi'>,   <xi'> = sum w_k grad xi . f,   or  sum w'_k xi_k  (K' instead of K)
 *
 * less what xi moves at fixed x if it depends on time. Centred windows keep reversibility; forward ones
 * (one-sided kernel, force at the start of the window) and `relax` are for dissipative modes. Where the problem
 * reconstructs its state from xi, the slow state is xi itself and nothing is lifted (fredbo A1). */
#include "multiscale/slow.h"

#include <math.h>
#include <string.h>

/* ---- what the level above sees ---- */

static int check(lento_mean *mean) {
    const lento_average *o = &mean->options;
    const bool gauge = o->gauge == LENTO_GAUGE_MEAN || o->gauge_runs > 0;
    const bool none = !mean->set->slow || mean->set->size < 1;
    const lento_rule rules[] = {
        {none && lento_forced(mean->fast),
         .what = "scheme 'slow' needs slow variables, and this problem has none; a forced motion "
                 "needs none with scheme sync"},
        {none, .what =
                   "scheme 'slow' needs slow variables, and this problem has none; give them as "
                   "expressions or let them be detected (--slow detect)"},
        {lento_constraints(mean->fast) > 0,
         .what = "scheme 'slow' cannot keep constraints; use async or sync"},
        {o->phases > 1, .what = "several phases belong to scheme async"},
        {o->derivative == 1 && !mean->kernel->slope,
         .what = "this kernel has no derivative to average K' xi with; use exp1, exp2, cosine or "
                 "poly-P-Q"},
        {gauge && o->side == LENTO_FORWARD, .what = "the mean gauge needs a centred window"},
        {gauge && o->relax > 0, .what = "the mean gauge cannot be relaxed"},
        {0}};
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules);
}

static int integrals_of(const lento_observed *observed) {
    int n = 0;
    for (int i = 0; i < observed->count; i++) {
        n += observed->integral[i] ? 1 : 0;
    }
    return n;
}

static int prepare(lento_mean *mean) {
    lento_average *o = &mean->options;
    const lento_system *fast = mean->fast;
    const lento_scale *scale = lento_fastest(fast);
    if (check(mean)) {
        return -1;
    }
    o->gauge = o->gauge_runs > 0 ? LENTO_GAUGE_MEAN : o->gauge;
    o->gauge_runs = o->gauge == LENTO_GAUGE_MEAN && o->gauge_runs == 0 ? 2 : o->gauge_runs;
    o->cutoff = o->cutoff > 0 ? o->cutoff : 1e-10;
    if (!(o->micro_step > 0) && o->micro_per_period == 0) {
        /* What rk4 damps in a relaxing run adds up from macro step to macro step; and K' xi has no
         * exact chain rule to hide it: the drift of xi in the window is taken for its motion. */
        const bool accurate = (o->relax > 0 || o->derivative == 1) && !o->micro && fast->order == 1;
        o->micro = accurate ? "dop853" : o->micro;
        o->micro_step = (accurate ? 0.25 : 0.1) / /* ariel C1: h w_max = 0.1 */
                        fmax(lento_frequency(scale), scale->highest);
    }
    if (!(o->window > 0) && !(o->periods > 0) && !mean->kernel->point && scale->lowest > 0) {
        o->periods = mean->kernel->periods * fmax(1, lento_frequency(scale) / scale->lowest);
    }
    const bool is_xi = o->gauge == LENTO_GAUGE_MEAN || mean->set->reconstruct;
    lento_system *slow = &mean->system;
    slow->order = 1;
    slow->size =
        (is_xi ? mean->set->size : fast->order * fast->size) + integrals_of(mean->observed);
    slow->mechanics = NULL;
    mean->parts.soft = is_xi ? 0 : lento_splitting_of(fast)->soft;
    mean->known.parts = &mean->parts;
    mean->sum_size =
        mean->set->size * (o->gauge == LENTO_GAUGE_MEAN ? 2 : 1) + mean->observed->count;
    return 0;
}

/* where averages are taken over a centred window of few enough coordinates */
static void carve_watch(lento_slow_work *layout, const lento_mean *mean, lento_arena *arena) {
    lento_slow_watch *watch = &layout->watch;
    const int d = layout->d;
    watch->t = NAN;
    if (d > LENTO_MOST_WATCHED || mean->kernel->point || mean->kernel->one_sided ||
        mean->options.side == LENTO_FORWARD) {
        return;
    }
    watch->x = lento_take(arena, 3 * d);
    watch->jacobian = lento_take_matrix(arena, d, d);
    watch->room = lento_take_many(arena, lento_eigen_room(d));
    watch->re = lento_take(arena, 2 * d);
    watch->first = lento_take(arena, 3 * LENTO_MOST_BEATS);
    if (arena->base) {
        watch->f = watch->x + d;
        watch->g = watch->f + d;
        watch->w = watch->re + d;
        watch->before = watch->first + LENTO_MOST_BEATS;
        watch->last = watch->before + LENTO_MOST_BEATS;
    }
}

static void carve(lento_mean *mean, lento_arena *arena) {
    const lento_system *fast = mean->fast;
    const int d = fast->order * fast->size, m = mean->set->size;
    lento_slow_work layout = {.d = d, .m = m, .integrals = integrals_of(mean->observed)};
    lento_slow_work *work = lento_take_bytes(arena, sizeof *work);
    layout.gauge = mean->options.gauge == LENTO_GAUGE_MEAN;
    layout.is_xi = !layout.gauge && mean->set->reconstruct;
    layout.macro = layout.gauge || layout.is_xi ? m : d;
    layout.x = lento_take(arena, d);
    layout.dx = lento_take(arena, d);
    layout.xi = lento_take(arena, m + mean->observed->count);
    layout.gradient = lento_take_matrix(arena, m, d);
    layout.solve = lento_take_many(arena, lento_minimum_norm_room(m, d));
    layout.slope = lento_take(arena, mean->nodes + 1);
    layout.base = lento_take(arena, d);
    layout.offset = lento_take(arena, m);
    layout.point = lento_take(arena, d);
    layout.step = lento_take(arena, d);
    layout.seen = lento_take(arena, mean->observed->count + 1);
    layout.seen_t = NAN;
    layout.last = lento_take(arena, m);
    layout.last_t = NAN;
    layout.steep = lento_take_matrix(arena, m, d);
    layout.peak = lento_take(arena, d);
    layout.square = lento_take(arena, m);
    layout.sway = layout.macro == d ? lento_take(arena, 3 * m) : NULL;
    layout.ahead = lento_take(arena, d);
    layout.back = lento_take(arena, d);
    if (!layout.is_xi && !mean->set->closed) {
        layout.start_rate = lento_take(arena, m);
        layout.start_xi = lento_take(arena, m);
    }
    layout.sample =
        mean->set->params ? lento_take_matrix(arena, m, lento_slow_points(&layout)) : NULL;
    carve_watch(&layout, mean, arena);
    mean->own = work;
    if (work) {
        *work = layout;
    }
}

static int open(lento_mean *mean) {
    lento_slow_work *work = lento_slow_of(mean);
    const bool forward = mean->options.side == LENTO_FORWARD;
    if (mean->options.derivative == 1) {
        const int half = forward ? mean->nodes / 2 : mean->nodes;
        lento_kernel_fill_slope(mean->kernel, mean->kernel_p, half, work->slope);
        for (int k = 0; k <= half; k++) {
            work->slope[k] /= half * mean->h; /* 1 / eta */
        }
    }
    return 0;
}

static int initial(lento_mean *mean, const double given[], double state[]) {
    const lento_slow_work *work = lento_slow_of(mean);
    lento_phases_at(mean->fast, 0, lento_slow_of(mean)->phase);
    if (work->gauge) {
        return lento_slow_gauge_initial(mean, given, state);
    }
    memset(state, 0, (size_t)(work->macro + work->integrals) * sizeof *state);
    if (work->is_xi &&
        !lento_closed_of(mean->fast)->slow_start) { /* the slow variables of the given fast start */
        return lento_slow_at(mean, given, state, NULL);
    }
    memcpy(state, given, (size_t)work->macro * sizeof *state);
    return 0;
}

/* ---- the rate ---- */

static int finish(lento_mean *mean, const double Q[], double F[]) {
    lento_slow_work *work = lento_slow_of(mean);
    if (work->is_xi) {
        memcpy(F, mean->sum, (size_t)work->m * sizeof *F);
    } else {
        double *own = work->xi; /* what the variables move by themselves at fixed x */
        memset(own, 0, (size_t)work->m * sizeof *own);
        if (mean->set->slow(mean->t, work->phase, Q, NULL, work->gradient, own,
                            lento_slow_params(mean))) {
            return lento_slow_failed(mean);
        }
        for (int i = 0; i < work->m; i++) {
            mean->sum[i] -= own[i];
        }
        const int rank = lento_minimum_norm(work->m, work->d, work->gradient, mean->sum,
                                            mean->options.cutoff, F, work->solve);
        if (rank == 0) {
            return lento_fail(
                mean->failure, LENTO_SINGULAR,
                "all gradients of the slow variables are zero here: they cannot move the state");
        }
        lento_check_slow_rank(mean, rank);
    }
    return 0;
}

static int rate(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                const double V[], double F[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const bool same = mean->set->quadrature && work->is_xi && mean->observed->count == 0;
    if (same && t == work->last_t) {
        memcpy(F, work->last, (size_t)work->m * sizeof *F);
        return 0;
    }
    if (work->gauge) {
        if (lento_slow_gauge_rate(mean, t, phase, Q, F)) {
            return -1;
        }
    } else {
        if (lento_slow_start(mean, t, phase, Q) || lento_slow_average(mean) || finish(mean, Q, F)) {
            return -1;
        }
    }
    lento_slow_observed(mean, Q, F);
    memcpy(work->last, F, (size_t)(same ? work->m : 0) * sizeof *F);
    work->last_t = same ? t : NAN;
    return 0;
}

const lento_scheme lento_scheme_slow = {
    .name = "slow",
    .doc = "averages slow variables of the state; resonance, dissipative modes, mean gauge",
    .paper = "ariel",
    .kernel = "poly-1-8",
    .variables = true,
    .gauge = true,
    .point = true,
    .forward = true,
    .defaults = lento_slow_defaults,
    .prepare = prepare,
    .carve = carve,
    .open = open,
    .initial = initial,
    .rate = rate,
    .project = lento_slow_relax,
    .output = lento_slow_output,
};
