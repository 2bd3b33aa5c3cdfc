/* SPDX-License-Identifier: MIT
 *
 * known.h - what may be known of a system beyond its right-hand side, and how to ask a system for
 * its parts.
 *
 * Read top to bottom: averaged form, slow variables, stiff springs, splitting, forms of first
 * order, exact solution, columns, events, derivatives, blocks, then all of it as lento_knowledge, and the questions. A scheme or
 * a method that needs what is missing says so when a run is created. Nothing is copied: parts,
 * their arrays and params must outlive the run. Callbacks return 0, or anything else to fail the
 * run; params is the system's where nothing else is said. */
#ifndef LENTO_KNOWN_H
#define LENTO_KNOWN_H

#include "lento/lento.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- averaged form ---- */

/* The fast state (q, v) at this phase that belongs to the slow state (Q, V). Order 1: V and v are
 * NULL. */
typedef int lento_reconstruct(double t, const lento_phase phase[], const double Q[],
                              const double V[], double q[], double v[], void *params);

/* The state of another form of the same motion. */
typedef int lento_convert(const double state[], double converted[], void *params);

/* The motion with the fastest phase averaged away. */
typedef struct lento_closed {
    /* its closed equations, for scheme averaged; own state allowed. NULL: unknown, only the way
     * back is known. */
    const lento_system *system;
    /* their start from the start of this system; needed if the states differ in size */
    lento_convert *convert;
    /* back to the fast state, for scheme sync; NULL: unknown */
    lento_reconstruct *reconstruct;
    /* the closed equations hold at any frequency, as where the response to a forcing is known: they do
     * not need separated scales */
    bool exact;
    /* the start of a model is slow: a direct run starts from its reconstruction */
    bool slow_start;
    /* the start of a model is a point of the fast motion: runs that move or show means take the means
     * around it. Neither: models start from means where the system is forced */
    bool point_start;
    /* the reconstruction and the output of the view are means up to 1/omega^2; false: to first
     * order, and a direct run finds its start and its columns from windows (gauge mean) */
    bool means;
} lento_closed;

/* ---- slow variables, for scheme slow ---- */

/* Slow variables xi(t, phase, x) of the whole state x, their gradient rows, and d(xi)/dt at fixed x
 * (through t and the phases); any output may be NULL. */
typedef int lento_slow(double t, const lento_phase phase[], const double x[], double xi[],
                       double gradient[], double explicit_rate[], void *params);

/* For such functions: n numbers into an output that may be NULL; from NULL: zeros. */
static inline void lento_slow_put(double to[], int n, const double from[]) {
    for (int i = 0; to && i < n; i++) {
        to[i] = from ? from[i] : 0;
    }
}

/* d(xi)/dt along x' without forming the gradient, d(xi)/dt at fixed x included. */
typedef int lento_slow_rate(double t, const lento_phase phase[], const double x[],
                            const double dxdt[], double rate[], void *params);

/* Why a set of slow variables cannot start from x: one sentence, or NULL if it can. */
typedef const char *lento_slow_check(const double x[], void *params);

/* From a state to the problem's columns (without t). multipliers is NULL if there are none, NaN
 * where the averaged force holds them already (scheme sync). */
typedef void lento_output(double t, const lento_phase phase[], const double state[],
                          const double multipliers[], double columns[], void *params);

/* A set of slow variables. Lists of sets begin with the default and end with a set of size 0. */
typedef struct lento_slow_set {
    /* for `--slow NAME` and one line about it; NULL: the default without a name */
    const char *name, *doc;
    /* an old name that is still understood; NULL: none */
    const char *alias;
    /* required: number of variables, and the function */
    int size;
    lento_slow *slow;
    /* cheaper than the gradient times x'; NULL: that */
    lento_slow_rate *rate;
    /* for slow and rate; NULL: those of the system. Sets with own params are tested more
     * strictly. */
    void *params;
    /* known to determine their own rates; false: tried at the start, three windows */
    bool closed;
    /* their rates do not depend on them: equal times are evaluated once */
    bool quadrature;
    /* the state from the variables alone; NULL: by minimum norm */
    lento_reconstruct *reconstruct;
    /* columns from the variables where there is a reconstruction, else from the state that they
     * move; NULL: those of the view */
    lento_output *output;
    /* [size] column that shows the variable, -1: none; NULL: none at all */
    const int *column;
    /* NULL: every start will do */
    lento_slow_check *check;
    /* highest frequency left in them, rad per unit time, to be resolved by the macro step; 0:
     * unknown */
    double fastest;
    /* a window that suits them: kernel, fast periods, micro steps per period; NULL, 0: as for any
     * other system */
    const char *kernel;
    double periods;
    int per_period;
} lento_slow_set;

/* Functions of the whole state x to be averaged over the micro runs. */
typedef int lento_observe(double t, const lento_phase phase[], const double x[], double values[],
                          void *params);

/* What is observed along the micro runs of scheme slow: an option of a run. The last `count`
 * columns show it. */
typedef struct lento_observed {
    int count;
    lento_observe *observe;
    void *params;
    /* [count] integrated along the run; false: averaged */
    const bool *integral;
} lento_observed;

/* ---- stiff springs, for scheme stiff ---- */

/* The force contains -w_j^2 g_j grad g_j. */
typedef struct lento_stiff {
    /* number of springs, >= 1 */
    int count;
    /* [count] w_j, rad per unit time */
    const double *frequency;
    /* g_j and grad g_j, one row per spring */
    lento_constraint *spring;
} lento_stiff;

/* ---- splitting ---- */

/* Parts of a splitting. A system offers some of them; methods are sequences of them. */
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

/* Advance the state by h under one part; `step` is the length of the whole step (some parts, such
 * as a force-gradient kick, depend on it). */
typedef int lento_flow(double t, const lento_phase phase[], int part, double h, double step,
                       double state[], void *params);

typedef struct lento_splitting {
    /* bit set of the parts that `flow` knows, 1u << LENTO_KICK | ...; 0: none */
    unsigned flows;
    lento_flow *flow;
    /* said after the name of a method that needs another part; NULL: a general sentence */
    const char *missing;
    /* x = (y, u, rest) with y' = u, this many pairs: method soft-verlet; 0: none */
    int soft;
    /* order 1: the first so many numbers are momenta, moved first by method verlet35; 0: size */
    int momenta;
} lento_splitting;

/* ---- the same motion with a right-hand side, for methods that need one; own state ---- */
typedef struct lento_first_order {
    const lento_system *system;
    /* its start from the start of this system; NULL: the same */
    lento_convert *convert;
} lento_first_order;

/* ---- exact solution ---- */

/* The state at time t of the motion that had the state `start` at time 0. */
typedef int lento_exact(double t, const double start[], double state[], void *params);

typedef struct lento_solution {
    /* NULL: none with these parameters */
    lento_exact *exact;
    /* then: why there is none, though other parameters have one; NULL: a general sentence */
    const char *missing;
} lento_solution;

/* ---- what a run shows ---- */
typedef struct lento_view {
    /* columns of a direct run; NULL: no columns */
    lento_output *output;
    /* columns once the fastest phase is averaged away; NULL: output */
    lento_output *slow_output;
    /* something the user must know about this choice of parameters: a warning of every run; NULL:
     * nothing */
    const char *note;
} lento_view;

/* ---- events: where a value becomes zero the state jumps; followed by direct runs ---- */

/* The values whose zeros are events, and the state after event i, which is not the state before. */
typedef int lento_event_values(double t, const lento_phase phase[], const double state[],
                               double values[], void *params);
typedef int lento_event_jump(int event, double t, const lento_phase phase[], const double state[],
                             double after[], void *params);

typedef struct lento_events {
    /* number of events, >= 1 */
    int count;
    /* [count] 1: where the value goes from below zero to zero; -1: from above */
    const int *direction;
    lento_event_values *values;
    lento_event_jump *jump;
} lento_events;

/* ---- derivatives of the right-hand side ---- */

/* d(rate)/d(state): `size` rows of order * size numbers. Constraints and masses are not in it. */
typedef int lento_jacobian(double t, const lento_phase phase[], const double state[],
                           double jacobian[], void *params);

typedef struct lento_derivatives {
    lento_jacobian *jacobian;
} lento_derivatives;

/* ---- what is proved about the right-hand side; false: not proved ---- */
typedef struct lento_shape {
    /* it has all derivatives by time, phase and state wherever it is finite */
    bool smooth;
    /* a polynomial in the state */
    bool polynomial;
} lento_shape;

/* ---- the right-hand side of many cells at once ---- */

/* LENTO_LANES cells are systems with the same block, each with its own params: one problem with other parameters. Number i of
 * cell l is at i * LENTO_LANES + l; time and phases are common. `join` returns how many bytes the joined params take and
 * writes them, unless memory is NULL; 0: these cells cannot be joined (a parameter that is 0 or 1 in one of them may
 * leave a step out). `rate` takes the joined params, and each lane is the rate of its cell bit for bit. */
enum { LENTO_LANES = 8 };
typedef size_t lento_block_join(void *const params[], void *memory);

typedef struct lento_block {
    lento_block_join *join;
    lento_rate *rate;
} lento_block;

/* ---- steep places of the right-hand side ---- */

/* A function of the right-hand side, by how its argument a makes it change: with each radian; near a = 0; by its
 * exponential; by the ratio of two values; where a changes its sign. */
enum {
    LENTO_STEEP_WAVE,
    LENTO_STEEP_STEP,
    LENTO_STEEP_EXP,
    LENTO_STEEP_RATIO,
    LENTO_STEEP_SWITCH,
    LENTO_MOST_STEEP = 64
};
typedef int lento_steep_arguments(double t, const lento_phase phase[], const double state[],
                                  double arguments[], void *params);

/* Long steps look at the arguments, which change gently, for what lies in between. */
typedef struct lento_steep {
    /* number of arguments, at most LENTO_MOST_STEEP */
    int count;
    /* without them the right-hand side is a polynomial of time and state, and it has no corners */
    bool whole;
    /* [count] LENTO_STEEP_... */
    const int *kind;
    lento_steep_arguments *arguments;
} lento_steep;

/* ---- all of it; each NULL when unknown ---- */
struct lento_knowledge {
    const lento_closed *averaged;
    /* the default first, then the others; ends with size 0 */
    const lento_slow_set *slow;
    const lento_stiff *stiff;
    const lento_splitting *parts;
    const lento_first_order *first_order;
    const lento_solution *exact;
    const lento_view *view;
    const lento_events *events;
    const lento_derivatives *derivatives;
    const lento_shape *shape;
    const lento_block *block;
    const lento_steep *steep;
};

/* ---- questions ---- */

/* lento_NAME_of(system): this part of a system, or an empty one; never NULL. */
#ifdef __cplusplus
#define LENTO_EMPTY                                                                                \
    {}
#else
#define LENTO_EMPTY                                                                                \
    { 0 }
#endif
#define LENTO_PART(type, name, owner, part)                                                        \
    static inline const type *lento_##name##_of(const lento_system *system) {                      \
        static const type none = LENTO_EMPTY;                                                      \
        return (owner) && (owner)->part ? (owner)->part : &none;                                   \
    }
LENTO_PART(lento_fast, fast, system, fast)
LENTO_PART(lento_mechanics, mechanics, system, mechanics)
LENTO_PART(lento_closed, closed, system->known, averaged)
LENTO_PART(lento_slow_set, slow_set, system->known, slow)
LENTO_PART(lento_stiff, stiff, system->known, stiff)
LENTO_PART(lento_splitting, splitting, system->known, parts)
LENTO_PART(lento_first_order, first_order, system->known, first_order)
LENTO_PART(lento_solution, solution, system->known, exact)
LENTO_PART(lento_view, view, system->known, view)
LENTO_PART(lento_events, events, system->known, events)
LENTO_PART(lento_derivatives, derivatives, system->known, derivatives)
LENTO_PART(lento_shape, shape, system->known, shape)
LENTO_PART(lento_block, block, system->known, block)
#undef LENTO_PART
#undef LENTO_EMPTY

/* Number of fast phases and of constraints; 0: none. */
static inline int lento_scales(const lento_system *system) {
    return system->fast ? system->fast->count : 0;
}
static inline int lento_constraints(const lento_system *system) {
    return system->mechanics ? system->mechanics->constraints : 0;
}

/* The fastest phase of a system, or NULL. */
static inline const lento_scale *lento_fastest(const lento_system *system) {
    const int n = lento_scales(system);
    return n > 0 ? &system->fast->scale[n - 1] : NULL;
}

/* The right-hand side depends on the fastest phase. */
static inline bool lento_forced(const lento_system *system) {
    return lento_scales(system) > 0 && lento_fastest(system)->forced;
}

/* The frequency of a phase, rad per unit time: every reader of frequencies asks here. */
static inline double lento_frequency(const lento_scale *scale) {
    return scale->frequency;
}

/* Harmonics of the fastest phase in the rate, at least 1. */
static inline int lento_harmonics(const lento_system *system) {
    return lento_fast_of(system)->harmonics > 0 ? system->fast->harmonics : 1;
}

/* The way back to the fast state from these slow variables, or from the averaged form; NULL:
 * unknown. */
static inline lento_reconstruct *lento_reconstruct_of(const lento_system *system,
                                                      const lento_slow_set *set) {
    return set->reconstruct ? set->reconstruct : lento_closed_of(system)->reconstruct;
}

/* The set of this name; NULL: there is none. */
LENTO_API const lento_slow_set *lento_slow_find(const lento_system *system, const char *name);

#ifdef __cplusplus
}
#endif
#endif
