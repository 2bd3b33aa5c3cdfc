/* SPDX-License-Identifier: MIT
 *
 * study.h - what is done with runs: rows are recorded, errors measured against a reference, one thing is refined,
 * several starts averaged. compare.h compares several methods.
 *
 * Nothing here prints, exits or keeps state. A mistake is a status and a sentence in the result; `refused` says that it
 * was found before anything was computed. A result owns its memory until it is freed; the model must outlive it. */
#ifndef LENTO_STUDY_H
#define LENTO_STUDY_H

#include "lento/problem.h"
#include "lento/solve.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Memory of a result. */
struct lento_chunk;

/* ---- watch: how a long study is followed and stopped; every function may be NULL ---- */
typedef struct lento_watch {
    /* 0 begins a piece of work, 1 ends it, in between the fraction that is done; what: one or two words */
    void (*progress)(const char *what, double fraction, void *user);
    /* non-zero stops; asked often */
    int (*stop)(void *user);
    /* seconds; without it all times are 0 */
    double (*clock)(void);
    void *user;
    /* one of several runs is finished: a line that says what came out */
    void (*row)(const char *text, void *user);
    /* calls of the right-hand side that all runs together may still make (lento_options); NULL: no limit */
    int64_t *calls_left;
} lento_watch;

/* ---- questions about options and models ---- */

/* Averages before the first level without a scheme. */
LENTO_API int lento_options_levels(const lento_options *options);
/* Does a level run windows? Not if its equations are known in closed form. */
LENTO_API bool lento_level_windows(const lento_average *level);
/* Does a scheme move slow variables, which a user may choose? */
LENTO_API bool lento_scheme_takes_variables(const char *scheme);
/* Does a kernel choose the width of its window itself? NULL is no kernel. */
LENTO_API bool lento_kernel_chooses_width(const char *kernel);
/* Of the fastest scale, rad per unit time; 0: nothing is fast. */
LENTO_API double lento_model_frequency(const lento_model *model);
/* Averages that are known in closed form. */
LENTO_API int lento_model_closed_forms(const lento_model *model);
/* Steps per fast period of the innermost micro run; 0 without windows. */
LENTO_API double lento_micro_per_period(const lento_model *model, const lento_options *resolved);

/* ---- reference: what a run is measured against ---- */
typedef enum lento_reference {
    LENTO_REFERENCE_NONE,
    LENTO_REFERENCE_DIRECT,
    LENTO_REFERENCE_AVERAGED,
    LENTO_REFERENCE_EXACT,
    LENTO_REFERENCES
} lento_reference;

/* "direct", "averaged", "exact"; NULL for none. */
LENTO_API const char *lento_reference_name(lento_reference reference);
/* The best a model offers: exact, direct if affordable, averaged. */
LENTO_API lento_reference lento_reference_best(const lento_model *model,
                                               const lento_options *resolved);
/* Its options: the same model with as many averages, never with the run's own steps. */
LENTO_API lento_options lento_reference_options(const lento_model *model, lento_reference reference,
                                                const lento_options *resolved);
/* Force evaluations of an accurate direct run to `until`; 0 if nothing is fast. */
LENTO_API double lento_direct_evaluations(const lento_model *model, double until);

/* ---- hands-off integration (solve.h) of a model: nothing chosen but the tolerance ---- */

/* Columns that are not given are those of the problem that are slow, or the statistics of its state; until 0: the
 * problem's. Free the answer in every case. */
LENTO_API lento_status lento_solve_model(lento_answer *answer, const lento_model *model,
                                         const lento_solve_options *options);
/* Columns of a model: those that are slow, that a scheme averages, or all; at most LENTO_SOLVE_COLUMNS. */
typedef enum lento_shown { LENTO_SHOW_SLOW, LENTO_SHOW_MEANS, LENTO_SHOW_ALL } lento_shown;
LENTO_API int lento_solved_columns(const lento_model *model, lento_shown which, int index[]);
/* The name of column i of the answer, written into text. */
LENTO_API const char *lento_solved_name(const lento_model *model, const lento_answer *answer, int i,
                                        char text[], size_t room);

/* Events in words, for lento_solve_options.events: "x > 0.3" (rising), "x < 0.3" (falling) or what becomes zero (both), of
 * the state, the parameters, what a text defines and the columns of other problems, taken of the true state. LENTO_BAD_OPTION:
 * text number error->index is wrong. Free them in every case, after the answer that uses them. */
typedef struct lento_triggers {
    lento_trigger *list;
    struct lento_chunk *memory;
} lento_triggers;
LENTO_API lento_status lento_triggers_read(lento_triggers *triggers, const lento_model *model,
                                           const char *const text[], int count,
                                           lento_formula_error *error);
/* The value at the start of the model. */
LENTO_API double lento_trigger_start(const lento_trigger *trigger, const lento_model *model);
LENTO_API void lento_triggers_free(lento_triggers *triggers);

/* ---- recorder: rows of equal width; when full, every second one goes and the stride doubles ---- */
enum { LENTO_MAX_ROWS = 2000, LENTO_CURVE = 1000 };

typedef struct lento_recorder {
    /* numbers in a row: t and the values */
    int width;
    size_t count, room;
    /* thinning: every so many rows are kept, of so many that came; at most so many (0: LENTO_MAX_ROWS) */
    size_t stride, seen, most;
    double *value;
    /* a row was lost for want of memory */
    bool failed;
} lento_recorder;

LENTO_API void lento_recorder_start(lento_recorder *recorder, int width);
/* thin: this row may be left out or dropped later. */
LENTO_API void lento_recorder_add(lento_recorder *recorder, const double row[], bool thin);
LENTO_API const double *lento_recorder_row(const lento_recorder *recorder, size_t i);
LENTO_API void lento_recorder_free(lento_recorder *recorder);

/* ---- job: one run, recorded and measured ---- */
typedef struct lento_job {
    const lento_model *model;
    lento_options options;
    /* rows at multiples of this time; 0: at the steps, at most so many (0: LENTO_MAX_ROWS): then every second, fourth, ...
     * step, and result.row_steps says so */
    double every;
    size_t most_rows;
    /* points of result.curve between and at the steps, for pictures (LENTO_CURVE where the fast motion is not shown); 0:
     * none. Rows that cost a window have none */
    int64_t curve;
    lento_reference reference;
    /* keep rows; refuse an adaptive method without `every`, whose rows would lie elsewhere in each run; keep the points
     * for a reference that is shared and comes later; ask the reference at the rows of `every`, not at the steps */
    bool rows, aligned, wait, reference_at_rows;
    /* estimate the error; steps and tolerances that are not given are then chosen so that it is small */
    bool estimate;
    /* for the watch; NULL: "running" */
    const char *label;
    const lento_watch *watch;
    /* called with the rows so far when there is a new one, or with fewer when every second one went or the run begins
     * again; NULL: not called */
    void (*kept)(const lento_recorder *rows, void *user);
    void *kept_user;
} lento_job;

/* The error of a run, estimated from other runs with longer macro steps, longer micro steps, wider windows. */
typedef struct lento_estimate {
    /* of each column the largest error over the run, and the range that the column went through; NULL: not estimated */
    double *error, *range;
    /* the largest part error / range, and its column; -1: none */
    double worst;
    int column;
    /* its parts: of the macro steps, of the micro steps, of the windows, of averaging at this frequency */
    double macro, micro, window, separation;
    /* order that the steps show, 0: not seen; in words, what was compared, or why there is no estimate */
    double order;
    const char *how;
    /* work of the runs that were compared; in no other count */
    int64_t force_evaluations;
    /* positive: it was stopped; negative: memory ran out */
    lento_status status;
} lento_estimate;

typedef struct lento_result {
    lento_status status;
    /* a mistake in what was asked: nothing was computed, or not one step could be; message "" if none */
    bool refused;
    const char *message;
    /* resolved options and warnings live here */
    lento_run *run;
    int columns;
    /* the columns and, last, the distance to the reference where the problem has one */
    int shown;
    lento_recorder rows;
    /* steps from row to row; 1: every step has one, or `every` says where they are */
    double row_steps;
    /* the columns at equal times, if the job asked for it */
    lento_recorder curve;
    /* t and what is shown at `until`, or the last good state */
    double *final;
    /* of what is shown: largest difference over error_points points, NAN where there is none, and between which values
     * the reference went; NULL without a reference */
    double *error, *low, *high;
    int64_t error_points;
    lento_reference reference;
    /* why the reference ended early, "" if it did not */
    const char *reference_message;
    /* the reference at these points, thinned; all points, if the job was told to wait */
    lento_recorder truth, points;
    /* rows that the estimate compares */
    lento_recorder checks;
    lento_estimate estimate;
    /* start, end, largest drift of each invariant; NAN where the state does not have it */
    double *invariant;
    int invariants;
    int64_t invariant_points;
    lento_counts counts, reference_counts;
    /* of the run without its reference */
    double seconds;
    struct lento_walk *walk;
    struct lento_chunk *memory;
} lento_result;

/* Lets the job end where a condition on its columns ("Q > 1", docs/equations.md) becomes true; *met: whether it does. A
 * run is made to find out. LENTO_BAD_OPTION: the condition is wrong; other failures are those of the run. */
LENTO_API lento_status lento_job_stop_when(lento_job *job, const char *text, bool *met,
                                           lento_formula_error *error);
LENTO_API void lento_job_run(const lento_job *job, lento_result *result);
/* Creates run and reference and takes the first step of a scheme with windows, where most mistakes show; the result
 * says whether it was refused. */
LENTO_API void lento_job_open(const lento_job *job, lento_result *result);
/* The rest; nothing if it was refused. The result must not have been moved. */
LENTO_API void lento_job_finish(lento_result *result);
LENTO_API void lento_result_free(lento_result *result);
/* Why the result or its errors are incomplete, in words; NULL if they are whole. */
LENTO_API const char *lento_result_trouble(const lento_result *result);
/* Name of column i; the one after the last is the distance to the reference, see lento_result.shown. */
LENTO_API const char *lento_shown_name(const lento_model *model, int i);
/* Is column i pointwise on one side only, run or reference? A multiscale run does not follow the fast part of such a
 * column, so that its error says little. */
LENTO_API bool lento_error_pointwise(const lento_model *model, const lento_options *resolved,
                                     lento_reference reference, int i);

/* ---- convergence: one thing is refined, the errors are fitted by e = C h^p + F ---- */
typedef enum lento_vary {
    LENTO_VARY_MACRO,
    LENTO_VARY_MICRO,
    LENTO_VARY_WINDOW,
    LENTO_VARY_OMEGA,
    LENTO_VARIATIONS
} lento_vary;

/* "macro", "micro", "window", "omega" */
LENTO_API const char *lento_vary_name(lento_vary vary);

enum { LENTO_MAX_REFINEMENTS = 20 };

/* What is asked. Zero means default where one is given. */
typedef struct lento_refinement {
    const lento_model *model;
    lento_options options;
    lento_vary vary;
    /* number of runs, 2 to LENTO_MAX_REFINEMENTS; default 5 */
    int levels;
    /* ratio between them, > 1; default 2 (omega: 10) */
    double factor;
    /* none: the best that is affordable */
    lento_reference reference;
    /* the column that counts; NULL: the distance to the reference where the problem has one, else the first column
     * that is an average */
    const char *column;
    /* named set of slow variables of models at other frequencies; or NULL */
    const char *slow;
    const lento_watch *watch;
} lento_refinement;

/* One level: its number of steps, width or frequency, and what came out. */
typedef struct lento_refined {
    double value, error;
    /* log(e_before / e) / log(refinement); NAN for the first */
    double order;
    lento_counts counts;
    double seconds;
} lento_refined;

typedef struct lento_convergence {
    lento_status status;
    bool refused;
    /* "" if all levels are there */
    const char *message;
    /* what was asked, defaults filled in */
    lento_refinement asked;
    /* "macro steps": what `value` counts */
    const char *quantity;
    /* index and name of the column */
    int index;
    const char *column;
    /* resolved options of the first level */
    lento_options base;
    lento_refined level[LENTO_MAX_REFINEMENTS];
    int count;
    /* the run does not follow the fast part of the column */
    bool pointwise;
    /* p and F; NAN: nothing falls, no floor reached */
    double slope, floor;
    /* between which values the reference went; this many first levels do not follow it and show no order */
    double low, high;
    int unstable;
    /* levels that were not computed, because a direct reference for the first of them takes so many evaluations */
    int left_out;
    double left_out_cost;
    lento_run *reference;
    struct lento_chunk *memory;
} lento_convergence;

/* Checks what is asked and chooses the reference; the watch and the model must outlive the study. */
LENTO_API void lento_convergence_plan(lento_convergence *study, const lento_refinement *asked);
/* Computes the levels and the fit. */
LENTO_API void lento_convergence_run(lento_convergence *study);
LENTO_API void lento_convergence_free(lento_convergence *study);

/* ---- ensemble: chaotic motion has no single answer, so members with nearly equal starts are averaged ---- */
typedef struct lento_ensemble {
    lento_status status;
    bool refused;
    const char *message;
    int64_t members, done;
    int columns;
    /* [rows]; averages of the columns and their standard errors [rows][columns] */
    size_t rows;
    double *t, *average, *error;
    lento_counts counts;
    double seconds;
    /* of any member, each code once */
    lento_warning warnings[LENTO_MAX_WARNINGS];
    int warning_count;
    lento_options resolved;
    lento_job job;
    /* the member that is computed, with its model */
    lento_result result;
    lento_model *model;
    struct lento_chunk *memory;
} lento_ensemble;

/* `members` runs of the job's model whose starts differ by 1e-9 in the parameter that the problem names. Opens the
 * first one; adaptive methods need job->every. */
LENTO_API void lento_ensemble_open(lento_ensemble *ensemble, const lento_job *job, int64_t members);
/* All members; those before the first that fails are averaged. */
LENTO_API void lento_ensemble_run(lento_ensemble *ensemble);
LENTO_API void lento_ensemble_free(lento_ensemble *ensemble);

#ifdef __cplusplus
}
#endif
#endif
