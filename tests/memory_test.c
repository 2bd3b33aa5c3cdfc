/* SPDX-License-Identifier: MIT
 * Nothing is allocated after creation. The allocator of glibc is counted by functions of the same name in front
 * of it; elsewhere the test is skipped, and under the address sanitizer, which does the same, it is not registered. */
#include "support.h"

#include <stdio.h>

#if defined(__GLIBC__)

static long allocations;

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}
void *realloc(void *block, size_t size) {
    allocations++;
    return __libc_realloc(block, size);
}

static int observe(const lento_sample *sample, void *user) {
    (void)user;
    return sample->t < 0;
}

static void check(const char *problem, lento_options o) {
    lento_model *model = model_of(problem, "");
    o.observe = observe;
    const long before = allocations;
    lento_run *run = open_run(model, &o);
    assert_true(allocations > before); /* the counter counts */
    double columns[16];
    const long created = allocations;
    for (int i = 1; i <= 7; i++) {
        const double t = o.until * i / 7;
        assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
        assert_int_equal(lento_run_columns(run, t, columns), LENTO_DONE);
        lento_run_state(run);
        lento_run_counts(run);
        lento_run_error(run);
    }
    if (allocations != created) {
        fail_msg("%s: %ld allocations after creation", o.macro, allocations - created);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void nothing_is_allocated_after_creation(void **state) {
    (void)state;
    static const char *const macros[] = {"verlet", "rk4",    "yoshida6", "kahan-li8", "leapfrog",
                                         "euler",  "dop853", "ode45",    "gbs"};
    for (size_t i = 0; i < LENGTH(macros); i++) {
        lento_options o = {.until = 1, .macro = macros[i], .sample_every = 0.013};
        o.average[0] = (lento_average){.scheme = "async", .micro_per_period = 20};
        check("kapitza", o);
        o.average[0].scheme = "sync";
        check("vibrated", o);
        o.average[0].scheme = "averaged";
        check("kapitza", o);
        o.average[0].scheme = o.average[1].scheme = "async";
        check("two-tone", o);
    }
    check("kapitza",
          (lento_options){.until = 1e-3, .macro = "verlet", .average = {{.scheme = "direct"}}});
}

static int fails(double t, const lento_phase phase[], const double q[], const double v[],
                 double f[], void *params) {
    (void)phase, (void)q, (void)v, (void)params;
    f[0] = 0;
    return t > 0.5;
}

static void a_failure_allocates_nothing(void **state) {
    (void)state;
    const lento_system system = {.order = 2, .size = 1, .rate = fails};
    const lento_options o = {.until = 1, .macro = "verlet", .steps = 100};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &system, (const double[]){1, 0}, &o), LENTO_DONE);
    const long created = allocations;
    assert_int_equal(lento_run_advance(run, 1), LENTO_CALLBACK_FAILED);
    assert_true(strlen(lento_run_error(run)) > 0);
    assert_int_equal(allocations, created);
    lento_run_destroy(run);
}

static void memory_is_what_the_run_says(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "");
    lento_options o = {
        .until = 1, .macro = "verlet", .average = {{.scheme = "async", .micro_per_period = 80}}};
    lento_run *small = open_run(model, &o);
    o.average[0].micro_per_period = 8000;
    lento_run *large = open_run(model, &o);
    /* a weight and a phase per node of the half window */
    const size_t more = lento_run_memory(large) - lento_run_memory(small);
    assert_between((double)more, 3960 * 4 * sizeof(double), 3960 * 4 * sizeof(double) + 64);
    lento_run_destroy(small);
    lento_run_destroy(large);
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_allocated_after_creation),
        cmocka_unit_test(a_failure_allocates_nothing),
        cmocka_unit_test(memory_is_what_the_run_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    puts("counting allocations needs glibc");
    return 77;
}

#endif
