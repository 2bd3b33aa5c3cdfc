/* SPDX-License-Identifier: MIT
 *
 * exact.c - method `exact`: the state at the end of each step from the system's closed solution, always
 * counted from the start of the segment, so that no error accumulates. */
#include <string.h>

#include "step/stepper.h"

static int begin(lento_stepper *s) {
    memcpy(s->work, s->y, (size_t)s->size * sizeof *s->work);
    return 0;
}

static int at(lento_stepper *s, double fraction, double *y) {
    const double t = ((double)s->ticker.k + fraction) * s->ticker.h;
    s->counts.flows++;
    if (s->system->known->exact->exact(t, s->work, y, s->system->params)) {
        return lento_fail(s->failure, LENTO_BAD_SYSTEM,
                          "the exact solution does not cover this motion");
    }
    return 0;
}

static int step(lento_stepper *s) {
    s->fresh = false;
    return at(s, 1, s->y);
}

static int dense(lento_stepper *s, double fraction, double *y) {
    return at(s, fraction - 1, y); /* the ticker already stands at the end of the step */
}

const lento_method lento_method_exact = {
    .name = "exact",
    .doc = "the closed solution, where the problem has one",
    .paper = "bodack, fredbo",
    .order = 99,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .traits = LENTO_NEEDS_EXACT | LENTO_MACRO_ONLY,
    .work = 1,
    .begin = begin,
    .rate = lento_stepper_no_rate,
    .step = step,
    .dense = dense,
};
