/* SPDX-License-Identifier: MIT
 *
 * stellar.c - stellar orbits in a galaxy (ariel 7.5, 7.6), two oscillators that resonate when a = 2b:
 *
 *     x1' = a v1/eps,  v1' = -a x1/eps + x2^2/a,   x2' = b v2/eps,  v2' = -b x2/eps + 2 x1 x2/b
 *
 * Slow variables: xi1 = x1^2 + v1^2, xi2 = x2^2 + v2^2 and, for a = 2b, the cubics
 * theta = x1 x2^2 - x1 v2^2 + 2 v1 x2 v2 (7.11) and theta' = v1 x2^2 - v1 v2^2 - 2 x1 x2 v2. The companion theta'
 * is needed: without it the gradients are dependent at the published start (card section 3).
 * Averaged amplitudes z_j = x_j + i v_j = A_j e^{-i w_j t/eps}: A1' = i A2^2/(4a), A2' = i A1 conj(A2)/(2b) in
 * resonance, constant otherwise. */
#include <math.h>

#include "lento/lento.h"

enum { A, B, EPS, X1, V1, X2, V2 };

static const lento_parameter PARAMETERS[] = {
    {.name = "a", .value = {2}, .open = true, .doc = "frequency of the radial motion"},
    {.name = "b", .value = {1}, .open = true, .doc = "frequency of the motion across the plane"},
    {.name = "eps", .value = {1e-5}, .open = true, .doc = "ratio of the time scales"},
    {.name = "x1", .value = {1}, .doc = "initial radial displacement"},
    {.name = "v1", .value = {0}, .doc = "initial radial velocity / a"},
    {.name = "x2", .value = {1}, .doc = "initial displacement across the plane"},
    {.name = "v2", .value = {0}, .doc = "initial velocity across the plane / b"},
    {0}};

static const lento_column STATE[] = {
    {.name = "x1"}, {.name = "v1"}, {.name = "x2"}, {.name = "v2"}, {0}};

static const lento_column COLUMNS[] = {
    {.name = "x1", .doc = "radial displacement", .pointwise = true},
    {.name = "v1", .doc = "radial velocity / a", .pointwise = true},
    {.name = "x2", .doc = "displacement across the plane", .pointwise = true},
    {.name = "v2", .doc = "velocity across the plane / b", .pointwise = true},
    {.name = "xi1", .doc = "radial energy x1^2 + v1^2"},
    {.name = "xi2", .doc = "energy across the plane x2^2 + v2^2"},
    {.name = "theta", .doc = "relative phase: a cubic, constant up to O(eps) in resonance"},
    {0}};

static const int SLOW_COLUMN[] = {4, 5, 6, -1};

static bool resonant(const double p[]) {
    return fabs(p[A] - 2 * p[B]) <= 1e-12 * p[A];
}

static int field(double t, const double x[], double f[], void *params) {
    (void)t;
    const double *p = params;
    f[0] = p[A] / p[EPS] * x[1]; /* ariel (7.6) */
    f[1] = -p[A] / p[EPS] * x[0] + x[2] * x[2] / p[A];
    f[2] = p[B] / p[EPS] * x[3];
    f[3] = -p[B] / p[EPS] * x[2] + 2 * x[0] * x[2] / p[B];
    return 0;
}

/* xi1, xi2, theta, theta' */
static void variables(const double x[], double xi[4]) {
    const double re = x[2] * x[2] - x[3] * x[3], im = 2 * x[2] * x[3]; /* (x2 + i v2)^2 */
    xi[0] = x[0] * x[0] + x[1] * x[1];
    xi[1] = x[2] * x[2] + x[3] * x[3];
    xi[2] = x[0] * re + x[1] * im; /* ariel (7.11) */
    xi[3] = x[1] * re - x[0] * im;
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const int n = resonant(params) ? 4 : 2;
    const double x1 = x[0], v1 = x[1], x2 = x[2], v2 = x[3];
    double all[4];
    variables(x, all);
    for (int i = 0; xi && i < n; i++) {
        xi[i] = all[i];
    }
    const double rows[4][4] = {
        {2 * x1, 2 * v1, 0, 0},
        {0, 0, 2 * x2, 2 * v2},
        {x2 * x2 - v2 * v2, 2 * x2 * v2, 2 * (x1 * x2 + v1 * v2), 2 * (v1 * x2 - x1 * v2)},
        {-2 * x2 * v2, x2 * x2 - v2 * v2, 2 * (v1 * x2 - x1 * v2), -2 * (v1 * v2 + x1 * x2)}};
    for (int i = 0; gradient && i < 4 * n; i++) {
        gradient[i] = rows[i / 4][i % 4];
    }
    for (int i = 0; explicit_rate && i < n; i++) {
        explicit_rate[i] = 0;
    }
    return 0;
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    (void)params;
    double xi[4];
    variables(x, xi);
    for (int i = 0; i < 4; i++) {
        columns[i] = x[i];
    }
    for (int i = 0; i < 3; i++) {
        columns[4 + i] = xi[i];
    }
}

/* A1' = i A2^2/(4a), A2' = i A1 conj(A2)/(2b) */
static int averaged_field(double t, const double z[], double f[], void *params) {
    (void)t;
    const double *p = params, on = resonant(p) ? 1 : 0;
    f[0] = -on * 2 * z[2] * z[3] / (4 * p[A]);
    f[1] = on * (z[2] * z[2] - z[3] * z[3]) / (4 * p[A]);
    f[2] = -on * (z[1] * z[2] - z[0] * z[3]) / (2 * p[B]);
    f[3] = on * (z[0] * z[2] + z[1] * z[3]) / (2 * p[B]);
    return 0;
}

static void averaged_output(double t, const lento_phase phase[], const double z[],
                            const double multipliers[], double columns[], void *params) {
    output(t, phase, z, multipliers, columns, params);
    for (int i = 0; i < 4; i++) {
        columns[i] = NAN; /* the phases are averaged away */
    }
    if (!resonant(params)) {
        columns[6] = NAN; /* not slow */
    }
}

static const char *make(const double p[], lento_build *build) {
    lento_system *averaged = build->take(build, sizeof *averaged);
    double *state = lento_build_doubles(build, 4);
    if (!averaged || !state) {
        return "out of memory";
    }
    *averaged = (lento_system){.order = 1,
                               .size = 4,
                               .field = averaged_field,
                               .params = (void *)p,
                               .output = averaged_output};
    *build->system = (lento_system){
        .order = 1,
        .size = 4,
        .field = field,
        .params = (void *)p,
        .scales = 1,
        .scale = {{.frequency = fmin(p[A], p[B]) / p[EPS], .highest = fmax(p[A], p[B]) / p[EPS]}},
        .averaged = averaged,
        .slow_size = resonant(p) ? 4 : 2,
        .slow = slow,
        .slow_column = SLOW_COLUMN,
        .output = output,
    };
    for (int i = 0; i < 4; i++) {
        state[i] = p[X1 + i];
    }
    build->state = state;
    return NULL;
}

const lento_problem lento_problem_stellar = {
    .abi = LENTO_ABI,
    .name = "stellar",
    .title = "stellar orbits in a galaxy: two resonating oscillators",
    .doc = "Energy wanders between the radial motion and the motion across the plane when a = 2b.",
    .paper = "ariel",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .make = make,
    .suggested = {.until = 12, .steps = 40, .macro = "rk4", .average = {{.scheme = "slow"}}},
    .scale = "eps",
    .state = STATE,
};
