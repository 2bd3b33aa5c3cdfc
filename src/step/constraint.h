/* SPDX-License-Identifier: MIT
 *
 * constraint.h - what `shake` and `rattle` share: multipliers of M q'' = f + g'(q)^T lambda, g(q) =
 * 0 (card calvo A3). At a node the Jacobian J = g'(q) and W = M^-1 J^T are kept; then
 *
 *     positions:   ahead = free + drift W lambda with g(ahead) = 0      (Newton, full matrix)
 *     velocities:  J (v + W mu) = 0                                     (linear)
 *
 * `free` is where the step would lead without multipliers. The state may be an increment from a
 * base point (micro runs): g is then small as the increment is, and so is its rounding. */
#ifndef LENTO_STEP_CONSTRAINT_H
#define LENTO_STEP_CONSTRAINT_H

#include "step/stepper.h"

/* m constraints, n coordinates; everything lies in the stepper's work */
typedef struct lento_constraint_view {
    double *jacobian; /* m x n, at the node */
    double *weighted; /* m x n, rows M^-1 J_i^T */
    double *scale;    /* m: 1/sqrt(J_i M^-1 J_i^T) */
    double *free;     /* n: to be set before lento_constraint_position */
    double *ahead;    /* n: its result */
    double *force;    /* n: force without multipliers (rattle) */
    double *push;     /* n: M^-1 force (rattle) */
    double *front;    /* m: multiplier of the position ahead */
    double *behind;   /* m: multiplier of the velocity (rattle) */
    double *noise;    /* m: |g| at the node */
    int *range;       /* 2 m: first and one past the last entry of each weighted row that counts */
    double *scratch;  /* Newton's own */
} lento_constraint_view;

void lento_constraint_carve(lento_stepper *s, lento_arena *arena);
lento_constraint_view lento_constraint_of(const lento_stepper *s);
/* Jacobian, W and scale at q */
int lento_constraint_node(lento_stepper *s, const double q[]);
/* `front` (its old value is the first guess) and `ahead` from `free` */
int lento_constraint_position(lento_stepper *s, double drift);
/* v <- v + W mu with J v = 0 */
int lento_constraint_velocity(lento_stepper *s, double v[], double mu[]);
/* rate <- force + J^T lambda, accel <- push + W lambda */
void lento_constraint_total(lento_stepper *s, const double force[], const double push[]);
/* the state near this one that keeps the constraints, g(q) = 0 and J v = 0; the stepper's own state is lost */
int lento_constraint_project(lento_stepper *s, double state[]);
/* is the start consistent: g(q) = 0, J v = 0, rows of J independent */
int lento_constraint_check(lento_stepper *s, const double state[]);

#endif
