/* SPDX-License-Identifier: MIT
 * The adapters to SUNDIALS, and what is said when there are none. */
#include "support.h"

static void build_without_sundials_says_so(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "");
    const lento_options o = {.macro = "cvode-adams"};
    lento_run *run = NULL;
    assert_true(lento_run_open(&run, model, &o) < 0);
    assert_non_null(strstr(lento_run_error(run), "'cvode-adams' needs SUNDIALS"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

#ifdef LENTO_HAVE_SUNDIALS
#include "sundials.h"

static const char *const NAMES[] = {"cvode-adams", "cvode-bdf", "arkode-dopri"};

static lento_options with(const char *macro, double rtol) {
    return (lento_options){.until = 10,
                           .macro = macro,
                           .rtol = rtol,
                           .atol = rtol / 1000,
                           .methods = lento_sundials_methods()};
}

static int swing(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    (void)t, (void)v, (void)params;
    f[0] = -sin(q[0]) + 0.1 * phase[0].cos;
    return 0;
}

static int decay(double t, const double x[], double dxdt[], void *params) {
    (void)params;
    dxdt[0] = -x[0] + sin(t);
    dxdt[1] = x[0];
    return 0;
}

static const double MASS[] = {2};
static const lento_system SWING = {
    .order = 2,
    .size = 1,
    .rate = swing,
    .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1.7, .forced = true, .phase = 0.3}}},
    .mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DIAGONAL, .mass = MASS}};
static const lento_system DECAY = {.order = 1, .size = 2, .field = decay};

/* largest distance from dop853 over points inside and at the end of steps */
static double distance(const lento_system *system, const char *macro, double rtol) {
    const double start[] = {1, 0.2};
    lento_options o = with(macro, rtol), exact = with("dop853", 1e-13);
    lento_run *run = NULL, *judge = NULL;
    assert_int_equal(lento_run_create(&run, system, start, &o), LENTO_DONE);
    assert_int_equal(lento_run_create(&judge, system, start, &exact), LENTO_DONE);
    double worst = 0, y[2], truth[2];
    for (int i = 1; i <= 50; i++) {
        const double t = 0.2 * i;
        assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
        assert_int_equal(lento_run_advance(judge, t), LENTO_DONE);
        assert_int_equal(lento_run_at(run, t, y), LENTO_DONE);
        assert_int_equal(lento_run_at(judge, t, truth), LENTO_DONE);
        worst = fmax(worst, fmax(fabs(y[0] - truth[0]), fabs(y[1] - truth[1])));
    }
    assert_near(lento_run_time(run), 10, 1e-13); /* the end is met exactly */
    lento_run_destroy(run);
    lento_run_destroy(judge);
    return worst;
}

static void methods_follow_their_tolerance(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        assert_between(distance(&SWING, NAMES[i], 1e-9), 1e-13, 2e-6);
        assert_between(distance(&DECAY, NAMES[i], 1e-9), 1e-13, 2e-6);
        assert_true(distance(&SWING, NAMES[i], 1e-4) > 10 * distance(&SWING, NAMES[i], 1e-9));
    }
}

/* card sanzserna 5: 6.59e-5 and 6.57e-5 with about 600 and 214 averaged forces, ode45 6.59e-5 with
   487 */
static void averaged_system_is_a_system_like_any_other(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1e4");
    lento_run *judge = NULL;
    const lento_options exact = accurate(10, "direct", NULL);
    double row[8], truth[8];
    assert_int_equal(lento_run_open(&judge, model, &exact), LENTO_DONE);
    lento_run_advance(judge, 10);
    lento_run_columns(judge, 10, truth);
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        lento_options o = with(NAMES[i], 1e-6);
        o.average[0] = (lento_average){.scheme = "stiff", .kernel = "exp1"};
        const lento_counts c = run_to_end(model, &o, row);
        assert_near(row[0], truth[0], 1.3e-4);
        assert_near(row[3], truth[3], 1.3e-4);
        assert_int_equal(c.force_evaluations, 119 * c.windows);
        assert_between((double)c.windows, i == 0 ? 180 : 200, i == 0 ? 260 : 640);
    }
    lento_run_destroy(judge);
    lento_model_destroy(model);
}

/* the best direct run needs 7.3e6; 7e5 without increments */
static void notch_with_adams_takes_under_2000_forces_at_1e6(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1e6");
    lento_options o = with("cvode-adams", 1e-7);
    o.average[0] = (lento_average){.scheme = "stiff", .kernel = "notch"};
    double row[8];
    const lento_counts c = run_to_end(model, &o, row);
    assert_between((double)c.force_evaluations, 1000, 2000);
    static const double rigid[] = {-0.716228476075, 0.938104743350, 0.0605040104060,
                                   0.308274095918};
    for (int k = 0; k < 4; k++) {
        assert_near(row[k], rigid[k], 1e-5); /* 4.5/omega of the rigid start, and the tolerance */
    }
    lento_model_destroy(model);
}

static void segments_restart_the_method(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1000");
    double row[8], whole[8];
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        lento_options o = with(NAMES[i], 1e-8);
        o.average[0] = (lento_average){.scheme = "stiff"};
        const lento_counts plain = run_to_end(model, &o, whole);
        o.average[0].reproject = 1;
        const lento_counts cut = run_to_end(model, &o, row);
        assert_true(cut.macro_steps > plain.macro_steps);
        assert_near(row[0], whole[0], 1e-5);
    }
    lento_model_destroy(model);
}

static void work_is_the_same_with_and_without_samples(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1000");
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        const lento_options o = with(NAMES[i], 1e-6);
        double a[8], b[8];
        const lento_counts once = run_to_end(model, &o, a);
        lento_run *run = open_run(model, &o);
        for (int k = 1; k <= 200; k++) {
            lento_run_advance(run, 0.05 * k);
            lento_run_columns(run, 0.05 * k, b);
        }
        const lento_counts often = lento_run_counts(run);
        assert_int_equal(once.force_evaluations, often.force_evaluations);
        assert_int_equal(once.macro_steps, often.macro_steps);
        for (int k = 0; k < 8; k++) {
            assert_true(a[k] == b[k]);
        }
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}

static int wall(double t, const double x[], double dxdt[], void *params) {
    (void)params;
    dxdt[0] = 1;
    dxdt[1] = x[1] * x[1] * 30;
    return t > 5 ? -1 : 0;
}

static void failures_keep_the_last_good_state(void **state) {
    (void)state;
    const lento_system system = {.order = 1, .size = 2, .field = wall};
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        const lento_options o = with(NAMES[i], 1e-6);
        for (int k = 0; k < 2;
             k++) { /* the callback gives up; the solution is singular at t = 1/3 */
            const double start[] = {0, k == 0 ? 0 : 0.1};
            lento_run *run = NULL;
            assert_int_equal(lento_run_create(&run, &system, start, &o), LENTO_DONE);
            const lento_status status = lento_run_advance(run, 10);
            assert_true(status < 0);
            assert_true(k > 0 || status == LENTO_CALLBACK_FAILED);
            assert_true(lento_run_time(run) < (k == 0 ? 5.0001 : 0.3334));
            assert_near(lento_run_state(run)[0], lento_run_time(run), 1e-6);
            assert_true(isfinite(lento_run_state(run)[1]) && lento_run_error(run)[0] != '\0');
            lento_run_destroy(run);
        }
    }
}

static void fixed_steps_are_refused_and_loose_tolerances_reported(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "");
    lento_options o = with("cvode-adams", 0);
    o.atol = 0;
    o.steps = 10;
    lento_run *run = NULL;
    assert_true(lento_run_open(&run, model, &o) < 0);
    assert_non_null(strstr(lento_run_error(run), "chooses its own steps"));
    lento_run_destroy(run);
    o.steps = 0;
    o.average[0].scheme = "direct";
    run = open_run(model, &o);
    const lento_warning *list;
    assert_int_equal(lento_run_warnings(run, &list), 1);
    assert_string_equal(list[0].code,
                        "loose-tolerance"); /* card sanzserna 5: 1e24 without a flag */
    lento_run_destroy(run);
    lento_model_destroy(model);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(build_without_sundials_says_so),
#ifdef LENTO_HAVE_SUNDIALS
        cmocka_unit_test(methods_follow_their_tolerance),
        cmocka_unit_test(averaged_system_is_a_system_like_any_other),
        cmocka_unit_test(notch_with_adams_takes_under_2000_forces_at_1e6),
        cmocka_unit_test(segments_restart_the_method),
        cmocka_unit_test(work_is_the_same_with_and_without_samples),
        cmocka_unit_test(failures_keep_the_last_good_state),
        cmocka_unit_test(fixed_steps_are_refused_and_loose_tolerances_reported),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
