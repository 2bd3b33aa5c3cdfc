/* SPDX-License-Identifier: MIT
 *
 * flow.c - the elementary maps of which splitting methods for tops are made (bodack B1, B2, B3).
 *
 * Between a lento_top and the steppers: each map advances attitude q and space momentum m by a
 * time h under one part of the motion. In scaled units (m / I_N, unit axis a, c = <m,a>, p > 0):
 *     kick      m <- m + h p e3 x a
 *     Cayley    q <- (1, h m/2) q (1, -s n) (cos phi, sin phi n),  s = h c/2, phi = atan(s/alpha),
 *               n the axis in the body. (1, h m/2) turns a into a' = cay(m, h, a), (1, -s n)
 *               takes back its turn about a, the last factor is the twist: together the frame
 *               factor w of B1, but without its division by 1 + <a,a'>
 *     twist     the same with phi = s/alpha, the exact angle
 *     free      q <- E(h m) q E(h c (1/alpha - 1) n)
 *     axis i    q <- q E(h (M_i/I_i) e_i),  M_i = <m, q e_i q^-1>
 * Every rotation ends with a normalisation of q: it decides the last digit and a half (B1). */
#include <math.h>

#include "lento/top.h"
#include "top/vector.h"

void lento_top_centre(const lento_top *top, const double q[4], double a[3]) {
    if (!top || !q || !a) {
        return;
    }
    lento_turn(q, top->centre, a);
}

/* q v q^-1; v is nearly always along the third axis. */
static inline void turn_axis(const double q[4], const double v[3], double out[3]) {
    if (v[0] == 0 && v[1] == 0) {
        out[0] = 2 * (q[1] * q[3] + q[0] * q[2]) * v[2];
        out[1] = 2 * (q[2] * q[3] - q[0] * q[1]) * v[2];
        out[2] = ((q[0] * q[0] + q[3] * q[3]) - (q[1] * q[1] + q[2] * q[2])) * v[2];
    } else {
        lento_turn(q, v, out);
    }
}

/* m' = M p x a, p = g e3, for the time h; step: gradient kick.
 * The potential of Chin 4A, u M g l - (step^2/48) |torque|^2 / I_N with |torque|^2 = (M g l)^2
 * (1 - u^2): M g -> M g (1 + (step^2/24) M g a3 / I_N). */
static void kick(const lento_top *top, double h, double step, double *q) {
    double a[3], *m = q + 4, weight = top->mass * top->gravity;
    turn_axis(q, top->centre, a);
    weight *= step == 0 ? h : h * (1 + step * step / 24 * weight * a[2] / top->transverse); // B2
    m[0] -= weight * a[1];
    m[1] += weight * a[0];
}

/* q <- (1, half) q (r0 + r1 n) / sqrt(square): a rotation whose factors have the product
 * `square` of squared lengths. 1.5 - |q|^2/2 is 1/|q| for a q that is unit but for rounding: the
 * result is normalised without waiting for its own length. */
static void turn_scaled(const double half[3], double r0, double r1, const double n[3],
                        double square, double *q) {
    double scale = (1.5 - 0.5 * lento_square(q)) / sqrt(square);
    const double left[4] = {1, half[0], half[1], half[2]};
    const double right[4] = {r0, r1 * n[0], r1 * n[1], r1 * n[2]};
    double turned[4];
    lento_multiply(left, q, turned);
    lento_multiply(turned, right, turned);
    for (int i = 0; i < 4; i++) {
        q[i] = scale * turned[i];
    }
}

/* s = h c/2 and half <- h m/2, both scaled. */
static double half_momentum(const lento_top *top, double h, const double *q, double half[3]) {
    double a[3];
    turn_axis(q, top->axis, a);
    lento_scale_to(0.5 * h * top->mobility, q + 4, half);
    return lento_dot(half, a);
}

/* (1, -s n) (1, t n) with t = tan phi = s/alpha. */
static void cayley(const lento_top *top, double h, double *q) {
    double half[3], s = half_momentum(top, h, q, half), t = s * top->ratio;
    double square = (1 + lento_dot(half, half)) * ((1 + s * s) * (1 + t * t));
    turn_scaled(half, 1 + s * t, t - s, top->axis, square, q);
}

static void twist(const lento_top *top, double h, double *q) {
    double half[3], s = half_momentum(top, h, q, half), phi = s * top->ratio;
    double c = cos(phi), d = sin(phi);
    double square = (1 + lento_dot(half, half)) * (1 + s * s);
    turn_scaled(half, c + s * d, d - s * c, top->axis, square, q);
}

/* Free motion of a body with moment I across and J along the unit axis n. */
static void free_turn(double I, double J, const double n[3], double h, double *q) {
    double a[3], r[3], left[4], right[4];
    lento_turn(q, n, a);
    lento_scale_to(h / I, q + 4, r);
    lento_rotation(r, left);
    lento_rotation_about(n, h * lento_dot(q + 4, a) * (1 / J - 1 / I), right);
    lento_turn_by(left, right, q);
    lento_normalise(q);
}

/* The rotation about the body axis e that belongs to the energy <m,e>^2 / (2 I), given 1/I. */
static void axis_turn(double inverse, const double e[3], double h, double *q) {
    double a[3], right[4];
    lento_turn(q, e, a);
    lento_rotation_about(e, h * lento_dot(q + 4, a) * inverse, right);
    lento_multiply(q, right, q);
    lento_normalise(q);
}

const char *lento_top_part_refusal(const lento_top *top, lento_top_part part) {
    if (!top) {
        return "something is missing (NULL)";
    }
    bool needs_symmetry = part == LENTO_TOP_GRADIENT_KICK || part == LENTO_TOP_CAYLEY ||
                          part == LENTO_TOP_TWIST || part == LENTO_TOP_FREE;
    return needs_symmetry && top->kind != LENTO_TOP_LAGRANGE
               ? "this method needs a symmetric top with its centre of mass on the axis; "
                 "use axis-split"
               : NULL;
}

void lento_top_flow(const lento_top *top, lento_top_part part, double h, double step,
                    double state[LENTO_TOP_STATE]) {
    if (!top || !state) {
        return;
    }
    int i = top->close[0], j = top->close[1], k = top->close[2];
    const double *I = top->moments;
    switch (part) {
    case LENTO_TOP_KICK:
        kick(top, h, 0, state);
        break;
    case LENTO_TOP_GRADIENT_KICK:
        kick(top, h, step, state);
        break;
    case LENTO_TOP_CAYLEY:
        cayley(top, h, state);
        break;
    case LENTO_TOP_TWIST:
        twist(top, h, state);
        break;
    case LENTO_TOP_FREE:
        free_turn(top->transverse, top->axial, top->axis, h, state);
        break;
    case LENTO_TOP_AXIS1:
    case LENTO_TOP_AXIS2:
    case LENTO_TOP_AXIS3:
        i = (int)part - (int)LENTO_TOP_AXIS1;
        axis_turn(1 / I[i], top->axes[i], h, state);
        break;
    case LENTO_TOP_CLOSE_FREE:
        free_turn(I[i], I[k], top->axes[k], h, state);
        break;
    case LENTO_TOP_CLOSE_AXIS:
        axis_turn(1 / I[j] - 1 / I[i], top->axes[j], h, state);
        break;
    }
}
