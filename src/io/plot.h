/* SPDX-License-Identifier: MIT
 * Line plots and maps through gnuplot, to .svg or .png by the ending of the file's name: panels one above the other, legends on
 * their right.
 *
 *   before the run: io_plot_check (ending, writable, gnuplot there)
 *   after it:       io_plot_draw */
#ifndef IO_PLOT_H
#define IO_PLOT_H
#include "io/file.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum io_plot_style {
    IO_PLOT_LINE,
    IO_PLOT_POINTS,
    IO_PLOT_LINESPOINTS,
    IO_PLOT_OVERLAY, /* dark dashes that leave a curve below them visible */
    IO_PLOT_RINGS,   /* the same for few points */
    IO_PLOT_BAND,    /* filled, from y to high */
    IO_PLOT_STAR     /* one point that matters most */
} io_plot_style;

typedef struct io_plot_series {
    const char *name; /* in the legend; NULL or "": not there */
    size_t n;
    const double *x, *y; /* non-finite values break the line */
    io_plot_style style;
    const double *high; /* of a band */
    int colour;         /* 1, 2, ...; 0: by its place in the panel */
} io_plot_series;

/* One above the other, with the same x axis. */
typedef struct io_plot_panel {
    const char *y_label;
    size_t count;
    const io_plot_series *series;
    bool log_y; /* as that of the plot, for this panel alone */
} io_plot_panel;

/* Values over two axes as colours, with lines of equal value; what is not finite stays grey. The axes have equal steps,
 * on a logarithmic axis equal ratios. */
typedef struct io_plot_map {
    size_t columns, rows;
    const double *x, *y; /* [columns], [rows]: rising or falling */
    const double *z;     /* [columns][rows] */
    const char *label;   /* of z */
} io_plot_map;

typedef struct
    io_plot { /* zero means default: no title, no label, linear axes, 900 by 560 and more for panels */
    const char *title, *x_label, *y_label;
    const char *caption; /* below the title, in smaller letters; long ones are broken at spaces */
    bool log_x, log_y;   /* values <= 0 are left out */
    int width, height;   /* pixels */
    bool png;            /* not SVG; io_plot_draw takes it from the name */
    double seconds;      /* limit of time for gnuplot; 0: 30 */
    size_t count;        /* one panel, with y_label */
    const io_plot_series *series;
    size_t panels; /* or several */
    const io_plot_panel *panel;
    const io_plot_map *map; /* or a map, with y_label */
} io_plot;

/* Could a plot be written there? False: message says why not, in one sentence. */
bool io_plot_check(const char *path, char message[IO_MESSAGE_SIZE]);

/* Draws into the file (io/output.h). False: message says why not; checks everything io_plot_check
 * does. */
bool io_plot_draw(const io_plot *plot, const char *path, char message[IO_MESSAGE_SIZE]);

/* The picture itself, to be freed by the caller; NULL: message says why not. */
char *io_plot_picture(const io_plot *plot, size_t *length, char message[IO_MESSAGE_SIZE]);

#endif
