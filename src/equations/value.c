/* SPDX-License-Identifier: MIT
 *
 * value.c - one value as it is typed: 1/80, 2*pi*50, 3000rpm, 20cm, 10cm+5mm. The language is that of the files, with
 * units behind numbers. One unit at the end belongs to the whole value: 1/2deg is half a degree. */
#include "equations/graph.h"

#include <ctype.h>
#include <string.h>

/* ---- units ---- */

/* m/s^2 as far as it is a unit; 0: it is none */
static size_t unit_length(const char *text, size_t length) {
    eq_unit unit;
    size_t best = 0;
    for (size_t i = 0; i < length && isalpha((unsigned char)text[i]);) {
        while (i < length && isalpha((unsigned char)text[i])) {
            i++;
        }
        if (i < length && text[i] == '(') {
            break;
        }
        if (i + 1 < length && text[i] == '^') {
            i++;
            i += text[i] == '-' || text[i] == '+' ? 1 : 0;
            while (i < length && isdigit((unsigned char)text[i])) {
                i++;
            }
        }
        if (lento_eq_unit(text, i, &unit)) {
            break;
        }
        best = i;
        while (i < length && (text[i] == ' ' || text[i] == '*' || text[i] == '/')) {
            i++;
        }
    }
    return best;
}

static int no_unit(eq_reader *r) {
    char word[40] = "";
    for (size_t i = 0; i < r->token.length && i + 1 < sizeof word; i++) {
        word[i] = r->token.text[i];
    }
    return lento_eq_error(r->file, r->token.at,
                          lento_eq_is(r, "pi") ? "write * between a number and %s"
                                               : "'%s' is not a unit",
                          word, NULL);
}

static size_t unit_here(const eq_reader *r) {
    return unit_length(r->token.text, r->line->length - (size_t)(r->token.text - r->line->text));
}

int lento_eq_with_unit(eq_reader *r) {
    const size_t n = unit_here(r), at = r->token.at;
    eq_symbol *s = n > 0 ? EQ_PUSH(r->file->symbols) : NULL;
    if (!s) {
        return n > 0 ? lento_eq_no_memory(r->file) : no_unit(r);
    }
    *s = (eq_symbol){.role = EQ_FIXED, .name = "", .lower = ""};
    lento_eq_unit(r->token.text, n, &s->unit);
    const int symbol = (int)r->file->symbols.count - 1;
    r->next = (size_t)(r->token.text - r->line->text) + n;
    eq_tree *t = lento_eq_next(r) ? NULL : EQ_PUSH(r->file->trees);
    if (!t) {
        return r->file->failed ? -1 : lento_eq_no_memory(r->file);
    }
    *t = (eq_tree){.kind = EQ_TREE_NAME, .a = symbol, .at = at};
    return (int)r->file->trees.count - 1;
}

/* ---- a first look at the words ---- */

typedef struct look {
    int words, units; /* how many there are */
    size_t last;      /* where the last unit starts, and */
    bool at_end;      /* nothing stands behind it */
    bool divided;     /* a number with a unit stands behind / */
    bool pi;
    double number; /* if there is no more than a number and its sign */
} look;

static int look_at(eq_file *file, const eq_line *line, look *l) {
    eq_reader r;
    bool number = false, divides = false, before = false, minus = false;
    for (int code = lento_eq_start(&r, file, line); !code && r.token.kind != EQ_END;
         code = lento_eq_next(&r)) {
        if (number && r.token.kind == EQ_NAME_TOKEN) {
            const size_t n = unit_here(&r);
            if (n == 0) {
                return no_unit(&r);
            }
            l->units++;
            l->last = (size_t)(r.token.text - line->text);
            r.next = l->last + n;
            l->at_end = lento_eq_peek(&r, NULL) == 0;
            l->divided = l->divided || before;
        }
        l->pi = l->pi || lento_eq_is(&r, "pi");
        minus = minus || (l->words == 0 && r.token.kind == EQ_SIGN_TOKEN && r.token.sign == '-');
        number = r.token.kind == EQ_NUMBER_TOKEN;
        before = number && divides;
        divides = r.token.kind == EQ_SIGN_TOKEN && r.token.sign == '/';
        l->number = number ? (minus ? -r.token.value : r.token.value) : NAN;
        l->words++;
    }
    if (l->words == 0 || (l->words == 1 && isnan(l->number) && !l->pi)) {
        return lento_eq_error(file, 0, "this is not a number", NULL, NULL);
    }
    l->number = l->words == 1 || (l->words == 2 && minus) ? l->number : NAN;
    return file->failed ? -1 : 0;
}

/* ---- the value ---- */

static int ends(eq_reader *r) {
    const bool grouped = r->token.text[0] == ',' || r->token.text[0] == '.';
    return r->token.kind == EQ_END
               ? 0
               : lento_eq_error(r->file, r->token.at, "'%s' does not belong to a number%s",
                                r->token.text, grouped ? ": write 1.5 and 1000000, or 1e6" : "");
}

static int check_names(eq_file *file) {
    for (size_t i = 0; i < file->trees.count; i++) {
        const eq_tree *t = &file->trees.item[i];
        const eq_symbol *s = &file->symbols.item[t->a];
        if (t->kind == EQ_TREE_CALL || t->kind == EQ_TREE_SHIFT ||
            (t->kind == EQ_TREE_NAME && s->role != EQ_PI && s->role != EQ_FIXED)) {
            return lento_eq_error(file, t->at,
                                  "'%s' is not known here; numbers, units, pi and functions such "
                                  "as sqrt are",
                                  s->name, NULL);
        }
    }
    return 0;
}

/* the number in SI units, and its dimension */
static int evaluate(eq_file *file, const eq_line *line, double *value, eq_unit *unit) {
    eq_reader r;
    eq_range range;
    eq_graph g;
    eq_expansion x = {0};
    const int pi = lento_eq_symbol(file, "pi", 2, 0);
    if (pi < 0 || lento_eq_start(&r, file, line)) {
        return -1;
    }
    file->symbols.item[pi].role = EQ_PI;
    r.units = true;
    if (lento_eq_expression(&r, &range) || ends(&r) || check_names(file) ||
        lento_eq_dimension(file, range, unit)) {
        return -1;
    }
    int code = lento_eq_graph_start(&g, 1) || lento_eq_expand_start(&x, file, &g, NULL, NULL, NULL);
    for (size_t i = 0; i < file->symbols.count && !code; i++) {
        const eq_symbol *s = &file->symbols.item[i];
        x.symbol[i] = s->role == EQ_FIXED ? lento_eq_number(&g, s->unit.factor) : 0;
        unit->turns += s->role == EQ_FIXED ? s->unit.turns : 0;
        unit->angles += s->role == EQ_FIXED ? s->unit.angles : 0;
    }
    *value = code ? NAN : lento_eq_constant(&x, range);
    lento_eq_expand_free(&x);
    lento_eq_graph_free(&g);
    return code ? lento_eq_no_memory(file) : 0;
}

static int misfit(eq_file *file, const char *unit, bool own) {
    return lento_eq_error(file, 0,
                          own               ? "the value is in '%s'; give a plain number"
                          : unit[0] == '\0' ? "the value has no unit; give a plain number"
                                            : "the unit does not fit; the value is in %s",
                          unit, NULL);
}

/* SI -> the wanted unit */
static int convert(eq_file *file, const eq_unit *from, const char *unit, double *value) {
    eq_unit to = {.factor = 1};
    const bool own = unit[0] != '\0' && lento_eq_unit(unit, strlen(unit), &to) != NULL;
    if (own || !lento_eq_same_dimension(from, &to)) {
        return misfit(file, unit, own);
    }
    *value = *value / to.factor * lento_eq_turns(from, &to);
    return 0;
}

/* one unit, at the end: it is that of the whole value */
static int whole(eq_file *file, eq_line line, const look *l, const char *unit, double *value) {
    eq_unit from, nothing, to;
    size_t end = line.length;
    while (end > l->last && isspace((unsigned char)line.text[end - 1])) {
        end--;
    }
    const size_t n = end - l->last;
    lento_eq_unit(line.text + l->last, n, &from);
    const bool same = strlen(unit) == n && strncmp(unit, line.text + l->last, n) == 0;
    if (l->pi && !same && lento_eq_unit(unit, strlen(unit), &to) == NULL &&
        lento_eq_turns(&from, &to) != 1) {
        return lento_eq_error(file, 0,
                              "is 2 pi meant twice? 50Hz is 2*pi*50 in rad/s; leave out pi or "
                              "the unit",
                              NULL, NULL);
    }
    line.length = l->last;
    if (l->words == 2) {
        const char *stop;
        *value = lento_eq_decimal(line.text, &stop);
    } else if (evaluate(file, &line, value, &nothing)) {
        return -1;
    }
    *value *= same ? 1 : from.factor;
    return same ? 0 : convert(file, &from, unit, value);
}

static int read_value(eq_file *file, const eq_line *line, const char *unit, double *value) {
    look l = {.number = NAN};
    eq_unit from;
    if (look_at(file, line, &l)) {
        return -1;
    }
    if (!isnan(l.number)) {
        *value = l.number;
        return 0;
    }
    if (l.units == 1 && l.at_end) {
        return whole(file, *line, &l, unit, value);
    }
    if (l.divided) {
        return lento_eq_error(file, 0, "put a number with a unit in parentheses to divide by it",
                              NULL, NULL);
    }
    if (evaluate(file, line, value, &from)) {
        return -1;
    }
    if (l.units > 0 && !from.given) {
        return lento_eq_error(file, 0, "its units cannot be checked", NULL, NULL);
    }
    return l.units > 0 ? convert(file, &from, unit, value) : 0;
}

lento_status lento_value_read(const char *text, const char *unit, double *value, char error[],
                              size_t room) {
    eq_file *file = lento_eq_open(error, room);
    double result = NAN;
    if (!file) {
        return LENTO_NO_MEMORY;
    }
    file->text = text ? text : "";
    file->length = strlen(file->text);
    const eq_line line = {.text = file->text, .length = file->length};
    const bool long_text = file->length > EQ_MAX_VALUE;
    int code = long_text       ? lento_eq_error(file, 0, "this is too long", NULL, NULL)
               : value && text ? read_value(file, &line, unit ? unit : "", &result)
                               : lento_eq_error(file, 0, "this is not a number", NULL, NULL);
    if (!code && !isfinite(result)) {
        code = lento_eq_error(file, 0, "this is not a finite number", NULL, NULL);
    }
    if (!code) {
        *value = result;
    }
    const bool starved = file->starved;
    lento_problem_free(&file->problem);
    return starved ? LENTO_NO_MEMORY : code ? LENTO_BAD_OPTION : LENTO_DONE;
}
