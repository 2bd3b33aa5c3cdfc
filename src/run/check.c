/* SPDX-License-Identifier: MIT
 *
 * check.c - what the caller gave, looked at before anything is built: one sentence for every mistake. */
#include <math.h>
#include <string.h>

#include "core.h"

static int check_numbers(lento_run *run) {
    const lento_options *o = &run->options;
    lento_failure *f = &run->failure;
    if (!(o->until > 0) || !isfinite(o->until)) {
        return lento_fail_number(f, LENTO_BAD_OPTION, "the end time must be positive, not %g",
                                 o->until, 0);
    }
    if (o->steps < 0 || o->macro_step < 0 || !isfinite(o->macro_step)) {
        return lento_fail(f, LENTO_BAD_OPTION,
                          "the number of macro steps and their length must be positive");
    }
    if (o->steps > 0 && o->macro_step > 0) {
        return lento_fail(f, LENTO_BAD_OPTION,
                          "give either the number of macro steps or their length, not both");
    }
    if (o->first_step < 0 || o->max_step < 0) {
        return lento_fail(f, LENTO_BAD_OPTION, "the first and the longest step must be positive");
    }
    if (o->rtol < 0 || o->atol < 0 || o->sample_every < 0 || o->sample_steps < 0) {
        return lento_fail(f, LENTO_BAD_OPTION,
                          "tolerances and the output spacing must be positive");
    }
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        const lento_average *a = &o->average[l];
        if (a->periods < 0 || a->window < 0 || a->micro_per_period < 0 || a->micro_step < 0 ||
            a->phases < 0 || a->reproject < 0 || a->relax < 0 || a->gauge_runs < 0 ||
            a->cutoff < 0) {
            return lento_fail(
                f, LENTO_BAD_OPTION,
                "window, periods, micro steps, phases and their like must be positive");
        }
        if (a->cutoff >= 1) {
            return lento_fail_number(f, LENTO_BAD_OPTION,
                                     "the cut-off is relative and must be below 1, not %g",
                                     a->cutoff, 0);
        }
        if (a->phases > 1000) {
            return lento_fail_number(f, LENTO_BAD_OPTION, "%g phases are too many (at most 1000)",
                                     a->phases, 0);
        }
    }
    return 0;
}

static const char *stiff_option(const lento_average *a) {
    return a->adiabatic       ? "adiabatic"
           : a->restore_fast  ? "restore-fast"
           : a->reproject > 0 ? "reproject"
                              : NULL;
}

static const char *slow_option(const lento_average *a) {
    return a->relax > 0        ? "relax"
           : a->gauge > 0      ? "gauge"
           : a->gauge_runs > 0 ? "gauge-runs"
           : a->derivative > 0 ? "derivative"
           : a->cutoff > 0     ? "cutoff"
                               : NULL;
}

/* options that belong to one scheme are not ignored silently */
int lento_run_check_scheme(lento_run *run) {
    const lento_average *a = run->options.average;
    const char *stiff = NULL, *slow = NULL;
    bool has_stiff = false, has_slow = false, has_windows = false;
    for (int l = 0; l == 0 || l < run->levels; l++) {
        const char *scheme = l < run->levels ? a[l].scheme : "direct";
        has_stiff = has_stiff || strcmp(scheme, "stiff") == 0;
        has_slow = has_slow || strcmp(scheme, "slow") == 0;
        has_windows = has_windows || (l < run->levels && !lento_scheme_find(scheme)->closed);
        stiff = stiff_option(&a[l]) ? stiff_option(&a[l]) : stiff;
        slow = slow_option(&a[l]) ? slow_option(&a[l]) : slow;
    }
    if (stiff && !has_stiff) {
        return lento_fail_words(
            &run->failure, LENTO_BAD_OPTION,
            "option '%s' belongs to scheme stiff and systems with stiff springs", stiff, NULL);
    }
    return slow && has_windows && !has_slow
               ? lento_fail_words(&run->failure, LENTO_BAD_OPTION,
                                  "option '%s' belongs to scheme slow", slow, NULL)
               : 0;
}

static int check_system(lento_run *run) {
    const lento_system *s = &run->leaf;
    lento_failure *f = &run->failure;
    if ((s->order != 1 && s->order != 2) || s->size < 1) {
        return lento_fail(f, LENTO_BAD_SYSTEM,
                          "a system needs order 1 or 2 and at least one coordinate");
    }
    if (!s->rate && !s->flow && !s->exact && !(s->order == 1 && s->field)) {
        return lento_fail(f, LENTO_BAD_SYSTEM, "a system needs a right-hand side");
    }
    if (s->scales < 0 || s->scales > LENTO_MAX_SCALES) {
        return lento_fail_number(f, LENTO_BAD_SYSTEM, "a system has at most %g scales",
                                 LENTO_MAX_SCALES, 0);
    }
    for (int i = 0; i < s->scales; i++) {
        if (!(s->scale[i].frequency > 0) || !isfinite(s->scale[i].frequency)) {
            return lento_fail_number(f, LENTO_BAD_SYSTEM,
                                     "a fast frequency must be positive, not %g",
                                     s->scale[i].frequency, 0);
        }
        if (i > 0 && s->scale[i].frequency < s->scale[i - 1].frequency) {
            return lento_fail(f, LENTO_BAD_SYSTEM, "scales are listed slowest first");
        }
    }
    if (s->constraints > 0 && !s->constraint) {
        return lento_fail(f, LENTO_BAD_SYSTEM,
                          "a constrained system needs its constraint function");
    }
    return 0;
}

int lento_run_check(lento_run *run) {
    return check_numbers(run) || check_system(run) ? -1 : 0;
}
