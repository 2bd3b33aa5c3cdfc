/* SPDX-License-Identifier: MIT
 *
 * callbacks.c - a system made from text: each callback runs a code; lento_eq_rate, which is called most, is
 * in evaluate.c. */
#include "equations/model.h"

static const double *velocity_of(const eq_model *m, const double state[]) {
    return m->order == 2 ? state + m->size : NULL;
}

/* what was asked for */
static void put(const eq_code *code, double t, const lento_phase phase[], const double q[],
                const double v[], const double d[], double out[]) {
    if (out) {
        lento_eq_evaluate(code, t, phase, q, v, d, out);
    }
}

int lento_eq_rate_near(double t, const lento_phase phase[], const double base[], const double d[],
                       const double v[], double rate[], void *params) {
    const eq_model *m = params;
    lento_eq_evaluate(m->rate_near, t, phase, base, v, d, rate);
    return 0;
}

int lento_eq_constraint(const double q[], double g[], double jacobian[], void *params) {
    const eq_model *m = params;
    put(m->constraint, 0, NULL, q, NULL, NULL, g);
    put(m->jacobian, 0, NULL, q, NULL, NULL, jacobian);
    return 0;
}

int lento_eq_constraint_near(const double base[], const double d[], double g[], double jacobian[],
                             void *params) {
    const eq_model *m = params;
    put(m->constraint_near, 0, NULL, base, NULL, d, g);
    put(m->jacobian_near, 0, NULL, base, NULL, d, jacobian);
    return 0;
}

int lento_eq_spring(const double q[], double g[], double jacobian[], void *params) {
    const eq_model *m = params;
    put(m->spring, 0, NULL, q, NULL, NULL, g);
    put(m->spring_jacobian, 0, NULL, q, NULL, NULL, jacobian);
    return 0;
}

int lento_eq_slow(double t, const lento_phase phase[], const double x[], double xi[],
                  double gradient[], double explicit_rate[], void *params) {
    const eq_model *m = params;
    const double *v = velocity_of(m, x);
    put(m->xi, t, phase, x, v, NULL, xi);
    put(m->gradient, t, phase, x, v, NULL, gradient);
    put(m->explicit_rate, t, phase, x, v, NULL, explicit_rate);
    return 0;
}

int lento_eq_slow_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                       double rate[], void *params) {
    const eq_model *m = params;
    lento_eq_evaluate(m->xi_rate, t, phase, x, NULL, dxdt, rate);
    return 0;
}

int lento_eq_jacobian(double t, const lento_phase phase[], const double state[], double jacobian[],
                      void *params) {
    const eq_model *m = params;
    lento_eq_evaluate(m->derivatives, t, phase, state, velocity_of(m, state), NULL, jacobian);
    return 0;
}

int lento_eq_event_values(double t, const lento_phase phase[], const double state[],
                          double values[], void *params) {
    const eq_model *m = params;
    lento_eq_evaluate(m->event, t, phase, state, velocity_of(m, state), NULL, values);
    return 0;
}

int lento_eq_event_jump(int event, double t, const lento_phase phase[], const double state[],
                        double after[], void *params) {
    const eq_model *m = params;
    lento_eq_evaluate(m->jump[event], t, phase, state, velocity_of(m, state), NULL, after);
    return 0;
}

void lento_eq_output(double t, const lento_phase phase[], const double state[],
                     const double multipliers[], double columns[], void *params) {
    const eq_model *m = params;
    (void)multipliers;
    lento_eq_evaluate(m->output, t, phase, state, velocity_of(m, state), NULL, columns);
}
