/* SPDX-License-Identifier: MIT
 * lento run --ensemble N: means and standard errors over N nearly equal starts. */
#ifndef CLI_ENSEMBLE_H
#define CLI_ENSEMBLE_H
#include "output.h"

/* Runs and writes all members; 0 or an exit code. */
int cli_ensemble(const cli_request *request, FILE *file, io_json *json);

#endif
