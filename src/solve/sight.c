/* SPDX-License-Identifier: MIT
 *
 * sight.c - the motion near a row by integration, and means over the declared forcing: a triangle
 * of two periods, the same as in every scheme (run/look.c). The start of such a problem is a mean,
 * too: the state that has it is found by s <- s + (wanted - mean of s). */
#include "solve/sight.h"

enum { PER_PERIOD = 24, MOST_TURNS = 60 };
#define FITS   1e-15
#define ROUNDS 1e-11 /* of the size: what rounding may leave */

static int look(lento_sight *sight, double offset, double x[], double rate[]) {
    lento_walker *w = (lento_walker *)sight;
    const int d = w->o.s->d;
    double add[ROOM];
    const double h = offset - w->o.at;
    if (h == 0) {
        if (lento_orbit_first(&w->o)) {
            return -1;
        }
        memcpy(x, w->o.x, (size_t)d * sizeof *x);
        memcpy(rate, w->o.k[0], (size_t)d * sizeof *rate);
        return 0;
    }
    if (lento_orbit_stages(&w->o, h, add)) {
        return -1;
    }
    const bool unsized = !(w->o.size[0] > 0); /* the start is looked for before sizes are known */
    if (unsized || lento_orbit_error(&w->o, h) <= 1) {
        for (int i = 0; i < d; i++) {
            x[i] = w->o.x[i] + (add[i] + w->o.low[i]);
        }
    } else {
        lento_orbit steps = w->o;
        lento_orbit_rebase(&steps, steps.base + steps.at);
        steps.h = fabs(h) / 2;
        if (lento_orbit_run(&steps, h)) {
            return -1;
        }
        for (int i = 0; i < d; i++) {
            x[i] = steps.x[i] + steps.low[i];
        }
    }
    return lento_orbit_rate(&w->o, offset, x, rate);
}

static void stand(lento_sight *sight, double offset, const double x[], const double rate[]) {
    lento_walker *w = (lento_walker *)sight;
    const size_t bytes = (size_t)w->o.s->d * sizeof *x;
    memcpy(w->o.x, x, bytes);
    memset(w->o.low, 0, bytes);
    memcpy(w->o.k[0], rate, bytes);
    w->o.at = offset;
    w->o.at_low = 0;
    w->o.fresh = true;
}

void lento_walker_open(lento_solver *s, lento_walker *w, double t, const double x[]) {
    w->sight = (lento_sight){look, stand};
    lento_orbit_open(s, &w->o, t, x, fmax(0.01 * s->tol, 3 * s->least_rtol), false);
}

/* one half of the triangle; the weights sum to 1 and have its second moment, 1/6, exactly */
static int half(lento_solver *s, lento_sight *sight, double sign, double mean[], double size[]) {
    const int n = PER_PERIOD;
    for (int q = 1; q <= n; q++) {
        const double offset = sign * s->period * q / n;
        const double w = (1 - (double)q / n) / n + (q == n ? 1.0 / (12.0 * n * n) : 0);
        double x[ROOM], rate[ROOM];
        if (sight->look(sight, offset, x, rate)) {
            return -1;
        }
        sight->stand(sight, offset, x, rate);
        for (int i = 0; i < s->d; i++) {
            mean[i] += w * x[i];
            if (size) {
                size[i] = fmax(size[i], fabs(x[i]));
            }
        }
    }
    return 0;
}

int lento_triangle(lento_solver *s, const double x[], lento_ways *ways, double mean[],
                   double size[]) {
    const double first = 1.0 / PER_PERIOD - 1.0 / (6.0 * PER_PERIOD * PER_PERIOD);
    for (int i = 0; i < s->d; i++) {
        mean[i] = first * x[i];
        if (size) {
            size[i] = fabs(x[i]);
        }
    }
    return half(s, ways->ahead, 1, mean, size) || half(s, ways->back, -1, mean, size) ? -1 : 0;
}

bool lento_start_from_means(lento_solver *s, double t) {
    double wanted[ROOM], mean[ROOM], size[ROOM], last = INFINITY;
    memcpy(wanted, s->start, sizeof wanted);
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        lento_walker ahead, back;
        double rest = 0;
        lento_walker_open(s, &ahead, t, s->start);
        lento_walker_open(s, &back, t, s->start);
        lento_ways ways = {&ahead.sight, &back.sight, NULL};
        if (lento_triangle(s, s->start, &ways, mean, size)) {
            return false;
        }
        for (int i = 0; i < s->d; i++) {
            const double left = fabs(wanted[i] - mean[i]), part = left / size[i];
            rest = left == 0 || part <= rest ? rest : part;
        }
        if (rest <= FITS || (rest > 0.5 * last && rest <= ROUNDS)) {
            return true;
        }
        for (int i = 0; i < s->d; i++) {
            s->start[i] += wanted[i] - mean[i];
        }
        last = rest;
    }
    memcpy(s->start, wanted, sizeof wanted);
    return false;
}
