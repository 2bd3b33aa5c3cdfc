/* SPDX-License-Identifier: MIT
 *
 * dimension.c - do the units of a file fit? What has no unit fits anywhere: plain numbers, parameters without one,
 * variables. Only a sum, comparison or argument in which two known dimensions differ is an error. */
#include "equations/equations.h"

#include <string.h>

/* FREE: nothing is known. PLAIN: a number without a unit, which a sum takes for anything. Powers in twelfths. */
enum { FREE, PLAIN, KNOWN };
typedef struct dimension {
    int16_t power[EQ_DIMENSIONS];
    int16_t known;
} dimension;

static bool pure(const dimension *d) {
    for (int k = 0; k < EQ_DIMENSIONS; k++) {
        if (d->power[k] != 0) {
            return false;
        }
    }
    return true;
}

static dimension times(dimension a, dimension b, int sign) {
    dimension d = {.known = a.known == FREE || b.known == FREE     ? FREE
                            : a.known == PLAIN && b.known == PLAIN ? PLAIN
                                                                   : KNOWN};
    for (int k = 0; k < EQ_DIMENSIONS && d.known == KNOWN; k++) {
        const int power = a.power[k] + sign * b.power[k];
        d.power[k] = (int16_t)(power > 9999 || power < -9999 ? 0 : power);
        d.known = power > 9999 || power < -9999 ? FREE : d.known;
    }
    return d;
}

static dimension raised(dimension a, double exponent) {
    dimension d = a;
    for (int k = 0; k < EQ_DIMENSIONS && a.known == KNOWN; k++) {
        const double power = a.power[k] * exponent;
        if (!(fabs(power) < 9999) || power != rint(power)) {
            return (dimension){.known = FREE};
        }
        d.power[k] = (int16_t)power;
    }
    return d;
}

static const char *words(const dimension *d, char *out, size_t room) {
    static const char *const base[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    out[0] = '\0';
    for (int k = 0; k < EQ_DIMENSIONS; k++) {
        if (d->power[k] != 0) {
            lento_eq_append(out, room, out[0] ? " " : "");
            lento_eq_append(out, room, base[k]);
            if (d->power[k] != 12) {
                lento_eq_append(out, room, "^");
                lento_eq_append_number(out, room, d->power[k] / 12.0);
            }
        }
    }
    lento_eq_append(out, room, out[0] ? "" : "a pure number");
    return out;
}

/* sums and comparisons */
static int equal(eq_file *file, size_t at, const dimension *a, const dimension *b, dimension *out) {
    char left[60], right[60];
    if (a->known == KNOWN && b->known == KNOWN &&
        memcmp(a->power, b->power, sizeof a->power) != 0) {
        return lento_eq_error(file, at, "the units do not fit: %s and %s",
                              words(a, left, sizeof left), words(b, right, sizeof right));
    }
    *out = a->known >= b->known ? *a : *b;
    if (out->known == PLAIN && (a->known == FREE || b->known == FREE)) {
        out->known = FREE;
    }
    return 0;
}

static int operation(eq_file *file, const eq_tree *t, dimension d[]) {
    dimension *out = &d[t - file->trees.item], *a = &d[t->a], *b = &d[t->b];
    const eq_tree *exponent = &file->trees.item[t->b];
    switch (t->op) {
    case EQ_NEG:
    case EQ_ABS:
    case EQ_FLR:
    case EQ_CEIL:
        *out = *a;
        return 0;
    case EQ_ADD:
    case EQ_SUB:
    case EQ_MAX:
    case EQ_MIN:
    case EQ_MOD:
        return equal(file, t->at, a, b, out);
    case EQ_LESS:
    case EQ_AT_MOST:
    case EQ_EQUAL:
    case EQ_UNEQUAL:
    case EQ_ATAN2:
        if (equal(file, t->at, a, b, out)) {
            return -1;
        }
        *out = (dimension){.known = PLAIN};
        return 0;
    case EQ_CHOOSE:
        return equal(file, t->at, b, &d[t->c], out);
    case EQ_MUL:
    case EQ_DIV:
        *out = times(*a, *b, t->op == EQ_MUL ? 1 : -1);
        return 0;
    case EQ_SQRT:
        *out = raised(*a, 0.5);
        return 0;
    case EQ_POW:
        if (exponent->kind == EQ_TREE_NUMBER) {
            *out = raised(*a, exponent->value);
        }
        return 0;
    case EQ_AND:
    case EQ_OR:
    case EQ_NOT:
    case EQ_SIGN:
    case EQ_HEAV:
    case EQ_BESSELJ:
        *out = (dimension){.known = PLAIN};
        return 0;
    default:
        break;
    }
    if (a->known == KNOWN && !pure(a)) {
        char text[60];
        return lento_eq_error(file, t->at, "%s of a quantity in %s",
                              lento_eq_operations[t->op].name, words(a, text, sizeof text));
    }
    *out = (dimension){.known = PLAIN};
    return 0;
}

static dimension of_symbol(const eq_symbol *s, const dimension *value) {
    dimension d = {.known = FREE};
    if (s->unit.given) {
        d.known = KNOWN;
        for (int k = 0; k < EQ_DIMENSIONS; k++) {
            d.power[k] = (int16_t)(12 * s->unit.power[k]);
        }
        return d;
    }
    d.known = s->role == EQ_PI ? PLAIN : FREE;
    return s->role == EQ_QUANTITY ? *value : d;
}

static int range(eq_file *file, eq_range r, dimension d[], const dimension symbols[]) {
    for (int i = r.first; i <= r.last; i++) {
        const eq_tree *t = &file->trees.item[i];
        d[i] = (dimension){.known = FREE};
        if (t->kind == EQ_TREE_NUMBER) {
            d[i].known = PLAIN;
        } else if (t->kind == EQ_TREE_NAME && t->b == 0) {
            d[i] = of_symbol(&file->symbols.item[t->a], symbols ? &symbols[t->a] : &d[i]);
        } else if (t->kind == EQ_TREE_OP && operation(file, t, d)) {
            return -1;
        }
    }
    return 0;
}

static int ranges(eq_file *file, dimension d[], dimension symbols[]) {
    for (size_t i = 0; i < file->order.count; i++) {
        const eq_range r = file->symbols.item[file->order.item[i]].value;
        if (range(file, r, d, symbols)) {
            return -1;
        }
        symbols[file->order.item[i]] = eq_given(r) ? d[r.last] : (dimension){.known = FREE};
    }
    for (size_t i = 0; i < file->states.count; i++) {
        if (range(file, file->symbols.item[file->states.item[i]].rate, d, symbols)) {
            return -1;
        }
    }
    for (size_t i = 0; i < file->constraints.count; i++) {
        if (range(file, file->constraints.item[i], d, symbols)) {
            return -1;
        }
    }
    for (size_t i = 0; i < file->outputs.count; i++) {
        if (range(file, file->outputs.item[i].value, d, symbols)) {
            return -1;
        }
    }
    return 0;
}

int lento_eq_dimensions(eq_file *file) {
    bool any = false;
    for (size_t i = 0; i < file->symbols.count; i++) {
        any = any || file->symbols.item[i].unit.given;
    }
    if (!any) {
        return 0;
    }
    dimension *d = calloc(file->trees.count + 1, sizeof *d);
    dimension *symbols = calloc(file->symbols.count + 1, sizeof *symbols);
    const int code = d && symbols ? ranges(file, d, symbols) : lento_eq_no_memory(file);
    free(d);
    free(symbols);
    return code;
}

int lento_eq_dimension(eq_file *file, eq_range r, eq_unit *unit) {
    dimension *d = calloc(file->trees.count + 1, sizeof *d);
    const int code = d ? range(file, r, d, NULL) : lento_eq_no_memory(file);
    *unit = (eq_unit){.given = code == 0 && d[r.last].known == KNOWN, .factor = 1};
    for (int k = 0; k < EQ_DIMENSIONS && unit->given; k++) {
        unit->power[k] = d[r.last].power[k] / 12.0;
    }
    free(d);
    return code;
}
