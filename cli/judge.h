/* SPDX-License-Identifier: MIT
 * The judge of a run: a reference that follows it and remembers the largest difference per column.
 * Rows wait in a block until it is full, so that its time can be told from the run's. */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H
#include "io/progress.h"
#include "job.h"

typedef struct cli_judge {
    lento_run *run;     /* the reference; NULL: nobody judges */
    cli_result *result; /* error, error_points, reference_message go there */
    const lento_problem *problem;
    const lento_model *model;
    double *block, *truth;
    int waiting;
    bool keep;  /* rows of the reference too */
    bool ended; /* it failed */
    double seconds;
    io_progress *progress;
} cli_judge;

/* A reference that was refused leaves its sentence in the result: false. */
bool cli_judge_open(cli_judge *judge, const cli_job *job, cli_result *result);
void cli_judge_row(cli_judge *judge, const double row[]); /* t, columns; t must not fall */
void cli_judge_flush(cli_judge *judge);
/* The problem's distance between a row and the reference at its time; NAN if nobody knows. */
double cli_judge_distance(cli_judge *judge, const double row[]);
void cli_judge_close(cli_judge *judge);

#endif
