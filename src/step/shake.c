/* SPDX-License-Identifier: MIT
 *
 * shake.c - methods `shake` and `shake-fitted`: Stoermer-Verlet with constraints (card
 * calvo A3),
 *
 *     v_{k+1/2} = v_{k-1/2} + c M^-1 (f_k + g'(x_k)^T lambda_k),
 *     x_{k+1} = x_k + h v_{k+1/2},   g(x_{k+1}) = 0
 *
 * with c = h, or c = chi/h, chi = (4/omega^2) sin^2(omega h/2), fitted to the forcing; first kick
 * c/2. `rate` solves for lambda_k and gives the total force, so the last node of a window costs a
 * solve but no step. Velocities of nodes are means of their neighbours and tangential up to O(h^2)
 * only; `rattle` has the same positions and tangential velocities. */
#include <string.h>

#include "step/constraint.h"
#include "step/verlet.h"

static int begin(lento_stepper *s) {
    const size_t bytes = (size_t)s->m * sizeof *s->lambda;
    if (bytes > 0) { /* the first guess must not depend on the past */
        memset(lento_constraint_of(s).front, 0, bytes);
    }
    return lento_verlet_begin(s);
}

static int rate_with(lento_stepper *s, double c) {
    if (s->m == 0) {
        return lento_verlet_rate(s);
    }
    const lento_constraint_view view = lento_constraint_of(s);
    const int n = s->n;
    const double h = s->h, drift = h * (s->pending + c / 2);
    double *q = s->y, *v = s->y + n;
    if (lento_stepper_force(s, s->ticker.t, s->ticker.now, q, v, view.force) ||
        lento_constraint_node(s, q)) {
        return -1;
    }
    lento_mass_solve(s->mass, view.force, view.push);
    for (int i = 0; i < n; i++) {
        view.free[i] = (q[i] + h * s->half[i]) + drift * view.push[i];
    }
    if (lento_constraint_position(s, drift)) {
        return -1;
    }
    memcpy(s->lambda, view.front, (size_t)s->m * sizeof *s->lambda);
    lento_constraint_total(s, view.force, view.push);
    for (int i = 0; i < n; i++) {
        v[i] = s->half[i] + s->pending * s->accel[i];
    }
    s->fresh = true;
    return 0;
}

static int step_with(lento_stepper *s, double c) {
    if (s->m == 0) {
        return lento_verlet_step(s, c);
    }
    if (!s->fresh && rate_with(s, c)) {
        return -1;
    }
    const int n = s->n;
    const double kick = s->pending + c / 2;
    memcpy(s->y, lento_constraint_of(s).ahead, (size_t)n * sizeof *s->y);
    for (int i = 0; i < n; i++) {
        s->half[i] += kick * s->accel[i];
        s->y[n + i] = s->half[i] + (c / 2) * s->accel[i];
    }
    s->pending = c / 2;
    s->fresh = false;
    return 0;
}

static int rate(lento_stepper *s) {
    return rate_with(s, s->h);
}

static int step(lento_stepper *s) {
    return step_with(s, s->h);
}

static int fitted_rate(lento_stepper *s) {
    return rate_with(s, lento_fitted_kick(s));
}

static int fitted_step(lento_stepper *s) {
    return step_with(s, lento_fitted_kick(s));
}

const lento_method lento_method_shake = {
    .name = "shake",
    .doc = "Stoermer-Verlet with constraints, one force per step",
    .paper = "calvo",
    .order = 2,
    .takes = LENTO_TAKES_SECOND | LENTO_TAKES_CONSTRAINTS,
    .traits = LENTO_SYMMETRIC | LENTO_STAGGERED | LENTO_RATE_NEEDS_H | LENTO_KEEPS_SINE,
    .carve = lento_constraint_carve,
    .begin = begin,
    .rate = rate,
    .step = step,
};

const lento_method lento_method_shake_fitted = {
    .name = "shake-fitted",
    .doc = "shake fitted to the forcing frequency: micro-integrator, 4 steps per period are enough",
    .paper = "calvo",
    .order = 2,
    .takes = LENTO_TAKES_SECOND | LENTO_TAKES_CONSTRAINTS,
    .traits = LENTO_SYMMETRIC | LENTO_STAGGERED | LENTO_RATE_NEEDS_H | LENTO_NEEDS_PHASE,
    .carve = lento_constraint_carve,
    .begin = begin,
    .rate = fitted_rate,
    .step = fitted_step,
};
