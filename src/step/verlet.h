/* SPDX-License-Identifier: MIT
 *
 * verlet.h - the Stoermer-Verlet step with forces at the kick points (card calvo A0), shared by `verlet` and
 * `stormer-fitted`, which differ only in the kick factor c:
 *
 *     v_{k+1/2} = v_{k-1/2} + c a_k,   x_{k+1} = x_k + h v_{k+1/2}        (first kick c/2)
 *
 * A node holds x_k, half = v_{k-1/2} and pending = c/2, so that v_k = half + pending a_k. Before `rate` the
 * velocity is the prediction half + pending a_{k-1} (calvo Alg. 1, step 3). The position does not wait for the
 * velocity: x + h (half + kick a) is formed as (x + h half) + (h kick) a, which shortens the chain of
 * dependent operations through memory. */
#ifndef LENTO_STEP_VERLET_H
#define LENTO_STEP_VERLET_H

#include <math.h>
#include <string.h>

#include "step/march.h"

/* c = chi/h, chi = (4/omega^2) sin^2(omega h/2): exact for one forcing harmonic (card calvo 6) */
static inline double lento_fitted_kick(const lento_stepper *s) {
    const double omega = lento_frequency(lento_fastest(s->system));
    const double sine = sin(omega * s->h / 2);
    return 4 / (omega * omega) * sine * sine / s->h;
}

static inline int lento_verlet_begin(lento_stepper *s) {
    memcpy(s->half, s->y + s->n, (size_t)s->n * sizeof *s->half);
    s->pending = 0;
    return 0;
}

static inline int lento_verlet_rate(lento_stepper *s) {
    const int n = s->n;
    double *v = s->y + n;
    if (lento_stepper_force(s, s->ticker.t, s->ticker.now, s->y, v, s->rate)) {
        return -1;
    }
    if (s->accel != s->rate) {
        lento_mass_solve(s->mass, s->rate, s->accel);
    }
    for (int i = 0; i < n; i++) {
        v[i] = s->half[i] + s->pending * s->accel[i];
    }
    s->fresh = true;
    return 0;
}

/* leave a node whose rate is known */
static inline void lento_verlet_leave(lento_stepper *s, double c) {
    const int n = s->n;
    const double h = s->h, kick = s->pending + c / 2, drift = h * kick;
    double *q = s->y, *v = s->y + n, *half = s->half;
    const double *a = s->accel;
    for (int i = 0; i < n; i++) {
        q[i] = (q[i] + h * half[i]) + drift * a[i];
        half[i] += kick * a[i];
        v[i] = half[i] + (c / 2) * a[i];
    }
    s->pending = c / 2;
    s->fresh = false;
}

static inline int lento_verlet_step(lento_stepper *s, double c) {
    if (!s->fresh && lento_verlet_rate(s)) {
        return -1;
    }
    lento_verlet_leave(s, c);
    return 0;
}

/* the same with the bookkeeping of a stepper's step */
static inline int lento_verlet_advance(lento_stepper *s, double c) {
    if (lento_verlet_step(s, c)) {
        return -1;
    }
    s->counts.steps++;
    lento_ticker_next(&s->ticker);
    return 0;
}

/* The loop of march.h for nodes that only give their force: the velocity in the middle is not formed. */
static inline int lento_verlet_march(lento_stepper *s, const lento_march *m, double c) {
    const lento_system *system = s->system;
    const double *w = m->weights;
    for (int64_t k = 0; k < m->steps; k++) {
        if (!s->fresh) {
            if (lento_stepper_count(s)) {
                return -1;
            }
            if (system->rate(s->ticker.t, s->ticker.now, s->y, s->y + s->n, s->rate,
                             system->params)) {
                return lento_callback_failed(s, s->ticker.t);
            }
            if (s->accel != s->rate) {
                lento_mass_solve(s->mass, s->rate, s->accel);
            }
        }
        if (w && w[k] != 0 && (k > 0 || m->first) && lento_march_gather(s, m, k)) {
            return -1;
        }
        lento_verlet_leave(s, c);
        s->counts.steps++;
        lento_ticker_next(&s->ticker);
    }
    if (w && w[m->steps] != 0) {
        if ((!s->fresh && lento_verlet_rate(s)) || lento_march_gather(s, m, m->steps)) {
            return -1;
        }
    }
    return 0;
}

#endif
