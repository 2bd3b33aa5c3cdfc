/* SPDX-License-Identifier: MIT
 *
 * polynomial_parse.c - text to polynomial, by recursive descent:
 *
 *     sum     = product { ("+" | "-") product }
 *     product = signed { "*" signed | "/" number }
 *     signed  = { "+" | "-" } power                       so -x^2 is -(x^2)
 *     power   = primary [ "^" whole number ]
 *     primary = number | name | "(" sum ")"
 *
 * The polynomial's own memory is the work space, used as a stack of terms: a rule leaves its
 * value on top of what stood there. The first error is kept, with the bytes to point at;
 * positions never leave the text. */
#include "slow/polynomial.h"

#include <math.h>
#include <string.h>

typedef struct parser {
    const char *text;
    size_t length, at;
    const char *const *names;
    lento_polynomial *stack; /* stack->terms is its top */
    int depth;
    lento_status status;
    lento_parse_error error;
} parser;

static int fail(parser *in, lento_status status, size_t position, size_t length,
                const char *message) {
    if (in->status == LENTO_DONE) {
        in->status = status;
        in->error = (lento_parse_error){position, length, message, false, NULL};
    }
    return -1;
}

static int no_room(parser *in) {
    return fail(in, LENTO_NO_MEMORY, 0, in->length, "the polynomial has too many terms");
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* the character k places on, 0 beyond the end */
static char look(const parser *in, size_t k) {
    return in->at + k < in->length ? in->text[in->at + k] : '\0';
}

/* the next character that is not blank */
static char next(parser *in) {
    while (in->at < in->length && is_space(in->text[in->at])) {
        in->at++;
    }
    return look(in, 0);
}

/* the terms of the stack from `begin` to the top, with the free slots behind them as capacity */
static lento_polynomial view(const parser *in, int begin) {
    const lento_polynomial *s = in->stack;
    return (lento_polynomial){.variables = s->variables,
                              .terms = s->terms - begin,
                              .capacity = s->capacity - begin,
                              .coefficient = s->coefficient + begin,
                              .power = s->power + (size_t)begin * (size_t)s->variables};
}

static int tidy(parser *in, int begin, size_t position) {
    lento_polynomial value = view(in, begin);
    lento_polynomial_tidy(&value);
    for (int i = 0; i < value.terms; i++) {
        if (!isfinite(value.coefficient[i])) {
            return fail(in, LENTO_BAD_OPTION, position, 1, "a coefficient becomes too large here");
        }
    }
    in->stack->terms = begin + value.terms;
    return 0;
}

/* the monomial coefficient * x_j (j < 0: a constant) on top of the stack */
static int push(parser *in, double coefficient, int j) {
    lento_polynomial *s = in->stack;
    if (s->terms >= s->capacity) {
        return no_room(in);
    }
    unsigned char *power = s->power + (size_t)s->terms * (size_t)s->variables;
    memset(power, 0, (size_t)s->variables);
    if (j >= 0) {
        power[j] = 1;
    }
    s->coefficient[s->terms++] = coefficient;
    return 0;
}

/* replace the two values that begin at a and b by their product */
static int multiply(parser *in, int a, int b, size_t position) {
    lento_polynomial left = view(in, a), right = view(in, b), out = view(in, in->stack->terms);
    left.terms = b - a;
    const lento_status status = lento_polynomial_product(&left, &right, &out);
    if (status == LENTO_NO_MEMORY) {
        return no_room(in);
    }
    if (status != LENTO_DONE) {
        return fail(in, status, position, 1, "the power of a variable becomes too high here");
    }
    memmove(left.coefficient, out.coefficient, (size_t)out.terms * sizeof(double));
    memmove(left.power, out.power, (size_t)out.terms * (size_t)out.variables);
    in->stack->terms = a + out.terms;
    return tidy(in, a, position);
}

static int number(parser *in) {
    const size_t start = in->at;
    double mantissa = 0;
    int exponent = 0;
    bool point = false;
    for (;; in->at++) {
        const char c = look(in, 0);
        if (c == '.' && !point) {
            point = true;
        } else if (is_digit(c)) {
            /* 17 digits decide a double; further ones only move the point */
            const bool counts = mantissa < 1e17;
            mantissa = counts ? 10 * mantissa + (c - '0') : mantissa;
            exponent += (counts ? 0 : 1) - (point ? 1 : 0);
        } else {
            break;
        }
    }
    if (in->at - start == 1 && point) {
        return fail(in, LENTO_BAD_OPTION, start, 1, "a number needs digits");
    }
    const size_t sign = look(in, 1) == '-' || look(in, 1) == '+' ? 1 : 0;
    if ((look(in, 0) == 'e' || look(in, 0) == 'E') && is_digit(look(in, 1 + sign))) {
        const bool minus = look(in, 1) == '-';
        int written = 0;
        for (in->at += 1 + sign; is_digit(look(in, 0)); in->at++) {
            written = written < 10000 ? 10 * written + (look(in, 0) - '0') : written;
        }
        exponent += minus ? -written : written;
    }
    /* a quotient is exact where a product with a negative power of ten is not */
    const int half = exponent / 2;
    const double value = exponent < 0 && exponent >= -22
                             ? mantissa / pow(10, -exponent)
                             : mantissa * pow(10, half) * pow(10, exponent - half);
    if (mantissa != 0 && !isfinite(value)) {
        return fail(in, LENTO_BAD_OPTION, start, in->at - start, "the number is too large");
    }
    return push(in, mantissa != 0 ? value : 0, -1);
}

static int name(parser *in) {
    const size_t start = in->at;
    while (is_letter(look(in, 0)) || is_digit(look(in, 0))) {
        in->at++;
    }
    const size_t length = in->at - start;
    for (int j = 0; j < in->stack->variables; j++) {
        if (strlen(in->names[j]) == length && memcmp(in->names[j], in->text + start, length) == 0) {
            return push(in, 1, j);
        }
    }
    fail(in, LENTO_BAD_OPTION, start, length, "there is no variable of this name");
    char copy[40] = "";
    memcpy(copy, in->text + start, length < sizeof copy ? length : sizeof copy - 1);
    in->error.unknown = true;
    in->error.nearest = lento_nearest(copy, in->names, (size_t)in->stack->variables);
    return -1;
}

static int sum(parser *in);

static int primary(parser *in) {
    const char c = next(in);
    if (is_digit(c) || c == '.') {
        return number(in);
    }
    if (is_letter(c)) {
        return name(in);
    }
    if (c != '(') {
        const size_t left = in->length - in->at;
        return fail(in, LENTO_BAD_OPTION, in->at, left > 0 ? 1 : 0,
                    "a number, a variable or '(' is expected here");
    }
    const size_t open = in->at++;
    if (++in->depth > LENTO_NESTING_LIMIT) {
        return fail(in, LENTO_BAD_OPTION, open, 1, "parentheses are nested too deeply");
    }
    if (sum(in)) {
        return -1;
    }
    if (next(in) != ')') {
        return in->at < in->length
                   ? fail(in, LENTO_BAD_OPTION, in->at, 1,
                          "an operator or ')' is expected here; products are written with *")
                   : fail(in, LENTO_BAD_OPTION, open, 1, "this '(' is never closed");
    }
    in->at++;
    in->depth--;
    return 0;
}

static int power(parser *in) {
    const int begin = in->stack->terms;
    if (primary(in)) {
        return -1;
    }
    if (next(in) != '^') {
        return 0;
    }
    const size_t hat = in->at++;
    next(in);
    const size_t start = in->at;
    int n = 0;
    for (; is_digit(look(in, 0)); in->at++) {
        n = n <= LENTO_POWER_LIMIT ? 10 * n + (look(in, 0) - '0') : n;
    }
    const char after = look(in, 0);
    if (in->at == start || n > LENTO_POWER_LIMIT || after == '.' || is_letter(after)) {
        const size_t end = in->at < in->length ? in->at + 1 : in->at;
        return fail(in, LENTO_BAD_OPTION, start, end - start,
                    "the exponent must be a whole number from 0 to 255");
    }
    /* base on the stack, its power built behind it; then the power moves down over the base */
    const int built = in->stack->terms;
    if (push(in, 1, -1)) {
        return -1;
    }
    for (; n > 0; n--) {
        const int copy = in->stack->terms;
        for (int i = begin; i < built; i++) {
            const lento_polynomial *s = in->stack;
            if (lento_polynomial_add(in->stack, s->coefficient[i],
                                     s->power + (size_t)i * (size_t)s->variables)) {
                return no_room(in);
            }
        }
        if (multiply(in, built, copy, hat)) {
            return -1;
        }
    }
    lento_polynomial base = view(in, begin), result = view(in, built);
    memmove(base.coefficient, result.coefficient, (size_t)result.terms * sizeof(double));
    memmove(base.power, result.power, (size_t)result.terms * (size_t)result.variables);
    in->stack->terms = begin + result.terms;
    return 0;
}

static int signed_power(parser *in) {
    const int begin = in->stack->terms;
    bool minus = false;
    for (char c = next(in); c == '-' || c == '+'; c = next(in)) {
        minus = minus != (c == '-');
        in->at++;
    }
    if (power(in)) {
        return -1;
    }
    for (int i = begin; minus && i < in->stack->terms; i++) {
        in->stack->coefficient[i] = -in->stack->coefficient[i];
    }
    return 0;
}

/* divide the value from `begin` by the constant that starts at `divisor` */
static int divide(parser *in, int begin, int divisor, size_t position) {
    lento_polynomial by = view(in, divisor);
    if (lento_polynomial_degree(&by) > 0) {
        return fail(in, LENTO_BAD_OPTION, position, 1, "only division by a number is possible");
    }
    if (by.terms == 0 || by.coefficient[0] == 0) {
        return fail(in, LENTO_BAD_OPTION, position, 1, "division by zero");
    }
    const double value = by.coefficient[0];
    in->stack->terms = divisor;
    for (int i = begin; i < divisor; i++) {
        in->stack->coefficient[i] /= value;
    }
    return tidy(in, begin, position);
}

static int product(parser *in) {
    const int begin = in->stack->terms;
    if (signed_power(in)) {
        return -1;
    }
    for (char c = next(in); c == '*' || c == '/'; c = next(in)) {
        const size_t position = in->at++;
        const int second = in->stack->terms;
        if (signed_power(in) || (c == '*' ? multiply(in, begin, second, position)
                                          : divide(in, begin, second, position))) {
            return -1;
        }
    }
    return 0;
}

static int sum(parser *in) {
    const int begin = in->stack->terms;
    const size_t position = in->at;
    if (product(in)) {
        return -1;
    }
    for (char c = next(in); c == '+' || c == '-'; c = next(in)) {
        in->at++;
        const int second = in->stack->terms;
        if (product(in)) {
            return -1;
        }
        for (int i = second; c == '-' && i < in->stack->terms; i++) {
            in->stack->coefficient[i] = -in->stack->coefficient[i];
        }
    }
    return tidy(in, begin, position < in->length ? position : 0);
}

lento_status lento_polynomial_parse(lento_polynomial *p, const char *text, size_t length,
                                    const char *const names[], lento_parse_error *error) {
    parser in = {.text = text, .length = length, .names = names, .stack = p};
    p->terms = 0;
    if (next(&in) == '\0' && in.at >= length) {
        fail(&in, LENTO_BAD_OPTION, 0, length, "the text is empty");
    } else if (sum(&in) == 0 && (next(&in), in.at < length)) {
        const char c = look(&in, 0);
        fail(&in, LENTO_BAD_OPTION, in.at, 1,
             c == ')'   ? "this ')' has no '(' before it"
             : c == '^' ? "powers of powers need parentheses"
             : is_letter(c) || is_digit(c) || c == '('
                 ? "an operator is missing here; products are written with *"
                 : "this character has no place in a polynomial");
    }
    if (in.status != LENTO_DONE) {
        p->terms = 0;
        if (error) {
            *error = in.error;
        }
    }
    return in.status;
}
