/* SPDX-License-Identifier: MIT
 *
 * forcing.c - what a window must do to a forcing of size omega. With kappa the transform of its weights, the
 * average of omega cos(j omega s) along a micro run x = x0 + s V + ... leaves
 *
 *     omega kappa(j omega) f  and  omega kappa'(j omega) f' V,
 *
 * so kappa must vanish at every harmonic j, and so must its slope where micro runs move (calvo 2.12, 2.15: the
 * triangle has double zeros there, box and cosine simple ones). */
#include <math.h>

#include "check/estimate.h"

#define ROUNDING 1e-15 /* of a sum of weights */

int lento_check_fitted(lento_mean *mean) {
    const int harmonics = lento_harmonics(mean->fast);
    const double least = 2 * harmonics + 0.5;
    if ((mean->micro.method->traits & LENTO_NEEDS_PHASE) == 0 || harmonics == 1) {
        return 0;
    }
    return lento_check_showing(mean->doubts, LENTO_CHECK_FITTED_ALIAS,
                               least / (mean->period / mean->h), NULL, 2 * harmonics, harmonics) ||
                   lento_check(mean->doubts, LENTO_CHECK_FITTED_HARMONICS, NULL, harmonics)
               ? -1
               : 0;
}

/* What the window leaves of harmonic j of a forcing of size omega: kappa(j omega) of the force itself and, where the
 * micro run drifts, omega kappa'(j omega) of its change along the drift. */
static double left_of(const lento_mean *mean, int j, double *residual) {
    const double phi = lento_frequency(lento_fastest(mean->fast)) * mean->h;
    const double sides = mean->options.side == LENTO_HALF ? 1 : 2; /* half: folded already */
    double sum = mean->weights[0], slope = 0;
    for (int k = 1; k <= mean->nodes; k++) {
        const double w = sides * mean->weights[k];
        sum += w * cos(j * k * phi);
        slope += w * (k * phi) * sin(j * k * phi);
    }
    *residual = sum;
    return lento_mean_drifts(mean) ? fabs(slope) : 0;
}

/* A forcing is O(omega): what the window leaves of any harmonic must be small against 1/omega. */
void lento_check_forcing(lento_mean *mean) {
    const lento_scale *scale = lento_fastest(mean->fast);
    if (!scale->forced || mean->scheme->point || mean->options.side == LENTO_FORWARD) {
        return;
    }
    const int harmonics = lento_harmonics(mean->fast);
    const double w = lento_frequency(scale);
    double worst = 0, drift = 0;
    for (int j = 1; j <= harmonics; j++) {
        double residual;
        drift = fmax(drift, left_of(mean, j, &residual));
        worst = fabs(residual) > fabs(worst) ? residual : worst;
    }
    worst = fabs(worst) > ROUNDING ? worst : 0; /* that is another check */
    lento_check_showing(mean->doubts, LENTO_CHECK_FORCING_LEFT, worst * w, NULL, worst, w);
    if (!lento_check_above(LENTO_CHECK_FORCING_LEFT, worst * w)) {
        lento_check(mean->doubts, LENTO_CHECK_FORCING_DRIFT, NULL, drift);
    }
    if (harmonics > 1) {
        lento_check_showing(mean->doubts, LENTO_CHECK_PHASES_HARMONICS, mean->options.phases, NULL,
                            mean->options.phases, harmonics);
    }
    lento_check_micro_forcing(mean);
}
