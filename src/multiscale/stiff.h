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
    double *J;          /* adiabatic: actions E_k / Omega_k of the given start */
    double *column, *point, *other; /* scratch: one per spring; one per coordinate; the same */
    double *middle, *shown;         /* restore-fast: two states */
    double stretch, speed;          /* restore-fast: oscillation of the given start */
    lento_shift left, right;        /* restore-fast: ends of the last macro step */
    double left_spring;             /* largest |kappa| Omega^2 of the window */
    bool drifted;                   /* the macro state left the manifold, and this was said */
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

/* adiabatic.c */
int lento_adiabatic_actions(lento_mean *mean, const double state[]);
int lento_adiabatic_seed(lento_mean *mean, const double q[], double v[]);

/* restore.c */
int lento_restore_begin(lento_mean *mean, const double given[], const double projected[]);
int lento_restore_step(lento_mean *mean);
const double *lento_restore_state(lento_mean *mean, double t, const double state[]);

#endif
