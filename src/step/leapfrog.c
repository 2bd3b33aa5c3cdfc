/* SPDX-License-Identifier: MIT
 *
 * leapfrog.c - method `leapfrog`: the two-step rule x_{n+1} = x_{n-1} + 2 H f(x_n) on any first-order field,
 * first step by Euler (card fredbo A0). Stable only while H times the largest rate stays below one. */

#include "step/stepper.h"

static int step(lento_stepper *s) {
    if (lento_stepper_rate(s)) {
        return -1;
    }
    double *previous = s->work, *field = s->work + s->size;
    lento_stepper_node_field(s, field);
    const bool first = s->stage == 0;
    for (int i = 0; i < s->size; i++) {
        const double here = s->y[i];
        s->y[i] = first ? here + s->h * field[i] : previous[i] + 2 * s->h * field[i];
        previous[i] = here;
    }
    s->stage = 1;
    s->fresh = false;
    return 0;
}

const lento_method lento_method_leapfrog = {
    .name = "leapfrog",
    .doc = "two-step rule x_{n+1} = x_{n-1} + 2 H f(x_n), started by Euler",
    .paper = "fredbo",
    .order = 2,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .traits = LENTO_MULTISTEP,
    .stable = 1, /* the two-step rule grows without bound beyond (card fredbo A0) */
    .work = 2,
    .rate = lento_stepper_node_rate,
    .step = step,
};
