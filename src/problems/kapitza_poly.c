/* SPDX-License-Identifier: MIT
 *
 * kapitza_poly.c - Kapitza's pendulum as a polynomial system (card ariel C0), the form in which
 * slow variables can be detected: (x1, x2) turns fast, y1 = sin theta, y2 = cos theta, z = theta':
 *
 *     x1' = -(2 pi/eps) x2,  x2' = (2 pi/eps) x1,
 *     y1' = y2 z,  y2' = -y1 z,  z' = (x2/eps + g) y1/l
 *
 * Slow: y1, y2, x1^2 + x2^2, psi = z + x1 y1/(2 pi l) (7.14). Averaged: theta' = psi, psi' = (g/l)
 * sin theta - sin theta cos theta/(8 pi^2 l^2); upright is stable for g l < 1/(8 pi^2). */
#include <math.h>

#include "lento/problem.h"

#define TWO_PI 6.283185307179586476925287

enum { L, G, THETA0, THETADOT0, EPS };

static const lento_parameter PARAMETERS[] = {
    {"l", .value = {0.05}, .open = true, .doc = "length of the pendulum"},
    {"g", .value = {0.1}, .doc = "gravity"},
    {"theta0", .value = {0}, .unit = "rad", .doc = "initial angle from the upward vertical"},
    {"thetadot0", .value = {-0.4}, .unit = "rad/time", .doc = "initial angular velocity"},
    {"eps", .value = {1e-5}, .open = true, .unit = "time", .doc = "period of the vibration"},
    {0}};

static const lento_column STATE[] = {{.name = "x1"}, {.name = "x2"}, {.name = "y1"},
                                     {.name = "y2"}, {.name = "z"},  {0}};

static const lento_column COLUMNS[] = {
    {"x1", .doc = "cosine of the fast phase", .pointwise = true},
    {"x2", .doc = "sine of the fast phase", .pointwise = true},
    {"y1", .doc = "sine of the angle"},
    {"y2", .doc = "cosine of the angle"},
    {"z", .doc = "angular velocity", .pointwise = true},
    {"theta", .unit = "rad", .doc = "angle from the upward vertical, in (-pi, pi]", .wraps = true},
    {"psi", .unit = "rad/time", .doc = "slow angular velocity z + x1 y1/(2 pi l)"},
    {0}};

static const int SLOW_COLUMN[] = {2, 3, -1, 6};

static int field(double t, const double x[], double f[], void *params) {
    const double *p = params, w = TWO_PI / p[EPS];
    f[0] = -w * x[1]; /* card ariel C0 */
    f[1] = w * x[0];
    f[2] = x[3] * x[4];
    f[3] = -x[2] * x[4];
    f[4] = (x[1] / p[EPS] + p[G]) * x[2] / p[L];
    return 0;
}

/* psi, card ariel 4.7 */
static double slow_velocity(const double x[], const double p[]) {
    return x[4] + x[0] * x[2] / (TWO_PI * p[L]);
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const double c = 1 / (TWO_PI * ((const double *)params)[L]);
    const double values[4] = {x[2], x[3], x[0] * x[0] + x[1] * x[1],
                              x[4] + c * x[0] * x[2]}; /* card ariel 4.7 */
    const double rows[4][5] = {{0, 0, 1, 0, 0},
                               {0, 0, 0, 1, 0},
                               {2 * x[0], 2 * x[1], 0, 0, 0},
                               {c * x[2], 0, c * x[0], 0, 1}};
    lento_slow_put(xi, 4, values);
    lento_slow_put(gradient, 20, &rows[0][0]);
    lento_slow_put(explicit_rate, 4, NULL);
    return 0;
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    for (int i = 0; i < 5; i++) {
        columns[i] = x[i];
    }
    columns[5] = atan2(x[2], x[3]);
    columns[6] = slow_velocity(x, params);
}

static int averaged_field(double t, const double s[], double f[], void *params) {
    const double *p = params;
    f[0] = s[1];
    f[1] = (p[G] / p[L] - cos(s[0]) / (2 * TWO_PI * TWO_PI * p[L] * p[L])) * sin(s[0]);
    return 0;
}

static int to_averaged(const double x[], double s[], void *params) {
    s[0] = atan2(x[2], x[3]);
    s[1] = slow_velocity(x, params);
    return 0;
}

static void averaged_output(double t, const lento_phase phase[], const double s[],
                            const double multipliers[], double columns[], void *params) {
    columns[0] = columns[1] = columns[4] = NAN; /* the phase is averaged away */
    columns[2] = sin(s[0]);
    columns[3] = cos(s[0]);
    columns[5] = atan2(columns[2], columns[3]);
    columns[6] = s[1];
}

static const lento_slow_set SLOW[] = {
    {.size = 4, .slow = slow, .closed = true, .column = SLOW_COLUMN}, {0}};
static const lento_view FAST_VIEW = {.output = output}, SLOW_VIEW = {.output = averaged_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 1, .size = 2, .field = averaged_field,
                   .params = (void *)p, .known = &AVERAGED);
    const lento_closed *closed =
        LENTO_KEEP(build, lento_closed, .system = averaged, .convert = to_averaged);
    LENTO_SYSTEM(build, .order = 1, .size = 5, .field = field, .params = (void *)p,
                 .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                                    .scale = {{.frequency = TWO_PI / p[EPS]}}),
                 .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .slow = SLOW,
                                     .view = &FAST_VIEW));
    const double start[5] = {1, 0, sin(p[THETA0]), cos(p[THETA0]), p[THETADOT0]};
    build->state = lento_build_start(build, 5, start);
    return NULL;
}

const lento_problem lento_problem_kapitza_poly = {
    .abi = LENTO_ABI,
    .name = "kapitza-poly",
    .title = "Kapitza's pendulum in polynomial form",
    .doc = "The vibration is part of the state, so that slow variables can be detected.",
    .paper = "ariel",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .make = make,
    .suggested = {.until = 10, .steps = 160, .macro = "rk4", .average = {{.scheme = "slow"}}},
    .fast = "1/eps",
    .state = STATE,
};
