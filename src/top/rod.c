/* SPDX-License-Identifier: MIT
 *
 * rod.c - the elastic rod that belongs to the motion of a top, and the trace of its apex (bodack 7,
 * B6; Kirchhoff's analogy, theorems 3.8 and 3.9).
 *
 * After the run: arc length is time, gamma' = T, the frame of the rod is the body frame. The force
 * F = M g <a,T> e3 is constant and m - F x gamma too. With Omega the body-frame velocity:
 *     kappa1 = <T',N> = Omega_B,  kappa2 = <T',B> = -Omega_N,  tau = <N',B> = Omega_T,
 * from discrete frames Omega = 2 log(q_k^-1 q_{k+1})/h at the middle of the step. The apex is the
 * point where the axis pierces the unit sphere; its height has an extremum where it stops rising or
 * falling. */
#include <math.h>

#include "lento/top.h"
#include "top/vector.h"

static const double third[3] = {0, 0, 1};

void lento_rod_edge(const double q[4], double step, double point[3]) {
    if (!q || !point) {
        return;
    }
    double T[3];
    lento_turn(q, third, T);
    for (int i = 0; i < 3; i++) {
        point[i] += step * T[i];
    }
}

/* A body vector d in space with its first two derivatives: d' = omega x d, d'' = omega' x d +
 * omega x d'. */
static void director(const lento_top *top, const double body[3], const double state[],
                     double d[3][3]) {
    double x[LENTO_TOP_REST], rate[LENTO_TOP_REST], swing[3];
    lento_top_rest_from_state(top, state, x);
    lento_top_rest_rate(top, x, rate);
    lento_turn(state, body, d[0]);
    lento_cross(x, d[0], d[1]);
    lento_cross(x, d[1], d[2]);
    lento_cross(rate, d[0], swing);
    for (int i = 0; i < 3; i++) {
        d[2][i] += swing[i];
    }
}

/* The integral of the quintic that has the value and two derivatives of T at both ends. */
void lento_rod_arc(const lento_top *top, const double before[], const double after[], double step,
                   double point[3]) {
    if (!top || !before || !after || !point) {
        return;
    }
    double p[3][3], q[3][3], h = step;
    director(top, third, before, p);
    director(top, third, after, q);
    for (int i = 0; i < 3; i++) {
        point[i] += h / 2 * (p[0][i] + q[0][i]) + h * h / 10 * (p[1][i] - q[1][i]) +
                    h * h * h / 120 * (p[2][i] + q[2][i]);
    }
}

void lento_rod_curvature(const double before[4], const double after[4], double step,
                         double curvature[3]) {
    if (!before || !after || !curvature) {
        return;
    }
    double d[4];
    lento_between(before, after, d);
    double s = sqrt(lento_dot(d + 1, d + 1)), sign = d[0] < 0 ? -1 : 1;
    double scale = s > 0 ? 2 * sign * atan2(s, fabs(d[0])) / (s * step) : 0;
    curvature[0] = scale * d[2];
    curvature[1] = -scale * d[1];
    curvature[2] = scale * d[3];
}

void lento_rod_moment(const lento_top *top, const double m[3], const double point[3],
                      double moment[3]) {
    if (!top || !m || !point || !moment) {
        return;
    }
    double F = top->mass * top->gravity * top->centre[2];
    moment[0] = m[0] + F * point[1];
    moment[1] = m[1] - F * point[0];
    moment[2] = m[2];
}

double lento_rod_section(const lento_top *top) {
    if (!top) {
        return NAN;
    }
    return sqrt(top->inertia[0][0] / top->inertia[1][1]);
}

/* ---- apex ---- */

static const double *apex_axis(const lento_top *top) {
    return top->kind == LENTO_TOP_LAGRANGE ? top->axis : third;
}

void lento_apex_point(const lento_top *top, const double q[4], double point[3]) {
    if (!top || !q || !point) {
        return;
    }
    lento_turn(q, apex_axis(top), point);
}

/* Value and slope at s in [0, 1] of the quintic with value, h slope, h^2 curvature p at 0 and q
 * at 1. */
static void quintic(const double p[3], const double q[3], double s, double out[2]) {
    double gap = q[0] - (p[0] + p[1] + p[2] / 2), slope = q[1] - (p[1] + p[2]), bend = q[2] - p[2];
    double c3 = 10 * gap - 4 * slope + bend / 2, c4 = -15 * gap + 7 * slope - bend;
    double c5 = 6 * gap - 3 * slope + bend / 2;
    out[0] = p[0] + s * (p[1] + s * (p[2] / 2 + s * (c3 + s * (c4 + s * c5))));
    out[1] = p[1] + s * (p[2] + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)));
}

bool lento_apex_turns(const lento_top *top, const double before[], const double after[],
                      double step, lento_apex_extremum *extremum) {
    if (!top || !before || !after) {
        return false;
    }
    double a[3][3], b[3][3], at[2];
    director(top, apex_axis(top), before, a);
    director(top, apex_axis(top), after, b);
    const double p[3] = {a[0][2], step * a[1][2], step * step * a[2][2]};
    const double q[3] = {b[0][2], step * b[1][2], step * step * b[2][2]};
    if (p[1] == 0 || p[1] * q[1] > 0) {
        return false;
    }
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double s = 0.5 * (low + high);
        quintic(p, q, s, at);
        if (at[1] * p[1] > 0) {
            low = s;
        } else {
            high = s;
        }
    }
    quintic(p, q, high, at);
    *extremum = (lento_apex_extremum){.time = step * high, .height = at[0], .lowest = p[1] < 0};
    return true;
}
