/* SPDX-License-Identifier: MIT
 * A problem with numbers: defaults, families, choices, ranges, typos, suggestions, the start of direct runs. */
#include "support.h"

/* ---- a problem with everything a table can hold ---- */

enum { LINKS, MODE, STRENGTH, LEVEL, MASSES };

static const lento_parameter PARAMETERS[] = {
    {.name = "links", .value = {2}, .min = 1, .max = 5, .whole = true},
    {.name = "mode", .value = {1}, .choices = "plain|odd|even"},
    {.name = "strength", .value = {NAN}, .doc = "half the number of links unless given"},
    {.name = "level", .value = {0.5}, .min = 0, .max = 2, .open = true},
    {.name = "m#", .value = {4, 3}, .open = true, .count = "links"},
    {.name = "k#", .value = {1}, .count = "links"},
    {0}};
static const lento_column COLUMNS[] = {{.name = "total"}, {.name = "x#", .count = "links"}, {0}};

static int rate(double t, const lento_phase phase[], const double q[], const double v[], double f[],
                void *params) {
    (void)t, (void)phase, (void)v;
    const double *p = params;
    for (int i = 0; i < (int)p[LINKS]; i++) {
        f[i] = -p[MASSES + (int)p[LINKS] + i] * q[i];
    }
    return 0;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    (void)t, (void)phase, (void)multipliers;
    const double *p = params;
    columns[0] = 0;
    for (int i = 0; i < (int)p[LINKS]; i++) {
        columns[1 + i] = state[i];
        columns[0] += state[i];
    }
}

static const char *complete(double p[], const void *data) {
    (void)data;
    if (isnan(p[STRENGTH])) {
        p[STRENGTH] = p[LINKS] / 2;
    }
    return p[STRENGTH] > 10 ? "the strength and the links do not fit" : NULL;
}

static const char *make(const double p[], lento_build *build) {
    const int n = (int)p[LINKS];
    double *state = lento_build_doubles(build, 2 * (size_t)n);
    if (!state) {
        return "out of memory";
    }
    for (int i = 0; i < n; i++) {
        state[i] = 1 + i;
    }
    *build->system = (lento_system){
        .order = 2,
        .size = n,
        .rate = rate,
        .params = (void *)p,
        .mechanics = LENTO_KEEP(build, lento_mechanics, .mass_form = LENTO_MASS_DIAGONAL,
                                .mass = &p[MASSES]),
        .known = LENTO_KEEP(build, lento_knowledge,
                            .view = LENTO_KEEP(build, lento_view, .output = output))};
    build->state = state;
    return p[MODE] == 2 ? "even is not made" : NULL;
}

static const lento_problem PROBLEM = {.abi = LENTO_ABI,
                                      .name = "everything",
                                      .parameters = PARAMETERS,
                                      .columns = COLUMNS,
                                      .complete = complete,
                                      .make = make,
                                      .suggested = {.until = 3, .steps = 30, .macro = "rk4"}};

static lento_model *create(const lento_setting settings[], size_t n) {
    lento_model *model = NULL;
    if (lento_model_create(&model, &PROBLEM, settings, n) != LENTO_DONE) {
        fail_msg("%s", lento_model_error(model));
    }
    return model;
}

static double value_of(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_parameters(model); i++) {
        double value;
        if (strcmp(lento_model_parameter(model, i, &value, NULL), name) == 0) {
            return value;
        }
    }
    fail_msg("no parameter %s", name);
    return NAN;
}

static void defaults_fill_families_member_by_member(void **state) {
    (void)state;
    const lento_setting three[] = {{.name = "m2", .value = 7}, {.name = "links", .value = 3}};
    lento_model *model = create(three, 2);
    assert_int_equal(lento_model_parameters(model), 10);
    assert_near(value_of(model, "m1"), 4, 0);
    assert_near(value_of(model, "m2"), 7, 0);
    assert_near(value_of(model, "m3"), 3, 0); /* the last one given is repeated */
    assert_near(value_of(model, "k3"), 1, 0);
    assert_near(value_of(model, "strength"), 1.5, 0);
    assert_int_equal(lento_model_columns(model), 4);
    static const char *const names[] = {"total", "x1", "x2", "x3"};
    for (int i = 0; i < 4; i++) {
        assert_string_equal(lento_model_column(model, i, NULL), names[i]);
    }
    assert_int_equal(lento_model_invariants(model), 0);
    double none;
    assert_false(lento_model_values(model, 0, lento_model_state(model), &none));
    lento_model_destroy(model);
}

static void choices_are_words(void **state) {
    (void)state;
    lento_model *model = create(&(lento_setting){.name = "mode", .text = "plain"}, 1);
    assert_near(value_of(model, "mode"), 0, 0);
    lento_model_destroy(model);
    model = create(NULL, 0);
    assert_near(value_of(model, "mode"), 1, 0);
    lento_model_destroy(model);
}

static void wrong_settings_are_one_clear_sentence(void **state) {
    (void)state;
    static const struct {
        lento_setting setting;
        const char *says;
    } rows[] = {{{.name = "linsk", .value = 1}, "no parameter 'linsk'; did you mean 'links'?"},
                {{.name = "m3", .value = 1}, "'m3' needs links=3"},
                {{.name = "zzzzzzzzzz", .value = 1}, "'lento describe "},
                {{.name = "links", .value = 0}, "'links' must be at least 1, not 0"},
                {{.name = "links", .value = 6}, "'links' must be at most 5, not 6"},
                {{.name = "links", .value = 1.5}, "whole number"},
                {{.name = "level", .value = 0}, "'level' must be above 0, not 0"},
                {{.name = "level", .value = 2.5}, "'level' must be at most 2, not 2.5"},
                {{.name = "level", .value = NAN}, "finite number"},
                {{.name = "m1", .value = -1}, "'m1' must be above 0, not -1"},
                {{.name = "strength", .value = INFINITY}, "finite number"},
                {{.name = "strength", .value = 11}, "do not fit"},
                {{.name = "mode", .text = "strange"}, "is one of plain|odd|even"},
                {{.name = "mode", .text = "even"}, "even is not made"}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        lento_model *model = NULL;
        assert_true(lento_model_create(&model, &PROBLEM, &rows[i].setting, 1) < 0);
        if (!strstr(lento_model_error(model), rows[i].says)) {
            fail_msg("\"%s\" does not say \"%s\"", lento_model_error(model), rows[i].says);
        }
        lento_model_destroy(model);
    }
    lento_model_destroy(NULL);
}

static void problems_of_another_version_are_refused(void **state) {
    (void)state;
    lento_problem old = PROBLEM;
    old.abi = LENTO_ABI + 1;
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, &old, NULL, 0), LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_model_error(model), "another version"));
    lento_model_destroy(model);
}

static void runs_take_the_suggestions_where_nothing_is_said(void **state) {
    (void)state;
    lento_model *model = create(NULL, 0);
    lento_run *run = open_run(model, &(lento_options){0});
    const lento_options *o = lento_run_options(run);
    assert_near(o->until, 3, 0);
    assert_string_equal(o->macro, "rk4");
    assert_int_equal(o->steps, 30);
    assert_int_equal(lento_run_advance(run, 3), LENTO_DONE);
    double columns[3];
    assert_int_equal(lento_run_columns(run, 3, columns), LENTO_DONE);
    assert_near(columns[1], cos(3 / sqrt(4)), 1e-6); /* k = 1, m = 4 and 3 */
    assert_near(columns[2], 2 * cos(3 / sqrt(3)), 1e-6);
    assert_near(columns[0], columns[1] + columns[2], 1e-15);
    lento_run_destroy(run);
    run = open_run(model, &(lento_options){.macro_step = 0.5, .macro = "verlet"});
    assert_int_equal(lento_run_options(run)->steps, 6);
    assert_string_equal(lento_run_options(run)->macro, "verlet");
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* card calvo A0: P0 is the slow velocity */
static void direct_run_starts_from_the_reconstruction(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "theta0=4.71238898038469 P0=0.3 omega=1e4");
    lento_options o = {.until = 1, .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}};
    lento_run *run = open_run(model, &o);
    assert_near(lento_run_state(run)[1], 0.3 - 20 * sin(0.5), 1e-13);
    double columns[2];
    assert_int_equal(lento_run_columns(run, 0, columns), LENTO_DONE);
    assert_near(columns[1], 0.3, 1e-13);
    lento_run_destroy(run);
    o.average[0].scheme = "async";
    run = open_run(model, &o);
    assert_near(lento_run_state(run)[1], 0.3, 0);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void every_built_in_problem_opens_with_its_defaults(void **state) {
    (void)state;
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    assert_true(n >= 3);
    for (size_t i = 0; i < n; i++) {
        assert_ptr_equal(lento_problem_find(list[i]->name), list[i]);
        lento_model *model = model_of(list[i]->name, "");
        lento_run *run = open_run(model, &(lento_options){0});
        assert_int_equal(lento_run_options(run)->columns, lento_model_columns(model));
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
    assert_null(lento_problem_find("nothing"));
}

/* ---- problems made at run time: the same callbacks, other data ---- */

static const char *complete_from(double p[], const void *data) {
    p[0] = isnan(p[0]) ? *(const double *)data : p[0];
    return NULL;
}

static const char *make_from(const double p[], lento_build *build) {
    const double start[2] = {p[0], *(const double *)build->data};
    *build->system = (lento_system){.order = 2, .size = 1, .rate = rate, .params = (void *)p};
    build->state = lento_build_start(build, 2, start);
    return NULL;
}

static void invariant_from(double t, const double columns[], const double p[], double values[],
                           const void *data) {
    (void)t, (void)columns;
    values[0] = p[0] + *(const double *)data;
}

static void problems_made_at_run_time_have_their_own_data(void **state) {
    (void)state;
    static const lento_parameter parameters[] = {{.name = "a", .value = {NAN}}, {0}};
    static const lento_column columns[] = {{.name = "x"}, {0}};
    const double data[] = {3, 5};
    for (int i = 0; i < 2; i++) {
        const lento_problem problem = {.abi = LENTO_ABI,
                                       .name = "made",
                                       .parameters = parameters,
                                       .columns = columns,
                                       .invariants = columns,
                                       .complete = complete_from,
                                       .make = make_from,
                                       .invariant = invariant_from,
                                       .data = &data[i]};
        lento_model *model = NULL;
        double value;
        assert_int_equal(lento_model_create(&model, &problem, NULL, 0), LENTO_DONE);
        assert_near(lento_model_state(model)[0], data[i], 0);
        assert_near(lento_model_state(model)[1], data[i], 0);
        assert_true(lento_model_values(model, 0, data, &value));
        assert_near(value, 2 * data[i], 0);
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_made_at_run_time_have_their_own_data),
        cmocka_unit_test(defaults_fill_families_member_by_member),
        cmocka_unit_test(choices_are_words),
        cmocka_unit_test(wrong_settings_are_one_clear_sentence),
        cmocka_unit_test(problems_of_another_version_are_refused),
        cmocka_unit_test(runs_take_the_suggestions_where_nothing_is_said),
        cmocka_unit_test(direct_run_starts_from_the_reconstruction),
        cmocka_unit_test(every_built_in_problem_opens_with_its_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
