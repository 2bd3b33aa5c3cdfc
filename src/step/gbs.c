/* SPDX-License-Identifier: MIT
 *
 * gbs.c - method `gbs`: Gragg-Bulirsch-Stoer extrapolation with step and order control (Hairer,
 * Norsett & Wanner II.9; the method of the ODEX code that bodack calls Extrap) on the first-order
 * view of any system.
 *
 * Column j of the table starts from the modified midpoint rule with n_j = 2j sub-steps and is
 * extrapolated in h^2. H_j is the step that column j asks for, W_j = A_j/H_j its work per unit
 * time; the order moves to the column with the least. Given a macro step and a tolerance together,
 * every macro step is one such call of that length with the first step `first_step`, as the
 * original program used it. */
#include <math.h>
#include <string.h>

#include "step/adaptive.h"
#include "step/stepper.h"

enum { COLUMNS = 9 };

typedef struct gbs {
    int target;   /* column where convergence is expected; 0: the call has not begun */
    double h;     /* step to try next */
    double limit; /* no step is longer */
    double want[COLUMNS + 1], work[COLUMNS + 1]; /* H_j, W_j, 1-based */
    double error, last_error;
} gbs;

static double cost(int j) { /* A_j: evaluations up to column j */
    return 1.0 + j * (j + 1.0);
}

/* work: the table, two midpoint iterates, the slope, the left end of the step with its slope, a
 * walking slope */
static double *table_of(const lento_stepper *s, int j) {
    return s->work + (j - 1) * s->size;
}
static double *scratch_of(const lento_stepper *s, int i) {
    return s->work + (COLUMNS + i) * s->size;
}
enum { BACK, HERE, SLOPE, FROM, FROM_SLOPE, WALK, SCRATCH };

static gbs *control_of(const lento_stepper *s) {
    return s->data;
}

static void carve(lento_stepper *s, lento_arena *arena) {
    s->work = lento_take(arena, (COLUMNS + SCRATCH) * s->size);
    s->data = lento_take_bytes(arena, sizeof(gbs));
}

static int begin(lento_stepper *s) {
    *control_of(s) = (gbs){0};
    return 0;
}

static void stage_time(const lento_stepper *s, double dt, double *t, lento_phase phase[]) {
    *t = s->ticker.t + dt;
    lento_phases_at(s->system, *t, phase);
}

/* modified midpoint rule with Gragg's smoothing over h from (dt, y): column j, raw */
static int midpoint(lento_stepper *s, double dt, double h, int j, const double *y,
                    const double *slope) {
    const int n = 2 * j, size = s->size;
    double *back = scratch_of(s, BACK), *here = scratch_of(s, HERE), *dz = scratch_of(s, SLOPE);
    const double step = h / n;
    for (int i = 0; i < size; i++) {
        back[i] = y[i];
        here[i] = y[i] + step * slope[i];
    }
    for (int k = 1; k <= n; k++) {
        double t;
        lento_phase phase[LENTO_MAX_SCALES];
        stage_time(s, dt + k * step, &t, phase);
        if (lento_stepper_field(s, t, phase, here, dz)) {
            return -1;
        }
        for (int i = 0; k < n && i < size; i++) {
            const double next = back[i] + 2 * step * dz[i];
            back[i] = here[i];
            here[i] = next;
        }
    }
    double *column = table_of(s, j);
    for (int i = 0; i < size; i++) {
        column[i] = (back[i] + here[i] + step * dz[i]) / 2;
    }
    return 0;
}

/* polynomial extrapolation along the row, error of the last two entries */
static double extrapolate(lento_stepper *s, int j, const double *y) {
    for (int l = j; l >= 2; l--) {
        const double ratio = (double)j / (l - 1), factor = ratio * ratio - 1;
        double *upper = table_of(s, l - 1), *lower = table_of(s, l);
        for (int i = 0; i < s->size; i++) {
            upper[i] = lower[i] + (lower[i] - upper[i]) / factor;
        }
    }
    double sum = 0;
    const double *best = table_of(s, 1), *second = table_of(s, 2);
    for (int i = 0; i < s->size; i++) {
        const double scale = s->atol + s->rtol * fmax(fabs(y[i]), fabs(best[i]));
        const double e = (best[i] - second[i]) / scale;
        sum += e * e;
    }
    return sqrt(sum / s->size);
}

/* One column: 0 fine, 1 hopeless (halve the step), -1 failed. */
static int column(lento_stepper *s, gbs *g, double dt, int j, const double *y,
                  const double *slope) {
    if (midpoint(s, dt, g->h, j, y, slope)) {
        return -1;
    }
    if (j == 1) {
        return 0;
    }
    g->error = extrapolate(s, j, y);
    if (!(g->error < 1e15) || (j > 2 && g->error >= g->last_error)) {
        return 1;
    }
    g->last_error = fmax(4 * g->error, 1);
    const double exponent = 1.0 / (2 * j - 1), least = pow(0.02, exponent);
    const double factor = fmin(4 / least, fmax(least, pow(g->error / 0.65, exponent) / 0.94));
    g->want[j] = fmin(g->h / factor, g->limit);
    g->work[j] = cost(j) / g->want[j];
    return 0;
}

/* the column and step to try next after success in column c */
static void plan(gbs *g, int c, bool after_reject) {
    int best;
    if (c == 2) {
        best = after_reject ? 2 : 3;
    } else if (c <= g->target) {
        best = g->work[c - 1] < 0.8 * g->work[c] ? c - 1 : c;
        best = g->work[c] < 0.9 * g->work[c - 1] ? c + 1 : best;
    } else {
        best = c > 3 && g->work[c - 2] < 0.8 * g->work[c - 1] ? c - 2 : c - 1;
        best = g->work[c] < 0.9 * g->work[best] ? c : best;
    }
    best = best < COLUMNS - 1 ? best : COLUMNS - 1;
    if (after_reject) {
        g->target = best < c ? best : c;
        g->target = g->target > 2 ? g->target : 2;
        g->h = fmin(g->h, g->want[g->target]);
        return;
    }
    if (best <= c) {
        g->h = g->want[best];
    } else if (c < g->target && g->work[c] < 0.9 * g->work[c - 1]) {
        g->h = g->want[c] * cost(best + 1) / cost(c);
    } else {
        g->h = g->want[c] * cost(best) / cost(c);
    }
    g->target = best;
}

static void reject(gbs *g, int c) {
    g->target = c < g->target ? c : g->target;
    if (g->target > 2 && g->work[g->target - 1] < 0.8 * g->work[g->target]) {
        g->target--;
    }
    g->target = g->target > 2 ? g->target : 2;
    g->h = g->want[g->target];
}

/* where a step may end: at any column, one before the target, after a rejection at the target */
typedef enum patience { ANYWHERE, EARLY, TARGET } patience;

/* Compute columns until one converges; its number, 0: repeat the step, -1: failed. */
static int converge(lento_stepper *s, gbs *g, double dt, const double *y, const double *slope,
                    patience p) {
    const int k = g->target; /* at most COLUMNS - 1 */
    const int earliest = p == ANYWHERE ? 2 : (p == EARLY ? k - 1 : k);
    for (int j = 1; j <= k + 1; j++) {
        const int status = column(s, g, dt, j, y, slope);
        if (status < 0) {
            return -1;
        }
        if (status > 0) {
            g->h *= 0.5;
            return 0;
        }
        if (j > 1 && j >= earliest && g->error <= 1) {
            return j;
        }
        /* will the next columns make it? (HNW II.9, convergence monitor) */
        const double ahead =
            j == k ? k + 1.0 : (j == k - 1 && p == EARLY ? (k + 1.0) * k : INFINITY);
        if (j > 1 && g->error > ahead * ahead) {
            reject(g, j);
            return 0;
        }
    }
    reject(g, k + 1);
    return 0;
}

static double first_guess(const lento_stepper *s, const double *y, const double *slope) {
    const double d0 = lento_largest(s->size, y), d1 = lento_largest(s->size, slope);
    return d1 > 0 && d0 > 0 ? 0.1 * d0 / d1 : 0.1;
}

static void start_call(const lento_stepper *s, gbs *g, double length, const double *y,
                       const double *slope) {
    const double guess = -log10(s->rtol + 1e-40) * 0.6 + 1.5;
    g->target = guess < 2 ? 2 : (guess > COLUMNS - 1 ? COLUMNS - 1 : (int)guess);
    g->limit = s->max_step > 0 ? fmin(s->max_step, length) : length;
    g->h = fmin(s->first_step > 0 ? s->first_step : first_guess(s, y, slope),
                fmin(g->limit, length / 2));
}

/* One accepted step from (dt, y), at most `room` long; y and *dt move on. */
static int one_step(lento_stepper *s, double *dt, double room, double *y, double *slope) {
    gbs *g = control_of(s);
    const bool first = g->target == 0;
    if (first) {
        start_call(s, g, room, y, slope);
    }
    for (patience p = first ? ANYWHERE : EARLY;; p = TARGET) {
        g->h = fmin(g->h, g->limit);
        const bool cut = 1.01 * g->h >= room;
        g->h = cut ? room : g->h;
        g->last_error = INFINITY;
        const double taken = g->h;
        const int c = converge(s, g, *dt, y, slope, cut && p == EARLY ? ANYWHERE : p);
        if (c < 0) {
            return -1;
        }
        if (c > 0) {
            memcpy(y, table_of(s, 1), (size_t)s->size * sizeof *y);
            *dt += taken;
            g->h = taken;
            plan(g, c, p == TARGET);
            return 0;
        }
        s->counts.rejected++;
        if (g->h <= lento_adaptive_least(s->ticker.t + *dt)) {
            return lento_adaptive_stalled(s);
        }
    }
}

/* from the left end of the step, over `length`; y moves from there */
static int integrate(lento_stepper *s, double length, double *y) {
    double dt = 0, *slope = scratch_of(s, WALK);
    const size_t bytes = (size_t)s->size * sizeof *y;
    memcpy(slope, scratch_of(s, FROM_SLOPE), bytes);
    control_of(s)->target = 0;
    while (length - dt > 1e-14 * length) {
        if (one_step(s, &dt, length - dt, y, slope)) {
            return -1;
        }
        if (length - dt > 1e-14 * length) {
            double t;
            lento_phase phase[LENTO_MAX_SCALES];
            stage_time(s, dt, &t, phase);
            if (lento_stepper_field(s, t, phase, y, slope)) {
                return -1;
            }
        }
    }
    return 0;
}

static int step(lento_stepper *s) {
    if (lento_stepper_rate(s)) {
        return -1;
    }
    double *from = scratch_of(s, FROM), *slope = scratch_of(s, FROM_SLOPE);
    memcpy(from, s->y, (size_t)s->size * sizeof *from);
    lento_stepper_node_field(s, slope);
    if (s->fixed) {
        if (integrate(s, s->h, s->y)) {
            return -1;
        }
    } else {
        double dt = 0;
        if (one_step(s, &dt, s->end - s->ticker.t, s->y, slope)) {
            return -1;
        }
        lento_adaptive_retime(s, dt);
    }
    s->fresh = false;
    return 0;
}

/* a call of its own from the left end to the wanted point */
static int dense(lento_stepper *s, double x, double *y) {
    gbs keep = *control_of(s);
    const double t = s->ticker.t;
    s->ticker.t = t - s->h;
    memcpy(y, scratch_of(s, FROM), (size_t)s->size * sizeof *y);
    const int status = x > 0 ? integrate(s, x * s->h, y) : 0;
    s->ticker.t = t;
    *control_of(s) = keep;
    return status;
}

const lento_method lento_method_gbs = {
    .name = "gbs",
    .doc = "Gragg-Bulirsch-Stoer extrapolation with step and order control",
    .paper = "bodack",
    .order = 12,
    .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,
    .traits = LENTO_ADAPTIVE | LENTO_INNER_STEPS | LENTO_MACRO_ONLY,
    .carve = carve,
    .begin = begin,
    .rate = lento_stepper_node_rate,
    .step = step,
    .dense = dense,
};
