/* SPDX-License-Identifier: MIT
 * What a problem declares about its force is looked at before a multiscale run: even, so many harmonics, independent of
 * the velocity. True declarations and forces that cannot be looked at give no warning and cost no count. */
#include "support.h"
#include "warning.h"

/* q'' = -q + w (cos th + a sin th + b cos 3 th) sin q - c v, and a limit beyond which it fails */
typedef struct force {
    double a, b, c, most;
} force;

static int shaken(double t, const lento_phase phase[], const double q[], const double v[],
                  double f[], void *params) {
    (void)t;
    const force *p = params;
    const double th = phase[0].angle;
    f[0] = -q[0] + 1e4 * (cos(th) + p->a * sin(th) + p->b * cos(3 * th)) * sin(q[0]) - p->c * v[0];
    return fabs(v[0]) > p->most;
}

static const lento_warning *declared(force p, lento_fast says, lento_run **run) {
    static const double start[] = {0.3, 0.1};
    static force keep;
    static lento_fast fast;
    keep = p;
    fast = says;
    fast.count = 1;
    fast.scale[0] = (lento_scale){.frequency = 1e4, .forced = true};
    lento_system s = {.order = 2, .size = 1, .rate = shaken, .params = &keep, .fast = &fast};
    lento_options o = {.until = 1, .macro = "verlet", .steps = 10};
    o.average[0] = (lento_average){.scheme = "async", .kernel = "triangle"};
    assert_int_equal(lento_run_create(run, &s, start, &o), LENTO_DONE);
    return warning_of(*run, "declaration");
}

static void false_words_about_the_force_are_reported(void **state) {
    (void)state;
    static const struct {
        force p;
        lento_fast says;
        const char *word;
    } CASES[] = {{{.a = 1e-3, .most = 9}, {.even = true}, "even in the fast phase"},
                 {{.b = 1e-3, .most = 9}, {.even = true, .harmonics = 2}, "harmonics"},
                 {{.c = 1, .most = 9}, {.even = true}, "velocity"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        lento_run *run = NULL;
        const lento_warning *warning = declared(CASES[i].p, CASES[i].says, &run);
        assert_non_null(warning);
        assert_non_null(strstr(warning->text, CASES[i].word));
        assert_true(warning->value > warning->limit);
        lento_run_destroy(run);
    }
}

static void true_words_are_not_and_looking_costs_nothing(void **state) {
    (void)state;
    static const struct {
        force p;
        lento_fast says;
    } CASES[] = {{{.most = 9}, {.even = true}},
                 {{.a = 1, .most = 9}, {0}},
                 {{.b = 1, .most = 9}, {.even = true, .harmonics = 3}},
                 {{.c = 1, .most = 0.12}, {.even = true}}}; /* fails at the other velocity */
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        lento_run *run = NULL;
        assert_null(declared(CASES[i].p, CASES[i].says, &run));
        assert_int_equal(lento_run_counts(run).force_evaluations, 0);
        assert_string_equal(lento_run_error(run), "");
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(false_words_about_the_force_are_reported),
        cmocka_unit_test(true_words_are_not_and_looking_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
