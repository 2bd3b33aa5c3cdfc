/* SPDX-License-Identifier: MIT
 *
 * adaptive.h - what methods that choose their own steps share: putting the ticker on a trial step, phases
 * included, without forming omega * t, and the smallest step that still moves t. */
#ifndef LENTO_STEP_ADAPTIVE_H
#define LENTO_STEP_ADAPTIVE_H

#include <math.h>
#include <string.h>

#include "step/stepper.h"

/* the next step goes from the node's time by h */
static inline void lento_adaptive_retime(lento_stepper *s, double h) {
    const double t = s->ticker.t;
    double turn[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(s->system); i++) {
        turn[i] = lento_turn_of(&s->system->fast->scale[i], t);
    }
    lento_ticker_start(&s->ticker, s->system, t, turn, h, false);
    s->h = h;
}

static inline double lento_adaptive_least(double t) {
    return 16 * (nextafter(fabs(t), INFINITY) - fabs(t));
}

static inline int lento_adaptive_stalled(lento_stepper *s) {
    return lento_fail(
        s->failure, LENTO_STALLED,
        "the step size fell below the spacing of numbers; the tolerance is too tight or the "
        "solution is singular");
}

/* ---- embedded Runge-Kutta pairs; work: the trial point, the state at the start of the step, the stages ---- */

static inline double *lento_pair_trial(const lento_stepper *s) {
    return s->work;
}
static inline double *lento_pair_start(const lento_stepper *s) {
    return s->work + s->size;
}
static inline double *lento_pair_stage(const lento_stepper *s, int i) {
    return s->work + (2 + i) * s->size;
}

static inline int lento_pair_begin(lento_stepper *s) {
    s->next_h = 0;
    return 0;
}

/* a step: the node's rate is the first stage, `stages` or `adapt` give the others and the trial point */
static inline int lento_pair_step(lento_stepper *s, int (*stages)(lento_stepper *),
                                  int (*adapt)(lento_stepper *)) {
    const size_t bytes = (size_t)s->size * sizeof *s->y;
    if (lento_stepper_rate(s)) {
        return -1;
    }
    lento_stepper_node_field(s, lento_pair_stage(s, 0));
    if (s->fixed ? stages(s) : adapt(s)) {
        return -1;
    }
    memcpy(lento_pair_start(s), s->y, bytes);
    memcpy(s->y, lento_pair_trial(s), bytes);
    s->fresh = false;
    return 0;
}

#endif
