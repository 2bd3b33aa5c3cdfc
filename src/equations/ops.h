/* SPDX-License-Identifier: MIT
 *
 * ops.h - the one table of operations: name in a file (NULL: an operator), number of operands, value. Reader,
 * folding of constants and the evaluation of one state and of blocks follow it. The first ones have no operands:
 * numbers and inputs. */
#ifndef LENTO_EQUATIONS_OPS_H
#define LENTO_EQUATIONS_OPS_H

#include <math.h>

#include "equations/lookup.h"

double lento_eq_modulo(double a, double b);
double lento_eq_bessel(double order, double x);

#define EQ_OPS(X)                                                                                  \
    X(NEG, NULL, 1, -a)                                                                            \
    X(ADD, NULL, 2, a + b)                                                                         \
    X(SUB, NULL, 2, a - b)                                                                         \
    X(MUL, NULL, 2, a *b)                                                                          \
    X(DIV, NULL, 2, a / b)                                                                         \
    X(POW, NULL, 2, pow(a, b))                                                                     \
    X(LESS, NULL, 2, a < b)                                                                        \
    X(AT_MOST, NULL, 2, a <= b)                                                                    \
    X(EQUAL, NULL, 2, a == b)                                                                      \
    X(UNEQUAL, NULL, 2, a != b)                                                                    \
    X(AND, NULL, 2, a != 0 && b != 0)                                                              \
    X(OR, NULL, 2, a != 0 || b != 0)                                                               \
    X(CHOOSE, NULL, 3, a != 0 ? b : c)                                                             \
    X(NOT, "not", 1, a == 0)                                                                       \
    X(SIN, "sin", 1, sin(a))                                                                       \
    X(COS, "cos", 1, cos(a))                                                                       \
    X(TAN, "tan", 1, tan(a))                                                                       \
    X(ASIN, "asin", 1, asin(a))                                                                    \
    X(ACOS, "acos", 1, acos(a))                                                                    \
    X(ATAN, "atan", 1, atan(a))                                                                    \
    X(ATAN2, "atan2", 2, atan2(a, b))                                                              \
    X(SINH, "sinh", 1, sinh(a))                                                                    \
    X(COSH, "cosh", 1, cosh(a))                                                                    \
    X(TANH, "tanh", 1, tanh(a))                                                                    \
    X(EXP, "exp", 1, exp(a))                                                                       \
    X(LOG, "log", 1, log(a))                                                                       \
    X(LOG10, "log10", 1, log10(a))                                                                 \
    X(SQRT, "sqrt", 1, sqrt(a))                                                                    \
    X(ABS, "abs", 1, fabs(a))                                                                      \
    X(SIGN, "sign", 1, (a > 0) - (a < 0))                                                          \
    X(HEAV, "heav", 1, a >= 0)                                                                     \
    X(MAX, "max", 2, a > b ? a : b)                                                                \
    X(MIN, "min", 2, a < b ? a : b)                                                                \
    X(MOD, "mod", 2, lento_eq_modulo(a, b))                                                        \
    X(FLR, "flr", 1, floor(a))                                                                     \
    X(CEIL, "ceil", 1, ceil(a))                                                                    \
    X(BESSELJ, "besselj", 2, lento_eq_bessel(a, b))                                                \
    X(ERF, "erf", 1, erf(a))                                                                       \
    X(LOOKUP, NULL, 3, lento_eq_look_up(a, b, c))                                                  \
    X(EXPM1, NULL, 1, expm1(a))

enum eq_op {
    EQ_NUMBER,
    EQ_INPUT,
#define EQ_NAME(name, text, operands, value) EQ_##name,
    EQ_OPS(EQ_NAME)
#undef EQ_NAME
        EQ_OPERATIONS
};

typedef struct eq_operation {
    const char *name;
    int operands;
} eq_operation;
extern const eq_operation lento_eq_operations[EQ_OPERATIONS];

/* The function of this name, 0: there is none. */
int lento_eq_function(const char *name);
double lento_eq_apply(int op, double a, double b, double c);

#endif
