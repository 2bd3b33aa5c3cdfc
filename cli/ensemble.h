/* SPDX-License-Identifier: MIT
 * lento run --ensemble N: means and standard errors over N nearly equal starts. */
#ifndef CLI_ENSEMBLE_H
#define CLI_ENSEMBLE_H
#include "print/output.h"

/* Can there be an ensemble of this? 0, or CLI_WRONG after a sentence. */
int cli_ensemble_check(const cli_request *request);
/* Runs and writes all members, after Ctrl-C those that were whole; 0 or an exit code. */
int cli_ensemble(const cli_request *request, FILE *file, io_json *json);

#endif
