/* SPDX-License-Identifier: MIT
 * Progress and Ctrl-C: nothing but a terminal ever sees the bar; the first signal asks, the second
 * kills. */
#define _XOPEN_SOURCE 700 /* pseudo terminals */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/interrupt.h"
#include "io/progress.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void the_bar_shows_percent_and_remaining_time(void **state) {
    (void)state;
    char text[128];
    io_progress_text("run", 0.5, 65, text, sizeof text);
    assert_string_equal(text, "run [============>           ]  50 %  1:05 left");
    io_progress_text("run", 1, 10, text, sizeof text);
    assert_string_equal(text, "run [========================] 100 %  0:00 left");
    io_progress_text("run", 0.001, 20, text, sizeof text);
    assert_non_null(strstr(text, "5 h 33 min left"));
    io_progress_text("run", 0, 20, text, sizeof text);
    assert_non_null(strstr(text, "--:-- left"));
}

static void no_bar_is_longer_than_its_line(void **state) {
    (void)state;
    for (double fraction = 0; fraction <= 1; fraction += 1e-4) {
        char text[128];
        io_progress_text("a label that is far too long", fraction, 30, text, sizeof text);
        assert_true(strlen(text) <= IO_PROGRESS_WIDTH);
    }
}

static void files_and_pipes_see_no_bar(void **state) {
    (void)state;
    FILE *file = tmpfile();
    io_progress progress;
    io_progress_start(&progress, file, "run", false);
    progress.start -= 100;
    io_progress_update(&progress, 0.5);
    io_progress_finish(&progress);
    assert_int_equal(ftell(file), 0);
    fclose(file);
}

/* A pseudo terminal; what was drawn on it is read from *master. */
static FILE *open_terminal(int *master) {
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0) {
        skip();
    }
    FILE *file = fopen(ptsname(*master), "w");
    assert_non_null(file);
    return file;
}

static void a_terminal_sees_the_bar_after_a_second_and_then_a_clean_line(void **state) {
    (void)state;
    int master = -1;
    FILE *file = open_terminal(&master);
    io_progress progress;
    io_progress_start(&progress, file, "run", false);
    io_progress_update(&progress, 0.25);
    assert_false(progress.shown);
    progress.start -= 2;
    io_progress_update(&progress, 0.5);
    assert_true(progress.shown);
    io_progress_finish(&progress);
    char text[512] = "";
    size_t length = 0;
    while (length < 2 * IO_PROGRESS_WIDTH + 3) {
        ssize_t count = read(master, text + length, sizeof text - 1 - length);
        assert_true(count > 0);
        length += (size_t)count;
    }
    assert_memory_equal(text, "\rrun [============>           ]  50 %", 37);
    assert_memory_equal(text + length - 3, "  \r", 3);
    fclose(file);
    close(master);
}

static void quiet_means_quiet_on_a_terminal_too(void **state) {
    (void)state;
    int master = -1;
    FILE *file = open_terminal(&master);
    io_progress progress;
    io_progress_start(&progress, file, "run", true);
    progress.start -= 2;
    io_progress_update(&progress, 0.5);
    assert_false(progress.shown);
    fclose(file);
    close(master);
}

static void the_first_interrupt_only_sets_the_flag(void **state) {
    (void)state;
    io_interrupt_catch();
    assert_false(io_interrupt_requested());
    raise(SIGINT);
    assert_true(io_interrupt_requested());
    io_interrupt_release();
    assert_false(io_interrupt_requested());
}

/* a release that forgets what came inside another catch passes off half a result as a whole one */
static void only_the_outermost_release_forgets_the_interrupt(void **state) {
    (void)state;
    io_interrupt_catch();
    io_interrupt_catch();
    raise(SIGINT);
    io_interrupt_release();
    assert_true(io_interrupt_requested());
    io_interrupt_release();
    assert_false(io_interrupt_requested());
}

static void the_second_interrupt_kills(void **state) {
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        io_interrupt_catch();
        raise(SIGINT);
        raise(SIGINT);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGINT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_shows_percent_and_remaining_time),
        cmocka_unit_test(no_bar_is_longer_than_its_line),
        cmocka_unit_test(files_and_pipes_see_no_bar),
        cmocka_unit_test(a_terminal_sees_the_bar_after_a_second_and_then_a_clean_line),
        cmocka_unit_test(quiet_means_quiet_on_a_terminal_too),
        cmocka_unit_test(the_first_interrupt_only_sets_the_flag),
        cmocka_unit_test(only_the_outermost_release_forgets_the_interrupt),
        cmocka_unit_test(the_second_interrupt_kills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
