/* SPDX-License-Identifier: MIT
 *
 * increment.c - differences without cancellation: for e(q) the node e(q + d) - e(q), exact to rounding for small d.
 * With D e that difference:
 *
 *     D(a b) = Da b + (a + Da) Db,         D(a/b) = (Da - (a/b) Db)/(b + Db),   D(a^2) = Da (2 a + Da)
 *     D sqrt a = Da/(sqrt(a + Da) + sqrt a), D sin a = 2 cos(a + Da/2) sin(Da/2), D exp a = exp a expm1(Da)
 *
 * and f(a + Da) - f(a) for other functions. Stiff springs and constraints keep their digits that way. */
#include "equations/graph.h"

/* e + De */
static int moved(eq_graph *g, int e, const int d[]) {
    return op2(g, EQ_ADD, e, d[e]);
}

static int product(eq_graph *g, int a, int b, const int d[]) {
    if (a == b) {
        return op2(g, EQ_MUL, d[a], op2(g, EQ_ADD, op2(g, EQ_MUL, a, lento_eq_number(g, 2)), d[a]));
    }
    const int first = op2(g, EQ_MUL, d[a], b);
    return op2(g, EQ_ADD, first, op2(g, EQ_MUL, moved(g, a, d), d[b]));
}

/* sin and cos: 2 cos(a + Da/2) sin(Da/2), -2 sin(a + Da/2) sin(Da/2) */
static int wave(eq_graph *g, int op, int a, const int d[]) {
    const int half = op2(g, EQ_MUL, d[a], lento_eq_number(g, 0.5));
    const int middle = op1(g, op == EQ_SIN ? EQ_COS : EQ_SIN, op2(g, EQ_ADD, a, half));
    const int both = op2(g, EQ_MUL, middle, op1(g, EQ_SIN, half));
    return op2(g, EQ_MUL, both, lento_eq_number(g, op == EQ_SIN ? 2 : -2));
}

static int difference(eq_graph *g, int self, const eq_node *n, const int d[], const void *of) {
    (void)of;
    const int operands = lento_eq_operations[n->op].operands, a = n->a, b = n->b;
    switch (n->op) {
    case EQ_INPUT:
        return a >= EQ_IN_Q && a < EQ_IN_Q + g->size ? lento_eq_input(g, a + 2 * g->size) : 0;
    case EQ_NEG:
        return op1(g, EQ_NEG, d[a]);
    case EQ_ADD:
    case EQ_SUB:
        return op2(g, n->op, d[a], d[b]);
    case EQ_MUL:
        return product(g, a, b, d);
    case EQ_DIV:
        return op2(g, EQ_DIV, op2(g, EQ_SUB, d[a], op2(g, EQ_MUL, self, d[b])), moved(g, b, d));
    case EQ_SQRT:
        return op2(g, EQ_DIV, d[a], op2(g, EQ_ADD, op1(g, EQ_SQRT, moved(g, a, d)), self));
    case EQ_SIN:
    case EQ_COS:
        return wave(g, n->op, a, d);
    case EQ_EXP:
        return op2(g, EQ_MUL, self, op1(g, EQ_EXPM1, d[a]));
    default:
        break;
    }
    const int there = lento_eq_node(g, n->op, moved(g, a, d), operands > 1 ? moved(g, b, d) : 0,
                                    operands > 2 ? moved(g, n->c, d) : 0);
    return op2(g, EQ_SUB, there, self);
}

int lento_eq_increment(eq_graph *g, const int roots[], size_t n, int differences[]) {
    return lento_eq_sweep(g, roots, n, difference, NULL, differences);
}
