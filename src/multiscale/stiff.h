/* SPDX-License-Identifier: MIT
 *
 * stiff.h - what the parts of scheme `stiff` share: the fast modes of stiff springs at a
 * configuration (card sanzserna B2). G: rows grad g_j, W = diag(w_j), S = G M^-1 G^T; Omega_k^2
 * and v_k are eigenpairs of W S W. */
#ifndef LENTO_MULTISCALE_STIFF_H
#define LENTO_MULTISCALE_STIFF_H

#include "multiscale/mean.h"

typedef struct lento_shift { /* restore-fast: Phi - Omega t at a time, and its rate */
    double t, value, rate;
} lento_shift;

typedef struct lento_stiff_work {
    double *g, *G;      /* lengths minus natural lengths; gradients, one row per spring */
    double *lift;       /* rows of M^-1 G^T, transposed */
    double *S, *matrix; /* G M^-1 G^T; scratch of the same size */
    double *Omega;      /* ascending */
    double *v;          /* eigenvectors, one per column */
    double *J;          /* actions E_k / Omega_k of the given start */
    double *false_J;    /* of the macro state, which is to have none */
    double *A;          /* W S W, whose eigenpairs are Omega^2 and v */
    double *column, *point, *other; /* scratch: one per spring; one per coordinate; the same */
    double *slope, *push, *turned;  /* scratch: one per coordinate; the same; a second G */
    double *frame, *frame_Omega;    /* adiabatic: modes in the order of J, and their frequencies */
    double *back;                /* on rods: acceleration that takes the macro state back to them */
    double *known, *known_Omega; /* adiabatic: the same at the last node where they were clear */
    double known_t;              /* its time */
    int *order, *place;          /* adiabatic: labels by frequency at that node; ranks now */
    double *last_Omega, last_t;  /* adiabatic: frequencies in the order of J at the last node */
    double *shape;               /* adiabatic: modes as displacements, one row each */
    double *middle, *shown;      /* restore-fast: two states */
    double stretch, speed;       /* restore-fast: oscillation of the given start */
    lento_shift left, right;     /* restore-fast: ends of the last macro step */
    double left_spring;          /* largest |kappa| Omega^2 of the window */
    bool on_rods;                /* micro runs start with the rods at their lengths */
    double pace;                 /* largest slow acceleration at a node so far */
} lento_stiff_work;

/* stiff_modes.c */
bool lento_stiff_verlet(const lento_mean *mean); /* the micro runs are Verlet's */
/* Phase of an oscillation of this frequency per micro step. */
double lento_stiff_phase(const lento_mean *mean, double frequency);
int lento_stiff_springs(lento_mean *mean, const double q[]); /* g, G, lift, S at q */
int lento_stiff_modes(lento_mean *mean, const double q[]);   /* and Omega, v */
/* x += M^-1 G^T S^-1 rate: the smallest change of velocity (or position) that changes g' (or g)
   by this */
int lento_stiff_push(lento_mean *mean, const double rate[], double x[]);

/* f <- f - G^T S^-1 G M^-1 f: what a force does to rods, at the configuration of the last call */
int lento_stiff_tangent(lento_mean *mean, double f[]);
/* The state with g = 0 and g' = 0 nearby. */
int lento_stiff_land(lento_mean *mean, double q[], double v[]);
/* grad Omega at the configuration of the last call, v the mode: one number per spring, `stride` apart */
int lento_stiff_slope(lento_mean *mean, const double q[], const double v[], int stride,
                      double Omega, double slope[]);
int lento_stiff_turning(lento_mean *mean, const double q[], const double v[], double *square);
double lento_momentum(const lento_system *fast, const double v[], int i); /* (M v)_i */
double lento_kinetic_energy(const lento_system *fast, const double v[]);
/* Work of the springs, also for a scheme that only checks them. */
lento_stiff_work *lento_stiff_carve(const lento_system *fast, lento_arena *arena);

/* adiabatic.c */
int lento_adiabatic_actions(lento_mean *mean, const double state[], double J[]);
/* force <- tangential part of -sum J_k grad Omega_k, v and Omega as in the work */
int lento_adiabatic_push(lento_mean *mean, const double q[], const double J[], const double v[],
                         const double Omega[], double force[]);
int lento_adiabatic_force(lento_mean *mean, const double q[], double F[]);

/* adiabatic_follow.c: which mode has which action */
int lento_adiabatic_begin(lento_mean *mean, const double state[]);
int lento_adiabatic_frame(lento_mean *mean, const double q[], double t);
int lento_adiabatic_step(lento_mean *mean);

/* restore.c */
int lento_restore_begin(lento_mean *mean, const double given[], const double projected[]);
int lento_restore_step(lento_mean *mean);
const double *lento_restore_state(lento_mean *mean, double t, const double state[]);

#endif
