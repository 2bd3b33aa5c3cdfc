/* SPDX-License-Identifier: MIT
 *
 * given.c - what the caller gave, looked at before anything is built: one sentence for every mistake. */
#include <math.h>

#include "run/run.h"
#include "system/given.h"

static int check_average(const lento_average *a, lento_failure *f) {
    const bool counts = a->micro_per_period >= 0 && a->phases >= 0 && a->gauge_runs >= 0;
    const bool numbers = lento_usable(a->periods) && lento_usable(a->window) &&
                         lento_usable(a->micro_step) && lento_usable(a->reproject) &&
                         lento_usable(a->relax) && lento_usable(a->cutoff);
    const lento_rule rules[] = {
        {!counts || !numbers,
         .what = "window, periods, micro steps and phases must be positive and finite"},
        {a->cutoff >= 1, .what = "the cut-off is relative and must be below 1, not %g",
         .number = {a->cutoff}},
        {!lento_between(a->gauge, 0, LENTO_GAUGE_MEAN) ||
             !lento_between((int)a->side, 0, LENTO_FORWARD) || !lento_between(a->derivative, 0, 1),
         .what = "the gauge, the side or the derivative of a window is none of their values"},
        {a->micro_per_period > LENTO_MOST_PER_PERIOD,
         .what = "%g micro steps per period are too many (at most %g)",
         .number = {a->micro_per_period, LENTO_MOST_PER_PERIOD}},
        {a->gauge_runs > LENTO_MOST_RUNS, .what = "%g runs for a mean are too many (at most %g)",
         .number = {a->gauge_runs, LENTO_MOST_RUNS}},
        {a->phases > 1000, .what = "%g phases are too many (at most 1000)", .number = {a->phases}},
        {0}};
    return lento_fail_first(f, LENTO_BAD_OPTION, rules);
}

static int check_numbers(lento_run *run) {
    const lento_options *o = &run->options;
    const lento_rule rules[] = {
        {!(o->until > 0) || !isfinite(o->until), .what = "the end time must be positive, not %g",
         .number = {o->until}},
        {o->steps < 0 || !lento_usable(o->macro_step),
         .what = "the number of macro steps and their length must be positive"},
        {o->steps > 0 && o->macro_step > 0,
         .what = "give either the number of macro steps or their length, not both"},
        {o->macro_step > o->until * (1 + 1e-9),
         .what = "a macro step of %g is longer than the run, which ends at %g",
         .number = {o->macro_step, o->until}},
        {!lento_usable(o->first_step) || !(o->max_step >= 0),
         /* an infinite bound is none */ .what = "the first and the longest step must be positive"},
        {!lento_between(o->columns, 0, LENTO_MOST_SIZE), .what = "there cannot be %g columns",
         .number = {o->columns}},
        {!lento_usable(o->rtol) || !lento_usable(o->atol) || !lento_usable(o->sample_every) ||
             o->sample_steps < 0,
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

/* what the options add to the system: one set, not a list */
static int check_added(const lento_options *o, lento_failure *f) {
    const lento_slow_set one[] = {o->slow ? *o->slow : (lento_slow_set){0}, {0}};
    const lento_observed *seen = o->observed;
    const lento_rule rules[] = {
        {o->slow && o->slow->size < 1, .what = "the slow variables of the options are empty"},
        {seen && !lento_between(seen->count, 0, o->columns),
         .what = "%g observables need as many columns, and there are %g",
         .number = {seen ? seen->count : 0, o->columns}},
        {seen && seen->count > 0 && (!seen->observe || !seen->integral),
         .what = "observables need their function, and which of them are integrals"},
        {0}};
    return lento_fail_first(f, LENTO_BAD_OPTION, rules) || lento_check_sets(one, f) ? -1 : 0;
}

static int check_first_order(const lento_system *s, lento_failure *f) {
    const lento_first_order *form = lento_first_order_of(s);
    if (!form->system) {
        return 0;
    }
    if (lento_check_system(form->system, f)) {
        return -1;
    }
    return form->system->order * form->system->size != s->order * s->size && !form->convert
               ? lento_fail(f, LENTO_BAD_SYSTEM,
                            "the first-order form has another state, and convert, which gives the "
                            "start, is missing")
               : 0;
}

/* the system and the forms of it that a run may take instead; an averaged one that is not run may know no more
 * than its reconstruction */
int lento_check_given(lento_run *run) {
    const lento_system *closed = lento_closed_of(&run->leaf)->system;
    lento_failure *f = &run->failure;
    if (check_numbers(run) || lento_check_system(&run->leaf, f) ||
        check_first_order(&run->leaf, f) || check_added(&run->options, f)) {
        return -1;
    }
    for (int l = 0; closed && l < LENTO_MAX_LEVELS; l++, closed = lento_closed_of(closed)->system) {
        if (lento_check_shape(closed, f)) {
            return -1;
        }
    }
    return 0;
}
