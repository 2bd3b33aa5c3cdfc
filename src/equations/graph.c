/* SPDX-License-Identifier: MIT
 *
 * graph.c - expressions as one graph in which equal parts are the same node. Numbers are folded and trivial terms
 * dropped on the way in; sums and products keep the order in which they were written, except that constant factors are
 * collected. */
#include "equations/graph.h"

#include <string.h>

int lento_eq_graph_start(eq_graph *g, int size) {
    *g = (eq_graph){.size = size, .slots = 64};
    g->table = calloc(g->slots, sizeof *g->table);
    g->failed = !g->table || !EQ_MORE(g->nodes); /* zeroed: the number 0 */
    return g->failed ? -1 : 0;
}

void lento_eq_graph_free(eq_graph *g) {
    free(g->nodes.item);
    free(g->table);
    *g = (eq_graph){0};
}

/* ---- equal nodes are one ---- */

/* Numbers differ in their high bits and come first, so that the later rounds spread them. */
static size_t hash_of(const eq_node *n) {
    const uint64_t parts[] = {n->bits, (uint64_t)n->op << 32 ^ (uint64_t)n->a,
                              (uint64_t)n->b << 32 ^ (uint64_t)n->c};
    uint64_t h = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        h = (h ^ parts[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return (size_t)h;
}

static bool same(const eq_node *x, const eq_node *y) {
    return x->op == y->op && x->a == y->a && x->b == y->b && x->c == y->c && x->bits == y->bits;
}

static void enlarge(eq_graph *g) {
    int *table = calloc(2 * g->slots, sizeof *table);
    if (!table) {
        g->failed = true;
        return;
    }
    free(g->table);
    g->table = table;
    g->slots *= 2;
    for (size_t i = 1; i < g->nodes.count; i++) {
        size_t at = hash_of(&g->nodes.item[i]) & (g->slots - 1);
        while (table[at] > 0) {
            at = (at + 1) & (g->slots - 1);
        }
        table[at] = (int)i;
    }
}

static bool turns(const eq_graph *g, const eq_node *n) {
    const eq_node *item = g->nodes.item;
    const int operands = lento_eq_operations[n->op].operands;
    return n->op == EQ_INPUT
               ? n->a >= EQ_IN_ANGLE && n->a < EQ_IN_ANGLE + LENTO_MAX_SCALES
               : (operands > 0 && item[n->a].turns) || (operands > 1 && item[n->b].turns) ||
                     (operands > 2 && item[n->c].turns);
}

static int intern(eq_graph *g, eq_node n) {
    if (g->failed) {
        return 0;
    }
    size_t at = hash_of(&n) & (g->slots - 1);
    for (; g->table[at] > 0; at = (at + 1) & (g->slots - 1)) {
        if (same(&g->nodes.item[g->table[at]], &n)) {
            return g->table[at];
        }
    }
    g->large = g->nodes.count >= EQ_MAX_NODES;
    eq_node *place = g->large ? NULL : EQ_PUSH(g->nodes);
    if (!place) {
        g->failed = true;
        return 0;
    }
    *place = n;
    place->turns = turns(g, &n);
    g->table[at] = (int)g->nodes.count - 1;
    const int self = g->table[at];
    if (2 * g->nodes.count > g->slots) {
        enlarge(g);
    }
    return self;
}

/* The last node was put where its search ended, so the table is as it was before if it goes first. */
void lento_eq_graph_back(eq_graph *g, size_t count) {
    for (; g->nodes.count > count && count > 0; g->nodes.count--) {
        const int last = (int)g->nodes.count - 1;
        size_t at = hash_of(&g->nodes.item[last]) & (g->slots - 1);
        while (g->table[at] != last) {
            at = (at + 1) & (g->slots - 1);
        }
        g->table[at] = 0;
    }
}

int lento_eq_number(eq_graph *g, double value) {
    eq_node n = {.op = EQ_NUMBER, .k = value};
    memcpy(&n.bits, &value, sizeof n.bits);
    return value == 0 ? 0 : intern(g, n);
}

int lento_eq_input(eq_graph *g, int input) {
    return intern(g, (eq_node){.op = EQ_INPUT, .a = input});
}

static bool is(const eq_graph *g, int i, int op) {
    return g->nodes.item[i].op == op;
}

/* ---- simplified operations ---- */

/* operands that may be exchanged: the older one first, a number last */
static void put_in_order(const eq_graph *g, int *a, int *b) {
    double ka, kb;
    if (eq_is_number(g, *a, &ka) || (!eq_is_number(g, *b, &kb) && *a > *b)) {
        const int swap = *a;
        *a = *b;
        *b = swap;
    }
}

static int sum(eq_graph *g, int a, int b) {
    double ka, kb;
    put_in_order(g, &a, &b);
    if (eq_is_number(g, b, &kb)) {
        const eq_node n = g->nodes.item[a];
        if (kb == 0) {
            return a;
        }
        if (n.op == EQ_ADD && eq_is_number(g, n.b, &ka)) {
            return sum(g, n.a, lento_eq_number(g, ka + kb));
        }
    } else if (is(g, b, EQ_NEG)) {
        return lento_eq_node(g, EQ_SUB, a, g->nodes.item[b].a, 0);
    } else if (is(g, a, EQ_NEG)) {
        return lento_eq_node(g, EQ_SUB, b, g->nodes.item[a].a, 0);
    }
    return intern(g, (eq_node){.op = EQ_ADD, .a = a, .b = b});
}

static int difference(eq_graph *g, int a, int b) {
    double k;
    if (a == b) {
        return 0;
    }
    if (a == 0) {
        return lento_eq_node(g, EQ_NEG, b, 0, 0);
    }
    if (eq_is_number(g, b, &k)) {
        return sum(g, a, lento_eq_number(g, -k));
    }
    if (is(g, b, EQ_NEG)) {
        return sum(g, a, g->nodes.item[b].a);
    }
    return intern(g, (eq_node){.op = EQ_SUB, .a = a, .b = b});
}

/* the number that a product ends with, 0: none */
static double factor(const eq_graph *g, int i) {
    const eq_node *n = &g->nodes.item[i];
    double k = 0;
    return n->op == EQ_MUL && eq_is_number(g, n->b, &k) ? k : 0;
}

static int product(eq_graph *g, int a, int b) {
    double ka, kb;
    put_in_order(g, &a, &b);
    if (eq_is_number(g, b, &kb)) {
        const eq_node n = g->nodes.item[a];
        if (kb == 0 || kb == 1) {
            return kb == 0 ? 0 : a;
        }
        if (kb == -1) {
            return lento_eq_node(g, EQ_NEG, a, 0, 0);
        }
        if (n.op == EQ_MUL && eq_is_number(g, n.b, &ka)) {
            return product(g, n.a, lento_eq_number(g, ka * kb));
        }
        if (n.op == EQ_NEG) {
            return product(g, n.a, lento_eq_number(g, -kb));
        }
    } else if (factor(g, a) != 0 || factor(g, b) != 0) {
        const bool first = factor(g, a) != 0;
        const eq_node n = g->nodes.item[first ? a : b];
        return product(g, product(g, n.a, first ? b : a), n.b);
    } else if (is(g, a, EQ_NEG) || is(g, b, EQ_NEG)) {
        const bool first = is(g, a, EQ_NEG);
        const int inner =
            first ? product(g, g->nodes.item[a].a, b) : product(g, a, g->nodes.item[b].a);
        return lento_eq_node(g, EQ_NEG, inner, 0, 0);
    }
    return intern(g, (eq_node){.op = EQ_MUL, .a = a, .b = b});
}

static int quotient(eq_graph *g, int a, int b) {
    double k;
    int exponent;
    if (a == 0 && b != 0) {
        return 0;
    }
    if (eq_is_number(g, b, &k) && k != 0 && fabs(frexp(k, &exponent)) == 0.5 && isfinite(1 / k)) {
        return product(g, a, lento_eq_number(g, 1 / k)); /* exact */
    }
    if (factor(g, a) != 0 && factor(g, b) != 0) {
        const double both = factor(g, a) / factor(g, b);
        const int top = g->nodes.item[a].a, bottom = g->nodes.item[b].a;
        return product(g, quotient(g, top, bottom), lento_eq_number(g, both));
    }
    if (is(g, a, EQ_NEG)) {
        return lento_eq_node(g, EQ_NEG, quotient(g, g->nodes.item[a].a, b), 0, 0);
    }
    return intern(g, (eq_node){.op = EQ_DIV, .a = a, .b = b});
}

static int power(eq_graph *g, int a, int b) {
    double k;
    if (eq_is_number(g, b, &k)) {
        const bool root = fabs(k) == 0.5;
        if (root || (k == rint(k) && fabs(k) <= EQ_MAX_MULTIPLE)) {
            int result = root ? lento_eq_node(g, EQ_SQRT, a, 0, 0) : lento_eq_number(g, 1);
            int square = a;
            for (int n = root ? 0 : abs((int)k); n > 0; n /= 2) {
                result = n % 2 ? product(g, result, square) : result;
                square = n > 1 ? product(g, square, square) : square;
            }
            return k < 0 ? quotient(g, lento_eq_number(g, 1), result) : result;
        }
    }
    return intern(g, (eq_node){.op = EQ_POW, .a = a, .b = b});
}

int lento_eq_node(eq_graph *g, int op, int a, int b, int c) {
    double ka, kb, kc;
    const int operands = lento_eq_operations[op].operands;
    if (g->failed) {
        return 0;
    }
    if (eq_is_number(g, a, &ka) && (operands < 2 || eq_is_number(g, b, &kb)) &&
        (operands < 3 || eq_is_number(g, c, &kc))) {
        return lento_eq_number(
            g, lento_eq_apply(op, ka, operands > 1 ? kb : 0, operands > 2 ? kc : 0));
    }
    switch (op) {
    case EQ_NEG:
        return is(g, a, EQ_NEG)   ? g->nodes.item[a].a
               : is(g, a, EQ_SUB) ? difference(g, g->nodes.item[a].b, g->nodes.item[a].a)
                                  : intern(g, (eq_node){.op = EQ_NEG, .a = a});
    case EQ_ADD:
        return sum(g, a, b);
    case EQ_SUB:
        return difference(g, a, b);
    case EQ_MUL:
        return product(g, a, b);
    case EQ_DIV:
        return quotient(g, a, b);
    case EQ_POW:
        return power(g, a, b);
    case EQ_CHOOSE:
        if (eq_is_number(g, a, &ka) || b == c) {
            return b == c || ka != 0 ? b : c;
        }
        break;
    case EQ_SIN:
    case EQ_COS: {
        const int result = lento_eq_of_phase(g, op, a);
        if (result >= 0) {
            return result;
        }
        break;
    }
    case EQ_TAN: {
        const int s = lento_eq_of_phase(g, EQ_SIN, a);
        if (s >= 0) {
            return quotient(g, s, lento_eq_of_phase(g, EQ_COS, a));
        }
        break;
    }
    default:
        break;
    }
    return intern(
        g, (eq_node){.op = op, .a = a, .b = operands > 1 ? b : 0, .c = operands > 2 ? c : 0});
}

bool lento_eq_mark(const eq_graph *g, const int roots[], size_t n, char **marks) {
    char *mark = calloc(g->nodes.count + 1, 1);
    *marks = mark;
    if (!mark) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        mark[roots[i]] = 1;
    }
    for (size_t i = g->nodes.count; i-- > 0;) {
        const eq_node *node = &g->nodes.item[i];
        const int operands = lento_eq_operations[node->op].operands;
        if (mark[i] && operands > 0) {
            mark[node->a] = 1;
            mark[node->b] = operands > 1 ? 1 : mark[node->b];
            mark[node->c] = operands > 2 ? 1 : mark[node->c];
        }
    }
    return true;
}
