/* SPDX-License-Identifier: MIT
 *
 * check.h - every doubt about a run. A check estimates one number; the table (table.c) holds its limit, the sentence
 * that a user reads and what happens above the limit. This header knows neither runs nor averages, so that steps,
 * schemes and runs may include it; the estimates, one file each, look at everything.
 *
 * A new check: a row in table.c with a name below, and a function that calls lento_check with its estimate. */
#ifndef LENTO_CHECK_CHECK_H
#define LENTO_CHECK_CHECK_H

#include "system/failure.h"

/* One per sentence; several may share a code. In the order of the table. */
typedef enum lento_check_id {
    LENTO_CHECK_OWN_STEP,
    LENTO_CHECK_OWN_WINDOW,
    LENTO_CHECK_FITTED_ALIAS,
    LENTO_CHECK_FITTED_HARMONICS,
    LENTO_CHECK_POINT_KERNEL,
    LENTO_CHECK_WINDOW_LENGTH,
    LENTO_CHECK_RESIDUAL_SPRING,
    LENTO_CHECK_SPRING_ROUNDING,
    LENTO_CHECK_MICRO_STABLE,
    LENTO_CHECK_MICRO_GROWTH,
    LENTO_CHECK_FORCING_LEFT,
    LENTO_CHECK_FORCING_DRIFT,
    LENTO_CHECK_PHASES_HARMONICS,
    LENTO_CHECK_MICRO_FORCING,
    LENTO_CHECK_MULTIPLIER_ROUNDING,
    LENTO_CHECK_MACRO_STABLE,
    LENTO_CHECK_SEPARATION,
    LENTO_CHECK_SEPARATION_INNER,
    LENTO_CHECK_SEPARATION_ADAPTIVE,
    LENTO_CHECK_UNRESOLVED,
    LENTO_CHECK_MULTISTEP_TOLERANCE,
    LENTO_CHECK_ADDED_TOLERANCE,
    LENTO_CHECK_ADDED_GROWTH,
    LENTO_CHECK_FIRST_STEP,
    LENTO_CHECK_MAX_STEP,
    LENTO_CHECK_NOTE,
    LENTO_CHECK_EVEN,
    LENTO_CHECK_HARMONICS,
    LENTO_CHECK_VELOCITY,
    LENTO_CHECK_CONSTANT_VARIABLE,
    LENTO_CHECK_DEPENDENT_VARIABLE,
    LENTO_CHECK_RANK_START,
    LENTO_CHECK_RANK_START_NAMED,
    LENTO_CHECK_CLOSURE,
    LENTO_CHECK_FAST_ENERGY,
    LENTO_CHECK_ACTING_ENERGY,
    LENTO_CHECK_ADIABATIC_TOLERANCE,
    LENTO_CHECK_STEP_LENGTH,
    LENTO_CHECK_FAST_VARIABLE,
    LENTO_CHECK_BACKWARD_GROWTH,
    LENTO_CHECK_RANK_LOST,
    LENTO_CHECK_OFF_MANIFOLD,
    LENTO_CHECK_GAUGE,
    LENTO_CHECKS
} lento_check_id;

typedef struct lento_check_row {
    lento_check_id id;
    const char *code;
    /* A larger estimate (in size) is reported. 1 where the check divides by a limit of its own. */
    double limit;
    /* %s takes the word, the first and second %g the two numbers that the check shows. */
    const char *sentence;
    /* LENTO_DONE: a warning, which `--strict` makes an error; else the run is refused with this status. */
    lento_status refuse;
} lento_check_row;

const lento_check_row *lento_check_row_of(lento_check_id id);

/* What a run doubts: warnings, each check once. */
typedef struct lento_doubts {
    lento_failure *failure; /* where a refusal goes */
    int count;
    lento_warning list[LENTO_MAX_WARNINGS];
    lento_check_id id[LENTO_MAX_WARNINGS];
    char text[LENTO_MAX_WARNINGS][LENTO_TEXT_ROOM];
} lento_doubts;

bool lento_check_above(lento_check_id id, double estimate);
/* The estimate against the limit of its row; the sentence shows the word and the two numbers. -1: refused. */
int lento_check_showing(lento_doubts *doubts, lento_check_id id, double estimate, const char *word,
                        double first, double second);
/* The same where the sentence shows the estimate and the limit. */
int lento_check(lento_doubts *doubts, lento_check_id id, const char *word, double estimate);

/* ---- when a run asks ---- */
typedef struct lento_run lento_run;
typedef struct lento_mean lento_mean;

/* What the caller gave, before anything is built; and once the levels are counted. */
int lento_check_given(lento_run *run);
int lento_check_scheme_options(lento_run *run);
int lento_check_system(const lento_system *system, lento_failure *failure);
/* Once after building. */
int lento_check_built(lento_run *run);
/* The given start of the run, and of each level before its scheme reads it. */
void lento_check_declarations(lento_run *run, const double state[]);
int lento_check_start(lento_mean *mean, const double given[]);
/* Before the first step; after every step that is looked at; at the end. */
void lento_check_step_length(lento_run *run, const double turn[]);
void lento_check_step_done(lento_run *run);
void lento_check_separation_found(lento_run *run);

/* ---- when scheme slow asks, along its windows ---- */

/* A node of a window with state x and rate dx; the window is over; the rank of the gradients at its start. */
int lento_check_slow_node(lento_mean *mean, const double x[]);
int lento_check_slow_window_done(lento_mean *mean);
void lento_check_slow_rank(lento_mean *mean, int rank);

#endif
