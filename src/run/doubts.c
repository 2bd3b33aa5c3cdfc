/* SPDX-License-Identifier: MIT
 *
 * doubts.c - what can be doubted about a run before it begins, once its levels and its macro steps are known: scales
 * that are not separated, a fast scale that is left and not resolved, errors that add up over fast periods, bounds
 * that nobody heeds. Each is one warning. */
#include <math.h>

#include "core.h"

#define ADDED_LIMIT 0.02 /* of the fast oscillation, over a whole run */

static void warn_separation(lento_run *run) {
    for (int l = 0; l < run->levels && run->H > 0; l++) {
        const lento_mean *mean = &run->mean[l];
        const double next = l == 0 ? run->H : run->mean[l - 1].h;
        if (mean->scheme->closed || next == 0 || mean->options.window <= next * (1 + 1e-12)) {
            continue;
        }
        lento_run_warn(
            run, "scales-not-separated",
            l == 0 ? "scales are not separated: window %g exceeds macro step %g"
                   : "scales are not separated: an inner window of %g exceeds the step %g of "
                     "the level above",
            NULL, mean->options.window, next);
    }
}

/* a fast scale that nothing averages away must be resolved by the macro step */
static void warn_unresolved(lento_run *run) {
    const lento_system *left = run->system;
    const bool exact_parts = (run->macro.method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) != 0;
    if (lento_scales(left) == 0 || exact_parts ||
        !(run->H * lento_frequency(lento_fastest(left)) > 2)) {
        return;
    }
    lento_run_warn(run, "fast-scale-unresolved",
                   "the macro step %g is too long for the fast frequency %g, which is not "
                   "averaged; average it or take smaller steps",
                   NULL, run->H, lento_frequency(lento_fastest(left)));
}

/* multistep methods lose stability on oscillations before their error test sees it (card sanzserna 5) */
static bool warn_loose(lento_run *run) {
    const bool multistep = (run->macro.method->traits & LENTO_MULTISTEP) != 0;
    const bool loose = run->adaptive && multistep && run->levels == 0 &&
                       lento_scales(&run->leaf) > 0 && run->options.rtol > 1e-5;
    if (loose) {
        lento_run_warn(
            run, "loose-tolerance",
            "%s on a fast oscillation may blow up unnoticed at a tolerance of %g; take %g or less",
            run->macro.method->name, run->options.rtol, 1e-5);
    }
    return loose;
}

/* What a direct run makes of an oscillation that nothing forces adds up over all its periods: the tolerance of an
 * adaptive method, the damping or growth of one with fixed steps that is not symmetric. */
static void warn_adding_up(lento_run *run) {
    const lento_options *o = &run->options;
    const lento_method *method = run->macro.method;
    const lento_system *s = run->system;
    const lento_scale *scale = lento_fastest(s);
    const unsigned other = LENTO_SPLITS | LENTO_NEEDS_EXACT | LENTO_SYMMETRIC | LENTO_NEEDS_PHASE;
    if (run->levels > 0 || !scale || scale->forced || (method->traits & other) != 0) {
        return;
    }
    const double w = fmax(lento_frequency(scale), scale->highest),
                 periods = o->until * w / LENTO_TWO_PI;
    if (run->adaptive) {
        if (o->rtol * periods > ADDED_LIMIT) {
            lento_run_warn(run, "loose-tolerance",
                           "errors of a tolerance of %g add up over the fast periods of this run; "
                           "take %g or less",
                           NULL, o->rtol, ADDED_LIMIT / periods);
        }
        return;
    }
    const double size =
        lento_amplitude_after(o, o->macro, s->order, w, run->H, rint(o->until / run->H));
    if (fabs(size - 1) > ADDED_LIMIT) {
        lento_run_warn(run, "fast-scale-unresolved",
                       "%s changes a fast oscillation by %g of its size over this run, more than "
                       "%g: take smaller steps or a higher order",
                       method->name, size - 1, ADDED_LIMIT);
    }
}

/* bounds of steps that nobody chooses (methods with inner steps take them for those) */
static void warn_ignored(lento_run *run) {
    const lento_options *o = &run->options;
    const bool inner = (run->macro.method->traits & LENTO_INNER_STEPS) != 0;
    if (run->adaptive || inner) {
        return;
    }
    if (o->first_step > 0) {
        lento_run_warn(run, "option-ignored",
                       "the macro steps of %s are fixed here, so first-step is ignored", o->macro,
                       o->first_step, run->H);
    }
    if (o->max_step > 0) {
        lento_run_warn(run, "option-ignored",
                       "the macro steps of %s are fixed here, so max-step is ignored", o->macro,
                       o->max_step, run->H);
    }
}

void lento_run_doubts(lento_run *run) {
    warn_separation(run);
    warn_unresolved(run);
    if (!warn_loose(run)) {
        warn_adding_up(run);
    }
    warn_ignored(run);
}
