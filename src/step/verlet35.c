/* SPDX-License-Identifier: MIT
 *
 * verlet35.c - method `verlet35`: scheme (35) of fredbo for x = (Pi, Gamma) with Pi' = f, Gamma' = g (card fredbo A0):
 *
 *     Pi_half = Pi + h/2 f(Pi, Gamma);  Gamma' = Gamma + h g(Pi_half, Gamma);  Pi' = Pi_half + h/2 f(Pi_half, Gamma')
 *
 * The top is not separable, so this is of order 1 and not the Verlet of the core. A system says how many of
 * its numbers are momenta. */
#include <string.h>

#include "step/stepper.h"

static int step(lento_stepper *s) {
    if (lento_stepper_rate(s)) {
        return -1;
    }
    const int momenta = lento_splitting_of(s->system)->momenta, size = s->size;
    const int m = momenta > 0 ? momenta : s->n;
    double *field = s->work, *point = s->work + size;
    lento_stepper_node_field(s, field);
    memcpy(point, s->y, (size_t)size * sizeof *point);
    for (int i = 0; i < m; i++) {
        point[i] += s->h / 2 * field[i]; /* fredbo (35), first line */
    }
    if (lento_stepper_field_at(s, 0.5, point, field)) {
        return -1;
    }
    for (int i = m; i < size; i++) {
        point[i] += s->h * field[i]; /* second line */
    }
    if (lento_stepper_field_at(s, 1, point, field)) {
        return -1;
    }
    for (int i = 0; i < m; i++) {
        point[i] += s->h / 2 * field[i]; /* third line, corrected */
    }
    memcpy(s->y, point, (size_t)size * sizeof *point);
    s->fresh = false;
    return 0;
}

const lento_method lento_method_verlet35 = {
    .name = "verlet35",
    .doc = "half kick of the momenta, step of the rest, half kick: scheme (35) of fredbo",
    .paper = "fredbo",
    .order = 1,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .work = 2,
    .rate = lento_stepper_node_rate,
    .step = step,
};
