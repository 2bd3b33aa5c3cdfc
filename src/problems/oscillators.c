/* SPDX-License-Identifier: MIT
 *
 * oscillators.c - two fast oscillators with frequencies w1, w2 (any ratio) and a polynomial
 * coupling of strength c (the first system of card ariel C0):
 *
 *     x1' = w1 x2/eps + c (x3 - x1^3),    x2' = -w1 x1/eps + c x2 x3
 *     x3' = w2 x4/eps + c x1 x4^2,        x4' = -w2 x3/eps + c (x1 x2 - x4)
 *
 * With z1 = x1 + i x2, z2 = x3 + i x4 the slow variables are |z1|^2, |z2|^2 and, if m w1 = n w2 for
 * integers m + n <= 12, the real and the imaginary part of z1^m conj(z2)^n (rank 3, one companion).
 * The coupling itself contains w1 - w2, 2 w1 - w2 and w1 - 3 w2: of these a resonance need not be
 * exact, but only slow, the detuning (m w1 - n w2)/eps being O(1); one that is not slow is an
 * oscillation that the window has to average over. */
#include <math.h>

#include "lento/problem.h"

enum { W1, W2, EPS, C, X1 };
enum { MOST = 12 };

static const lento_parameter PARAMETERS[] = {
    {"w1", .value = {1}, .open = true, .doc = "frequency of the first oscillator"},
    {"w2", .value = {1}, .open = true, .doc = "frequency of the second oscillator"},
    {"eps", .value = {1e-4}, .open = true, .doc = "ratio of the time scales"},
    {"c", .value = {1}, .doc = "strength of the coupling"},
    {"x1", .value = {1}, .doc = "initial value"},
    {"x2", .value = {0}, .doc = "initial value"},
    {"x3", .value = {0.5}, .doc = "initial value"},
    {"x4", .value = {0.5}, .doc = "initial value"},
    {0}};

static const lento_column COLUMNS[] = {{"x1", .doc = "first oscillator", .pointwise = true},
                                       {"x2", .doc = "first oscillator", .pointwise = true},
                                       {"x3", .doc = "second oscillator", .pointwise = true},
                                       {"x4", .doc = "second oscillator", .pointwise = true},
                                       {"E1", .doc = "x1^2 + x2^2"},
                                       {"E2", .doc = "x3^2 + x4^2"},
                                       {0}};

static const int SLOW_COLUMN[] = {4, 5, -1, -1};

typedef struct pair {
    const double *p;
    int m, n; /* resonance m w1 = n w2; 0: none */
} pair;

typedef struct complex_number {
    double re, im;
} complex_number;

static complex_number times(complex_number a, complex_number b) {
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static complex_number power(complex_number z, int n) {
    complex_number out = {1, 0};
    for (int i = 0; i < n; i++) {
        out = times(out, z);
    }
    return out;
}

#define SLOW_TURN 10.0 /* detuning that still counts as slow, */
#define NEAR      0.1  /* as long as it is well below the frequencies */
#define RESOLVED  1.25 /* detuning that usual macro steps resolve */

/* m w1 - n w2 in the coupling */
static const int COUPLED[][2] = {{1, 1}, {2, 1}, {1, 3}};
enum { COUPLINGS = sizeof COUPLED / sizeof *COUPLED };

static double difference(const double p[], int m, int n) {
    return fabs(m * p[W1] - n * p[W2]);
}

static void find_resonance(pair *s) {
    const double *p = s->p, limit = fmin(SLOW_TURN * p[EPS], NEAR * fmin(p[W1], p[W2]));
    for (int i = 0; i < COUPLINGS && s->m == 0; i++) {
        if (difference(p, COUPLED[i][0], COUPLED[i][1]) <= limit) {
            s->m = COUPLED[i][0];
            s->n = COUPLED[i][1];
        }
    }
    for (int sum = 2; sum <= MOST && s->m == 0; sum++) {
        for (int m = 1; m < sum && s->m == 0; m++) {
            if (difference(p, m, sum - m) <= 1e-12 * m * p[W1]) {
                s->m = m;
                s->n = sum - m;
            }
        }
    }
}

/* the lowest frequency in the rates of the slow variables, times eps */
static double lowest(const pair *s) {
    double least = fmin(s->p[W1], s->p[W2]);
    for (int i = 0; i < COUPLINGS; i++) {
        if (s->m != COUPLED[i][0] || s->n != COUPLED[i][1]) {
            least = fmin(least, difference(s->p, COUPLED[i][0], COUPLED[i][1]));
        }
    }
    return least;
}

static int field(double t, const double x[], double f[], void *params) {
    const double *p = ((const pair *)params)->p, a = p[W1] / p[EPS], b = p[W2] / p[EPS], c = p[C];
    f[0] = a * x[1] + c * (x[2] - x[0] * x[0] * x[0]);
    f[1] = -a * x[0] + c * x[1] * x[2];
    f[2] = b * x[3] + c * x[0] * x[3] * x[3];
    f[3] = -b * x[2] + c * (x[0] * x[1] - x[3]);
    return 0;
}

/* |z1|^2, |z2|^2, then the real and the imaginary part of z1^m conj(z2)^n */
static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const pair *s = params;
    const int m = s->m, n = s->n, size = m > 0 ? 4 : 2;
    const complex_number z = {x[0], x[1]}, w = {x[2], -x[3]};
    const complex_number zm = power(z, m), wn = power(w, n), value = times(zm, wn);
    const complex_number dz = times(power(z, m - 1), wn), dw = times(zm, power(w, n - 1));
    const double values[4] = {x[0] * x[0] + x[1] * x[1], x[2] * x[2] + x[3] * x[3], value.re,
                              value.im};
    const double rows[4][4] = {{2 * x[0], 2 * x[1], 0, 0},
                               {0, 0, 2 * x[2], 2 * x[3]},
                               {m * dz.re, -m * dz.im, n * dw.re, n * dw.im},
                               {m * dz.im, m * dz.re, n * dw.im, -n * dw.re}};
    lento_slow_put(xi, size, values);
    lento_slow_put(gradient, 4 * size, &rows[0][0]);
    lento_slow_put(explicit_rate, size, NULL);
    return 0;
}

static void output(double t, const lento_phase phase[], const double x[],
                   const double multipliers[], double columns[], void *params) {
    for (int i = 0; i < 4; i++) {
        columns[i] = x[i];
    }
    columns[4] = x[0] * x[0] + x[1] * x[1];
    columns[5] = x[2] * x[2] + x[3] * x[3];
}

/* [0] without, [1] with a resonance */
static const lento_slow_set SLOW[][2] = {
    {{.size = 2, .slow = slow, .closed = true, .column = SLOW_COLUMN}},
    {{.size = 4, .slow = slow, .closed = true, .column = SLOW_COLUMN}}};
/* [1]: near a resonance */
static const lento_view VIEW[] = {
    {.output = output},
    {.output = output,
     .note =
         "w1 and w2 are near a resonance: the relative phase turns at their detuning / eps, and "
         "this turning must be resolved by the macro steps"}};

static const char *make(const double p[], lento_build *build) {
    pair *s = build->take(build, sizeof *s);
    if (!s) {
        return "out of memory";
    }
    s->p = p;
    find_resonance(s);
    const bool near = s->m > 0 && difference(p, s->m, s->n) > RESOLVED * p[EPS];
    LENTO_SYSTEM(
        build, .order = 1, .size = 4, .field = field, .params = s,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1,
                           .scale = {{.frequency = fmin(p[W1], p[W2]) / p[EPS],
                                      .lowest = lowest(s) / p[EPS],
                                      .highest = fmax(p[W1], p[W2]) / p[EPS]}}),
        .known = LENTO_KEEP(build, lento_knowledge, .slow = SLOW[s->m > 0], .view = &VIEW[near]));
    build->state = lento_build_start(build, 4, &p[X1]);
    return NULL;
}

const lento_problem lento_problem_oscillators = {
    .abi = LENTO_ABI,
    .name = "oscillators",
    .title = "two coupled fast oscillators",
    .doc = "Any frequency ratio; a low resonance adds a slow relative phase to the two energies.",
    .paper = "ariel",
    .parameters = PARAMETERS,
    .columns = COLUMNS,
    .make = make,
    .suggested = {.until = 1, .steps = 20, .macro = "rk4", .average = {{.scheme = "slow"}}},
    .fast = "1/eps",
};
