/* SPDX-License-Identifier: MIT
 * Modes that die out fast under scheme slow (card ariel C1, C2): a backward micro run that blows up is refused, a
 * relaxing one does not damp the rest. */
#include "slow_support.h"

static lento_model *linear(double eps, double x3) {
    const lento_setting settings[] = {{.name = "eps", .value = eps},
                                      {.name = "x1", .value = 0.5},
                                      {.name = "x2", .value = -0.8},
                                      {.name = "x3", .value = x3}};
    return model_of("linear-dissipative", settings, 4);
}

/* x3 = 1 gave xi = 5.6e38, and 1e-16 an error of the order of 1 */
static void growing_backward_run_is_refused(void **state) {
    (void)state;
    static const double x3[] = {1, -1e-8, 1e-16};
    for (int i = 0; i < 3; i++) {
        for (int gauge = 0; gauge < 2; gauge++) {
            lento_model *model = linear(1e-4, x3[i]);
            lento_options o = {.until = 2, .steps = 20};
            o.average[0].gauge = gauge;
            lento_run *run = NULL;
            lento_status status = lento_run_open(&run, model, &o);
            status = status == LENTO_DONE ? lento_run_advance(run, 2) : status;
            assert_true(status < 0);
            assert_non_null(strstr(lento_run_error(run), "--side forward"));
            lento_run_destroy(run);
            lento_model_destroy(model);
        }
    }
}

static void mode_that_stays_below_rounding_is_let_through(void **state) {
    (void)state;
    static const double x3[] = {0, 1e-30};
    for (int i = 0; i < 2; i++) {
        lento_model *model = linear(1e-4, x3[i]);
        lento_options o = {.until = 2, .steps = 20};
        double columns[MOST_COLUMNS];
        run_to_end(model, &o, columns);
        assert_near(columns[3], 0.89 * exp(4), 1e-2, "xi(2)");
        lento_model_destroy(model);
    }
}

/* rk4 with h w = 0.1 damps by 2.2e-2 in 160 relaxing runs, and by 2.9e-3 in 20 */
static void relaxing_does_not_damp(void **state) {
    (void)state;
    const double eps = 1e-5, scale = 2 * eps / ((1 + eps) * (1 + eps) + 1);
    const double re = 0.5 + scale * (1 + eps), im = -0.8 + scale,
                 exact = (re * re + im * im) * exp(4);
    static const double bound[] = {2e-5, 2e-6, 2e-7};
    for (int i = 0; i < 3; i++) {
        lento_model *model = linear(eps, 1);
        lento_options o = {.until = 2, .macro = "rk4", .steps = 40 << i};
        o.average[0].side = LENTO_FORWARD;
        o.average[0].relax = 20 * eps;
        double columns[MOST_COLUMNS];
        run_to_end(model, &o, columns);
        assert_near(columns[3], exact, bound[i], "xi(2)");
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_backward_run_is_refused),
        cmocka_unit_test(mode_that_stays_below_rounding_is_let_through),
        cmocka_unit_test(relaxing_does_not_damp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
