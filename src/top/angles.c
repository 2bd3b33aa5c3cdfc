/* SPDX-License-Identifier: MIT
 *
 * angles.c - Euler angles, their rates, and the distance of two attitudes (bodack 0 and 6).
 *
 * Precession phi, inclination theta, spin psi from A = w + iz = cos(theta/2) e^{i(phi+psi)/2} and
 * B = x + iy = sin(theta/2) e^{i(phi-psi)/2}.
 * The body-frame error L is half the angle of the relative rotation, as atan2 and not as arccos,
 * which cannot resolve angles below 1e-8. */
#include <math.h>

#include "lento/top.h"
#include "top/vector.h"

void lento_top_angles(const double q[4], double angles[3]) {
    if (!q || !angles) {
        return;
    }
    double A = hypot(q[0], q[3]), B = hypot(q[1], q[2]);
    double sum = A > 0 ? atan2(q[3], q[0]) : 0, difference = B > 0 ? atan2(q[2], q[1]) : 0;
    angles[0] = sum + difference;
    angles[1] = 2 * atan2(B, A);
    angles[2] = sum - difference;
}

void lento_top_angles_to_attitude(const double angles[3], double q[4]) {
    if (!angles || !q) {
        return;
    }
    double sum = 0.5 * (angles[0] + angles[2]), difference = 0.5 * (angles[0] - angles[2]);
    double A = cos(0.5 * angles[1]), B = sin(0.5 * angles[1]);
    q[0] = A * cos(sum);
    q[1] = B * cos(difference);
    q[2] = B * sin(difference);
    q[3] = A * sin(sum);
}

/* omega = phi' e3 + theta' (cos phi, sin phi, 0) + psi' T */
bool lento_top_angle_rates(const lento_top *top, const double state[], double rates[3]) {
    if (!top || !state || !rates) {
        return false;
    }
    double omega[3], T[3];
    static const double third[3] = {0, 0, 1};
    lento_top_velocity(top, state, omega);
    lento_turn(state, third, T);
    double s = hypot(T[0], T[1]);
    if (s == 0) {
        rates[0] = 0.5 * omega[2];
        rates[1] = hypot(omega[0], omega[1]);
        rates[2] = T[2] > 0 ? 0.5 * omega[2] : -0.5 * omega[2];
        return false;
    }
    double sine = T[0] / s, cosine = -T[1] / s; /* of phi */
    rates[1] = omega[0] * cosine + omega[1] * sine;
    rates[2] = (omega[0] * sine - omega[1] * cosine) / s;
    rates[0] = omega[2] - rates[2] * T[2];
    return true;
}

double lento_top_attitude_error(const double q[4], const double r[4]) {
    if (!q || !r) {
        return NAN;
    }
    double d[4];
    lento_between(q, r, d);
    return atan2(sqrt(lento_dot(d + 1, d + 1)), fabs(d[0]));
}
