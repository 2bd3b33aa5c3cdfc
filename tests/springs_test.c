/* SPDX-License-Identifier: MIT
 * Problem springs: its equations, defaults, frequencies, columns, rigid limit and refusals. */
#include "support.h"

static double energy(const lento_model *model, const double columns[]) {
    double values[3];
    assert_true(lento_model_values(model, 0, columns, values));
    return values[0];
}

static int force_of(const lento_model *model, const double q[], double f[]) {
    const lento_system *s = lento_model_system(model);
    return s->rate(0, NULL, q, q, f, s->params);
}

/* A wrong sign or a forgotten reaction on the inner mass is an error of order one. */
static void force_is_minus_the_gradient_of_the_energy(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "masses=3 omega1=2 omega2=30 omega3=7 gravity=0.4");
    double row[12] = {0.9, -0.3, 1.7, 0.4, 2.1, 1.5}, f[6];
    assert_int_equal(force_of(model, row, f), 0);
    for (int i = 0; i < 6; i++) {
        const double keep = row[i], h = 1e-6;
        row[i] = keep + h;
        const double up = energy(model, row);
        row[i] = keep - h;
        const double down = energy(model, row);
        row[i] = keep;
        assert_near(f[i], -(up - down) / (2 * h), 1e-6);
    }
    lento_model_destroy(model);
}

static void force_in_increments_is_the_same_force(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "masses=3 omega1=2 omega2=30 omega3=7 gravity=0.4");
    const lento_system *s = lento_model_system(model);
    const double base[] = {0.9, -0.3, 1.7, 0.4, 2.1, 1.5},
                 d[] = {0.01, 0.02, -0.03, 0.01, 0, -0.02};
    double q[6], f[6], near[6];
    for (int i = 0; i < 6; i++) {
        q[i] = base[i] + d[i];
    }
    assert_int_equal(force_of(model, q, f), 0);
    assert_int_equal(s->mechanics->rate_near(0, NULL, base, d, q, near, s->params), 0);
    for (int i = 0; i < 6; i++) {
        assert_near(near[i], f[i], 1e-11);
    }
    lento_model_destroy(model);
}

/* At omega = 1e6 the difference of two close lengths keeps 4 digits only; increments keep nine. */
static void increments_keep_the_digits_of_a_small_stretch(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "masses=1 omega1=1e6");
    const lento_system *s = lento_model_system(model);
    const double base[] = {0.6, 0.8}, d[] = {0.6e-9, 0.8e-9};
    double near[2], still[2];
    const double none[] = {0, 0};
    assert_int_equal(s->mechanics->rate_near(0, NULL, base, d, none, near, s->params), 0);
    assert_int_equal(s->mechanics->rate_near(0, NULL, base, none, none, still, s->params), 0);
    assert_near(near[0] - still[0], -1e12 * 0.6e-9, 1e-6);
    lento_model_destroy(model);
}

static void defaults_are_the_first_case_of_the_paper(void **state) {
    (void)state;
    static const char *const names[] = {"x1", "y1", "x2", "y2", "px1", "py1", "px2", "py2"};
    static const double start[] = {1, 0, 2 + 1e-3, 0, 0.5, -0.5, -0.5, 0.5};
    lento_model *model = model_of("springs", "");
    assert_int_equal(lento_model_columns(model), 8);
    for (int i = 0; i < 8; i++) {
        const lento_column *row;
        assert_string_equal(lento_model_column(model, i, &row), names[i]);
        assert_true(lento_model_state(model)[i] == start[i]);
    }
    lento_model_destroy(model);
    model = model_of("springs", "masses=4 x4=4.5");
    assert_true(lento_model_state(model)[4] == 3 + 1e-3 && lento_model_state(model)[6] == 4.5);
    assert_true(lento_model_state(model)[8 + 5] == 0);
    lento_model_destroy(model);
}

static void check_range(const char *settings, int stiff, double lowest, double highest) {
    lento_model *model = model_of("springs", settings);
    const lento_system *s = lento_model_system(model);
    assert_int_equal(s->known->stiff->count, stiff);
    assert_near(s->fast->scale[0].lowest, lowest, 1e-9 * lowest);
    assert_near(s->fast->scale[0].highest, highest, 1e-9 * highest);
    lento_model_destroy(model);
}

/* card sanzserna B2; with the wall's spring counted like the others the third line reads 1 and
   1.732 */
static void fast_frequencies_are_those_of_the_straight_chain(void **state) {
    (void)state;
    const double golden = (sqrt(5) - 1) / 2;
    check_range("omega2=500", 1, 500 * sqrt(2), 500 * sqrt(2));
    check_range("omega1=500 omega2=1", 1, 500, 500);
    check_range("omega1=500 omega2=500", 2, 500 * golden, 500 * (1 + golden));
    check_range("masses=3 omega1=400 omega2=1 omega3=400", 2, 400, 400 * sqrt(2));
    check_range("masses=2 omega1=40 omega2=500", 1, 500 * sqrt(2), 500 * sqrt(2));
    check_range("masses=2 omega1=50 omega2=500", 2, 35.31111750611978, 707.9923198598054);
}

static void lowest_and_highest_are_eigenvalues(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "masses=2 omega1=300 omega2=500");
    const lento_scale *scale = &lento_model_system(model)->fast->scale[0];
    const double a = 300.0 * 300, b = 300.0 * 500, c = 2 * 500.0 * 500;
    const double low = scale->lowest * scale->lowest, high = scale->highest * scale->highest;
    assert_near(low + high, a + c, 1e-6);
    assert_near(low * high, a * c - b * b, 1);
    lento_model_destroy(model);
}

/* rods keep their length, and the run meets the anchors of card sanzserna 8 */
static void averaged_form_is_the_rigid_limit(void **state) {
    (void)state;
    static const struct {
        const char *settings;
        double q[4];
    } list[] = {
        {"x2=2", {-0.716228476075, 0.938104743350, 0.0605040104060, 0.308274095918}},
        {"omega1=500 omega2=500",
         {0.999343757132, -0.0362223008873, 0.661523864614, 0.904988472648}},
    };
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_model *model = model_of("springs", list[i].settings);
        const lento_options o = accurate(10, "averaged", NULL);
        double row[8];
        run_to_end(model, &o, row);
        for (int k = 0; k < 4; k++) {
            assert_near(row[k], list[i].q[k], 1e-11);
        }
        assert_near(hypot(row[2] - row[0], row[3] - row[1]), 1, 1e-11);
        lento_model_destroy(model);
    }
}

/* three rods on a spring under gravity: the underlying system keeps the rods and the energy */
static void rods_keep_energy_and_length(void **state) {
    (void)state;
    lento_model *model =
        model_of("springs", "masses=4 gravity=1 omega1=1 omega2=800 omega3=800 omega4=800 py3=0.3");
    const lento_options o = accurate(3, "averaged", NULL);
    lento_run *run = open_run(model, &o);
    double first[16], row[16];
    assert_int_equal(lento_run_columns(run, 0, first), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 3), LENTO_DONE);
    assert_int_equal(lento_run_columns(run, 3, row), LENTO_DONE);
    for (int j = 1; j < 4; j++) {
        assert_near(hypot(row[2 * j] - row[2 * j - 2], row[2 * j + 1] - row[2 * j - 1]), 1, 1e-10);
    }
    assert_near(energy(model, row), energy(model, first), 1e-9);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void direct_run_keeps_energy_and_momentum(void **state) {
    (void)state;
    lento_model *model = model_of("springs", "omega2=200");
    const lento_options o = accurate(10, "direct", NULL);
    double row[8], values[3];
    run_to_end(model, &o, row);
    assert_true(lento_model_values(model, 10, row, values));
    assert_near(values[0], 1, 1e-9);
    assert_near(values[2], 0.5025, 1e-12);
    assert_near(row[0], -0.725650829360, 1e-9); /* card sanzserna 8 */
    assert_near(row[3], 0.296088838429, 1e-9);
    lento_model_destroy(model);
}

static void refused(const char *name, double value, const char *part) {
    const lento_setting setting = {.name = name, .value = value};
    lento_model *model = NULL;
    assert_true(lento_model_create(&model, lento_problem_find("springs"), &setting, 1) < 0);
    if (!strstr(lento_model_error(model), part)) {
        fail_msg("'%s' does not say '%s'", lento_model_error(model), part);
    }
    lento_model_destroy(model);
}

static void wrong_parameters_are_refused_in_one_sentence(void **state) {
    (void)state;
    refused("masses", 0, "'masses' must be at least 1");
    refused("masses", 1.5, "whole number");
    refused("omega2", 0, "'omega2' must be above 0");
    refused("omega1", -3, "'omega1' must be above 0");
    refused("stiff_ratio", 2, "'stiff_ratio' must be at most 1");
    refused("x1", 0, "mass 1 starts at the origin");
    refused("x2", 1, "start at the same point");
    refused("omega3", 1, "parameter 'omega3' needs masses=3");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(force_in_increments_is_the_same_force),
        cmocka_unit_test(increments_keep_the_digits_of_a_small_stretch),
        cmocka_unit_test(defaults_are_the_first_case_of_the_paper),
        cmocka_unit_test(fast_frequencies_are_those_of_the_straight_chain),
        cmocka_unit_test(lowest_and_highest_are_eigenvalues),
        cmocka_unit_test(averaged_form_is_the_rigid_limit),
        cmocka_unit_test(rods_keep_energy_and_length),
        cmocka_unit_test(direct_run_keeps_energy_and_momentum),
        cmocka_unit_test(wrong_parameters_are_refused_in_one_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
