/* SPDX-License-Identifier: MIT
 *
 * chain_angles.c - the averaged motion of problem `chain` in angles (card calvo A3).
 * With mu_i = m_i + ... + m_n, A_ij = mu_max(i,j) l_i l_j cos(q_i - q_j), S_ij the same with the
 * sine, U = sum mu_i l_i cos q_i, b = grad U:
 *
 *     A q'' + S (q'^2) = -grad V_eff,   V_eff = g U + (v^2/4) b^T A^-1 b.
 *
 * All solves with A go through the rod forces tau, whose equations are tridiagonal: O(n) in all.
 * The multiplier of the averaged motion is centrifugal, Lambda = -(g'M^-1g'^T)^-1 g''[V,V]. */
#include <math.h>

#include "problems/chain.h"

static void rods_of_angles(int n, const double q[], rods *r) {
    for (int i = 0; i < n; i++) {
        r->s[i] = sin(q[i]);
        r->c[i] = cos(q[i]);
    }
}

/* Rod forces of the chain under forces f (x and y of each mass) at angular velocities w:
 * x_i'' = (f_i + tau_i e_i - tau_{i+1} e_{i+1})/m_i with e_i.(x_i'' - x_{i-1}'') = -l_i w_i^2. */
static void rod_forces(const double p[], const rods *r, const double f[], const double w[],
                       double tau[]) {
    const int n = links_of(p);
    const double *m = family(p, MASS), *l = family(p, LENGTH);
    double diagonal[MAX_LINKS], off[MAX_LINKS];
    for (int i = 0; i < n; i++) { /* tridiagonal and positive definite: eliminate, then go back */
        const double before = i > 0 ? 1 / m[i - 1] : 0;
        double fx = f[2 * i] / m[i], fy = f[2 * i + 1] / m[i];
        diagonal[i] = 1 / m[i] + before;
        if (i > 0) {
            fx -= f[2 * i - 2] * before;
            fy -= f[2 * i - 1] * before;
        }
        tau[i] = -l[i] * w[i] * w[i] - (r->s[i] * fx + r->c[i] * fy);
        if (i > 0) {
            off[i] = -(r->s[i - 1] * r->s[i] + r->c[i - 1] * r->c[i]) * before;
            const double factor = off[i] / diagonal[i - 1];
            diagonal[i] -= factor * off[i];
            tau[i] -= factor * tau[i - 1];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        tau[i] = (tau[i] - (i + 1 < n ? off[i + 1] * tau[i + 1] : 0)) / diagonal[i];
    }
}

/* angular accelerations of the chain under forces f at angular velocities w */
static void accelerate(const double p[], const rods *r, const double f[], const double w[],
                       double accel[]) {
    const int n = links_of(p);
    const double *m = family(p, MASS), *l = family(p, LENGTH);
    double tau[MAX_LINKS], last_x = 0, last_y = 0;
    rod_forces(p, r, f, w, tau);
    for (int i = 0; i < n; i++) {
        double x = f[2 * i] + tau[i] * r->s[i], y = f[2 * i + 1] + tau[i] * r->c[i];
        if (i + 1 < n) {
            x -= tau[i + 1] * r->s[i + 1];
            y -= tau[i + 1] * r->c[i + 1];
        }
        x /= m[i];
        y /= m[i];
        accel[i] = (r->c[i] * (x - last_x) - r->s[i] * (y - last_y)) / l[i];
        last_x = x;
        last_y = y;
    }
}

void lento_chain_response(const double p[], const rods *r, double y[]) {
    const int n = links_of(p);
    const double *m = family(p, MASS);
    double f[2 * MAX_LINKS] = {0}, w[MAX_LINKS] = {0};
    for (int i = 0; i < n; i++) {
        f[2 * i] = 0;
        f[2 * i + 1] = m[i];
    }
    accelerate(p, r, f, w, y);
}

/* gradient of (1/2) b^T A^-1 b: y_k sum_j S_kj y_j - mu_k l_k cos(q_k) y_k, in O(n) */
static void vibration_gradient(const double p[], const rods *r, double gradient[]) {
    const int n = links_of(p);
    const double *m = family(p, MASS), *l = family(p, LENGTH);
    double y[MAX_LINKS], mu[MAX_LINKS], after_s[MAX_LINKS], after_c[MAX_LINKS];
    double mass = 0, s = 0, c = 0;
    lento_chain_response(p, r, y);
    for (int k = n - 1; k >= 0; k--) { /* sums over j > k of mu_j l_j y_j (sin, cos), small first */
        mu[k] = mass += m[k];
        after_s[k] = s;
        after_c[k] = c;
        s += mass * l[k] * y[k] * r->s[k];
        c += mass * l[k] * y[k] * r->c[k];
    }
    s = c = 0;
    for (int k = 0; k < n; k++) {
        s += l[k] * y[k] * r->s[k];
        c += l[k] * y[k] * r->c[k];
        const double sum_s = mu[k] * s + after_s[k], sum_c = mu[k] * c + after_c[k];
        gradient[k] = y[k] * l[k] * (r->s[k] * sum_c - r->c[k] * sum_s - mu[k] * r->c[k]);
    }
}

int lento_chain_averaged_rate(double t, const lento_phase phase[], const double q[],
                              const double w[], double accel[], void *params) {
    const double *p = params, *m = family(p, MASS), *l = family(p, LENGTH);
    const int n = links_of(p);
    rods r = {0};
    double gradient[MAX_LINKS], f[2 * MAX_LINKS];
    rods_of_angles(n, q, &r);
    vibration_gradient(p, &r, gradient);
    /* forces on the masses that turn rod i with -(v^2/4) grad(b A^-1 b) */
    double next_x = 0, next_y = 0;
    for (int i = n - 1; i >= 0; i--) {
        const double turn = -p[V] * p[V] / 2 * gradient[i] / l[i];
        const double x = turn * r.c[i], y = -turn * r.s[i];
        f[2 * i] = x - next_x;
        f[2 * i + 1] = y - next_y - m[i] * p[G];
        next_x = x;
        next_y = y;
    }
    accelerate(p, &r, f, w, accel);
    return 0;
}

void lento_chain_centrifugal(const double p[], const rods *r, const double w[], double lambda[]) {
    const double *l = family(p, LENGTH);
    double f[2 * MAX_LINKS] = {0};
    rod_forces(p, r, f, w, lambda);
    for (int i = 0; i < links_of(p); i++) {
        lambda[i] /= 2 * l[i];
    }
}

void lento_chain_averaged_output(double t, const lento_phase phase[], const double state[],
                                 const double multipliers[], double columns[], void *params) {
    const int n = links_of(params);
    rods r = {0};
    rods_of_angles(n, state, &r);
    for (int i = 0; i < n; i++) {
        columns[i] = atan2(r.s[i], r.c[i]);
    }
    lento_chain_centrifugal(params, &r, state + n, columns + n);
}
