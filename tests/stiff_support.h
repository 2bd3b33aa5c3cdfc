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

enum { JUDGED = 40 }; /* t = 0.25, ..., 10 */

/* positions of the accurate direct run; computed once for each setting */
static inline const double (*truth_of(const lento_model *model, const char *settings))[4] {
    static struct {
        const char *settings;
        double row[JUDGED][4];
    } known[8];
    size_t i = 0;
    while (i < LENGTH(known) && known[i].settings && strcmp(known[i].settings, settings) != 0) {
        i++;
    }
    assert_true(i < LENGTH(known));
    if (!known[i].settings) {
        lento_options exact = accurate(10, "direct", NULL);
        exact.rtol = 1e-11;
        lento_run *judge = open_run(model, &exact);
        for (int k = 0; k < JUDGED; k++) {
            double row[8];
            columns_at(judge, 0.25 * (k + 1), row);
            memcpy(known[i].row[k], row, sizeof known[i].row[k]);
        }
        lento_run_destroy(judge);
        known[i].settings = settings;
    }
    return (const double(*)[4])known[i].row;
}

/* largest error of the positions against the accurate direct run */
static inline double error_of(const char *settings, const lento_options *options,
                              lento_counts *counts) {
    lento_model *model = model_of("springs", settings);
    const double(*truth)[4] = truth_of(model, settings);
    lento_run *run = open_run(model, options);
    double worst = 0, row[8];
    for (int i = 0; i < JUDGED; i++) {
        columns_at(run, 0.25 * (i + 1), row);
        for (int k = 0; k < 4; k++) {
            worst = fmax(worst, fabs(row[k] - truth[i][k]));
        }
    }
    if (counts) {
        *counts = lento_run_counts(run);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return worst;
}

#endif
