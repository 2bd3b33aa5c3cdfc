/* SPDX-License-Identifier: MIT
 *
 * bench/step.c - what one unit of work costs: a direct step of Verlet, RK4 and DOP853 on the vibrated pendulum, a
 * Bobenko-Suris step of a top, one evaluation of the stiff force inside an averaged one.
 *
 *     bench_step              nanoseconds per unit, best of 9
 *     bench_step NAME UNITS   so many units without a clock, for callgrind; prints how many were done */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lento/problem.h"

typedef struct work {
    const char *name, *problem, *doc;
    lento_options options;
    double step; /* of a direct run */
} work;

#define DIRECT .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}
static const work WORKS[] = {
    {"verlet", "kapitza", "a Verlet step", {.macro = "verlet", DIRECT}, 1e-7},
    {"rk4", "kapitza", "an RK4 step", {.macro = "rk4", DIRECT}, 1e-7},
    {"dop853", "kapitza", "a DOP853 step", {.macro = "dop853", DIRECT}, 1e-6},
    {"bobenko-suris", "top", "a Bobenko-Suris step", {.macro = "bobenko-suris"}, 0.2},
    {"stiff",
     "springs",
     "a stiff force",
     {.macro = "rk4",
      .until = 10,
      .steps = 160,
      .average = {{.scheme = "stiff", .kernel = "kaiser"}}},
     0}};
enum { COUNT = sizeof WORKS / sizeof WORKS[0], ROUNDS = 9 };

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* at least `units` of them; how many, or -1 */
static long do_work(const work *w, long units, double *time) {
    const bool lagrange = strcmp(w->problem, "top") == 0;
    const lento_setting setting = {.name = "case", .text = "lagrange"};
    lento_options options = w->options;
    lento_model *model = NULL;
    lento_run *run = NULL;
    if (w->step > 0) {
        options.steps = units;
        options.until = w->step * (double)units;
    }
    long done = -1;
    if (lento_model_create(&model, lento_problem_find(w->problem), &setting, lagrange ? 1 : 0) ==
            LENTO_DONE &&
        lento_run_open(&run, model, &options) == LENTO_DONE) {
        const double start = seconds();
        if (w->step > 0) {
            done = lento_run_advance(run, options.until) == LENTO_DONE
                       ? lento_run_counts(run).macro_steps
                       : -1;
        } else {
            double force[4];
            lento_status status = LENTO_DONE;
            const long before = lento_run_counts(run).force_evaluations;
            for (done = 0; status == LENTO_DONE && done < units;) {
                status = lento_run_rate(run, 0, lento_run_state(run), force);
                done = lento_run_counts(run).force_evaluations - before;
            }
        }
        *time = seconds() - start;
    }
    if (done < 0) {
        fprintf(stderr, "%s: %s\n", w->name, run ? lento_run_error(run) : "no run");
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return done;
}

int main(int count, char *words[]) {
    double time;
    for (int i = 0; i < COUNT; i++) {
        const work *w = &WORKS[i];
        if (count == 3 && strcmp(words[1], w->name) == 0) {
            const long done = do_work(w, strtol(words[2], NULL, 10), &time);
            printf("%ld\n", done);
            return done < 0;
        }
        double best = INFINITY;
        for (int round = 0; count == 1 && round < ROUNDS; round++) {
            const long done = do_work(w, 20000, &time);
            best = done > 0 ? fmin(best, time / (double)done) : NAN;
        }
        if (count == 1) {
            printf("%-22s %7.1f ns\n", w->doc, 1e9 * best);
        }
    }
    return count == 1 ? 0 : 2;
}
