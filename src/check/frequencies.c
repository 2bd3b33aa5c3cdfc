/* SPDX-License-Identifier: MIT
 *
 * frequencies.c - the fast frequencies along a run of scheme `slow`: the imaginary parts of the
 * eigenvalues of df/dx at the macro nodes. They must be those that the problem declares, which
 * steps and windows are made for. Their small combinations
 *
 *     m w_i - n w_j  (m + n <= 4)   and   w_i + w_j - w_k
 *
 * are the beats in the rates of slow variables. A window averages those away that are fast at the
 * start; one that becomes slow, or changes its sign between two nodes, is a resonance that the
 * average does not see. A beat that is slow from the start belongs to the chosen variables. */
#include <math.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

#define FAST   0.1  /* of the declared frequency: what is lower is taken for slow motion */
#define NEARBY 1e-6 /* distance of the differences, as a part of a coordinate */
#define SMALL  0.05 /* coordinate, as a part of the largest */
#define GONE   0.05 /* of a beat is left by the window: it is averaged away */
#define LEFT   0.3  /* it is not */

void lento_watch_centre(lento_mean *mean, const double x[]) {
    lento_slow_watch *watch = &lento_slow_of(mean)->watch;
    if (watch->x && mean->micro.ticker.k == 0) {
        memcpy(watch->x, x, (size_t)lento_slow_of(mean)->d * sizeof *x);
    }
}

/* ---- frequencies at the centre of the window ---- */

/* x' there, in no count */
static bool field(const lento_mean *mean, const double x[], double dx[]) {
    const lento_system *s = mean->fast;
    const lento_slow_work *work = lento_slow_of(mean);
    const int n = s->size, first = s->order == 2 ? n : 0;
    memcpy(dx, x + first, (size_t)first * sizeof *x);
    double *f = dx + first;
    if (s->rate ? s->rate(mean->t, work->phase, x, first ? x + n : NULL, f, s->params)
                : s->field(mean->t, x, f, s->params)) {
        return false;
    }
    if (first) {
        lento_mass_solve(&mean->mass, f, f);
    }
    return true;
}

static bool differentiate(const lento_mean *mean) {
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_slow_watch *watch = &work->watch;
    const int d = work->d;
    double largest = 0;
    for (int j = 0; j < d; j++) {
        largest = fmax(largest, fabs(watch->x[j]));
    }
    if (!(largest > 0) || !field(mean, watch->x, watch->f)) {
        return false;
    }
    for (int j = 0; j < d; j++) {
        const double kept = watch->x[j];
        watch->x[j] += NEARBY * fmax(fabs(kept), SMALL * largest);
        const double step = watch->x[j] - kept;
        const bool seen = field(mean, watch->x, watch->g);
        watch->x[j] = kept;
        for (int i = 0; seen && i < d; i++) {
            watch->jacobian[j * d + i] = (watch->g[i] - watch->f[i]) / step;
        }
        if (!seen) {
            return false;
        }
    }
    return true;
}

/* ascending; false: there are none, or they cannot be found */
static bool find(lento_mean *mean) {
    const lento_slow_work *work = lento_slow_of(mean);
    lento_slow_watch *watch = &lento_slow_of(mean)->watch;
    const double least = FAST * lento_frequency(lento_fastest(mean->fast));
    double im[LENTO_MOST_WATCHED];
    watch->count = 0;
    if (!differentiate(mean) ||
        !lento_eigenvalues(work->d, watch->jacobian, watch->re, im, watch->room)) {
        return false;
    }
    for (int i = 0; i < work->d; i++) {
        int k = im[i] > least ? watch->count++ : -1;
        for (; k > 0 && watch->w[k - 1] > im[i]; k--) {
            watch->w[k] = watch->w[k - 1];
        }
        if (k >= 0) {
            watch->w[k] = im[i];
        }
    }
    return watch->count > 0;
}

/* ---- the declared range ---- */

static void declared(lento_mean *mean) {
    const lento_slow_watch *watch = &lento_slow_of(mean)->watch;
    const lento_scale *scale = lento_fastest(mean->fast);
    const double w = lento_frequency(scale), highest = fmax(w, scale->highest),
                 lowest = scale->lowest > 0 ? fmin(w, scale->lowest) : w,
                 up = watch->w[watch->count - 1], down = watch->w[0];
    if (!scale->forced) { /* what the state does beside a forcing is its own affair */
        lento_check_showing(mean->doubts, LENTO_CHECK_FREQUENCY_LEFT,
                            fmax(up / highest, lowest / down), NULL, mean->t,
                            up / highest > lowest / down ? up : down);
    }
}

/* ---- resonances ---- */

static int beats_of(const lento_slow_watch *watch, double beat[]) {
    static const int pair[][2] = {{1, 1}, {1, 2}, {2, 1}, {1, 3}, {3, 1}};
    const double *w = watch->w;
    int n = 0;
    for (int i = 0; i < watch->count; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < 5 && n < LENTO_MOST_BEATS; k++) {
                beat[n++] = pair[k][0] * w[i] - pair[k][1] * w[j];
            }
            for (int k = 0; k < watch->count && n < LENTO_MOST_BEATS; k++) {
                if (k != i && k != j) {
                    beat[n++] = w[i] + w[j] - w[k];
                }
            }
        }
    }
    return n;
}

static double left_of(const lento_mean *mean, double beat) {
    return fabs(lento_residual(mean->weights, mean->nodes, beat * mean->h));
}

/* Frequencies in ascending order do not change places: their difference turns round instead of
 * changing its sign. */
static bool passed(double before, double last, double now) {
    const double expected = 2 * last - before;
    const bool turned = expected * last < 0 && fabs(now) > fabs(expected) / 2;
    return last * now < 0 || turned;
}

static void resonances(lento_mean *mean, bool start, double since) {
    lento_slow_watch *watch = &lento_slow_of(mean)->watch;
    double beat[LENTO_MOST_BEATS];
    const int n = beats_of(watch, beat);
    const size_t bytes = (size_t)n * sizeof *beat;
    const bool other = start || n != watch->beats; /* a frequency more or less: another list */
    memcpy(watch->first, beat, other ? bytes : 0);
    memcpy(watch->last, beat, other ? bytes : 0);
    memcpy(watch->before, beat, other ? bytes : 0);
    watch->beats = n;
    for (int i = 0; i < n && !watch->lost; i++) {
        const double last = watch->last[i], now = beat[i];
        const bool slow = left_of(mean, now) > LEFT, gone = left_of(mean, watch->first[i]) < GONE;
        watch->lost = gone && (slow || passed(watch->before[i], last, now));
        lento_check_showing(mean->doubts, LENTO_CHECK_RESONANCE, watch->lost ? 1 : 0, NULL,
                            slow ? mean->t : (since + mean->t) / 2, fmin(fabs(now), fabs(last)));
    }
    memcpy(watch->before, watch->last, bytes);
    memcpy(watch->last, beat, bytes);
}

void lento_watch_frequencies(lento_mean *mean) {
    lento_slow_watch *watch = &lento_slow_of(mean)->watch;
    const bool start = isnan(watch->t), node = mean->t == mean->above->macro->ticker.t;
    const double since = watch->t;
    if (!watch->x || !node || !(start || mean->t > watch->t)) {
        return;
    }
    watch->t = mean->t;
    if (find(mean)) {
        declared(mean);
        resonances(mean, start, since);
    }
}
