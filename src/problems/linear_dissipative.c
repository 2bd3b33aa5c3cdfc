/* SPDX-License-Identifier: MIT
 *
 * linear_dissipative.c - the simple linear example of ariel (7.1): a fast rotation that grows
 * slowly, driven by a mode that dies out fast,
 *
 *     x1' = x2/eps + x1 + 2 x3,   x2' = -x1/eps + x2,   x3' = -x3/eps
 *
 * Slow variable xi = x1^2 + x2^2. With z = x1 + i x2 and c = -2 eps x3(0)/(1 + eps - i):
 * z = (z(0) - c) e^{t - i t/eps} + c e^{-t/eps}, so xi -> |z(0) - c|^2 e^{2t} once x3 is gone. */
#include <math.h>

#include "lento/problem.h"

enum { EPS, X1, X2, X3 };

static const lento_parameter PARAMETERS[] = {
    {"eps", .value = {1e-5}, .open = true, .doc = "ratio of the time scales"},
    {"x1", .value = {1}, .doc = "initial value"},
    {"x2", .value = {0}, .doc = "initial value"},
    {"x3", .value = {0}, .doc = "initial value of the dissipative mode (the paper has 1)"},
    {0}};

static const lento_column COLUMNS[] = {{"x1", .doc = "rotating", .pointwise = true},
                                       {"x2", .doc = "rotating", .pointwise = true},
                                       {"x3", .doc = "dissipative", .pointwise = true},
                                       {"xi", .doc = "slow variable x1^2 + x2^2"},
                                       {0}};

static const int SLOW_COLUMN[] = {3};

static int field(double t, const double x[], double f[], void *params) {
    const double eps = ((const double *)params)[EPS];
    f[0] = x[1] / eps + x[0] + 2 * x[2]; /* ariel (7.1) */
    f[1] = -x[0] / eps + x[1];
    f[2] = -x[2] / eps;
    return 0;
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    lento_slow_put(xi, 1, (const double[]){x[0] * x[0] + x[1] * x[1]});
    lento_slow_put(gradient, 3, (const double[]){2 * x[0], 2 * x[1], 0});
    lento_slow_put(explicit_rate, 1, NULL);
    return 0;
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    for (int i = 0; i < 3; i++) {
        columns[i] = x[i];
    }
    columns[3] = x[0] * x[0] + x[1] * x[1];
}

/* r^2 = xi without the fast transient: r' = r */
static int averaged_field(double t, const double r[], double f[], void *params) {
    f[0] = 2 * r[0];
    return 0;
}

static int to_averaged(const double x[], double r[], void *params) {
    const double eps = ((const double *)params)[EPS],
                 scale = 2 * eps * x[2] / ((1 + eps) * (1 + eps) + 1);
    const double re = x[0] + scale * (1 + eps), im = x[1] + scale; /* z(0) - c */
    r[0] = re * re + im * im;
    return 0;
}

static void averaged_output(double t, const lento_phase phase[], const double r[],
                            const double multipliers[], double columns[], void *params) {
    columns[0] = columns[1] = columns[2] = NAN; /* the phase is averaged away */
    columns[3] = r[0];
}

static const lento_slow_set SLOW[] = {
    {.size = 1, .slow = slow, .closed = true, .column = SLOW_COLUMN}, {0}};
static const lento_view FAST_VIEW = {.output = output}, SLOW_VIEW = {.output = averaged_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

static const char *make(const double p[], lento_build *build) {
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 1, .size = 1, .field = averaged_field,
                   .params = (void *)p, .known = &AVERAGED);
    const lento_closed *closed =
        LENTO_KEEP(build, lento_closed, .system = averaged, .convert = to_averaged);
    LENTO_SYSTEM(
        build, .order = 1, .size = 3, .field = field, .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {{.frequency = 1 / p[EPS]}}),
        .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .slow = SLOW,
                            .view = &FAST_VIEW));
    build->state = lento_build_start(build, 3, &p[X1]);
    return NULL;
}

const lento_problem lento_problem_linear_dissipative = {
    .abi = LENTO_ABI,
    .name = "linear-dissipative",
    .title = "a growing fast rotation with a dissipative mode",
    .doc = "Backward micro runs blow up unless x3 = 0; with x3 use a forward window and --relax.",
    .paper = "ariel",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .make = make,
    .suggested = {.until = 10, .steps = 20, .macro = "rk4", .average = {{.scheme = "slow"}}},
    .fast = "1/eps",
};
