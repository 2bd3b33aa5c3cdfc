/* SPDX-License-Identifier: MIT
 * Studies without a command line: results are values, mistakes are sentences, nothing is printed. */
#include "support.h"

#include "lento/compare.h"

static void rows_stay_evenly_spaced_when_they_are_thinned(void **state) {
    (void)state;
    lento_recorder r;
    lento_recorder_start(&r, 1);
    for (int i = 0; i < 5 * LENTO_MAX_ROWS; i++) {
        const double row[] = {i};
        lento_recorder_add(&r, row, true);
    }
    assert_true(r.count > LENTO_MAX_ROWS / 2 && r.count < LENTO_MAX_ROWS && !r.failed);
    for (size_t i = 0; i < r.count; i++) {
        assert_true(lento_recorder_row(&r, i)[0] == (double)(i * r.stride));
    }
    lento_recorder_free(&r);
}

static void missing_reference_is_refused_before_the_run(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    lento_result result;
    const lento_job job = {.model = model, .reference = LENTO_REFERENCE_EXACT};
    lento_job_run(&job, &result);
    assert_true(result.refused && result.status < 0 && result.counts.force_evaluations == 0);
    assert_non_null(strstr(result.message, "no exact solution of kapitza"));
    lento_result_free(&result);
    lento_model_destroy(model);
}

/* a variant that opens twice counts the first step twice */
static void open_and_finish_are_one_run(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    lento_result whole, parts;
    const lento_job job = {.model = model, .reference = LENTO_REFERENCE_AVERAGED, .rows = true};
    lento_job_run(&job, &whole);
    lento_job_open(&job, &parts);
    assert_true(!parts.refused && lento_run_counts(parts.run).macro_steps == 1);
    lento_job_finish(&parts);
    assert_int_equal(parts.counts.force_evaluations, whole.counts.force_evaluations);
    assert_int_equal(parts.rows.count, whole.rows.count);
    assert_true(parts.error[0] == whole.error[0] && parts.final[1] == whole.final[1]);
    lento_result_free(&whole);
    lento_result_free(&parts);
    lento_job_open(&job, &parts); /* and may be given up in between */
    lento_result_free(&parts);
    lento_model_destroy(model);
}

static int stop_soon(void *user) {
    return ++*(int *)user > 20;
}

static void watch_stops_a_job(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    int asked = 0;
    const lento_watch watch = {.stop = stop_soon, .user = &asked};
    const lento_job job = {.model = model, .options = {.steps = 1000}, .watch = &watch};
    lento_result result;
    lento_job_run(&job, &result);
    assert_int_equal(result.status, LENTO_STOPPED);
    assert_non_null(strstr(result.message, "interrupted at t = "));
    assert_true(result.final[0] > 0 && result.final[0] < 1);
    lento_result_free(&result);
    lento_model_destroy(model);
}

static void closed_form_converges_with_the_order_of_its_method(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    const char *const methods[] = {"verlet", "rk4"};
    for (int i = 0; i < 2; i++) {
        const lento_refinement asked = {
            .model = model,
            .options = {.macro = methods[i], .steps = 40, .average[0].scheme = "averaged"},
            .reference = LENTO_REFERENCE_AVERAGED};
        lento_convergence study;
        lento_convergence_plan(&study, &asked);
        lento_convergence_run(&study);
        assert_true(!study.refused && study.count == 5 && isnan(study.floor));
        assert_true(fabs(study.slope - 2 * (i + 1)) < 0.1); /* 2 and 4 */
        lento_convergence_free(&study);
    }
    lento_model_destroy(model);
}

static void refinement_of_nothing_is_refused(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    lento_refinement asked = {
        .model = model, .options = {.average[0].scheme = "averaged"}, .vary = LENTO_VARY_MICRO};
    lento_convergence study;
    lento_convergence_plan(&study, &asked);
    assert_true(study.refused);
    assert_non_null(strstr(study.message, "no windows to refine"));
    lento_convergence_run(&study); /* does nothing */
    assert_int_equal(study.count, 0);
    lento_convergence_free(&study);
    asked.vary = LENTO_VARY_MACRO;
    asked.column = "q";
    lento_convergence_plan(&study, &asked);
    assert_true(study.refused);
    assert_non_null(strstr(study.message, "no column 'q'"));
    lento_convergence_free(&study);
    lento_model_destroy(model);
}

static void comparison_prefers_the_smaller_work_at_equal_error(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e4");
    const lento_average closed = {.scheme = "averaged"}, direct = {.scheme = "direct"};
    const lento_named named[] = {
        {"closed", {.macro = "rk4", .steps = 80, .until = 0.1, .average[0] = closed}},
        {"direct", {.macro = "dop853", .rtol = 1e-9, .until = 0.1, .average[0] = direct}},
    };
    const lento_comparison_rules asked = {.model = model,
                                          .options = {.until = 0.1},
                                          .reference = LENTO_REFERENCE_AVERAGED,
                                          .named = named,
                                          .named_count = 2};
    lento_comparison *c = malloc(sizeof *c);
    assert_non_null(c);
    lento_comparison_plan(c, &asked);
    lento_comparison_run(c);
    assert_true(!c->refused && c->count == 2 && c->rival[0].closed && c->rival[1].direct);
    assert_true(c->rival[0].evaluations < 0.1 * c->rival[1].evaluations);
    assert_int_equal(c->advice.kind, LENTO_ADVICE_CHEAPEST);
    assert_int_equal(c->advice.recommended, 0);
    lento_comparison_free(c);
    free(c);
    lento_model_destroy(model);
}

static void formula_with_a_wrong_name_is_pointed_at(void **state) {
    (void)state;
    lento_model *model = model_of("oscillators", "");
    const char *const good[] = {"x1^2 + x2^2"}, *const bad[] = {"x1", "x1 + y9"},
                      *const one[] = {"2"};
    const char *const *printed = NULL;
    lento_formula_error error;
    assert_int_equal(lento_model_slow_formulas(model, bad, 2, 0, 0, NULL, &error),
                     LENTO_BAD_OPTION);
    assert_true(error.unknown && error.index == 1 && error.position == 5 && error.length == 2);
    assert_int_equal(lento_model_slow_formulas(model, one, 1, 0, 0, NULL, &error),
                     LENTO_BAD_SYSTEM);
    assert_int_equal(lento_model_slow_formulas(model, good, 1, 0, 0, &printed, &error), LENTO_DONE);
    assert_string_equal(printed[0], "x1^2 + x2^2");
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stay_evenly_spaced_when_they_are_thinned),
        cmocka_unit_test(missing_reference_is_refused_before_the_run),
        cmocka_unit_test(open_and_finish_are_one_run),
        cmocka_unit_test(watch_stops_a_job),
        cmocka_unit_test(closed_form_converges_with_the_order_of_its_method),
        cmocka_unit_test(refinement_of_nothing_is_refused),
        cmocka_unit_test(comparison_prefers_the_smaller_work_at_equal_error),
        cmocka_unit_test(formula_with_a_wrong_name_is_pointed_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
