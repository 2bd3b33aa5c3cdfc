/* SPDX-License-Identifier: MIT
 *
 * solve.h - integration with nothing chosen: a right-hand side, a start, a span and a tolerance go
 * in; values with an error bar come out, or a refusal in words.
 *
 * The method finds the fast oscillation itself, follows its return map over whole revolutions, and
 * takes the error bar from two runs that differ in every step. Where plain integration is cheaper
 * it is used instead, with a bar of its own. docs/solve.md explains when the bar can be trusted. */
#ifndef LENTO_SOLVE_H
#define LENTO_SOLVE_H

#include "lento/known.h"
#include "lento/lento.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Limits: numbers of the state, columns. */
enum { LENTO_SOLVE_STATE = 64, LENTO_SOLVE_COLUMNS = 4 * LENTO_SOLVE_STATE };
/* Rows if nothing is said. */
enum { LENTO_SOLVE_ROWS = 8 };
/* Defaults: largest error of a column, calls of the right-hand side. */
#define LENTO_SOLVE_TOLERANCE   1e-6
#define LENTO_LARGEST_TOLERANCE 0.1
#define LENTO_SOLVE_CALLS       3e7

/* Slow columns of the true state; phase[i] belongs to scale i. */
typedef void lento_solve_column(double t, const lento_phase phase[], const double state[],
                                double columns[], void *user);

/* Where a value of the true state becomes zero: rising (1), falling (-1), both (0). */
typedef struct lento_trigger {
    double (*value)(double t, const lento_phase phase[], const double state[], void *user);
    void *user;
    int direction;
    /* of lento_solve_options.events: the run ends at this one of its zeros; 0: it does not */
    int last;
} lento_trigger;

typedef struct lento_met {
    int trigger, direction;
    double t;
} lento_met;

typedef struct lento_solve_options {
    /* required: the end time, > 0 */
    double until;
    /* largest error of a column, relative to its largest magnitude; 0: 1e-6 */
    double tolerance;
    /* calls of the right-hand side that may be spent; 0: 3e7 */
    double max_calls;
    /* rows: times in rising order within [0, until]; NULL: so many equal parts of the span; 0: 8 */
    int samples;
    const double *times;
    /* what is wanted of the state, at most LENTO_SOLVE_COLUMNS; NULL: the mean over the fast motion,
     * the least, the largest value and the root mean square of each component */
    lento_solve_column *column;
    int columns;
    /* with `column` and one forced phase: start and columns are means over a triangle of two fast periods, and this
     * function gets the mean of the state; NULL: both belong to the state itself */
    lento_solve_column *mean_column;
    /* lento_solve_model: mean, least, largest and root mean square of the state, whatever the problem shows */
    bool envelope;
    /* lento_solve_model: the columns of the problem, also those that show the fast motion */
    bool points;
    /* with `column`: only if nothing is fast; else mean, least, largest and root mean square */
    bool statistics;
    /* handed to `column`; with a number of bytes: a copy, which lives as long as the answer */
    void *column_user;
    size_t column_bytes;
    /* keep what lento_answer_at needs: the nodes of the run, some hundred numbers each at most */
    bool dense;
    /* what answer->met lists, see lento_answer_events; implies `dense`. Where one of them ends the run the last row is at
     * that time, and no more is computed behind it than is needed to see it. rows_follow: the times keep their share of a
     * span that ends early; else those behind the end are left out */
    const lento_trigger *events;
    int event_count;
    bool rows_follow;
    /* columns that are angles: differences are taken the short way round; NULL: none */
    const bool *wraps;
    /* half the longest macro step: narrow features are met more often; dearer */
    bool careful;
    /* asked often; non-zero stops. told: the fraction of the present run, 0 to 1 */
    int (*stop)(void *user);
    void (*progress)(const char *what, double fraction, void *user);
    /* told each row as soon as it is known, in rising order of a run: 0 is the first run, a further one begins anew and
     * is more accurate (rows of runs that are only compared may be left out). Non-zero stops. Bars come with the answer. */
    int (*observe)(int run, double t, const double columns[], void *user);
    void *user;
} lento_solve_options;

typedef enum lento_outcome {
    LENTO_AVERAGED,
    LENTO_DIRECT,
    LENTO_REFUSED,
    /* values and bars are there, the bars are larger than the tolerance after `met_until` */
    LENTO_NOT_MET
} lento_outcome;

/* One test of the plan: its value and the limit it was held against. */
typedef struct lento_solve_test {
    const char *name;
    double value, limit;
} lento_solve_test;
enum { LENTO_SOLVE_TESTS = 16, LENTO_SOLVE_WARNINGS = 4 };

/* Calls of the right-hand side by what they were for. */
typedef struct lento_solve_counts {
    int64_t probe, tests, first_run, second_run, more_runs, checks, direct;
} lento_solve_counts;

/* Owns its memory until freed. */
typedef struct lento_answer {
    /* LENTO_DONE, LENTO_STOPPED, or why there are no values */
    lento_status status;
    lento_outcome outcome;
    /* a short name of the reason ("direct-cheaper") and its sentence */
    const char *code, *sentence;
    /* what was used: "strobo" (returns of the fast motion), "direct", or a scheme; NULL: nothing */
    const char *scheme;
    /* of a scheme with controlled steps: what repeats the run; else zero */
    lento_options method;
    int samples, columns;
    /* zeros of options.events in rising order, up to the end; -1: not known. mixed: see lento_answer_events */
    lento_met *met;
    int met_count;
    double *mixed;
    /* the run ended early, at the last of them */
    bool ended;
    /* the columns are the means of all components, then the least, the largest, the root mean squares */
    bool statistics;
    /* the columns are the state itself, see lento_answer_stretch */
    bool pointwise;
    /* the span is too short for windows: means, least and largest values are the state itself */
    bool windowless;
    /* samples times; samples x columns values; the bar of each row, relative; the largest magnitude
     * of each column: the bar of a value is bars[row] * magnitude[column] */
    double *times, *values, *bars, *magnitude;
    /* the largest bar; its parts; the bar holds up to this time */
    double bar, bar_macro, bar_micro, floor, met_until;
    /* factor between the difference of two runs and the bar */
    double rho;
    /* of the fast motion: time of a return, returns in the span, slow change per return */
    double return_time, returns, lambda;
    /* oscillations per return, micro steps per return, returns discarded before a value, pairs of
     * runs, numbers of times that the section was renewed */
    int crossings, micro_steps, relax, pairs, sections;
    /* measured against the oscillation; corners or noise; a narrow feature was met */
    bool fine, rough, narrow;
    /* change of a small disturbance per return; growth of the difference of the two runs */
    double disturbance, growth;
    int64_t checks, adaptive_returns;
    int64_t calls, forecast, forecast_after_first, forecast_direct;
    int64_t steps, rejected, largest_step;
    lento_solve_counts counts;
    lento_solve_test tests[LENTO_SOLVE_TESTS];
    int test_count;
    lento_warning warnings[LENTO_SOLVE_WARNINGS];
    int warning_count;
    /* with options.dense: what lento_answer_at asks; NULL: nothing was kept */
    struct lento_dense *dense;
    void *memory;
} lento_answer;

/* state: order * size numbers. A black box is {.order = 1, .size = n, .field = f, .params = p};
 * forcing is a scale of `fast` with `forced`. Returns answer->status; free it in every case. */
LENTO_API lento_status lento_solve(lento_answer *answer, const lento_system *system,
                                   const double state[], const lento_solve_options *options);
LENTO_API void lento_answer_free(lento_answer *answer);

/* ---- any time after the run (options.dense); the system, its parameters and what the columns use must still be there.
 * The right-hand side is called: answer->calls grows. One answer must not be asked by two threads at once. ---- */

/* States (order * size numbers each) and columns at these times in [0, until]; either may be NULL. Rising times within a
 * return cost least. The bar of a value is that of the next row. LENTO_BAD_OPTION: nothing was kept, or a time is outside. */
LENTO_API lento_status lento_answer_at(lento_answer *answer, int count, const double times[],
                                       double states[], double columns[]);
/* How wrong the phase of the fast motion may be at t, in radians; infinite: not known. */
LENTO_API double lento_answer_phase_error(const lento_answer *answer, double t);

/* The state itself at so many equal times of [from, to], the ends included, as an answer of its own, which is to be freed
 * too. Its bars contain the phase. LENTO_REFUSED where the phase may be wrong by more than LENTO_STRETCH_PHASE. */
#define LENTO_STRETCH_PHASE 0.1
LENTO_API lento_status lento_answer_stretch(lento_answer *fast, lento_answer *answer, double from,
                                            double to, int points);
/* The frequency, per unit time, of the strongest harmonic of each number of the state over the return at t. */
LENTO_API lento_status lento_answer_frequency(lento_answer *answer, double t, double frequency[]);

/* Of a system with one phase, which is forced: the mean of the state over a triangle of two fast periods around t, as
 * schemes and forced problems show it, and the state that has this mean. LENTO_STALLED: there is none. */
LENTO_API lento_status lento_state_to_mean(const lento_system *system, double t,
                                           const double state[], double mean[]);
LENTO_API lento_status lento_mean_to_state(const lento_system *system, double t,
                                           const double mean[], double state[]);

/* All zeros in the span, in rising order; *number: how many there are. More than `room`: ask again with more. A value that is crossed within every return of a fast motion has a first and a last zero only; mixed[i] (or
 * NULL) is the time during which that was so. */
LENTO_API lento_status lento_answer_events(lento_answer *answer, const lento_trigger triggers[],
                                           int count, lento_met found[], int room, int *number,
                                           double mixed[]);
/* "done", "refused", "not-met", "stopped". */
LENTO_API const char *lento_answer_status(const lento_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
