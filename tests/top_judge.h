/* SPDX-License-Identifier: MIT
 *
 * top_judge.h - what the exact Lagrange top is measured against: strang/kahan-li8 (bodack B2) in
 * long double, written independently of the library. */
#ifndef TOP_JUDGE_H
#define TOP_JUDGE_H

#include "top_support.h"

/* Reduced units: transverse moment 1, so that momentum and `pull` are the scaled ones. */
static inline void unit_top(double alpha, double pull, double side, lento_top *top) {
    is_ok(lento_top_body(top, 1, (double[3]){1, 1, alpha}, (double[3]){0, 0, side}, pull));
}

static inline void start_at(double w, double x, double y, double z, double m1, double m2, double m3,
                            double state[7]) {
    double length = sqrt(w * w + x * x + y * y + z * z);
    is_ok(lento_top_start((double[4]){w / length, x / length, y / length, z / length},
                          (double[3]){m1, m2, m3}, state));
}

/* ---- the judge: kick and free rotation in reduced units, the axis towards the centre of mass
 * third ---- */
typedef struct judge {
    long double q[4], m[3], pull, alpha;
} judge;

static inline void multiply(const long double p[4], const long double q[4], long double out[4]) {
    long double w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    long double x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    long double y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    long double z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
    out[0] = w;
    out[1] = x;
    out[2] = y;
    out[3] = z;
}

static inline void judge_kick(judge *s, long double h) {
    const long double *q = s->q;
    s->m[0] -= h * s->pull * 2 * (q[2] * q[3] - q[0] * q[1]);
    s->m[1] += h * s->pull * 2 * (q[1] * q[3] + q[0] * q[2]);
}

static inline void judge_free(judge *s, long double h) {
    long double *q = s->q, *m = s->m, length = 0;
    long double c = 2 * (q[1] * q[3] + q[0] * q[2]) * m[0] +
                    2 * (q[2] * q[3] - q[0] * q[1]) * m[1] +
                    (q[0] * q[0] + q[3] * q[3] - q[1] * q[1] - q[2] * q[2]) * m[2];
    long double size = sqrtl(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]), half = h / 2;
    long double ratio = size > 0 ? sinl(half * size) / size : half;
    long double twist = half * c * (1 / s->alpha - 1);
    const long double left[4] = {cosl(half * size), ratio * m[0], ratio * m[1], ratio * m[2]};
    const long double right[4] = {cosl(twist), 0, 0, sinl(twist)};
    multiply(left, q, q);
    multiply(q, right, q);
    for (int i = 0; i < 4; i++) {
        length += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++) {
        q[i] /= sqrtl(length);
    }
}

static inline void judge_run(const lento_top *top, const double start[7], double t, long steps,
                             double end[7]) {
    static const long double over[4] = {0, 1, 0, 0}, back[4] = {0, -1, 0, 0};
    judge s = {.pull = top->pull, .alpha = top->alpha};
    long double g[17], left = 1;
    for (int i = 0; i < 8; i++) {
        g[i] = g[16 - i] = (long double)t / steps * kahan_li8.g[i];
        left -= 2 * (long double)kahan_li8.g[i];
    }
    g[8] = (long double)t / steps * left;
    for (int i = 0; i < 7; i++) {
        *(i < 4 ? &s.q[i] : &s.m[i - 4]) =
            i < 4 ? start[i] : start[i] / (long double)top->transverse;
    }
    if (top->axis[2] < 0) {
        multiply(s.q, over, s.q);
    }
    for (long k = 0; k < 17 * steps; k++) {
        judge_kick(&s, g[k % 17] / 2);
        judge_free(&s, g[k % 17]);
        judge_kick(&s, g[k % 17] / 2);
    }
    if (top->axis[2] < 0) {
        multiply(s.q, back, s.q);
    }
    for (int i = 0; i < 7; i++) {
        end[i] = (double)(i < 4 ? s.q[i] : s.m[i - 4] * top->transverse);
    }
}

/* L at time t between the exact motion and the judge with `finer` times the steps that B5 asks
 * for; the momenta must agree too. */
static inline double disagreement(const lento_top *top, const double start[7], double t,
                                  double finer) {
    lento_top_exact exact;
    double state[7], at[7], m = 0;
    is_ok(lento_top_exact_setup(top, start, &exact));
    lento_top_exact_state(&exact, 0, at);
    at_most(lento_top_attitude_error(start, at), 4e-15);
    lento_top_exact_state(&exact, t, at);
    for (int i = 4; i < 7; i++) {
        m += start[i] * start[i] / (top->transverse * top->transverse);
    }
    double per_unit = finer * (8 + 6 * exact.lambda + 2 * fabs(exact.twist));
    judge_run(top, start, t, lround(ceil(t * per_unit)), state);
    double L = lento_top_attitude_error(state, at),
           scale = top->transverse * (sqrt(m) + sqrt(top->pull));
    at_most(largest_difference(state + 4, at + 4, 3) / scale, 20 * L + 1e-12);
    return L;
}

#endif
