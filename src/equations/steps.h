/* SPDX-License-Identifier: MIT
 *
 * steps.h - steps of register code beyond the operations of ops.h: with a number k, and with a product inside. */
#ifndef LENTO_EQUATIONS_STEPS_H
#define LENTO_EQUATIONS_STEPS_H

/* name, value of registers a, b, c and the number k */
#define EQ_STEPS(X)                                                                                \
    X(LOAD, K)                                                                                     \
    X(ADD_K, A + K)                                                                                \
    X(SUB_K, A - K)                                                                                \
    X(K_SUB, K - A)                                                                                \
    X(MUL_K, A *K)                                                                                 \
    X(DIV_K, A / K)                                                                                \
    X(K_DIV, K / A)                                                                                \
    X(SCALE_ADD, A *K + B)                                                                         \
    X(SCALE_SUB, A *K - B)                                                                         \
    X(MUL_ADD, A *B + C)                                                                           \
    X(MUL_SUB, A *B - C)                                                                           \
    X(SUB_MUL, C - A * B)                                                                          \
    X(MUL_ADD_K, A *B + K)

enum eq_step_kind {
    STEP_NONE = 0,
    STEP_END = 1, /* numbers and inputs of ops.h need no steps */
    STEP_FIRST = 100,
#define EQ_STEP_NAME(name, value) STEP_##name,
    EQ_STEPS(EQ_STEP_NAME)
#undef EQ_STEP_NAME
};

#endif
