/* SPDX-License-Identifier: MIT
 * Scheme slow: anchors of card ariel 3.1, 3.3, orders of the macro step, one-sided windows,
 * observables, the lift, and what is refused or warned about. */
#include "slow_support.h"

#include "average/kernel.h"
#include "system/algebra.h"

#define EPS 1e-5

static lento_options linear_options(const char *macro, long steps) {
    lento_options o = {.until = 10, .macro = macro, .steps = steps};
    o.average[0] = (lento_average){.scheme = "slow",
                                   .kernel = "exp2",
                                   .window = 10.8 * EPS,
                                   .micro = "rk4",
                                   .micro_step = EPS / 15};
    return o;
}

/* xi(10) / e^20 of the linear example */
static double linear(double x3, const lento_options *options, lento_counts *counts) {
    const lento_setting settings[] = {{.name = "eps", .value = EPS}, {.name = "x3", .value = x3}};
    lento_model *model = model_of("linear-dissipative", settings, 2);
    double columns[MOST_COLUMNS];
    const lento_counts c = run_to_end(model, options, columns);
    if (counts) {
        *counts = c;
    }
    lento_model_destroy(model);
    return columns[3] / exp(20);
}

/* Broken variants are off by 1e-3 (unnormalised weights) and more. */
static void linear_rows_of_the_card_come_out(void **state) {
    (void)state;
    lento_options o = linear_options("rk4", 20);
    lento_counts counts;
    assert_near(linear(0, &o, &counts), 0.993138, 2e-6, "RK4_R, chain");
    assert_int_equal(counts.micro_steps, 12960);
    assert_int_equal(counts.windows, 80);
    o.average[0].derivative = 1;
    assert_near(linear(0, &o, NULL), 0.993121, 2e-6, "RK4_R, kernel");
    o.average[0].side = LENTO_FORWARD;
    assert_near(linear(1, &o, NULL), 0.943863, 1e-4, "forward from x_n, kernel");
    o.average[0].derivative = 0;
    assert_near(linear(1, &o, NULL), 0.961296, 1e-4, "forward from x_n, chain");
    o.macro = "midpoint";
    assert_near(linear(1, &o, NULL), 0.542028, 1e-4, "midpoint from x_n, chain");
}

/* the closed macro error of each stepper on xi' = 2 xi in the lifted form, halving the step */
static void macro_methods_have_orders_1_2_4(void **state) {
    (void)state;
    const struct {
        const char *name;
        int order;
        long steps;
    } list[] = {{"euler", 1, 400}, {"midpoint", 2, 80}, {"rk4", 4, 6}};
    for (int i = 0; i < 3; i++) {
        double error[2];
        for (int k = 0; k < 2; k++) {
            lento_options o = linear_options(list[i].name, list[i].steps << k);
            o.until = 2;
            o.average[0].kernel = "poly-1-8";
            o.average[0].window = 80 * EPS;
            o.average[0].micro_step = EPS / 40; /* or the micro error hides the order */
            error[k] = fabs(linear(0, &o, NULL) * exp(20) / exp(4) - 1);
        }
        assert_near(log2(error[0] / error[1]), list[i].order, 0.25, list[i].name);
    }
}

/* OS_RK4 of card ariel C2 with the dissipative mode: the first points of its Fig. 4 row, in percent */
static void one_sided_window_with_relaxing_converges(void **state) {
    (void)state;
    const double expected[] = {1.039, 0.4975, 0.2329, 0.1230};
    for (int i = 0; i < 4; i++) {
        const double Delta = pow(10, -1 - i / 3.0), H = pow(Delta, 0.25);
        lento_options o = {.until = 10, .macro = "rk4", .steps = (long)ceil(10 / H)};
        o.average[0] = (lento_average){.scheme = "slow",
                                       .kernel = "oneside-3-2",
                                       .side = LENTO_FORWARD,
                                       .window = 2 * pow(EPS, 2.0 / 3) * pow(Delta, -1.0 / 3),
                                       .micro_step = pow(EPS, 13.0 / 12) * pow(Delta, 19.0 / 48),
                                       .relax = 20 * EPS};
        const double ratio = linear(1, &o, NULL);
        assert_near(100 * fabs(ratio / (1 + 2 * EPS) - 1), expected[i], 0.02 * expected[i],
                    "OS_RK4");
    }
}

static void kapitza_poly_meets_the_card(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza-poly", NULL, 0);
    lento_options o = {.until = 10, .macro = "rk4", .macro_step = 0.25};
    o.average[0] = (lento_average){
        .scheme = "slow", .kernel = "exp2", .window = 50.8 * EPS, .micro_step = EPS / 40};
    double columns[MOST_COLUMNS];
    const lento_counts counts = run_to_end(model, &o, columns);
    assert_near(columns[5], 0.229389, 2e-6, "theta");
    assert_near(columns[6], 0.048562, 2e-6, "psi");
    assert_int_equal(counts.micro_steps, 325120);
    o.average[0].derivative = 1;
    run_to_end(model, &o, columns);
    assert_near(columns[5], 0.229387, 2e-6, "theta, kernel");
    assert_near(columns[6], 0.048634, 2e-6, "psi, kernel");
    o.average[0].scheme = "averaged";
    o.macro = "dop853";
    o.macro_step = 0;
    o.rtol = 1e-12;
    run_to_end(model, &o, columns);
    assert_near(columns[5], 0.229907076, 2e-9, "averaged theta");
    assert_near(columns[6], 0.046438686, 2e-9, "averaged psi");
    lento_model_destroy(model);
}

/* fredbo A1: the slow state is xi itself, whatever the frequency */
static void reconstructed_pendulum_does_not_depend_on_omega(void **state) {
    (void)state;
    const double end[] = {-0.2068650655546612, -4.31906098288777};
    for (double omega = 1e6; omega < 2e8; omega *= 10) {
        const lento_setting settings[] = {{.name = "g", .value = 9.81},
                                          {.name = "Q0", .value = 0},
                                          {.name = "P0", .value = -5},
                                          {.name = "omega", .value = omega}};
        lento_model *model = model_of("kapitza", settings, 4);
        lento_options o = {.until = 6, .macro = "rk4", .steps = 480};
        o.average[0] = (lento_average){.scheme = "slow",
                                       .micro = "rk4",
                                       .kernel = "cosine",
                                       .periods = 2,
                                       .micro_per_period = 30};
        double columns[MOST_COLUMNS];
        run_to_end(model, &o, columns);
        assert_near(columns[0], end[0], 5e-5, "Q(6)");
        assert_near(columns[1], end[1], 5e-4, "P(6)");
        lento_model_destroy(model);
    }
}

/* ---- observables ---- */

static int squares(double t, const lento_phase phase[], const double x[], double values[],
                   void *params) {
    (void)t;
    (void)phase;
    (void)params;
    values[0] = 0.5 * x[0] * x[0];
    values[1] = x[0] * x[0] * x[1] - 1;
    return 0;
}

/* int .5 x1^2 = (e^{2t} - 1)/8 (card ariel 3.1: .798632, 6.6998) and <x1^2 x2 - 1> = -1 */
static void observables_come_from_the_same_windows(void **state) {
    (void)state;
    static const char *const names[] = {"work", "beta"};
    static const bool integral[] = {true, false};
    lento_model *model = model_of("linear-dissipative", NULL, 0);
    assert_int_equal(lento_model_observe(model, 2, names, integral, squares, NULL), LENTO_DONE);
    assert_int_equal(lento_model_columns(model), 6);
    for (int t = 1; t <= 2; t++) {
        lento_options o = linear_options("rk4", 10 * t);
        o.until = t;
        o.average[0].window = 80 * EPS;
        o.average[0].kernel = "poly-1-8";
        double columns[MOST_COLUMNS];
        const lento_counts counts = run_to_end(model, &o, columns);
        assert_near(columns[4], (exp(2 * t) - 1) / 8, 1e-5 * exp(2 * t), "integral");
        assert_near(columns[5], -1, 1e-4, "average");
        assert_int_equal(counts.windows, 40 * t); /* the last node's own window is closing work */
    }
    lento_model_destroy(model);
}

/* ---- the lift ---- */

static void minimum_norm_agrees_with_its_transpose(void **state) {
    (void)state;
    enum { R = 3, C = 5 };
    double a[R * C], x[C], y[C], b[R], work[64], twice[2 * R * C], b2[2 * R];
    for (int i = 0; i < R * C; i++) {
        a[i] = sin(1.3 * i * i + 0.2);
    }
    for (int i = 0; i < R; i++) {
        b[i] = cos(2.1 * i);
    }
    assert_int_equal(lento_minimum_norm(R, C, a, b, 1e-10, x, work), R);
    for (int i = 0; i < R; i++) { /* it solves the equations */
        double sum = -b[i];
        for (int k = 0; k < C; k++) {
            sum += a[i * C + k] * x[k];
        }
        assert_near(sum, 0, 1e-14, "residual");
    }
    /* the same equations twice are taller than wide and have the same answer */
    memcpy(twice, a, sizeof a);
    memcpy(twice + R * C, a, sizeof a);
    memcpy(b2, b, sizeof b);
    memcpy(b2 + R, b, sizeof b);
    double room[128];
    assert_true(lento_minimum_norm_room(2 * R, C) <= 128);
    assert_int_equal(lento_minimum_norm(2 * R, C, twice, b2, 1e-10, y, room), R);
    for (int k = 0; k < C; k++) {
        assert_near(y[k], x[k], 1e-14, "tall");
    }
}

/* x = xi + sin(2 t) where the slow phase is 2 t, y = eta + t^2, and both are shaken; xi' = -xi, eta' = 0 */
static int driven(double t, const lento_phase phase[], const double x[], const double v[],
                  double rate[], void *params) {
    (void)v;
    (void)params;
    rate[0] = -(x[0] - phase[0].sin) + 2 * phase[0].cos + phase[1].cos;
    rate[1] = 2 * t + phase[1].sin;
    return 0;
}

static int moving(double t, const lento_phase phase[], const double x[], double xi[],
                  double gradient[], double explicit_rate[], void *params) {
    (void)params;
    if (xi) {
        xi[0] = x[0] - phase[0].sin;
        xi[1] = x[1] - t * t;
    }
    if (gradient) {
        memcpy(gradient, (double[4]){1, 0, 0, 1}, 4 * sizeof *gradient);
    }
    if (explicit_rate) {
        explicit_rate[0] = -2 * phase[0].cos;
        explicit_rate[1] = -2 * t;
    }
    return 0;
}

/* The state moves with the variables even where they stand still. Without their own motion x(2) is off by 0.9 and
 * y(2) by 4. */
static void variables_that_depend_on_time_carry_the_state_along(void **state) {
    (void)state;
    const lento_system system = {
        .order = 1,
        .size = 2,
        .rate = driven,
        .fast = &(lento_fast){.count = 2,
                              .scale = {{.frequency = 2, .forced = true},
                                        {.frequency = 1e4, .forced = true}}},
        .known = &(lento_knowledge){
            .slow = (lento_slow_set[]){{.size = 2, .slow = moving, .closed = true}, {0}}}};
    const double start[2] = {0.5, 0.3};
    for (int derivative = 0; derivative < 2; derivative++) {
        lento_options o = {.until = 2, .macro = "rk4", .steps = 40};
        o.average[0] = (lento_average){.scheme = "slow", .derivative = derivative};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, start, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
        const double *x = lento_run_state(run);
        assert_near(x[0], 0.5 * exp(-2) + sin(4), 1e-5, "x(2)");
        assert_near(x[1], 0.3 + 4, 1e-8, "y(2)");
        lento_run_destroy(run);
    }
}

/* ---- bad input ---- */

static void short_window_is_reported_with_one_that_would_do(void **state) {
    (void)state;
    lento_model *model = model_of("stellar", NULL, 0);
    lento_options o = {.until = 3, .steps = 10};
    o.average[0] = (lento_average){.scheme = "slow", .window = 10 * EPS};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    const lento_warning *warning = warning_of(run, "window-too-short");
    assert_non_null(warning);
    o.average[0].window = warning->limit;
    lento_run_destroy(run);
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_DONE);
    assert_null(warning_of(run, "window-too-short"));
    assert_null(warning_of(run, "rank-deficient-start"));
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void wrong_pairs_are_refused(void **state) {
    (void)state;
    lento_model *model = model_of("stellar", NULL, 0);
    const lento_average bad[] = {
        {.scheme = "slow", .gauge = LENTO_GAUGE_MEAN, .side = LENTO_FORWARD},
        {.scheme = "slow", .kernel = "triangle", .derivative = 1},
        {.scheme = "slow", .phases = 2},
        {.scheme = "slow", .kernel = "box"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lento_options o = {.until = 1, .steps = 10};
        o.average[0] = bad[i];
        lento_run *run = NULL;
        assert_int_equal(lento_run_open(&run, model, &o), LENTO_BAD_OPTION);
        assert_true(lento_run_error(run)[0] != '\0');
        lento_run_destroy(run);
    }
    lento_options o = {.until = 1, .steps = 10, .macro = "soft-verlet"};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_BAD_OPTION);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_rows_of_the_card_come_out),
        cmocka_unit_test(macro_methods_have_orders_1_2_4),
        cmocka_unit_test(one_sided_window_with_relaxing_converges),
        cmocka_unit_test(kapitza_poly_meets_the_card),
        cmocka_unit_test(reconstructed_pendulum_does_not_depend_on_omega),
        cmocka_unit_test(observables_come_from_the_same_windows),
        cmocka_unit_test(minimum_norm_agrees_with_its_transpose),
        cmocka_unit_test(variables_that_depend_on_time_carry_the_state_along),
        cmocka_unit_test(short_window_is_reported_with_one_that_would_do),
        cmocka_unit_test(wrong_pairs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
