/* SPDX-License-Identifier: MIT
 *
 * chain.h - what the two descriptions of problem `chain` share: its parameters and its rods. In
 * Cartesian coordinates it is the given fast system (chain.c), in angles the closed averaged form
 * (chain_angles.c). Parameters p: scalars, then m#, l#, q#, w# with as many members as links. */
#ifndef LENTO_PROBLEMS_CHAIN_H
#define LENTO_PROBLEMS_CHAIN_H

#include "lento/problem.h"

enum { LINKS, G, V, OMEGA, THETA0, SCALARS };
enum { MASS, LENGTH, ANGLE, SPEED };
enum { MAX_LINKS = 200 };

static inline int links_of(const double p[]) {
    return (int)p[LINKS];
}

static inline const double *family(const double p[], int which) {
    return p + SCALARS + which * links_of(p);
}

/* directions (s, c) = d_i / l_i = (sin q_i, cos q_i); a rod turns along (c, -s) */
typedef struct rods {
    double s[MAX_LINKS], c[MAX_LINKS];
} rods;

/* y = A^-1 grad U: the answer of the chain at rest to forces m_i e_y */
void lento_chain_response(const double p[], const rods *r, double y[]);
/* Lambda = -(g'M^-1g'^T)^-1 g''[V,V] at slow angular velocities w */
void lento_chain_centrifugal(const double p[], const rods *r, const double w[], double lambda[]);
lento_rate lento_chain_averaged_rate;
lento_output lento_chain_averaged_output;

#endif
