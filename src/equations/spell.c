/* SPDX-License-Identifier: MIT
 *
 * spell.c - names and expressions as XPPAUT reads them. It cuts names off after nine letters without a word, so longer
 * ones get others; some functions are written in terms of others. */
#include "equations/xpp.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_NAME = 9, LONGEST_LINE = 900 };

void lento_eq_say(eq_writer *w, const char *text) {
    for (const char *c = text; *c; c++) {
        if (w->length + 1 < w->room) {
            w->text[w->length] = *c;
        }
        w->length++;
        w->line = *c == '\n' ? w->length : w->line;
    }
}

void lento_eq_say_number(eq_writer *w, double value) {
    char text[40] = "";
    w->number(value, text);
    lento_eq_say(w, text);
}

/* ---- names ---- */

static bool plain(const char *name) {
    static const char *const own[] = {"ran",     "normal",  "delay",   "erfc", "lgamma",
                                      "bessely", "besseli", "poisson", "i",    "hom_bcs"};
    bool good = strlen(name) <= LONGEST_NAME;
    for (const char *c = name; *c; c++) {
        good = good && (isalnum((unsigned char)*c) || *c == '_');
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        good = good && strcmp(own[i], name) != 0;
    }
    return good;
}

static bool taken(const eq_writer *w, const char *name) {
    for (size_t i = 0; i < w->file->symbols.count; i++) {
        if (strcmp(w->file->symbols.item[i].lower, name) == 0 ||
            (w->name[i] && strcmp(w->name[i], name) == 0) ||
            (w->velocity[i] && strcmp(w->velocity[i], name) == 0)) {
            return true;
        }
    }
    return false;
}

/* the first letters of a name, and a number that makes it new */
const char *lento_eq_other_name(eq_writer *w, const char *name, char mark) {
    char *out = lento_eq_take(w->file, LONGEST_NAME + 1);
    size_t n = 0;
    for (; out && name[n] && n < 5; n++) {
        out[n] = isalnum((unsigned char)name[n]) ? name[n] : '_';
    }
    for (int k = 0; out && k < 1000; k++) {
        const char digits[] = {mark, (char)('0' + k / 100), (char)('0' + k / 10 % 10),
                               (char)('0' + k % 10), '\0'};
        strcpy(out + n, k == 0 ? (char[]){mark, '\0'} : digits);
        if (!taken(w, out) && plain(out)) {
            return out;
        }
    }
    lento_eq_no_memory(w->file);
    return NULL;
}

int lento_eq_spell_names(eq_writer *w) {
    const eq_file *file = w->file;
    w->name = lento_eq_take(w->file, 2 * file->symbols.count * sizeof *w->name);
    if (!w->name) {
        return lento_eq_no_memory(w->file);
    }
    w->velocity = w->name + file->symbols.count;
    for (size_t i = 0; i < file->symbols.count && !file->failed; i++) {
        const eq_symbol *s = &file->symbols.item[i];
        w->name[i] = plain(s->lower) ? s->lower : lento_eq_other_name(w, s->lower, '_');
        if (s->role == EQ_STATE && s->order == 2) {
            w->velocity[i] = lento_eq_other_name(w, s->lower, 'v');
        }
        if (w->name[i] != s->lower && s->role != EQ_UNKNOWN && !file->failed) {
            lento_eq_say(w, "# ");
            lento_eq_say(w, w->name[i]);
            lento_eq_say(w, " is ");
            lento_eq_say(w, s->name);
            lento_eq_say(w, "\n");
        }
    }
    return file->failed ? -1 : 0;
}

/* ---- expressions, without recursion: sums may have a hundred thousand terms ---- */

static const struct {
    int op, binds;
    const char *sign;
    bool right; /* the right operand may be of the same kind */
} SIGNS[] = {{EQ_OR, 1, "|", true},        {EQ_AND, 2, "&", true},     {EQ_LESS, 3, "<", false},
             {EQ_AT_MOST, 3, "<=", false}, {EQ_EQUAL, 3, "==", false}, {EQ_UNEQUAL, 3, "!=", false},
             {EQ_ADD, 5, "+", true},       {EQ_SUB, 5, "-", false},    {EQ_MUL, 6, "*", true},
             {EQ_DIV, 6, "/", false},      {EQ_POW, 8, "^", false}};
enum { ATOM = 9, NEGATIVE = 4 };

static void later(eq_writer *w, const char *text, int tree, int binds) {
    eq_todo *place = EQ_PUSH(w->stack);
    if (place) {
        *place = (eq_todo){text, tree, binds};
    } else {
        lento_eq_no_memory(w->file);
    }
}

/* the parts of a call in reverse order */
static void later_call(eq_writer *w, const char *name, const int list[], int n,
                       const char *between) {
    later(w, ")", 0, 0);
    for (int i = n; i-- > 0;) {
        later(w, NULL, list[i], 0);
        later(w, i > 0 ? between : "(", 0, 0);
    }
    later(w, name, 0, 0);
}

static void operation(eq_writer *w, const eq_tree *t, int binds) {
    const int list[3] = {t->a, t->b, t->c};
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        if (SIGNS[i].op == t->op) {
            const bool inside = SIGNS[i].binds < binds;
            const int own = SIGNS[i].binds;
            later(w, inside ? ")" : "", 0, 0);
            later(w, NULL, t->b, SIGNS[i].right ? own : own + 1);
            later(w, SIGNS[i].sign, 0, 0);
            later(w, NULL, t->a, own == 8 ? ATOM : own);
            later(w, inside ? "(" : "", 0, 0);
            return;
        }
    }
    if (t->op == EQ_NEG) {
        later(w, binds > NEGATIVE ? ")" : "", 0, 0);
        later(w, NULL, t->a, 7);
        later(w, binds > NEGATIVE ? "(-" : "-", 0, 0);
    } else if (t->op == EQ_CEIL) {
        later(w, "))", 0, 0);
        later(w, NULL, t->a, 7);
        later(w, "(-flr(-", 0, 0);
    } else {
        later_call(w, lento_eq_operations[t->op].name, list, lento_eq_operations[t->op].operands,
                   ",");
    }
}

/* (if(a)then(b)else(c)) */
static void choice(eq_writer *w, const eq_tree *t) {
    later(w, "))", 0, 0);
    later(w, NULL, t->c, 0);
    later(w, ")else(", 0, 0);
    later(w, NULL, t->b, 0);
    later(w, ")then(", 0, 0);
    later(w, NULL, t->a, 0);
    later(w, "(if(", 0, 0);
}

static void number(eq_writer *w, double value, int binds) {
    const bool inside = value < 0 && binds > NEGATIVE;
    lento_eq_say(w, inside ? "(" : "");
    lento_eq_say_number(w, value);
    lento_eq_say(w, inside ? ")" : "");
}

static void tree(eq_writer *w, int which, int binds) {
    const eq_tree *t = &w->file->trees.item[which];
    switch (t->kind) {
    case EQ_TREE_NUMBER:
        number(w, t->value, binds);
        break;
    case EQ_TREE_NAME:
        lento_eq_say(w, t->b > 0 ? w->velocity[t->a] : w->name[t->a]);
        break;
    case EQ_TREE_CALL:
        later_call(w, w->name[t->a], &w->file->arguments.item[t->b], t->c, ",");
        break;
    case EQ_TREE_ARGUMENT: {
        const char argument[] = {'u', '_', (char)('a' + t->a), '\0'};
        lento_eq_say(w, argument);
        break;
    }
    case EQ_TREE_INDEX:
        lento_eq_say(w, "i'");
        break;
    case EQ_TREE_SUM:
        later(w, ")", 0, 0);
        later(w, NULL, which - 1, 0);
        later(w, ")of(", 0, 0);
        later(w, NULL, t->b, 0);
        later(w, ",", 0, 0);
        later(w, NULL, t->a, 0);
        later(w, "sum(", 0, 0);
        break;
    case EQ_TREE_SHIFT:
        later(w, ")", 0, 0);
        later(w, NULL, t->b, 0);
        later(w, ",", 0, 0);
        later(w, w->name[t->a], 0, 0);
        later(w, "shift(", 0, 0);
        break;
    default:
        if (t->op == EQ_CHOOSE) {
            choice(w, t);
        } else {
            operation(w, t, binds);
        }
        break;
    }
}

void lento_eq_spell(eq_writer *w, eq_range range) {
    later(w, NULL, range.last, 0);
    while (w->stack.count > 0 && !w->file->failed) {
        const eq_todo next = w->stack.item[--w->stack.count];
        if (next.text) {
            lento_eq_say(w, next.text);
        } else {
            tree(w, next.tree, next.binds);
        }
    }
    if (w->length - w->line > LONGEST_LINE) {
        lento_eq_error(w->file, w->file->trees.item[range.last].at,
                       "XPPAUT has no room for an expression of more than 900 letters", NULL, NULL);
    }
}
