/* SPDX-License-Identifier: MIT
 * Slow variables and observables of a request: from the problem, from text, or detected.
 *
 *   --slow "x1^2+v1^2; x2^2+v2^2"   slow_text.c  parses  ->  polynomial sets  ->  the model
 *   --slow detect, lento detect      slow_find.c  x' = f(eps, x) of a problem  ->  lento_detect */
#ifndef CLI_SLOW_H
#define CLI_SLOW_H
#include "request/request.h"
#include "slow/detect.h"

/* Puts what --slow, --average and --integrate ask for into the request's model. 0 or an exit code. */
int cli_slow_attach(cli_request *request);
/* "slow": variables and observables as text, so that the JSON is a recipe; nothing without them. */
void cli_slow_json(io_json *json, const cli_request *request);
/* The member "slow" of a recipe. */
int cli_slow_recipe(cli_request *request, const io_json_value *slow);

/* ---- slow_text.c ---- */
/* Names of the numbers of the state ("x1", "v1", ...), as many as there are. */
const char *const *cli_state_names(cli_request *request);
const char *cli_state_list(cli_request *request); /* the same as "x1, v1, ...", at most twelve */
/* A polynomial of the state in the request's memory; points at mistakes, `flag` names the option. */
int cli_polynomial(cli_request *request, const char *flag, const char *text, size_t length,
                   lento_polynomial *out);
/* Is --slow one word that looks like a mistyped set? 0, or CLI_WRONG after a sentence. */
int cli_slow_word(cli_request *request);
/* As text, in the request's memory. */
const char *cli_polynomial_text(cli_request *request, const lento_polynomial *p);

/* ---- slow_find.c ---- */
/* Detection on the request's problem; the caller frees *out in all cases. 0 or an exit code. */
int cli_slow_find(cli_request *request, bool literal, lento_detection *out);

#endif
