/* SPDX-License-Identifier: MIT
 *
 * peers.h - error against work beside what a user would pick instead, in one process.
 *
 *   problem (one file each) -> jobs: one per scale -> engine.c: every rival of the table on its own
 *   main.c                                            -> summary.c: three rivals per row, break-even -> files.c
 *
 * All settings are in the const tables of the problems, written down before the run. Errors are those of the
 * slow output against the full equations; work is the number of right-hand sides. */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stdbool.h>
#include <stdio.h>

#include "lento/problem.h"

enum {
    MAX_SCALES = 8,
    MAX_RIVALS = 40,
    MAX_SAMPLES = 40,
    MAX_OUTPUTS = 4,
    MAX_COLUMNS = 32,
    MAX_SUBJECTS = 4
};

typedef enum kind {
    LENTO,   /* the multiscale run of the row, or the structure-preserving one of `top` */
    VARIANT, /* the same with other settings: in the CSV and the plots */
    NAIVE,   /* the direct run a user types first */
    DIRECT,  /* candidates for the best direct run; a naive run is one as well */
    INFORMED /* needs to know the answer's form: closed average, rigid limit, exact solution */
} kind;

/* What is integrated: a problem of the library, or a system of the bench with its start. */
typedef struct subject {
    lento_model *model; /* owned, or NULL: */
    lento_system system;
    double state[8];
    int columns;
} subject;

typedef struct rival {
    kind kind;
    const char *name;
    const char
        *gsl; /* odeiv2 stepper "rk8pd" or "msadams" with rtol = atol; NULL: a run of the library */
    int subject;
    double per_period; /* fixed steps per fast period instead of options.steps */
    double cost;       /* calls that one evaluation stands for; 0: one */
    double largest;    /* scale up to which it is run, extrapolated beyond; 0: all */
    lento_options options;
} rival;

/* What most rivals are: direct runs with fixed steps per fast period or with a tolerance, GSL, the
 * closed average, the exact solution. */
#define DIRECT_SCHEME         .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}
#define FIXED(method, n)      .per_period = n, .options = {.macro = method, DIRECT_SCHEME}
#define ADAPTIVE(method, tol) .options = {.macro = method, .rtol = tol, DIRECT_SCHEME}
#define GSL(stepper, tol)     .gsl = stepper, .options = {.rtol = tol}
#define CLOSED(method, ...)                                                                        \
    .options = {.macro = method, .average = {{.scheme = "averaged"}}, __VA_ARGS__}
#define EXACT(n) .options = {.macro = "exact", .steps = n, DIRECT_SCHEME}

typedef struct setup setup;
typedef struct problem {
    const char *name, *output; /* which number the error is of */
    const char *scale;         /* "omega", "1/eps" */
    double scales[MAX_SCALES]; /* ends with 0 */
    double target;             /* error that counts as reached */
    int samples, outputs;      /* equally spaced times, the last one the end */
    const rival *rivals;       /* ends with a null name */
    double plotted;            /* scale of the picture error against work */
    bool breaks_even;          /* false: nothing is averaged, there is no break-even scale */
    /* Fills subjects and until; the rest of the setup is zero. 0, or -1. */
    int (*open)(setup *s);
    /* The slow output from the columns of a subject; averaged: its fast part is off already. */
    void (*slow)(const setup *s, int which, bool averaged, double t, const double columns[],
                 double out[]);
    /* NULL: greatest difference of an output. */
    double (*distance)(const double out[], const double truth[]);
    rival reference; /* at scales up to its largest; */
    rival beyond;    /* above it */
} problem;

typedef double values[MAX_SAMPLES][MAX_OUTPUTS];

struct setup {
    const problem *problem;
    double scale, until;
    subject subject[MAX_SUBJECTS];
    values truth;
};

typedef struct outcome {
    double error, calls, seconds;
    bool done, extrapolated;
    char failure[160];
} outcome;

typedef struct job {
    const problem *problem;
    double scale;
    int index; /* of the scale */
    outcome outcomes[MAX_RIVALS];
    double check; /* the two references against each other where both run; NAN elsewhere */
    bool failed;
} job;

typedef struct jobs {
    job *list;
    int count;
} jobs;

extern const problem problem_kapitza, problem_drag, problem_springs, problem_stellar,
    problem_precession, problem_nutation, problem_top;

/* ---- engine.c ---- */
int subject_model(subject *s, const lento_problem *problem, const lento_setting settings[],
                  size_t n);
void job_run(job *j);
int rivals_of(const problem *p);

/* ---- summary.c: one row per problem and scale ---- */
typedef struct row {
    const job *job;
    int lento, naive, best, informed;               /* indices of rivals, -1: none */
    double naive_ratio, best_ratio, informed_ratio; /* their calls over those of lento */
} row;
void extrapolate(jobs *all);
row summarise(const job *j);
double break_even(const jobs *all,
                  const problem *p); /* 0: pays at every scale that was run; NAN: none */
int report(const jobs *all);         /* the tables on stdout; 1 if a promise is broken */

/* ---- files.c ---- */
int write_results(const jobs *all, const char *directory, int threads);

#endif
