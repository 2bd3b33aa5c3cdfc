/* SPDX-License-Identifier: MIT
 *
 * bench/equations.c - a right-hand side written as text (examples/NAME.ode) beside the same equations in C, the built-in
 * problem NAME.
 *
 *     bench_equations                     nanoseconds per evaluation of both, and their ratio
 *     bench_equations c|text|lane NAME N  N evaluations without a clock, for callgrind; prints how many. lane: blocks of 8
 *     bench_equations rk4 NAME N          N steps of 0.01 of a direct run of the text with method rk4
 *
 * It reads examples/ below SOURCE_DIR, or below the current directory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lento/known.h"
#include "lento/problem.h"

static const char *const NAMES[] = {"kapitza", "vibrated", "stellar", "springs", "fpu", "chain"};
enum { COUNT = sizeof NAMES / sizeof NAMES[0], MOST = 64, ROUNDS = 9 };

static const lento_problem *read_example(const char *name) {
    static char text[1 << 16], path[1024], error[1024];
    const char *source = getenv("SOURCE_DIR");
    const lento_problem *problem = NULL;
    snprintf(path, sizeof path, "%s/examples/%s.ode", source ? source : ".", name);
    FILE *file = fopen(path, "r");
    const size_t n = file ? fread(text, 1, sizeof text, file) : 0;
    if (!file || lento_problem_read(&problem, path, text, n, error, sizeof error) != LENTO_DONE) {
        fprintf(stderr, "%s: %s\n", path, file ? error : "cannot be read");
        exit(1);
    }
    fclose(file);
    return problem;
}

static lento_model *model_of(const lento_problem *problem) {
    lento_model *model = NULL;
    if (lento_model_create(&model, problem, NULL, 0) != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_model_error(model));
        exit(1);
    }
    return model;
}

/* the state moves a little, so that nothing can be left out; the sum is used */
static double evaluate(const lento_model *model, long count) {
    const lento_system *s = lento_model_system(model);
    double state[MOST], rate[MOST], sum = 0;
    memcpy(state, lento_model_state(model), (size_t)(s->order * s->size) * sizeof *state);
    const double *v = s->order == 2 ? state + s->size : NULL;
    for (long i = 0; i < count; i++) {
        const lento_phase phase[LENTO_MAX_SCALES] = {{0.3, 0.955336, 0.29552}};
        state[0] += 1e-9;
        if (s->rate) {
            s->rate(0, phase, state, v, rate, s->params);
        } else {
            s->field(0, state, rate, s->params);
        }
        sum += rate[0];
    }
    return sum;
}

/* as many states at once, in blocks */
static double evaluate_blocks(const lento_model *model, long count) {
    enum { N = LENTO_LANES };
    const lento_system *s = lento_model_system(model);
    const double *start = lento_model_state(model);
    double state[MOST * N], rate[MOST * N], sum = 0;
    for (int i = 0; i < s->order * s->size * N; i++) {
        state[i] = start[i / N];
    }
    const double *v = s->order == 2 ? state + s->size * N : NULL;
    const lento_block *block = lento_block_of(s);
    void *const cells[N] = {s->params, s->params, s->params, s->params,
                            s->params, s->params, s->params, s->params};
    const size_t room = block->join ? block->join(cells, NULL) : 0;
    void *params = room > 0 ? malloc(room) : NULL;
    if (params) {
        block->join(cells, params);
    }
    for (long i = 0; i < count && params; i += N) {
        const lento_phase phase[LENTO_MAX_SCALES] = {{0.3, 0.955336, 0.29552}};
        state[0] += 1e-9;
        block->rate(0, phase, state, v, rate, params);
        sum += rate[0];
    }
    free(params);
    return sum;
}

static double steps(const lento_model *model, long count) {
    lento_run *run = NULL;
    const lento_options options = {.until = (double)count * 0.01,
                                   .macro = "rk4",
                                   .macro_step = 0.01,
                                   .average = {{.scheme = "direct"}}};
    if (lento_run_open(&run, model, &options) != LENTO_DONE ||
        lento_run_advance(run, options.until) != LENTO_DONE) {
        fprintf(stderr, "%s\n", lento_run_error(run));
        exit(1);
    }
    const double last = lento_run_time(run);
    lento_run_destroy(run);
    return last;
}

static double nanoseconds(const lento_model *model) {
    double best = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        volatile double sink = evaluate(model, 20000);
        (void)sink;
        clock_gettime(CLOCK_MONOTONIC, &b);
        best = fmin(best, (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec));
    }
    return best / 20000;
}

int main(int argc, char **argv) {
    if (argc == 4) {
        const bool lane = strcmp(argv[1], "lane") == 0, rk4 = strcmp(argv[1], "rk4") == 0;
        const bool text = lane || rk4 || strcmp(argv[1], "text") == 0;
        const long count = strtol(argv[3], NULL, 10);
        const lento_problem *problem = text ? read_example(argv[2]) : lento_problem_find(argv[2]);
        lento_model *model = model_of(problem);
        volatile double sink = lane  ? evaluate_blocks(model, count)
                               : rk4 ? steps(model, count)
                                     : evaluate(model, count);
        (void)sink;
        printf("%ld\n", count);
        lento_model_destroy(model);
        if (text) {
            lento_problem_free(problem);
        }
        return 0;
    }
    printf("%-10s %10s %10s %8s\n", "problem", "C, ns", "text, ns", "ratio");
    for (int i = 0; i < COUNT; i++) {
        const lento_problem *problem = read_example(NAMES[i]);
        lento_model *a = model_of(lento_problem_find(NAMES[i])), *b = model_of(problem);
        const double c = nanoseconds(a), text = nanoseconds(b);
        printf("%-10s %10.1f %10.1f %8.2f\n", NAMES[i], c, text, text / c);
        lento_model_destroy(a);
        lento_model_destroy(b);
        lento_problem_free(problem);
    }
    return 0;
}
