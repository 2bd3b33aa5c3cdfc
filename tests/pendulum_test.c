/* SPDX-License-Identifier: MIT
 * The vibrated pendulum away from the paper's parameters: every scheme against the averaged equation, and the
 * averaged equation against the full one with its O(1/omega) gap. */
#include "support.h"

static const char *const PARAMETERS[] = {
    "l=0.35 g=9.8 v=5 Q0=0.3 P0=0.7",
    "l=0.2 g=3.7 v=4 theta0=1 Q0=-0.6 P0=-1",
    "l=1.5 g=20 v=11 theta0=4 Q0=0.4",
    "l=0.2 g=9.8 v=4 c2=0.4 theta0=0.5 Q0=0.4",
    "l=0.2 g=9.8 v=1 theta0=2 Q0=0.2", /* v^2 < 2 g l: falls from the upright */
    "l=0.2 g=9.8 v=0 Q0=3 P0=0.5",     /* no vibration: hanging, swinging over the top region */
    "l=0.2 g=9.8 v=1.5 c2=-0.8 Q0=0.6 P0=-0.2",
};
static const double UNTIL[] = {1.3, 0.7, 2, 0.9, 0.8, 1.1, 0.6};

static lento_model *model_at(size_t i, const char *omega) {
    char text[160];
    strcpy(text, PARAMETERS[i]);
    strcat(text, " omega=");
    strcat(text, omega);
    return model_of("kapitza", text);
}

/* A wrong closed form (c2^2/4 left out, theta0 in the force) is off by more than 1e-2 in rows 1, 3, 6. */
static void schemes_follow_the_averaged_equation(void **state) {
    (void)state;
    const lento_average averages[] = {
        {.scheme = "async", .kernel = "box", .micro_per_period = 400},
        {.scheme = "async", .kernel = "triangle", .micro_per_period = 400},
        {.scheme = "sync", .kernel = "triangle", .micro_per_period = 400},
        {.scheme = "async", .kernel = "box", .micro_per_period = 400, .phases = 2},
    };
    for (size_t i = 0; i < LENGTH(PARAMETERS); i++) {
        lento_model *model = model_at(i, "1e8");
        const lento_options reference = accurate(UNTIL[i], "averaged", NULL);
        for (size_t k = 0; k < LENGTH(averages); k++) {
            const lento_options o = {
                .until = UNTIL[i], .macro = "rk4", .steps = 150, .average = {averages[k]}};
            assert_true(worst_error(model, &o, &reference, 0, NULL) < 4e-4);
            if (k == 0) {
                assert_true(worst_error(model, &o, &reference, 1, NULL) < 8e-3);
            }
        }
        lento_model_destroy(model);
    }
}

/* omega * gap is bounded and the gap shrinks by ten for ten times omega: no other term is missing. */
static void averaged_equation_is_the_limit_of_the_full_one(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(PARAMETERS); i++) {
        double gap[2];
        for (int k = 0; k < 2; k++) {
            lento_model *model = model_at(i, k == 0 ? "2e3" : "2e4");
            const lento_options direct = accurate(UNTIL[i], NULL, NULL);
            const lento_options averaged = accurate(UNTIL[i], "averaged", NULL);
            double q[2], Q[2];
            run_to_end(model, &direct, q);
            run_to_end(model, &averaged, Q);
            gap[k] = fabs(q[0] - Q[0]);
            lento_model_destroy(model);
        }
        assert_true(gap[1] < 2e-2);
        assert_true(gap[1] < gap[0] / 4 || gap[1] < 1e-9);
    }
}

static void two_harmonics_need_more_fitted_steps(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "c2=0.4 omega=1e6");
    const lento_options reference = accurate(1, "averaged", NULL);
    static const struct {
        int n;
        double error, tolerance;
    } rows[] = {{8, 2.5e-2, 1e-3}, {16, 5.8e-3, 1e-4}, {64, 3.3e-4, 1e-5}};
    for (size_t i = 0; i < LENGTH(rows); i++) { /* card calvo A4 */
        const lento_options o = {
            .until = 1,
            .macro = "rk4",
            .steps = 240,
            .average = {
                {.scheme = "async", .micro = "stormer-fitted", .micro_per_period = rows[i].n}}};
        assert_near(worst_error(model, &o, &reference, 0, NULL), rows[i].error, rows[i].tolerance);
        lento_run *run = open_run(model, &o);
        const lento_warning *warnings;
        assert_int_equal(lento_run_warnings(run, &warnings), 1);
        assert_string_equal(warnings[0].code, "fitted-harmonics");
        lento_run_destroy(run);
    }
    const lento_options aliased = {
        .until = 1,
        .average = {{.scheme = "async", .micro = "stormer-fitted", .micro_per_period = 4}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &aliased), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_run_error(run), "more than 4 micro steps"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* card calvo 6: sync with the triangle over two periods has no residual at omega = 1e8 */
static void triangle_needs_a_twentieth_of_the_steps(void **state) {
    (void)state;
    static const struct {
        int n;
        double error;
    } rows[] = {{10, 4.075e-1}, {20, 1.072e-1}, {40, 2.705e-2}, {80, 6.718e-3}};
    lento_model *model = model_of("kapitza", "omega=1e8");
    const lento_options reference = accurate(1, "averaged", NULL);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const lento_options o = {
            .until = 1,
            .macro = "verlet",
            .steps = rows[i].n,
            .average = {{.scheme = "sync", .kernel = "triangle", .micro_per_period = rows[i].n}}};
        lento_counts counts;
        assert_near(worst_error(model, &o, &reference, 0, &counts), rows[i].error,
                    1e-3 * rows[i].error);
        assert_int_equal(counts.micro_steps, 2 * rows[i].n * rows[i].n);
    }
    lento_model_destroy(model);
}

static void invariant_is_constant_on_the_averaged_motion(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(PARAMETERS); i++) {
        lento_model *model = model_at(i, "1e6");
        const lento_options o = accurate(UNTIL[i], "averaged", NULL);
        double end[2], before, after;
        run_to_end(model, &o, end);
        assert_true(lento_model_values(model, 0, lento_model_state(model), &before));
        assert_true(lento_model_values(model, UNTIL[i], end, &after));
        assert_near(after, before, 1e-9);
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schemes_follow_the_averaged_equation),
        cmocka_unit_test(averaged_equation_is_the_limit_of_the_full_one),
        cmocka_unit_test(two_harmonics_need_more_fitted_steps),
        cmocka_unit_test(triangle_needs_a_twentieth_of_the_steps),
        cmocka_unit_test(invariant_is_constant_on_the_averaged_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
