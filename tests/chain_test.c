/* SPDX-License-Identifier: MIT
 *
 * chain_test.c - problem `chain` with SHAKE-SHAKE, RATTLE-SHAKE and composed RATTLE against the
 * independently computed numbers of card calvo 4, and against its closed averaged form. */
#include "../papers/calvo/data.h"
#include "support.h"

enum { MAX_COLUMNS = 20 };

static lento_model *paper_chain(double omega, double theta0) {
    const lento_setting settings[] = {{"omega", NULL, omega}, {"theta0", NULL, theta0}};
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, lento_problem_find("chain"), settings, 2),
                     LENTO_DONE);
    return model;
}

static lento_options multiscale(const char *macro, long steps, const char *micro, int per_period) {
    return (lento_options){
        .until = 1,
        .macro = macro,
        .steps = steps,
        .average = {{.scheme = "async", .micro = micro, .micro_per_period = per_period}}};
}

static lento_run *open_multiscale(const lento_model *model, lento_options options) {
    return open_run(model, &options);
}

/* ---- card calvo 4 ---- */

/* Fails when lambda_M is dropped from the average or when constraints are not solved in increments
 * (1e8). */
static void meets_anchors(const char *macro) {
    for (int k = 0; k < CALVO_CHAIN_ROWS; k++) {
        const double omega = (const double[]){1e4, 1e6, 1e8}[k % 3];
        const int steps = 80 << k / 3;
        const double angle = omega < 1e5 ? 1e-9 : (omega < 1e7 ? 1e-8 : 1e-6);
        const double multiplier = omega < 1e5 ? 1e-7 : 1e-5;
        lento_model *model = paper_chain(omega, 0);
        lento_run *run = open_multiscale(model, multiscale(macro, steps, "shake", steps * 2 / 5));
        double c[8];
        columns_at(run, 0.5, c);
        columns_at(run, 1, c + 4);
        for (int i = 0; i < 8; i++) {
            assert_near(c[i], calvo_chain_ends[k][i], i % 4 < 2 ? angle : multiplier);
        }
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

static void shake_shake_meets_the_anchors(void **state) {
    (void)state;
    meets_anchors("shake");
}

static void rattle_shake_meets_the_same_anchors(void **state) {
    (void)state;
    meets_anchors("rattle");
}

static void first_multipliers_are_known_at_the_start(void **state) {
    (void)state;
    static const double LAMBDA[3][3] = {{1e4, -0.02714732, -0.04445077},
                                        {1e6, -0.02193494, -0.03723168},
                                        {1e8, -0.02188232, -0.03715875}};
    static const char *const MACRO[] = {"shake", "rattle"};
    for (int k = 0; k < 6; k++) {
        const double *l = LAMBDA[k / 2];
        lento_model *model = paper_chain(l[0], 0);
        lento_run *run = open_multiscale(model, multiscale(MACRO[k % 2], 80, "shake", 32));
        double c[4];
        assert_int_equal(lento_run_columns(run, 0, c), LENTO_DONE);
        assert_near(c[2], l[1], l[0] < 1e5 ? 1e-7 : 1e-5);
        assert_near(c[3], l[2], l[0] < 1e5 ? 1e-7 : 1e-5);
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* N windows of M micro steps, M + 1 forces each; rattle ends with the force at the last node */
static void counts_are_the_published_ones(void **state) {
    (void)state;
    static const struct {
        const char *macro;
        int steps;
        long micro_steps, forces, closing;
    } CASES[] = {{"shake", 80, 1280, 1360, 17},
                 {"shake", 160, 5120, 5280, 33},
                 {"rattle", 80, 1296, 1377, 0},
                 {"rattle", 160, 5152, 5313, 0}};
    for (int k = 0; k < 4; k++) {
        lento_model *model = paper_chain(1e6, 0);
        lento_run *run = open_multiscale(
            model, multiscale(CASES[k].macro, CASES[k].steps, "shake", CASES[k].steps * 2 / 5));
        double c[4];
        columns_at(run, 1, c);
        const lento_counts counts = lento_run_counts(run);
        assert_int_equal(counts.macro_steps, CASES[k].steps);
        assert_int_equal(counts.micro_steps, CASES[k].micro_steps);
        assert_int_equal(counts.force_evaluations, CASES[k].forces);
        assert_int_equal(counts.closing_force_evaluations, CASES[k].closing);
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

static void averaged_form_meets_the_reference(void **state) {
    (void)state;
    static const double TABLE[][4] = {
        {0.101805075128, 1.036097162582, -0.0399706561, -0.0213928302},
        {0.128282326732, -0.598375761474, -0.0824715296, -0.1668595654},
        {-0.391929853445, 0.199119755122, -0.0290726717, -0.0328229471},
        {-0.172614275676, -1.256784882729, -0.0150202074, -0.0434525760},
        {-0.149664554791, -1.059133244280, -0.0735740983, -0.2221811664},
        {-0.241801185747, 0.315124619400, -0.2265365148, -0.2403467584},
        {0.219767814430, -0.210474646555, -0.4605271460, -0.9846697619},
        {0.143045125165, 1.200378501590, -0.0180391645, -0.0059072347},
        {0.475160460212, -0.004915078356, -0.0590968708, -0.1279772547},
        {0.031008810260, 0.864727341927, -0.0654750173, -0.0357819780}};
    lento_model *model = paper_chain(1e6, 0);
    const lento_options reference = accurate(1, "averaged", NULL);
    lento_run *run = open_run(model, &reference);
    for (int k = 0; k < 10; k++) {
        double c[4];
        columns_at(run, 0.1 * (k + 1), c);
        for (int i = 0; i < 4; i++) {
            assert_near(c[i], TABLE[k][i], i < 2 ? 2e-11 : 1e-9);
        }
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* ---- structure ---- */

static void residuals(const lento_model *model, const double state[], double *g, double *gv) {
    const lento_system *s = lento_model_system(model);
    double value[MAX_COLUMNS], jacobian[MAX_COLUMNS * MAX_COLUMNS];
    assert_int_equal(s->mechanics->constraint(state, value, jacobian, s->params), 0);
    for (int i = 0; i < lento_constraints(s); i++) {
        double sum = 0;
        for (int k = 0; k < s->size; k++) {
            sum += jacobian[i * s->size + k] * state[s->size + k];
        }
        *g = fmax(*g, fabs(value[i]));
        *gv = fmax(*gv, fabs(sum));
    }
}

static void constraints_hold_and_rattle_keeps_velocities_tangential(void **state) {
    (void)state;
    static const char *const MACRO[] = {"shake", "rattle", "rattle/yoshida4", "rattle/kahan-li8"};
    for (int k = 0; k < 12; k++) {
        lento_model *model = paper_chain(k < 4 ? 1e4 : (k < 8 ? 1e6 : 1e8), 0);
        lento_run *run = open_multiscale(model, multiscale(MACRO[k % 4], 80, "shake", 32));
        double g = 0, gv = 0;
        for (int i = 1; i <= 80; i++) {
            assert_int_equal(lento_run_advance(run, i / 80.0), LENTO_DONE);
            residuals(model, lento_run_state(run), &g, &gv);
        }
        assert_true(g <= 1e-15);
        assert_true(k % 4 == 0 ? gv > 1e-4 : gv <= 1e-14); /* shake's are only nearly tangential */
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* There and back with the velocity turned round. Fails (1e-3) if micro runs start at the true
 * phase. */
static void rattle_shake_is_reversible(void **state) {
    (void)state;
    static const char *const START[] = {"omega=1e4 w1=1.5 w2=-2", "omega=1e6 w1=1.5 w2=-2",
                                        "omega=1e8 w1=1.5 w2=-2"};
    static const double LIMIT[] = {1e-12, 1e-10, 1e-8};
    for (int k = 0; k < 3; k++) {
        lento_model *model = model_of("chain", START[k]);
        const lento_options options = {.until = 0.25,
                                       .macro = "rattle",
                                       .steps = 20,
                                       .average = {{.scheme = "async", .micro_per_period = 32}}};
        lento_run *there = open_run(model, &options), *back = NULL;
        double turned[8];
        assert_int_equal(lento_run_advance(there, 0.25), LENTO_DONE);
        memcpy(turned, lento_run_state(there), sizeof turned);
        for (int i = 4; i < 8; i++) {
            turned[i] = -turned[i];
        }
        assert_int_equal(lento_run_create(&back, lento_model_system(model), turned, &options),
                         LENTO_DONE);
        assert_int_equal(lento_run_advance(back, 0.25), LENTO_DONE);
        const double *start = lento_model_state(model), *end = lento_run_state(back);
        for (int i = 0; i < 4; i++) {
            assert_near(end[i], start[i], LIMIT[k]);
            assert_near(end[4 + i], -start[4 + i], 100 * LIMIT[k]);
        }
        lento_run_destroy(there);
        lento_run_destroy(back);
        lento_model_destroy(model);
    }
}

/* Lambda at 1e8 is off by 1e-3 and more in absolute positions */
static void increments_take_the_noise_out_of_multipliers(void **state) {
    (void)state;
    lento_model *model = paper_chain(1e8, 0), *plain = paper_chain(1e8, 0);
    lento_mechanics absolute = *lento_model_system(plain)->mechanics;
    absolute.rate_near = NULL;
    lento_model_edit(plain)->mechanics = &absolute;
    lento_run *run = open_multiscale(model, multiscale("shake", 80, "shake", 32));
    lento_run *noisy = open_multiscale(plain, multiscale("shake", 80, "shake", 32));
    double a[4], b[4], noise = 0;
    for (int k = 1; k <= 80; k++) {
        columns_at(run, k / 80.0, a);
        columns_at(noisy, k / 80.0, b);
        noise = fmax(noise, fabs(a[3] - b[3]));
        assert_near(b[0], a[0], 1e-5);
    }
    assert_true(noise > 1e-3);
    lento_run_destroy(run);
    lento_run_destroy(noisy);
    lento_model_destroy(model);
    lento_model_destroy(plain);
}

/* ---- high order ---- */

/* Without the second phase 3e-5, with plain shake at 4 per period 2. */
static void composed_rattle_with_fitted_micro_steps_reaches_1e_7(void **state) {
    (void)state;
    static const char *const MICRO[] = {"shake-fitted", "stormer-fitted"};
    for (int k = 0; k < 2; k++) {
        lento_model *model = paper_chain(1e8, 0);
        lento_options options = multiscale("rattle/kahan-li8", 128, MICRO[k], 4);
        options.average[0].phases = 2;
        const lento_options reference = accurate(1, "averaged", NULL);
        lento_counts counts;
        assert_true(worst_error(model, &options, &reference, 0, &counts) <= 5e-8);
        assert_true(worst_error(model, &options, &reference, 1, &counts) <= 2e-7);
        assert_int_equal(counts.micro_steps, 8708);
        lento_model_destroy(model);
    }
}

/* Other masses, lengths, numbers of rods and moving starts against the closed averaged form. */
static void other_chains_follow_the_averaged_form(void **state) {
    (void)state;
    static const struct {
        int links;
        const char *text;
    } CASES[] = {{2, "omega=1e8 m1=2 m2=0.3 l1=0.1 l2=0.4 w1=2 w2=-3 v=6 g=3"},
                 {3, "links=3 omega=1e8 m3=0.02 l3=0.15 q2=0.2 q3=-0.3 w1=1 w3=-2"},
                 {5, "links=5 omega=1e8 q1=0.1 q3=0.1 l4=0.3 w5=0.5 v=8"}};
    for (size_t k = 0; k < LENGTH(CASES); k++) {
        lento_model *model = model_of("chain", CASES[k].text);
        lento_options options = multiscale("rattle/kahan-li8", 400, "shake-fitted", 4);
        options.until = 0.3;
        options.average[0].phases = 2;
        const lento_options reference = accurate(0.3, "averaged", NULL);
        for (int i = 0; i < CASES[k].links; i++) {
            assert_near(worst_error(model, &options, &reference, i, NULL), 0, 2e-6);
        }
        lento_model_destroy(model);
    }
}

/* Newton ends in rounding that its largest terms decide, not the rods that hardly move; sums over
 * rods run from the light end. */
static void light_rods_on_heavy_ones_converge(void **state) {
    (void)state;
    lento_model *model = model_of("chain", "m1=1e3 m2=1e-6 l2=0.001 v=40 omega=1e8");
    lento_options options = multiscale("rattle/kahan-li8", 1000, "shake-fitted", 4);
    options.until = 0.005;
    options.average[0].phases = 2;
    const lento_options reference = accurate(0.005, "averaged", NULL);
    assert_near(worst_error(model, &options, &reference, 1, NULL), 0, 2e-6);
    lento_model_destroy(model);
}

/* sync reconstructs the fast velocity at the true phase: slow angles as async's up to O(1/omega) */
static void sync_agrees_with_async(void **state) {
    (void)state;
    lento_model *model = paper_chain(1e6, 1);
    lento_options options = multiscale("rattle", 160, "shake", 64);
    lento_run *async = open_run(model, &options);
    options.average[0].scheme = "sync";
    lento_run *sync = open_run(model, &options);
    double a[4], b[4];
    columns_at(async, 0.3, a);
    columns_at(sync, 0.3, b);
    assert_near(b[0], a[0], 2e-4);
    assert_near(b[1], a[1], 2e-4);
    lento_run_destroy(async);
    lento_run_destroy(sync);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shake_shake_meets_the_anchors),
        cmocka_unit_test(rattle_shake_meets_the_same_anchors),
        cmocka_unit_test(first_multipliers_are_known_at_the_start),
        cmocka_unit_test(counts_are_the_published_ones),
        cmocka_unit_test(averaged_form_meets_the_reference),
        cmocka_unit_test(constraints_hold_and_rattle_keeps_velocities_tangential),
        cmocka_unit_test(rattle_shake_is_reversible),
        cmocka_unit_test(increments_take_the_noise_out_of_multipliers),
        cmocka_unit_test(composed_rattle_with_fitted_micro_steps_reaches_1e_7),
        cmocka_unit_test(other_chains_follow_the_averaged_form),
        cmocka_unit_test(light_rods_on_heavy_ones_converge),
        cmocka_unit_test(sync_agrees_with_async),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
