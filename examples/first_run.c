/* SPDX-License-Identifier: MIT
 * A first run: Kapitza's pendulum, shaken 100 million times per unit time, computed by averaging
 * the force in short windows and stepping the slow motion with 240 steps. An argument is another
 * frequency.
 *
 *   cc first_run.c $(pkg-config --cflags --libs lento) */
#include <inttypes.h>
#include <lento/problem.h>
#include <stdio.h>
#include <stdlib.h>

static int show(const lento_sample *sample, void *user) {
    (void)user;
    if (sample->t == 0) {
        puts("    t          Q          P");
    }
    printf("%5.2f  %+.6f  %+.6f\n", sample->t, sample->columns[0], sample->columns[1]);
    return 0; /* anything else stops the run */
}

int main(int argc, char **argv) {
    const double omega = argc > 1 ? strtod(argv[1], NULL) : 1e8;
    const lento_setting settings[] = {{.name = "omega", .value = omega},
                                      {.name = "Q0", .value = 0.4}};
    const lento_options options = {
        .until = 1,
        .macro = "rk4",
        .steps = 240,
        .average = {{.scheme = "async", .micro = "stormer-fitted", .micro_per_period = 4}},
        .sample_every = 0.1,
        .observe = show,
    };
    lento_model *model = NULL;
    lento_run *run = NULL;
    int code = 1;

    if (lento_model_create(&model, lento_problem_find("kapitza"), settings, 2) != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_model_error(model));
    } else if (lento_run_open(&run, model, &options) != LENTO_DONE ||
               lento_run_advance(run, options.until) != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_run_error(run));
    } else {
        const lento_counts counts = lento_run_counts(run);
        printf("%" PRId64 " force evaluations; a direct run at 1e8 needs a billion\n",
               counts.force_evaluations);
        code = 0;
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return code;
}
