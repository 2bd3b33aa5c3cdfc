/* SPDX-License-Identifier: MIT
 *
 * slow_phase.c - slow variables that move with the fast phase (or with t as fast as it) at a fixed state. The scheme
 * without a reconstruction moves the state itself, which has to turn with them: it is no slow state, and macro steps
 * cannot follow it. Kernel `point` averages nothing: there the state moves as the full equations have it. What changes
 * with t slowly changes over half a period by less than over a whole one. */
#include <math.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

enum { PARTS = 4 }; /* of a period, odd ones and the whole */

/* all slow variables at x, this part of a period after the start */
static bool variables(lento_mean *mean, const double x[], int part, double xi[],
                      double gradient[]) {
    lento_phase phase[LENTO_MAX_SCALES];
    const double w = lento_frequency(lento_fastest(mean->fast));
    const double t = LENTO_TWO_PI / w * part / PARTS;
    lento_phases_at(mean->fast, t, phase);
    return mean->set->slow(t, phase, x, xi, gradient, NULL, lento_slow_params(mean)) == 0;
}

int lento_check_slow_phase(lento_mean *mean, const double x[]) {
    const lento_slow_work *work = lento_slow_of(mean);
    double *now = work->xi, *start = work->offset, worst = 0;
    int which = 0;
    if (!lento_forced(mean->fast) || mean->kernel->point ||
        !variables(mean, x, 0, start, work->gradient)) {
        return 0; /* variables that cannot be asked end the run */
    }
    for (int i = 0; i < work->m; i++) {
        double size = fabs(start[i]), most = 0;
        for (int j = 0; j < work->d; j++) {
            size += fabs(work->gradient[i * work->d + j] * x[j]);
        }
        for (int part = 1; part < PARTS; part++) {
            most = variables(mean, x, part, now, NULL) ? fmax(most, fabs(now[i] - start[i])) : most;
        }
        most -= variables(mean, x, PARTS, now, NULL) ? fabs(now[i] - start[i]) : 0;
        if (most > worst * size) {
            worst = size > 0 ? most / size : INFINITY;
            which = i + 1;
        }
    }
    return lento_check_showing(mean->doubts, LENTO_CHECK_SLOW_PHASE, worst, NULL, which, worst);
}
