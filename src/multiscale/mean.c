/* SPDX-License-Identifier: MIT
 *
 * mean.c - the average of a fast system, which is again a system. Its rate is
 *
 *     F(Q) = sum_k w_k f(x_k),   x_k a short micro run of the fast system that starts from the slow state,
 *
 * (calvo 2.11, 2.15; sanzserna 13; ariel 2.2). A scheme says how the micro run starts, what is gathered on
 * the way and what is done with the sum; this file walks the window. The micro run is forward only (half
 * window of an even system, or a one-sided kernel) or leaves the centre in both directions. */
#include <math.h>
#include <string.h>

#include "multiscale/mean.h"

/* ---- the slow system, seen by the level above ---- */

static int mean_rate(double t, const lento_phase phase[], const double Q[], const double V[],
                     double F[], void *params) {
    lento_mean *mean = params;
    const int runs = mean->options.phases;
    mean->t = t;
    if (mean->scheme->rate) {
        return mean->scheme->rate(mean, t, phase, Q, V, F);
    }
    memset(mean->sum, 0, (size_t)mean->sum_size * sizeof *mean->sum);
    for (int run = 0; run < runs; run++) {
        if (mean->scheme->start(mean, t, phase, Q, V, run) ||
            lento_mean_window(mean, mean->weights, mean->scheme->gather)) {
            return -1;
        }
    }
    if (mean->scheme->finish) {
        return mean->scheme->finish(mean, Q, F);
    }
    for (int i = 0; i < mean->sum_size; i++) {
        F[i] = mean->sum[i] / runs;
    }
    return 0;
}

/* ---- preparation: which window ---- */

static int choose_kernel(lento_mean *mean) {
    lento_average *o = &mean->options;
    if (!o->kernel) {
        const bool half =
            mean->scheme->held && lento_fast_of(mean->fast)->even && o->side != LENTO_CENTRED;
        o->kernel = o->side == LENTO_FORWARD ? "oneside-3-8"
                    : mean->scheme->kernel   ? mean->scheme->kernel
                                             : (half ? "box" : "triangle");
    }
    mean->kernel = lento_kernel_find(o->kernel, mean->kernel_p);
    if (!mean->kernel) {
        return lento_fail_unknown(mean->failure, o->kernel, lento_kernels,
                                  "unknown kernel '%s'; did you mean '%s'? (poly and oneside are "
                                  "written poly-P-Q with odd P, e.g. poly-1-8)",
                                  "unknown kernel '%s'; see `lento list kernels`");
    }
    if (mean->kernel->filter && !mean->scheme->filters) {
        return lento_fail_words(mean->failure, LENTO_BAD_OPTION,
                                "kernel '%s' is a filter for stiff springs (scheme stiff)",
                                mean->kernel->name, NULL);
    }
    return 0;
}

/* Does a forcing of size omega act on a micro run that leaves its centre in proportion to time? With sync it
 * moves on with the slow velocity; at rest at phase zero of even forcing, or at pi, it stays. */
bool lento_mean_drifts(const lento_mean *mean) {
    const lento_scheme *scheme = mean->scheme;
    const bool bounded = scheme->gather || scheme->rate || scheme->point;
    const bool still = scheme->held && lento_fast_of(mean->fast)->even && mean->options.phases <= 2;
    return lento_forced(mean->fast) && !bounded && !still;
}

static int choose_side(lento_mean *mean) {
    lento_average *o = &mean->options;
    const lento_kernel *kernel = mean->kernel;
    const bool even = lento_fast_of(mean->fast)->even, held = mean->scheme->held;
    if (o->side == LENTO_SIDE_DEFAULT) {
        o->side = kernel->one_sided ? LENTO_FORWARD : held && even ? LENTO_HALF : LENTO_CENTRED;
    }
    const bool half = o->side == LENTO_HALF, forward = o->side == LENTO_FORWARD;
    const lento_rule rules[] = {
        {kernel->one_sided && !forward,
         .what = "kernel '%s' is one-sided and needs a forward window", .word = {o->kernel}},
        {kernel->needs_half && !even,
         .what =
             "kernel '%s' does not converge for forcing that is not even in the fast phase; use "
             "triangle or exp1",
         .word = {o->kernel}},
        {kernel->needs_half && (!half || !held),
         .what = "kernel '%s' converges only on the half window of scheme async; use triangle",
         .word = {o->kernel}},
        {kernel->simple_zero && lento_mean_drifts(mean),
         .what = "kernel '%s' does not converge for a forcing on a moving micro run (it has a "
                 "simple zero "
                 "at the frequency only, whatever its width); use triangle or exp1",
         .word = {o->kernel}},
        {forward && !mean->scheme->forward,
         .what =
             "a forward window lags behind its start and belongs to scheme slow, not to scheme %s",
         .word = {mean->scheme->name}},
        {half && o->phases > 2, .what = "a half window is symmetric only when it starts at phase 0 "
                                        "or pi: at most 2 phases, or a "
                                        "centred window with kernel triangle"},
        {half && (!even || !held),
         .what = "a half window needs scheme async and forcing that is even in the fast phase"},
        {0}};
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules);
}

/* kernel `point`: the node itself and nothing else */
static int choose_point(lento_mean *mean) {
    const lento_average *o = &mean->options;
    const lento_rule rules[] = {
        {!mean->scheme->point || o->side == LENTO_FORWARD,
         .what = "kernel 'point' averages nothing and belongs to slow variables whose rates do not "
                 "oscillate (scheme slow), not to scheme %s",
         .word = {mean->scheme->name}},
        {o->window > 0 || o->periods > 0,
         .what = "kernel 'point' has no window; leave out --window and --periods"},
        {0}};
    mean->h = o->micro_step > 0         ? o->micro_step
              : o->micro_per_period > 0 ? mean->period / o->micro_per_period
                                        : mean->period;
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules);
}

static int choose_width(lento_mean *mean) {
    lento_average *o = &mean->options;
    if (mean->kernel->point) {
        return choose_point(mean);
    }
    const bool both = o->window > 0 && o->periods > 0,
               steps = o->micro_step > 0 && o->micro_per_period > 0;
    if (both || steps) {
        return lento_fail(
            mean->failure, LENTO_BAD_OPTION,
            both ? "give the window either in periods or in time, not both"
                 : "give either the micro step or the micro steps per period, not both");
    }
    if (!(o->window > 0) && !(o->periods > 0)) {
        o->periods = mean->kernel->periods;
    }
    if (!(o->micro_step > 0) && o->micro_per_period == 0) {
        o->micro_per_period = 80;
    }
    if (o->side == LENTO_HALF && o->micro_per_period % 2 != 0) {
        return lento_fail_number(
            mean->failure, LENTO_BAD_OPTION,
            "the half window needs an even number of micro steps per period, not %g",
            o->micro_per_period, 0);
    }
    const double width = o->window > 0 ? o->window : o->periods * mean->period;
    const double h = o->micro_step > 0 ? o->micro_step : mean->period / o->micro_per_period;
    const double whole = o->side == LENTO_FORWARD ? (mean->kernel->one_sided ? 1 : 2) : 1;
    const double nodes = whole * rint(width / (o->side == LENTO_FORWARD ? whole : 2) / h);
    if (!(nodes >= 1) || nodes > 1e8) {
        return lento_fail_number(
            mean->failure, LENTO_BAD_OPTION,
            nodes > 1e8 ? "a window of width %g with micro steps of %g has too many of them"
                        : "a window of width %g does not hold micro steps of %g",
            width, h);
    }
    mean->nodes = (int)nodes;
    mean->h = width / (o->side == LENTO_FORWARD ? nodes : 2 * nodes);
    o->window = width;
    o->periods = width / mean->period;
    o->micro_step = mean->h;
    return 0;
}

static int choose_micro(lento_mean *mean) {
    lento_average *o = &mean->options;
    const lento_system *fast = mean->fast;
    if (!o->micro) {
        o->micro = lento_constraints(fast) > 0 ? "shake" : (fast->order == 2 ? "verlet" : "rk4");
    }
    lento_stepper *micro = &mean->micro;
    if (lento_method_resolve(mean->run_options, o->micro, &micro->method, &micro->composition,
                             mean->failure)) {
        return -1;
    }
    if (lento_constraints(fast) > 0 && micro->method->constrained) {
        micro->method = micro->method->constrained;
    }
    micro->system = lento_mean_shifts(fast) ? &mean->near : fast;
    micro->mass = &mean->mass;
    micro->failure = mean->failure;
    micro->fixed = true;
    return lento_stepper_check(micro, true, mean->failure);
}

int lento_mean_prepare(lento_mean *mean) {
    lento_average *o = &mean->options;
    const lento_system *fast = mean->fast;
    if (lento_scales(fast) == 0) {
        return lento_fail_words(
            mean->failure, LENTO_BAD_SYSTEM,
            "scheme '%s' needs a fast scale, and this system has none left; use --scheme direct",
            mean->scheme->name, NULL);
    }
    mean->period = LENTO_TWO_PI / lento_frequency(lento_fastest(fast));
    lento_mean_shift(mean);
    if (o->phases == 0) {
        o->phases = 1;
    }
    mean->sum_size = fast->size;
    lento_mean_offer(mean, mean_rate);
    if (mean->scheme->defaults) {
        mean->scheme->defaults(mean);
    }
    if (choose_kernel(mean) || (mean->scheme->prepare && mean->scheme->prepare(mean)) ||
        choose_micro(mean) || choose_side(mean) || (mean->nodes == 0 && choose_width(mean))) {
        return -1;
    }
    return 0;
}

void lento_mean_carve(lento_mean *mean, lento_arena *arena) {
    const lento_system *fast = mean->fast;
    lento_mass_carve(&mean->mass, fast, arena);
    mean->base = lento_mean_shifts(fast) ? lento_take(arena, fast->size) : NULL;
    mean->weights = lento_take(arena, mean->nodes + 1);
    const int state = fast->order * fast->size;
    mean->sum = lento_take(arena, mean->sum_size > state ? mean->sum_size : state);
    mean->centre = lento_take(arena, fast->size);
    mean->start = lento_take(arena, state);
    mean->table = lento_take_bytes(arena, (size_t)(mean->nodes + 1) * sizeof *mean->table);
    lento_stepper_carve(&mean->micro, arena);
    if (mean->scheme->carve) {
        mean->scheme->carve(mean, arena);
    }
}

/* weights folded for the half window: the mirror image counts too; a symmetric kernel on a forward window has
 * its centre in the middle */
static int fill_weights(lento_mean *mean) {
    const bool shifted = mean->options.side == LENTO_FORWARD && !mean->kernel->one_sided;
    const int nodes = shifted ? mean->nodes / 2 : mean->nodes;
    double *w = mean->weights + (shifted ? nodes : 0);
    if (!mean->kernel->filter &&
        lento_kernel_fill(mean->kernel, mean->kernel_p, nodes, mean->options.raw_weights, w)) {
        return lento_fail_words(mean->failure, LENTO_BAD_OPTION,
                                "the window is too short for the moments of kernel '%s'",
                                mean->options.kernel, NULL);
    }
    const lento_system *fast = mean->fast;
    const double phi = lento_frequency(lento_fastest(fast)) * mean->h;
    if (!mean->kernel->one_sided) {
        mean->residual = lento_residual(w, nodes, phi);
    }
    for (int k = 1; shifted && k <= nodes; k++) {
        w[-k] = w[k];
    }
    if (mean->options.side == LENTO_HALF) {
        for (int k = 1; k <= mean->nodes; k++) {
            mean->weights[k] *= 2;
        }
    }
    return 0;
}

int lento_mean_open(lento_mean *mean) {
    const lento_system *fast = mean->fast;
    if (lento_mass_factor(&mean->mass, fast, mean->failure)) {
        return -1;
    }
    if (fill_weights(mean) || (mean->scheme->open && mean->scheme->open(mean))) {
        return -1;
    }
    const double omega = lento_frequency(lento_fastest(fast));
    lento_phase_table(mean->table, mean->nodes + 1, omega, mean->h);
    mean->micro.ticker.table = mean->table;
    mean->micro.ticker.table_size = mean->nodes + 1;
    return 0;
}

/* ---- the window ---- */

int lento_slow_failed(lento_mean *mean) {
    return lento_fail_number(mean->failure, LENTO_CALLBACK_FAILED,
                             "the slow variables reported a failure near t = %g", mean->t, 0);
}

int lento_mean_window(lento_mean *mean, const double *weights,
                      int (*gather)(lento_mean *, double)) {
    lento_stepper *micro = &mean->micro;
    const bool centred = mean->options.side == LENTO_CENTRED, held = mean->scheme->held;
    const size_t bytes = (size_t)micro->size * sizeof *micro->y;
    lento_march march = {.steps = mean->nodes,
                         .weights = weights,
                         .first = true,
                         .sum = mean->sum,
                         .centre = mean->centre,
                         .gather = gather,
                         .mean = mean};
    mean->windows++;
    if (centred) {
        memcpy(mean->start, micro->y, bytes);
    }
    if (lento_stepper_begin(micro, mean->t, mean->turn, mean->h, held) ||
        lento_stepper_march(micro, &march)) {
        return -1;
    }
    if (!centred || mean->nodes == 0) {
        return 0;
    }
    /* back to the centre and the other way; its rate is known */
    memcpy(micro->y, mean->start, bytes);
    if (lento_stepper_begin(micro, mean->t, mean->turn, -mean->h, held)) {
        return -1;
    }
    if ((micro->method->traits & LENTO_RATE_NEEDS_H) == 0) {
        memcpy(micro->rate, mean->centre, (size_t)micro->n * sizeof *micro->rate);
        if (micro->accel != micro->rate) {
            lento_mass_solve(&mean->mass, micro->rate, micro->accel);
        }
        micro->fresh = true;
    }
    march.first = false;
    march.centre = NULL;
    return lento_stepper_march(micro, &march);
}
