/* SPDX-License-Identifier: MIT
 * Plots: writes a gnuplot script with the data in it to an unnamed temporary file and runs gnuplot
 * on it, without a shell. Texts are single-quoted strings, in which only the quote is special.
 *
 * Colours: Okabe and Ito's palette, distinguishable for colour-blind readers; series that share a
 * colour differ in dash type. */
#include "io/plot.h"

#include "io/number.h"
#include "io/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#000000"};
enum { COLOURS = sizeof palette / sizeof palette[0] };

/* ---- checks ---- */

static bool ends_with(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool gnuplot_exists(void) {
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        int length = (int)strcspn(path, ":");
        char file[4096];
        int size = snprintf(file, sizeof file, "%.*s/gnuplot", length, path);
        if (size < (int)sizeof file && access(file, X_OK) == 0) {
            return true;
        }
        path += length;
        path += *path == ':';
    }
    return false;
}

bool io_plot_check(const char *path, char message[IO_MESSAGE_SIZE]) {
    if (!ends_with(path, ".svg") && !ends_with(path, ".png")) {
        return io_refuse(message, "cannot plot to '%.300s': the name must end in .svg or .png",
                         path);
    }
    if (strpbrk(path, "\r\n") != NULL) {
        return io_refuse(message, "cannot plot to a file with a line break in its name");
    }
    if (!gnuplot_exists()) {
        return io_refuse(
            message,
            "plots need gnuplot, which was not found (Debian: apt-get install gnuplot-nox)");
    }
    return io_file_check(path, message);
}

/* ---- script ---- */

static void put_quoted(FILE *script, const char *text) {
    putc('\'', script);
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '\'') {
            putc('\'', script);
        }
        putc((unsigned char)*text < 0x20 ? ' ' : *text, script);
    }
    putc('\'', script);
}

static void put_label(FILE *script, const char *what, const char *text, const char *look) {
    if (text != NULL && *text != '\0') {
        fprintf(script, "set %s ", what);
        put_quoted(script, text);
        fprintf(script, " noenhanced %s\n", look);
    }
}

static void put_frame(FILE *script, const io_plot *plot, const char *path) {
    int width = plot->width > 0 ? plot->width : 900;
    int height = plot->height > 0 ? plot->height : 560;
    if (ends_with(path, ".svg")) {
        fprintf(script, "set terminal svg size %d,%d font 'sans-serif,14' background '#ffffff'\n",
                width, height);
    } else {
        fprintf(script, "set terminal pngcairo size %d,%d font 'Sans,12' background '#ffffff'\n",
                width, height);
    }
    fputs("set output ", script);
    put_quoted(script, path);
    fputs("\nset encoding utf8\n"
          "set border 3 linecolor '#555555' linewidth 1\n"
          "set tics nomirror textcolor '#333333' scale 0.6\n"
          "set grid linecolor '#dddddd' linewidth 1 linetype 1\n",
          script);
    put_label(script, "title", plot->title, "font ',15'");
    put_label(script, "xlabel", plot->x_label, "");
    put_label(script, "ylabel", plot->y_label, "");
    fputs(plot->log_x ? "set logscale x\nset format x '10^{%L}'\n" : "set autoscale xfix\n",
          script);
    if (plot->log_y) {
        fputs("set logscale y\nset format y '10^{%L}'\n", script);
    }
}

/* Data block $dI; returns the number of points that can be seen. */
static size_t put_data(FILE *script, const io_plot *plot, size_t index) {
    const io_plot_series *s = &plot->series[index];
    size_t visible = 0;
    fprintf(script, "$d%zu << EOD\n", index);
    for (size_t i = 0; i < s->n; i++) {
        bool good = isfinite(s->x[i]) && isfinite(s->y[i]) && (!plot->log_x || s->x[i] > 0) &&
                    (!plot->log_y || s->y[i] > 0);
        char x[IO_NUMBER_SIZE];
        char y[IO_NUMBER_SIZE];
        if (good) {
            fprintf(script, "%s %s\n", io_number_format(s->x[i], x), io_number_format(s->y[i], y));
            visible++;
        } else if (i > 0) {
            fputs("\n", script); /* a blank line interrupts the curve */
        }
    }
    fputs("EOD\n", script);
    return visible;
}

static void put_style(FILE *script, const io_plot_series *s, size_t number) {
    static const char *const with[] = {"lines", "points", "linespoints"};
    if (s->style == IO_PLOT_OVERLAY) {
        fputs(" with lines linecolor rgb '#000000' linewidth 2 dashtype (10,16)", script);
        return;
    }
    fprintf(script, " with %s linecolor rgb '%s'", with[s->style], palette[number % COLOURS]);
    if (s->style != IO_PLOT_POINTS) {
        fprintf(script, " linewidth 2 dashtype %zu", 1 + number / COLOURS % 4);
    }
    if (s->style != IO_PLOT_LINE) {
        fprintf(script, " pointtype %d pointsize 0.9", number % 2 == 0 ? 7 : 5);
    }
}

static bool has_name(const io_plot_series *s) {
    return s->name != NULL && s->name[0] != '\0';
}

/* The legend: one row below the axis if the names fit, else a column on the right. */
static void put_key(FILE *script, const io_plot *plot) {
    size_t columns = 0;
    for (size_t i = 0; i < plot->count; i++) {
        columns += has_name(&plot->series[i]) ? io_text_width(plot->series[i].name) + 8 : 0;
    }
    if (columns == 0) {
        fputs("set key off\nset rmargin 4\n", script);
    } else if (columns <= 90) {
        fputs("set key below center horizontal maxrows 1 Left reverse samplen 2 noenhanced\n"
              "set bmargin 5.5\nset rmargin 4\n",
              script);
    } else {
        fputs("set key outside right top vertical Left reverse samplen 2 noenhanced\n", script);
    }
}

/* The whole script; returns the number of visible points. */
static size_t put_script(FILE *script, const io_plot *plot, const char *path) {
    size_t visible = 0;
    put_frame(script, plot, path);
    put_key(script, plot);
    for (size_t i = 0; i < plot->count; i++) {
        visible += put_data(script, plot, i);
    }
    for (size_t i = 0; i < plot->count; i++) {
        const io_plot_series *s = &plot->series[i];
        fprintf(script, "%s$d%zu using 1:2", i == 0 ? "plot " : ", ", i);
        put_style(script, s, i);
        if (has_name(s)) {
            fputs(" title ", script);
            put_quoted(script, s->name);
        } else {
            fputs(" notitle", script);
        }
    }
    fputs("\nset output\n", script);
    return visible;
}

/* ---- run ---- */

/* gnuplot with the script as its input and `errors` as its stderr; returns its exit status or -1. */
static int run_gnuplot(FILE *script, FILE *errors) {
    pid_t child = fork();
    if (child == 0) {
        int in = fileno(script);
        int err = fileno(errors);
        if (lseek(in, 0, SEEK_SET) == 0 && dup2(in, STDIN_FILENO) >= 0 &&
            dup2(err, STDOUT_FILENO) >= 0 && dup2(err, STDERR_FILENO) >= 0) {
            execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL);
        }
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* gnuplot's complaint: its last line that is not empty. */
static void last_line(FILE *errors, char line[256]) {
    char next[256];
    line[0] = '\0';
    rewind(errors);
    while (fgets(next, sizeof next, errors) != NULL) {
        next[strcspn(next, "\r\n")] = '\0';
        if (next[strspn(next, " \t^")] != '\0') {
            memcpy(line, next, sizeof next);
        }
    }
}

static bool draw(const io_plot *plot, const char *path, FILE *script, FILE *errors,
                 char message[IO_MESSAGE_SIZE]) {
    if (put_script(script, plot, path) == 0) {
        return io_refuse(message, "nothing to plot: there is no finite value%s",
                         plot->log_x || plot->log_y ? " that fits a logarithmic axis" : "");
    }
    if (fflush(script) != 0) {
        return io_refuse(message, "cannot plot: %s", strerror(errno));
    }
    const int status = run_gnuplot(script, errors);
    char line[256];
    last_line(errors, line);
    return status == 0 || io_refuse(message, "gnuplot failed (%d): %s", status, line);
}

bool io_plot_draw(const io_plot *plot, const char *path, char message[IO_MESSAGE_SIZE]) {
    if (!io_plot_check(path, message)) {
        return false;
    }
    FILE *script = tmpfile();
    FILE *errors = tmpfile();
    bool drawn = false;
    if (script == NULL || errors == NULL) {
        io_refuse(message, "cannot plot: %s", strerror(errno));
    } else {
        drawn = draw(plot, path, script, errors, message);
    }
    if (script != NULL) {
        fclose(script);
    }
    if (errors != NULL) {
        fclose(errors);
    }
    return drawn;
}
