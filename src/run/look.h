/* SPDX-License-Identifier: MIT
 *
 * look.h - start and columns of a motion that is still fast, as means (look.c). */
#ifndef LENTO_RUN_LOOK_H
#define LENTO_RUN_LOOK_H

#include "run/run.h"

/* As the gauge behind the last level asks; run->looks stays 0 in the point gauge. */
int lento_look_build(lento_run *run, lento_arena *arena);
/* From means to the state at t = 0, in place. */
int lento_look_start(lento_run *run, double state[]);
/* The means around a state at t = 0; NULL: there are none. */
const double *lento_look_means(lento_run *run, const double state[]);
/* Columns of the motion at a state: means, those that are declared pointwise as they are. */
void lento_look_columns(lento_run *run, double t, const lento_phase phase[], const double state[],
                        double columns[]);

#endif
