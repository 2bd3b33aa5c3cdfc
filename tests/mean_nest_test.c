/* SPDX-License-Identifier: MIT
 * Averages of averages on problem `two-tone`. */
#include "support.h"

static double two_tone_error(const char *outer, const char *inner, const char *micro, int n,
                             long *steps) {
    lento_model *model = model_of("two-tone", "");
    const lento_options reference = accurate(1, "averaged", "averaged");
    lento_options o = {.until = 1, .macro = "rk4", .steps = 240};
    const char *const scheme[] = {outer, inner};
    for (int l = 0; l < 2; l++) {
        o.average[l].scheme = scheme[l];
        o.average[l].micro = micro;
        o.average[l].micro_per_period = n;
        o.average[l].phases = strcmp(scheme[l], "async") == 0 ? 2 : 0;
    }
    lento_counts counts;
    const double error = worst_error(model, &o, &reference, 0, &counts);
    *steps = counts.micro_steps;
    lento_model_destroy(model);
    return error;
}

/* The level above a nested sync knows nothing of the faster phase, so it is that of the time, which stands still in
 * the windows of async and moves in those of sync. The answer is that of a nested async wherever the phase starts,
 * within 2e-9 and 2e-8; a reconstruction a quarter turn beside the micro run is off by 2e-8 and 2e-7. */
static void sync_inside_a_nest_agrees_with_async_at_any_phase(void **state) {
    (void)state;
    static const char *const outer[] = {"async", "sync"};
    for (int i = 0; i < 2; i++) {
        lento_options o = {.until = 0.5, .macro = "rk4", .steps = 20};
        double end[2], expected[2];
        for (int k = -1; k < 3; k++) {
            lento_model *model = model_of("two-tone", "");
            lento_fast fast = *lento_model_system(model)->fast;
            fast.scale[1].phase = k > 0 ? 1.1 * k : 0;
            lento_model_edit(model)->fast = &fast;
            o.average[0].scheme = outer[i];
            o.average[1].scheme = k < 0 ? "async" : "sync";
            run_to_end(model, &o, k < 0 ? expected : end);
            if (k >= 0) {
                assert_near(end[0], expected[0], 5e-9);
                assert_near(end[1], expected[1], 5e-8);
            }
            lento_model_destroy(model);
        }
    }
}

/* Every mixture converges to the closed form with order 2 in the micro steps. Phases taken from t inside the
 * nest are off by more than 1; an average that drops the other tone is off by 0.3. */
static void average_of_an_average_meets_its_closed_form(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"async", "async"},    {"async", "sync"},
                                           {"sync", "async"},     {"sync", "sync"},
                                           {"async", "averaged"}, {"sync", "averaged"}};
    for (size_t i = 0; i < LENGTH(pairs); i++) {
        long steps;
        const double coarse = two_tone_error(pairs[i][0], pairs[i][1], "verlet", 20, &steps);
        const double fine = two_tone_error(pairs[i][0], pairs[i][1], "verlet", 40, &steps);
        assert_between(coarse / fine, 3.9, 4.15);
        assert_between(fine, 1e-3, 9e-3);
    }
}

/* With fitted steps on both levels the floor is that of the slower tone alone (its inner average in closed
 * form), O(1/omega1^2): the inner average adds nothing. */
static void inner_average_adds_no_error_of_its_own(void **state) {
    (void)state;
    long nested, closed;
    const double both = two_tone_error("async", "async", "stormer-fitted", 4, &nested);
    const double one = two_tone_error("async", "averaged", "stormer-fitted", 4, &closed);
    assert_true(one < 5e-6);
    assert_near(both, one, 2e-7);
    assert_int_equal(closed, 240 * 4 * 2 * 2); /* macro stages, phases, micro steps */
    assert_int_equal(nested,
                     closed / 2 * 3 * 4); /* 3 forces per outer window, each 2 phases of 2 steps */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sync_inside_a_nest_agrees_with_async_at_any_phase),
        cmocka_unit_test(average_of_an_average_meets_its_closed_form),
        cmocka_unit_test(inner_average_adds_no_error_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
