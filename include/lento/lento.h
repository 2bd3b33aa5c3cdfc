/* SPDX-License-Identifier: MIT
 *
 * lento.h - the slow motion of fast systems.
 *
 * Read top to bottom: status, phase, callbacks, system, average, options, run. Named problems with parameters,
 * and the lists of what the library offers, are in problem.h; spinning tops in top.h.
 * The one idea: a method sees a system and never learns on which scale it runs, and the average of a fast
 * system is again a system. A direct run, a run of a closed averaged form and a multiscale run therefore
 * differ in one option, `average[0].scheme`.
 *
 * The library needs only libm. It never prints, exits or keeps globals; a run owns all its memory and
 * allocates nothing after creation, so runs in different threads never meet. */
#ifndef LENTO_LENTO_H
#define LENTO_LENTO_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LENTO_API __attribute__((visibility("default")))
#else
#define LENTO_API
#endif

#define LENTO_VERSION "0.1.0"

enum {
    LENTO_MAX_SCALES = 4,  /* fast scales of a system */
    LENTO_MAX_LEVELS = 3,  /* averages on top of each other */
    LENTO_MAX_WARNINGS = 8 /* kept per run */
};

/* ---- status: negative failed, 0 done, positive stopped early. After a failed step the run holds its last good
 * state; after a failed creation there is none. ---- */
typedef enum lento_status {
    LENTO_DONE = 0,
    LENTO_STOPPED = 1,     /* the observer or `stop` asked for it */
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

LENTO_API lento_phase lento_phase_at(double frequency, double phase,
                                     double t); /* frequency * t + phase */

/* ---- callbacks: return 0, or anything else to fail the run. params is the system's. ---- */

/* First order, the shape GSL users know: x' = f(t, x). */
typedef int lento_field(double t, const double x[], double dxdt[], void *params);

/* The general right-hand side. Order 1: x' = rate (v is NULL). Order 2: M q'' = rate + g'(q)^T lambda.
 * phase[i] belongs to scale i. v may be a prediction of the velocity (Verlet family). */
typedef int lento_rate(double t, const lento_phase phase[], const double q[], const double v[],
                       double rate[], void *params);

/* g(q) = 0 and g'(q), one row per constraint; g or jacobian may be NULL. */
typedef int lento_constraint(const double q[], double g[], double jacobian[], void *params);

/* Increments: rate and g at base + d without forming base + d where that costs digits. */
typedef int lento_rate_near(double t, const lento_phase phase[], const double base[],
                            const double d[], const double v[], double rate[], void *params);
typedef int lento_constraint_near(const double base[], const double d[], double g[],
                                  double jacobian[], void *params);

/* ---- system: what can be integrated. Copied at creation; callbacks, params, parts and the arrays they point to
 * must outlive the run. A black box is order, size, rate or field, and params. Zero is a sensible value of every
 * field that is not marked required. ---- */

/* The frequency of a phase where it varies: w(t, slow state), rad per unit time. */
typedef double lento_varying(double t, const double slow[], void *params);

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
    /* a frequency that varies; NULL: constant. No scheme follows one yet, so a run refuses it. */
    lento_varying *rate;
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

/* ---- average: one level, removes the fastest scale. Zero means default. ---- */
typedef enum lento_side { LENTO_SIDE_DEFAULT, LENTO_HALF, LENTO_CENTRED, LENTO_FORWARD } lento_side;

typedef struct lento_average {
    const char
        *scheme; /* averaged, async, sync, stiff, slow; NULL or "direct" ends the list of levels */
    const char *micro; /* method of the micro run; default verlet, shake or rk4 by system */
    const char
        *kernel;    /* box, triangle, cosine, exp1, exp2, poly-P-Q, oneside-P-Q, kaiser, notch */
    double periods; /* total width of the window in fast periods, or */
    double window;  /* in time */
    int micro_per_period; /* micro steps per fast period, or */
    double micro_step;
    lento_side side;   /* half window, centred, forward; default by scheme and system */
    int phases;        /* async: windows started at this many phases, equally spaced; default 1 */
    double relax;      /* slow, forward: flow this long before each macro step */
    double reproject;  /* stiff: project again at multiples of this time */
    bool adiabatic;    /* stiff: seed the micro runs with the fast energies */
    bool restore_fast; /* stiff: add the ignored oscillation back to the output */
    int derivative;    /* slow: 0 averages K xi' (chain rule), 1 averages K' xi (kernel) */
    int gauge_runs;    /* slow: mean gauge with this many micro runs per evaluation */
    double cutoff;     /* slow: relative cut-off of the least squares; default 1e-10 */
    bool raw_weights;  /* do not normalise the kernel weights (only to reproduce a paper) */
    int gauge; /* slow: 0 the macro variable is xi at a point, 1 its mean (default 2 gauge_runs) */
} lento_average;

/* ---- observer ---- */
typedef struct lento_sample {
    double t;
    const double *state;       /* of the system the macro method sees */
    const double *columns;     /* of the problem, without t; NULL if the system has no output */
    const double *multipliers; /* inside a step on the chord; NULL if unconstrained */
    double progress;           /* 0..1 */
} lento_sample;
typedef int lento_observer(const lento_sample *sample, void *user); /* non-zero stops the run */

/* ---- options: copied at creation, zero means default ---- */
typedef struct lento_options {
    double until;      /* required: the end time, > 0 */
    const char *macro; /* method, or base/composition such as "rattle/kahan-li8" */
    long steps;        /* number of macro steps to `until`, or */
    double macro_step;
    double rtol, atol;                       /* adaptive methods: default 1e-3, rtol / 1000 */
    double first_step, max_step;             /* adaptive methods; 0: chosen by the method */
    lento_average average[LENTO_MAX_LEVELS]; /* [0] slowest */
    double sample_every; /* observer at multiples of this time; 0: at step ends */
    long sample_steps;   /* then at every so many step ends; default 1 */
    lento_observer *observe;
    int (*stop)(void *user); /* asked now and then, also inside long direct runs; non-zero stops */
    void *user;
    int columns; /* number of columns that the system's output writes (0: none) */
    const struct lento_slow_set *slow;     /* for scheme slow; NULL: the first that is known */
    const struct lento_observed *observed; /* along micro runs of scheme slow; NULL: nothing */
    const struct lento_method *const
        *methods; /* adapters (SUNDIALS): extra methods, NULL-terminated */
} lento_options;

/* Work done so far: everything the answer needed. */
typedef struct lento_counts {
    long macro_steps; /* accepted */
    long rejected_steps;
    long windows;           /* micro simulations */
    long micro_steps;       /* innermost level */
    long force_evaluations; /* innermost level; right-hand sides for systems of order 1 */
    long exact_flows;       /* exact sub-flows and exact solutions: no evaluation of the force */
    long
        closing_force_evaluations; /* to complete the last velocity or multiplier; in no other count */
} lento_counts;

typedef struct lento_warning {
    const char *code; /* "scales-not-separated" */
    const char *text; /* one sentence, owned by the run */
    double value, limit;
} lento_warning;

/* ---- run: owns all its memory; nothing is allocated after creation ---- */
typedef struct lento_run lento_run;

/* state: order * size numbers, for multiscale schemes the slow start. If creation fails, *run still holds the status
 * and the error (it is NULL only without memory); destroy it all the same. Every lento_run_ function takes such a
 * run, and NULL: a status is that of the creation and nothing is written, a count is 0, a pointer to numbers is NULL.
 * So check the status before you read lento_run_state. */
LENTO_API lento_status lento_run_create(lento_run **run, const lento_system *system,
                                        const double state[], const lento_options *options);
LENTO_API void lento_run_destroy(lento_run *run);
LENTO_API lento_status lento_run_advance(lento_run *run,
                                         double t);    /* to the first step end at or after t */
LENTO_API double lento_run_time(const lento_run *run); /* end of the last step */
/* There, velocity complete; NULL if creation failed. */
LENTO_API const double *lento_run_state(lento_run *run);
LENTO_API int lento_run_state_size(const lento_run *run);
/* Inside the last step; elsewhere LENTO_BAD_OPTION with a sentence and not a number, and the run goes on. */
LENTO_API lento_status lento_run_at(lento_run *run, double t, double state[]);
LENTO_API lento_status lento_run_columns(lento_run *run, double t,
                                         double columns[]);    /* the same, as columns */
LENTO_API const double *lento_run_multipliers(lento_run *run); /* at the last step end, or NULL */
LENTO_API lento_status lento_run_rate(lento_run *run, double t, const double state[],
                                      double rate[]); /* the slow force or field there */
LENTO_API lento_counts lento_run_counts(const lento_run *run);
LENTO_API lento_status lento_run_status(const lento_run *run);
LENTO_API const char *
lento_run_error(lento_run *run); /* one sentence, owned by the run; "" if none */
LENTO_API int lento_run_warnings(const lento_run *run, const lento_warning **list);
LENTO_API const lento_options *lento_run_options(const lento_run *run); /* every default resolved */
LENTO_API double lento_run_residual(const lento_run *run,
                                    int level); /* kernel residual kappa there */
LENTO_API size_t lento_run_memory(const lento_run *run);

LENTO_API const char *lento_version(void);

#ifdef __cplusplus
}
#endif
#endif
