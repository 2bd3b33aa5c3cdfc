/* SPDX-License-Identifier: MIT
 * The free fast top: exact solution, the thesis's multiscale method with its sets of slow variables and where they
 * fail. Expected values: card fredbo 2, 3, 4, 9, A0, A2. */
#include "fast_top_support.h"

#include "lento/top.h"
#include "warning.h"

#define PIHAT 4.20214231077435 /* sqrt(2 Mgl I3) of the standard body */
#define MGL   36.7875

/* ---- the exact solution ---- */

/* Any 1 - Gamma3 or E - Mgl Gamma3 formed on the way loses ten digits at spin 1e5. */
static void exact_solution_meets_the_anchors(void **state) {
    (void)state;
    static const double period[] = {0.0467108445016964828, 0.00466518896298537619,
                                    4.66513011846301862e-4, 4.66512953002880755e-5};
    static const double turn[] = {0.00409189190339414, 4.084148503178291e-5, 4.084071230185779e-7,
                                  4.08407045747192e-9};
    static const double xi3[] = {NAN, 3.1884905632196277e-5, 1.1830420629173438e-6,
                                 1.0489288355121078e-8};
    static const double phi[] = {NAN, 8.290097037518562e-5, 8.75187551197951e-6,
                                 8.751300201580818e-7};
    for (int i = 0; i < 4; i++) {
        const double spin = pow(10, i + 2);
        const lento_fast_body body = {MGL, 3.12, 0.24, spin * PIHAT};
        const double start[5] = {1 / spin, 0, 0, sin(0.2), cos(0.2)};
        lento_fast_exact exact;
        lento_fast_point at;
        assert_null(lento_fast_exact_setup(&body, start, &exact));
        assert_near(exact.period / period[i], 1, 1e-14);
        assert_near(exact.turn / turn[i], 1, 1e-12);
        if (i > 0) {
            lento_fast_exact_at(&exact, 0.01, &at);
            assert_near(at.xi3 / xi3[i], 1, 1e-12);
            assert_near(at.phi / phi[i], 1, 1e-13);
        }
    }
}

static const struct {
    const char *text;
    double until, tolerance;
} OTHERS[] = {{"spin=20", 2, 1e-9},
              {"spin=20 Pi1=0", 2, 1e-9},                                  /* cusp */
              {"spin=3 theta0=1.2 Pi1=1 Pi2=-2 psi0=0.7", 4, 1e-9},        /* slow, loops */
              {"spin=30 theta0=2.6 Pi1=3 Pi2=5 psi0=-2", 1, 1e-9},         /* hanging */
              {"spin=15 I1=1 I3=1.5 M=2 l=0.3 theta0=0.8 Pi1=2", 3, 1e-9}, /* oblate */
              {"spin=10 Pi1=1 theta0=0.01", 5, 1e-9},                      /* near the vertical */
              {"spin=100 Pi1=300", 0.1, 1e-8},                             /* close past it */
              {"spin=0.001 Pi1=0.01 theta0=1", 5, 1e-9},                   /* and past the nadir */
              {"spin=20 theta0=1e-3", 0.5, 1e-9},
              {"spin=12 I1=0.7 I3=0.7 M=2 l=0.3 theta0=1 Pi1=-1", 3, 1e-9}};

/* all columns, the continuous angles included, in all three frames; the frames agree with each other */
static void exact_solution_meets_direct_integration(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(OTHERS); i++) {
        static const char *const frames[] = {"body", "spin-free", "space"};
        double column[3][16];
        for (int frame = 0; frame < 3; frame++) {
            char text[150];
            snprintf(text, sizeof text, "%s frame=%s", OTHERS[i].text, frames[frame]);
            lento_model *model = top_with(text, NULL);
            lento_options o = DIRECT;
            o.until = OTHERS[i].until;
            double worst[16], scale = 0;
            errors_of(model, &o, EXACT, worst);
            run_to_end(model, &o, column[frame]);
            for (int k = 0; k <= C_PSI + (frame == 2 ? 1 : 0); k++) {
                scale = fmax(1, fabs(column[frame][k]));
                assert_near(worst[k] / scale, 0, OTHERS[i].tolerance);
                assert_near((column[frame][k] - column[0][k % C_OWN]) / scale, 0,
                            k < C_OWN ? 1e-8 : INFINITY);
            }
            lento_model_destroy(model);
        }
    }
}

/* ---- Algorithm 4 with the thesis's conventions ---- */

static lento_options thesis(double spin, double until, long steps, double widths, double h) {
    lento_options o = slow("leapfrog", until, steps);
    o.average[0].micro = "rk4";
    o.average[0].kernel = "exp2";
    o.average[0].raw_weights = true;
    o.average[0].micro_step = h > 0 ? h : 10 / (spin * spin);
    o.average[0].window = widths * o.average[0].micro_step;
    return o;
}

/* Normalised weights give 1.92e-5, 4.24e-6, 1.06e-6, 3.0e-7 in the first four cells. */
static void published_method_gives_table_1(void **state) {
    (void)state;
    static const struct {
        double spin;
        long steps;
        double error;
    } cells[] = {{1e3, 40, 1.9291e-5},  {1e3, 80, 4.5003e-6},  {1e3, 160, 1.3126e-6},
                 {1e3, 320, 5.4711e-7}, {1e4, 400, 2.5397e-6}, {1e4, 3200, 1.7023e-7},
                 {1e5, 4000, 3.5070e-7}};
    for (size_t i = 0; i < LENGTH(cells); i++) {
        char text[80];
        double worst[16];
        snprintf(text, sizeof text, "spin=%g Pi1=1e-3", cells[i].spin);
        lento_model *model = top_with(text, "xi");
        const lento_options o = thesis(cells[i].spin, 0.01, cells[i].steps, 10, 0);
        errors_of(model, &o, EXACT, worst);
        assert_near(worst[C_XI3] / cells[i].error, 1, 1e-3);
        lento_model_destroy(model);
    }
}

/* the published table says O(H) */
static void leapfrog_without_window_has_order_2(void **state) {
    (void)state;
    static const double expected[] = {1.892e-5, 4.186e-6, 1.013e-6, 2.512e-7};
    double error[4];
    lento_model *model = top_with("", "xi");
    for (int i = 0; i < 4; i++) {
        double worst[16];
        const lento_options o = slow("leapfrog", 0.01, 40L << i);
        const lento_counts counts = errors_of(model, &o, EXACT, worst);
        error[i] = worst[C_XI3];
        assert_near(error[i] / expected[i], 1, 1e-3);
        assert_int_equal(counts.force_evaluations, 40L << i);
        assert_int_equal(counts.micro_steps, 0);
    }
    assert_near(fitted_slope(error, 4), 2, 0.1);
    lento_model_destroy(model);
}

/* Forward Euler is useless here, and `euler-rates` needs no longer window. */
static void sets_of_the_thesis_give_figure_12_and_section_52(void **state) {
    (void)state;
    double worst[16];
    lento_options o = thesis(1e3, 0.01, 60, 10, 1e-6);
    lento_model *model = top_with("", "xi");
    errors_of(model, &o, EXACT, worst);
    static const double figure[] = {3.0982e-8, 8.2813e-6, 5.8358e-8, 1.3031e-4};
    for (int k = 0; k < 4; k++) {
        assert_near(worst[C_XI2 + k] / figure[k], 1, 1e-3);
    }
    o.macro = "euler";
    errors_of(model, &o, EXACT, worst);
    assert_near(worst[C_XI3] / 4.01e-4, 1, 5e-3);
    lento_model_destroy(model);
    o.macro = "leapfrog";
    model = top_with("", "euler-rates");
    errors_of(model, &o, EXACT, worst);
    assert_near(worst[C_XI3] / 8.28e-6, 1, 2e-3);
    lento_model_destroy(model);
}

/* the thesis takes it for a Verlet method of order 2 */
static void scheme_35_has_order_1(void **state) {
    (void)state;
    double error[4], columns[16], truth[16];
    lento_model *model = top_with("spin=100 Pi1=0", NULL);
    lento_options exact = EXACT;
    exact.until = 0.02;
    run_to_end(model, &exact, truth);
    for (int i = 0; i < 4; i++) {
        const lento_options o = direct("verlet35", 0.02, 10000L << i);
        run_to_end(model, &o, columns);
        error[i] = fabs(columns[C_GAMMA1] - truth[C_GAMMA1]);
    }
    assert_near(fitted_slope(error, 4), 1, 0.05);
    lento_model_destroy(model);
}

/* ---- where the sets fail ---- */

static void set_32_refuses_a_turning_point_and_regular_does_not(void **state) {
    (void)state;
    double worst[16];
    const lento_options o = slow("rk4", 0.01, 160);
    lento_model *model = top_with("Pi1=0", "xi");
    assert_refused(model, &o, "regular");
    lento_model_destroy(model);
    model = top_with("psi0=0.4 Pi1=0.03894183423086505 Pi2=0.09210609940028851",
                     "xi"); /* Pi parallel Gamma12 */
    assert_refused(model, &o, "regular");
    lento_model_destroy(model);
    model = top_with("Pi1=0", "regular");
    errors_of(model, &o, EXACT, worst);
    assert_near(worst[C_XI3] / 2.7e-10, 1, 0.02);
    lento_model_destroy(model);
}

static void set_37_warns_where_the_precession_stands_still(void **state) {
    (void)state;
    double columns[16];
    const lento_options o = slow("leapfrog", 0.01, 60);
    lento_model *model = top_with("", "euler-rates");
    lento_run *run = open_run(model, &o);
    const lento_warning *warning = warning_of(run, "rank-deficient-start");
    assert_non_null(warning);
    assert_non_null(strstr(warning->text, "t = 0"));
    assert_int_equal(lento_run_advance(run, 0.01), LENTO_DONE);
    assert_int_equal(lento_run_columns(run, 0.01, columns), LENTO_DONE);
    lento_run_destroy(run);
    lento_model_destroy(model);
    model = top_with("", "regular");
    run = open_run(model, &o);
    assert_null(warning_of(run, "rank-deficient-start"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* x' = -1, y' = 1 with slow variables x^2/2 and y: nothing can be said at x = 0 */
static int falling(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    (void)x;
    (void)params;
    dxdt[0] = -1;
    dxdt[1] = 1;
    return 0;
}

static int half_square(double t, const lento_phase phase[], const double x[], double xi[],
                       double gradient[], double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    (void)params;
    if (xi) {
        xi[0] = x[0] * x[0] / 2;
        xi[1] = x[1];
    }
    if (gradient) {
        gradient[0] = x[0];
        gradient[1] = gradient[2] = 0;
        gradient[3] = 1;
    }
    if (explicit_rate) {
        explicit_rate[0] = explicit_rate[1] = 0;
    }
    return 0;
}

static void rank_lost_on_the_way_is_a_warning_with_the_time(void **state) {
    (void)state;
    const lento_system system = {
        .order = 1,
        .size = 2,
        .field = falling,
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1}}},
        .known =
            &(lento_knowledge){.slow = (lento_slow_set[]){{.size = 2, .slow = half_square}, {0}}}};
    lento_options o = slow("euler", 2, 8);
    o.average[0].kernel = "point";
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, (const double[]){1, 0}, &o), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 0.9), LENTO_DONE);
    assert_null(warning_of(run, "rank-lost"));
    assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
    const lento_warning *warning = warning_of(run, "rank-lost");
    assert_non_null(warning);
    assert_near(warning->value, 1, 1e-15);
    assert_near(lento_run_state(run)[0], 0, 0);
    assert_near(lento_run_state(run)[1], 2, 1e-15);
    lento_run_destroy(run);
}

static void leapfrog_beyond_its_limit_is_refused_with_the_largest_step(void **state) {
    (void)state;
    lento_model *model = top_with("", "xi"); /* 1/rate = 7.425e-4 */
    lento_options o = slow("leapfrog", 0.01, 13);
    assert_refused(model, &o, "below 0.000742478");
    o.steps = 14;
    lento_run *run = open_run(model, &o);
    lento_run_destroy(run);
    o.macro = "rk4";
    o.steps = 5;
    run = open_run(model, &o);
    lento_run_destroy(run);
    lento_model_destroy(model);
    model = top_with("vibration=horizontal", "subtracted");
    o = slow("leapfrog", 0.02, 300); /* the thesis's own step */
    assert_refused(model, &o, "below 6.18732e-5");
    lento_model_destroy(model);
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    assert_no_model("theta0=0", "inclined");
    assert_no_model("theta0=3.141592653589793", "inclined");
    assert_no_model("I3=9", "I3 > 2 I1");
    assert_no_model("vibration=horizontal omega=17508", "resonance");
    assert_no_model("vibration=horizontal omega=16160", "resonance");
    assert_no_model("vibration=horizontal frame=spin-free", "frame=body");
    assert_no_model("vibration=vertical frame=space", "frame=space");
    assert_no_model("frame=space Pi1=0 Pi2=851.8164170295637",
                    "vertical"); /* the momentum, not the axis */
    assert_no_model("vibration=vertical spin=10 omega=20", "too slow");
}

static void a_point_is_no_window_for_other_schemes(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    lento_options o = {.until = 1, .steps = 10};
    o.average[0] = (lento_average){.scheme = "sync", .kernel = "point"};
    assert_refused(model, &o, "averages nothing");
    o.average[0] = (lento_average){.scheme = "slow", .kernel = "point", .periods = 2};
    assert_refused(model, &o, "no window");
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_solution_meets_the_anchors),
        cmocka_unit_test(exact_solution_meets_direct_integration),
        cmocka_unit_test(published_method_gives_table_1),
        cmocka_unit_test(leapfrog_without_window_has_order_2),
        cmocka_unit_test(sets_of_the_thesis_give_figure_12_and_section_52),
        cmocka_unit_test(scheme_35_has_order_1),
        cmocka_unit_test(set_32_refuses_a_turning_point_and_regular_does_not),
        cmocka_unit_test(set_37_warns_where_the_precession_stands_still),
        cmocka_unit_test(rank_lost_on_the_way_is_a_warning_with_the_time),
        cmocka_unit_test(leapfrog_beyond_its_limit_is_refused_with_the_largest_step),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(a_point_is_no_window_for_other_schemes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
