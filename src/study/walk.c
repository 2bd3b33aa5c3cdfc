/* SPDX-License-Identifier: MIT
 *
 * walk.c - the loop behind every result: advance, read the columns, record, let the reference measure.
 *
 * Errors are taken over all step points (fixed steps) or all output points (adaptive), without t = 0 (card calvo 1: the
 * maximum over t_1..t_N). Rows lie at the steps or at multiples of `every`; the last one lies at `until` exactly,
 * interpolated if the last step ends later. */
#include "study/walk.h"

#include <math.h>
#include <string.h>

/* t is the end time up to rounding. */
static bool at_end(const lento_walk *w, double t) {
    return fabs(t - w->until) <= 1e-12 * w->until;
}

/* ---- rows ---- */

static bool finite_row(const lento_walk *w) {
    bool finite = true;
    for (int i = 0; i < w->result->columns; i++) {
        finite = finite && isfinite(w->row[1 + i]);
    }
    return finite;
}

/* A row that cannot be read ends the walk: the rows behind it would be missing without a word. */
static bool lose(lento_walk *w, lento_status status) {
    lento_result *result = w->result;
    w->unread = status;
    if (!result->message[0]) {
        const char *const word[] = {lento_run_error(w->run)};
        result->message = lento_chunk_text(&result->memory, "%s", word, NULL);
    }
    return false;
}

/* The columns at t; false if the run cannot give them. */
static bool read_row(lento_walk *w, double t) {
    w->row[0] = t;
    const lento_status status = lento_run_columns(w->run, t, w->row + 1);
    if (status < 0) {
        return lose(w, status);
    }
    if (lento_watch_spent(w->job.watch) && (status > 0 || !finite_row(w))) {
        return lose(w, LENTO_STOPPED);
    }
    if (finite_row(w)) {
        memcpy(w->good, w->row, (size_t)(1 + w->result->shown) * sizeof(double));
    }
    return true;
}

/* Invariants at a row: start, end, largest departure from the start. */
static void watch(lento_walk *w) {
    lento_result *result = w->result;
    if (result->invariants == 0 || w->row[0] <= w->watched ||
        !lento_model_values(w->job.model, w->row[0], w->row + 1, w->value)) {
        return;
    }
    w->watched = w->row[0];
    const lento_column *about = lento_model_problem(w->job.model)->invariants;
    for (int i = 0; i < result->invariants; i++) {
        double *v = result->invariant + 3 * i;
        if (w->averages ? about[i].pointwise || (about[i].slow_only && w->exchanges)
                        : about[i].slow_only) {
            continue; /* the slow state does not have it, or the motion does not keep it */
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
static void measure(lento_walk *w) {
    if (w->result->shown > w->result->columns) {
        w->row[w->result->shown] = lento_error_distance(&w->meter, w->row);
    }
}

static void keep(lento_walk *w, bool thin) {
    if (w->job.rows) {
        measure(w);
        lento_recorder_add(&w->result->rows, w->row, thin);
    }
    if (w->job.rows && w->job.kept) {
        w->job.kept(&w->result->rows, w->job.kept_user);
    }
}

/* All multiples of `every` that the last step has passed. */
static void output_points(lento_walk *w) {
    const double now = lento_run_time(w->run);
    for (;; w->output++) {
        double t = (double)w->output * w->job.every;
        t = at_end(w, t) ? w->until : t;
        if (t > now || t > w->until || !read_row(w, t)) {
            return;
        }
        watch(w);
        keep(w, false);
        if (w->spacing > 0) {
            lento_recorder_add(&w->result->checks, w->row, true);
        }
        if (!w->fixed || w->job.reference_at_rows) {
            lento_error_add(&w->meter, w->row);
        }
    }
}

/* Rows that runs with longer steps are compared with. */
static void check_points(lento_walk *w) {
    const double now = lento_run_time(w->run);
    for (; w->fixed && w->spacing > 0 && !(w->job.every > 0); w->check++) {
        double t = (double)w->check * w->spacing;
        t = fabs(t - now) <= 1e-12 * w->until ? fmin(now, w->until) : t;
        if (t > now || t > w->until || !read_row(w, t)) {
            return;
        }
        lento_recorder_add(&w->result->checks, w->row, false);
    }
}

/* The picture between the steps. */
static void curve_points(lento_walk *w) {
    const double now = lento_run_time(w->run);
    for (; w->curve_gap > 0; w->curved++) {
        double t = (double)w->curved * w->curve_gap;
        t = at_end(w, t) ? w->until : t;
        if (t > now || t > w->until || !read_row(w, t)) {
            return;
        }
        lento_recorder_add(&w->result->curve, w->row, false);
    }
}

static void step_point(lento_walk *w) {
    const double now = lento_run_time(w->run);
    const double t = at_end(w, now) ? w->until : now;
    if (!w->single && now < w->due) {
        return;
    }
    w->due = now + w->gap - 0.5 * w->step;
    if (t > w->until || !read_row(w, t)) {
        return;
    }
    watch(w);
    if (!w->fixed && w->spacing > 0 && !(w->job.every > 0)) {
        lento_recorder_add(&w->result->checks, w->row, true);
    }
    if (!(w->job.every > 0)) {
        keep(w, true);
    }
    if (!(w->job.every > 0) || (w->fixed && !w->job.reference_at_rows)) {
        lento_error_add(&w->meter, w->row);
    }
}

/* ---- the loop ---- */

/* A time inside the next step, far enough from its ends for any rounding. */
double lento_walk_step(const lento_walk *w) {
    return lento_run_time(w->run) + (w->fixed ? 0.5 * w->step : 4e-12 * w->until);
}

/* A time inside the next step to be looked at. */
static double next_stop(const lento_walk *w) {
    const double soon = lento_walk_step(w);
    if (w->single) {
        return soon;
    }
    const double row = w->job.every > 0 ? (double)w->output * w->job.every : INFINITY;
    const double check = w->fixed && w->spacing > 0 && !(w->job.every > 0)
                             ? (double)w->check * w->spacing - 0.5 * w->step
                             : INFINITY;
    const double point = w->points ? w->due : INFINITY;
    const double curve = w->curve_gap > 0 ? (double)w->curved * w->curve_gap : INFINITY;
    return fmin(fmax(fmin(fmin(row, check), fmin(point, curve)), soon), w->until);
}

bool lento_walk_lost(const lento_result *result) {
    return result->rows.failed || result->points.failed || result->truth.failed ||
           result->checks.failed || result->curve.failed;
}

lento_status lento_walk_march(lento_walk *w) {
    lento_status status = w->result->status;
    for (double stop = w->stop; status == LENTO_DONE; stop = next_stop(w)) {
        if (lento_run_time(w->run) < stop) {
            status = lento_run_advance(w->run, stop);
        }
        if (status < 0) {
            return status;
        }
        curve_points(w);
        check_points(w);
        if (w->job.every > 0) {
            output_points(w);
        }
        if (w->single || w->points) {
            step_point(w);
        }
        if (!w->meter.run) {
            lento_watch_update(w->job.watch, w->job.label, lento_run_time(w->run) / w->until);
        }
        if (lento_walk_lost(w->result)) {
            return LENTO_NO_MEMORY;
        }
        if (w->unread != LENTO_DONE) {
            return w->unread;
        }
        if (lento_run_time(w->run) >= w->until || at_end(w, lento_run_time(w->run))) {
            break;
        }
    }
    return status;
}

/* The last row, if it is not there already. */
static void add_last(lento_recorder *rows, const double row[]) {
    if (rows->count == 0 || lento_recorder_row(rows, rows->count - 1)[0] < row[0]) {
        lento_recorder_add(rows, row, false);
    }
}

/* The row at the end: at `until` if it was reached, else the last good state. */
void lento_walk_finish(lento_walk *w) {
    lento_result *result = w->result;
    const double now = lento_run_time(w->run);
    const double t = result->status == LENTO_DONE ? w->until : fmin(now, w->until);
    const size_t width = (size_t)(1 + result->shown);
    if (!read_row(w, t) && (w->unread > 0 || !finite_row(w))) {
        memcpy(w->row, w->good, width * sizeof(double));
    }
    result->status = result->status == LENTO_DONE ? w->unread : result->status;
    measure(w);
    memcpy(result->final, w->row, width * sizeof(double));
    watch(w);
    if (w->job.rows) {
        add_last(&result->rows, w->row);
    }
    if (w->spacing > 0) {
        add_last(&result->checks, w->row);
    }
    if (result->error_points == 0 && result->points.count == 0 && w->meter.waiting == 0 &&
        result->status == LENTO_DONE) {
        lento_error_add(&w->meter, w->row);
    }
    lento_error_flush(&w->meter);
}

void lento_walk_begin(lento_walk *w) {
    read_row(w, 0);
    if (w->spacing > 0) {
        lento_recorder_add(&w->result->checks, w->row, true);
    }
    watch(w);
    keep(w, !(w->job.every > 0));
    w->output = 1;
    w->stop = next_stop(w);
}
