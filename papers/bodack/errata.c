/* SPDX-License-Identifier: MIT
 * What the printed formulas of bodack would give (card bodack 10): the scaled units of 4.2.1 without their
 * factor 4, the twist with <m,p> instead of <m,a>, and the quaternion of theorem 3.4. */
#include "bodack.h"

#include <math.h>
#include <stdio.h>

/* ---- 4.2.1: I_N = M (C_N^2 + C_T^2)/3 instead of M (C_N^2 + 4 C_T^2)/3 ---- */

static double literal_units(int start) {
    const double M = 5.12, I_N = M * (0.64 + 1) / 3, I_T = M * 2 * 0.64 / 3;
    lento_setting body[] = {{.name = "mass", .value = M},
                            {.name = "I1", .value = I_N},
                            {.name = "I2", .value = I_N},
                            {.name = "I3", .value = I_T}};
    lento_model *model = bodack_model(start, body, 4);
    const lento_options red = {.until = 50, .macro = "bobenko-suris", .macro_step = 0.01};
    const lento_options blue = {.until = 50, .macro = "bobenko-suris", .macro_step = 0.2};
    lento_run *fine = bodack_open(model, &red), *coarse = bodack_open(model, &blue);
    double a[BODACK_COLUMNS], b[BODACK_COLUMNS], worst = 0;
    for (int k = 1; k <= 250; k++) {
        bodack_read(fine, 0.2 * k, a);
        bodack_read(coarse, 0.2 * k, b);
        worst = bodack_worst(worst, bodack_L(a, b));
    }
    lento_run_destroy(fine);
    lento_run_destroy(coarse);
    lento_model_destroy(model);
    return worst;
}

/* ---- 4.2.2: c = <m,p> in xi = m + c (1 - alpha)/alpha (a + a')/(1 + <a,a'>), whose part along the
 * axis is <m,a> + c (1 - alpha)/alpha; the frame factor is that of B1 ---- */

static void cross(const double a[3], const double b[3], double c[3]) {
    for (int i = 0; i < 3; i++) {
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void multiply(const double p[4], const double q[4], double r[4]) {
    double v[3];
    cross(p + 1, q + 1, v);
    r[0] = p[0] * q[0] - dot(p + 1, q + 1);
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
    cross(h, a, once);
    cross(h, once, twice);
    for (int i = 0; i < 3; i++) {
        b[i] = a[i] + 2 / (1 + dot(h, h)) * (once[i] + twice[i]);
    }
    const double c = literal ? p * m[2] : dot(m, a);
    const double phi = atan(e / 2 * (dot(m, a) + c * (1 - alpha) / alpha));
    const double x = 1 + dot(a, b), root = sqrt(2 * x);
    cross(a, b, w + 1);
    w[0] = x / root;
    twist[0] = cos(phi);
    for (int i = 0; i < 3; i++) {
        w[1 + i] /= root;
        twist[1 + i] = sin(phi) * a[i];
    }
    multiply(w, twist, factor);
    multiply(factor, q, turned);
    const double length = sqrt(turned[0] * turned[0] + dot(turned + 1, turned + 1));
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
    static const double literal[] = {0.709, 0.508};
    char cell[100];
    for (int i = 0; i < 2; i++) {
        snprintf(cell, sizeof cell, "%s max L(E_BS), t <= 50, units as printed in 4.2.1",
                 bodack_start[i]);
        bodack_cell(report, cell, literal_units(i), literal[i], 5.1e-4, PAPER_NOT_CONFIRMED,
                    "4.2.1 must read C_N^2 + 4 C_T^2; fig. 6.6 shows 0.12");
    }
    bodack_cell(report, "S0 L at 50, eps=0.01, twist with c = <m,a>", twist_error(false), 9.4e-5,
                0.051e-5, PAPER_BEYOND, NULL);
    bodack_cell(report, "S0 L at 50, eps=0.01, twist with c = <m,p> as printed", twist_error(true),
                1.13, 5.1e-3, PAPER_NOT_CONFIRMED, "4.2.2 must read c = <m,a>");
    /* |cos(x/2) + k sin(x/2) V| with |V| = 1 is |(cos, (k/2) sin)| as a quaternion */
    bodack_cell(report, "length of theorem 3.4's quaternion for a right angle, with factor 2",
                hypot(cos(0.5 * 1.5707963267948966), sin(0.5 * 1.5707963267948966)), 1, 1e-15,
                PAPER_BEYOND, NULL);
    bodack_cell(report, "the same as printed, without it",
                hypot(cos(0.5 * 1.5707963267948966), sin(0.5 * 1.5707963267948966) / 2),
                sqrt(0.625), 1e-15, PAPER_NOT_CONFIRMED,
                "theorem 3.4 must read cos + 2 sin V: otherwise it is no rotation");
}
