/* SPDX-License-Identifier: MIT
 *
 * beat_test.c - declared fast frequencies whose difference is slow: schemes that average warn, with the period. */
#include "support.h"

#include "warning.h"

/* The period of the beat that a run warns of; 0: none. */
static double period_of(const char *settings, const char *scheme, int levels) {
    lento_model *model = model_of("two-tone", settings);
    lento_options o = {.until = 0.01};
    for (int l = 0; l < levels; l++) {
        o.average[l].scheme = scheme;
    }
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    const lento_warning *beat = warning_of(run, "beat");
    const double period = beat ? beat->limit : 0;
    lento_run_destroy(run);
    lento_model_destroy(model);
    return period;
}

static void close_frequencies_are_warned_of(void **state) {
    (void)state;
    static const char *const schemes[] = {"averaged", "async", "sync"};
    for (int i = 0; i < 3; i++) {
        for (int levels = 1; levels <= 2; levels++) {
            assert_near(period_of("omega1=3000 omega2=3003", schemes[i], levels), 6.283185 / 3,
                        1e-3);
            assert_near(period_of("omega1=3000 omega2=6010", schemes[i], levels), 6.283185 / 10,
                        1e-3);
            assert_true(period_of("omega1=3000 omega2=6000", schemes[i], levels) > 1e300);
            assert_true(period_of("omega1=3000 omega2=300000", schemes[i], levels) == 0);
        }
    }
    assert_true(period_of("omega1=3000 omega2=3003", "direct", 1) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(close_frequencies_are_warned_of)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
