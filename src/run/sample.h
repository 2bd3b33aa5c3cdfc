/* SPDX-License-Identifier: MIT
 *
 * sample.h - looking at a run: columns, interpolation, observer. */
#ifndef LENTO_RUN_SAMPLE_H
#define LENTO_RUN_SAMPLE_H

#include "core.h"

int lento_sample_now(
    lento_run *run); /* call the observer for what is due; non-zero: stop or failure */

void lento_run_check_resolved(lento_run *run, const double turn[]); /* before the first step */

#endif
