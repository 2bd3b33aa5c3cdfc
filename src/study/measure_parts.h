/* SPDX-License-Identifier: MIT
 *
 * measure_parts.h - what reading measures (measure_read.c) and taking them of a run (measure.c) share. */
#ifndef LENTO_STUDY_MEASURE_PARTS_H
#define LENTO_STUDY_MEASURE_PARTS_H

#include "study/measure.h"

enum {
    LENTO_MOST_REDUCED = 64,
    /* the first reductions are the statistics of a state that hands-off runs show, in this order */
    LENTO_STATISTICS = 4,
    LENTO_KNOWNS = sizeof(lento_ran) / sizeof(double)
};

/* What is kept of the rows so far. */
typedef struct lento_sum {
    double value, before, first, t;
    int64_t rows;
    /* a row had no value */
    bool lost;
} lento_sum;

typedef struct lento_reduction {
    const char *name;
    void (*take)(lento_sum *s, double t, double x);
    /* 1: of the mean, 2: the root of the mean square */
    int mean;
} lento_reduction;
/* Ends with a null name. */
extern const lento_reduction lento_reductions[];

/* One reduced number of a measure: how, of formula number so and so. */
typedef struct lento_reduced {
    const lento_reduction *kind;
    int measure;
    /* its formula is this column; the statistic that a run may have instead; -1: none */
    int column, statistic;
    /* columns and statistics that its formula reads; ends with -1 */
    const int *uses;
} lento_reduced;

struct lento_measures {
    struct lento_chunk *memory;
    int count, reduced;
    /* of hands-off runs, see measure.h */
    bool statistics_asked, points_asked;
    lento_reduced reduction[LENTO_MOST_REDUCED];
    /* numbers of the formulas: columns, statistics, parameters; of the measures: what is reduced, what is known,
     * parameters */
    int columns, statistics, parameters;
    const char **name;
    void *inner, *outer;
};

/* Index of a name of so many bytes; -1: none. */
int lento_measure_find(const char *const names[], int count, const char *name, size_t length);

#endif
