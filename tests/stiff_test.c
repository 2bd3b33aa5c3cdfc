/* SPDX-License-Identifier: MIT
 * Scheme stiff as published: projection, averaged force, steps, re-projection; nesting and
 * refusals. Numbers are the anchors of card sanzserna 8. */
#include "stiff_support.h"

/* ---- the published method ---- */

static void check_start(const char *settings, const double expected[8], double tolerance) {
    lento_model *model = model_of("springs", settings);
    const lento_options o = paper_window();
    lento_run *run = open_run(model, &o);
    double row[8];
    assert_int_equal(lento_run_columns(run, 0, row), LENTO_DONE);
    for (int k = 0; k < 8; k++) {
        if (!isnan(expected[k])) {
            assert_near(row[k], expected[k], tolerance);
        }
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Averaging q alone, or a window of 10 periods, misses these by 1e-4 and more. */
static void start_is_the_average_of_position_and_velocity(void **state) {
    (void)state;
    const double first[] = {1.00125969407, -2.00115733e-6,  2.00073970456, 2.00116080e-6,
                            1.504796e-6,   -0.500740712620, -2.506103e-6,  0.500741098842};
    const double second[] = {0.999859921977, 1.857805e-6,     2.00000001344,   1.140169e-7,
                             -1.444965e-6,   -0.520948797172, -0.499738394865, 0.500000194417};
    const double third[] = {
        0.999874876143, -6.002982e-6, 1.99935573409, 4.001102e-6, NAN, NAN, NAN, NAN};
    check_start("omega2=500", first, 1e-11);
    check_start("omega1=500 omega2=1 x1=1.04 x2=2", second, 1e-10);
    check_start("omega1=500 omega2=500", third, 1e-10);
}

static void averaged_force_meets_the_card(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double F[4];
    } list[] = {
        {"omega2=500", {0.500000603192, 2.013106e-6, -0.501389107245, -2.009037e-6}},
        {"omega2=200", {0.494310717795, 1.266893e-5, -0.499203915725, -1.255921e-5}},
    };
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        const lento_options o = paper_window();
        lento_run *run = open_run(model, &o);
        double row[8], rate[4];
        lento_run_columns(run, 0, row);
        assert_int_equal(lento_run_rate(run, 0, row, rate), LENTO_DONE);
        for (int k = 0; k < 4; k++) {
            assert_near(rate[k], list[i].F[k], 1e-10);
        }
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* Table 2: every detail of ode45, of the window and of the projection enters */
static void steps_and_evaluations_are_those_of_table_2(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        long accepted, rejected, evaluations;
    } list[] = {{"omega2=200", 22, 0, 15946},  {"omega2=500", 22, 0, 15946},
                {"omega2=1000", 22, 0, 15946}, {"omega2=2000", 22, 0, 15946},
                {"omega2=5000", 22, 0, 15946}, {"omega2=10000", 22, 1, 16660},
                {"omega2=20000", 23, 1, 17374}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        const lento_options o = paper_window();
        double row[8];
        const lento_counts c = run_to_end(model, &o, row);
        assert_int_equal(c.macro_steps, list[i].accepted);
        assert_int_equal(c.rejected_steps, list[i].rejected);
        assert_int_equal(c.force_evaluations, list[i].evaluations);
        lento_model_destroy(model);
    }
}

static void end_points_meet_the_card(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=500");
    lento_options o = paper_window();
    double row[8];
    run_to_end(model, &o, row);
    assert_near(row[0], -0.715019697196, 1e-8);
    assert_near(row[3], 0.306121338680, 1e-8);
    o.macro = "rk4";
    o.steps = 160;
    run_to_end(model, &o, row);
    assert_near(row[0], -0.715625380005, 1e-9);
    assert_near(row[3], 0.304044013822, 1e-9);
    lento_model_destroy(model);
}

/* ten segments with own first step and own largest step: 112 steps; wrong by 2.2 without them */
static void reprojection_cuts_the_run_into_segments(void **state) {
    (void)state;
    lento_options o = paper_window();
    lento_counts c;
    assert_near(error_of("omega1=500 omega2=500", &o, &c), 2.208, 0.01);
    assert_int_equal(c.macro_steps, 63);
    o.average[0].reproject = 1;
    assert_near(error_of("omega1=500 omega2=500", &o, &c), 0.035851, 4e-6);
    assert_int_equal(c.macro_steps, 112);
    assert_int_equal(c.rejected_steps, 0);
    assert_int_equal(c.windows,
                     112 * 6 + 10 + 10); /* first stages and projections of ten segments */
}

/* ---- nesting: a stiff pendulum on a vibrated pivot, sync over stiff ---- */

enum { GRAVITY, SPEED, OMEGA, STIFF };

static int hanging(double t, const lento_phase phase[], const double q[], const double v[],
                   double f[], void *params) {
    (void)t, (void)v;
    const double *p = params;
    const double r = hypot(q[0], q[1]), k = p[STIFF] * p[STIFF] * (r - 1) / r;
    f[0] = -k * q[0];
    f[1] = -k * q[1] - p[GRAVITY] - p[SPEED] * p[OMEGA] * phase[0].cos;
    return 0;
}

static int rod(const double q[], double g[], double jacobian[], void *params) {
    (void)params;
    const double r = hypot(q[0], q[1]);
    if (g) {
        g[0] = r - 1;
    }
    if (jacobian) {
        jacobian[0] = q[0] / r;
        jacobian[1] = q[1] / r;
    }
    return 0;
}

/* p = P + speed sin(theta) sin Q along the tangent */
static int shaken(double t, const lento_phase phase[], const double Q[], const double V[],
                  double q[], double v[], void *params) {
    (void)t, (void)q;
    const double *p = params;
    const double push = p[SPEED] * phase[0].sin * Q[0];
    v[0] = V[0] + push * Q[1];
    v[1] = V[1] - push * Q[0];
    return 0;
}

static void stiff_pendulum_on_a_vibrated_pivot_stands_upright(void **state) {
    (void)state;
    double p[] = {1, 3, 1e3, 1e6};
    const lento_system rigid = {
        .order = 2,
        .size = 2,
        .params = p,
        .known = &(lento_knowledge){.averaged = &(lento_closed){.reconstruct = shaken}}};
    const lento_system system = {
        .order = 2,
        .size = 2,
        .rate = hanging,
        .params = p,
        .fast = &(lento_fast){.count = 2,
                              .scale = {{.frequency = p[OMEGA], .forced = true},
                                        {.frequency = p[STIFF]}}},
        .known = &(lento_knowledge){
            .averaged = &(lento_closed){.system = &rigid},
            .stiff = &(lento_stiff){.count = 1, .frequency = &p[STIFF], .spring = rod}}};
    const double start[] = {sin(0.3), cos(0.3), 0, 0};
    const lento_options o = {.until = 2,
                             .macro = "rk4",
                             .steps = 40,
                             .average = {{.scheme = "sync", .micro = "rk4", .micro_per_period = 20},
                                         {.scheme = "stiff", .kernel = "notch"}}};
    lento_run *run = NULL;
    if (lento_run_create(&run, &system, start, &o) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
    const double *q = lento_run_state(run);
    lento_model *model = model_of("kapitza", "l=1 g=1 v=3 Q0=0.3");
    const lento_options averaged = accurate(2, "averaged", NULL);
    double slow[2];
    run_to_end(model, &averaged, slow);
    assert_near(atan2(q[0], q[1]), slow[0], 6e-3); /* hanging down without the reconstruction */
    assert_near(hypot(q[0], q[1]), 1, 1e-3);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* ---- refusals ---- */

static void refused(const char *problem, const char *settings, lento_options o, const char *part) {
    lento_model *model = model_of(problem, settings);
    lento_run *run = NULL;
    o.until = 1;
    assert_true(lento_run_open(&run, model, &o) < 0);
    if (!strstr(lento_run_error(run), part)) {
        fail_msg("'%s' does not say '%s'", lento_run_error(run), part);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

#define AVERAGE(...) ((lento_options){.average = {{__VA_ARGS__}}})

static void wrong_options_are_refused_in_one_sentence(void **state) {
    (void)state;
    refused("springs", "", AVERAGE(.micro_per_period = 4),
            "micro step unstable: h * Omega = 2.22144");
    refused("springs", "omega1=1000", AVERAGE(.kernel = "notch"), "needs one fast frequency");
    refused("springs", "omega1=1000", AVERAGE(.restore_fast = true), "one stiff spring");
    refused("springs", "", AVERAGE(.side = LENTO_FORWARD), "centred windows");
    refused("springs", "", AVERAGE(.phases = 2), "several phases");
    refused("springs", "", AVERAGE(.scheme = "direct", .adiabatic = true),
            "'adiabatic' belongs to scheme");
    refused("kapitza", "", AVERAGE(.reproject = 1), "'reproject' belongs to scheme");
    refused("kapitza", "", AVERAGE(.scheme = "stiff"),
            "needs a mechanical system with stiff springs");
    refused("kapitza", "", AVERAGE(.kernel = "kaiser"), "filter for stiff springs");
    lento_options composed = AVERAGE(.scheme = "stiff");
    composed.macro = "yoshida6";
    composed.steps = 10;
    refused("springs", "", composed, "do not depend on the velocity");
}

static void options_a_filter_ignores_are_reported(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "");
    lento_options o = filter("kaiser", 0);
    o.average[0].periods = 3;
    lento_run *run = open_run(model, &o);
    assert_non_null(warning_of(run, "option-ignored"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Bounded fast energy is what the scheme assumes: a stretched stiff spring, or a large velocity along it, holds
 * one of the order of omega^2. The published starts, up to x1 = 1.04, do not. */
static void fast_energy_of_order_omega_squared_is_reported(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double energy; /* 0: none is reported */
    } list[] = {{"", 0},
                {"omega2=200", 0},
                {"omega1=500 omega2=1 x1=1.04 x2=2", 0},
                {"omega1=500 omega2=500", 0},
                {"masses=12 omega1=1000", 0},
                {"x1=5", 1e6 * 1.999 * 1.999 / 2 + 0.25},
                {"omega2=1e5 x1=5", 1e10 * 1.99999 * 1.99999 / 2 + 0.25},
                {"px2=1000", 999.5 * 999.5 / 4 + 0.5}};
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        lento_options o = filter("kaiser", 0);
        lento_run *run = open_run(model, &o);
        const lento_warning *warning = warning_of(run, "fast-energy");
        if (list[i].energy == 0) {
            assert_null(warning);
        } else {
            assert_non_null(warning);
            assert_near(warning->value, list[i].energy, 2e-5 * list[i].energy);
            assert_true(warning->value > warning->limit);
        }
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

static void expect(const char *settings, lento_options o, const char *code, bool there) {
    lento_model *model = model_of("springs", settings);
    lento_run *run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, o.until), LENTO_DONE);
    if (there != (warning_of(run, code) != NULL)) {
        fail_msg("%s: warning %s is %s", settings, code, there ? "missing" : "not expected");
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Twelve rods leave their manifold, and the steps shrink: a window is as long as the slowest of their fast modes
 * asks for. Projected again, or with two rods and a small tolerance, the state stays. */
static void macro_state_off_the_manifold_is_reported(void **state) {
    (void)state;
    lento_options o = filter("kaiser", 1e-6);
    expect("omega1=1000", o, "off-manifold", false);
    expect("omega1=1000", o, "scales-not-separated", false);
    expect("omega2=1e4", filter("kaiser", 0), "off-manifold", false); /* one fast frequency */
    o.until = 4;
    expect("masses=12 omega1=1000", o, "off-manifold", true);
    expect("masses=12 omega1=1000", o, "scales-not-separated", true);
    o.average[0].adiabatic = true;
    o.average[0].reproject = 0.5;
    expect("masses=12 omega1=1000", o, "off-manifold", false);
    expect("omega1=1e4 omega2=1e4", filter("kaiser", 0), "off-manifold", true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_the_average_of_position_and_velocity),
        cmocka_unit_test(averaged_force_meets_the_card),
        cmocka_unit_test(steps_and_evaluations_are_those_of_table_2),
        cmocka_unit_test(end_points_meet_the_card),
        cmocka_unit_test(reprojection_cuts_the_run_into_segments),
        cmocka_unit_test(stiff_pendulum_on_a_vibrated_pivot_stands_upright),
        cmocka_unit_test(wrong_options_are_refused_in_one_sentence),
        cmocka_unit_test(options_a_filter_ignores_are_reported),
        cmocka_unit_test(fast_energy_of_order_omega_squared_is_reported),
        cmocka_unit_test(macro_state_off_the_manifold_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
