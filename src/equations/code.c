/* SPDX-License-Identifier: MIT
 *
 * code.c - graph -> register code. Registers: q, then v and d if they are read, then t and the phases that are
 * read, then results, which are given back after their last use. Numbers are part of the steps. A product that only one
 * sum uses becomes one step with it (two roundings, as written). */
#include "equations/equations.h"

#include "equations/steps.h"

#include <string.h>

enum { MOST = 65000 };

typedef struct maker {
    eq_graph *g;
    char *mark;
    int *uses;       /* how often a node is read */
    int *last;       /* the node that reads it last */
    int *place;      /* its register */
    char *inside;    /* part of the step of the node that reads it */
    uint16_t *given; /* registers that were given back */
    int spare, next, count;
    EQ_LIST(eq_step) steps;
} maker;

static const eq_node *node_at(const maker *m, int i) {
    return &m->g->nodes.item[i];
}
static bool is_number(const maker *m, int i) {
    return node_at(m, i)->op == EQ_NUMBER;
}

/* the product that node i reads as operand and that nobody else reads */
static bool fuses(const maker *m, int i) {
    const eq_node *n = node_at(m, i);
    return n->op == EQ_MUL && m->uses[i] == 1;
}

/* which operand of a sum or difference becomes part of it: 0 none, 1 a, 2 b */
static int fused_operand(const maker *m, const eq_node *n) {
    const bool sum = n->op == EQ_ADD || n->op == EQ_SUB;
    if (!sum || is_number(m, n->a)) {
        return 0;
    }
    /* x k + K has no step */
    const bool two = is_number(m, n->b) && is_number(m, node_at(m, n->a)->b);
    return fuses(m, n->b) ? 2 : fuses(m, n->a) && !two ? 1 : 0;
}

static void count_uses(maker *m, const int roots[], size_t n, int nodes) {
    for (size_t i = 0; i < n; i++) {
        m->uses[roots[i]] += 2; /* results stay */
    }
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = node_at(m, i);
        const int operands = m->mark[i] ? lento_eq_operations[node->op].operands : 0;
        const int list[3] = {node->a, node->b, node->c};
        for (int k = 0; k < operands; k++) {
            m->uses[list[k]]++;
        }
    }
    for (int i = 0; i < nodes; i++) {
        const int which = m->mark[i] ? fused_operand(m, node_at(m, i)) : 0;
        if (which) {
            m->inside[which == 1 ? node_at(m, i)->a : node_at(m, i)->b] = 1;
        }
    }
}

/* last readers, those of a fused product are the sum's */
static void find_last(maker *m, const int roots[], size_t n, int nodes) {
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = node_at(m, i);
        const int operands =
            m->mark[i] && !m->inside[i] ? lento_eq_operations[node->op].operands : 0;
        const int list[3] = {node->a, node->b, node->c};
        for (int k = 0; k < operands; k++) {
            const eq_node *inner = node_at(m, list[k]);
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

static int take(maker *m) {
    return m->spare > 0 ? m->given[--m->spare] : m->next++;
}

/* registers whose last reader was node i */
static void give_back(maker *m, int i, const int list[], int n) {
    for (int k = 0; k < n; k++) {
        const int node = list[k];
        if (m->last[node] == i && m->place[node] >= 0 && node_at(m, node)->op != EQ_INPUT &&
            !is_number(m, node)) {
            m->given[m->spare++] = (uint16_t)m->place[node];
            m->place[node] = -1;
        }
    }
}

static void put(maker *m, eq_step step) {
    eq_step *s = EQ_PUSH(m->steps);
    if (s) {
        *s = step;
    } else {
        m->g->failed = true;
    }
}

/* a number that a step has no room for */
static int loaded(maker *m, int node, int scratch[], int *n) {
    if (!is_number(m, node)) {
        return m->place[node];
    }
    const int r = take(m);
    put(m, (eq_step){.op = STEP_LOAD, .d = (uint16_t)r, .with.k = node_at(m, node)->k});
    scratch[(*n)++] = r;
    return r;
}

/* sum or difference with a product inside */
static void fused(maker *m, int i, int which) {
    const eq_node *n = node_at(m, i);
    const int product = which == 1 ? n->a : n->b, other = which == 1 ? n->b : n->a;
    const eq_node *p = node_at(m, product);
    const bool minus = n->op == EQ_SUB;
    const int list[3] = {p->a, p->b, other};
    eq_step s = {.a = (uint16_t)m->place[p->a]};
    if (is_number(m, p->b)) { /* a k + b, also b - a k; a k - b needs its own */
        s.op = which == 1 && minus ? STEP_SCALE_SUB : STEP_SCALE_ADD;
        s.with.k = which == 2 && minus ? -node_at(m, p->b)->k : node_at(m, p->b)->k;
        s.b = (uint16_t)m->place[other];
    } else if (is_number(m, other)) {
        s.op = STEP_MUL_ADD_K;
        s.b = (uint16_t)m->place[p->b];
        s.with.k = node_at(m, other)->k;
    } else {
        s.op = !minus ? STEP_MUL_ADD : which == 1 ? STEP_MUL_SUB : STEP_SUB_MUL;
        s.b = (uint16_t)m->place[p->b];
        s.with.c = (uint16_t)m->place[other];
    }
    give_back(m, i, list, p->a == p->b ? 1 : 2);
    if (other != p->a && other != p->b) {
        give_back(m, i, &list[2], 1);
    }
    m->place[i] = take(m);
    s.d = (uint16_t)m->place[i];
    put(m, s);
}

/* with a number as one operand: true if there is such a step */
static bool with_number(const maker *m, const eq_node *n, eq_step *s) {
    const bool right = is_number(m, n->b);
    if (!right && !is_number(m, n->a)) {
        return false;
    }
    s->with.k = node_at(m, right ? n->b : n->a)->k;
    s->a = (uint16_t)m->place[right ? n->a : n->b];
    s->op = n->op == EQ_ADD   ? STEP_ADD_K
            : n->op == EQ_MUL ? STEP_MUL_K
            : n->op == EQ_SUB ? (right ? STEP_SUB_K : STEP_K_SUB)
            : n->op == EQ_DIV ? (right ? STEP_DIV_K : STEP_K_DIV)
                              : STEP_NONE;
    return s->op != STEP_NONE;
}

static void plain(maker *m, int i) {
    const eq_node n = *node_at(m, i);
    const int operands = lento_eq_operations[n.op].operands;
    int list[3] = {n.a, n.b, n.c}, scratch[3], scratches = 0;
    eq_step s = {0};
    if (operands != 2 || !with_number(m, &n, &s)) {
        s = (eq_step){.op = (uint16_t)n.op};
        s.a = (uint16_t)loaded(m, n.a, scratch, &scratches);
        s.b = operands > 1 ? (uint16_t)loaded(m, n.b, scratch, &scratches) : 0;
        if (operands > 2) {
            s.with.c = (uint16_t)loaded(m, n.c, scratch, &scratches);
        }
    }
    int distinct = operands;
    if (operands > 1 && list[1] == list[0]) {
        list[1] = list[2];
        distinct--;
    }
    if (distinct > 1 && list[distinct - 1] == list[0]) {
        distinct--;
    }
    if (distinct == 3 && list[2] == list[1]) {
        distinct--;
    }
    give_back(m, i, list, distinct);
    while (scratches > 0) {
        m->given[m->spare++] = (uint16_t)scratch[--scratches];
    }
    m->place[i] = take(m);
    s.d = (uint16_t)m->place[i];
    put(m, s);
}

/* registers of the inputs that are read */
static void place_inputs(maker *m, int nodes, eq_code *code) {
    const int n = m->g->size;
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = node_at(m, i);
        if (!m->mark[i] || node->op != EQ_INPUT || node->a < EQ_IN_Q) {
            continue;
        }
        const int block = (node->a - EQ_IN_Q) / n;
        code->uses |= block == 1 ? EQ_USES_V : block == 2 ? EQ_USES_D : 0;
    }
    const int v = n, d = v + (code->uses & EQ_USES_V ? n : 0);
    m->next = d + (code->uses & EQ_USES_D ? n : 0);
    for (int i = 0; i < nodes && m->next < MOST; i++) {
        const eq_node *node = node_at(m, i);
        if (!m->mark[i] || node->op != EQ_INPUT) {
            continue;
        }
        const int k = node->a - EQ_IN_Q;
        if (k < 0) {
            m->place[i] = m->next++;
            code->uses |= EQ_USES_OTHER;
            code->input_places[node->a] = (unsigned)m->place[i] + 1;
        } else {
            m->place[i] = k < n ? k : k < 2 * n ? v + k - n : d + k - 2 * n;
        }
    }
}

static void emit(maker *m, int nodes) {
    for (int i = 0; i < nodes && !m->g->failed; i++) {
        const eq_node *n = node_at(m, i);
        if (!m->mark[i] || m->inside[i] || n->op == EQ_INPUT || n->op == EQ_NUMBER) {
            continue;
        }
        const int which = fused_operand(m, n);
        if (which) {
            fused(m, i, which);
        } else {
            plain(m, i);
        }
        m->g->failed = m->g->failed || m->next >= MOST;
    }
}

/* what goes where; numbers other than 0 are loaded */
static eq_result *results(maker *m, const int roots[], const int to[], size_t n, lento_build *build,
                          int *count) {
    eq_result *list = build->take(build, (n + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < n; i++) {
        if (roots[i] == 0) {
            continue;
        }
        if (is_number(m, roots[i]) && m->place[roots[i]] < 0) {
            m->place[roots[i]] = m->next++;
            put(m, (eq_step){.op = STEP_LOAD,
                             .d = (uint16_t)m->place[roots[i]],
                             .with.k = node_at(m, roots[i])->k});
        }
        list[(*count)++] =
            (eq_result){(uint16_t)m->place[roots[i]], (uint32_t)(to ? to[i] : (int)i)};
    }
    m->g->failed = m->g->failed || m->next >= MOST;
    return list;
}

static bool prepare(maker *m, const int roots[], size_t n) {
    const size_t nodes = m->g->nodes.count;
    m->uses = calloc(nodes + 1, sizeof *m->uses);
    m->last = calloc(nodes + 1, sizeof *m->last);
    m->place = calloc(nodes + 1, sizeof *m->place);
    m->inside = calloc(nodes + 1, 1);
    m->given = calloc(nodes + 4, sizeof *m->given);
    if (!m->uses || !m->last || !m->place || !m->inside || !m->given ||
        !lento_eq_mark(m->g, roots, n, &m->mark)) {
        return false;
    }
    for (size_t i = 0; i < nodes; i++) {
        m->place[i] = -1;
    }
    return true;
}

const eq_code *lento_eq_compile(eq_graph *g, const int roots[], const int to[], size_t n,
                                size_t numbers, lento_build *build) {
    maker m = {.g = g};
    eq_code *code = build->take(build, sizeof *code);
    const int nodes = (int)g->nodes.count;
    eq_result *list = NULL;
    if (code && !g->failed && prepare(&m, roots, n)) {
        *code = (eq_code){.size = g->size};
        count_uses(&m, roots, n, nodes);
        find_last(&m, roots, n, nodes);
        place_inputs(&m, nodes, code);
        emit(&m, nodes);
        list = results(&m, roots, to, n, build, &code->count);
        put(&m, (eq_step){.op = STEP_END});
    }
    eq_step *steps = list && !g->failed ? build->take(build, m.steps.count * sizeof *steps) : NULL;
    if (steps) {
        memcpy(steps, m.steps.item, m.steps.count * sizeof *steps);
        code->steps = steps;
        code->results = list;
        code->registers = m.next;
        code->cleared = (size_t)code->count == numbers ? 0 : numbers;
    }
    free(m.mark);
    free(m.uses);
    free(m.last);
    free(m.place);
    free(m.inside);
    free(m.given);
    free(m.steps.item);
    return steps ? code : NULL;
}
