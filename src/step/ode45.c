/* SPDX-License-Identifier: MIT
 *
 * ode45.c - Dormand-Prince 5(4) with the step control of MATLAB's ode45 (card sanzserna 2.7, B1), because
 * published step counts depend on every detail of it: first step from the slope, at most a tenth of the
 * interval, max-norm with a threshold atol/rtol, growth at most 5, the last step stretched by up to 10 % so
 * that the segment ends exactly. With fixed steps the error estimate is ignored. */
#include <math.h>
#include <string.h>

#include "step/adaptive.h"
#include "step/stepper.h"

enum { STAGES = 7 };

static const double C[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double A[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double E[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                 -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static double scaled_norm(const lento_stepper *s, const double *v, const double *y,
                          const double *other) {
    const double threshold = s->atol / s->rtol;
    double norm = 0;
    for (int i = 0; i < s->size; i++) {
        const double scale = fmax(fmax(fabs(y[i]), fabs(other[i])), threshold);
        const double x = fabs(v[i]) / scale;
        norm = !(x <= norm) ? x : norm; /* keeps NaN */
    }
    return norm;
}

static double first_step(const lento_stepper *s, double hmax) {
    const double *f = lento_pair_stage(s, 0);
    double h = s->first_step > 0 ? fmin(hmax, s->first_step) : hmax;
    const double slope = scaled_norm(s, f, s->y, s->y) / (0.8 * pow(s->rtol, 0.2));
    return h * slope > 1 ? 1 / slope : h;
}

/* stages 2..7 from the node; the trial point is the new state */
static int stages(lento_stepper *s) {
    double *trial = lento_pair_trial(s);
    for (int i = 1; i < STAGES; i++) {
        for (int j = 0; j < s->size; j++) {
            double sum = 0;
            for (int l = 0; l < i; l++) {
                sum += A[i][l] * lento_pair_stage(s, l)[j];
            }
            trial[j] = s->y[j] + s->h * sum;
        }
        if (lento_stepper_field_at(s, C[i], trial, lento_pair_stage(s, i))) {
            return -1;
        }
    }
    return 0;
}

static double error_of(const lento_stepper *s) {
    double worst = 0;
    const double threshold = s->atol / s->rtol;
    for (int i = 0; i < s->size; i++) {
        double e = 0;
        for (int j = 0; j < STAGES; j++) {
            e += E[j] * lento_pair_stage(s, j)[i];
        }
        const double x =
            fabs(e) / fmax(fmax(fabs(s->y[i]), fabs(lento_pair_trial(s)[i])), threshold);
        worst = !(x <= worst) ? x : worst;
    }
    return fabs(s->h) * worst;
}

static int adaptive_step(lento_stepper *s) {
    const double t = s->ticker.t, hmin = lento_adaptive_least(t);
    const double hmax = s->max_step > 0 ? s->max_step : (s->end - s->begin_t) / 10;
    double h = s->next_h > 0 ? s->next_h : first_step(s, hmax);
    h = fmin(hmax, fmax(hmin, h));
    bool failed = false;
    for (;;) {
        double step = h;
        if (1.1 * h >= s->end - t) { /* stretch the last step */
            step = h = s->end - t;
        }
        lento_adaptive_retime(s, step);
        if (stages(s)) {
            return -1;
        }
        const double error = error_of(s);
        if (error <= s->rtol) {
            if (!failed) {
                const double ratio = 1.25 * pow(error / s->rtol, 0.2);
                h = ratio > 0.2 ? h / ratio : 5 * h;
            }
            s->next_h = h;
            return 0;
        }
        s->counts.rejected++;
        if (h <= hmin) {
            return lento_adaptive_stalled(s);
        }
        h = fmax(hmin, failed ? 0.5 * h : h * fmax(0.1, 0.8 * pow(s->rtol / error, 0.2)));
        failed = true;
    }
}

static int step(lento_stepper *s) {
    if (lento_pair_step(s, stages, adaptive_step)) {
        return -1;
    }
    /* the last stage is the rate of the new node */
    const double *last = lento_pair_stage(s, STAGES - 1) + (s->size - s->n);
    memcpy(s->accel, last, (size_t)s->n * sizeof *last);
    s->fresh = true;
    return 0;
}

/* card sanzserna B1 */
static int dense(lento_stepper *s, double x, double *y) {
    const double x2 = x * x, x3 = x2 * x, x4 = x3 * x;
    const double b[STAGES] = {x - 183.0 / 64 * x2 + 37.0 / 12 * x3 - 145.0 / 128 * x4,
                              0,
                              1500.0 / 371 * x2 - 1000.0 / 159 * x3 + 1000.0 / 371 * x4,
                              -125.0 / 32 * x2 + 125.0 / 12 * x3 - 375.0 / 64 * x4,
                              9477.0 / 3392 * x2 - 729.0 / 106 * x3 + 25515.0 / 6784 * x4,
                              -11.0 / 7 * x2 + 11.0 / 3 * x3 - 55.0 / 28 * x4,
                              3.0 / 2 * x2 - 4 * x3 + 5.0 / 2 * x4};
    for (int i = 0; i < s->size; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++) {
            sum += b[j] * lento_pair_stage(s, j)[i];
        }
        y[i] = lento_pair_start(s)[i] + s->h * sum;
    }
    return 0;
}

const lento_method lento_method_ode45 = {
    .name = "ode45",
    .doc = "Dormand-Prince 5(4) with MATLAB's step control; adaptive unless steps are given",
    .paper = "sanzserna",
    .order = 5,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .traits = LENTO_ADAPTIVE | LENTO_MACRO_ONLY,
    .work = STAGES + 2,
    .begin = lento_pair_begin,
    .rate = lento_stepper_node_rate,
    .step = step,
    .dense = dense,
};
