/* SPDX-License-Identifier: MIT
 *
 * two_tone.c - three scales: a pendulum whose pivot vibrates fast and, on top of it, very much faster,
 *
 *     q'' = (g + v1 omega1 cos theta1 + v2 omega2 cos theta2) sin(q)/l,   omega1 << omega2.
 *
 * Averaging the faster tone adds -(v2^2/(2 l^2)) sin Q cos Q and leaves a pendulum vibrated at omega1;
 * averaging again adds the same with v1 (calvo 2.6 twice). So `--scheme async,async` has a closed form to be
 * checked against, `averaged,averaged`, and every mixture works. */
#include <math.h>

#include "lento/problem.h"

enum { L, G, V1, OMEGA1, V2, OMEGA2, Q0, P0 };

static const lento_parameter PARAMETERS[] = {
    {.name = "l", .value = {0.2}, .open = true, .unit = "m", .doc = "length of the pendulum"},
    {.name = "g", .value = {9.8}, .unit = "m/s^2", .doc = "gravity"},
    {.name = "v1", .value = {3}, .unit = "m/s", .doc = "largest velocity of the slower tone"},
    {.name = "omega1", .value = {1e4}, .open = true, .unit = "rad/s", .doc = "its frequency"},
    {.name = "v2", .value = {2.5}, .unit = "m/s", .doc = "largest velocity of the faster tone"},
    {.name = "omega2", .value = {1e8}, .open = true, .unit = "rad/s", .doc = "its frequency"},
    {.name = "Q0", .value = {0.5}, .unit = "rad", .doc = "initial angle from the upward vertical"},
    {.name = "P0", .value = {0}, .unit = "rad/s", .doc = "initial slow angular velocity"},
    {0}};

static const lento_column COLUMNS[] = {
    {.name = "Q", .unit = "rad", .doc = "angle from the upward vertical"},
    {.name = "P", .unit = "rad/s", .doc = "slow angular velocity: the fast parts are taken off"},
    {0}};

/* what the averaged tones do, per unit of sin Q */
static double stiffening(const double *p, bool first) {
    const double v2 = p[V2] * p[V2] + (first ? p[V1] * p[V1] : 0);
    return v2 / (2 * p[L] * p[L]);
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    const double *p = params;
    const double a = p[V1] * p[OMEGA1] * phase[0].cos + p[V2] * p[OMEGA2] * phase[1].cos;
    f[0] = (p[G] + a) / p[L] * sin(q[0]);
    return 0;
}

static int once_averaged(double t, const lento_phase phase[], const double q[], const double v[],
                         double f[], void *params) {
    const double *p = params;
    const double a = p[V1] * p[OMEGA1] * phase[0].cos;
    f[0] = ((p[G] + a) / p[L] - stiffening(p, false) * cos(q[0])) * sin(q[0]);
    return 0;
}

static int twice_averaged(double t, const lento_phase phase[], const double q[], const double v[],
                          double f[], void *params) {
    const double *p = params;
    f[0] = (p[G] / p[L] - stiffening(p, true) * cos(q[0])) * sin(q[0]);
    return 0;
}

static int put_back_faster(double t, const lento_phase phase[], const double Q[], const double P[],
                           double q[], double v[], void *params) {
    const double *p = params;
    q[0] = Q[0];
    v[0] = P[0] + p[V2] / p[L] * phase[1].sin * sin(Q[0]);
    return 0;
}

static int put_back_slower(double t, const lento_phase phase[], const double Q[], const double P[],
                           double q[], double v[], void *params) {
    const double *p = params;
    q[0] = Q[0];
    v[0] = P[0] + p[V1] / p[L] * phase[0].sin * sin(Q[0]);
    return 0;
}

static void fast_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    const double *p = params;
    columns[0] = state[0];
    columns[1] = state[1] - (p[V1] * phase[0].sin + p[V2] * phase[1].sin) / p[L] * sin(state[0]);
}

static void slower_output(double t, const lento_phase phase[], const double state[],
                          const double multipliers[], double columns[], void *params) {
    const double *p = params;
    columns[0] = state[0];
    columns[1] = state[1] - p[V1] * phase[0].sin / p[L] * sin(state[0]);
}

static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    columns[0] = state[0];
    columns[1] = state[1];
}

static const lento_view FAST_VIEW = {.output = fast_output, .slow_output = slow_output},
                        SLOWER_VIEW = {.output = slower_output, .slow_output = slow_output},
                        SLOW_VIEW = {.output = slow_output};
static const lento_knowledge TWICE = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    if (!(p[OMEGA2] > p[OMEGA1])) {
        return "omega2 must be larger than omega1";
    }
    const lento_scale slower = {.frequency = p[OMEGA1], .forced = true},
                      faster = {.frequency = p[OMEGA2], .forced = true};
    const lento_system *twice =
        LENTO_KEEP(build, lento_system, .order = 2, .size = 1, .rate = twice_averaged,
                   .params = (void *)p, .known = &TWICE);
    const lento_closed *from_twice =
        LENTO_KEEP(build, lento_closed, .system = twice, .reconstruct = put_back_slower);
    const lento_system *once = LENTO_KEEP(
        build, lento_system, .order = 2, .size = 1, .rate = once_averaged, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {slower}, .even = true),
        .known = LENTO_KEEP(build, lento_knowledge, .averaged = from_twice, .view = &SLOWER_VIEW));
    const lento_closed *from_once = LENTO_KEEP(build, lento_closed, .system = once,
                                               .reconstruct = put_back_faster, .slow_start = true);
    *build->system = (lento_system){
        .order = 2,
        .size = 1,
        .rate = force,
        .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 2, .scale = {slower, faster}, .even = true),
        .known = LENTO_KEEP(build, lento_knowledge, .averaged = from_once, .view = &FAST_VIEW)};
    build->state = (double *)&p[Q0];
    return NULL;
}

const lento_problem lento_problem_two_tone = {
    .abi = LENTO_ABI,
    .name = "two-tone",
    .title = "pendulum on a pivot that vibrates at two very different frequencies (three scales)",
    .doc = "Averages of averages: --scheme async,async removes both tones.",
    .paper = "calvo",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .fast = "omega2",
    .make = make,
    .suggested = {.until = 1, .steps = 80, .average = {{.scheme = "async"}, {.scheme = "async"}}},
};
