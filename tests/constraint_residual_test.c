/* SPDX-License-Identifier: MIT
 *
 * constraint_residual_test.c - what `shake` and `rattle` leave of g(q) = 0. The iteration ends where
 * rounding ends it, which in increments of a micro run is far below the rounding of positions, and
 * a residual that stays large against the step is an error. */
#include "support.h"

#define OMEGA 1e6

/* a bead of mass 1 on the unit circle, shaken along y; the force is asked for at accepted nodes only */
typedef struct bead {
    double noise;      /* of the constraint function, none at the start */
    double start;      /* x there */
    double longer;     /* relative error of the gradient's length */
    double worst;      /* largest |g| at a node, in positions, */
    double worst_near; /* and in increments */
} bead;

static double residual(const double q[]) {
    return fma(q[0], q[0], fma(q[1], q[1], -1));
}

static double residual_near(const double base[], const double d[]) {
    return fma(2 * base[0] + d[0], d[0], (2 * base[1] + d[1]) * d[1]);
}

static int force(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    (void)t;
    (void)v;
    bead *b = params;
    b->worst = fmax(b->worst, fabs(residual(q)));
    f[0] = 0;
    f[1] = -9.8 + (phase ? 4 * OMEGA * phase->cos : 0);
    return 0;
}

static int force_near(double t, const lento_phase phase[], const double base[], const double d[],
                      const double v[], double f[], void *params) {
    (void)t;
    (void)v;
    bead *b = params;
    b->worst_near = fmax(b->worst_near, fabs(residual_near(base, d)));
    f[0] = 0;
    f[1] = -9.8 + 4 * OMEGA * phase->cos;
    return 0;
}

static int circle(const double q[], double g[], double jacobian[], void *params) {
    const bead *b = params;
    if (g) {
        g[0] = residual(q) + b->noise * sin(1e9 * (q[0] - b->start));
    }
    if (jacobian) {
        jacobian[0] = 2 * (1 + b->longer) * q[0];
        jacobian[1] = 2 * (1 + b->longer) * q[1];
    }
    return 0;
}

static int circle_near(const double base[], const double d[], double g[], double jacobian[],
                       void *params) {
    const double q[2] = {base[0] + d[0], base[1] + d[1]};
    if (g) {
        g[0] = residual_near(base, d);
    }
    return circle(q, NULL, jacobian, params);
}

static const lento_fast FAST = {
    .count = 1, .scale = {{.frequency = OMEGA, .forced = true}}, .even = true};
static const lento_mechanics MECHANICS = {.constraints = 1,
                                          .constraint = circle,
                                          .rate_near = force_near,
                                          .constraint_near = circle_near};

static lento_run *create(bead *b, const lento_options *options) {
    const lento_system system = {.order = 2,
                                 .size = 2,
                                 .rate = force,
                                 .params = b,
                                 .fast = options->average[0].scheme ? &FAST : NULL,
                                 .mechanics = &MECHANICS};
    const double start[4] = {cos(0.3), sin(0.3), -1.2 * sin(0.3), 1.2 * cos(0.3)};
    b->start = start[0];
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, start, options), LENTO_DONE);
    return run;
}

/* 3e-16; an iteration that stops at an acceptable residual leaves 8e-9 */
static void positions_satisfy_the_constraint_to_rounding(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "rattle", "shake/yoshida4"};
    for (size_t k = 0; k < LENGTH(METHOD); k++) {
        for (long steps = 40; steps <= 1080; steps *= 3) {
            bead b = {0};
            const lento_options options = {.until = 2, .macro = METHOD[k], .steps = steps};
            lento_run *run = create(&b, &options);
            assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
            assert_between(b.worst, 1e-17, 1e-15);
            lento_run_destroy(run);
        }
    }
}

/* 1.2e-21, the rounding of increments of 8e-6; 5e-19 if the iteration stops at an acceptable residual */
static void increments_satisfy_the_constraint_to_their_own_rounding(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "shake-fitted"};
    for (int k = 0; k < 4; k++) {
        bead b = {0};
        const lento_options options = {
            .until = 0.1,
            .macro = "shake",
            .steps = 20,
            .average = {
                {.scheme = "async", .micro = METHOD[k / 2], .micro_per_period = k % 2 ? 80 : 8}}};
        lento_run *run = create(&b, &options);
        assert_int_equal(lento_run_advance(run, 0.1), LENTO_DONE);
        assert_between(b.worst_near, 1e-23, 4e-21);
        lento_run_destroy(run);
    }
}

/* With gradients that are 2 % too long Newton's iteration gains less than two digits a turn and still ends at
 * 3e-16; one turn after an acceptable residual it leaves 2e-12. */
static void iteration_ends_where_it_stagnates(void **state) {
    (void)state;
    bead b = {.longer = 0.02};
    const lento_options options = {.until = 2, .macro = "shake", .steps = 40};
    lento_run *run = create(&b, &options);
    assert_int_equal(lento_run_advance(run, 2), LENTO_DONE);
    assert_between(b.worst, 1e-17, 1e-15);
    lento_run_destroy(run);
}

/* A constraint function with an error of 1e-7 cannot be solved to 1e-9 of a step of 0.06: nothing that is
 * merely small passes. One with an error of 1e-10 is good enough. */
static void residual_that_stays_large_against_the_step_is_an_error(void **state) {
    (void)state;
    static const char *const METHOD[] = {"shake", "rattle"};
    for (int k = 0; k < 4; k++) {
        bead b = {.noise = k % 2 ? 1e-7 : 1e-10};
        const lento_options options = {.until = 2, .macro = METHOD[k / 2], .steps = 40};
        lento_run *run = create(&b, &options);
        assert_int_equal(lento_run_advance(run, 0.05), k % 2 ? LENTO_NOT_CONVERGED : LENTO_DONE);
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_satisfy_the_constraint_to_rounding),
        cmocka_unit_test(increments_satisfy_the_constraint_to_their_own_rounding),
        cmocka_unit_test(iteration_ends_where_it_stagnates),
        cmocka_unit_test(residual_that_stays_large_against_the_step_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
