/* SPDX-License-Identifier: MIT
 *
 * evaluate.c - runs register code on one state. The registers are on the stack: a system is shared by runs in
 * different threads and nothing is allocated after creation. */
#include "equations/equations.h"

#include "equations/steps.h"

#include <string.h>

#define A r[s->a]
#define B r[s->b]
#define C r[s->with.c]
#define K s->with.k

static void steps(const eq_step *s, double r[]) {
    for (;; s++) {
        switch (s->op) {
        case STEP_END:
            return;
#define EQ_CASE(name, value)                                                                       \
    case STEP_##name:                                                                              \
        r[s->d] = value;                                                                           \
        break;
            EQ_STEPS(EQ_CASE)
#undef EQ_CASE
#define EQ_CASE(name, text, operands, value)                                                       \
    case EQ_##name: {                                                                              \
        const double a = A, b = operands > 1 ? B : 0, c = operands > 2 ? C : 0;                    \
        (void)b, (void)c;                                                                          \
        r[s->d] = value;                                                                           \
        break;                                                                                     \
    }
            EQ_OPS(EQ_CASE)
#undef EQ_CASE
        default:
#ifdef __GNUC__
            __builtin_unreachable();
#else
            return;
#endif
        }
    }
}

static void other_inputs(const eq_code *code, double t, const lento_phase phase[], double r[]) {
    const unsigned *place = code->input_places;
    if (place[EQ_IN_T]) {
        r[place[EQ_IN_T] - 1] = t;
    }
    for (int i = 0; phase && i < LENTO_MAX_SCALES; i++) {
        if (place[EQ_IN_COS + i]) {
            r[place[EQ_IN_COS + i] - 1] = phase[i].cos;
        }
        if (place[EQ_IN_SIN + i]) {
            r[place[EQ_IN_SIN + i] - 1] = phase[i].sin;
        }
        if (place[EQ_IN_ANGLE + i]) {
            r[place[EQ_IN_ANGLE + i] - 1] = phase[i].angle;
        }
    }
}

static void run(const eq_code *code, double t, const lento_phase phase[], const double q[],
                const double v[], const double d[], double out[], double r[]) {
    const int n = code->size;
    double *next = r + n;
    for (int i = 0; i < n; i++) {
        r[i] = q[i];
    }
    for (int i = 0; (code->uses & EQ_USES_V) && i < n; i++) {
        *next++ = v[i];
    }
    for (int i = 0; (code->uses & EQ_USES_D) && i < n; i++) {
        *next++ = d[i];
    }
    if (code->uses & EQ_USES_OTHER) {
        other_inputs(code, t, phase, r);
    }
    steps(code->steps, r);
    if (code->cleared > 0) {
        memset(out, 0, code->cleared * sizeof *out);
    }
    for (int i = 0; i < code->count; i++) {
        out[code->results[i].to] = r[code->results[i].from];
    }
}

static void run_large(const eq_code *code, double t, const lento_phase phase[], const double q[],
                      const double v[], const double d[], double out[]) {
    double r[65536];
    run(code, t, phase, q, v, d, out, r);
}

static void run_small(const eq_code *code, double t, const lento_phase phase[], const double q[],
                      const double v[], const double d[], double out[]) {
    double r[1024];
    run(code, t, phase, q, v, d, out, r);
}

void lento_eq_evaluate(const eq_code *code, double t, const lento_phase phase[], const double q[],
                       const double v[], const double d[], double out[]) {
    if (code->registers <= 1024) {
        run_small(code, t, phase, q, v, d, out);
    } else {
        run_large(code, t, phase, q, v, d, out);
    }
}

#undef A
#undef B
#undef C
#undef K
