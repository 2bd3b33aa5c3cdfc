/* SPDX-License-Identifier: MIT
 *
 * tape.h - rows and windows from returns that were integrated before: the returns at the nodes of a
 * macro step are kept, point by point. Between two points the motion is a Hermite polynomial; from
 * node to node the same part of a return changes slowly, by the polynomial of the macro step. */
#ifndef LENTO_SOLVE_TAPE_H
#define LENTO_SOLVE_TAPE_H

#include "solve/sight.h"

enum { REACH = 10, TAPES_APART = 16 }; /* returns around a row; least distance of two nodes */

typedef struct lento_reel {
    lento_sight sight;
    lento_solver *s;
    /* nodes of the polynomial, values of g there, and the returns */
    int count;
    const double *node;
    double (*g)[SLOTS];
    const lento_tape *tape[NODES];
    /* the row: its time, and the whole return before it */
    double t, n;
    /* z and the weights of the nodes at n - REACH .. n + REACH, known from low to high */
    double z[2 * REACH + 1][SLOTS], part[2 * REACH + 1][NODES];
    int low, high, at;
} lento_reel;

/* the return that begins at z is written to this tape; NULL: to none */
void lento_tape_begin(lento_solver *s, lento_tape *tape);
/* what was written is not the return: no row may be read from it */
void lento_tape_spoil(lento_solver *s);
/* a point of it: the rate is in o->k[0] */
void lento_tape_note(const lento_orbit *o, const double z[]);

/* z: the state n returns after the beginning; the row at t is within the return that follows */
void lento_reel_open(lento_reel *reel, double t, double n, const double z[]);
/* the state at the row if the tapes are good to `allowed`; tau: the time of its return; error: of the row */
bool lento_reel_row(lento_reel *reel, double allowed, double x[], double *tau, double *error);
/* what a state so long after the row may be wrong by */
double lento_reel_doubt(lento_reel *reel, double offset);

#endif
