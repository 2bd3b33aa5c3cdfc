/* SPDX-License-Identifier: MIT
 *
 * lift.h - a state from its means. The slow state is the mean of the fast one over a window,
 *
 *     U(t) = sum_k w_k s(t + k h),   so that exactly   U' = sum_k w_k f(s(t + k h)),
 *
 * and the start s of the micro run is corrected until its means are those wanted, s <- s + (U - mean of s). Nothing has
 * to be known of the system but its rate; forces may read the velocity. Two means are taken in one window: with the
 * weights of the kernel, which moves the slow state, and with a triangle over two periods, which columns show. */
#ifndef LENTO_MULTISCALE_LIFT_H
#define LENTO_MULTISCALE_LIFT_H

#include "multiscale/mean.h"

/* scheme sync in the mean gauge; also what a run looks at a fast motion with (run/look.c) */
extern const lento_scheme lento_scheme_lift;

/* The state at t whose shown means are these, and the means of a state; both NULL if there is no such state. */
const double *lento_lift_state(lento_mean *mean, double t, const double shown[]);
const double *lento_lift_shown(lento_mean *mean, double t, const double state[]);

#endif
