/* SPDX-License-Identifier: MIT
 *
 * list.c - statements that are lists: parameters with units, starts, outputs. Members are separated by commas, or by
 * spaces as in XPP. */
#include "equations/equations.h"

#include <string.h>

/* = expr; without it the value is 0, as in XPP */
static int value(eq_reader *r, eq_range *range) {
    if (lento_eq_accept(r, '=')) {
        return lento_eq_expression(r, range);
    }
    eq_tree *zero = r->file->failed ? NULL : EQ_PUSH(r->file->trees);
    if (!zero) {
        return lento_eq_no_memory(r->file);
    }
    *zero = (eq_tree){.kind = EQ_TREE_NUMBER, .at = r->token.at};
    *range = (eq_range){(int)r->file->trees.count - 1, (int)r->file->trees.count - 1};
    return 0;
}

/* a unit, up to the comma, the end, or a word followed by = */
static int unit(eq_reader *r, eq_symbol *s) {
    const eq_token first = r->token;
    const char *end = first.text;
    while (r->token.kind != EQ_END && !(r->token.kind == EQ_SIGN_TOKEN && r->token.sign == ',') &&
           !(r->token.kind == EQ_NAME_TOKEN && lento_eq_peek(r, NULL) == '=')) {
        end = r->token.text + r->token.length;
        if (lento_eq_next(r)) {
            return -1;
        }
    }
    const size_t length = (size_t)(end - first.text);
    s->unit_text = lento_eq_copy(r->file, first.text, length);
    if (!s->unit_text) {
        return lento_eq_no_memory(r->file);
    }
    const char *what = lento_eq_unit(first.text, length, &s->unit);
    return what ? lento_eq_error(r->file, first.at, "'%s' %s", s->unit_text, what) : 0;
}

static int parameter(eq_reader *r, int role) {
    eq_file *file = r->file;
    const size_t at = r->token.at;
    int symbol;
    eq_range range;
    if (lento_eq_name(r, &symbol) || value(r, &range) || lento_eq_define(file, symbol, role, at)) {
        return -1;
    }
    eq_symbol *s = &file->symbols.item[symbol];
    s->value = range;
    /* 1/s is a unit that begins with a number */
    const bool inverse = r->token.kind == EQ_NUMBER_TOKEN && r->token.length == 1 &&
                         r->token.text[0] == '1' && lento_eq_peek(r, NULL) == '/';
    const bool follows =
        inverse || (r->token.kind == EQ_NAME_TOKEN && lento_eq_peek(r, NULL) != '=');
    if (follows && unit(r, s)) {
        return -1;
    }
    const bool comma = r->token.kind == EQ_SIGN_TOKEN && r->token.sign == ',';
    if (r->token.kind != EQ_NAME_TOKEN && r->token.kind != EQ_END && !comma && r->token.at > 0 &&
        s->value.first == (int)file->trees.count - 1 &&
        file->trees.item[s->value.first].at == r->token.at) { /* no = was there */
        return lento_eq_error(file, r->token.at, "a value is given with =: %s=1", s->name, NULL);
    }
    if (role == EQ_PARAMETER) {
        if (EQ_ADD(file, file->parameters, symbol)) {
            return -1;
        }
        s->index = (int)file->parameters.count - 1;
    }
    return 0;
}

/* over the comma; true: there is another member */
static bool more(eq_reader *r) {
    const bool comma = lento_eq_accept(r, ',');
    return !r->file->failed &&
           (r->token.kind == EQ_NAME_TOKEN || (comma && r->token.kind != EQ_END));
}

int lento_eq_parameters(eq_reader *r, int role) {
    do {
        if (parameter(r, role)) {
            return -1;
        }
    } while (more(r));
    return lento_eq_end(r);
}

int lento_eq_starts(eq_reader *r) {
    eq_file *file = r->file;
    if (lento_eq_is(r, "mean") && lento_eq_peek(r, NULL) != '=') {
        file->mean_start = true;
        file->mean_at = r->token.at;
        if (lento_eq_next(r)) {
            return -1;
        }
    }
    do {
        const size_t at = r->token.at;
        int symbol, primes = 0;
        eq_range range;
        if (lento_eq_name(r, &symbol)) {
            return -1;
        }
        if (lento_eq_accept(r, '(') && (lento_eq_next(r) || lento_eq_expect(r, ')', ")"))) {
            return -1;
        }
        while (lento_eq_accept(r, '\'')) {
            primes++;
        }
        if (primes > 1 || file->failed) {
            return lento_eq_error(file, at, "a start is a value or a velocity", NULL, NULL);
        }
        if (value(r, &range)) {
            return -1;
        }
        eq_unit unit;
        const int next = lento_eq_peek(r, NULL);
        if (r->token.kind == EQ_NAME_TOKEN && next != '=' && next != '(' && next != '\'' &&
            lento_eq_unit(r->token.text, r->token.length, &unit) == NULL) {
            return lento_eq_error(file, r->token.at,
                                  "a start has no unit: it is a number in SI units, or a parameter "
                                  "that has one: par a=1 m, init %s=a",
                                  file->symbols.item[symbol].name, NULL);
        }
        eq_range *start = &file->symbols.item[symbol].start[primes];
        if (eq_given(*start)) {
            return lento_eq_error(file, at, "this start is given twice", NULL, NULL);
        }
        *start = range;
    } while (more(r));
    return lento_eq_end(r);
}

/* ---- outputs: aux E = expr, slow Q = expr, slow Q = mean(expr), slow x, y ---- */

static int output_value(eq_reader *r, eq_output *o) {
    if (lento_eq_is(r, "mean") && lento_eq_peek(r, NULL) == '(') {
        o->mean = true;
        return lento_eq_next(r) || lento_eq_expect(r, '(', "(") ||
               lento_eq_expression(r, &o->value) || lento_eq_expect(r, ')', ")");
    }
    return lento_eq_expression(r, &o->value);
}

static int nameless(eq_reader *r) {
    return lento_eq_error(r->file, r->token.at,
                          "an output has a name: aux NAME = ..., slow NAME = ...", NULL, NULL);
}

int lento_eq_outputs(eq_reader *r, bool slow) {
    eq_file *file = r->file;
    do {
        eq_output o = {.slow = slow, .state = -1, .value = EQ_NO_RANGE, .at = r->token.at};
        if (r->token.kind != EQ_NAME_TOKEN) {
            return lento_eq_error(file, r->token.at, "a name is expected here", NULL, NULL);
        }
        const eq_token token = r->token;
        if (lento_eq_next(r)) {
            return -1;
        }
        if (r->token.kind == EQ_SIGN_TOKEN && !strchr("=,", r->token.sign)) {
            return nameless(r);
        }
        if (lento_eq_accept(r, '=')) {
            o.name = lento_eq_copy(file, token.text, token.length);
            if (!o.name) {
                return lento_eq_no_memory(file);
            }
            if (token.length > EQ_MAX_NAME) {
                return lento_eq_error(file, token.at, "names of outputs have at most 18 letters",
                                      NULL, NULL);
            }
            if (output_value(r, &o)) {
                return -1;
            }
        } else if (slow) {
            o.state = lento_eq_symbol(file, token.text, token.length, token.at);
            o.mean = false;
            if (o.state < 0) {
                return -1;
            }
        } else {
            return nameless(r);
        }
        if (EQ_ADD(file, file->outputs, o)) {
            return -1;
        }
    } while (more(r));
    return lento_eq_end(r);
}
