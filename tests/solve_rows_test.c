/* SPDX-License-Identifier: MIT
 * Rows do not decide what a bar is worth: with many of them two plain runs must still differ in every step. (Steps that
 * end at the rows gave bars a thousand times too small.) */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lento/solve.h"

enum { MOST_ROWS = 1000 };

/* Two uncoupled oscillators with rates 1 and 2 and an exact solution; the second one decays slowly. */
static int swing(double t, const double x[], double dxdt[], void *params) {
    const double w = *(const double *)params;
    (void)t;
    dxdt[0] = w * x[1];
    dxdt[1] = -w * x[0];
    dxdt[2] = 2 * w * x[3] - 0.1 * x[2];
    dxdt[3] = -2 * w * x[2] - 0.1 * x[3];
    return 0;
}

static void itself(double t, const lento_phase phase[], const double state[], double columns[],
                   void *user) {
    (void)t, (void)phase, (void)user;
    memcpy(columns, state, 4 * sizeof *columns);
}

static void energies(double t, const lento_phase phase[], const double x[], double columns[],
                     void *user) {
    (void)t, (void)phase, (void)user;
    columns[0] = x[0] * x[0] + x[1] * x[1];
    columns[1] = x[2] * x[2] + x[3] * x[3];
}

static double worst_error(const lento_answer *a, double w, double *bar) {
    double worst = 0;
    *bar = 0;
    for (int j = 0; j < a->samples; j++) {
        const double t = a->times[j], fall = exp(-0.1 * t);
        const double truth[] = {cos(w * t), -sin(w * t), fall * cos(2 * w * t),
                                -fall * sin(2 * w * t)};
        for (int k = 0; k < 4; k++) {
            worst = fmax(worst, fabs(a->values[j * 4 + k] - truth[k]));
        }
        *bar = fmax(*bar, a->bars[j] * a->magnitude[0]);
    }
    return worst;
}

static void bars_hold_for_any_number_of_rows(void **state) {
    (void)state;
    static double times[MOST_ROWS];
    const double start[] = {1, 0, 1, 0};
    double w = 50;
    const lento_system system = {.order = 1, .size = 4, .field = swing, .params = &w};
    static const int ROWS[] = {1, 20, 50, 75, 100, 125, 150, 200, 300, MOST_ROWS};
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const int rows = ROWS[i];
        for (int j = 0; j < rows; j++) {
            times[j] = 1.0 * (j + 1) / rows;
        }
        for (double tol = 1e-4; tol > 1e-11; tol /= 10) {
            const lento_solve_options options = {.until = 1,
                                                 .tolerance = tol,
                                                 .samples = rows,
                                                 .times = times,
                                                 .column = itself,
                                                 .columns = 4};
            lento_answer answer;
            double bar;
            assert_int_equal(lento_solve(&answer, &system, start, &options), LENTO_DONE);
            const double error = worst_error(&answer, w, &bar);
            if (!(error <= bar + 1e-13) || !(error <= tol)) {
                fail_msg("%d rows, tolerance %g: error %.2e, bar %.2e", rows, tol, error, bar);
            }
            lento_answer_free(&answer);
        }
    }
}

/* ---- rows as they come ---- */

enum { SOME_ROWS = 40 };

typedef struct watched {
    int runs, rows, columns, most; /* most: rows after which it stops, 0: never */
    double last, value[SOME_ROWS][4];
} watched;

static int observe(int run, double t, const double columns[], void *user) {
    watched *w = user;
    assert_true(run >= w->runs - 1);
    w->last = run == w->runs - 1 ? w->last : -1;
    assert_true(t > w->last);
    w->runs = run + 1;
    w->last = t;
    memcpy(w->value[(int)(t * SOME_ROWS + 0.5) - 1], columns, (size_t)w->columns * sizeof *columns);
    return ++w->rows == w->most;
}

static void rows_are_told_as_they_come(void **state) {
    (void)state;
    const double start[] = {1, 0, 1, 0}, fast[] = {50, 3e4};
    for (int i = 0; i < 2; i++) { /* plain integration, averaged */
        double w = fast[i];
        watched seen = {.columns = i == 0 ? 4 : 2};
        const lento_system system = {.order = 1, .size = 4, .field = swing, .params = &w};
        lento_solve_options options = {.until = 1,
                                       .tolerance = 1e-5,
                                       .samples = SOME_ROWS,
                                       .column = i == 0 ? itself : energies,
                                       .columns = i == 0 ? 4 : 2,
                                       .observe = observe,
                                       .user = &seen};
        lento_answer a;
        assert_int_equal(lento_solve(&a, &system, start, &options), LENTO_DONE);
        assert_int_equal(a.outcome, i == 0 ? LENTO_DIRECT : LENTO_AVERAGED);
        assert_true(seen.runs >= 2 && seen.rows >= SOME_ROWS);
        for (int j = 0; j < a.samples; j++) { /* the last run is the answer */
            for (int k = 0; k < a.columns; k++) {
                assert_true(seen.value[j][k] == a.values[j * a.columns + k]);
            }
        }
        lento_answer_free(&a);
        seen = (watched){.most = 3};
        assert_int_equal(lento_solve(&a, &system, start, &options), LENTO_STOPPED);
        assert_int_equal(seen.rows, 3);
        assert_string_equal(lento_answer_status(&a), "stopped");
        lento_answer_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bars_hold_for_any_number_of_rows),
                                       cmocka_unit_test(rows_are_told_as_they_come)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
