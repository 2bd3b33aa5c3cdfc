/* SPDX-License-Identifier: MIT
 *
 * steps.h - steps of register code beyond the operations of ops.h: with a number k, and with a product or a quotient
 * inside (two roundings, as written). */
#ifndef LENTO_EQUATIONS_STEPS_H
#define LENTO_EQUATIONS_STEPS_H

#include "equations/ops.h"

/* name, value of registers a, b, c and the number k */
#define EQ_STEPS(X)                                                                                \
    X(LOAD, K)                                                                                     \
    X(COPY, A)                                                                                     \
    X(ADD_K, A + K)                                                                                \
    X(SUB_K, A - K)                                                                                \
    X(K_SUB, K - A)                                                                                \
    X(MUL_K, A *K)                                                                                 \
    X(DIV_K, A / K)                                                                                \
    X(K_DIV, K / A)                                                                                \
    X(SCALE_ADD, A *K + B)                                                                         \
    X(SCALE_SUB, A *K - B)                                                                         \
    X(PART_ADD, A / K + B)                                                                         \
    X(PART_SUB, A / K - B)                                                                         \
    X(MUL_ADD, A *B + C)                                                                           \
    X(MUL_SUB, A *B - C)                                                                           \
    X(SUB_MUL, C - A * B)                                                                          \
    X(MUL_ADD_K, A *B + K)                                                                         \
    X(MUL_MUL, A *B *C)                                                                            \
    X(MUL_MUL_K, A *B *K)

enum eq_step_kind {
    STEP_END = EQ_INPUT, /* numbers and inputs of ops.h need no steps */
    STEP_NONE = EQ_OPERATIONS,
#define EQ_STEP_NAME(name, value) STEP_##name,
    EQ_STEPS(EQ_STEP_NAME)
#undef EQ_STEP_NAME
        STEP_OUT /* added to any of them: the value is a result, d its place */
};

#endif
