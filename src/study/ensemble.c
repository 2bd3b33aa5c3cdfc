/* SPDX-License-Identifier: MIT
 *
 * ensemble.c - N runs from starts that differ by 1e-9 in one parameter (named by the problem) are averaged. Every column
 * gets its average and the standard error of that, sd / sqrt(N). */
#include <math.h>
#include <string.h>

#include "study/study.h"
#include "system/failure.h"

#define SHIFT 1e-9

/* The model of member j. */
static bool make_model(lento_ensemble *e, int64_t j) {
    const lento_model *first = e->job.model;
    lento_setting shifted = {.name = lento_model_problem(first)->ensemble};
    for (int i = 0; i < lento_model_parameters(first); i++) {
        double v;
        if (strcmp(lento_model_parameter(first, i, &v, NULL), shifted.name) == 0) {
            shifted.value = v + SHIFT * (double)j;
        }
    }
    const lento_status status = lento_model_with(&e->model, first, &shifted, 1);
    return status == LENTO_DONE ||
           lento_refuse(e, status, "%s", LENTO_WORDS(lento_model_error(e->model)), NULL);
}

static bool open_member(lento_ensemble *e, int64_t j) {
    if (!make_model(e, j)) {
        return false;
    }
    lento_job job = e->job;
    job.model = e->model;
    lento_job_open(&job, &e->result);
    return !e->result.refused || lento_refuse(e, e->result.status, "%s", &e->result.message, NULL);
}

static void close_member(lento_ensemble *e) {
    lento_result_free(&e->result);
    lento_model_destroy(e->model);
    e->model = NULL;
}

void lento_ensemble_open(lento_ensemble *e, const lento_job *job, int64_t members) {
    if (!e) {
        return;
    }
    if (!job || !lento_model_state(job->model)) {
        *e = (lento_ensemble){.message = ""};
        lento_refuse(e, LENTO_BAD_OPTION, "an ensemble needs a model", NULL, NULL);
        return;
    }
    *e = (lento_ensemble){
        .message = "", .members = members, .columns = lento_model_columns(job->model), .job = *job};
    e->job.rows = e->job.aligned = true;
    e->job.reference = LENTO_REFERENCE_NONE;
    const lento_problem *problem = lento_model_problem(job->model);
    if (problem->ensemble) {
        open_member(e, 0);
    } else {
        lento_refuse(e, LENTO_BAD_OPTION,
                     "--ensemble: %s does not declare a parameter to vary (.ensemble)",
                     &problem->name, NULL);
    }
}

/* ---- sums ---- */

static bool take_arrays(lento_ensemble *e) {
    const size_t n = e->result.rows.count * (size_t)e->columns;
    e->rows = e->result.rows.count;
    e->t = lento_chunk_take(&e->memory, e->rows * sizeof(double));
    e->average = lento_chunk_take(&e->memory, n * sizeof(double));
    e->error = lento_chunk_take(&e->memory, n * sizeof(double));
    return e->t && e->average && e->error;
}

/* Running averages and sums of squared departures. */
static void add_rows(lento_ensemble *e) {
    const size_t n = (size_t)e->columns;
    for (size_t i = 0; i < e->rows && i < e->result.rows.count; i++) {
        const double *row = lento_recorder_row(&e->result.rows, i);
        e->t[i] = row[0];
        for (size_t c = 0; c < n; c++) {
            double *average = &e->average[i * n + c];
            const double before = row[1 + c] - *average;
            *average += before / (double)(e->done + 1);
            e->error[i * n + c] += before * (row[1 + c] - *average);
        }
    }
    e->done++;
}

static void keep_warnings(lento_ensemble *e) {
    const lento_warning *list;
    const int n = lento_run_warnings(e->result.run, &list);
    for (int i = 0; i < n; i++) {
        bool known = e->warning_count == LENTO_MAX_WARNINGS;
        for (int k = 0; k < e->warning_count; k++) {
            known = known || strcmp(e->warnings[k].code, list[i].code) == 0;
        }
        if (!known) {
            lento_warning *w = &e->warnings[e->warning_count++];
            *w = list[i];
            w->text = lento_chunk_text(&e->memory, "%s", &list[i].text, NULL);
        }
    }
}

static void add_counts(lento_counts *sum, const lento_counts *c) {
    sum->macro_steps += c->macro_steps;
    sum->rejected_steps += c->rejected_steps;
    sum->windows += c->windows;
    sum->micro_steps += c->micro_steps;
    sum->force_evaluations += c->force_evaluations;
    sum->exact_flows += c->exact_flows;
    sum->closing_force_evaluations += c->closing_force_evaluations;
}

/* What came out of the member; false: it failed. */
static bool take_member(lento_ensemble *e) {
    const lento_result *result = &e->result;
    keep_warnings(e);
    if (e->done == 0 &&
        !lento_chunk_options(&e->memory, lento_run_options(result->run), &e->resolved)) {
        return lento_refuse_memory(e);
    }
    if (result->status != LENTO_DONE) {
        const double done = (double)e->done;
        e->status = result->status;
        e->message = lento_chunk_text(
            &e->memory, "member %g of %g: %s; the means are those of the %g before it",
            &result->message, LENTO_NUMBERS(done + 1, (double)e->members, done));
        return false;
    }
    if (e->done == 0 && !take_arrays(e)) {
        return lento_refuse_memory(e);
    }
    add_rows(e);
    add_counts(&e->counts, &result->counts);
    e->seconds += result->seconds;
    return true;
}

/* Sums of squares become standard errors of the averages. */
static void finish(lento_ensemble *e) {
    const double N = (double)e->done;
    for (size_t i = 0; e->done > 0 && i < e->rows * (size_t)e->columns; i++) {
        e->error[i] = N > 1 ? sqrt(e->error[i] / (N - 1) / N) : NAN;
    }
}

void lento_ensemble_run(lento_ensemble *e) {
    if (!e) {
        return;
    }
    char label[48];
    bool good = !e->refused;
    e->job.label = label;
    for (int64_t j = 0; good && j < e->members; j++) {
        lento_text(label, sizeof label, "member %g of %g", NULL,
                   LENTO_NUMBERS((double)j + 1, (double)e->members));
        good = j == 0 || open_member(e, j);
        if (good) {
            lento_job_finish(&e->result);
            good = take_member(e);
        }
        close_member(e);
    }
    finish(e);
}

void lento_ensemble_free(lento_ensemble *e) {
    if (!e) {
        return;
    }
    close_member(e);
    lento_chunk_free(&e->memory);
    memset(e, 0, sizeof *e);
}
