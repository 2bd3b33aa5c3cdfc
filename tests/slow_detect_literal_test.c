/* SPDX-License-Identifier: MIT
 *
 * The detection procedure as published (ariel section 3.2), with its failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "slow_systems.h"

static lento_detection literal(int system, lento_detect_options options) {
    lento_detection found;
    const slow_system *s = &slow_systems[system];
    lento_detect_literal(s->f, (void *)(uintptr_t)s->p, s->d, &options, &found);
    assert_int_equal(found.status, LENTO_DONE);
    return found;
}

static void literal_procedure_works_for_linear_fast_parts_and_tiny_eps(void **unused) {
    (void)unused;
    const double spacing[] = {0.3, 1};
    const int systems[] = {0, 1, 2, 6};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++) {
            lento_detection found = literal(
                systems[k],
                (lento_detect_options){.eps = 1e-6, .degree = 3, .grid_spacing = spacing[i]});
            assert_int_equal(found.rank, slow_systems[systems[k]].rank);
            assert_int_equal(found.count, found.rank);
            for (int n = 0; n < found.count; n++) {
                assert_true(found.variable[n].slow);
            }
            lento_detection_free(&found);
        }
    }
}

static void literal_procedure_finds_too_many_at_moderate_eps(void **unused) {
    (void)unused;
    const int systems[] = {0, 1, 2, 6};
    for (int k = 0; k < 4; k++) {
        lento_detection found = literal(systems[k], (lento_detect_options){.eps = 1e-2});
        assert_true(found.rank > slow_systems[systems[k]].rank);
        lento_detection_free(&found);
    }
}

/* z alone looks slow on every axis, whatever eps, spacing and degree; it is not. */
static void literal_procedure_is_wrong_for_kapitza_with_x0_zero(void **unused) {
    (void)unused;
    const double eps[] = {1e-2, 1e-4, 1e-6}, spacing[] = {0.3, 1};
    for (int k = 0; k < 12; k++) {
        lento_detection found = literal(
            5, (lento_detect_options){
                   .eps = eps[k % 3], .degree = 2 + k / 6, .grid_spacing = spacing[k / 3 % 2]});
        bool z_is_called_slow = false;
        for (int n = 0; n < found.count; n++) {
            const lento_polynomial *p = &found.variable[n].polynomial;
            if (found.variable[n].degree == 1 && p->terms == 1 && p->power[4] == 1) {
                z_is_called_slow = true;
                assert_false(found.variable[n].slow);
                assert_true(found.variable[n].rate > 1 / eps[k % 3]);
            }
        }
        assert_true(z_is_called_slow);
        lento_detection_free(&found);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literal_procedure_works_for_linear_fast_parts_and_tiny_eps),
        cmocka_unit_test(literal_procedure_finds_too_many_at_moderate_eps),
        cmocka_unit_test(literal_procedure_is_wrong_for_kapitza_with_x0_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
