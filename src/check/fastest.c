/* SPDX-License-Identifier: MIT
 *
 * fastest.c - does the motion have the fast frequency that is declared? Steps and windows are made
 * for it. Where nothing is forced, the fast motion is in the state, and powers of df/dx bring out
 * its largest rate:
 *
 *     w = lim |J^k v|^{1/k},   J v = f(x + v) - f(x);   mechanical: w^2 with J = M^-1 df/dq.
 *
 * Nonlinear oscillators and modes of several springs are somewhere near what is declared, so only
 * several times as much or as little is refused: a forgotten 2 pi, another parameter. Some tens of
 * evaluations, in no count. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/estimate.h"

enum { POWERS = 16, FIRST = 6 };
#define NEARBY   1e-6 /* length of v, as a part of the state */
#define AROUND   0.3  /* distance of another state, as a part of its size */
#define SMALLEST 0.3  /* size of a number of the state, as a part of the largest */

/* rates of the coordinates, as accelerations where it is mechanical */
static bool rates(const lento_mean *mean, const double x[], double f[]) {
    const lento_system *s = mean->fast;
    const bool second = s->order == 2;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    if (s->rate ? s->rate(0, phase, x, second ? x + s->size : NULL, f, s->params)
                : s->field(0, x, f, s->params)) {
        return false;
    }
    if (second) {
        lento_mass_solve(&mean->mass, f, f);
    }
    return true;
}

static double length(const double v[], int n) {
    return sqrt(lento_dot(n, v, v));
}

/* the mean of log |J v|/|v| over the later powers; NAN: not to be found. room: 3 n and a state */
static double grow(const lento_mean *mean, const double state[], double room[]) {
    const lento_system *s = mean->fast;
    const int n = s->size;
    double *f = room, *g = f + n, *v = g + n, *x = v + n, sum = 0;
    uint64_t seed = 1;
    const double whole = length(state, n), step = NEARBY * (whole > 0 ? whole : 1);
    if (!rates(mean, state, f)) {
        return NAN;
    }
    for (int i = 0; i < n; i++) {
        v[i] = lento_check_random(&seed);
    }
    memcpy(x, state, (size_t)(s->order * n) * sizeof *x);
    for (int k = 0; k < POWERS; k++) {
        const double scale = step / length(v, n);
        for (int i = 0; i < n; i++) {
            x[i] = state[i] + scale * v[i];
        }
        if (!rates(mean, x, g)) {
            return NAN;
        }
        for (int i = 0; i < n; i++) {
            v[i] = (g[i] - f[i]) / step;
        }
        sum += k < FIRST ? 0 : log(length(v, n)) / (POWERS - FIRST);
    }
    return sum;
}

/* the start itself, or a state around it */
static void place(const lento_system *s, const double state[], bool around, double x[]) {
    const int n = s->order * s->size;
    const double largest = lento_largest(n, state);
    uint64_t seed = 2;
    for (int i = 0; i < n; i++) {
        const double size = fmax(fabs(state[i]), SMALLEST * largest);
        x[i] = state[i] + (around ? AROUND * size * lento_check_random(&seed) : 0);
    }
}

/* A nonlinear motion is faster in one place and slower in another: all must be too fast, or all too
 * slow. */
int lento_check_fastest(lento_mean *mean, const double state[]) {
    const lento_system *s = mean->fast;
    const lento_scale *scale = lento_fastest(s);
    const double w = lento_frequency(scale), highest = fmax(w, scale->highest);
    double least = INFINITY, most = 0;
    if (scale->forced || (!s->rate && !s->field) || mean->kernel->point) {
        return 0; /* a forcing has the frequency of its phase */
    }
    double *room = malloc((size_t)((3 + 2 * s->order) * s->size) * sizeof *room);
    for (int k = 0; room && k < 2; k++) {
        double *x = room + 3 * s->size + s->order * s->size;
        place(s, state, k > 0, x);
        const double found = exp(grow(mean, x, room) / s->order);
        least = fmin(least, found);
        most = fmax(most, found);
    }
    free(room);
    const double above = least / highest, below = w / most;
    const bool seen = isfinite(least) && most > 0;
    return lento_check_showing(mean->doubts, LENTO_CHECK_FREQUENCY, seen ? fmax(above, below) : 0,
                               NULL, above > below ? highest : w, above > below ? least : most);
}
