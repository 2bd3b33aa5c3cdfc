/* SPDX-License-Identifier: MIT
 *
 * force_looks.c - the fast force at PHASES equally spaced phases at POINTS states, displaced by its
 * own response d = f/omega^2, with another velocity, and at other times at a fixed phase. */
#include "check/force_looks.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PHASES = 16, POINTS = 3, TIMES = 5, LATER = 6 };
#define AROUND   0.3   /* distance of the other states, as a part of their size */
#define SMALLEST 0.05  /* size of a number of the state, as a part of the largest */
#define TURN     0.123 /* a phase at which nothing vanishes */
#define PART     0.17  /* of a period, between two times */
#define ULPS     64    /* rounding of a difference */
#define MATTERS  1e-4  /* a harmonic, as a part of the forcing */

typedef struct seer {
    lento_phase phase[PHASES];
    lento_mean *mean;
    const lento_system *system;
    int n;             /* numbers in a force */
    double *x;         /* a state */
    double *f, *g, *h; /* forces at all phases, three sets */
    double *size;      /* of the numbers of a state */
    double largest;    /* force */
} seer;

/* ---- one force, as an acceleration ---- */

static bool force(seer *s, double t, const lento_phase phase[], const double x[], double f[]) {
    const lento_system *system = s->system;
    const bool second = system->order == 2;
    if (system->rate(t, phase, x, second ? x + s->n : NULL, f, system->params)) {
        return false;
    }
    if (second) {
        lento_mass_solve(&s->mean->mass, f, f);
    }
    for (int i = 0; i < s->n; i++) {
        if (!isfinite(f[i])) {
            return false;
        }
        s->largest = fmax(s->largest, fabs(f[i]));
    }
    return true;
}

static bool at_all_phases(seer *s, const double x[], double f[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s->system, 0, phase);
    for (int k = 0; k < PHASES; k++) {
        phase[lento_scales(s->system) - 1] = s->phase[k];
        if (!force(s, 0, phase, x, f + k * s->n)) {
            return false;
        }
    }
    return true;
}

static double apart(const double a[], const double b[], int n) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most;
}

static double mean_of(const seer *s, const double f[], int i) {
    double sum = 0;
    for (int k = 0; k < PHASES; k++) {
        sum += f[k * s->n + i] / PHASES;
    }
    return sum;
}

/* ---- phases ---- */

/* harmonic j of the force */
static double harmonic(const seer *s, int j) {
    double most = 0;
    for (int i = 0; i < s->n; i++) {
        double a = 0, b = 0;
        for (int k = 0; k < PHASES; k++) {
            const lento_phase *turn = &s->phase[j * k % PHASES];
            a += s->f[k * s->n + i] * turn->cos * 2 / PHASES;
            b += s->f[k * s->n + i] * turn->sin * 2 / PHASES;
        }
        most = fmax(most, hypot(a, b));
    }
    return most;
}

/* the largest distance of component i from its mean */
static double swing_of(const seer *s, int i) {
    const double mean = mean_of(s, s->f, i);
    double most = 0;
    for (int k = 0; k < PHASES; k++) {
        most = fmax(most, fabs(s->f[k * s->n + i] - mean));
    }
    return most;
}

static void judge_phases(seer *s, lento_looks *look) {
    double fast = 0, beyond = 0;
    for (int i = 0; i < s->n; i++) {
        fast = fmax(fast, swing_of(s, i));
        look->slow = fmax(look->slow, fabs(mean_of(s, s->f, i)));
    }
    for (int k = 1; k < PHASES / 2; k++) {
        look->odd = fmax(look->odd, apart(s->f + k * s->n, s->f + (PHASES - k) * s->n, s->n));
    }
    for (int j = lento_harmonics(s->system) + 1; j < PHASES / 2; j++) {
        const double size = harmonic(s, j);
        beyond = fmax(beyond, size);
        look->highest = size > MATTERS * fast && j > look->highest ? j : look->highest;
    }
    look->fast = fmax(look->fast, fast);
    look->beyond = fmax(look->beyond, beyond);
}

/* ---- the response: d = f/omega^2 (order 1: f/omega) ---- */

static void displace(seer *s, const double x[], int times) {
    const double w = lento_frequency(lento_fastest(s->system));
    const double square = s->system->order == 2 ? w * w : w;
    memcpy(s->x, x, (size_t)(s->system->order * s->n) * sizeof *x);
    for (int i = 0; i < s->n; i++) {
        s->x[i] += times * swing_of(s, i) / square;
    }
}

static bool respond(seer *s, const double x[], lento_looks *look) {
    displace(s, x, 1);
    if (!at_all_phases(s, s->x, s->g)) {
        return false;
    }
    displace(s, x, 2);
    if (!at_all_phases(s, s->x, s->h)) {
        return false;
    }
    for (int i = 0; i < s->n; i++) {
        const double here = mean_of(s, s->f, i), there = mean_of(s, s->g, i),
                     far = mean_of(s, s->h, i);
        look->shifted = fmax(look->shifted, fabs(there - here));
        for (int k = 0; k < PHASES; k++) {
            const int at = k * s->n + i;
            const double first = s->g[at] - there - (s->f[at] - here),
                         second = s->h[at] - far - (s->g[at] - there);
            look->response = fmax(look->response, fabs(first));
            look->bent = fmax(look->bent, fabs(second - first));
        }
    }
    return true;
}

double lento_looks_excursion(const lento_looks *look) {
    const double change = fmax(0, look->response - look->rounding),
                 slow = fmax(0, fmax(look->shifted, look->bent) - look->rounding);
    return look->fast > 0 ? fmax(change / look->fast, slow / look->slow) : 0;
}

/* ---- other velocities, other times ---- */

/* the velocity that the slow force gives over the size of the figure */
static bool velocities(seer *s, const double x[], lento_looks *look) {
    lento_phase phase[LENTO_MAX_SCALES];
    double size = 0;
    if (s->system->order != 2) {
        return true;
    }
    for (int i = 0; i < s->n; i++) {
        size = fmax(size, s->size[i]);
    }
    lento_phases_at(s->system, 0, phase);
    memcpy(s->x, x, (size_t)(2 * s->n) * sizeof *x);
    if (!force(s, 0, phase, x, s->f)) {
        return false;
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int i = 0; i < s->n; i++) {
            s->x[s->n + i] = x[s->n + i] + (i % 2 ? -sign : sign) * sqrt(look->slow * size);
        }
        if (!force(s, 0, phase, s->x, s->g)) {
            return false;
        }
        look->velocity = fmax(look->velocity, apart(s->f, s->g, s->n));
    }
    return true;
}

static bool times(seer *s, const double x[], double from, int scale, lento_looks *look) {
    static const double later[LATER] = {3.7, 17.3, 41.9, 67.1, 83.3, 100};
    const double period = LENTO_TWO_PI / lento_frequency(&s->system->fast->scale[scale]);
    const double begin = from * DBL_EPSILON < 1e-3 * PART * period ? from : 0;
    lento_phase phase[LENTO_MAX_SCALES];
    for (int i = 0; i < lento_scales(s->system); i++) {
        phase[i] = lento_phase_of(TURN);
    }
    for (int k = 0; k < TIMES + LATER; k++) {
        const double t = begin + period * (k < TIMES ? PART * k : later[k - TIMES]);
        double *f = s->f + k * s->n;
        if (!force(s, t, phase, x, f)) {
            return false;
        }
        look->moved[scale] = fmax(look->moved[scale], apart(s->f, f, s->n));
        for (int i = 0; k > 1 && k < TIMES && i < s->n; i++) {
            const double curve = f[i] - 2 * f[i - s->n] + f[i - 2 * s->n];
            look->curve[scale] = fmax(look->curve[scale], fabs(curve));
        }
    }
    return true;
}

/* ---- all of it ---- */

static void measure(seer *s, const double state[]) {
    for (int part = 0; part < s->system->order; part++) { /* positions, velocities */
        const double *x = state + part * s->n;
        const double largest = lento_largest(s->n, x);
        for (int i = 0; i < s->n; i++) {
            s->size[part * s->n + i] =
                largest > 0 ? fmax(fabs(x[i]), SMALLEST * largest) : (part == 0 ? 1 : 0);
        }
    }
}

static bool look_with(seer *s, const double state[], double x[], lento_looks *look) {
    const int numbers = s->system->order * s->n;
    uint64_t seed = 1;
    measure(s, state);
    for (int k = 0; k < POINTS; k++) {
        for (int i = 0; i < numbers; i++) {
            x[i] = state[i] + (k > 0 ? AROUND * s->size[i] * lento_check_random(&seed) : 0);
        }
        if (!at_all_phases(s, x, s->f)) {
            return false;
        }
        judge_phases(s, look);
    }
    if (!respond(s, x, look)) {
        return false;
    }
    look->slow = fmax(look->slow, look->response);
    for (int i = 0; i < lento_scales(s->system); i++) {
        if (!times(s, x, 0.37 * s->mean->run_options->until, i, look)) {
            return false;
        }
    }
    const bool seen = velocities(s, x, look);
    look->largest = s->largest;
    look->rounding = ULPS * DBL_EPSILON * s->largest;
    return seen && look->slow > 0;
}

bool lento_look_at_force(lento_mean *mean, const double state[], lento_looks *look) {
    const lento_system *system = mean->fast;
    const size_t n = (size_t)system->size, numbers = (size_t)system->order * n;
    double *room = calloc(3 * PHASES * n + 3 * numbers, sizeof *room);
    seer s = {.mean = mean, .system = system, .n = system->size};
    for (int k = 0; k < PHASES; k++) {
        s.phase[k] = lento_phase_of((double)k / PHASES);
    }
    if (!room) {
        return false;
    }
    s.f = room;
    s.g = s.f + PHASES * n;
    s.h = s.g + PHASES * n;
    s.x = s.h + PHASES * n;
    s.size = s.x + numbers;
    const bool seen = look_with(&s, state, s.size + numbers, look);
    free(room);
    return seen;
}
