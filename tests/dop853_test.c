/* SPDX-License-Identifier: MIT
 * The method of all references, checked from its table up: order conditions, convergence, tolerance, the
 * interpolant of order 7, and its use on phases. */
#include "support.h"

#include "step/dop853_table.h"

/* a_ij and b_j as full matrices; the row DOP853_STAGES of the table is b */
static double A[DOP853_EXTENDED][DOP853_EXTENDED];

static void fill(void) {
    memset(A, 0, sizeof A);
    for (size_t i = 0; i < LENGTH(DOP853_A); i++) {
        A[DOP853_A[i].row][DOP853_A[i].column] = DOP853_A[i].value;
    }
}

/* One wrong digit anywhere in the table breaks one of these by more than the tolerance. */
static void rows_of_the_table_sum_to_its_nodes(void **state) {
    (void)state;
    fill();
    for (int i = 1; i < DOP853_EXTENDED; i++) {
        double sum = 0;
        for (int j = 0; j < DOP853_EXTENDED; j++) {
            sum += A[i][j];
        }
        assert_near(sum, i == DOP853_STAGES ? 1 : DOP853_C[i], 2e-14);
    }
}

/* sum b c^(k-1) = 1/k, sum b a c^(k-2) = 1/(k (k-1)), sum b c a c^(k-3) = 1/(k (k-2)), up to order 8 */
static void weights_meet_the_order_conditions(void **state) {
    (void)state;
    fill();
    const double *b = A[DOP853_STAGES];
    for (int k = 1; k <= 9; k++) {
        double bushy = 0, tall = 0, mixed = 0;
        for (int i = 0; i < DOP853_STAGES; i++) {
            bushy += b[i] * pow(DOP853_C[i], k - 1);
            double inner = 0, next = 0;
            for (int j = 0; j < i; j++) {
                inner += k >= 2 ? A[i][j] * pow(DOP853_C[j], k - 2) : 0;
                next += k >= 3 ? A[i][j] * pow(DOP853_C[j], k - 3) : 0;
            }
            tall += b[i] * inner;
            mixed += b[i] * DOP853_C[i] * next;
        }
        if (k == 9) {
            assert_true(fabs(bushy - 1.0 / k) > 1e-7); /* order 8, not more */
            continue;
        }
        assert_near(bushy, 1.0 / k, 2e-15);
        if (k >= 2) {
            assert_near(tall, 1.0 / (k * (k - 1)), 2e-15);
        }
        if (k >= 3) {
            assert_near(mixed, 1.0 / (k * (k - 2)), 2e-15);
        }
    }
}

/* x' = cos(t) x, exact exp(sin t); its phase form runs at frequency 1 */
static int growth(double t, const double x[], double dxdt[], void *params) {
    (void)params;
    dxdt[0] = cos(t) * x[0];
    return 0;
}
static int phase_growth(double t, const lento_phase phase[], const double x[], const double v[],
                        double rate[], void *params) {
    (void)t, (void)v, (void)params;
    rate[0] = phase[0].cos * x[0];
    return 0;
}
static const lento_system FIELD = {.order = 1, .size = 1, .field = growth};
static const lento_system PHASE = {
    .order = 1,
    .size = 1,
    .rate = phase_growth,
    .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1, .forced = true}}}};

static lento_run *start(const lento_system *system, const lento_options *o) {
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, system, (const double[]){1}, o), LENTO_DONE);
    return run;
}

static void fixed_steps_converge_with_order_eight(void **state) {
    (void)state;
    double error[3];
    for (int i = 0; i < 3; i++) {
        const lento_options o = {.until = 3, .macro = "dop853", .steps = 4 << i};
        lento_run *run = start(i == 1 ? &PHASE : &FIELD, &o);
        assert_int_equal(lento_run_advance(run, 3), LENTO_DONE);
        error[i] = fabs(lento_run_state(run)[0] - exp(sin(3)));
        lento_run_destroy(run);
    }
    assert_between(fitted_slope(error, 3), 7.6, 9);
}

static void interpolant_has_order_seven(void **state) {
    (void)state;
    double error[3];
    for (int i = 0; i < 3; i++) {
        const lento_options o = {.until = 3, .macro = "dop853", .steps = 3 << i};
        lento_run *run = start(i == 1 ? &PHASE : &FIELD, &o);
        error[i] = 0;
        for (double t = 0.01; t < 3; t += 0.01) {
            double x;
            assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
            assert_int_equal(lento_run_at(run, t, &x), LENTO_DONE);
            error[i] = fmax(error[i], fabs(x - exp(sin(t))));
        }
        lento_run_destroy(run);
    }
    assert_between(fitted_slope(error, 3), 6.6, 8.6); /* local error h^8; a cubic gives 4 */
}

/* The error follows the tolerance, and a smaller one costs more: the controller works. */
static void tolerance_controls_the_error(void **state) {
    (void)state;
    long before = 0;
    for (double rtol = 1e-4; rtol > 1e-13; rtol /= 100) {
        const lento_options o = {.until = 10, .macro = "dop853", .rtol = rtol};
        lento_run *run = start(&FIELD, &o);
        double x;
        assert_int_equal(lento_run_advance(run, 10), LENTO_DONE);
        assert_int_equal(lento_run_at(run, 10, &x), LENTO_DONE);
        assert_near(x, exp(sin(10)), 20 * rtol);
        const long evaluations = lento_run_counts(run).force_evaluations;
        assert_true(evaluations > before && evaluations < 3000);
        before = evaluations;
        lento_run_destroy(run);
    }
}

static int blow_up(double t, const double x[], double dxdt[], void *params) {
    (void)t, (void)params;
    dxdt[0] = x[0] * x[0];
    return 0;
}

/* x = 1/(1 - t): the run must say that it stalled near t = 1, not return a number. */
static void singular_solution_is_an_error(void **state) {
    (void)state;
    const lento_system system = {.order = 1, .size = 1, .field = blow_up};
    static const char *const methods[] = {"dop853", "ode45"};
    for (size_t i = 0; i < LENGTH(methods); i++) {
        const lento_options o = {.until = 2, .macro = methods[i], .rtol = 1e-8};
        lento_run *run = start(&system, &o);
        const lento_status status = lento_run_advance(run, 2);
        assert_true(status == LENTO_STALLED || status == LENTO_NOT_FINITE);
        assert_between(lento_run_time(run), 0.99, 1.001);
        assert_true(isfinite(lento_run_state(run)[0]));
        assert_non_null(strstr(lento_run_error(run), "last good state"));
        assert_int_equal(lento_run_advance(run, 2), status); /* a failed run stays failed */
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_the_table_sum_to_its_nodes),
        cmocka_unit_test(weights_meet_the_order_conditions),
        cmocka_unit_test(fixed_steps_converge_with_order_eight),
        cmocka_unit_test(interpolant_has_order_seven),
        cmocka_unit_test(tolerance_controls_the_error),
        cmocka_unit_test(singular_solution_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
