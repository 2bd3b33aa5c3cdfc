/* SPDX-License-Identifier: MIT
 *
 * adaptive.h - what methods that choose their own steps share: putting the ticker on a trial step, phases
 * included, without forming omega * t, and the smallest step that still moves t. */
#ifndef LENTO_STEP_ADAPTIVE_H
#define LENTO_STEP_ADAPTIVE_H

#include <math.h>

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

#endif
