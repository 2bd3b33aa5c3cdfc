/* SPDX-License-Identifier: MIT
 *
 * window.c - what is shown of a fast motion if nobody asked for columns. Mean: a cubic B-spline
 * over four returns around t, which agrees with the slow motion to O(eps^2) even if the period
 * drifts (a plain mean over one return depends on the phase at O(eps)). Least, largest and root
 * mean square: over the return that ends at t; in the first return over [0, tau]. The right-hand
 * side is never called outside the span: near an end the windows of the mean are moved inwards, and
 * it is extrapolated from three of them. */
#include "solve/sight.h"

enum { PER_OSCILLATION = 24, AHEAD = 2, NEWTON = 4 };
#define NOWHERE 1e9

typedef struct window {
    lento_solver *s;
    double tau, shift; /* shift: returns by which the means were moved inwards, signed */
    double from;       /* the return of least, largest and square: [from, from + 1] */
    int per;           /* points of a return */
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

/* an extreme of number i between two offsets, where its rate is f and f1: the zero of the rate by secants */
static int add_extreme(window *w, lento_sight *sight, double left, double right, int i, double f,
                       double f1) {
    double x[ROOM], rate[ROOM];
    const double width = fabs(right - left);
    for (int round = 0; round < NEWTON; round++) {
        if (sight->look(sight, (f1 * left - f * right) / (f1 - f), x, rate)) {
            return -1;
        }
        const double at = (f1 * left - f * right) / (f1 - f);
        w->least[i] = fmin(w->least[i], x[i]);
        w->most[i] = fmax(w->most[i], x[i]);
        if ((rate[i] > 0) == (f > 0)) {
            left = at;
            f = rate[i];
        } else {
            right = at;
            f1 = rate[i];
        }
        if (fabs(right - left) < 1e-6 * width || rate[i] == 0) {
            break;
        }
    }
    return 0;
}

/* extremes between two points of the grid */
static int add_extremes(window *w, lento_sight *sight, const double at[2], double x[][ROOM],
                        double f[][ROOM]) {
    for (int i = 0; i < w->s->d; i++) {
        const double reach = fabs(at[1] - at[0]) * fabs(f[1][i] - f[0][i]) / 4;
        const bool turns = (f[0][i] > 0) != (f[1][i] > 0) && f[0][i] != f[1][i];
        const bool counts = fmax(x[0][i], x[1][i]) + reach > w->most[i] ||
                            fmin(x[0][i], x[1][i]) - reach < w->least[i];
        if (turns && counts && add_extreme(w, sight, at[0], at[1], i, f[0][i], f[1][i])) {
            return -1;
        }
    }
    return 0;
}

/* `returns` (signed) from where the sight stands, in equal steps; the first point is not added */
static int walk(window *w, lento_sight *sight, double returns) {
    const int n = (int)(fabs(returns) * w->per + 0.5);
    const double h = (returns < 0 ? -w->tau : w->tau) / w->per;
    double x[2][ROOM], f[2][ROOM];
    if (n == 0) {
        return 0;
    }
    if (sight->look(sight, 0, x[0], f[0])) {
        return -1;
    }
    for (int q = 1; q <= n; q++) {
        const double at[] = {(q - 1) * h, q * h}, u = at[1] / w->tau;
        if (sight->look(sight, at[1], x[1], f[1])) {
            return -1;
        }
        add_point(w, u, x[1]);
        const double middle = u - h / w->tau / 2;
        if (middle > w->from && middle < w->from + 1 && add_extremes(w, sight, at, x, f)) {
            return -1;
        }
        sight->stand(sight, at[1], x[1], f[1]);
        memcpy(x[0], x[1], sizeof x[0]);
        memcpy(f[0], f[1], sizeof f[0]);
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

/* least, largest, square of the first return, from the start; the means stay as they are */
static int first_return(window *w, lento_sight *sight) {
    double mean[ROOM];
    memcpy(mean, w->mean, sizeof mean);
    w->from = 0;
    add_point(w, 0, w->s->start);
    const int bad = walk(w, sight, 1);
    memcpy(w->mean, mean, sizeof mean);
    return bad;
}

bool lento_window_fits(const lento_solver *s, double tau) {
    return tau > 0 && s->until >= 10 * tau;
}

int lento_window(lento_solver *s, double t, const double x[], double tau, lento_ways *ways,
                 double value[]) {
    window w = {.s = s, .tau = tau, .from = t < tau ? NOWHERE : -1};
    double begin = -AHEAD, end = AHEAD;
    if (!lento_window_fits(s, tau)) {
        state_itself(s, x, value);
        return 0;
    }
    w.per = PER_OSCILLATION * (s->crossings > 1 ? s->crossings : 1);
    if (t < AHEAD * tau) {
        w.shift = AHEAD;
        begin = t < tau ? 0 : -1;
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
    if (walk(&w, ways->ahead, end) || walk(&w, ways->back, begin) ||
        (t < tau && first_return(&w, ways->first))) {
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
