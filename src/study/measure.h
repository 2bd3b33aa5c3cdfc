/* SPDX-License-Identifier: MIT
 *
 * measure.h - numbers that are taken of a run: expressions of final(x), max(x), ... of its columns, of bar, status, calls.
 *
 *   read once -> for each cell: start, the rows, finish -> values */
#ifndef LENTO_STUDY_MEASURE_H
#define LENTO_STUDY_MEASURE_H

#include "study/study.h"

/* What is known of a run besides its rows, by name in measures. */
typedef struct lento_ran {
    double bar, status, calls, reached, warnings;
} lento_ran;

typedef struct lento_measures lento_measures;
typedef struct lento_measuring lento_measuring;

/* hands_off: of hands-off runs. A column that no cell can have is refused. */
lento_status lento_measures_read(lento_measures **out, const lento_model *model,
                                 const char *const text[], int count, bool hands_off,
                                 lento_formula_error *error);
void lento_measures_free(lento_measures *m);
/* What hands-off runs of all cells must show, so that a measure means the same in each: statistics of the state, or
 * the columns themselves; neither: as each run decides. */
bool lento_measures_need_statistics(const lento_measures *m);
bool lento_measures_need_points(const lento_measures *m);
/* Is anything taken of rows before the last one? */
bool lento_measures_need_rows(const lento_measures *m);

/* Of one cell. NULL: no memory. names: of the numbers of a row without t; slow: they do not hold fast motion, so that each
 * is its own mean. */
lento_measuring *lento_measuring_start(const lento_measures *m, const lento_model *model,
                                       const char *const names[], int count, bool slow);
void lento_measuring_row(lento_measuring *own, double t, const double row[]);
/* Values of the measures; frees it. own NULL: the run has no rows. false: no memory, the values are nan. */
bool lento_measuring_finish(const lento_measures *m, lento_measuring *own, const lento_model *model,
                            const lento_ran *ran, double value[]);

#endif
