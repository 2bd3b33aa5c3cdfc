/* SPDX-License-Identifier: MIT
 *
 * find.c - which return repeats: crossings (or declared periods) are recorded, and of the returns
 * of 1, 2, .. 24 crossings the first is taken whose second difference is small against its first.
 * On the way: which numbers are angles, the sizes of the first oscillations, what plain
 * integration would cost, and whether f depends on time as fast as it oscillates. */
#include "solve/solve.h"

enum { ENOUGH = 5, MOST_LOOK = 60000, LENGTH = 1200, LATE = 10 };
#define REPEATS    0.03
#define DIED       1e-7 /* of its first swing: steps make such oscillations themselves */
#define ROUGHLY    0.1
#define UNLIKE     0.2
#define TIME_LIMIT 0.05
#define STIFF      1e6  /* calls of plain integration without an oscillation */
#define LOOKED     0.05 /* of the calls of plain integration: looking further would cost too much */

typedef struct marks {
    double x[CROSSINGS + 1][ROOM], t[CROSSINGS + 1], swing;
    int count, base;
} marks;

/* more marks, up to `want` after the first; fewer if the orbit has none */
static void record_forced(lento_solver *s, marks *m, int want) {
    lento_orbit o;
    if (m->count == 0) {
        memcpy(m->x[0], s->start, sizeof s->start);
        m->t[0] = 0;
        m->count = 1;
    }
    for (; m->count <= want && m->t[m->count - 1] + s->period <= s->until; m->count++) {
        const int last = m->count - 1;
        lento_orbit_open(s, &o, m->t[last], m->x[last], s->rtol, true);
        if (lento_orbit_run(&o, s->period)) {
            return;
        }
        memcpy(m->x[m->count], o.x, sizeof o.x);
        m->t[m->count] = m->t[last] + s->period;
    }
}

static void record_peaks(lento_solver *s, marks *m, lento_orbit *o, int want) {
    const double before = fmin(s->until, o->at + LATE * MOST_LOOK / s->rate9);
    for (; m->count <= want && s->calls < MOST_LOOK; m->count++) {
        if (lento_next_crossing(o, o->at * (1 + 1e-12) + 1e-300, before)) {
            return;
        }
        m->swing = fmax(m->swing, o->swing);
        if (o->swing < DIED * m->swing) {
            return;
        }
        o->swing = 0;
        memcpy(m->x[m->count], o->x, sizeof o->x);
        m->t[m->count] = o->at;
    }
}

/* how much f changes with x_i, as a part of its size; NAN: it failed */
static double noticed(lento_solver *s, const double from[], double t, int i, double shift) {
    double x[ROOM], f[2][ROOM], most = 0;
    lento_orbit o;
    lento_orbit_open(s, &o, t, from, 1, false);
    memcpy(x, from, sizeof x);
    x[i] += shift;
    if (lento_orbit_rate(&o, 0, from, f[0]) || lento_orbit_rate(&o, 0, x, f[1])) {
        return NAN;
    }
    for (int j = 0; j < s->d; j++) {
        most = fmax(most, fabs(f[1][j] - f[0][j]) / s->rate[j]);
    }
    return most;
}

/* x_i turns, and f does not notice 2 pi, but a radian if it notices x_i at all: a number of size 1e10 is no angle */
static bool is_angle(lento_solver *s, const marks *m, int i) {
    if (fabs(m->x[4][i] - m->x[0][i]) < 4) {
        return false;
    }
    for (int q = 0; q < 3; q++) {
        const double *x = m->x[q], t = m->t[q];
        if (!(noticed(s, x, t, i, LENTO_TWO_PI) <= 1e-9)) {
            return false;
        }
        if (noticed(s, x, t, i, 0.37 * s->scale[i]) > 1e-6 && !(noticed(s, x, t, i, 1) > 1e-7)) {
            return false;
        }
    }
    return true;
}

/* sizes from the first oscillations only: what grows without bound must not loosen its tolerance */
static void size_up(lento_solver *s, const marks *m) {
    for (int i = 0; i < s->d; i++) {
        s->angle[i] = is_angle(s, m, i);
    }
    for (int i = 0; i < s->d; i++) {
        double v = 0;
        for (int q = 0; q < ENOUGH; q++) {
            v = fmax(v, fabs(m->x[q][i]));
        }
        s->scale[i] = s->angle[i] ? 1 : fmin(s->scale[i], fmax(v * 4, 1e-3 * s->scale[i]));
    }
}

static void turn_angles(const lento_solver *s, marks *m) {
    for (int i = 0; i < s->d; i++) {
        for (int q = 0; s->angle[i] && q < m->count; q++) {
            m->x[q][i] -= LENTO_TWO_PI * floor(m->x[q][i] / LENTO_TWO_PI);
            m->x[q][i] = q ? m->x[0][i] + lento_turned(m->x[q][i] - m->x[0][i]) : m->x[0][i];
        }
    }
}

/* second over first differences of the marks base, base + k, base + 2k, .. */
static double change(const lento_solver *s, const marks *m, int k) {
    double first = 0, second = 0;
    int last = (m->count - 1 - m->base - 2 * k) / k;
    last = last > 3 ? 3 : last < 0 ? 0 : last;
    for (int q = 0; q <= last; q++) {
        const double *a = m->x[m->base + q * k], *b = m->x[m->base + q * k + k];
        const double *c = m->x[m->base + q * k + 2 * k];
        double d1[ROOM], d2[ROOM];
        for (int i = 0; i < s->d; i++) {
            d1[i] = b[i] - a[i];
            d2[i] = c[i] - 2 * b[i] + a[i];
        }
        first = fmax(first, lento_norm_x(s, d1));
        second = fmax(second, lento_norm_x(s, d2));
    }
    const double rate = second / fmax(first, 1e-9);
    return first > 0.5 ? fmax(rate, first) : rate;
}

/* the smallest k that is nearly as good as the best; a transient: look again 4 and 8 marks later */
static double choose(lento_solver *s, marks *m) {
    double rate[CROSSINGS + 1], best = INFINITY;
    for (m->base = 0;; m->base += 4) {
        best = INFINITY;
        for (int k = 1; m->base + 2 * k < m->count && k <= CROSSINGS / 2; k++) {
            rate[k] = change(s, m, k);
            best = fmin(best, rate[k]);
        }
        if (best < ROUGHLY || m->base + 8 > m->count - ENOUGH || m->base == 8) {
            break;
        }
    }
    for (int k = 1; m->base + 2 * k < m->count && k <= CROSSINGS / 2; k++) {
        if (rate[k] <= 2 * best + 1e-6) {
            s->crossings = k;
            s->lambda = rate[k];
            break;
        }
    }
    return best;
}

static void look(lento_solver *s, marks *m) {
    static const int WANT[] = {8, 16, 32, CROSSINGS};
    lento_orbit o;
    bool sized = false;
    lento_orbit_open(s, &o, 0, s->start, s->rtol, false);
    for (int round = 0; round < 4; round++) {
        if (s->period > 0) {
            record_forced(s, m, WANT[round]);
        } else {
            record_peaks(s, m, &o, WANT[round]);
        }
        if (m->count < ENOUGH) {
            return;
        }
        if (!sized) {
            size_up(s, m);
            sized = true;
        }
        turn_angles(s, m);
        if (choose(s, m) <= REPEATS || m->count <= WANT[round] ||
            (double)s->calls > LOOKED * s->direct_cost) {
            return;
        }
    }
}

/* what plain integration needs: the error of four oscillations at 1e-9, against 1e-12 */
static int measure_direct(lento_solver *s) {
    const bool none = s->oscillation >= s->until; /* found: not the whole span, then */
    const double length = fmin(s->until, none ? LENGTH * s->step_time : 4 * s->oscillation);
    const double rtol = fmax(1e-9, 30 * s->least_rtol);
    double dx[ROOM];
    lento_orbit a, b;
    lento_orbit_open(s, &a, 0, s->start, rtol, true);
    lento_orbit_open(s, &b, 0, s->start, fmax(1e-12, s->least_rtol), true);
    const int64_t before = s->calls;
    if (lento_orbit_run(&a, length)) {
        return -1;
    }
    s->rate9 = (double)(s->calls - before) / length * pow(1e-9 / rtol, -0.125);
    if (lento_orbit_run(&b, length)) {
        return -1;
    }
    for (int i = 0; i < s->d; i++) {
        dx[i] = (a.x[i] - b.x[i]) + (a.low[i] - b.low[i]);
    }
    s->sensitivity = fmax(lento_norm_x(s, dx) / (length / s->oscillation) / rtol, 1e-3);
    const double want = 0.13 * s->tol / (s->sensitivity * s->oscillations);
    s->direct_rtol = fmax(s->least_rtol, fmin(1e-6, want));
    s->direct_cost = s->rate9 * s->until * pow(s->direct_rtol / 1e-9, -0.125) * 1.45;
    return 0;
}

/* the largest change of f within an oscillation if only time goes on */
static double explicit_time(lento_solver *s, const marks *m) {
    double worst = 0;
    for (int q = 0; q < 4; q++) {
        double f[2][ROOM];
        lento_orbit o;
        lento_orbit_open(s, &o, m->t[q], m->x[q], 1, false);
        for (int u = 0; u < 4; u++) {
            if (lento_orbit_rate(&o, u * s->oscillation / 4, m->x[q], f[u > 0])) {
                return 0;
            }
            for (int i = 0; u > 0 && i < s->d; i++) {
                worst = fmax(worst, fabs(f[1][i] - f[0][i]) / s->rate[i]);
            }
        }
    }
    return worst;
}

/* a number that starts near zero: its scale is what its drift makes of it within a slow time */
static void grow_scales(lento_solver *s, const marks *m, double tau) {
    for (int i = 0; i < s->d; i++) {
        if (!s->angle[i]) {
            const double drift = fabs(m->x[m->base + s->crossings][i] - m->x[m->base][i]);
            const double reach = drift * fmin(s->until / tau, 0.3 / fmax(s->lambda, 1e-9));
            s->scale[i] = fmax(s->scale[i], fmin(reach, 1e3 * s->scale[i]));
        }
        s->most[i] = s->angle[i] ? 1 : fmax(4 * s->scale[i], s->roof[i]);
    }
    s->time_scale = fmin(s->until, tau / fmax(s->lambda, 1e-12));
}

/* a guess of the cost of averaging, before anything was measured for it */
static double first_guess(const lento_solver *s, double tau) {
    const double n = s->until / tau;
    const double steps = 30 + fmin(n * s->lambda / (0.5 * pow(s->tol / 1e-3, 1.0 / 9)), n);
    const double rtol = 0.3 * s->tol / (s->sensitivity * n);
    return 3.6 * steps * s->rate9 * tau * pow(rtol / 1e-9, -0.125);
}

static const char *judge(lento_solver *s, const marks *m, lento_plan *plan) {
    if (m->count < ENOUGH) {
        return s->direct_cost > STIFF ? "stiff" : "no-oscillation";
    }
    const double explicit_change = s->period > 0 ? 0 : explicit_time(s, m);
    lento_note_test(s, "explicit-time", explicit_change, TIME_LIMIT);
    plan->number[0] = 100 * explicit_change;
    if (explicit_change > TIME_LIMIT) {
        return "undeclared-phase";
    }
    memcpy(plan->z, m->x[m->base], sizeof m->x[0]);
    plan->z[s->d] = m->t[m->base];
    plan->tau = m->t[m->base + s->crossings] - m->t[m->base];
    grow_scales(s, m, plan->tau);
    if (plan->z[s->d] > s->until / 8) {
        return "transient";
    }
    lento_note_test(s, "change-per-return", s->lambda, UNLIKE);
    plan->number[0] = (m->count - 1) / 2;
    plan->number[1] = 100 * s->lambda;
    if (s->lambda > UNLIKE) {
        return "incommensurate";
    }
    const double guess = first_guess(s, plan->tau);
    plan->number[0] = s->direct_cost;
    plan->number[1] = guess;
    lento_note_test(s, "averaging-calls", guess, 0.8 * s->direct_cost);
    return guess <= 0.8 * s->direct_cost ? NULL
           : s->crossings >= 5           ? "near-return"
                                         : "direct-cheaper";
}

void lento_find_return(lento_solver *s, lento_plan *plan) {
    marks m = {.count = 0};
    s->rtol = fmax(1e-10, 3 * s->least_rtol);
    s->crossings = 1;
    look(s, &m);
    if (s->lost >= LOST_CALLBACK && s->lost <= LOST_LIMIT) {
        return;
    }
    s->lost = LOST_NOTHING;
    s->oscillation = m.count > 1 ? (m.t[m.count - 1] - m.t[0]) / (m.count - 1) : s->until;
    s->oscillations = s->until / s->oscillation;
    if (measure_direct(s)) {
        return;
    }
    plan->code = judge(s, &m, plan);
}
