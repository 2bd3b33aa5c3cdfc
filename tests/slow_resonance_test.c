/* SPDX-License-Identifier: MIT
 * Frequencies near a resonance and away from it: scheme slow and the averaged equations against the full ones. What
 * counts is the detuning in slow time; a difference of frequencies that is not slow must be inside the window. */
#include "slow_support.h"

static lento_model *stellar(double a, double eps) {
    const lento_setting settings[] = {{.name = "a", .value = a},     {.name = "eps", .value = eps},
                                      {.name = "x1", .value = 0.7},  {.name = "v1", .value = 0.4},
                                      {.name = "x2", .value = -0.6}, {.name = "v2", .value = 0.9}};
    return model_of("stellar", settings, 6);
}

static lento_model *oscillators(double w1, double w2, double eps) {
    const lento_setting settings[] = {
        {.name = "w1", .value = w1}, {.name = "w2", .value = w2}, {.name = "eps", .value = eps}};
    return model_of("oscillators", settings, 3);
}

/* largest difference of columns [4, last] at the end from an accurate direct run; owns the model */
static double error_of(lento_model *model, const char *scheme, double until, long steps, int last) {
    double found[MOST_COLUMNS], exact[MOST_COLUMNS], worst = 0;
    lento_options o = {.until = until, .macro = "rk4", .steps = steps};
    o.average[0].scheme = scheme;
    run_to_end(model, &o, found);
    lento_options direct = {.until = until, .macro = "dop853", .rtol = 1e-11, .atol = 1e-12};
    direct.average[0].scheme = "direct";
    run_to_end(model, &direct, exact);
    for (int i = 4; i <= last; i++) {
        worst = fmax(worst, fabs(found[i] - exact[i]));
    }
    lento_model_destroy(model);
    return worst;
}

/* with two variables, or with amplitudes that do not turn, the errors are 0.1 and more at any eps */
static void detuned_stellar_resonance_is_followed(void **state) {
    (void)state;
    static const char *const schemes[] = {"slow", "averaged"};
    for (int k = 0; k < 2; k++) {
        for (double detuning = -1; detuning <= 3; detuning += 4) {
            const double coarse =
                error_of(stellar(2 + 1e-3 * detuning, 1e-3), schemes[k], 3, 100, 6);
            const double fine = error_of(stellar(2 + 1e-4 * detuning, 1e-4), schemes[k], 3, 100, 6);
            assert_near(coarse, 0, 2e-3, schemes[k]);
            assert_near(fine, 0, 0.3 * coarse, "falls with eps");
        }
    }
}

/* the beat |a - 2b|/eps: with the window of b alone xi1 is off by 0.18 and 0.02 */
static void stellar_beat_is_averaged_away(void **state) {
    (void)state;
    assert_near(error_of(stellar(2.1, 1e-4), "slow", 3, 30, 5), 0, 3e-3, "a = 2.1");
    assert_near(error_of(stellar(2.3, 1e-4), "slow", 3, 30, 5), 0, 1e-3, "a = 2.3");
    assert_near(error_of(stellar(1.8, 1e-4), "slow", 3, 30, 5), 0, 1e-3, "a = 1.8");
}

/* 1:1, 1:2 and 3:1 are in the coupling; detuned they were off by 0.08 and more */
static void detuned_oscillators_are_followed(void **state) {
    (void)state;
    static const double ratio[][2] = {{1, 1}, {1, 2}, {3, 1}};
    for (int i = 0; i < 3; i++) {
        const double w1 = ratio[i][0], w2 = ratio[i][1];
        assert_near(error_of(oscillators(w1, w2 + 1e-4, 1e-4), "slow", 1, 20, 5), 0, 2e-4, "1e-4");
    }
    assert_near(error_of(oscillators(1, 1.00001, 1e-5), "slow", 1, 20, 5), 0, 2e-5, "1e-5");
}

static void beats_of_the_oscillators_are_averaged_away(void **state) {
    (void)state;
    assert_near(error_of(oscillators(1, 1.1, 1e-5), "slow", 1, 20, 5), 0, 2e-4, "w2 = 1.1");
    assert_near(error_of(oscillators(1, 1.7, 1e-4), "slow", 1, 20, 5), 0, 1e-3, "w2 = 1.7");
    assert_near(error_of(oscillators(2.5, 1, 1e-4), "slow", 1, 20, 5), 0, 1e-3, "w1 = 2.5");
}

static void expect(lento_model *model, const char *code, bool expected) {
    lento_options o = {.until = 3, .steps = 30};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    assert_int_equal(warning_of(run, code) != NULL, expected);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void slow_beats_and_fast_detunings_are_reported(void **state) {
    (void)state;
    expect(stellar(2.02, 1e-4), "scales-not-separated", true);
    expect(stellar(2.1, 1e-4), "scales-not-separated", false);
    expect(oscillators(1, 1.02, 1e-4), "scales-not-separated", true);
    expect(stellar(2.0005, 1e-4), "note", true);
    expect(stellar(2.0001, 1e-4), "note", false);
    expect(oscillators(1, 1.0005, 1e-4), "note", true);
    expect(oscillators(1, 1, 1e-4), "note", false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(detuned_stellar_resonance_is_followed),
        cmocka_unit_test(stellar_beat_is_averaged_away),
        cmocka_unit_test(detuned_oscillators_are_followed),
        cmocka_unit_test(beats_of_the_oscillators_are_averaged_away),
        cmocka_unit_test(slow_beats_and_fast_detunings_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
