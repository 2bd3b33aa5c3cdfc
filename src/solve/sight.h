/* SPDX-License-Identifier: MIT
 *
 * sight.h - the motion near a row, for windows: integrated from the row (sight.c), or read from
 * returns that were integrated before (tape.c). */
#ifndef LENTO_SOLVE_SIGHT_H
#define LENTO_SOLVE_SIGHT_H

#include "solve/solve.h"

typedef struct lento_sight lento_sight;
struct lento_sight {
    /* the state and its rate so long after the row; not farther than a step from where it stands */
    int (*look)(lento_sight *sight, double offset, double x[], double rate[]);
    void (*stand)(lento_sight *sight, double offset, const double x[], const double rate[]);
};

/* A sight for each direction, and one of the first return, whose offsets are times. Without one for back the other stands
 * at the beginning of the window. */
typedef struct lento_ways {
    lento_sight *ahead, *back, *first;
} lento_ways;

/* integrated, a step of order 8 for each look, more if that is not enough */
typedef struct lento_walker {
    lento_sight sight;
    lento_orbit o;
} lento_walker;
void lento_walker_open(lento_solver *s, lento_walker *w, double t, const double x[]);

/* mean, least, largest and root mean square of each number around t, where the state is x; error: of the sums */
int lento_window(lento_solver *s, double t, const double x[], double tau, lento_ways *ways,
                 double value[], double *error);
/* what of the motion it needs, in returns from t; shift: returns by which the means are moved inwards */
void lento_window_span(const lento_solver *s, double t, double tau, double *begin, double *end,
                       double *shift);
/* are there enough returns in the span? */
bool lento_window_fits(const lento_solver *s, double tau);

/* The mean of the state over a triangle of two forcing periods around the row; size: the largest magnitude of each
 * number seen, or NULL. */
int lento_triangle(lento_solver *s, const double x[], lento_ways *ways, double mean[],
                   double size[]);
/* a row from its state and what is seen around it */
int lento_output_seen(lento_solver *s, lento_pass *pass, int row, const double x[], double tau,
                      lento_ways *ways);

#endif
