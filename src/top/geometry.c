/* SPDX-License-Identifier: MIT
 *
 * geometry.c - from shape and fixed point to a const lento_top (card bodack 1, B0).
 *
 * A homogeneous cuboid of density 1 with half edges C = (CN, CB, CT):
 *     M = 8 CN CB CT,  J_centre = (M/3) diag(CB^2+CT^2, CN^2+CT^2, CN^2+CB^2),
 *     J = J_centre + M (<r,r> E - r r^T)     (corollary 2.5; r: fixed point seen from the centre)
 * or a body given by mass, principal moments and centre of mass. Either is then recognised as
 * Lagrange, Kowalewski, Goryachev-Chaplygin or general top; equal means equal within 1e-12. */
#include <math.h>
#include <string.h>

#include "lento/top.h"
#include "top/principal.h"
#include "top/vector.h"

static const char *const not_finite = "the numbers that describe a top must be finite";

static bool all_finite(const double x[], int n) {
    for (int i = 0; i < n; i++) {
        if (!isfinite(x[i])) {
            return false;
        }
    }
    return true;
}

static void invert(const double A[3][3], double out[3][3]) {
    double cofactor[3][3], determinant = lento_cofactors(A, cofactor);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            out[i][j] = cofactor[j][i] / determinant;
        }
    }
}

/* The pair of moments with the smallest relative difference, then the third. */
static void find_close_pair(lento_top *top) {
    static const int pairs[3][3] = {{0, 1, 2}, {1, 2, 0}, {0, 2, 1}};
    double best = INFINITY;
    for (int n = 0; n < 3; n++) {
        double a = top->moments[pairs[n][0]], b = top->moments[pairs[n][1]];
        double difference = fabs(a - b) / (a + b);
        if (difference < best) {
            best = difference;
            memcpy(top->close, pairs[n], sizeof pairs[n]);
        }
    }
}

/* Lagrange: two equal moments and the centre of mass on the third axis, here close[2]; a top
 * with three equal moments is symmetric about any axis, so about the one through its centre of
 * mass. */
static bool recognise_lagrange(lento_top *top, double arm) {
    const double *I = top->moments;
    int i = top->close[0], j = top->close[1], k = top->close[2];
    double largest = fmax(I[0], fmax(I[1], I[2]));
    if (!lento_moments_equal(I[i], I[j], largest)) {
        return false;
    }
    double axis[3];
    lento_scale_to(1, top->axes[k], axis);
    if (lento_moments_equal(I[i], I[k], largest)) {
        lento_scale_to(1, top->axes[2], axis);
        if (arm > 0) {
            lento_scale_to(1 / arm, top->centre, axis);
        }
    }
    double along = lento_dot(top->centre, axis), across[3];
    for (int n = 0; n < 3; n++) {
        across[n] = top->centre[n] - along * axis[n];
    }
    if (sqrt(lento_dot(across, across)) > 1e-12 * arm) {
        return false;
    }
    lento_positive(axis);
    along = lento_dot(top->centre, axis);
    lento_scale_to(along < 0 ? -1 : 1, axis, top->axis);
    top->transverse = 0.5 * (I[i] + I[j]);
    top->axial = I[k];
    top->alpha = top->axial / top->transverse;
    top->mobility = 1 / top->transverse;
    top->ratio = top->transverse / top->axial;
    top->pull = top->mass * top->gravity * fabs(along) / top->transverse; // bodack, section 0
    return true;
}

/* Moments 1 : ratio : ratio with the centre of mass in the plane of the equal ones. The axes of
 * (5.1), (5.2) are 1 towards the centre of mass, 3 against the odd principal axis (bodack,
 * section 2). */
static bool recognise_ratio(lento_top *top, double arm, double ratio) {
    const double *I = top->moments;
    int i = top->close[0], j = top->close[1], k = top->close[2];
    if (!lento_moments_equal(I[i], ratio * I[k], I[i]) || !lento_moments_equal(I[i], I[j], I[i]) ||
        arm == 0 || fabs(lento_dot(top->centre, top->axes[k])) > 1e-12 * arm) {
        return false;
    }
    lento_scale_to(1 / arm, top->centre, top->special[0]);
    lento_scale_to(1, top->axes[k], top->special[2]);
    lento_positive(top->special[2]);
    lento_scale_to(-1, top->special[2], top->special[2]);
    lento_cross(top->special[2], top->special[0], top->special[1]);
    return true;
}

/* Everything that follows from mass, gravity, centre, inertia, moments and axes. The caller's
 * top is written at the very end: it may hold the arguments, and a refusal leaves it alone. */
static const char *finish(lento_top *top, lento_top *out) {
    const double *I = top->moments;
    double arm = sqrt(lento_dot(top->centre, top->centre));
    if (!isfinite(arm) || !isfinite(top->mass * top->gravity * arm) || !all_finite(I, 3) ||
        !(I[0] > 0 && I[1] > 0 && I[2] > 0)) {
        return "the body is too large or too small for double precision";
    }
    invert((const double(*)[3])top->inertia, top->inverse);
    find_close_pair(top);
    top->kind = recognise_lagrange(top, arm)     ? LENTO_TOP_LAGRANGE
                : recognise_ratio(top, arm, 2.0) ? LENTO_TOP_KOWALEWSKI
                : recognise_ratio(top, arm, 4.0) ? LENTO_TOP_GORYACHEV_CHAPLYGIN
                                                 : LENTO_TOP_GENERAL;
    *out = *top;
    return NULL;
}

static const char *check_gravity(double gravity) {
    return !isfinite(gravity) ? not_finite
           : gravity < 0      ? "the gravity must not be negative (it always points down)"
                              : NULL;
}

const char *lento_top_cuboid(lento_top *top, const double edges[3], const double fixed[3],
                             double gravity) {
    if (!edges) {
        return "something is missing (NULL)";
    }
    const double lower_face[3] = {0, 0, -edges[2]};
    const double *r = fixed ? fixed : lower_face;
    const char *refusal = check_gravity(gravity);
    if (refusal) {
        return refusal;
    }
    if (!all_finite(edges, 3) || !all_finite(r, 3)) {
        return not_finite;
    }
    if (!(edges[0] > 0 && edges[1] > 0 && edges[2] > 0)) {
        return "the half edges CN, CB and CT of a cuboid must be positive";
    }
    lento_top made = {.mass = 8 * edges[0] * edges[1] * edges[2], .gravity = gravity};
    double squares[3] = {edges[0] * edges[0], edges[1] * edges[1], edges[2] * edges[2]};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        made.edges[i] = edges[i];
        made.centre[i] = 0.0 - r[i];
        made.inertia[i][i] = // corollaries 2.5, 2.6
            made.mass * ((squares[j] + squares[k]) / 3 + (r[j] * r[j] + r[k] * r[k]));
        made.inertia[j][k] = made.inertia[k][j] = 0.0 - made.mass * r[j] * r[k];
    }
    lento_principal((const double(*)[3])made.inertia, made.moments, made.axes);
    return finish(&made, top);
}

const char *lento_top_lagrange(lento_top *top, double CN, double CT, double gravity) {
    if (!top) {
        return "something is missing (NULL)";
    }
    const double edges[3] = {CN, CN, CT};
    return lento_top_cuboid(top, edges, NULL, gravity);
}

const char *lento_top_kowalewski(lento_top *top, double CB, double gravity) {
    if (!top) {
        return "something is missing (NULL)";
    }
    const double edges[3] = {sqrt(3) * CB, CB, CB / 2};
    return lento_top_cuboid(top, edges, NULL, gravity);
}

const char *lento_top_goryachev_chaplygin(lento_top *top, double CB, double gravity) {
    if (!top) {
        return "something is missing (NULL)";
    }
    const double edges[3] = {sqrt(7) * CB, CB, CB / 2};
    return lento_top_cuboid(top, edges, NULL, gravity);
}

const char *lento_top_body(lento_top *top, double mass, const double moments[3],
                           const double centre[3], double gravity) {
    if (!moments || !centre) {
        return "something is missing (NULL)";
    }
    const double *I = moments;
    const char *refusal = check_gravity(gravity);
    if (refusal) {
        return refusal;
    }
    if (!isfinite(mass) || !all_finite(moments, 3) || !all_finite(centre, 3)) {
        return not_finite;
    }
    if (!(mass > 0)) {
        return "the mass of a top must be positive";
    }
    if (!(I[0] > 0 && I[1] > 0 && I[2] > 0)) {
        return "the principal moments of inertia must be positive";
    }
    double excess = 2 * fmax(I[0], fmax(I[1], I[2])) - (I[0] + I[1] + I[2]);
    if (excess > 1e-12 * (I[0] + I[1] + I[2])) {
        return "no body has these moments of inertia: none may exceed the sum of the other two";
    }
    lento_top made = {.mass = mass, .gravity = gravity};
    for (int i = 0; i < 3; i++) {
        made.centre[i] = centre[i];
        made.moments[i] = made.inertia[i][i] = I[i];
        made.axes[i][i] = 1;
    }
    return finish(&made, top);
}

const char *lento_top_start(const double q[4], const double m[3], double state[LENTO_TOP_STATE]) {
    if (!q || !m) {
        return "something is missing (NULL)";
    }
    if (!all_finite(q, 4) || !all_finite(m, 3)) {
        return "the attitude and the angular momentum of a top must be finite";
    }
    double length = sqrt(lento_square(q));
    if (!(fabs(length - 1) <= 1e-6)) {
        return "the quaternion qw, qx, qy, qz must have length 1 (within 1e-6)";
    }
    memcpy(state, q, 4 * sizeof *q);
    lento_normalise(state);
    lento_scale_to(1, m, state + 4);
    return NULL;
}

void lento_top_tilt(double degrees, double q[4]) {
    if (!q) {
        return;
    }
    const double e1[3] = {1, 0, 0}, degree = 0.017453292519943295769;
    lento_rotation_about(e1, degrees * degree, q);
}
