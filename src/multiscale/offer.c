/* SPDX-License-Identifier: MIT
 *
 * offer.c - the systems around an average: the slow one that it offers to the level above, whose
 * parts ask those of the fast one, and the fast one in increments from a base point, on which the
 * micro run stands where the problem offers increments. */
#include <string.h>

#include "multiscale/mean.h"

/* ---- the slow system, seen by the level above ---- */

static int mean_constraint(const double q[], double g[], double jacobian[], void *params) {
    const lento_mean *mean = params;
    return mean->fast->mechanics->constraint(q, g, jacobian, mean->fast->params);
}

static int mean_constraint_near(const double base[], const double d[], double g[],
                                double jacobian[], void *params) {
    const lento_mean *mean = params;
    return mean->fast->mechanics->constraint_near(base, d, g, jacobian, mean->fast->params);
}

/* the closed form of this average knows the next one */
static const lento_system *closed_below(const void *params) {
    return lento_closed_of(((const lento_mean *)params)->fast)->system;
}

static int mean_reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                            double q[], double v[], void *params) {
    const lento_system *closed = closed_below(params);
    return lento_closed_of(closed)->reconstruct(t, phase, Q, V, q, v, closed->params);
}

static int mean_convert(const double state[], double averaged_state[], void *params) {
    const lento_system *closed = closed_below(params);
    return lento_closed_of(closed)->convert(state, averaged_state, closed->params);
}

static void offer_mechanics(lento_mean *mean) {
    lento_mechanics *m = &mean->mechanics;
    *m = *lento_mechanics_of(mean->fast);
    m->constraint = m->constraint ? mean_constraint : NULL;
    m->constraint_near = m->constraint_near ? mean_constraint_near : NULL;
    m->rate_near = NULL;
}

void lento_mean_offer(lento_mean *mean, lento_rate *rate) {
    const lento_system *fast = mean->fast, *closed = lento_closed_of(fast)->system;
    mean->system = (lento_system){.order = fast->order,
                                  .size = fast->size,
                                  .rate = rate,
                                  .params = mean,
                                  .fast = &mean->slower,
                                  .mechanics = &mean->mechanics,
                                  .known = &mean->known};
    mean->slower = *fast->fast;
    mean->slower.count--;
    mean->slower.even = false;
    mean->slower.harmonics = 0;
    offer_mechanics(mean);
    if (closed && mean->slower.count > 0) { /* what is known of the remaining scales */
        const lento_closed *next = lento_closed_of(closed);
        mean->slower.even = lento_fast_of(closed)->even;
        mean->slower.harmonics = lento_fast_of(closed)->harmonics;
        mean->closed = (lento_closed){.system = next->system,
                                      .convert = next->convert ? mean_convert : NULL,
                                      .reconstruct = next->reconstruct ? mean_reconstruct : NULL};
        mean->known.averaged = &mean->closed;
    }
}

/* ---- the fast system in increments from a base point (same state, shifted) ---- */

static int near_rate(double t, const lento_phase phase[], const double d[], const double v[],
                     double rate[], void *params) {
    const lento_mean *mean = params;
    return mean->fast->mechanics->rate_near(t, phase, mean->base, d, v, rate, mean->fast->params);
}

static int near_constraint(const double d[], double g[], double jacobian[], void *params) {
    const lento_mean *mean = params;
    return mean->fast->mechanics->constraint_near(mean->base, d, g, jacobian, mean->fast->params);
}

bool lento_mean_shifts(const lento_system *fast) {
    const lento_mechanics *m = lento_mechanics_of(fast);
    return fast->order == 2 && m->rate_near && (m->constraints == 0 || m->constraint_near);
}

void lento_mean_shift(lento_mean *mean) {
    const lento_system *fast = mean->fast;
    if (!lento_mean_shifts(fast)) {
        return;
    }
    mean->near = *fast;
    mean->near.rate = near_rate;
    mean->near_mechanics = *fast->mechanics;
    mean->near_mechanics.constraint = fast->mechanics->constraint_near ? near_constraint : NULL;
    mean->near.mechanics = &mean->near_mechanics;
    mean->near.params = mean;
}

void lento_mean_place(lento_mean *mean, const lento_phase phase[], double turn, const double q[],
                      const double v[]) {
    const int n = mean->fast->size, last = lento_scales(mean->fast) - 1;
    const size_t bytes = (size_t)n * sizeof *q;
    double *y = mean->micro.y;
    for (int i = 0; i < last; i++) {
        mean->turn[i] = phase[i].angle / LENTO_TWO_PI;
    }
    mean->turn[last] = turn;
    memmove(mean->base ? mean->base : y, q, bytes);
    if (mean->base) {
        memset(y, 0, bytes);
    }
    if (v) {
        memmove(y + n, v, bytes);
    } else if (mean->fast->order == 2) {
        memset(y + n, 0, bytes);
    }
}
