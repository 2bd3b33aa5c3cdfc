/* SPDX-License-Identifier: MIT
 * What computes the cells of a sweep: processes beside this one (sweep_pool.c), or the ranks of a module. */
#ifndef CLI_COMMAND_SWEEP_H
#define CLI_COMMAND_SWEEP_H
#include "request/adapters.h"

/* 0, or what was wrong: a sentence was said. A cell whose process ended without a result is given as lost. */
int cli_sweep_pool(const lento_spread *work, int jobs);

#endif
