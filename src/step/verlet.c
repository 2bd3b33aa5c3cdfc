/* SPDX-License-Identifier: MIT
 *
 * verlet.c - method `verlet`: q'' = a(q) with one force per step, symmetric, order 2 (card calvo A0).
 * With a velocity-dependent force it uses the predicted velocity and keeps order 2, but is not symmetric. */
#include "step/verlet.h"

static int step(lento_stepper *s) {
    return lento_verlet_step(s, s->h);
}

static inline int advance(lento_stepper *s) {
    return lento_verlet_advance(s, s->h);
}

static int march(lento_stepper *s, const lento_march *m) {
    return m->gather ? lento_march_with(s, m, lento_verlet_rate, advance)
                     : lento_verlet_march(s, m, s->h);
}

const lento_method lento_method_verlet = {
    .name = "verlet",
    .doc = "Stoermer-Verlet, one force per step; the standard for q'' = f(q)",
    .paper = "calvo",
    .order = 2,
    .takes = LENTO_TAKES_SECOND,
    .traits = LENTO_SYMMETRIC | LENTO_STAGGERED | LENTO_KEEPS_SINE,
    .begin = lento_verlet_begin,
    .rate = lento_verlet_rate,
    .step = step,
    .march = march,
};
