/* SPDX-License-Identifier: MIT
 * Method gbs: tolerance, order and step control, one call per macro step, reading inside steps,
 * failure. Counts of bodack section 3 depend on every constant of the control: 1409, 2832, 5226
 * (card bodack 3). */
#include "lento/top.h"
#include "support.h"

/* ---- systems ---- */

/* x' = y, y' = -x + cos 2t: x = cos t + (cos t - cos 2t)/3 from (1, 0) */
static int forced(double t, const double x[], double dxdt[], void *params) {
    (void)params;
    dxdt[0] = x[1];
    dxdt[1] = -x[0] + cos(2 * t);
    return 0;
}

static double forced_exact(double t) {
    return cos(t) + (cos(t) - cos(2 * t)) / 3;
}

static int square(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    (void)params;
    dxdt[0] = x[0] * x[0];
    return 0;
}

static int spring(double t, const lento_phase phase[], const double q[], const double v[],
                  double force[], void *params) {
    (void)t;
    (void)phase;
    (void)v;
    (void)params;
    force[0] = -q[0];
    return 0;
}

static const lento_system FORCED = {.order = 1, .size = 2, .field = forced};
static const lento_system SQUARE = {.order = 1, .size = 1, .field = square};
static const lento_system SPRING = {.order = 2, .size = 1, .rate = spring};

static lento_run *create(const lento_system *system, const double start[],
                         const lento_options *options) {
    lento_run *run = NULL;
    if (lento_run_create(&run, system, start, options) != LENTO_DONE) {
        fail_msg("%s", run ? lento_run_error(run) : "no memory");
    }
    return run;
}

static lento_options gbs(double until, double tolerance) {
    return (lento_options){.until = until, .macro = "gbs", .rtol = tolerance, .atol = tolerance};
}

/* ---- tests ---- */

static void counts_are_those_of_the_card(void **unused) {
    (void)unused;
    static const struct {
        double tolerance, L, evaluations;
    } rows[] = {{1e-5, 6e-3, 1409}, {1e-8, 1.4e-6, 2832}, {1e-12, 2e-10, 5226}};
    lento_model *model = model_of("top", "tilt=0");
    const lento_options exact = {.until = 50, .macro = "exact", .macro_step = 50};
    double truth[16], columns[16];
    run_to_end(model, &exact, truth);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        lento_options options = gbs(50, rows[i].tolerance);
        options.first_step = 0.1;
        const lento_counts counts = run_to_end(model, &options, columns);
        const double L = lento_top_attitude_error(columns, truth);
        /* another libm may move a rejection; it fails if a step may end as early after a rejection
         * as otherwise, or if the first step may not end anywhere */
        assert_near((double)counts.force_evaluations, rows[i].evaluations,
                    0.01 * rows[i].evaluations);
        assert_between(L, rows[i].L / 1.5, rows[i].L * 1.5);
    }
    lento_model_destroy(model);
}

static void error_follows_the_tolerance(void **unused) {
    (void)unused;
    const double start[] = {1, 0};
    double before = INFINITY;
    for (int k = 3; k <= 12; k += 3) {
        const lento_options options = gbs(20, pow(10, -k));
        lento_run *run = create(&FORCED, start, &options);
        assert_int_equal(lento_run_advance(run, 20), LENTO_DONE);
        assert_near(lento_run_time(run), 20, 1e-12);
        const double error = fabs(lento_run_state(run)[0] - forced_exact(20));
        assert_between(error, 0,
                       30 * pow(10, -k)); /* evaluating the field at the wrong time: 1e-1 */
        assert_true(error < before);
        before = error;
        lento_run_destroy(run);
    }
}

static void high_order_takes_few_evaluations(void **unused) {
    (void)unused;
    const double start[] = {1, 0};
    const lento_options options = gbs(20, 1e-12);
    lento_options fixed = {.until = 20, .macro = "ode45", .rtol = 1e-12, .atol = 1e-12};
    lento_run *run = create(&FORCED, start, &options), *other = create(&FORCED, start, &fixed);
    assert_int_equal(lento_run_advance(run, 20), LENTO_DONE);
    assert_int_equal(lento_run_advance(other, 20), LENTO_DONE);
    /* without order control (column 2 for ever) it needs more than ode45 */
    assert_true(5 * lento_run_counts(run).force_evaluations <
                lento_run_counts(other).force_evaluations);
    lento_run_destroy(run);
    lento_run_destroy(other);
}

static void mechanical_systems_are_taken_too(void **unused) {
    (void)unused;
    const double start[] = {1, 0};
    const lento_options options = gbs(10, 1e-11);
    lento_run *run = create(&SPRING, start, &options);
    assert_int_equal(lento_run_advance(run, 10), LENTO_DONE);
    assert_near(lento_run_state(run)[0], cos(10), 1e-9);
    assert_near(lento_run_state(run)[1], -sin(10), 1e-9);
    lento_run_destroy(run);
}

/* macro step and tolerance together: the same as a run of that length, started anew each time */
static void a_macro_step_is_a_call_of_its_own(void **unused) {
    (void)unused;
    double x[] = {1, 0};
    lento_options calls = gbs(10, 1e-7), single = gbs(2, 1e-7);
    calls.macro_step = 2;
    calls.first_step = single.first_step = 0.3;
    lento_run *run = create(&SPRING, x, &calls);
    assert_int_equal(lento_run_advance(run, 10), LENTO_DONE);
    long evaluations = 0;
    for (int k = 0; k < 5; k++) {
        lento_run *part = create(&SPRING, x, &single);
        assert_int_equal(lento_run_advance(part, 2), LENTO_DONE);
        memcpy(x, lento_run_state(part), sizeof x);
        evaluations += lento_run_counts(part).force_evaluations;
        lento_run_destroy(part);
    }
    assert_true(x[0] == lento_run_state(run)[0] && x[1] == lento_run_state(run)[1]);
    assert_int_equal(lento_run_counts(run).macro_steps, 5);
    assert_int_equal(lento_run_counts(run).force_evaluations, evaluations);
    lento_run_destroy(run);
}

/* as the thesis used it: two steps of at most 0.1 per call, 14 to 26 evaluations (card bodack 3) */
static void short_calls_sit_in_low_columns(void **unused) {
    (void)unused;
    lento_model *model = model_of("top", "tilt=0");
    lento_options options = gbs(50, 1e-5);
    options.macro_step = 0.2;
    options.first_step = 0.1;
    lento_run *run = open_run(model, &options);
    long before = 0;
    for (int k = 1; k <= 250; k++) {
        assert_int_equal(lento_run_advance(run, 0.2 * k), LENTO_DONE);
        const long now = lento_run_counts(run).force_evaluations;
        assert_between((double)(now - before), 14, 26);
        before = now;
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void reading_inside_a_step_is_accurate_and_harmless(void **unused) {
    (void)unused;
    const double start[] = {1, 0};
    const lento_options options = gbs(20, 1e-10);
    lento_run *looked = create(&FORCED, start, &options), *blind = create(&FORCED, start, &options);
    for (double t = 0.1; t < 20; t += 0.1) {
        double state[2];
        assert_int_equal(lento_run_advance(looked, t), LENTO_DONE);
        assert_int_equal(lento_run_at(looked, t, state), LENTO_DONE);
        assert_near(state[0], forced_exact(t), 1e-8); /* a cubic through the ends is off by 1e-3 */
    }
    assert_int_equal(lento_run_advance(looked, 20), LENTO_DONE);
    assert_int_equal(lento_run_advance(blind, 20), LENTO_DONE);
    assert_true(lento_run_state(looked)[0] == lento_run_state(blind)[0]);
    assert_int_equal(lento_run_counts(looked).macro_steps, lento_run_counts(blind).macro_steps);
    lento_run_destroy(looked);
    lento_run_destroy(blind);
}

static void no_step_exceeds_the_bound(void **unused) {
    (void)unused;
    const double start[] = {1, 0};
    lento_options options = gbs(20, 1e-4);
    options.max_step = 0.5;
    lento_run *run = create(&FORCED, start, &options);
    double t = 0;
    while (t < 20) {
        assert_int_equal(lento_run_advance(run, t + 1e-9), LENTO_DONE);
        assert_true(lento_run_time(run) - t <= 0.5 * (1 + 1e-12));
        t = lento_run_time(run);
    }
    lento_run_destroy(run);
}

/* x' = x^2 from 1 has a pole at t = 1 */
static void a_pole_is_a_failure_with_its_time(void **unused) {
    (void)unused;
    const double start[] = {1};
    const lento_options options = gbs(2, 1e-8);
    lento_run *run = create(&SQUARE, start, &options);
    assert_true(lento_run_advance(run, 2) < 0);
    assert_near(lento_run_time(run), 1, 1e-6);
    assert_true(isfinite(lento_run_state(run)[0]));
    assert_non_null(strstr(lento_run_error(run), "t = "));
    lento_run_destroy(run);
}

static void it_cannot_be_a_micro_integrator(void **unused) {
    (void)unused;
    lento_model *model = model_of("kapitza", "omega=1e4");
    const lento_options options = {.until = 1,
                                   .macro = "verlet",
                                   .steps = 10,
                                   .average = {{.scheme = "async", .micro = "gbs"}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &options), LENTO_BAD_OPTION);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_card),
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(high_order_takes_few_evaluations),
        cmocka_unit_test(mechanical_systems_are_taken_too),
        cmocka_unit_test(a_macro_step_is_a_call_of_its_own),
        cmocka_unit_test(short_calls_sit_in_low_columns),
        cmocka_unit_test(reading_inside_a_step_is_accurate_and_harmless),
        cmocka_unit_test(no_step_exceeds_the_bound),
        cmocka_unit_test(a_pole_is_a_failure_with_its_time),
        cmocka_unit_test(it_cannot_be_a_micro_integrator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
