/* SPDX-License-Identifier: MIT
 *
 * stiff.c - scheme `stiff` (sanzserna section 3) for q'' = -sum w_j^2 g_j grad g_j - grad V: the
 * micro run starts from the macro state (q*, p*) itself, and the averaged force
 *
 *     F(p*, q*) = sum_k w_k f(q_k)   (11), (13)
 *
 * lets the macro state move as if the stiff springs were rods. The start, and at intervals the
 * state, is projected by averaging q and p over the same window. F depends on p*. What the window
 * leaves of a mode of frequency Omega acts as a spring kappa Omega^2, kappa = sum_k w_k cos(k phi),
 * phi = 2 asin(h Omega/2) (card sanzserna 6.1): more than 0.1 is worth a warning. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"
#include "system/given.h"

/* default kernels */
#define ONE_FREQUENCY "notch"
#define RANGE         "kaiser"

enum { PERIODS = 20, PER_PERIOD = 6, SCAN = 64, MOST_NODES = 100000000 };

/* ---- preparation ---- */

static void range_of(const lento_system *fast, double *lowest, double *highest) {
    const lento_scale *scale = lento_fastest(fast);
    *lowest = lento_lowest(scale);
    *highest = scale->highest > 0 ? scale->highest : lento_frequency(scale);
}

static int check_options(lento_mean *mean) {
    const lento_average *o = &mean->options;
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const bool centred = o->side == LENTO_SIDE_DEFAULT || o->side == LENTO_CENTRED;
    const lento_rule rules[] = {
        {fast->order != 2 || stiff->count < 1 || !stiff->spring || !stiff->frequency,
         .what = "scheme 'stiff' needs a mechanical system with stiff springs, such as problem "
                 "springs; "
                 "for forced oscillations use async or sync"},
        {lento_constraints(fast) > 0,
         .what = "scheme 'stiff' averages springs and cannot keep constraints as well"},
        {!centred || mean->kernel->one_sided,
         .what = "scheme 'stiff' averages over centred windows"},
        {o->phases > 1,
         .what = "several phases belong to scheme async; a stiff spring has no phase"},
        {(o->restore_fast || o->adiabatic || o->reproject > 0) && !mean->slowest,
         .what = "reproject, adiabatic and restore-fast work on the slowest level only"},
        {o->restore_fast && stiff->count > 1,
         .what =
             "restore-fast adds the oscillation of one stiff spring back, and this system has %g",
         .number = {stiff->count}},
        {0}};
    const bool drag = o->adiabatic && lento_mechanics_of(fast)->velocity_dependent;
    return lento_fail_first(mean->failure, LENTO_BAD_OPTION, rules) ||
                   lento_check_showing(mean->doubts, LENTO_CHECK_DRAG, drag ? 1 : 0, NULL, 0, 0)
               ? -1
               : 0;
}

/* Where the problem declares one fast frequency, five forces with a zero there; else a filter for a range. */
static void defaults(lento_mean *mean) {
    const lento_scale *scale = lento_fastest(mean->fast);
    lento_average *o = &mean->options;
    const bool one = scale->lowest > 0 && scale->highest <= scale->lowest * (1 + 1e-9);
    const bool given = o->micro_step > 0 || o->micro_per_period > 0 || o->window > 0 ||
                       o->periods > 0 || o->adiabatic || !lento_stiff_verlet(mean);
    if (!o->kernel) {
        o->kernel = one && !given ? ONE_FREQUENCY : RANGE;
    }
}

/* filters choose their own width, `notch` its step as well */
static int choose_filter(lento_mean *mean, double lowest, double highest) {
    lento_average *o = &mean->options;
    const int zeros = mean->kernel->zeros;
    if (zeros > 0) {
        const double step = sqrt(2) / highest; /* phi = pi/2, card sanzserna B4 */
        const double off = o->micro_per_period > 0 ? 1
                           : o->micro_step > 0     ? (o->micro_step - step) / step
                                                   : 0;
        lento_check_showing(mean->doubts, LENTO_CHECK_OWN_STEP, off, mean->kernel->name, 0, 0);
        if (highest > lowest * (1 + 1e-9)) {
            return lento_fail_number(
                mean->failure, LENTO_BAD_OPTION,
                "kernel 'notch' needs one fast frequency, and this system has them "
                "from %g to %g; use kaiser",
                lowest, highest);
        }
        mean->h = step;
        mean->nodes = zeros;
        o->micro_per_period = 0;
    } else {
        mean->h = o->micro_step > 0 ? o->micro_step : mean->period / o->micro_per_period;
    }
    return 0;
}

static int check_stable(lento_mean *mean, double highest) {
    if (lento_stiff_verlet(mean) && !(mean->h * highest < 2)) {
        return lento_fail_number(
            mean->failure, LENTO_BAD_OPTION,
            "micro step unstable: h * Omega = %g must be below 2 for the fastest mode "
            "%g; take more micro steps per period",
            mean->h * highest, highest);
    }
    return 0;
}

static int prepare(lento_mean *mean) {
    lento_average *o = &mean->options;
    double lowest, highest;
    if (check_options(mean)) {
        return -1;
    }
    range_of(mean->fast, &lowest, &highest);
    mean->mechanics.velocity_dependent = true;
    if (!(o->micro_step > 0) && o->micro_per_period == 0 && mean->kernel->zeros == 0) {
        const double least = mean->period * highest / 1.75 - 2;
        if (!(least < LENTO_MOST_PER_PERIOD)) {
            return lento_fail_number(mean->failure, LENTO_BAD_SYSTEM,
                                     "the fastest mode %g is too fast beside the frequency %g",
                                     highest, LENTO_TWO_PI / mean->period);
        }
        o->micro_per_period = least > PER_PERIOD ? (int)least : PER_PERIOD;
        while (mean->period / o->micro_per_period * highest > 1.75) {
            o->micro_per_period++; /* long chains have modes up to twice as fast as one spring */
        }
    }
    if (!mean->kernel->filter) {
        if (!(o->periods > 0) && !(o->window > 0)) {
            o->periods = PERIODS;
        }
        mean->h = o->micro_step > 0 ? o->micro_step : mean->period / o->micro_per_period;
        return check_stable(mean, highest);
    }
    if (choose_filter(mean, lowest, highest) || check_stable(mean, highest)) {
        return -1;
    }
    if (mean->nodes == 0) {
        const double nodes = lento_kaiser_nodes(highest, lento_stiff_phase(mean, lowest));
        if (!(nodes >= 1) || nodes > MOST_NODES) {
            return lento_fail_number(
                mean->failure, LENTO_BAD_OPTION,
                "kernel kaiser needs %g micro steps of %g in its window; other "
                "micro steps or frequencies have fewer",
                nodes, mean->h);
        }
        mean->nodes = (int)nodes;
    }
    o->micro_step = mean->h;
    const double own = 2 * mean->nodes * mean->h,
                 given = o->window > 0 ? o->window : o->periods * mean->period;
    lento_check_showing(mean->doubts, LENTO_CHECK_OWN_WINDOW, given > 0 ? (given - own) / own : 0,
                        mean->kernel->name, 0, 0);
    o->window = own;
    o->periods = own / mean->period;
    return 0;
}

static void carve(lento_mean *mean, lento_arena *arena) {
    mean->own = lento_stiff_carve(mean->fast, arena);
}

/* the weights of a filter, and what the window leaves of the fast modes */
static int open(lento_mean *mean) {
    double lowest, highest;
    range_of(mean->fast, &lowest, &highest);
    lento_stiff_work *own = mean->own;
    if (mean->kernel->filter && mean->kernel->zeros > 0) {
        lento_notch_fill(lento_stiff_phase(mean, highest), mean->kernel->zeros, mean->weights);
    } else if (mean->kernel->filter) {
        lento_kaiser_fill(highest, mean->nodes, mean->weights);
    }
    own->on_rods = mean->options.adiabatic || mean->kernel->zeros > 0;
    own->left_spring = DBL_EPSILON * highest * highest; /* less is rounding */
    for (int i = 0; i <= SCAN; i++) {
        const double Omega = lowest + (highest - lowest) * i / SCAN;
        const double kappa =
            lento_residual(mean->weights, mean->nodes, lento_stiff_phase(mean, Omega));
        if (fabs(kappa) * Omega * Omega > own->left_spring) {
            own->left_spring = fabs(kappa) * Omega * Omega;
            mean->residual = kappa;
        }
    }
    return 0;
}

/* ---- windows ---- */

static int start(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run) {
    mean->t = t;
    lento_mean_place(mean, phase, 0, Q, V);
    return 0;
}

/* Start on the rods: macro errors neither oscillate in the micro run nor meet a residual spring. What takes the
 * macro state back is, as in motion with the spring, of the size of the centrifugal force: c^2 d + 2 c d', d the
 * distance and c^2 = 3 theta'^2. */
static int start_on_rods(lento_mean *mean, const double Q[], const double V[]) {
    const lento_stiff_work *own = mean->own;
    const int n = mean->fast->size;
    double *y = mean->micro.y, *q = mean->base ? mean->base : y, *v = y + n, square;
    if (lento_stiff_land(mean, q, v) || lento_stiff_turning(mean, q, v, &square)) {
        return -1;
    }
    for (int l = 0; l < n; l++) {
        own->back[l] = 3 * square * (q[l] - Q[l]) + 2 * sqrt(3 * square) * (v[l] - V[l]);
    }
    return 0;
}

static int start_force(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                       const double V[], int run) {
    const lento_stiff_work *own = mean->own;
    start(mean, t, phase, Q, V, run);
    return own->on_rods ? start_on_rods(mean, Q, V) : 0;
}

static int finish(lento_mean *mean, const double Q[], double F[]) {
    const lento_stiff_work *own = mean->own;
    for (int l = 0; l < mean->sum_size; l++) {
        F[l] = mean->sum[l] + (own->on_rods ? lento_momentum(mean->fast, own->back, l) : 0);
    }
    return mean->options.adiabatic ? lento_adiabatic_force(mean, Q, F) : 0;
}

/* ---- projection: the same window, averages of q and p ---- */

static int gather_state(lento_mean *mean, double w) {
    const lento_stepper *micro = &mean->micro;
    for (int i = 0; i < micro->size; i++) {
        mean->sum[i] += w * micro->y[i];
    }
    return 0;
}

static int average_state(lento_mean *mean, double t, double *state) {
    const int n = mean->fast->size;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, t, phase);
    memset(mean->sum, 0, (size_t)(2 * n) * sizeof *mean->sum);
    if (start(mean, t, phase, state, state + n, 0) ||
        lento_mean_window(mean, mean->weights, gather_state)) {
        return -1;
    }
    for (int i = 0; i < 2 * n; i++) {
        state[i] = mean->sum[i] + (mean->base && i < n ? mean->base[i] : 0);
    }
    return 0;
}

static int initial(lento_mean *mean, const double given[], double state[]) {
    const lento_average *o = &mean->options;
    memcpy(state, given, (size_t)(2 * mean->fast->size) * sizeof *state);
    lento_stiff_work *own = mean->own;
    if (o->adiabatic && lento_adiabatic_actions(mean, given, own->J)) {
        return -1;
    }
    if (average_state(mean, 0, state) || (o->adiabatic && lento_adiabatic_begin(mean, state))) {
        return -1;
    }
    return o->restore_fast ? lento_restore_begin(mean, given, state) : 0;
}

static int project(lento_mean *mean, double *t, double *state) {
    return *t > 0 && mean->options.reproject > 0 ? average_state(mean, *t, state) : 0;
}

static int step_done(lento_mean *mean) {
    return mean->options.adiabatic && lento_adiabatic_step(mean) ? -1 : lento_restore_step(mean);
}

const lento_scheme lento_scheme_stiff = {
    .name = "stiff",
    .doc = "stiff springs averaged to rods: micro runs from the macro state; start projected by "
           "averaging",
    .paper = "sanzserna",
    .springs = true,
    .filters = true,
    .defaults = defaults,
    .prepare = prepare,
    .carve = carve,
    .open = open,
    .initial = initial,
    .start = start_force,
    .finish = finish,
    .project = project,
    .step_done = step_done,
    .show = lento_restore_state,
};
