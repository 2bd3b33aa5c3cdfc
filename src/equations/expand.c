/* SPDX-License-Identifier: MIT
 *
 * expand.c - trees -> graph, with these parameters: quantities are computed once, functions and sums are written out.
 * Trees have their operands before them, so an expression is one loop; only calls nest. */
#include "equations/graph.h"

#include <string.h>

#define PI 3.14159265358979323846

enum { MAX_VISITS = 10 * EQ_MAX_NODES };

typedef struct frame {
    const int *argument; /* nodes of the arguments of the function */
    double index;        /* of the sum around it */
} frame;

static int loop(eq_expansion *x, int first, int last, const frame *f);

static int state_input(eq_expansion *x, int index, bool velocity) {
    return lento_eq_input(x->graph, EQ_IN_Q + index + (velocity ? x->graph->size : 0));
}

/* Order 1 with some equations of second order: the velocities follow the variables. */
static int velocity(eq_expansion *x, const eq_symbol *s) {
    return x->file->second_order ? state_input(x, s->index, true)
                                 : state_input(x, (int)x->file->states.count + s->velocity, false);
}

static int leaf(eq_expansion *x, const eq_tree *t) {
    const eq_symbol *s = &x->file->symbols.item[t->a];
    switch (s->role) {
    case EQ_STATE:
        return t->b > 0 ? velocity(x, s) : state_input(x, s->index, false);
    case EQ_TIME:
        return x->fixed_time ? lento_eq_number(x->graph, x->time)
                             : lento_eq_input(x->graph, EQ_IN_T);
    case EQ_PI:
        return lento_eq_number(x->graph, PI);
    default:
        return x->symbol[t->a];
    }
}

static int call(eq_expansion *x, const eq_tree *t) {
    const eq_symbol *s = &x->file->symbols.item[t->a];
    int argument[16] = {0};
    for (int i = 0; i < t->c; i++) {
        argument[i] = x->value[x->file->arguments.item[t->b + i]];
    }
    if (s->lookup > 0) {
        const int handle =
            lento_eq_number(x->graph, lento_eq_lookup_handle(x->lookup[s->lookup - 1]));
        return lento_eq_node(x->graph, EQ_LOOKUP, argument[0], handle, 0);
    }
    if (x->depth >= EQ_MAX_DEPTH) {
        x->graph->failed = x->graph->large = true;
        return 0;
    }
    x->depth++;
    const frame f = {.argument = argument};
    const int result = loop(x, s->value.first, s->value.last, &f);
    x->depth--;
    return result;
}

static int sum(eq_expansion *x, const eq_tree *t, int self, const frame *outer) {
    double from = NAN, to = NAN;
    const eq_node *a = &x->graph->nodes.item[x->value[t->a]],
                  *b = &x->graph->nodes.item[x->value[t->b]];
    int total = 0;
    from = a->op == EQ_NUMBER ? a->k : NAN;
    to = b->op == EQ_NUMBER ? b->k : NAN;
    if (!(to - from < EQ_MAX_NODES) || x->depth >= EQ_MAX_DEPTH) {
        x->graph->failed = x->graph->large = true;
        return 0;
    }
    x->depth++;
    for (double i = from; i <= to && !x->graph->failed; i++) {
        const frame f = {.argument = outer->argument, .index = i};
        total = lento_eq_node(x->graph, EQ_ADD, total, loop(x, t->c + 1, self - 1, &f), 0);
    }
    x->depth--;
    return total;
}

/* the variable, or the quantity of the same array, some places after another */
static int shifted(eq_expansion *x, const eq_tree *t) {
    const eq_node *by = &x->graph->nodes.item[x->value[t->b]];
    const eq_symbol *s = &x->file->symbols.item[t->a];
    const double index = s->index + (by->op == EQ_NUMBER ? by->k : NAN);
    const bool state = s->role == EQ_STATE;
    const size_t count = state ? x->file->states.count : x->file->quantities.count;
    if (!(index >= 0 && index < (double)count && index == rint(index))) {
        return lento_eq_number(x->graph, NAN);
    }
    if (state) {
        return state_input(x, (int)index, false);
    }
    const int symbol = x->file->quantities.item[(int)index];
    return lento_eq_same_array(s, &x->file->symbols.item[symbol]) ? x->symbol[symbol]
                                                                  : lento_eq_number(x->graph, NAN);
}

static int loop(eq_expansion *x, int first, int last, const frame *f) {
    eq_graph *g = x->graph;
    for (int i = first; i <= last && !g->failed; i++) {
        const eq_tree *t = &x->file->trees.item[i];
        if (x->visits++ > MAX_VISITS) {
            g->failed = g->large = true;
            return 0;
        }
        switch (t->kind) {
        case EQ_TREE_NUMBER:
            x->value[i] = lento_eq_number(g, t->value);
            break;
        case EQ_TREE_NAME:
            x->value[i] = leaf(x, t);
            break;
        case EQ_TREE_OP:
            x->value[i] = lento_eq_node(g, t->op, x->value[t->a], x->value[t->b], x->value[t->c]);
            break;
        case EQ_TREE_CALL:
            x->value[i] = call(x, t);
            break;
        case EQ_TREE_ARGUMENT:
            x->value[i] = f->argument[t->a];
            break;
        case EQ_TREE_INDEX:
            x->value[i] = lento_eq_number(g, f->index);
            break;
        case EQ_TREE_SKIP:
            i = t->a - 1;
            break;
        case EQ_TREE_SUM:
            x->value[i] = sum(x, t, i, f);
            break;
        default:
            x->value[i] = shifted(x, t);
            break;
        }
    }
    return g->failed ? 0 : x->value[last];
}

int lento_eq_expand(eq_expansion *x, eq_range range) {
    const frame f = {0};
    return loop(x, range.first, range.last, &f);
}

double lento_eq_constant(eq_expansion *x, eq_range range) {
    const int node = eq_given(range) ? lento_eq_expand(x, range) : 0;
    const eq_node *n = &x->graph->nodes.item[node];
    return x->graph->failed || n->op != EQ_NUMBER ? NAN : n->k;
}

/* ---- tables ---- */

static void *table_memory(eq_expansion *x, size_t bytes) {
    if (x->build) {
        return x->build->take(x->build, bytes);
    }
    eq_chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) {
        return NULL;
    }
    c->next = x->chunks;
    x->chunks = c;
    return c->bytes;
}

/* the values of an expression in t */
static int tabulate(eq_expansion *x, const eq_tabled *source) {
    const size_t n = (size_t)source->table.count, before = x->graph->nodes.count;
    const eq_symbol *s = &x->file->symbols.item[source->symbol];
    eq_lookup *table = table_memory(x, sizeof *table);
    double *numbers = table_memory(x, 2 * n * sizeof *numbers);
    if (!table || !numbers) {
        x->graph->failed = true;
        return -1;
    }
    *table = source->table;
    table->value = numbers;
    table->slope = numbers + n;
    x->fixed_time = true;
    for (size_t i = 0; i < n && !x->graph->failed; i++) {
        x->time = table->low + (double)i * table->step;
        table->value[i] = lento_eq_constant(x, s->value);
        lento_eq_graph_back(x->graph, before);
        if (!x->graph->failed && !isfinite(table->value[i])) {
            x->wrong = "a table has a value that is not a finite number";
            x->graph->failed = true;
        }
    }
    x->fixed_time = false;
    lento_eq_lookup_slopes(table);
    x->lookup[s->lookup - 1] = table;
    return 0;
}

/* parameters are given in the units of the file; NULL: their values in the file */
int lento_eq_expand_start(eq_expansion *x, const eq_file *file, eq_graph *g, const double p[],
                          const int scale[], lento_build *build) {
    *x = (eq_expansion){.file = file, .graph = g, .p = p, .build = build};
    x->symbol = calloc(file->symbols.count + 1, sizeof *x->symbol);
    x->value = calloc(file->trees.count + 1, sizeof *x->value);
    x->lookup = calloc(file->lookups.count + 1, sizeof *x->lookup);
    if (!x->symbol || !x->value || !x->lookup) {
        return -1;
    }
    for (size_t i = 0; i < file->lookups.count; i++) {
        x->lookup[i] = &file->lookups.item[i].table;
    }
    for (size_t i = 0; i < file->phases.count; i++) {
        x->symbol[file->phases.item[i]] = lento_eq_input(g, EQ_IN_ANGLE + (scale ? scale[i] : 0));
    }
    for (size_t i = 0; i < file->order.count; i++) {
        const int symbol = file->order.item[i];
        const eq_symbol *s = &file->symbols.item[symbol];
        if (s->lookup > 0 && file->lookups.item[s->lookup - 1].computed &&
            tabulate(x, &file->lookups.item[s->lookup - 1])) {
            return -1;
        }
        if (s->role == EQ_FUNCTION) {
            continue;
        }
        const bool set = s->role == EQ_PARAMETER && p && !isnan(p[s->index]);
        /* an expression of other parameters is in SI already */
        const bool own = set || (s->depends & EQ_ON_PARAMETER) == 0;
        const double unit = s->unit.given && own ? s->unit.factor : 1;
        int node = set ? lento_eq_number(g, p[s->index]) : lento_eq_expand(x, s->value);
        if (unit != 1) {
            node = lento_eq_node(g, EQ_MUL, node, lento_eq_number(g, unit), 0);
        }
        x->symbol[symbol] = node;
    }
    return g->failed ? -1 : 0;
}

void lento_eq_expand_free(eq_expansion *x) {
    free(x->symbol);
    free(x->value);
    free((void *)x->lookup);
    x->symbol = x->value = NULL;
    x->lookup = NULL;
    while (x->chunks) {
        eq_chunk *next = x->chunks->next;
        free(x->chunks);
        x->chunks = next;
    }
}
