/* SPDX-License-Identifier: MIT
 *
 * inside_step_test.c - what a run shows between its nodes: first-order systems a cubic through both ends and
 * their slopes, constrained ones multipliers on the chord. */
#include "support.h"

/* ---- x' = -x ---- */

static int decay(double t, const double x[], double dxdt[], void *params) {
    (void)t;
    (void)params;
    dxdt[0] = -x[0];
    return 0;
}

/* inside the first step, which starts from the exact value: largest error at a quarter, a half, three quarters */
static double error_inside(double step) {
    const lento_system system = {.order = 1, .size = 1, .field = decay};
    const lento_options options = {.until = 1, .macro = "rk4", .macro_step = step};
    const double start = 1;
    lento_run *run = NULL;
    double worst = 0, x;
    assert_int_equal(lento_run_create(&run, &system, &start, &options), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, step), LENTO_DONE);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(lento_run_at(run, i * step / 4, &x), LENTO_DONE);
        worst = fmax(worst, fabs(x - exp(-i * step / 4)));
    }
    lento_run_destroy(run);
    return worst;
}

/* The error of the cubic is h^4/384. With the wrong slope at either end the order falls to 1. */
static void cubic_between_the_nodes_has_order_four(void **state) {
    (void)state;
    double error[3];
    for (int i = 0; i < 3; i++) {
        const double h = 0.04 / (1 << i);
        error[i] = error_inside(h);
        assert_near(error[i] / (pow(h, 4) / 384), 1, 0.25);
    }
    assert_near(fitted_slope(error, 3), 4, 0.1);
}

/* ---- a pendulum of mass and length 1 ---- */

static int weight(double t, const lento_phase phase[], const double q[], const double v[],
                  double f[], void *params) {
    (void)t, (void)phase, (void)q, (void)v, (void)params;
    f[0] = 0;
    f[1] = -1;
    return 0;
}

static int circle(const double q[], double g[], double jacobian[], void *params) {
    (void)params;
    if (g) {
        g[0] = q[0] * q[0] + q[1] * q[1] - 1;
    }
    if (jacobian) {
        jacobian[0] = 2 * q[0];
        jacobian[1] = 2 * q[1];
    }
    return 0;
}

enum { STEPS = 10, PER_STEP = 4 };

typedef struct record {
    int count;
    double lambda[STEPS * PER_STEP + 1];
} record;

static int observe(const lento_sample *sample, void *user) {
    record *r = user;
    assert_true(r->count <= STEPS * PER_STEP);
    assert_non_null(sample->multipliers);
    r->lambda[r->count++] = sample->multipliers[0];
    return 0;
}

/* The multiplier changes by up to 0.067 in a step; that of the right end would be off by three quarters of it. */
static void multipliers_inside_a_step_lie_on_the_chord(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "rattle", "rattle/yoshida4"};
    const lento_system system = {.order = 2,
                                 .size = 2,
                                 .rate = weight,
                                 .mechanics =
                                     &(lento_mechanics){.constraints = 1, .constraint = circle}};
    const double start[4] = {1, 0, 0, 0.5};
    for (size_t k = 0; k < LENGTH(METHOD); k++) {
        record r = {0};
        const lento_options options = {.until = 1,
                                       .macro = METHOD[k],
                                       .steps = STEPS,
                                       .sample_every = 1.0 / (STEPS * PER_STEP),
                                       .observe = observe,
                                       .user = &r};
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
        assert_int_equal(r.count, STEPS * PER_STEP + 1);
        double change = 0;
        for (int i = 0; i < STEPS * PER_STEP; i++) {
            const double left = r.lambda[i - i % PER_STEP],
                         right = r.lambda[i - i % PER_STEP + PER_STEP];
            const double x = (double)(i % PER_STEP) / PER_STEP;
            assert_near(r.lambda[i], left + x * (right - left), 1e-12);
            change = fmax(change, fabs(right - left));
        }
        assert_true(change > 0.06);
        assert_near(r.lambda[STEPS * PER_STEP], lento_run_multipliers(run)[0], 1e-15);
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubic_between_the_nodes_has_order_four),
        cmocka_unit_test(multipliers_inside_a_step_lie_on_the_chord),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
