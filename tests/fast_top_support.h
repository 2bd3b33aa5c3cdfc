/* SPDX-License-Identifier: MIT
 * What the tests of problem fast-top share: errors of all columns against the exact or a direct run. */
#ifndef TESTS_FAST_TOP_SUPPORT_H
#define TESTS_FAST_TOP_SUPPORT_H
#include "support.h"

#include <stdio.h>

enum { /* columns */
       C_PI1,
       C_PI2,
       C_PI3,
       C_GAMMA1,
       C_GAMMA2,
       C_GAMMA3,
       C_XI2,
       C_XI3,
       C_XI4,
       C_XI5,
       C_PHI,
       C_THETA,
       C_PSI,
       C_OWN /* frame=space: phi_L; horizontal: xi4_slow, theta_slow */
};

static const lento_options EXACT = {.macro = "exact", .steps = 1};
static const lento_options DIRECT = {.macro = "dop853", .rtol = 1e-13, .atol = 1e-15};

static inline lento_options direct(const char *macro, double until, long steps) {
    lento_options o = {.until = until, .macro = macro, .steps = steps};
    o.average[0].scheme = "direct";
    return o;
}

static inline lento_options slow(const char *macro, double until, long steps) {
    lento_options o = {.until = until, .macro = macro, .steps = steps};
    o.average[0].scheme = "slow";
    return o;
}

/* "spin=20 frame=space" into settings that live in room */
static inline size_t settings_of(const char *text, char room[200], lento_setting settings[16]) {
    size_t n = 0;
    assert_true(strlen(text) < 200);
    strcpy(room, text);
    for (char *word = strtok(room, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '='), *end;
        assert_non_null(equals);
        *equals = '\0';
        const double value = strtod(equals + 1, &end);
        settings[n++] =
            (lento_setting){.name = word, .text = *end ? equals + 1 : NULL, .value = value};
    }
    return n;
}

/* set: of slow variables, NULL for the problem's choice */
static inline lento_model *top_with(const char *text, const char *set) {
    char room[200];
    lento_setting settings[16];
    const size_t n = settings_of(text, room, settings);
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find("fast-top"), settings, n) != LENTO_DONE) {
        fail_msg("%s: %s", text, lento_model_error(model));
    }
    if (set) {
        assert_true(lento_model_choose(model, set));
    }
    return model;
}

/* The largest differences of all columns at the step ends, or at 400 points of an adaptive run; NaN columns
 * are left at 0. The reference runs on the same model. */
static inline lento_counts errors_of(const lento_model *model, const lento_options *options,
                                     lento_options reference, double worst[16]) {
    lento_run *run = open_run(model, options);
    const double until = options->until, step = lento_run_options(run)->macro_step;
    const long n = step > 0 ? lround(until / step) : 400;
    reference.until = until;
    reference.average[0].scheme = "direct";
    lento_run *truth = open_run(model, &reference);
    double here[16], there[16];
    memset(worst, 0, 16 * sizeof *worst);
    lento_counts counts = {0};
    for (long i = 1; i <= n; i++) {
        const double t = until * (double)i / (double)n;
        if (lento_run_advance(run, t) != LENTO_DONE) {
            fail_msg("%s", lento_run_error(run));
        }
        counts = lento_run_counts(run);
        assert_int_equal(lento_run_advance(truth, t), LENTO_DONE);
        assert_int_equal(lento_run_columns(run, t, here), LENTO_DONE);
        assert_int_equal(lento_run_columns(truth, t, there), LENTO_DONE);
        for (int k = 0; k < lento_model_columns(model); k++) {
            const double error = fabs(here[k] - there[k]);
            worst[k] = error > worst[k] ? error : worst[k];
        }
    }
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return counts;
}

/* the sentence with which a run is refused */
static inline void assert_refused(const lento_model *model, const lento_options *options,
                                  const char *word) {
    lento_run *run = NULL;
    assert_true(lento_run_open(&run, model, options) < 0);
    if (!strstr(lento_run_error(run), word)) {
        fail_msg("'%s' is not in: %s", word, lento_run_error(run));
    }
    lento_run_destroy(run);
}

/* the sentence with which numbers are refused */
static inline void assert_no_model(const char *text, const char *word) {
    char room[200];
    lento_setting settings[16];
    const size_t n = settings_of(text, room, settings);
    lento_model *model = NULL;
    assert_true(lento_model_create(&model, lento_problem_find("fast-top"), settings, n) < 0);
    if (!strstr(lento_model_error(model), word)) {
        fail_msg("'%s' is not in: %s", word, lento_model_error(model));
    }
    lento_model_destroy(model);
}

#endif
