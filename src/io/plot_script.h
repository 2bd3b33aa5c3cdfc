/* SPDX-License-Identifier: MIT
 * Scripts for gnuplot: what curves (plot_script.c) and maps (plot_map.c) share. */
#ifndef IO_PLOT_SCRIPT_H
#define IO_PLOT_SCRIPT_H
#include "io/plot.h"

#include <stdio.h>

enum { /* pixels */
       IO_PLOT_WIDTH = 900,
       IO_PLOT_LEFT = 112,
       IO_PLOT_RIGHT = 26,
       IO_PLOT_BOTTOM = 62,
       IO_PLOT_TEXT = 20,   /* of text */
       IO_PLOT_LETTER = 8,  /* about that wide, in a legend */
       IO_PLOT_SAMPLE = 64, /* of a curve in the legend, with space around it */
       IO_PLOT_GAP = 20,    /* between panels */
       IO_PLOT_CAPTIONS = 3
};

/* What the drawing needs to know of the whole picture. */
typedef struct io_plot_sheet {
    const io_plot *plot;
    const io_plot_panel *panel;
    size_t panels;
    int width, height, top, right; /* top and right: margins */
    int captions;                  /* lines */
    size_t letters;                /* in a line of the caption */
} io_plot_sheet;

/* The whole script; the number of points that can be seen. */
size_t io_plot_script(FILE *script, const io_plot *plot);
size_t io_plot_map_script(FILE *script, const io_plot *plot);

io_plot_sheet io_plot_lay_out(const io_plot *plot, io_plot_panel *single);
/* "set WHAT TEXT", nothing without a text. */
void io_plot_label(FILE *script, const char *what, const char *text, const char *look);
/* Size, font, lines; title and caption; the label of the y axis between two heights of the screen. */
void io_plot_frame(FILE *script, const io_plot_sheet *s);
void io_plot_heading(FILE *script, const io_plot_sheet *s);
void io_plot_y_label(FILE *script, const io_plot_sheet *s, const char *text, double top,
                     double bottom);

#endif
