/* SPDX-License-Identifier: MIT
 *
 * springs_rigid.c - the rigid limit of a chain: rods in the place of its stiff springs. The
 * underlying system of the constraints g_j = 0 (sanzserna (7)), unit masses:
 *
 *     q'' = f - G^T mu,   G G^T mu = G f + G' v,   (G' v)_j = |v_j - v_{j-1}|^2_perp / r_j
 *
 * f the soft forces. G G^T is tridiagonal: neighbouring rods share a mass. With one stiff spring
 * this is the averaged motion; with several the fast energies act too (card sanzserna 6.4) and the
 * chain of rods is the slow motion only when the stiff springs start at rest. The start is the
 * orthogonal projection. */
#include <math.h>
#include <string.h>

#include "problems/springs.h"

enum { MAX_RODS = 200, NEWTON = 50 };

typedef struct rods { /* at one configuration */
    double e[MAX_RODS][2], r[MAX_RODS];
    double diagonal[MAX_RODS], side[MAX_RODS], mu[MAX_RODS];
} rods;

static int place(const springs *s, const double q[], rods *c) {
    for (int k = 0; k < s->stiff; k++) {
        const int j = s->which[k];
        double arm[2];
        c->r[k] = springs_arm(q, j, arm);
        if (c->r[k] == 0) {
            return -1;
        }
        c->e[k][0] = arm[0] / c->r[k];
        c->e[k][1] = arm[1] / c->r[k];
        c->diagonal[k] = j == 0 ? 1 : 2;
        const bool joined = k > 0 && s->which[k - 1] == j - 1;
        c->side[k] = joined ? -(c->e[k][0] * c->e[k - 1][0] + c->e[k][1] * c->e[k - 1][1]) : 0;
    }
    return 0;
}

/* mu <- (G G^T)^-1 mu; positive definite, so no pivoting */
static void solve(const springs *s, rods *c) {
    for (int k = 1; k < s->stiff; k++) {
        const double factor = c->side[k] / c->diagonal[k - 1];
        c->diagonal[k] -= factor * c->side[k];
        c->mu[k] -= factor * c->mu[k - 1];
    }
    for (int k = s->stiff - 1; k >= 0; k--) {
        const double next = k + 1 < s->stiff ? c->side[k + 1] * c->mu[k + 1] : 0;
        c->mu[k] = (c->mu[k] - next) / c->diagonal[k];
    }
}

/* x <- x - G^T mu */
static void take_off(const springs *s, const rods *c, double x[]) {
    for (int k = 0; k < s->stiff; k++) {
        springs_pull(s->which[k], (const double[2]){c->mu[k] * c->e[k][0], c->mu[k] * c->e[k][1]},
                     x);
    }
}

/* component of the arm of x along rod k */
static double along(const springs *s, const rods *c, int k, const double x[]) {
    double arm[2];
    springs_arm(x, s->which[k], arm);
    return arm[0] * c->e[k][0] + arm[1] * c->e[k][1];
}

static void soft_force(const springs *s, const double q[], double f[]) {
    springs_gravity(s, f);
    for (int j = 0, k = 0; j < s->masses; j++) {
        if (k < s->stiff && s->which[k] == j) {
            k++;
            continue;
        }
        double arm[2];
        const double r = springs_arm(q, j, arm);
        const double tension = s->omega[j] * s->omega[j] * (r - 1) / r;
        springs_pull(j, (const double[2]){tension * arm[0], tension * arm[1]}, f);
    }
}

int lento_springs_rigid_rate(double t, const lento_phase phase[], const double q[],
                             const double v[], double f[], void *params) {
    const springs *s = params;
    rods c;
    if (place(s, q, &c)) {
        return -1;
    }
    soft_force(s, q, f);
    for (int k = 0; k < s->stiff; k++) {
        double u[2];
        springs_arm(v, s->which[k], u);
        const double across = u[1] * c.e[k][0] - u[0] * c.e[k][1];
        c.mu[k] = along(s, &c, k, f) + across * across / c.r[k]; /* sanzserna (7) */
    }
    solve(s, &c);
    take_off(s, &c, f);
    return 0;
}

int lento_springs_to_rigid(const double state[], double rigid[], void *params) {
    const springs *s = params;
    const int n = 2 * s->masses;
    rods c;
    memcpy(rigid, state, (size_t)(2 * n) * sizeof *rigid);
    double worst = 1;
    for (int i = 0; i < NEWTON && worst > 1e-15; i++) { /* Newton along the rods */
        if (place(s, rigid, &c)) {
            return -1;
        }
        worst = 0;
        for (int k = 0; k < s->stiff; k++) {
            c.mu[k] = c.r[k] - 1;
            worst = fmax(worst, fabs(c.mu[k]));
        }
        solve(s, &c);
        take_off(s, &c, rigid);
    }
    if (!(worst < 1e-12) || place(s, rigid, &c)) {
        return -1;
    }
    for (int k = 0; k < s->stiff; k++) {
        c.mu[k] = along(s, &c, k, rigid + n);
    }
    solve(s, &c);
    take_off(s, &c, rigid + n);
    return 0;
}
