/* SPDX-License-Identifier: MIT
 * Micro steps, frequencies and fast energies beyond what a scheme can do are refused or reported, not averaged into a
 * wrong motion; and what a problem suggests for its windows is taken. */
#include "support.h"
#include "warning.h"

static lento_run *opened(lento_model *model, const char *scheme, const char *micro, int per_period,
                         lento_status expected) {
    lento_options o = {.until = 1, .steps = 20};
    o.average[0] =
        (lento_average){.scheme = scheme, .micro = micro, .micro_per_period = per_period};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), expected);
    lento_model_destroy(model);
    return run;
}

/* rk4 damps by (h w)^6/144 per step: at 20 steps per 2 pi eps the radial motion, twice as fast, loses 5 % */
static void micro_runs_of_scheme_slow_keep_the_oscillation(void **state) {
    (void)state;
    lento_run *run = opened(model_of("stellar", "eps=1e-4"), "slow", "rk4", 2, LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_run_error(run), "micro step unstable"));
    lento_run_destroy(run);
    run = opened(model_of("stellar", "eps=1e-4"), "slow", "rk4", 20, LENTO_DONE);
    const lento_warning *warning = warning_of(run, "micro-step-coarse");
    assert_non_null(warning);
    const double z = 2 * TWO_PI / 20, nodes = 12.7324 / 2 * 20;
    assert_near(warning->value, exp(-nodes * pow(z, 6) / 144) - 1, 5e-3);
    lento_run_destroy(run);
    run = opened(model_of("stellar", "eps=1e-4"), "slow", "rk4", 60, LENTO_DONE);
    assert_null(warning_of(run, "micro-step-coarse"));
    lento_run_destroy(run);
    run = opened(model_of("stellar", "eps=1e-4"), "slow", "dop853", 20, LENTO_DONE);
    assert_null(warning_of(run, "micro-step-coarse"));
    lento_run_destroy(run);
}

static void forcings_want_20_steps_of_order_2_or_8_of_a_higher_one(void **state) {
    (void)state;
    static const struct {
        const char *scheme, *micro;
        int per_period;
        bool warns;
    } CASES[] = {{"async", "verlet", 18, true},
                 {"async", "verlet", 20, false},
                 {"async", "rk4", 6, true},
                 {"async", "rk4", 8, false},
                 {"async", "stormer-fitted", 4, false},
                 {"async", "euler", 80, true}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        lento_run *run = opened(model_of("kapitza", ""), CASES[i].scheme, CASES[i].micro,
                                CASES[i].per_period, LENTO_DONE);
        assert_int_equal(warning_of(run, "micro-step-coarse") != NULL, CASES[i].warns);
        lento_run_destroy(run);
    }
}

/* eps w^2 is the force that the rounding of a position makes: 0.02 at 1e7, 2 at 1e8 */
static void rounding_of_stiff_springs_is_reported(void **state) {
    (void)state;
    lento_options o = {.until = 1, .macro = "rk4", .steps = 20};
    o.average[0] = (lento_average){.scheme = "stiff", .kernel = "notch"};
    static const char *const OMEGA[] = {"omega2=1e7", "omega2=1e8"};
    for (int near = 0; near < 2; near++) {
        for (int k = 0; k < 2; k++) {
            lento_model *model = model_of("springs", OMEGA[k]);
            if (!near) {
                lento_model_edit(model)->mechanics = NULL;
            }
            lento_run *run = open_run(model, &o);
            assert_null(warning_of(run, "residual-spring")); /* micro runs start on the rods */
            assert_int_equal(warning_of(run, "rounding-noise") != NULL, !near);
            lento_run_destroy(run);
            lento_model_destroy(model);
        }
    }
}

/* 13 % of the figure were wrong at any frequency, without a word */
static void fast_energy_of_several_springs_asks_for_adiabatic(void **state) {
    (void)state;
    static const char *const START[] = {
        "masses=3 omega1=2000 omega2=2000 omega3=2 x2=1.6 y2=0.8 x3=2.5 y3=0.9 py1=0.8 px2=0.6",
        "masses=3 omega1=2000 omega2=2000 omega3=2 x2=1.6 y2=0.8 x3=2.5 y3=0.9 px1=0 "
        "py1=0 px2=0 py2=0 px3=0.1 py3=0"};
    for (int k = 0; k < 4; k++) {
        lento_options o = {.until = 1, .macro = "ode45", .rtol = 1e-6};
        o.average[0] = (lento_average){.scheme = "stiff", .adiabatic = k % 2 == 1};
        lento_model *model = model_of("springs", START[k / 2]);
        lento_run *run = open_run(model, &o);
        assert_int_equal(warning_of(run, "acting-energy") != NULL, k == 0);
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* The seed of a mode is Omega for a method that resolves it; Verlet's sin(phi)/h would give it two thirds of its
 * energy at 6 steps per period. */
static void adiabatic_runs_do_not_depend_on_the_micro_method(void **state) {
    (void)state;
    static const struct {
        const char *micro;
        int per_period;
    } CASES[] = {{"verlet", 40}, {"dop853", 6}, {"rk4", 60}};
    double x[3][8];
    for (int k = 0; k < 3; k++) {
        lento_options o = {.until = 4, .macro = "ode45", .rtol = 1e-6};
        o.average[0] = (lento_average){.scheme = "stiff",
                                       .adiabatic = true,
                                       .micro = CASES[k].micro,
                                       .micro_per_period = CASES[k].per_period};
        lento_model *model = model_of("springs", "omega1=1000 omega2=1000");
        run_to_end(model, &o, x[k]);
        lento_model_destroy(model);
    }
    for (int k = 1; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            assert_near(x[k][i], x[0][i], 5e-4);
        }
    }
}

/* ---- suggestions ---- */

static int pendulum(double t, const lento_phase phase[], const double q[], const double v[],
                    double f[], void *params) {
    (void)t, (void)v, (void)params;
    f[0] = (9.8 + 4e6 * phase[0].cos) * sin(q[0]);
    return 0;
}

static const char *make(const double p[], lento_build *build) {
    (void)p;
    double *start = build->take(build, 2 * sizeof *start);
    if (!start) {
        return "out of memory";
    }
    start[0] = 0.5;
    *build->system =
        (lento_system){.order = 2,
                       .size = 1,
                       .rate = pendulum,
                       .fast = LENTO_KEEP(build, lento_fast, .count = 1, .even = true,
                                          .scale = {{.frequency = 1e6, .forced = true}})};
    build->state = start;
    return NULL;
}

static const lento_parameter NONE[] = {{0}};
static const lento_problem SUGGESTS = {.abi = LENTO_ABI,
                                       .name = "suggests",
                                       .parameters = NONE,
                                       .make = make,
                                       .suggested = {.until = 1,
                                                     .steps = 40,
                                                     .macro = "rk4",
                                                     .average = {{.scheme = "async",
                                                                  .micro = "stormer-fitted",
                                                                  .micro_per_period = 4,
                                                                  .kernel = "triangle",
                                                                  .periods = 2}}}};

static void suggested_windows_and_micro_runs_are_taken_unless_given(void **state) {
    (void)state;
    static const struct {
        lento_average given;
        const char *micro, *kernel;
        int per_period;
        double periods;
    } CASES[] = {{{0}, "stormer-fitted", "triangle", 4, 2},
                 {{.scheme = "async"}, "stormer-fitted", "triangle", 4, 2},
                 {{.micro = "verlet"}, "verlet", "triangle", 80, 2},
                 {{.micro_per_period = 40}, "verlet", "triangle", 40, 2},
                 {{.kernel = "box"}, "stormer-fitted", "box", 4, 1}};
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, &SUGGESTS, NULL, 0), LENTO_DONE);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const lento_options o = {.average = {CASES[i].given}};
        lento_run *run = open_run(model, &o);
        const lento_average *level = &lento_run_options(run)->average[0];
        assert_string_equal(level->micro, CASES[i].micro);
        assert_string_equal(level->kernel, CASES[i].kernel);
        assert_int_equal(level->micro_per_period, CASES[i].per_period);
        assert_near(level->periods, CASES[i].periods, 1e-12);
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(micro_runs_of_scheme_slow_keep_the_oscillation),
        cmocka_unit_test(forcings_want_20_steps_of_order_2_or_8_of_a_higher_one),
        cmocka_unit_test(rounding_of_stiff_springs_is_reported),
        cmocka_unit_test(fast_energy_of_several_springs_asks_for_adiabatic),
        cmocka_unit_test(adiabatic_runs_do_not_depend_on_the_micro_method),
        cmocka_unit_test(suggested_windows_and_micro_runs_are_taken_unless_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
