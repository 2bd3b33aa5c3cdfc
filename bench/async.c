/* SPDX-License-Identifier: MIT
 *
 * bench/async.c - what the generality of the library costs. The run of calvo Table 2.3, N = 80 (vibrated
 * pendulum, async, box, Verlet on both scales), against the loop a user would write for this one problem:
 * one function, no pointers, the same sine and cosine evaluated in every micro step.
 *
 *     bench_async             best of 20 of each, taken in turns; exit 1 if the ratio exceeds 1.15
 *     bench_async --work R    only the library, R runs, no clock: for callgrind */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lento/problem.h"

#define TWO_PI 6.283185307179586
#define LIMIT  1.15

enum { N = 80, ROUNDS = 20, REPEATS = 40 };
static const double l = 0.2, g = 9.8, v_max = 4, omega = 1e8, Q0 = 0.5;

/* ---- by hand ---- */

/* calvo (2.15) with the simple filter: half a period from rest, trapezoidal mean of the force */
static double hand_force(double Q) {
    const double h = TWO_PI / omega / N;
    double q = Q, p = 0, sum = 0;
    for (int k = 0;; k++) {
        const double f = (g + v_max * omega * cos(TWO_PI * k / N)) / l * sin(q);
        sum += k == 0 || k == N / 2 ? f / 2 : f;
        if (k == N / 2) {
            return sum / (N / 2);
        }
        p += k == 0 ? h / 2 * f : h * f;
        q += h * p;
    }
}

static double hand_run(void) {
    const double H = 1.0 / N;
    double Q = Q0, P = 0;
    for (int n = 0; n < N; n++) {
        const double F = hand_force(Q);
        P += n == 0 ? H / 2 * F : H * F;
        Q += H * P;
    }
    return Q;
}

/* ---- the library ---- */

static const lento_options OPTIONS = {
    .until = 1,
    .macro = "verlet",
    .steps = N,
    .average = {{.scheme = "async", .kernel = "box", .micro = "verlet", .micro_per_period = N}}};

static lento_run *open_run(const lento_model *model) {
    lento_run *run = NULL;
    if (lento_run_open(&run, model, &OPTIONS) != LENTO_DONE) {
        fprintf(stderr, "%s\n", run ? lento_run_error(run) : "out of memory");
        exit(1);
    }
    return run;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct measured {
    double hand, library, create; /* best time of one run */
    double Q_hand, Q_library;
    long micro_steps;
} measured;

static measured measure(const lento_model *model) {
    measured m = {.hand = INFINITY, .library = INFINITY, .create = INFINITY};
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        for (int i = 0; i < REPEATS; i++) {
            m.Q_hand = hand_run();
        }
        m.hand = fmin(m.hand, (seconds() - start) / REPEATS);

        double stepping = 0;
        start = seconds();
        for (int i = 0; i < REPEATS; i++) {
            lento_run *run = open_run(model);
            const double begin = seconds();
            lento_run_advance(run, 1);
            stepping += seconds() - begin;
            m.micro_steps = lento_run_counts(run).micro_steps;
            m.Q_library = lento_run_state(run)[0];
            lento_run_destroy(run);
        }
        m.create = fmin(m.create, (seconds() - start) / REPEATS);
        m.library = fmin(m.library, stepping / REPEATS);
    }
    return m;
}

static int report(const measured *m) {
    const double node = 1e9 / ((double)m->micro_steps + N); /* forces: one more per window */
    const double ratio = m->library / m->hand;
    printf("vibrated pendulum, async, box, N = %d: %ld micro steps, best of %d\n", N,
           m->micro_steps, ROUNDS);
    printf("  by hand                      %6.2f ns per force\n", node * m->hand);
    printf("  lento                        %6.2f ns per force, ratio %.3f (limit %.2f)\n",
           node * m->library, ratio, LIMIT);
    printf("  lento, create and destroy    %6.2f ns per force, ratio %.3f\n", node * m->create,
           m->create / m->hand);
    if (!(fabs(m->Q_hand - m->Q_library) < 1e-8) || m->micro_steps != N * N / 2) {
        printf("not the same computation: Q = %.15g by hand, %.15g by lento\n", m->Q_hand,
               m->Q_library);
        return 1;
    }
    return ratio <= LIMIT ? 0 : 1;
}

int main(int count, char *arguments[]) {
    const lento_setting settings[] = {{.name = "l", .value = l},
                                      {.name = "g", .value = g},
                                      {.name = "v", .value = v_max},
                                      {.name = "omega", .value = omega},
                                      {.name = "Q0", .value = Q0}};
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find("kapitza"), settings, 5) != LENTO_DONE) {
        fprintf(stderr, "%s\n", model ? lento_model_error(model) : "out of memory");
        return 1;
    }
    int status = 0;
    if (count == 3 && strcmp(arguments[1], "--work") == 0) {
        long micro_steps = 0;
        for (long i = strtol(arguments[2], NULL, 10); i > 0; i--) {
            lento_run *run = open_run(model);
            lento_run_advance(run, 1);
            micro_steps += lento_run_counts(run).micro_steps;
            lento_run_destroy(run);
        }
        printf("%ld\n", micro_steps);
    } else {
        const measured m = measure(model);
        status = report(&m);
    }
    lento_model_destroy(model);
    return status;
}
