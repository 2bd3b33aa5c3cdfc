/* SPDX-License-Identifier: MIT
 * Sanitizer build only: the pieces of a run's memory are kept apart, so that a callback which writes one number too many,
 * or a piece that is overrun, is caught at once and does not change its neighbour. Without the zones of arena.c every
 * child here ends well and the test fails. */
#include "support.h"
#include "system/arena.h"

#include <sys/wait.h>
#include <unistd.h>

/* the child must end with the sanitizer's report of a poisoned place */
static void caught(void (*overrun)(void)) {
    int end[2];
    assert_int_equal(pipe(end), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(end[1], STDERR_FILENO);
        close(end[0]);
        overrun();
        _exit(0);
    }
    close(end[1]);
    char text[4096];
    size_t n = 0;
    for (ssize_t got;
         n + 1 < sizeof text && (got = read(end[0], text + n, sizeof text - 1 - n)) > 0;) {
        n += (size_t)got;
    }
    text[n] = '\0';
    while (read(end[0], (char[512]){0}, 512) > 0) {
    }
    close(end[0]);
    int status = 0;
    waitpid(child, &status, 0);
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    if (!strstr(text, "use-after-poison")) {
        fail_msg("no report of a poisoned place:\n%s", text);
    }
}

/* ---- pieces of an arena ---- */

static void behind_a_piece(void) {
    char *block = calloc(1, 4096);
    lento_arena arena = {.base = block};
    double volatile *first = lento_take(&arena, 3);
    lento_take(&arena, 3);
    first[3] = 1;
    free(block);
}

static void before_the_first_piece(void) {
    char *block = calloc(1, 4096);
    lento_arena arena = {.base = block};
    double volatile *first = lento_take(&arena, 3);
    first[-1] = 1;
    free(block);
}

/* ---- callbacks of a run ---- */

static int field(double t, const double x[], double f[], void *params) {
    const int *extra = params;
    (void)t;
    f[0] = -x[0];
    for (int i = 0; extra && i < *extra; i++) {
        f[1 + i] = 0;
    }
    return 0;
}

static void one_more_column(double t, const lento_phase phase[], const double state[],
                            const double multipliers[], double columns[], void *params) {
    (void)t, (void)phase, (void)multipliers, (void)params;
    columns[0] = columns[1] = state[0];
}

static int look(const lento_sample *sample, void *user) {
    (void)user;
    return sample->columns[0] > 10;
}

static void run_of(const lento_system *system, const char *macro, int columns) {
    const double start[] = {1};
    const lento_options options = {.until = 1,
                                   .macro = macro,
                                   .steps = 4,
                                   .columns = columns,
                                   .observe = columns ? look : NULL};
    lento_run *run = NULL;
    lento_run_create(&run, system, start, &options);
    lento_run_advance(run, 1);
    lento_run_destroy(run);
}

static void a_column_too_many(void) {
    run_of(&(lento_system){.order = 1,
                           .size = 1,
                           .field = field,
                           .known = &(
                               lento_knowledge){.view = &(lento_view){.output = one_more_column}}},
           "rk4", 1);
}

static void a_rate_too_many(void) {
    int extra = 1;
    run_of(&(lento_system){.order = 1, .size = 1, .field = field, .params = &extra}, "rk4", 0);
}

static void overruns_are_caught(void **state) {
    (void)state;
    caught(behind_a_piece);
    caught(before_the_first_piece);
    caught(a_column_too_many);
    caught(a_rate_too_many);
}

/* steps that fail and are taken back copy blocks of several pieces: the zones are stepped over */
static int fails_late(double t, const double x[], double f[], void *params) {
    (void)params;
    f[0] = -x[0];
    return t > 0.6;
}

static void saved_blocks_are_copied_whole(void **state) {
    (void)state;
    static const char *const methods[] = {"rk4", "ode45", "dop853", "gbs"};
    for (size_t i = 0; i < LENGTH(methods); i++) {
        const lento_system system = {.order = 1, .size = 1, .field = fails_late};
        const double start[] = {1};
        lento_options options = {.until = 1, .macro = methods[i]};
        options.steps = i == 0 ? 1000 : 0;
        options.rtol = i == 0 ? 0 : 1e-8;
        lento_run *run = NULL;
        assert_int_equal(lento_run_create(&run, &system, start, &options), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 1), LENTO_CALLBACK_FAILED);
        const double t = lento_run_time(run);
        assert_true(t > 0.1 && t < 0.7);
        assert_near(lento_run_state(run)[0], exp(-t), 1e-6);
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(overruns_are_caught),
                                       cmocka_unit_test(saved_blocks_are_copied_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
