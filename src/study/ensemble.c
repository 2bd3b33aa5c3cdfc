/* SPDX-License-Identifier: MIT
 *
 * ensemble.c - N runs from starts that differ by 1e-9 in one parameter (named by the problem) are averaged. Every column
 * gets its average and the standard error of that, sd / sqrt(N). */
#include <math.h>
#include <string.h>

#include "study/study.h"
#include "system/failure.h"

#define SHIFT 1e-9

static void refuse(lento_ensemble *e, lento_status status, const char *message) {
    e->status = status;
    e->refused = true;
    e->message = lento_chunk_text(&e->memory, "%s", &message, NULL);
}

/* The model of member j. */
static bool make_model(lento_ensemble *e, long j) {
    const lento_model *first = e->job.model;
    lento_setting shifted = {.name = lento_model_problem(first)->ensemble};
    for (int i = 0; i < lento_model_parameters(first); i++) {
        double v;
        if (strcmp(lento_model_parameter(first, i, &v, NULL), shifted.name) == 0) {
            shifted.value = v + SHIFT * (double)j;
        }
    }
    const lento_status status = lento_model_with(&e->model, first, &shifted, 1);
    if (status != LENTO_DONE) {
        refuse(e, status, lento_model_error(e->model));
    }
    return status == LENTO_DONE;
}

static bool open_member(lento_ensemble *e, long j) {
    if (!make_model(e, j)) {
        return false;
    }
    lento_job job = e->job;
    job.model = e->model;
    lento_job_open(&job, &e->result);
    if (e->result.refused) {
        refuse(e, e->result.status, e->result.message);
    }
    return !e->refused;
}

static void close_member(lento_ensemble *e) {
    lento_result_free(&e->result);
    lento_model_destroy(e->model);
    e->model = NULL;
}

void lento_ensemble_open(lento_ensemble *e, const lento_job *job, long members) {
    *e = (lento_ensemble){
        .message = "", .members = members, .columns = lento_model_columns(job->model), .job = *job};
    e->job.rows = e->job.aligned = true;
    e->job.reference = LENTO_REFERENCE_NONE;
    if (!lento_model_problem(job->model)->ensemble) {
        const char *const word[] = {lento_model_problem(job->model)->name};
        e->status = LENTO_BAD_OPTION;
        e->refused = true;
        e->message = lento_chunk_text(
            &e->memory, "--ensemble: %s does not declare a parameter to vary (.ensemble)", word,
            NULL);
        return;
    }
    open_member(e, 0);
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
    if (e->done == 0) {
        e->resolved = lento_chunk_options(&e->memory, lento_run_options(result->run));
    }
    if (result->status != LENTO_DONE) {
        const char *const word[] = {result->message};
        const double number[] = {(double)e->done + 1, (double)e->members, (double)e->done};
        e->status = result->status;
        e->message = lento_chunk_text(
            &e->memory, "member %g of %g: %s; the means are those of the %g before it", word,
            number);
        return false;
    }
    if (e->done == 0 && !take_arrays(e)) {
        refuse(e, LENTO_NO_MEMORY, "out of memory");
        return false;
    }
    add_rows(e);
    add_counts(&e->counts, &result->counts);
    e->seconds += result->seconds;
    return true;
}

/* Sums of squares become standard errors of the averages. */
static void finish(lento_ensemble *e) {
    const double N = (double)e->done;
    for (size_t i = 0; i < e->rows * (size_t)e->columns; i++) {
        e->error[i] = N > 1 ? sqrt(e->error[i] / (N - 1) / N) : NAN;
    }
}

void lento_ensemble_run(lento_ensemble *e) {
    char label[48];
    bool good = !e->refused;
    e->job.label = label;
    for (long j = 0; good && j < e->members; j++) {
        const double number[] = {(double)j + 1, (double)e->members};
        lento_text(label, sizeof label, "member %g of %g", NULL, number);
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
    close_member(e);
    lento_chunk_free(&e->memory);
    memset(e, 0, sizeof *e);
}
