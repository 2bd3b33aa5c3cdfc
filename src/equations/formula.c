/* SPDX-License-Identifier: MIT
 *
 * formula.c - reads formulas in the scope of a problem: its text is read again and the formulas become outputs of it;
 * a problem in C gives its names only. Places of errors are those in the formula. */
#include "equations/formula.h"

#include "equations/model.h"

#include <ctype.h>
#include <string.h>

/* the text of the problem, then one line per formula; from: where the lines begin */
static int join(eq_file *file, const lento_problem *problem, const char *const text[], int count) {
    const eq_file *base = problem && problem->make == lento_eq_make ? problem->data : NULL;
    size_t length = base ? base->length + 1 : 0;
    for (int i = 0; i < count; i++) {
        length += strlen(text[i]) + 1;
    }
    char *all = lento_eq_take(file, length + 1);
    if (!all) {
        return lento_eq_no_memory(file);
    }
    if (base) {
        memcpy(all, base->text, base->length);
        all[base->length] = '\n';
        file->length = base->length;
        file->base = base;
    }
    char *at = all + (base ? base->length + 1 : 0);
    for (int i = 0; i < count; i++) {
        const size_t n = strlen(text[i]);
        memcpy(at, text[i], n);
        at[n] = '\n';
        at += n + 1;
    }
    file->text = all;
    return 0;
}

/* a name that a problem in C gives; one that differs only in case from another cannot be used */
static int declare(eq_file *file, const char *name, int role, int index, double value) {
    const int symbol = lento_eq_symbol(file, name, strlen(name), 0);
    eq_symbol *s = symbol < 0 ? NULL : &file->symbols.item[symbol];
    eq_tree *tree = EQ_PUSH(file->trees);
    int *state = role == EQ_STATE ? EQ_PUSH(file->states) : &(int){0};
    if (!s || !tree || !state) {
        return lento_eq_no_memory(file);
    }
    *tree = (eq_tree){.kind = EQ_TREE_NUMBER, .value = value};
    *state = symbol;
    if (s->role != EQ_UNKNOWN) {
        return 0;
    }
    s->role = role;
    s->order = 1;
    s->index = index;
    s->value = (eq_range){(int)file->trees.count - 1, (int)file->trees.count - 1};
    return 0;
}

/* columns x and x': the second one is the velocity of the first */
static void declare_primes(eq_file *file, const lento_names_of *names) {
    for (int i = 0; i < names->states; i++) {
        const size_t n = strlen(names->state[i]);
        const bool prime = n > 1 && names->state[i][n - 1] == '\'';
        const int symbol = prime ? lento_eq_symbol(file, names->state[i], n - 1, 0) : -1;
        if (symbol >= 0 && file->symbols.item[symbol].role == EQ_STATE) {
            file->symbols.item[symbol].order = 2;
            file->symbols.item[symbol].velocity = i - (int)file->states.count;
        }
    }
}

static int scope(eq_file *file, const lento_names_of *names) {
    if (lento_eq_reserve(file)) {
        return -1;
    }
    if (file->length > 0) {
        return lento_eq_statements(file);
    }
    for (int i = 0; i < names->states; i++) {
        if (declare(file, names->state[i], EQ_STATE, i, 0)) {
            return -1;
        }
    }
    for (int i = 0; i < names->parameters; i++) {
        if (declare(file, names->parameter[i], EQ_FIXED, i, names->value[i])) {
            return -1;
        }
    }
    return lento_eq_check(file) ? -1 : (declare_primes(file, names), 0);
}

/* outputs of the file have names that formulas may use */
static int name_outputs(eq_file *file) {
    for (size_t i = 0; i < file->outputs.count; i++) {
        const eq_output *o = &file->outputs.item[i];
        const int symbol =
            o->name && !o->mean ? lento_eq_symbol(file, o->name, strlen(o->name), o->at) : -1;
        eq_symbol *s = symbol < 0 ? NULL : &file->symbols.item[symbol];
        if (!s || s->role != EQ_UNKNOWN) {
            continue;
        }
        if (EQ_ADD(file, file->order, symbol)) {
            return -1;
        }
        s->role = EQ_QUANTITY;
        s->value = o->value;
        s->depends = o->depends;
    }
    return 0;
}

static int read_one(eq_file *file, const eq_line *line) {
    eq_reader reader;
    eq_output output = {.state = -1, .at = line->origin};
    const int first = (int)file->trees.count;
    if (lento_eq_start(&reader, file, line) || lento_eq_expression(&reader, &output.value)) {
        return -1;
    }
    if (lento_eq_end(&reader)) {
        return -1;
    }
    /* a phase that no equation reads is a declaration; a motion has no such angle */
    for (int i = first; i < (int)file->trees.count; i++) {
        const eq_tree *t = &file->trees.item[i];
        const eq_symbol *s = t->kind == EQ_TREE_NAME ? &file->symbols.item[t->a] : NULL;
        if (s && s->role == EQ_PHASE && !s->read) {
            return lento_eq_error(file, t->at, "no equation reads the phase '%s'", s->name, NULL);
        }
    }
    if (EQ_ADD(file, file->outputs, output)) {
        return -1;
    }
    return lento_eq_check_trees(file, (size_t)first);
}

static int read_all(lento_formulas *f, const lento_names_of *names, const char *const text[],
                    unsigned without) {
    eq_file *file = f->file;
    if (join(file, names->problem, text, f->count) || scope(file, names) || name_outputs(file)) {
        return -1;
    }
    size_t at = file->length > 0 ? file->length + 1 : 0;
    f->first = file->outputs.count;
    f->begin = at;
    for (int i = 0; i < f->count; i++) {
        const eq_line line = {file->text + at, strlen(text[i]), at, false};
        file->length = at + line.length;
        if (read_one(file, &line) ||
            lento_eq_allow(file, file->outputs.item[f->first + (size_t)i].value, ~without,
                           "a slow variable")) {
            return -1;
        }
        at += line.length + 1;
    }
    return lento_eq_dimensions(file);
}

/* the place of the first error as a formula and a place in it */
static void point(const lento_formulas *f, const char *const text[], lento_formula_error *error) {
    const size_t at = f->file->error_at;
    size_t begin = f->begin;
    for (error->index = 0; error->index + 1 < f->count; error->index++) {
        const size_t n = strlen(text[error->index]);
        if (at <= begin + n) {
            break;
        }
        begin += n + 1;
    }
    const char *place = text[error->index];
    const size_t length = strlen(place);
    error->position = at < begin ? 0 : at - begin < length ? at - begin : length;
    place += error->position;
    while (isalnum((unsigned char)place[error->length]) || place[error->length] == '_') {
        error->length++;
    }
    error->length = error->length == 0 && *place ? 1 : error->length;
    error->unknown = f->file->unknown;
}

lento_status lento_formulas_read(lento_formulas *f, const lento_names_of *names,
                                 const char *const text[], int count, unsigned without,
                                 lento_formula_error *error) {
    *error = (lento_formula_error){0};
    *f = (lento_formulas){.file = lento_eq_open(error->message, sizeof error->message),
                          .count = count};
    if (!f->file) {
        strcpy(error->message, "out of memory");
        return LENTO_NO_MEMORY;
    }
    if (read_all(f, names, text, without) == 0) {
        return LENTO_DONE;
    }
    point(f, text, error);
    return LENTO_BAD_OPTION;
}

void lento_formulas_free(lento_formulas *f) {
    lento_problem_free(f->file ? &f->file->problem : NULL);
    f->file = NULL;
}

bool lento_formulas_are_conditions(const lento_formulas *f) {
    for (int i = 0; i < f->count; i++) {
        const eq_range r = f->file->outputs.item[f->first + (size_t)i].value;
        const eq_tree *t = &f->file->trees.item[r.last];
        if (t->kind != EQ_TREE_OP || t->op < EQ_LESS || t->op > EQ_NOT || t->op == EQ_CHOOSE) {
            return false;
        }
    }
    return true;
}

/* ---- codes ---- */

static lento_status compile(eq_making *m, const lento_formulas *f, bool derivatives,
                            lento_formula_error *error) {
    int *nodes = m->build->take(m->build, ((size_t)f->count + 1) * sizeof *nodes);
    eq_shape shape = {.periodic = true};
    for (int i = 0; nodes && i < f->count; i++) {
        nodes[i] = lento_eq_expand(&m->x, f->file->outputs.item[f->first + (size_t)i].value);
        if (derivatives && m->graph.nodes.item[nodes[i]].op == EQ_NUMBER) {
            error->index = i;
            return LENTO_BAD_SYSTEM;
        }
    }
    if (!nodes || m->graph.failed ||
        lento_eq_shape(&m->graph, nodes, (size_t)f->count, 0, &shape) ||
        lento_eq_make_xi(m, nodes, f->count, derivatives)) {
        return LENTO_NO_MEMORY;
    }
    if (!shape.periodic) {
        strcpy(error->message,
               "a phase may stand only inside sin, cos or tan, multiplied by a whole number");
        return LENTO_BAD_OPTION;
    }
    return LENTO_DONE;
}

lento_status lento_formulas_compile(const lento_formulas *f, const lento_names_of *names,
                                    bool derivatives, lento_build *build, void **params,
                                    lento_formula_error *error) {
    eq_making m = {.file = f->file, .build = build};
    lento_status status = LENTO_NO_MEMORY;
    *error = (lento_formula_error){.message = "out of memory"};
    m.model = build->take(build, sizeof *m.model);
    if (!m.model || lento_eq_make_phases(&m, names->value)) {
        return status;
    }
    m.model->order = f->file->second_order ? 2 : 1;
    m.model->size = (int)lento_eq_size(f->file);
    if (lento_eq_graph_start(&m.graph, m.model->size) == 0 &&
        lento_eq_expand_start(&m.x, f->file, &m.graph, names->value, m.scale, build) == 0) {
        status = compile(&m, f, derivatives, error);
    }
    lento_eq_expand_free(&m.x);
    lento_eq_graph_free(&m.graph);
    *params = m.model;
    return status;
}

int lento_eq_observe(double t, const lento_phase phase[], const double x[], double values[],
                     void *params) {
    return lento_eq_slow(t, phase, x, values, NULL, NULL, params);
}
