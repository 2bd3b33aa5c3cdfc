/* SPDX-License-Identifier: MIT
 *
 * two_tone.c - three scales: a pendulum whose pivot vibrates fast and, on top of it, very much
 * faster,
 *
 *     q'' = (g + v1 omega1 cos theta1 + v2 omega2 cos theta2) sin(q)/l,   omega1 << omega2.
 *
 * Averaging the faster tone adds -(v2^2/(2 l^2)) sin Q cos Q and leaves a pendulum vibrated at
 * omega1; averaging again adds the same with v1 (calvo 2.6 twice). So `--scheme async,async` has a
 * closed form to be checked against, `averaged,averaged`, and every mixture works. */
#include <math.h>

#include "lento/problem.h"

enum { L, G, V1, OMEGA1, V2, OMEGA2, Q0, P0 };
enum { TONES = 2 };

static const lento_parameter PARAMETERS[] = {
    {"l", .value = {0.2}, .open = true, .unit = "m", .doc = "length of the pendulum"},
    {"g", .value = {9.8}, .unit = "m/s^2", .doc = "gravity"},
    {"v1", .value = {3}, .unit = "m/s", .doc = "largest velocity of the slower tone"},
    {"omega1", .value = {1e4}, .open = true, .unit = "rad/s", .doc = "its frequency"},
    {"v2", .value = {2.5}, .unit = "m/s", .doc = "largest velocity of the faster tone"},
    {"omega2", .value = {1e8}, .open = true, .unit = "rad/s", .doc = "its frequency"},
    {"Q0", .value = {0.5}, .unit = "rad", .doc = "initial angle from the upward vertical"},
    {"P0", .value = {0}, .unit = "rad/s", .doc = "initial slow angular velocity"},
    {0}};

static const lento_column COLUMNS[] = {
    {"Q", .unit = "rad", .doc = "angle from the upward vertical"},
    {"P", .unit = "rad/s", .doc = "slow angular velocity: the fast parts are taken off"},
    {0}};

/* The pendulum with its first `left` tones; the others are averaged away. */
typedef struct pendulum {
    const double *p;
    int left;
} pendulum;

/* largest velocity of a tone */
static double strength(const double p[], int tone) {
    return p[V1 + 2 * tone];
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    const pendulum *s = params;
    const double *p = s->p;
    double a = 0, averaged = 0;
    for (int i = 0; i < s->left; i++) {
        a += strength(p, i) * p[OMEGA1 + 2 * i] * phase[i].cos;
    }
    for (int i = TONES - 1; i >= s->left; i--) {
        averaged += strength(p, i) * strength(p, i);
    }
    f[0] = ((p[G] + a) / p[L] - averaged / (2 * p[L] * p[L]) * cos(q[0])) * sin(q[0]);
    return 0;
}

/* puts back the fastest tone that is left */
static int reconstruct(double t, const lento_phase phase[], const double Q[], const double P[],
                       double q[], double v[], void *params) {
    const pendulum *s = params;
    const int last = s->left - 1;
    q[0] = Q[0];
    v[0] = P[0] + strength(s->p, last) / s->p[L] * phase[last].sin * sin(Q[0]);
    return 0;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    const pendulum *s = params;
    double shake = 0;
    for (int i = 0; i < s->left; i++) {
        shake += strength(s->p, i) * phase[i].sin;
    }
    columns[0] = state[0];
    columns[1] = state[1] - shake / s->p[L] * sin(state[0]);
}

static void slow_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    columns[0] = state[0];
    columns[1] = state[1];
}

static const lento_view VIEW = {.output = output, .slow_output = slow_output};

static const char *make(const double p[], lento_build *build) {
    if (!(p[OMEGA2] > p[OMEGA1])) {
        return "omega2 must be larger than omega1";
    }
    const lento_closed *averaged = NULL;
    for (int left = 0; left <= TONES; left++) { /* each is the averaged form of the next */
        LENTO_SYSTEM(build, .order = 2, .size = 1, .rate = force,
                     .params = (void *)LENTO_KEEP(build, pendulum, p, left),
                     .fast = LENTO_KEEP(build, lento_fast, .count = left, .even = true,
                                        .scale = {{.frequency = p[OMEGA1], .forced = true},
                                                  {.frequency = p[OMEGA2], .forced = true}}),
                     .known =
                         LENTO_KEEP(build, lento_knowledge, .averaged = averaged, .view = &VIEW));
        averaged = LENTO_KEEP(
            build, lento_closed, .reconstruct = reconstruct, .slow_start = left + 1 == TONES,
            .system = lento_build_keep(build, build->system, sizeof *build->system));
    }
    build->state = lento_build_start(build, 2, &p[Q0]);
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
