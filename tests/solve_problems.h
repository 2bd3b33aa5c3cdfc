/* SPDX-License-Identifier: MIT
 * The problems that hands-off integration was tuned on: fast systems of every kind and traps, with
 * eps as the only parameter that a solver must not know. */
#ifndef TESTS_SOLVE_PROBLEMS_H
#define TESTS_SOLVE_PROBLEMS_H

#include <math.h>
#include <string.h>

#include "lento/solve.h"

enum { MOST_NUMBERS = 8, MOST_COLUMNS = 4 };

typedef struct solve_setting {
    double eps, a, b; /* a, b: of one problem */
} solve_setting;

typedef struct solve_problem {
    const char *name;
    int size, columns;
    lento_rate *rate;
    lento_solve_column *column;
    double forcing; /* frequency * eps; 0: not forced */
    double a, b;
    double start[MOST_NUMBERS];
    double until;
} solve_problem;

#define RATE(name)                                                                                 \
    static int name##_rate(double t, const lento_phase phase[], const double x[],                  \
                           const double v[], double f[], void *params)
#define COLUMN(name)                                                                               \
    static void name##_column(double t, const lento_phase phase[], const double x[], double c[],   \
                              void *user)
#define UNUSED    (void)t, (void)phase, (void)v
#define P_EPS     (((const solve_setting *)params)->eps)
#define P_A       (((const solve_setting *)params)->a)
#define P_B       (((const solve_setting *)params)->b)
#define NO_WORDS  (void)t, (void)phase, (void)user
#define SQUARE(x) ((x) * (x))

RATE(kapitza) {
    UNUSED;
    f[0] = x[1];
    f[1] = (1 + P_A / P_EPS * phase[0].cos) * sin(x[0]) - P_B * x[1] * fabs(x[1]) - 0.1 * x[1];
    return 0;
}
COLUMN(kapitza) {
    (void)t;
    c[0] = x[0];
    c[1] = x[1] - ((const solve_setting *)user)->a * phase[0].sin * sin(x[0]);
}

RATE(duffing) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS - 0.4 * x[1] - 1.5 * x[0] * x[0] * x[0] + 0.8 * x[0] + 0.9 * phase[0].cos;
    return 0;
}
COLUMN(duffing) {
    (void)t, (void)user;
    c[0] = x[0] * phase[0].cos - x[1] * phase[0].sin;
    c[1] = x[0] * phase[0].sin + x[1] * phase[0].cos;
}

RATE(mathieu) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + 2 * phase[0].cos * x[0] - 0.3 * x[1] - x[0] * x[0] * x[0];
    return 0;
}
COLUMN(mathieu) {
    (void)t, (void)user;
    c[0] = SQUARE(x[0]) + SQUARE(x[1]);
    c[1] = (SQUARE(x[0]) - SQUARE(x[1])) * phase[0].cos - 2 * x[0] * x[1] * phase[0].sin;
}

RATE(pol) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + (1 - x[0] * x[0]) * x[1];
    return 0;
}
COLUMN(radius) {
    NO_WORDS;
    c[0] = SQUARE(x[0]) + SQUARE(x[1]);
}

RATE(noisy) {
    pol_rate(t, phase, x, v, f, params);
    double n = sin(x[0] * 1e9 * 12.9898 + x[1] * 1e9 * 78.233) * 43758.5453;
    n -= floor(n);
    f[1] += (n - 0.5) * P_A / P_EPS;
    return 0;
}

RATE(stellar) {
    UNUSED;
    f[0] = P_A * x[1] / P_EPS;
    f[1] = -P_A * x[0] / P_EPS + x[2] * x[2] / P_A;
    f[2] = P_B * x[3] / P_EPS;
    f[3] = -P_B * x[2] / P_EPS + 2 * x[0] * x[2] / P_B;
    return 0;
}
COLUMN(stellar) {
    NO_WORDS;
    c[0] = SQUARE(x[0]) + SQUARE(x[1]);
    c[1] = SQUARE(x[2]) + SQUARE(x[3]);
    c[2] = x[0] * x[2] * x[2] - x[0] * x[3] * x[3] + 2 * x[1] * x[2] * x[3];
}
COLUMN(radii) {
    NO_WORDS;
    c[0] = SQUARE(x[0]) + SQUARE(x[1]);
    c[1] = SQUARE(x[2]) + SQUARE(x[3]);
}

RATE(quartic) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS - x[0] * x[2] * x[2];
    f[2] = x[3] / P_EPS;
    f[3] = -x[2] / P_EPS - x[2] * x[0] * x[0] + x[2] * x[2] * x[2] / 2;
    return 0;
}
COLUMN(quartic) {
    radii_column(t, phase, x, c, user);
    c[2] = x[0] * x[2] + x[1] * x[3];
}

static void mirror_field(const double x[], double a, double field[3]) {
    field[0] = -a * x[0] * x[2];
    field[1] = -a * x[1] * x[2];
    field[2] = 1 + a * x[2] * x[2];
}
RATE(mirror) {
    UNUSED;
    double m[3];
    mirror_field(x, P_A, m);
    memcpy(f, x + 3, 3 * sizeof *f);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        f[3 + i] = (x[3 + j] * m[k] - x[3 + k] * m[j]) / P_EPS;
    }
    return 0;
}
/* the guiding centre and the velocity along the field */
COLUMN(mirror) {
    (void)t, (void)phase;
    const solve_setting *s = user;
    double m[3];
    mirror_field(x, s->a, m);
    const double size = sqrt(SQUARE(m[0]) + SQUARE(m[1]) + SQUARE(m[2]));
    c[3] = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        c[i] = x[i] + s->eps * (x[3 + j] * m[k] - x[3 + k] * m[j]) / SQUARE(size);
        c[3] += x[3 + i] * m[i] / size;
    }
}

RATE(spring) {
    UNUSED;
    const double r = sqrt(SQUARE(x[0]) + SQUARE(x[1])), pull = -(r - 1) / r / SQUARE(P_EPS);
    f[0] = x[2];
    f[1] = x[3];
    f[2] = pull * x[0];
    f[3] = pull * x[1] - 1;
    return 0;
}
COLUMN(spring) {
    NO_WORDS;
    c[0] = atan2(x[0], -x[1]);
    c[1] = x[0] * x[3] - x[1] * x[2];
}

RATE(drift) {
    UNUSED;
    const double w = 1 + 0.5 * sin(t);
    f[0] = x[1] / P_EPS;
    f[1] = -w * w * x[0] / P_EPS - 0.2 * x[1];
    return 0;
}
COLUMN(drift) {
    (void)phase, (void)user;
    const double w = 1 + 0.5 * sin(t);
    c[0] = (x[1] * x[1] + w * w * x[0] * x[0]) / w;
}

RATE(relax) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + (1 - x[2]) * x[1];
    f[2] = -(x[2] - x[0] * x[0]) / P_EPS * 0.5;
    f[3] = x[2] - x[3];
    return 0;
}
COLUMN(relax) {
    NO_WORDS;
    c[0] = SQUARE(x[0]) + SQUARE(x[1]);
    c[1] = x[3];
}

RATE(lorenz) {
    UNUSED;
    (void)params;
    f[0] = 10 * (x[1] - x[0]);
    f[1] = x[0] * (28 - x[2]) - x[1];
    f[2] = x[0] * x[1] - 8.0 / 3 * x[2];
    return 0;
}
RATE(shaken_lorenz) {
    lorenz_rate(t, phase, x, v, f, params);
    f[1] += x[3];
    f[2] += x[3] * x[4];
    f[3] = x[4] / P_EPS;
    f[4] = -x[3] / P_EPS + 0.1 * (1 - x[3] * x[3]) * x[4];
    return 0;
}
COLUMN(three) {
    NO_WORDS;
    memcpy(c, x, 3 * sizeof *c);
}

RATE(burst) {
    UNUSED;
    const double grow = -2 * cos(t) - SQUARE(x[0]) - SQUARE(x[1]);
    f[0] = grow * x[0] - x[1] / P_EPS;
    f[1] = grow * x[1] + x[0] / P_EPS;
    return 0;
}

RATE(wall) {
    UNUSED;
    const double y = x[0] - 0.3;
    f[0] = x[1] / P_EPS;
    f[1] = -(x[0] + (y > 0 ? 2 * y : 0)) / P_EPS - 0.5 * x[1] + 0.3 * x[2] * x[1];
    f[2] = x[0] * x[0] - x[2];
    return 0;
}
COLUMN(wall) {
    NO_WORDS;
    const double y = x[0] - 0.3;
    c[0] = SQUARE(x[1]) + SQUARE(x[0]) + (y > 0 ? 2 * y * y : 0);
    c[1] = x[2];
}

static const solve_problem SOLVE_PROBLEMS[] = {
    {"kapitza", 2, 2, kapitza_rate, kapitza_column, 1, 2, 0.3, {0.5, 0}, 4},
    {"duffenv", 2, 2, duffing_rate, duffing_column, 1, 0, 0, {0.5, 0.2}, 5},
    {"mathieu", 2, 2, mathieu_rate, mathieu_column, 2, 0, 0, {0.3, 0.1}, 5},
    {"vdp", 2, 1, pol_rate, radius_column, 0, 0, 0, {0.3, 0.1}, 5},
    {"stellar21", 4, 3, stellar_rate, stellar_column, 0, 2, 1, {1, 0, 1, 0}, 3},
    {"quartic11", 4, 3, quartic_rate, quartic_column, 0, 0, 0, {0.8, 0, 0.3, 0.9}, 6},
    {"mirror", 6, 4, mirror_rate, mirror_column, 0, 0.5, 0, {0.3, 0.2, 0, 0, 1, 0.7}, 8},
    {"springp", 4, 2, spring_rate, spring_column, 0, 0, 0, {0.9, -0.43589, 0.4, 0.6}, 6},
    {"driftw", 2, 1, drift_rate, drift_column, 0, 0, 0, {1, 0}, 5},
    {"relaxosc", 4, 2, relax_rate, relax_column, 0, 0, 0, {0.4, 0, 1, 0.2}, 3},
    {"sqrt2", 4, 2, stellar_rate, radii_column, 0, 1.4142135623730951, 1, {1, 0, 1, 0}, 3},
    {"near17_12", 4, 2, stellar_rate, radii_column, 0, 17.0 / 12 + 1e-3, 1, {1, 0, 1, 0}, 3},
    {"detuned2.02", 4, 2, stellar_rate, radii_column, 0, 2.02, 1, {1, 0, 1, 0}, 3},
    {"slowlorenz", 5, 3, shaken_lorenz_rate, three_column, 0, 0, 0, {1, 1, 20, 1, 0}, 8},
    {"lorenz", 3, 3, lorenz_rate, three_column, 0, 0, 0, {1, 1, 20}, 8},
    {"burst", 2, 1, burst_rate, radius_column, 0, 0, 0, {0.5, 0}, 6},
    {"wall", 3, 2, wall_rate, wall_column, 0, 0, 0, {1, 0, 0.1}, 4},
    {"vdpnoise", 2, 1, noisy_rate, radius_column, 0, 1e-9, 0, {0.3, 0.1}, 5},
};
enum { SOLVE_PROBLEM_COUNT = sizeof SOLVE_PROBLEMS / sizeof *SOLVE_PROBLEMS };

/* The system of a problem at one eps; the parts must outlive it. */
static inline lento_system solve_system(const solve_problem *p, solve_setting *setting,
                                        lento_fast *fast, double eps) {
    *setting = (solve_setting){.eps = eps, .a = p->a, .b = p->b};
    *fast = (lento_fast){.count = 1, .scale = {{.frequency = p->forcing / eps, .forced = true}}};
    return (lento_system){.order = 1,
                          .size = p->size,
                          .rate = p->rate,
                          .params = setting,
                          .fast = p->forcing > 0 ? fast : NULL};
}

/* The largest error over rows and columns, relative to the largest magnitude of a column; start:
 * the columns at t = 0. */
static inline double solve_error(const lento_answer *a, const double truth[],
                                 const double start[]) {
    double worst = 0;
    for (int k = 0; k < a->columns; k++) {
        double most = isfinite(start[k]) ? fmax(1e-3, fabs(start[k])) : 1e-3, error = 0;
        for (int j = 0; j < a->samples; j++) {
            const double right = truth[j * a->columns + k];
            const double e = fabs(a->values[j * a->columns + k] - right);
            most = fmax(most, fabs(right));
            error = e <= error ? error : e;
        }
        worst = error / most <= worst ? worst : error / most;
    }
    return worst;
}

#endif
