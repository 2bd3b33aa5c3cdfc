/* SPDX-License-Identifier: MIT
 * Scheme stiff beyond the paper: filters, the residual spring, fast energies, the oscillation added
 * back (card sanzserna 6, B3, B4, B5, B6). */
#include "stiff_support.h"

/* ---- filters ---- */

static void kaiser_needs_the_same_steps_at_every_frequency(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        int nodes;
        double error;
    } list[] = {
        {"omega2=200", 15, 3.94e-3}, {"omega2=1000", 17, 2.86e-3}, {"omega2=10000", 20, 2.63e-3}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        const lento_options o = filter("kaiser", 0);
        lento_counts c;
        assert_near(error_of(list[i].settings, &o, &c), list[i].error, 0.01 * list[i].error);
        assert_int_equal(c.macro_steps, 22);
        assert_int_equal(c.force_evaluations,
                         c.windows * (2 * list[i].nodes + 1)); /* card sanzserna B3 */
    }
}

/* the floor 0.612/omega2 of the ignored oscillation; with a second moment it is 4.8e-2 at 200 */
static void kaiser_reaches_the_floor_of_the_ignored_oscillation(void **state) {
    (void)state;
    const lento_options o = filter("kaiser", 1e-7);
    assert_between(error_of("omega2=200", &o, NULL), 0.9 * 0.612 / 200, 1.02 * 0.612 / 200);
    assert_between(error_of("omega2=5000", &o, NULL), 0.9 * 0.612 / 5000, 1.02 * 0.612 / 5000);
}

static void kaiser_works_from_1e5_to_1e7(void **state) {
    (void)state;
    double slow[3][8];
    const char *settings[] = {"omega2=1e5", "omega2=1e6", "omega2=1e7"};
    for (int i = 0; i < 3; i++) {
        lento_model *model = model_of("springs", settings[i]);
        const lento_options o = filter("kaiser", 0);
        assert_between((double)run_to_end(model, &o, slow[i]).macro_steps, 21, 23);
        lento_model_destroy(model);
        assert_near(slow[i][0], -0.716228, 5e-3);
    }
}

static void notch_takes_five_or_seven_forces(void **state) {
    (void)state;
    lento_options o = filter("notch", 0);
    lento_counts c;
    o.macro = "dop853";
    o.steps = 40;
    assert_near(error_of("omega2=10000", &o, &c), 6.08e-5, 3e-7);
    assert_int_equal(c.force_evaluations, 2405); /* 481 windows of 5 */
    o.average[0].kernel = "notch7";
    assert_near(error_of("omega2=10000", &o, &c), 6.08e-5, 3e-7);
    assert_int_equal(c.force_evaluations, 481 * 7);
}

/* Without increments the force carries noise of 4e-6 here. */
static void averaged_force_is_smooth_at_1e6(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1e6");
    const lento_options o = filter("notch", 0);
    lento_run *run = open_run(model, &o);
    double row[8] = {0.8, 0.3, 0.8 + cos(0.7), 0.3 + sin(0.7), 0.1, -0.2, 0.1, -0.2}, first[4],
           F[4];
    lento_run_rate(run, 0, row, first);
    for (int i = 0; i < 50; i++) {
        row[2] -= 1e-13 * sin(0.7); /* the rod turns a little */
        row[3] += 1e-13 * cos(0.7);
        lento_run_rate(run, 0, row, F);
        assert_near(F[2], first[2], 1e-9);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* ---- the residual spring ---- */

static void residual_spring_is_reported_above_a_tenth(void **state) {
    (void)state;
    static const struct {
        const char *settings, *kernel;
        double residual, spring; /* 0: no warning */
    } list[] = {{"omega2=5000", "exp1", 5.816714e-10, 0},
                {"omega2=10000", "exp1", 5.816714e-10, 0.116334},
                {"omega1=500 omega2=1 x1=1.04 x2=2", "exp1", -1.323264e-7, 0},
                {"omega1=5000 omega2=1 x1=1.004 x2=2", "exp1", -1.323264e-7, 3.30816},
                {"omega2=1e6", "kaiser", 0, 0},
                {"omega1=1e4 omega2=1e4", "kaiser", 0, 0}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        const lento_options o = filter(list[i].kernel, 0);
        lento_run *run = open_run(model, &o);
        const lento_warning *w = warning_of(run, "residual-spring");
        if (list[i].residual != 0) {
            assert_near(lento_run_residual(run, 0), list[i].residual,
                        1e-4 * fabs(list[i].residual));
        }
        assert_int_equal(w != NULL, list[i].spring > 0);
        if (w) {
            assert_near(w->value, list[i].spring, 1e-4 * list[i].spring);
            assert_true(w->limit == 0.1 && strstr(w->text, "kaiser"));
        }
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* ---- fast energies, the oscillation added back ---- */

/* 0.13 without the energies; rods with the potential sum J_k Omega_k are wrong by 0.0039 (card sanzserna 6.4) */
static void fast_energies_act_on_the_slow_motion(void **state) {
    (void)state;
    lento_options o = filter("kaiser", 1e-6);
    const double without = error_of("omega1=2000 omega2=2000", &o, NULL);
    o.average[0].adiabatic = true;
    assert_near(error_of("omega1=2000 omega2=2000", &o, NULL), 0.0039, 1e-4);
    assert_true(without > 0.1);
}

/* Micro runs start on the rods: what the macro steps stretch does not act. With seeded micro runs a tolerance of 1e-4
 * gave 5e8 at 1e5. */
static void adiabatic_runs_need_no_small_tolerance(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega1=1e5 omega2=1e5");
    lento_options o = filter("kaiser", 1e-8);
    double truth[8], row[8];
    o.average[0].adiabatic = true;
    run_to_end(model, &o, truth);
    o.rtol = 1e-4;
    run_to_end(model, &o, row);
    for (int k = 0; k < 4; k++) {
        assert_near(row[k], truth[k], 5e-4);
    }
    lento_model_destroy(model);
}

/* card sanzserna 6.6: 6e-8..8e-8 at 1e4 where the floor is 6.1e-5; without the slow shift of the
   phase 1e-5 */
static void oscillation_comes_back(void **state) {
    (void)state;
    lento_options o = filter("kaiser", 1e-7);
    o.average[0].restore_fast = true;
    assert_between(error_of("omega2=10000", &o, NULL), 1e-8, 8e-8);
    o.macro = "dop853";
    assert_between(error_of("omega2=1000", &o, NULL), 1e-7, 1e-5);
}

/* d|q2 - q1|/dt */
static double stretch_rate(const double row[8]) {
    const double x = row[2] - row[0], y = row[3] - row[1];
    return (x * (row[6] - row[4]) + y * (row[7] - row[5])) / hypot(x, y);
}

/* The rate, 1.7 at most, comes back to 2.3e-7. Broken variants: the sign of the restored velocity 3.5, 2 theta'^2
 * instead of 3 or no n^T K n in the phase 6e-4, trapezoidal instead of Simpson's rule 9e-6. */
static void stretch_rate_of_the_stiff_spring_comes_back(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=2000");
    lento_options o = filter("kaiser", 1e-8), exact = accurate(10, "direct", NULL);
    o.macro = "dop853";
    o.average[0].restore_fast = true;
    exact.rtol = 1e-12;
    lento_run *run = open_run(model, &o), *judge = open_run(model, &exact);
    double worst = 0, largest = 0, row[8], truth[8];
    for (int i = 1; i <= 100; i++) {
        columns_at(run, 0.1 * i, row);
        columns_at(judge, 0.1 * i, truth);
        worst = fmax(worst, fabs(stretch_rate(row) - stretch_rate(truth)));
        largest = fmax(largest, fabs(stretch_rate(truth)));
    }
    assert_near(largest, 1.7, 0.1);
    assert_near(worst, 0, 1.2e-6);
    lento_run_destroy(run);
    lento_run_destroy(judge);
    lento_model_destroy(model);
}

/* The start is given back whole, and the output does not depend on who looked before. */
static void restored_output_depends_on_time_alone(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=1e4");
    lento_options o = filter("kaiser", 1e-7);
    o.average[0].restore_fast = true;
    lento_run *once = open_run(model, &o), *often = open_run(model, &o);
    double a[8], b[8];
    assert_int_equal(lento_run_columns(once, 0, a), LENTO_DONE);
    for (int k = 0; k < 8; k++) {
        assert_near(a[k], lento_model_state(model)[k], k < 4 ? 1e-8 : 2e-4);
    }
    for (int i = 0; i <= 100; i++) {
        lento_run_advance(often, 0.1 * i);
        lento_run_columns(often, 0.1 * i, b);
    }
    lento_run_advance(once, 10);
    lento_run_columns(once, 10, a);
    for (int k = 0; k < 8; k++) {
        assert_true(a[k] == b[k]);
    }
    lento_run_destroy(once);
    lento_run_destroy(often);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kaiser_needs_the_same_steps_at_every_frequency),
        cmocka_unit_test(kaiser_reaches_the_floor_of_the_ignored_oscillation),
        cmocka_unit_test(kaiser_works_from_1e5_to_1e7),
        cmocka_unit_test(notch_takes_five_or_seven_forces),
        cmocka_unit_test(averaged_force_is_smooth_at_1e6),
        cmocka_unit_test(residual_spring_is_reported_above_a_tenth),
        cmocka_unit_test(fast_energies_act_on_the_slow_motion),
        cmocka_unit_test(adiabatic_runs_need_no_small_tolerance),
        cmocka_unit_test(oscillation_comes_back),
        cmocka_unit_test(stretch_rate_of_the_stiff_spring_comes_back),
        cmocka_unit_test(restored_output_depends_on_time_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
