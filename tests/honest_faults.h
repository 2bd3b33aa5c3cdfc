/* SPDX-License-Identifier: MIT
 *
 * honest_faults.h - twenty ways in which a run can be wrong: a right-hand side that fails once, declarations that are
 * not true, options that make no sense. */
#ifndef HONEST_FAULTS_H
#define HONEST_FAULTS_H

#include <math.h>
#include <string.h>

#include "lento/problem.h"

/* ---- right-hand sides that fail at one call ---- */
enum {
    ONE_HUGE,
    ONE_NAN,
    ONE_JUMP,
    ONE_SIGN,
    ONE_ZERO,
    ONE_FAILS,
    TEN_ZERO,
    ONE_LARGE,
    CALL_FAULTS
};

static struct {
    lento_rate *rate;
    lento_field *field;
    int kind, size;
    long calls, at;
    long
        before_end; /* at a call of the last steps, this far before the end; 0: at the call given */
} fault;

static int spoil(int status, double rate[]) {
    const long k = fault.calls++ - fault.at;
    if (k < 0 || k > 9 || (k > 0 && fault.kind != TEN_ZERO)) {
        return status;
    }
    for (int i = 0; i < fault.size; i++) {
        const double size = fabs(rate[i]) + 1;
        rate[i] = fault.kind == ONE_HUGE    ? 1e308
                  : fault.kind == ONE_NAN   ? NAN
                  : fault.kind == ONE_JUMP  ? rate[i] + size
                  : fault.kind == ONE_SIGN  ? -rate[i]
                  : fault.kind == ONE_LARGE ? 1e3 * size
                                            : 0;
    }
    return fault.kind == ONE_FAILS ? 1 : status;
}

static int spoiled_rate(double t, const lento_phase phase[], const double q[], const double v[],
                        double rate[], void *params) {
    return spoil(fault.rate(t, phase, q, v, rate, params), rate);
}

static int spoiled_field(double t, const double x[], double dxdt[], void *params) {
    return spoil(fault.field(t, x, dxdt, params), dxdt);
}

/* The phase of the wrong frequency, from t. */
static double wrong;
static int timed_rate(double t, const lento_phase phase[], const double q[], const double v[],
                      double rate[], void *params) {
    (void)phase;
    const lento_phase own[LENTO_MAX_SCALES] = {lento_phase_at(wrong, 0, t),
                                               lento_phase_at(wrong, 0, t)};
    return fault.rate(t, own, q, v, rate, params);
}

static const char *const FAULT_NAMES[] = {
    "1e308 once",      "not a number once",   "a jump once",        "the wrong sign once",
    "zero once",       "one call fails",      "ten calls are zero", "a thousand times once",
    "two steps",       "step beyond the end", "4 micro steps",      "a third of a period",
    "loose tolerance", "frequency 5 % high",  "declared even",      "declared velocity-free",
    "cos(omega t)",    "cos(1.3 omega t)",    "start not a number", "five steps, high order"};
enum { FAULTS = sizeof FAULT_NAMES / sizeof FAULT_NAMES[0] };

static const char *fault_call(int kind, double where, lento_system *s) {
    fault.rate = s->rate;
    fault.field = s->field;
    fault.kind = kind;
    fault.size = s->size;
    fault.calls = 0;
    fault.at = (long)pow(10, 1 + 3.5 * where);
    fault.before_end = where > 0.75 ? 1 + (long)(120 * (where - 0.75)) : 0;
    s->rate = s->rate ? spoiled_rate : NULL;
    s->field = s->field ? spoiled_field : NULL;
    return FAULT_NAMES[kind];
}

/* Changes the model or the options; the words for it, or NULL if this one does not apply. */
static const char *fault_set(int kind, double where, lento_model *model, lento_options *o) {
    static lento_fast fast;
    static lento_mechanics mechanics;
    lento_system *s = lento_model_edit(model);
    lento_average *a = &o->average[0];
    if (kind < CALL_FAULTS) {
        return fault_call(kind, where, s);
    }
    fast = s->fast ? *s->fast : (lento_fast){0};
    mechanics = s->mechanics ? *s->mechanics : (lento_mechanics){0};
    switch (kind - CALL_FAULTS) {
    case 0:
        o->steps = 2;
        o->rtol = 0;
        break;
    case 1:
        o->macro_step = 1.5 * o->until;
        o->steps = 0;
        o->rtol = 0;
        break;
    case 2:
        a->micro_per_period = 4;
        break;
    case 3:
        a->periods = 0.34;
        break;
    case 4:
        o->steps = 0;
        o->rtol = 0.3;
        o->macro = "ode45";
        break;
    case 5: /* of a motion of its own: that of a forcing defines the phase, so it is another system */
        if (fast.count == 0 || lento_forced(s)) {
            return NULL;
        }
        for (int i = 0; i < fast.count; i++) {
            fast.scale[i].frequency *= 1.05;
        }
        s->fast = &fast;
        break;
    case 6:
        if (fast.count == 0 || fast.even) {
            return NULL;
        }
        fast.even = true;
        s->fast = &fast;
        break;
    case 7:
        if (!mechanics.velocity_dependent) {
            return NULL;
        }
        mechanics.velocity_dependent = false;
        s->mechanics = &mechanics;
        break;
    case 8:
    case 9:
        if (!lento_forced(s) || !s->rate || fast.count != 1) {
            return NULL;
        }
        wrong = lento_fastest(s)->frequency * (kind - CALL_FAULTS == 8 ? 1 : 1.3);
        fault.rate = s->rate;
        s->rate = timed_rate;
        break;
    case 10:
        ((double *)(size_t)lento_model_state(model))[0] = NAN;
        break;
    default:
        o->steps = 5;
        o->rtol = 0;
        o->macro = "verlet/yoshida6";
        break;
    }
    return FAULT_NAMES[kind];
}

#endif
