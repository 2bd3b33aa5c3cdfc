/* SPDX-License-Identifier: MIT
 *
 * piece.h - a piece of orbit after the run, point by point, and a value along it with its extremes:
 * what events.c looks for zeros in. */
#ifndef LENTO_SOLVE_PIECE_H
#define LENTO_SOLVE_PIECE_H

#include "solve/dense.h"

enum { PIECE_POINTS = 1200 };

/* The least and the largest value. */
typedef struct lento_band {
    double low, high;
} lento_band;

typedef struct lento_piece {
    lento_orbit base; /* where it begins */
    int points, samples;
    double at[PIECE_POINTS], *x; /* times since then, states */
    double when[3 * PIECE_POINTS], value[3 * PIECE_POINTS];
} lento_piece;

/* from a place to the end of its return */
int lento_piece_walk(lento_piece *p, const lento_dense *dense, const lento_place *place);
/* the value along it, with all extremes that matter to the band, or all that may reach zero */
lento_band lento_piece_sample(lento_piece *p, const lento_trigger *trigger, bool all);
/* direction of the change between samples i and i + 1, 0: none; and the time of the zero */
int lento_piece_change(const lento_piece *p, int i);
double lento_piece_root(const lento_piece *p, const lento_trigger *trigger, int i);

#endif
