/* SPDX-License-Identifier: MIT
 * Problem `chain`: what its multipliers mean, one rod as the pendulum `kapitza`, bad parameters. */
#include "support.h"

/* The method's own are one-sided at the start and unknown inside a step: 0.7 apart with twice the steps. */
static void direct_multipliers_do_not_depend_on_the_steps(void **state) {
    (void)state;
    lento_model *model = model_of("chain", "links=4 omega=1000 theta0=1.9 w2=3");
    double a[8], b[8];
    lento_run *run[2];
    for (int i = 0; i < 2; i++) {
        const lento_options o = {.until = 0.1,
                                 .macro = "rattle/kahan-li8",
                                 .steps = 1000 << i,
                                 .average = {{.scheme = "direct"}}};
        run[i] = open_run(model, &o);
    }
    for (int k = 0; k <= 10; k++) {
        const double t = k == 10 ? 0.1 : 0.00983 * k; /* inside a step */
        columns_at(run[0], t, a);
        columns_at(run[1], t, b);
        for (int i = 0; i < 8; i++) {
            assert_near(a[i], b[i], i < 4 ? 1e-10 : 1e-8);
        }
    }
    for (int i = 0; i < 2; i++) {
        lento_run_destroy(run[i]);
    }
    lento_model_destroy(model);
}

/* The same quantity in all schemes, the centrifugal multiplier: the macro method finds about 0 with sync, where
 * it is 1 to 3, and a direct run 1e4. */
static void multipliers_of_all_schemes_mean_the_same(void **state) {
    (void)state;
    static const char *const schemes[] = {"async", "sync", "direct"};
    lento_model *model = model_of("chain", "omega=1e5 theta0=0.7 w1=2");
    const lento_options reference = accurate(0.1, "averaged", NULL);
    for (int i = 0; i < 3; i++) {
        lento_options o = {.until = 0.1,
                           .macro = "rattle/kahan-li8",
                           .steps = i < 2 ? 100 : 10000,
                           .average = {{.scheme = schemes[i]}}};
        for (int c = 2; c < 4; c++) {
            const double error = worst_error(model, &o, &reference, c, NULL);
            assert_true(error < 5e-3);
        }
    }
    lento_model_destroy(model);
}

static void one_link_is_the_pendulum(void **state) {
    (void)state;
    lento_model *chain =
        model_of("chain", "links=1 omega=1e4 l1=0.3 m1=7 w1=0.8 q1=-0.4 theta0=0.3");
    lento_model *pendulum = model_of("kapitza", "l=0.3 omega=1e4 P0=0.8 Q0=-0.4 theta0=0.3");
    lento_options tight = accurate(0.2, NULL, NULL);
    const lento_options averaged = accurate(0.2, "averaged", NULL);
    lento_options direct = {.until = 0.2,
                            .macro = "rattle/kahan-li8",
                            .steps = 8000,
                            .average = {{.scheme = "direct"}}};
    double a[2], b[2];
    run_to_end(chain, &direct,
               a); /* means of places and of angles differ by the square of the fast part */
    run_to_end(pendulum, &tight, b);
    assert_near(a[0], b[0], 1e-6);
    direct.average[0].gauge = tight.average[0].gauge = LENTO_GAUGE_POINT;
    run_to_end(chain, &direct, a);
    run_to_end(pendulum, &tight, b);
    assert_near(a[0], b[0], 1e-9);
    run_to_end(chain, &averaged, a);
    run_to_end(pendulum, &averaged, b);
    assert_near(a[0], b[0], 1e-9);
    lento_model_destroy(chain);
    lento_model_destroy(pendulum);
}

static void bad_parameters_are_refused(void **state) {
    (void)state;
    static const struct {
        lento_setting setting;
        const char *says;
    } CASES[] = {{{"m2", NULL, 0}, "'m2' must be above 0"},
                 {{"l1", NULL, -0.1}, "'l1' must be above 0"},
                 {{"omega", NULL, 0}, "'omega' must be above 0"},
                 {{"links", NULL, 0}, "'links' must be at least 1"},
                 {{"links", NULL, 2.5}, "whole number"},
                 {{"m3", NULL, 1}, "'m3'"}};
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        lento_model *model = NULL;
        assert_true(lento_model_create(&model, lento_problem_find("chain"), &CASES[k].setting, 1) <
                    0);
        assert_non_null(strstr(lento_model_error(model), CASES[k].says));
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_multipliers_do_not_depend_on_the_steps),
        cmocka_unit_test(multipliers_of_all_schemes_mean_the_same),
        cmocka_unit_test(one_link_is_the_pendulum),
        cmocka_unit_test(bad_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
