/* SPDX-License-Identifier: MIT
 *
 * ticker.c - time and fast phases of a stepper, by index.
 *
 * A phase is never formed as omega * t in one product: at omega = 1e8 that loses 1e-8 rad, and the force is
 * O(omega) (card calvo 1). The turns per step are kept as a sum of two doubles, multiplied by the
 * integer node number exactly (fma) and reduced. In `async` time is held while the fastest phase moves. */
#include <math.h>

#include "system/ticker.h"

static double reduced(double turn) {
    turn -= floor(turn);
    return turn < 1 ? turn : 0;
}

/* turns = frequency * t / 2 pi as hi + lo with hi reduced to [-1/2, 1/2] */
static void turns_of(double frequency, double t, double *hi, double *lo) {
    const double p = frequency * t;
    const double e = fma(frequency, t, -p);
    const double q = p / LENTO_TWO_PI;
    const double rest = fma(-q, LENTO_TWO_PI, p);
    *lo = (rest + e - q * LENTO_TWO_PI_LOW) / LENTO_TWO_PI;
    *hi = q - rint(q);
}

double lento_turn_at(double frequency, double phase, double t) {
    double hi, lo;
    turns_of(frequency, t, &hi, &lo);
    return reduced(hi + lo + phase / LENTO_TWO_PI);
}

lento_phase lento_phase_of(double turn) {
    const double angle = LENTO_TWO_PI * reduced(turn);
    return (lento_phase){angle, cos(angle), sin(angle)};
}

lento_phase lento_phase_at(double frequency, double phase, double t) {
    return lento_phase_of(lento_turn_at(frequency, phase, t));
}

double lento_turn_of(const lento_scale *scale, double t) {
    return lento_turn_at(lento_frequency(scale), scale->phase, t);
}

void lento_phases_at(const lento_system *system, double t, lento_phase phase[]) {
    for (int i = 0; i < lento_scales(system); i++) {
        phase[i] = lento_phase_of(lento_turn_of(&system->fast->scale[i], t));
    }
}

/* (hi + lo) x in turns, reduced, from `turn` on */
static double turn_by(double turn, double hi, double lo, double x) {
    const double p = x * hi;
    const double e = fma(x, hi, -p);
    return reduced(turn + (p - floor(p)) + (e + x * lo));
}

void lento_phase_table(lento_phase table[], int n, double frequency, double h) {
    double hi, lo;
    turns_of(frequency, h, &hi, &lo);
    for (int k = 0; k < n; k++) {
        table[k] = lento_phase_of(turn_by(0, hi, lo, k));
    }
}

/* phase of scale i, x steps after the start */
static double turn_after(const lento_ticker *c, int i, double x) {
    return turn_by(c->turn[i], c->per_step[i], c->per_step_low[i], x);
}

void lento_ticker_slower(lento_ticker *c) {
    for (int i = 0; i < c->slower; i++) {
        c->now[i] = lento_phase_of(turn_after(c, i, (double)c->k));
    }
}

void lento_ticker_block(lento_ticker *c) {
    const int last = c->scales - 1;
    c->block = c->k;
    c->base = lento_phase_of(c->k == 0 ? c->turn[last] : turn_after(c, last, (double)c->k));
    c->plain = c->base.angle == 0 && c->direction > 0;
    c->now[last] = c->base;
}

void lento_ticker_start(lento_ticker *c, const lento_system *system, double t0, const double turn[],
                        double h, bool held) {
    const bool same =
        c->system == system && c->h == h; /* windows start often, with the same step */
    c->system = system;
    c->scales = lento_scales(system);
    c->held = held;
    c->t0 = c->t = t0;
    c->h = h;
    c->k = 0;
    c->a = 0;
    c->b = 1;
    c->direction = h < 0 ? -1 : 1;
    c->forced = false;
    for (int i = 0; i < c->scales; i++) {
        const lento_scale *scale = &system->fast->scale[i];
        c->turn[i] = turn[i];
        if (!same) {
            turns_of(lento_frequency(scale), h, &c->per_step[i], &c->per_step_low[i]);
        }
        c->forced = c->forced || scale->forced;
    }
    for (int i = 0; i < (c->forced ? c->scales - 1 : c->scales); i++) {
        c->now[i] = lento_phase_of(turn[i]);
    }
    c->slower = held ? 0 : c->scales - 1;
    if (c->forced) {
        lento_ticker_block(c);
    }
}

void lento_ticker_at(const lento_ticker *c, double s, double *t, lento_phase phase[]) {
    const double x = (double)c->k + c->a + s * c->b;
    *t = c->held ? c->t0 : c->t0 + x * c->h;
    for (int i = 0; i < c->scales; i++) {
        const bool moves = c->forced && (i == c->scales - 1 || !c->held);
        phase[i] = s != 0 && moves ? lento_phase_of(turn_after(c, i, x)) : c->now[i];
    }
}

void lento_ticker_sub(lento_ticker *c, double a, double b) {
    c->a = a;
    c->b = b;
    const double x = (double)c->k + a;
    if (!c->held) {
        c->t = c->t0 + x * c->h;
    }
    for (int i = c->held ? c->scales - 1 : 0; c->forced && i < c->scales; i++) {
        c->now[i] = lento_phase_of(turn_after(c, i, x));
    }
}
