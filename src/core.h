/* SPDX-License-Identifier: MIT
 *
 * core.h - the inside of the library: failure, memory, ticker, stepper, method, kernel, scheme, mean, run.
 *
 * Data flow: a run builds its levels from the innermost outwards. Each average (lento_mean) owns a micro
 * stepper on the system below and offers a new system whose rate is the windowed average; the macro stepper
 * stands on the last of these systems. A method knows a stepper, a stepper knows a system, nobody knows the
 * scale. Two verbs drive a stepper: `rate` completes the node it stands on (cached by `fresh`), `step` leaves
 * it. All published counts follow from that rule. */
#ifndef LENTO_CORE_H
#define LENTO_CORE_H

#include "check/check.h"
#include "system/arena.h"
#include "system/failure.h"

#define LENTO_TWO_PI     6.283185307179586476925287
#define LENTO_TWO_PI_LOW 2.449293598294706e-16 /* 2 pi minus its double */

/* ---- ticker: time and phases by index. Node k + a stands at t0 + (k + a) h; a > 0 inside a composed step.
 * The fastest phase comes from a table of whole steps, turned to the phase at the block's start. ---- */
typedef struct lento_ticker {
    const lento_system *system;
    int scales;
    bool held; /* async: time and slower phases stand still */
    double t0, h;
    long k;
    double a, b;                           /* the sub-step covers [k + a, k + a + b] */
    double turn[LENTO_MAX_SCALES];         /* phase at k = 0, in turns */
    double per_step[LENTO_MAX_SCALES];     /* turns per step, reduced, */
    double per_step_low[LENTO_MAX_SCALES]; /* and its low part */
    const lento_phase *table;              /* fastest phase after 0, 1, ... steps of |h| */
    int table_size;
    long block;       /* k where the table was last laid on */
    lento_phase base; /* fastest phase there */
    double direction; /* sign of h */
    bool plain;       /* base is phase zero and h > 0: the table as it is */
    bool forced;      /* the fastest phase is used at all */
    int slower;       /* slower scales that move */
    double t;         /* of the node */
    lento_phase now[LENTO_MAX_SCALES];
} lento_ticker;

double lento_turn_at(double frequency, double phase, double t); /* turns in [0, 1) */
double lento_turn_of(const lento_scale *scale, double t);       /* of a phase of a system */
lento_phase lento_phase_of(double turn);
void lento_phases_at(const lento_system *system, double t, lento_phase phase[]);
/* turn: phases of all scales at t0 */
void lento_ticker_start(lento_ticker *ticker, const lento_system *system, double t0,
                        const double turn[], double h, bool held);
void lento_ticker_at(const lento_ticker *ticker, double s, double *t, lento_phase phase[]);
void lento_ticker_sub(lento_ticker *ticker, double a, double b); /* move to k + a */
void lento_ticker_block(lento_ticker *ticker);                   /* lay the table on at k */
void lento_ticker_slower(lento_ticker *ticker);
void lento_phase_table(lento_phase table[], int n, double frequency,
                       double h); /* after 0, 1, ... steps */

static inline void lento_ticker_next(lento_ticker *c) {
    c->k++;
    if (!c->held) {
        c->t = c->t0 + (double)c->k * c->h;
    }
    if (!c->forced) {
        return;
    }
    const long i = c->k - c->block;
    if (i >= c->table_size) {
        lento_ticker_block(c);
    } else if (c->plain) {
        c->now[c->scales - 1] = c->table[i];
    } else {
        const lento_phase *p = &c->table[i];
        lento_phase *now = &c->now[c->scales - 1];
        const double sine = c->direction * p->sin;
        now->cos = c->base.cos * p->cos - c->base.sin * sine;
        now->sin = c->base.sin * p->cos + c->base.cos * sine;
        double angle = c->base.angle + c->direction * p->angle;
        angle = angle < 0 ? angle + LENTO_TWO_PI : angle;
        now->angle = angle >= LENTO_TWO_PI ? angle - LENTO_TWO_PI : angle;
    }
    if (c->slower > 0) {
        lento_ticker_slower(c);
    }
}

/* ---- mass matrix: a = M^-1 f ---- */
typedef struct lento_mass_solver {
    lento_mass form;
    int n;
    double *factor; /* diagonal: 1/m; dense: Cholesky factor, lower, row by row */
} lento_mass_solver;
void lento_mass_carve(lento_mass_solver *mass, const lento_system *system, lento_arena *arena);
int lento_mass_factor(lento_mass_solver *mass, const lento_system *system, lento_failure *failure);
void lento_mass_solve(const lento_mass_solver *mass, const double f[], double a[]);

/* ---- small dense algebra (system/linear.c) ---- */
int lento_solve(int n, double *a, double *b); /* Gauss with pivoting; b <- x; -1 if singular */
/* x of minimum norm with a x = b in the least-squares sense (rows x cols, row by row), singular values below
 * cutoff * largest dropped; work: lento_minimum_norm_room doubles. Returns the numerical rank. */
int lento_minimum_norm(int rows, int cols, const double *a, const double *b, double cutoff,
                       double *x, double *work);
int lento_minimum_norm_room(int rows, int cols);
/* eigenvalues (ascending) and orthonormal eigenvectors (columns of v) of a symmetric matrix, Jacobi */
void lento_symmetric_eigen(int n, double *a, double *values, double *v);

/* ---- stepper: an integrator standing at a node (y, rate, fresh) ---- */
typedef struct lento_work {
    long steps, rejected, evaluations, flows;
} lento_work;

typedef struct lento_method lento_method;
typedef struct lento_composition lento_composition;
typedef struct lento_mean lento_mean;

typedef struct lento_stepper {
    const lento_method *method;
    const lento_composition *composition; /* NULL: the method as it is */
    const lento_system *system;
    const lento_mass_solver *mass;
    lento_ticker ticker;
    double h;       /* length of the step being taken (sub-step of a composition) */
    double pending; /* Verlet family: the velocity lacks pending * accel on top of half */
    int n, m, size; /* coordinates; constraints; numbers in the state */
    double *y;      /* q, then v */
    double *rate;   /* force (total force if constrained) or field at the node */
    double *accel;  /* M^-1 rate; the same array if M = 1 or order 1 */
    double *half;   /* Verlet family: velocity before the pending kick */
    double *lambda; /* multipliers at the node */
    double *work;
    bool fresh; /* the node is complete: rate, accel, lambda, velocity belong to it */
    bool fixed; /* adaptive methods: constant steps */
    bool near;  /* state is an increment: constraints by constraint_near from base */
    const double *base;
    double rtol, atol, first_step, max_step;
    double begin_t, end; /* segment: an adaptive method ends exactly here */
    double next_h;       /* adaptive: the step to try next */
    int stage;           /* what a method remembers between steps (two-step start, failed step) */
    lento_work counts;
    long closing; /* evaluations so far that only completed the last node (splittings) */
    lento_failure *failure;
    char *block; /* everything carved for this stepper, to save and restore it */
    size_t block_size;
    void *data; /* adapters */
} lento_stepper;

/* ---- method: one const table per file ---- */
enum { /* takes */
       LENTO_TAKES_FIRST = 1,
       LENTO_TAKES_SECOND = 2,
       LENTO_TAKES_CONSTRAINTS = 4
};
enum {                          /* traits */
       LENTO_SYMMETRIC = 1,     /* may be composed */
       LENTO_ADAPTIVE = 2,      /* chooses its steps unless they are fixed */
       LENTO_STAGGERED = 4,     /* velocity or multiplier of a node is complete only after `rate` */
       LENTO_NEEDS_PHASE = 8,   /* one forced fast scale */
       LENTO_RATE_NEEDS_H = 16, /* `rate` depends on the step (multipliers) */
       LENTO_SPLITS = 32,       /* needs flow parts */
       LENTO_NEEDS_EXACT = 64,
       LENTO_MACRO_ONLY = 128,  /* not as a micro-integrator */
       LENTO_MULTISTEP = 256,   /* a step cannot be repeated from the node alone */
       LENTO_INNER_STEPS = 512, /* given steps and a tolerance, adapts inside each step */
       LENTO_NEEDS_SOFT = 1024, /* a system with soft pairs */
       LENTO_KEEPS_SINE =
           2048 /* turns an oscillation w by 2 asin(h w/2) per step, without damping */
};
typedef struct lento_sequence { /* splittings: parts and fractions of the step */
    int part;
    double fraction;
} lento_sequence;

typedef struct lento_march {
    long steps;
    const double *weights; /* steps + 1, or NULL */
    bool first;            /* node 0 counts */
    double *sum;           /* default gather: sum += w * rate */
    double *centre;        /* copy of the rate at node 0, or NULL */
    int (*gather)(lento_mean *mean, double w);
    lento_mean *mean;
} lento_march;

struct lento_method {
    const char *name, *doc, *paper;
    int order;
    unsigned takes, traits;
    double
        stable; /* steps times the frequency of an oscillation must stay below this; 0: unknown */
    const lento_sequence *sequence;  /* splittings; ends with fraction 0 */
    const lento_method *constrained; /* the same method with multipliers, for constrained systems */
    void (*carve)(lento_stepper *s, lento_arena *arena);
    int (*open)(lento_stepper *s);   /* adapters only: once, after carving */
    void (*close)(lento_stepper *s); /* adapters only */
    int (*begin)(lento_stepper *s);  /* the state was set: forget history */
    int (*rate)(lento_stepper *s);   /* complete the node */
    int (*step)(lento_stepper *s);   /* leave it; the ticker is moved by the caller */
    int (*march)(lento_stepper *s,
                 const lento_march *march); /* optional: the loop with own verbs inlined */
    int (*dense)(lento_stepper *s, double fraction, double *y); /* inside the last step */
};

struct lento_composition {
    const char *name, *doc, *paper;
    int order, base_order, stages; /* base_order: order the base must have at least */
    const double *gamma;           /* all stages */
};

/* Methods that an adapter adds where its library was found; ends with a null name. */
typedef struct lento_adapted {
    const char *name, *library;
} lento_adapted;
extern const lento_adapted lento_adapted_methods[];
const char *lento_method_library(const char *name); /* that brings a method; NULL: none */

const lento_method *lento_method_find(const lento_options *options, const char *name,
                                      size_t length);
const lento_composition *lento_composition_find(const char *name, size_t length);
/* "rattle/kahan-li8" -> method and composition; fails with the nearest name */
int lento_method_resolve(const lento_options *options, const char *text,
                         const lento_method **method, const lento_composition **composition,
                         lento_failure *failure);
int lento_stepper_check(const lento_stepper *s, bool micro, lento_failure *failure);
void lento_stepper_carve(lento_stepper *s, lento_arena *arena);
int lento_stepper_begin(lento_stepper *s, double t, const double turn[], double h, bool held);
int lento_stepper_rate(lento_stepper *s);
int lento_stepper_step(lento_stepper *s);
int lento_stepper_march(lento_stepper *s, const lento_march *march);
void lento_stepper_save(const lento_stepper *s, lento_stepper *copy, char *block);
void lento_stepper_restore(lento_stepper *s, const lento_stepper *copy, const char *block);
int lento_stepper_order(const lento_stepper *s);
/* y' of the first-order view of any system; counts one evaluation */
int lento_stepper_field(lento_stepper *s, double t, const lento_phase phase[], const double y[],
                        double dy[]);
int lento_stepper_node_rate(lento_stepper *s); /* `rate` of methods that hold no history */
void lento_stepper_node_field(const lento_stepper *s, double dy[]); /* y' at a completed node */
int lento_callback_failed(lento_stepper *s, double t);
int lento_compose_step(lento_stepper *s);

static inline int lento_stepper_force(lento_stepper *s, double t, const lento_phase phase[],
                                      const double q[], const double v[], double f[]) {
    const lento_system *system = s->system;
    s->counts.evaluations++;
    if (system->rate ? system->rate(t, phase, q, v, f, system->params)
                     : system->field(t, q, f, system->params)) {
        return lento_callback_failed(s, t);
    }
    return 0;
}

/* ---- kernel: weights on a window (average/) ---- */
typedef struct lento_kernel {
    const char *name, *doc, *paper; /* name may end in -P-Q: two integers follow */
    int parameters;
    double (*value)(double x, const int p[]);         /* on [-1, 1]; NULL: built by `weights` */
    int (*weights)(int m, const int p[], double w[]); /* one-sided and filters */
    double periods;                                   /* default width */
    bool one_sided, needs_half, filter;
    int zeros;        /* of a filter: double zeros at one frequency; 0: it filters a range */
    bool simple_zero; /* at the fast frequency, however wide the window */
    bool point;       /* one node */
    double (*slope)(double x, const int p[]); /* derivative of value; NULL: not offered */
} lento_kernel;
const lento_kernel *lento_kernel_find(const char *name, int p[2]);
/* two-sided: w[0..m] from the centre, w_0 + 2 sum w_k = 1; one-sided: w[0..m] from the start, sum 1 */
int lento_kernel_fill(const lento_kernel *kernel, const int p[], int m, bool raw, double w[]);
double lento_kernel_constant(const lento_kernel *kernel, const int p[]); /* 1 / integral of value */
/* two-sided, w[0..m] from the centre: sum over both sides of +-w_k xi_k is the mean derivative times m h */
int lento_kernel_fill_slope(const lento_kernel *kernel, const int p[], int m, double w[]);
int lento_kaiser_nodes(double highest, double phi); /* phi: phase of the slowest mode per step */
void lento_kaiser_fill(double highest, int m, double w[]);
void lento_notch_fill(double phi, int zeros, double w[]); /* zeros + 1 weights from the centre */

/* ---- scheme: how a slow field is made from a fast system (multiscale/) ---- */
typedef struct lento_scheme {
    const char *name, *doc, *paper;
    bool held;          /* micro runs do not move time and slower phases */
    bool direct;        /* `direct`: no average, the end of the list of levels */
    bool closed;        /* `averaged`: no micro run at all */
    bool variables;     /* moves slow variables, which a user may choose */
    bool springs;       /* averages stiff springs */
    bool filters;       /* fills the weights of filters itself */
    bool point;         /* may do without a window */
    bool forward;       /* may look forward only */
    bool gauge;         /* knows the mean gauge */
    const char *kernel; /* default */
    const char *micro;  /* default for order 1, 2, constrained: by build */
    const char *macro;  /* default where neither steps nor a tolerance are given, */
    double rtol;        /* and its tolerance; NULL: by system */
    /* Checks, defaults that need the system, and what is offered to the level above (order, size, traits of
     * mean->system); the kernel is known, the window not yet. A filter's width (nodes, h) is set here. */
    int (*prepare)(lento_mean *mean);
    void (*defaults)(lento_mean *mean); /* of options, before the kernel is chosen; NULL: none */
    void (*carve)(lento_mean *mean, lento_arena *arena);
    int (*open)(lento_mean *mean); /* after carving */
    int (*initial)(lento_mean *mean, const double given[],
                   double state[]); /* slow state; NULL: copy */
    int (*start)(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                 const double V[], int run);   /* state and phase of micro run number `run` */
    int (*gather)(lento_mean *mean, double w); /* NULL: sum += w * rate */
    int (*finish)(lento_mean *mean, const double Q[], double F[]); /* NULL: copy the sum */
    int (*rate)(lento_mean *mean, double t, const lento_phase phase[], const double Q[],
                const double V[],
                double F[]); /* instead of start, window, finish: several dependent windows */
    int (*project)(lento_mean *mean, double *t, double *state); /* at the start of a segment */
    int (*step_done)(lento_mean *mean); /* slowest level: after every macro step */
    const double *(*show)(lento_mean *mean, double t,
                          const double state[]); /* the state to put out, or NULL */
    void (*output)(lento_mean *mean, double t, const double state[],
                   double columns[]); /* columns of the slow state; NULL: the system's output */
} lento_scheme;
const lento_scheme *lento_scheme_find(const char *name);
bool lento_scheme_is_direct(const char *name); /* or none is named */

/* ---- mean: the average; its first member is what the next level or the macro stepper sees ---- */
struct lento_mean {
    lento_system system;       /* and its parts: */
    lento_fast slower;         /* the phases that are left */
    lento_mechanics mechanics; /* of the fast system, asked through the average */
    lento_knowledge known;
    lento_closed closed;   /* of the next average */
    lento_splitting parts; /* soft pairs */
    const lento_system *fast;
    const lento_slow_set *set;      /* slow variables in use; empty: none */
    const lento_observed *observed; /* what is averaged along; empty: nothing */
    lento_system near;              /* fast system in increments from base, if it offers that */
    lento_mechanics near_mechanics;
    double *base;
    const lento_scheme *scheme;
    lento_average options; /* resolved */
    const lento_options *run_options;
    const lento_kernel *kernel;
    int kernel_p[2];
    lento_stepper micro;
    lento_mass_solver mass;
    double period, h;
    int nodes; /* micro steps from the first to the last weight */
    int sum_size;
    double *weights, *sum, *centre, *start;
    lento_phase *table;
    double t;                      /* of the window */
    double turn[LENTO_MAX_SCALES]; /* phases there */
    double residual;               /* kappa at the fast frequency */
    long windows;
    double *extra; /* scheme's own */
    void *own;
    lento_failure *failure;
    lento_doubts *doubts;
    lento_run *run;
};
/* the system of the level above, with this rate (multiscale/offer.c) */
void lento_mean_offer(lento_mean *mean, lento_rate *rate);
/* does the fast system offer increments; then the micro run stands on mean->near */
bool lento_mean_shifts(const lento_system *fast);
void lento_mean_shift(lento_mean *mean);
int lento_mean_prepare(lento_mean *mean);
void lento_mean_carve(lento_mean *mean, lento_arena *arena);
int lento_mean_open(lento_mean *mean);
int lento_slow_failed(lento_mean *mean); /* the problem's slow variables at mean->t */
int lento_mean_window(lento_mean *mean, const double *weights, int (*gather)(lento_mean *, double));
/* turns of the window at the true phase: slower ones as given, the fastest that of t; and all of them */
void lento_mean_true_phase(lento_mean *mean, double t, const lento_phase phase[],
                           lento_phase all[]);
bool lento_mean_drifts(const lento_mean *mean); /* a forcing acts on micro runs that move */

/* ---- run ---- */
struct lento_run {
    lento_system leaf;
    lento_system given;    /* a system of flows whose first-order form is the leaf; order 0: none */
    lento_options options; /* resolved */
    int levels;
    lento_mean mean[LENTO_MAX_LEVELS];
    lento_mean look[LENTO_MAX_SCALES]; /* means of a motion that is still fast (look.c), */
    int looks;                         /* fastest first; 0: it is shown as it is */
    lento_output *direct_output;       /* of the motion itself, for pointwise columns */
    double *direct_columns;
    bool unlifted;                                    /* no state has the given means */
    bool (*pointwise)(const void *model, int column); /* NULL: none is */
    const void *model;
    lento_stepper macro;
    lento_mass_solver mass;
    const lento_system *system; /* what the macro stepper sees */
    lento_output *output;
    void *output_params;
    const lento_system *output_system; /* whose phases it reads */
    double H;                          /* macro step; 0 if adaptive */
    bool adaptive;
    lento_phase *table; /* fastest phase of a direct run at whole steps */
    /* where the run stands */
    bool begun;
    double segment_begin, segment_end;
    long segment_steps, segment_step; /* fixed steps */
    lento_status status;
    lento_failure failure;
    lento_failure question; /* the last state asked for was none of the run's; the run goes on */
    char text[LENTO_TEXT_ROOM], words[12][48];
    lento_doubts doubts;
    lento_counts closing; /* part of the work that only completed the last node */
    bool has_left;        /* left end of the last step, for interpolation */
    double left_t, left_h;
    double *left_y, *left_rate, *right_rate, *point, *columns, *initial;
    double *multipliers; /* inside the last step */
    lento_stepper saved, side;
    char *saved_block, *side_block;
    long samples;   /* next multiple of sample_every */
    long step_ends; /* since the last sample at a step end */
    double last_sample;
    size_t bytes;
    _Alignas(16) char memory[];
};
double
lento_run_fastest_left(const lento_run *run); /* frequency that an average leaves; 0: unknown */
int lento_run_build(lento_run *run, lento_arena *arena);
int lento_run_start(lento_run *run, const double state[]); /* slow start from the given one */
int lento_level_size(const lento_mean *mean); /* numbers in the state that a level offers */
const char *lento_run_keep(lento_run *run,
                           const char *text); /* a copy that lives as long as the run */
int lento_run_complete_node(lento_run *run);
int lento_run_interpolate(lento_run *run, double t, double state[]);
void lento_run_output(lento_run *run, double t, const double state[], double columns[]);

#endif
