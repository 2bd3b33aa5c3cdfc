/* SPDX-License-Identifier: MIT
 *
 * probe.c - the first look: 300 rough steps for the sizes of the state and of its rate, the
 * direction in which it moves most, and the noise of the right-hand side. A span that is short or
 * cheap goes to plain integration at once. */
#include "solve/solve.h"

enum { PROBE_STEPS = 300, NOISE_POINTS = 8, POWER_ROUNDS = 60, MOST_PROBES = 50 };
#define PROBE_RTOL 1e-7
#define CHEAP      40000 /* calls */

static void first_scales(lento_solver *s, double big) {
    for (int i = 0; i < s->d; i++) {
        s->scale[i] = fmax(fabs(s->start[i]), 1e-3 * big);
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
    for (int i = 0; i < s->d; i++) {
        s->scale[i] = fmax(s->scale[i], fabs(o->x[i]));
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
    if (first_step(s, o)) {
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

/* The same from sizes that fit: a start that is all 0 has none, so it is repeated with what it reached. */
static bool sized_steps(lento_solver *s, lento_orbit *o, double covariance[][ROOM], double mean[],
                        bool *ended) {
    const bool given = lento_largest(s->d, s->start) > 0;
    double big;
    if (guess_size(s, &big)) {
        return false;
    }
    for (int round = 0; round < MOST_PROBES; round++) {
        first_scales(s, big);
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

bool lento_probe(lento_solver *s, lento_plan *plan) {
    lento_orbit o;
    double covariance[ROOM][ROOM], mean[ROOM];
    const int64_t before = s->calls;
    bool ended;
    if (!sized_steps(s, &o, covariance, mean, &ended)) {
        return false;
    }
    s->rate9 = (double)(s->calls - before) / o.at * pow(100, 0.125);
    if (measure_noise(s, &o)) {
        return false;
    }
    for (int i = 0; i < s->d; i++) {
        const double square = fmax(covariance[i][i] * o.at, 1e-300);
        s->share[i] = fmax(0, (square - mean[i] * mean[i]) / square);
    }
    s->step_time = o.at / (double)o.steps;
    direction(s, covariance);
    s->first_step = o.h * pow(1e-3, 0.125);
    is_short(s, plan, &o, ended);
    return true;
}
