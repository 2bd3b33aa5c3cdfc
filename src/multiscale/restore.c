/* SPDX-License-Identifier: MIT
 *
 * restore.c - the ignored oscillation of one stiff spring, added back to the output (card sanzserna
 * B6). With the length r of the spring, given minus projected start: u_0 = r(0) - r_0,
 * v_0 = r'(0) - r'_0,
 *
 *     u = u_0 cos Phi + (v_0/Omega) sin Phi,   Phi' = sqrt(Omega^2 + 3 theta'^2 + n^T K n),
 *     q += M^-1 G^T (G M^-1 G^T)^-1 u
 *
 * n = M^-1 G^T/sqrt(G M^-1 G^T), K the Hessian of the soft potential, theta' the angular velocity
 * of the spring. Phi - Omega t is of order 1/Omega: Simpson's rule over each macro step (and from
 * its left end to an output time inside it) is ample, and Omega t is reduced on its own. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

#define SMALL 1e-4 /* of central differences; their error divided by Omega does not matter */

static void moved(double *out, const double *x, const double *direction, double by, int n) {
    for (int i = 0; i < n; i++) {
        out[i] = x[i] + by * direction[i];
    }
}

/* g and grad g of the spring at q + by * direction */
static int spring_at(lento_mean *mean, const double q[], const double direction[], double by,
                     double *g, double G[]) {
    const lento_system *fast = mean->fast;
    lento_stiff_work *own = mean->own;
    moved(own->point, q, direction, by, fast->size);
    if (lento_stiff_of(fast)->spring(own->point, g, G, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                          "the stiff springs have no direction here (zero length)");
    }
    return 0;
}

/* theta'^2 = |G'|^2/|G|^2 in the norm of M^-1: the gradient turns with the spring */
static int turning(lento_mean *mean, const double q[], const double v[], double *square) {
    lento_stiff_work *own = mean->own;
    const int n = mean->fast->size;
    double g;
    if (spring_at(mean, q, v, SMALL, &g, own->shown) ||
        spring_at(mean, q, v, -SMALL, &g, own->shown + n)) {
        return -1;
    }
    moved(own->other, own->shown, own->shown + n, -1, n);
    lento_mass_solve(&mean->mass, own->other, own->shown);
    *square = lento_dot(n, own->other, own->shown) / (4 * SMALL * SMALL * own->S[0]);
    return 0;
}

/* n^T K n from the soft force at q + by n and q - by n */
static int soft_stiffness(lento_mean *mean, double t, const double q[], const double v[],
                          double *value) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int size = fast->size;
    const double w2 = stiff->frequency[0] * stiff->frequency[0], norm = sqrt(own->S[0]);
    double *f = own->shown, *G = own->shown + size;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(fast, t, phase);
    *value = 0;
    for (int side = -1; side <= 1; side += 2) {
        double g;
        if (spring_at(mean, q, own->lift, side * SMALL / norm, &g, G)) {
            return -1;
        }
        mean->micro.counts.evaluations++;
        if (fast->rate(t, phase, own->point, v, f, fast->params)) {
            return lento_callback_failed(&mean->micro, t);
        }
        for (int i = 0; i < size; i++) {
            *value -= side * own->lift[i] / norm * (f[i] + w2 * g * G[i]) / (2 * SMALL);
        }
    }
    return 0;
}

/* Phi' - Omega at a slow state */
static int shift_rate(lento_mean *mean, double t, const double state[], double *rate) {
    const double *v = state + mean->fast->size;
    double square, stiffness;
    lento_stiff_work *own = mean->own;
    if (lento_stiff_modes(mean, state) || turning(mean, state, v, &square) ||
        soft_stiffness(mean, t, state, v, &stiffness)) {
        return -1;
    }
    const double Omega = own->Omega[0], more = 3 * square + stiffness;
    *rate = more / (Omega + sqrt(Omega * Omega + more));
    return 0;
}

/* the shift at time t, where the slow state is `state`, from the left end of the last step */
static int shift_at(lento_mean *mean, double t, const double state[], lento_shift *shift) {
    lento_stiff_work *own = mean->own;
    const lento_shift *left = &own->left;
    double middle;
    shift->t = t;
    const lento_above *above = mean->above;
    if (above->interpolate(above->run, (left->t + t) / 2, own->middle) ||
        shift_rate(mean, (left->t + t) / 2, own->middle, &middle) ||
        shift_rate(mean, t, state, &shift->rate)) {
        return -1;
    }
    shift->value = left->value + (t - left->t) / 6 * (left->rate + 4 * middle + shift->rate);
    return 0;
}

int lento_restore_begin(lento_mean *mean, const double given[], const double projected[]) {
    lento_stiff_work *own = mean->own;
    const int n = mean->fast->size;
    if (lento_stiff_springs(mean, given)) {
        return -1;
    }
    own->stretch = own->g[0];
    own->speed = lento_dot(n, own->G, given + n);
    if (shift_rate(mean, 0, projected, &own->right.rate)) {
        return -1;
    }
    own->stretch -= own->g[0];
    own->speed -= lento_dot(n, own->G, projected + n);
    own->left = own->right;
    return 0;
}

/* a macro step is done: its right end becomes known */
int lento_restore_step(lento_mean *mean) {
    lento_stiff_work *own = mean->own;
    if (!mean->options.restore_fast) {
        return 0;
    }
    own->left = own->right;
    return shift_at(mean, mean->above->macro->ticker.t, mean->above->macro->y, &own->right);
}

const double *lento_restore_state(lento_mean *mean, double t, const double state[]) {
    lento_stiff_work *own = mean->own;
    const int n = mean->fast->size;
    lento_shift shift = own->right;
    if (!mean->options.restore_fast) {
        return state;
    }
    if ((t != own->right.t && shift_at(mean, t, state, &shift)) || lento_stiff_modes(mean, state)) {
        return NULL;
    }
    const double Omega = own->Omega[0];
    const double angle = LENTO_TWO_PI * lento_turn_at(Omega, 0, t) + shift.value;
    const double u = own->stretch * cos(angle) + own->speed / Omega * sin(angle);
    const double rate = own->speed * cos(angle) - Omega * own->stretch * sin(angle);
    memcpy(own->shown, state, (size_t)(2 * n) * sizeof *state);
    return lento_stiff_push(mean, &u, own->shown) || lento_stiff_push(mean, &rate, own->shown + n)
               ? NULL
               : own->shown;
}
