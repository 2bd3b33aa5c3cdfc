/* SPDX-License-Identifier: MIT
 *
 * walk.h - the way along one run: where to stop, what to read and record there. */
#ifndef LENTO_STUDY_WALK_H
#define LENTO_STUDY_WALK_H

#include "study/study.h"

typedef struct lento_walk {
    lento_job job;
    lento_result *result;
    lento_run *run;
    lento_error_meter meter;
    /* equal macro steps; stop at every step; at some of them, not only at multiples of `every`; a slow state, not a full
     * one; energies act on it that it does not have; every row costs a window */
    bool fixed, single, points, averages, exchanges, looks;
    /* the next of some steps to be looked at, and how far apart they are */
    double due, gap;
    double step, until;
    /* next multiple of `every` */
    int64_t output;
    /* t, columns; the last row that was finite; invariants there */
    double *row, *good, *value;
    /* time of the last invariants that count */
    double watched;
    /* where to look first; a scheme's first step may have ended before it or behind */
    double stop;
    /* the estimate looks at multiples of this time, 0: not at all; the next one */
    double spacing;
    int64_t check;
    /* the same for the curve */
    double curve_gap;
    int64_t curved;
    /* why a row could not be read; 0: all were */
    lento_status unread;
} lento_walk;

/* The row at t = 0. */
void lento_walk_begin(lento_walk *walk);
/* A time inside the next step, far enough from its ends for any rounding. */
double lento_walk_step(const lento_walk *walk);
/* To the end, or to where the run fails or is stopped. */
lento_status lento_walk_march(lento_walk *walk);
/* The row at the end: at `until` if it was reached, else the last good state. */
void lento_walk_finish(lento_walk *walk);
/* A row was lost for want of memory. */
bool lento_walk_lost(const lento_result *result);

#endif
