/* SPDX-License-Identifier: MIT
 *
 * elliptic.c - elliptic integrals of the first kind for the exact Lagrange top (bodack B5).
 *
 * K by the arithmetic-geometric mean, F by Carlson's symmetric integral
 *     F(phi | k^2) = s R_F(c^2, c^2 + k'^2 s^2, 1),   s, c = sin, cos phi,
 * both as functions of the complementary modulus k', which survives where k is close to 1. */
#include "top/elliptic.h"

#include <math.h>

double lento_elliptic_K(double complement) {
    double a = 1, b = complement;
    if (b == 0) {
        return INFINITY;
    }
    while (fabs(a - b) > 1e-8 * a) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 3.14159265358979323846 / (a + b);
}

/* Carlson's R_F(x, y, z): duplication until the arguments agree to 1e-3, then the series of
 * degree 7. */
static double carlson_RF(double x, double y, double z) {
    double mean = (x + y + z) / 3, X = 1 - x / mean, Y = 1 - y / mean, Z;
    while (fmax(fabs(X), fmax(fabs(Y), fabs(X + Y))) > 2e-3) {
        double rx = sqrt(x), ry = sqrt(y), rz = sqrt(z);
        double shift = rx * ry + ry * rz + rz * rx;
        x = 0.25 * (x + shift);
        y = 0.25 * (y + shift);
        z = 0.25 * (z + shift);
        mean = (x + y + z) / 3;
        X = 1 - x / mean;
        Y = 1 - y / mean;
    }
    Z = -X - Y;
    double E2 = X * Y - Z * Z, E3 = X * Y * Z;
    return (1 - E2 / 10 + E3 / 14 + E2 * E2 / 24 - 3 * E2 * E3 / 44 - 5 * E2 * E2 * E2 / 208 +
            3 * E3 * E3 / 104 + E2 * E2 * E3 / 16) /
           sqrt(mean);
}

double lento_elliptic_F(double s, double c, double complement_squared) {
    double x = c * c, y = x + complement_squared * s * s;
    return s == 0 ? 0 : y == 0 ? copysign(INFINITY, s) : s * carlson_RF(x, y, 1);
}
