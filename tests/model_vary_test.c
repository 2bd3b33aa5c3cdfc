/* SPDX-License-Identifier: MIT
 * A model with other numbers, and the parameter that a problem declares as what makes it fast. */
#include "support.h"

static double value_of(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_parameters(model); i++) {
        double value;
        if (strcmp(lento_model_parameter(model, i, &value, NULL), name) == 0) {
            return value;
        }
    }
    return NAN;
}

static double fastest(const lento_model *model) {
    const lento_system *s = lento_model_system(model);
    return lento_frequency(lento_fastest(s));
}

static lento_model *faster(const lento_model *model, double factor) {
    lento_model *out = NULL;
    if (lento_model_faster(&out, model, factor) != LENTO_DONE) {
        fail_msg("%s", lento_model_error(out));
    }
    return out;
}

static void every_declaration_scales_the_fastest_frequency(void **state) {
    (void)state;
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    int declared = 0;
    for (size_t i = 0; i < n; i++) {
        lento_model *model = model_of(list[i]->name, "");
        const bool fast = lento_scales(lento_model_system(model)) > 0;
        double eps;
        assert_int_equal(lento_model_fast(model, &eps) != NULL, fast);
        if (fast) {
            lento_model *other = faster(model, 7);
            assert_near(fastest(other) / fastest(model), 7, 1e-12);
            lento_model_destroy(other);
            declared++;
        }
        lento_model_destroy(model);
    }
    assert_true(declared > 8);
}

/* l omega = 1: nothing but the name tells the length from a period */
static void values_that_coincide_change_nothing(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "l=0.001 omega=1000 v=1");
    lento_model *other = faster(model, 10);
    double eps;
    assert_string_equal(lento_model_fast(model, &eps), "omega");
    assert_near(eps, 1e-3, 0);
    assert_near(value_of(other, "l"), 0.001, 0);
    assert_near(value_of(other, "omega"), 1e4, 0);
    lento_model_destroy(other);
    lento_model_destroy(model);
}

static void all_stiff_springs_become_faster_and_soft_ones_stay(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "masses=12 omega1=400 omega2=1 omega12=900");
    lento_model *other = faster(model, 3);
    assert_string_equal(lento_model_fast(model, NULL),
                        "omega1 omega3 omega4 omega5 omega6 omega7 omega8 omega9 omega10 omega11 "
                        "omega12 ");
    assert_near(value_of(other, "omega1"), 1200, 0);
    assert_near(value_of(other, "omega2"), 1, 0);
    assert_near(value_of(other, "omega12"), 2700, 0);
    lento_model_destroy(other);
    lento_model_destroy(model);
}

static void vibrated_top_is_fast_by_its_vibration(void **state) {
    (void)state;
    const lento_setting vibrated = {.name = "vibration", .text = "vertical"};
    lento_model *model = model_of("fast-top", "spin=200"), *other = NULL;
    assert_string_equal(lento_model_fast(model, NULL), "spin");
    assert_int_equal(lento_model_with(&other, model, &vibrated, 1), LENTO_DONE);
    assert_string_equal(lento_model_fast(other, NULL), "omega");
    assert_near(value_of(other, "spin"), 200, 0);
    lento_model_destroy(other);
    lento_model_destroy(model);
}

/* x2 = 2 + 1/omega2 unless it is given */
static void defaults_follow_what_was_changed_and_settings_stay(void **state) {
    (void)state;
    const lento_setting omega = {.name = "omega2", .value = 100};
    lento_model *free_start = model_of("springs", ""), *fixed = model_of("springs", "x2=2.5");
    lento_model *a = NULL, *b = NULL;
    assert_int_equal(lento_model_with(&a, free_start, &omega, 1), LENTO_DONE);
    assert_int_equal(lento_model_with(&b, fixed, &omega, 1), LENTO_DONE);
    assert_near(value_of(a, "x2"), 2.01, 1e-15);
    assert_near(value_of(b, "x2"), 2.5, 0);
    lento_model_destroy(a);
    lento_model_destroy(b);
    lento_model_destroy(free_start);
    lento_model_destroy(fixed);
}

static void what_cannot_be_varied_is_refused_in_words(void **state) {
    (void)state;
    lento_model *top = model_of("top", ""), *out = NULL;
    const lento_setting bad = {.name = "gg", .value = 1};
    assert_int_equal(lento_model_faster(&out, top, 2), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_model_error(out), "does not declare"));
    lento_model_destroy(out);
    assert_int_equal(lento_model_with(&out, top, &bad, 1), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_model_error(out), "no parameter 'gg'"));
    lento_model_destroy(out);
    assert_true(lento_model_faster(&out, NULL, 2) < 0);
    lento_model_destroy(out);
    lento_model_destroy(top);

    lento_problem wrong = *lento_problem_find("kapitza");
    static const char *const names[] = {"omga", "Q", "1/", "omega thta0"};
    for (size_t i = 0; i < LENGTH(names); i++) {
        wrong.fast = names[i];
        assert_int_equal(lento_model_create(&out, &wrong, NULL, 0), LENTO_BAD_SYSTEM);
        assert_non_null(strstr(lento_model_error(out), names[i]));
        lento_model_destroy(out);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_declaration_scales_the_fastest_frequency),
        cmocka_unit_test(values_that_coincide_change_nothing),
        cmocka_unit_test(all_stiff_springs_become_faster_and_soft_ones_stay),
        cmocka_unit_test(vibrated_top_is_fast_by_its_vibration),
        cmocka_unit_test(defaults_follow_what_was_changed_and_settings_stay),
        cmocka_unit_test(what_cannot_be_varied_is_refused_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
