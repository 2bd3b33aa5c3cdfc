/* SPDX-License-Identifier: MIT
 * What the figures of all papers share: columns of a run as curves. */
#ifndef PAPERS_FIGURES_H
#define PAPERS_FIGURES_H
#include "lento/problem.h"
#include "papers.h"

enum { FIGURE_POINTS = 2000, FIGURE_COLUMNS = 64 };

/* Columns of one run at equally spaced times, t = 0 included. */
typedef struct figure_run {
    int points; /* how many there are; fewer than asked for after a failure */
    double t[FIGURE_POINTS + 1], column[FIGURE_COLUMNS][FIGURE_POINTS + 1];
} figure_run;

/* NULL after a failure. */
lento_model *figure_model(const char *problem, const lento_setting settings[], size_t n);
/* Runs the model to options->until and keeps its columns at intervals + 1 times; destroys neither. */
void figure_follow(figure_run *run, const lento_model *model, const lento_options *options,
                   int intervals);
/* One column of it against time, or against another column. */
void figure_time(paper_sheet *sheet, const char *name, const figure_run *run, int column,
                 bool points);
void figure_plane(paper_sheet *sheet, const char *name, const figure_run *run, int x, int y,
                  bool points);
/* The last value of a column; NAN after a failure. */
double figure_last(const figure_run *run, int column);

#endif
