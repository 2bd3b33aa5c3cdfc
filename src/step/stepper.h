/* SPDX-License-Identifier: MIT
 *
 * stepper.h - an integrator standing at a node, and the tables of methods and compositions. A method knows a stepper, a
 * stepper knows a system, and neither knows the scale. Two verbs drive a stepper: `rate` completes the node it stands on
 * (cached by `fresh`), `step` leaves it. All published counts follow from that rule. */
#ifndef LENTO_STEP_STEPPER_H
#define LENTO_STEP_STEPPER_H

#include "system/algebra.h"
#include "system/ticker.h"

/* ---- stepper: an integrator standing at a node (y, rate, fresh) ---- */
typedef struct lento_work {
    int64_t steps, rejected, evaluations, flows;
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
    int64_t closing;     /* evaluations so far that only completed the last node (splittings) */
    int64_t *calls_left; /* of the right-hand side; NULL: no limit */
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
    int64_t steps;
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
    double stable; /* bound of step times frequency on an oscillation; 0: unknown */
    const lento_sequence *sequence;  /* splittings; ends with fraction 0 */
    const void *coefficients;        /* of methods whose step is data */
    const lento_method *constrained; /* the same method with multipliers, for constrained systems */
    int work;                        /* vectors of the size of the state in s->work, */
    void (*carve)(lento_stepper *s, lento_arena *arena); /* or it takes what it needs */
    int (*open)(lento_stepper *s);                       /* adapters only: once, after carving */
    void (*close)(lento_stepper *s);                     /* adapters only */
    int (*begin)(lento_stepper *s);                      /* the state was set: forget history */
    int (*rate)(lento_stepper *s);                       /* complete the node */
    int (*step)(lento_stepper *s); /* leave it; the ticker is moved by the caller */
    /* optional: the loop with own verbs inlined */
    int (*march)(lento_stepper *s, const lento_march *march);
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
/* the same at a fraction of the step */
int lento_stepper_field_at(lento_stepper *s, double fraction, const double y[], double dy[]);
int lento_stepper_node_rate(lento_stepper *s); /* `rate` of methods that hold no history */
int lento_stepper_no_rate(lento_stepper *s);   /* of those whose nodes are always complete */
void lento_stepper_node_field(const lento_stepper *s, double dy[]); /* y' at a completed node */
int lento_callback_failed(lento_stepper *s, double t);
int lento_calls_spent(lento_stepper *s);
int lento_compose_step(lento_stepper *s);

/* One call of the right-hand side; not 0: it may not be made. */
static inline int lento_stepper_count(lento_stepper *s) {
    if (s->calls_left && --*s->calls_left < 0) {
        return lento_calls_spent(s);
    }
    s->counts.evaluations++;
    return 0;
}

static inline int lento_stepper_force(lento_stepper *s, double t, const lento_phase phase[],
                                      const double q[], const double v[], double f[]) {
    const lento_system *system = s->system;
    if (lento_stepper_count(s)) {
        return -1;
    }
    if (system->rate ? system->rate(t, phase, q, v, f, system->params)
                     : system->field(t, q, f, system->params)) {
        return lento_callback_failed(s, t);
    }
    return 0;
}

#endif
