/* SPDX-License-Identifier: MIT
 *
 * job.c - the loop behind every result: advance, read the columns, record, let the reference measure.
 *
 * Errors are taken over all step points (fixed steps) or all output points (adaptive, and where a row of means costs a
 * window), without t = 0 (card calvo 1: the maximum over t_1..t_N). Rows lie at the steps or at multiples of `every`; the last one lies at `until` exactly,
 * interpolated if the last step ends later. */
#include <math.h>
#include <string.h>

#include "core.h"
#include "study/study.h"

#define LOOK_AT_ALL 1e5 /* steps; invariants of longer runs are watched at the rows alone */
#define NESTED_ROWS 20  /* of means over several phases: windows of windows */

typedef struct lento_walk {
    lento_job job;
    lento_result *result;
    lento_run *run;
    lento_error_meter meter;
    /* equal macro steps; stop at every step; at some of them, not only at multiples of `every`; a
     * slow state, not a full one; every row costs a window */
    bool fixed, single, points, averages, looks;
    /* the next of some steps to be looked at, and how far apart they are */
    double due, gap;
    double step, until;
    /* next multiple of `every` */
    long output;
    /* t, columns; the last row that was finite; invariants there */
    double *row, *good, *value;
    /* time of the last invariants that count */
    double watched;
    /* where to look first; a scheme's first step may have ended before it or behind */
    double stop;
} walk;

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

/* Invariants at a row: start, end, largest departure from the start. */
static void watch(walk *w) {
    lento_result *result = w->result;
    if (result->invariants == 0 || w->row[0] <= w->watched ||
        !lento_model_values(w->job.model, w->row[0], w->row + 1, w->value)) {
        return;
    }
    w->watched = w->row[0];
    const lento_column *about = lento_model_problem(w->job.model)->invariants;
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
    result->invariant_points++;
}

/* How far the row is from the reference, behind its columns. */
static void measure(walk *w) {
    if (w->result->shown > w->result->columns) {
        w->row[w->result->shown] = lento_error_distance(&w->meter, w->row);
    }
}

static void keep(walk *w, bool thin) {
    if (w->job.rows) {
        measure(w);
        lento_recorder_add(&w->result->rows, w->row, thin);
    }
}

/* All multiples of `every` that the last step has passed. */
static void output_points(walk *w) {
    const double now = lento_run_time(w->run);
    for (;; w->output++) {
        double t = (double)w->output * w->job.every;
        t = at_end(w, t) ? w->until : t;
        if (t > now || t > w->until || !read_row(w, t)) {
            return;
        }
        watch(w);
        keep(w, false);
        if (!w->fixed) {
            lento_error_add(&w->meter, w->row);
        }
    }
}

static void step_point(walk *w) {
    const double now = lento_run_time(w->run);
    const double t = at_end(w, now) ? w->until : now;
    if (w->looks && now < w->due) {
        return;
    }
    w->due = now + w->gap - 0.5 * w->step;
    if (t > w->until || !read_row(w, t)) {
        return;
    }
    watch(w);
    if (!(w->job.every > 0)) {
        keep(w, true);
    }
    if (w->fixed || !(w->job.every > 0)) {
        lento_error_add(&w->meter, w->row);
    }
}

/* ---- the loop ---- */

/* A time inside the next step, far enough from its ends for any rounding. */
static double next_step(const walk *w) {
    return lento_run_time(w->run) + (w->fixed ? 0.5 * w->step : 4e-12 * w->until);
}

/* A time inside the next step to be looked at. */
static double next_stop(const walk *w) {
    const double soon = next_step(w);
    if (w->single) {
        return soon;
    }
    const double row = w->job.every > 0 ? (double)w->output * w->job.every : INFINITY;
    return fmin(fmax(fmin(row, w->points ? w->due : INFINITY), soon), w->until);
}

static bool lost_rows(const lento_result *result) {
    return result->rows.failed || result->points.failed || result->truth.failed;
}

static lento_status march(walk *w) {
    lento_status status = w->result->status;
    for (double stop = w->stop; status == LENTO_DONE; stop = next_stop(w)) {
        if (lento_run_time(w->run) < stop) {
            status = lento_run_advance(w->run, stop);
        }
        if (status < 0) {
            return status;
        }
        if (w->job.every > 0) {
            output_points(w);
        }
        if (w->single || w->points) {
            step_point(w);
        }
        if (!w->meter.run) {
            lento_watch_update(w->job.watch, w->job.label, lento_run_time(w->run) / w->until);
        }
        if (lost_rows(w->result)) {
            return LENTO_NO_MEMORY;
        }
        if (lento_run_time(w->run) >= w->until || at_end(w, lento_run_time(w->run))) {
            break;
        }
    }
    return status;
}

/* The row at the end: at `until` if it was reached, else the last good state. */
static void finish(walk *w) {
    lento_result *result = w->result;
    const double now = lento_run_time(w->run);
    const double t = result->status == LENTO_DONE ? w->until : fmin(now, w->until);
    const size_t width = (size_t)(1 + result->shown);
    if (!read_row(w, t) && !finite_row(w)) {
        memcpy(w->row, w->good, width * sizeof(double));
    }
    measure(w);
    memcpy(result->final, w->row, width * sizeof(double));
    const lento_recorder *rows = &result->rows;
    const bool there = rows->count > 0 && lento_recorder_row(rows, rows->count - 1)[0] >= w->row[0];
    watch(w);
    if (!there && w->job.rows) {
        lento_recorder_add(&result->rows, w->row, false);
    }
    if (result->error_points == 0 && result->points.count == 0 && w->meter.waiting == 0 &&
        result->status == LENTO_DONE) {
        lento_error_add(&w->meter, w->row);
    }
    lento_error_flush(&w->meter);
}

/* ---- set-up ---- */

static bool open_run(const lento_job *job, lento_result *result) {
    lento_options options = job->options;
    lento_watch_attach(job->watch, &options);
    const lento_status status = lento_run_open(&result->run, job->model, &options);
    return status == LENTO_DONE ||
           lento_result_refuse(result, status, lento_run_error(result->run));
}

/* The rest of a step must be left for a macro step after relaxing. */
static bool check_relax(lento_result *result) {
    const lento_options *resolved = lento_run_options(result->run);
    for (int i = 0; i < lento_options_levels(resolved); i++) {
        const double number[] = {resolved->average[i].relax, resolved->macro_step};
        const char *const word[] = {resolved->macro};
        const char *what = !(number[0] > 0) || number[0] < number[1] ? NULL
                           : number[1] > 0
                               ? "--relax %g must be shorter than a macro step, which is %g"
                               : "--relax needs equal macro steps, and %s chooses its own; "
                                 "--steps N makes them equal";
        if (what) {
            return lento_result_refuse(result, LENTO_BAD_OPTION,
                                       lento_chunk_text(&result->memory, what, word, number));
        }
    }
    return true;
}

static bool check_rows(const lento_job *job, lento_result *result) {
    const bool fixed = lento_run_options(result->run)->macro_step > 0;
    return !job->aligned || fixed || job->every > 0 ||
           lento_result_refuse(result, LENTO_BAD_OPTION,
                               "--ensemble: adaptive runs have different steps; give --every DT");
}

static void plan(walk *w) {
    const lento_options *resolved = lento_run_options(w->run);
    w->until = resolved->until;
    w->averages = !lento_options_show_fast(resolved);
    w->step = resolved->macro_step;
    w->fixed = w->step > 0;
    const double steps = w->fixed ? w->until / w->step : 0;
    w->looks = w->run->looks > 0;
    w->single = !w->looks && (!w->fixed || w->job.reference != LENTO_REFERENCE_NONE ||
                              (w->job.every > 0 && steps <= LOOK_AT_ALL));
    const bool measured = w->job.reference != LENTO_REFERENCE_NONE;
    w->points =
        w->job.every > 0 ? w->looks && w->fixed && measured : !w->looks || w->job.rows || measured;
    const double most = w->run->looks > 1 ? NESTED_ROWS : LENTO_MAX_ROWS - 2;
    w->gap = w->fixed ? fmax(1, ceil(steps / most)) * w->step : w->until / most;
    w->due = w->gap - 0.5 * w->step;
    w->watched = -1;
}

static bool prepare(walk *w) {
    lento_result *result = w->result;
    const size_t width = (size_t)(1 + result->shown);
    result->invariants = lento_model_invariants(w->job.model);
    const size_t invariants = (size_t)result->invariants;
    double *block =
        lento_chunk_take(&result->memory, (3 * width + 4 * invariants) * sizeof(double));
    if (!block) {
        return lento_result_refuse(result, LENTO_NO_MEMORY, "out of memory");
    }
    w->row = block;
    w->good = block + width;
    result->final = block + 2 * width;
    w->value = block + 3 * width;
    result->invariant = w->value + invariants;
    for (size_t i = 0; i < 3 * invariants; i++) {
        result->invariant[i] = NAN;
    }
    return true;
}

/* Without the words about a last good state, since there was no step yet, and with the first warning, which often is
 * the reason. */
static const char *first_sentence(lento_result *result) {
    const lento_failure *f = &result->run->failure;
    const lento_warning *list;
    const int n = lento_run_warnings(result->run, &list);
    const char *text = lento_chunk_text(&result->memory, f->what, f->word, f->number);
    const char *const word[] = {text, n > 0 ? list[0].text : NULL};
    return n > 0 ? lento_chunk_text(&result->memory, "%s (%s)", word, NULL) : text;
}

/* The first row, and one macro step of a scheme with windows: a set of slow variables that says nothing, or options
 * that do not go together, show in the first window. */
static bool begin(walk *w) {
    lento_result *result = w->result;
    read_row(w, 0);
    watch(w);
    keep(w, !(w->job.every > 0));
    w->output = 1;
    w->stop = next_stop(w);
    if (lento_options_levels(lento_run_options(w->run)) == 0) {
        return true;
    }
    result->status = lento_run_advance(w->run, fmin(w->stop, next_step(w)));
    const bool mistake =
        result->status == LENTO_BAD_OPTION || result->status == LENTO_BAD_SYSTEM ||
        (result->status == LENTO_SINGULAR && lento_run_counts(w->run).macro_steps == 0);
    return !mistake || lento_result_refuse(result, result->status, first_sentence(result));
}

void lento_job_open(const lento_job *job, lento_result *result) {
    *result = (lento_result){.message = "", .reference_message = "", .reference = job->reference};
    result->columns = lento_model_columns(job->model);
    const bool distance = job->reference && lento_model_problem(job->model)->distance;
    result->shown = result->columns + (distance ? 1 : 0);
    lento_recorder_start(&result->rows, 1 + result->shown);
    lento_recorder_start(&result->truth, 1 + result->columns);
    walk *w = lento_chunk_take(&result->memory, sizeof *w);
    if (!w) {
        lento_result_refuse(result, LENTO_NO_MEMORY, "out of memory");
        return;
    }
    *w = (walk){.job = *job, .result = result};
    w->job.label = job->label ? job->label : "running";
    result->walk = w;
    if (!open_run(job, result) || !check_rows(job, result) || !check_relax(result) ||
        !lento_error_open(&w->meter, &w->job, result)) {
        return;
    }
    const double started = lento_watch_clock(job->watch);
    w->run = result->run;
    plan(w);
    result->refused = !prepare(w) || !begin(w);
    result->seconds = lento_watch_clock(job->watch) - started - w->meter.seconds;
}

void lento_job_finish(lento_result *result) {
    walk *w = result->walk;
    if (result->refused) {
        return;
    }
    const double started = lento_watch_clock(w->job.watch) - w->meter.seconds;
    lento_watch_begin(w->job.watch, w->job.label);
    result->status = march(w);
    if (result->status < 0) {
        result->message = lost_rows(result) ? "out of memory" : lento_run_error(w->run);
        result->message = lento_chunk_text(&result->memory, "%s", &result->message, NULL);
    }
    finish(w);
    if (result->status > 0) {
        result->message =
            lento_chunk_text(&result->memory, "interrupted at t = %g", NULL, result->final);
    }
    result->seconds += lento_watch_clock(w->job.watch) - started - w->meter.seconds;
    lento_watch_end(w->job.watch, w->job.label);
    result->counts = lento_run_counts(w->run);
    lento_error_close(&w->meter);
}

void lento_job_run(const lento_job *job, lento_result *result) {
    lento_job_open(job, result);
    lento_job_finish(result);
}

double lento_result_retime(const lento_result *result) {
    if (result->refused) {
        return 0;
    }
    lento_job job = result->walk->job;
    lento_result again;
    job.reference = LENTO_REFERENCE_NONE;
    job.wait = false;
    lento_job_run(&job, &again);
    const double seconds = again.seconds;
    lento_result_free(&again);
    return seconds;
}

void lento_result_free(lento_result *result) {
    if (result->walk) {
        lento_error_close(&result->walk->meter);
    }
    lento_run_destroy(result->run);
    lento_recorder_free(&result->rows);
    lento_recorder_free(&result->truth);
    lento_recorder_free(&result->points);
    lento_chunk_free(&result->memory);
    memset(result, 0, sizeof *result);
}
