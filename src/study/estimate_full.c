/* SPDX-License-Identifier: MIT
 *
 * estimate_full.c - how far averaged equations, and windows at two phases, are from the full ones. They have the same
 * limit at all frequencies, so no other run of them shows it: a direct run does, where it is affordable. Where it is
 * not, it is at a lower frequency w', at which the averaged run is made once more: the distance of the two is a power
 * of 1/w (one, or two where the forcing is even), so that it is (w'/w)^power times as large at w. Where even such a
 * frequency is too low to be averaged, the rate of the slow motion says how large the distance may be. */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "study/estimate.h"

#define MOST_DIRECT  1e5 /* evaluations of the full equations */
#define MOST_SEVERAL 1e6 /* the same with several frequencies */
#define APART        20  /* frequencies of two phases that are averaged one after the other */

enum { MEANS = 8 }; /* of several phases that are looked at: each is windows in windows */

/* The part of the frequency at which the full equations are affordable. */
static double lower(const lento_estimator *e, const lento_system *system) {
    const double most = lento_scales(system) > 1 ? MOST_SEVERAL : MOST_DIRECT;
    return fmin(1, most / lento_direct_evaluations(e->job->model, e->resolved.until));
}

/* The distance at that frequency, in e->distance; false: nothing that can be believed. */
static bool at_frequency(lento_estimator *e, double factor) {
    const double *averaged = e->own;
    if (e->stopped || !(factor > 0)) {
        return false;
    }
    if (factor < 1) {
        if (!lento_estimate_other(e, &(lento_variation){1, 1, 1, factor, .second = false})) {
            return false;
        }
        double *spare = e->far; /* what it held is not asked for again */
        e->far = e->spare;
        e->spare = spare;
        averaged = e->far;
    }
    return lento_estimate_other(e, &(lento_variation){1, 1, 1, factor, .full = true}) &&
           lento_estimate_distance(e, e->spare, averaged) <
               (factor < 1 ? LENTO_ESTIMATE_FOLLOWS : INFINITY);
}

/* Of several frequencies the fastest is lowered, as long as it stays far from the next: its share of the distance
 * becomes larger, that of the others stays, and nothing is known of how they add up. */
static double lowered(const lento_estimator *e, const lento_system *system, double factor) {
    const int n = lento_scales(system);
    const lento_scale *scale = n > 0 ? system->fast->scale : NULL;
    const int power = lento_check_slow_power(e->result->run);
    if (n > 1 && factor < 1) {
        return factor * lento_frequency(&scale[n - 1]) > APART * lento_frequency(&scale[n - 2]) ? 2
                                                                                                : 0;
    }
    return n > 1 ? 2 : pow(factor, power); /* few rows are looked at */
}

void lento_estimate_full(lento_estimator *e) {
    const lento_estimate *result = &e->result->estimate;
    const lento_system *system = lento_model_system(e->job->model);
    const double factor = lower(e, system);
    double part = LENTO_ESTIMATE_SAFETY * lowered(e, system, factor), worst;
    if (lento_check_slow_power(e->result->run) == 0) {
        return;
    }
    e->every = lento_scales(system) > 1 ? 1 + e->rows / MEANS : 1;
    if (!lento_forced(system) || !(part > 0) || !at_frequency(e, factor)) {
        part = lento_check_slow_distance(e->result->run);
        memcpy(e->distance, result->range, (size_t)e->width * sizeof *e->distance);
    }
    e->every = 1;
    lento_estimate_add(e, part, &worst);
    e->result->estimate.separation = fmax(e->result->estimate.separation, worst);
}
