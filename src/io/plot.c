/* SPDX-License-Identifier: MIT
 * Plots: writes a gnuplot script with the data in it to an unnamed temporary file; gnuplot.c runs it and
 * the picture that comes back is written here. Texts are single-quoted strings, in which only the quote is
 * special, without control characters; names of files never reach gnuplot.
 *
 * Colours: Okabe and Ito's palette, distinguishable for colour-blind readers; series that share a
 * colour differ in dash type. */
#include "io/plot.h"

#include "io/gnuplot.h"
#include "io/number.h"
#include "io/output.h"
#include "io/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#000000"};
enum { COLOURS = sizeof palette / sizeof palette[0], SECONDS = 30 };

/* ---- checks ---- */

static bool ends_with(const char *path, const char *ending) {
    size_t n = strlen(path);
    size_t m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool gnuplot_is_there(char message[IO_MESSAGE_SIZE]) {
    return io_gnuplot_exists() ||
           io_refuse(
               message,
               "plots need gnuplot, which was not found (Debian: apt-get install gnuplot-nox)");
}

bool io_plot_check(const char *path, char message[IO_MESSAGE_SIZE]) {
    if (!ends_with(path, ".svg") && !ends_with(path, ".png")) {
        return io_refuse(message, "cannot plot to '%.300s': the name must end in .svg or .png",
                         path);
    }
    return gnuplot_is_there(message) && io_output_check(path, message);
}

/* ---- script ---- */

static void put_quoted(FILE *script, const char *text) {
    putc('\'', script);
    char letter[IO_TEXT_LETTER];
    while (text != NULL && *text != '\0') {
        if (*text == '\'') {
            putc('\'', script);
        }
        text = io_text_plain(text, letter);
        fputs(letter, script);
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

static void put_frame(FILE *script, const io_plot *plot) {
    int width = plot->width > 0 ? plot->width : 900;
    int height = plot->height > 0 ? plot->height : 560;
    if (!plot->png) {
        fprintf(script, "set terminal svg size %d,%d font 'sans-serif,14' background '#ffffff'\n",
                width, height);
    } else {
        fprintf(script, "set terminal pngcairo size %d,%d font 'Sans,12' background '#ffffff'\n",
                width, height);
    }
    fputs("set encoding utf8\n"
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
static size_t put_script(FILE *script, const io_plot *plot) {
    size_t visible = 0;
    put_frame(script, plot);
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

/* Is the picture whole? Both formats say where they end. */
static bool is_whole(const char *picture, size_t length, bool png) {
    static const char last[] = "IEND\xAE\x42\x60\x82";
    const size_t n = sizeof last - 1;
    return png ? length > n && memcmp(picture + length - n, last, n) == 0
               : strstr(picture, "</svg>") != NULL;
}

static char *draw(const io_plot *plot, FILE *script, size_t *length,
                  char message[IO_MESSAGE_SIZE]) {
    if (put_script(script, plot) == 0) {
        io_refuse(message, "nothing to plot: there is no finite value%s",
                  plot->log_x || plot->log_y ? " that fits a logarithmic axis" : "");
        return NULL;
    }
    errno = 0;
    if (fflush(script) != 0 || ferror(script)) {
        io_refuse(message, "cannot plot: %s", errno ? strerror(errno) : "the disk may be full");
        return NULL;
    }
    const double seconds = plot->seconds > 0 ? plot->seconds : SECONDS;
    char *picture = io_gnuplot_run(script, seconds, length, message);
    if (picture && !is_whole(picture, *length, plot->png)) {
        io_refuse(message, "gnuplot wrote only a part of the picture");
        free(picture);
        picture = NULL;
    }
    return picture;
}

char *io_plot_picture(const io_plot *plot, size_t *length, char message[IO_MESSAGE_SIZE]) {
    if (!gnuplot_is_there(message)) {
        return NULL;
    }
    FILE *script = tmpfile();
    if (script == NULL) {
        io_refuse(message, "cannot plot: %s", strerror(errno));
        return NULL;
    }
    char *picture = draw(plot, script, length, message);
    fclose(script);
    return picture;
}

bool io_plot_draw(const io_plot *plot, const char *path, char message[IO_MESSAGE_SIZE]) {
    if (!io_plot_check(path, message)) {
        return false;
    }
    io_plot formatted = *plot;
    io_output out;
    size_t length;
    formatted.png = ends_with(path, ".png");
    char *picture = io_plot_picture(&formatted, &length, message);
    bool good = picture && io_output_open(&out, path, message);
    if (good) {
        fwrite(picture, 1, length, out.file);
        good = io_output_close(&out, true, message);
    }
    free(picture);
    return good;
}
