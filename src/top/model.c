/* SPDX-License-Identifier: MIT
 *
 * model.c - the equations of motion of any top in three forms, and the way between them (bodack 3).
 *
 * For steppers that integrate a field instead of composing flows:
 *     state (q, m)          q' = (0, omega) q / 2,  m' = M p x a
 *     rest12 (omega,N,B,T)  omega' = A^-1 (A omega x omega + M p x a),  N' = omega x N, ...  (3.9)
 *                           A = R J R^T with R = (N B T) as it is; it need not be orthonormal
 *     body (Pi, Gamma, q)   Pi' = Pi x Omega + M g Gamma x a,  Gamma' = Gamma x Omega,
 *                           q' = q (0, Omega)/2
 * p = g e3, J and a (fixed point to centre of mass) in the body frame, Omega = J^-1 Pi. */
#include <math.h>
#include <string.h>

#include "lento/top.h"
#include "top/vector.h"

void lento_top_velocity(const lento_top *top, const double state[], double omega[3]) {
    if (!top || !state || !omega) {
        return;
    }
    double v[3];
    lento_turn_back(state, state + 4, v);
    lento_apply(top->inverse, v, v);
    lento_turn(state, v, omega);
}

/* M p x a */
static void torque(const lento_top *top, const double a[3], double out[3]) {
    double weight = top->mass * top->gravity;
    out[0] = -weight * a[1];
    out[1] = weight * a[0];
    out[2] = 0;
}

void lento_top_rate(const lento_top *top, const double state[], double rate[]) {
    if (!top || !state || !rate) {
        return;
    }
    double half[4] = {0}, a[3];
    lento_top_velocity(top, state, half + 1);
    lento_scale_to(0.5, half + 1, half + 1);
    lento_turn(state, top->centre, a);
    lento_multiply(half, state, rate);
    torque(top, a, rate + 4);
}

/* ---- rest12 ---- */

/* R v for the frame R = (N B T) stored one vector after the other. */
static void from_frame(const double frame[9], const double v[3], double out[3]) {
    for (int i = 0; i < 3; i++) {
        out[i] = frame[i] * v[0] + frame[3 + i] * v[1] + frame[6 + i] * v[2];
    }
}

/* A = R J R^T */
static void inertia_in_space(const lento_top *top, const double frame[9], double A[3][3]) {
    double RJ[3][3]; /* RJ[j] is column j of R J */
    for (int j = 0; j < 3; j++) {
        from_frame(frame, top->inertia[j], RJ[j]);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            A[i][j] = RJ[0][i] * frame[j] + RJ[1][i] * frame[3 + j] + RJ[2][i] * frame[6 + j];
        }
    }
}

/* x with A x = b, A symmetric */
static void solve(const double A[3][3], const double b[3], double x[3]) {
    double cofactor[3][3], inverse = 1 / lento_cofactors(A, cofactor);
    lento_apply((const double(*)[3])cofactor, b, x);
    lento_scale_to(inverse, x, x);
}

void lento_top_rest_rate(const lento_top *top, const double x[], double rate[]) {
    if (!top || !x || !rate) {
        return;
    }
    const double *omega = x, *frame = x + 3;
    double A[3][3], m[3], a[3], b[3];
    inertia_in_space(top, frame, A);
    lento_apply((const double(*)[3])A, omega, m);
    lento_cross(m, omega, b);
    from_frame(frame, top->centre, a);
    torque(top, a, m);
    for (int i = 0; i < 3; i++) {
        b[i] += m[i];
    }
    solve((const double(*)[3])A, b, rate); // (3.9)
    for (int i = 0; i < 3; i++) {
        lento_cross(omega, frame + 3 * i, rate + 3 + 3 * i);
    }
}

void lento_top_rest_from_state(const lento_top *top, const double state[], double x[]) {
    if (!top || !state || !x) {
        return;
    }
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    lento_top_velocity(top, state, x);
    for (int i = 0; i < 3; i++) {
        lento_turn(state, unit[i], x + 3 + 3 * i);
    }
}

/* Quaternion of a frame that is orthonormal but for small errors: of the four products of
 * components the largest is taken for the division. */
static void attitude_of_frame(const double frame[9], double q[4]) {
    const double *N = frame, *B = frame + 3, *T = frame + 6;
    double squares[4] = {1 + N[0] + B[1] + T[2], 1 + N[0] - B[1] - T[2], 1 - N[0] + B[1] - T[2],
                         1 - N[0] - B[1] + T[2]};
    double products[4][4] = {{squares[0], B[2] - T[1], T[0] - N[2], N[1] - B[0]},
                             {B[2] - T[1], squares[1], N[1] + B[0], T[0] + N[2]},
                             {T[0] - N[2], N[1] + B[0], squares[2], B[2] + T[1]},
                             {N[1] - B[0], T[0] + N[2], B[2] + T[1], squares[3]}};
    int best = 0;
    for (int i = 1; i < 4; i++) {
        if (squares[i] > squares[best]) {
            best = i;
        }
    }
    memcpy(q, products[best], sizeof products[best]);
    lento_normalise(q);
}

void lento_top_rest_to_state(const lento_top *top, const double x[], double state[]) {
    if (!top || !x || !state) {
        return;
    }
    double A[3][3];
    inertia_in_space(top, x + 3, A);
    attitude_of_frame(x + 3, state);
    lento_apply((const double(*)[3])A, x, state + 4);
}

lento_top_integrals lento_top_rest_integrals_of(const lento_top *top, const double x[]) {
    if (!top || !x) {
        return (lento_top_integrals){0};
    }
    double state[LENTO_TOP_STATE], a[3], *m = state + 4;
    lento_top_rest_to_state(top, x, state);
    from_frame(x + 3, top->centre, a);
    lento_top_integrals all = lento_top_integrals_of(top, state);
    all.energy = 0.5 * lento_dot(m, x) + top->mass * top->gravity * a[2];
    all.axial = lento_dot(m, a);
    return all;
}

/* ---- body ---- */

void lento_top_body_rate(const lento_top *top, const double y[], double rate[]) {
    if (!top || !y || !rate) {
        return;
    }
    const double *Pi = y, *Gamma = y + 3, *q = y + 6;
    double weight = top->mass * top->gravity, half[4] = {0}, Omega[3], pull[3];
    lento_apply(top->inverse, Pi, Omega);
    lento_cross(Gamma, top->centre, pull);
    lento_cross(Pi, Omega, rate);
    for (int i = 0; i < 3; i++) {
        rate[i] += weight * pull[i];
    }
    lento_cross(Gamma, Omega, rate + 3);
    lento_scale_to(0.5, Omega, half + 1);
    lento_multiply(q, half, rate + 6);
}

void lento_top_body_from_state(const double state[], double y[]) {
    if (!state || !y) {
        return;
    }
    static const double up[3] = {0, 0, 1};
    lento_turn_back(state, state + 4, y);
    lento_turn_back(state, up, y + 3);
    memcpy(y + 6, state, 4 * sizeof *y);
}

void lento_top_body_to_state(const double y[], double state[]) {
    if (!y || !state) {
        return;
    }
    memcpy(state, y + 6, 4 * sizeof *y);
    lento_normalise(state);
    lento_turn(state, y, state + 4);
}
