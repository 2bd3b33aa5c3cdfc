/* SPDX-License-Identifier: MIT
 *
 * mean_check.c - what a window must do to a forcing of size omega. With kappa the transform of its weights, the
 * average of omega cos(j omega s) along a micro run x = x0 + s V + ... leaves
 *
 *     omega kappa(j omega) f  and  omega kappa'(j omega) f' V,
 *
 * so kappa must vanish at every harmonic j, and so must its slope where micro runs move (calvo 2.12, 2.15: the
 * triangle has double zeros there, box and cosine simple ones). */
#include <math.h>

#include "core.h"

/* Does a forcing of size omega act on a micro run that leaves its centre in proportion to time? With sync it
 * moves on with the slow velocity; at rest at phase zero of even forcing, or at pi, it stays. */
bool lento_mean_drifts(const lento_mean *mean) {
    const lento_scheme *scheme = mean->scheme;
    const bool bounded = scheme->gather || scheme->rate || scheme->point;
    const bool still = scheme->held && lento_fast_of(mean->fast)->even && mean->options.phases <= 2;
    return lento_forced(mean->fast) && !bounded && !still;
}

int lento_mean_check_fitted(lento_mean *mean) {
    const int harmonics = lento_harmonics(mean->fast);
    if ((mean->micro.method->traits & LENTO_NEEDS_PHASE) == 0 || harmonics == 1) {
        return 0;
    }
    const double per_period = mean->period / mean->h;
    if (per_period < 2 * harmonics + 0.5) {
        return lento_fail_number(mean->failure, LENTO_BAD_OPTION,
                                 "stormer-fitted needs more than %g micro steps per period for %g "
                                 "harmonics: fewer alias the highest one",
                                 2 * harmonics, harmonics);
    }
    lento_run_warn(
        mean->run, "fitted-harmonics",
        "stormer-fitted is exact for one harmonic only and of order 2 for the %g of this "
        "forcing",
        NULL, harmonics, 1);
    return 0;
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
void lento_mean_check_forcing(lento_mean *mean) {
    static const double LIMIT = 0.01; /* against the averaged force, which is of size 1 */
    const lento_scale *scale = lento_fastest(mean->fast);
    if (!scale->forced || mean->scheme->point || mean->options.side == LENTO_FORWARD) {
        return;
    }
    const int harmonics = lento_harmonics(mean->fast);
    double worst = 0, drift = 0;
    for (int j = 1; j <= harmonics; j++) {
        double residual;
        drift = fmax(drift, left_of(mean, j, &residual));
        worst = fabs(residual) > fabs(worst) ? residual : worst;
    }
    if (fabs(worst) * lento_frequency(scale) > LIMIT) {
        lento_run_warn(
            mean->run, "forcing-not-filtered",
            "the window leaves %g of the forcing, which is of the size of its frequency %g: "
            "take whole periods for box, pairs of periods for triangle, or a wider window",
            NULL, worst, lento_frequency(scale));
    } else if (drift > LIMIT) {
        lento_run_warn(mean->run, "forcing-not-filtered",
                       "in a moving micro run the window leaves %g of the forcing, more than %g: "
                       "take kernel triangle or a wider window",
                       NULL, drift, LIMIT);
    }
    if (harmonics > 1 && mean->options.phases > 1) {
        lento_run_warn(mean->run, "phases-harmonics",
                       "%g phases bring the error to 1/omega^2 for one harmonic only; with the %g "
                       "of this forcing it stays 1/omega",
                       NULL, mean->options.phases, harmonics);
    }
    lento_micro_check_forcing(mean);
}
