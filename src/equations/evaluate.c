/* SPDX-License-Identifier: MIT
 *
 * evaluate.c - runs register code on one state. The registers are on the stack: a system is shared by runs in
 * different threads and nothing is allocated after creation. With GNU C a step holds the address of its code (two
 * instructions from step to step); elsewhere a switch finds it. */
#include "equations/model.h"
#include "equations/steps.h"

#include <string.h>

#define A r[s->a]
#define B r[s->b]
#define C r[s->c]
#define K s->k

#define EQ_VALUE(operands, to, value)                                                              \
    const double a = A, b = (operands) > 1 ? B : 0, c = (operands) > 2 ? C : 0;                    \
    (void)a, (void)b, (void)c;                                                                     \
    to[s->d] = value

/* Short copies: a call of memcpy costs more than most right-hand sides. */
static inline void load(double *r, const double x[], int n) {
    enum { SHORT = 16 };
    if (n > SHORT) {
        memcpy(r, x, (size_t)n * sizeof *r);
        return;
    }
    for (int i = 0; i < n; i++) {
        r[i] = x[i];
#ifdef __GNUC__
        __asm__ volatile(""); /* so that this does not become memcpy */
#endif
    }
}

static inline void load_inputs(const eq_call *call, double t, const lento_phase phase[],
                               const double q[], const double v[], double r[]) {
    const eq_code *code = call->code;
    if (code->plain) {
        load(r, q, code->size);
        return;
    }
    if (code->uses & EQ_USES_Q) {
        load(r, q, code->size);
    }
    if (code->uses & (EQ_USES_V | EQ_USES_D)) {
        if (code->uses & EQ_USES_V) {
            load(r + code->v, v, code->size);
        }
        if (code->uses & EQ_USES_D) {
            load(r + code->d, call->d, code->size);
        }
    }
    if (code->time >= 0) {
        r[code->time] = t;
    }
    for (int i = 0; i < code->input_count; i++) {
        r[code->inputs[i].to] = (&phase->angle)[code->inputs[i].from];
    }
}

static void move_results(const eq_code *code, const double r[], double out[]) {
    memset(out, 0, code->numbers * sizeof *out);
    for (int i = 0; i < code->move_count; i++) {
        out[code->moves[i].to] = r[code->moves[i].from];
    }
}

/* all steps, as labels or cases: NAME(name of the step, where its value goes, operands, value) */
#define EQ_ALL(NAME)                                                                               \
    EQ_STEPS(NAME##_STEP)                                                                          \
    EQ_OPS(NAME##_OP)

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpedantic" /* addresses of labels */

#define EQ_LABEL_STEP(name, value)                                                                 \
    [STEP_##name] = &&step_##name, [STEP_##name + STEP_OUT] = &&out_step_##name,
#define EQ_LABEL_OP(name, text, operands, value)                                                   \
    [EQ_##name] = &&op_##name, [EQ_##name + STEP_OUT] = &&out_op_##name,
#define EQ_NEXT                                                                                    \
    s++;                                                                                           \
    goto * s->go
#define EQ_CODE_STEP(name, value)                                                                  \
    step_##name : r[s->d] = value;                                                                 \
    EQ_NEXT;                                                                                       \
    out_step_##name : out[s->d] = value;                                                           \
    EQ_NEXT;
#define EQ_CODE_OP(name, text, operands, value)                                                    \
    op_##name : {                                                                                  \
        EQ_VALUE(operands, r, value);                                                              \
        EQ_NEXT;                                                                                   \
    }                                                                                              \
    out_op_##name : {                                                                              \
        EQ_VALUE(operands, out, value);                                                            \
        EQ_NEXT;                                                                                   \
    }

int lento_eq_rate(double t, const lento_phase phase[], const double q[], const double v[],
                  double out[], void *params) {
    static const void *const labels[2 * STEP_OUT] = {
        [STEP_END] = &&end, [STEP_END + STEP_OUT] = &&sparse_end, EQ_ALL(EQ_LABEL)};
    const eq_call *call = params;
    double own[EQ_SMALL], *r = call->registers ? call->registers : own;
    if (!call->code) {
        *call->labels = labels;
        return 0;
    }
    load_inputs(call, t, phase, q, v, r);
    const eq_step *s = call->code->steps;
    goto * s->go;
    EQ_ALL(EQ_CODE)
sparse_end:
    move_results(call->code, r, out);
end:
    return 0;
}

void lento_eq_link(eq_step list[], int count) {
    const void *const *labels = NULL;
    eq_call ask = {.labels = &labels};
    lento_eq_rate(0, NULL, NULL, NULL, NULL, &ask);
    for (int i = 0; i < count; i++) {
        list[i].go = labels[list[i].op];
    }
}
#else
#define EQ_CODE_STEP(name, value)                                                                  \
    case STEP_##name:                                                                              \
        r[s->d] = value;                                                                           \
        break;                                                                                     \
    case STEP_##name + STEP_OUT:                                                                   \
        out[s->d] = value;                                                                         \
        break;
#define EQ_CODE_OP(name, text, operands, value)                                                    \
    case EQ_##name: {                                                                              \
        EQ_VALUE(operands, r, value);                                                              \
        break;                                                                                     \
    }                                                                                              \
    case EQ_##name + STEP_OUT: {                                                                   \
        EQ_VALUE(operands, out, value);                                                            \
        break;                                                                                     \
    }

int lento_eq_rate(double t, const lento_phase phase[], const double q[], const double v[],
                  double out[], void *params) {
    const eq_call *call = params;
    double own[EQ_SMALL], *r = call->registers ? call->registers : own;
    load_inputs(call, t, phase, q, v, r);
    for (const eq_step *s = call->code->steps; s->op % STEP_OUT != STEP_END; s++) {
        switch (s->op) {
            EQ_ALL(EQ_CODE)
        default:
            break;
        }
    }
    if (call->code->moves) {
        move_results(call->code, r, out);
    }
    return 0;
}

void lento_eq_link(eq_step list[], int count) {
    (void)list, (void)count;
}
#endif

/* with room for the largest code */
int lento_eq_rate_large(double t, const lento_phase phase[], const double q[], const double v[],
                        double out[], void *params) {
    double registers[65536];
    eq_call call = *(const eq_call *)params;
    call.registers = registers;
    return lento_eq_rate(t, phase, q, v, out, &call);
}

void lento_eq_evaluate(const eq_code *code, double t, const lento_phase phase[], const double q[],
                       const double v[], const double d[], double out[]) {
    eq_call call = {.code = code, .d = d};
    if (code->registers > EQ_SMALL) {
        lento_eq_rate_large(t, phase, q, v, out, &call);
    } else {
        lento_eq_rate(t, phase, q, v, out, &call);
    }
}
