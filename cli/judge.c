/* SPDX-License-Identifier: MIT
 * error_i = max over the rows of |column_i - reference_i|. The reference advances past the row's
 * time and is read inside its last step. */
#include "judge.h"

#include <math.h>
#include <string.h>

enum { BLOCK = 512 };

static lento_status open_reference(lento_run **run, const lento_model *model, const char *reference,
                                   const lento_run *judged) {
    lento_options options = cli_reference_options(model, reference, lento_run_options(judged));
    options.stop = cli_interrupted;
    return lento_run_open(run, model, &options);
}

static void prepare(cli_judge *judge, const lento_model *model, cli_result *result) {
    const size_t width = (size_t)(1 + result->columns);
    memset(judge, 0, sizeof *judge);
    judge->result = result;
    judge->problem = lento_model_problem(model);
    judge->model = model;
    judge->truth = cli_take(&result->memory, width * sizeof(double));
    judge->truth[0] = NAN;
}

bool cli_judge_open(cli_judge *judge, const cli_job *job, cli_result *result) {
    const size_t width = (size_t)(1 + result->columns);
    prepare(judge, job->model, result);
    judge->keep = job->rows;
    if (!job->reference) {
        return true;
    }
    result->error = cli_take(&result->memory, (size_t)result->shown * sizeof(double));
    result->size = cli_take(&result->memory, (size_t)result->shown * sizeof(double));
    for (int i = 0; i < result->shown; i++) {
        result->error[i] = NAN;
    }
    judge->wait = job->wait;
    if (job->wait) {
        cli_rows_start(&result->points, (int)width);
        return true;
    }
    const lento_status status =
        open_reference(&judge->run, job->model, job->reference, result->run);
    if (status != LENTO_DONE) {
        result->status = status;
        result->refused = true;
        result->message = cli_text(&result->memory, "--reference %s: %s", job->reference,
                                   judge->run ? lento_run_error(judge->run) : "out of memory");
        cli_judge_close(judge);
        return false;
    }
    judge->block = cli_take(&result->memory, BLOCK * width * sizeof(double));
    return true;
}

/* The reference at the time of the row; false if it ended before. */
static bool know(cli_judge *judge, const double row[]) {
    cli_result *result = judge->result;
    const double t = row[0];
    lento_status status = LENTO_DONE;
    if (judge->ended || judge->truth[0] == t) {
        return !judge->ended;
    }
    if (lento_run_time(judge->run) < t) {
        status = lento_run_advance(judge->run, t);
    }
    if (status == LENTO_DONE) {
        status = lento_run_columns(judge->run, t, judge->truth + 1);
    }
    if (status != LENTO_DONE) {
        result->reference_message =
            cli_text(&result->memory, "the reference ended at t = %g: %s",
                     fmin(t, lento_run_time(judge->run)),
                     status > 0 ? "interrupted" : lento_run_error(judge->run));
        judge->ended = true;
        return false;
    }
    judge->truth[0] = t;
    if (judge->problem->align) {
        judge->problem->align(row + 1, judge->truth + 1, judge->problem->data);
    }
    return true;
}

static bool wraps(const cli_judge *judge, int i) {
    const lento_column *column;
    lento_model_column(judge->model, i, &column);
    return column->wraps;
}

static double difference_of(const cli_judge *judge, int i, const double row[]) {
    const double difference = row[1 + i] - judge->truth[1 + i];
    return fabs(wraps(judge, i) ? remainder(difference, 6.283185307179586) : difference);
}

static void compare(cli_judge *judge, const double row[]) {
    cli_result *result = judge->result;
    if (!know(judge, row)) {
        return;
    }
    for (int i = 0; i < result->shown; i++) {
        const double difference =
            i < result->columns
                ? difference_of(judge, i, row)
                : judge->problem->distance(row + 1, judge->truth + 1, judge->problem->data);
        if (isfinite(difference) && !(difference <= result->error[i])) {
            result->error[i] = difference;
        }
        /* angles that wrap and distances: a quarter turn is everything */
        const bool bounded = i >= result->columns || wraps(judge, i);
        result->size[i] = fmax(result->size[i], bounded ? 1.5 : fabs(judge->truth[1 + i]));
    }
    result->error_points++;
    if (judge->keep) {
        cli_rows_add(&result->truth, judge->truth, true);
    }
}

void cli_judge_flush(cli_judge *judge) {
    const double from = io_progress_clock();
    const size_t width = (size_t)(1 + judge->result->columns);
    const double until = lento_run_options(judge->result->run)->until;
    for (int i = 0; i < judge->waiting && !judge->ended; i++) {
        const double *row = judge->block + (size_t)i * width;
        compare(judge, row);
        io_progress_update(judge->progress, row[0] / until);
    }
    judge->waiting = 0;
    judge->seconds += io_progress_clock() - from;
}

double cli_judge_distance(cli_judge *judge, const double row[]) {
    if (!judge->run) {
        return NAN;
    }
    cli_judge_flush(judge);
    const double from = io_progress_clock();
    const bool known = know(judge, row);
    judge->seconds += io_progress_clock() - from;
    return known ? judge->problem->distance(row + 1, judge->truth + 1, judge->problem->data) : NAN;
}

void cli_judge_row(cli_judge *judge, const double row[]) {
    if (!(row[0] > 0) || (!judge->run && !judge->wait)) {
        return;
    }
    if (judge->wait) {
        cli_rows_add(&judge->result->points, row, false);
        return;
    }
    const size_t width = (size_t)(1 + judge->result->columns);
    memcpy(judge->block + (size_t)judge->waiting++ * width, row, width * sizeof(double));
    if (judge->waiting == BLOCK) {
        cli_judge_flush(judge);
    }
}

void cli_judge_close(cli_judge *judge) {
    if (judge->run) {
        judge->result->reference_counts = lento_run_counts(judge->run);
    }
    lento_run_destroy(judge->run);
    judge->run = NULL;
}

/* ---- one reference for several runs ---- */

bool cli_judge_can_wait(const lento_model *model, const char *reference, double points) {
    const double most = 4e6; /* numbers that are kept */
    return strcmp(reference, "direct") == 0 && points * (1 + lento_model_columns(model)) <= most;
}

/* The one whose next point comes first; -1: all are through. */
static int earliest(const cli_judge judges[], const size_t next[], int count) {
    int first = -1;
    double t = INFINITY;
    for (int i = 0; i < count; i++) {
        const cli_rows *points = &judges[i].result->points;
        if (!judges[i].ended && next[i] < points->count && cli_rows_at(points, next[i])[0] < t) {
            t = cli_rows_at(points, next[i])[0];
            first = i;
        }
    }
    return first;
}

void cli_judge_together(const lento_model *model, const char *reference, cli_result *results[],
                        int count, bool quiet) {
    cli_memory memory = {0};
    cli_judge *judges = cli_take(&memory, (size_t)count * sizeof *judges);
    size_t *next = cli_take(&memory, (size_t)count * sizeof *next);
    lento_run *run = NULL;
    io_progress progress;
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (!results[i]->refused && results[i]->points.count > 0) {
            prepare(&judges[n++], model, results[i]);
        }
    }
    if (n > 0 && open_reference(&run, model, reference, judges[0].result->run) == LENTO_DONE) {
        const double until = lento_run_options(run)->until;
        io_progress_start(&progress, stderr, "reference", quiet);
        for (int i = 0; i < n; i++) {
            judges[i].run = run;
        }
        for (int i; (i = earliest(judges, next, n)) >= 0;) {
            const double *row = cli_rows_at(&judges[i].result->points, next[i]++);
            compare(&judges[i], row);
            io_progress_update(&progress, row[0] / until);
        }
        io_progress_finish(&progress);
    }
    lento_run_destroy(run);
    cli_release(&memory);
}
