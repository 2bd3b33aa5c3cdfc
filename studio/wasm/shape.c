/* SPDX-License-Identifier: MIT
 *
 * shape.c - what follows from a shape and a start before anything moves: mass, principal
 * moments and axes, centre of mass, velocity, integrals (bodack, sections 1 and 2), the range of
 * the exact motion of a Lagrange top; attitudes from tilts and angles. */
#include <math.h>
#include <string.h>

#include "studio.h"

int studio_read_top(lento_top *top, double state[LENTO_TOP_STATE]) {
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
    if (studio_read_top(&top, state)) {
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
