/* SPDX-License-Identifier: MIT
 * Plots: wrong requests are found before a run, texts cannot break out of the script, and gnuplot
 * draws what it is given. The drawing tests are skipped where gnuplot is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "io/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[64];

static const char *in_directory(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static int make_directory(void **state) {
    (void)state;
    strcpy(directory, "/tmp/lento-plot-XXXXXX");
    return mkdtemp(directory) == NULL;
}

static int remove_directory(void **state) {
    (void)state;
    return rmdir(directory);
}

static void need_gnuplot(void) {
    char message[IO_MESSAGE_SIZE] = "";
    if (!io_plot_check(in_directory("probe.svg"), message)) {
        print_message("%s\n", message);
        skip();
    }
}

/* The file as a string, which is then removed. */
static const char *take_file(const char *path) {
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    remove(path);
    return text;
}

static void wrong_requests_are_found_before_the_run(void **state) {
    (void)state;
    char message[IO_MESSAGE_SIZE] = "";
    assert_false(io_plot_check("picture.pdf", message));
    assert_string_equal(message, "cannot plot to 'picture.pdf': the name must end in .svg or .png");
    assert_false(io_plot_check(".svg", message));
    need_gnuplot();
    assert_false(io_plot_check("/nonexistent/picture.svg", message));
    assert_string_equal(message,
                        "cannot write '/nonexistent/picture.svg': No such file or directory");
}

static void a_check_leaves_files_as_they_were(void **state) {
    (void)state;
    need_gnuplot();
    char message[IO_MESSAGE_SIZE] = "";
    const char *path = in_directory("old.svg");
    assert_true(io_plot_check(path, message));
    assert_int_not_equal(access(path, F_OK), 0);
    FILE *file = fopen(path, "w");
    fputs("precious", file);
    fclose(file);
    assert_true(io_plot_check(path, message));
    assert_string_equal(take_file(path), "precious");
}

static void a_missing_gnuplot_is_said_in_one_sentence(void **state) {
    (void)state;
    char saved[4096];
    snprintf(saved, sizeof saved, "%s", getenv("PATH"));
    setenv("PATH", directory, 1);
    char message[IO_MESSAGE_SIZE] = "";
    bool good = io_plot_check(in_directory("a.svg"), message);
    setenv("PATH", saved, 1);
    assert_false(good);
    assert_non_null(strstr(message, "gnuplot"));
    assert_null(strchr(message, '\n'));
}

static io_plot sample_plot(const char *name, const io_plot_series *series, size_t count) {
    return (io_plot){.title = name,
                     .x_label = "t",
                     .y_label = "Q",
                     .width = 400,
                     .height = 300,
                     .series = series,
                     .count = count};
}

static void svg_contains_title_labels_and_curves(void **state) {
    (void)state;
    need_gnuplot();
    enum { N = 200 };
    double x[N];
    double y[2][N];
    for (int i = 0; i < N; i++) {
        x[i] = 0.05 * i;
        y[0][i] = sin(x[i]);
        y[1][i] = i == 77 ? NAN : cos(x[i]);
    }
    const io_plot_series series[] = {{"full", N, x, y[0], IO_PLOT_LINE, NULL, 0},
                                     {"averaged_Q", N, x, y[1], IO_PLOT_LINESPOINTS, NULL, 0}};
    io_plot plot = sample_plot("Kapitza", series, 2);
    char message[IO_MESSAGE_SIZE] = "";
    const char *path = in_directory("two.svg");
    assert_true(io_plot_draw(&plot, path, message));
    const char *text = take_file(path);
    assert_non_null(strstr(text, "Kapitza"));
    assert_non_null(strstr(text, "averaged_Q"));
    assert_non_null(strstr(text, "</svg>"));
}

static void png_starts_with_its_signature(void **state) {
    (void)state;
    need_gnuplot();
    const double x[] = {1, 10, 100};
    const double y[] = {1e-2, 1e-4, 1e-6};
    const io_plot_series series[] = {{"error", 3, x, y, IO_PLOT_POINTS, NULL, 0}};
    io_plot plot = sample_plot("Error", series, 1);
    plot.log_x = plot.log_y = true;
    char message[IO_MESSAGE_SIZE] = "";
    const char *path = in_directory("three.PNG");
    assert_true(io_plot_draw(&plot, path, message));
    assert_memory_equal(take_file(path), "\x89PNG\r\n", 6);
}

/* Fails if a quote or a line break reaches gnuplot unescaped: the file "pwned" would appear. */
static void texts_cannot_break_out_of_the_script(void **state) {
    (void)state;
    need_gnuplot();
    const double x[] = {0, 1};
    char attack[256];
    snprintf(attack, sizeof attack, "it's'\nsystem('touch %s/pwned')\n`touch %s/pwned`", directory,
             directory);
    const io_plot_series series[] = {{attack, 2, x, x, IO_PLOT_LINE, NULL, 0}};
    io_plot plot = sample_plot(attack, series, 1);
    char message[IO_MESSAGE_SIZE] = "";
    const char *path = in_directory("it's `a` \"$d0\".svg");
    assert_true(io_plot_draw(&plot, path, message));
    assert_non_null(strstr(take_file(path), "system("));
    assert_int_not_equal(access(in_directory("pwned"), F_OK), 0);
}

/* A gnuplot of our own, first in PATH; returns what io_plot_draw says. */
static bool draw_with(const char *script, double seconds, char message[IO_MESSAGE_SIZE]) {
    char path[5000], saved[4096], tool[256];
    snprintf(saved, sizeof saved, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", directory, saved);
    snprintf(tool, sizeof tool, "%s/gnuplot", directory);
    FILE *file = fopen(tool, "w");
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    chmod(tool, 0755);
    setenv("PATH", path, 1);
    const double x[] = {0, 1};
    const io_plot_series series[] = {{"y", 2, x, x, IO_PLOT_LINE, NULL, 0}};
    io_plot plot = sample_plot("Fake", series, 1);
    plot.seconds = seconds;
    const bool good = io_plot_draw(&plot, in_directory("kept.svg"), message);
    setenv("PATH", saved, 1);
    remove(tool);
    return good;
}

/* Whatever gnuplot does, the file is the old one or a whole picture. */
static void a_gnuplot_that_fails_leaves_the_old_file(void **state) {
    (void)state;
    static const struct {
        const char *script, *message;
        double seconds;
    } cases[] = {
        {"exit 0", "gnuplot wrote nothing", 0},
        {"echo no such terminal >&2; exit 3", "gnuplot failed (3): no such terminal", 0},
        {"echo '<svg>'; kill -9 $$", "killed by signal 9", 0},
        {"echo '<svg>half'", "only a part", 0},
        {"exec sleep 100", "longer than 0.3 s", 0.3},
        {"echo '<svg>'; exec >&- 2>&-; exec sleep 100", "longer than 0.3 s", 0.3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[IO_MESSAGE_SIZE] = "";
        FILE *file = fopen(in_directory("kept.svg"), "w");
        fputs("precious", file);
        fclose(file);
        assert_false(draw_with(cases[i].script, cases[i].seconds, message));
        if (!strstr(message, cases[i].message)) {
            fail_msg("%s: %s", cases[i].script, message);
        }
        assert_string_equal(take_file(in_directory("kept.svg")), "precious");
    }
    char message[IO_MESSAGE_SIZE] = "";
    assert_true(draw_with("cat >/dev/null; echo '<svg></svg>'", 0, message));
    assert_string_equal(take_file(in_directory("kept.svg")), "<svg></svg>\n");
}

/* A name that gnuplot would run as a command is the name of a file. */
static void names_of_files_never_reach_gnuplot(void **state) {
    (void)state;
    need_gnuplot();
    const double x[] = {0, 1};
    const io_plot_series series[] = {{"y", 2, x, x, IO_PLOT_LINE, NULL, 0}};
    io_plot plot = sample_plot("Name", series, 1);
    char message[IO_MESSAGE_SIZE] = "", start[256];
    assert_non_null(getcwd(start, sizeof start));
    assert_int_equal(chdir(directory), 0);
    const bool good = io_plot_draw(&plot, "|touch pwned;cat >x.svg", message);
    assert_int_equal(chdir(start), 0);
    assert_true(good);
    assert_int_not_equal(access(in_directory("pwned"), F_OK), 0);
    assert_non_null(strstr(take_file(in_directory("|touch pwned;cat >x.svg")), "</svg>"));
}

static void nothing_to_plot_is_an_error(void **state) {
    (void)state;
    need_gnuplot();
    const double x[] = {0, 1};
    const double y[] = {NAN, -1};
    const io_plot_series series[] = {{"y", 2, x, y, IO_PLOT_LINE, NULL, 0}};
    io_plot plot = sample_plot("Empty", series, 1);
    plot.log_y = true;
    char message[IO_MESSAGE_SIZE] = "";
    assert_false(io_plot_draw(&plot, in_directory("empty.svg"), message));
    assert_non_null(strstr(message, "nothing to plot"));
    assert_int_not_equal(access(in_directory("empty.svg"), F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_requests_are_found_before_the_run),
        cmocka_unit_test(a_check_leaves_files_as_they_were),
        cmocka_unit_test(a_missing_gnuplot_is_said_in_one_sentence),
        cmocka_unit_test(svg_contains_title_labels_and_curves),
        cmocka_unit_test(png_starts_with_its_signature),
        cmocka_unit_test(texts_cannot_break_out_of_the_script),
        cmocka_unit_test(nothing_to_plot_is_an_error),
        cmocka_unit_test(names_of_files_never_reach_gnuplot),
        cmocka_unit_test(a_gnuplot_that_fails_leaves_the_old_file),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
