/* SPDX-License-Identifier: MIT
 * ode45: order, interpolant, and MATLAB's step control rule by rule (card sanzserna 2.7, B1). */
#include "support.h"

static int growth(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    dxdt[0] = *(const double *)params * x[0];
    return 0;
}

static lento_run *run_field(lento_field *field, double *params, double start,
                            const lento_options *o) {
    const lento_system system = {.order = 1, .size = 1, .field = field, .params = params};
    lento_run *run = NULL;
    if (lento_run_create(&run, &system, &start, o) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    return run;
}

static void fixed_steps_converge_with_order_five(void **state) {
    (void)state;
    double rate = -1, error[4];
    for (int i = 0; i < 4; i++) {
        const lento_options o = {.until = 2, .macro = "ode45", .steps = 8 << i};
        lento_run *run = run_field(growth, &rate, 1, &o);
        lento_run_advance(run, 2);
        error[i] = fabs(lento_run_state(run)[0] - exp(-2));
        assert_int_equal(lento_run_counts(run).force_evaluations, 6 * (8 << i) + 1); /* FSAL */
        lento_run_destroy(run);
    }
    assert_between(fitted_slope(error, 4), 4.8, 5.4);
}

static void interpolant_has_order_four(void **state) {
    (void)state;
    double rate = -1, error[4];
    for (int i = 0; i < 4; i++) {
        const lento_options o = {.until = 1.6, .macro = "ode45", .macro_step = 0.4 / (1 << i)};
        lento_run *run = run_field(growth, &rate, 1, &o);
        error[i] = 0;
        for (int k = 1; k < 320; k++) {
            double y;
            lento_run_advance(run, 0.005 * k);
            lento_run_at(run, 0.005 * k, &y);
            error[i] = fmax(error[i], fabs(y - exp(-0.005 * k)));
        }
        lento_run_destroy(run);
    }
    assert_between(fitted_slope(error, 4), 4.5, 5.5); /* local error h^5 */
}

static double first_time(double rate, double until, double first, double rtol, long *rejected) {
    const lento_options o = {
        .until = until, .macro = "ode45", .rtol = rtol, .atol = rtol / 1000, .first_step = first};
    lento_run *run = run_field(growth, &rate, 1, &o);
    lento_run_advance(run, 1e-9);
    const double t = lento_run_time(run);
    if (rejected) {
        *rejected = lento_run_counts(run).rejected_steps;
    }
    lento_run_destroy(run);
    return t;
}

/* h0 = min(hmax, first, 0.8 rtol^(1/5)/max|f0/max(|y0|, atol/rtol)|), hmax = T/10 */
static void first_step_follows_the_slope(void **state) {
    (void)state;
    const double slope = 0.8 * pow(1e-3, 0.2);
    assert_near(first_time(-5, 10, 0, 1e-3, NULL), slope / 5, 1e-14);
    assert_near(first_time(-1e-3, 10, 0, 1e-3, NULL), 1, 1e-14);
    assert_near(first_time(-1e-3, 10, 0.25, 1e-3, NULL), 0.25, 1e-14);
}

static int jump(double t, const double x[], double dxdt[], void *params) {
    (void)x, (void)params;
    dxdt[0] = t > 0.03 ? 1e6 : 0;
    return 0;
}

/* 1 fails, a tenth of it, then halves: 0.1 and 0.05 see the jump, 0.025 does not */
static void failed_steps_shrink_by_ten_and_then_by_two(void **state) {
    (void)state;
    const lento_options o = {.until = 10, .macro = "ode45", .rtol = 1e-8};
    lento_run *run = run_field(jump, NULL, 1, &o);
    lento_run_advance(run, 1e-9);
    assert_near(lento_run_time(run), 0.025, 1e-15);
    assert_int_equal(lento_run_counts(run).rejected_steps, 3);
    lento_run_destroy(run);
}

static void steps_grow_by_five_at_most_and_end_exactly(void **state) {
    (void)state;
    double rate = -1e-6;
    const lento_options o = {.until = 10, .macro = "ode45", .first_step = 0.01};
    lento_run *run = run_field(growth, &rate, 1, &o);
    const double expected[] = {0.01, 0.06, 0.31, 1.31, 2.31};
    for (size_t i = 0; i < LENGTH(expected); i++) {
        lento_run_advance(run, lento_run_time(run) + 1e-9);
        assert_near(lento_run_time(run), expected[i], 1e-13);
    }
    lento_run_advance(run, 10);
    assert_true(lento_run_time(run) == 10);
    assert_int_equal(lento_run_counts(run).macro_steps, 5 + 8);
    lento_run_destroy(run);
}

static void last_step_is_stretched_by_a_tenth(void **state) {
    (void)state;
    double rate = 0;
    const lento_options o = {.until = 10, .macro = "ode45", .max_step = 0.96};
    lento_run *run = run_field(growth, &rate, 1, &o);
    lento_run_advance(run, 10);
    assert_int_equal(lento_run_counts(run).macro_steps, 11);
    lento_run_destroy(run);
    const lento_options longer = {.until = 10, .macro = "ode45", .max_step = 0.995};
    run = run_field(growth, &rate, 1, &longer);
    lento_run_advance(run, 10);
    assert_int_equal(lento_run_counts(run).macro_steps, 10); /* the tenth covers 1.045 */
    lento_run_destroy(run);
}

/* Direct runs of the springs: the counts are chaotic, the controller decides their mean (card
   sanzserna 4). */
static void direct_counts_lie_where_the_card_says(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double rtol, accepted, rejected;
    } list[] = {{"omega2=200", 1e-3, 3563, 823},
                {"omega2=500", 1e-3, 8903, 2036},
                {"omega2=200", 1e-6, 15654, 1262},
                {"omega2=500", 1e-6, 39115, 3130}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        const lento_options o = {
            .until = 10, .macro = "ode45", .rtol = list[i].rtol, .average = {{.scheme = "direct"}}};
        double row[8];
        const lento_counts c = run_to_end(model, &o, row);
        assert_near((double)c.macro_steps, list[i].accepted, 0.01 * list[i].accepted);
        assert_near((double)c.rejected_steps, list[i].rejected, 0.06 * list[i].rejected);
        lento_model_destroy(model);
    }
}

static int blow_up(double t, const double x[], double dxdt[], void *params) {
    (void)t, (void)params;
    dxdt[0] = x[0] * x[0];
    return 0;
}

static void singular_solution_is_an_error_with_its_time(void **state) {
    (void)state;
    const lento_options o = {.until = 2, .macro = "ode45"};
    lento_run *run = run_field(blow_up, NULL, 1, &o);
    assert_true(lento_run_advance(run, 2) < 0);
    assert_near(lento_run_time(run), 1, 1e-2);
    assert_true(isfinite(lento_run_state(run)[0]));
    lento_run_destroy(run);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_steps_converge_with_order_five),
        cmocka_unit_test(interpolant_has_order_four),
        cmocka_unit_test(first_step_follows_the_slope),
        cmocka_unit_test(failed_steps_shrink_by_ten_and_then_by_two),
        cmocka_unit_test(steps_grow_by_five_at_most_and_end_exactly),
        cmocka_unit_test(last_step_is_stretched_by_a_tenth),
        cmocka_unit_test(direct_counts_lie_where_the_card_says),
        cmocka_unit_test(singular_solution_is_an_error_with_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
