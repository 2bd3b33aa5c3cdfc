/* SPDX-License-Identifier: MIT
 *
 * steps.h - steps of register code beyond the operations of ops.h: with a number k, and with a product or a quotient
 * inside (two roundings, as written). */
#ifndef LENTO_EQUATIONS_STEPS_H
#define LENTO_EQUATIONS_STEPS_H

#include "equations/graph.h"

/* name, value of registers a, b, c and the number k */
#define EQ_STEPS(X)                                                                                \
    X(LOAD, K)                                                                                     \
    X(COPY, A)                                                                                     \
    X(ADD_K, A + K)                                                                                \
    X(SUB_K, A - K)                                                                                \
    X(K_SUB, K - A)                                                                                \
    X(MUL_K, A *K)                                                                                 \
    X(DIV_K, A / K)                                                                                \
    X(K_DIV, K / A)                                                                                \
    X(SCALE_ADD, A *K + B)                                                                         \
    X(SCALE_SUB, A *K - B)                                                                         \
    X(PART_ADD, A / K + B)                                                                         \
    X(PART_SUB, A / K - B)                                                                         \
    X(MUL_ADD, A *B + C)                                                                           \
    X(MUL_SUB, A *B - C)                                                                           \
    X(SUB_MUL, C - A * B)                                                                          \
    X(MUL_ADD_K, A *B + K)                                                                         \
    X(MUL_MUL, A *B *C)                                                                            \
    X(MUL_MUL_K, A *B *K)

enum eq_step_kind {
    STEP_END = EQ_INPUT, /* numbers and inputs of ops.h need no steps */
    STEP_NONE = EQ_OPERATIONS,
#define EQ_STEP_NAME(name, value) STEP_##name,
    EQ_STEPS(EQ_STEP_NAME)
#undef EQ_STEP_NAME
        STEP_OUT /* added to any of them: the value is a result, d its place */
};

/* plan.c: of the nodes that some results need */
typedef struct eq_plan {
    eq_graph *g;
    char *mark;
    int *uses;    /* how often a node is read */
    int *last;    /* the node that reads it last */
    char *inside; /* part of the step of the node that reads it */
} eq_plan;
/* False without memory. Free it in all cases. */
bool lento_eq_plan(eq_plan *plan, eq_graph *g, const int roots[], size_t n);
void lento_eq_plan_free(eq_plan *plan);
/* which operand is part of the step of n: 0 none, 1 a, 2 b */
int lento_eq_plan_operand(const eq_plan *plan, const eq_node *n);
static inline const eq_node *eq_plan_node(const eq_plan *plan, int i) {
    return &plan->g->nodes.item[i];
}
static inline bool eq_plan_number(const eq_plan *plan, int i) {
    return eq_plan_node(plan, i)->op == EQ_NUMBER;
}

#endif
