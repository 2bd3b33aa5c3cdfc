/* SPDX-License-Identifier: MIT
 *
 * ticker.h - time and phases by index. Node k + a stands at t0 + (k + a) h; a > 0 inside a composed step. The fastest
 * phase comes from a table of whole steps, turned to the phase at the block's start. */
#ifndef LENTO_SYSTEM_TICKER_H
#define LENTO_SYSTEM_TICKER_H

#include "lento/problem.h"

#define LENTO_TWO_PI     6.283185307179586476925287
#define LENTO_TWO_PI_LOW 2.449293598294706e-16 /* 2 pi minus its double */

typedef struct lento_ticker {
    const lento_system *system;
    int scales;
    bool held; /* async: time and slower phases stand still */
    double t0, h;
    int64_t k;
    double a, b;                           /* the sub-step covers [k + a, k + a + b] */
    double turn[LENTO_MAX_SCALES];         /* phase at k = 0, in turns */
    double per_step[LENTO_MAX_SCALES];     /* turns per step, reduced, */
    double per_step_low[LENTO_MAX_SCALES]; /* and its low part */
    const lento_phase *table;              /* fastest phase after 0, 1, ... steps of |h| */
    int table_size;
    int64_t block;    /* k where the table was last laid on */
    lento_phase base; /* fastest phase there */
    double direction; /* sign of h */
    bool plain;       /* base is phase zero and h > 0: the table as it is */
    bool forced;      /* the fastest phase is used at all */
    int slower;       /* slower scales that move */
    double t;         /* of the node */
    lento_phase now[LENTO_MAX_SCALES];
} lento_ticker;

/* The lowest frequency of a scale whose frequency varies, else the one it has. */
static inline double lento_lowest(const lento_scale *scale) {
    return scale->lowest > 0 ? scale->lowest : lento_frequency(scale);
}

double lento_turn_at(double frequency, double phase, double t); /* turns in [0, 1) */
double lento_turn_of(const lento_scale *scale, double t);       /* of a phase of a system */
lento_phase lento_phase_of(double turn);
void lento_phases_at(const lento_system *system, double t, lento_phase phase[]);
/* turn: phases of all scales at t0 */
void lento_ticker_start(lento_ticker *ticker, const lento_system *system, double t0,
                        const double turn[], double h, bool held);
void lento_ticker_at(const lento_ticker *ticker, double s, double *t, lento_phase phase[]);
void lento_ticker_sub(lento_ticker *ticker, double a, double b); /* move to k + a */
void lento_ticker_block(lento_ticker *ticker);                   /* lay the table on at k */
void lento_ticker_slower(lento_ticker *ticker);
void lento_phase_table(lento_phase table[], int n, double frequency,
                       double h); /* after 0, 1, ... steps */

static inline void lento_ticker_next(lento_ticker *c) {
    c->k++;
    if (!c->held) {
        c->t = c->t0 + (double)c->k * c->h;
    }
    if (!c->forced) {
        return;
    }
    const int64_t i = c->k - c->block;
    if (i >= c->table_size) {
        lento_ticker_block(c);
    } else if (c->plain) {
        c->now[c->scales - 1] = c->table[i];
    } else {
        const lento_phase *p = &c->table[i];
        lento_phase *now = &c->now[c->scales - 1];
        const double sine = c->direction * p->sin;
        now->cos = c->base.cos * p->cos - c->base.sin * sine;
        now->sin = c->base.sin * p->cos + c->base.cos * sine;
        double angle = c->base.angle + c->direction * p->angle;
        angle = angle < 0 ? angle + LENTO_TWO_PI : angle;
        now->angle = angle >= LENTO_TWO_PI ? angle - LENTO_TWO_PI : angle;
    }
    if (c->slower > 0) {
        lento_ticker_slower(c);
    }
}

#endif
