/* SPDX-License-Identifier: MIT
 *
 * micro_steps.c - do the micro steps keep the fast oscillation? What a method does to x'' = -w^2 x, w the highest fast
 * frequency, over the nodes on one side of the window is measured before the run:
 *
 *     |x + i v/w| after the window = 1 + a,   a = -n (h w)^6/144 for rk4, for instance.
 *
 * Averages of quadratic slow variables err by about 2a at the ends; a growth of the order of one is refused. For a
 * forcing there is nothing to keep, but its response must be resolved: the highest harmonic wants 20 steps per
 * period from a method of order 2, which errs by (h w)^2/12, 8 from a better one and 300 from one of order 1.
 * Multipliers in absolute positions are rounded to parts of eps/h^2. */
#include <float.h>
#include <math.h>

#include "check/estimate.h"

int lento_check_oscillation(lento_mean *mean) {
    const lento_scale *scale = lento_fastest(mean->fast);
    const double w = fmax(lento_frequency(scale), scale->highest);
    const unsigned cannot = LENTO_ADAPTIVE | LENTO_SPLITS | LENTO_NEEDS_PHASE | LENTO_NEEDS_EXACT;
    if (scale->forced || mean->nodes < 1 || (mean->micro.method->traits & cannot) != 0) {
        return 0;
    }
    const double per_period = LENTO_TWO_PI / (w * mean->h);
    const double size = lento_amplitude_after(mean->run_options, mean->options.micro,
                                              mean->fast->order, w, mean->h, mean->nodes);
    return lento_check_showing(mean->doubts, LENTO_CHECK_MICRO_STABLE, size, NULL, per_period,
                               size) ||
                   lento_check(mean->doubts, LENTO_CHECK_MICRO_GROWTH, NULL, size - 1)
               ? -1
               : 0;
}

double lento_steps_for_forcing(const lento_stepper *micro) {
    const int order = lento_stepper_order(micro);
    return order > 2 ? 8 : (order == 2 ? 20 : 300);
}

void lento_check_micro_forcing(lento_mean *mean) {
    const lento_stepper *micro = &mean->micro;
    const double per_period = mean->period / mean->h;
    const double least = lento_harmonics(mean->fast) * lento_steps_for_forcing(micro);
    if ((micro->method->traits & (LENTO_NEEDS_PHASE | LENTO_ADAPTIVE)) == 0) {
        lento_check_showing(mean->doubts, LENTO_CHECK_MICRO_FORCING,
                            least * (1 - 1e-9) / per_period, NULL, per_period, least);
    }
}

void lento_check_multipliers(lento_mean *mean) {
    if (lento_constraints(mean->fast) > 0 && !lento_mechanics_of(mean->fast)->constraint_near) {
        lento_check(mean->doubts, LENTO_CHECK_MULTIPLIER_ROUNDING, NULL,
                    DBL_EPSILON / (mean->h * mean->h));
    }
}
