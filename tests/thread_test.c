/* SPDX-License-Identifier: MIT
 * Runs never meet: eight of one shared model in eight threads give the bits of one alone. */
#include "support.h"

#include <pthread.h>

enum { THREADS = 8 };

typedef struct job {
    const lento_model *model;
    lento_options options;
    double end[4];
    lento_counts counts;
    lento_status status;
} job;

/* No assertions here: they jump out of the thread. */
static void *work(void *argument) {
    job *j = argument;
    lento_run *run = NULL;
    j->status = lento_run_open(&run, j->model, &j->options);
    if (j->status == LENTO_DONE) {
        j->status = lento_run_advance(run, j->options.until);
        j->counts = lento_run_counts(run);
        lento_run_columns(run, j->options.until, j->end);
    }
    lento_run_destroy(run);
    return NULL;
}

static void threads_agree(const char *problem, const lento_options *options) {
    lento_model *model = model_of(problem, "");
    job alone = {.model = model, .options = *options}, jobs[THREADS];
    work(&alone);
    assert_int_equal(alone.status, LENTO_DONE);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.model = model, .options = *options};
        assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(jobs[i].status, LENTO_DONE);
        assert_memory_equal(jobs[i].end, alone.end, sizeof alone.end);
        assert_memory_equal(&jobs[i].counts, &alone.counts, sizeof alone.counts);
    }
    lento_model_destroy(model);
}

static void eight_threads_give_the_same_bits(void **state) {
    (void)state;
    const lento_average async = {.scheme = "async", .micro_per_period = 80},
                        sync = {.scheme = "sync"};
    threads_agree("kapitza", &(lento_options){
                                 .until = 1, .macro = "verlet", .steps = 400, .average = {async}});
    threads_agree("vibrated",
                  &(lento_options){.until = 1, .macro = "rk4", .steps = 100, .average = {sync}});
    threads_agree("kapitza", &(lento_options){
                                 .until = 1, .macro = "dop853", .rtol = 1e-9, .average = {async}});
    threads_agree(
        "two-tone",
        &(lento_options){.until = 1, .macro = "yoshida4", .steps = 20, .average = {async, async}});
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(eight_threads_give_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
