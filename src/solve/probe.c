/* SPDX-License-Identifier: MIT
 *
 * probe.c - the first look: 300 rough steps for the sizes of the state and of its rate, the
 * direction in which it moves most, and the noise of the right-hand side. A span that is short or
 * cheap goes to plain integration at once. */
#include "solve/ends.h"
#include "solve/solve.h"

enum {
    PROBE_STEPS = 300,
    NOISE_POINTS = 8,
    POWER_ROUNDS = 60,
    MOST_PROBES = 50,
    MOST_LOWER = 8,
    ERROR_ROUNDS = 6
};
#define PROBE_RTOL 1e-7
#define CHEAP      40000 /* calls */
#define FAR_BELOW  100

static void first_scales(lento_solver *s, const double floor[]) {
    for (int i = 0; i < s->d; i++) {
        s->own[i] = fabs(s->start[i]);
        s->scale[i] = fmax(s->own[i], floor[i]);
        s->rate[i] = 1e-300;
    }
}

/* the leading eigenvector of the covariance of the scaled rates */
static void direction(lento_solver *s, double covariance[][ROOM]) {
    double v[ROOM], u[ROOM];
    for (int i = 0; i < s->d; i++) {
        v[i] = 1 + 0.1 * i;
    }
    for (int round = 0; round < POWER_ROUNDS; round++) {
        double sum = 0;
        for (int i = 0; i < s->d; i++) {
            u[i] = 0;
            for (int j = 0; j < s->d; j++) {
                u[i] += covariance[i][j] / s->scale[i] / s->scale[j] * v[j];
            }
            sum += u[i] * u[i];
        }
        for (int i = 0; i < s->d; i++) {
            v[i] = u[i] / fmax(sqrt(sum), 1e-300);
        }
    }
    for (int i = 0; i < s->d; i++) {
        s->section[i] = v[i] / s->scale[i];
    }
}

/* one step of the probe: sizes and covariance */
static int look(lento_solver *s, lento_orbit *o, double covariance[][ROOM], double mean[]) {
    double add[ROOM];
    const double h = lento_orbit_step(o, s->until - o->at, add);
    if (h == 0) {
        return -1;
    }
    lento_orbit_add(o, add, h);
    if (lento_scout_look(s, o->at, o->x)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        s->own[i] = fmax(s->own[i], fabs(o->x[i]));
        s->scale[i] = fmax(s->scale[i], s->own[i]);
        o->size[i] = s->scale[i];
        s->rate[i] = fmax(s->rate[i], fabs(o->k[0][i]));
        mean[i] += h * o->k[0][i];
        for (int j = 0; j < s->d; j++) {
            covariance[i][j] += h * o->k[0][i] * o->k[0][j];
        }
    }
    return 0;
}

/* mean second difference of f over 1e-10: what is smooth leaves 1e-20; of a number at rest, rounding next to it does not count */
static int measure_noise(lento_solver *s, lento_orbit *o) {
    double sum = 0, fast = 0;
    for (int i = 0; i < s->d; i++) {
        fast = fmax(fast, s->rate[i] / s->scale[i]);
    }
    for (int q = 0; q < NOISE_POINTS; q++) {
        double f[3][ROOM], x[ROOM], worst = 0;
        for (int side = -1; side <= 1; side++) {
            for (int i = 0; i < s->d; i++) {
                const double sign = (i % 2 ? 1 : -1) * side;
                x[i] = o->x[i] * (1 + 1e-4 * q) + sign * 1e-10 * s->scale[i];
            }
            if (lento_orbit_rate(o, o->at, x, f[side + 1])) {
                return -1;
            }
        }
        for (int i = 0; i < s->d; i++) {
            const double second = (f[2][i] - f[1][i]) - (f[1][i] - f[0][i]);
            worst = fmax(worst, fabs(second) / fmax(s->rate[i], 1e-6 * fast * s->scale[i]));
        }
        sum += worst;
    }
    s->noise = sum / NOISE_POINTS / 2;
    s->least_rtol = fmax(1e-14, s->noise);
    return 0;
}

static int first_step(lento_solver *s, lento_orbit *o) {
    double fast = 0;
    if (lento_orbit_first(o)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        fast = fmax(fast, fabs(o->k[0][i]) / s->scale[i]);
    }
    o->h = fast > 0 ? fmin(1e-2 / fast, s->until / 100) : 1e-6 * s->until;
    return 0;
}

/* A span so short that looking further costs more than it can save. */
static void is_short(lento_solver *s, lento_plan *plan, const lento_orbit *o, bool ended) {
    const double guess = fmax(fmin(1e-4 * s->tol, 1e-6), 1e-13);
    const double cost = s->rate9 * pow(guess / 1e-9, -0.125) * s->until;
    s->oscillations = ended ? 1 : fmax(1, (double)o->steps * s->until / o->at / 12);
    s->direct_rtol = fmax(s->least_rtol, s->tol * 1e-3 / s->oscillations);
    s->direct_cost = cost;
    lento_note_test(s, "direct-calls", cost, CHEAP);
    plan->code = ended || cost < CHEAP ? "direct-short" : NULL;
    plan->number[0] = CHEAP;
}

/* up to 300 steps; false: one failed */
static bool first_steps(lento_solver *s, lento_orbit *o, double covariance[][ROOM], double mean[],
                        bool *ended) {
    memset(covariance, 0, ROOM * sizeof *covariance);
    memset(mean, 0, ROOM * sizeof *mean);
    lento_orbit_open(s, o, 0, s->start, PROBE_RTOL, false);
    if (first_step(s, o) || lento_scout_look(s, 0, s->start)) {
        return false;
    }
    *ended = false;
    for (int i = 0; i < PROBE_STEPS && !*ended; i++) {
        if (look(s, o, covariance, mean)) {
            return false;
        }
        *ended = o->at >= s->until * (1 - 1e-12);
    }
    return true;
}

/* The largest number of the start; 0 everywhere: what the first rates would make of it, an upper guess. */
static int guess_size(lento_solver *s, double *big) {
    lento_orbit o;
    double rate[ROOM];
    *big = lento_largest(s->d, s->start);
    if (*big > 0) {
        return 0;
    }
    lento_orbit_open(s, &o, 0, s->start, PROBE_RTOL, false);
    if (lento_orbit_rate(&o, 0, s->start, rate)) {
        return -1;
    }
    *big = lento_largest(s->d, rate) * s->until;
    *big = *big > 0 && isfinite(*big) ? *big : 1;
    return 0;
}

static double share(const lento_orbit *o, double covariance[][ROOM], const double mean[], int i) {
    const double square = fmax(covariance[i][i] * o->at, 1e-300);
    return fmax(0, (square - mean[i] * mean[i]) / square);
}

/* Is a small number only an error of the larger ones (they are right to PROBE_RTOL), or of another such number? */
static int find_errors(lento_solver *s, lento_orbit *o, const bool small[], bool error[]) {
    double f[ROOM], x[ROOM];
    if (lento_orbit_first(o)) {
        return -1;
    }
    for (int round = 0; round < ERROR_ROUNDS; round++) {
        for (int i = 0; i < s->d; i++) {
            double part;
            lento_random(&(unsigned){(unsigned)(71 * i + 7 * round + 3)}, &part);
            x[i] = o->x[i] + s->own[i] * part * (error[i] ? 1 : 10 * PROBE_RTOL);
        }
        if (lento_orbit_rate(o, o->at, x, f)) {
            return -1;
        }
        for (int i = 0; i < s->d; i++) {
            error[i] = error[i] || (small[i] && fabs(f[i] - o->k[0][i]) > 0.1 * s->rate[i]);
        }
    }
    return 0;
}

/* Floors that are far above what their numbers reach come down to that; how many did, -1: lost. */
static int lower(lento_solver *s, lento_orbit *o, const double drift[], double floor[]) {
    bool error[ROOM] = {false}, small[ROOM] = {false}, any = false;
    int count = 0;
    for (int i = 0; i < s->d; i++) {
        s->own[i] = fmax(s->own[i], drift[i]);
        small[i] = s->own[i] > 1e-290 && s->own[i] < floor[i] / FAR_BELOW;
        any = any || small[i];
    }
    if (any && find_errors(s, o, small, error)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        if (small[i] && !error[i]) {
            s->roof[i] = fmax(s->roof[i], floor[i]);
            floor[i] = s->own[i];
            count++;
        }
    }
    return count;
}

/* The same from sizes that fit: a start that is all 0 has none, so it is repeated with what it reached. */
static bool guessed_steps(lento_solver *s, lento_orbit *o, double covariance[][ROOM], double mean[],
                          bool *ended, double floor[]) {
    const bool given = lento_largest(s->d, s->start) > 0;
    double big;
    if (guess_size(s, &big)) {
        return false;
    }
    for (int round = 0; round < MOST_PROBES; round++) {
        for (int i = 0; i < s->d; i++) {
            floor[i] = 1e-3 * big;
        }
        first_scales(s, floor);
        if (!first_steps(s, o, covariance, mean, ended)) {
            return false;
        }
        /* is there a number that left its floor of 1e-3? */
        if (given || lento_largest(s->d, s->scale) > 1e-3 * big ||
            !(lento_largest(s->d, s->rate) > 1e-300)) {
            return true;
        }
        big = fmax(lento_largest(s->d, o->x), 1e-6 * big);
    }
    return true;
}

/* The scale of a number is its own: it does not hang on how large the others are. */
static bool sized_steps(lento_solver *s, lento_orbit *o, double covariance[][ROOM], double mean[],
                        bool *ended) {
    double floor[ROOM], drift[ROOM];
    if (!guessed_steps(s, o, covariance, mean, ended, floor)) {
        return false;
    }
    for (int round = 0; round < MOST_LOWER; round++) {
        for (int i = 0; i < s->d; i++) { /* what moves slowly: as far as it would come */
            const bool fast = share(o, covariance, mean, i) > 0.5;
            drift[i] = fast ? 0 : fabs(mean[i]) / o->at * s->until;
        }
        const int lowered = lower(s, o, drift, floor);
        if (lowered <= 0) {
            return lowered == 0;
        }
        first_scales(s, floor);
        if (!first_steps(s, o, covariance, mean, ended)) {
            return false;
        }
    }
    return true;
}

bool lento_probe(lento_solver *s, lento_plan *plan) {
    lento_orbit o;
    double covariance[ROOM][ROOM], mean[ROOM];
    bool ended;
    if (!sized_steps(s, &o, covariance, mean, &ended)) {
        return false;
    }
    s->rate9 = 12 * (double)(o.steps + o.rejected) / o.at * pow(100, 0.125);
    if (measure_noise(s, &o)) {
        return false;
    }
    for (int i = 0; i < s->d; i++) {
        s->share[i] = share(&o, covariance, mean, i);
    }
    s->step_time = o.at / (double)o.steps;
    direction(s, covariance);
    s->first_step = o.h * pow(1e-3, 0.125);
    is_short(s, plan, &o, ended);
    return true;
}
