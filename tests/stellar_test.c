/* SPDX-License-Identifier: MIT
 * The stellar problem: card ariel 3.2, C2, C3: reference, averaged amplitudes, companions, the
 * mean gauge, and work that does not depend on eps. */
#include "slow_support.h"

#define PI 3.14159265358979323846

static lento_model *stellar(double eps) {
    const lento_setting setting = {.name = "eps", .value = eps};
    return model_of("stellar", &setting, 1);
}

static void averaged_amplitudes_meet_the_card(void **state) {
    (void)state;
    const double expected[][3] = {{0.6, 0.960059256, 1.159762974},
                                  {3.0, 0.104613200, 4.581547200},
                                  {12.0, 0.643697435, 2.425210258}};
    lento_model *model = stellar(1e-5);
    for (int i = 0; i < 3; i++) {
        lento_options o = {
            .until = expected[i][0], .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
        o.average[0].scheme = "averaged";
        double columns[MOST_COLUMNS];
        run_to_end(model, &o, columns);
        assert_near(columns[4], expected[i][1], 1e-9, "xi1");
        assert_near(columns[5], expected[i][2], 1e-9, "xi2");
        assert_near(columns[6], 1, 1e-11, "theta");
    }
    lento_model_destroy(model);
}

/* largest errors against the card's reference values at its times; without theta' they are .95 and 3.8 */
static void companions_carry_the_run_through(void **state) {
    (void)state;
    const double eps = 1e-5;
    const double reference[][4] = {{0.6, 0.960054323, 1.159762708, 0.999998088},
                                   {1.2, 0.834733842, 1.661060625, 0.999986845},
                                   {3.0, 0.104611646, 4.581538830, 0.999957925},
                                   {6.0, 0.914819040, 1.340703836, 0.999998315},
                                   {9.0, 0.468362091, 3.126522379, 0.999976605},
                                   {12.0, 0.643693828, 2.425215539, 0.999980980}};
    const double bound[3] = {1.3e-4, 3e-4, 1.6e-4};
    lento_model *model = stellar(eps);
    lento_options o = {.until = 12, .macro = "rk4", .steps = 40};
    o.average[0] = (lento_average){
        .scheme = "slow", .kernel = "poly-1-6", .window = 60.56 * eps, .micro_step = eps / 50};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    double columns[MOST_COLUMNS];
    for (int i = 0; i < 6; i++) {
        assert_int_equal(lento_run_advance(run, reference[i][0]), LENTO_DONE);
        lento_run_columns(run, reference[i][0], columns);
        for (int k = 0; k < 3; k++) {
            assert_near(columns[4 + k], reference[i][1 + k], bound[k], "slow variable");
        }
    }
    assert_near(columns[4], 0.643574, 2e-6, "xi1(12)");
    assert_near(columns[5], 2.425497, 2e-6, "xi2(12)");
    assert_near(columns[6], 1.000094, 2e-6, "theta(12)");
    assert_int_equal(lento_run_counts(run).micro_steps, 484480);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void work_does_not_depend_on_eps(void **state) {
    (void)state;
    lento_counts counts[2];
    double columns[2][MOST_COLUMNS];
    for (int i = 0; i < 2; i++) {
        lento_model *model = stellar(i == 0 ? 1e-4 : 1e-7);
        lento_options o = {.until = 3, .steps = 10};
        counts[i] = run_to_end(model, &o, columns[i]);
        lento_model_destroy(model);
    }
    assert_int_equal(counts[0].force_evaluations, counts[1].force_evaluations);
    assert_int_equal(counts[0].micro_steps, counts[1].micro_steps);
    assert_near(columns[1][4], 0.1046132, 1e-4, "xi1(3)");
}

/* <xi> at t by the kernel of the run, from an accurate direct run */
static void reference_mean(const lento_model *model, double t, double eta, double mean[4]) {
    enum { M = 800 };
    double w[M + 1], columns[MOST_COLUMNS];
    assert_int_equal(lento_kernel_weights("poly-1-8", M, w), 0);
    lento_options o = {.until = t + eta, .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
    o.average[0].scheme = "direct";
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    const lento_system *system = lento_model_system(model);
    double xi[4];
    memset(mean, 0, 4 * sizeof *mean);
    for (int k = -M; k <= M; k++) {
        const double at = t + eta * k / M;
        assert_int_equal(lento_run_advance(run, at), LENTO_DONE);
        lento_run_columns(run, at, columns);
        system->known->slow->slow(at, NULL, columns, xi, NULL, NULL, system->params);
        for (int i = 0; i < 4; i++) {
            mean[i] += w[k < 0 ? -k : k] * xi[i];
        }
    }
    lento_run_destroy(run);
}

static double gauge_error(double eps, int runs, const char *micro, int per_period) {
    lento_model *model = stellar(eps);
    lento_options o = {.until = 6, .macro = "rk4", .steps = 80};
    o.average[0] = (lento_average){.scheme = "slow",
                                   .kernel = "poly-1-8",
                                   .window = 16 * PI * eps,
                                   .micro = micro,
                                   .micro_per_period = per_period,
                                   .gauge_runs = runs};
    double mean[4], columns[MOST_COLUMNS], worst = 0;
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 6), LENTO_DONE);
    assert_int_equal(lento_run_columns(run, 6, columns), LENTO_DONE);
    reference_mean(model, 6, 8 * PI * eps, mean);
    for (int i = 0; i < 3; i++) { /* the columns show the means themselves */
        worst = fmax(worst, fabs(columns[4 + i] - mean[i]));
    }
    if (runs > 0) {
        worst = fmax(worst, fabs(lento_run_state(run)[3] - mean[3])); /* theta' */
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return worst;
}

/* standard: 1.6e-2 at eps = 1e-2; one run per stage: 4.3e-4 and 3.4e-5 */
static void mean_gauge_removes_the_floor(void **state) {
    (void)state;
    for (double eps = 1e-2; eps > 0.5e-4; eps /= 10) {
        assert_true(gauge_error(eps, 3, "dop853", 48) <= 1e-6);
    }
    assert_near(gauge_error(1e-2, 2, "dop853", 48), 1.6e-6, 1e-7, "two runs");
    assert_near(gauge_error(1e-3, 1, "dop853", 48), 3.4e-5, 1e-6, "one run");
    assert_true(gauge_error(1e-3, 3, "rk4", 192) <= 1e-6);
    assert_true(gauge_error(1e-2, 0, "dop853", 48) > 5e-3);
}

static void non_resonant_set_has_two_variables(void **state) {
    (void)state;
    const lento_setting settings[] = {{.name = "a", .value = 1.4142135623730951},
                                      {.name = "b", .value = 1},
                                      {.name = "eps", .value = 1e-4}};
    lento_model *model = model_of("stellar", settings, 3);
    assert_int_equal(lento_model_slow(model)->size, 2);
    lento_options o = {.until = 3, .steps = 10};
    double columns[MOST_COLUMNS];
    run_to_end(model, &o, columns);
    assert_near(columns[4], 1, 1e-3, "xi1 stays");
    assert_near(columns[5], 1, 1e-3, "xi2 stays");
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(averaged_amplitudes_meet_the_card),
        cmocka_unit_test(companions_carry_the_run_through),
        cmocka_unit_test(work_does_not_depend_on_eps),
        cmocka_unit_test(mean_gauge_removes_the_floor),
        cmocka_unit_test(non_resonant_set_has_two_variables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
