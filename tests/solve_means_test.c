/* SPDX-License-Identifier: MIT
 * Hands-off runs of problems that start from means: start and columns are the means of every other scheme. They agree
 * with direct runs in the mean gauge and with async within the bars, where returns are followed, where plain integration
 * is used, and where a scheme with controlled steps takes over. */
#include "lento/study.h"
#include "support.h"

enum { ROWS = 4, MOST_WIDE = 8 };

typedef struct way {
    const char *problem, *setting;
    double until, tolerance;
    lento_options truth;
    double off; /* error of the truth, of the largest value: its windows have steps of their own */
} way;

static lento_options run_of(const char *scheme, int phases, double rtol) {
    lento_options o = {.macro = "dop853", .rtol = rtol, .atol = rtol * 1e-3};
    o.average[0].scheme = scheme;
    o.average[0].phases = phases;
    o.average[0].micro = phases > 0 ? "stormer-fitted" : NULL;
    return o;
}

static void agrees(const way *w) {
    lento_model *model = model_of(w->problem, w->setting);
    const lento_solve_options asked = {
        .until = w->until, .tolerance = w->tolerance, .samples = ROWS};
    lento_options o = w->truth;
    lento_answer a;
    lento_run *run;
    double columns[MOST_WIDE];
    assert_int_equal(lento_solve_model(&a, model, &asked), LENTO_DONE);
    if (a.outcome != LENTO_AVERAGED && a.outcome != LENTO_DIRECT) {
        fail_msg("%s %s: %s", w->problem, w->setting, a.sentence);
    }
    assert_true(a.bar <= w->tolerance);
    o.until = w->until;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    for (int j = 0; j < ROWS; j++) {
        assert_int_equal(lento_run_advance(run, a.times[j]), LENTO_DONE);
        assert_int_equal(lento_run_columns(run, a.times[j], columns), LENTO_DONE);
        for (int k = 0; k < a.columns; k++) {
            const double apart = fabs(a.values[j * a.columns + k] - columns[k]) / a.magnitude[k];
            if (!(apart <= a.bars[j] + w->off)) {
                fail_msg("%s %s: column %d at %g is %.2e apart, bar %.2e", w->problem, w->setting,
                         k, a.times[j], apart, a.bars[j]);
            }
        }
    }
    lento_run_destroy(run);
    lento_answer_free(&a);
    lento_model_destroy(model);
}

static void hands_off_shows_the_means_of_other_schemes(void **state) {
    (void)state;
    const way ways[] = {
        {"kapitza", "omega=1e3", 1, 1e-6, run_of("direct", 0, 1e-12), 3e-7},
        {"kapitza", "omega=1e4", 1, 1e-7, run_of("direct", 0, 1e-12), 1e-8},
        {"kapitza", "omega=3e3 v=8", 2, 1e-6, run_of("direct", 0, 1e-12), 3e-7},
        {"vibrated", "omega=1e3", 1, 1e-6, run_of("direct", 0, 1e-12), 3e-7},
        {"kapitza", "omega=1e6", 1, 1e-6, run_of("async", 2, 1e-11), 1e-8},
        {"kapitza", "omega=1e9", 1, 1e-6, run_of("async", 2, 1e-11), 1e-6},
    };
    for (size_t i = 0; i < LENGTH(ways); i++) {
        agrees(&ways[i]);
    }
}

/* too dear for returns: a scheme with controlled steps meets the tolerance */
static void long_spans_are_met(void **state) {
    (void)state;
    agrees(&(way){"kapitza", "omega=1e6", 20, 1e-6, run_of("async", 2, 1e-10), 3e-7});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_off_shows_the_means_of_other_schemes),
        cmocka_unit_test(long_spans_are_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
