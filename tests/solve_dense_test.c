/* SPDX-License-Identifier: MIT
 * Hands-off runs at any time afterwards: states and columns at random times against direct runs of order 8 and closed
 * forms, where returns are followed and where plain integration is used; the phase and how wrong it may be. */
#include "lento/study.h"
#include "support.h"

#include <stdlib.h>

enum { MOST = 1000 };

static unsigned seed = 20261118;
static double draw(void) {
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

static int rising(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void show_first(double t, const lento_phase phase[], const double x[], double columns[],
                       void *user) {
    (void)t, (void)phase;
    columns[0] = *(const double *)user * x[0];
}

/* ---- the vibrated pendulum: pointwise angle, forced ---- */

static int pendulum(double t, const lento_phase phase[], const double q[], const double v[],
                    double force[], void *params) {
    (void)t, (void)v;
    const double omega = *(const double *)params;
    force[0] = (9.8 / 0.2 + 4 * omega / 0.2 * phase[0].cos) * sin(q[0]);
    return 0;
}

static void pendulum_at_random_times(void **state) {
    (void)state;
    double omega = 1e4, start[] = {0.5, 0}, t[MOST], x[2 * MOST], unsorted[40], one[80], truth[2];
    const lento_fast fast = {.count = 1, .scale = {{.frequency = omega, .forced = true}}};
    const lento_system s = {
        .order = 2, .size = 1, .rate = pendulum, .params = &omega, .fast = &fast};
    const lento_options direct = {.macro = "dop853", .until = 1, .rtol = 1e-13, .atol = 1e-14};
    const lento_solve_options asked = {.until = 1,
                                       .tolerance = 1e-7,
                                       .column = show_first,
                                       .columns = 1,
                                       .column_user = &omega,
                                       .column_bytes = sizeof omega,
                                       .dense = true};
    lento_answer a;
    lento_run *run;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_AVERAGED);
    assert_non_null(a.dense);
    for (int j = 0; j < MOST; j++) {
        t[j] = draw();
    }
    memcpy(unsorted, t, sizeof unsorted);
    qsort(t, MOST, sizeof *t, rising);
    assert_int_equal(lento_answer_at(&a, MOST, t, x, NULL), LENTO_DONE);
    assert_int_equal(lento_run_create(&run, &s, start, &direct), LENTO_DONE);
    double worst = 0;
    for (int j = 0; j < MOST; j++) {
        assert_int_equal(lento_run_advance(run, t[j]), LENTO_DONE);
        assert_int_equal(lento_run_at(run, t[j], truth), LENTO_DONE);
        worst = fmax(worst, fabs(x[2 * j] - truth[0]));
    }
    print_message("pendulum, omega 1e4, 1000 times: %.1e, %lld calls\n", worst, (long long)a.calls);
    assert_true(worst <= 2e-6);
    /* any order, one by one, the same motion */
    for (int j = 0; j < 40; j++) {
        assert_int_equal(lento_answer_at(&a, 1, &unsorted[j], &one[2 * j], NULL), LENTO_DONE);
        const double *found = bsearch(&unsorted[j], t, MOST, sizeof *t, rising);
        assert_true(fabs(one[2 * j] - x[2 * (found - t)]) <= 1e-8);
    }
    assert_true(lento_answer_phase_error(&a, 1) == 0);
    lento_run_destroy(run);
    lento_answer_free(&a);
}

/* ---- a forced oscillator whose first macro step begins at t = 0: its first node counts ---- */

static int forced(double t, const lento_phase phase[], const double x[], const double v[],
                  double rate[], void *params) {
    (void)t, (void)v;
    const double eps = *(const double *)params;
    rate[0] = x[1] / eps;
    rate[1] = -x[0] / eps - 0.3 * x[1] - 0.2 * x[0] * x[0] * x[0] + 0.5 * phase[0].cos;
    return 0;
}

static void forced_from_the_start(void **state) {
    (void)state;
    double eps = 2e-3, start[] = {0.3, 0}, t[200], x[400], truth[2];
    const lento_fast fast = {.count = 1, .scale = {{.frequency = 1 / eps, .forced = true}}};
    const lento_system s = {.order = 1, .size = 2, .rate = forced, .params = &eps, .fast = &fast};
    const double at[] = {1, 5};
    const lento_solve_options asked = {
        .until = 5, .tolerance = 1e-6, .times = at, .samples = 2, .dense = true};
    const lento_options direct = {.macro = "dop853", .until = 5, .rtol = 1e-12, .atol = 1e-13};
    lento_answer a;
    lento_run *run;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_AVERAGED);
    for (int j = 0; j < 200; j++) {
        t[j] = 5 * draw();
    }
    qsort(t, 200, sizeof *t, rising);
    assert_int_equal(lento_answer_at(&a, 200, t, x, NULL), LENTO_DONE);
    assert_int_equal(lento_run_create(&run, &s, start, &direct), LENTO_DONE);
    for (int j = 0; j < 200; j++) {
        assert_int_equal(lento_run_advance(run, t[j]), LENTO_DONE);
        assert_int_equal(lento_run_at(run, t[j], truth), LENTO_DONE);
        assert_true(fabs(x[2 * j] - truth[0]) < 1e-6 && fabs(x[2 * j + 1] - truth[1]) < 1e-6);
    }
    lento_run_destroy(run);
    lento_answer_free(&a);
}

/* ---- a damped oscillation in closed form: x = exp(-g t) cos(w t) ---- */

typedef struct decay {
    double g, w;
} decay;

static int decays(double t, const double x[], double rate[], void *params) {
    (void)t;
    const decay *p = params;
    rate[0] = -p->g * x[0] - p->w * x[1];
    rate[1] = p->w * x[0] - p->g * x[1];
    return 0;
}

static void decay_at_random_times(double w, double until, lento_outcome outcome, double allowed) {
    decay p = {0.7 / until, w};
    const lento_system s = {.order = 1, .size = 2, .field = decays, .params = &p};
    const lento_solve_options asked = {.until = until, .tolerance = 1e-8, .dense = true};
    double start[] = {1, 0}, t[200], x[400], columns[200 * 8];
    lento_answer a;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, outcome);
    for (int j = 0; j < 200; j++) {
        t[j] = until * draw();
    }
    const double phase = lento_answer_phase_error(&a, until);
    assert_int_equal(lento_answer_at(&a, 200, t, x, columns), LENTO_DONE);
    double worst = 0, mean = 0, most = 0;
    for (int j = 0; j < 200; j++) {
        const double size = exp(-p.g * t[j]);
        worst = fmax(worst, fabs(x[2 * j] - size * cos(w * t[j])) / size);
        mean = fmax(mean, fabs(columns[8 * j]));
        most = fmax(most, fabs(columns[8 * j + 6] - size * sqrt(0.5)));
    }
    print_message("decay w = %g: %.1e, phase %.1e rad, mean %.1e, rms %.1e\n", w, worst, phase,
                  mean, most);
    assert_true(worst <= allowed && worst <= 1.5 * phase + 1e-9);
    assert_true(mean <= 1e-6 && most <= 2 * 0.7 * 6.283185307179586 / (w * until) + 1e-8);
    /* rows are the same as the answer's own */
    for (int j = 0; j < a.samples; j++) {
        assert_int_equal(lento_answer_at(&a, 1, &a.times[j], NULL, columns), LENTO_DONE);
        for (int k = 0; k < a.columns; k++) {
            assert_true(fabs(columns[k] - a.values[j * a.columns + k]) <=
                        a.bars[j] * a.magnitude[k]);
        }
    }
    const double outside[] = {-1e-9, until * (1 + 1e-9), NAN};
    for (int j = 0; j < 3; j++) {
        assert_int_equal(lento_answer_at(&a, 1, &outside[j], x, NULL), LENTO_BAD_OPTION);
    }
    lento_answer_free(&a);
}

static void decay_everywhere(void **state) {
    (void)state;
    decay_at_random_times(1e5, 1, LENTO_AVERAGED, 1e-3);
    decay_at_random_times(300, 1, LENTO_DIRECT, 1e-7);
    decay_at_random_times(3e4, 1, LENTO_AVERAGED, 1e-3);
}

/* ---- more steps than are kept: some are left out, nothing is lost ---- */

static int two_tones(double t, const double x[], double rate[], void *params) {
    (void)t, (void)params;
    rate[0] = 400 * x[1];
    rate[1] = -400 * x[0];
    rate[2] = 400 * sqrt(2) * x[3];
    rate[3] = -400 * sqrt(2) * x[2];
    return 0;
}

static void thinned(void **state) {
    (void)state;
    const lento_system s = {.order = 1, .size = 4, .field = two_tones};
    const double start[] = {1, 0, 1, 0}, until = 60;
    double factor = 1, t[50], x[200];
    const lento_solve_options asked = {.until = until,
                                       .tolerance = 1e-6,
                                       .column = show_first,
                                       .columns = 1,
                                       .column_user = &factor,
                                       .dense = true};
    lento_answer a;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_DIRECT);
    assert_true(a.steps > 10000);
    for (int j = 0; j < 50; j++) {
        t[j] = until * draw();
    }
    const int64_t before = a.calls;
    assert_int_equal(lento_answer_at(&a, 50, t, x, NULL), LENTO_DONE);
    print_message("thinned: %lld steps, %lld calls\n", (long long)a.steps,
                  (long long)(a.calls - before));
    assert_true(a.calls - before < 50 * 12 * 100);
    for (int j = 0; j < 50; j++) {
        assert_true(fabs(x[4 * j] - cos(400 * t[j])) < 1e-5);
        assert_true(fabs(x[4 * j + 2] - cos(400 * sqrt(2) * t[j])) < 1e-5);
    }
    lento_answer_free(&a);
}

static void nothing_kept(void **state) {
    (void)state;
    decay p = {1, 300};
    const lento_system s = {.order = 1, .size = 2, .field = decays, .params = &p};
    const lento_solve_options asked = {.until = 1};
    const double start[] = {1, 0}, t = 0.5;
    double x[2];
    lento_answer a;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(lento_answer_at(&a, 1, &t, x, NULL), LENTO_BAD_OPTION);
    assert_true(isinf(lento_answer_phase_error(&a, t)));
    lento_answer_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum_at_random_times),
        cmocka_unit_test(forced_from_the_start),
        cmocka_unit_test(decay_everywhere),
        cmocka_unit_test(thinned),
        cmocka_unit_test(nothing_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
