/* SPDX-License-Identifier: MIT
 *
 * given.c - what the caller gave, looked at before anything is built: one sentence for every mistake. */
#include <math.h>

#include "run/run.h"

/* zero means default; false for NaN too */
static bool usable(double x) {
    return x >= 0 && isfinite(x);
}

static int check_average(const lento_average *a, lento_failure *f) {
    const bool counts = a->micro_per_period >= 0 && a->phases >= 0 && a->gauge >= 0 &&
                        a->gauge_runs >= 0 && a->derivative >= 0;
    const bool numbers = usable(a->periods) && usable(a->window) && usable(a->micro_step) &&
                         usable(a->reproject) && usable(a->relax) && usable(a->cutoff);
    const lento_rule rules[] = {
        {!counts || !numbers,
         .what = "window, periods, micro steps and phases must be positive and finite"},
        {a->cutoff >= 1, .what = "the cut-off is relative and must be below 1, not %g",
         .number = {a->cutoff}},
        {a->phases > 1000, .what = "%g phases are too many (at most 1000)", .number = {a->phases}},
        {0}};
    return lento_fail_first(f, LENTO_BAD_OPTION, rules);
}

static int check_numbers(lento_run *run) {
    const lento_options *o = &run->options;
    const lento_rule rules[] = {
        {!(o->until > 0) || !isfinite(o->until), .what = "the end time must be positive, not %g",
         .number = {o->until}},
        {o->steps < 0 || !usable(o->macro_step),
         .what = "the number of macro steps and their length must be positive"},
        {o->steps > 0 && o->macro_step > 0,
         .what = "give either the number of macro steps or their length, not both"},
        {o->macro_step > o->until * (1 + 1e-9),
         .what = "a macro step of %g is longer than the run, which ends at %g",
         .number = {o->macro_step, o->until}},
        {!usable(o->first_step) || !(o->max_step >= 0),
         /* an infinite bound is none */ .what = "the first and the longest step must be positive"},
        {!usable(o->rtol) || !usable(o->atol) || !usable(o->sample_every) || o->sample_steps < 0,
         .what = "tolerances and the output spacing must be positive and finite"},
        {0}};
    int status = lento_fail_first(&run->failure, LENTO_BAD_OPTION, rules);
    for (int l = 0; l < LENTO_MAX_LEVELS && status == 0; l++) {
        status = check_average(&o->average[l], &run->failure);
    }
    return status;
}

static const char *stiff_option(const lento_average *a) {
    return a->adiabatic       ? "adiabatic"
           : a->restore_fast  ? "restore-fast"
           : a->reproject > 0 ? "reproject"
                              : NULL;
}

static const char *slow_option(const lento_average *a) {
    return a->relax > 0        ? "relax"
           : a->gauge_runs > 0 ? "gauge-runs"
           : a->derivative > 0 ? "derivative"
           : a->cutoff > 0     ? "cutoff"
                               : NULL;
}

/* options that belong to one scheme are not ignored silently */
int lento_check_scheme_options(lento_run *run) {
    const lento_average *a = run->options.average;
    const char *stiff = NULL, *slow = NULL;
    bool has_stiff = false, has_slow = false, has_windows = false, gauge = false, knows = false;
    for (int l = 0; l == 0 || l < run->levels; l++) {
        const lento_scheme *scheme = l < run->levels ? lento_scheme_find(a[l].scheme) : NULL;
        has_stiff = has_stiff || (scheme && scheme->springs);
        has_slow = has_slow || (scheme && scheme->variables);
        has_windows = has_windows || (scheme && !scheme->closed);
        gauge = gauge || a[l].gauge == LENTO_GAUGE_MEAN;
        knows = knows || !scheme || scheme->gauge;
        stiff = stiff_option(&a[l]) ? stiff_option(&a[l]) : stiff;
        slow = slow_option(&a[l]) ? slow_option(&a[l]) : slow;
    }
    if (stiff && !has_stiff) {
        return lento_fail_words(
            &run->failure, LENTO_BAD_OPTION,
            "option '%s' belongs to scheme stiff and systems with stiff springs", stiff, NULL);
    }
    if (gauge && !knows) {
        return lento_fail(&run->failure, LENTO_BAD_OPTION,
                          "option 'gauge' belongs to schemes direct, sync and slow");
    }
    return slow && has_windows && !has_slow
               ? lento_fail_words(&run->failure, LENTO_BAD_OPTION,
                                  "option '%s' belongs to scheme slow", slow, NULL)
               : 0;
}

static int check_scales(const lento_system *s, lento_failure *f) {
    const int n = lento_scales(s);
    int status = n < 0 || n > LENTO_MAX_SCALES
                     ? lento_fail_number(f, LENTO_BAD_SYSTEM, "a system has at most %g scales",
                                         LENTO_MAX_SCALES, 0)
                     : 0;
    for (int i = 0; i < n && status == 0; i++) {
        const lento_scale *scale = &s->fast->scale[i];
        const double w = lento_frequency(scale);
        const lento_rule rules[] = {
            {!(w > 0) || !isfinite(w),
             .what = "a fast frequency must be positive and finite, not %g", .number = {w}},
            {!usable(scale->lowest) || !usable(scale->highest) || !isfinite(scale->phase),
             .what =
                 "the range of fast frequency %g must be positive and finite, and its phase finite",
             .number = {w}},
            {scale->rate != NULL, .what = "a fast frequency that varies (rate) is not supported "
                                          "yet; give a constant one with "
                                          "its range, lowest and highest"},
            {i > 0 && w < lento_frequency(&s->fast->scale[i > 0 ? i - 1 : 0]),
             .what = "scales are listed slowest first"},
            {0}};
        status = lento_fail_first(f, LENTO_BAD_SYSTEM, rules);
    }
    return status;
}

/* counts of the parts: methods index the state by them */
static int check_counts(const lento_system *s, lento_failure *f) {
    const lento_splitting *parts = lento_splitting_of(s);
    const int numbers = s->order * s->size;
    if (lento_constraints(s) < 0 || lento_fast_of(s)->harmonics < 0 ||
        lento_stiff_of(s)->count < 0 || parts->soft < 0 || parts->soft > numbers / 2 ||
        parts->momenta < 0 || parts->momenta > numbers) {
        return lento_fail(f, LENTO_BAD_SYSTEM,
                          "a part of the system has a count that is negative or exceeds its state");
    }
    return 0;
}

static int check_shape(const lento_system *s, lento_failure *f) {
    if ((s->order != 1 && s->order != 2) || s->size < 1) {
        return lento_fail(f, LENTO_BAD_SYSTEM,
                          "a system needs order 1 or 2 and at least one coordinate");
    }
    if (check_scales(s, f) || check_counts(s, f)) {
        return -1;
    }
    if (lento_constraints(s) > 0 && !lento_mechanics_of(s)->constraint) {
        return lento_fail(f, LENTO_BAD_SYSTEM,
                          "a constrained system needs its constraint function");
    }
    return 0;
}

int lento_check_system(const lento_system *s, lento_failure *f) {
    if (check_shape(s, f)) {
        return -1;
    }
    if (!s->rate && !lento_splitting_of(s)->flow && !lento_solution_of(s)->exact &&
        !(s->order == 1 && s->field)) {
        return lento_fail(f, LENTO_BAD_SYSTEM, "a system needs a right-hand side");
    }
    return 0;
}

/* the system and the forms of it that a run may take instead; an averaged one that is not run may know no more
 * than its reconstruction */
int lento_check_given(lento_run *run) {
    const lento_system *first = lento_first_order_of(&run->leaf)->system,
                       *closed = lento_closed_of(&run->leaf)->system;
    lento_failure *f = &run->failure;
    if (check_numbers(run) || lento_check_system(&run->leaf, f) ||
        (first && lento_check_system(first, f))) {
        return -1;
    }
    for (int l = 0; closed && l < LENTO_MAX_LEVELS; l++, closed = lento_closed_of(closed)->system) {
        if (check_shape(closed, f)) {
            return -1;
        }
    }
    return 0;
}
