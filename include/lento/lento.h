/* SPDX-License-Identifier: MIT
 *
 * lento.h - the slow motion of fast systems.
 *
 * Read top to bottom: status, phase, callbacks, system, average, options, run, problem, model, lists.
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

/* The fast state (q, v) at this phase that belongs to the slow state (Q, V). Order 1: V and v are NULL. */
typedef int lento_reconstruct(double t, const lento_phase phase[], const double Q[],
                              const double V[], double q[], double v[], void *params);

/* Slow variables xi(t, phase, x) of the whole state x, their gradient rows, and d(xi)/dt at fixed x
 * (through t and the phases); any output may be NULL. */
typedef int lento_slow(double t, const lento_phase phase[], const double x[], double xi[],
                       double gradient[], double explicit_rate[], void *params);

/* d(xi)/dt along x' without forming the gradient, d(xi)/dt at fixed x included. */
typedef int lento_slow_rate(double t, const lento_phase phase[], const double x[],
                            const double dxdt[], double rate[], void *params);

/* Functions of the whole state x to be averaged over the micro runs. */
typedef int lento_observe(double t, const lento_phase phase[], const double x[], double values[],
                          void *params);

/* Advance the state by h under one part of a splitting; `step` is the length of the whole step (some
 * parts, such as a force-gradient kick, depend on it). */
typedef int lento_flow(double t, const lento_phase phase[], int part, double h, double step,
                       double state[], void *params);

/* The state at time t of the motion that had the state `start` at time 0. */
typedef int lento_exact(double t, const double start[], double state[], void *params);

/* Increments: rate and g at base + d without forming base + d where that costs digits. */
typedef int lento_rate_near(double t, const lento_phase phase[], const double base[],
                            const double d[], const double v[], double rate[], void *params);
typedef int lento_constraint_near(const double base[], const double d[], double g[],
                                  double jacobian[], void *params);

/* From a state to the problem's columns (without t). multipliers is NULL if there are none,
 * NaN where the averaged force holds them already (scheme sync). */
typedef void lento_output(double t, const lento_phase phase[], const double state[],
                          const double multipliers[], double columns[], void *params);

/* The start of a closed averaged form from the start of the system it belongs to. */
typedef int lento_convert(const double state[], double averaged_state[], void *params);

/* ---- system: what can be integrated. Copied at creation; callbacks, params and the arrays it points
 * to must outlive the run. Zero is a sensible value of every field that is not marked required. ---- */
typedef struct lento_scale {
    double frequency; /* required: rad per unit time, > 0; scales are listed slowest first */
    bool forced;      /* the right-hand side depends on this phase */
    double phase;     /* its value at t = 0 */
    double lowest,
        highest; /* range of the true frequencies where it depends on the state; 0: frequency */
} lento_scale;

typedef enum lento_mass { LENTO_MASS_ONE, LENTO_MASS_DIAGONAL, LENTO_MASS_DENSE } lento_mass;

typedef struct lento_system lento_system;
struct lento_system {
    int order;        /* required: 1 or 2 */
    int size;         /* required: coordinates; the state has order * size numbers: q, then v */
    lento_rate *rate; /* required, or, for order 1 without phases, */
    lento_field *field;
    void *params;
    int scales; /* 0: nothing fast, only direct runs */
    lento_scale scale[LENTO_MAX_SCALES];
    bool velocity_dependent; /* order 2: rate reads v. Refused by async and by compositions. */
    bool even;     /* rate is even in the fastest phase: half windows and `box` are allowed */
    int harmonics; /* of the fastest phase in the rate; 0 means 1 */
    lento_mass mass_form; /* order 2 */
    const double *mass;   /* size, or size * size row by row, symmetric positive definite */
    int constraints;      /* order 2 */
    lento_constraint *constraint;
    /* optional knowledge; a scheme that needs what is missing says so at creation */
    const lento_system
        *averaged; /* closed form with the fastest scale averaged away; own state allowed */
    lento_convert *to_averaged; /* needed if its state differs */
    lento_reconstruct *reconstruct;
    bool slow_start; /* a problem's start is slow: a direct run starts from its reconstruction */
    int slow_size;   /* slow variables for scheme `slow` */
    lento_slow *slow;
    lento_rate_near *rate_near;
    lento_constraint_near *constraint_near;
    int stiff;                      /* stiff springs: the force contains -w_j^2 g_j grad g_j, */
    const double *stiff_frequency;  /* w_j, */
    lento_constraint *stiff_spring; /* g_j and grad g_j */
    unsigned flows; /* bit set of the parts that `flow` knows, see enum lento_part */
    lento_flow *flow;
    const char *flow_missing; /* said when a method needs a part that is not in flows */
    lento_exact *exact;
    const char *exact_missing; /* why there is none here though other parameters have one */
    lento_output *output;      /* columns of a direct run */
    lento_output *slow_output; /* columns once the fastest scale is averaged away; NULL: output */
    /* systems of flows: the same motion with a right-hand side, for methods that need one; own state */
    const lento_system *first_order;
    lento_convert *to_first_order;
    const char *
        note; /* something the user must know about this choice of parameters: a warning of every run */
    /* slow variables, further knowledge */
    lento_slow_rate *slow_rate; /* cheaper than slow's gradient times x'; NULL: that */
    void *slow_params;          /* for slow and slow_rate; NULL: params */
    bool slow_closed;           /* known to determine their own rates: no test at the start */
    const int *slow_column;     /* [slow_size] column that shows the variable, -1: none */
    int soft;        /* x = (y, u, rest) with y' = u, this many pairs: method soft-verlet */
    int observables; /* see lento_model_observe */
    lento_observe *observe;
    void *observe_params;
    const bool *observe_integral; /* [observables] integrated along the run; false: averaged */
    const struct lento_slow_set *slow_sets; /* named alternatives for slow; ends with a null name */
    const struct lento_slow_set *slow_set;  /* the one in use, see lento_slow_choose; or NULL */
    const char *slow_kernel; /* a window that suits them; NULL, 0: as for any other system */
    double slow_periods;
    int slow_per_period;
    bool slow_quadrature; /* their rates do not depend on them: equal times are evaluated once */
    int momenta; /* order 1: the first so many numbers are momenta, moved first by method verlet35 */
};

/* Why a set of slow variables cannot start from x: one sentence, or NULL if it can. */
typedef const char *lento_slow_check(const double x[], void *params);

/* A named set of slow variables, chosen by `--slow NAME`. */
typedef struct lento_slow_set {
    const char *name, *doc;
    const char *alias; /* an old name, still understood; or NULL */
    int size;
    lento_slow *slow;
    lento_slow_rate *rate;          /* see slow_rate; or NULL */
    lento_reconstruct *reconstruct; /* the state from the variables alone; NULL: minimum norm */
    lento_output *output;           /* with it: columns of the variables */
    lento_slow_check *check;        /* or NULL */
    double
        fastest; /* highest frequency left in them, to be resolved by the macro step; 0: unknown */
} lento_slow_set;
/* Makes the set of this name the slow variables of the system; false: there is none. */
LENTO_API bool lento_slow_choose(lento_system *system, const char *name);

/* Parts of a splitting (lento_flow). A system offers some of them; methods are sequences of them. */
enum lento_part {
    LENTO_KICK,          /* momentum changed by the potential, costs one evaluation */
    LENTO_FREE,          /* exact free motion */
    LENTO_GRADIENT_KICK, /* kick with the force-gradient correction, costs one evaluation */
    LENTO_CAYLEY,        /* Bobenko-Suris rotation */
    LENTO_CAYLEY_TWIST,  /* the same with the exact twist */
    LENTO_AXIS_1,        /* rotation about one principal axis */
    LENTO_AXIS_2,
    LENTO_AXIS_3,
    LENTO_CLOSE_AXIS,  /* rotation that takes off the difference of two close moments */
    LENTO_CLOSE_FREE,  /* exact free motion as if they were equal */
    LENTO_EXPONENTIAL, /* one step of an exponential integrator, costs two evaluations */
    LENTO_PARTS
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
    int columns; /* number of columns that system.output writes (0: none) */
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

/* ---- problem: a named, parametrised maker of systems; one const table, shareable ---- */
typedef struct lento_parameter {
    const char *name; /* "omega"; a family is "m#": m1, m2, ... */
    double value
        [4]; /* default; later members repeat the last non-zero entry; NAN: set by `complete` */
    double min, max; /* closed range; both 0: any number */
    const char *unit, *doc;
    const char *choices; /* "lagrange|general": the value is the index; NULL: a number */
    const char *count;   /* family: the parameter that says how many; all families share it */
    bool whole;          /* integers only */
    bool open;           /* min itself is excluded ("> 0") */
} lento_parameter;

typedef struct lento_column {
    const char *name; /* "Q"; a family is "q#" */
    const char *unit, *doc;
    const char *count; /* family */
    bool pointwise;    /* false: a mean over the fast motion when a multiscale scheme runs */
    bool slow_only;    /* an invariant of the slow motion, not of the full one */
    bool wraps;        /* an angle modulo 2 pi: differences are taken the short way round */
    bool
        paired; /* family: its members alternate with those of the family before, x1 y1 x2 y2 ... */
} lento_column;

typedef struct lento_build lento_build;
struct lento_build {
    lento_system *system;        /* to be filled */
    double *state;               /* to be set: the start, order * size numbers */
    const lento_column *columns; /* may be set: other columns than the problem's table */
    const char *fast;            /* may be set: other fast parameters than the problem's table */
    void *(*take)(lento_build *build,
                  size_t bytes); /* zeroed memory that lives as long as the model */
    void *owner;
};
static inline double *lento_build_doubles(lento_build *build, size_t n) {
    return (double *)build->take(build, n * sizeof(double));
}

typedef struct lento_problem {
    int abi; /* LENTO_ABI */
    const char *name, *title, *doc, *paper;
    const lento_parameter *parameters; /* scalars first, then families; ends with a null name */
    const lento_column *columns;       /* without t; ends with a null name */
    const lento_column *invariants;    /* or NULL */
    const char *(*complete)(
        double p[]); /* fill NAN defaults, check pairs; NULL or an error sentence */
    /* p: scalars in table order, then each family with as many members as its count; p outlives the system */
    const char *(*make)(const double p[], lento_build *build); /* NULL or an error sentence */
    void (*invariant)(double t, const double columns[], const double p[], double values[]);
    lento_options suggested; /* used where the user says nothing */
    const char
        *distance_name; /* one number that says how far two rows of columns are apart ("L"), */
    double (*distance)(const double columns[], const double reference[]); /* or NULL */
    /* the reference in the form nearest to the columns (a quaternion has two signs), or NULL */
    void (*align)(const double columns[], double reference[]);
    const char
        *fast; /* the parameter that sets the fast frequencies: "omega" (proportional to it), */
               /* "1/eps" (to its inverse), several separated by spaces; NULL: none is known */
    const lento_column
        *state; /* names of the numbers of the state, for polynomials; NULL: x1, x2, ... */
    const char *ensemble; /* the parameter that differs by 1e-9 between members of an ensemble */
} lento_problem;

/* Layout of the tables: a shared object built with another lento.h is refused. */
#define LENTO_ABI ((int)(sizeof(lento_problem) + 1000 * sizeof(lento_system)) + 1)

/* ---- model: a problem with numbers; const after creation, shared by runs ---- */
typedef struct lento_setting {
    const char *name;
    const char *text; /* for choices; NULL: value */
    double value;
} lento_setting;
typedef struct lento_model lento_model;

/* If creation fails, *model still holds the error (it is NULL only without memory); destroy it all the same. Every
 * lento_model_ function takes such a model, NULL, and an index out of range: a name, a row or the state is then NULL,
 * a count 0, a value not a number, the system empty. lento_run_open hands the error on to the run. */
LENTO_API lento_status lento_model_create(lento_model **model, const lento_problem *problem,
                                          const lento_setting settings[], size_t n);
/* The same problem with the same settings and n more; later ones win. As with create, *out holds the error. */
LENTO_API lento_status lento_model_with(lento_model **out, const lento_model *model,
                                        const lento_setting settings[], size_t n);
/* The same with all fast frequencies `factor` times as high; an error if the problem declares no fast parameter. */
LENTO_API lento_status lento_model_faster(lento_model **out, const lento_model *model,
                                          double factor);
/* What makes it fast: "omega", "1/eps"; or NULL. *eps (or NULL) is 1/omega or eps, of the first one named. */
LENTO_API const char *lento_model_fast(const lento_model *model, double *eps);
LENTO_API void lento_model_destroy(lento_model *model);
/* One sentence, owned by the model; "" if none. */
LENTO_API const char *lento_model_error(const lento_model *model);
LENTO_API const lento_problem *lento_model_problem(const lento_model *model);
LENTO_API const lento_system *lento_model_system(const lento_model *model);
LENTO_API lento_system *
lento_model_edit(lento_model *model); /* to attach own slow variables before runs; NULL for NULL */
/* Append n columns: averages <b> over the micro runs of scheme slow, or integrals of <b> along the run. Other
 * schemes leave them not a number. The arrays and params must outlive the model; call once, before runs. */
LENTO_API lento_status lento_model_observe(lento_model *model, int n, const char *const names[],
                                           const bool integral[], lento_observe *observe,
                                           void *params);
LENTO_API const double *lento_model_state(const lento_model *model);
LENTO_API int lento_model_parameters(const lento_model *model); /* families expanded */
LENTO_API const char *lento_model_parameter(const lento_model *model, int i, double *value,
                                            const lento_parameter **row); /* its name */
LENTO_API int lento_model_columns(const lento_model *model); /* families expanded, without t */
LENTO_API const char *lento_model_column(const lento_model *model, int i, const lento_column **row);
LENTO_API int lento_model_invariants(const lento_model *model);
LENTO_API const char *lento_model_invariant(const lento_model *model, int i);
LENTO_API bool lento_model_values(const lento_model *model, double t, const double columns[],
                                  double invariants[]); /* false if the problem has none */
/* A run of the model: zero options are taken from the problem's suggestion, the start from the model. */
LENTO_API lento_status lento_run_open(lento_run **run, const lento_model *model,
                                      const lento_options *options);

/* ---- lists: what the command line, the JSON, the docs and the studio are made from ---- */
typedef struct lento_entry {
    const char *name, *doc, *paper;
    int order; /* methods: order of accuracy */
} lento_entry;

typedef enum lento_kind {
    LENTO_NUMBER,
    LENTO_COUNT,
    LENTO_LONG,
    LENTO_WORD,
    LENTO_SWITCH,
    LENTO_SIDE,
    LENTO_CHOICE /* an int: which of the words of `argument`, "chain|kernel" */
} lento_kind;

typedef struct
    lento_option {        /* one line per field of lento_options and lento_average a user may set */
    const char *name;     /* "macro_step": JSON key; the flag is --macro-step */
    const char *argument; /* "H"; NULL for a switch */
    const char *unit, *doc, *fallback;
    lento_kind kind;
    size_t offset;
    bool per_level; /* a field of lento_average: comma lists, slowest first */
    double min;     /* smallest value allowed, excluded for LENTO_NUMBER */
} lento_option;

LENTO_API size_t lento_methods(lento_entry list[],
                               size_t room); /* number there are; fills what fits */
LENTO_API size_t lento_compositions(lento_entry list[], size_t room);
LENTO_API size_t lento_schemes(lento_entry list[], size_t room);
LENTO_API size_t lento_kernels(lento_entry list[], size_t room);
LENTO_API size_t lento_option_table(const lento_option **list);
LENTO_API size_t lento_problems(const lento_problem *const **list);
LENTO_API const lento_problem *lento_problem_find(const char *name);
LENTO_API const char *lento_nearest(const char *name, const char *const names[],
                                    size_t n); /* or NULL */
/* kappa = sum of w_k cos(k phi), phi the phase per micro step: what a kernel leaves of an oscillation.
 * weights: m + 1 of them, w_0 at the centre, each w_k for k > 0 counted on both sides. */
LENTO_API double lento_residual(const double weights[], int m, double phi);
/* Weights of a symmetric kernel on nodes 0..m of its half width; 0, or -1 if the name is unknown. */
LENTO_API int lento_kernel_weights(const char *kernel, int m, double weights[]);
LENTO_API const char *lento_version(void);

#ifdef __cplusplus
}
#endif
#endif
