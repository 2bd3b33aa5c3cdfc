/* SPDX-License-Identifier: MIT
 *
 * vector.h - vectors of three numbers and quaternions (w, x, y, z), used by everything in this
 * room. A quaternion turns body vectors into space vectors: v_space = q V_body q^-1 (bodack,
 * section 0). All functions write to `out`, which may be one of the arguments. */
#ifndef LENTO_TOP_VECTOR_H
#define LENTO_TOP_VECTOR_H

#include <math.h>

static inline double lento_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void lento_cross(const double a[3], const double b[3], double out[3]) {
    double x = a[1] * b[2] - a[2] * b[1];
    double y = a[2] * b[0] - a[0] * b[2];
    double z = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

static inline void lento_scale_to(double s, const double a[3], double out[3]) {
    out[0] = s * a[0];
    out[1] = s * a[1];
    out[2] = s * a[2];
}

/* out = A v */
static inline void lento_apply(const double A[3][3], const double v[3], double out[3]) {
    double x = lento_dot(A[0], v), y = lento_dot(A[1], v), z = lento_dot(A[2], v);
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/* Cofactors of a symmetric A; the determinant. */
static inline double lento_cofactors(const double A[3][3], double out[3][3]) {
    lento_cross(A[1], A[2], out[0]);
    lento_cross(A[2], A[0], out[1]);
    lento_cross(A[0], A[1], out[2]);
    return lento_dot(A[0], out[0]);
}

static inline double lento_square(const double q[4]) {
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

static inline void lento_multiply(const double p[4], const double q[4], double out[4]) {
    double w = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
    double x = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
    double y = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
    double z = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
    out[0] = w;
    out[1] = x;
    out[2] = y;
    out[3] = z;
}

static inline void lento_conjugate(const double q[4], double out[4]) {
    out[0] = q[0];
    out[1] = -q[1];
    out[2] = -q[2];
    out[3] = -q[3];
}

static inline void lento_normalise(double q[4]) {
    double s = 1.0 / sqrt(lento_square(q));
    for (int i = 0; i < 4; i++) {
        q[i] *= s;
    }
}

/* q <- left q right */
static inline void lento_turn_by(const double left[4], const double right[4], double q[4]) {
    lento_multiply(left, q, q);
    lento_multiply(q, right, q);
}

/* the rotation from attitude p to attitude q, seen from the body */
static inline void lento_between(const double p[4], const double q[4], double out[4]) {
    const double inverse[4] = {p[0], -p[1], -p[2], -p[3]};
    lento_multiply(inverse, q, out);
}

/* body to space: q V q^-1 */
static inline void lento_turn(const double q[4], const double v[3], double out[3]) {
    double c[3];
    lento_cross(q + 1, v, c);
    for (int i = 0; i < 3; i++) {
        c[i] += c[i];
    }
    double x = v[0] + q[0] * c[0] + (q[2] * c[2] - q[3] * c[1]);
    double y = v[1] + q[0] * c[1] + (q[3] * c[0] - q[1] * c[2]);
    double z = v[2] + q[0] * c[2] + (q[1] * c[1] - q[2] * c[0]);
    out[0] = x;
    out[1] = y;
    out[2] = z;
}

/* space to body: q^-1 v q */
static inline void lento_turn_back(const double q[4], const double v[3], double out[3]) {
    double r[4];
    lento_conjugate(q, r);
    lento_turn(r, v, out);
}

/* E(r): the rotation by the angle |r| about r (bodack B2). */
static inline void lento_rotation(const double r[3], double out[4]) {
    double angle = sqrt(lento_dot(r, r));
    double s = angle > 0 ? sin(0.5 * angle) / angle : 0.5;
    out[0] = cos(0.5 * angle);
    lento_scale_to(s, r, out + 1);
}

/* E(angle * axis) for a unit axis. */
static inline void lento_rotation_about(const double axis[3], double angle, double out[4]) {
    out[0] = cos(0.5 * angle);
    lento_scale_to(sin(0.5 * angle), axis, out + 1);
}

#endif
