/* SPDX-License-Identifier: MIT
 *
 * estimate.c - the error of a run, from other runs of the same model that differ in what makes errors, compared at
 * common times. A run that was compared is used again where it can be, so that the work is at most about that of the
 * run, and a part of it where the run has many steps. */
#include "study/estimate.h"

#include <math.h>
#include <string.h>

enum { MOST_CHECKS = 64 };
#define NOTHING  1e-100 /* a smaller error counts for nothing, however small the range is */
#define ROUNDING 4e-16
#define FLAT     0.1 /* a column that stays within this part of its size has that as its range */

double lento_estimate_spacing(const lento_options *resolved) {
    if (!(resolved->macro_step > 0)) {
        return resolved->until / MOST_CHECKS;
    }
    const int64_t unit = 2 * lento_estimate_ratio(resolved), blocks = resolved->steps / unit;
    const int64_t each = (blocks + MOST_CHECKS - 1) / MOST_CHECKS;
    return resolved->macro_step * (double)(unit > 2 ? unit * each : 1);
}

/* ---- distances ---- */

/* The range that a column went through. */
static double range_of(const lento_estimator *e, int i) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = (size_t)i; k < e->rows * (size_t)e->width; k += (size_t)e->width) {
        low = fmin(low, e->own[k]);
        high = fmax(high, e->own[k]);
    }
    if (lento_column_wraps(e->job->model, i)) {
        return LENTO_TWO_PI / 4;
    }
    return fmax(high - low, FLAT * fmax(fabs(low), fabs(high)));
}

/* Members of a family are measured alike: one that hardly moves has the range of the others. */
static void find_ranges(lento_estimator *e) {
    double *range = e->result->estimate.range;
    for (int i = 0; i < e->width; i++) {
        range[i] = range_of(e, i);
    }
    for (int first = 0, end; first < e->width; first = end) {
        const lento_column *family, *row;
        double most = 0;
        lento_model_column(e->job->model, first, &family);
        for (end = first, row = family; end < e->width && row == family;) {
            most = fmax(most, range[end++]);
            lento_model_column(e->job->model, end < e->width ? end : first, &row);
            row = end < e->width ? row : NULL;
        }
        for (int i = first; i < end; i++) {
            range[i] = most;
        }
    }
}

/* The largest part error / range, and its column; columns that are not numbers do not count. */
static double worst_of(const lento_estimator *e, const double error[], int *column) {
    double worst = 0;
    *column = -1;
    for (int i = 0; i < e->width; i++) {
        const double part = error[i] / e->result->estimate.range[i];
        if (part > worst && error[i] > NOTHING) {
            worst = part;
            *column = i;
        }
    }
    return worst;
}

bool lento_estimate_compares(const lento_estimator *e, size_t row) {
    return (e->rows - 1 - row) % e->every == 0;
}

double lento_estimate_distance(lento_estimator *e, const double *a, const double *b) {
    int column;
    memset(e->distance, 0, (size_t)e->width * sizeof(double));
    for (size_t k = 0; k < e->rows * (size_t)e->width; k++) {
        const int i = (int)(k % (size_t)e->width);
        if (isfinite(e->own[k]) && lento_estimate_compares(e, k / (size_t)e->width)) {
            const double d = lento_column_difference(e->job->model, i, a[k], b[k]);
            e->distance[i] = fmax(e->distance[i], isfinite(d) ? d : INFINITY);
        }
    }
    return worst_of(e, e->distance, &column);
}

void lento_estimate_add(lento_estimator *e, double part, double *worst) {
    double *error = e->result->estimate.error;
    int column;
    for (int i = 0; i < e->width; i++) {
        error[i] += isfinite(e->own[i]) ? e->distance[i] * part : NAN;
    }
    *worst = worst_of(e, e->distance, &column) * part;
}

/* ---- all of it ---- */

static bool take_memory(lento_estimator *e) {
    lento_result *result = e->result;
    const size_t n = (size_t)e->width, all = n * e->rows;
    double *block = lento_chunk_take(&result->memory, (3 * n + 4 * all) * sizeof(double));
    if (!block) {
        return false;
    }
    e->distance = block;
    result->estimate.error = block + n;
    result->estimate.range = block + 2 * n;
    e->own = block + 3 * n;
    e->near = e->own + all;
    e->far = e->near + all;
    e->spare = e->far + all;
    const bool fast = lento_model_shows_fast(e->job->model, &e->resolved);
    for (size_t k = 0; k < all; k++) { /* a column that the run does not follow has no error */
        const lento_column *column;
        lento_model_column(e->job->model, (int)(k % n), &column);
        const double value = lento_recorder_row(&result->checks, k / n)[1 + k % n];
        e->own[k] = column->pointwise && !fast ? NAN : value;
    }
    return true;
}

/* The largest part is to blame. */
static void warn(const lento_estimator *e) {
    const lento_estimate *estimate = &e->result->estimate;
    const struct {
        double part;
        lento_check_id id;
    } parts[] = {{estimate->macro, LENTO_CHECK_MACRO_ERROR},
                 {estimate->micro, LENTO_CHECK_MICRO_ERROR},
                 {estimate->window, LENTO_CHECK_WINDOW_ERROR},
                 {estimate->separation, LENTO_CHECK_SEPARATION_ERROR}};
    int most = 0;
    for (int i = 1; i < 4; i++) {
        most = parts[i].part > parts[most].part ? i : most;
    }
    if (estimate->column >= 0) {
        lento_check(&e->result->run->doubts, parts[most].id,
                    lento_model_column(e->job->model, estimate->column, NULL), estimate->worst);
    }
}

/* Each step rounds: no estimate is below that. */
static void add_rounding(lento_estimator *e) {
    const double part = ROUNDING * sqrt(fmax(1, (double)e->result->counts.macro_steps));
    for (size_t k = 0; k < e->rows * (size_t)e->width; k++) {
        double *error = &e->result->estimate.error[k % (size_t)e->width];
        *error = *error < part * fabs(e->own[k]) ? part * fabs(e->own[k]) : *error;
    }
}

/* Half an estimate would be too small: there is none. */
static void end_early(lento_estimator *e) {
    lento_estimate *estimate = &e->result->estimate;
    estimate->error = NULL;
    estimate->how = e->starved ? "out of memory" : "interrupted";
    estimate->status = e->starved ? LENTO_NO_MEMORY : e->stopped ? LENTO_STOPPED : LENTO_DONE;
}

void lento_estimate_make(const lento_job *job, lento_result *result) {
    lento_estimator e = {.job = job,
                         .result = result,
                         .resolved = *lento_run_options(result->run),
                         .order = lento_stepper_order(&result->run->macro),
                         .width = result->columns,
                         .rows = result->checks.count,
                         .every = 1,
                         .near_worst = INFINITY};
    lento_estimate *estimate = &result->estimate;
    e.fixed = e.resolved.macro_step > 0;
    e.inner = e.fixed && (result->run->macro.method->traits & LENTO_INNER_STEPS) != 0;
    e.starved = e.rows > 0 && !take_memory(&e);
    if (e.rows == 0 || e.starved) {
        end_early(&e);
        return;
    }
    find_ranges(&e);
    lento_estimate_macro(&e);
    if (!lento_check_above(LENTO_CHECK_MACRO_ERROR, estimate->macro)) {
        lento_estimate_parts(&e);
    }
    estimate->worst = worst_of(&e, estimate->error, &estimate->column);
    if (e.stopped) {
        end_early(&e);
        return;
    }
    warn(&e);
    lento_estimate_rows(&e);
    add_rounding(&e);
    estimate->worst = worst_of(&e, estimate->error, &estimate->column);
}

void lento_estimate_drift(const lento_job *job, lento_result *result) {
    for (int i = 0; i < result->invariants; i++) {
        const double *v = result->invariant + 3 * i; /* start, end, largest change */
        if (fabs(v[0]) > 0 && isfinite(v[2])) {
            lento_check(&result->run->doubts, LENTO_CHECK_DRIFT,
                        lento_model_invariant(job->model, i), v[2] / fabs(v[0]));
        }
    }
}
