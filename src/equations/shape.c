/* SPDX-License-Identifier: MIT
 *
 * shape.c - what the graph shows about a right-hand side, proved and not tried: evenness and highest harmonic in a
 * phase, dependence on time and velocity, corners, smoothness, polynomials in the state. */
#include "equations/graph.h"

enum { EVEN = 1, ODD = 2 }; /* bits of what a node is in the phase; a constant 0 would be both */
enum { UNBOUNDED = 1000 };

typedef struct trait {
    int16_t parity, degree; /* in the phase; degree 0: does not depend on it */
    bool raw;               /* an angle outside sin and cos */
    bool state, polynomial; /* depends on the state; as a polynomial */
} trait;

static bool odd_function(int op) {
    return op == EQ_SIN || op == EQ_TAN || op == EQ_ASIN || op == EQ_ATAN || op == EQ_SINH ||
           op == EQ_TANH || op == EQ_ERF || op == EQ_SIGN || op == EQ_NEG;
}
static bool even_function(int op) {
    return op == EQ_COS || op == EQ_COSH || op == EQ_ABS;
}

static int limited(int degree) {
    return degree < UNBOUNDED ? degree : UNBOUNDED;
}

static trait of_input(int input, int phase) {
    trait t = {.parity = EVEN, .polynomial = true};
    if (input == EQ_IN_COS + phase || input == EQ_IN_SIN + phase) {
        t.degree = 1;
        t.parity = input == EQ_IN_COS + phase ? EVEN : ODD;
    }
    if (input >= EQ_IN_ANGLE && input < EQ_IN_ANGLE + LENTO_MAX_SCALES) {
        t.raw = true;
        if (input == EQ_IN_ANGLE + phase) {
            t.degree = UNBOUNDED;
            t.parity = ODD;
        }
    }
    t.state = input >= EQ_IN_Q;
    return t;
}

/* a product has the product of the parities */
static int parity_times(int a, int b) {
    return a == 0 || b == 0 ? 0 : (a == b ? EVEN : ODD);
}

/* sin or cos of whole multiples of phases and other things is periodic */
static trait of_wave(eq_graph *g, const eq_node *n, int phase, trait a) {
    int which, times, rest;
    trait t = {.state = a.state, .parity = EVEN};
    int node = n->a;
    while (lento_eq_split(g, node, &which, &times, &rest) && which >= 0 && times != 0) {
        if (which == phase) {
            t.degree = (int16_t)limited(abs(times));
            t.parity = 0;
        }
        node = rest;
    }
    t.raw = g->nodes.item[node].turns;
    if (node == n->a) {
        t.raw = a.raw; /* no phase was taken out */
        t.degree = a.degree > 0 ? UNBOUNDED : 0;
        t.parity = a.parity == EVEN                     ? EVEN
                   : a.parity == ODD && n->op == EQ_SIN ? ODD
                   : a.parity == ODD                    ? EVEN
                                                        : 0;
    }
    t.polynomial = !t.state;
    return t;
}

static trait of_node(eq_graph *g, const eq_node *n, int phase, const trait all[]) {
    const int operands = lento_eq_operations[n->op].operands;
    const trait a = all[n->a], b = operands > 1 ? all[n->b] : (trait){.parity = EVEN},
                c = operands > 2 ? all[n->c] : (trait){.parity = EVEN};
    trait t = {.raw = a.raw || b.raw || c.raw, .state = a.state || b.state || c.state};
    if (n->op == EQ_SIN || n->op == EQ_COS || n->op == EQ_TAN) {
        return of_wave(g, n, phase, a);
    }
    t.polynomial = !t.state;
    const int most = a.degree > b.degree ? a.degree : b.degree;
    if (n->op == EQ_ADD || n->op == EQ_SUB) {
        t.degree = (int16_t)most;
        t.parity = (int16_t)(a.parity == b.parity ? a.parity : 0);
        t.polynomial = a.polynomial && b.polynomial;
        return t;
    }
    if (n->op == EQ_MUL || n->op == EQ_DIV) {
        const bool divided = n->op == EQ_DIV && b.degree > 0;
        t.degree = (int16_t)(divided ? UNBOUNDED : limited(a.degree + b.degree));
        t.parity = (int16_t)parity_times(a.parity, b.parity);
        t.polynomial = a.polynomial && b.polynomial && (n->op == EQ_MUL || !b.state);
        return t;
    }
    t.degree = (int16_t)(most > 0 || c.degree > 0 ? UNBOUNDED : 0);
    const bool even = a.parity == EVEN && (operands < 2 || b.parity == EVEN) &&
                      (operands < 3 || c.parity == EVEN);
    t.parity = (int16_t)(even                                      ? EVEN
                         : a.parity == ODD && odd_function(n->op)  ? ODD
                         : a.parity == ODD && even_function(n->op) ? EVEN
                                                                   : 0);
    if (n->op == EQ_NEG) {
        t.degree = a.degree;
        t.polynomial = a.polynomial;
    }
    return t;
}

static bool corner(int op) {
    return op == EQ_ABS || op == EQ_SIGN || op == EQ_HEAV || op == EQ_MAX || op == EQ_MIN ||
           op == EQ_MOD || op == EQ_FLR || op == EQ_CEIL || op == EQ_CHOOSE || op == EQ_LESS ||
           op == EQ_AT_MOST || op == EQ_EQUAL || op == EQ_UNEQUAL || op == EQ_AND || op == EQ_OR ||
           op == EQ_NOT;
}

/* finite at a place where it cannot be differentiated as often as one likes: a root at 0, the end of asin, the cut of
 * atan2, a piece of a table */
static bool edge(const eq_graph *g, const eq_node *n) {
    double power = 0;
    const bool whole = n->op == EQ_POW && eq_is_number(g, n->b, &power) && power == floor(power);
    return corner(n->op) || (n->op == EQ_POW && !whole) || n->op == EQ_SQRT || n->op == EQ_ASIN ||
           n->op == EQ_ACOS || n->op == EQ_ATAN2 || n->op == EQ_LOOKUP;
}

static void summarise(const eq_graph *g, const int roots[], size_t n, const trait all[],
                      const char *mark, size_t count, eq_shape *shape) {
    *shape = (eq_shape){.even = true, .periodic = true, .polynomial = true, .smooth = true};
    for (size_t i = 0; i < n; i++) {
        const trait *t = &all[roots[i]];
        shape->even = shape->even && t->parity == EVEN;
        shape->periodic = shape->periodic && !t->raw;
        shape->polynomial = shape->polynomial && t->polynomial;
        shape->harmonics = t->degree > shape->harmonics ? t->degree : shape->harmonics;
    }
    shape->harmonics = shape->harmonics >= UNBOUNDED ? EQ_HARMONICS : shape->harmonics;
    for (size_t i = 0; i < count; i++) {
        const eq_node *node = &g->nodes.item[i];
        if (mark[i] && node->op == EQ_INPUT) {
            shape->time = shape->time || node->a == EQ_IN_T;
            shape->velocity = shape->velocity || node->a >= EQ_IN_Q + g->size;
        }
        const bool lines =
            node->op == EQ_LOOKUP && lento_eq_lookup_of(g->nodes.item[node->b].k)->linear;
        shape->corners = shape->corners || (mark[i] && (corner(node->op) || lines));
        shape->smooth = shape->smooth && !(mark[i] && edge(g, node));
    }
}

int lento_eq_shape(eq_graph *g, const int roots[], size_t n, int phase, eq_shape *shape) {
    char *mark = NULL;
    const size_t count = g->nodes.count;
    trait *all = calloc(count + 1, sizeof *all);
    if (!all || !lento_eq_mark(g, roots, n, &mark)) {
        g->failed = true;
    }
    for (size_t i = 0; i < count && !g->failed; i++) {
        const eq_node node = g->nodes.item[i]; /* the graph may grow below */
        if (mark[i]) {
            all[i] = node.op == EQ_NUMBER  ? (trait){.parity = EVEN, .polynomial = true}
                     : node.op == EQ_INPUT ? of_input(node.a, phase)
                                           : of_node(g, &node, phase, all);
        }
    }
    if (!g->failed) {
        summarise(g, roots, n, all, mark, count, shape);
    }
    free(all);
    free(mark);
    return g->failed ? -1 : 0;
}
