/* SPDX-License-Identifier: MIT
 *
 * soft_verlet.c - method `soft-verlet`, the nearly reversible macro step of long Fermi-Pasta-Ulam runs (card
 * ariel C5) for averaged systems x = (y, u, rest), y' = u soft, the rest stiff:
 *
 *     y += (H/2) u;   window at (y, u + (H/2) u'_previous, rest)  ->  u', rest'
 *     rest += H rest';   u += H u';   y += (H/2) u
 *
 * One window per step. The velocity is predicted to the half step before the window; without that the soft
 * energy drifts by some percent. */
#include <string.h>

#include "step/stepper.h"

/* work: the point of the window, its rate, the previous u' */
static void carve(lento_stepper *s, lento_arena *arena) {
    s->work = lento_take(arena, 2 * s->size + lento_splitting_of(s->system)->soft);
}

static int begin(lento_stepper *s) {
    double *before = s->work + 2 * s->size;
    memset(before, 0, (size_t)lento_splitting_of(s->system)->soft * sizeof *before);
    return 0;
}

static int step(lento_stepper *s) {
    const int k = lento_splitting_of(s->system)->soft, size = s->size;
    const double H = s->h;
    double *point = s->work, *field = point + size, *before = field + size;
    double *y = s->y, *u = y + k;
    memcpy(point, s->y, (size_t)size * sizeof *point);
    for (int i = 0; i < k; i++) {
        point[i] = y[i] + H / 2 * u[i];
        point[k + i] = u[i] + H / 2 * before[i];
    }
    if (lento_stepper_field_at(s, 0.5, point, field)) {
        return -1;
    }
    for (int i = 0; i < k; i++) {
        before[i] = field[k + i];
        u[i] += H * field[k + i];
        y[i] = point[i] + H / 2 * u[i];
    }
    for (int i = 2 * k; i < size; i++) {
        y[i] += H * field[i];
    }
    s->fresh = false;
    return 0;
}

static int dense(lento_stepper *s, double x, double *out) {
    const int k = lento_splitting_of(s->system)->soft;
    const double *field = s->work + s->size;
    memcpy(out, s->y, (size_t)s->size * sizeof *out);
    for (int i = k; i < s->size; i++) { /* all but y moved at a constant rate */
        out[i] -= (1 - x) * s->h * field[i];
    }
    for (int i = 0; i < k; i++) {
        const double u0 = s->y[k + i] - s->h * field[k + i], u1 = s->y[k + i];
        const double half = s->work[i]; /* y at the half step */
        out[i] = x < 0.5 ? half - (0.5 - x) * s->h * u0 : half + (x - 0.5) * s->h * u1;
    }
    return 0;
}

const lento_method lento_method_soft_verlet = {
    .name = "soft-verlet",
    .doc = "nearly reversible macro step for soft motion beside stiff oscillators; one window per "
           "step",
    .paper = "ariel",
    .order = 2,
    .takes = LENTO_TAKES_FIRST,
    .traits = LENTO_NEEDS_SOFT | LENTO_MACRO_ONLY | LENTO_MULTISTEP,
    .carve = carve,
    .begin = begin,
    .rate = lento_stepper_no_rate,
    .step = step,
    .dense = dense,
};
