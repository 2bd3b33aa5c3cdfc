/* SPDX-License-Identifier: MIT
 *
 * slow.h - what the files of scheme `slow` share: the work space of one average and the parts of its rate.
 *
 *   slow.c           the scheme: its options and memory, the start, the lift of <xi'> to x'
 *   slow_window.c    micro runs and what is averaged along them; relaxing
 *   slow_gauge.c     the mean gauge: macro variable <xi> instead of xi at a point (ariel C3)
 *   slow_view.c      columns, averages and integrals of observables
 *
 * What can be doubted about windows and variables is in check/: slow_window, slow_rank, slow_closure, backward_growth,
 * frequencies. */
#ifndef LENTO_MULTISCALE_SLOW_H
#define LENTO_MULTISCALE_SLOW_H

#include <stdint.h>

#include "multiscale/mean.h"

/* The frequencies of the fast motion, watched at the macro nodes (check/frequencies.c). */
typedef struct lento_slow_watch {
    double t;                      /* of the last look; NAN: none */
    int count;                     /* frequencies, ascending */
    double *x, *f, *g;             /* a state (NULL: none is watched) and two rates */
    double *jacobian, *room;       /* by columns; of the eigenvalues */
    double *re, *w;                /* eigenvalues; the frequencies */
    int beats;                     /* their small combinations: */
    double *first, *before, *last; /* at the start and at the last two looks, */
    bool lost;                     /* one of them is no longer averaged away */
} lento_slow_watch;

typedef struct lento_slow_work {
    int d;     /* numbers in the fast state x */
    int m;     /* slow variables xi */
    int macro; /* numbers in the slow state before the integrals: d, or m where it is xi itself */
    int integrals; /* of observables, appended to the slow state */
    bool is_xi;    /* the slow state is xi, the fast one is reconstructed from it */
    bool gauge;    /* the slow state is the mean of xi */
    lento_phase phase[LENTO_MAX_SCALES]; /* at the centre (start) of the window */
    double *x, *dx;                      /* the fast state and its rate at a node */
    double *xi, *gradient, *solve;
    double *slope;                        /* weights of K' by distance from the centre */
    double *base, *offset, *point, *step; /* mean gauge: x_b, o, y, its increment, */
    double base_t;                        /* and the macro time of x_b */
    double *seen;                         /* averages of the observables at the last macro node, */
    double seen_t;                        /* and its time */
    double *last;                         /* rates that depend on the time alone, */
    double last_t;                        /* when they were last computed */
    int rank;                             /* of the gradients, the largest seen */
    double *steep, *peak, *square;        /* first window: largest |d xi_i/dx_j| and |x_j|, sums */
    int64_t looks;                        /* of xi'^2 over so many nodes */
    double *sway; /* sums of xi' and xi'^2 in a window, largest oscillation of xi in any; or NULL */
    int64_t sways;                 /* nodes in the sums */
    double *sample;                /* own variables at points around the start */
    double *start_rate, *start_xi; /* of variables not known to be complete; else NULL */
    double *ahead, *back;          /* largest |x_j| in the two halves of a window */
    lento_slow_watch watch;
} lento_slow_work;

/* for the functions of the set in use */
static inline void *lento_slow_params(const lento_mean *mean) {
    return mean->set->params ? mean->set->params : mean->fast->params;
}

/* xi, gradient rows (either may be NULL) at x and the window's phase */
int lento_slow_at(lento_mean *mean, const double x[], double xi[], double gradient[]);
/* time and phases of the window; the micro run starts from x */
void lento_slow_place(lento_mean *mean, double t, const lento_phase phase[], const double x[]);
/* the same from the slow state Q */
int lento_slow_start(lento_mean *mean, double t, const lento_phase phase[], const double Q[]);
int lento_slow_average(lento_mean *mean); /* the window from there */
/* both, from x: mean->sum holds <xi'>, with the gauge <xi>, then the observables */
int lento_slow_window(lento_mean *mean, double t, const lento_phase phase[], const double x[]);
/* rates of the integrals behind F[macro]; the averages are remembered if Q is the node of the macro run */
void lento_slow_observed(lento_mean *mean, const double Q[], double F[]);

int lento_slow_gauge_initial(lento_mean *mean, const double given[], double state[]);
int lento_slow_gauge_rate(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                          double F[]);
/* the fast state of the mean gauge that belongs to zeta, in work->point */
int lento_slow_gauge_lift(lento_mean *mean, const double zeta[]);

/* the fast motion for a while, before a macro step: *t and state move on */
int lento_slow_relax(lento_mean *mean, double *t, double *state);

/* the window that the problem's own variables ask for, where the user says nothing */
void lento_slow_defaults(lento_mean *mean);
/* sample points at which own variables are compared */
static inline int lento_slow_points(const lento_slow_work *work) {
    return work->m + 8;
}
void lento_slow_output(lento_mean *mean, double t, const double state[], double columns[]);

enum { LENTO_MOST_WATCHED = 16, LENTO_MOST_BEATS = 400 };

static inline lento_slow_work *lento_slow_of(const lento_mean *mean) {
    return mean->own;
}

#endif
