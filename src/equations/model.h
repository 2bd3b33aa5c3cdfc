/* SPDX-License-Identifier: MIT
 *
 * model.h - a file with numbers: the codes that the callbacks of its system run, and what make.c and its parts
 * share while they build them. */
#ifndef LENTO_EQUATIONS_MODEL_H
#define LENTO_EQUATIONS_MODEL_H

#include "equations/graph.h"

/* What lento_eq_rate runs. */
typedef struct eq_call {
    const eq_code *code;
    const double *d;            /* increments, or NULL */
    double *registers;          /* NULL: EQ_SMALL of them on the stack are enough */
    const void *const **labels; /* not NULL: only asks for the addresses of the steps */
} eq_call;
enum { EQ_SMALL = 1024 };

/* params of the system; codes that are not needed are NULL */
typedef struct eq_model {
    eq_call rate; /* first, so that params is what lento_eq_rate runs */
    int size, order;
    eq_shape shape; /* of the right-hand sides */
    const eq_code *output;
    const eq_code *derivatives; /* of the right-hand sides by the state */
    const eq_code *constraint, *jacobian;
    const eq_code *rate_near, *constraint_near, *jacobian_near;
    const eq_code *spring, *spring_jacobian;
    const eq_code *xi, *gradient, *explicit_rate, *xi_rate;
    const eq_code *steep;         /* arguments of steep functions */
    const eq_code *event, **jump; /* values of all, the state after each */
} eq_model;

typedef struct eq_making {
    const eq_file *file;
    lento_build *build;
    eq_graph graph;
    eq_expansion x;
    eq_model *model;
    int scale[16];                  /* of each phase */
    double rates[LENTO_MAX_SCALES]; /* of the scales */
    lento_fast fast;
    int *rate_nodes; /* right-hand sides */
    double *mass;
    const int *xi_explicit; /* d(xi)/dt at a fixed state */
    const char *wrong;
} eq_making;

/* callbacks.c */
lento_rate lento_eq_rate, lento_eq_rate_large;
/* block.c */
lento_block_join lento_eq_block_join;
lento_rate lento_eq_block_rate;
lento_jacobian lento_eq_jacobian;
lento_rate_near lento_eq_rate_near;
lento_constraint lento_eq_constraint, lento_eq_spring;
lento_constraint_near lento_eq_constraint_near;
lento_slow lento_eq_slow;
lento_slow_rate lento_eq_slow_rate;
lento_output lento_eq_output;
lento_event_values lento_eq_event_values;
lento_event_jump lento_eq_event_jump;

/* make.c: right-hand sides as nodes, and masses */
int lento_eq_make_rates(eq_making *m);
/* fast.c */
int lento_eq_make_phases(eq_making *m, const double p[]);
int lento_eq_make_fast(eq_making *m);
/* knowledge.c: parts of the system; -1 with m->wrong */
int lento_eq_make_constraints(eq_making *m, lento_mechanics *mechanics);
int lento_eq_make_stiff(eq_making *m, lento_knowledge *known);
int lento_eq_make_slow(eq_making *m, lento_knowledge *known);
/* codes of these nodes, for lento_eq_slow; with their derivatives, if asked for */
int lento_eq_make_xi(eq_making *m, const int nodes[], int n, bool derivatives);
int lento_eq_make_events(eq_making *m, lento_knowledge *known);
int lento_eq_make_steep(eq_making *m, lento_knowledge *known);
int lento_eq_make_derivatives(eq_making *m, lento_knowledge *known);
/* lift.c: the way back from slow variables that move with a phase at the rates `fixed`; false: there is none */
bool lento_eq_make_lift(eq_making *m, const int xi[], const int fixed[], int n,
                        lento_knowledge *known, lento_slow_set *set);
/* nodes of expressions that are `stride` bytes apart */
int *lento_eq_expand_all(eq_making *m, const eq_range *ranges, size_t n, size_t stride);
/* the gradients of these nodes by the state as one code: rows of `width` numbers */
const eq_code *lento_eq_gradients(eq_making *m, const int roots[], int n, int width, bool near);
/* rows expanded and added to the right-hand sides */
int lento_eq_add_springs(eq_making *m);

#endif
