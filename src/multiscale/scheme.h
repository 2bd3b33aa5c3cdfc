/* SPDX-License-Identifier: MIT
 *
 * scheme.h - how a slow field is made from a fast system: the table that every scheme fills. */
#ifndef LENTO_MULTISCALE_SCHEME_H
#define LENTO_MULTISCALE_SCHEME_H

#include "lento/problem.h"
#include "system/arena.h"

typedef struct lento_mean lento_mean;

typedef struct lento_scheme {
    const char *name, *doc, *paper;
    bool held;          /* micro runs do not move time and slower phases */
    bool direct;        /* `direct`: no average, the end of the list of levels */
    bool closed;        /* `averaged`: no micro run at all */
    bool variables;     /* moves slow variables, which a user may choose */
    bool springs;       /* averages stiff springs */
    bool filters;       /* fills the weights of filters itself */
    bool point;         /* may do without a window */
    bool forward;       /* may look forward only */
    bool gauge;         /* knows the mean gauge */
    bool means;         /* micro runs start from their means: right to second order */
    const char *kernel; /* default */
    const char *macro;  /* default where neither steps nor a tolerance are given, */
    double rtol;        /* and its tolerance; NULL: by system */
    /* Checks, defaults that need the system, and what is offered to the level above (order, size, traits of
     * mean->system); the kernel is known, the window not yet. A filter's width (nodes, h) is set here. */
    int (*prepare)(lento_mean *mean);
    void (*defaults)(lento_mean *mean); /* of options, before the kernel is chosen; NULL: none */
    void (*carve)(lento_mean *mean, lento_arena *arena);
    int (*open)(lento_mean *mean); /* after carving */
    /* the slow state of the given start; NULL: copy */
    int (*initial)(lento_mean *mean, const double given[], double state[]);
    /* state and phase of micro run number `run` */
    int (*start)(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run);
    int (*gather)(lento_mean *mean, double w);                     /* NULL: sum += w * rate */
    int (*finish)(lento_mean *mean, const double Q[], double F[]); /* NULL: copy the sum */
    /* instead of start, window, finish: several dependent windows */
    int (*rate)(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                const double V[], double F[]);
    int (*project)(lento_mean *mean, double *t, double *state); /* at the start of a segment */
    int (*step_done)(lento_mean *mean); /* slowest level: after every macro step */
    /* the state to put out, or NULL; columns of the slow state (NULL: the system's output) */
    const double *(*show)(lento_mean *mean, double t, const double state[]);
    void (*output)(lento_mean *mean, double t, const double state[], double columns[]);
} lento_scheme;
const lento_scheme *lento_scheme_find(const char *name);
bool lento_scheme_is_direct(const char *name); /* or none is named */

#endif
