/* SPDX-License-Identifier: MIT
 *
 * mean.h - the average of a fast system, which is again a system: its first member is what the next level or the macro
 * stepper sees. An average owns a micro stepper on the system below. */
#ifndef LENTO_MULTISCALE_MEAN_H
#define LENTO_MULTISCALE_MEAN_H

#include "average/kernel.h"
#include "check/check.h"
#include "multiscale/scheme.h"
#include "step/stepper.h"

/* The macro run above the levels, as far as a scheme may know it; filled once the run is built. */
typedef struct lento_above {
    const lento_stepper *macro; /* the node it stands on */
    double H;                   /* macro step; 0 if adaptive */
    bool adaptive;
    lento_output *output; /* columns of its state */
    void *output_params;
    double *rate; /* room for one rate of its state */
    /* complete the node if the run stands at t; the state inside the last step */
    int (*complete)(lento_run *run, double t);
    int (*interpolate)(lento_run *run, double t, double state[]);
    lento_run *run;
} lento_above;

struct lento_mean {
    lento_system system;       /* and its parts: */
    lento_fast slower;         /* the phases that are left */
    lento_mechanics mechanics; /* of the fast system, asked through the average */
    lento_knowledge known;
    lento_closed closed;   /* of the next average */
    lento_splitting parts; /* soft pairs */
    const lento_system *fast;
    const lento_slow_set *set;      /* slow variables in use; empty: none */
    const lento_observed *observed; /* what is averaged along; empty: nothing */
    lento_system near;              /* fast system in increments from base, if it offers that */
    lento_mechanics near_mechanics;
    double *base;
    const lento_scheme *scheme;
    lento_average options; /* resolved */
    const lento_options *run_options;
    const lento_kernel *kernel;
    int kernel_p[2];
    lento_stepper micro;
    lento_mass_solver mass;
    double period, h;
    int nodes; /* micro steps from the first to the last weight */
    int sum_size;
    double *weights, *sum, *centre, *start;
    lento_phase *table;
    double t;                      /* of the window */
    double turn[LENTO_MAX_SCALES]; /* phases there */
    double residual;               /* kappa at the fast frequency */
    int64_t windows;
    double *extra; /* scheme's own */
    void *own;
    lento_failure *failure;
    lento_doubts *doubts;
    const lento_above *above;
    bool slowest; /* of the levels of a run */
};
/* the system of the level above, with this rate (multiscale/offer.c) */
void lento_mean_offer(lento_mean *mean, lento_rate *rate);
/* does the fast system offer increments; then the micro run stands on mean->near */
bool lento_mean_shifts(const lento_system *fast);
void lento_mean_shift(lento_mean *mean);
int lento_mean_prepare(lento_mean *mean);
void lento_mean_carve(lento_mean *mean, lento_arena *arena);
int lento_mean_open(lento_mean *mean);
/* The micro run stands at q, v (NULL: where it is, at rest) with the slower phases of the level above and the turn of
 * the fastest; in increments if the fast system offers them. */
void lento_mean_place(lento_mean *mean, const lento_phase phase[], double turn, const double q[],
                      const double v[]);
int lento_slow_failed(lento_mean *mean); /* the problem's slow variables at mean->t */
int lento_mean_window(lento_mean *mean, const double *weights, int (*gather)(lento_mean *, double));
/* turns of the window at the true phase: slower ones as given, the fastest that of t; and all of them */
void lento_mean_true_phase(lento_mean *mean, double t, const lento_phase phase[],
                           lento_phase all[]);
bool lento_mean_drifts(const lento_mean *mean); /* a forcing acts on micro runs that move */

#endif
