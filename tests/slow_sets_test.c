/* SPDX-License-Identifier: MIT
 * Sets of slow variables that cannot carry the scheme are refused or reported: dependent at the start or everywhere,
 * fast, incomplete. */
#include "slow_support.h"

/* the paper's three variables at the paper's start: rank 2, and the run would stay there for ever */
/* the first three of the four variables of stellar */
static int first_three(double t, const lento_phase phase[], const double x[], double xi[],
                       double gradient[], double explicit_rate[], void *params) {
    double values[4], rows[16];
    const lento_model *stellar = params;
    const int bad = lento_model_slow(stellar)->slow(t, phase, x, values, rows, NULL,
                                                    lento_model_system(stellar)->params);
    lento_slow_put(xi, 3, values);
    lento_slow_put(gradient, 12, rows);
    lento_slow_put(explicit_rate, 3, NULL);
    return bad;
}

static void dependent_variables_at_the_start_are_reported(void **state) {
    (void)state;
    lento_model *stellar = model_of("stellar", NULL, 0), *model = model_of("stellar", NULL, 0);
    const lento_slow_set three = {.size = 3, .slow = first_three, .params = stellar};
    lento_model_use(model, &three);
    lento_options o = {.until = 3, .steps = 10};
    o.average[0].scheme = "slow";
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    assert_non_null(warning_of(run, "rank-deficient-start"));
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_model_destroy(stellar);
}

/* own variables of stellar, each a combination of squares and coordinates: row i of the table times
 * (x1, v1, x2, v2, x1^2 + v1^2, x2^2 + v2^2, x1 x2^2 - x1 v2^2 + 2 v1 x2 v2) */
enum { TERMS = 7 };
typedef struct combination {
    int count;
    double row[4][TERMS];
} combination;

static int combined(double t, const lento_phase phase[], const double x[], double xi[],
                    double gradient[], double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const combination *c = params;
    const double a = x[0], b = x[1], y = x[2], z = x[3];
    const double value[TERMS] = {
        a, b, y, z, a * a + b * b, y * y + z * z, a * y * y - a * z * z + 2 * b * y * z};
    const double slope[TERMS][4] = {
        {1},
        {0, 1},
        {0, 0, 1},
        {0, 0, 0, 1},
        {2 * a, 2 * b},
        {0, 0, 2 * y, 2 * z},
        {y * y - z * z, 2 * y * z, 2 * a * y + 2 * b * z, 2 * b * y - 2 * a * z}};
    for (int i = 0; i < c->count; i++) {
        double sum = 0, g[4] = {0};
        for (int k = 0; k < TERMS; k++) {
            sum += c->row[i][k] * value[k];
            for (int j = 0; j < 4; j++) {
                g[j] += c->row[i][k] * slope[k][j];
            }
        }
        if (xi) {
            xi[i] = sum;
        }
        if (gradient) {
            memcpy(gradient + 4 * i, g, sizeof g);
        }
        if (explicit_rate) {
            explicit_rate[i] = 0;
        }
    }
    return 0;
}

static lento_status run_combined(const combination *c, double a, double eps, lento_run **run) {
    const lento_setting settings[] = {{.name = "a", .value = a}, {.name = "eps", .value = eps}};
    lento_model *model = model_of("stellar", settings, 2);
    const lento_slow_set own = {.size = c->count, .slow = combined, .params = (void *)c};
    lento_model_use(model, &own);
    lento_options o = {.until = 1, .steps = 2};
    o.average[0].scheme = "slow";
    lento_status status = lento_run_open(run, model, &o);
    status = status == LENTO_DONE ? lento_run_advance(*run, 0.4) : status;
    lento_model_destroy(model);
    return status;
}

/* Twice the same, a sum of the others, a constant: the set has a lower rank at every point. */
static void variables_dependent_everywhere_are_refused(void **state) {
    (void)state;
    const combination bad[] = {
        {2, {{1}, {2}}},
        {3, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 1}}},
        {3, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 3, -2}}},
        {1, {{0}}},
    };
    const int rank[] = {1, 2, 2, 0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lento_run *run = NULL;
        char expected[40];
        assert_int_equal(run_combined(&bad[i], 2, 1e-4, &run), LENTO_BAD_OPTION);
        snprintf(expected, sizeof expected, "slow variable %d ", rank[i] + 1);
        assert_non_null(strstr(lento_run_error(run), expected));
        lento_run_destroy(run);
    }
}

/* A coordinate oscillates with the fast frequency; the energies and the relative phase do not. */
static void fast_variable_is_reported_and_slow_ones_are_not(void **state) {
    (void)state;
    const combination fast[] = {{1, {{1}}},
                                {2, {{0, 0, 0, 0, 1}, {0, 0, 0, 1}}},
                                {3, {{0, 0, 0, 0, 1}, {0, 0, 1, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}}}};
    const combination slow = {3, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}}};
    for (double eps = 1e-2; eps > 1e-6; eps /= 10) {
        lento_run *run = NULL;
        for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
            assert_int_equal(run_combined(&fast[i], 2, eps, &run), LENTO_DONE);
            const lento_warning *warning = warning_of(run, "fast-variable");
            assert_non_null(warning);
            assert_true(warning->value > warning->limit);
            int which = 0, read = 0; /* the number ends where it should */
            assert_int_equal(sscanf(warning->text, "slow variable %d changes at%n", &which, &read),
                             1);
            assert_true(which >= 1 && which <= 3 && read > 0);
            lento_run_destroy(run);
        }
        assert_int_equal(run_combined(&slow, 2, eps, &run), LENTO_DONE);
        assert_null(warning_of(run, "fast-variable"));
        lento_run_destroy(run);
    }
}

/* the largest share of the fast frequency is about 0.03: fpu at eps = 1e-2 */
static void slow_variables_of_the_problems_are_not_called_fast(void **state) {
    (void)state;
    const char *names[] = {"stellar", "fpu", "kapitza-poly", "oscillators", "linear-dissipative"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (double eps = 1e-2; eps > 1e-6; eps /= 10) {
            const lento_setting settings[] = {{.name = "eps", .value = eps}};
            lento_model *model = model_of(names[i], settings, 1);
            lento_options o = {.until = 1, .steps = 10, .macro = "rk4"};
            o.average[0].scheme = "slow";
            lento_run *run = NULL;
            assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
            assert_int_equal(lento_run_advance(run, 0.05), LENTO_DONE);
            assert_null(warning_of(run, "fast-variable"));
            lento_run_destroy(run);
            lento_model_destroy(model);
        }
    }
}

/* What moves the energies of the 2:1 resonance is the phase between the modes; away from it, nothing. */
static void incomplete_set_is_reported_and_complete_ones_are_not(void **state) {
    (void)state;
    const combination energies = {2, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}}};
    const combination one = {1, {{0, 0, 0, 0, 1}}};
    const combination all = {3, {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0, 1}}};
    for (double eps = 1e-2; eps > 1e-6; eps /= 10) {
        lento_run *run = NULL;
        const combination *missing[] = {&energies, &one};
        for (int i = 0; i < 2; i++) {
            assert_int_equal(run_combined(missing[i], 2, eps, &run), LENTO_DONE);
            assert_non_null(warning_of(run, "incomplete-set"));
            lento_run_destroy(run);
        }
        assert_int_equal(run_combined(&energies, 2.5, eps, &run), LENTO_DONE);
        assert_null(warning_of(run, "incomplete-set"));
        lento_run_destroy(run);
        assert_int_equal(run_combined(&all, 2, eps, &run), LENTO_DONE);
        assert_null(warning_of(run, "incomplete-set"));
        lento_run_destroy(run);
    }
}

/* asked although the problems vouch for their sets */
static void sets_of_the_problems_are_complete(void **state) {
    (void)state;
    const char *names[] = {"stellar", "fpu", "kapitza-poly", "oscillators"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (double eps = 1e-2; eps > 1e-6; eps /= 10) {
            const lento_setting settings[] = {{.name = "eps", .value = eps}};
            lento_model *model = model_of(names[i], settings, 1);
            lento_slow_set open = *lento_model_slow(model);
            open.closed = false;
            lento_model_use(model, &open);
            lento_options o = {.until = 1, .steps = 10, .macro = "rk4"};
            o.average[0].scheme = "slow";
            lento_run *run = NULL;
            assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
            if (warning_of(run, "incomplete-set")) {
                fail_msg("%s eps = %g is called incomplete", names[i], eps);
            }
            lento_run_destroy(run);
            lento_model_destroy(model);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dependent_variables_at_the_start_are_reported),
        cmocka_unit_test(variables_dependent_everywhere_are_refused),
        cmocka_unit_test(fast_variable_is_reported_and_slow_ones_are_not),
        cmocka_unit_test(slow_variables_of_the_problems_are_not_called_fast),
        cmocka_unit_test(incomplete_set_is_reported_and_complete_ones_are_not),
        cmocka_unit_test(sets_of_the_problems_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
