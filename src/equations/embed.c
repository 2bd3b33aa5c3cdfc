/* SPDX-License-Identifier: MIT
 *
 * embed.c - one graph is written into another one in which cosines and sines are variables:
 *
 *     z = (state; cos, sin of each phase; sin, cos of each variable a inside sin or cos),   (sin a)' = cos a * a'
 *
 * sin and cos of sums and whole multiples follow from the addition theorems. */
#include "equations/embed.h"

#include <string.h>

#include "equations/model.h"

enum { MOST_TIMES = 8, MOST_DEPTH = 64 };

typedef struct embedding {
    eq_making m;
    eq_graph to;
    int d;                       /* numbers of the state */
    int phase[LENTO_MAX_SCALES]; /* where its cosine is, 0: it is not read */
    int *angle;                  /* [d] where the sine of a number of the state is, 0: nowhere */
    int variables;
    int *node; /* of the first graph -> of the second */
} embedding;

typedef struct wave {
    int s, c;
} wave;

static int make2(embedding *e, int op, int a, int b) {
    return lento_eq_node(&e->to, op, a, b, 0);
}

static int variable(embedding *e, int i) {
    return lento_eq_input(&e->to, EQ_IN_Q + i);
}

/* the place of what an input belongs to; a new one if there is none. NULL: t */
static int *place_of(embedding *e, int input) {
    return input >= EQ_IN_Q     ? &e->angle[input - EQ_IN_Q]
           : input >= EQ_IN_COS ? &e->phase[(input - EQ_IN_COS) % LENTO_MAX_SCALES]
                                : NULL;
}

static bool reserve(embedding *e, int input) {
    int *place = place_of(e, input);
    if (place && *place == 0) {
        *place = e->variables;
        e->variables += 2;
    }
    return place != NULL;
}

/* the variables inside the argument of a sine get places; false: it is of another form */
static bool collect(embedding *e, int node, int depth) {
    const eq_node n = e->m.graph.nodes.item[node], *b = &e->m.graph.nodes.item[n.b];
    if (n.op == EQ_NUMBER) {
        return true;
    }
    if (n.op == EQ_INPUT) {
        return reserve(e, n.a);
    }
    if (depth > MOST_DEPTH) {
        return false;
    }
    if (n.op == EQ_ADD || n.op == EQ_SUB) {
        return collect(e, n.a, depth + 1) && collect(e, n.b, depth + 1);
    }
    const bool whole = n.op == EQ_MUL && b->op == EQ_NUMBER && b->k == rint(b->k);
    return (n.op == EQ_NEG || (whole && fabs(b->k) <= MOST_TIMES)) && collect(e, n.a, depth + 1);
}

static wave sum(embedding *e, wave a, wave b) {
    return (wave){make2(e, EQ_ADD, make2(e, EQ_MUL, a.s, b.c), make2(e, EQ_MUL, a.c, b.s)),
                  make2(e, EQ_SUB, make2(e, EQ_MUL, a.c, b.c), make2(e, EQ_MUL, a.s, b.s))};
}

/* sine and cosine of an argument that was collected */
static wave wave_of(embedding *e, int node) {
    const eq_node n = e->m.graph.nodes.item[node];
    if (n.op == EQ_NUMBER) {
        return (wave){lento_eq_number(&e->to, sin(n.k)), lento_eq_number(&e->to, cos(n.k))};
    }
    if (n.op == EQ_INPUT) {
        const int at = *place_of(e, n.a);
        const bool phase = n.a < EQ_IN_Q;
        return (wave){variable(e, phase ? at + 1 : at), variable(e, phase ? at : at + 1)};
    }
    wave a = wave_of(e, n.a);
    const wave minus = {lento_eq_node(&e->to, EQ_NEG, a.s, 0, 0), a.c};
    if (n.op == EQ_ADD) {
        return sum(e, a, wave_of(e, n.b));
    }
    if (n.op == EQ_SUB) {
        wave b = wave_of(e, n.b);
        b.s = lento_eq_node(&e->to, EQ_NEG, b.s, 0, 0);
        return sum(e, a, b);
    }
    const int times = n.op == EQ_NEG ? -1 : (int)e->m.graph.nodes.item[n.b].k;
    const wave one = times < 0 ? minus : a;
    wave all = {0, lento_eq_number(&e->to, 1)};
    for (int i = 0; i < abs(times); i++) {
        all = sum(e, all, one);
    }
    return all;
}

static int rewrite(embedding *e, const eq_node *n) {
    switch (n->op) {
    case EQ_NUMBER:
        return lento_eq_number(&e->to, n->k);
    case EQ_INPUT:
        return n->a >= EQ_IN_Q
                   ? variable(e, n->a - EQ_IN_Q)
                   : variable(e, *place_of(e, n->a) + (n->a >= EQ_IN_SIN && n->a < EQ_IN_ANGLE));
    case EQ_SIN:
        return wave_of(e, n->a).s;
    case EQ_COS:
        return wave_of(e, n->a).c;
    default:
        return lento_eq_node(&e->to, n->op, e->node[n->a], e->node[n->b], e->node[n->c]);
    }
}

/* places for all that the right-hand sides read; why not, or NULL */
static const char *find_variables(embedding *e, const char *mark, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const eq_node *n = &e->m.graph.nodes.item[i];
        if (!mark[i]) {
            continue;
        }
        if (n->op == EQ_INPUT && n->a < EQ_IN_Q && !reserve(e, n->a)) {
            return "its equations read the time t; detection needs x' = f(x)";
        }
        if ((n->op == EQ_SIN || n->op == EQ_COS) && !collect(e, n->a, 0)) {
            return "it has a sine or cosine of something else than sums and whole multiples of "
                   "variables and phases";
        }
    }
    return NULL;
}

/* derivatives of all variables */
static void fill(embedding *e, int roots[]) {
    const int size = e->m.graph.size, n = e->m.model->order;
    for (int i = 0; i < e->d; i++) {
        const int rate = e->node[e->m.rate_nodes[n == 2 && i >= size ? i - size
                                                 : i < size          ? i
                                                                     : 0]];
        roots[i] = n == 1 ? rate
                   : i < size
                       ? variable(e, size + i)
                       : make2(e, EQ_DIV, rate, lento_eq_number(&e->to, e->m.mass[i - size]));
    }
    for (int k = 0; k < LENTO_MAX_SCALES; k++) {
        const int at = e->phase[k], w = lento_eq_number(&e->to, e->m.rates[k]);
        if (at > 0) {
            roots[at] =
                lento_eq_node(&e->to, EQ_NEG, make2(e, EQ_MUL, variable(e, at + 1), w), 0, 0);
            roots[at + 1] = make2(e, EQ_MUL, variable(e, at), w);
        }
    }
    for (int i = 0; i < e->d; i++) {
        const int at = e->angle[i];
        if (at > 0) {
            roots[at] = make2(e, EQ_MUL, variable(e, at + 1), roots[i]);
            roots[at + 1] =
                lento_eq_node(&e->to, EQ_NEG, make2(e, EQ_MUL, variable(e, at), roots[i]), 0, 0);
        }
    }
}

/* ---- names ---- */

static const char *name_of(embedding *e, const char *function, const char *name) {
    const size_t room = strlen(name) + 8;
    char *text = e->m.build->take(e->m.build, room);
    if (text) {
        lento_eq_append(text, room, function);
        lento_eq_append(text, room, name);
        lento_eq_append(text, room, function[0] ? ")" : "");
    }
    return text;
}

static const char *const *names(embedding *e) {
    const eq_file *file = e->m.file;
    const char **list = e->m.build->take(e->m.build, ((size_t)e->variables + 1) * sizeof *list);
    for (int i = 0; list && i < e->d; i++) {
        const char *own = file->state_table.item[i].name;
        list[i] = name_of(e, "", own);
        if (e->angle[i] > 0) {
            list[e->angle[i]] = name_of(e, "sin(", own);
            list[e->angle[i] + 1] = name_of(e, "cos(", own);
        }
    }
    for (size_t i = 0; list && i < file->phases.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->phases.item[i]];
        const int at = s->read ? e->phase[e->m.scale[i]] : 0;
        if (at > 0) {
            list[at] = name_of(e, "cos(", s->name);
            list[at + 1] = name_of(e, "sin(", s->name);
        }
    }
    for (int i = 0; list && i < e->variables; i++) {
        if (!list[i]) {
            return NULL;
        }
    }
    return list;
}

/* ---- all of it ---- */

static const char *write_out(embedding *e, lento_embedding *out) {
    static const char *const LARGE = "it is too large, or memory is short";
    eq_graph *g = &e->m.graph;
    const size_t count = g->nodes.count;
    char *mark = NULL;
    e->node = calloc(count + 1, sizeof *e->node);
    e->d = e->m.model->order * g->size;
    e->variables = e->d;
    e->angle = e->m.build->take(e->m.build, (size_t)e->d * sizeof *e->angle);
    if (!e->node || !e->angle || !lento_eq_mark(g, e->m.rate_nodes, (size_t)g->size, &mark)) {
        free(mark);
        return LARGE;
    }
    const char *why = find_variables(e, mark, count);
    int *roots = e->m.build->take(e->m.build, (size_t)e->variables * sizeof *roots);
    if (!why && (!roots || lento_eq_graph_start(&e->to, e->variables))) {
        why = LARGE;
    }
    for (size_t i = 0; i < count && !why; i++) {
        const eq_node n = g->nodes.item[i];
        e->node[i] = mark[i] ? rewrite(e, &n) : 0;
    }
    free(mark);
    if (why) {
        return why;
    }
    fill(e, roots);
    const size_t n = (size_t)e->variables;
    *out = (lento_embedding){.variables = e->variables,
                             .names = names(e),
                             .code = lento_eq_compile(&e->to, roots, NULL, n, n, e->m.build)};
    return out->code && out->names ? NULL : LARGE;
}

const char *lento_eq_embed(const lento_problem *problem, const double p[], lento_build *build,
                           lento_embedding *out) {
    const eq_file *file = problem->data;
    embedding e = {.m = {.file = file, .build = build}};
    const char *why = "memory is short";
    e.m.model = build->take(build, sizeof *e.m.model);
    if (e.m.model && lento_eq_make_phases(&e.m, p) == 0 &&
        lento_eq_graph_start(&e.m.graph, (int)lento_eq_size(file)) == 0 &&
        lento_eq_expand_start(&e.m.x, file, &e.m.graph, p, e.m.scale, build) == 0 &&
        lento_eq_make_rates(&e.m) == 0) {
        why = write_out(&e, out);
    }
    why = e.m.wrong ? e.m.wrong : why;
    free(e.node);
    lento_eq_graph_free(&e.to);
    lento_eq_expand_free(&e.m.x);
    lento_eq_graph_free(&e.m.graph);
    return why;
}

bool lento_eq_embeds(const lento_problem *problem, const lento_system *system) {
    if (!problem || problem->make != lento_eq_make) {
        return false;
    }
    const eq_model *model = system->params;
    bool forced = false;
    for (int i = 0; i < lento_scales(system); i++) {
        forced = forced || system->fast->scale[i].forced;
    }
    return (forced || !model->shape.polynomial) && lento_constraints(system) == 0;
}

void lento_embedding_evaluate(const lento_embedding *e, const double z[], double f[]) {
    lento_eq_evaluate(e->code, 0, NULL, z, NULL, NULL, f);
}
