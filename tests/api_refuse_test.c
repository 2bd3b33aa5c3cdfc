/* SPDX-License-Identifier: MIT
 * What the library is given and cannot use: text for numbers, missing pointers, numbers that are none, tolerances that
 * doubles cannot keep, averaged systems of another size. Every one is refused at creation with a sentence. */
#include "support.h"

static int decay(double t, const double x[], double f[], void *params) {
    (void)t, (void)params;
    f[0] = -x[0];
    return 0;
}

static int decay_twice(double t, const double x[], double f[], void *params) {
    (void)t, (void)params;
    f[0] = -x[0];
    f[1] = -x[1];
    return 0;
}

static const double START[2] = {1, 0};

static void refused(const lento_system *system, const lento_options *options, lento_status status,
                    const char *why) {
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, system, START, options), status);
    assert_non_null(run);
    if (!strstr(lento_run_error(run), why)) {
        fail_msg("'%s' does not say '%s'", lento_run_error(run), why);
    }
    lento_run_destroy(run);
}

/* ---- settings ---- */

static void setting_refused(const char *problem, lento_setting setting, const char *why) {
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, lento_problem_find(problem), &setting, 1),
                     LENTO_BAD_OPTION);
    if (!strstr(lento_model_error(model), why)) {
        fail_msg("'%s' does not say '%s'", lento_model_error(model), why);
    }
    for (int i = 0; i < lento_model_parameters(model); i++) { /* what there is can be read */
        double value;
        assert_non_null(lento_model_parameter(model, i, &value, NULL));
    }
    lento_model_destroy(model);
}

static void text_is_not_read_as_a_number(void **state) {
    (void)state;
    setting_refused("kapitza", (lento_setting){.name = "Q0", .text = "0.3"},
                    "parameter 'Q0' is a number and cannot be set by the text '0.3'");
    /* the count of a family is read before everything else */
    setting_refused("chain", (lento_setting){.name = "links", .text = "3"},
                    "parameter 'links' is a number");
    setting_refused("chain", (lento_setting){.name = "links", .value = NAN}, "finite");
}

static void settings_without_a_name_are_refused(void **state) {
    (void)state;
    setting_refused("kapitza", (lento_setting){.value = 1}, "setting 1 does not name");
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, lento_problem_find("kapitza"), NULL, 2),
                     LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_model_error(model), "2 settings are announced"));
    lento_model_destroy(model);
}

/* ---- missing pointers ---- */

static void missing_pointers_are_refused(void **state) {
    (void)state;
    const lento_system s = {.order = 1, .size = 1, .field = decay};
    const lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
    lento_run *run = NULL;
    refused(NULL, &o, LENTO_BAD_SYSTEM, "needs a system");
    refused(&s, NULL, LENTO_BAD_OPTION, "needs options");
    assert_int_equal(lento_run_create(&run, &s, NULL, &o), LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_run_error(run), "initial state"));
    lento_run_destroy(run);
    assert_null(lento_problem_find(NULL));
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, lento_problem_find("kapittza"), NULL, 0),
                     LENTO_BAD_SYSTEM);
    assert_true(strlen(lento_model_error(model)) > 0);
    assert_int_equal(lento_model_parameters(model), 0);
    double none;
    assert_false(lento_model_values(model, 0, START, &none));
    lento_model_destroy(model);
    assert_int_equal(lento_run_open(&run, NULL, &o), LENTO_BAD_SYSTEM);
    lento_run_destroy(run);
    assert_int_equal(lento_model_create(&model, lento_problem_find("kapitza"), NULL, 0),
                     LENTO_DONE);
    assert_int_equal(lento_run_open(&run, model, NULL), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_run_error(run), "needs options"));
    lento_run_destroy(run);
    lento_model_destroy(model);
    assert_string_equal(lento_model_error(NULL), "out of memory");
}

/* ---- programs that do not look at the status ---- */

/* every question to a run that could not be created is answered with this status */
static void run_answers(lento_run *run, lento_status status) {
    double numbers[2] = {7, 7};
    const lento_warning *warnings = NULL;
    assert_int_equal(lento_run_status(run), status);
    assert_int_equal(lento_run_advance(run, 1), status);
    assert_int_equal(lento_run_at(run, 0, numbers), status);
    assert_int_equal(lento_run_columns(run, 0, numbers), status);
    assert_int_equal(lento_run_rate(run, 0, START, numbers), status);
    assert_true(numbers[0] == 7 && numbers[1] == 7); /* nothing is written */
    assert_true(strlen(lento_run_error(run)) > 0);
    assert_null(lento_run_state(run));
    assert_null(lento_run_multipliers(run));
    assert_int_equal(lento_run_state_size(run), 0);
    assert_int_equal(lento_run_warnings(run, &warnings), 0);
    assert_int_equal(lento_run_warnings(run, NULL), 0);
    assert_int_equal(lento_run_counts(run).force_evaluations, 0);
    assert_true(lento_run_time(run) == 0 && lento_run_residual(run, 0) == 0);
    assert_int_equal(lento_run_memory(run), 0);
    assert_non_null(lento_run_options(run));
    lento_run_destroy(run);
}

/* the same for a model, and for every index of a good one that is out of range */
static void nothing_at(const lento_model *model, int parameter, int column, int invariant) {
    double value = 0;
    const lento_parameter *row = (const void *)START;
    const lento_column *table = (const void *)START;
    assert_null(lento_model_parameter(model, parameter, &value, &row));
    assert_null(lento_model_parameter(model, parameter, NULL, NULL));
    assert_true(isnan(value) && !row);
    assert_null(lento_model_column(model, column, &table));
    assert_null(lento_model_column(model, column, NULL));
    assert_null(table);
    assert_null(lento_model_invariant(model, invariant));
}

static int square(double t, const lento_phase phase[], const double x[], double values[],
                  void *params) {
    (void)t, (void)phase, (void)params;
    values[0] = x[0] * x[0];
    return 0;
}

static void model_answers(lento_model *model, lento_status status, const char *why) {
    static const char *const names[] = {"square"};
    static const bool integral[] = {false};
    double value = 0;
    lento_run *run = NULL;
    const lento_options o = {.until = 1};
    assert_non_null(strstr(lento_model_error(model), why));
    assert_null(lento_model_state(model));
    assert_int_equal(lento_model_system(model)->size, 0);
    assert_int_equal(lento_model_columns(model), 0);
    assert_int_equal(lento_model_invariants(model), 0);
    nothing_at(model, lento_model_parameters(model), 0, 0);
    assert_false(lento_model_values(model, 0, START, &value));
    assert_int_equal(lento_model_observe(model, 1, names, integral, square, NULL), status);
    assert_false(lento_model_choose(model, "any"));
    assert_int_equal(lento_run_open(&run, model, &o), model ? status : LENTO_BAD_SYSTEM);
    lento_model_destroy(model); /* the run's sentence does not need it */
    if (model && !strstr(lento_run_error(run), why)) {
        fail_msg("'%s' does not say '%s'", lento_run_error(run), why);
    }
    run_answers(run, model ? status : LENTO_BAD_SYSTEM);
}

static const char *half_made(const double p[], lento_build *build) {
    (void)p;
    *build->system = (lento_system){.order = 1, .size = 1, .field = decay};
    build->state = lento_build_doubles(build, 1);
    return "the start is refused";
}

static void failed_models_and_runs_answer_every_question(void **state) {
    (void)state;
    const lento_setting slow = {.name = "omega", .value = -1}, typo = {.name = "omegga"};
    const lento_problem *kapitza = lento_problem_find("kapitza");
    static const lento_parameter none[] = {{0}};
    const lento_problem refuses = {.abi = LENTO_ABI, .parameters = none, .make = half_made};
    lento_model *model = NULL;
    lento_model_create(&model, kapitza, &slow, 1);
    assert_ptr_equal(lento_model_problem(model), kapitza);
    model_answers(model, LENTO_BAD_OPTION, "parameter 'omega' must be above 0, not -1");
    lento_model_create(&model, kapitza, &typo, 1);
    model_answers(model, LENTO_BAD_OPTION, "no parameter 'omegga'; did you mean 'omega'?");
    lento_model_create(&model, &refuses, NULL, 0);
    model_answers(model, LENTO_BAD_SYSTEM, "the start is refused");
    lento_model_create(&model, NULL, NULL, 0);
    assert_null(lento_model_problem(model));
    model_answers(model, LENTO_BAD_SYSTEM, "there is no problem of this name");
    assert_null(lento_model_problem(NULL));
    model_answers(NULL, LENTO_NO_MEMORY, "out of memory");
    run_answers(NULL, LENTO_NO_MEMORY);

    lento_run *run = NULL;
    const lento_system s = {.order = 1, .size = 1, .field = decay};
    const lento_options typos = {.until = 1, .macro = "rk44"}, none_given = {0},
                        elsewhere = {.until = 1, .macro = "cvode-adams"};
    lento_run_create(&run, &s, START, &typos);
    run_answers(run, LENTO_BAD_OPTION);
    lento_run_create(&run, &s, START, &none_given);
    run_answers(run, LENTO_BAD_OPTION);
    lento_run_create(&run, &s, START, &elsewhere);
    assert_non_null(strstr(lento_run_error(run), "needs SUNDIALS, and Lento was built without it"));
    run_answers(run, LENTO_BAD_OPTION);
}

static void indices_out_of_range_are_answered(void **state) {
    (void)state;
    lento_model *model = NULL;
    static const char *const names[] = {"square"};
    static const bool integral[] = {false};
    assert_int_equal(lento_model_create(&model, lento_problem_find("kapitza"), NULL, 0),
                     LENTO_DONE);
    nothing_at(model, -1, -1, -1);
    nothing_at(model, lento_model_parameters(model), lento_model_columns(model),
               lento_model_invariants(model));
    assert_int_equal(lento_model_observe(model, 1, NULL, integral, square, NULL), LENTO_BAD_OPTION);
    assert_int_equal(lento_model_observe(model, 1, names, NULL, square, NULL), LENTO_BAD_OPTION);
    assert_int_equal(lento_model_observe(model, 1, names, integral, NULL, NULL), LENTO_BAD_OPTION);
    assert_int_equal(lento_model_observe(model, 1, names, integral, square, NULL), LENTO_DONE);
    assert_string_equal(lento_model_column(model, lento_model_columns(model) - 1, NULL), "square");
    nothing_at(model, 1000, lento_model_columns(model), 1000);
    lento_model_destroy(model);
}

/* ---- the averaged system ---- */

static int twice(const double state[], double averaged[], void *params) {
    (void)params;
    averaged[0] = averaged[1] = state[0];
    return 0;
}
static int once(const double state[], double averaged[], void *params) {
    (void)params;
    averaged[0] = state[0] + state[1];
    return 0;
}

static void averaged_system_of_another_size_needs_its_start(void **state) {
    (void)state;
    const lento_system larger = {.order = 1, .size = 2, .field = decay_twice}, empty = {0};
    lento_closed closed = {.system = &larger};
    const lento_system s = {.order = 1,
                            .size = 1,
                            .field = decay,
                            .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3}}},
                            .known = &(lento_knowledge){.averaged = &closed}};
    const lento_options o = {
        .until = 1, .macro = "rk4", .steps = 10, .average = {{.scheme = "averaged"}}};
    refused(&s, &o, LENTO_BAD_SYSTEM, "has 2 numbers and not 1, and convert");
    closed.system = &empty;
    refused(&s, &o, LENTO_BAD_SYSTEM, "order 1 or 2");
    closed.system = &larger;
    closed.convert = twice;
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    assert_near(lento_run_state(run)[1], exp(-1), 1e-6);
    lento_run_destroy(run);
}

/* the state in between has more numbers than the first and the last: a start of their size overflows */
static void averages_on_top_of_each_other_may_pass_through_a_larger_state(void **state) {
    (void)state;
    const lento_system last = {.order = 1, .size = 1, .field = decay};
    const lento_system larger = {
        .order = 1,
        .size = 2,
        .field = decay_twice,
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e2}}},
        .known = &(lento_knowledge){.averaged = &(lento_closed){.system = &last, .convert = once}}};
    const lento_system s = {
        .order = 1,
        .size = 1,
        .field = decay,
        .fast = &(lento_fast){.count = 2, .scale = {{.frequency = 1e2}, {.frequency = 1e3}}},
        .known =
            &(lento_knowledge){.averaged = &(lento_closed){.system = &larger, .convert = twice}}};
    const lento_options o = {.until = 1,
                             .macro = "rk4",
                             .steps = 10,
                             .average = {{.scheme = "averaged"}, {.scheme = "averaged"}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_DONE);
    assert_near(lento_run_state(run)[0], 2, 0); /* 1 -> (1, 1) -> 2 */
    lento_run_destroy(run);
}

/* ---- numbers that are none ---- */

static void options_that_are_no_numbers_are_refused(void **state) {
    (void)state;
    const lento_system s = {.order = 1,
                            .size = 1,
                            .field = decay,
                            .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3}}}};
    static const size_t run_fields[] = {
        offsetof(lento_options, until),      offsetof(lento_options, macro_step),
        offsetof(lento_options, rtol),       offsetof(lento_options, atol),
        offsetof(lento_options, first_step), offsetof(lento_options, sample_every),
        offsetof(lento_options, max_step)};
    static const size_t level_fields[] = {
        offsetof(lento_average, periods),    offsetof(lento_average, window),
        offsetof(lento_average, micro_step), offsetof(lento_average, relax),
        offsetof(lento_average, reproject),  offsetof(lento_average, cutoff)};
    static const double bad[] = {NAN, -1, INFINITY};
    for (size_t k = 0; k < LENGTH(bad); k++) {
        /* an infinite bound of the steps is none, and stands last in the list */
        const size_t fields = LENGTH(run_fields) - (isinf(bad[k]) ? 1 : 0);
        for (size_t i = 0; i < fields; i++) {
            lento_options o = {.until = 1, .macro = "dop853"};
            memcpy((char *)&o + run_fields[i], &bad[k], sizeof bad[k]);
            refused(&s, &o, LENTO_BAD_OPTION, "positive");
        }
        for (size_t i = 0; i < LENGTH(level_fields); i++) {
            lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
            o.average[0].scheme = "async";
            memcpy((char *)&o.average[0] + level_fields[i], &bad[k], sizeof bad[k]);
            refused(&s, &o, LENTO_BAD_OPTION, "positive and finite");
        }
    }
    lento_run *run = NULL;
    const lento_options unbounded = {.until = 1, .macro = "dop853", .max_step = INFINITY};
    assert_int_equal(lento_run_create(&run, &s, START, &unbounded), LENTO_DONE);
    lento_run_destroy(run);
}

static void scales_that_are_no_numbers_are_refused(void **state) {
    (void)state;
    static const size_t fields[] = {offsetof(lento_scale, frequency), offsetof(lento_scale, phase),
                                    offsetof(lento_scale, lowest), offsetof(lento_scale, highest)};
    static const double bad[] = {NAN, INFINITY};
    const lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
    for (size_t i = 0; i < LENGTH(fields); i++) {
        for (size_t k = 0; k < LENGTH(bad); k++) {
            lento_fast fast = {.count = 1, .scale = {{.frequency = 1e3}}};
            const lento_system s = {.order = 1, .size = 1, .field = decay, .fast = &fast};
            memcpy((char *)&fast.scale[0] + fields[i], &bad[k], sizeof bad[k]);
            refused(&s, &o, LENTO_BAD_SYSTEM, "positive");
        }
    }
}

/* ---- tolerances ---- */

/* With a tolerance below rounding every adaptive method here takes steps that never reach the end. */
static void tolerances_below_rounding_are_refused_and_the_least_one_is_kept(void **state) {
    (void)state;
    static const char *const methods[] = {"ode45", "dop853", "gbs"};
    const lento_system s = {.order = 1, .size = 1, .field = decay};
    for (size_t i = 0; i < LENGTH(methods); i++) {
        lento_options o = {.until = 1, .macro = methods[i], .rtol = 1e-30};
        refused(&s, &o, LENTO_BAD_OPTION, "more than double precision can keep");
        o.rtol = 0;
        o.atol = 1e-20;
        refused(&s, &o, LENTO_BAD_OPTION, "more than double precision can keep");
        o.atol = 0;
        o.max_step = 1e-300;
        refused(&s, &o, LENTO_BAD_OPTION, "too many");
        o.max_step = 0;
        o.rtol = 1e-14;
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
        assert_near(lento_run_state(run)[0], exp(-1), 1e-13);
        assert_true(lento_run_counts(run).macro_steps < 10000);
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_not_read_as_a_number),
        cmocka_unit_test(settings_without_a_name_are_refused),
        cmocka_unit_test(missing_pointers_are_refused),
        cmocka_unit_test(failed_models_and_runs_answer_every_question),
        cmocka_unit_test(indices_out_of_range_are_answered),
        cmocka_unit_test(averaged_system_of_another_size_needs_its_start),
        cmocka_unit_test(averages_on_top_of_each_other_may_pass_through_a_larger_state),
        cmocka_unit_test(options_that_are_no_numbers_are_refused),
        cmocka_unit_test(scales_that_are_no_numbers_are_refused),
        cmocka_unit_test(tolerances_below_rounding_are_refused_and_the_least_one_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
