/* SPDX-License-Identifier: MIT
 * A callback that reports a failure ends the run with a sentence, wherever it is called from: in windows, in their
 * tests, at the start. */
#include <stdio.h>

#include "support.h"

/* (a, b) turns at the fast frequency, s' = a^2 + b^2; which callback fails, and from which call on */
typedef struct trouble {
    int slow, rate, observe, reconstruct;
    int calls;
} trouble;

static int field(double t, const lento_phase phase[], const double x[], const double v[],
                 double f[], void *params) {
    (void)t, (void)phase, (void)v, (void)params;
    f[0] = 1e3 * x[1];
    f[1] = -1e3 * x[0];
    f[2] = x[0] * x[0] + x[1] * x[1];
    return 0;
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double rate[], void *params) {
    (void)t, (void)phase;
    trouble *now = params;
    if (xi) {
        xi[0] = x[0] * x[0] + x[1] * x[1];
        xi[1] = x[2];
    }
    if (gradient) {
        const double g[] = {2 * x[0], 2 * x[1], 0, 0, 0, 1};
        memcpy(gradient, g, sizeof g);
    }
    if (rate) {
        rate[0] = rate[1] = 0;
    }
    return now->slow > 0 && ++now->calls > now->slow;
}

static int slow_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                     double rate[], void *params) {
    (void)t, (void)phase;
    trouble *now = params;
    rate[0] = 2 * (x[0] * dxdt[0] + x[1] * dxdt[1]);
    rate[1] = dxdt[2];
    return now->rate > 0 && ++now->calls > now->rate;
}

static int observe(double t, const lento_phase phase[], const double x[], double values[],
                   void *params) {
    (void)t, (void)phase;
    trouble *now = params;
    values[0] = x[0];
    return now->observe > 0 && ++now->calls > now->observe;
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                       double q[], double v[], void *params) {
    (void)t, (void)phase, (void)V, (void)v;
    trouble *now = params;
    memcpy(q, Q, 3 * sizeof *q);
    return now->reconstruct > 0 && ++now->calls > now->reconstruct;
}

static lento_status run_with(trouble *now, const char *scheme, int gauge, int derivative,
                             char text[300]) {
    static const double start[3] = {1, 0, 0};
    static const bool averaged[1] = {false};
    const bool back = strcmp(scheme, "sync") == 0;
    const lento_slow_set set[] = {{.size = back ? 3 : 2,
                                   .slow = slow,
                                   .rate = now->rate > 0 ? slow_rate : NULL,
                                   .reconstruct = back ? reconstruct : NULL},
                                  {0}};
    const lento_observed observed = {
        .count = now->observe > 0 ? 1 : 0, .observe = observe, .params = now, .integral = averaged};
    const lento_system s = {.order = 1,
                            .size = 3,
                            .rate = field,
                            .params = now,
                            .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3}}},
                            .known = &(lento_knowledge){.slow = set}};
    lento_options o = {
        .until = 1, .macro = "rk4", .steps = 10, .observed = &observed, .columns = observed.count};
    o.average[0] =
        (lento_average){.scheme = scheme, .gauge = gauge, .derivative = derivative, .micro = "rk4"};
    lento_run *run = NULL;
    lento_status status = lento_run_create(&run, &s, start, &o);
    status = status == LENTO_DONE ? lento_run_advance(run, 1) : status;
    snprintf(text, 300, "%s", lento_run_error(run));
    lento_run_destroy(run);
    return status;
}

static void slow_variables_that_fail_end_the_run(void **state) {
    (void)state;
    static const int from[] = {1, 5, 30, 200, 1000, 5000};
    char text[300];
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
        for (int kind = 0; kind < 3; kind++) {
            trouble now = {.slow = from[i]};
            assert_int_equal(run_with(&now, "slow", kind == 1, kind == 2, text),
                             LENTO_CALLBACK_FAILED);
            assert_non_null(strstr(text, "slow variables reported a failure"));
        }
        trouble now = {.rate = from[i]};
        assert_int_equal(run_with(&now, "slow", 0, 0, text), LENTO_CALLBACK_FAILED);
        now = (trouble){.observe = from[i]};
        assert_int_equal(run_with(&now, "slow", 0, 0, text), LENTO_CALLBACK_FAILED);
        assert_non_null(strstr(text, "observables reported a failure"));
    }
    trouble none = {0};
    assert_int_equal(run_with(&none, "slow", 0, 0, text), LENTO_DONE);
    assert_string_equal(text, "");
}

static const lento_parameter PARAMETERS[] = {{0}};

static const char *make(const double p[], lento_build *build) {
    (void)p;
    static trouble always = {.reconstruct = 1, .calls = 1};
    double *start = build->take(build, 3 * sizeof *start);
    *build->system = (lento_system){
        .order = 1,
        .size = 3,
        .rate = field,
        .params = &always,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {{.frequency = 1e3}}),
        .known = LENTO_KEEP(build, lento_knowledge,
                            .averaged = LENTO_KEEP(build, lento_closed, .slow_start = true,
                                                   .reconstruct = reconstruct))};
    build->state = start;
    return NULL;
}

static void reconstruction_of_the_start_that_fails_is_an_error(void **state) {
    (void)state;
    static const lento_problem problem = {
        .abi = LENTO_ABI, .name = "lost", .parameters = PARAMETERS, .make = make};
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, &problem, NULL, 0), LENTO_DONE);
    lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
    o.average[0].scheme = "direct";
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_CALLBACK_FAILED);
    assert_non_null(strstr(lento_run_error(run), "reconstruction of the start"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void unknown_problem_is_an_error_and_so_is_a_run_of_it(void **state) {
    (void)state;
    lento_model *model = NULL;
    const lento_options o = {.until = 1};
    lento_run *run = NULL;
    assert_int_equal(lento_model_create(&model, lento_problem_find("kapitsa"), NULL, 0),
                     LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_model_error(model), "no problem of this name"));
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_BAD_SYSTEM);
    assert_string_equal(lento_run_error(run), lento_model_error(model));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_variables_that_fail_end_the_run),
        cmocka_unit_test(reconstruction_of_the_start_that_fails_is_an_error),
        cmocka_unit_test(unknown_problem_is_an_error_and_so_is_a_run_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
