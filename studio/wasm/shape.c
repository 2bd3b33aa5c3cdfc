/* SPDX-License-Identifier: MIT
 *
 * shape.c - what follows from a shape and a start before anything moves: mass, principal
 * moments and axes, centre of mass, velocity, integrals (bodack, sections 1 and 2), and the
 * effective potential of a Lagrange top.
 *
 * With the axis at the angle theta from the vertical, in scaled units (bodack, section 0):
 *     E = theta'^2/2 + V(theta) + const,
 *     V = p cos theta + (l - c cos theta)^2 / (2 sin^2 theta). */
#include <math.h>
#include <string.h>

#include "studio.h"

static int read_top(lento_top *top, double state[LENTO_TOP_STATE]) {
    studio_start s;
    memcpy(&s, studio_block, sizeof s);
    const char *refusal = lento_top_cuboid(top, s.edges, s.fixed, s.gravity);
    refusal = refusal ? refusal : lento_top_start(s.q, s.m, state);
    return refusal ? studio_refuse(refusal) : 0;
}

/* In: a start. Out: mass, kind, moments, axes (3 x 3), centre of mass, omega, E, mp, ma,
 * special, section of the rod, period, precession, lowest and highest axis of the exact motion
 * (NaN if there is none), q. */
STUDIO_EXPORT(shape_of) int shape_of(void) {
    lento_top top;
    double state[LENTO_TOP_STATE], omega[3];
    if (read_top(&top, state)) {
        return -1;
    }
    lento_top_velocity(&top, state, omega);
    const lento_top_integrals integrals = lento_top_integrals_of(&top, state);
    lento_top_exact exact;
    const bool solved =
        top.kind == LENTO_TOP_LAGRANGE && !lento_top_exact_setup(&top, state, &exact);
    double *out = studio_block;
    *out++ = top.mass;
    *out++ = top.kind;
    memcpy(out, top.moments, sizeof top.moments);
    out += 3;
    memcpy(out, top.axes, sizeof top.axes);
    out += 9;
    memcpy(out, top.centre, sizeof top.centre);
    out += 3;
    memcpy(out, omega, sizeof omega);
    out += 3;
    const double rest[] = {integrals.energy,
                           integrals.vertical,
                           integrals.axial,
                           integrals.special,
                           lento_rod_section(&top),
                           solved ? exact.period : NAN,
                           solved ? exact.precession : NAN,
                           solved ? exact.lowest : NAN,
                           solved ? exact.highest : NAN};
    memcpy(out, rest, sizeof rest);
    memcpy(out + sizeof rest / sizeof rest[0], state, 4 * sizeof(double));
    return 0;
}

/* In: a start. Out: n pairs theta, V from 0 to pi (both ends left out), then p, l, c, the level
 * of the energy and theta itself, all scaled. Refused for anything but a Lagrange top. */
STUDIO_EXPORT(shape_potential) int shape_potential(int n) {
    lento_top top;
    double state[LENTO_TOP_STATE], a[3];
    if (read_top(&top, state)) {
        return -1;
    }
    if (top.kind != LENTO_TOP_LAGRANGE) {
        return studio_refuse("Only a Lagrange top has an effective potential of one angle.");
    }
    lento_top_centre(&top, state, a);
    const double arm = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]), *m = state + 4;
    const double l = m[2] / top.transverse;
    double c = 0, square = 0;
    for (int i = 0; i < 3 && arm > 0; i++) {
        c += m[i] * a[i] / (arm * top.transverse);
        square += m[i] * m[i] / (top.transverse * top.transverse);
    }
    const double u = arm > 0 ? a[2] / arm : 1;
    for (int i = 0; i < n && 2 * i + 6 < STUDIO_BLOCK; i++) {
        const double theta = 3.14159265358979323846 * (i + 0.5) / n;
        const double s = sin(theta), d = l - c * cos(theta);
        studio_block[2 * i] = theta;
        studio_block[2 * i + 1] = top.pull * cos(theta) + d * d / (2 * s * s);
    }
    double *out = studio_block + 2 * n;
    out[0] = top.pull;
    out[1] = l;
    out[2] = c;
    out[3] = (square - c * c) / 2 + top.pull * u; /* |m|^2/2 + p a3 without the spin c^2/2 */
    out[4] = acos(fmax(-1, fmin(1, u)));
    return 0;
}

/* In: angle in degrees. Out: the attitude after a turn about e1. */
STUDIO_EXPORT(shape_tilt) void shape_tilt(double degrees) {
    lento_top_tilt(degrees, studio_block);
}

/* In: precession, inclination, spin. Out: the attitude. */
STUDIO_EXPORT(shape_attitude) void shape_attitude(void) {
    double angles[3];
    memcpy(angles, studio_block, sizeof angles);
    lento_top_angles_to_attitude(angles, studio_block);
}

/* In: two attitudes. Returns L. */
STUDIO_EXPORT(shape_distance) double shape_distance(void) {
    return lento_top_attitude_error(studio_block, studio_block + 4);
}
