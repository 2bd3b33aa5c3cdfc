/* SPDX-License-Identifier: MIT
 *
 * block.c - runs the register code of LENTO_LANES cells at once: a register is as many numbers, and finding the next step
 * is shared by all of them. Cells are models of one text with other parameters: their codes have the same steps and differ
 * in the numbers of the steps, which are joined here. The loops over the lanes have a fixed length and compile to
 * vector instructions. */
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
#define K k[l]

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

/* What lento_eq_block_rate runs: the steps of the first cell with the numbers of all, LENTO_LANES for each step. */
typedef struct joined {
    const eq_code *code;
    _Alignas(16) double k[];
} joined;

static bool same_step(const eq_step *x, const eq_step *y) {
    return x->op == y->op && x->d == y->d && x->a == y->a && x->b == y->b && x->c == y->c;
}

/* the number of steps if both codes have the same ones, else 0 */
static size_t same_steps(const eq_code *x, const eq_code *y) {
    if (x->size != y->size || x->uses != y->uses || x->v != y->v || x->time != y->time ||
        x->input_count != y->input_count) {
        return 0;
    }
    for (int i = 0; i < x->input_count; i++) {
        if (x->inputs[i].from != y->inputs[i].from || x->inputs[i].to != y->inputs[i].to) {
            return 0;
        }
    }
    size_t n = 0;
    while (same_step(&x->steps[n], &y->steps[n])) {
        if (x->steps[n++].op == STEP_END) {
            return n;
        }
    }
    return 0;
}

size_t lento_eq_block_join(void *const params[], void *memory) {
    const eq_code *first = ((const eq_call *)params[0])->code;
    joined *block = memory;
    size_t steps = 0;
    for (int l = 0; l < N; l++) {
        const eq_code *code = ((const eq_call *)params[l])->code;
        steps = same_steps(first, code);
        for (size_t i = 0; i < steps && block; i++) {
            block->k[i * N + (size_t)l] = code->steps[i].k;
        }
        if (steps == 0) {
            return 0;
        }
    }
    if (block) {
        block->code = first;
    }
    return sizeof *block + steps * N * sizeof *block->k;
}

int lento_eq_block_rate(double t, const lento_phase phase[], const double q[], const double v[],
                        double out[], void *params) {
    const joined *block = params;
    const double *k = block->k;
    double r[EQ_SMALL * N];
    load(block->code, t, phase, q, v, r);
    for (const eq_step *s = block->code->steps; s->op != STEP_END; s++, k += N) {
        const double *pa = r + (size_t)s->a * N, *pb = r + (size_t)s->b * N,
                     *pc = r + (size_t)s->c * N;
        switch (s->op) {
            EQ_STEPS(EQ_BLOCK_STEP)
            EQ_OPS(EQ_BLOCK_OP)
        default:
            break;
        }
    }
    return 0;
}
