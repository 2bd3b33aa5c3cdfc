/* SPDX-License-Identifier: MIT
 *
 * estimate.c - the error of a run, from other runs of the same model that differ in what makes errors. All are compared
 * at common times.
 *
 * Macro steps: the run with steps r and 2r times as long (adaptive methods: tolerances 100 and 1000 times as loose).
 * With e(h) = C h^q the two distances
 *
 *     D1 = |y(rH) - y(H)| = C H^q (r^q - 1),    D2 = |y(2rH) - y(H)| = C H^q ((2r)^q - 1)
 *
 * give q and the error D1 / (r^q - 1). The order q is measured and never taken to be higher than that of the method: a
 * fault that struck once in the run itself stands in D1 and D2 alike, shows no order at all and counts in full. Where
 * long steps do not follow the motion r is halved, down to a comparison with half the steps H, which needs no order.
 *
 * Micro steps and windows: the cheap run with steps rH once more with micro steps twice as long, and with windows twice
 * as wide, each compared with that run itself.
 *
 * A run that was compared is used again where it can be, so that the work is at most about that of the run, and a part
 * of it where the run has many steps. */
#include <math.h>
#include <string.h>

#include "core.h"
#include "study/study.h"

enum { MOST_CHECKS = 64, LONGEST = 16, LEAST_STEPS = 16, LEAST_MICRO = 16 };
#define FOLLOWS   0.05 /* of the range: beyond it longer steps do not follow the motion */
#define SMALL     1e-4 /* of the range: not worth another run */
#define FLAT      0.1  /* a column that stays within this part of its size has that as its range */
#define PER_TURN  1.2  /* radians of a fast motion in one step: more does not resolve it */
#define SAFETY    1.5
#define TOLERANCE 0.1 /* no looser than this */

/* What another run has of its own: factors of the macro step or tolerance, of the micro step, of the window. */
typedef struct variation {
    double macro, micro, window;
} variation;

typedef struct comparison {
    const lento_job *job;
    lento_result *result;
    lento_options resolved;
    bool fixed, stopped;
    int order, width;
    size_t rows;
    /* columns at the times of result->checks: the run, the nearest other run and the one before, one to spare */
    double *own, *near, *far, *spare;
    double nearest, farthest, near_worst, far_worst;
    /* distances of the columns */
    double *distance;
} comparison;

/* ---- times ---- */

/* How many times longer the steps of the nearest run are at first. */
static long ratio(const lento_options *resolved) {
    long r = 2;
    while (r < LONGEST && resolved->steps / (4 * r) >= LEAST_STEPS) {
        r *= 2;
    }
    return r;
}

double lento_estimate_spacing(const lento_options *resolved) {
    if (!(resolved->macro_step > 0)) {
        return resolved->until / MOST_CHECKS;
    }
    const long unit = resolved->steps < LEAST_STEPS ? 1 : 2 * ratio(resolved);
    const long blocks = resolved->steps / unit;
    return resolved->macro_step * (double)(unit * ((blocks + MOST_CHECKS - 1) / MOST_CHECKS));
}

/* ---- distances ---- */

/* The range that a column went through. */
static double range_of(const comparison *c, int i) {
    double low = INFINITY, high = -INFINITY;
    for (size_t k = 0; k < c->rows; k++) {
        low = fmin(low, c->own[k * (size_t)c->width + (size_t)i]);
        high = fmax(high, c->own[k * (size_t)c->width + (size_t)i]);
    }
    if (lento_column_wraps(c->job->model, i)) {
        return LENTO_TWO_PI / 4;
    }
    return fmax(high - low, FLAT * fmax(fabs(low), fabs(high)));
}

/* Members of a family are measured alike: one that hardly moves has the range of the others. */
static void find_ranges(comparison *c) {
    double *range = c->result->estimate.range;
    const lento_column *row, *before = NULL;
    for (int i = 0; i < c->width; i++) {
        range[i] = range_of(c, i);
    }
    for (int i = 0, first = 0; i <= c->width; i++) {
        row = NULL;
        if (i < c->width) {
            lento_model_column(c->job->model, i, &row);
        }
        if (row != before) {
            double most = 0;
            for (int k = first; k < i; k++) {
                most = fmax(most, range[k]);
            }
            for (int k = first; k < i; k++) {
                range[k] = most;
            }
            first = i;
            before = row;
        }
    }
}

/* The largest part of a range; columns that are not numbers do not count. */
static double worst_of(const comparison *c, const double error[], int *column) {
    double worst = 0;
    for (int i = 0; i < c->width; i++) {
        const double part = error[i] / c->result->estimate.range[i];
        if (part > worst) {
            worst = part;
            *column = i;
        }
    }
    return worst;
}

/* Largest distance of every column of two runs, in c->distance; the largest as a part of the range. */
static double distance(comparison *c, const double *a, const double *b) {
    int column;
    memset(c->distance, 0, (size_t)c->width * sizeof(double));
    for (size_t k = 0; k < c->rows * (size_t)c->width; k++) {
        const int i = (int)(k % (size_t)c->width);
        if (isfinite(c->own[k])) {
            const double d = lento_column_difference(c->job->model, i, a[k], b[k]);
            c->distance[i] = fmax(c->distance[i], isfinite(d) ? d : INFINITY);
        }
    }
    return worst_of(c, c->distance, &column);
}

/* ---- other runs ---- */

static void vary(const comparison *c, const variation *v, lento_options *o) {
    o->steps = 0;
    if (c->fixed) {
        o->macro_step = c->resolved.macro_step * v->macro;
    } else {
        o->rtol = fmin(c->resolved.rtol * v->macro, TOLERANCE);
        o->atol = fmin(c->resolved.atol * v->macro, TOLERANCE);
        o->first_step = 0;
    }
    for (int l = 0; l < lento_options_levels(&c->resolved); l++) {
        const lento_average *is = &c->resolved.average[l];
        lento_average *a = &o->average[l];
        if (v->micro != 1) {
            a->micro = is->micro;
            a->micro_per_period = 0;
            a->micro_step = is->micro_step * v->micro;
        }
        if (v->window != 1) {
            a->kernel = is->kernel;
            a->side = is->side;
            a->periods = 0;
            a->window = is->window * v->window;
        }
    }
}

/* The columns of another run at the times of this one, in c->spare. False: it is refused, or was stopped. One that
 * fails on the way is not a number from there on. */
static bool other(comparison *c, const variation *v) {
    lento_options o = c->job->options; /* as asked: resolved ones say some things twice */
    const lento_problem *problem = lento_model_problem(c->job->model);
    const size_t width = (size_t)c->width;
    lento_run *run = NULL;
    lento_watch_attach(c->job->watch, &o);
    vary(c, v, &o);
    lento_status status = lento_run_open(&run, c->job->model, &o);
    const bool refused = status < 0;
    lento_watch_begin(c->job->watch, "estimating");
    for (size_t k = 0; k < c->rows; k++) {
        const double t = lento_recorder_row(&c->result->checks, k)[0];
        double *row = c->spare + k * width;
        if (status == LENTO_DONE && lento_run_time(run) < t) {
            status = lento_run_advance(run, t);
        }
        if (status != LENTO_DONE || lento_run_columns(run, t, row) != LENTO_DONE) {
            for (size_t i = 0; i < width; i++) {
                row[i] = NAN;
            }
        } else if (problem->align) {
            problem->align(c->own + k * width, row, problem->data);
        }
        lento_watch_update(c->job->watch, "estimating", t / c->resolved.until);
    }
    lento_watch_end(c->job->watch, "estimating");
    c->stopped = c->stopped || status > 0;
    c->result->estimate.force_evaluations += lento_run_counts(run).force_evaluations;
    lento_run_destroy(run);
    return !refused && !c->stopped;
}

/* ---- macro steps ---- */

/* Another run becomes the nearest one. */
static void approach(comparison *c, double factor) {
    c->farthest = c->nearest;
    c->nearest = factor;
    other(c, &(variation){factor, 1, 1});
    double *spare = c->far;
    c->far = c->near;
    c->near = c->spare;
    c->spare = spare;
    c->far_worst = c->near_worst;
    c->near_worst = distance(c, c->near, c->own);
}

/* ((s r)^q - 1) / (r^q - 1), rising with q. */
static double expected(double r, double s, double q) {
    return expm1(q * log(s * r)) / expm1(q * log(r));
}

/* The q at which the two distances have their quotient; 0: they show none. */
static double order_seen(const comparison *c, double r, double s) {
    const double quotient = c->far_worst / c->near_worst;
    double low = 0.25, high = c->fixed ? c->order : 1;
    if (!(quotient > expected(r, s, low)) || !(c->far_worst < INFINITY)) {
        return 0;
    }
    if (quotient >= expected(r, s, high)) {
        return high;
    }
    for (int k = 0; k < 50; k++) {
        const double middle = (low + high) / 2;
        *(quotient > expected(r, s, middle) ? &low : &high) = middle;
    }
    return low;
}

/* From steps s r times as long down to those that follow the motion; the part of the nearest distance that is the
 * error, or 0 if none do. */
static double descend(comparison *c, double r, double s) {
    const double least = c->fixed ? 2 : 10;
    approach(c, s * r);
    for (approach(c, r); !c->stopped; approach(c, r /= s)) {
        const double q = order_seen(c, r, s);
        c->result->estimate.order = q;
        if (q > 0 && c->near_worst < FOLLOWS) {
            return fmin(1, SAFETY / expm1(q * log(r)));
        }
        if (c->near_worst < SMALL) {
            return 1;
        }
        if (r < least * s * (1 - 1e-9)) {
            break;
        }
    }
    return 0;
}

/* No longer steps than resolve what moves fast and is not averaged. */
static double longest(const comparison *c) {
    const bool direct = lento_options_levels(&c->resolved) == 0;
    const double fast = direct ? lento_model_highest(c->job->model) : 0;
    double r = (double)ratio(&c->resolved);
    while (r > 2 && 2 * r * c->resolved.macro_step * fast > PER_TURN) {
        r /= 2;
    }
    return r;
}

static void add(comparison *c, double part, double *worst) {
    lento_estimate *e = &c->result->estimate;
    for (int i = 0; i < c->width; i++) {
        e->error[i] += isfinite(c->own[i]) ? c->distance[i] * part : NAN;
    }
    int column;
    *worst = worst_of(c, c->distance, &column) * part;
}

static void macro_part(comparison *c) {
    lento_estimate *e = &c->result->estimate;
    const bool many = !c->fixed || c->resolved.steps >= LEAST_STEPS;
    double part = !many ? 0 : c->fixed ? descend(c, longest(c), 2) : descend(c, 100, 10);
    e->how = c->fixed ? "runs with longer steps" : "runs with looser tolerances";
    if (part == 0 && !c->stopped) { /* long steps say nothing: the finer run is the judge */
        approach(c, c->fixed ? 0.5 : 0.1);
        e->how = c->fixed ? "a run with half the steps" : "a run with a tenth of the tolerance";
        part = SAFETY;
    }
    add(c, part, &e->macro);
}

/* ---- micro steps and windows ---- */

/* The cheapest run that follows the motion with something else; c->distance is how far that moves it. */
static bool moved(comparison *c, variation v) {
    const bool far = c->far_worst < FOLLOWS;
    v.macro = far ? c->farthest : c->nearest;
    if (c->stopped || !other(c, &v)) {
        return false;
    }
    distance(c, c->spare, far ? c->far : c->near);
    return true;
}

static void micro_part(comparison *c) {
    lento_estimate *e = &c->result->estimate;
    const int levels = lento_options_levels(&c->resolved);
    int order = 99;
    double least = INFINITY;
    bool wider = true;
    for (int l = 0; l < levels; l++) {
        const lento_average *a = &c->resolved.average[l];
        const lento_mean *mean = &c->result->run->mean[l];
        if (!lento_level_windows(a) || mean->kernel->point) {
            return;
        }
        order =
            lento_stepper_order(&mean->micro) < order ? lento_stepper_order(&mean->micro) : order;
        least = fmin(least, mean->period / mean->h);
        wider = wider && !mean->kernel->filter;
    }
    if (levels == 0) {
        return;
    }
    const bool coarser = least >= LEAST_MICRO;
    if (moved(c, (variation){1, coarser ? 2 : 0.5, 1})) {
        add(c, SAFETY / (coarser ? pow(2, order) - 1 : 1), &e->micro);
    }
    if (wider && moved(c, (variation){1, 1, 2})) {
        add(c, 0.5, &e->window);
    }
}

/* ---- all of it ---- */

static bool take_memory(comparison *c) {
    lento_estimate *e = &c->result->estimate;
    const size_t n = (size_t)c->width, all = n * c->rows;
    double *block = lento_chunk_take(&c->result->memory, (3 * n + 4 * all) * sizeof(double));
    if (!block) {
        return false;
    }
    c->distance = block;
    e->error = block + n;
    e->range = block + 2 * n;
    c->own = block + 3 * n;
    c->near = c->own + all;
    c->far = c->near + all;
    c->spare = c->far + all;
    for (size_t k = 0; k < c->rows; k++) {
        memcpy(c->own + k * n, lento_recorder_row(&c->result->checks, k) + 1, n * sizeof(double));
    }
    return true;
}

/* The largest part is to blame. */
static void warn(const comparison *c) {
    const lento_estimate *e = &c->result->estimate;
    const double most = fmax(e->macro, fmax(e->micro, e->window));
    const lento_check_id id = e->macro == most   ? LENTO_CHECK_MACRO_ERROR
                              : e->micro == most ? LENTO_CHECK_MICRO_ERROR
                                                 : LENTO_CHECK_WINDOW_ERROR;
    if (e->column >= 0) {
        lento_check(&c->result->run->doubts, id, lento_model_column(c->job->model, e->column, NULL),
                    e->worst);
    }
}

void lento_estimate_make(const lento_job *job, lento_result *result) {
    comparison c = {.job = job,
                    .result = result,
                    .resolved = *lento_run_options(result->run),
                    .near_worst = INFINITY};
    lento_estimate *e = &result->estimate;
    c.order = lento_stepper_order(&result->run->macro);
    c.fixed = c.resolved.macro_step > 0;
    c.width = result->columns;
    c.rows = result->checks.count;
    e->how = "out of memory";
    if (c.rows == 0 || !take_memory(&c)) {
        return;
    }
    find_ranges(&c);
    macro_part(&c);
    if (!lento_check_above(LENTO_CHECK_MACRO_ERROR, e->macro)) {
        micro_part(&c);
    }
    e->column = -1;
    e->worst = worst_of(&c, e->error, &e->column);
    if (c.stopped) {
        e->error = NULL;
        e->how = "interrupted";
        return;
    }
    warn(&c);
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
