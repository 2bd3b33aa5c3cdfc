/* SPDX-License-Identifier: MIT
 *
 * drag.c - a pendulum that no table of formulas covers: friction that saturates and a pivot whose motion is a table,
 *
 *     q' = p,  p' = (g + a(theta)) sin(q)/l - c p/sqrt(1 + (p/u)^2),  theta = omega t,
 *     a = v omega sum_k c_k cos k theta,   c_k the cosine sums of 16 tabulated accelerations, even in theta.
 *
 * With the pivot's velocity S = sum (v c_k/k) sin k theta and displacement X = sum (v c_k/(k^2 omega)) cos k theta the slow
 * variables are Q = q + (X/l) sin q and P = p - (S/l) sin q. Friction needs the velocity, so the windows start at the
 * true phase with the fast part put back (scheme sync, its order 1 form: the bounded rates of Q and P are averaged, not
 * a force of the size of omega). P itself wavers by (X/l) P cos Q - (W/l^2) sin Q cos Q, W' = S^2 - <S^2>, which is put
 * back as well. It is written as a user's own problem, a table against lento.h.
 *
 * The informed rival knows the averaged equation, Q'' = (g/l) sin Q - (<S^2>/l^2) sin Q cos Q - <friction of Q' + (S/l) sin Q>;
 * it takes the mean of the friction over 12 phases in every evaluation, which count as 12 calls. */
#include <math.h>

#include "peers.h"

#define TWO_PI 6.283185307179586
enum {
    OMEGA,
    FRICTION,
    TABLE = 16,
    HARMONICS = TABLE / 2 - 1,
    SQUARES = 2 * HARMONICS,
    FINE = 64,
    MEAN = 12
};
static const double l = 0.2, g = 9.8, v = 4, u = 5, Q0 = 0.5;

/* accelerations over v omega at theta = 2 pi j/16: a shaker driven a little beyond its linear range */
static const double MEASURED[TABLE] = {0.93,  0.90,  0.76,  0.42,  0.02, -0.43, -0.77, -0.91,
                                       -0.92, -0.91, -0.77, -0.43, 0.02, 0.42,  0.76,  0.90};

typedef struct shaker {
    const double *p;
    double c[HARMONICS + 1]; /* of a/(v omega) */
    double w[SQUARES + 1];   /* of (S/v)^2 */
    double S[MEAN];          /* at equally spaced phases */
    double square;           /* <S^2> */
} shaker;

static const lento_parameter PARAMETERS[] = {
    {.name = "omega", .value = {1e6}, .open = true, .doc = "frequency"},
    {.name = "c", .value = {0.3}, .doc = "friction"},
    {0}};
static const lento_column COLUMNS[] = {
    {.name = "Q", .doc = "slow angle"}, {.name = "P", .doc = "slow velocity"}, {0}};

/* velocity and displacement of the pivot: one recurrence for cos k theta, sin k theta */
static void pivot(const shaker *s, const lento_phase *theta, double *S, double *X) {
    double c = 1, d = 0;
    *S = *X = 0;
    for (int k = 1; k <= HARMONICS; k++) {
        const double next = c * theta->cos - d * theta->sin;
        d = d * theta->cos + c * theta->sin;
        c = next;
        *S += s->c[k] / k * d;
        *X += s->c[k] / (k * k) * c;
    }
    *S *= v;
    *X *= v / s->p[OMEGA];
}

/* the integral of S^2 - <S^2> */
static double waver(const shaker *s, const lento_phase *theta) {
    double W = 0;
    for (int m = 1; m <= SQUARES; m++) {
        W += s->w[m] / m * sin(m * theta->angle);
    }
    return W * v * v / s->p[OMEGA];
}

static double friction(const shaker *s, double p) {
    return s->p[FRICTION] * p / sqrt(1 + p * p / (u * u));
}

static int rate(double t, const lento_phase phase[], const double x[], const double none[],
                double f[], void *params) {
    (void)t;
    (void)none;
    const shaker *s = params;
    double a = 0, c = 1, d = 0;
    for (int k = 1; k <= HARMONICS; k++) {
        const double next = c * phase->cos - d * phase->sin;
        d = d * phase->cos + c * phase->sin;
        c = next;
        a += s->c[k] * c;
    }
    f[0] = x[1];
    f[1] = (g + v * s->p[OMEGA] * a) / l * sin(x[0]) - friction(s, x[1]);
    return 0;
}

/* the averaged equation */
static int averaged_rate(double t, const lento_phase phase[], const double x[], const double none[],
                         double f[], void *params) {
    (void)t;
    (void)phase;
    (void)none;
    const shaker *s = params;
    double drag = 0;
    for (int j = 0; j < MEAN; j++) {
        drag += friction(s, x[1] + s->S[j] / l * sin(x[0])) / MEAN;
    }
    f[0] = x[1];
    f[1] = (g / l - s->square / (l * l) * cos(x[0])) * sin(x[0]) - drag;
    return 0;
}

/* Q, P; the run averages their rates by slow_rate, so gradient and explicit rate are asked for nowhere */
static int slow_variables(double t, const lento_phase phase[], const double x[], double xi[],
                          double gradient[], double explicit_rate[], void *params) {
    (void)t;
    double S, X;
    pivot(params, phase, &S, &X);
    if (xi) {
        xi[0] = x[0] + X / l * sin(x[0]);
        xi[1] = x[1] - S / l * sin(x[0]);
    }
    return gradient || explicit_rate ? -1 : 0;
}

/* the terms of the size of omega cancel and are left out */
static int slow_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                     double r[], void *params) {
    (void)t;
    (void)dxdt;
    double S, X;
    pivot(params, phase, &S, &X);
    r[0] = x[1] * (1 + X / l * cos(x[0])) - S / l * sin(x[0]);
    r[1] = g / l * sin(x[0]) - friction(params, x[1]) - S / l * cos(x[0]) * x[1];
    return 0;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double none[],
                       double x[], double no_velocity[], void *params) {
    (void)t;
    (void)none;
    (void)no_velocity;
    double S, X, q = Q[0];
    const double P = Q[1];
    pivot(params, phase, &S, &X);
    for (int i = 0; i < 4; i++) { /* contracts like 1/omega */
        q = Q[0] - X / l * sin(q);
    }
    x[0] = q;
    x[1] = P + S / l * sin(q) + (X / l * P - waver(params, phase) / (l * l) * sin(q)) * cos(q);
    return 0;
}

static void fast_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    (void)multipliers;
    slow_variables(t, phase, state, columns, NULL, NULL, params);
}

static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    (void)t;
    (void)phase;
    (void)multipliers;
    (void)params;
    columns[0] = state[0];
    columns[1] = state[1];
}

static const lento_slow_set SLOW[] = {
    {.size = 2, .slow = slow_variables, .rate = slow_rate, .reconstruct = reconstruct}, {0}};
static const lento_view VIEW = {.output = fast_output, .slow_output = slow_output},
                        SLOW_VIEW = {.output = slow_output};
static const lento_knowledge AVERAGED = {.view = &SLOW_VIEW};

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
    for (int j = 0; j < FINE; j++) {
        const lento_phase theta = lento_phase_at(TWO_PI / FINE, 0, j);
        double S, X;
        pivot(s, &theta, &S, &X);
        for (int m = 1; m <= SQUARES; m++) {
            s->w[m] += S * S / (v * v) * cos(m * theta.angle) * 2 / FINE;
        }
        s->square += S * S / FINE;
    }
    for (int j = 0; j < MEAN; j++) {
        const lento_phase theta = lento_phase_at(TWO_PI / MEAN, 0, j + 0.25);
        double X;
        pivot(s, &theta, &s->S[j], &X);
    }
    const lento_system *averaged =
        LENTO_KEEP(build, lento_system, .order = 1, .size = 2, .rate = averaged_rate, .params = s,
                   .known = &AVERAGED);
    const lento_closed *closed = LENTO_KEEP(build, lento_closed, .system = averaged,
                                            .reconstruct = reconstruct, .slow_start = true);
    *build->system =
        (lento_system){.order = 1,
                       .size = 2,
                       .rate = rate,
                       .params = s,
                       .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                                          .scale = {{.frequency = p[OMEGA], .forced = true}},
                                          .even = true, .harmonics = HARMONICS),
                       .known = LENTO_KEEP(build, lento_knowledge, .averaged = closed, .slow = SLOW,
                                           .view = &VIEW)};
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

static void slow(const setup *s, int which, bool averaged, double t, const double columns[],
                 double out[]) {
    (void)s;
    (void)which;
    (void)averaged;
    (void)t;
    out[0] = columns[0];
}

#define SYNC(m0, n, k, w, m1, m)                                                                   \
    {                                                                                              \
        .macro = m0, .steps = n, .average = {                                                      \
            {.scheme = "sync", .kernel = k, .periods = w, .micro = m1, .micro_per_period = m}      \
        }                                                                                          \
    }

static const rival RIVALS[] = {
    {LENTO, "sync triangle 2, rk4 N=160, rk4 40",
     .options = SYNC("rk4", 160, "triangle", 2, "rk4", 40)},
    {VARIANT, "sync triangle 2, dop853 N=20, dop853 20",
     .options = SYNC("dop853", 20, "triangle", 2, "dop853", 20)},
    {VARIANT, "sync triangle 2, dop853 N=20, rk4 64",
     .options = SYNC("dop853", 20, "triangle", 2, "rk4", 64)},
    {VARIANT, "sync triangle 2, rk4 N=80, rk4 24",
     .options = SYNC("rk4", 80, "triangle", 2, "rk4", 24)},
    {NAIVE, "ode45 1e-6", .largest = 1e6, ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "dop853, 8 a period", FIXED("dop853", 8)},
    {DIRECT, "dop853, 9 a period", FIXED("dop853", 9)},
    {DIRECT, "dop853, 12 a period", FIXED("dop853", 12)},
    {DIRECT, "GSL rk8pd 1e-6", .largest = 1e5, GSL("rk8pd", 1e-6)},
    {DIRECT, "GSL rk8pd 1e-9", .largest = 1e5, GSL("rk8pd", 1e-9)},
    {DIRECT, "CVODE Adams 1e-9", .largest = 1e4, ADAPTIVE("cvode-adams", 1e-9)},
    {INFORMED, "averaged equation, dop853 N=10", .cost = MEAN, CLOSED("dop853", .steps = 10)},
    {INFORMED, "averaged equation, dop853 N=14", .cost = MEAN, CLOSED("dop853", .steps = 14)},
    {INFORMED, "averaged equation, dop853 N=20", .cost = MEAN, CLOSED("dop853", .steps = 20)},
    {0}};

const problem problem_drag = {
    .name = "drag",
    .output = "slow angle Q (rad), 20 times up to t = 1",
    .scale = "omega",
    .scales = {1e3, 1e4, 1e5, 1e6},
    .target = 1e-6,
    .samples = 20,
    .outputs = 1,
    .rivals = RIVALS,
    .plotted = 1e5,
    .breaks_even = true,
    .open = open_drag,
    .slow = slow,
    .reference = {DIRECT, "dop853, 20 a period", FIXED("dop853", 20)},
};
