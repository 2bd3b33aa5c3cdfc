/* SPDX-License-Identifier: MIT
 *
 * estimate.h - what the parts of the error estimate share. */
#ifndef LENTO_STUDY_ESTIMATE_H
#define LENTO_STUDY_ESTIMATE_H

#include "check/check.h"
#include "run/run.h"
#include "study/study.h"

/* Parts of an error may be too small by this much. */
#define LENTO_ESTIMATE_SAFETY 1.5
/* Of the range of a column: beyond it a run with longer steps does not follow the motion. */
#define LENTO_ESTIMATE_FOLLOWS 0.05

/* Tolerance of other runs, at most. */
#define LENTO_ESTIMATE_LOOSEST 0.1

/* What another run has of its own: factors of the macro step or tolerance, of the micro step, of the window, of the
 * fast frequencies. */
typedef struct lento_variation {
    double macro, micro, window, fast;
    /* the energy of stiff springs acts; averages of second order; the oscillation of a spring is shown; springs are
     * springs, not the rods of a closed form; the full equations */
    bool adiabatic, second, restore, springs, full;
} lento_variation;

typedef struct lento_estimator {
    const lento_job *job;
    lento_result *result;
    lento_options resolved;
    bool fixed, stopped;
    bool inner;   /* fixed steps are made of shorter ones, chosen by a tolerance: no order shows */
    bool starved; /* of memory, which stops it too */
    int order, width;
    size_t rows;
    /* columns at the times of result->checks: the run, the nearest other run and the one before, one to spare */
    double *own, *near, *far, *spare;
    /* factors of the macro steps of near and far, and how far they are from the run */
    double nearest, farthest, near_worst, far_worst;
    /* of other adaptive runs; 0: no limit */
    double max_step;
    /* rows that are compared: one in so many, the last one among them */
    size_t every;
    /* largest distance of each column, see lento_estimate_distance */
    double *distance;
} lento_estimator;

/* Is the row one of those that are compared? */
bool lento_estimate_compares(const lento_estimator *e, size_t row);
/* How many times longer the steps of the nearest run are at first, for a run with fixed steps. */
int64_t lento_estimate_ratio(const lento_options *resolved);
/* Largest distance of every column of two runs, in e->distance; returns the largest as a part of the range. */
double lento_estimate_distance(lento_estimator *e, const double *a, const double *b);
/* Adds a part of the distances to the error; *worst: the largest. */
void lento_estimate_add(lento_estimator *e, double part, double *worst);

/* The columns of another run at the times of this one, in e->spare. False: it is refused, or was stopped. One that
 * fails on the way is not a number from there on (estimate_other.c). */
bool lento_estimate_other(lento_estimator *e, const lento_variation *v);

/* The parts of the error (estimate_macro.c, estimate_parts.c). */
void lento_estimate_macro(lento_estimator *e);
void lento_estimate_parts(lento_estimator *e);
/* Averaged equations against the full ones (estimate_full.c). */
void lento_estimate_full(lento_estimator *e);
/* A row that stands alone (estimate_rows.c). */
void lento_estimate_rows(lento_estimator *e);

#endif
