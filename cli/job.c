/* SPDX-License-Identifier: MIT
 * The loop behind every result: advance, read the columns, keep rows, let the reference judge.
 *
 * Errors are taken over all step points (fixed steps) or all output points (adaptive), without
 * t = 0 (card calvo 1: the maximum over t_1..t_N). Rows lie at the steps or at multiples of
 * `every`; the last one lies at `until` exactly, interpolated if the last step ends later. */
#include "job.h"

#include "io/interrupt.h"
#include "io/progress.h"
#include "judge.h"
#include "request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_AT_ALL 1e5 /* steps; invariants of longer runs are watched at the rows alone */

typedef struct walk {
    const cli_job *job;
    cli_result *result;
    lento_run *run;
    cli_judge judge;
    bool fixed;    /* equal macro steps */
    bool single;   /* stop at every step */
    bool averages; /* a slow state, not a full one */
    double step, until;
    long stride;    /* steps between stops otherwise */
    long output;    /* next multiple of `every` */
    double *row;    /* t, columns */
    double *good;   /* the last row that was finite */
    double *value;  /* invariants there */
    double watched; /* time of the last ones that count */
    io_progress progress;
} walk;

const char *cli_shown_name(const lento_model *model, int i) {
    const lento_column *row;
    return i < lento_model_columns(model) ? lento_model_column(model, i, &row)
                                          : lento_model_problem(model)->distance_name;
}

int cli_interrupted(void *user) {
    (void)user;
    return io_interrupt_requested();
}

/* t is the end time up to rounding. */
static bool at_end(const walk *w, double t) {
    return fabs(t - w->until) <= 1e-12 * w->until;
}

/* ---- rows ---- */

static bool finite_row(const walk *w) {
    bool finite = true;
    for (int i = 0; i < w->result->columns; i++) {
        finite = finite && isfinite(w->row[1 + i]);
    }
    return finite;
}

/* The columns at t; false if the run cannot give them. */
static bool read_row(walk *w, double t) {
    w->row[0] = t;
    if (lento_run_columns(w->run, t, w->row + 1) < 0) {
        return false;
    }
    if (finite_row(w)) {
        memcpy(w->good, w->row, (size_t)(1 + w->result->shown) * sizeof(double));
    }
    return true;
}

/* Do the columns hold the fast motion? */
static bool shows_fast_part(const lento_options *resolved) {
    const lento_average *a = &resolved->average[0];
    return cli_levels(resolved) == 0 || a->restore_fast ||
           (a->kernel && strcmp(a->kernel, "point") == 0); /* no window */
}

/* Invariants at a row: start, end, largest departure from the start. */
static void watch(walk *w) {
    const cli_result *result = w->result;
    if (result->invariants == 0 || w->row[0] <= w->watched ||
        !lento_model_values(w->job->model, w->row[0], w->row + 1, w->value)) {
        return;
    }
    w->watched = w->row[0];
    const lento_column *about = lento_model_problem(w->job->model)->invariants;
    for (int i = 0; i < result->invariants; i++) {
        double *v = result->invariant + 3 * i;
        if (w->averages ? about[i].pointwise : about[i].slow_only) {
            continue; /* the slow state does not have it, or the full one does not keep it */
        }
        if (isnan(v[0])) {
            v[0] = w->value[i];
            v[2] = 0;
        }
        v[1] = w->value[i];
        v[2] = fmax(v[2], fabs(v[1] - v[0]));
    }
    w->result->invariant_points++;
}

/* How far the row is from the reference, behind its columns. */
static void measure(walk *w) {
    if (w->result->shown > w->result->columns) {
        w->row[w->result->shown] = cli_judge_distance(&w->judge, w->row);
    }
}

static void keep(walk *w, bool thin) {
    if (w->job->rows) {
        measure(w);
        cli_rows_add(&w->result->rows, w->row, thin);
    }
}

/* All multiples of `every` that the last step has passed. */
static void output_points(walk *w) {
    const double every = w->job->every, now = lento_run_time(w->run);
    for (;; w->output++) {
        double t = (double)w->output * every;
        t = at_end(w, t) ? w->until : t;
        if (t > now || t > w->until || !read_row(w, t)) {
            return;
        }
        watch(w);
        keep(w, false);
        if (!w->fixed) {
            cli_judge_row(&w->judge, w->row);
        }
    }
}

static void step_point(walk *w) {
    const double now = lento_run_time(w->run);
    const double t = at_end(w, now) ? w->until : now;
    if (t > w->until || !read_row(w, t)) {
        return;
    }
    watch(w);
    if (!(w->job->every > 0)) {
        keep(w, true);
    }
    if (w->fixed || !(w->job->every > 0)) {
        cli_judge_row(&w->judge, w->row);
    }
}

/* ---- the loop ---- */

/* A time inside the next step to be looked at, far enough from its ends for any rounding. */
static double next_stop(const walk *w) {
    const double now = lento_run_time(w->run);
    const double soon = now + (w->fixed ? 0.5 * w->step : 4e-12 * w->until);
    if (w->single) {
        return soon;
    }
    const double far = w->job->every > 0 ? (double)w->output * w->job->every
                                         : now + ((double)w->stride - 0.5) * w->step;
    return fmin(fmax(far, soon), w->until);
}

static lento_status march(walk *w) {
    lento_status status = LENTO_DONE;
    w->watched = -1;
    read_row(w, 0);
    watch(w);
    keep(w, !(w->job->every > 0));
    w->output = 1;
    while (status == LENTO_DONE && lento_run_time(w->run) < w->until &&
           !at_end(w, lento_run_time(w->run))) {
        status = lento_run_advance(w->run, next_stop(w));
        if (status < 0) {
            break;
        }
        if (w->job->every > 0) {
            output_points(w);
        }
        if (w->single || !(w->job->every > 0)) {
            step_point(w);
        }
        if (!w->judge.run) {
            io_progress_update(&w->progress, lento_run_time(w->run) / w->until);
        }
    }
    return status;
}

/* The row at the end: at `until` if it was reached, else the last good state. */
static void finish(walk *w) {
    const cli_result *result = w->result;
    const double now = lento_run_time(w->run);
    const double t = result->status == LENTO_DONE ? w->until : fmin(now, w->until);
    const size_t width = (size_t)(1 + result->shown);
    if (!read_row(w, t) && !finite_row(w)) {
        memcpy(w->row, w->good, width * sizeof(double));
    }
    measure(w);
    memcpy(result->final, w->row, width * sizeof(double));
    const cli_rows *rows = &result->rows;
    const bool there = rows->count > 0 && cli_rows_at(rows, rows->count - 1)[0] >= w->row[0];
    watch(w);
    if (!there && w->job->rows) {
        cli_rows_add(&w->result->rows, w->row, false);
    }
    if (result->error_points == 0 && result->points.count == 0 && w->judge.waiting == 0 &&
        result->status == LENTO_DONE) {
        cli_judge_row(&w->judge, w->row);
    }
    cli_judge_flush(&w->judge);
}

/* ---- set-up ---- */

static bool open_run(const cli_job *job, cli_result *result) {
    lento_options options = job->options;
    options.stop = cli_interrupted;
    const lento_status status = lento_run_open(&result->run, job->model, &options);
    if (status == LENTO_DONE) {
        return true;
    }
    result->status = status;
    result->refused = true;
    result->message = cli_text(&result->memory, "%s",
                               result->run ? lento_run_error(result->run) : "out of memory");
    return false;
}

static void plan(walk *w) {
    const lento_options *resolved = lento_run_options(w->run);
    w->until = resolved->until;
    w->averages = !shows_fast_part(resolved);
    w->step = resolved->macro_step;
    w->fixed = w->step > 0;
    const double steps = w->fixed ? w->until / w->step : 0;
    w->single =
        !w->fixed || w->job->reference != NULL || (w->job->every > 0 && steps <= LOOK_AT_ALL);
    w->stride = steps > CLI_MAX_ROWS - 2 ? (long)ceil(steps / (CLI_MAX_ROWS - 2)) : 1;
}

static void prepare(walk *w) {
    cli_result *result = w->result;
    cli_memory *memory = &result->memory;
    const size_t width = (size_t)(1 + result->shown);
    w->row = cli_take(memory, width * sizeof(double));
    w->good = cli_take(memory, width * sizeof(double));
    result->invariants = lento_model_invariants(w->job->model);
    w->value = cli_take(memory, (size_t)result->invariants * sizeof(double));
    result->invariant = cli_take(memory, (size_t)(3 * result->invariants) * sizeof(double));
    for (int i = 0; i < 3 * result->invariants; i++) {
        result->invariant[i] = NAN;
    }
    result->final = cli_take(memory, width * sizeof(double));
}

void cli_job_run(const cli_job *job, cli_result *result) {
    memset(result, 0, sizeof *result);
    result->message = result->reference_message = "";
    result->columns = lento_model_columns(job->model);
    result->reference = job->reference;
    const bool distance = job->reference && lento_model_problem(job->model)->distance;
    result->shown = result->columns + (distance ? 1 : 0);
    cli_rows_start(&result->rows, 1 + result->shown);
    cli_rows_start(&result->truth, 1 + result->columns);
    walk w = {.job = job, .result = result};
    if (!open_run(job, result) || !cli_judge_open(&w.judge, job, result)) {
        return;
    }
    w.run = result->run;
    w.judge.progress = &w.progress;
    plan(&w);
    prepare(&w);
    io_progress_start(&w.progress, stderr, job->label ? job->label : "running", job->quiet);
    const double started = io_progress_clock();
    result->status = march(&w);
    if (result->status < 0) {
        result->message = cli_text(&result->memory, "%s", lento_run_error(w.run));
    }
    finish(&w);
    if (result->status > 0) {
        result->message = cli_text(&result->memory, "interrupted at t = %g", result->final[0]);
    }
    result->seconds = io_progress_clock() - started - w.judge.seconds;
    io_progress_finish(&w.progress);
    result->counts = lento_run_counts(w.run);
    cli_judge_close(&w.judge);
}

const char *cli_result_trouble(const cli_result *result) {
    if (result->status != LENTO_DONE) {
        return result->message;
    }
    return result->reference_message[0] ? result->reference_message : NULL;
}

bool cli_error_pointwise(const lento_model *model, const lento_options *resolved,
                         const char *reference, int i) {
    const lento_column *row;
    if (!reference || i >= lento_model_columns(model)) {
        return false;
    }
    lento_model_column(model, i, &row);
    return row->pointwise && shows_fast_part(resolved) == (strcmp(reference, "averaged") == 0);
}

void cli_result_free(cli_result *result) {
    lento_run_destroy(result->run);
    cli_rows_free(&result->rows);
    cli_rows_free(&result->truth);
    cli_rows_free(&result->points);
    cli_release(&result->memory);
    memset(result, 0, sizeof *result);
}
