/* SPDX-License-Identifier: MIT
 *
 * method_growth.c - what a method with fixed steps makes of an oscillation, measured by a run of x'' = -w^2 x (or of its
 * first-order form) from the state (1, 0): the size |x + i v/w| at the end, which is 1 if nothing is damped and nothing
 * grows. For micro runs (micro_steps.c) and for direct ones (before_run.c). */
#include <math.h>

#include "check/estimate.h"

enum { MOST_STEPS = 20000 };

static int first_order(double t, const lento_phase phase[], const double x[], const double v[],
                       double f[], void *params) {
    const double *w = params;
    f[0] = *w * x[1];
    f[1] = -*w * x[0];
    return 0;
}

static int second_order(double t, const lento_phase phase[], const double x[], const double v[],
                        double f[], void *params) {
    const double *w = params;
    f[0] = -*w * *w * x[0];
    return 0;
}

double lento_amplitude_after(const lento_options *options, const char *method, int order, double w,
                             double h, double steps) {
    static const double start[2] = {1, 0};
    const bool first = order == 1;
    const lento_system oscillator = {.order = first ? 1 : 2,
                                     .size = first ? 2 : 1,
                                     .rate = first ? first_order : second_order,
                                     .params = &w};
    const double taken = fmin(steps, MOST_STEPS);
    lento_options o = {
        .until = taken * h, .steps = (int64_t)taken, .macro = method, .methods = options->methods};
    o.average[0].scheme = "direct";
    lento_run *run = NULL;
    double size = NAN;
    if (lento_run_create(&run, &oscillator, start, &o) == LENTO_DONE) {
        const bool whole = lento_run_advance(run, o.until) == LENTO_DONE;
        const double *x = lento_run_state(run);
        size = whole ? pow(hypot(x[0], first ? x[1] : x[1] / w), steps / taken) : INFINITY;
    }
    lento_run_destroy(run);
    return size;
}
