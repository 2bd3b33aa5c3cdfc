/* SPDX-License-Identifier: MIT
 *
 * vibrated.c - a two-dimensional vibrated system of the form (3.1) of calvo, with a mass matrix
 * that is not diagonal and two harmonics (card calvo A2):
 *
 *     M x'' = omega f1 + f0 + fr,   f1 = -sum_j a_j cos(j theta - psi_j) grad U_j,
 *     f0 = -(1 + 0.3 cos theta + sin^2 theta) S x,   fr = cos(theta) x/omega,
 *     U_j = sin(k_j1.x + b_j1) + 0.6 sin(k_j2.x + b_j2)
 *
 * Averaged (3.7):  F = -sum_j (a_j^2/(2 j^2)) U_j'' M^-1 grad U_j - 1.5 S X.
 * Reconstruction (3.8):  v = V - M^-1 sum_j (a_j/j) sin(j theta - psi_j) grad U_j. */
#include <math.h>

#include "lento/problem.h"

enum { OMEGA, THETA0, PSI1, PSI2, X1, X2, V1, V2 };

static const double MASS[4] = {2, 0.5, 0.5, 1};
static const double A[2] = {1, 0.7};
static const double K[2][2][2] = {{{-0.25, 0.66}, {-1.5, -0.59}}, {{-1.06, -1.22}, {-0.94, -0.46}}};
static const double B[2][2] = {{2.38, 3.23}, {2.52, 4.11}};
static const double WEIGHT[2] = {1, 0.6};
static const double S[2][2] = {{1.2344, 0.2056}, {0.2056, 1.2498}};

static const lento_parameter PARAMETERS[] = {
    {"omega", .value = {1e6}, .open = true, .unit = "rad/s", .doc = "frequency of the vibration"},
    {"theta0", .value = {0}, .unit = "rad", .doc = "phase of the vibration at t = 0"},
    {"psi1", .value = {0}, .unit = "rad", .doc = "phase shift of the first harmonic"},
    {"psi2", .value = {0}, .unit = "rad", .doc = "phase shift of the second harmonic"},
    {"X1", .value = {0.4}, .doc = "initial position"},
    {"X2", .value = {-0.3}, .doc = "initial position"},
    {"V1", .value = {0}, .doc = "initial slow velocity"},
    {"V2", .value = {0}, .doc = "initial slow velocity"},
    {0}};

static const lento_column COLUMNS[] = {{"X1", .doc = "slow position"},
                                       {"X2", .doc = "slow position"},
                                       {"V1", .doc = "slow velocity: the fast part is taken off"},
                                       {"V2", .doc = "slow velocity: the fast part is taken off"},
                                       {0}};

static void mass_solve(const double f[2], double a[2]) {
    const double det = MASS[0] * MASS[3] - MASS[1] * MASS[2];
    a[0] = (MASS[3] * f[0] - MASS[1] * f[1]) / det;
    a[1] = (MASS[0] * f[1] - MASS[2] * f[0]) / det;
}

static void gradient_of(int j, const double x[], double gradient[2]) {
    gradient[0] = gradient[1] = 0;
    for (int i = 0; i < 2; i++) {
        const double *k = K[j][i];
        const double c = WEIGHT[i] * cos(k[0] * x[0] + k[1] * x[1] + B[j][i]);
        gradient[0] += c * k[0];
        gradient[1] += c * k[1];
    }
}

/* cosine and sine of j theta - psi_j */
static void harmonic(const lento_phase *theta, int j, double psi, double *c, double *s) {
    const double ct = theta->cos, st = theta->sin;
    const double cj = j == 1 ? ct : 2 * ct * ct - 1, sj = j == 1 ? st : 2 * st * ct;
    *c = cj * cos(psi) + sj * sin(psi);
    *s = sj * cos(psi) - cj * sin(psi);
}

static int force(double t, const lento_phase phase[], const double x[], const double v[],
                 double f[], void *params) {
    const double *p = params;
    const double ct = phase->cos, st = phase->sin;
    f[0] = f[1] = 0;
    for (int j = 0; j < 2; j++) {
        double c, s, gradient[2];
        harmonic(phase, j + 1, p[PSI1 + j], &c, &s);
        gradient_of(j, x, gradient);
        f[0] -= p[OMEGA] * A[j] * c * gradient[0];
        f[1] -= p[OMEGA] * A[j] * c * gradient[1];
    }
    const double soft = 1 + 0.3 * ct + st * st;
    for (int i = 0; i < 2; i++) {
        f[i] += -soft * (S[i][0] * x[0] + S[i][1] * x[1]) + ct * x[i] / p[OMEGA];
    }
    return 0;
}

static int averaged_force(double t, const lento_phase phase[], const double x[], const double v[],
                          double f[], void *params) {
    for (int i = 0; i < 2; i++) {
        f[i] = -1.5 * (S[i][0] * x[0] + S[i][1] * x[1]);
    }
    for (int j = 0; j < 2; j++) { /* calvo (3.7) */
        double gradient[2], a[2];
        gradient_of(j, x, gradient);
        mass_solve(gradient, a);
        const double factor = A[j] * A[j] / (2.0 * (j + 1) * (j + 1));
        for (int i = 0; i < 2; i++) { /* U'' a = -sum w sin(k.x + b) (k.a) k */
            const double *k = K[j][i];
            const double u =
                -WEIGHT[i] * sin(k[0] * x[0] + k[1] * x[1] + B[j][i]) * (k[0] * a[0] + k[1] * a[1]);
            f[0] -= factor * u * k[0];
            f[1] -= factor * u * k[1];
        }
    }
    return 0;
}

/* fast part of the velocity: calvo (3.8) */
static void shake(const lento_phase *theta, const double *p, const double x[], double out[2]) {
    double sum[2] = {0, 0};
    for (int j = 0; j < 2; j++) {
        double c, s, gradient[2];
        harmonic(theta, j + 1, p[PSI1 + j], &c, &s);
        gradient_of(j, x, gradient);
        sum[0] -= A[j] / (j + 1) * s * gradient[0];
        sum[1] -= A[j] / (j + 1) * s * gradient[1];
    }
    mass_solve(sum, out);
}

static int reconstruct(double t, const lento_phase phase[], const double X[], const double V[],
                       double x[], double v[], void *params) {
    double fast[2];
    shake(phase, params, X, fast);
    for (int i = 0; i < 2; i++) {
        x[i] = X[i];
        v[i] = V[i] + fast[i];
    }
    return 0;
}

static void fast_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    double fast[2];
    shake(phase, params, state, fast);
    for (int i = 0; i < 2; i++) {
        columns[i] = state[i];
        columns[2 + i] = state[2 + i] - fast[i];
    }
}

static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    for (int i = 0; i < 4; i++) {
        columns[i] = state[i];
    }
}

static const lento_mechanics MECHANICS = {.mass_form = LENTO_MASS_DENSE, .mass = MASS};
static const lento_view FAST_VIEW = {.output = fast_output, .slow_output = slow_output},
                        SLOW_VIEW = {.output = slow_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 2, .size = 2, .rate = averaged_force,
                   .params = (void *)p, .mechanics = &MECHANICS, .known = &AVERAGED);
    const lento_closed *closed = LENTO_KEEP(build, lento_closed, .system = averaged,
                                            .reconstruct = reconstruct, .slow_start = true);
    LENTO_SYSTEM(
        build, .order = 2, .size = 2, .rate = force, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                           .scale = {{.frequency = p[OMEGA], .forced = true, .phase = p[THETA0]}},
                           .even = sin(p[PSI1]) == 0 && sin(p[PSI2]) == 0, .harmonics = 2),
        .mechanics = &MECHANICS,
        .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .view = &FAST_VIEW));
    build->state = lento_build_start(build, 4, &p[X1]);
    return NULL;
}

const lento_problem lento_problem_vibrated = {
    .abi = LENTO_ABI,
    .name = "vibrated",
    .title = "two-dimensional vibrated system with a full mass matrix",
    .doc =
        "The general form of a vibrated system: two harmonics, dense mass matrix, remainder terms.",
    .paper = "calvo",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .fast = "omega",
    .make = make,
    .suggested = {.until = 1, .steps = 80, .average = {{.scheme = "async"}}},
};
