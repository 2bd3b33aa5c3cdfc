/* SPDX-License-Identifier: MIT
 * Without memory every creation ends with LENTO_NO_MEMORY: the allocator of glibc is made to fail once, at each of its
 * calls in turn. Only a run that is tried at creation and can be done without may be missed. Elsewhere the test is skipped; under the
 * address sanitizer it is not registered. */
#include "support.h"

#include "lento/study.h"

#include <stdio.h>

#if defined(__GLIBC__)

static long calls, fails_at = -1; /* -1: never */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);

void *malloc(size_t size) {
    return calls++ == fails_at ? NULL : __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    return calls++ == fails_at ? NULL : __libc_calloc(count, size);
}

/* model and run with the allocation of this number refused; false: there are not so many */
static bool refused_at(const lento_problem *problem, long number) {
    lento_model *model = NULL;
    lento_run *run = NULL;
    const lento_options o = {0};
    calls = 0;
    fails_at = number;
    lento_status status = lento_model_create(&model, problem, NULL, 0);
    const bool made = status == LENTO_DONE;
    status = made ? lento_run_open(&run, model, &o) : status;
    fails_at = -1;
    const bool hit = calls > number;
    const char *error = made ? lento_run_error(run) : lento_model_error(model);
    const bool said = status == LENTO_NO_MEMORY && strcmp(error, "out of memory") == 0;
    const bool spared = made && status == LENTO_DONE && strcmp(error, "") == 0; /* a trial run */
    if (hit && !said && !spared) {
        fail_msg("%s, allocation %ld: status %d, '%s'", problem->name, number, status, error);
    }
    if (!hit && status != LENTO_DONE) {
        fail_msg("%s: %s", problem->name, error);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return hit;
}

static void missing_memory_has_its_status_in_every_problem(void **state) {
    (void)state;
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    for (size_t i = 0; i < n; i++) {
        long number = 0;
        while (refused_at(list[i], number)) {
            number++;
        }
        assert_true(number >= 8); /* model, 2 for parameters, a state, 2 for columns, 2 for a run */
    }
}

static const char *careless(const double p[], lento_build *build) {
    (void)p;
    double *state = lento_build_doubles(build, 1);
    static double elsewhere[1];
    build->state = state ? state : elsewhere;
    return NULL;
}

static void problem_that_hides_missing_memory_is_refused(void **state) {
    (void)state;
    static const lento_parameter parameters[] = {{0}};
    const lento_problem problem = {
        .abi = LENTO_ABI, .name = "careless", .parameters = parameters, .make = careless};
    lento_model *model = NULL;
    calls = 0;
    fails_at = 3; /* after the model, its parameters and their names */
    assert_int_equal(lento_model_create(&model, &problem, NULL, 0), LENTO_NO_MEMORY);
    fails_at = -1;
    assert_string_equal(lento_model_error(model), "out of memory");
    lento_model_destroy(model);
}

/* a job on a model that exists; a sentence that could not be written is "out of memory" too */
static bool job_refused_at(const lento_model *model, long number) {
    const lento_job job = {.model = model,
                           .reference = LENTO_REFERENCE_AVERAGED,
                           .rows = true,
                           .options = {.steps = 4}};
    lento_result result;
    calls = 0;
    fails_at = number;
    lento_job_run(&job, &result);
    fails_at = -1;
    const bool hit = calls > number;
    if (hit && result.status != LENTO_DONE) {
        assert_non_null(strstr(result.message, "out of memory"));
    }
    assert_true(hit || result.status == LENTO_DONE);
    lento_result_free(&result);
    return hit;
}

static void missing_memory_is_said_by_a_job(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    long number = 0;
    while (job_refused_at(model, number)) {
        number++;
    }
    assert_true(number >= 8); /* walk, 2 runs, truth, errors, sizes, block, rows */
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_memory_has_its_status_in_every_problem),
        cmocka_unit_test(problem_that_hides_missing_memory_is_refused),
        cmocka_unit_test(missing_memory_is_said_by_a_job),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    puts("counting allocations needs glibc");
    return 77;
}

#endif
