/* SPDX-License-Identifier: MIT
 *
 * block.c - runs the register code of LENTO_LANES cells at once: a register is as many numbers, and finding the next step
 * is shared by all of them. Cells are models of one text with other parameters: their codes have the same steps and differ
 * in the numbers of the steps, which are joined here. The loops over the lanes have a fixed length and compile to
 * vector instructions. A function whose operands are the same in all cells (of t, of phases, of numbers that all of them
 * have) is called once. */
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

/* What lento_eq_block_rate runs: the steps of the first cell with the numbers of all, LENTO_LANES for each step. ONCE is
 * added to a step where one call does for all lanes. */
enum { ONCE = 2 * STEP_OUT };
typedef struct joined {
    const eq_code *code;
    const eq_step *steps;
    _Alignas(16) double k[];
} joined;

/* The value of a step that is no operation of ops.h. */
static double step_value(int op, const double pa[1], const double pb[1], const double pc[1],
                         const double k[1]) {
    const int l = 0;
    switch (op) {
#define EQ_VALUE(name, value)                                                                      \
    case STEP_##name:                                                                              \
        return value;
        EQ_STEPS(EQ_VALUE)
#undef EQ_VALUE
    default:
        return (void)pc, NAN;
    }
}

/* Does a step read this one of a, b, c, k? */
static bool reads(int op, int which) {
    if (op < EQ_OPERATIONS) {
        return which < lento_eq_operations[op].operands;
    }
    double x[] = {1, 1, 1, 1};
    x[which] = NAN;
    return isnan(step_value(op, x, x + 1, x + 2, x + 3));
}

/* What takes longer than to copy its value. */
static bool costly(int op) {
    return op < EQ_OPERATIONS &&
           (lento_eq_operations[op].name || op == EQ_POW || op == EQ_LOOKUP || op == EQ_EXPM1);
}

static bool same_number(const double k[]) {
    for (int l = 1; l < N; l++) {
        if (k[l] != k[0]) {
            return false;
        }
    }
    return true;
}

/* Copies the steps, and marks those whose operands are the same in all lanes. */
static void copy_steps(const eq_code *code, const double k[], size_t steps, eq_step to[]) {
    bool same[EQ_SMALL] = {false};
    if (code->time >= 0) {
        same[code->time] = true;
    }
    for (int i = 0; i < code->input_count; i++) {
        same[code->inputs[i].to] = true;
    }
    for (size_t i = 0; i < steps; i++, k += N) {
        const eq_step *s = &code->steps[i];
        const bool out = s->op >= STEP_OUT;
        const int op = out ? s->op - STEP_OUT : s->op;
        const bool alike = op != STEP_END && (!reads(op, 0) || same[s->a]) &&
                           (!reads(op, 1) || same[s->b]) && (!reads(op, 2) || same[s->c]) &&
                           (!reads(op, 3) || same_number(k));
        to[i] = *s;
        to[i].op = (uint16_t)(s->op + (alike && costly(op) ? ONCE : 0));
        if (!out && op != STEP_END) {
            same[s->d] = alike;
        }
    }
}

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
        eq_step *own = (eq_step *)(void *)(block->k + steps * N);
        copy_steps(first, block->k, steps, own);
        block->code = first;
        block->steps = own;
    }
    return sizeof *block + steps * (N * sizeof *block->k + sizeof *block->steps);
}

static void call_once(const eq_step *s, double a, double b, double c, double to[]) {
    const int op = s->op - ONCE;
    fill(to + (size_t)s->d * N, lento_eq_apply(op >= STEP_OUT ? op - STEP_OUT : op, a, b, c));
}

int lento_eq_block_rate(double t, const lento_phase phase[], const double q[], const double v[],
                        double out[], void *params) {
    const joined *block = params;
    const double *k = block->k;
    double r[EQ_SMALL * N];
    load(block->code, t, phase, q, v, r);
    for (const eq_step *s = block->steps; s->op != STEP_END; s++, k += N) {
        const double *pa = r + (size_t)s->a * N, *pb = r + (size_t)s->b * N,
                     *pc = r + (size_t)s->c * N;
        switch (s->op) {
            EQ_STEPS(EQ_BLOCK_STEP)
            EQ_OPS(EQ_BLOCK_OP)
        default:
            call_once(s, *pa, *pb, *pc, s->op >= ONCE + STEP_OUT ? out : r);
            break;
        }
    }
    return 0;
}
