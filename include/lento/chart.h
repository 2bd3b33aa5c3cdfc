/* SPDX-License-Identifier: MIT
 *
 * chart.h - one problem at many values of its parameters; of each run a few numbers.
 *
 * A cell is one run. Its values depend on its number alone, not on what computed it or when, so that cells may be shared
 * among threads, processes and machines. A cell that was refused or failed is a result, too. */
#ifndef LENTO_CHART_H
#define LENTO_CHART_H

#include "lento/study.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parameter that is varied: `count` values from `from` to `to`, both included; equal ratios if logarithmic. */
typedef struct lento_axis {
    const char *name;
    double from, to;
    int64_t count;
    bool logarithmic;
} lento_axis;
enum { LENTO_MAX_AXES = 8, LENTO_MAX_MEASURES = 32 };
/* Cells that profit from being asked for together. */
enum { LENTO_CHART_BLOCK = 64 };

/* Which cells there are: all pairs of values (the last axis runs fastest), or so many points at random. */
typedef struct lento_cells {
    int axes;
    lento_axis axis[LENTO_MAX_AXES];
    /* points; 0: the grid */
    int64_t random;
    int64_t seed;
} lento_cells;

/* How many; 0: none, or more than an int64_t holds. */
LENTO_API int64_t lento_cells_count(const lento_cells *cells);
/* Value of an axis in a cell. */
LENTO_API double lento_cells_value(const lento_cells *cells, int64_t cell, int axis);

/* What became of a cell. */
typedef enum lento_cell_status {
    LENTO_CELL_DONE,
    /* values are there, but less accurate than asked */
    LENTO_CELL_NOT_MET,
    /* the run was refused, or its parameters were */
    LENTO_CELL_REFUSED,
    LENTO_CELL_FAILED,
    /* its process ended without a result; not computed, because the cells around it are equal: both are never set here */
    LENTO_CELL_LOST,
    LENTO_CELL_FILLED,
    LENTO_CELL_STATUSES
} lento_cell_status;
/* "done", "not-met", ...; NULL: there is none. */
LENTO_API const char *lento_cell_status_name(int status);

/* What is asked. The model has the parameters that are not varied; nothing is copied but the cells. */
typedef struct lento_charted {
    const lento_model *model;
    lento_cells cells;
    /* measures, "max(theta) < 1", see docs/charts.md */
    int measures;
    const char *const *measure;
    /* positive: nothing is chosen but this, and rows are at these times; else the options */
    double tolerance, max_calls;
    bool careful;
    int samples;
    const double *times;
    lento_options options;
    double every;
    bool estimate;
    /* as in lento_watch, asked from every thread; NULL: cells are computed to their end */
    int (*stop)(void *user);
    void *user;
} lento_charted;

typedef struct lento_chart lento_chart;
/* LENTO_BAD_OPTION: measure error->index is wrong. Nothing is to be freed if it fails. */
LENTO_API lento_status lento_chart_open(lento_chart **chart, const lento_charted *asked,
                                        lento_formula_error *error);
/* Numbers in a record: status, number of warnings, the measures. */
LENTO_API int lento_chart_width(const lento_chart *chart);
/* Computes cells; may be called from several threads at once. A measure that has no value is not a number. Eight cells
 * of equations as text run together where their method allows it, with the same result. Negative: out of memory, or a
 * cell that is not there; positive: stopped. Nothing is recorded then. */
LENTO_API lento_status lento_chart_compute(const lento_chart *chart, const int64_t cells[],
                                           int count, double records[]);
/* Computes a cell to say why it is not done, in a sentence; "" if it is. */
LENTO_API lento_status lento_chart_explain(const lento_chart *chart, int64_t cell, char why[],
                                           size_t room);
LENTO_API void lento_chart_free(lento_chart *chart);

#ifdef __cplusplus
}
#endif
#endif
