/* SPDX-License-Identifier: MIT
 *
 * force_looks.h - looks at a fast force before a run, for the checks of declarations. Some tens of
 * evaluations, in no count. Sizes are the largest component of an acceleration (order 1: of a
 * rate). */
#ifndef LENTO_CHECK_FORCE_LOOKS_H
#define LENTO_CHECK_FORCE_LOOKS_H

#include "check/estimate.h"

typedef struct lento_looks {
    /* the largest force, and the rounding of differences of forces */
    double largest, rounding;
    /* what the fastest phase changes */
    double fast;
    /* the size of the slow force: of the mean, or of forcing times response */
    double slow;
    /* f(phase) - f(-phase) */
    double odd;
    /* harmonics above the declared ones, and the highest of them that matters; 0: none */
    double beyond;
    int highest;
    /* by which the fast part changes over its own displacement d, by which that changes over the
     * next d, and by which the mean does over d */
    double response, bent, shifted;
    /* what a velocity of the size of the slow motion changes */
    double velocity;
    /* second differences in t at a fixed phase, in steps of a part of the period of each scale, and
     * the largest change over a hundred periods */
    double curve[LENTO_MAX_SCALES], moved[LENTO_MAX_SCALES];
} lento_looks;

/* At and around this state; false: some forces do not exist. */
bool lento_look_at_force(lento_mean *mean, const double state[], lento_looks *look);
/* How far a micro run leaves its neighbourhood, as a part of the distance over which the forces
 * change. */
double lento_looks_excursion(const lento_looks *look);

#endif
