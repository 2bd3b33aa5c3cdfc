/* SPDX-License-Identifier: MIT
 *
 * code.c - graph -> register code. Registers: q, v and d if they are read, t and numbers of the phases that are read,
 * then others, which are given back after their last use. Numbers are part of the steps. A product
 * or a quotient by a number that only one sum or product uses becomes one step with it. */
#include "equations/steps.h"

#include <string.h>

enum { MOST = 65000 };

typedef struct maker {
    eq_plan plan;
    int *place;      /* the register of a node */
    int *result;     /* which result it is, if nothing else reads it; -1: none */
    uint16_t *given; /* registers that were given back */
    int spare, next;
    bool failed;
    EQ_LIST(eq_step) steps;
    EQ_LIST(eq_move) inputs;
} maker;

static const eq_node *node_at(const maker *m, int i) {
    return eq_plan_node(&m->plan, i);
}
static bool is_number(const maker *m, int i) {
    return eq_plan_number(&m->plan, i);
}

static int take(maker *m) {
    return m->spare > 0 ? m->given[--m->spare] : m->next++;
}
/* where node i goes: to its result, or to a register */
static void aim(maker *m, int i, eq_step *s) {
    if (m->result[i] >= 0) {
        s->op = (uint16_t)(s->op + STEP_OUT);
        s->d = (uint16_t)m->result[i];
        return;
    }
    m->place[i] = take(m);
    s->d = (uint16_t)m->place[i];
}

/* registers whose last reader was node i */
static void give_back(maker *m, int i, const int list[], int n) {
    for (int k = 0; k < n; k++) {
        const int node = list[k];
        if (m->plan.last[node] == i && m->place[node] >= 0 && node_at(m, node)->op != EQ_INPUT &&
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
        m->failed = true;
    }
}

/* a number that a step has no room for */
static int loaded(maker *m, int node, int scratch[], int *n) {
    if (!is_number(m, node)) {
        return m->place[node];
    }
    const int r = take(m);
    put(m, (eq_step){.op = STEP_LOAD, .d = (uint16_t)r, .k = node_at(m, node)->k});
    scratch[(*n)++] = r;
    return r;
}

/* a sum or product with a product or quotient inside */
static void fused(maker *m, int i, int which) {
    const eq_node *n = node_at(m, i);
    const int inner = which == 1 ? n->a : n->b, other = which == 1 ? n->b : n->a;
    const eq_node *p = node_at(m, inner);
    const bool minus = n->op == EQ_SUB, part = p->op == EQ_DIV;
    const int list[3] = {p->a, p->b, other};
    eq_step s = {.a = (uint16_t)m->place[p->a]};
    if (n->op == EQ_MUL) {
        s.op = is_number(m, other) ? STEP_MUL_MUL_K : STEP_MUL_MUL;
        s.b = (uint16_t)m->place[p->b];
        s.c = is_number(m, other) ? 0 : (uint16_t)m->place[other];
        s.k = node_at(m, other)->k;
    } else if (is_number(m, p->b)) { /* a k + b, also b - a k; a k - b needs its own */
        const bool after = which == 1 && minus;
        s.op = part ? (after ? STEP_PART_SUB : STEP_PART_ADD)
                    : (after ? STEP_SCALE_SUB : STEP_SCALE_ADD);
        s.k = which == 2 && minus ? -node_at(m, p->b)->k : node_at(m, p->b)->k;
        s.b = (uint16_t)m->place[other];
    } else if (is_number(m, other)) {
        s.op = STEP_MUL_ADD_K;
        s.b = (uint16_t)m->place[p->b];
        s.k = node_at(m, other)->k;
    } else {
        s.op = !minus ? STEP_MUL_ADD : which == 1 ? STEP_MUL_SUB : STEP_SUB_MUL;
        s.b = (uint16_t)m->place[p->b];
        s.c = (uint16_t)m->place[other];
    }
    give_back(m, i, list, p->a == p->b ? 1 : 2);
    if (other != p->a && other != p->b) {
        give_back(m, i, &list[2], 1);
    }
    aim(m, i, &s);
    put(m, s);
}

/* with a number as one operand: true if there is such a step */
static bool with_number(const maker *m, const eq_node *n, eq_step *s) {
    const bool right = is_number(m, n->b);
    if (!right && !is_number(m, n->a)) {
        return false;
    }
    s->k = node_at(m, right ? n->b : n->a)->k;
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
    int list[3] = {n.a, n.b, n.c}, scratch[3] = {0}, scratches = 0;
    eq_step s = {0};
    if (operands != 2 || !with_number(m, &n, &s)) {
        s = (eq_step){.op = (uint16_t)n.op};
        s.a = (uint16_t)loaded(m, n.a, scratch, &scratches);
        s.b = operands > 1 ? (uint16_t)loaded(m, n.b, scratch, &scratches) : 0;
        if (operands > 2) {
            s.c = (uint16_t)loaded(m, n.c, scratch, &scratches);
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
    aim(m, i, &s);
    put(m, s);
}

/* registers of the inputs that are read */
static void place_inputs(maker *m, int nodes, eq_code *code) {
    const int n = m->plan.g->size;
    for (int i = 0; i < nodes; i++) {
        const eq_node *node = node_at(m, i);
        if (m->plan.mark[i] && node->op == EQ_INPUT && node->a >= EQ_IN_Q) {
            code->uses |= 1u << (node->a - EQ_IN_Q) / n;
        }
    }
    const int v = code->uses & EQ_USES_Q ? n : 0, d = v + (code->uses & EQ_USES_V ? n : 0);
    m->next = d + (code->uses & EQ_USES_D ? n : 0);
    code->v = v;
    code->d = d;
    for (int i = 0; i < nodes && m->next < MOST; i++) {
        const eq_node *node = node_at(m, i);
        if (!m->plan.mark[i] || node->op != EQ_INPUT) {
            continue;
        }
        const int k = node->a - EQ_IN_Q;
        if (k >= 0) {
            m->place[i] = k < n ? k : k < 2 * n ? v + k - n : d + k - 2 * n;
            continue;
        }
        m->place[i] = m->next++;
        if (node->a == EQ_IN_T) {
            code->time = m->place[i];
            continue;
        }
        const int kind = node->a >= EQ_IN_ANGLE ? 0 : node->a >= EQ_IN_SIN ? 2 : 1;
        const int phase = (node->a - EQ_IN_COS) % LENTO_MAX_SCALES;
        eq_move *move = EQ_PUSH(m->inputs);
        if (move) {
            *move = (eq_move){(uint32_t)(3 * phase + kind), (uint32_t)m->place[i]};
        }
        m->failed = m->failed || !move;
    }
}

/* results that nothing else reads are written where they belong */
static void aim_results(maker *m, const int roots[], size_t n) {
    m->failed = m->failed || n >= MOST;
    for (size_t i = 0; i < n && !m->failed; i++) {
        const bool computed = node_at(m, roots[i])->op > EQ_INPUT;
        m->result[roots[i]] = computed && m->plan.uses[roots[i]] == 2 ? (int)i : -1;
    }
}

static void emit(maker *m, int nodes) {
    for (int i = 0; i < nodes && !m->failed; i++) {
        const eq_node *n = node_at(m, i);
        if (!m->plan.mark[i] || m->plan.inside[i] || n->op == EQ_INPUT || n->op == EQ_NUMBER) {
            continue;
        }
        const int which = lento_eq_plan_operand(&m->plan, n);
        if (which) {
            fused(m, i, which);
        } else {
            plain(m, i);
        }
        m->failed = m->failed || m->next >= MOST;
    }
}

/* results that are numbers, inputs, or read by others */
static void finish_dense(maker *m, const int roots[], size_t n) {
    for (size_t i = 0; i < n; i++) {
        const bool number = is_number(m, roots[i]);
        const eq_step step = {.op = (number ? STEP_LOAD : STEP_COPY) + STEP_OUT,
                              .d = (uint16_t)i,
                              .a = number ? 0 : (uint16_t)m->place[roots[i]],
                              .k = node_at(m, roots[i])->k};
        if (m->result[roots[i]] < 0) {
            put(m, step);
        }
    }
}

/* what goes where; numbers other than 0 are loaded */
static eq_move *finish_sparse(maker *m, const int roots[], const int to[], size_t n,
                              lento_build *build, int *count) {
    eq_move *list = build->take(build, (n + 1) * sizeof *list);
    for (size_t i = 0; list && i < n; i++) {
        if (is_number(m, roots[i]) && m->place[roots[i]] < 0) {
            m->place[roots[i]] = m->next++;
            put(m, (eq_step){.op = STEP_LOAD,
                             .d = (uint16_t)m->place[roots[i]],
                             .k = node_at(m, roots[i])->k});
        }
        list[(*count)++] = (eq_move){(uint32_t)m->place[roots[i]], (uint32_t)to[i]};
    }
    m->failed = m->failed || !list || m->next >= MOST;
    return list;
}

static bool prepare(maker *m, eq_graph *g, const int roots[], size_t n) {
    const size_t nodes = g->nodes.count;
    m->place = calloc(nodes + 1, sizeof *m->place);
    m->result = calloc(nodes + 1, sizeof *m->result);
    m->given = calloc(nodes + 4, sizeof *m->given);
    if (!m->place || !m->result || !m->given || !lento_eq_plan(&m->plan, g, roots, n)) {
        return false;
    }
    for (size_t i = 0; i < nodes; i++) {
        m->place[i] = m->result[i] = -1;
    }
    return true;
}

static void clean(maker *m) {
    void *lists[] = {m->place, m->result, m->given, m->steps.item, m->inputs.item};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(lists[i]);
    }
    lento_eq_plan_free(&m->plan);
}

/* steps and inputs into the memory of the build */
static bool keep(maker *m, eq_code *code, lento_build *build) {
    const size_t steps = m->steps.count * sizeof *m->steps.item,
                 inputs = m->inputs.count * sizeof *m->inputs.item;
    eq_step *list = build->take(build, steps);
    eq_move *moves = build->take(build, inputs + 1);
    if (!list || !moves || m->failed) {
        return false;
    }
    memcpy(list, m->steps.item, steps);
    memcpy(moves, inputs > 0 ? (const void *)m->inputs.item : "", inputs);
    lento_eq_link(list, (int)m->steps.count);
    code->steps = list;
    code->inputs = moves;
    code->input_count = (int)m->inputs.count;
    code->registers = m->next;
    code->plain = code->uses == EQ_USES_Q && code->time < 0 && code->input_count == 0;
    return true;
}

const eq_code *lento_eq_compile(eq_graph *g, const int roots[], const int to[], size_t n,
                                size_t numbers, lento_build *build) {
    maker m = {0};
    eq_code *code = build->take(build, sizeof *code);
    const int nodes = (int)g->nodes.count;
    bool made = code && !g->failed && prepare(&m, g, roots, n);
    if (made) {
        *code = (eq_code){.size = g->size, .time = -1, .numbers = numbers};
        place_inputs(&m, nodes, code);
        if (!to) {
            aim_results(&m, roots, n);
        }
        emit(&m, nodes);
        if (to) {
            code->moves = finish_sparse(&m, roots, to, n, build, &code->move_count);
        } else {
            finish_dense(&m, roots, n);
        }
        put(&m, (eq_step){.op = STEP_END + (to ? STEP_OUT : 0)});
        made = keep(&m, code, build);
        g->failed = m.failed;
    }
    clean(&m);
    return made ? code : NULL;
}
