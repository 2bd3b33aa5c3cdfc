/* SPDX-License-Identifier: MIT
 *
 * lift.c - scheme `sync` in the mean gauge: no reconstruction is needed, because the start of the micro run is found
 * from its means (lift.h). The sum of a window holds the mean rate, the means of the state with the weights of the
 * kernel, and those with the weights of the columns.
 *
 * The error of the start falls by about (slow frequency / fast frequency) with every correction. The last window is
 * the one whose means fit, so its mean rate is the answer. */
#include <math.h>
#include <string.h>

#include "multiscale/lift.h"
#include "step/constraint.h"

enum { MOST = 20, PER_PERIOD = 10 };
#define FITS   1e-11 /* of the size of a number: good enough, */
#define ROUNDS 1e-7  /* and where corrections fall no more, they are rounding */
#define TINY   1e-6  /* numbers below this part of the largest of their kind need not fit better */

typedef struct lift_work {
    double *shown;  /* weights of the columns, by distance from the centre */
    double *state;  /* start of the micro run */
    double *wanted; /* its means */
    double *size;   /* how large each number gets in the window */
    double *asked;  /* slow state that was lifted last, */
    double asked_t; /* at this time, */
    bool known;     /* and its sums are still there */
} lift_work;

static int numbers_of(const lento_mean *mean) {
    return mean->fast->order * mean->fast->size;
}

static double *means_of(const lento_mean *mean) {
    return mean->sum + mean->fast->size;
}
static double *shown_of(const lento_mean *mean) {
    return means_of(mean) + numbers_of(mean);
}

/* ---- set-up ---- */

static void defaults(lento_mean *mean) {
    lento_average *o = &mean->options;
    o->gauge = LENTO_GAUGE_MEAN;
    const bool bound = lento_constraints(mean->fast) > 0;
    o->micro = o->micro ? o->micro : (bound ? "rattle/kahan-li6" : "dop853");
    if (!(o->micro_step > 0) && o->micro_per_period == 0) {
        o->micro_per_period = PER_PERIOD * lento_harmonics(mean->fast);
    }
}

static int prepare(lento_mean *mean) {
    const char *text = NULL;
    if (!lento_forced(mean->fast)) {
        text = mean->fast->order == 1
                   ? "the mean gauge needs a fast forcing, whose period is known; use scheme slow"
                   : "the mean gauge needs a fast forcing, whose period is known; use scheme stiff";
    } else if (mean->options.phases > 1) {
        text = "several phases belong to scheme async; sync starts at the true phase";
    }
    mean->mechanics.velocity_dependent = true;
    mean->sum_size = mean->fast->size + 2 * numbers_of(mean);
    return text ? lento_fail(mean->failure, LENTO_BAD_OPTION, text) : 0;
}

static void carve(lento_mean *mean, lento_arena *arena) {
    lift_work *own = lento_take_bytes(arena, sizeof *own);
    const lift_work layout = {.shown = lento_take(arena, mean->nodes + 1),
                              .state = lento_take(arena, numbers_of(mean)),
                              .wanted = lento_take(arena, numbers_of(mean)),
                              .size = lento_take(arena, numbers_of(mean)),
                              .asked = lento_take(arena, numbers_of(mean))};
    mean->own = own;
    if (own) {
        *own = layout;
    }
}

/* The triangle over two periods, or the kernel itself where its window is shorter. On n nodes per period its second
 * moment is that of the continuous one but for 1/n^2; three weights whose sum on a periodic motion is zero correct it,
 * so that columns do not depend on the micro steps. */
static int open(lento_mean *mean) {
    lift_work *own = mean->own;
    const int n = (int)rint(mean->period / mean->h);
    const size_t bytes = (size_t)(mean->nodes + 1) * sizeof *own->shown;
    if (n > mean->nodes) {
        memcpy(own->shown, mean->weights, bytes);
        return 0;
    }
    memset(own->shown, 0, bytes);
    lento_kernel_weights("triangle", n, own->shown);
    own->shown[0] -= 1.0 / (6.0 * n * n);
    own->shown[n] += 1.0 / (12.0 * n * n);
    if (n == mean->nodes) {
        memcpy(mean->weights, own->shown, bytes);
    }
    return 0;
}

/* ---- windows ---- */

static int gather(lento_mean *mean, double w) {
    const lift_work *own = mean->own;
    const lento_stepper *s = &mean->micro;
    const int n = mean->fast->size, numbers = numbers_of(mean);
    const double shown = own->shown[s->ticker.k];
    double *sum = mean->sum;
    for (int i = 0; i < n; i++) {
        sum[i] += w * s->rate[i];
    }
    for (int i = 0; i < numbers; i++) {
        const double y = s->y[i] + (mean->base && i < n ? mean->base[i] : 0);
        own->size[i] = fmax(own->size[i], fabs(y));
        sum[n + i] += w * y;
        sum[n + numbers + i] += shown * y;
    }
    return 0;
}

/* Means of a motion on curved constraints are off them by the square of its size: the state near them counts. */
static int project(lento_mean *mean, double state[]) {
    lento_stepper *micro = &mean->micro;
    const lento_system *system = micro->system;
    if (lento_constraints(mean->fast) == 0) {
        return 0;
    }
    micro->system = mean->fast; /* not in increments */
    const int status = lento_constraint_project(micro, state);
    micro->system = system;
    return status;
}

/* both means along the micro run from own->state */
static int window(lento_mean *mean, double t, const lento_phase phase[]) {
    const lift_work *own = mean->own;
    const int n = mean->fast->size;
    lento_phase all[LENTO_MAX_SCALES];
    mean->t = t;
    lento_mean_true_phase(mean, t, phase, all);
    memcpy(mean->micro.y, own->state, (size_t)numbers_of(mean) * sizeof *own->state);
    if (mean->base) {
        memcpy(mean->base, own->state, (size_t)n * sizeof *own->state);
        memset(mean->micro.y, 0, (size_t)n * sizeof *own->state);
    }
    memset(mean->sum, 0, (size_t)mean->sum_size * sizeof *mean->sum);
    memset(own->size, 0, (size_t)numbers_of(mean) * sizeof *own->size);
    return lento_mean_window(mean, mean->weights, gather) || project(mean, means_of(mean)) ||
                   project(mean, shown_of(mean))
               ? -1
               : 0;
}

/* What is left to correct: the largest |wanted - means|, each as a part of the size of its number. */
static double rest_of(const lento_mean *mean, const double wanted[], const double means[]) {
    const lift_work *own = mean->own;
    const int n = mean->fast->size;
    double rest = 0;
    for (int from = 0; from < numbers_of(mean); from += n) { /* positions, velocities */
        double largest = 0;
        for (int i = from; i < from + n; i++) {
            largest = fmax(largest, own->size[i]);
        }
        for (int i = from; i < from + n; i++) {
            const double left = fabs(wanted[i] - means[i]);
            const double part = left / fmax(own->size[i], TINY * largest);
            rest = left == 0 || part <= rest ? rest : part;
        }
    }
    return rest;
}

/* own->state with these means; `means` is where windows leave them */
static int settle(lento_mean *mean, double t, const lento_phase phase[], const double wanted[],
                  const double means[]) {
    lift_work *own = mean->own;
    double last = INFINITY;
    own->known = false;
    memcpy(own->state, wanted, (size_t)numbers_of(mean) * sizeof *own->state);
    for (int turn = 0; turn < MOST; turn++) {
        if (window(mean, t, phase)) {
            return -1;
        }
        const double rest = rest_of(mean, wanted, means);
        if (rest <= FITS || (rest > 0.5 * last && rest <= ROUNDS)) {
            return 0;
        }
        for (int i = 0; i < numbers_of(mean); i++) {
            own->state[i] += wanted[i] - means[i];
        }
        if (project(mean, own->state)) {
            return -1;
        }
        last = rest;
    }
    return lento_fail_number(
        mean->failure, LENTO_NOT_CONVERGED,
        "no state near t = %g has these means: the fast motion of frequency %g is too strong to be "
        "averaged; use scheme direct with gauge point",
        t, lento_frequency(lento_fastest(mean->fast)));
}

/* own->wanted, a slow state at t, is lifted unless it was the last one (slower phases may differ at one time) */
static int lift(lento_mean *mean, double t, const lento_phase phase[]) {
    lift_work *own = mean->own;
    const size_t bytes = (size_t)numbers_of(mean) * sizeof *own->wanted;
    if (own->known && own->asked_t == t && memcmp(own->asked, own->wanted, bytes) == 0) {
        return 0;
    }
    if (settle(mean, t, phase, own->wanted, means_of(mean))) {
        return -1;
    }
    memcpy(own->asked, own->wanted, bytes);
    own->asked_t = t;
    own->known = lento_scales(mean->fast) == 1;
    return 0;
}

/* ---- the scheme ---- */

static int rate(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                const double V[], double F[]) {
    lift_work *own = mean->own;
    const int n = mean->fast->size;
    memcpy(own->wanted, Q, (size_t)n * sizeof *Q);
    if (V) {
        memcpy(own->wanted + n, V, (size_t)n * sizeof *V);
    }
    if (lift(mean, t, phase)) {
        return -1;
    }
    memcpy(F, mean->sum, (size_t)n * sizeof *F);
    return 0;
}

const double *lento_lift_state(lento_mean *mean, double t, const double shown[]) {
    lift_work *own = mean->own;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, t, phase);
    return settle(mean, t, phase, shown, shown_of(mean)) ? NULL : own->state;
}

const double *lento_lift_shown(lento_mean *mean, double t, const double state[]) {
    lift_work *own = mean->own;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, t, phase);
    own->known = false;
    memcpy(own->state, state, (size_t)numbers_of(mean) * sizeof *state);
    return window(mean, t, phase) ? NULL : shown_of(mean);
}

/* the given means are those of columns */
static int initial(lento_mean *mean, const double given[], double state[]) {
    if (!lento_lift_state(mean, 0, given)) {
        return -1;
    }
    memcpy(state, means_of(mean), (size_t)numbers_of(mean) * sizeof *state);
    return 0;
}

/* looking is part of no count, and a state that cannot be shown is not the end of a run */
static const double *show(lento_mean *mean, double t, const double state[]) {
    lift_work *own = mean->own;
    const lento_failure failure = *mean->failure;
    const lento_work counts = mean->micro.counts;
    const int64_t windows = mean->windows;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(mean->fast, t, phase);
    memcpy(own->wanted, state, (size_t)numbers_of(mean) * sizeof *state);
    const bool lost = lift(mean, t, phase) != 0;
    *mean->failure = failure;
    mean->micro.counts = counts;
    mean->windows = windows;
    return lost ? NULL : shown_of(mean);
}

const lento_scheme lento_scheme_lift = {
    .name = "sync",
    .gauge = true,
    .means = true,
    .kernel = "spline",
    .macro = "dop853",
    .rtol = 1e-7,
    .defaults = defaults,
    .prepare = prepare,
    .carve = carve,
    .open = open,
    .initial = initial,
    .rate = rate,
    .show = show,
};
