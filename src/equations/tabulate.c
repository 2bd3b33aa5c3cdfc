/* SPDX-License-Identifier: MIT
 *
 * tabulate.c - functions given by values:
 *
 *     table f file.tab               values in a file beside this one: their number, first and last argument, the values
 *     table f 101 -5 5 exp(-t^2)     values of an expression in t; also table f % 101 -5 5 ..., as in XPP
 *     table f linear ...             straight lines between the values, not a monotone cubic
 *
 * The caller reads the file (lento_beside), and only a plain name is asked for: this room opens nothing. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

enum { MOST_TEXT = 1 << 20 };

/* ---- numbers of a statement ---- */

static int signed_number(eq_reader *r, double *value) {
    const bool minus = lento_eq_accept(r, '-');
    if (r->file->failed || r->token.kind != EQ_NUMBER_TOKEN) {
        return lento_eq_error(r->file, r->token.at, "a number is expected here", NULL, NULL);
    }
    *value = minus ? -r->token.value : r->token.value;
    return lento_eq_next(r);
}

/* number of values, first and last argument -> the table without values; NULL or what is wrong */
static const char *shape(eq_lookup *table, double count, double low, double high) {
    if (!(count >= 2 && count <= EQ_MAX_LOOKUP) || count != rint(count)) {
        return "a table has 2 to 10001 values";
    }
    table->count = (int)count;
    table->low = low;
    table->step = (high - low) / (count - 1);
    return table->step > 0 && isfinite(table->step) ? NULL : "the arguments of a table go upwards";
}

static int computed(eq_reader *r, eq_tabled *t, eq_range *value) {
    double n = 0, low = 0, high = 0;
    const size_t at = r->token.at;
    if (signed_number(r, &n) || signed_number(r, &low) || signed_number(r, &high)) {
        return -1;
    }
    const char *wrong = shape(&t->table, n, low, high);
    if (wrong) {
        return lento_eq_error(r->file, at, wrong, NULL, NULL);
    }
    t->computed = true;
    return lento_eq_expression(r, value) || lento_eq_end(r);
}

/* ---- files ---- */

/* n, low, high and n values; NULL or what is wrong */
static const char *parse_values(eq_file *file, eq_tabled *t, const char *text) {
    static const char *const few = "needs their number, first and last argument, then the values";
    double head[3];
    const char *next;
    while (isspace((unsigned char)*text)) {
        text++;
    }
    if (*text == 'i' || *text == 's') { /* XPP: values in steps, splines */
        if (*text++ == 'i') {
            return "is a table of steps ('i'), which is not part of Lento";
        }
    }
    for (int i = 0; i < 3; i++) {
        head[i] = lento_eq_decimal(text, &next);
        if (next == text) {
            return few;
        }
        text = next;
    }
    const char *wrong = shape(&t->table, head[0], head[1], head[2]);
    if (wrong) {
        return few;
    }
    const size_t n = (size_t)t->table.count;
    t->table.value = lento_eq_take(file, 2 * n * sizeof *t->table.value);
    if (!t->table.value) {
        lento_eq_no_memory(file);
        return "";
    }
    t->table.slope = t->table.value + n;
    for (size_t i = 0; i < n; i++) {
        t->table.value[i] = lento_eq_decimal(text, &next);
        if (next == text || !isfinite(t->table.value[i])) {
            return few;
        }
        text = next;
    }
    lento_eq_lookup_slopes(&t->table);
    return NULL;
}

static bool plain_name(const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)name[i]) && !strchr("._-", name[i])) {
            return false;
        }
    }
    return length > 0 && length < 200 && name[0] != '.' && name[0] != '-';
}

static int from_file(eq_reader *r, eq_tabled *t) {
    eq_file *file = r->file;
    const char *name = r->token.text, *end = r->line->text + r->line->length;
    const size_t at = r->token.at;
    size_t length = 0;
    while (name + length < end && !isspace((unsigned char)name[length])) {
        length++;
    }
    if (!plain_name(name, length)) {
        const char *whole = lento_eq_copy(file, name, length);
        return !whole ? lento_eq_no_memory(file)
                      : lento_eq_error(file, at,
                                       "'%s' is not the name of a table: it is a file in the same "
                                       "folder as this one, "
                                       "named by letters, digits, '.', '_' and '-' alone",
                                       whole, NULL);
    }
    if (file->base && file->lookups.count < file->base->lookups.count) {
        t->table = file->base->lookups.item[file->lookups.count].table;
        return 0;
    }
    const char *copy = lento_eq_copy(file, name, length);
    char *text = malloc(MOST_TEXT + 1);
    if (!copy || !text) {
        free(text);
        return lento_eq_no_memory(file);
    }
    const size_t n = file->beside ? file->beside(copy, text, MOST_TEXT, file->user) : 0;
    text[n <= MOST_TEXT ? n : 0] = '\0';
    const char *wrong = n > 0 ? parse_values(file, t, text) : "cannot be read, or is empty";
    free(text);
    return wrong ? lento_eq_error(file, at, "'%s' %s", copy, wrong) : 0;
}

int lento_eq_table(eq_reader *r) {
    eq_file *file = r->file;
    const size_t at = r->token.at;
    eq_tabled t = {0};
    eq_range value = EQ_NO_RANGE;
    int symbol = 0;
    if (lento_eq_name(r, &symbol)) {
        return -1;
    }
    if (lento_eq_is(r, "linear") && lento_eq_peek(r, NULL) != 0) {
        t.table.linear = true;
        if (lento_eq_next(r)) {
            return -1;
        }
    }
    const bool percent = lento_eq_accept(r, '%');
    if (file->failed ||
        (percent || (r->token.kind == EQ_NUMBER_TOKEN && isspace(lento_eq_after(r)))
             ? computed(r, &t, &value)
             : from_file(r, &t)) ||
        lento_eq_define(file, symbol, EQ_FUNCTION, at)) {
        return -1;
    }
    t.symbol = symbol;
    if (EQ_ADD(file, file->lookups, t)) {
        return -1;
    }
    eq_symbol *s = &file->symbols.item[symbol];
    s->value = value;
    s->arguments = 1;
    s->lookup = (int)file->lookups.count;
    return 0;
}
