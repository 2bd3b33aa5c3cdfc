/* SPDX-License-Identifier: MIT
 * What is true: the slow columns of a model on its orbit by GSL's rk8pd, an integrator that shares nothing with the one under test but
 * the right-hand side. Two tolerances say how sure it is; looser ones what plain integration costs. */
#ifndef TESTS_TRUST_TRUTH_H
#define TESTS_TRUST_TRUTH_H

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>

#include "lento/study.h"
#include "trust_case.h"

enum { TRUTH_ROWS = 102, TRUTH_COLUMNS = 20, TRUTH_RUNS = 5, TRUTH_PIECES = 2000 };
#define TRUTH_CALLS 4e7
static const double TRUTH_RTOL[TRUTH_RUNS] = {1e-13, 1e-12, 1e-10, 1e-8, 1e-6};

typedef struct trust_truth {
    const lento_model *model;
    int rows, columns, index[LENTO_SOLVE_COLUMNS];
    double scale[LENTO_SOLVE_STATE]; /* sizes below which a number of the state counts as zero */
    double times[TRUTH_ROWS], value[TRUTH_RUNS][TRUTH_ROWS * TRUTH_COLUMNS];
    double most[TRUTH_COLUMNS]; /* largest magnitude of a column over the run */
    double error[TRUTH_RUNS];   /* of the looser runs; of the first: that of the second */
    int64_t calls[TRUTH_RUNS];
    int64_t count, limit;
    double base; /* of the time that GSL counts */
} trust_truth;

static inline void truth_phases(const lento_system *s, double t, lento_phase phase[]) {
    for (int i = 0; i < lento_scales(s); i++) {
        phase[i] = lento_phase_at(s->fast->scale[i].frequency, s->fast->scale[i].phase, t);
    }
}

static inline int truth_rate(double since, const double x[], double f[], void *user) {
    trust_truth *truth = user;
    const double t = truth->base + since;
    const lento_system *s = lento_model_system(truth->model);
    lento_phase phase[LENTO_MAX_SCALES];
    if (truth->count++ >= truth->limit) {
        return GSL_EBADFUNC;
    }
    if (s->order == 1 && s->field) {
        return s->field(t, x, f, s->params) ? GSL_EBADFUNC : GSL_SUCCESS;
    }
    truth_phases(s, t, phase);
    double *rate = s->order == 1 ? f : f + s->size;
    if (s->rate(t, phase, x, s->order == 1 ? NULL : x + s->size, rate, s->params)) {
        return GSL_EBADFUNC;
    }
    const bool heavy = s->mechanics && s->mechanics->mass_form == LENTO_MASS_DIAGONAL;
    for (int i = 0; s->order == 2 && i < s->size; i++) {
        f[i] = x[s->size + i];
        rate[i] /= heavy ? s->mechanics->mass[i] : 1;
    }
    return GSL_SUCCESS;
}

static inline void truth_row(trust_truth *truth, double t, const double x[], double row[]) {
    const lento_system *s = lento_model_system(truth->model);
    lento_phase phase[LENTO_MAX_SCALES];
    double all[LENTO_SOLVE_COLUMNS];
    truth_phases(s, t, phase);
    lento_view_of(s)->output(t, phase, x, NULL, all, s->params);
    for (int k = 0; k < truth->columns; k++) {
        row[k] = all[truth->index[k]];
    }
}

/* From one time to another in pieces that begin at zero: GSL adds up its time, and with it the phase of a forcing, step by step. */
static inline bool truth_piece(trust_truth *truth, gsl_odeiv2_driver *driver, double from,
                               double to, double x[], int pieces) {
    double row[TRUTH_COLUMNS];
    bool good = true;
    for (int i = 0; good && i < pieces; i++) {
        truth->base = from + (to - from) * i / pieces;
        const double end = i + 1 == pieces ? to : from + (to - from) * (i + 1) / pieces;
        double t = 0;
        good = gsl_odeiv2_driver_apply(driver, &t, end - truth->base, x) == GSL_SUCCESS;
        truth_row(truth, end, x, row);
        for (int k = 0; good && k < truth->columns; k++) {
            truth->most[k] = fmax(truth->most[k], fabs(row[k]));
        }
    }
    return good;
}

/* One plain run; false: it fails or costs too much. Errors are relative to each number and to its change in a step, so that none is
 * lost while it is small. */
static inline bool truth_run(trust_truth *truth, int n, double largest[]) {
    const lento_system *s = lento_model_system(truth->model);
    const size_t size = (size_t)(s->order * s->size);
    double x[LENTO_SOLVE_STATE];
    memcpy(x, lento_model_state(truth->model), size * sizeof *x);
    gsl_odeiv2_system system = {truth_rate, NULL, size, truth};
    gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_scaled_new(
        &system, gsl_odeiv2_step_rk8pd, 1e-7 * truth->times[truth->rows - 1], TRUTH_RTOL[n],
        TRUTH_RTOL[n], 1, 1, truth->scale);
    bool good = true;
    truth->count = 0;
    truth->limit = (int64_t)TRUTH_CALLS;
    for (int j = 0; good && j < truth->rows; j++) {
        good = j == 0 || truth_piece(truth, driver, truth->times[j - 1], truth->times[j], x,
                                     n < 2 ? 1 + TRUTH_PIECES / truth->rows : 1);
        truth_row(truth, truth->times[j], x, truth->value[n] + j * truth->columns);
        for (int k = 0; k < truth->columns; k++) {
            truth->most[k] =
                fmax(j ? truth->most[k] : 0, fabs(truth->value[n][j * truth->columns + k]));
        }
        for (size_t i = 0; i < size; i++) {
            largest[i] = fmax(largest[i], fabs(x[i]));
        }
    }
    gsl_odeiv2_driver_free(driver);
    truth->calls[n] = truth->count;
    return good;
}

/* Sizes from a loose run. */
static inline bool truth_scales(trust_truth *truth, double least) {
    const lento_system *s = lento_model_system(truth->model);
    double largest[LENTO_SOLVE_STATE] = {0}, size = 0;
    for (int i = 0; i < s->order * s->size; i++) {
        size = fmax(size, fabs(lento_model_state(truth->model)[i]));
    }
    for (int i = 0; i < LENTO_SOLVE_STATE; i++) {
        truth->scale[i] = 1e-6 * size;
    }
    const bool good = truth_run(truth, TRUTH_RUNS - 1, largest);
    for (int i = 0; i < LENTO_SOLVE_STATE; i++) {
        truth->scale[i] = fmax(least * largest[i], 1e-300);
    }
    return good;
}

/* The largest error of a column, as a part of its largest magnitude. */
static inline double truth_error(const trust_truth *truth, const double value[]) {
    double worst = 0;
    for (int i = 0; i < truth->rows * truth->columns; i++) {
        const double e = fabs(value[i] - truth->value[0][i]) / truth->most[i % truth->columns];
        worst = e <= worst ? worst : e;
    }
    return worst;
}

/* false: there is no truth that can be paid for */
static inline bool truth_find(trust_truth *truth, const trust_case *c, int rows) {
    truth->model = c->model;
    truth->rows = rows + 1;
    truth->columns = lento_solved_columns(c->model, LENTO_SHOW_SLOW, truth->index);
    const lento_system *s = lento_model_system(c->model);
    if (truth->columns < 1 || truth->columns > TRUTH_COLUMNS || lento_constraints(s) > 0 ||
        s->order * s->size > LENTO_SOLVE_STATE ||
        lento_mechanics_of(s)->mass_form == LENTO_MASS_DENSE) {
        return false;
    }
    for (int j = 0; j <= rows; j++) {
        truth->times[j] = j == rows ? c->until : c->until * j / rows;
    }
    if (!truth_scales(truth, c->file->least)) {
        return false;
    }
    double most[TRUTH_COLUMNS];
    for (int n = 0; n < TRUTH_RUNS; n++) {
        double largest[LENTO_SOLVE_STATE] = {0};
        if (!truth_run(truth, n, largest)) {
            return false;
        }
        memcpy(n ? truth->most : most, n ? most : truth->most, sizeof most); /* the best one's */
        truth->error[n] = truth_error(truth, truth->value[n]);
    }
    truth->error[0] = truth->error[1];
    return true;
}

/* Calls of the cheapest plain run whose error is below the tolerance; 0: none is. */
static inline int64_t truth_plain(const trust_truth *truth, double tolerance) {
    int64_t least = 0;
    for (int n = 0; n < TRUTH_RUNS; n++) {
        if (truth->error[n] <= tolerance && (least == 0 || truth->calls[n] < least)) {
            least = truth->calls[n];
        }
    }
    return least;
}

#endif
