/* SPDX-License-Identifier: MIT
 *
 * backward_growth.c - a mode that dies out in time grows in a micro run that goes backward (ariel C1, C2: x3 of the linear
 * example grows by e^{eta/eps} over half a window, and <xi'> with it). A fast oscillation has the same size on both
 * sides of the centre, so the halves of every centred window are compared: a coordinate that is a hundred times larger
 * behind than ahead, and no longer small against the whole state, ends the run. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

enum { LOOKS = 64 };
#define SMALL 0.01 /* part of the largest coordinate ahead */

void lento_watch_growth(lento_mean *mean, const double x[]) {
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_ticker *at = &mean->micro.ticker;
    if (at->k % (1 + mean->nodes / LOOKS) != 0) {
        return;
    }
    double *largest = at->h < 0 ? work->back : work->ahead;
    for (int j = 0; j < work->d; j++) {
        largest[j] = fmax(largest[j], fabs(x[j]));
    }
}

int lento_check_backward_growth(lento_mean *mean) {
    const lento_slow_work *work = lento_slow_of(mean);
    const size_t bytes = (size_t)work->d * sizeof *work->back;
    const double whole = lento_largest(work->d, work->ahead);
    double worst = 0;
    for (int j = 0; j < work->d; j++) {
        if (work->back[j] > SMALL * whole) {
            worst = fmax(worst, work->back[j] / fmax(work->ahead[j], DBL_MIN));
        }
    }
    memset(work->ahead, 0, bytes);
    memset(work->back, 0, bytes);
    return lento_check_showing(mean->doubts, LENTO_CHECK_BACKWARD_GROWTH, worst, NULL, mean->t,
                               worst);
}
