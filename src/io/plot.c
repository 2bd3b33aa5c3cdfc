/* SPDX-License-Identifier: MIT
 * Plots: the script (plot_script.c, plot_map.c) with the data in it goes to an unnamed temporary file; gnuplot.c runs it
 * and the picture that comes back is written here. */
#include "io/plot.h"

#include "io/gnuplot.h"
#include "io/output.h"
#include "io/plot_script.h"
#include "io/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SECONDS = 30 };

static bool ends_with(const char *path, const char *ending) {
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcasecmp(path + n - m, ending) == 0;
}

static bool gnuplot_is_there(char message[IO_MESSAGE_SIZE]) {
    return io_gnuplot_exists() ||
           io_refuse(message, "plots need gnuplot, which was not found (Debian: apt-get install "
                              "gnuplot-nox)");
}

bool io_plot_check(const char *path, char message[IO_MESSAGE_SIZE]) {
    if (!ends_with(path, ".svg") && !ends_with(path, ".png")) {
        return io_refuse(message, "cannot plot to '%.300s': the name must end in .svg or .png",
                         path);
    }
    return gnuplot_is_there(message) && io_output_check(path, message);
}

/* Is the picture whole? Both formats say where they end. */
static bool is_whole(const char *picture, size_t length, bool png) {
    static const char last[] = "IEND\xAE\x42\x60\x82";
    const size_t n = sizeof last - 1;
    return png ? length > n && memcmp(picture + length - n, last, n) == 0
               : strstr(picture, "</svg>") != NULL;
}

static char *draw(const io_plot *plot, FILE *script, size_t *length,
                  char message[IO_MESSAGE_SIZE]) {
    if (io_plot_script(script, plot) == 0) {
        io_refuse(message, "nothing to plot: there is no finite value%s",
                  plot->log_x || plot->log_y ? " that fits a logarithmic axis" : "");
        return NULL;
    }
    errno = 0;
    if (fflush(script) != 0 || ferror(script)) {
        io_refuse(message, "cannot plot: %s", errno ? io_reason() : "the disk may be full");
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
    FILE *script = io_system_temporary();
    if (script == NULL) {
        io_refuse(message, "cannot plot: %s", io_reason());
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
