/* SPDX-License-Identifier: MIT
 * An own mechanical problem: a particle in a standing wave that is switched back and forth,
 *
 *   q'' = a omega cos(theta) sin(q),   theta = omega t,   omega = 1e6 or the argument.
 *
 * On average it feels the potential (a^2/4) sin^2(q) and swings about the node q = 0 with frequency
 * a / sqrt(2). The program gives only the force; the multiscale run finds the swing. */
#include <inttypes.h>
#include <lento/lento.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct wave {
    double a, omega;
} wave;

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double rate[], void *params) {
    const wave *w = params;
    (void)t, (void)v;
    rate[0] = w->a * w->omega * phase[0].cos * sin(q[0]); /* the phase comes reduced: use it */
    return 0;
}

int main(int argc, char **argv) {
    wave w = {.a = 2, .omega = argc > 1 ? strtod(argv[1], NULL) : 1e6};
    const double start[2] = {0.01, 0};                      /* q, v */
    const double until = 3.141592653589793 * sqrt(2) / w.a; /* half a slow period */
    const lento_system system = {
        .order = 2,
        .size = 1,
        .rate = force,
        .params = &w,
        .fast = &(lento_fast){.count = 1,
                              .scale = {{.frequency = w.omega, .forced = true}},
                              .even = true}, /* cos(theta) is even: half windows are enough */
    };
    const lento_options options = {
        .until = until,
        .macro = "yoshida6",
        .steps = 40,
        .average = {{.scheme = "async", .micro = "stormer-fitted", .micro_per_period = 4}}};
    lento_run *run = NULL;
    double end[2];
    int code = 1;

    if (lento_run_create(&run, &system, start, &options) != LENTO_DONE ||
        lento_run_advance(run, until) != LENTO_DONE ||
        lento_run_at(run, until, end) != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_run_error(run));
    } else {
        printf("after half a swing q = %.6f (theory: -0.01), %" PRId64 " force evaluations\n",
               end[0], lento_run_counts(run).force_evaluations);
        code = fabs(end[0] + 0.01) < 1e-5 ? 0 : 1;
    }
    lento_run_destroy(run);
    return code;
}
