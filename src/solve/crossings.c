/* SPDX-License-Identifier: MIT
 *
 * crossings.c - peaks of the leading direction w: falling zeros of w.f along an orbit. Only the
 * probe and the windows of statistics use this section. */
#include "solve/solve.h"

#define LIKE   0.8   /* two returns in a row, of a motion that becomes faster */
#define BARELY 1e-12 /* of the swing: what is left of the last zero */

static double sigma(const lento_solver *s, const double f[]) {
    return lento_dot(s->d, s->section, f);
}

/* from the start of a step with sigma a > 0 > b at its end: to the zero inside (Illinois) */
static int land(lento_orbit *o, double h, double a, double b) {
    const double size = fmax(fabs(a), fabs(b));
    double left = 0, right = h, at = h * a / (a - b), add[ROOM], point[ROOM], f[ROOM];
    int side = 0;
    for (int round = 0; round < 14; round++) {
        if (lento_orbit_stages(o, at, add)) {
            return -1;
        }
        for (int i = 0; i < o->s->d; i++) {
            point[i] = o->x[i] + (add[i] + o->low[i]);
        }
        if (lento_orbit_rate(o, o->at + at, point, f)) {
            return -1;
        }
        const double value = sigma(o->s, f);
        if (fabs(value) <= 3e-15 * size || fabs(right - left) < 1e-15 * h) {
            break;
        }
        if (value > 0) {
            left = at;
            a = value;
            b = side == 1 ? b / 2 : b;
            side = 1;
        } else {
            right = at;
            b = value;
            a = side == -1 ? a / 2 : a;
            side = -1;
        }
        const double next = (b * left - a * right) / (b - a);
        if (fabs(next - at) < 1e-16 * h) {
            break;
        }
        at = next;
    }
    lento_orbit_add(o, add, at);
    return 0;
}

/* To the first falling crossing later than `after`, counted from where the orbit was opened. */
int lento_next_crossing(lento_orbit *o, double after, double before) {
    lento_solver *s = o->s;
    double add[ROOM], point[ROOM], f[ROOM];
    for (;;) {
        if (lento_orbit_first(o)) {
            return -1;
        }
        const double begin = sigma(s, o->k[0]), h = lento_orbit_step(o, before, add);
        if (h == 0) {
            return -1;
        }
        if (o->at + h > before) {
            return lento_solve_lose(s, LOST_CROSSING, o->base + o->at);
        }
        for (int i = 0; i < s->d; i++) {
            point[i] = o->x[i] + (add[i] + o->low[i]);
        }
        if (lento_orbit_rate(o, o->at + h, point, f)) {
            return -1;
        }
        const double end = sigma(s, f);
        o->swing = fmax(o->swing, fmax(fabs(begin), fabs(end)));
        if (end < 0 && begin > BARELY * o->swing && o->at + h > after) {
            const double next = o->h;
            if (land(o, h, begin, end)) {
                return -1;
            }
            o->h = next;
            if (o->at > after) {
                return 0;
            }
            continue;
        }
        lento_orbit_add(o, add, h);
        memcpy(o->k[0], f, (size_t)s->d * sizeof *f);
        o->fresh = true;
    }
}

/* The time of so many crossings more along the orbit; 0: there are not as many before `end`. */
static double next_return(lento_orbit *o, double after, int crossings, double end) {
    lento_solver *s = o->s;
    const double first = o->at;
    for (int i = 0; i < crossings; i++) {
        if (lento_next_crossing(o, fmax(after, o->at * (1 + 1e-12) + 1e-300), end)) {
            s->lost = s->lost == LOST_CROSSING ? LOST_NOTHING : s->lost;
            return 0;
        }
    }
    return o->at - first;
}

double lento_local_return(lento_solver *s, double t, const double x[], double from, double tau) {
    lento_orbit o;
    const double rest = s->until - t;
    if (s->period > 0 || !(tau > 0) || rest < (2.5 * tau)) {
        return tau;
    }
    lento_orbit_open(s, &o, t, x, fmax(1e-9, 3 * s->least_rtol), false);
    o.cap = s->oscillation / 5;
    const double after = from - t, end = fmin(rest, after + 2.5 * tau);
    const double found =
        next_return(&o, after, 1, end) > 0 ? next_return(&o, 0, s->crossings, end) : 0;
    if (found > 0.5 * tau && found < 2 * tau) {
        return found;
    }
    /* much shorter since the last row: the motion has become faster if the next ones are like it */
    const double next = found > 0 ? next_return(&o, 0, s->crossings, end) : 0;
    return next > LIKE * found && next < found / LIKE ? found : tau;
}
