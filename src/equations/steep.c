/* SPDX-License-Identifier: MIT
 *
 * steep.c - where the right-hand sides of a text may change within a short way: the arguments of their functions,
 * which themselves change gently. Whoever takes long steps can see from them what lies in between. */
#include <stdlib.h>

#include "equations/model.h"

typedef struct found {
    int node, kind;
} found;

/* the argument of a node that may be steep; -1: none */
static found argument(eq_graph *g, const eq_node *n) {
    switch (n->op) {
    case EQ_SIN:
    case EQ_COS:
    case EQ_TAN:
        return (found){n->a, LENTO_STEEP_WAVE};
    case EQ_TANH:
    case EQ_ERF:
        return (found){n->a, LENTO_STEEP_STEP};
    case EQ_EXP:
    case EQ_EXPM1:
    case EQ_SINH:
    case EQ_COSH:
        return (found){n->a, LENTO_STEEP_EXP};
    case EQ_ATAN: /* as gentle as 1 + a^2 */
        return (found){lento_eq_node(g, EQ_ADD, lento_eq_number(g, 1),
                                     lento_eq_node(g, EQ_MUL, n->a, n->a, 0), 0),
                       LENTO_STEEP_RATIO};
    case EQ_DIV:
        return (found){n->b, LENTO_STEEP_RATIO};
    case EQ_POW:
    case EQ_LOG:
    case EQ_LOG10:
    case EQ_SQRT:
        return (found){n->a, LENTO_STEEP_RATIO};
    case EQ_ABS:
    case EQ_SIGN:
    case EQ_HEAV:
        return (found){n->a, LENTO_STEEP_SWITCH};
    case EQ_MAX:
    case EQ_MIN:
    case EQ_LESS:
    case EQ_AT_MOST:
        return (found){lento_eq_node(g, EQ_SUB, n->a, n->b, 0), LENTO_STEEP_SWITCH};
    default:
        return (found){-1, 0};
    }
}

/* changes gently with what it is made of, or its argument is looked at: nothing that is narrow can hide in it */
static bool told(const eq_graph *g, const eq_node *n) {
    const int op = n->op;
    double power;
    if (op == EQ_POW && !eq_is_number(g, n->b, &power)) {
        return false;
    }
    return op == EQ_NUMBER || op == EQ_INPUT || op == EQ_NEG || op == EQ_ADD || op == EQ_SUB ||
           op == EQ_MUL || op == EQ_DIV || op == EQ_POW || op == EQ_SQRT || op == EQ_LOG ||
           op == EQ_LOG10 || op == EQ_SIN || op == EQ_COS || op == EQ_TAN || op == EQ_ATAN ||
           op == EQ_EXP || op == EQ_EXPM1 || op == EQ_SINH || op == EQ_COSH || op == EQ_TANH ||
           op == EQ_ERF;
}

static void add(found list[], int *count, found f, const eq_graph *g) {
    if (f.node < 0 || *count == LENTO_MOST_STEEP || g->nodes.item[f.node].op == EQ_NUMBER) {
        return;
    }
    for (int i = 0; i < *count; i++) {
        if (list[i].node == f.node && list[i].kind == f.kind) {
            return;
        }
    }
    list[(*count)++] = f;
}

static int steep_arguments(double t, const lento_phase phase[], const double state[],
                           double arguments[], void *params) {
    const eq_model *m = params;
    const double *v = m->order == 2 ? state + m->size : NULL;
    lento_eq_evaluate(m->steep, t, phase, state, v, NULL, arguments);
    return 0;
}

int lento_eq_make_steep(eq_making *m, lento_knowledge *known) {
    found list[LENTO_MOST_STEEP];
    int nodes[LENTO_MOST_STEEP], kind[LENTO_MOST_STEEP], count = 0;
    char *mark = NULL;
    bool whole = true;
    const size_t before = m->graph.nodes.count;
    if (!lento_eq_mark(&m->graph, m->rate_nodes, (size_t)m->graph.size, &mark)) {
        return -1;
    }
    for (size_t i = 0; i < before && !m->graph.failed; i++) {
        const eq_node node = m->graph.nodes.item[i]; /* the graph may grow below */
        if (mark[i]) {
            whole = whole && told(&m->graph, &node);
            add(list, &count, argument(&m->graph, &node), &m->graph);
        }
    }
    free(mark);
    for (int i = 0; i < count; i++) {
        nodes[i] = list[i].node;
        kind[i] = list[i].kind;
    }
    if (m->graph.failed) {
        return -1;
    }
    lento_steep steep = {.count = count, .whole = whole && count < LENTO_MOST_STEEP};
    if (count > 0) {
        m->model->steep =
            lento_eq_compile(&m->graph, nodes, NULL, (size_t)count, (size_t)count, m->build);
        steep.kind = lento_build_keep(m->build, kind, (size_t)count * sizeof *kind);
        steep.arguments = steep_arguments;
    }
    known->steep = lento_build_keep(m->build, &steep, sizeof steep);
    return known->steep && (count == 0 || (m->model->steep && steep.kind)) ? 0 : -1;
}
