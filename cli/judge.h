/* SPDX-License-Identifier: MIT
 * The judge of a run: a reference that follows it and remembers the largest difference per column.
 * Rows wait in a block until it is full, so that its time can be told from the run's. */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H
#include "io/progress.h"
#include "job.h"

typedef struct cli_judge {
    lento_run *run;     /* the reference; NULL: nobody judges, or not yet */
    cli_result *result; /* error, error_points, reference_message go there */
    const lento_problem *problem;
    const lento_model *model;
    double *block, *truth;
    int waiting;
    bool keep;  /* rows of the reference too */
    bool wait;  /* points are kept for cli_judge_together */
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

/* A direct reference may cost more than all runs it judges: it is computed once for those that wait.
 * points: how many a run has, 0 if that is unknown. */
bool cli_judge_can_wait(const lento_model *model, const char *reference, double points);
/* Judges the results of waiting jobs on this model; those that were refused are passed over. */
void cli_judge_together(const lento_model *model, const char *reference, cli_result *results[],
                        int count, bool quiet);

#endif
