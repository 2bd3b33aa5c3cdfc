/* SPDX-License-Identifier: MIT
 *
 * lift.c - slow variables that move with a phase: xi = (q, v + g(t, phase, q)). The state that belongs to them is
 * (q, V - g), so that scheme slow follows xi itself, and scheme sync starts its micro runs there. Other variables that depend
 * on a phase cannot be followed: the state between windows would lack its fast part. */
#include "equations/model.h"

#include <string.h>

enum { MOST = 64 }; /* coordinates */

/* g is xi at zero velocity */
static void fast_part(const eq_model *m, double t, const lento_phase phase[], const double Q[],
                      const double V[], double v[]) {
    double zero[MOST] = {0}, xi[2 * MOST];
    lento_eq_evaluate(m->xi, t, phase, Q, zero, NULL, xi);
    for (int i = 0; i < m->size; i++) {
        v[i] = V[i] - xi[m->size + i];
    }
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                       double q[], double v[], void *params) {
    const eq_model *m = params;
    fast_part(m, t, phase, Q, V, v);
    memmove(q, Q, (size_t)m->size * sizeof *q);
    return 0;
}

/* columns on the true orbit */
static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    const eq_model *m = params;
    double x[2 * MOST];
    memcpy(x, state, (size_t)m->size * sizeof *x);
    fast_part(m, t, phase, state, state + m->size, x + m->size);
    lento_eq_output(t, phase, x, multipliers, columns, params);
}

/* are the variables q, then velocities plus something that reads none? */
static bool has_form(eq_making *m, const int xi[], int n) {
    eq_graph *g = &m->graph;
    const int size = g->size;
    int slope[2 * MOST];
    if (m->model->order != 2 || n != 2 * size || size > MOST) {
        return false;
    }
    for (int i = 0; i < size; i++) {
        if (xi[i] != lento_eq_input(g, EQ_IN_Q + i) ||
            lento_eq_derive(g, xi, (size_t)n, EQ_IN_Q + size + i, NULL, slope)) {
            return false;
        }
        for (int k = 0; k < size; k++) {
            if (slope[size + k] != lento_eq_number(g, k == i ? 1 : 0)) {
                return false;
            }
        }
    }
    return true;
}

bool lento_eq_make_lift(eq_making *m, const int xi[], const int fixed[], int n,
                        lento_knowledge *known, lento_slow_set *set) {
    bool moves = false;
    for (int i = 0; i < n; i++) {
        moves = moves || fixed[i] != 0;
    }
    if (!moves) {
        return true;
    }
    if (!has_form(m, xi, n)) {
        return false;
    }
    set->reconstruct = reconstruct;
    set->output = output;
    known->averaged = LENTO_KEEP(m->build, lento_closed, .reconstruct = reconstruct);
    return known->averaged != NULL;
}
