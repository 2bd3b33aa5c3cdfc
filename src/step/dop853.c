/* SPDX-License-Identifier: MIT
 *
 * dop853.c - Dormand-Prince of order 8 with error estimators of order 5 and 3 and an interpolant of order 7
 * (Hairer, Norsett & Wanner). Adaptive unless steps are given; the method of all references, and a
 * micro-integrator where the window must be resolved to rounding. The node's rate is the first stage and is
 * cached, so a step costs 12 evaluations. */
#include <math.h>
#include <string.h>

#include "step/adaptive.h"
#include "step/dop853_table.h"
#include "step/stepper.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

/* point = y + h sum over row of A; returns the entry after the row */
static const dop853_entry *combine(const lento_stepper *s, const dop853_entry *a, const double *y,
                                   double *point) {
    const int row = a->row;
    const dop853_entry *end = DOP853_A + COUNT(DOP853_A);
    memset(point, 0, (size_t)s->size * sizeof *point);
    for (; a < end && a->row == row; a++) {
        const double *k = lento_pair_stage(s, a->column);
        for (int i = 0; i < s->size; i++) {
            point[i] += a->value * k[i];
        }
    }
    for (int i = 0; i < s->size; i++) {
        point[i] = y[i] + s->h * point[i];
    }
    return a;
}

/* stages 2..12 and the new state in the trial point */
static int stages(lento_stepper *s) {
    const dop853_entry *a = DOP853_A;
    for (int i = 1; i < DOP853_STAGES; i++) {
        a = combine(s, a, s->y, lento_pair_trial(s));
        if (lento_stepper_field_at(s, DOP853_C[i], lento_pair_trial(s), lento_pair_stage(s, i))) {
            return -1;
        }
    }
    combine(s, a, s->y, lento_pair_trial(s));
    return 0;
}

static double estimate(const lento_stepper *s, const dop853_entry *table, int count) {
    double sum2 = 0;
    for (int i = 0; i < s->size; i++) {
        double e = 0;
        for (int j = 0; j < count; j++) {
            e += table[j].value * lento_pair_stage(s, table[j].column)[i];
        }
        e /= s->atol + s->rtol * fmax(fabs(s->y[i]), fabs(lento_pair_trial(s)[i]));
        sum2 += e * e;
    }
    return sum2;
}

static double error_of(const lento_stepper *s) {
    const double e5 = estimate(s, DOP853_ERROR5, COUNT(DOP853_ERROR5));
    const double e3 = estimate(s, DOP853_ERROR3, COUNT(DOP853_ERROR3));
    if (e5 == 0 && e3 == 0) {
        return 0;
    }
    return fabs(s->h) * e5 / sqrt((e5 + 0.01 * e3) * s->size);
}

/* a first step that a low-order Taylor estimate would accept */
static int first_step(lento_stepper *s, double *h) {
    double *f = lento_pair_stage(s, 0), *trial = lento_pair_trial(s), *g = lento_pair_stage(s, 1);
    double d0 = 0, d1 = 0, d2 = 0;
    for (int i = 0; i < s->size; i++) {
        const double scale = s->atol + s->rtol * fabs(s->y[i]);
        d0 += s->y[i] / scale * (s->y[i] / scale);
        d1 += f[i] / scale * (f[i] / scale);
    }
    const double span = s->end - s->begin_t;
    double guess = d0 < 1e-10 || d1 < 1e-10 ? 1e-6 * span : 0.01 * sqrt(d0 / d1);
    guess = fmin(guess, span);
    for (int i = 0; i < s->size; i++) {
        trial[i] = s->y[i] + guess * f[i];
    }
    lento_adaptive_retime(s, guess);
    if (lento_stepper_field_at(s, 1, trial, g)) {
        return -1;
    }
    for (int i = 0; i < s->size; i++) {
        const double x = (g[i] - f[i]) / (s->atol + s->rtol * fabs(s->y[i]));
        d2 += x * x;
    }
    const double second = fmax(sqrt(d2) / guess, sqrt(d1));
    const double h1 = second <= 1e-15 ? fmax(1e-6, guess * 1e-3) : pow(0.01 / second, 1.0 / 8);
    *h = fmin(100 * guess, h1);
    return 0;
}

static int adaptive_step(lento_stepper *s) {
    const double t = s->ticker.t, hmin = lento_adaptive_least(t);
    const double hmax = s->max_step > 0 ? s->max_step : s->end - s->begin_t;
    double h = s->next_h;
    if (!(h > 0)) {
        h = s->first_step;
        if (!(h > 0) && first_step(s, &h)) {
            return -1;
        }
    }
    bool failed = false;
    for (;;) {
        h = fmin(h, hmax);
        double step = h;
        if (1.01 * h >= s->end - t) {
            step = s->end - t;
        }
        lento_adaptive_retime(s, step);
        if (stages(s)) {
            return -1;
        }
        const double error = error_of(s);
        const double factor = pow(error, 1.0 / 8) / 0.9;
        if (error <= 1) {
            const double grow = fmax(1.0 / 6, fmin(1 / 0.333, factor));
            s->next_h = failed ? fmin(h, h / grow) : h / grow;
            return 0;
        }
        s->counts.rejected++;
        if (h <= hmin) {
            return lento_adaptive_stalled(s);
        }
        h = fmax(hmin, h / (isfinite(factor) ? fmin(1 / 0.333, factor) : 10));
        failed = true;
    }
}

static int step(lento_stepper *s) {
    s->stage = 0; /* the three extra stages of the interpolant are not there yet */
    return lento_pair_step(s, stages, adaptive_step);
}

/* stages 13..16: the new node and three more inside the step */
static int extend(lento_stepper *s) {
    if (lento_stepper_rate(s)) {
        return -1;
    }
    lento_stepper_node_field(s, lento_pair_stage(s, DOP853_STAGES));
    const dop853_entry *a = DOP853_A;
    while (a->row <= DOP853_STAGES) {
        a++;
    }
    for (int i = DOP853_STAGES + 1; i < DOP853_EXTENDED; i++) {
        a = combine(s, a, lento_pair_start(s), lento_pair_trial(s));
        const double at = DOP853_C[i] - 1; /* the ticker stands at the end */
        if (lento_stepper_field_at(s, at, lento_pair_trial(s), lento_pair_stage(s, i))) {
            return -1;
        }
    }
    s->stage = 1;
    return 0;
}

static int dense(lento_stepper *s, double x, double *y) {
    if (s->stage == 0 && extend(s)) {
        return -1;
    }
    const double *k0 = lento_pair_stage(s, 0), *k12 = lento_pair_stage(s, DOP853_STAGES);
    for (int i = 0; i < s->size; i++) {
        double f[7] = {0};
        const double dy = s->y[i] - lento_pair_start(s)[i];
        f[0] = dy;
        f[1] = s->h * k0[i] - dy;
        f[2] = 2 * dy - s->h * (k12[i] + k0[i]);
        for (int j = 0; j < COUNT(DOP853_DENSE); j++) {
            f[3 + DOP853_DENSE[j].row] +=
                s->h * DOP853_DENSE[j].value * lento_pair_stage(s, DOP853_DENSE[j].column)[i];
        }
        double sum = 0;
        for (int j = 6; j >= 0; j--) {
            sum = (sum + f[j]) * (j % 2 == 0 ? x : 1 - x);
        }
        y[i] = lento_pair_start(s)[i] + sum;
    }
    return 0;
}

const lento_method lento_method_dop853 = {
    .name = "dop853",
    .doc = "Dormand-Prince of order 8, dense output; adaptive unless steps are given",
    .paper = "sanzserna",
    .order = 8,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .traits = LENTO_ADAPTIVE,
    .work = DOP853_EXTENDED + 2,
    .begin = lento_pair_begin,
    .rate = lento_stepper_node_rate,
    .step = step,
    .dense = dense,
};
