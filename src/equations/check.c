/* SPDX-License-Identifier: MIT
 *
 * check.c - is what the file states complete and consistent: names, cycles, what may depend on what. One pass over
 * the trees, and one over the definitions in an order in which each comes after what it uses. */
#include "equations/equations.h"

#include <string.h>

static const eq_symbol *symbol_of(const eq_file *file, const eq_tree *t) {
    return &file->symbols.item[t->a];
}

static int check_name(eq_file *file, const eq_tree *t) {
    eq_symbol *s = &file->symbols.item[t->a];
    if (s->role == EQ_UNKNOWN) {
        return lento_eq_unknown(file, t->at, s->name, false);
    }
    if (s->role == EQ_FUNCTION) {
        return lento_eq_error(file, t->at, "'%s' is a function and needs its arguments", s->name,
                              NULL);
    }
    if (t->b > 0 && (s->role != EQ_STATE || s->order < 2 || t->b > 1)) {
        return lento_eq_error(
            file, t->at,
            t->b > 1 && s->order == 2
                ? "%s'' may not stand in an expression; name its right-hand side: a = ..., %s'' = a"
                : "%s' may stand in an expression only if there is an equation %s'' =; otherwise "
                  "give its right-hand side a name",
            s->name, s->name);
    }
    s->read = true;
    return 0;
}

int lento_eq_check_trees(eq_file *file, size_t first) {
    for (size_t i = first; i < file->trees.count; i++) {
        const eq_tree *t = &file->trees.item[i];
        if (t->kind == EQ_TREE_NAME && check_name(file, t)) {
            return -1;
        }
        if (t->kind == EQ_TREE_SHIFT && symbol_of(file, t)->role != EQ_STATE &&
            symbol_of(file, t)->role != EQ_QUANTITY) {
            return lento_eq_error(
                file, t->at, "shift needs a variable with an equation, or a quantity", NULL, NULL);
        }
        if (t->kind != EQ_TREE_CALL) {
            continue;
        }
        eq_symbol *s = &file->symbols.item[t->a];
        s->read = true;
        if (s->role != EQ_FUNCTION) {
            const eq_tree *argument = &file->trees.item[file->arguments.item[t->b]];
            const bool of_time =
                argument->kind == EQ_TREE_NAME && symbol_of(file, argument)->role == EQ_TIME;
            const eq_tree *past =
                argument->kind == EQ_TREE_OP ? &file->trees.item[argument->a] : NULL;
            return s->role == EQ_UNKNOWN ? lento_eq_unknown(file, t->at, s->name, true)
                   : past && past->kind == EQ_TREE_NAME && symbol_of(file, past)->role == EQ_TIME &&
                           s->role == EQ_STATE
                       ? lento_eq_error(file, t->at, "delays, %s(t-1), are not part of Lento",
                                        s->name, NULL)
                   : of_time
                       ? lento_eq_error(file, t->at, "that %s depends on t is understood: write %s",
                                        s->name, s->name)
                       : lento_eq_error(file, t->at,
                                        "'%s' is not a function; a product is written %s*(...)",
                                        s->name, s->name);
        }
        if (s->arguments != t->c) {
            return lento_eq_error(file, t->at, "'%s' has another number of arguments", s->name,
                                  NULL);
        }
    }
    return 0;
}

/* ---- what depends on what ---- */

static unsigned leaf(const eq_file *file, const eq_tree *t) {
    if (t->kind == EQ_TREE_SHIFT && symbol_of(file, t)->role == EQ_STATE) {
        return EQ_ON_STATE;
    }
    if (t->kind == EQ_TREE_SHIFT) { /* the members of an array may differ */
        return EQ_ON_PARAMETER | EQ_ON_TIME | EQ_ON_PHASE | EQ_ON_STATE | EQ_ON_VELOCITY;
    }
    if (t->kind != EQ_TREE_NAME && t->kind != EQ_TREE_CALL) {
        return 0;
    }
    const eq_symbol *s = symbol_of(file, t);
    switch (s->role) {
    case EQ_PARAMETER:
        return EQ_ON_PARAMETER;
    case EQ_TIME:
        return EQ_ON_TIME;
    case EQ_PHASE:
        return EQ_ON_PHASE;
    case EQ_STATE:
        return t->b > 0 ? EQ_ON_VELOCITY : EQ_ON_STATE;
    default:
        return s->depends;
    }
}

static unsigned depends(const eq_file *file, eq_range r) {
    unsigned on = 0;
    for (int i = r.first; i <= r.last; i++) {
        on |= leaf(file, &file->trees.item[i]);
    }
    return on;
}

int lento_eq_allow(eq_file *file, eq_range r, unsigned allowed, const char *what) {
    for (int i = r.first; i <= r.last; i++) {
        const unsigned more = leaf(file, &file->trees.item[i]) & ~allowed;
        if (more) {
            const char *on = more & EQ_ON_TIME    ? "t"
                             : more & EQ_ON_PHASE ? "a phase"
                             : more & EQ_ON_STATE ? "a variable"
                                                  : "a velocity";
            return lento_eq_error(file, file->trees.item[i].at, "%s must not depend on %s", what,
                                  on);
        }
    }
    return 0;
}

static int check_definitions(eq_file *file) {
    for (size_t i = 0; i < file->order.count; i++) {
        eq_symbol *s = &file->symbols.item[file->order.item[i]];
        s->depends = depends(file, s->value);
        if (s->lookup > 0) {
            if (lento_eq_allow(file, s->value, EQ_ON_PARAMETER | EQ_ON_TIME, "a table")) {
                return -1;
            }
            s->depends &= ~(unsigned)EQ_ON_TIME;
        }
        if ((s->role == EQ_PARAMETER || s->role == EQ_FIXED) &&
            lento_eq_allow(file, s->value, EQ_ON_PARAMETER,
                           s->role == EQ_PARAMETER ? "a parameter" : "a number")) {
            return -1;
        }
    }
    return 0;
}

/* ---- variables ---- */

static int check_symbol(eq_file *file, const eq_symbol *s) {
    for (int k = 0; k < 2; k++) {
        if (!eq_given(s->start[k])) {
            continue;
        }
        const size_t at = file->trees.item[s->start[k].first].at;
        if (s->role != EQ_STATE && !(s->role == EQ_PHASE && k == 0)) {
            const char *near = lento_eq_like(file, s->name, EQ_UNKNOWN);
            return lento_eq_error(file, at,
                                  near ? "'%s' has a start but no equation; did you mean '%s'?"
                                       : "'%s' has a start but no equation",
                                  s->name, near);
        }
        if (k == 1 && s->order < 2) {
            return lento_eq_error(file, at, "%s' = ... is given by its equation, not by its start",
                                  s->name, NULL);
        }
        if (lento_eq_allow(file, s->start[k], EQ_ON_PARAMETER, "a start")) {
            return -1;
        }
    }
    if (eq_given(s->mass)) {
        if (s->role != EQ_STATE || s->order < 2) {
            return lento_eq_error(file, file->trees.item[s->mass.first].at,
                                  "'%s' has a mass but no equation of second order", s->name, NULL);
        }
        return lento_eq_allow(file, s->mass, EQ_ON_PARAMETER, "a mass");
    }
    return 0;
}

static int check_orders(eq_file *file) {
    size_t second = 0;
    for (size_t i = 0; i < file->states.count; i++) {
        eq_symbol *s = &file->symbols.item[file->states.item[i]];
        s->velocity = (int)second;
        second += s->order == 2 ? 1 : 0;
        s->depends = depends(file, s->rate);
    }
    file->second_order = second > 0 && second == file->states.count;
    if (file->states.count == 0) {
        return lento_eq_check_unread(file)
                   ? -1
                   : lento_eq_error(file, file->length, "the file has no equation (x' = ...)", NULL,
                                    NULL);
    }
    for (size_t i = 0; i < file->constraints.count; i++) {
        const eq_range r = file->constraints.item[i];
        if (!file->second_order) {
            return lento_eq_error(file, file->trees.item[r.first].at,
                                  "0 = needs that all equations have second order (q'' = ...); "
                                  "other algebraic equations are not part of Lento",
                                  NULL, NULL);
        }
        if (lento_eq_allow(file, r, EQ_ON_PARAMETER | EQ_ON_STATE, "a constraint")) {
            return -1;
        }
    }
    for (size_t i = 0; i < file->stiff.count; i++) {
        const eq_stiff *s = &file->stiff.item[i];
        if (!file->second_order) {
            return lento_eq_error(file, s->at,
                                  "stiff needs that all equations have second order (q'' = ...)",
                                  NULL, NULL);
        }
        if (lento_eq_allow(file, s->frequency, EQ_ON_PARAMETER,
                           "the frequency of a stiff spring") ||
            lento_eq_allow(file, s->value, EQ_ON_PARAMETER | EQ_ON_STATE, "a stiff spring")) {
            return -1;
        }
    }
    return 0;
}

/* The rate of a phase is in rad/s: 50 Hz without 2 pi would be 50 rad/s without a word. */
static int check_turns(eq_file *file, eq_range rate) {
    const eq_tree *hertz = NULL;
    for (int i = rate.first; i <= rate.last; i++) {
        const eq_tree *t = &file->trees.item[i];
        const eq_symbol *s = t->kind == EQ_TREE_NAME ? symbol_of(file, t) : NULL;
        if ((s && s->role != EQ_PARAMETER && s->role != EQ_FIXED) || t->kind == EQ_TREE_CALL ||
            (t->kind == EQ_TREE_NUMBER && fabs(t->value - 6.28) < 0.02)) {
            return 0; /* it may have its 2 pi */
        }
        hertz = s && s->unit.turns > 0 ? t : hertz;
    }
    return hertz ? lento_eq_error(file, hertz->at,
                                  "the rate of a phase is in rad/s: write 2*pi*%s, or give %s in "
                                  "rad/s",
                                  symbol_of(file, hertz)->name, symbol_of(file, hertz)->name)
                 : 0;
}

static int check_phases(eq_file *file) {
    int read = 0;
    for (size_t i = 0; i < file->phases.count; i++) {
        const eq_symbol *s = &file->symbols.item[file->phases.item[i]];
        read += s->read ? 1 : 0;
        if (check_turns(file, s->value)) {
            return -1;
        }
        if (read > LENTO_MAX_SCALES || i >= 16) {
            return lento_eq_error(file, s->at, "there are too many phases", NULL, NULL);
        }
    }
    if (file->mean_start && (read == 0 || file->constraints.count > 0)) {
        return lento_eq_error(
            file, file->mean_at,
            "a mean start needs a phase of constant rate in the equations, and no "
            "constraints",
            NULL, NULL);
    }
    return 0;
}

/* A phase whose rate depends on t or on variables is a variable: it cannot be stepped by index. */
static int turn_phases(eq_file *file, bool *any) {
    size_t kept = 0;
    for (size_t i = 0; i < file->phases.count; i++) {
        eq_symbol *s = &file->symbols.item[file->phases.item[i]];
        if (lento_eq_allow(file, s->value, ~(unsigned)EQ_ON_PHASE, "the rate of a phase")) {
            return -1;
        }
        if ((depends(file, s->value) & ~(unsigned)EQ_ON_PARAMETER) == 0) {
            file->phases.item[kept++] = file->phases.item[i];
            s->index = (int)kept - 1;
            continue;
        }
        if (EQ_ADD(file, file->states, file->phases.item[i])) {
            return -1;
        }
        s->role = EQ_STATE;
        s->order = 1;
        s->index = (int)file->states.count - 1;
        s->rate = s->value;
        s->value = EQ_NO_RANGE;
        s->turning = *any = true;
    }
    file->phases.count = kept;
    return 0;
}

static int check_meaning(eq_file *file) {
    bool turned = false;
    if (check_definitions(file) || turn_phases(file, &turned) ||
        (turned && check_definitions(file))) {
        return -1;
    }
    return check_orders(file) || check_phases(file);
}

/* ---- outputs ---- */

/* a name without = is a variable, or a quantity that becomes an output of its name */
static int check_output(eq_file *file, eq_output *o) {
    if (o->state >= 0 && !o->name) {
        const eq_symbol *s = &file->symbols.item[o->state];
        const eq_tree name = {.kind = EQ_TREE_NAME, .a = o->state, .at = o->at};
        if (check_name(file, &name)) {
            return -1;
        }
        if (EQ_ADD(file, file->trees, name)) {
            return -1;
        }
        o->value = (eq_range){(int)file->trees.count - 1, (int)file->trees.count - 1};
        file->symbols.item[o->state].slow = true;
        o->name = s->role == EQ_STATE ? NULL : s->name;
        o->state = s->role == EQ_STATE ? o->state : -1;
    }
    const int symbol = o->name ? lento_eq_symbol(file, o->name, strlen(o->name), o->at) : 0;
    if (!o->name || symbol < 0) {
        return symbol < 0 ? -1 : 0;
    }
    eq_symbol *s = &file->symbols.item[symbol];
    if (s->role == EQ_STATE || s->shown) {
        return lento_eq_error(file, o->at,
                              s->shown ? "there are two outputs '%s'"
                                       : "'%s' is a variable; give the output another name",
                              o->name, NULL);
    }
    s->shown = true;
    return 0;
}

int lento_eq_check(eq_file *file) {
    for (size_t i = 0; i < file->outputs.count; i++) {
        if (check_output(file, &file->outputs.item[i])) {
            return -1;
        }
    }
    if (lento_eq_check_trees(file, 0) || lento_eq_check_events(file) || lento_eq_order(file) ||
        check_meaning(file)) {
        return -1;
    }
    for (size_t i = 0; i < file->symbols.count; i++) {
        if (check_symbol(file, &file->symbols.item[i])) {
            return -1;
        }
    }
    for (size_t i = 0; i < file->outputs.count; i++) {
        file->outputs.item[i].depends = depends(file, file->outputs.item[i].value);
    }
    return lento_eq_check_unread(file) || lento_eq_check_begin(file) || lento_eq_dimensions(file);
}
