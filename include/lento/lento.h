/* SPDX-License-Identifier: MIT
 *
 * lento.h - the slow motion of fast systems.
 *
 * Read top to bottom: status, phase, callbacks, system, average, options, run. What may be known of
 * a system beyond its right-hand side is in known.h; named problems with parameters, and lists of
 * what the library offers, in problem.h; spinning tops in top.h.
 *
 * The one idea: a method sees a system and never learns on which scale it runs, and the average of
 * a fast system is again a system. A direct run, a run of a closed averaged form and a multiscale
 * run therefore differ in one option, `average[0].scheme`.
 *
 * The library needs only libm. It never prints, exits or keeps globals; a run owns all its memory
 * and allocates nothing after creation. Runs share no state; use them from different threads. */
#ifndef LENTO_LENTO_H
#define LENTO_LENTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LENTO_API __attribute__((visibility("default")))
#else
#define LENTO_API
#endif

#define LENTO_VERSION "0.2.0"
/* Layout of the public structs and tables: raised by hand with every change of one of them. */
#define LENTO_ABI 8

/* The same two of the library that a program was linked with. */
LENTO_API const char *lento_version(void);
LENTO_API int lento_abi(void);

/* Limits: fast phases of a system, averages on top of each other, warnings kept per run. */
enum { LENTO_MAX_SCALES = 4, LENTO_MAX_LEVELS = 3, LENTO_MAX_WARNINGS = 8 };

/* ---- status: negative failed, 0 done, positive stopped early. After a failed step the run holds
 * its last good state; after a failed creation there is none. ---- */
typedef enum lento_status {
    LENTO_DONE = 0,
    LENTO_STOPPED = 1,     /* the observer, `stop` or `calls_left` asked for it */
    LENTO_BAD_OPTION = -1, /* an option or a pair of options that makes no sense */
    LENTO_BAD_SYSTEM = -2, /* the system or its initial data */
    LENTO_NO_MEMORY = -3,
    LENTO_CALLBACK_FAILED = -4,
    LENTO_NOT_FINITE = -5,
    LENTO_NOT_CONVERGED = -6, /* a Newton iteration */
    LENTO_SINGULAR = -7,      /* a linear system: dependent constraints, rank lost */
    LENTO_STALLED = -8        /* the step size fell below the spacing of doubles */
} lento_status;

/* ---- phase: a fast angle, stepped by index and reduced to [0, 2 pi), with its cosine and sine.
 * Use these; cos(omega * t) loses the phase for large omega * t. ---- */
typedef struct lento_phase {
    double angle, cos, sin;
} lento_phase;

/* The phase frequency * t + phase. */
LENTO_API lento_phase lento_phase_at(double frequency, double phase, double t);

/* ---- callbacks: return 0, or anything else to fail the run. params is the system's. ---- */

/* First order, the shape GSL users know: x' = f(t, x). */
typedef int lento_field(double t, const double x[], double dxdt[], void *params);

/* The general right-hand side. Order 1: x' = rate (v is NULL). Order 2: M q'' = rate + g'(q)^T
 * lambda. phase[i] belongs to scale i. v may be a prediction of the velocity (Verlet family). */
typedef int lento_rate(double t, const lento_phase phase[], const double q[], const double v[],
                       double rate[], void *params);

/* g(q) = 0 and g'(q), one row per constraint; g or jacobian may be NULL. */
typedef int lento_constraint(const double q[], double g[], double jacobian[], void *params);

/* Increments: rate and g at base + d without forming base + d where that costs digits. */
typedef int lento_rate_near(double t, const lento_phase phase[], const double base[],
                            const double d[], const double v[], double rate[], void *params);
typedef int lento_constraint_near(const double base[], const double d[], double g[],
                                  double jacobian[], void *params);

/* ---- system: what can be integrated. Copied at creation; callbacks, params, parts and the arrays
 * they point to must outlive the run. A black box is order, size, rate or field, and params. Zero
 * is a sensible value of every field that is not marked required. ---- */

/* One fast phase. */
typedef struct lento_scale {
    /* required: rad per unit time, > 0 */
    double frequency;
    /* the right-hand side depends on this phase */
    bool forced;
    /* its value at t = 0, rad */
    double phase;
    /* range of the true frequencies where they depend on the state; 0: frequency */
    double lowest, highest;
} lento_scale;

/* What moves fast. */
typedef struct lento_fast {
    /* phases, 0 to LENTO_MAX_SCALES; 0: nothing fast, only direct runs */
    int count;
    /* slowest first */
    lento_scale scale[LENTO_MAX_SCALES];
    /* the rate is even in the fastest phase: half windows and kernel box are allowed */
    bool even;
    /* of the fastest phase in the rate; 0 means 1 */
    int harmonics;
} lento_fast;

typedef enum lento_mass { LENTO_MASS_ONE, LENTO_MASS_DIAGONAL, LENTO_MASS_DENSE } lento_mass;

/* Order 2 beyond q'' = rate(q). */
typedef struct lento_mechanics {
    /* number of constraints g(q) = 0, and the function; 0: none */
    int constraints;
    lento_constraint *constraint;
    /* the mass matrix: size numbers, or size * size row by row, symmetric positive definite; NULL with MASS_ONE */
    lento_mass mass_form;
    const double *mass;
    /* the rate reads v: refused by scheme async and by compositions */
    bool velocity_dependent;
    /* the same in increments; NULL: not offered */
    lento_rate_near *rate_near;
    lento_constraint_near *constraint_near;
} lento_mechanics;

typedef struct lento_system lento_system;
typedef struct lento_knowledge lento_knowledge;
struct lento_system {
    /* required: 1 or 2 */
    int order;
    /* required: coordinates, >= 1; the state has order * size numbers: q, then v */
    int size;
    /* the right-hand side, required, or for order 1 without phases */
    lento_rate *rate;
    lento_field *field;
    /* handed to every callback */
    void *params;
    /* NULL: nothing fast */
    const lento_fast *fast;
    /* NULL: M = 1, no constraints, a rate of q alone */
    const lento_mechanics *mechanics;
    /* known.h; NULL: nothing more is known */
    const lento_knowledge *known;
};

/* ---- average: one level, removes the fastest phase. Zero means default. ---- */
typedef enum lento_side { LENTO_SIDE_DEFAULT, LENTO_HALF, LENTO_CENTRED, LENTO_FORWARD } lento_side;
/* Start and columns: values at a point of the fast motion, or its means. Behind the last level: of
 * a motion that is still fast, default point, of models mean. */
typedef enum lento_gauge { LENTO_GAUGE_DEFAULT, LENTO_GAUGE_POINT, LENTO_GAUGE_MEAN } lento_gauge;

typedef struct lento_average {
    /* averaged, async, sync, stiff, slow; NULL or "direct" ends the list of levels */
    const char *scheme;
    /* method of the micro run; default verlet, shake or rk4 by system */
    const char *micro;
    /* box, triangle, cosine, exp1, exp2, poly-P-Q, oneside-P-Q, kaiser, notch; default by scheme */
    const char *kernel;
    /* total width of the window in fast periods, or in time; default by kernel */
    double periods, window;
    /* micro steps per fast period, or their length; default by scheme, mostly 80 */
    int micro_per_period;
    double micro_step;
    /* half window, centred, forward; default by scheme and system */
    lento_side side;
    /* async: windows started at this many phases, equally spaced; 1 to 1000, default 1 */
    int phases;
    /* slow, forward window: flow this long before each macro step */
    double relax;
    /* stiff: project again at multiples of this time; default never */
    double reproject;
    /* stiff: the fast energies act on the slow motion; add the oscillation to the output */
    bool adiabatic, restore_fast;
    /* slow: 0 averages K xi' (chain rule), 1 averages K' xi (kernel) */
    int derivative;
    /* a lento_gauge, default by scheme; slow: micro runs for a mean, default 2 */
    int gauge, gauge_runs;
    /* slow: relative cut-off of the least squares, < 1; default 1e-10 */
    double cutoff;
    /* do not normalise the kernel weights (only to reproduce a paper) */
    bool raw_weights;
} lento_average;

/* ---- observer: what it sees is valid during the call; non-zero stops the run ---- */
typedef struct lento_sample {
    /* time, and progress of the run from 0 to 1 */
    double t, progress;
    /* state of the system the macro method sees; columns without t, NULL if it has no output;
     * multipliers, inside a step on the chord, NULL if unconstrained */
    const double *state, *columns, *multipliers;
} lento_sample;
typedef int lento_observer(const lento_sample *sample, void *user);

/* ---- options: copied at creation, zero means default ---- */
typedef struct lento_options {
    /* required: the end time, > 0 */
    double until;
    /* method, or base/composition such as "rattle/kahan-li8"; default by system */
    const char *macro;
    /* number of macro steps up to `until`, or their length; default by scheme and system */
    int64_t steps;
    double macro_step;
    /* adaptive methods: tolerances, default 1e-3 and rtol / 1000; first and longest step, default by method */
    double rtol, atol;
    double first_step, max_step;
    /* levels, slowest first */
    lento_average average[LENTO_MAX_LEVELS];
    /* observer at multiples of this time; 0: at every so many step ends, default 1 */
    double sample_every;
    int64_t sample_steps;
    lento_observer *observe;
    /* asked now and then, also inside long direct runs; non-zero stops */
    int (*stop)(void *user);
    /* handed to observe and stop */
    void *user;
    /* calls of the right-hand side that may still be made, counted down by this run and all others in this thread that
     * point to the same number; below 0 the run is LENTO_STOPPED; NULL: no limit. Not copied. */
    int64_t *calls_left;
    /* number of columns that the output of the system writes; 0: none */
    int columns;
    /* known.h: slow variables for scheme slow; NULL: the first that the system knows. Not copied. */
    const struct lento_slow_set *slow;
    /* known.h: functions averaged along the micro runs of scheme slow; NULL: none. Not copied. */
    const struct lento_observed *observed;
    /* extra methods of adapters (SUNDIALS), NULL-terminated; NULL: none */
    const struct lento_method *const *methods;
} lento_options;

/* Work done so far: everything the answer needed. */
typedef struct lento_counts {
    /* accepted and rejected macro steps */
    int64_t macro_steps, rejected_steps;
    /* micro simulations, and steps of the innermost level */
    int64_t windows, micro_steps;
    /* of the innermost level; right-hand sides for systems of order 1 */
    int64_t force_evaluations;
    /* exact sub-flows and exact solutions: no evaluation of the force */
    int64_t exact_flows;
    /* to complete the last velocity or multiplier; in no other count */
    int64_t closing_force_evaluations;
} lento_counts;

/* code: "scales-not-separated"; text: one sentence, owned by the run; the value that exceeds the limit. */
typedef struct lento_warning {
    const char *code, *text;
    double value, limit;
} lento_warning;

/* ---- run: owns all its memory; nothing is allocated after creation ---- */
typedef struct lento_run lento_run;

/* state: order * size numbers, for multiscale schemes the slow start. If creation fails, *run still holds the status
 * and the error (it is NULL only without memory); destroy it all the same. Every lento_run_ function takes such a
 * run, and NULL: a status is that of the creation and nothing is written, a count is 0, a pointer to numbers is
 * NULL. So check the status before you read lento_run_state. */
LENTO_API lento_status lento_run_create(lento_run **run, const lento_system *system,
                                        const double state[], const lento_options *options);
LENTO_API void lento_run_destroy(lento_run *run);
/* To the first step end at or after t. */
LENTO_API lento_status lento_run_advance(lento_run *run, double t);
/* The end of the last step, and the state there, velocity complete; NULL if creation failed. */
LENTO_API double lento_run_time(const lento_run *run);
LENTO_API const double *lento_run_state(lento_run *run);
LENTO_API int lento_run_state_size(const lento_run *run);
/* State or columns inside the last step; elsewhere LENTO_BAD_OPTION with a sentence and not a
 * number, and the run goes on. */
LENTO_API lento_status lento_run_at(lento_run *run, double t, double state[]);
LENTO_API lento_status lento_run_columns(lento_run *run, double t, double columns[]);
/* At the last step end; NULL if unconstrained. */
LENTO_API const double *lento_run_multipliers(lento_run *run);
/* The slow force or field there. */
LENTO_API lento_status lento_run_rate(lento_run *run, double t, const double state[],
                                      double rate[]);
LENTO_API lento_counts lento_run_counts(const lento_run *run);
LENTO_API lento_status lento_run_status(const lento_run *run);
/* One sentence, owned by the run; "" if none. */
LENTO_API const char *lento_run_error(lento_run *run);
/* Their number; the list is owned by the run. */
LENTO_API int lento_run_warnings(const lento_run *run, const lento_warning **list);
/* Every default resolved; owned by the run. */
LENTO_API const lento_options *lento_run_options(const lento_run *run);
/* What the kernel of a level leaves of the fast oscillation, kappa. */
LENTO_API double lento_run_residual(const lento_run *run, int level);
/* Bytes. */
LENTO_API size_t lento_run_memory(const lento_run *run);

#ifdef __cplusplus
}
#endif
#endif
