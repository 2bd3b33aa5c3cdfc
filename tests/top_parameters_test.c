/* SPDX-License-Identifier: MIT
 * Parameters of problem `top`: given back, refused, warned about; divergence. */
#include "top_bodies.h"

static void expect_refusal(const char *text, const char *word) {
    lento_model *model;
    if (create(&model, text) == LENTO_DONE || !strstr(lento_model_error(model), word)) {
        fail_msg("%s: '%s' does not say '%s'", text, lento_model_error(model), word);
    }
    lento_model_destroy(model);
}

static void resolved_parameters_give_the_same_top_back(void **unused) {
    (void)unused;
    static const char *const texts[] = {"",
                                        "tilt=45",
                                        "qw=0.6 qz=0.8",
                                        "case=kowalewski",
                                        "case=goryachev-chaplygin",
                                        "case=lagrange CB=0.4",
                                        "CN=1 CB=2 CT=3 rx=1",
                                        "mass=2 I1=3 I2=3 I3=1 tilt=30",
                                        "CN=1 CB=0.8 CT=0.8 rx=-1 rz=0",
                                        "case=goryachev-chaplygin m3=1"};
    static const char *const cases[] = {"lagrange", "kowalewski", "goryachev-chaplygin", "general"};
    for (size_t i = 0; i < LENGTH(texts); i++) {
        lento_model *model = top_of(texts[i]), *again = NULL;
        lento_setting settings[32];
        size_t n = 0;
        for (int k = 0; k < lento_model_parameters(model); k++) {
            const lento_parameter *row;
            double value;
            const char *name = lento_model_parameter(model, k, &value, &row);
            const bool word = strcmp(name, "case") == 0;
            if (!isnan(value) && strcmp(name, "form") != 0) {
                settings[n++] = (lento_setting){
                    .name = name, .text = word ? cases[(int)value] : NULL, .value = value};
            }
        }
        assert_int_equal(lento_model_create(&again, lento_problem_find("top"), settings, n),
                         LENTO_DONE);
        const lento_top *a = lento_model_system(model)->params;
        const lento_top *b = lento_model_system(again)->params;
        assert_memory_equal(a->inertia, b->inertia, sizeof a->inertia);
        assert_memory_equal(a->centre, b->centre, sizeof a->centre);
        assert_memory_equal(lento_model_state(model), lento_model_state(again),
                            LENTO_TOP_STATE * sizeof(double));
        lento_model_destroy(model);
        lento_model_destroy(again);
    }
}

static void bad_bodies_and_starts_are_refused_in_words(void **unused) {
    (void)unused;
    expect_refusal("CN=0", "above 0");
    expect_refusal("CT=-1", "above 0");
    expect_refusal("mass=-1 I1=1 I2=1 I3=1", "mass");
    expect_refusal("mass=1 I1=0 I2=1 I3=1", "above 0");
    expect_refusal("mass=1 I1=1 I2=1 I3=2.1", "sum of the other two");
    expect_refusal("mass=1 I1=1 I2=1", "I3");
    expect_refusal("I1=1 I2=1 I3=1", "mass");
    expect_refusal("mass=1 I1=1 I2=1 I3=1 CN=1", "not both");
    expect_refusal("ay=1", "mass");
    expect_refusal("qw=1.00001", "length 1");
    expect_refusal("qw=0.5 qx=0.5", "length 1");
    expect_refusal("tilt=10 qw=1", "not both");
    expect_refusal("case=kowalewski CN=1", "case");
    expect_refusal("case=lagrange CN=1 CB=2", "case");
    expect_refusal("case=goryachev-chaplygin ry=0.1", "case");
    expect_refusal("g=-1", "at least 0");
}

static void symmetric_methods_on_other_tops_name_axis_split(void **unused) {
    (void)unused;
    static const char *const macros[] = {"bobenko-suris", "bobenko-suris-sym", "strang", "chin4a",
                                         "bobenko-suris-sym-twist/kahan-li8"};
    lento_model *model = top_of("case=kowalewski");
    for (size_t i = 0; i < LENGTH(macros); i++) {
        const lento_options options = fixed(macros[i], 1, 10);
        lento_run *run = NULL;
        assert_int_equal(lento_run_open(&run, model, &options), LENTO_BAD_OPTION);
        assert_non_null(strstr(lento_run_error(run), "axis-split"));
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}

static void G_with_a_vertical_momentum_is_a_warning(void **unused) {
    (void)unused;
    for (int given = 0; given < 2; given++) {
        lento_model *model =
            top_of(given ? "case=goryachev-chaplygin m3=1.46" : "case=goryachev-chaplygin");
        const lento_options options = fixed("gbs", 1, 1);
        lento_run *run = open_run(model, &options);
        const lento_warning *list;
        assert_int_equal(lento_run_warnings(run, &list), given);
        assert_true(!given || strstr(list[0].text, "m3"));
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

/* bodack 6.3: classical Runge-Kutta diverges for steps above 0.6 */
static void divergence_is_a_failure_with_its_time(void **unused) {
    (void)unused;
    static const struct { double step, low, high; } rows[] = {{0.8, 19, 25}, {1, 4.9, 6.1}};
    for (int tilt = 0; tilt <= 45; tilt += 45) {
        lento_model *model = top_of(tilt ? "tilt=45" : "");
        for (int i = 0; i < 2; i++) {
            const lento_options options = {
                .until = 100, .macro = "rk4", .macro_step = rows[i].step};
            lento_run *run = open_run(model, &options);
            assert_int_equal(lento_run_advance(run, 100), LENTO_NOT_FINITE);
            assert_between(lento_run_time(run), rows[i].low, rows[i].high);
            assert_non_null(strstr(lento_run_error(run), "t = "));
            for (int k = 0; k < lento_run_state_size(run); k++) {
                assert_true(isfinite(lento_run_state(run)[k]));
            }
            lento_run_destroy(run);
        }
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resolved_parameters_give_the_same_top_back),
        cmocka_unit_test(bad_bodies_and_starts_are_refused_in_words),
        cmocka_unit_test(symmetric_methods_on_other_tops_name_axis_split),
        cmocka_unit_test(G_with_a_vertical_momentum_is_a_warning),
        cmocka_unit_test(divergence_is_a_failure_with_its_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
