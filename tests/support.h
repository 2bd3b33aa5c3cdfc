/* SPDX-License-Identifier: MIT
 * What the tests of the core share: cmocka, comparison of numbers, models from a line of text, runs that must
 * succeed, errors against an accurate reference, fitted slopes. */
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lento/problem.h"

#define TWO_PI        6.283185307179586
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* |a - b| <= tolerance, with the numbers in the message; NaN fails */
#define assert_near(a, b, tolerance) near_at(a, b, tolerance, #a, __FILE__, __LINE__)
#define assert_between(x, low, high) between_at(x, low, high, #x, __FILE__, __LINE__)

static inline void near_at(double a, double b, double tolerance, const char *what, const char *file,
                           int line) {
    if (!(fabs(a - b) <= tolerance)) {
        print_error("%s = %.15g, expected %.15g, off by %.3g > %.3g\n", what, a, b, a - b,
                    tolerance);
        _fail(file, line);
    }
}

static inline void between_at(double x, double low, double high, const char *what, const char *file,
                              int line) {
    if (!(x >= low && x <= high)) {
        print_error("%s = %.15g is not between %g and %g\n", what, x, low, high);
        _fail(file, line);
    }
}

/* "omega=1e4 theta0=1" */
static inline lento_model *model_of(const char *problem, const char *text) {
    char room[200];
    lento_setting settings[16];
    size_t n = 0;
    assert_true(strlen(text) < sizeof room);
    strcpy(room, text);
    for (char *word = strtok(room, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        assert_non_null(equals);
        *equals = '\0';
        settings[n++] = (lento_setting){.name = word, .value = strtod(equals + 1, NULL)};
    }
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find(problem), settings, n) != LENTO_DONE) {
        fail_msg("%s %s: %s", problem, text, lento_model_error(model));
    }
    return model;
}

static inline lento_run *open_run(const lento_model *model, const lento_options *options) {
    lento_run *run = NULL;
    if (lento_run_open(&run, model, options) != LENTO_DONE) {
        fail_msg("%s", run ? lento_run_error(run) : "no memory");
    }
    return run;
}

static inline void columns_at(lento_run *run, double t, double columns[]) {
    assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
    assert_int_equal(lento_run_columns(run, t, columns), LENTO_DONE);
}

/* columns at `until` and the counts of the run, without the work that only completes the last velocity */
static inline lento_counts run_to_end(const lento_model *model, const lento_options *options,
                                      double columns[]) {
    lento_run *run = open_run(model, options);
    if (lento_run_advance(run, options->until) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    const lento_counts counts = lento_run_counts(run);
    assert_int_equal(lento_run_columns(run, options->until, columns), LENTO_DONE);
    lento_run_destroy(run);
    return counts;
}

/* the reference: `averaged`, `direct` or "averaged,averaged" (pass NULL, NULL for direct) to rounding */
static inline lento_options accurate(double until, const char *scheme, const char *inner) {
    lento_options o = {.until = until, .macro = "dop853", .rtol = 1e-13, .atol = 1e-14};
    o.average[0].scheme = scheme ? scheme : "direct";
    o.average[1].scheme = inner;
    return o;
}

/* max over the step points of |column - reference| for one column */
static inline double worst_error(const lento_model *model, const lento_options *options,
                                 const lento_options *reference, int column, lento_counts *counts) {
    lento_run *run = open_run(model, options), *exact = open_run(model, reference);
    double worst = 0, here[16], there[16];
    while (lento_run_time(run) < options->until * (1 - 1e-9)) {
        const double h = lento_run_options(run)->macro_step;
        assert_int_equal(lento_run_advance(run, lento_run_time(run) + h / 2), LENTO_DONE);
        const double t = lento_run_time(run);
        assert_int_equal(lento_run_advance(exact, t), LENTO_DONE);
        if (counts) {
            *counts = lento_run_counts(run);
        }
        assert_int_equal(lento_run_columns(run, t, here), LENTO_DONE);
        assert_int_equal(lento_run_columns(exact, t, there), LENTO_DONE);
        worst = fmax(worst, fabs(here[column] - there[column]));
    }
    lento_run_destroy(run);
    lento_run_destroy(exact);
    return worst;
}

/* slope of log(error) against log(1/n), error[i] belonging to n 2^i */
static inline double fitted_slope(const double error[], int count) {
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = 0; i < count; i++) {
        const double x = i, y = -log2(error[i]);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

#endif
