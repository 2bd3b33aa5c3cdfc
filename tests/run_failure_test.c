/* SPDX-License-Identifier: MIT
 * Runs that fail, are refused or warned: what is left and what is said. */
#include "support.h"

static int fails_late(double t, const lento_phase phase[], const double q[], const double v[],
                      double f[], void *params) {
    (void)phase, (void)v;
    f[0] = -q[0];
    if (t >= 0.499) {
        f[0] = NAN;
        return params ? 1 : 0;
    }
    return 0;
}

static void failed_run_keeps_the_last_good_state(void **state) {
    (void)state;
    static const char *const methods[] = {"verlet", "rk4", "dop853", "yoshida4"};
    for (size_t i = 0; i < 2 * LENGTH(methods); i++) {
        int flag;
        const lento_system system = {
            .order = 2, .size = 1, .rate = fails_late, .params = i % 2 ? &flag : NULL};
        const lento_options o = {.until = 1, .macro = methods[i / 2], .steps = 1000};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, (const double[]){1, 0}, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 1),
                         i % 2 ? LENTO_CALLBACK_FAILED : LENTO_NOT_FINITE);
        assert_between(lento_run_time(run), 0.496,
                       0.5); /* to the step, although steps come in batches */
        const double *y = lento_run_state(run), t = lento_run_time(run);
        assert_near(y[0], cos(t), 2e-6);
        assert_near(y[1], -sin(t), 1e-3);
        assert_non_null(strstr(lento_run_error(run), "the last good state is at t = 0.49"));
        assert_int_equal(lento_run_status(run), lento_run_advance(run, 2));
        lento_run_destroy(run);
    }
}

static void bad_options_are_one_clear_sentence(void **state) {
    (void)state;
    const struct {
        lento_options o;
        const char *says;
    } rows[] = {
        {{.until = -1}, "end time must be positive"},
        {{.until = NAN}, "end time must be positive"},
        {{.until = 1, .steps = -3}, "must be positive"},
        {{.until = 1, .macro_step = INFINITY}, "must be positive"},
        {{.until = 1, .steps = 3, .macro_step = 1}, "not both"},
        {{.until = 1, .macro = "verlet", .rtol = 1e-6}, "adaptive method"},
        {{.until = 1, .macro = "dop853", .rtol = 1e-6, .steps = 10}, "not both"},
        {{.until = 1, .macro_step = 1e-300}, "too many"},
        {{.until = 1, .macro = "a-name-that-is-longer-than-any-name-the-library-will-ever-have"},
         "unknown method"}};
    lento_model *model = model_of("kapitza", "");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        lento_run *run = NULL;
        assert_int_equal(lento_run_open(&run, model, &rows[i].o), LENTO_BAD_OPTION);
        if (!strstr(lento_run_error(run), rows[i].says)) {
            fail_msg("\"%s\" does not say \"%s\"", lento_run_error(run), rows[i].says);
        }
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
    lento_run_destroy(NULL);
}

static void window_longer_than_the_macro_step_is_a_warning(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e4");
    const lento_options o = {
        .until = 1, .steps = 80, .average = {{.scheme = "async", .kernel = "exp1"}}};
    lento_run *run = open_run(model, &o);
    const lento_warning *w;
    assert_int_equal(lento_run_warnings(run, &w), 1);
    assert_string_equal(w->code, "scales-not-separated");
    assert_near(w->value, 40 * TWO_PI / 1e4, 1e-12);
    assert_near(w->limit, 1.0 / 80, 1e-15);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_run_keeps_the_last_good_state),
        cmocka_unit_test(bad_options_are_one_clear_sentence),
        cmocka_unit_test(window_longer_than_the_macro_step_is_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
