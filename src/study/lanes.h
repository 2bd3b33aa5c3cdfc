/* SPDX-License-Identifier: MIT
 *
 * lanes.h - eight cells of a chart in one run. */
#ifndef LENTO_STUDY_LANES_H
#define LENTO_STUDY_LANES_H

#include "lento/chart.h"
#include "study/measure.h"

/* Does the chart ask for runs of this kind? May two models be in one? */
bool lento_lanes_may(const lento_charted *asked);
bool lento_lanes_alike(const lento_model *a, const lento_model *b);
/* Runs LENTO_LANES models with the options of the chart as one stack (system/stack.h), and measures each: the same bits
 * as if each ran alone. False: that cannot be done, and nothing was measured. */
bool lento_lanes_run(const lento_charted *asked, const lento_measures *measures,
                     lento_model *const model[], lento_ran ran[], double *const values[]);

#endif
