/* SPDX-License-Identifier: MIT
 * What the tests of scheme stiff share: windows, errors of positions, warnings. */
#ifndef TESTS_STIFF_SUPPORT_H
#define TESTS_STIFF_SUPPORT_H

#include "support.h"
#include "warning.h"

static inline lento_options paper_window(void) {
    return (lento_options){
        .until = 10,
        .macro = "ode45",
        .average = {{.scheme = "stiff", .kernel = "exp1", .periods = 20, .micro_per_period = 6}}};
}

static inline lento_options filter(const char *kernel, double rtol) {
    return (lento_options){.until = 10,
                           .macro = "ode45",
                           .rtol = rtol,
                           .average = {{.scheme = "stiff", .kernel = kernel}}};
}

/* largest error of the positions over t = 0.25, ..., 10 against the accurate direct run */
static inline double error_of(const char *settings, const lento_options *options,
                              lento_counts *counts) {
    lento_model *model = model_of("springs", settings);
    lento_options exact = accurate(10, "direct", NULL);
    exact.rtol = 1e-11;
    lento_run *run = open_run(model, options), *judge = open_run(model, &exact);
    double worst = 0, row[8], truth[8];
    for (int i = 1; i <= 40; i++) {
        const double t = 0.25 * i;
        assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
        assert_int_equal(lento_run_advance(judge, t), LENTO_DONE);
        assert_int_equal(lento_run_columns(run, t, row), LENTO_DONE);
        assert_int_equal(lento_run_columns(judge, t, truth), LENTO_DONE);
        for (int k = 0; k < 4; k++) {
            worst = fmax(worst, fabs(row[k] - truth[k]));
        }
    }
    if (counts) {
        *counts = lento_run_counts(run);
    }
    lento_run_destroy(run);
    lento_run_destroy(judge);
    lento_model_destroy(model);
    return worst;
}

#endif
