/* SPDX-License-Identifier: MIT
 * What the tests of scheme slow share: models from a few numbers and runs to their final columns. */
#ifndef TESTS_SLOW_SUPPORT_H
#define TESTS_SLOW_SUPPORT_H
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "lento/problem.h"
#include "warning.h"

enum { MOST_COLUMNS = 64 };

static lento_model *model_of(const char *problem, const lento_setting settings[], size_t n) {
    lento_model *model = NULL;
    const lento_status status =
        lento_model_create(&model, lento_problem_find(problem), settings, n);
    if (status != LENTO_DONE) {
        print_error("%s\n", lento_model_error(model));
    }
    assert_int_equal(status, LENTO_DONE);
    return model;
}

/* the columns at the end of a run */
static inline lento_counts run_to_end(const lento_model *model, const lento_options *options,
                                      double columns[]) {
    lento_run *run = NULL;
    lento_status status = lento_run_open(&run, model, options);
    if (status == LENTO_DONE) {
        status = lento_run_advance(run, options->until);
    }
    if (status != LENTO_DONE) {
        print_error("%s\n", lento_run_error(run));
    }
    assert_int_equal(status, LENTO_DONE);
    assert_int_equal(lento_run_columns(run, options->until, columns), LENTO_DONE);
    const lento_counts counts = lento_run_counts(run);
    lento_run_destroy(run);
    return counts;
}

static inline void assert_near(double value, double expected, double tolerance, const char *what) {
    if (!(fabs(value - expected) <= tolerance)) {
        print_error("%s: %.10g, expected %.10g within %.1g\n", what, value, expected, tolerance);
    }
    assert_true(fabs(value - expected) <= tolerance);
}

#endif
