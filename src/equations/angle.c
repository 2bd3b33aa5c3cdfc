/* SPDX-License-Identifier: MIT
 *
 * angle.c - phases inside sin and cos: sin and cos of a phase become its cosine and sine, those of multiples of it
 * polynomials in them. */
#include "equations/graph.h"

enum { MAX_TIMES = 1000 };

/* A sum that shares its parts is visited once for each way to them: there may be too many. */
enum { MAX_SPLIT_DEPTH = 64, MAX_SPLITS = 4096 };

typedef struct splitting {
    eq_graph *g;
    int phase; /* -1: none so far */
    int depth, visits;
} splitting;

static bool split(splitting *s, int node, int *times, int *rest);

static bool split_sum(splitting *s, const eq_node *n, int *times, int *rest) {
    int t[2], r[2];
    if (!split(s, n->a, &t[0], &r[0]) || !split(s, n->b, &t[1], &r[1])) {
        return false;
    }
    *times = n->op == EQ_ADD ? t[0] + t[1] : t[0] - t[1];
    *rest = lento_eq_node(s->g, n->op, r[0], r[1], 0);
    return abs(*times) <= MAX_TIMES;
}

static bool split_product(splitting *s, const eq_node *n, int node, int *times, int *rest) {
    const double k = n->op == EQ_NEG ? -1 : s->g->nodes.item[n->b].k;
    int inner;
    if (!split(s, n->a, times, &inner)) {
        return false;
    }
    if (*times == 0) {
        *rest = node;
        return true;
    }
    if (k != rint(k) || fabs(k * *times) > MAX_TIMES) {
        return false;
    }
    *times = (int)(k * *times);
    *rest = lento_eq_node(s->g, EQ_MUL, inner, lento_eq_number(s->g, k), 0);
    return true;
}

static bool split(splitting *s, int node, int *times, int *rest) {
    const eq_node n = s->g->nodes.item[node];
    double k;
    *times = 0;
    *rest = node;
    if (!n.turns) {
        return true;
    }
    if (n.op == EQ_INPUT) {
        const int phase = n.a - EQ_IN_ANGLE;
        if (s->phase < 0 || s->phase == phase) { /* another phase is part of the rest */
            s->phase = phase;
            *times = 1;
            *rest = 0;
        }
        return true;
    }
    if (s->depth >= MAX_SPLIT_DEPTH || s->visits++ >= MAX_SPLITS) {
        return false;
    }
    const bool product = n.op == EQ_NEG || (n.op == EQ_MUL && eq_is_number(s->g, n.b, &k));
    s->depth++;
    const bool done = n.op == EQ_ADD || n.op == EQ_SUB ? split_sum(s, &n, times, rest)
                      : product                        ? split_product(s, &n, node, times, rest)
                                                       : true;
    s->depth--;
    return done;
}

bool lento_eq_split(eq_graph *g, int node, int *phase, int *n, int *rest) {
    splitting s = {.g = g, .phase = -1};
    const bool done = split(&s, node, n, rest);
    *phase = s.phase;
    return done;
}

/* cos and sin of n angles, from those of one */
static void multiple(eq_graph *g, int phase, int n, int *c, int *s) {
    const int c1 = lento_eq_input(g, EQ_IN_COS + phase), s1 = lento_eq_input(g, EQ_IN_SIN + phase);
    const int two = lento_eq_number(g, 2), one = lento_eq_number(g, 1);
    *c = c1;
    *s = s1;
    if (n == 2) {
        *c = lento_eq_node(g, EQ_MUL, c1, c1, 0);
        *c = lento_eq_node(g, EQ_SUB, lento_eq_node(g, EQ_MUL, *c, two, 0), one, 0);
        *s = lento_eq_node(g, EQ_MUL, lento_eq_node(g, EQ_MUL, s1, c1, 0), two, 0);
    } else if (n > 2) {
        int ca, sa;
        multiple(g, phase, n - 1, &ca, &sa);
        *c = lento_eq_node(g, EQ_SUB, lento_eq_node(g, EQ_MUL, ca, c1, 0),
                           lento_eq_node(g, EQ_MUL, sa, s1, 0), 0);
        *s = lento_eq_node(g, EQ_ADD, lento_eq_node(g, EQ_MUL, sa, c1, 0),
                           lento_eq_node(g, EQ_MUL, ca, s1, 0), 0);
    }
}

/* sin or cos of n phases plus a number, as a polynomial; -1: something else */
int lento_eq_of_phase(eq_graph *g, int op, int a) {
    int phase, n, rest, c, s;
    double shift;
    if (!lento_eq_split(g, a, &phase, &n, &rest) || n == 0 || abs(n) > EQ_MAX_MULTIPLE ||
        !eq_is_number(g, rest, &shift)) {
        return -1;
    }
    multiple(g, phase, abs(n), &c, &s);
    s = n < 0 ? lento_eq_node(g, EQ_NEG, s, 0, 0) : s;
    const int cr = lento_eq_number(g, cos(shift)), sr = lento_eq_number(g, sin(shift));
    return op == EQ_COS ? lento_eq_node(g, EQ_SUB, lento_eq_node(g, EQ_MUL, c, cr, 0),
                                        lento_eq_node(g, EQ_MUL, s, sr, 0), 0)
                        : lento_eq_node(g, EQ_ADD, lento_eq_node(g, EQ_MUL, s, cr, 0),
                                        lento_eq_node(g, EQ_MUL, c, sr, 0), 0);
}
