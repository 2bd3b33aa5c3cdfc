/* SPDX-License-Identifier: MIT
 *
 * estimate.h - the estimates behind the checks of a level, for before_run.c. */
#ifndef LENTO_CHECK_ESTIMATE_H
#define LENTO_CHECK_ESTIMATE_H

#include <stdint.h>

#include "run/run.h"

/* The size, at first 1, of x'' = -w^2 x after so many steps of a method; beyond some number of steps it goes on as it
 * began. NAN: the method cannot be asked. */
double lento_amplitude_after(const lento_options *options, const char *method, int order, double w,
                             double h, double steps);

/* micro_steps.c: the fast oscillation is kept, a forcing resolved, multipliers are not noise */
int lento_check_oscillation(lento_mean *mean);
void lento_check_micro_forcing(lento_mean *mean);
double lento_steps_for_forcing(const lento_stepper *micro); /* per period of a harmonic */
void lento_check_multipliers(lento_mean *mean);

/* declarations.c: noise of rounding, as a part of the slow rates */
int lento_check_rounding(lento_mean *mean, double noise);

/* fastest.c: the declared frequency of what is not forced */
int lento_check_fastest(lento_mean *mean, const double state[]);

/* slow_rate.c: at every node, and at the end */
void lento_watch_slow_rate(lento_run *run);
void lento_check_slow_rate(lento_run *run);

/* forcing.c: fitted steps and harmonics; what the weights leave of a forcing */
int lento_check_fitted(lento_mean *mean);
void lento_check_forcing(lento_mean *mean);

/* springs.c: stiff springs, in scheme stiff and in averaged equations */
int lento_check_springs_built(lento_mean *mean);
int lento_check_springs_start(lento_mean *mean, const double given[]);
void lento_check_springs_node(lento_mean *mean, double t, const double state[]);

/* slow_phase.c, slow_window.c, slow_rank.c, slow_closure.c, backward_growth.c, frequencies.c: scheme slow */
int lento_check_slow_built(lento_mean *mean);
int lento_check_slow_start(lento_mean *mean, const double given[]);
int lento_check_slow_phase(lento_mean *mean, const double x[]);
int lento_check_closure(lento_mean *mean, const double x[]);
void lento_watch_growth(lento_mean *mean, const double x[]);
int lento_check_backward_growth(lento_mean *mean);
void lento_watch_centre(lento_mean *mean, const double x[]);
void lento_watch_frequencies(lento_mean *mean);
double lento_check_random(uint64_t *seed); /* [-1, 1), the same in every run */

#endif
