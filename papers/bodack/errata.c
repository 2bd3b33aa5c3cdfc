/* SPDX-License-Identifier: MIT
 * What the printed formulas of bodack would give (card bodack 10): the scaled units of 4.2.1 without their
 * factor 4, the twist with <m,p> instead of <m,a>, and the quaternion of theorem 3.4. */
#include "bodack.h"
#include "top/vector.h"

/* ---- 4.2.1: I_N = M (C_N^2 + C_T^2)/3 instead of M (C_N^2 + 4 C_T^2)/3 ---- */

/* the largest L with M = 5.12: I_N = 5.12 (0.64 + 1)/3, I_T = 5.12 * 2 * 0.64/3 */
static double literal_units(int start) {
    const lento_model *model = bodack_model(start, "mass=5.12 I1=2.7989333333333337 "
                                                   "I2=2.7989333333333337 I3=2.1845333333333334");
    const bodack_errors e = bodack_compare(model, bodack_steps("bobenko-suris", 50, 0.01),
                                           bodack_steps("bobenko-suris", 50, 0.2), 0, 0.2, 250);
    return e.L;
}

/* ---- 4.2.2: c = <m,p> in xi = m + c (1 - alpha)/alpha (a + a')/(1 + <a,a'>), whose part along the
 * axis is <m,a> + c (1 - alpha)/alpha; the frame factor is that of B1 ---- */

static void multiply(const double p[4], const double q[4], double r[4]) {
    double v[3];
    lento_cross(p + 1, q + 1, v);
    r[0] = p[0] * q[0] - lento_dot(p + 1, q + 1);
    for (int i = 1; i < 4; i++) {
        r[i] = p[0] * q[i] + q[0] * p[i] + v[i - 1];
    }
}

/* one step of (m, a, q) in scaled units */
static void printed_step(double e, double alpha, double p, bool literal, double m[3], double a[3],
                         double q[4]) {
    m[0] -= e * p * a[1];
    m[1] += e * p * a[0];
    const double h[3] = {e * m[0] / 2, e * m[1] / 2, e * m[2] / 2};
    double once[3], twice[3], b[3], w[4], twist[4], factor[4], turned[4];
    lento_cross(h, a, once);
    lento_cross(h, once, twice);
    for (int i = 0; i < 3; i++) {
        b[i] = a[i] + 2 / (1 + lento_dot(h, h)) * (once[i] + twice[i]);
    }
    const double c = literal ? p * m[2] : lento_dot(m, a);
    const double phi = atan(e / 2 * (lento_dot(m, a) + c * (1 - alpha) / alpha));
    const double x = 1 + lento_dot(a, b), root = sqrt(2 * x);
    lento_cross(a, b, w + 1);
    w[0] = x / root;
    twist[0] = cos(phi);
    for (int i = 0; i < 3; i++) {
        w[1 + i] /= root;
        twist[1 + i] = sin(phi) * a[i];
    }
    multiply(w, twist, factor);
    multiply(factor, q, turned);
    const double length = sqrt(turned[0] * turned[0] + lento_dot(turned + 1, turned + 1));
    for (int i = 0; i < 4; i++) {
        q[i] = turned[i] / length;
    }
    for (int i = 0; i < 3; i++) {
        a[i] = b[i];
    }
}

static double twist_error(bool literal) {
    const double start[LENTO_TOP_STATE] = {1, 0, 0, 0, 0.172, -1.862, 1.46};
    lento_top top;
    lento_top_exact exact;
    double q[4] = {1, 0, 0, 0}, a[3] = {0, 0, 1}, m[3], truth[LENTO_TOP_STATE];
    if (lento_top_lagrange(&top, 0.8, 1, 1) || lento_top_exact_setup(&top, start, &exact)) {
        return NAN;
    }
    for (int i = 0; i < 3; i++) {
        m[i] = start[4 + i] / top.transverse;
    }
    for (int k = 0; k < 5000; k++) {
        printed_step(0.01, top.alpha, top.pull, literal, m, a, q);
    }
    lento_top_exact_state(&exact, 50, truth);
    return lento_top_attitude_error(q, truth);
}

void bodack_errata(paper_report *report) {
    const double half = 0.5 * 1.5707963267948966;
    for (int i = 0; i < 2; i++) {
        paper_add(report, literal_units(i), i ? 0.508 : 0.709, 5.1e-4,
                  "4.2.1 must read C_N^2 + 4 C_T^2; fig. 6.6 shows 0.12",
                  "%s max L(E_BS), t <= 50, units as printed in 4.2.1", bodack_start[i]);
    }
    paper_add(report, twist_error(false), 9.4e-5, 0.051e-5, NULL,
              "S0 L at 50, eps=0.01, twist with c = <m,a>");
    paper_add(report, twist_error(true), 1.13, 5.1e-3, "4.2.2 must read c = <m,a>",
              "S0 L at 50, eps=0.01, twist with c = <m,p> as printed");
    /* |cos(x/2) + k sin(x/2) V| with |V| = 1 is |(cos, (k/2) sin)| as a quaternion */
    paper_add(report, hypot(cos(half), sin(half)), 1, 1e-15, NULL,
              "length of theorem 3.4's quaternion for a right angle, with factor 2");
    paper_add(report, hypot(cos(half), sin(half) / 2), sqrt(0.625), 1e-15,
              "theorem 3.4 must read cos + 2 sin V: otherwise it is no rotation",
              "the same as printed, without it");
}
