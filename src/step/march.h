/* SPDX-License-Identifier: MIT
 *
 * march.h - the loop everything rests on: walk n steps and, on the way, gather weighted rates. The micro
 * window of every scheme and the long stretches of a direct run are this loop (weights NULL). A weight of
 * zero means "do not evaluate", not "do not step": only so the published step and force counts come out
 * together. Methods with a cheap step instantiate it with their own inlined verbs. */
#ifndef LENTO_STEP_MARCH_H
#define LENTO_STEP_MARCH_H

#include <string.h>

#include "step/stepper.h"

static inline int lento_march_gather(const lento_stepper *s, const lento_march *m, int64_t k) {
    const double w = m->weights[k];
    if (m->gather) {
        if (m->gather(m->mean, w)) {
            return -1;
        }
    } else {
        for (int i = 0; i < s->n; i++) {
            m->sum[i] += w * s->rate[i];
        }
    }
    if (k == 0 && m->centre) {
        memcpy(m->centre, s->rate, (size_t)s->n * sizeof *m->centre);
    }
    return 0;
}

static inline int lento_march_with(lento_stepper *s, const lento_march *m,
                                   int (*rate)(lento_stepper *), int (*step)(lento_stepper *)) {
    const double *w = m->weights;
    for (int64_t k = 0;; k++) {
        if (w && w[k] != 0 && (k > 0 || m->first)) {
            if ((!s->fresh && rate(s)) || lento_march_gather(s, m, k)) {
                return -1;
            }
        }
        if (k == m->steps) {
            return 0;
        }
        if (step(s)) {
            return -1;
        }
    }
}

#endif
