/* SPDX-License-Identifier: MIT
 *
 * piece.c - see piece.h. Between two points the state is one step of order 8 from the first; extremes
 * are found by parabolas, zeros by false position with bisection. */
#include "solve/piece.h"

enum { PER_OSCILLATION = 12, PER_STEP = 6, ROUNDS = 80 };
#define TIGHT 1e-13 /* of an oscillation */

/* the orbit at point i; later points begin there */
static void stand(const lento_piece *p, int i, lento_orbit *o) {
    const int d = p->base.s->d;
    *o = p->base;
    o->at = p->at[i];
    o->at_low = 0;
    o->fresh = false;
    memcpy(o->x, p->x + (size_t)i * (size_t)d, (size_t)d * sizeof *o->x);
    memset(o->low, 0, (size_t)d * sizeof *o->low);
}

static double value_of(const lento_piece *p, const lento_trigger *trigger, double at,
                       const double x[]) {
    const lento_orbit *o = &p->base;
    const lento_fast *fast = o->s->system->fast;
    lento_phase phase[LENTO_MAX_SCALES];
    for (int i = 0; fast && i < fast->count; i++) {
        const double angle = o->phase[i] + fast->scale[i].frequency * at;
        phase[i] = (lento_phase){angle, cos(angle), sin(angle)};
    }
    return trigger->value(o->base + at, phase, x, trigger->user);
}

/* the value between points; NAN: lost */
static double look(const lento_piece *p, const lento_trigger *trigger, double at) {
    int i = 0;
    while (i + 2 < p->points && p->at[i + 1] <= at) {
        i++;
    }
    lento_orbit o;
    double add[ROOM];
    stand(p, i, &o);
    if (at > o.at) {
        if (lento_orbit_stages(&o, at - o.at, add)) {
            return NAN;
        }
        lento_orbit_add(&o, add, at - o.at);
    }
    return value_of(p, trigger, at, o.x);
}

/* The longest part of a piece between two points: of an oscillation; steps of a plain run, which become shorter as it
 * becomes faster, are parted in any case. */
static double longest(const lento_dense *dense, double length) {
    const double oscillation = dense->s->oscillation / PER_OSCILLATION;
    const double step = length / (double)dense->stride;
    return dense->strobe ? oscillation : fmin(step / 2, fmax(step / PER_STEP, oscillation));
}

int lento_piece_walk(lento_piece *p, const lento_dense *dense, const lento_place *place) {
    lento_solver *s = dense->s;
    const double length = lento_dense_end(dense, place) - place->z[s->d];
    lento_orbit o;
    lento_dense_open(dense, place, &o);
    o.cap = fmax(longest(dense, length), length / (PIECE_POINTS - 300));
    p->base = o;
    p->points = 0;
    for (double add[ROOM];;) {
        p->at[p->points] = o.at;
        memcpy(p->x + (size_t)p->points++ * (size_t)s->d, o.x, (size_t)s->d * sizeof *o.x);
        if (!(o.at < length * (1 - 1e-14)) || p->points == PIECE_POINTS) {
            return o.at < length * (1 - 1e-14) ? lento_solve_lose(s, LOST_STALLED, o.base + o.at)
                                               : 0;
        }
        const double h = lento_orbit_step(&o, length - o.at, add);
        if (h == 0) {
            return -1;
        }
        lento_orbit_add(&o, add, h);
    }
}

static void insert(lento_piece *p, double at, double value) {
    int i = p->samples++;
    for (; i > 0 && p->when[i - 1] > at; i--) {
        p->when[i] = p->when[i - 1];
        p->value[i] = p->value[i - 1];
    }
    p->when[i] = at;
    p->value[i] = value;
}

/* where a parabola through three points has its extreme */
static double vertex(const double t[3], const double v[3]) {
    const double a = (v[1] - v[0]) / (t[1] - t[0]), b = (v[2] - v[1]) / (t[2] - t[1]);
    const double c = (b - a) / (t[2] - t[0]);
    return c == 0 ? NAN : 0.5 * (t[0] + t[1]) - 0.5 * a / c;
}

/* an extreme between points i and i + 1, seen with a third one: parabolas through the best three */
static void extreme(lento_piece *p, const lento_trigger *trigger, int i, int third,
                    const double value[]) {
    const int low = third < i ? third : i;
    double t[3], v[3];
    for (int q = 0; q < 3; q++) {
        t[q] = p->at[low + q];
        v[q] = value[low + q];
    }
    for (int round = 0; round < 4; round++) {
        const double at = vertex(t, v);
        if (!(at > p->at[i]) || !(at < p->at[i + 1])) {
            return;
        }
        const double now = look(p, trigger, at);
        insert(p, at, now);
        if (!isfinite(now) || fabs(at - t[1]) < 1e-7 * (p->at[i + 1] - p->at[i])) {
            return;
        }
        const int to = at < t[1] ? 2 : 0; /* the farther one goes */
        t[to] = t[1];
        v[to] = v[1];
        t[1] = at;
        v[1] = now;
        if (!(t[0] < t[1] && t[1] < t[2])) {
            return;
        }
    }
}

lento_band lento_piece_sample(lento_piece *p, const lento_trigger *trigger, bool all) {
    double value[PIECE_POINTS];
    lento_band b = {INFINITY, -INFINITY};
    p->samples = 0;
    for (int i = 0; i < p->points; i++) {
        value[i] = value_of(p, trigger, p->at[i], p->x + (size_t)i * (size_t)p->base.s->d);
        insert(p, p->at[i], value[i]);
        b.low = fmin(b.low, value[i]);
        b.high = fmax(b.high, value[i]);
    }
    const double range = b.high - b.low, slack = all ? 0.2 * range : 0;
    for (int i = 0; i + 1 < p->points && p->samples < 3 * PIECE_POINTS - 10; i++) {
        for (int q = i > 0 ? i - 1 : 0; q <= i && q + 2 < p->points; q++) {
            const int third = q < i ? q : q + 2;
            const double at = vertex(p->at + q, value + q);
            const double low = fmin(value[i], value[i + 1]), high = fmax(value[i], value[i + 1]);
            const double more = 2 * fabs(value[q + 1] - (third < i ? value[q] : value[q + 2]));
            const bool near = all ? low <= b.low + slack || high >= b.high - slack
                                  : low * high > 0 && fmin(fabs(low), fabs(high)) <= more;
            if (near && at > p->at[i] && at < p->at[i + 1]) {
                extreme(p, trigger, i, third, value);
                break;
            }
        }
    }
    for (int i = 0; i < p->samples; i++) {
        b.low = fmin(b.low, p->value[i]);
        b.high = fmax(b.high, p->value[i]);
    }
    return b;
}

double lento_piece_root(const lento_piece *p, const lento_trigger *trigger, int i) {
    double t[2] = {p->when[i], p->when[i + 1]}, v[2] = {p->value[i], p->value[i + 1]};
    const double unit = p->base.s->oscillation > 0 ? p->base.s->oscillation : t[1] - t[0];
    for (int k = 0; k < ROUNDS && t[1] - t[0] > TIGHT * unit && v[0] != 0 && v[1] != 0; k++) {
        double at = t[1] - v[1] * (t[1] - t[0]) / (v[1] - v[0]);
        at = k % 3 == 2 || !(at > t[0] && at < t[1]) ? 0.5 * (t[0] + t[1]) : at;
        const double now = look(p, trigger, at);
        if (!(at > t[0] && at < t[1]) || !isfinite(now)) {
            break;
        }
        const int side = (now < 0) == (v[0] < 0) ? 0 : 1;
        t[side] = at;
        v[side] = now;
    }
    return p->base.base + (v[0] == 0 ? t[0] : t[1]);
}

int lento_piece_change(const lento_piece *p, int i) {
    const double a = p->value[i], b = p->value[i + 1];
    return a < 0 && b >= 0 ? 1 : a > 0 && b <= 0 ? -1 : 0;
}
