/* SPDX-License-Identifier: MIT
 *
 * What detection of slow variables says and when it ends: verdicts, cost, progress, bad input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "slow_views.h"

static void scale_in_between_is_not_called_slow(void **unused) {
    (void)unused;
    lento_detection found;
    lento_detect(three_scales, NULL, 5, &(lento_detect_options){.eps = 1e-2}, &found);
    assert_int_equal(found.rank, 3);
    assert_int_equal(found.count, 3);
    assert_true(found.middle_scale);
    lento_detection_free(&found);
}

static int all_slow(double eps, const double x[], double f[], void *params) {
    (void)eps;
    (void)params;
    f[0] = x[1];
    f[1] = -x[0] * x[0];
    return 0;
}

static void nothing_fast_is_said(void **unused) {
    (void)unused;
    lento_detection found;
    assert_int_equal(lento_detect(all_slow, NULL, 2, &(lento_detect_options){.eps = 1e-2}, &found),
                     0);
    assert_int_equal(found.verdict, LENTO_VERDICT_NOTHING_FAST);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void too_many_monomials_end_the_search_and_are_reported(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[4], 0);
    lento_detection found =
        slow_detect(&view, (lento_detect_options){.eps = 1e-3, .monomials = 60});
    assert_int_equal(found.status, LENTO_DONE);
    assert_int_equal(found.verdict, LENTO_VERDICT_MONOMIALS);
    assert_string_equal(lento_verdict_code(found.verdict), "monomial-limit");
    assert_int_equal(found.degree, 3);
    assert_int_equal(found.monomials, 34);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void cost_is_known_before_the_run(void **unused) {
    (void)unused;
    const int monomials[] = {90, 454, 1819};
    for (int m = 2; m <= 4; m++) {
        const lento_detect_cost cost =
            lento_detect_estimate(12, &(lento_detect_options){.eps = 1, .degree = m});
        assert_int_equal((int)cost.monomials, monomials[m - 2]);
        assert_int_equal(cost.degree, m);
    }
    const lento_detect_cost cost =
        lento_detect_estimate(40, &(lento_detect_options){.eps = 1, .degree = 3});
    assert_int_equal(cost.degree, 2);
    assert_int_equal((int)cost.monomials, 860);
    assert_int_equal((int)cost.wanted, 12340);
    assert_true(cost.bytes > 8.0 * 860 * 860 && cost.bytes < 1e9);
}

static int stop_half_way(double fraction, void *user) {
    *(double *)user = fraction;
    return fraction > 0.02;
}

static void progress_can_stop_and_keeps_what_was_found(void **unused) {
    (void)unused;
    slow_view view;
    double fraction = 0;
    slow_view_make(&view, &slow_systems[3], 0);
    lento_detection found = slow_detect(
        &view, (lento_detect_options){.eps = 1e-3, .progress = stop_half_way, .user = &fraction});
    assert_int_equal(found.status, LENTO_STOPPED);
    assert_int_equal(found.verdict, LENTO_VERDICT_STOPPED);
    assert_true(fraction > 0.02 && fraction < 0.5);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void same_seed_gives_the_same_bits(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[5], 4);
    lento_detection a = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = 9});
    lento_detection b = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = 9});
    assert_int_equal(a.count, b.count);
    assert_int_equal(a.evaluations, b.evaluations);
    for (int i = 0; i < a.count; i++) {
        const lento_polynomial *p = &a.variable[i].polynomial, *q = &b.variable[i].polynomial;
        assert_int_equal(p->terms, q->terms);
        assert_memory_equal(p->coefficient, q->coefficient, (size_t)p->terms * sizeof(double));
        assert_true(a.variable[i].rate == b.variable[i].rate);
    }
    lento_detection_free(&a);
    lento_detection_free(&b);
}

/* ---- bad input ---- */
static int failing(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps;
    f[1] = -x[0] / eps;
    return x[0] > 0.5;
}

static int singular(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps;
    f[1] = -x[0] / eps + sqrt(x[0]);
    return 0;
}

static void failures_of_the_field_are_errors_with_a_sentence(void **unused) {
    (void)unused;
    lento_detection found;
    const lento_detect_options options = {.eps = 1e-2};
    assert_int_equal(lento_detect(failing, NULL, 2, &options, &found), LENTO_CALLBACK_FAILED);
    assert_non_null(strstr(found.message, "right-hand side failed"));
    lento_detection_free(&found);
    assert_int_equal(lento_detect(singular, NULL, 2, &options, &found), LENTO_NOT_FINITE);
    assert_non_null(strstr(found.message, "not finite"));
    lento_detection_free(&found);
}

static void bad_options_are_refused(void **unused) {
    (void)unused;
    const lento_detect_options bad[] = {
        {.eps = 0},
        {.eps = -1},
        {.eps = NAN},
        {.eps = 1e-2, .degree = 13},
        {.eps = 1e-2, .degree = -1},
        {.eps = 1e-2, .radius = -1},
        {.eps = 1e-2, .oversampling = 1},
        {.eps = 1e-2, .monomials = -5},
        {.eps = 1e-2, .rank_tolerance = 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lento_detection found;
        assert_int_equal(lento_detect(all_slow, NULL, 2, &bad[i], &found), LENTO_BAD_OPTION);
        assert_true(strlen(found.message) > 10);
        lento_detection_free(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scale_in_between_is_not_called_slow),
        cmocka_unit_test(nothing_fast_is_said),
        cmocka_unit_test(too_many_monomials_end_the_search_and_are_reported),
        cmocka_unit_test(cost_is_known_before_the_run),
        cmocka_unit_test(progress_can_stop_and_keeps_what_was_found),
        cmocka_unit_test(same_seed_gives_the_same_bits),
        cmocka_unit_test(failures_of_the_field_are_errors_with_a_sentence),
        cmocka_unit_test(bad_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
