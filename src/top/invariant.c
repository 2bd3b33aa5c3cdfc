/* SPDX-License-Identifier: MIT
 *
 * invariant.c - the integrals of a top from its state (bodack B0, B4; (5.1), (5.2)).
 *
 *     E = <m,omega>/2 + M g a3,   <m,p> = g m3,   <m,a>
 * and with M, P = momentum and vertical in the axes 1, 2, 3 of `special`, M divided by the double
 * moment J, k = M g l/J, l the distance of the centre of mass:
 *     Kowalewski           p = -k P,    K = (M1^2 - M2^2 + 2 p1)^2 + 4 (M1 M2 + p2)^2
 *     Goryachev-Chaplygin  p = -k P/2,  G = M3 (M1^2 + M2^2) + 2 M1 p3 */
#include <math.h>

#include "lento/top.h"
#include "top/vector.h"

static double special_integral(const lento_top *top, const double state[]) {
    static const double up[3] = {0, 0, 1};
    double momentum[3], vertical[3], M[3], p[3];
    double J = top->moments[top->close[0]];
    double k = top->mass * top->gravity * sqrt(lento_dot(top->centre, top->centre)) / J;
    bool kowalewski = top->kind == LENTO_TOP_KOWALEWSKI;
    lento_turn_back(state, state + 4, momentum);
    lento_turn_back(state, up, vertical);
    lento_apply(top->special, momentum, M);
    lento_apply(top->special, vertical, p);
    lento_scale_to(1 / J, M, M);
    lento_scale_to(kowalewski ? -k : -0.5 * k, p, p);
    if (kowalewski) {
        double u = M[0] * M[0] - M[1] * M[1] + 2 * p[0];
        double v = M[0] * M[1] + p[1];
        return u * u + 4 * v * v; // (5.1)
    }
    return M[2] * (M[0] * M[0] + M[1] * M[1]) + 2 * M[0] * p[2]; // (5.2)
}

lento_top_integrals lento_top_integrals_of(const lento_top *top, const double state[]) {
    if (!top || !state) {
        return (lento_top_integrals){0};
    }
    const double *m = state + 4;
    double a[3], omega[3];
    lento_top_integrals all = {0};
    lento_turn(state, top->centre, a);
    lento_top_velocity(top, state, omega);
    all.energy = 0.5 * lento_dot(m, omega) + top->mass * top->gravity * a[2];
    all.vertical = top->gravity * m[2];
    all.axial = lento_dot(m, a);
    if (top->kind == LENTO_TOP_KOWALEWSKI || top->kind == LENTO_TOP_GORYACHEV_CHAPLYGIN) {
        all.special = special_integral(top, state);
    }
    return all;
}
