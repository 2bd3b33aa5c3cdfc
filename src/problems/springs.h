/* SPDX-License-Identifier: MIT
 *
 * springs.h - a chain of unit masses and its rigid limit share the geometry: springs of natural
 * length 1, g_1 = |q_1| - 1, g_j = |q_j - q_{j-1}| - 1, the first one tied to the origin
 * (card sanzserna B0). */
#ifndef LENTO_PROBLEMS_SPRINGS_H
#define LENTO_PROBLEMS_SPRINGS_H

#include <math.h>

#include "lento/problem.h"

typedef struct springs {
    int masses;
    double gravity;
    const double *omega;
    int stiff;         /* number of stiff springs */
    int *which;        /* their places in the chain, ascending */
    double *frequency; /* their omega */
} springs;

/* Vector from mass j - 1 (or the origin) to mass j of a configuration x1 y1 ...; its length. */
static inline double springs_arm(const double q[], int j, double arm[2]) {
    arm[0] = q[2 * j] - (j > 0 ? q[2 * j - 2] : 0);
    arm[1] = q[2 * j + 1] - (j > 0 ? q[2 * j - 1] : 0);
    return sqrt(arm[0] * arm[0] + arm[1] * arm[1]);
}

static inline void springs_gravity(const springs *s, double force[]) {
    for (int j = 0; j < s->masses; j++) {
        force[2 * j] = 0;
        force[2 * j + 1] = -s->gravity;
    }
}

/* tension f along the arm of spring j pulls its two ends together */
static inline void springs_pull(int j, const double f[2], double force[]) {
    for (int i = 0; i < 2; i++) {
        force[2 * j + i] -= f[i];
        if (j > 0) {
            force[2 * j - 2 + i] += f[i];
        }
    }
}

/* The chain with rods in the place of its stiff springs (springs_rigid.c). */
lento_rate lento_springs_rigid_rate;
lento_convert lento_springs_to_rigid;

#endif
