/* SPDX-License-Identifier: MIT
 *
 * slow_rate.c - is the slow motion slow? Averages, and closed averaged equations too, are the first
 * term of a series in (rate of the slow motion) / (fast frequency). The rate is what the macro
 * steps see anyway: for each component of the slow force F, from node to node,
 *
 *     max |F'| / max |F|  over the run,
 *
 * which is the frequency of an oscillation and the rate of a decay. Components that hardly move say
 * nothing. In a forced mechanical system the slow frequency itself is off by such a part, so that
 * the error grows with the run: it was found to be between 0.03 and 0.25 times (rate/omega) (rate
 * until) of the amplitude. Averages of micro runs that start from their means, or at two phases, are right to second
 * order.
 * The same series says how far averaged equations are from the full ones. */
#include <math.h>

#include "check/estimate.h"

#define MOVES   1e-3 /* a component that moves by this part of its size counts */
#define GROWS   0.1  /* error of a forced motion over one slow radian, in parts of rate/omega */
#define DRIFTS  0.5  /* the same of averaged equations, at most; 0.3 was seen */
#define APART   5    /* nodes, in fast radians */
#define LOOKS   50   /* at a run, at least, if it has as many steps */
#define NOTHING 1e-6 /* size of a component, as a part of the largest */

/* The lowest fast frequency of a level whose average needs separated scales; 0: none does. */
static double lowest_frequency(const lento_run *run, bool *forced, bool *second) {
    double lowest = 0;
    for (int l = 0; l < run->levels; l++) {
        const lento_mean *mean = &run->mean[l];
        const lento_scale *scale = lento_fastest(mean->fast);
        const bool exact = mean->scheme->closed ? lento_closed_of(mean->fast)->exact
                                                : mean->kernel->point || mean->set->fastest > 0;
        const double w = scale && scale->lowest > 0 ? scale->lowest
                         : scale                    ? lento_frequency(scale)
                                                    : INFINITY;
        if (scale && !exact && (lowest == 0 || w < lowest)) {
            lowest = w;
            *forced = scale->forced;
            *second = mean->scheme->means || mean->options.phases > 1;
        }
    }
    return lowest;
}

/* per time, between the last look and this one */
static void changes(lento_seen *seen, int i, double change) {
    seen->change[i] = fmax(seen->change[i], change);
    if (change > 2 * seen->steep[i]) {
        seen->steep[i] = change;
        seen->since[i] = seen->t;
    }
}

void lento_watch_slow_rate(lento_run *run) {
    lento_seen *seen = &run->seen;
    const lento_system *s = run->system;
    const int n = s->size,
              skip = (s->order - 1) * n; /* of a mechanical system, the accelerations */
    const bool rates = (run->macro.method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) == 0;
    if (run->levels == 0 || !rates || !seen->last) {
        return;
    }
    const double since = run->left_t - seen->t;
    bool forced, second;
    const double w = lowest_frequency(run, &forced, &second);
    const double least = fmin(APART / w, run->options.until / LOOKS);
    if (seen->nodes > 0 && since < least) {
        return; /* over so short a time a change is noise */
    }
    for (int i = 0; i < n; i++) {
        const double F = run->left_rate[skip + i];
        if (seen->nodes > 0) {
            changes(seen, i, fabs(F - seen->last[i]) / since);
        }
        seen->force[i] = fmax(seen->force[i], fabs(F));
        seen->size[i] = fmax(seen->size[i], fabs(run->left_y[i]));
        seen->last[i] = F;
    }
    seen->t = run->left_t;
    seen->nodes++;
}

/* the largest of all components; 0: too little was seen, or the run has not ended */
static double rate_seen(const lento_run *run, double *since) {
    const lento_seen *seen = &run->seen;
    const lento_system *s = run->system;
    const double until = run->macro.ticker.t;
    double largest = 0, rate = 0;
    if (seen->nodes < 3 || until < run->options.until * (1 - 1e-12)) {
        return 0; /* the largest force is known at the end */
    }
    for (int i = 0; i < s->size; i++) {
        largest = fmax(largest, seen->size[i]);
    }
    for (int i = 0; i < s->size; i++) {
        const double moved = seen->force[i] * (s->order == 2 ? until * until : until);
        const double own = seen->change[i] / seen->force[i];
        if (moved > MOVES * fmax(seen->size[i], NOTHING * largest) && own > rate) {
            rate = own;
            *since = seen->since[i];
        }
    }
    return rate;
}

void lento_check_slow_rate(lento_run *run) {
    bool forced = false, second = false;
    double since = 0;
    const double w = lowest_frequency(run, &forced, &second), rate = rate_seen(run, &since);
    if (!(rate > 0) || !(w > 0)) {
        return;
    }
    char when[32];
    lento_text_number(when, sizeof when, since, 4);
    const double grown =
        forced && run->system->order == 2 ? fmax(1, GROWS * rate * run->macro.ticker.t) : 1;
    lento_check_showing(&run->doubts, LENTO_CHECK_SLOW_RATE,
                        rate / w * (second ? rate / w : 1) * grown, when, rate, w);
}

/* Of a forcing with one harmonic, even in its phase, the odd terms of the series are zero. Rods in place of stiff
 * springs are looked at with springs. */
int lento_check_slow_power(const lento_run *run) {
    bool knows = false, odd = false;
    for (int l = 0; l < run->levels; l++) {
        const lento_mean *mean = &run->mean[l];
        const lento_system *fast = mean->fast;
        const lento_scale *scale = lento_fastest(fast);
        const bool closed = mean->scheme->closed && !lento_closed_of(fast)->exact &&
                            lento_stiff_of(fast)->count == 0;
        const bool left_out = closed || mean->options.phases > 1;
        const bool even = scale && scale->forced && lento_fast_of(fast)->even;
        knows = knows || left_out;
        odd = odd || (left_out && !(even && lento_harmonics(fast) == 1));
    }
    return !knows ? 0 : odd ? 1 : 2;
}

double lento_check_slow_distance(const lento_run *run) {
    bool forced = false, second = false;
    double since = 0;
    const double w = lowest_frequency(run, &forced, &second), rate = rate_seen(run, &since);
    const double part = w > 0 ? rate / w : 0;
    const int power = lento_check_slow_power(run);
    return power > 0 ? pow(part, power) * fmax(1, DRIFTS * rate * run->macro.ticker.t) : 0;
}
