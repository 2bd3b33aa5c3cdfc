/* SPDX-License-Identifier: MIT
 *
 * window.c - what is shown of a fast motion if nobody asked for columns. Mean: a cubic B-spline
 * over four returns around t, which agrees with the slow motion to O(eps^2) even if the period
 * drifts (a plain mean over one return depends on the phase at O(eps)). Least, largest and root
 * mean square: over the return that ends at t; in the first return over [0, tau]. The right-hand
 * side is never called outside the span: near an end the windows of the mean are moved inwards, and
 * it is extrapolated from three of them. Sums over half of the points tell whether there are
 * enough; if not, they are doubled. */
#include "solve/sight.h"

enum { PER_OSCILLATION = 24, AHEAD = 2, NEWTON = 4, MOST_DOUBLINGS = 7 };
#define NOWHERE 1e9
#define SHARE   0.1 /* of the tolerance, for these sums */

typedef struct window {
    lento_solver *s;
    double tau, shift; /* shift: returns by which the means were moved inwards, signed */
    double from;       /* the return of least, largest and square: [from, from + 1] */
    double begin, end; /* what the means need, in returns from t */
    int per;           /* points of a return */
    double mean[2][ROOM], square[2][ROOM]; /* all points, and every second one */
    double least[ROOM], most[ROOM];
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

/* Point number q, counted from the row. Sums of squares have ends: the rate there corrects them. */
static void add_point(window *w, int q, const double x[], const double rate[]) {
    const double u = (double)q / w->per, a = weight(w, u);
    const bool in = u > w->from - 1e-9 && u < w->from + 1 + 1e-9;
    const bool first = in && u < w->from + 1e-9, last = in && u > w->from + 1 - 1e-9;
    for (int i = 0; i < w->s->d; i++) {
        for (int half = 0; half < (q % 2 ? 1 : 2); half++) {
            const double h = (1.0 + half) / w->per;
            w->mean[half][i] += h * a * x[i];
            if (in) {
                const double turn = first ? 1 : last ? -1 : 0;
                w->square[half][i] += h * x[i] * (turn != 0 ? 0.5 * x[i] : x[i]) +
                                      turn * h * h / 6 * x[i] * rate[i] * w->tau;
            }
        }
        if (in) {
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

/* From point a to point b, where the sight stands at a; point a itself is added if asked. */
static int walk(window *w, lento_sight *sight, int a, int b, bool with) {
    const double h = w->tau / w->per;
    const int way = b < a ? -1 : 1;
    double x[2][ROOM], f[2][ROOM];
    if (a == b && !with) {
        return 0;
    }
    if (sight->look(sight, a * h, x[0], f[0])) {
        return -1;
    }
    sight->stand(sight, a * h, x[0], f[0]);
    if (with) {
        add_point(w, a, x[0], f[0]);
    }
    for (int q = a; q != b; q += way) {
        const double at[] = {q * h, (q + way) * h};
        if (sight->look(sight, at[1], x[1], f[1])) {
            return -1;
        }
        add_point(w, q + way, x[1], f[1]);
        const double middle = (q + 0.5 * way) / w->per;
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
    double mean[2][ROOM];
    memcpy(mean, w->mean, sizeof mean);
    w->from = 0;
    const int bad = walk(w, sight, 0, w->per, true);
    w->from = NOWHERE;
    memcpy(w->mean, mean, sizeof mean);
    return bad;
}

void lento_window_span(const lento_solver *s, double t, double tau, double *begin, double *end,
                       double *shift) {
    *begin = -AHEAD;
    *end = AHEAD;
    *shift = 0;
    if (t < AHEAD * tau) {
        *shift = AHEAD;
        *begin = t < tau ? 0 : -1;
        *end = 4 * AHEAD;
    } else if (t + AHEAD * tau > s->until) {
        *shift = -AHEAD;
        *begin = -4 * AHEAD;
        *end = 0;
    }
}

bool lento_window_fits(const lento_solver *s, double tau) {
    return tau > 0 && s->until >= 10 * tau;
}

/* all sums; the sights are brought back to where they stood */
static int add_all(window *w, lento_ways *ways, bool first) {
    const int begin = (int)(w->begin * w->per), end = (int)(w->end * w->per);
    memset(w->mean, 0, sizeof w->mean);
    memset(w->square, 0, sizeof w->square);
    for (int i = 0; i < w->s->d; i++) {
        w->least[i] = INFINITY;
        w->most[i] = -INFINITY;
    }
    if (ways->back) {
        return walk(w, ways->ahead, 0, end, true) || walk(w, ways->back, 0, begin, false) ||
               (first && first_return(w, ways->first));
    }
    return walk(w, ways->ahead, begin, end, true) || (first && first_return(w, ways->first));
}

/* what the sums may be wrong by, relative to the sizes: of order 4, more where the motion is periodic */
static double sums_error(const window *w) {
    double worst = 0;
    for (int i = 0; i < w->s->d; i++) {
        const double mean = fabs(w->mean[0][i] - w->mean[1][i]);
        const double rms = fabs(sqrt(fmax(0, w->square[0][i])) - sqrt(fmax(0, w->square[1][i])));
        const double large = fmax(fabs(w->least[i]), fabs(w->most[i]));
        const double e = fmax(mean, rms) / 15 / fmax(w->s->scale[i], large);
        worst = e <= worst ? worst : e;
    }
    return isfinite(worst) ? worst : INFINITY;
}

/* a sight can be brought back only to a state that it has seen */
typedef struct place {
    lento_sight *sight;
    double at, x[ROOM], rate[ROOM];
} place;

static int note_place(place *p, lento_sight *sight, double at) {
    p->sight = sight;
    p->at = at;
    return sight ? sight->look(sight, at, p->x, p->rate) : 0;
}

static void bring_back(const place *p) {
    if (p->sight) {
        p->sight->stand(p->sight, p->at, p->x, p->rate);
    }
}

int lento_window(lento_solver *s, double t, const double x[], double tau, lento_ways *ways,
                 double value[], double *error) {
    const bool first = t < tau;
    window w = {.s = s, .tau = tau, .from = first ? NOWHERE : -1};
    *error = 0;
    if (!lento_window_fits(s, tau)) {
        state_itself(s, x, value);
        return 0;
    }
    lento_window_span(s, t, tau, &w.begin, &w.end, &w.shift);
    place at[3];
    if (note_place(&at[0], ways->ahead, ways->back ? 0 : w.begin * tau) ||
        note_place(&at[1], ways->back, 0) || note_place(&at[2], first ? ways->first : NULL, 0)) {
        return -1;
    }
    w.per = PER_OSCILLATION * (s->crossings > 1 ? s->crossings : 1);
    for (int doublings = 0;; doublings++, w.per *= 2) {
        for (int i = 0; i < 3; i++) {
            bring_back(&at[i]);
        }
        if (add_all(&w, ways, first)) {
            return -1;
        }
        *error = sums_error(&w);
        if (*error <= SHARE * s->tol || doublings == MOST_DOUBLINGS) {
            break;
        }
    }
    for (int i = 0; i < s->d; i++) {
        const double square = w.square[0][i] + (w.square[0][i] - w.square[1][i]) / 15;
        value[i] = w.mean[0][i];
        value[s->d + i] = w.least[i];
        value[2 * s->d + i] = w.most[i];
        value[3 * s->d + i] = sqrt(fmax(0, square));
    }
    return 0;
}
