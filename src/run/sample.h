/* SPDX-License-Identifier: MIT
 *
 * sample.h - looking at a run: columns, interpolation, observer. */
#ifndef LENTO_RUN_SAMPLE_H
#define LENTO_RUN_SAMPLE_H

#include "core.h"

/* Creation succeeded, so there are a state, a macro method and memory; a run that does not exist had none. */
static inline bool lento_run_made(const lento_run *run) {
    return run && run->bytes > 0;
}
int lento_run_move_failure(lento_run *run); /* of a question: the run itself goes on; -1 */

int lento_sample_now(
    lento_run *run); /* call the observer for what is due; non-zero: stop or failure */

#endif
