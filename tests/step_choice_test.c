/* SPDX-License-Identifier: MIT
 *
 * step_choice_test.c - the steps a run chooses where nobody says, the limits beyond which it warns, and steps that
 * meet the end of a segment of time up to rounding. */
#include <stdio.h>

#include "stiff_support.h"

/* ---- a shaken coordinate of first order: its own frequency 100, in other states up to 250 ---- */

static int shaken(double t, const lento_phase phase[], const double x[], const double v[],
                  double rate[], void *params) {
    (void)t, (void)v, (void)params;
    rate[0] = -x[0] + phase[0].cos;
    return 0;
}

static int itself(double t, const lento_phase phase[], const double x[], double xi[],
                  double gradient[], double explicit_rate[], void *params) {
    (void)t, (void)phase, (void)explicit_rate, (void)params;
    if (xi) {
        xi[0] = x[0];
    }
    if (gradient) {
        gradient[0] = 1;
    }
    return 0;
}

static const lento_slow_set SETS[] = {
    {.name = "still-oscillating", .size = 1, .slow = itself, .fastest = 5, .closed = true}, {0}};

static const lento_fast FAST = {.count = 1,
                                .scale = {{.frequency = 100, .forced = true, .highest = 250}}};

static const lento_knowledge KNOWN = {.slow = SETS};

static lento_run *create(const lento_options *options) {
    const lento_system system = {
        .order = 1, .size = 1, .rate = shaken, .fast = &FAST, .known = &KNOWN};
    const double start = 1;
    lento_run *run = NULL;
    if (lento_run_create(&run, &system, &start, options) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    return run;
}

static void direct_run_takes_80_steps_per_fastest_period(void **state) {
    (void)state;
    lento_options o = {.until = 1};
    lento_run *run = create(&o);
    assert_near(lento_run_options(run)->macro_step, TWO_PI / 250 / 80, 1e-15);
    lento_run_destroy(run);
    o.average[0].micro_per_period = 30; /* or what a multiscale run would take */
    run = create(&o);
    assert_near(lento_run_options(run)->macro_step, TWO_PI / 250 / 30, 1e-15);
    lento_run_destroy(run);
}

/* ariel C1: h w_max = 0.1, shortened to fit the window; the rest of the oscillation in 40 macro steps */
static void slow_run_resolves_the_fastest_motion_of_either_scale(void **state) {
    (void)state;
    const lento_options o = {.until = 1, .average = {{.scheme = "slow"}}};
    lento_run *run = create(&o);
    const lento_options *chosen = lento_run_options(run);
    assert_between(chosen->average[0].micro_step * 250, 0.095, 0.1 * (1 + 1e-12));
    assert_near(chosen->average[0].cutoff, 1e-10, 0);
    assert_near(chosen->macro_step, TWO_PI / 5 / 40, 1e-15);
    lento_run_destroy(run);
}

/* Relaxing runs add the damping of the micro method up: they take an accurate one. */
static void relaxing_run_takes_accurate_micro_steps(void **state) {
    (void)state;
    lento_model *model = model_of("linear-dissipative", "eps=1e-3");
    const lento_options o = {
        .until = 1,
        .steps = 10,
        .average = {
            {.scheme = "slow", .kernel = "oneside-3-2", .side = LENTO_FORWARD, .relax = 0.02}}};
    lento_run *run = open_run(model, &o);
    const lento_average *chosen = &lento_run_options(run)->average[0];
    const lento_scale *scale = &lento_model_system(model)->fast->scale[0];
    assert_string_equal(chosen->micro, "dop853");
    assert_between(chosen->micro_step * fmax(scale->frequency, scale->highest), 0.2,
                   0.25 * (1 + 1e-12));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* h Omega <= 1.75 for the fastest mode: 1.743 with 7 steps and six springs, 1.756 with seven */
static void chains_of_stiff_springs_take_more_steps_than_one(void **state) {
    (void)state;
    static const int PER_PERIOD[] = {6, 6, 7, 7, 7, 7, 8, 8};
    for (int springs = 1; springs <= 8; springs++) {
        char text[200];
        int length = snprintf(text, sizeof text, "masses=%d", springs);
        for (int i = 1; i <= springs; i++) {
            length += snprintf(text + length, sizeof text - (size_t)length, " omega%d=1000", i);
        }
        lento_model *model = model_of("springs", text);
        const lento_options o = filter("kaiser", 0);
        lento_run *run = open_run(model, &o);
        const lento_average *chosen = &lento_run_options(run)->average[0];
        const double highest = lento_model_system(model)->fast->scale[0].highest;
        assert_int_equal(chosen->micro_per_period, PER_PERIOD[springs - 1]);
        assert_true(chosen->micro_step * highest <= 1.75);
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

static void macro_steps_of_more_than_two_radians_are_reported(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) {
        const lento_options o = {
            .until = 1, .macro = "rk4", .macro_step = k == 0 ? 0.0199 : 0.0201};
        lento_run *run = create(&o);
        const lento_warning *warning = warning_of(run, "fast-scale-unresolved");
        assert_int_equal(warning != NULL, k);
        assert_true(k == 0 || (warning->value == 0.0201 && warning->limit == 100));
        lento_run_destroy(run);
    }
}

/* ---- ends of segments ---- */

/* 0.07 / 0.01 is a little more than 7 in doubles: not a reason for an eighth step. */
static void steps_that_fit_up_to_rounding_fit(void **state) {
    (void)state;
    const lento_options o = {.until = 0.07, .macro = "rk4", .macro_step = 0.01};
    assert_true(o.until / o.macro_step > 7);
    lento_run *run = create(&o);
    assert_int_equal(lento_run_options(run)->steps, 7);
    assert_int_equal(lento_run_advance(run, 0.07), LENTO_DONE);
    assert_int_equal(lento_run_counts(run).macro_steps, 7);
    assert_near(lento_run_time(run), 0.07, 1e-16);
    lento_run_destroy(run);
}

/* (3 * 0.35) / 0.35 is a little less than 3 in doubles: the run must not relax at 1.05 and then never again, its
 * steps ending elsewhere. */
static void relaxing_goes_on_where_a_multiple_is_rounded_down(void **state) {
    (void)state;
    const double H = 0.35, third = 3 * H;
    assert_true(third / H < 3);
    lento_model *model = model_of("linear-dissipative", "eps=1e-3");
    const lento_options o = {
        .until = 2.1,
        .macro = "rk4",
        .macro_step = H,
        .average = {
            {.scheme = "slow", .kernel = "oneside-3-2", .side = LENTO_FORWARD, .relax = 0.02}}};
    lento_run *run = open_run(model, &o);
    for (int i = 1; i <= 6; i++) {
        assert_int_equal(lento_run_advance(run, i * H), LENTO_DONE);
        assert_near(lento_run_time(run), i * H, 1e-14);
        assert_int_equal(lento_run_counts(run).macro_steps, i);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

#define BEYOND 1e-9

static int steep(double t, const double x[], double dxdt[], void *params) {
    (void)x, (void)params;
    dxdt[0] = 0.5 / sqrt(1 + BEYOND - t);
    return 0;
}

/* The last 1e-6 before the end are worth 1e-3 here and take several steps; time that is skipped because it is
 * nearly over is missing. */
static void adaptive_steps_reach_the_end_itself(void **state) {
    (void)state;
    static const char *const METHOD[] = {"dop853", "ode45"};
    const lento_system system = {.order = 1, .size = 1, .field = steep};
    const double start = 0;
    for (size_t k = 0; k < LENGTH(METHOD); k++) {
        const lento_options o = {.until = 1, .macro = METHOD[k], .rtol = 1e-9};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, &start, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
        assert_near(lento_run_time(run), 1, 0);
        assert_near(lento_run_state(run)[0], sqrt(1 + BEYOND) - sqrt(BEYOND), 1e-8);
        lento_run_destroy(run);
    }
}

/* Without the bound one step in some hundred spans several periods unseen, and Q is off by 200. */
static void adaptive_runs_do_not_step_over_a_forcing(void **state) {
    (void)state;
    static const char *const METHOD[] = {"ode45", "dop853", "gbs"};
    for (size_t k = 0; k < LENGTH(METHOD); k++) {
        lento_model *model = model_of("kapitza", "omega=1e3");
        lento_options o = {.until = 1, .macro = METHOD[k]};
        o.average[0].scheme = "direct";
        lento_run *run = open_run(model, &o);
        assert_near(lento_run_options(run)->max_step, TWO_PI / 1e3 / 4, 1e-15);
        lento_run_destroy(run);
        const lento_options closed = accurate(1, "averaged", NULL);
        double found[2], slow[2];
        run_to_end(model, &o, found);
        run_to_end(model, &closed, slow);
        assert_near(found[0], slow[0], 0.03); /* 26/omega is the scheme's own */
        lento_model_destroy(model);
    }
}

/* dop853 at 1e-3 loses xi2 altogether, midpoint at 80 steps per period makes it grow by half */
static void errors_that_add_up_over_fast_periods_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *macro;
        double rtol;
        const char *code; /* NULL: no warning */
    } CASES[] = {{"dop853", 1e-3, "loose-tolerance"},
                 {"ode45", 1e-4, "loose-tolerance"},
                 {"dop853", 1e-8, NULL},
                 {"midpoint", 0, "fast-scale-unresolved"},
                 {"rk4", 0, NULL},
                 {"dop853", 0, "loose-tolerance"}};
    for (size_t k = 0; k < LENGTH(CASES); k++) {
        lento_model *model = model_of("stellar", "eps=1e-3");
        lento_options o = {.until = 3, .macro = CASES[k].macro, .rtol = CASES[k].rtol};
        o.average[0].scheme = "direct";
        lento_run *run = open_run(model, &o);
        const lento_warning *list;
        assert_int_equal(lento_run_warnings(run, &list), CASES[k].code ? 1 : 0);
        assert_true(!CASES[k].code || warning_of(run, CASES[k].code));
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_run_takes_80_steps_per_fastest_period),
        cmocka_unit_test(slow_run_resolves_the_fastest_motion_of_either_scale),
        cmocka_unit_test(relaxing_run_takes_accurate_micro_steps),
        cmocka_unit_test(chains_of_stiff_springs_take_more_steps_than_one),
        cmocka_unit_test(macro_steps_of_more_than_two_radians_are_reported),
        cmocka_unit_test(steps_that_fit_up_to_rounding_fit),
        cmocka_unit_test(relaxing_goes_on_where_a_multiple_is_rounded_down),
        cmocka_unit_test(adaptive_steps_reach_the_end_itself),
        cmocka_unit_test(adaptive_runs_do_not_step_over_a_forcing),
        cmocka_unit_test(errors_that_add_up_over_fast_periods_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
