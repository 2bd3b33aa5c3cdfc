/* SPDX-License-Identifier: MIT
 *
 * force_looks.h - looks at a fast force before a run, for the checks of declarations. Some tens of evaluations, in no
 * count. Sizes are the largest component of an acceleration (order 1: of a rate). */
#ifndef LENTO_CHECK_FORCE_LOOKS_H
#define LENTO_CHECK_FORCE_LOOKS_H

#include "check/estimate.h"

typedef struct lento_looks {
    double fast; /* what the fastest phase changes */
    double slow; /* the size of the slow force: the mean, or the mean of forcing times response */
    double largest;  /* force */
    double rounding; /* of differences of forces */
    double odd;      /* f(phase) - f(-phase) */
    double beyond;   /* harmonics above the declared ones, together, */
    int highest;     /* and the highest of them that matters; 0: none */
    double response; /* by which the fast part changes over its own displacement d, */
    double bent;     /* by which that changes over the next d, */
    double shifted;  /* and by which the mean does over d */
    double velocity; /* what a velocity of the size of the slow motion changes */
    double curve
        [LENTO_MAX_SCALES]; /* second differences in t at a fixed phase, in steps of a part of the period, */
    double moved[LENTO_MAX_SCALES]; /* and the largest change over a hundred periods */
} lento_looks;

/* At and around this state; false: some forces do not exist. */
bool lento_look_at_force(lento_mean *mean, const double state[], lento_looks *look);
/* How far a micro run leaves its neighbourhood, as a part of the distance over which the forces change. */
double lento_looks_excursion(const lento_looks *look);

#endif
