/* SPDX-License-Identifier: MIT
 *
 * before_run.c - what can be doubted about a run once it is built, level by level from the innermost outwards, then
 * about its macro steps: scales that are not separated, a fast scale that is left and not resolved, errors that add
 * up over fast periods, bounds that fixed steps ignore. */
#include <math.h>

#include "check/estimate.h"

/* a window against the step above it */
static void separation(lento_run *run) {
    for (int l = 0; l < run->levels && run->H > 0; l++) {
        const lento_mean *mean = &run->mean[l];
        const double window = mean->options.window, next = l == 0 ? run->H : run->mean[l - 1].h;
        if (!mean->scheme->closed && next != 0) {
            lento_check_showing(&run->doubts,
                                l == 0 ? LENTO_CHECK_SEPARATION : LENTO_CHECK_SEPARATION_INNER,
                                window / (next * (1 + 1e-12)), NULL, window, next);
        }
    }
}

/* Fixed steps are compared with the window before the run, adaptive ones when they are known. They are shorter the
 * tighter the tolerance is, so only windows of several of them are reported. */
void lento_check_separation_found(lento_run *run) {
    lento_check_slow_rate(run);
    const int64_t steps = run->macro.counts.steps;
    const double t = run->macro.ticker.t;
    if (run->adaptive && run->levels > 0 && steps > 0 && !run->mean[0].scheme->closed &&
        !(t < run->options.until * (1 - 1e-12))) {
        const double four = 4 * t / (double)steps, window = run->mean[0].options.window;
        lento_check_showing(&run->doubts, LENTO_CHECK_SEPARATION_ADAPTIVE, window / four, NULL,
                            window, four);
    }
}

/* a fast scale that nothing averages away must be resolved by the macro step */
static void unresolved(lento_run *run) {
    const lento_scale *left = lento_fastest(run->system);
    if (left && (run->macro.method->traits & (LENTO_SPLITS | LENTO_NEEDS_EXACT)) == 0) {
        const double w = lento_frequency(left);
        lento_check_showing(&run->doubts, LENTO_CHECK_UNRESOLVED, run->H * w, NULL, run->H, w);
    }
}

/* multistep methods lose stability on oscillations before their error test sees it (card sanzserna 5) */
static bool loose(lento_run *run) {
    const lento_method *method = run->macro.method;
    const bool blind = run->adaptive && (method->traits & LENTO_MULTISTEP) != 0 &&
                       run->levels == 0 && lento_scales(&run->leaf) > 0;
    const double rtol = blind ? run->options.rtol : 0;
    lento_check(&run->doubts, LENTO_CHECK_MULTISTEP_TOLERANCE, method->name, rtol);
    return lento_check_above(LENTO_CHECK_MULTISTEP_TOLERANCE, rtol);
}

/* What a direct run makes of an oscillation that nothing forces adds up over all its periods: the tolerance of an
 * adaptive method, the damping or growth of one with fixed steps that is not symmetric. */
static void adding_up(lento_run *run) {
    const lento_options *o = &run->options;
    const lento_method *method = run->macro.method;
    const lento_system *s = run->system;
    const lento_scale *scale = lento_fastest(s);
    const unsigned other = LENTO_SPLITS | LENTO_NEEDS_EXACT | LENTO_SYMMETRIC | LENTO_NEEDS_PHASE;
    if (run->levels > 0 || !scale || scale->forced || (method->traits & other) != 0) {
        return;
    }
    const double w = fmax(lento_frequency(scale), scale->highest);
    const double periods = o->until * w / LENTO_TWO_PI;
    if (run->adaptive) {
        const double limit = lento_check_row_of(LENTO_CHECK_ADDED_TOLERANCE)->limit;
        lento_check_showing(&run->doubts, LENTO_CHECK_ADDED_TOLERANCE, o->rtol * periods, NULL,
                            o->rtol, limit / periods);
    } else {
        const double size =
            lento_amplitude_after(o, o->macro, s->order, w, run->H, rint(o->until / run->H));
        lento_check(&run->doubts, LENTO_CHECK_ADDED_GROWTH, method->name, size - 1);
    }
}

/* bounds of steps that are fixed (methods with inner steps take them for those) */
static void ignored(lento_run *run) {
    const lento_options *o = &run->options;
    if (!run->adaptive && (run->macro.method->traits & LENTO_INNER_STEPS) == 0) {
        lento_check_showing(&run->doubts, LENTO_CHECK_FIRST_STEP, o->first_step, o->macro,
                            o->first_step, run->H);
        lento_check_showing(&run->doubts, LENTO_CHECK_MAX_STEP, o->max_step, o->macro, o->max_step,
                            run->H);
    }
}

/* a method that is not stable on the oscillation that an average leaves (leapfrog: card fredbo A0) */
static int stable(lento_run *run) {
    const lento_method *method = run->macro.method;
    const double fastest = lento_run_fastest_left(run), most = method->stable / fastest;
    return method->stable > 0 && fastest > 0
               ? lento_check_showing(&run->doubts, LENTO_CHECK_MACRO_STABLE, run->H / most,
                                     method->name, run->H, most)
               : 0;
}

static int level(lento_mean *mean) {
    if (mean->scheme->closed) {
        return 0;
    }
    if (lento_check_fitted(mean) || (mean->scheme->variables && lento_check_slow_built(mean)) ||
        (mean->scheme->springs && lento_check_springs_built(mean))) {
        return -1;
    }
    lento_check_forcing(mean);
    lento_check_multipliers(mean);
    return 0;
}

/* Averages take the phases of several forcings for independent: a small m w_i - n w_j is a slow beat that they leave
 * out, or an exact resonance. */
static void beats(lento_run *run) {
    static const int pair[][2] = {{1, 1}, {1, 2}, {2, 1}};
    const int n = run->levels > 0 ? lento_scales(&run->leaf) : 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            const lento_scale *a = &run->leaf.fast->scale[i], *b = &run->leaf.fast->scale[j];
            const double w = lento_frequency(a), v = lento_frequency(b);
            for (int k = 0; k < 3 && a->forced && b->forced; k++) {
                const double beat = fabs(pair[k][0] * w - pair[k][1] * v);
                lento_check_showing(&run->doubts, LENTO_CHECK_BEAT, fmin(w, v) / beat, NULL, beat,
                                    LENTO_TWO_PI / beat);
            }
        }
    }
}

int lento_check_built(lento_run *run) {
    for (int l = run->levels - 1; l >= 0; l--) {
        if (level(&run->mean[l])) {
            return -1;
        }
    }
    if (stable(run)) {
        return -1;
    }
    separation(run);
    beats(run);
    unresolved(run);
    if (!loose(run)) {
        adding_up(run);
    }
    ignored(run);
    const char *note = lento_view_of(run->given.order > 0 ? &run->given : &run->leaf)->note;
    lento_check_showing(&run->doubts, LENTO_CHECK_NOTE, note ? 1 : 0, note, 0, 0);
    return 0;
}

/* a level that averages stiff springs: its scheme, or equations where they are rods */
static bool has_springs(const lento_mean *mean) {
    return mean->own && (mean->scheme->springs || mean->scheme->closed);
}

int lento_check_start(lento_mean *mean, const double given[]) {
    if (mean->scheme->variables) {
        return lento_check_slow_start(mean, given);
    }
    return has_springs(mean) ? lento_check_springs_start(mean, given) : 0;
}

void lento_check_step_done(lento_run *run) {
    lento_watch_slow_rate(run);
    if (run->levels > 0 && has_springs(&run->mean[0]) &&
        run->macro.size == 2 * run->mean[0].fast->size) {
        lento_check_springs_node(&run->mean[0], run->macro.ticker.t, run->macro.y);
    }
}
