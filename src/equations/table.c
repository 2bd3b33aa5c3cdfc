/* SPDX-License-Identifier: MIT
 *
 * table.c - the problem's table: parameters with their values and units, columns, the parameter that makes it fast,
 * suggestions for runs. */
#include "equations/graph.h"

#include <string.h>

/* ---- parameters ---- */

static int parameters(eq_file *file, eq_expansion *x) {
    for (size_t i = 0; i < file->parameters.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->parameters.item[i]];
        const bool follows = (s->depends & EQ_ON_PARAMETER) != 0;
        const double value = lento_eq_constant(x, s->value);
        if (!isfinite(value)) {
            return lento_eq_error(file, s->at, "the value of '%s' is not a finite number", s->name,
                                  NULL);
        }
        if (EQ_ADD(file, file->parameter_table,
                   (lento_parameter){
                       .name = s->name, .unit = s->unit_text, .value = {follows ? NAN : value}})) {
            return -1;
        }
    }
    return EQ_MORE(file->parameter_table) ? 0 : lento_eq_no_memory(file);
}

static const char *fill_open(double p[], const void *data) {
    const eq_file *file = data;
    eq_graph g;
    eq_expansion x = {0};
    const char *wrong = NULL;
    bool missing = false;
    for (size_t i = 0; i < file->parameters.count; i++) {
        missing = missing || isnan(p[i]);
    }
    if (!missing) {
        return NULL;
    }
    if (lento_eq_graph_start(&g, 1) || lento_eq_expand_start(&x, file, &g, p, NULL, NULL)) {
        wrong = x.wrong ? x.wrong : "a parameter cannot be computed";
    }
    for (size_t i = 0; i < file->parameters.count && !wrong; i++) {
        const int symbol = file->parameters.item[i];
        const eq_symbol *s = &file->symbols.item[symbol];
        const eq_node *n = &g.nodes.item[x.symbol[symbol]];
        if (isnan(p[i])) {
            p[i] = n->op == EQ_NUMBER ? n->k / (s->unit.given ? s->unit.factor : 1) : NAN;
            wrong = isfinite(p[i]) ? NULL : "a parameter cannot be computed from the others";
        }
    }
    lento_eq_expand_free(&x);
    lento_eq_graph_free(&g);
    return wrong;
}

/* ---- columns ---- */

static int column(eq_file *file, const char *name, bool prime, bool pointwise, bool slow,
                  const char *doc) {
    lento_column *row = EQ_PUSH(file->column_table);
    const size_t n = strlen(name);
    char *text = lento_eq_take(file, n + 2);
    if (!row || !text) {
        return lento_eq_no_memory(file);
    }
    memcpy(text, name, n);
    if (prime) {
        text[n] = '\'';
    }
    *row = (lento_column){.name = text, .pointwise = pointwise, .plain = !slow, .doc = doc};
    return 0;
}

/* a phase that no expression reads says that the motion itself is fast */
static bool moves_fast(const eq_file *file) {
    for (size_t i = 0; i < file->phases.count; i++) {
        if (!file->symbols.item[file->phases.item[i]].read) {
            return true;
        }
    }
    for (size_t i = 0; i < file->states.count; i++) {
        if (file->symbols.item[file->states.item[i]].turning) {
            return true;
        }
    }
    return file->stiff.count > 0;
}

static int columns(eq_file *file) {
    const bool fast = moves_fast(file), any = fast || file->phases.count > 0;
    for (size_t i = 0; i < file->states.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->states.item[i]];
        const bool pointwise = fast && !file->second_order && !s->slow;
        if (column(file, s->name, false, pointwise, s->slow, "variable")) {
            return -1;
        }
    }
    for (size_t i = 0; i < file->states.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->states.item[i]];
        if (s->order == 2 && column(file, s->name, true, any, false, "its velocity")) {
            return -1;
        }
    }
    const size_t states = file->column_table.count;
    for (size_t i = 0; i < file->outputs.count; i++) {
        const eq_output *o = &file->outputs.item[i];
        if (o->name && column(file, o->name, false, any && !o->slow, o->slow,
                              o->slow ? "slow output" : "output")) {
            return -1;
        }
    }
    for (size_t i = 0; i < states; i++) {
        if (EQ_ADD(file, file->state_table,
                   (lento_column){.name = file->column_table.item[i].name})) {
            return -1;
        }
    }
    return EQ_MORE(file->column_table) && EQ_MORE(file->state_table) ? 0 : lento_eq_no_memory(file);
}

/* ---- what makes it fast ---- */

enum { ABSENT = 100, UNKNOWN_POWER = 101 };

/* the power with which a parameter is a factor of an expression */
static int power_of(const eq_file *file, eq_range r, int parameter, int16_t power[]) {
    for (int i = r.first; i <= r.last; i++) {
        const eq_tree *t = &file->trees.item[i];
        int result = ABSENT;
        if (t->kind == EQ_TREE_NAME) {
            const eq_symbol *s = &file->symbols.item[t->a];
            result = t->a == parameter                             ? 1
                     : s->role == EQ_PARAMETER || s->role == EQ_PI ? ABSENT
                     : (s->depends & EQ_ON_PARAMETER) != 0         ? UNKNOWN_POWER
                                                                   : ABSENT;
        } else if (t->kind == EQ_TREE_OP && t->op == EQ_NEG) {
            result = power[t->a];
        } else if (t->kind == EQ_TREE_OP) {
            const int a = power[t->a],
                      b = lento_eq_operations[t->op].operands > 1 ? power[t->b] : ABSENT;
            const bool none = a == ABSENT && b == ABSENT;
            result = none                                                   ? ABSENT
                     : t->op == EQ_MUL && b == ABSENT                       ? a
                     : t->op == EQ_MUL && a == ABSENT                       ? b
                     : t->op == EQ_DIV && b == ABSENT                       ? a
                     : t->op == EQ_DIV && a == ABSENT && b != UNKNOWN_POWER ? -b
                                                                            : UNKNOWN_POWER;
        } else if (t->kind != EQ_TREE_NUMBER) {
            result = UNKNOWN_POWER;
        }
        power[i] = (int16_t)result;
    }
    return power[r.last];
}

/* how every fast frequency depends on a parameter: 1 proportional, -1 to its inverse */
static int common_power(const eq_file *file, const eq_range rate[], size_t n, int parameter,
                        int16_t power[]) {
    int common = 0;
    for (size_t i = 0; i < n; i++) {
        const int own = power_of(file, rate[i], parameter, power);
        common = i == 0 || own == common ? own : UNKNOWN_POWER;
    }
    return common;
}

/* the parameter of the most extreme value among the first ones of the first frequency */
static int fast_parameter(eq_file *file, const eq_range rate[], size_t n, int16_t power[]) {
    enum { TRIED = 16 };
    double most = 0;
    int tried = 0;
    for (int k = rate[0].first; n > 0 && k <= rate[0].last && tried < TRIED; k++) {
        const eq_tree *t = &file->trees.item[k];
        const eq_symbol *s = t->kind == EQ_TREE_NAME ? &file->symbols.item[t->a] : NULL;
        if (!s || s->role != EQ_PARAMETER) {
            continue;
        }
        tried++;
        const int common = common_power(file, rate, n, t->a, power);
        const double value = file->parameter_table.item[s->index].value[0];
        const double size = value != 0 && isfinite(value) ? fabs(log10(fabs(value))) + 1e-9 : 0;
        if ((common == 1 || common == -1) && size > most) {
            char *text = lento_eq_take(file, strlen(s->name) + 3);
            if (!text) {
                return lento_eq_no_memory(file);
            }
            strcpy(text, common == 1 ? "" : "1/");
            strcat(text, s->name);
            file->fast = text;
            most = size;
        }
    }
    return 0;
}

static int find_fast(eq_file *file) {
    const size_t n = file->phases.count + file->stiff.count;
    eq_range *rate = calloc(n + 1, sizeof *rate);
    int16_t *power = calloc(file->trees.count + 1, sizeof *power);
    for (size_t i = 0; rate && i < n; i++) {
        rate[i] = i < file->phases.count ? file->symbols.item[file->phases.item[i]].value
                                         : file->stiff.item[i - file->phases.count].frequency;
    }
    const int code =
        rate && power ? fast_parameter(file, rate, n, power) : lento_eq_no_memory(file);
    free(rate);
    free(power);
    return code;
}

/* ---- suggestions ---- */

static bool reads_velocity(const eq_file *file) {
    for (size_t i = 0; i < file->states.count; i++) {
        if (file->symbols.item[file->states.item[i]].depends & EQ_ON_VELOCITY) {
            return true;
        }
    }
    return false;
}

static void suggest(eq_file *file) {
    lento_options *o = &file->problem.suggested;
    size_t slow = 0;
    bool forced = false, moves = false;
    for (size_t i = 0; i < file->outputs.count; i++) {
        const eq_output *out = &file->outputs.item[i];
        slow += out->slow && !out->mean ? 1 : 0;
        moves = moves || (out->slow && !out->mean && (out->depends & (EQ_ON_PHASE | EQ_ON_TIME)));
    }
    const bool usable =
        slow > 0 && (!moves || (file->second_order && slow == 2 * file->states.count));
    for (size_t i = 0; i < file->phases.count; i++) {
        forced = forced || file->symbols.item[file->phases.item[i]].read;
    }
    o->until = o->until > 0 ? o->until : file->total > 0 ? file->total : 20;
    if (!o->average[0].scheme) {
        o->average[0].scheme = file->stiff.count > 0                                   ? "stiff"
                               : file->second_order && forced && !reads_velocity(file) ? "async"
                               : usable && file->phases.count > 0                      ? "slow"
                                                                                       : NULL;
    }
    const bool free = !o->average[0].scheme && !o->macro && o->macro_step == 0 && o->steps == 0;
    if (free && file->step > 0 && file->method) {
        o->macro = file->method;
        o->macro_step = file->step;
    } else if (free && file->phases.count == 0 && file->constraints.count == 0) {
        o->macro = "dop853"; /* adaptive: a file without steps gets an accurate run */
        o->rtol = o->rtol > 0 ? o->rtol : 1e-8;
        o->max_step = o->max_step > 0 ? o->max_step : file->step; /* a corner is not stepped over */
    }
}

/* the first sentence of a comment at the beginning, or its first part */
static const char *title_of(eq_file *file) {
    enum { MOST = 70 };
    size_t begin = 0, n = 0, comma = 0;
    while (begin < file->length && (file->text[begin] == '#' || file->text[begin] == ' ')) {
        begin++;
    }
    for (; begin + n < file->length && !strchr(".:;\r\n", file->text[begin + n]); n++) {
        comma = comma == 0 && file->text[begin + n] == ',' ? n : comma;
    }
    n = n > MOST ? comma : n;
    return begin > 0 && n > 0 && n <= MOST ? lento_eq_copy(file, file->text + begin, n) : NULL;
}

int lento_eq_tables(eq_file *file) {
    eq_graph g;
    eq_expansion x = {0};
    int code = lento_eq_graph_start(&g, 1) || lento_eq_expand_start(&x, file, &g, NULL, NULL, NULL)
                   ? (x.wrong   ? lento_eq_error(file, 0, x.wrong, NULL, NULL)
                      : g.large ? lento_eq_error(file, 0, "the file is too large when written out",
                                                 NULL, NULL)
                                : lento_eq_no_memory(file))
                   : parameters(file, &x);
    lento_eq_expand_free(&x);
    lento_eq_graph_free(&g);
    if (code || columns(file) || find_fast(file)) {
        return -1;
    }
    suggest(file);
    lento_problem *p = &file->problem;
    p->abi = LENTO_ABI;
    file->title = title_of(file);
    p->title = file->title ? file->title : "equations from a file";
    p->parameters = file->parameter_table.item;
    p->columns = file->column_table.item;
    p->state = file->state_table.item[0].name ? file->state_table.item : NULL;
    p->complete = fill_open;
    p->make = lento_eq_make;
    p->fast = file->fast;
    p->data = file;
    return 0;
}
