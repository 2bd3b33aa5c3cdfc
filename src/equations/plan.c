/* SPDX-License-Identifier: MIT
 *
 * plan.c - which nodes become one step, and who reads a node last: what code.c must know before it writes steps. */
#include "equations/steps.h"

/* a product, or a quotient by a number, that nobody else reads */
static bool fuses(const eq_plan *m, int i, bool products_only) {
    const eq_node *n = eq_plan_node(m, i);
    const bool part = n->op == EQ_DIV && eq_plan_number(m, n->b) && !products_only;
    return (n->op == EQ_MUL || part) && m->uses[i] == 1 && !m->inside[n->a] &&
           (n->op == EQ_DIV || eq_plan_number(m, n->b) || !m->inside[n->b]);
}

/* which operand becomes part of the step: 0 none, 1 a, 2 b */
static int fused_operand(const eq_plan *m, const eq_node *n) {
    if (n->op == EQ_MUL) { /* (x y) z, (x y) k; not (x k) z, where the number comes last already */
        const bool b = fuses(m, n->b, true) && !eq_plan_number(m, eq_plan_node(m, n->b)->b);
        const bool a = fuses(m, n->a, true) && !eq_plan_number(m, eq_plan_node(m, n->a)->b);
        return b ? 2 : a ? 1 : 0;
    }
    if ((n->op != EQ_ADD && n->op != EQ_SUB) || eq_plan_number(m, n->a)) {
        return 0;
    }
    /* x k + K has no step */
    const bool two = eq_plan_number(m, n->b) && eq_plan_number(m, eq_plan_node(m, n->a)->b);
    return fuses(m, n->b, false) ? 2 : fuses(m, n->a, false) && !two ? 1 : 0;
}

static void count_uses(eq_plan *m, const int roots[], size_t n, int nodes) {
    for (size_t i = 0; i < n; i++) {
        m->uses[roots[i]] += 2; /* results stay */
    }
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = eq_plan_node(m, i);
        const int operands = m->mark[i] ? lento_eq_operations[node->op].operands : 0;
        const int list[3] = {node->a, node->b, node->c};
        for (int k = 0; k < operands; k++) {
            m->uses[list[k]]++;
        }
    }
    for (int i = 0; i < nodes; i++) { /* operands first: a step has one inside, not two */
        const int which = m->mark[i] ? fused_operand(m, eq_plan_node(m, i)) : 0;
        if (which) {
            m->inside[which == 1 ? eq_plan_node(m, i)->a : eq_plan_node(m, i)->b] = 1;
        }
    }
}

/* which operand was chosen above */
int lento_eq_plan_operand(const eq_plan *m, const eq_node *n) {
    const bool can = n->op == EQ_MUL || n->op == EQ_ADD || n->op == EQ_SUB;
    return !can ? 0 : m->inside[n->b] && !eq_plan_number(m, n->b) ? 2 : m->inside[n->a] ? 1 : 0;
}

/* last readers, those of a fused product are the sum's */
static void find_last(eq_plan *m, const int roots[], size_t n, int nodes) {
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = eq_plan_node(m, i);
        const int operands =
            m->mark[i] && !m->inside[i] ? lento_eq_operations[node->op].operands : 0;
        const int list[3] = {node->a, node->b, node->c};
        for (int k = 0; k < operands; k++) {
            const eq_node *inner = eq_plan_node(m, list[k]);
            if (m->inside[list[k]]) {
                m->last[inner->a] = i;
                m->last[inner->b] = i;
            }
            m->last[list[k]] = i;
        }
    }
    for (size_t i = 0; i < n; i++) {
        m->last[roots[i]] = nodes;
    }
}

bool lento_eq_plan(eq_plan *m, eq_graph *g, const int roots[], size_t n) {
    const size_t nodes = g->nodes.count;
    m->g = g;
    m->uses = calloc(nodes + 1, sizeof *m->uses);
    m->last = calloc(nodes + 1, sizeof *m->last);
    m->inside = calloc(nodes + 1, 1);
    if (!m->uses || !m->last || !m->inside || !lento_eq_mark(g, roots, n, &m->mark)) {
        return false;
    }
    count_uses(m, roots, n, (int)nodes);
    find_last(m, roots, n, (int)nodes);
    return true;
}

void lento_eq_plan_free(eq_plan *m) {
    free(m->mark);
    free(m->uses);
    free(m->last);
    free(m->inside);
}
