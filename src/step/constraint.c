/* SPDX-License-Identifier: MIT
 *
 * constraint.c - multipliers for `shake` and `rattle` (see constraint.h; card calvo 4, A3).
 *
 * Newton's matrix is g'(ahead) drift M^-1 g'(q)^T, scaled by the diagonal of g' M^-1 g'^T so that
 * chains of very different masses and lengths keep their digits. The iteration ends when it
 * stagnates, not below a fixed tolerance: in increments g lives at 1e-22, in absolute positions at
 * 1e-17. It has converged if what is left is rounding or next to nothing against the length of the
 * step. */
#include <math.h>
#include <string.h>

#include "step/constraint.h"

enum { MAX_ITERATIONS = 40 };
static const double CONSISTENT = 1e-10; /* relative; of the initial data */

/* Newton's own room: trial Jacobian, matrix, residual, its limits, correction, best so far */
static size_t scratch_room(size_t m, size_t n) {
    return m * n + m * m + 4 * m + n;
}

void lento_constraint_carve(lento_stepper *s, lento_arena *arena) {
    const size_t m = (size_t)s->m, n = (size_t)s->n;
    s->work = lento_take_many(arena, 2 * m * n + 5 * m + 4 * n + scratch_room(m, n));
}

lento_constraint_view lento_constraint_of(const lento_stepper *s) {
    const int m = s->m, n = s->n;
    lento_constraint_view c = {.jacobian = s->work};
    c.weighted = c.jacobian + m * n;
    c.scale = c.weighted + m * n;
    c.free = c.scale + m;
    c.ahead = c.free + n;
    c.force = c.ahead + n;
    c.push = c.force + n;
    c.front = c.push + n;
    c.behind = c.front + m;
    c.noise = c.behind + m;
    c.range = (void *)(c.noise + m);
    c.scratch = c.noise + 2 * m;
    return c;
}

static int evaluate(lento_stepper *s, const double q[], double g[], double jacobian[]) {
    const lento_system *system = s->system;
    if (s->m > 0 && system->mechanics->constraint(q, g, jacobian, system->params)) {
        return lento_fail(s->failure, LENTO_CALLBACK_FAILED,
                          "the constraint function reported a failure");
    }
    return 0;
}

static void find_range(int n, const double row[], int range[2]) {
    range[0] = 0;
    range[1] = n;
    while (range[0] < n && row[range[0]] == 0) {
        range[0]++;
    }
    while (range[1] > range[0] && row[range[1] - 1] == 0) {
        range[1]--;
    }
}

int lento_constraint_node(lento_stepper *s, const double q[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    if (evaluate(s, q, c.noise, c.jacobian)) {
        return -1;
    }
    for (int i = 0; i < m; i++) {
        const double *row = &c.jacobian[i * n];
        lento_mass_solve(s->mass, row, &c.weighted[i * n]);
        find_range(n, &c.weighted[i * n], &c.range[2 * i]);
        const double diagonal = lento_dot(n, row, &c.weighted[i * n]);
        if (!(diagonal > 0) || !isfinite(diagonal)) {
            return lento_fail_number(
                s->failure, isfinite(diagonal) ? LENTO_SINGULAR : LENTO_NOT_FINITE,
                "the gradient of constraint %g is zero or not finite", i + 1, 0);
        }
        c.scale[i] = 1 / sqrt(diagonal);
        c.noise[i] = fabs(c.noise[i]);
    }
    return 0;
}

/* (jacobian W) x = b, scaled on both sides; b <- x; -1 if singular */
static int solve_scaled(const lento_stepper *s, const double jacobian[], double matrix[],
                        double b[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
            const int from = c.range[2 * j], length = c.range[2 * j + 1] - from;
            const double sum =
                lento_dot(length, &jacobian[i * n + from], &c.weighted[j * n + from]);
            matrix[i * m + j] = c.scale[i] * sum * c.scale[j];
        }
        b[i] *= c.scale[i];
    }
    if (lento_gauss(m, matrix, b)) {
        return -1;
    }
    for (int j = 0; j < m; j++) {
        b[j] *= c.scale[j];
    }
    return 0;
}

/* ahead = free + drift W front */
static void place(const lento_stepper *s, double drift) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    memset(c.ahead, 0, (size_t)n * sizeof *c.ahead);
    for (int i = 0; i < m; i++) {
        for (int k = c.range[2 * i]; k < c.range[2 * i + 1]; k++) {
            c.ahead[k] += c.weighted[i * n + k] * c.front[i];
        }
    }
    for (int k = 0; k < n; k++) {
        c.ahead[k] = c.free[k] + drift * c.ahead[k];
    }
}

/* what is small for each g_i: rounding of positions, next to nothing against the free step, or what
 * is left of it at the node */
static void set_limits(const lento_stepper *s, double limit[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    for (int i = 0; i < m; i++) {
        limit[i] = 4 * c.noise[i];
        for (int k = 0; k < n; k++) {
            const double slope = fabs(c.jacobian[i * n + k]);
            limit[i] += slope * (1e-13 * fabs(s->y[k]) + 1e-9 * fabs(c.free[k] - s->y[k]));
        }
    }
}

/* largest residual, 1 being small */
static double measure(int m, const double g[], const double limit[]) {
    double size = 0;
    for (int i = 0; i < m; i++) {
        if (!isfinite(g[i])) {
            return INFINITY;
        }
        size = g[i] == 0 ? size : fmax(size, fabs(g[i]) / limit[i]);
    }
    return size;
}

int lento_constraint_position(lento_stepper *s, double drift) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    double *trial = c.scratch, *matrix = trial + m * n, *g = matrix + m * m, *limit = g + m;
    double *correction = limit + m, *best_front = correction + m, *best_ahead = best_front + m;
    double best = INFINITY;
    set_limits(s, limit);
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        place(s, drift);
        if (evaluate(s, c.ahead, g, trial)) {
            return -1;
        }
        const double size = measure(m, g, limit);
        const bool stagnated = best <= 1 && !(size < best / 2);
        if (size < best) {
            best = size;
            memcpy(best_front, c.front, (size_t)m * sizeof *g);
            memcpy(best_ahead, c.ahead, (size_t)n * sizeof *g);
        }
        if (stagnated || best == 0 || !isfinite(size)) {
            break;
        }
        for (int k = 0; k < m; k++) {
            correction[k] = -g[k] / drift;
        }
        if (solve_scaled(s, trial, matrix, correction)) {
            return lento_fail(s->failure, LENTO_SINGULAR,
                              "the equations for the multipliers are singular: the constraints are "
                              "dependent or the step is too long");
        }
        for (int k = 0; k < m; k++) {
            c.front[k] += correction[k];
        }
    }
    if (!(best <= 1)) {
        return lento_fail_number(s->failure, LENTO_NOT_CONVERGED,
                                 "the iteration for the constraints does not converge with a step "
                                 "of %g; take shorter steps",
                                 s->h, 0);
    }
    memcpy(c.front, best_front, (size_t)m * sizeof *g);
    memcpy(c.ahead, best_ahead, (size_t)n * sizeof *g);
    return 0;
}

int lento_constraint_velocity(lento_stepper *s, double v[], double mu[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    for (int i = 0; i < m; i++) {
        mu[i] = -lento_dot(n, &c.jacobian[i * n], v);
    }
    if (solve_scaled(s, c.jacobian, c.scratch, mu)) {
        return lento_fail(
            s->failure, LENTO_SINGULAR,
            "the constraints are dependent: their gradients do not span enough directions");
    }
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < n; k++) {
            v[k] += mu[i] * c.weighted[i * n + k];
        }
    }
    return 0;
}

int lento_constraint_project(lento_stepper *s, double state[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const size_t bytes = (size_t)s->n * sizeof *state;
    memcpy(s->y, state, bytes);
    memcpy(c.free, state, bytes);
    memset(c.front, 0, (size_t)s->m * sizeof *c.front);
    if (lento_constraint_node(s, state) || lento_constraint_position(s, 1)) {
        return -1;
    }
    memcpy(state, c.ahead, bytes);
    return lento_constraint_node(s, state) ? -1
                                           : lento_constraint_velocity(s, state + s->n, c.behind);
}

void lento_constraint_total(lento_stepper *s, const double force[], const double push[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    for (int k = 0; k < n; k++) {
        double sum = 0, sum_push = 0;
        for (int i = 0; i < m; i++) {
            sum += c.jacobian[i * n + k] * s->lambda[i];
            sum_push += c.weighted[i * n + k] * s->lambda[i];
        }
        const double a = push[k] + sum_push;
        s->rate[k] = force[k] + sum;
        s->accel[k] = s->accel == s->rate ? s->rate[k] : a;
    }
}

/* ---- the start ---- */

int lento_constraint_check(lento_stepper *s, const double state[]) {
    const lento_constraint_view c = lento_constraint_of(s);
    const int m = s->m, n = s->n;
    const double *v = state + n;
    double *g = c.behind, *matrix = c.scratch;
    if (lento_constraint_node(s, state) || evaluate(s, state, g, NULL)) {
        return -1;
    }
    for (int i = 0; i < m; i++) {
        const double *row = &c.jacobian[i * n];
        double slope = 0;
        for (int k = 0; k < n; k++) {
            slope += fabs(row[k]);
        }
        if (!(fabs(g[i]) <= CONSISTENT * slope * lento_largest(n, state))) {
            return lento_fail_number(
                s->failure, LENTO_BAD_SYSTEM,
                "the initial position violates constraint %g: g = %g instead of 0", i + 1, g[i]);
        }
        const double along = lento_dot(n, row, v);
        if (!(fabs(along) <= CONSISTENT * slope * lento_largest(n, v))) {
            return lento_fail_number(
                s->failure, LENTO_BAD_SYSTEM,
                "the initial velocity is not tangential to constraint %g: g'(q) v = %g "
                "instead of 0",
                i + 1, along);
        }
    }
    memset(g, 0, (size_t)m * sizeof *g);
    if (solve_scaled(s, c.jacobian, matrix, g)) {
        return lento_fail(
            s->failure, LENTO_SINGULAR,
            "the constraints are dependent at the start: their gradients do not span enough "
            "directions");
    }
    return 0;
}
