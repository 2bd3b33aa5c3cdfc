/* SPDX-License-Identifier: MIT
 *
 * block.c - runs register code on LENTO_LANES states at once: a register is as many numbers, and finding the next step
 * is shared by all of them. The loops over the lanes have a fixed length and compile to vector instructions. */
#include "equations/model.h"
#include "equations/steps.h"

#include <string.h>

enum { N = LENTO_LANES };

/* A result may be one of the operands, lane by lane: nothing crosses lanes. */
#if defined(__clang__)
#define EQ_VECTOR _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define EQ_VECTOR _Pragma("GCC ivdep")
#else
#define EQ_VECTOR
#endif

#define A pa[l]
#define B pb[l]
#define C pc[l]
#define K k

#define EQ_LANES(to, value)                                                                        \
    {                                                                                              \
        double *d = (to) + (size_t)s->d * N;                                                       \
        EQ_VECTOR                                                                                  \
        for (int l = 0; l < N; l++) {                                                              \
            d[l] = value;                                                                          \
        }                                                                                          \
        break;                                                                                     \
    }
#define EQ_BLOCK_STEP(name, value)                                                                 \
    case STEP_##name:                                                                              \
        EQ_LANES(r, value)                                                                         \
    case STEP_##name + STEP_OUT:                                                                   \
        EQ_LANES(out, value)

/* the operations call their operands a, b, c */
#define EQ_OPERANDS(operands)                                                                      \
    const double a = A, b = (operands) > 1 ? B : 0, c = (operands) > 2 ? C : 0;                    \
    (void)a, (void)b, (void)c
#define EQ_LANES_OF(to, operands, value)                                                           \
    {                                                                                              \
        double *d = (to) + (size_t)s->d * N;                                                       \
        EQ_VECTOR                                                                                  \
        for (int l = 0; l < N; l++) {                                                              \
            EQ_OPERANDS(operands);                                                                 \
            d[l] = value;                                                                          \
        }                                                                                          \
        break;                                                                                     \
    }
#define EQ_BLOCK_OP(name, text, operands, value)                                                   \
    case EQ_##name:                                                                                \
        EQ_LANES_OF(r, operands, value)                                                            \
    case EQ_##name + STEP_OUT:                                                                     \
        EQ_LANES_OF(out, operands, value)

static void fill(double r[], double value) {
    for (int l = 0; l < N; l++) {
        r[l] = value;
    }
}

static void load(const eq_code *code, double t, const lento_phase phase[], const double q[],
                 const double v[], double r[]) {
    const size_t n = (size_t)code->size * N;
    if (code->uses & EQ_USES_Q) {
        memcpy(r, q, n * sizeof *r);
    }
    if (code->uses & EQ_USES_V) {
        memcpy(r + (size_t)code->v * N, v, n * sizeof *r);
    }
    if (code->time >= 0) {
        fill(r + (size_t)code->time * N, t);
    }
    for (int i = 0; i < code->input_count; i++) {
        fill(r + (size_t)code->inputs[i].to * N, (&phase->angle)[code->inputs[i].from]);
    }
}

int lento_eq_block_rate(double t, const lento_phase phase[], const double q[], const double v[],
                        double out[], void *params) {
    const eq_call *call = params;
    double r[EQ_SMALL * N];
    load(call->code, t, phase, q, v, r);
    for (const eq_step *s = call->code->steps; s->op != STEP_END; s++) {
        const double *pa = r + (size_t)s->a * N, *pb = r + (size_t)s->b * N,
                     *pc = r + (size_t)s->c * N, k = s->k;
        switch (s->op) {
            EQ_STEPS(EQ_BLOCK_STEP)
            EQ_OPS(EQ_BLOCK_OP)
        default:
            break;
        }
    }
    return 0;
}
