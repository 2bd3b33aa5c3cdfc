/* SPDX-License-Identifier: MIT
 *
 * study.h - what the parts of study/ know of each other.
 *
 *   job.c      one run: advance, read the columns, record            -> lento_result
 *   error.c    beside it the reference, the largest difference       -> lento_result.error
 *   sweep.c    several jobs that may share a reference               -> converge.c, compare.c, ensemble.c */
#ifndef LENTO_STUDY_STUDY_H
#define LENTO_STUDY_STUDY_H

#include "lento/compare.h"
#include "lento/contest.h"
#include "slow/detect.h"

/* ---- memory.c: lives as long as the result; NULL without memory ---- */
void *lento_chunk_take(struct lento_chunk **chunks, size_t bytes);
/* A sentence: %s takes a word, %g a number. Never NULL. */
#define LENTO_WORDS(...)   ((const char *const[]){__VA_ARGS__})
#define LENTO_NUMBERS(...) ((const double[]){__VA_ARGS__})
const char *lento_chunk_text(struct lento_chunk **chunks, const char *what,
                             const char *const word[], const double number[]);
/* A copy; NULL for NULL. */
const char *lento_chunk_copy(struct lento_chunk **chunks, const char *text);
/* A copy of resolved options whose words outlive their run. False: no memory. */
bool lento_chunk_options(struct lento_chunk **chunks, const lento_options *resolved,
                         lento_options *copy);
void lento_chunk_free(struct lento_chunk **chunks);
/* Refuses a study (status, refused, message, memory) with such a sentence; false. */
bool lento_refused(bool *refused, const char **message, const char *why);
#define lento_refuse(study, code, what, words, numbers)                                            \
    ((study)->status = (code),                                                                     \
     lento_refused(&(study)->refused, &(study)->message,                                           \
                   lento_chunk_text(&(study)->memory, what, words, numbers)))
#define lento_refuse_memory(study) lento_refuse(study, LENTO_NO_MEMORY, "out of memory", NULL, NULL)

/* ---- watch.c ---- */
/* 0 begins, 1 ends; lento_watch_update never does either. */
void lento_watch_tell(const lento_watch *watch, const char *what, double fraction);
void lento_watch_update(const lento_watch *watch, const char *what, double fraction);
double lento_watch_clock(const lento_watch *watch);
bool lento_watch_stopped(const lento_watch *watch);
bool lento_watch_spent(const lento_watch *watch);         /* by its limit of calls */
const char *lento_watch_reason(const lento_watch *watch); /* why it was stopped */
/* One of several runs is finished. */
void lento_watch_row(const lento_watch *watch, const char *what, const char *const word[],
                     const double number[]);
/* Lets a run ask the watch. */
void lento_watch_attach(const lento_watch *watch, lento_options *options);

/* ---- query.c ---- */
/* Do the columns of a run hold the fast motion? */
bool lento_model_shows_fast(const lento_model *model, const lento_options *resolved);
/* NULL: nothing is fast. */
const lento_scale *lento_model_fastest(const lento_model *model);
/* Makes a named set its slow variables; false: there is none. */
bool lento_model_choose(lento_model *model, const char *name);
/* Index of the column that counts (NULL: as in lento_refinement); -1 and a sentence in *why if there is none. */
int lento_column_find(const lento_model *model, const char *name, struct lento_chunk **memory,
                      const char **why);

/* ---- reference.c ---- */
/* Creates its run. If that is refused: false, and a sentence in *why. */
lento_status lento_reference_open(lento_run **run, const lento_model *model,
                                  lento_reference reference, const lento_options *resolved,
                                  const lento_watch *watch, struct lento_chunk **memory,
                                  const char **why);

/* ---- error.c ---- */
typedef struct lento_error_meter {
    /* the reference; NULL: none, or not yet */
    lento_run *run;
    lento_result *result;
    const lento_model *model;
    const lento_problem *problem;
    /* rows that wait, so that the time of the reference can be told from the run's */
    double *block, *truth;
    int waiting;
    /* keep rows of the reference; keep points for lento_error_together; the reference failed */
    bool keep, wait, ended;
    double seconds;
    const lento_watch *watch;
    const char *label;
} lento_error_meter;

/* A reference that was refused leaves its sentence in the result: false. */
bool lento_error_open(lento_error_meter *meter, const lento_job *job, lento_result *result);
/* row: t, columns; t must not fall. */
void lento_error_add(lento_error_meter *meter, const double row[]);
void lento_error_flush(lento_error_meter *meter);
/* The problem's distance between a row and the reference at its time; NAN if it is not known. */
double lento_error_distance(lento_error_meter *meter, const double row[]);
void lento_error_close(lento_error_meter *meter);
/* A direct reference may cost more than all runs it measures: it is computed once for those that wait.
 * points: how many a run has, 0 if that is unknown. */
bool lento_error_can_wait(const lento_model *model, lento_reference reference, double points);
/* Measures the results of waiting jobs on this model with one reference, which has not moved yet; NULL is passed over. */
bool lento_error_together(lento_run *reference, const lento_model *model,
                          lento_result *const results[], int count, const lento_watch *watch);

/* An angle modulo 2 pi? */
bool lento_column_wraps(const lento_model *model, int i);
/* |a - b| of column i, the short way round for angles. */
double lento_column_difference(const lento_model *model, int i, double a, double b);

/* ---- estimate.c ---- */
/* Time between the rows that it needs of a run, at step ends where steps are fixed. */
double lento_estimate_spacing(const lento_options *resolved);
/* From result->checks: fills result->estimate, and warns. */
void lento_estimate_make(const lento_job *job, lento_result *result);
/* Warns of invariants that change. */
void lento_estimate_drift(const lento_job *job, lento_result *result);

/* ---- refine.c ---- */
/* Changes what was not asked for (macro steps or tolerance, micro steps) so that the error becomes small; false: it
 * is, or all was asked for, or that would be too much work. */
bool lento_estimate_refine(lento_job *job, const lento_options *asked, const lento_result *result);

/* ---- controlled.c: hands-off by a scheme ---- */
/* Does the model declare what a scheme needs where returns cannot be followed: stiff springs, several phases or
 * constraints with a forcing? */
bool lento_controlled_fits(const lento_model *model);
/* A state that jumps at events: direct runs, all columns. */
bool lento_jumps(const lento_model *model);
int lento_controlled_columns(const lento_model *model, int index[]);
/* Are start and columns of the model means over one forced phase? */
bool lento_shows_means(const lento_model *model);
/* before: calls that were spent already. As lento_solve; asked->samples is not 0. */
lento_status lento_solve_controlled(lento_answer *out, const lento_model *model,
                                    const lento_solve_options *asked, int64_t before);

/* ---- detection.c: the slow variables of a problem ---- */
typedef struct lento_search {
    lento_status status;
    bool refused;
    const char *message;
    const lento_model *model;
    /* degree, radius, seed as asked; eps is the model's */
    lento_detect_options options;
    const lento_watch *watch;
    lento_detection found;
    /* numbers of what is searched, and their names; NULL: those of the state. embedded: with cosines and sines of phases
     * and variables, see equations/embed.h */
    int variables;
    const char *const *names;
    bool embedded;
    /* something fast for small eps is nearly slow here: the set may be incomplete */
    bool near_resonance;
    struct lento_chunk *memory;
} lento_search;

/* Refused where the equations are not x' = f(eps, x). */
void lento_search_plan(lento_search *search, const lento_model *model,
                       const lento_detect_options *asked, const lento_watch *watch);
/* literal: the published procedure, for comparison. */
void lento_search_run(lento_search *search, bool literal);
/* Without what was found, which has lento_detection_free. */
void lento_search_free(lento_search *search);

/* ---- formula.c ---- */
/* Names of all numbers of the state; NULL without memory. */
const char *const *lento_state_names(const lento_model *model, struct lento_chunk **memory);
/* The slow variables of another model, if those are formulas, with its own parameters and `factor` times its frequencies.
 * False: they have no meaning there. */
bool lento_model_use_formulas(lento_model *model, const lento_model *from, double factor);

/* ---- rivals.c ---- */
/* Fills the list: what the user named, or what the problem offers. False: refused. */
bool lento_rivals_choose(lento_comparison *c);
/* Adds a rival with a model of its own (NULL: the comparison's), which the comparison then owns. False: refused, with
 * the reason in c->message, or there already. */
bool lento_rival_add(lento_comparison *c, lento_model *model, const lento_options *options,
                     const char *form);
/* Methods for motions that split into flows, with as many evaluations as the first rival (rivals_equal.c). */
void lento_rivals_equal(lento_comparison *c);
/* The problem's own (contest.c). */
void lento_rivals_contest(lento_comparison *c);
/* The problem's contest, if it holds for this model. */
const lento_contest *lento_contest_find(const lento_model *model);
/* Errors are relative to the largest values of both columns. */
void lento_contest_scale(lento_comparison *c);
void lento_contest_advise(lento_comparison *c);
/* Which rival to use (advice.c). */
void lento_advise(lento_comparison *c);
/* ---- tune.c: steps that suit a rival, found by trying others ---- */
#define LENTO_USELESS 0.01 /* error as a part of the range: a run would warn of it */
enum { LENTO_MAX_CHANGES = 16 };
typedef struct lento_trial {
    int rival;
    lento_options options;
} lento_trial;
typedef struct lento_trials {
    lento_trial *list;
    int count;
    /* what was chosen, not a variation of it */
    bool first;
    struct lento_chunk *memory;
} lento_trials;
/* Adds one, as long as there is room. Runs all (compare.c); a rival that is not improved is settled. False: stopped. */
bool lento_trials_add(lento_comparison *c, lento_trials *trials, int rival,
                      const lento_options *options);
bool lento_trials_run(lento_comparison *c, lento_trials *trials);
/* Tries other steps and windows for all rivals. */
void lento_tune(lento_comparison *c);
/* The error that steps are chosen for, from the smallest ones seen. */
void lento_tune_aim(lento_comparison *c);
/* Is a better than b? */
bool lento_tune_better(const lento_comparison *c, const lento_rival *a, const lento_rival *b);
/* The range of the column that counts; is an error, in units of c->scale, too large to be of use? */
double lento_comparison_range(const lento_comparison *c);
bool lento_rival_useless(const lento_comparison *c, double error);
/* Seconds of the same job without anybody looking. */
double lento_result_retime(const lento_result *result);

/* ---- sweep.c: several jobs, one after the other; those that wait share the reference ---- */
typedef struct lento_sweep {
    int count;
    const lento_model *model;
    lento_run *reference;
    const lento_watch *watch;
    /* Sets job number k; *own is a model of its own, destroyed afterwards. False: there is none, the sweep ends. */
    bool (*prepare)(int k, lento_job *job, lento_model **own, void *user);
    /* What came out; not to be kept. False ends the sweep. */
    bool (*take)(int k, const lento_result *result, void *user);
    void *user;
} lento_sweep;

/* False without memory. */
bool lento_sweep_run(const lento_sweep *sweep);

/* The model at another fast frequency, with a named slow set (NULL: its own); NULL and a sentence in *why. */
lento_model *lento_model_at(const lento_model *model, double omega, const char *slow,
                            struct lento_chunk **memory, const char **why);

#endif
