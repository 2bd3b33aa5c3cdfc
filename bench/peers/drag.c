/* SPDX-License-Identifier: MIT
 *
 * drag.c - a pendulum that no formula covers: friction that saturates and a pivot whose motion is a table,
 *
 *     q'' = (g + a(theta)) sin(q)/l - c q'/sqrt(1 + (q'/u)^2),  theta = omega t + theta0,
 *     a = v omega sum_k c_k cos k theta,   c_k the cosine sums of 16 tabulated accelerations, even in theta.
 *
 * Friction needs the velocity, so the windows start at the true phase with the fast part put back (scheme sync):
 * q = Q - (X/l) sin Q, p = P + (S/l) sin Q with the pivot's velocity S = sum (v c_k/k) sin k theta and its displacement
 * X = sum (v c_k/(k^2 omega)) cos k theta. It is written as a user's own problem, a table against lento.h. */
#include <math.h>

#include "peers.h"

#define TWO_PI 6.283185307179586
enum { OMEGA, FRICTION, TABLE = 16, HARMONICS = TABLE / 2 - 1 };
static const double l = 0.2, g = 9.8, v = 4, u = 5, theta0 = 4.71238898038469, Q0 = 0.5;

/* accelerations over v omega at theta = 2 pi j/16: a shaker driven a little beyond its linear range */
static const double MEASURED[TABLE] = {0.93, 0.90, 0.76, 0.42, 0.02, -0.43, -0.77, -0.91, -0.92,
                                       -0.91, -0.77, -0.43, 0.02, 0.42, 0.76, 0.90};

typedef struct shaker {
    const double *p;
    double c[HARMONICS + 1];
} shaker;

static const lento_parameter PARAMETERS[] = {{.name = "omega", .value = {1e6}, .open = true, .doc = "frequency"},
                                             {.name = "c", .value = {0.3}, .doc = "friction"},
                                             {0}};
static const lento_column COLUMNS[] = {{.name = "Q", .doc = "slow angle"}, {.name = "P", .doc = "slow velocity"}, {0}};

/* acceleration, velocity and displacement of the pivot: one recurrence for cos k theta, sin k theta */
static void pivot(const shaker *s, const lento_phase *theta, double *a, double *S, double *X) {
    double c = 1, d = 0;
    *a = *S = *X = 0;
    for (int k = 1; k <= HARMONICS; k++) {
        const double next = c * theta->cos - d * theta->sin;
        d = d * theta->cos + c * theta->sin;
        c = next;
        *a += s->c[k] * c;
        *S += s->c[k] / k * d;
        *X += s->c[k] / (k * k) * c;
    }
    *a *= v * s->p[OMEGA];
    *S *= v;
    *X *= v / s->p[OMEGA];
}

static int force(double t, const lento_phase phase[], const double q[], const double p[], double f[], void *params) {
    (void)t;
    const shaker *s = params;
    double a = 0, c = 1, d = 0;
    for (int k = 1; k <= HARMONICS; k++) {
        const double next = c * phase->cos - d * phase->sin;
        d = d * phase->cos + c * phase->sin;
        c = next;
        a += s->c[k] * c;
    }
    f[0] = (g + v * s->p[OMEGA] * a) / l * sin(q[0]) - s->p[FRICTION] * p[0] / sqrt(1 + p[0] * p[0] / (u * u));
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double P[], double q[], double p[],
                       void *params) {
    (void)t;
    double a, S, X;
    pivot(params, phase, &a, &S, &X);
    const double angle = Q[0], velocity = P[0];
    q[0] = angle - X / l * sin(angle);
    p[0] = velocity + S / l * sin(angle) - X / l * cos(angle) * velocity;
    return 0;
}

/* the inverse, up to O(omega^-2) */
static void fast_output(double t, const lento_phase phase[], const double state[], const double multipliers[],
                        double columns[], void *params) {
    (void)t;
    (void)multipliers;
    double a, S, X;
    pivot(params, phase, &a, &S, &X);
    columns[0] = state[0] + X / l * sin(state[0]);
    columns[1] = state[1] - S / l * sin(columns[0]) + X / l * cos(columns[0]) * state[1];
}

static void slow_output(double t, const lento_phase phase[], const double state[], const double multipliers[],
                        double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    (void)params;
    columns[0] = state[0];
    columns[1] = state[1];
}

static const char *make(const double p[], lento_build *build) {
    shaker *s = build->take(build, sizeof *s);
    double *state = lento_build_doubles(build, 2);
    if (!s || !state) {
        return "out of memory";
    }
    s->p = p;
    for (int k = 1; k <= HARMONICS; k++) {
        for (int j = 0; j < TABLE; j++) {
            s->c[k] += MEASURED[j] * cos(TWO_PI * k * j / TABLE) * 2 / TABLE;
        }
    }
    *build->system = (lento_system){.order = 2,
                                    .size = 1,
                                    .rate = force,
                                    .params = s,
                                    .scales = 1,
                                    .scale = {{.frequency = p[OMEGA], .forced = true, .phase = theta0}},
                                    .velocity_dependent = true,
                                    .even = true,
                                    .harmonics = HARMONICS,
                                    .reconstruct = reconstruct,
                                    .slow_start = true,
                                    .output = fast_output,
                                    .slow_output = slow_output};
    state[0] = Q0;
    build->state = state;
    return NULL;
}

static const lento_problem OWN = {.abi = LENTO_ABI,
                                  .name = "drag",
                                  .parameters = PARAMETERS,
                                  .columns = COLUMNS,
                                  .make = make,
                                  .suggested = {.until = 1}};

static int open_drag(setup *s) {
    const lento_setting setting = {.name = "omega", .value = s->scale};
    s->until = 1;
    return subject_model(&s->subject[0], &OWN, &setting, 1);
}

static void slow(const setup *s, int which, bool averaged, double t, const double columns[], double out[]) {
    (void)s;
    (void)which;
    (void)averaged;
    (void)t;
    out[0] = columns[0];
}

#define DIRECT_SCHEME .average = {{.scheme = "direct"}}
#define SYNC(macro_, n, k, w, method, m)                                                                          \
    {.macro = macro_, .steps = n,                                                                          \
     .average = {{.scheme = "sync", .kernel = k, .periods = w, .micro = method, .micro_per_period = m}}}

static const rival RIVALS[] = {
    {LENTO, "rk4 160 rk4 16", .options = SYNC("rk4", 160, "triangle", 2, "rk4", 16)},
    {LENTO, "rk4 160 rk4 20", .options = SYNC("rk4", 160, "triangle", 2, "rk4", 20)},
    {LENTO, "rk4 160 rk4 24", .options = SYNC("rk4", 160, "triangle", 2, "rk4", 24)},
    {LENTO, "rk4 160 rk4 32", .options = SYNC("rk4", 160, "triangle", 2, "rk4", 32)},
    {LENTO, "rk4 160 rk4 40", .options = SYNC("rk4", 160, "triangle", 2, "rk4", 40)},
    {LENTO, "rk4 160 midpoint 60", .options = SYNC("rk4", 160, "triangle", 2, "midpoint", 60)},
    {LENTO, "rk4 160 verlet 40", .options = SYNC("rk4", 160, "triangle", 2, "verlet", 40)},
    {LENTO, "dop853 20 rk4 16", .options = SYNC("dop853", 20, "triangle", 2, "rk4", 16)},
    {LENTO, "dop853 20 rk4 20", .options = SYNC("dop853", 20, "triangle", 2, "rk4", 20)},
    {LENTO, "dop853 20 rk4 24", .options = SYNC("dop853", 20, "triangle", 2, "rk4", 24)},
    {LENTO, "dop853 20 rk4 32", .options = SYNC("dop853", 20, "triangle", 2, "rk4", 32)},
    {LENTO, "dop853 20 rk4 40", .options = SYNC("dop853", 20, "triangle", 2, "rk4", 40)},
    {LENTO, "dop853 20 midpoint 60", .options = SYNC("dop853", 20, "triangle", 2, "midpoint", 60)},
    {LENTO, "dop853 20 verlet 40", .options = SYNC("dop853", 20, "triangle", 2, "verlet", 40)},
    {LENTO, "dop853 40 rk4 16", .options = SYNC("dop853", 40, "triangle", 2, "rk4", 16)},
    {LENTO, "dop853 40 rk4 20", .options = SYNC("dop853", 40, "triangle", 2, "rk4", 20)},
    {LENTO, "dop853 40 rk4 24", .options = SYNC("dop853", 40, "triangle", 2, "rk4", 24)},
    {LENTO, "dop853 40 rk4 32", .options = SYNC("dop853", 40, "triangle", 2, "rk4", 32)},
    {LENTO, "dop853 40 rk4 40", .options = SYNC("dop853", 40, "triangle", 2, "rk4", 40)},
    {LENTO, "dop853 40 midpoint 60", .options = SYNC("dop853", 40, "triangle", 2, "midpoint", 60)},
    {LENTO, "dop853 40 verlet 40", .options = SYNC("dop853", 40, "triangle", 2, "verlet", 40)},
    {NAIVE, "ode45 1e-6", .largest = 1e4, .options = {.macro = "ode45", .rtol = 1e-6, DIRECT_SCHEME}},
    {DIRECT, "dop853, 8 a period", .per_period = 8, .largest = 1e4, .options = {.macro = "dop853", DIRECT_SCHEME}},
    {DIRECT, "dop853, 12 a period", .per_period = 12, .largest = 1e4, .options = {.macro = "dop853", DIRECT_SCHEME}},
    {DIRECT, "dop853, 16 a period", .per_period = 16, .largest = 1e4, .options = {.macro = "dop853", DIRECT_SCHEME}},
    {DIRECT, "GSL rk8pd 1e-6", .gsl = "rk8pd", .largest = 1e4, .options = {.rtol = 1e-6}},
    {DIRECT, "GSL rk8pd 1e-9", .gsl = "rk8pd", .largest = 1e4, .options = {.rtol = 1e-9}},
    {DIRECT, "CVODE Adams 1e-9", .largest = 1e4, .options = {.macro = "cvode-adams", .rtol = 1e-9, DIRECT_SCHEME}},
    {0}};

const problem problem_drag = {
    .name = "drag",
    .output = "slow angle Q (rad), 20 times up to t = 1",
    .scale = "omega",
    .scales = {1e6},
    .target = 1e-6,
    .samples = 20,
    .outputs = 1,
    .rivals = RIVALS,
    .plotted = 1e5,
    .breaks_even = true,
    .open = open_drag,
    .slow = slow,
    .reference = {DIRECT, "dop853, 30 a period", .per_period = 30, .options = {.macro = "dop853", DIRECT_SCHEME}},
};
