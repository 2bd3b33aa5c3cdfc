/* SPDX-License-Identifier: MIT
 * The free fast top: what beats the thesis's method, and precession over nutation. Expected values: card
 * fredbo 8, A5, A6. */
#include "fast_top_support.h"

#include "lento/top.h"

#define PIHAT 4.20214231077435 /* sqrt(2 Mgl I3) of the standard body */
#define MGL   36.7875

/* ---- what an expert would use instead (card fredbo 8, A6) ---- */

static void informed_methods_have_the_errors_of_the_card(void **state) {
    (void)state;
    static const struct {
        const char *frame, *macro;
        long steps, evaluations;
        double error
            [2]; /* spin 1e3, 1e5; steps grow with the spin unless they step over the nutation */
        bool over;
    } list[] = {{"body", "rk4", 1600, 6400, {3.854e-5, 5.287e-3}, false},
                {"spin-free", "rk4", 160, 640, {2.597e-6, 3.015e-4}, false},
                {"spin-free", "strang-drift", 40, 40, {9.38e-3, 9.36e-3}, false},
                {"spin-free", "blanes-moan4", 40, 240, {8.046e-7, 8.032e-7}, false},
                {"spin-free", "exponential-midpoint", 40, 80, {2.323e-7, 3.956e-7}, true}};
    static const double largest[] = {1.19585e-4, 1.19810e-8};
    for (size_t i = 0; i < LENGTH(list); i++) {
        for (int fast = 0; fast < 2; fast++) {
            const long factor = fast && !list[i].over ? 100 : 1;
            if (factor * list[i].evaluations > 100000) {
                continue;
            }
            char text[80];
            double worst[16];
            snprintf(text, sizeof text, "frame=%s spin=%s", list[i].frame, fast ? "1e5" : "1e3");
            lento_model *model = top_with(text, NULL);
            const lento_options o = direct(list[i].macro, 0.01, factor * list[i].steps);
            const lento_counts counts = errors_of(model, &o, EXACT, worst);
            assert_near(worst[C_XI3] / largest[fast] / list[i].error[fast], 1, 0.01);
            assert_int_equal(counts.force_evaluations, factor * list[i].evaluations);
            lento_model_destroy(model);
        }
    }
}

/* time inside a step follows the free parts, the negative ones too; with their size the order falls to 1 */
static void splittings_keep_their_order_when_gravity_changes(void **state) {
    (void)state;
    static const struct {
        const char *macro;
        double order;
    } list[] = {
        {"strang-drift", 2}, {"strang", 2}, {"exponential-midpoint", 2}, {"blanes-moan4", 4}};
    lento_model *model = top_with("frame=spin-free spin=20 gmod=0.5 gperiod=0.3", NULL);
    for (size_t i = 0; i < LENGTH(list); i++) {
        double error[4];
        for (int k = 0; k < 4; k++) {
            double worst[16];
            const lento_options o = direct(list[i].macro, 0.4, 40L << k);
            errors_of(model, &o, DIRECT, worst);
            error[k] = worst[C_GAMMA3];
        }
        assert_near(fitted_slope(error, 4), list[i].order, 0.25);
    }
    lento_model_destroy(model);
}

/* Close past the vertical, above and below it: phi and psi are as good as Gamma, with the right number of turns. A
 * quadrature of phi' over a step gives 1e-6 instead of 1e-10. */
static void splittings_follow_the_angles_past_the_vertical(void **state) {
    (void)state;
    static const char *const list[] = {"spin=100 Pi1=300", "spin=100 Pi1=300 theta0=2.9",
                                       "spin=100 Pi1=-300 Pi2=40 theta0=0.3"};
    for (size_t i = 0; i < LENGTH(list); i++) {
        char text[100];
        double worst[16];
        snprintf(text, sizeof text, "frame=spin-free %s", list[i]);
        lento_model *model = top_with(text, NULL);
        const lento_options o = direct("blanes-moan4", 0.1, 160);
        errors_of(model, &o, EXACT, worst);
        assert_near(worst[C_PHI], 0, 1e-9);
        assert_near(worst[C_PSI], 0, 1e-9);
        lento_model_destroy(model);
    }
}

static void splittings_of_the_spinning_frames_are_refused(void **state) {
    (void)state;
    lento_model *model = top_with("", NULL);
    const lento_options o = direct("exponential-midpoint", 0.01, 40);
    assert_refused(model, &o, "frame=spin-free");
    lento_model_destroy(model);
}

/* ---- precession over nutation (A5) ---- */

static double one_turn(double spin) {
    return TWO_PI * spin * PIHAT / MGL;
}

/* phi_L at any time, and phi after a whole number of nutations. Dividing by Pi3 instead of |L| is wrong by 2.8e-4
 * at Pi1 = 20. */
static void one_turn_of_precession_takes_1000_evaluations(void **state) {
    (void)state;
    static const struct {
        double spin, Pi1, theta0, tolerance;
    } list[] = {{1e3, 1e-3, 0.2, 1e-10}, {1e5, 1e-5, 0.2, 1e-13}, {1e3, 0, 1.2, 1e-10},
                {200, 20, 0.6, 1e-7},    {100, 0, 0.2, 1e-7},     {50, 0, 0.6, 9e-7}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        char text[100];
        double worst[16], columns[16];
        snprintf(text, sizeof text, "frame=space spin=%g Pi1=%g theta0=%g", list[i].spin,
                 list[i].Pi1, list[i].theta0);
        lento_model *model = top_with(text, NULL);
        lento_options o = slow("rk4", one_turn(list[i].spin), 1);
        const lento_counts counts = errors_of(model, &o, EXACT, worst);
        assert_true(counts.force_evaluations <= 1000);
        assert_near(worst[C_OWN] / TWO_PI, 0, list[i].tolerance);
        const lento_fast_body body = {MGL, 3.12, 0.24, list[i].spin * PIHAT};
        const double start[5] = {list[i].Pi1, 0, 0, sin(list[i].theta0), cos(list[i].theta0)};
        lento_fast_exact exact;
        assert_null(lento_fast_exact_setup(&body, start, &exact));
        const double whole = rint(o.until / exact.period);
        o.until = whole * exact.period;
        run_to_end(model, &o, columns);
        assert_near(columns[C_PHI] / (whole * exact.turn), 1, list[i].tolerance);
        lento_model_destroy(model);
    }
}

static void modulated_gravity_is_averaged_with_the_same_work(void **state) {
    (void)state;
    static const struct {
        double spin, phi, relative;
    } list[] = {{20, 6.40037503, 8.6e-5},
                {60, 6.29574839, 1.1e-6},
                {200, 6.284311497, 1e-8},
                {1e3, 6.283230338, 3e-10}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        char text[80];
        double columns[16];
        snprintf(text, sizeof text, "frame=space gmod=0.5 spin=%g", list[i].spin);
        lento_model *model = top_with(text, NULL);
        const lento_options o = slow("rk4", one_turn(list[i].spin), 8);
        const lento_counts counts = run_to_end(model, &o, columns);
        assert_near(columns[C_OWN] / list[i].phi, 1, list[i].relative);
        assert_true(counts.force_evaluations <= 10000);
        lento_model_destroy(model);
    }
}

/* Mgl/Pi3 is wrong by I1 cos(theta)/(2 I3 spin^2) */
static void the_formula_alone_is_of_first_order(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const double spin = i == 0 ? 100 : 1e3;
        char text[80];
        double worst[16];
        snprintf(text, sizeof text, "frame=space spin=%g", spin);
        lento_model *model = top_with(text, NULL);
        lento_options o = slow("rk4", one_turn(spin), 1);
        o.average[0].scheme = "averaged";
        errors_of(model, &o, EXACT, worst);
        assert_near(worst[C_OWN] / TWO_PI * spin * spin, 6.37, 0.02);
        lento_model_destroy(model);
    }
}

static void precession_is_for_scheme_slow(void **state) {
    (void)state;
    lento_model *model = top_with("frame=space", NULL);
    lento_options o = slow("rk4", 1, 1);
    o.average[0].scheme = "sync";
    assert_refused(model, &o, "scheme slow");
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(informed_methods_have_the_errors_of_the_card),
        cmocka_unit_test(splittings_keep_their_order_when_gravity_changes),
        cmocka_unit_test(splittings_follow_the_angles_past_the_vertical),
        cmocka_unit_test(splittings_of_the_spinning_frames_are_refused),
        cmocka_unit_test(one_turn_of_precession_takes_1000_evaluations),
        cmocka_unit_test(modulated_gravity_is_averaged_with_the_same_work),
        cmocka_unit_test(the_formula_alone_is_of_first_order),
        cmocka_unit_test(precession_is_for_scheme_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
