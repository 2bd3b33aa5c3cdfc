/* SPDX-License-Identifier: MIT
 *
 * refine.c - what follows from an estimated error: macro steps, tolerances and micro steps that nobody asked for are
 * chosen anew, so that a run with nothing but a problem is right. What was asked for is left alone, and warned about. */
#include <math.h>

#include "check/check.h"
#include "run/run.h"
#include "study/study.h"

#define AIM             2e-3 /* of the range of a column */
#define WORTH           3e-3 /* a smaller part is not to blame */
#define MOST_SHORTER    8    /* in one go */
#define MOST_WORK       1e8  /* force evaluations that nobody asked for */
#define LEAST_TOLERANCE 1e-12

/* How many times shorter steps of this order must be. */
static double shorter(double error, double order) {
    return fmin(MOST_SHORTER, fmax(1.5, pow(error / AIM, 1 / fmax(order, 0.5))));
}

static bool micro_given(const lento_options *o) {
    bool given = false;
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        const lento_average *a = &o->average[l];
        given = given || a->micro || a->micro_step > 0 || a->micro_per_period > 0;
    }
    return given;
}

/* The macro steps (1) or the micro steps (2) that were left open and make the larger error; 0: neither is worth it. */
static int to_refine(const lento_estimate *e, const lento_options *asked) {
    const bool given =
        asked->steps > 0 || asked->macro_step > 0 || asked->rtol > 0 || asked->atol > 0;
    const double macro = given ? 0 : e->macro, micro = micro_given(asked) ? 0 : e->micro;
    return fmax(macro, micro) < WORTH ? 0 : macro >= micro ? 1 : 2;
}

bool lento_estimate_refine(lento_job *job, const lento_options *asked, const lento_result *result) {
    const lento_estimate *e = &result->estimate;
    const lento_options *resolved = lento_run_options(result->run);
    lento_options *o = &job->options;
    if (!job->estimate || !e->error || result->status != LENTO_DONE ||
        !lento_check_above(LENTO_CHECK_MACRO_ERROR, e->worst)) {
        return false;
    }
    const int which = to_refine(e, asked);
    const bool fixed = resolved->macro_step > 0;
    const double factor =
        which == 1 ? shorter(e->macro, fixed ? e->order : 1) : shorter(e->micro, 2);
    const double work =
        (double)result->counts.force_evaluations * (which == 2 || fixed ? factor : 2);
    if (which == 0 || work > MOST_WORK) {
        return false;
    }
    if (which == 2) {
        for (int l = 0; l < lento_options_levels(resolved); l++) {
            const lento_stepper *micro = &result->run->mean[l].micro;
            o->average[l].micro = o->average[l].micro ? o->average[l].micro : micro->method->name;
            o->average[l].micro_step = resolved->average[l].micro_step / factor;
        }
        return true;
    }
    const lento_stepper *macro = &result->run->macro;
    o->macro = o->macro || macro->composition ? o->macro : macro->method->name;
    if (fixed) {
        o->macro_step = 0;
        o->steps = (int64_t)ceil((double)resolved->steps * factor);
    } else {
        o->rtol = resolved->rtol / factor;
        o->atol = resolved->atol / factor;
    }
    return !(o->rtol > 0) || o->rtol > LEAST_TOLERANCE;
}
