/* SPDX-License-Identifier: MIT
 *
 * rattle.c - method `rattle`: velocity Verlet with constraints (card calvo A3),
 *
 *     v' = v_k + (h/2) M^-1 (f_k + g'(x_k)^T lambda_x),   x_{k+1} = x_k + h v',   g(x_{k+1}) = 0,
 *     v_{k+1} = v' + (h/2) M^-1 (f_{k+1} + g'(x_{k+1})^T lambda_v),   g'(x_{k+1}) v_{k+1} = 0.
 *
 * The velocity is part of the state, so a step ends with the force at the new node: N steps take N
 * + 1 forces. The multiplier of a node is the mean of lambda_v behind and lambda_x ahead, which is
 * the one of `shake`; the positions are those of `shake` too. At the first node nothing lies
 * behind, and its multiplier is of first order. Symmetric: compositions keep both constraints. */
#include <string.h>

#include "step/constraint.h"

enum { NOTHING_KNOWN, FORCE_KNOWN }; /* stepper.stage */

static int begin(lento_stepper *s) {
    const size_t bytes = (size_t)s->m * sizeof *s->lambda;
    const lento_constraint_view c = lento_constraint_of(s);
    memset(c.front, 0, bytes); /* the first guess must not depend on the past */
    memset(c.behind, 0, bytes);
    s->pending = 0;
    return 0;
}

/* force and Jacobian at the node; v completed by `kick` and made tangential */
static int arrive(lento_stepper *s, double t, const lento_phase phase[], double kick) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int n = s->n, m = s->m;
    double *v = s->y + n;
    if (lento_stepper_force(s, t, phase, s->y, v, c.force) || lento_constraint_node(s, s->y)) {
        return -1;
    }
    lento_mass_solve(s->mass, c.force, c.push);
    for (int i = 0; i < n && kick != 0; i++) {
        v[i] = s->half[i] + kick * c.push[i];
    }
    if (lento_constraint_velocity(s, v, c.behind)) {
        return -1;
    }
    for (int i = 0; i < m; i++) {
        c.behind[i] = kick != 0 ? c.behind[i] / kick : 0;
    }
    s->pending = kick;
    s->stage = FORCE_KNOWN;
    return 0;
}

static int rate(lento_stepper *s) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int n = s->n, m = s->m;
    const double h = s->h, drift = h * (h / 2);
    if (s->stage == NOTHING_KNOWN && arrive(s, s->ticker.t, s->ticker.now, 0)) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        c.free[i] = (s->y[i] + h * s->y[n + i]) + drift * c.push[i];
    }
    if (lento_constraint_position(s, drift)) {
        return -1;
    }
    const double total = s->pending + h / 2;
    for (int i = 0; i < m; i++) {
        const double sum = s->pending * c.behind[i] + h / 2 * c.front[i];
        s->lambda[i] = total != 0 ? sum / total : c.front[i];
    }
    lento_constraint_total(s, c.force, c.push);
    s->fresh = true;
    return 0;
}

static int step(lento_stepper *s) {
    if (!s->fresh && rate(s)) {
        return -1;
    }
    const lento_constraint_view c = lento_constraint_of(s);
    const int n = s->n, m = s->m;
    double *q = s->y, *v = s->y + n;
    for (int k = 0; k < n; k++) {
        double a = c.push[k];
        for (int i = 0; i < m; i++) {
            a += c.weighted[i * n + k] * c.front[i];
        }
        s->half[k] = v[k] + s->h / 2 * a;
        v[k] = s->half[k] + s->h / 2 * s->accel[k]; /* prediction, for forces that read it */
        q[k] = c.ahead[k];
    }
    s->fresh = false;
    double t;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_ticker_at(&s->ticker, 1, &t, phase);
    return arrive(s, t, phase, s->h / 2);
}

const lento_method lento_method_rattle = {
    .name = "rattle",
    .doc = "velocity Verlet with constraints on positions and velocities; base of compositions",
    .paper = "calvo",
    .order = 2,
    .takes = LENTO_TAKES_SECOND | LENTO_TAKES_CONSTRAINTS,
    .traits = LENTO_SYMMETRIC | LENTO_RATE_NEEDS_H | LENTO_KEEPS_SINE,
    .carve = lento_constraint_carve,
    .begin = begin,
    .rate = rate,
    .step = step,
};
