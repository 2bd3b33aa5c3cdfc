/* SPDX-License-Identifier: MIT
 *
 * bobenko.c - what the discrete Lagrange top of Bobenko and Suris conserves exactly
 * (card bodack 4).
 *
 * The map itself is two flows (flow.c). Scaled units, p = p e3, c = <m,a>, l = <m,e3>, e the step:
 *     H_e = |m|^2/2 + <a,p> + (e/2) <a x m, p>                  along kick, Cayley
 *     H^  = |m|^2/2 + <a,p> - (e^2/8) |p x a|^2                 along half kick, Cayley, half kick
 *     P (1+kS) = (1+h) S^2/4 - (c l S + 1)(1+kS) + G (1+kS)^2,  S = u+v, P = uv
 *                (c, l, h, k scaled by powers of the step)
 *     xi = m + c (1-alpha)/alpha (a+a')/(1+<a,a'>) = ((2/e) a x a' + (c/alpha)(a+a'))/(1+<a,a'>)
 *     tr w = 2/sqrt(1 + e^2 |xi|^2/4) = sqrt(2 (1+<a,a'>)/(1 + e^2 c^2/(4 alpha^2))) */
#include <math.h>

#include "lento/top.h"
#include "top/vector.h"

lento_top_discrete lento_top_discrete_of(const lento_top *top, double step, const double state[]) {
    if (!top || !state) {
        return (lento_top_discrete){0};
    }
    double m[3], a[3], p = top->pull;
    lento_scale_to(1 / top->transverse, state + 4, m);
    lento_turn(state, top->axis, a);
    double energy = 0.5 * lento_dot(m, m) + p * a[2];
    double torque = p * hypot(a[0], a[1]);
    return (lento_top_discrete){
        .energy = energy + 0.5 * step * p * (a[0] * m[1] - a[1] * m[0]),
        .symmetric = energy - 0.125 * step * step * torque * torque,
        .axial = lento_dot(m, a),
        .vertical = m[2],
    };
}

double lento_top_biquadratic(const lento_top *top, double step, const double state[], double u,
                             double v) {
    if (!top || !state) {
        return NAN;
    }
    lento_top_discrete at = lento_top_discrete_of(top, step, state);
    double c = 0.5 * step * at.axial, ell = 0.5 * step * at.vertical;
    double k = 0.25 * step * step * top->pull;
    double h = 0.5 * step * step * at.symmetric + 2 * k * c * ell;
    double G = (1 + c * c) * (1 + ell * ell) / (1 + h);
    double S = u + v, P = u * v, K = 1 + k * S;
    return P * K - ((1 + h) * S * S / 4 - (c * ell * S + 1) * K + G * K * K);
}

lento_top_factor lento_top_factor_of(const lento_top *top, double step, const double m[3],
                                     const double a[3], const double b[3]) {
    if (!top || !m || !a || !b) {
        return (lento_top_factor){0};
    }
    lento_top_factor w;
    double alpha = top->alpha, c = lento_dot(m, a), x = 1 + lento_dot(a, b), normal[3];
    lento_cross(a, b, normal);
    for (int i = 0; i < 3; i++) {
        w.xi_momentum[i] = m[i] + c * (1 - alpha) / alpha * (a[i] + b[i]) / x;
        w.xi_axes[i] = (2 / step * normal[i] + c / alpha * (a[i] + b[i])) / x;
    }
    double twist = step * c / (2 * alpha);
    w.trace_xi = 2 / sqrt(1 + 0.25 * step * step * lento_dot(w.xi_momentum, w.xi_momentum));
    w.trace_axes = sqrt(2 * x / (1 + twist * twist));
    return w;
}
