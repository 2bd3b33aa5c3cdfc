/* SPDX-License-Identifier: MIT
 *
 * parse.c - expressions: words -> trees, operands first. Weakest first: | & comparison, + -, * /, sign, ^ (from the
 * right, so that -x^2 is -(x^2)). */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

static int expression(eq_reader *r);

static int add(eq_reader *r, eq_tree tree) {
    eq_file *file = r->file;
    if (file->trees.count >= EQ_MAX_NODES) {
        return lento_eq_error(file, tree.at, "the file has more than a million terms", NULL, NULL);
    }
    if (EQ_ADD(file, file->trees, tree)) {
        return -1;
    }
    return (int)file->trees.count - 1;
}

static int operation(eq_reader *r, int op, size_t at, int a, int b, int c) {
    return a < 0 || b < 0 || c < 0
               ? -1
               : add(r,
                     (eq_tree){
                         .kind = EQ_TREE_OP, .op = (uint8_t)op, .a = a, .b = b, .c = c, .at = at});
}

/* ---- names and calls ---- */

/* up to 16 arguments in parentheses */
static int arguments(eq_reader *r, int list[16]) {
    int n = 0;
    if (lento_eq_expect(r, '(', "(")) {
        return -1;
    }
    do {
        if (n == 16) {
            return lento_eq_error(r->file, r->token.at, "a function has at most 16 arguments", NULL,
                                  NULL);
        }
        if ((list[n++] = expression(r)) < 0) {
            return -1;
        }
    } while (lento_eq_accept(r, ','));
    return lento_eq_expect(r, ')', ")") ? -1 : n;
}

static int builtin(eq_reader *r, int op, size_t at) {
    int list[16] = {0};
    const int n = arguments(r, list);
    if (n < 0) {
        return -1;
    }
    if (n != lento_eq_operations[op].operands) {
        return lento_eq_error(r->file, at, "%s takes %s", lento_eq_operations[op].name,
                              lento_eq_operations[op].operands == 1 ? "one argument"
                                                                    : "two arguments");
    }
    return operation(r, op, at, list[0], list[1], list[2]);
}

/* functions of XPP that have no meaning here */
static const struct {
    const char *name, *why;
} REFUSED[] = {{"ran", "random numbers are not part of Lento: noise is refused"},
               {"normal", "random numbers are not part of Lento: noise is refused"},
               {"poisson", "random numbers are not part of Lento: noise is refused"},
               {"delay", "delays are not part of Lento"},
               {"del_shift", "delays are not part of Lento"},
               {"hom_bcs", "boundary value problems are not part of Lento"},
               {"int", "integral equations are not part of Lento"}};

static int call(eq_reader *r, const eq_token *name) {
    int list[16];
    char word[64];
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        eq_reader at = *r;
        at.token = *name;
        if (lento_eq_is(&at, REFUSED[i].name)) {
            return lento_eq_error(r->file, name->at, REFUSED[i].why, NULL, NULL);
        }
    }
    for (size_t i = 0; i <= name->length && i < sizeof word; i++) {
        word[i] = i < name->length ? (char)tolower((unsigned char)name->text[i]) : '\0';
    }
    const int op = name->length < sizeof word ? lento_eq_function(word) : 0;
    if (op) {
        return builtin(r, op, name->at);
    }
    const int symbol = lento_eq_symbol(r->file, name->text, name->length, name->at);
    if (symbol >= 0 && lento_eq_peek(r, NULL) == ')' &&
        r->file->symbols.item[symbol].role == EQ_UNKNOWN) { /* rand() */
        return lento_eq_unknown(r->file, name->at, r->file->symbols.item[symbol].name, true);
    }
    const int n = symbol < 0 ? -1 : arguments(r, list);
    const int first = (int)r->file->arguments.count;
    for (int i = 0; i < n; i++) {
        if (EQ_ADD(r->file, r->file->arguments, list[i])) {
            return -1;
        }
    }
    return n < 0
               ? -1
               : add(r, (eq_tree){
                            .kind = EQ_TREE_CALL, .a = symbol, .b = first, .c = n, .at = name->at});
}

/* if(c)then(a)else(b) */
static int choice(eq_reader *r, size_t at) {
    int part[3];
    static const char *const words[] = {NULL, "then", "else"};
    for (int i = 0; i < 3; i++) {
        if (words[i] && !lento_eq_is(r, words[i])) {
            return lento_eq_error(r->file, r->token.at, "a choice is written if(c)then(a)else(b)",
                                  NULL, NULL);
        }
        if ((words[i] && lento_eq_next(r)) || lento_eq_expect(r, '(', "(") ||
            (part[i] = expression(r)) < 0 || lento_eq_expect(r, ')', ")")) {
            return -1;
        }
    }
    return operation(r, EQ_CHOOSE, at, part[0], part[1], part[2]);
}

/* sum(from,to)of(...), the index is i' */
static int sum(eq_reader *r, size_t at) {
    int list[16];
    const int n = arguments(r, list);
    if (n >= 0 && (n != 2 || !lento_eq_is(r, "of"))) {
        return lento_eq_error(r->file, at, "a sum is written sum(from,to)of(...)", NULL, NULL);
    }
    if (n < 0 || lento_eq_next(r) || lento_eq_expect(r, '(', "(")) {
        return -1;
    }
    const int start = add(r, (eq_tree){.kind = EQ_TREE_SKIP, .at = at});
    const bool before = r->in_sum;
    r->in_sum = true;
    if (start < 0 || expression(r) < 0 || lento_eq_expect(r, ')', ")")) {
        return -1;
    }
    r->in_sum = before;
    const int self =
        add(r, (eq_tree){.kind = EQ_TREE_SUM, .a = list[0], .b = list[1], .c = start, .at = at});
    if (self >= 0) {
        r->file->trees.item[start].a = self;
    }
    return self;
}

/* shift(x, n): the variable n places after x */
static int shift(eq_reader *r, size_t at) {
    int symbol = 0;
    if (lento_eq_expect(r, '(', "(") || lento_eq_name(r, &symbol) ||
        lento_eq_expect(r, ',', "a comma")) {
        return -1;
    }
    const int by = expression(r);
    return by < 0 || lento_eq_expect(r, ')', ")")
               ? -1
               : add(r, (eq_tree){.kind = EQ_TREE_SHIFT, .a = symbol, .b = by, .at = at});
}

static int name(eq_reader *r) {
    const eq_token token = r->token;
    const bool is_if = lento_eq_is(r, "if"), is_sum = lento_eq_is(r, "sum"),
               is_shift = lento_eq_is(r, "shift"), is_integral = lento_eq_is(r, "int"),
               is_index = lento_eq_is(r, "i") && r->in_sum;
    if (lento_eq_next(r)) {
        return -1;
    }
    for (int i = 0; i < r->arguments; i++) {
        if (strlen(r->argument[i]) == token.length) {
            eq_reader at = *r;
            at.token = token;
            if (lento_eq_is(&at, r->argument[i])) {
                return add(r, (eq_tree){.kind = EQ_TREE_ARGUMENT, .a = i, .at = token.at});
            }
        }
    }
    const bool integral =
        r->token.kind == EQ_SIGN_TOKEN && (r->token.sign == '{' || r->token.sign == '[');
    if (is_integral && integral) {
        return lento_eq_error(r->file, token.at, "integral equations are not part of Lento", NULL,
                              NULL);
    }
    if (r->token.kind == EQ_SIGN_TOKEN && r->token.sign == '(') {
        return is_if      ? choice(r, token.at)
               : is_sum   ? sum(r, token.at)
               : is_shift ? shift(r, token.at)
                          : call(r, &token);
    }
    int primes = 0;
    while (lento_eq_accept(r, '\'')) {
        primes++;
    }
    if (is_index && primes == 1) {
        return add(r, (eq_tree){.kind = EQ_TREE_INDEX, .at = token.at});
    }
    const int symbol = lento_eq_symbol(r->file, token.text, token.length, token.at);
    if (symbol >= 0 && lento_eq_function(r->file->symbols.item[symbol].lower)) {
        r->bare = token;
    }
    return symbol < 0
               ? -1
               : add(r, (eq_tree){.kind = EQ_TREE_NAME, .a = symbol, .b = primes, .at = token.at});
}

/* ---- operators ---- */

static int primary(eq_reader *r) {
    if (r->token.kind == EQ_NAME_TOKEN) {
        return name(r);
    }
    if (r->token.kind == EQ_NUMBER_TOKEN) {
        const eq_tree number = {.kind = EQ_TREE_NUMBER, .value = r->token.value, .at = r->token.at};
        const int value = lento_eq_next(r) ? -1 : add(r, number);
        const bool unit = value >= 0 && r->units && r->token.kind == EQ_NAME_TOKEN;
        const int factor = unit ? lento_eq_with_unit(r) : 0;
        return unit ? operation(r, EQ_MUL, number.at, value, factor, 0) : value;
    }
    if (r->token.kind == EQ_SIGN_TOKEN && r->token.sign == '(') {
        if (lento_eq_next(r)) {
            return -1;
        }
        const int inside = expression(r);
        return inside < 0 || lento_eq_expect(r, ')', ")") ? -1 : inside;
    }
    return lento_eq_no_operand(r);
}

/* a sign binds weaker than ^ and stronger than * */
static int power(eq_reader *r) {
    const eq_token token = r->token;
    if (r->depth++ > EQ_MAX_DEPTH) {
        return lento_eq_error(r->file, token.at, "this is nested more than 200 deep", NULL, NULL);
    }
    int result;
    if (lento_eq_accept(r, '-')) {
        result = operation(r, EQ_NEG, token.at, power(r), 0, 0);
    } else if (lento_eq_accept(r, '+')) {
        result = power(r);
    } else {
        result = r->file->failed ? -1 : primary(r);
        const size_t at = r->token.at;
        if (result >= 0 && lento_eq_accept(r, '^')) {
            result = operation(r, EQ_POW, at, result, power(r), 0);
        }
    }
    r->depth--;
    return r->file->failed ? -1 : result;
}

static const struct {
    char sign, level, op;
    bool swapped;
} OPERATORS[] = {{'|', 0, EQ_OR, false},    {'&', 1, EQ_AND, false},     {'<', 2, EQ_LESS, false},
                 {'>', 2, EQ_LESS, true},   {'L', 2, EQ_AT_MOST, false}, {'G', 2, EQ_AT_MOST, true},
                 {'E', 2, EQ_EQUAL, false}, {'N', 2, EQ_UNEQUAL, false}, {'+', 3, EQ_ADD, false},
                 {'-', 3, EQ_SUB, false},   {'*', 4, EQ_MUL, false},     {'/', 4, EQ_DIV, false}};
enum { LEVELS = 5, SIGNS = sizeof OPERATORS / sizeof *OPERATORS };

/* the operator of this level at the current place, -1: none */
static int operator_at(const eq_reader *r, int level) {
    for (int i = 0; i < SIGNS; i++) {
        if (r->token.kind == EQ_SIGN_TOKEN && r->token.sign == OPERATORS[i].sign &&
            OPERATORS[i].level == level) {
            return i;
        }
    }
    return -1;
}

static int chain(eq_reader *r, int level) {
    int left = level == LEVELS ? power(r) : chain(r, level + 1);
    for (int i; left >= 0 && level < LEVELS && (i = operator_at(r, level)) >= 0;) {
        const size_t at = r->token.at;
        if (lento_eq_next(r)) {
            return -1;
        }
        const int right = chain(r, level + 1);
        left = OPERATORS[i].swapped ? operation(r, OPERATORS[i].op, at, right, left, 0)
                                    : operation(r, OPERATORS[i].op, at, left, right, 0);
    }
    return left;
}

static int expression(eq_reader *r) {
    return chain(r, 0);
}

int lento_eq_expression(eq_reader *r, eq_range *range) {
    const int first = (int)r->file->trees.count;
    const int root = expression(r);
    *range = (eq_range){first, root};
    return root < 0 ? -1 : 0;
}
