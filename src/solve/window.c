/* SPDX-License-Identifier: MIT
 *
 * window.c - what is shown of a fast motion if nobody asked for columns. Mean: a cubic B-spline
 * over four returns around t, which agrees with the slow motion to O(eps^2) even if the period
 * drifts (a plain mean over one return depends on the phase at O(eps)). Least, largest and root
 * mean square: over the return before t. The right-hand side is never called outside the span:
 * near an end the windows are moved inwards, and the mean is extrapolated from three of them. */
#include "solve/solve.h"

enum { PER_OSCILLATION = 24, AHEAD = 2, NEWTON = 4 };

typedef struct window {
    lento_solver *s;
    double t, tau, shift; /* shift: returns by which the means were moved inwards, signed */
    double from;          /* the return of least, largest and square: [from, from + 1] */
    int per;              /* points of a return */
    double mean[ROOM], square[ROOM], least[ROOM], most[ROOM];
} window;

static double spline(double u) {
    u = fabs(u);
    return u < 1 ? 2.0 / 3 - u * u + u * u * u / 2 : u < 2 ? (2 - u) * (2 - u) * (2 - u) / 6 : 0;
}

/* weight at u returns from t; moved inwards: quadratic extrapolation from three windows */
static double weight(const window *w, double u) {
    const double shift = w->shift;
    return shift == 0 ? spline(u)
                      : 3 * spline(u - shift) - 3 * spline(u - 2 * shift) + spline(u - 3 * shift);
}

static void add_point(window *w, double u, const double x[]) {
    const double a = weight(w, u) / w->per;
    const bool in = u > w->from - 1e-9 && u < w->from + 1 + 1e-9;
    const bool edge = in && (u < w->from + 1e-9 || u > w->from + 1 - 1e-9);
    for (int i = 0; i < w->s->d; i++) {
        w->mean[i] += a * x[i];
        if (in) {
            w->square[i] += (edge ? 0.5 : 1) * x[i] * x[i] / w->per;
            w->least[i] = fmin(w->least[i], x[i]);
            w->most[i] = fmax(w->most[i], x[i]);
        }
    }
}

/* an extreme of number i inside the step h that begins at o, where its rate is f and f1 at the end:
 * the zero of the rate by secants, each with an order-8 step */
static int add_extreme(window *w, const lento_orbit *begin, double h, int i, double f, double f1) {
    double left = 0, right = h, add[ROOM], x[ROOM], rate[ROOM];
    lento_orbit o = *begin;
    for (int round = 0; round < NEWTON; round++) {
        const double at = (f1 * left - f * right) / (f1 - f);
        if (lento_orbit_stages(&o, at, add)) {
            return -1;
        }
        for (int j = 0; j < w->s->d; j++) {
            x[j] = o.x[j] + (add[j] + o.low[j]);
        }
        if (lento_orbit_rate(&o, o.at + at, x, rate)) {
            return -1;
        }
        w->least[i] = fmin(w->least[i], x[i]);
        w->most[i] = fmax(w->most[i], x[i]);
        if ((rate[i] > 0) == (f > 0)) {
            left = at;
            f = rate[i];
        } else {
            right = at;
            f1 = rate[i];
        }
        if (fabs(right - left) < 1e-6 * fabs(h) || rate[i] == 0) {
            break;
        }
    }
    return 0;
}

/* extremes inside the step that begins at o and ends at x with the rate f1 */
static int add_extremes(window *w, const lento_orbit *o, double h, const double x[],
                        const double f1[]) {
    for (int i = 0; i < w->s->d; i++) {
        const double f = o->k[0][i], reach = fabs(h) * fabs(f1[i] - f) / 4;
        const bool turns = (f > 0) != (f1[i] > 0) && f != f1[i];
        const bool counts =
            fmax(o->x[i], x[i]) + reach > w->most[i] || fmin(o->x[i], x[i]) - reach < w->least[i];
        if (turns && counts && add_extreme(w, o, h, i, f, f1[i])) {
            return -1;
        }
    }
    return 0;
}

/* from t by `returns` (signed), in equal steps; t itself belongs to the way forwards */
static int walk(window *w, const double x[], double returns) {
    lento_solver *s = w->s;
    const int n = (int)(fabs(returns) * w->per + 0.5);
    const double h = (returns < 0 ? -w->tau : w->tau) / w->per;
    double add[ROOM];
    lento_orbit o, before;
    lento_orbit_open(s, &o, w->t, x, 1, false);
    for (int q = 1; q <= n; q++) {
        const double u = q * h / w->tau;
        if (lento_orbit_first(&o)) {
            return -1;
        }
        before = o;
        if (lento_orbit_stages(&o, h, add)) {
            return -1;
        }
        lento_orbit_add(&o, add, h);
        add_point(w, u, o.x);
        const double middle = u - h / w->tau / 2;
        if (middle > w->from && middle < w->from + 1 &&
            (lento_orbit_first(&o) || add_extremes(w, &before, h, o.x, o.k[0]))) {
            return -1;
        }
    }
    return 0;
}

static void state_itself(const lento_solver *s, const double x[], double value[]) {
    for (int i = 0; i < s->d; i++) {
        for (int q = 0; q < 4; q++) {
            value[q * s->d + i] = q == 3 ? fabs(x[i]) : x[i];
        }
    }
}

int lento_window(lento_solver *s, double t, const double x[], double tau, double value[]) {
    window w = {.s = s, .t = t, .tau = tau, .from = t < tau ? 0 : -1};
    double begin = -AHEAD, end = AHEAD;
    if (!(tau > 0) || s->until < 10 * tau) {
        state_itself(s, x, value);
        return 0;
    }
    w.per = PER_OSCILLATION * (s->crossings > 1 ? s->crossings : 1);
    if (t < AHEAD * tau) {
        w.shift = AHEAD;
        begin = 0;
        end = 4 * AHEAD;
    } else if (t + AHEAD * tau > s->until) {
        w.shift = -AHEAD;
        begin = -4 * AHEAD;
        end = 0;
    }
    for (int i = 0; i < s->d; i++) {
        w.least[i] = INFINITY;
        w.most[i] = -INFINITY;
    }
    add_point(&w, 0, x);
    if (walk(&w, x, end) || walk(&w, x, begin)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        value[i] = w.mean[i];
        value[s->d + i] = w.least[i];
        value[2 * s->d + i] = w.most[i];
        value[3 * s->d + i] = sqrt(w.square[i]);
    }
    return 0;
}
