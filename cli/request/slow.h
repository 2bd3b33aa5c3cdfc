/* SPDX-License-Identifier: MIT
 * Slow variables and observables of a request: from the problem, from text, or detected.
 *
 *   --slow "x1^2+v1^2; x2^2+v2^2"   formulas  ->  the model
 *   --slow detect, lento detect      x' = f(eps, x) of the problem  ->  formulas */
#ifndef CLI_REQUEST_SLOW_H
#define CLI_REQUEST_SLOW_H
#include "request/request.h"
#include "slow/detect.h"

/* Puts what --slow, --average and --integrate ask for into the request's model. 0 or an exit code. */
int cli_slow_attach(cli_request *request);
/* The member "slow" of a recipe. */
int cli_slow_recipe(cli_request *request, const io_json_value *slow);
/* Detection on the request's problem; the caller frees *out in all cases. 0 or an exit code. */
int cli_slow_find(cli_request *request, bool literal, lento_detection *out);
/* The same, and request->slow becomes their formulas. 0 or an exit code. */
int cli_slow_detect(cli_request *request);
/* --event and --stop-when of a run without a method, into request->triggers. 0 or an exit code. */
int cli_events_read(cli_request *request);
/* --stop-when: shortens the job. 0 or an exit code. */
int cli_stop_when(cli_request *request, lento_job *job);
/* A polynomial of the state as text, in the request's memory. */
const char *cli_polynomial_text(cli_request *request, const lento_polynomial *p);

#endif
