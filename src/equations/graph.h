/* SPDX-License-Identifier: MIT
 *
 * graph.h - what a text computes once its parameters have values: one graph of all expressions, its derivatives and its
 * shape, and the register code that is made of it. */
#ifndef LENTO_EQUATIONS_GRAPH_H
#define LENTO_EQUATIONS_GRAPH_H

#include "equations/equations.h"

/* ---- graphs: node 0 is the number 0, so that a failed graph still has valid nodes ---- */

enum { EQ_MAX_MULTIPLE = 16 }; /* of an angle, and powers, that are written out */

/* inputs: t, cosines, sines and angles of the phases, then q, v and increments d, `size` of each */
enum { EQ_IN_T = 0, EQ_IN_COS = 1, EQ_IN_SIN = 5, EQ_IN_ANGLE = 9, EQ_IN_Q = 16 };

typedef struct eq_node {
    int op, a, b, c; /* an input has its number in a */
    double k;        /* a number, */
    uint64_t bits;   /* and its bits, by which numbers are told apart */
    bool turns;      /* reads the angle of a phase */
} eq_node;

typedef struct eq_graph {
    EQ_LIST(eq_node) nodes;
    int *table;
    size_t slots;
    int size; /* numbers in q */
    bool failed, large;
} eq_graph;

int lento_eq_graph_start(eq_graph *g, int size);
void lento_eq_graph_free(eq_graph *g);
int lento_eq_number(eq_graph *g, double value);
int lento_eq_input(eq_graph *g, int input);
/* simplified; operands that an operation does not have are 0 */
int lento_eq_node(eq_graph *g, int op, int a, int b, int c);
static inline bool eq_is_number(const eq_graph *g, int i, double *value) {
    *value = g->nodes.item[i].k;
    return g->nodes.item[i].op == EQ_NUMBER;
}
/* angle.c: sin or cos of n phases plus a number as a polynomial in the cosine and sine of the phase; -1: something else */
int lento_eq_of_phase(eq_graph *g, int op, int a);
/* node = n * (angle of some phase) + rest; false: it is not of this form. phase -1: it has none */
bool lento_eq_split(eq_graph *g, int node, int *phase, int *n, int *rest);
/* takes back the nodes that were added since there were so many */
void lento_eq_graph_back(eq_graph *g, size_t count);
/* marks what the roots need; false without memory */
bool lento_eq_mark(const eq_graph *g, const int roots[], size_t n, char **marks);

/* expand.c: trees with these parameters (SI) -> nodes of the graph */
typedef struct eq_expansion {
    const eq_file *file;
    eq_graph *graph;
    const double *p;
    int *symbol, *value; /* nodes of symbols and of trees */
    int64_t visits;
    int depth;
    const eq_lookup **lookup; /* tables with their values */
    lento_build *build;       /* whose memory they use; NULL: that of the expansion */
    eq_chunk *chunks;
    bool fixed_time; /* t is a number */
    double time;
    const char *wrong; /* what cannot be computed; NULL: it is too large, or nothing */
} eq_expansion;
/* scale: where each phase of the file is among the phases of the system; NULL: they are not needed. build: its code will
 * be used after the expansion is gone, so tables live there; NULL: it will not */
int lento_eq_expand_start(eq_expansion *x, const eq_file *file, eq_graph *g, const double p[],
                          const int scale[], lento_build *build);
void lento_eq_expand_free(eq_expansion *x);
int lento_eq_expand(eq_expansion *x, eq_range range);
/* the number that an expression of parameters is; NaN if it is none */
double lento_eq_constant(eq_expansion *x, eq_range range);

static inline int op1(eq_graph *g, int op, int a) {
    return lento_eq_node(g, op, a, 0, 0);
}
static inline int op2(eq_graph *g, int op, int a, int b) {
    return lento_eq_node(g, op, a, b, 0);
}
/* derive.c: what follows by a rule for each input, and for each operation with an operand for which it is not 0 */
typedef int eq_rule(eq_graph *g, int self, const eq_node *n, const int d[], const void *of);
int lento_eq_sweep(eq_graph *g, const int roots[], size_t n, eq_rule *rule, const void *of,
                   int results[]);
/* derive.c: d roots / d input; input -1: d/dt at fixed state, the phases turn at these rates */
int lento_eq_derive(eq_graph *g, const int roots[], size_t n, int input, const double rates[],
                    int derivatives[]);
/* increment.c: root(base + d) - root(base) without cancellation */
int lento_eq_increment(eq_graph *g, const int roots[], size_t n, int differences[]);

/* shape.c */
enum { EQ_HARMONICS = 8 }; /* declared where no bound is known */
typedef struct eq_shape {
    bool even, periodic; /* in a phase; every phase only inside sin, cos, tan */
    int harmonics;       /* 0: does not depend on the phase */
    bool time, velocity, corners, polynomial;
    bool smooth; /* has all derivatives wherever it is finite */
} eq_shape;
int lento_eq_shape(eq_graph *g, const int roots[], size_t n, int phase, eq_shape *shape);

/* ---- register code ---- */
typedef struct eq_step {
    const void *go; /* where its code is, see evaluate.c */
    double k;
    uint16_t op, d, a, b, c;
} eq_step;

typedef struct eq_move {
    uint32_t from, to;
} eq_move;

/* Registers: q, v and d if they are read, numbers of the phases, what is computed. */
typedef struct eq_code {
    const eq_step *steps;
    int registers, size;
    unsigned uses; /* EQ_USES_... */
    int v, d;      /* registers of the velocities and increments */
    int time;      /* the register of t, -1: unused */
    /* numbers of the phases (three each: angle, cosine, sine) -> registers */
    const eq_move *inputs;
    int input_count;
    /* NULL: the steps write all results. Otherwise registers -> results; the other numbers are 0 */
    /* reads the state alone */
    bool plain;
    const eq_move *moves;
    size_t numbers;
    int move_count;
} eq_code;
enum { EQ_USES_Q = 1, EQ_USES_V = 2, EQ_USES_D = 4 };

/* outputs: node roots[i] goes to place to[i] (NULL: i) of `numbers` numbers, zeros left out. The code lives in the
 * build. NULL without memory or with more than 65000 numbers alive at once. */
const eq_code *lento_eq_compile(eq_graph *g, const int roots[], const int to[], size_t n,
                                size_t numbers, lento_build *build);
/* makes steps ready for evaluation */
void lento_eq_link(eq_step steps[], int count);
void lento_eq_evaluate(const eq_code *code, double t, const lento_phase phase[], const double q[],
                       const double v[], const double d[], double out[]);

#endif
