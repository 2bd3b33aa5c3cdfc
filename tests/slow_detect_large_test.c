/* SPDX-License-Identifier: MIT
 *
 * Detection on a large system: Fermi-Pasta-Ulam with 10 stiff springs, 40 variables, 860
 * monomials of degree 2 (ariel section 7.4: 20 linear variables and 100 bilinear
 * ones, rank 39), in under 60 s of one core and 1 GB. */
#include <setjmp.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

#include "slow_views.h"

static int count_calls(double fraction, void *user) {
    double *last = user;
    assert_true(fraction >= *last && fraction <= 1);
    *last = fraction;
    return 0;
}

static void fpu_with_10_springs_takes_less_than_a_minute_and_a_gigabyte(void **unused) {
    (void)unused;
    double springs = 10, progress = 0;
    lento_detection found;
    const clock_t start = clock(); /* processor time: one core */
    const lento_detect_options options = {
        .eps = 1e-4, .degree = 2, .progress = count_calls, .user = &progress};
    assert_int_equal(lento_detect(fpu, &springs, 40, &options, &found), LENTO_DONE);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    print_message("%.1f s, %ld MB, %ld evaluations\n", seconds, usage.ru_maxrss / 1024,
                  found.evaluations);
    assert_true(seconds < 60);
    assert_true(usage.ru_maxrss < 1024 * 1024); /* kB */
    assert_int_equal(found.rank, 39);
    assert_int_equal(found.count, 120);
    assert_int_equal(found.monomials, 860);
    assert_int_equal(found.verdict, LENTO_VERDICT_COMPLETE);
    int linear = 0;
    for (int i = 0; i < found.count; i++) {
        const lento_slow_variable *v = &found.variable[i];
        linear += v->degree == 1;
        assert_int_equal(v->polynomial.terms, v->degree);
        assert_true(v->rate < 10);
        for (int k = 0; k < v->polynomial.terms; k++) {
            assert_true(fabs(fabs(v->polynomial.coefficient[k]) - 1) < 1e-9);
        }
    }
    assert_int_equal(linear, 20);
    lento_detection_free(&found);
}

/* The same after y = A x: in coordinates where every polynomial has all its 820 or 860 terms. */
static void fpu_with_10_springs_is_found_in_random_coordinates(void **unused) {
    (void)unused;
    static const slow_system system = {
        .name = "fpu", .d = 40, .f = fpu, .p = {10}, .degree = 2, .rank = 39, .count = 120};
    slow_view *view = malloc(sizeof *view);
    slow_view_make(view, &system, 3);
    lento_detection found = slow_detect(view, (lento_detect_options){.eps = 1e-4});
    assert_int_equal(found.rank, 39);
    assert_int_equal(found.count, 120);
    lento_detection_free(&found);
    free(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fpu_with_10_springs_takes_less_than_a_minute_and_a_gigabyte),
        cmocka_unit_test(fpu_with_10_springs_is_found_in_random_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
