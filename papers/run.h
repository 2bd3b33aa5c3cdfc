/* SPDX-License-Identifier: MIT
 * What the items and figures of all papers share: models and options from words, runs read at given
 * times, errors against a reference run, and cells with a printf name.
 *
 *   paper_model("kapitza omega=%g", w) + paper_options("scheme=async macro=verlet steps=10 until=1")
 *       -> paper_end, paper_errors, paper_follow -> paper_add
 *
 * A failed model or run gives NAN wherever a number is asked for. */
#ifndef PAPERS_RUN_H
#define PAPERS_RUN_H
#include "lento/problem.h"
#include "papers.h"
#include "slow/detect.h"

#include <math.h>

enum { PAPER_COLUMNS = 64, PAPER_POINTS = 2000 };
#define PAPER_PI           3.14159265358979323846
#define PAPER_TWO_PI       6.283185307179586
#define PAPER_LENGTH(list) (sizeof(list) / sizeof *(list))

/* printf; the text lives as long as the process. */
const char *paper_text(const char *format, ...);

/* Ends the process, which computes one item, if memory ran out: numbers of half a computation are no result. */
void paper_need(lento_status status);

/* ---- models and options ---- */

/* Problem, settings and perhaps slow=SET, a named set of slow variables: "fast-top spin=1e3 slow=xi".
 * The model lives as long as the process, which computes one item. Write numbers with %.17g where
 * the last digit matters. */
lento_model *paper_model(const char *words, ...);
/* Run options as for the command, all of the first level, and until, rtol, atol; a switch is on by its
 * name alone. */
#define paper_options(...) paper_with((lento_options){0}, __VA_ARGS__)
/* 8th order to 1e-12 with a scheme and more words: paper_accurate("direct until=%g", t). */
#define paper_accurate(...) paper_options("macro=dop853 rtol=1e-12 atol=1e-14 scheme=" __VA_ARGS__)
/* The same words on top of other options. */
lento_options paper_with(lento_options options, const char *words, ...);

/* ---- runs ---- */

lento_run *paper_open(const lento_model *model, lento_options options);
/* Columns at t, inside or at the end of the last step; times must not fall. False: failed, NAN. */
bool paper_read(lento_run *run, double t, double columns[PAPER_COLUMNS]);

/* Counts as numbers. */
typedef struct paper_work {
    double accepted, rejected, micro, evaluations;
} paper_work;

typedef struct paper_outcome {
    double column[PAPER_COLUMNS];
    paper_work work;
} paper_outcome;
/* Columns at the end. */
paper_outcome paper_end(const lento_model *model, lento_options options);
/* Largest differences of all columns from the reference at until/n, 2 until/n, ..., n the number of
 * steps (1000 if adaptive); with `own` at the same step ends as the run has them, rounded. */
paper_outcome paper_compare(const lento_model *model, lento_options options,
                            lento_options reference, bool own);
#define paper_errors(model, options, reference) paper_compare(model, options, reference, false)

/* Keeps the larger one; NAN once one is NAN. */
void paper_widen(double *largest, double value);

/* One column at t = 0, dt, ..., n dt. */
typedef struct paper_range {
    double start, low, high;
    double drift; /* largest |value - start| */
} paper_range;
paper_range paper_watch(const lento_model *model, lento_options options, double dt, int n,
                        int column);

/* Columns of one run at equally spaced times, t = 0 included. */
typedef struct paper_path {
    int points, intervals; /* fewer points than intervals + 1: failed */
    double t[PAPER_POINTS + 1], column[PAPER_COLUMNS][PAPER_POINTS + 1];
    paper_work work;
} paper_path;
bool paper_follow(paper_path *path, const lento_model *model, lento_options options, int intervals);
/* Largest difference of `count` columns from `first` on over t > 0; b may be on a finer grid. */
double paper_distance(const paper_path *a, const paper_path *b, int first, int count);

/* Words of `lento detect`; literal: the published procedure. Free *found in all cases. */
bool paper_detect(const char *words, bool literal, lento_detection *found);

/* ---- cells and curves ---- */

#define COMPUTED PAPER_COMPUTED
#define AGREES   PAPER_AGREES
#define DIFFERS  PAPER_DIFFERS

/* Two arguments, expected and tolerance, from an expected value and a relative tolerance. */
#define WITHIN(expected, share) (expected), (fabs(1.0 * (expected)) * (share))
/* A list; `prefix` goes before the names. */
void paper_add_cells(paper_report *report, const char *prefix, const paper_cell cells[], size_t n);
/* A cell with a printf name; paper_add: the paper does not print the number. */
void paper_add_printed(paper_report *report, double published, paper_verdict verdict,
                       double computed, double expected, double tolerance, const char *note,
                       const char *cell, ...);
#define paper_add(report, ...) paper_add_printed(report, NAN, COMPUTED, __VA_ARGS__)

enum { PAPER_TIME = -1 };
/* Column y against column x. */
void paper_draw(paper_sheet *sheet, const char *name, const paper_path *path, int x, int y,
                bool points);

#endif
