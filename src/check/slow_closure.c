/* SPDX-License-Identifier: MIT
 *
 * slow_closure.c - does a set of slow variables know its own motion? Scheme `slow` moves the state along xi alone, so
 * a slow variable that the set misses (the phase between two resonant modes, say) stands still without any error
 * of the numerics. A complete set closes (ariel section 2: <xi'> = F(xi)); an incomplete one does not. So the
 * average is taken from the start x and from other states y with xi(y) = xi(x):
 *
 *     y = x + (1 - pinv(G) G) r,   then  y <- y - pinv(G(y)) (xi(y) - xi(x)),   G = grad xi,
 *
 * and a rate that differs by more than a share of itself and of its oscillation is reported. Only for sets that
 * come from the user, and where every state oscillates: a dissipative mode away from rest has a rate of its own. */
#include <math.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

enum { TRIES = 3, NEWTON_STEPS = 30 };
#define MOVE      0.5   /* |r| against |x| */
#define CUTOFF    1e-4  /* of small singular values on the way to y */
#define SAME      1e-10 /* xi(y) against xi(x), relative */
#define OF_RATE   0.2   /* tolerated difference, as a share of the rate */
#define OF_WOBBLE 0.05  /* and of the rms of xi' in the first window */

/* y -= pinv(G) b, b in work->offset; the rank of G */
static int take_off(lento_mean *mean, double y[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const int rank = lento_minimum_norm(work->m, work->d, work->gradient, work->offset, CUTOFF,
                                        work->step, work->solve);
    for (int j = 0; j < work->d; j++) {
        y[j] -= work->step[j];
    }
    return rank;
}

/* another state with the values of xi at x; false if none was found */
static bool same_values(lento_mean *mean, const double x[], uint64_t *seed, double y[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const int d = work->d, m = work->m;
    const double size = lento_largest(d, x);
    double off = 1;
    if (lento_slow_at(mean, x, NULL, work->gradient)) {
        return false;
    }
    for (int j = 0; j < d; j++) {
        work->base[j] = MOVE * size * lento_check_random(seed);
        y[j] = x[j] + work->base[j];
    }
    for (int i = 0; i < m; i++) {
        work->offset[i] = 0;
        for (int j = 0; j < d; j++) {
            work->offset[i] += work->gradient[i * d + j] * work->base[j];
        }
    }
    if (d - take_off(mean, y) < 2) {
        return false; /* one direction is left, and that is the fast motion */
    }
    for (int k = 0; k < NEWTON_STEPS && off > SAME; k++) {
        if (lento_slow_at(mean, y, work->offset, work->gradient)) {
            return false;
        }
        off = 0;
        for (int i = 0; i < m; i++) {
            double scale = 0;
            for (int j = 0; j < d; j++) {
                scale += fabs(work->gradient[i * d + j]) * size;
            }
            work->offset[i] -= work->start_xi[i];
            off = fmax(off, fabs(work->offset[i]) / (scale > 0 ? scale : 1));
        }
        take_off(mean, y);
    }
    return off <= SAME;
}

/* how far average rates are from those at the start, in shares of what is tolerated */
static double difference(const lento_slow_work *work, const double there[]) {
    const double *here = work->start_rate;
    double worst = 0;
    for (int i = 0; i < work->m; i++) {
        const double wobble = sqrt(work->square[i] / fmax(1, (double)work->looks));
        const double allowed = OF_RATE * fmax(fabs(here[i]), fabs(there[i])) + OF_WOBBLE * wobble;
        worst = fmax(worst, allowed > 0 ? fabs(there[i] - here[i]) / allowed : 0);
    }
    return worst;
}

int lento_check_closure(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const lento_average *o = &mean->options;
    if (!work->start_rate || o->side == LENTO_FORWARD || o->relax > 0) {
        return 0;
    }
    const size_t bytes = (size_t)work->m * sizeof *work->start_rate;
    double worst = 0;
    uint64_t seed = 1;
    if (lento_slow_at(mean, x, work->start_xi, NULL)) {
        return -1;
    }
    for (int k = 0, found = 0; k < TRIES; k++) {
        const lento_failure before = *mean->failure;
        if (same_values(mean, x, &seed, work->point)) {
            if (found++ == 0) {
                if (lento_slow_window(mean, 0, work->phase, x)) {
                    return -1;
                }
                memcpy(work->start_rate, mean->sum, bytes);
            }
            if (!lento_slow_window(mean, 0, work->phase, work->point)) {
                worst = fmax(worst, difference(work, mean->sum));
            }
        }
        *mean->failure = before; /* a state that cannot be tried says nothing about the set */
    }
    return lento_check_showing(mean->doubts, LENTO_CHECK_CLOSURE, worst, NULL, 0, 0);
}
