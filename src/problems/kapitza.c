/* SPDX-License-Identifier: MIT
 *
 * kapitza.c - the pendulum on a vibrated pivot, measured from the upward vertical (card calvo A0):
 *
 *     q'' = (g + a(theta)) sin(q)/l,  a = v omega (cos theta + c2 cos 2 theta),
 *     theta = omega t + theta0
 *
 * Averaged (2.6):  Q'' = [g/l - (v^2/(2 l^2)) (1 + c2^2/4) cos Q] sin Q; for c2 = 0 stable upright
 * if v^2 > 2 g l. Reconstruction (2.10):  p = P + (v/l) (sin theta + (c2/2) sin 2 theta) sin Q.
 * P0 is the slow velocity. */
#include <math.h>

#include "lento/problem.h"

enum { L, G, V, OMEGA, THETA0, C2, Q0, P0 };

static const lento_parameter PARAMETERS[] = {
    {"l", .value = {0.2}, .open = true, .unit = "m", .doc = "length of the pendulum"},
    {"g", .value = {9.8}, .unit = "m/s^2", .doc = "gravity"},
    {"v", .value = {4}, .unit = "m/s", .doc = "largest velocity of the pivot"},
    {"omega", .value = {1e6}, .open = true, .unit = "rad/s", .doc = "frequency of the vibration"},
    {"theta0", .value = {0}, .unit = "rad", .doc = "phase of the vibration at t = 0"},
    {"c2", .value = {0}, .doc = "strength of the second harmonic"},
    {"Q0", .value = {0.5}, .unit = "rad", .doc = "initial angle from the upward vertical"},
    {"P0", .value = {0}, .unit = "rad/s", .doc = "initial slow angular velocity"},
    {0}};

static const lento_column COLUMNS[] = {
    {"Q", .unit = "rad", .doc = "slow angle from the upward vertical"},
    {"P", .unit = "rad/s", .doc = "slow angular velocity: the fast part is taken off"},
    {0}};

static const lento_column INVARIANTS[] = {{"E", .doc = "energy of the averaged motion, per m l^2"},
                                          {0}};

/* P = p - shake sin q */
static double shake(const lento_phase *theta, const double *p) {
    return p[V] / p[L] * theta->sin * (1 + p[C2] * theta->cos);
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    const double *p = params;
    const double c = phase->cos;
    const double a = p[V] * p[OMEGA] * (c + p[C2] * (2 * c * c - 1));
    f[0] = (p[G] + a) / p[L] * sin(q[0]); /* calvo (2.2) */
    return 0;
}

/* what the averaged vibration does, per unit of sin Q cos Q */
static double stiffening(const double *p) {
    return p[V] * p[V] / (2 * p[L] * p[L]) * (1 + p[C2] * p[C2] / 4);
}

static int averaged_force(double t, const lento_phase phase[], const double q[], const double v[],
                          double f[], void *params) {
    const double *p = params;
    f[0] = (p[G] / p[L] - stiffening(p) * cos(q[0])) * sin(q[0]); /* calvo (2.6) */
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double P[],
                       double q[], double v[], void *params) {
    q[0] = Q[0];
    v[0] = P[0] + shake(phase, params) * sin(Q[0]); /* calvo (2.10) */
    return 0;
}

/* slow variables of the whole state (q, p): q and S = p - (v/l) s(theta) sin q (fredbo A1) */
static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const double *p = params, s = shake(phase, p), c = phase->cos;
    const double a = p[V] * p[OMEGA] / p[L] * (c + p[C2] * (2 * c * c - 1));
    lento_slow_put(xi, 2, (const double[]){x[0], x[1] - s * sin(x[0])});
    lento_slow_put(gradient, 4, (const double[]){1, 0, -s * cos(x[0]), 1});
    lento_slow_put(explicit_rate, 2, (const double[]){0, -a * sin(x[0])});
    return 0;
}

static void fast_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    columns[0] = state[0];
    columns[1] = state[1] - shake(phase, params) * sin(state[0]);
}

static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    columns[0] = state[0];
    columns[1] = state[1];
}

static void energy(double t, const double columns[], const double p[], double values[],
                   const void *data) {
    const double Q = columns[0], P = columns[1], s = sin(Q);
    values[0] = P * P / 2 + p[G] / p[L] * cos(Q) + stiffening(p) * s * s / 2;
}

static const lento_slow_set SLOW[] = {
    {.size = 2, .slow = slow, .closed = true, .reconstruct = reconstruct}, {0}};
static const lento_view FAST_VIEW = {.output = fast_output, .slow_output = slow_output},
                        SLOW_VIEW = {.output = slow_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 2, .size = 1, .rate = averaged_force,
                   .params = (void *)p, .known = &AVERAGED);
    const lento_closed *closed = LENTO_KEEP(build, lento_closed, .system = averaged,
                                            .reconstruct = reconstruct, .slow_start = true);
    const lento_fast *fast =
        LENTO_KEEP(build, lento_fast, .count = 1, .even = true, .harmonics = p[C2] != 0 ? 2 : 1,
                   .scale = {{.frequency = p[OMEGA], .forced = true, .phase = p[THETA0]}});
    const lento_knowledge *known =
        LENTO_KEEP(build, lento_knowledge, .averaged = closed, .slow = SLOW, .view = &FAST_VIEW);
    LENTO_SYSTEM(build, .order = 2, .size = 1, .rate = force, .params = (void *)p, .fast = fast,
                 .known = known);
    build->state = lento_build_start(build, 2, &p[Q0]);
    return NULL;
}

const lento_problem lento_problem_kapitza = {
    .abi = LENTO_ABI,
    .name = "kapitza",
    .title = "pendulum on a rapidly vibrated pivot",
    .doc = "Kapitza's pendulum stands upright when the pivot shakes fast enough, v^2 > 2 g l.",
    .paper = "calvo",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .invariants = INVARIANTS,
    .fast = "omega",
    .make = make,
    .invariant = energy,
    .suggested = {.until = 1, .steps = 80, .average = {{.scheme = "async"}}},
};
