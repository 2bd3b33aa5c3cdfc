/* SPDX-License-Identifier: MIT
 *
 * check.h - every doubt about a run. A check estimates one number; the table (table.def) holds its limit, the sentence
 * that a user reads and what happens above the limit. This header knows neither runs nor averages, so that steps,
 * schemes and runs may include it; the estimates, one file each, look at everything.
 *
 * A new check: a row in table.def, and a function that calls lento_check with its estimate. */
#ifndef LENTO_CHECK_CHECK_H
#define LENTO_CHECK_CHECK_H

#include "system/failure.h"

/* One per sentence; several may share a code. */
typedef enum lento_check_id {
#define CHECK(name, code, limit, refuse, sentence) LENTO_CHECK_##name,
#include "check/table.def"
#undef CHECK
    LENTO_CHECKS
} lento_check_id;

typedef struct lento_check_row {
    lento_check_id id;
    const char *code;
    double limit;
    lento_status refuse; /* LENTO_DONE: a warning, which `--strict` makes an error */
    const char *sentence;
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

/* What the macro nodes show of the slow force, by component: the last one, the largest, its largest change per time, and
 * when a change first came within a factor of two of it; and the largest coordinate. NULL: not watched. */
typedef struct lento_seen {
    double t;
    int64_t nodes;
    double *last, *force, *change, *size;
    double *steep, *since;
} lento_seen;

/* ---- when a run asks ---- */
typedef struct lento_run lento_run;
typedef struct lento_mean lento_mean;

/* What the caller gave, before anything is built; and once the levels are counted. */
int lento_check_given(lento_run *run);
int lento_check_scheme_options(lento_run *run);
/* Once after building. */
int lento_check_built(lento_run *run);
/* The start of each level before its scheme reads it: of a force that is no average, and of all. */
int lento_check_declarations(lento_mean *mean, const double state[]);
int lento_check_start(lento_mean *mean, const double given[]);
/* Own slow variables, against the same system with a motion so many times as fast; is it wanted at all? */
#define LENTO_FASTER 1000.0
bool lento_check_wants_faster(const lento_run *run);
void lento_check_slow_scaling(lento_run *run, const lento_system *faster, const double start[]);
/* Before the first step; after every step that is looked at; at the end. */
void lento_check_step_length(lento_run *run, const double turn[]);
void lento_check_step_done(lento_run *run);
void lento_check_separation_found(lento_run *run);

/* ---- when scheme slow asks, along its windows ---- */

/* A node of a window with state x and rate dx; the window is over; the rank of the gradients at its start. */
int lento_check_slow_node(lento_mean *mean, const double x[]);
int lento_check_slow_window_done(lento_mean *mean);
/* What a column swings by within a fast period, and a run of scheme slow does not show; 0: nothing known. */
double lento_check_slow_swing(const lento_mean *mean, int column);
/* The power of 1/(fast frequency) with which averaged equations, and windows at several phases, are away from the full
 * ones; 0: nothing is known, or nothing left out. */
int lento_check_slow_power(const lento_run *run);
/* How far that is as a part of the range of columns, from the rate of the slow motion; 0: nothing known. */
double lento_check_slow_distance(const lento_run *run);
void lento_check_slow_rank(lento_mean *mean, int rank);

/* ---- when scheme stiff asks ---- */

/* A macro node with the fast modes in the order of their actions. */
void lento_check_mode_resonance(lento_mean *mean, double t, const double state[]);

#endif
