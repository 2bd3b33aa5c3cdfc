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

#define EQ_VALUE(operands, value)                                                                  \
    const double a = A, b = (operands) > 1 ? B : 0, c = (operands) > 2 ? C : 0;                    \
    (void)a, (void)b, (void)c;                                                                     \
    r[s->d] = value

#ifdef __GNUC__
#pragma GCC diagnostic ignored "-Wpedantic" /* addresses of labels */

/* without steps: the addresses, by number of the step */
static const void *const *steps(const eq_step *s, double r[]) {
    static const void *const labels[STEP_KINDS] = {[STEP_END] = &&end,
#define EQ_LABEL(name, value) [STEP_##name] = &&step_##name,
                                                   EQ_STEPS(EQ_LABEL)
#undef EQ_LABEL
#define EQ_LABEL(name, text, operands, value) [EQ_##name] = &&op_##name,
                                                       EQ_OPS(EQ_LABEL)
#undef EQ_LABEL
    };
    if (!s) {
        return labels;
    }
    goto * s->go;
#define EQ_CODE(name, value)                                                                       \
    step_##name : r[s->d] = value;                                                                 \
    s++;                                                                                           \
    goto * s->go;
    EQ_STEPS(EQ_CODE)
#undef EQ_CODE
#define EQ_CODE(name, text, operands, value)                                                       \
    op_##name : {                                                                                  \
        EQ_VALUE(operands, value);                                                                 \
        s++;                                                                                       \
        goto * s->go;                                                                              \
    }
    EQ_OPS(EQ_CODE)
#undef EQ_CODE
end:
    return NULL;
}

void lento_eq_link(eq_step list[], int count) {
    const void *const *labels = steps(NULL, NULL);
    for (int i = 0; i < count; i++) {
        list[i].go = labels[list[i].op];
    }
}
#else
static void steps(const eq_step *s, double r[]) {
    for (;; s++) {
        switch (s->op) {
#define EQ_CODE(name, value)                                                                       \
    case STEP_##name:                                                                              \
        r[s->d] = value;                                                                           \
        break;
            EQ_STEPS(EQ_CODE)
#undef EQ_CODE
#define EQ_CODE(name, text, operands, value)                                                       \
    case EQ_##name: {                                                                              \
        EQ_VALUE(operands, value);                                                                 \
        break;                                                                                     \
    }
            EQ_OPS(EQ_CODE)
#undef EQ_CODE
        default:
            return;
        }
    }
}

void lento_eq_link(eq_step list[], int count) {
    (void)list, (void)count;
}
#endif

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

static inline void run(const eq_code *code, double t, const lento_phase phase[], const double q[],
                       const double v[], const double d[], double out[], double r[]) {
    const int n = code->size;
    if (code->uses & EQ_USES_Q) {
        load(r, q, n);
    }
    if (code->uses & EQ_USES_V) {
        load(r + code->v, v, n);
    }
    if (code->uses & EQ_USES_D) {
        load(r + code->d, d, n);
    }
    if (code->time >= 0) {
        r[code->time] = t;
    }
    for (int i = 0; i < code->input_count; i++) {
        r[code->inputs[i].to] = (&phase->angle)[code->inputs[i].from];
    }
    steps(code->steps, r);
    if (!code->moves) {
        load(out, r + code->first, (int)code->numbers);
        return;
    }
    memset(out, 0, code->numbers * sizeof *out);
    for (int i = 0; i < code->move_count; i++) {
        out[code->moves[i].to] = r[code->moves[i].from];
    }
}

enum { SMALL = 1024, LARGE = 65536 };

static void run_large(const eq_code *code, double t, const lento_phase phase[], const double q[],
                      const double v[], const double d[], double out[]) {
    double r[LARGE];
    run(code, t, phase, q, v, d, out, r);
}

void lento_eq_evaluate(const eq_code *code, double t, const lento_phase phase[], const double q[],
                       const double v[], const double d[], double out[]) {
    if (code->registers > SMALL) {
        run_large(code, t, phase, q, v, d, out);
    } else {
        double r[SMALL];
        run(code, t, phase, q, v, d, out, r);
    }
}

/* The same without increments and sparse results, for what is called most. */
int lento_eq_rate(double t, const lento_phase phase[], const double q[], const double v[],
                  double rate[], void *params) {
    const eq_code *code = ((const eq_model *)params)->rate;
    double r[SMALL];
    if (code->registers > SMALL) {
        run_large(code, t, phase, q, v, NULL, rate);
        return 0;
    }
    const int n = code->size;
    if (code->uses & EQ_USES_Q) {
        load(r, q, n);
    }
    if (code->uses & EQ_USES_V) {
        load(r + code->v, v, n);
    }
    if (code->time >= 0) {
        r[code->time] = t;
    }
    for (int i = 0; i < code->input_count; i++) {
        r[code->inputs[i].to] = (&phase->angle)[code->inputs[i].from];
    }
    steps(code->steps, r);
    load(rate, r + code->first, n);
    return 0;
}
