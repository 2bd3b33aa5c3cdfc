/* SPDX-License-Identifier: MIT
 *
 * derive.c - derivatives of nodes by the rules, as new nodes of the same graph: one loop over what the roots need. */
#include "equations/graph.h"

static int num(eq_graph *g, double k) {
    return lento_eq_number(g, k);
}

static int input(eq_graph *g, const eq_node *n, int by, const double rates[]) {
    const int i = n->a;
    if (by >= 0) {
        return i == by ? num(g, 1) : 0;
    }
    if (i == EQ_IN_T) {
        return num(g, 1);
    }
    if (i >= EQ_IN_COS && i < EQ_IN_COS + LENTO_MAX_SCALES) {
        const int k = i - EQ_IN_COS;
        return op2(g, EQ_MUL, lento_eq_input(g, EQ_IN_SIN + k), num(g, -rates[k]));
    }
    if (i >= EQ_IN_SIN && i < EQ_IN_SIN + LENTO_MAX_SCALES) {
        const int k = i - EQ_IN_SIN;
        return op2(g, EQ_MUL, lento_eq_input(g, EQ_IN_COS + k), num(g, rates[k]));
    }
    if (i >= EQ_IN_ANGLE && i < EQ_IN_ANGLE + LENTO_MAX_SCALES) {
        return num(g, rates[i - EQ_IN_ANGLE]);
    }
    return 0;
}

/* a^b */
static int power(eq_graph *g, int self, int a, int b, int da, int db) {
    const eq_node n = g->nodes.item[b];
    if (n.op == EQ_NUMBER) {
        const int less = op2(g, EQ_POW, a, num(g, n.k - 1));
        return op2(g, EQ_MUL, op2(g, EQ_MUL, less, b), da);
    }
    const int first = op2(g, EQ_MUL, db, op1(g, EQ_LOG, a));
    const int second = op2(g, EQ_DIV, op2(g, EQ_MUL, b, da), a);
    return op2(g, EQ_MUL, self, op2(g, EQ_ADD, first, second));
}

/* the derivative of a function of one argument by it */
static int outer(eq_graph *g, int op, int self, int a) {
    const int one = num(g, 1), square = op2(g, EQ_MUL, a, a), own = op2(g, EQ_MUL, self, self);
    switch (op) {
    case EQ_SIN:
        return op1(g, EQ_COS, a);
    case EQ_COS:
        return op1(g, EQ_NEG, op1(g, EQ_SIN, a));
    case EQ_TAN:
        return op2(g, EQ_ADD, own, one);
    case EQ_ASIN:
    case EQ_ACOS:
        return op2(g, EQ_DIV, num(g, op == EQ_ASIN ? 1 : -1),
                   op1(g, EQ_SQRT, op2(g, EQ_SUB, one, square)));
    case EQ_ATAN:
        return op2(g, EQ_DIV, one, op2(g, EQ_ADD, square, one));
    case EQ_SINH:
        return op1(g, EQ_COSH, a);
    case EQ_COSH:
        return op1(g, EQ_SINH, a);
    case EQ_TANH:
        return op2(g, EQ_SUB, one, own);
    case EQ_EXP:
        return self;
    case EQ_EXPM1:
        return op1(g, EQ_EXP, a);
    case EQ_LOG:
        return op2(g, EQ_DIV, one, a);
    case EQ_LOG10:
        return op2(g, EQ_DIV, num(g, 1 / log(10)), a);
    case EQ_ABS:
        return op1(g, EQ_SIGN, a);
    case EQ_ERF:
        return op2(g, EQ_MUL, op1(g, EQ_EXP, op1(g, EQ_NEG, square)),
                   num(g, 1.12837916709551257390));
    default:
        return 0; /* steps and logic */
    }
}

/* operations of two and three operands */
static int several(eq_graph *g, int self, const eq_node *n, const int d[]) {
    const int a = n->a, b = n->b, da = d[a], db = d[b];
    switch (n->op) {
    case EQ_ADD:
    case EQ_SUB:
        return op2(g, n->op, da, db);
    case EQ_MUL:
        return a == b ? op2(g, EQ_MUL, op2(g, EQ_MUL, a, da), num(g, 2))
                      : op2(g, EQ_ADD, op2(g, EQ_MUL, da, b), op2(g, EQ_MUL, a, db));
    case EQ_DIV:
        return op2(g, EQ_DIV, op2(g, EQ_SUB, da, op2(g, EQ_MUL, self, db)), b);
    case EQ_POW:
        return power(g, self, a, b, da, db);
    case EQ_ATAN2: {
        const int top = op2(g, EQ_SUB, op2(g, EQ_MUL, b, da), op2(g, EQ_MUL, a, db));
        return op2(g, EQ_DIV, top, op2(g, EQ_ADD, op2(g, EQ_MUL, a, a), op2(g, EQ_MUL, b, b)));
    }
    case EQ_MAX:
        return lento_eq_node(g, EQ_CHOOSE, op2(g, EQ_LESS, b, a), da, db);
    case EQ_MIN:
        return lento_eq_node(g, EQ_CHOOSE, op2(g, EQ_LESS, a, b), da, db);
    case EQ_MOD:
        return op2(g, EQ_SUB, da, op2(g, EQ_MUL, op1(g, EQ_FLR, op2(g, EQ_DIV, a, b)), db));
    case EQ_BESSELJ: {
        const int below = op2(g, EQ_BESSELJ, op2(g, EQ_SUB, a, num(g, 1)), b);
        const int above = op2(g, EQ_BESSELJ, op2(g, EQ_ADD, a, num(g, 1)), b);
        return op2(g, EQ_MUL, op2(g, EQ_MUL, op2(g, EQ_SUB, below, above), num(g, 0.5)), db);
    }
    case EQ_CHOOSE:
        return lento_eq_node(g, EQ_CHOOSE, a, db, d[n->c]);
    case EQ_LOOKUP: {
        const int next = num(g, g->nodes.item[n->c].k + 1);
        return op2(g, EQ_MUL, lento_eq_node(g, EQ_LOOKUP, a, b, next), da);
    }
    default:
        return 0;
    }
}

typedef struct variable {
    int by;
    const double *rates;
} variable;

static int derivative(eq_graph *g, int self, const eq_node *n, const int d[], const void *of) {
    const variable *v = of;
    switch (n->op) {
    case EQ_INPUT:
        return input(g, n, v->by, v->rates);
    case EQ_NEG:
        return op1(g, EQ_NEG, d[n->a]);
    case EQ_SQRT:
        return op2(g, EQ_DIV, d[n->a], op2(g, EQ_MUL, self, num(g, 2)));
    default:
        return lento_eq_operations[n->op].operands > 1
                   ? several(g, self, n, d)
                   : op2(g, EQ_MUL, outer(g, n->op, self, n->a), d[n->a]);
    }
}

int lento_eq_derive(eq_graph *g, const int roots[], size_t n, int by, const double rates[],
                    int derivatives[]) {
    return lento_eq_sweep(g, roots, n, derivative, &(variable){by, rates}, derivatives);
}

int lento_eq_sweep(eq_graph *g, const int roots[], size_t n, eq_rule *rule, const void *of,
                   int results[]) {
    char *mark = NULL;
    const size_t count = g->nodes.count;
    int *d = calloc(count + 1, sizeof *d);
    if (!d || !lento_eq_mark(g, roots, n, &mark)) {
        g->failed = true;
    }
    for (size_t i = 0; i < count && !g->failed; i++) {
        const eq_node node = g->nodes.item[i];
        const int operands = lento_eq_operations[node.op].operands;
        if (mark[i] && (node.op == EQ_INPUT || (operands > 0 && d[node.a] != 0) ||
                        (operands > 1 && d[node.b] != 0) || (operands > 2 && d[node.c] != 0))) {
            d[i] = rule(g, (int)i, &node, d, of);
        }
    }
    for (size_t i = 0; i < n; i++) {
        results[i] = g->failed ? 0 : d[roots[i]];
    }
    free(mark);
    free(d);
    return g->failed ? -1 : 0;
}
