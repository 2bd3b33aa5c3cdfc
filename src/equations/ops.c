/* SPDX-License-Identifier: MIT
 *
 * ops.c - the operations of ops.h: by name, and their values. */
/* jn is part of POSIX, which is asked for by this name */
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

#include "equations/ops.h"

#include <string.h>
#ifdef _WIN32
#define jn _jn /* the name there; strict C hides the other one */
double _jn(int order, double x);
#endif

const eq_operation lento_eq_operations[EQ_OPERATIONS] = {[EQ_NUMBER] = {NULL, 0},
                                                         [EQ_INPUT] = {NULL, 0},
#define EQ_ROW(name, text, operands, value) [EQ_##name] = {text, operands},
                                                         EQ_OPS(EQ_ROW)
#undef EQ_ROW
};

/* other words for some of them */
static const struct {
    const char *name;
    int op;
} ALIASES[] = {{"ln", EQ_LOG}};

int lento_eq_function(const char *name) {
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++) {
        if (strcmp(ALIASES[i].name, name) == 0) {
            return ALIASES[i].op;
        }
    }
    for (int op = 0; op < EQ_OPERATIONS; op++) {
        const char *other = lento_eq_operations[op].name;
        if (other && strcmp(other, name) == 0) {
            return op;
        }
    }
    return 0;
}

/* in [0, b) for b > 0 */
double lento_eq_modulo(double a, double b) {
    const double rest = fmod(a, b);
    return rest < 0 ? rest + b : rest;
}

/* Bessel function of the first kind; the order is a whole number */
double lento_eq_bessel(double order, double x) {
    return fabs(order) <= 10000 && order == rint(order) ? jn((int)order, x) : NAN;
}

double lento_eq_apply(int op, double a, double b, double c) {
    switch (op) {
#define EQ_CASE(name, text, operands, value)                                                       \
    case EQ_##name:                                                                                \
        return value;
        EQ_OPS(EQ_CASE)
#undef EQ_CASE
    default:
        return (void)c, NAN;
    }
}
