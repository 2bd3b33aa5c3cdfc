/* SPDX-License-Identifier: MIT
 * The comparison on the fast top, where rivals have their own frames and slow variables. */
#ifndef CLI_RIVALS_TOP_H
#define CLI_RIVALS_TOP_H
#include "lento/study.h"
#include "rivals.h"

bool cli_top_applies(const cli_request *request);
int cli_top_rivals(cli_field *field);  /* fills the list; 0 or an exit code */
void cli_top_scale(cli_field *field);  /* the largest values of both columns */
void cli_top_advise(cli_field *field); /* in plain words */

#endif
