/* SPDX-License-Identifier: MIT
 *
 * stellar.c - stellar orbits in a galaxy (ariel 7.5, 7.6), two oscillators that resonate when a is
 * near 2b:
 *
 *     x1' = a v1/eps,  v1' = -a x1/eps + x2^2/a,   x2' = b v2/eps,  v2' = -b x2/eps + 2 x1 x2/b
 *
 * Slow variables: xi1 = x1^2 + v1^2, xi2 = x2^2 + v2^2 and, in resonance, the cubics theta = x1
 * x2^2 - x1 v2^2 + 2 v1 x2 v2 (7.11) and theta' = v1 x2^2 - v1 v2^2 - 2 x1 x2 v2. The companion
 * theta' is needed: without it the gradients are dependent at the published start (card ariel 3.2).
 * The cubics turn at the detuning d = (a - 2b)/eps: they are slow while d is O(1). Beyond that the
 * rates of xi contain |a - 2b|/eps as their lowest frequency, and the window has to average over
 * it. Averaged amplitudes x1 + i v1 = A1 e^{-i a t/eps}, x2 + i v2 = A2 e^{-i b t/eps}: in
 * resonance
 *
 *     A1' = i e^{i d t} A2^2/(4a),   A2' = i e^{-i d t} A1 conj(A2)/(2b),
 *     theta + i theta' = e^{-i d t} A1 conj(A2)^2
 *
 * and constant otherwise. */
#include <math.h>

#include "lento/problem.h"

enum { A, B, EPS, X1, V1, X2, V2 };

static const lento_parameter PARAMETERS[] = {
    {"a", .value = {2}, .open = true, .doc = "frequency of the radial motion"},
    {"b", .value = {1}, .open = true, .doc = "frequency of the motion across the plane"},
    {"eps", .value = {1e-5}, .open = true, .doc = "ratio of the time scales"},
    {"x1", .value = {1}, .doc = "initial radial displacement"},
    {"v1", .value = {0}, .doc = "initial radial velocity / a"},
    {"x2", .value = {1}, .doc = "initial displacement across the plane"},
    {"v2", .value = {0}, .doc = "initial velocity across the plane / b"},
    {0}};

static const lento_column STATE[] = {
    {.name = "x1"}, {.name = "v1"}, {.name = "x2"}, {.name = "v2"}, {0}};

#define COLUMNS_OF_ALL                                                                             \
    {.name = "x1", .doc = "radial displacement", .pointwise = true},                               \
        {.name = "v1", .doc = "radial velocity / a", .pointwise = true},                           \
        {.name = "x2", .doc = "displacement across the plane", .pointwise = true},                 \
        {.name = "v2", .doc = "velocity across the plane / b", .pointwise = true},                 \
        {.name = "xi1", .doc = "radial energy x1^2 + v1^2"}, {                                     \
        .name = "xi2", .doc = "energy across the plane x2^2 + v2^2"                                \
    }

static const lento_column COLUMNS[] = {
    COLUMNS_OF_ALL,
    {"theta", .doc = "relative phase: a cubic, constant up to O(eps) in resonance"},
    {0}};

/* away from the resonance */
static const lento_column OTHER_COLUMNS[] = {
    COLUMNS_OF_ALL,
    {.name = "theta", .doc = "relative phase: a cubic, fast without resonance", .pointwise = true},
    {0}};

static const int SLOW_COLUMN[] = {4, 5, 6, -1};

#define SLOW_TURN 10.0 /* detuning that still counts as slow, */
#define NEAR      0.1  /* as long as it is well below the frequencies */
#define RESOLVED  1.25 /* detuning that usual macro steps resolve */

static double detuning(const double p[]) {
    return (p[A] - 2 * p[B]) / p[EPS];
}

static bool resonant(const double p[]) {
    return fabs(p[A] - 2 * p[B]) <= fmin(SLOW_TURN * p[EPS], NEAR * p[B]);
}

/* xi1' and xi2' contain a and a +- 2b */
static double lowest(const double p[]) {
    const double own = fmin(p[A], p[B]);
    return (resonant(p) ? own : fmin(own, fabs(p[A] - 2 * p[B]))) / p[EPS];
}

static int field(double t, const double x[], double f[], void *params) {
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
    const int n = resonant(params) ? 4 : 2;
    const double x1 = x[0], v1 = x[1], x2 = x[2], v2 = x[3];
    double values[4];
    variables(x, values);
    const double rows[4][4] = {
        {2 * x1, 2 * v1, 0, 0},
        {0, 0, 2 * x2, 2 * v2},
        {x2 * x2 - v2 * v2, 2 * x2 * v2, 2 * (x1 * x2 + v1 * v2), 2 * (v1 * x2 - x1 * v2)},
        {-2 * x2 * v2, x2 * x2 - v2 * v2, 2 * (v1 * x2 - x1 * v2), -2 * (v1 * v2 + x1 * x2)}};
    lento_slow_put(xi, n, values);
    lento_slow_put(gradient, 4 * n, &rows[0][0]);
    lento_slow_put(explicit_rate, n, NULL);
    return 0;
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    double xi[4];
    variables(x, xi);
    for (int i = 0; i < 4; i++) {
        columns[i] = x[i];
    }
    for (int i = 0; i < 3; i++) {
        columns[4 + i] = xi[i];
    }
}

/* the energies do not know the phase */
static void energies_output(double t, const lento_phase phase[], const double x[],
                            const double multipliers[], double columns[], void *params) {
    output(t, phase, x, multipliers, columns, params);
    columns[6] = NAN;
}

/* A1' = i e^{i d t} A2^2/(4a), A2' = i e^{-i d t} A1 conj(A2)/(2b) */
static int averaged_field(double t, const double z[], double f[], void *params) {
    const double *p = params, on = resonant(p) ? 1 : 0;
    const double c = on * cos(detuning(p) * t), s = on * sin(detuning(p) * t);
    const double re = z[2] * z[2] - z[3] * z[3], im = 2 * z[2] * z[3]; /* A2^2 */
    const double x1 = c * z[0] + s * z[1], v1 = c * z[1] - s * z[0];   /* e^{-i d t} A1 */
    f[0] = -(c * im + s * re) / (4 * p[A]);
    f[1] = (c * re - s * im) / (4 * p[A]);
    f[2] = -(v1 * z[2] - x1 * z[3]) / (2 * p[B]);
    f[3] = (x1 * z[2] + v1 * z[3]) / (2 * p[B]);
    return 0;
}

static void averaged_output(double t, const lento_phase phase[], const double z[],
                            const double multipliers[], double columns[], void *params) {
    const double d = detuning(params), c = cos(d * t), s = sin(d * t);
    const double turned[4] = {c * z[0] + s * z[1], c * z[1] - s * z[0], z[2], z[3]};
    output(t, phase, turned, multipliers, columns, params);
    for (int i = 0; i < 4; i++) {
        columns[i] = NAN; /* the phases are averaged away */
    }
    if (!resonant(params)) {
        columns[6] = NAN; /* not slow */
    }
}

/* [0] without, [1] with the resonance */
static const lento_slow_set SLOW[][2] = {
    {{.size = 2, .slow = slow, .closed = true, .output = energies_output, .column = SLOW_COLUMN}},
    {{.size = 4, .slow = slow, .closed = true, .column = SLOW_COLUMN}}};
/* [1]: near the resonance */
static const lento_view VIEW[] = {
    {.output = output},
    {.output = output,
     .note = "a is near 2b: the relative phase turns at |a - 2b|/eps, and this turning must be "
             "resolved by the macro steps"}};
static const lento_view SLOW_VIEW = {.output = averaged_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const bool near = resonant(p) && fabs(detuning(p)) > RESOLVED;
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 1, .size = 4, .field = averaged_field,
                   .params = (void *)p, .known = &AVERAGED);
    LENTO_SYSTEM(
        build, .order = 1, .size = 4, .field = field, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                           .scale = {{.frequency = fmin(p[A], p[B]) / p[EPS],
                                      .lowest = lowest(p),
                                      .highest = fmax(p[A], p[B]) / p[EPS]}}),
        .known = LENTO_KEEP(build, lento_knowledge, .slow = SLOW[resonant(p)], .view = &VIEW[near],
                            .averaged = LENTO_KEEP(build, lento_closed, .system = averaged)));
    build->columns = resonant(p) ? COLUMNS : OTHER_COLUMNS;
    build->state = lento_build_start(build, 4, &p[X1]);
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
    .fast = "1/eps",
    .state = STATE,
};
