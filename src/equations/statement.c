/* SPDX-License-Identifier: MIT
 *
 * statement.c - what one line states. A keyword counts only when a space and a name follow, so that `p = 3` still
 * names a quantity p. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

int lento_eq_end(eq_reader *r) {
    if (r->file->failed) {
        return -1;
    }
    return r->token.kind == EQ_END ? 0 : lento_eq_unexpected(r);
}

int lento_eq_name(eq_reader *r, int *symbol) {
    if (r->file->failed) {
        return -1;
    }
    if (r->token.kind != EQ_NAME_TOKEN) {
        return lento_eq_error(r->file, r->token.at, "a name is expected here", NULL, NULL);
    }
    *symbol = lento_eq_symbol(r->file, r->token.text, r->token.length, r->token.at);
    return *symbol < 0 ? -1 : lento_eq_next(r);
}

int lento_eq_define(eq_file *file, int symbol, int role, size_t at) {
    eq_symbol *s = &file->symbols.item[symbol];
    if (s->role == EQ_TIME || s->role == EQ_PI) {
        return lento_eq_error(file, at, "'%s' has a meaning of its own; choose another name",
                              s->name, NULL);
    }
    if (role == EQ_STATE && (s->role == EQ_QUANTITY || s->role == EQ_PARAMETER)) {
        return lento_eq_error(file, at,
                              "'%s' is a variable here and a fixed value above; a start is written "
                              "%s(0)=...",
                              s->name, s->name);
    }
    if (s->role != EQ_UNKNOWN) {
        const char *here = s->name;
        const size_t n = strlen(here);
        const bool spelled = at + n <= file->length && strncmp(file->text + at, here, n) == 0;
        return lento_eq_error(
            file, at, spelled ? "'%s' is defined twice" : "this name and '%s' differ only in case",
            here, NULL);
    }
    const bool shown = role == EQ_PARAMETER || role == EQ_STATE;
    if (shown && strlen(s->name) > EQ_MAX_NAME) {
        return lento_eq_error(file, at, "names of variables and parameters have at most 18 letters",
                              NULL, NULL);
    }
    s->role = role;
    s->at = at;
    return 0;
}

/* ---- equations ---- */

static int equation(eq_reader *r, int symbol, int order, size_t at) {
    eq_file *file = r->file;
    eq_range range;
    if (lento_eq_expression(r, &range) || lento_eq_end(r) ||
        lento_eq_define(file, symbol, EQ_STATE, at)) {
        return -1;
    }
    if (EQ_ADD(file, file->states, symbol)) {
        return -1;
    }
    eq_symbol *s = &file->symbols.item[symbol];
    s->rate = range;
    s->order = order;
    s->index = (int)file->states.count - 1;
    return 0;
}

/* phase theta' = expr [, theta(0)=a] */
static int phase(eq_reader *r) {
    eq_file *file = r->file;
    const size_t at = r->token.at;
    int symbol = 0, again = 0;
    eq_range rate, start = EQ_NO_RANGE;
    if (lento_eq_name(r, &symbol)) {
        return -1;
    }
    if (!lento_eq_accept(r, '\'') || !lento_eq_accept(r, '=')) {
        return lento_eq_error(file, r->token.at, "a phase is written phase %s' = its rate",
                              file->symbols.item[symbol].name, NULL);
    }
    if (lento_eq_expression(r, &rate)) {
        return -1;
    }
    if (lento_eq_accept(r, ',')) {
        const size_t place = r->token.at;
        if (lento_eq_name(r, &again) || lento_eq_expect(r, '(', "(") || lento_eq_next(r) ||
            lento_eq_expect(r, ')', ")") || lento_eq_expect(r, '=', "=") ||
            lento_eq_expression(r, &start)) {
            return -1;
        }
        if (again != symbol) {
            return lento_eq_error(file, place, "the start of the same phase is expected here", NULL,
                                  NULL);
        }
    }
    if (lento_eq_end(r) || lento_eq_define(file, symbol, EQ_PHASE, at)) {
        return -1;
    }
    if (EQ_ADD(file, file->phases, symbol)) {
        return -1;
    }
    eq_symbol *s = &file->symbols.item[symbol];
    s->value = rate;
    s->start[0] = eq_given(start) ? start : s->start[0];
    s->index = (int)file->phases.count - 1;
    return 0;
}

/* mass q = expr */
static int mass(eq_reader *r) {
    int symbol = 0;
    eq_range range;
    const size_t at = r->token.at;
    do {
        if (lento_eq_name(r, &symbol) || lento_eq_expect(r, '=', "=") ||
            lento_eq_expression(r, &range)) {
            return -1;
        }
        if (eq_given(r->file->symbols.item[symbol].mass)) {
            return lento_eq_error(r->file, at, "this mass is given twice", NULL, NULL);
        }
        r->file->symbols.item[symbol].mass = range;
    } while (lento_eq_accept(r, ','));
    return lento_eq_end(r);
}

/* stiff w: expr */
static int stiff(eq_reader *r) {
    eq_stiff s = {.at = r->token.at};
    if (lento_eq_expression(r, &s.frequency) ||
        lento_eq_expect(r, ':', "stiff is followed by a frequency and a colon, stiff w: ...; :") ||
        lento_eq_expression(r, &s.value) || lento_eq_end(r)) {
        return -1;
    }
    return EQ_ADD(r->file, r->file->stiff, s);
}

/* 0 = expr */
static int constraint(eq_reader *r) {
    eq_range range;
    if (r->token.value != 0 || lento_eq_peek(r, NULL) != '=') {
        return lento_eq_no_statement(r);
    }
    if (lento_eq_next(r) || lento_eq_expect(r, '=', "=") || lento_eq_expression(r, &range) ||
        lento_eq_end(r)) {
        return -1;
    }
    return EQ_ADD(r->file, r->file->constraints, range);
}

/* ---- functions and quantities ---- */

static int definition(eq_reader *r, int symbol, int role, size_t at) {
    eq_range range;
    if (lento_eq_expression(r, &range) || lento_eq_end(r) ||
        lento_eq_define(r->file, symbol, role, at)) {
        return -1;
    }
    eq_symbol *s = &r->file->symbols.item[symbol];
    s->value = range;
    s->arguments = r->arguments;
    if (role == EQ_QUANTITY) {
        if (EQ_ADD(r->file, r->file->quantities, symbol)) {
            return -1;
        }
        s->index = (int)r->file->quantities.count - 1;
    }
    return 0;
}

/* f(x,y) = expr, x(0) = expr; the name is read */
static int with_parentheses(eq_reader *r, int symbol, size_t at) {
    eq_file *file = r->file;
    if (lento_eq_next(r)) {
        return -1;
    }
    if (r->token.kind == EQ_NUMBER_TOKEN && r->token.value == 0) {
        eq_range *start = &file->symbols.item[symbol].start[0];
        eq_range range;
        if (eq_given(*start)) {
            return lento_eq_error(file, at, "this start is given twice", NULL, NULL);
        }
        if (lento_eq_next(r) || lento_eq_expect(r, ')', ")") || lento_eq_expect(r, '=', "=") ||
            lento_eq_expression(r, &range) || lento_eq_end(r)) {
            return -1;
        }
        file->symbols.item[symbol].start[0] = range;
        return 0;
    }
    if (lento_eq_is(r, "t") && lento_eq_peek(r, NULL) == '+') {
        return lento_eq_error(file, at, "maps, x(t+1) = ..., are not part of Lento", NULL, NULL);
    }
    do {
        char *name = r->token.kind == EQ_NAME_TOKEN
                         ? lento_eq_copy(file, r->token.text, r->token.length)
                         : NULL;
        if (!name || r->arguments == 16) {
            return lento_eq_error(file, r->token.at,
                                  name ? "a function has at most 16 arguments"
                                       : "a name of an argument is expected here",
                                  NULL, NULL);
        }
        for (char *c = name; *c; c++) {
            *c = (char)tolower((unsigned char)*c);
        }
        for (int i = 0; i < r->arguments; i++) {
            if (strcmp(r->argument[i], name) == 0) {
                return lento_eq_error(file, r->token.at, "two arguments are called %s", name, NULL);
            }
        }
        r->argument[r->arguments++] = name;
    } while (lento_eq_next(r) == 0 && lento_eq_accept(r, ','));
    if (lento_eq_expect(r, ')', ")")) {
        return -1;
    }
    return !lento_eq_accept(r, '=') ? lento_eq_no_equals(r, file->symbols.item[symbol].name)
                                    : definition(r, symbol, EQ_FUNCTION, at);
}

/* dx/dt = expr: the name without its d, or -1 */
static int derivative_name(eq_reader *r) {
    eq_reader ahead = *r;
    const eq_token token = r->token;
    if (token.length < 2 || tolower((unsigned char)token.text[0]) != 'd' ||
        lento_eq_peek(r, NULL) != '/' || lento_eq_next(&ahead) || !lento_eq_accept(&ahead, '/') ||
        !lento_eq_is(&ahead, "dt") || lento_eq_peek(&ahead, NULL) != '=') {
        return -1;
    }
    *r = ahead;
    return lento_eq_symbol(r->file, token.text + 1, token.length - 1, token.at + 1);
}

/* a line that starts with a name */
static int named(eq_reader *r) {
    const size_t at = r->token.at;
    int primes = 0, symbol = derivative_name(r);
    if (symbol >= 0) {
        return lento_eq_next(r) || lento_eq_expect(r, '=', "=")
                   ? -1
                   : equation(r, symbol, 1, r->line->copy ? at : at + 1);
    }
    if (lento_eq_name(r, &symbol)) {
        return -1;
    }
    if (r->token.kind == EQ_SIGN_TOKEN && r->token.sign == '(') {
        return with_parentheses(r, symbol, at);
    }
    while (lento_eq_accept(r, '\'')) {
        primes++;
    }
    if (primes > 2) {
        return lento_eq_error(r->file, at, "equations have order one or two", NULL, NULL);
    }
    if (!lento_eq_accept(r, '=')) {
        return lento_eq_no_equals(r, r->file->symbols.item[symbol].name);
    }
    return primes > 0 ? equation(r, symbol, primes, at) : definition(r, symbol, EQ_QUANTITY, at);
}

/* ---- keywords ---- */

static int parameters(eq_reader *r) {
    return lento_eq_parameters(r, EQ_PARAMETER);
}
static int numbers(eq_reader *r) {
    return lento_eq_parameters(r, EQ_FIXED);
}
static int pointwise(eq_reader *r) {
    return lento_eq_outputs(r, false);
}
static int slow(eq_reader *r) {
    return lento_eq_outputs(r, true);
}

static const struct {
    const char *word;
    int (*read)(eq_reader *r);
} KEYWORDS[] = {{"par", parameters},
                {"p", parameters},
                {"param", parameters},
                {"pars", parameters},
                {"params", parameters},
                {"parameter", parameters},
                {"parameters", parameters},
                {"number", numbers},
                {"num", numbers},
                {"init", lento_eq_starts},
                {"i", lento_eq_starts},
                {"aux", pointwise},
                {"a", pointwise},
                {"slow", slow},
                {"phase", phase},
                {"mass", mass},
                {"stiff", stiff},
                {"table", lento_eq_table},
                {"tabular", lento_eq_table},
                {"t", lento_eq_table},
                {"global", lento_eq_global},
                {"g", lento_eq_global}};

int lento_eq_statement(eq_file *file, const eq_line *line) {
    eq_reader r;
    bool spaced = false;
    if (lento_eq_start(&r, file, line)) {
        return -1;
    }
    const int next = lento_eq_peek(&r, &spaced);
    if (r.token.kind == EQ_NUMBER_TOKEN) {
        return constraint(&r);
    }
    if (r.token.kind == EQ_SIGN_TOKEN && r.token.sign == '@') {
        return lento_eq_options(&r);
    }
    if (r.token.kind == EQ_SIGN_TOKEN && r.token.sign == '!') {
        int symbol = 0;
        const size_t at = r.token.at;
        return lento_eq_next(&r) || lento_eq_name(&r, &symbol) || lento_eq_expect(&r, '=', "=")
                   ? -1
                   : definition(&r, symbol, EQ_FIXED, line->copy ? at : at + 1);
    }
    if (r.token.kind != EQ_NAME_TOKEN) {
        return lento_eq_no_statement(&r);
    }
    if (next == 0 && (lento_eq_is(&r, "done") || lento_eq_is(&r, "d"))) {
        file->done = true;
        return 0;
    }
    const bool follows = spaced && (isalnum(next) || (next != 0 && strchr("_({-+%", next)));
    for (size_t i = 0; follows && i < sizeof KEYWORDS / sizeof *KEYWORDS; i++) {
        if (lento_eq_is(&r, KEYWORDS[i].word)) {
            return lento_eq_next(&r) ? -1 : KEYWORDS[i].read(&r);
        }
    }
    if (follows || next == '{') {
        return lento_eq_refuse(&r);
    }
    return named(&r);
}
