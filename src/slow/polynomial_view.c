/* SPDX-License-Identifier: MIT
 *
 * polynomial_view.c - an expression as a polynomial of the state, if it is one. Its trees stand in postfix order, so
 * the polynomial's own memory is used as a stack of terms: each tree leaves its value on top of what stood there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "equations/formula.h"
#include "slow/polynomial.h"

/* the terms of the stack from `begin` to the top, with the free slots behind them as capacity */
static lento_polynomial view(const lento_polynomial *s, int begin) {
    return (lento_polynomial){.variables = s->variables,
                              .terms = s->terms - begin,
                              .capacity = s->capacity - begin,
                              .coefficient = s->coefficient + begin,
                              .power = s->power + (size_t)begin * (size_t)s->variables};
}

/* the value on top, which begins there, in canonical form */
static lento_status tidy(lento_polynomial *s, int begin) {
    lento_polynomial value = view(s, begin);
    lento_polynomial_tidy(&value);
    s->terms = begin + value.terms;
    for (int i = 0; i < value.terms; i++) {
        if (!isfinite(value.coefficient[i])) {
            return LENTO_BAD_OPTION;
        }
    }
    return LENTO_DONE;
}

/* the value from `from` to the top replaces what begins at `to` */
static void lower(lento_polynomial *s, int to, int from) {
    const lento_polynomial base = view(s, to), top = view(s, from);
    memmove(base.coefficient, top.coefficient, (size_t)top.terms * sizeof(double));
    memmove(base.power, top.power, (size_t)top.terms * (size_t)top.variables);
    s->terms = to + top.terms;
}

/* the monomial coefficient * x_j (j < 0: a constant) on top of the stack */
static lento_status push(lento_polynomial *s, double coefficient, int j) {
    if (s->terms >= s->capacity) {
        return LENTO_NO_MEMORY;
    }
    unsigned char *power = s->power + (size_t)s->terms * (size_t)s->variables;
    memset(power, 0, (size_t)s->variables);
    if (j >= 0) {
        power[j] = 1;
    }
    s->coefficient[s->terms++] = coefficient;
    return LENTO_DONE;
}

/* replace the two values that begin at a and b by their product */
static lento_status multiply(lento_polynomial *s, int a, int b) {
    lento_polynomial left = view(s, a), right = view(s, b), out = view(s, s->terms);
    left.terms = b - a;
    const lento_status status = lento_polynomial_product(&left, &right, &out);
    if (status != LENTO_DONE) {
        return status;
    }
    const int top = s->terms;
    s->terms += out.terms;
    lower(s, a, top);
    return tidy(s, a);
}

/* is the value from `begin` a number? It is taken off. */
static bool number(lento_polynomial *s, int begin, double *value) {
    const lento_polynomial p = view(s, begin);
    *value = p.terms > 0 ? p.coefficient[0] : 0;
    s->terms = begin;
    return lento_polynomial_degree(&p) == 0;
}

static lento_status raise(lento_polynomial *s, int begin, double exponent) {
    if (!(exponent >= 0 && exponent <= LENTO_POWER_LIMIT) || exponent != rint(exponent)) {
        return LENTO_BAD_OPTION;
    }
    const int built = s->terms;
    lento_status status = push(s, 1, -1);
    for (int n = (int)exponent; n > 0 && status == LENTO_DONE; n--) {
        const int copy = s->terms;
        for (int i = begin; i < built && status == LENTO_DONE; i++) {
            status = lento_polynomial_add(s, s->coefficient[i],
                                          s->power + (size_t)i * (size_t)s->variables);
        }
        status = status == LENTO_DONE ? multiply(s, built, copy) : status;
    }
    lower(s, begin, built);
    return status;
}

/* operands begin at a and b; sums are put in order only where something else reads them */
static lento_status operation(lento_polynomial *s, int op, int a, int b) {
    double k;
    switch (op) {
    case EQ_ADD:
        return LENTO_DONE;
    case EQ_NEG:
        b = a;
        /* fall through */
    case EQ_SUB:
        for (int i = b; i < s->terms; i++) {
            s->coefficient[i] = -s->coefficient[i];
        }
        return LENTO_DONE;
    case EQ_MUL:
        return multiply(s, a, b);
    case EQ_DIV:
        if (!number(s, b, &k) || k == 0) {
            return LENTO_BAD_OPTION;
        }
        for (int i = a; i < s->terms; i++) {
            s->coefficient[i] /= k;
        }
        return tidy(s, a);
    case EQ_POW:
        return number(s, b, &k) ? raise(s, a, k) : LENTO_BAD_OPTION;
    default:
        return LENTO_BAD_OPTION;
    }
}

/* a and b in canonical form before a product, a quotient or a power */
static lento_status tidy_both(lento_polynomial *s, int a, int *b) {
    lento_polynomial first = view(s, a);
    const int old = *b;
    lento_status status = tidy(s, *b);
    first.terms = old - a;
    lento_polynomial_tidy(&first);
    const int moved = a + first.terms;
    for (int i = 0; i < first.terms; i++) {
        status = isfinite(first.coefficient[i]) ? status : LENTO_BAD_OPTION;
    }
    lower(s, moved, old);
    *b = moved;
    return status;
}

static lento_status step(lento_polynomial *s, const eq_file *file, const eq_tree *t,
                         const int begin[]) {
    if (t->kind == EQ_TREE_NUMBER) {
        return push(s, t->value, -1);
    }
    if (t->kind == EQ_TREE_NAME) {
        const eq_symbol *symbol = &file->symbols.item[t->a];
        const int velocity = (int)file->states.count + symbol->velocity;
        return symbol->role == EQ_STATE ? push(s, 1, t->b > 0 ? velocity : symbol->index)
                                        : LENTO_BAD_OPTION;
    }
    if (t->kind != EQ_TREE_OP || lento_eq_operations[t->op].operands > 2) {
        return LENTO_BAD_OPTION;
    }
    int b = lento_eq_operations[t->op].operands > 1 ? begin[t->b] : s->terms;
    const bool ordered = t->op == EQ_MUL || t->op == EQ_DIV || t->op == EQ_POW;
    const lento_status status = ordered ? tidy_both(s, begin[t->a], &b) : LENTO_DONE;
    return status == LENTO_DONE ? operation(s, t->op, begin[t->a], b) : status;
}

lento_status lento_polynomial_view(lento_polynomial *p, const lento_formulas *formulas, int i) {
    const eq_range r = formulas->file->outputs.item[formulas->first + (size_t)i].value;
    int *begin = malloc((size_t)(r.last + 1) * sizeof *begin);
    lento_status status = begin ? LENTO_DONE : LENTO_NO_MEMORY;
    p->terms = 0;
    for (int k = r.first; k <= r.last && status == LENTO_DONE; k++) {
        const eq_tree *t = &formulas->file->trees.item[k];
        begin[k] = t->kind == EQ_TREE_OP ? begin[t->a] : p->terms;
        status = step(p, formulas->file, t, begin);
    }
    status = status == LENTO_DONE ? tidy(p, 0) : status;
    p->terms = status == LENTO_DONE ? p->terms : 0;
    free(begin);
    return status;
}
