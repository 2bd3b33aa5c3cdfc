/* SPDX-License-Identifier: MIT
 *
 * error.c - the error of a run: error_i = max over the rows of |column_i - reference_i|. The reference follows the run,
 * advances past the row's time and is read inside its last step. Rows wait in a block until it is full, so that the
 * time of the reference can be told from the run's. */
#include <math.h>
#include <string.h>

#include "study/study.h"

enum { BLOCK = 512 };
#define TWO_PI 6.283185307179586

static bool prepare(lento_error_meter *meter, const lento_model *model, lento_result *result) {
    *meter = (lento_error_meter){
        .result = result, .model = model, .problem = lento_model_problem(model)};
    meter->truth =
        lento_chunk_take(&result->memory, (size_t)(1 + result->columns) * sizeof(double));
    if (meter->truth) {
        meter->truth[0] = NAN;
    }
    return meter->truth;
}

bool lento_error_open(lento_error_meter *meter, const lento_job *job, lento_result *result) {
    const size_t width = (size_t)(1 + result->columns), shown = (size_t)result->shown;
    bool good = prepare(meter, job->model, result);
    meter->keep = job->rows;
    meter->watch = job->watch;
    meter->label = job->label;
    if (good && job->reference == LENTO_REFERENCE_NONE) {
        return true;
    }
    result->error = lento_chunk_take(&result->memory, shown * sizeof(double));
    result->low = lento_chunk_take(&result->memory, shown * sizeof(double));
    result->high = lento_chunk_take(&result->memory, shown * sizeof(double));
    good = good && result->error && result->low && result->high;
    for (size_t i = 0; good && i < shown; i++) {
        result->error[i] = NAN;
        result->low[i] = INFINITY;
        result->high[i] = -INFINITY;
    }
    meter->wait = job->wait;
    if (good && job->wait) {
        lento_recorder_start(&result->points, (int)width);
        return true;
    }
    const char *why;
    const lento_status status = !good
                                    ? LENTO_NO_MEMORY
                                    : lento_reference_open(&meter->run, job->model, job->reference,
                                                           lento_run_options(result->run),
                                                           job->watch, &result->memory, &why);
    if (good && status != LENTO_DONE) {
        return lento_refuse(result, status, "%s", &why, NULL);
    }
    meter->block = lento_chunk_take(&result->memory, BLOCK * width * sizeof(double));
    return (good && meter->block) || lento_refuse_memory(result);
}

/* ---- differences ---- */

/* The reference at the time of the row; false if it ended before. */
static bool follow(lento_error_meter *meter, const double row[]) {
    lento_result *result = meter->result;
    const double t = row[0];
    lento_status status = LENTO_DONE;
    if (meter->ended || meter->truth[0] == t) {
        return !meter->ended;
    }
    if (lento_run_time(meter->run) < t) {
        status = lento_run_advance(meter->run, t);
    }
    if (status == LENTO_DONE) {
        status = lento_run_columns(meter->run, t, meter->truth + 1);
    }
    if (status != LENTO_DONE) {
        const char *reason =
            status > 0 ? lento_watch_reason(meter->watch) : lento_run_error(meter->run);
        result->reference_message =
            lento_chunk_text(&result->memory, "the reference ended at t = %g: %s", &reason,
                             LENTO_NUMBERS(fmin(t, lento_run_time(meter->run))));
        meter->ended = true;
        return false;
    }
    meter->truth[0] = t;
    if (meter->problem->align) {
        meter->problem->align(row + 1, meter->truth + 1, meter->problem->data);
    }
    return true;
}

bool lento_column_wraps(const lento_model *model, int i) {
    const lento_column *column;
    lento_model_column(model, i, &column);
    return column->wraps;
}

double lento_column_difference(const lento_model *model, int i, double a, double b) {
    return fabs(lento_column_wraps(model, i) ? remainder(a - b, TWO_PI) : a - b);
}

static void compare(lento_error_meter *meter, const double row[]) {
    lento_result *result = meter->result;
    if (!follow(meter, row)) {
        return;
    }
    for (int i = 0; i < result->shown; i++) {
        const double difference =
            i < result->columns
                ? lento_column_difference(meter->model, i, row[1 + i], meter->truth[1 + i])
                : meter->problem->distance(row + 1, meter->truth + 1, meter->problem->data);
        if (isfinite(difference) && !(difference <= result->error[i])) {
            result->error[i] = difference;
        }
        /* angles that wrap and distances: a quarter turn is everything */
        const bool bounded = i >= result->columns || lento_column_wraps(meter->model, i);
        result->low[i] = fmin(result->low[i], bounded ? 0 : meter->truth[1 + i]);
        result->high[i] = fmax(result->high[i], bounded ? TWO_PI / 4 : meter->truth[1 + i]);
    }
    result->error_points++;
    if (meter->keep) {
        lento_recorder_add(&result->truth, meter->truth, true);
    }
}

/* ---- one run ---- */

void lento_error_flush(lento_error_meter *meter) {
    const double from = lento_watch_clock(meter->watch);
    const size_t width = (size_t)(1 + meter->result->columns);
    const double until = lento_run_options(meter->result->run)->until;
    for (int i = 0; i < meter->waiting && !meter->ended; i++) {
        const double *row = meter->block + (size_t)i * width;
        compare(meter, row);
        lento_watch_update(meter->watch, meter->label, row[0] / until);
    }
    meter->waiting = 0;
    meter->seconds += lento_watch_clock(meter->watch) - from;
}

double lento_error_distance(lento_error_meter *meter, const double row[]) {
    if (!meter->run) {
        return NAN;
    }
    lento_error_flush(meter);
    const double from = lento_watch_clock(meter->watch);
    const bool known = follow(meter, row);
    meter->seconds += lento_watch_clock(meter->watch) - from;
    return known ? meter->problem->distance(row + 1, meter->truth + 1, meter->problem->data) : NAN;
}

void lento_error_add(lento_error_meter *meter, const double row[]) {
    if (!(row[0] > 0) || (!meter->run && !meter->wait)) {
        return;
    }
    if (meter->wait) {
        lento_recorder_add(&meter->result->points, row, false);
        return;
    }
    const size_t width = (size_t)(1 + meter->result->columns);
    memcpy(meter->block + (size_t)meter->waiting++ * width, row, width * sizeof(double));
    if (meter->waiting == BLOCK) {
        lento_error_flush(meter);
    }
}

void lento_error_close(lento_error_meter *meter) {
    if (meter->run) {
        meter->result->reference_counts = lento_run_counts(meter->run);
    }
    lento_run_destroy(meter->run);
    meter->run = NULL;
}

/* ---- one reference for several runs ---- */

bool lento_error_can_wait(const lento_model *model, lento_reference reference, double points) {
    const double most = 4e6; /* numbers that are kept */
    return reference == LENTO_REFERENCE_DIRECT && points * (1 + lento_model_columns(model)) <= most;
}

/* The one whose next point comes first; -1: all are through. */
static int earliest(const lento_error_meter meters[], const size_t next[], int count) {
    int first = -1;
    double t = INFINITY;
    for (int i = 0; i < count; i++) {
        const lento_recorder *points = &meters[i].result->points;
        if (!meters[i].ended && next[i] < points->count &&
            lento_recorder_row(points, next[i])[0] < t) {
            t = lento_recorder_row(points, next[i])[0];
            first = i;
        }
    }
    return first;
}

bool lento_error_together(lento_run *reference, const lento_model *model,
                          lento_result *const results[], int count, const lento_watch *watch) {
    struct lento_chunk *memory = NULL;
    lento_error_meter *meters = lento_chunk_take(&memory, (size_t)count * sizeof *meters);
    size_t *next = lento_chunk_take(&memory, (size_t)count * sizeof *next);
    bool good = meters && next;
    int n = 0;
    for (int i = 0; good && i < count; i++) {
        if (results[i] && results[i]->points.count > 0) {
            good = prepare(&meters[n], model, results[i]);
            meters[n].run = reference;
            n += good;
        }
    }
    const char *label = "reference";
    const double until = lento_run_options(reference)->until;
    lento_watch_tell(watch, label, 0);
    for (int i; (i = earliest(meters, next, n)) >= 0;) {
        const double *row = lento_recorder_row(&meters[i].result->points, next[i]++);
        compare(&meters[i], row);
        lento_watch_update(watch, label, row[0] / until);
    }
    lento_watch_tell(watch, label, 1);
    lento_chunk_free(&memory);
    return good;
}
