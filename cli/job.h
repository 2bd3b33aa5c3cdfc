/* SPDX-License-Identifier: MIT
 * One run with its judge: what run, compare, converge and reproduce are made of.
 *
 *   model + options -> lento_run -> rows (thinned), final row, counts, invariants
 *                          |
 *                      reference run (8th order, 1e-12, or exact) -> max |difference| per column
 *
 * The loop pulls: it advances the run, reads the columns and lets the reference catch up in
 * blocks, so that the seconds are those of the run alone. */
#ifndef CLI_JOB_H
#define CLI_JOB_H
#include "cli.h"
#include "lento/problem.h"

enum { CLI_MAX_ROWS = 2000 };

/* What is to be done. */
typedef struct cli_job {
    const lento_model *model;
    lento_options options;
    double every;          /* rows at multiples; 0: at the steps, thinned to CLI_MAX_ROWS */
    const char *reference; /* direct, averaged, exact, or NULL */
    bool rows;             /* keep them */
    bool wait;             /* keep the points to be judged for cli_judge_together */
    bool quiet;            /* no progress bar */
    const char *label;     /* of the bar */
} cli_job;

/* Rows of t and the columns; when full, every second one goes and the stride doubles. */
typedef struct cli_rows {
    int width; /* t and the values */
    size_t count, room;
    size_t stride, seen; /* thinning */
    double *value;
} cli_rows;

typedef struct cli_result {
    lento_status status;
    bool refused;        /* the run or its reference was never created */
    const char *message; /* "" if none */
    lento_run *run;      /* resolved options and warnings live here */
    int columns;
    int shown; /* the columns and, last, the distance to the reference where the problem has one */
    cli_rows rows;
    double *final;     /* t and what is shown at `until`, or the last good state */
    double *error;     /* of what is shown, NAN where there is none; NULL without a reference */
    double *size;      /* largest value of the reference in each column; beside `error` */
    long error_points; /* number of points it was taken over */
    const char *reference;
    const char *reference_message; /* why the reference ended early, "" if it did not */
    cli_rows truth;                /* the reference at these points, thinned */
    cli_rows points;               /* all of them, if the job was told to wait */
    double *invariant;             /* start, end, max |drift| of each */
    int invariants;
    long invariant_points; /* number of points they were taken at */
    lento_counts counts, reference_counts;
    double seconds;
    cli_memory memory;
} cli_result;

void cli_job_run(const cli_job *job, cli_result *result);
void cli_result_free(cli_result *result);
/* Why the result or its errors are incomplete, in words; NULL if they are whole. */
const char *cli_result_trouble(const cli_result *result);
/* Is column i pointwise on one side only, run or reference? A multiscale run does not follow the
 * fast part of such a column, so that its error says little. */
bool cli_error_pointwise(const lento_model *model, const lento_options *resolved,
                         const char *reference, int i);
int cli_interrupted(void *user); /* options.stop: has Ctrl-C come? */
/* Name of column i; the one after the last is the distance to the reference, see cli_result.shown. */
const char *cli_shown_name(const lento_model *model, int i);

/* ---- reference.c ---- */
/* Options of the reference that belongs to `options` (same model, as many averages). */
lento_options cli_reference_options(const lento_model *model, const char *reference,
                                    const lento_options *options);
/* The best reference a problem offers: exact, direct if affordable, averaged. */
const char *cli_reference_best(const lento_model *model, const lento_options *options);
/* Force evaluations of an accurate direct run to `until`; 0 if nothing is fast. */
double cli_direct_evaluations(const lento_model *model, double until);
int cli_closed_forms(const lento_system *system);      /* averages known in closed form */
double cli_fast_frequency(const lento_system *system); /* of the fastest scale; 0: none */

/* ---- rehearse.c ---- */
/* Will a run and its reference (NULL: none) start? 0, or CLI_WRONG after a sentence. */
int cli_rehearse(const lento_model *model, const lento_options *options, const char *reference);
int cli_reference_check(const lento_model *model, const char *reference,
                        const lento_options *resolved);

/* ---- rows.c ---- */
void cli_rows_start(cli_rows *rows, int width);
void cli_rows_add(cli_rows *rows, const double row[], bool thin);
const double *cli_rows_at(const cli_rows *rows, size_t i);
void cli_rows_free(cli_rows *rows);

#endif
