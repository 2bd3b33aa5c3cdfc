/* SPDX-License-Identifier: MIT
 *
 * macro.h - one macro run: z(n + N) = z(n) + sum of g over N returns, where g is a polynomial in n
 * through the values at past nodes. Order and step vary; a step of one return is exact. */
#ifndef LENTO_SOLVE_MACRO_H
#define LENTO_SOLVE_MACRO_H

#include "solve/tape.h"

typedef struct lento_macro {
    lento_solver *s;
    const lento_plan *plan;
    lento_pass *pass;
    double tol, least; /* longest step: returns / least */
    bool second;       /* the finer run: more checks */
    double span;
    int64_t before; /* calls before the run */

    /* where it stands: returns, state, value of g there, return time, next row */
    double n, z[SLOTS], now[SLOTS], tau;
    double place[SLOTS]; /* where `now` was computed: a correction later */
    int row;
    /* history: newest first, and its order */
    double node[NODES], g[NODES][SLOTS];
    int count, order;
    int kept; /* values in the polynomial of the last step */
    /* tapes of the history, and of `now` */
    int held[NODES], tape;
    /* next step; single returns in a row; lost returns */
    double step;
    int singles, lost;
    /* the first step: its length and the value one return later, and the tape of that; 0: none */
    double jump, after[SLOTS];
    int later;
    /* measured |g(z) - g(z')| / |z - z'| */
    double slope;
    /* last step that was scanned */
    double scanned, scanned_at;
    /* checks: steps since the last, a bad one waits for the next, differences of two micro runs */
    int since, compared;
    bool pending;
    double bias[SLOTS], square, last_micro;
    int64_t falls;
    unsigned seed;
} lento_macro;

/* macro_step.c: a step of several returns; 1: done, 0: too long, the step is shorter now, -1:
 * lost */
int lento_macro_step(lento_macro *m);
/* macro_check.c: now and then, before a step; -1: the run cannot go on */
int lento_macro_check(lento_macro *m);
/* macro_scan.c: is there something on the predicted path that the step would miss? */
bool lento_macro_narrow(lento_macro *m, bool jump);
/* a return that is kept on a tape; which is spare, apart from this one */
int lento_macro_return(lento_macro *m, const double z[], double tau, double g[], int tape);
int lento_macro_spare(const lento_macro *m, int but);
/* the row from tapes; 1: they are not good enough */
int lento_macro_reel(lento_macro *m, lento_reel *reel, double n, const double z[]);
/* the same with one more return, that of the row, which takes so long; but: a tape in use */
int lento_macro_reel_anew(lento_macro *m, const lento_reel *reel, double n, const double z[],
                          double tau, int but);

#endif
