/* SPDX-License-Identifier: MIT
 *
 * stormer.c - method `stormer-fitted`: trigonometrically fitted Stoermer, exact for one forcing harmonic
 * (card calvo 6):
 *
 *     x_{k+1} - 2 x_k + x_{k-1} = chi a_k,   chi = (4/omega^2) sin^2(omega h/2),
 *
 * i.e. Verlet with the kick factor chi/h. A micro-integrator: four steps per period suffice. It is no direct
 * method, since chi/h^2 scales the slow force too. */
#include "step/verlet.h"

extern const lento_method lento_method_shake_fitted;

static int begin(lento_stepper *s) {
    s->next_h = lento_fitted_kick(s);
    return lento_verlet_begin(s);
}

static int step(lento_stepper *s) {
    return lento_verlet_step(s, lento_fitted_kick(s));
}

static inline int advance(lento_stepper *s) {
    return lento_verlet_advance(s, s->next_h);
}

static int march(lento_stepper *s, const lento_march *m) {
    return m->gather ? lento_march_with(s, m, lento_verlet_rate, advance)
                     : lento_verlet_march(s, m, s->next_h);
}

const lento_method lento_method_stormer_fitted = {
    .name = "stormer-fitted",
    .doc =
        "Stoermer fitted to the forcing frequency: micro-integrator, 4 steps per period are enough",
    .paper = "calvo",
    .order = 2,
    .takes = LENTO_TAKES_SECOND,
    .traits = LENTO_SYMMETRIC | LENTO_STAGGERED | LENTO_NEEDS_PHASE,
    .begin = begin,
    .rate = lento_verlet_rate,
    .step = step,
    .march = march,
    .constrained = &lento_method_shake_fitted,
};
