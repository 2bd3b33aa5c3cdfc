/* SPDX-License-Identifier: MIT
 *
 * One gauge: start and columns are means over the fast motion in every scheme, so errors against the full equations are
 * what the papers promise, 1/omega^2 where they do. */
#include "moving_mean.h"
#include "warning.h"

/* ---- built-in problems ---- */

static void pendulum_rate(double angle, double omega, const double x[], double dx[]) {
    dx[0] = x[1];
    dx[1] = (9.8 + 4 * omega * cos(angle)) / 0.2 * sin(x[0]);
}

static lento_options way(lento_average level, double rtol) {
    lento_options o = {.until = 1, .macro = "dop853", .rtol = rtol};
    o.average[0] = level;
    return o;
}

/* columns at t = 0, 0.25 ... 1 */
typedef struct path {
    double at[5][MOST];
} path;

static path follow(const lento_model *model, const lento_options *options) {
    path p = {0};
    lento_run *run = open_run(model, options);
    for (int row = 0; row < 5; row++) {
        columns_at(run, row / 4.0, p.at[row]);
    }
    lento_run_destroy(run);
    return p;
}

/* largest difference of a column */
static double apart(const path *a, const path *b, int column) {
    double worst = 0;
    for (int row = 0; row < 5; row++) {
        worst = fmax(worst, fabs(a->at[row][column] - b->at[row][column]));
    }
    return worst;
}

static const lento_average DIRECT = {.scheme = "direct"},
                           POINT = {.scheme = "direct", .gauge = LENTO_GAUGE_POINT},
                           LIFTED = {.scheme = "sync", .gauge = LENTO_GAUGE_MEAN},
                           AVERAGED = {.scheme = "averaged"},
                           ASYNC = {.scheme = "async", .micro = "stormer-fitted"},
                           PHASES = {.scheme = "async", .micro = "stormer-fitted", .phases = 2},
                           FINE = {.scheme = "async",
                                   .micro = "dop853",
                                   .micro_per_period = 20,
                                   .phases = 2};

static void direct_runs_of_kapitza_are_the_truth(void **state) {
    (void)state;
    const motion m = {2, 1e3, pendulum_rate};
    lento_model *model = model_of("kapitza", "omega=1e3");
    const lento_options ways[] = {way(DIRECT, 1e-12), way(LIFTED, 1e-8)};
    double columns[2], mean[MOST], point[MOST];
    truth_at(&m, lento_model_state(model), 1, mean, point);
    for (size_t w = 0; w < LENGTH(ways); w++) {
        run_to_end(model, &ways[w], columns);
        assert_near(columns[0], mean[0], 2e-6);
        assert_near(columns[1], mean[1], 2e-5);
    }
    lento_model_destroy(model);
}

/* C/omega^2 against the full equations: two phases, the closed form, micro runs from means. One phase, and a direct run
 * that starts and is read at a point, are C/omega. */
static void schemes_agree_to_second_order(void **state) {
    (void)state;
    const lento_options truth = way(DIRECT, 1e-12);
    const struct {
        lento_average level;
        double slope, most; /* most: error of Q times omega^slope */
    } rows[] = {
        {PHASES, 2, 3e3}, {AVERAGED, 2, 3e3}, {LIFTED, 2, 1}, {ASYNC, 1, 100}, {POINT, 1, 100}};
    lento_model *model[] = {model_of("kapitza", "omega=1e3"), model_of("kapitza", "omega=1e4"),
                            model_of("kapitza", "omega=1e5")};
    path exact[3];
    for (int i = 0; i < 3; i++) {
        exact[i] = follow(model[i], &truth);
    }
    for (size_t k = 0; k < LENGTH(rows); k++) {
        const lento_options o = way(rows[k].level, 1e-9);
        double error[3][2];
        for (int i = 0; i < 3; i++) {
            const path p = follow(model[i], &o);
            error[i][0] = apart(&p, &exact[i], 0);
            error[i][1] = apart(&p, &exact[i], 1);
            assert_true(error[i][0] <=
                        fmax(rows[k].most * pow(10, -rows[k].slope * (3 + i)), 1e-8));
        }
        for (int i = 0; i < 2 && rows[k].level.gauge != LENTO_GAUGE_MEAN; i++) {
            for (int column = 0; column < 2; column++) { /* lifted runs err by their steps alone */
                const double slope = log10(error[i][column] / error[i + 1][column]);
                assert_between(slope, rows[k].slope - 0.2, rows[k].slope + 0.2);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        lento_model_destroy(model[i]);
    }
}

/* The same with constraints, which means keep too: angles and centrifugal multipliers of a chain that moves from the
 * start, its forcing at no special phase. Two phases leave multipliers to the macro steps. */
static void a_chain_agrees_to_second_order(void **state) {
    (void)state;
    const char *const settings[] = {"omega=3e3 w1=3 w2=-2 theta0=0.7",
                                    "omega=3e4 w1=3 w2=-2 theta0=0.7"};
    const lento_average fine = {
        .scheme = "async", .micro = "rattle/kahan-li8", .micro_per_period = 16, .phases = 2};
    const struct {
        lento_average level;
        const char *macro;
        double rtol;
        int steps, columns;
    } rows[] = {{AVERAGED, "dop853", 1e-10, 0, 4}, {fine, "rattle/kahan-li8", 0, 40, 2}};
    double error[2][2][4];
    for (int i = 0; i < 2; i++) {
        lento_model *model = model_of("chain", settings[i]);
        const lento_options full = {.until = 0.05,
                                    .macro = "rattle/kahan-li8",
                                    .steps = i == 0 ? 600 : 6000,
                                    .average = {DIRECT}};
        double exact[4], columns[4];
        run_to_end(model, &full, exact);
        for (size_t k = 0; k < LENGTH(rows); k++) {
            const lento_options o = {.until = 0.05,
                                     .macro = rows[k].macro,
                                     .rtol = rows[k].rtol,
                                     .steps = rows[k].steps,
                                     .average = {rows[k].level}};
            run_to_end(model, &o, columns);
            for (int column = 0; column < 4; column++) {
                error[i][k][column] = fabs(columns[column] - exact[column]);
            }
        }
        lento_model_destroy(model);
    }
    for (size_t k = 0; k < LENGTH(rows); k++) {
        for (int column = 0; column < rows[k].columns; column++) {
            const double slope = log10(error[0][k][column] / error[1][k][column]);
            assert_between(slope, 1.8, 2.2);
            assert_true(error[1][k][column] < 1e-4);
        }
    }
}

/* Two harmonics and a slow force that sees the phase: the closed form (3.7) and async leave 1/omega, and only async can
 * know and says so; direct and lifted runs agree to their tolerances. */
static void a_dense_mass_and_two_harmonics_agree(void **state) {
    (void)state;
    lento_model *model[] = {model_of("vibrated", "omega=1e3"), model_of("vibrated", "omega=1e4"),
                            model_of("vibrated", "omega=1e5")};
    const lento_options truth = way(DIRECT, 1e-12);
    const struct {
        lento_options o;
        double most; /* error times omega */
    } rows[] = {{way(AVERAGED, 1e-9), 0.1}, {way(FINE, 1e-9), 0.4}, {way(LIFTED, 1e-9), 0}};
    for (int i = 0; i < 3; i++) {
        const path exact = follow(model[i], &truth);
        for (size_t k = 0; k < LENGTH(rows); k++) {
            const path p = follow(model[i], &rows[k].o);
            for (int column = 0; column < 4; column++) {
                assert_true(apart(&p, &exact, column) < rows[k].most * pow(10, -3 - i) + 1e-8);
            }
        }
        lento_model_destroy(model[i]);
    }
}

/* one of two tones is averaged, the other one is still there: columns are means over it too */
static void a_tone_that_is_left_is_taken_off_columns(void **state) {
    (void)state;
    lento_model *model = model_of("two-tone", "omega1=1e3 omega2=1e5");
    const lento_options both = {.until = 1,
                                .macro = "dop853",
                                .rtol = 1e-9,
                                .average = {PHASES, PHASES}},
                        one = {.until = 1, .average = {PHASES}};
    double a[2], b[2];
    run_to_end(model, &both, a);
    run_to_end(model, &one, b);
    assert_near(a[0], b[0], 5e-3);
    assert_near(a[1], b[1], 2e-2);
    lento_model_destroy(model);
}

/* ---- what has no means ---- */

static void means_of_no_state_are_refused(void **state) {
    (void)state;
    lento_model *slow = model_of("kapitza", "omega=10"), *chain = model_of("chain", "omega=1e4");
    lento_run *run = NULL;
    lento_options o = {.until = 1, .average = {LIFTED}};
    const lento_options direct = {.until = 1,
                                  .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_MEAN}}};
    assert_int_equal(lento_run_open(&run, slow, &direct), LENTO_NOT_CONVERGED);
    assert_non_null(strstr(lento_run_error(run), "no state near t = 0 has these means"));
    lento_run_destroy(run);
    assert_int_equal(lento_run_open(&run, chain, &o), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_run_error(run), "constraints"));
    lento_run_destroy(run);
    /* direct runs always run; unless means were asked for, the start is taken as it is */
    o.average[0] = DIRECT;
    run = open_run(slow, &o);
    assert_non_null(warning_of(run, "point-gauge"));
    assert_near(lento_run_state(run)[0], 0.5, 0);
    lento_run_destroy(run);
    o.average[0].gauge = LENTO_GAUGE_MEAN;
    assert_int_equal(lento_run_open(&run, slow, &o), LENTO_NOT_CONVERGED);
    lento_run_destroy(run);
    lento_model_destroy(slow);
    lento_model_destroy(chain);
}

/* a direct run does not need its windows, micro runs that are lifted do */
static void lifted_windows_are_counted_and_looking_is_not(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e4");
    lento_options o = {.until = 1, .steps = 100, .average = {DIRECT}};
    lento_run *run = open_run(model, &o);
    double columns[2];
    columns_at(run, 0, columns);
    assert_near(columns[0], 0.5, 1e-10);
    assert_int_equal(lento_run_counts(run).force_evaluations, 0);
    lento_run_destroy(run);
    o.average[0] = LIFTED;
    run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    const lento_counts counts = lento_run_counts(run);
    assert_true(counts.windows >= 3 * 4 * 100); /* rk4, some corrections each */
    assert_int_equal(counts.micro_steps, 40 * counts.windows);
    columns_at(run, 1, columns);
    assert_int_equal(lento_run_counts(run).windows, counts.windows);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(direct_runs_of_kapitza_are_the_truth),
        cmocka_unit_test(schemes_agree_to_second_order),
        cmocka_unit_test(a_chain_agrees_to_second_order),
        cmocka_unit_test(a_dense_mass_and_two_harmonics_agree),
        cmocka_unit_test(a_tone_that_is_left_is_taken_off_columns),
        cmocka_unit_test(means_of_no_state_are_refused),
        cmocka_unit_test(lifted_windows_are_counted_and_looking_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
