/* SPDX-License-Identifier: MIT
 *
 * stop.c - when does a condition on the columns become true? A run of the job is followed step by step; inside the
 * step in which it happens the dense output is bisected. The job itself then ends there. */
#include <math.h>

#include "equations/formula.h"
#include "model/model.h"
#include "run/run.h"
#include "study/study.h"

enum { PARTS = 4 }; /* of a step that are looked at */

typedef struct condition {
    lento_run *run;
    void *code;
    double *columns;
} condition;

static bool holds(condition *c, double t) {
    double value = 0;
    if (lento_run_columns(c->run, t, c->columns) == LENTO_DONE) {
        lento_eq_observe(t, NULL, c->columns, &value, c->code);
    }
    return value != 0 && !isnan(value);
}

/* The first time in (from, to], inside the last step; NAN: none. */
static double first(condition *c, double from, double to) {
    for (int k = 1; k <= PARTS; k++) {
        double a = from + (to - from) * (k - 1) / PARTS, b = from + (to - from) * k / PARTS;
        if (!holds(c, b)) {
            continue;
        }
        for (double mid = 0.5 * (a + b); mid > a && mid < b; mid = 0.5 * (a + b)) {
            *(holds(c, mid) ? &b : &a) = mid;
        }
        return b;
    }
    return NAN;
}

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

/* The condition as code over the columns. */
static lento_status read_condition(const lento_model *model, const char *text,
                                   struct lento_chunk **memory, void **code,
                                   lento_formula_error *error) {
    const int columns = lento_model_columns(model), n = lento_model_parameters(model);
    const char **name = lento_chunk_take(memory, (size_t)(columns + n + 1) * sizeof *name);
    lento_formulas formulas;
    if (!name) {
        return LENTO_NO_MEMORY;
    }
    for (int i = 0; i < columns + n; i++) {
        name[i] = i < columns ? lento_model_column(model, i, NULL)
                              : lento_model_parameter(model, i - columns, NULL, NULL);
    }
    const lento_names_of names = {.state = name,
                                  .states = columns,
                                  .parameter = name + columns,
                                  .parameters = n,
                                  .value = model->p};
    lento_build build = {.take = take, .owner = memory};
    lento_status status = lento_formulas_read(&formulas, &names, &text, 1, 0, error);
    if (status == LENTO_DONE && !lento_formulas_are_conditions(&formulas)) {
        *error = (lento_formula_error){.message = "a condition is expected, such as x > 1"};
        status = LENTO_BAD_OPTION;
    }
    if (status == LENTO_DONE) {
        status = lento_formulas_compile(&formulas, &names, false, &build, code, error);
    }
    lento_formulas_free(&formulas);
    return status;
}

static lento_status follow(condition *c, double until, double *t) {
    lento_status status = LENTO_DONE;
    while (isnan(*t) && status == LENTO_DONE && lento_run_time(c->run) < until) {
        const double from = lento_run_time(c->run);
        status = lento_run_advance(c->run, from + 4e-12 * until);
        if (status == LENTO_DONE) {
            *t = first(c, from, fmin(lento_run_time(c->run), until));
        }
    }
    return status;
}

lento_status lento_job_stop_when(lento_job *job, const char *text, bool *met,
                                 lento_formula_error *error) {
    if (!job || !job->model || !text || !met || !error) {
        return LENTO_BAD_OPTION;
    }
    struct lento_chunk *memory = NULL;
    condition c = {0};
    lento_options options = job->options;
    double t = NAN;
    *met = false;
    *error = (lento_formula_error){.message = "out of memory"};
    lento_status status = read_condition(job->model, text, &memory, &c.code, error);
    c.columns =
        lento_chunk_take(&memory, (size_t)(lento_model_columns(job->model) + 1) * sizeof(double));
    status = status == LENTO_DONE && !c.columns ? LENTO_NO_MEMORY : status;
    if (status == LENTO_DONE) {
        lento_watch_attach(job->watch, &options);
        status = lento_run_open(&c.run, job->model, &options);
        const double until = status == LENTO_DONE ? lento_run_options(c.run)->until : 0;
        if (status != LENTO_DONE) { /* the condition is right, the run is not */
            lento_text(error->message, sizeof error->message, "%s",
                       LENTO_WORDS(lento_run_error(c.run)), NULL);
            status = status == LENTO_BAD_OPTION ? LENTO_BAD_SYSTEM : status;
        } else if (c.run->looks > 0) {
            *error = (lento_formula_error){
                .message = "a direct run of a forced problem shows averages over its fast motion, "
                           "which cost too much at every step; use a scheme"};
            status = LENTO_BAD_OPTION;
        } else {
            status = holds(&c, 0) ? LENTO_BAD_OPTION : follow(&c, until, &t);
            lento_text(error->message, sizeof error->message,
                       status == LENTO_BAD_OPTION ? "this is true at the start already" : "%s",
                       LENTO_WORDS(lento_run_error(c.run)), NULL);
        }
    }
    if (status == LENTO_DONE && !isnan(t)) {
        *met = true;
        job->options.macro_step = lento_run_options(c.run)->macro_step;
        job->options.steps = 0;
        job->options.until = t;
    }
    lento_run_destroy(c.run);
    lento_chunk_free(&memory);
    return status;
}
