/* SPDX-License-Identifier: MIT
 *
 * dense.h - the nodes of the run that gives the answer are kept, so that it can be asked at any time
 * afterwards. From a node the next one is reached by the polynomial of the macro step, or directly. */
#ifndef LENTO_SOLVE_DENSE_H
#define LENTO_SOLVE_DENSE_H

#include "solve/solve.h"

enum { DENSE_NODES = 8192 };

typedef struct lento_dense {
    lento_solver *s;
    const lento_pass *of; /* the run that the nodes belong to */
    bool strobe, full;    /* nodes lie on returns; there were too many */
    int count;
    int64_t seen, stride; /* steps of a plain run, and how many of them make a node */
    double rtol;          /* from a node to a time */
    /* of each node: how many values were in the polynomial of the step that led here (1: directly), returns since the
     * beginning, z, g */
    double *order, *n, *z, *g;
    /* returns and times of the nodes of the run before, and how much of their difference counts */
    int others;
    double *other_n, *other_t, rho;
    double apart; /* plain runs: radians between the two */
} lento_dense;

/* The start of a return, or of a piece without one (k: the node before it). */
typedef struct lento_place {
    int k;
    double after; /* whole returns after node k */
    double z[SLOTS], tau;
} lento_place;

void lento_dense_carve(lento_dense *dense, lento_arena *arena, int d);
/* a run begins, plain with this tolerance, or 0; nothing is kept unless it was asked for */
void lento_dense_begin(lento_solver *s, const lento_pass *pass, double rtol);
/* order: see above */
void lento_dense_add(lento_solver *s, int order, double n, const double z[], const double g[]);
/* the answer is that of this run; rho: part of the difference of two runs that counts; apart: see above */
void lento_dense_keep(lento_solver *s, const lento_pass *pass, double rho, double apart);

/* whole returns from node k to the next; 1: reached directly */
double lento_dense_returns(const lento_dense *dense, int k);
void lento_dense_inside(const lento_dense *dense, int k, double after, lento_place *place);
void lento_dense_find(const lento_dense *dense, double t, lento_place *place);
/* where a piece of orbit ends that begins at this place */
double lento_dense_end(const lento_dense *dense, const lento_place *place);
void lento_dense_open(const lento_dense *dense, const lento_place *place, lento_orbit *o);
/* ready for questions; NULL: there is nothing to ask. Then the status, and calls are counted */
lento_dense *lento_dense_wake(lento_answer *answer);
lento_status lento_dense_rest(lento_answer *answer);

#endif
