/* SPDX-License-Identifier: MIT
 * A convergence study: made by converge.c, shown by converge_print.c. */
#ifndef CLI_CONVERGE_H
#define CLI_CONVERGE_H
#include "study.h"

enum { CLI_MAX_LEVELS = 20 };

typedef struct cli_line {
    double value, error, order; /* order NAN in the first line */
    lento_counts counts;
    double seconds;
    cli_result result; /* while it waits for the reference */
} cli_line;

typedef struct cli_study {
    cli_request request;
    const char *vary, *quantity; /* "omega", "micro steps per period" */
    const char *reference, *column;
    int index; /* of the column */
    double factor;
    int levels;
    lento_options base; /* resolved */
    cli_line lines[CLI_MAX_LEVELS];
    int count;
    bool wait;      /* one reference for all levels */
    bool pointwise; /* the run does not follow the fast part of the column */
    double slope, floor;
} cli_study;

void cli_study_print(FILE *file, const cli_study *study); /* in the request's format */
int cli_study_draw(const cli_study *study);               /* error, log-log */

#endif
