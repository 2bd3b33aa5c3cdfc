/* SPDX-License-Identifier: MIT
 *
 * steep.h - steep places that the system tells of, see steep.c. */
#ifndef LENTO_SOLVE_STEEP_H
#define LENTO_SOLVE_STEEP_H

#include "solve/solve.h"

/* number of arguments; 0: nothing is known */
int lento_steep_count(const lento_solver *s);
int lento_steep_at(const lento_orbit *o, double at, const double x[], double arguments[]);
/* a: n values of each argument along a step. Does a macro step lose something (steps of a finer run
 * are so much shorter); does a plain step jump over it? */
bool lento_steep_missed(const lento_solver *s, const double *a, int n, double shorter);
bool lento_steep_jumped(const lento_solver *s, const double *a, int n);
/* the part of the step after which a switch is thrown; above 1: none is */
double lento_steep_switch(const lento_solver *s, const double *a, int n);

/* lento_orbit_step that jumps over nothing; corner: the part of it after which there is one, above 1: none */
double lento_steep_step(lento_orbit *o, double rest, double add[], double *corner);

/* Does the system tell of places where its right-hand side jumps or bends? */
bool lento_steep_switches(const lento_system *system);

#endif
