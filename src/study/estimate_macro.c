/* SPDX-License-Identifier: MIT
 *
 * estimate_macro.c - the error that the macro steps make: the run again with steps r and 2r times as long. With
 * e(h) = C h^q the two distances
 *
 *     D1 = |y(rH) - y(H)| = C H^q (r^q - 1),    D2 = |y(2rH) - y(H)| = C H^q ((2r)^q - 1)
 *
 * give q and the error D1 / (r^q - 1). The order q is measured and never taken to be higher than that of the method: a
 * fault that struck once in the run itself stands in D1 and D2 alike, shows no order at all and counts in full. Where
 * long steps do not follow the motion r is halved, and the run with steps r becomes the one with 2r, down to a
 * comparison with half the steps H, which needs no order. Steps that a tolerance divides show none: half of them, too.
 *
 * Where D2 / D1 is larger than the order of the method allows, D1 is small by chance, and D2 / ((2r)^q - 1) counts.
 *
 * The error of an adaptive run is not a power of its tolerance, so a tolerance ten times as tight is the judge; where
 * that changes nothing the tolerance does not choose the steps, and steps half as long are. */
#include <math.h>
#include <string.h>

#include "study/estimate.h"

enum { LEAST_STEPS = 16 };
#define TIGHT    1e-5  /* tolerance that follows any motion */
#define TIGHTEST 1e-13 /* tolerance of other runs, at least */
#define SAME     0.01  /* tolerances: a run as near as this has the same steps */
#define SMALL    1e-4  /* of the range: not worth another run */
#define SHOWN    0.01  /* of the range: a larger distance has no order that can be believed */
#define CHANCE   2     /* times the quotient of the order: the nearer run is near by chance */
#define LOOSER   100   /* tolerances of runs that show other parts of the error */
#define PER_TURN 1.2   /* radians of a fast motion in one step: more does not resolve it */

/* Another run becomes the nearest one. */
static void approach(lento_estimator *e, double factor) {
    e->farthest = e->nearest;
    e->nearest = factor;
    lento_estimate_other(e, &(lento_variation){factor, 1, 1, 1, .second = false});
    double *spare = e->far;
    e->far = e->near;
    e->near = e->spare;
    e->spare = spare;
    e->far_worst = e->near_worst;
    e->near_worst = lento_estimate_distance(e, e->near, e->own);
}

/* ((s r)^q - 1) / (r^q - 1), rising with q. */
static double expected(double r, double s, double q) {
    return expm1(q * log(s * r)) / expm1(q * log(r));
}

/* The q at which two distances have this quotient; 0: they show none. */
static double order_seen(const lento_estimator *e, double quotient, double r, double s) {
    double low = 0.25, high = e->fixed ? e->order : 1;
    if (!(quotient > expected(r, s, low)) || !(quotient < INFINITY)) {
        return 0;
    }
    if (quotient >= expected(r, s, high)) {
        return high;
    }
    for (int k = 0; k < 50; k++) {
        const double middle = (low + high) / 2;
        *(quotient > expected(r, s, middle) ? &low : &high) = middle;
    }
    return low;
}

/* What is left of the distance to the run with steps r; a quotient above that of the order shows that it is small by
 * chance. */
static double share(const lento_estimator *e, double quotient, double r, double s) {
    const double q = order_seen(e, quotient, r, s);
    const double chance = q > 0 ? fmax(1, quotient / expected(r, s, q)) : 1;
    return q > 0 ? fmin(1, LENTO_ESTIMATE_SAFETY * chance / expm1(q * log(r))) : 0;
}

/* The distances become errors, each column by the order that it shows itself. What struck a column that shows none may
 * have moved the others as much, in parts of their ranges: they keep that much of their distances. */
static bool shrink(lento_estimator *e, double r, double s) {
    const double *range = e->result->estimate.range;
    double struck = 0;
    lento_estimate_distance(e, e->far, e->own);
    memcpy(e->spare, e->distance, (size_t)e->width * sizeof(double));
    lento_estimate_distance(e, e->near, e->own);
    for (int i = 0; i < e->width; i++) {
        const double part = share(e, e->spare[i] / e->distance[i], r, s);
        e->spare[i] = part > 0 ? part : 1;
        struck = part > 0 || !(range[i] > 0) ? struck : fmax(struck, e->distance[i] / range[i]);
    }
    for (int i = 0; i < e->width; i++) {
        e->distance[i] =
            fmax(e->spare[i] * e->distance[i], fmin(e->distance[i], struck * range[i]));
    }
    return true;
}

/* From steps s r times as long down to those that follow the motion; false: none do. Leaves the errors of the columns in
 * e->distance. */
static bool descend(lento_estimator *e, double r, double s) {
    const double least = e->fixed ? 2 : 10;
    approach(e, s * r);
    for (approach(e, r); !e->stopped; approach(e, r /= s)) {
        const double q = order_seen(e, e->far_worst / e->near_worst, r, s);
        e->result->estimate.order = q;
        const bool chance = q > 0 && e->far_worst / e->near_worst > CHANCE * expected(r, s, q);
        if ((q > 0 && !chance && e->near_worst < SHOWN) || e->near_worst < SMALL) {
            return shrink(e, r, s);
        }
        if (r < least * s * (1 - 1e-9)) {
            break;
        }
    }
    return false;
}

/* No longer steps than resolve what moves fast and is not averaged. */
static double longest(const lento_estimator *e) {
    const bool direct = lento_options_levels(&e->resolved) == 0;
    const lento_scale *scale = direct ? lento_model_fastest(e->job->model) : NULL;
    const double fast = scale ? fmax(lento_frequency(scale), scale->highest) : 0;
    double r = (double)lento_estimate_ratio(&e->resolved);
    while (r > 2 && 2 * r * e->resolved.macro_step * fast > PER_TURN) {
        r /= 2;
    }
    return r;
}

int64_t lento_estimate_ratio(const lento_options *resolved) {
    const int64_t longest = 16;
    int64_t r = resolved->steps < LEAST_STEPS ? 1 : 2;
    while (r > 1 && r < longest && resolved->steps / (4 * r) >= LEAST_STEPS) {
        r *= 2;
    }
    return r;
}

/* A run with loose tolerances for the parts of the error that averaging makes, and the judge. */
static void tighten(lento_estimator *e) {
    const double rtol = e->resolved.rtol, tighter = fmin(0.1, TIGHT / rtol);
    const lento_counts counts = lento_run_counts(e->result->run);
    if (lento_options_levels(&e->resolved) > 0 && LOOSER * rtol < LENTO_ESTIMATE_LOOSEST) {
        approach(e, LOOSER);
    }
    approach(e, tighter);
    if (e->near_worst < SAME * rtol && !e->stopped) {
        e->max_step = 0.5 * e->resolved.until / fmax(1, (double)counts.macro_steps);
        approach(e, tighter);
        e->max_step = 0;
    }
}

/* A direct run makes so many steps that longer ones, whose errors are divided by r^q, hide what struck it once and
 * small. The same run again is the same to the last bit, or something struck: that counts in full. */
static void repeat(lento_estimator *e) {
    double again;
    if (!e->stopped && lento_estimate_other(e, &(lento_variation){1, 1, 1, 1, .second = false})) {
        lento_estimate_distance(e, e->spare, e->own);
        lento_estimate_add(e, 1, &again);
        e->result->estimate.macro += again;
    }
}

void lento_estimate_macro(lento_estimator *e) {
    lento_estimate *result = &e->result->estimate;
    const bool longer = e->fixed ? !e->inner : 0.1 * e->resolved.rtol < TIGHTEST;
    const double r = e->fixed ? longest(e) : 10;
    double part = longer && r > 1 && descend(e, r, e->fixed ? 2 : 10) ? 1 : 0;
    result->how = e->fixed ? "longer steps" : "looser tolerances";
    if (part == 0 && !e->stopped) { /* long steps say nothing: the finer run is the judge */
        result->how = e->fixed ? "half the steps" : "a tighter tolerance";
        part = LENTO_ESTIMATE_SAFETY;
        if (e->fixed) {
            approach(e, 0.5);
        } else {
            tighten(e);
        }
    }
    lento_estimate_add(e, part, &result->macro);
    if (e->fixed && part == 1 && lento_options_levels(&e->resolved) == 0) {
        repeat(e);
    }
}
