/* SPDX-License-Identifier: MIT
 * Scripts of maps: one coloured pixel per cell, over it lines of equal value. A logarithmic axis is drawn in powers of
 * ten, because gnuplot's images need equal steps. Colours are a part of viridis, even in brightness. */
#include "io/number.h"
#include "io/plot_script.h"

#include <math.h>

enum { LEVELS = 7, COLOUR_BOX = 90 };

static double place(double x, bool logarithmic) {
    return logarithmic ? log10(x) : x;
}

/* Data block $map, columns of cells separated by blank lines; returns how many have values. */
static size_t put_cells(FILE *script, const io_plot *plot, double *low, double *high, bool *whole) {
    const io_plot_map *map = plot->map;
    size_t seen = 0;
    fputs("$map << EOD\n", script);
    for (size_t i = 0; i < map->columns; i++) {
        for (size_t j = 0; j < map->rows; j++) {
            const double z = map->z[i * map->rows + j];
            char x[IO_NUMBER_SIZE], y[IO_NUMBER_SIZE], text[IO_NUMBER_SIZE];
            fprintf(script, "%s %s %s\n", io_number_format(place(map->x[i], plot->log_x), x),
                    io_number_format(place(map->y[j], plot->log_y), y),
                    isfinite(z) ? io_number_format(z, text) : "NaN");
            if (isfinite(z)) {
                *low = fmin(*low, z);
                *high = fmax(*high, z);
                *whole = *whole && z == rint(z);
                seen++;
            }
        }
        fputs("\n", script);
    }
    fputs("EOD\n", script);
    return seen;
}

/* Few whole numbers have a line between two of them; other values several. */
static void put_contours(FILE *script, double low, double high, bool whole) {
    const bool few = whole && high - low <= LEVELS;
    const int lines = few ? (int)(high - low) : LEVELS;
    fputs("set contour base\nunset surface\nset cntrparam linear\nset cntrparam levels discrete ",
          script);
    for (int i = 1; i <= lines; i++) {
        fprintf(script, "%s%.17g", i > 1 ? "," : "",
                few ? low + i - 0.5 : low + (high - low) * i / (LEVELS + 1));
    }
    fputs("\nset table $lines\nsplot $map using 1:2:3\nunset table\nunset contour\nset surface\n",
          script);
}

static void put_axis(FILE *script, char axis, const double values[], size_t n, bool logarithmic) {
    const double a = place(values[0], logarithmic), b = place(values[n - 1], logarithmic);
    const double half = n > 1 ? 0.5 * (b - a) / (double)(n - 1) : 0.5;
    fprintf(script, "set %crange [%.17g:%.17g]\n", axis, a - half, b + half);
    fprintf(script,
            logarithmic ? "set %ctics 1\nset format %c '10^{%%g}'\n" : "set format %c '%%g'\n",
            axis, axis);
}

size_t io_plot_map_script(FILE *script, const io_plot *plot) {
    const io_plot_map *map = plot->map;
    io_plot_panel single;
    io_plot plain = *plot;
    plain.log_x = plain.log_y = false;
    io_plot_sheet s = io_plot_lay_out(&plain, &single);
    double low = INFINITY, high = -INFINITY;
    bool whole = true;
    const size_t seen = put_cells(script, plot, &low, &high, &whole);
    s.right = IO_PLOT_RIGHT + COLOUR_BOX;
    const double top = 1 - (double)s.top / s.height, bottom = (double)IO_PLOT_BOTTOM / s.height;
    io_plot_frame(script, &s);
    io_plot_heading(script, &s);
    fprintf(script, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", top, bottom);
    io_plot_label(script, "xlabel", plot->x_label, "");
    io_plot_y_label(script, &s, plot->y_label, top, bottom);
    io_plot_label(script, "cblabel", map->label, "");
    const bool lines = seen > 0 && high > low && map->columns > 1 && map->rows > 1;
    if (lines) {
        put_contours(script, low, high, whole);
    }
    put_axis(script, 'x', map->x, map->columns, plot->log_x);
    put_axis(script, 'y', map->y, map->rows, plot->log_y);
    fputs("unset grid\nset key off\nset tics out\nset style fill solid 1 noborder\n"
          "set palette defined (0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#5ec962', 1 "
          "'#fde725')\n"
          "set object 1 rectangle from graph 0,0 to graph 1,1 behind fillcolor rgb '#c8c8c8' "
          "fillstyle solid noborder\n",
          script);
    fputs("plot $map using 1:2:3 with image", script);
    fputs(lines ? ", $lines using 1:2 with lines linecolor rgb '#ffffff' linewidth 1\n" : "\n",
          script);
    fputs("set output\n", script);
    return seen;
}
