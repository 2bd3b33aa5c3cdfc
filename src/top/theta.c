/* SPDX-License-Identifier: MIT
 *
 * theta.c - quotients of theta functions, the factors of the exact Lagrange top (bodack B5):
 *     Q_A = theta1(v - iy_A)/theta4(v),  Q_B = theta2(v - iy_B)/theta4(v),
 * v = pi w/2K, y = pi F/2K, and their derivatives with respect to w. With the nome
 * h = exp(-pi K'/K), common factors dropped,
 *     theta1 = sum (-1)^n h^{n(n+1)} sin (2n+1)v,   theta2 = sum h^{n(n+1)} cos (2n+1)v,
 *     theta4 = 1 + 2 sum (-1)^n h^{n^2} cos 2nv.
 * For k^2 > 1/2 Jacobi's imaginary transformation gives, up to constants, with h' = exp(-pi K/K'),
 * z = pi w/2K', b = pi F/2K' and w reduced to [-K, K],
 *     Q_A = e^{i b w/K} theta1(b + iz | h')/theta2(iz | h'),
 *     Q_B = e^{i b w/K} theta4(b + iz | h')/theta2(iz | h'),
 * sums of hyperbolic functions. Both nomes stay below e^{-pi}, so four or five terms give full
 * precision everywhere, also on the separatrix (h' = 0), where the sums become tanh and 1/cosh. */
#include "top/theta.h"

#include <math.h>

#include "top/elliptic.h"

static const double pi = 3.14159265358979323846;

enum { A, B };

/* ---- k^2 <= 1/2 ---- */

/* table[A][0] = (-1)^n h^{n(n+1)} cosh (2n+1)y, table[A][1] with sinh, without the factor cosh y
 * of n = 0 */
static void setup_circular(lento_top_theta *theta) {
    double h = theta->nome, power = 1;
    for (int n = 0; n < 4; n++) {
        for (int i = A; i <= B; i++) {
            double y = theta->scale * theta->strip[i];
            double term = (i == A && n % 2 ? -power : power) / cosh(y);
            theta->table[i][0][n] = term * cosh((2 * n + 1) * y);
            theta->table[i][1][n] = term * sinh((2 * n + 1) * y);
        }
        theta->even[n] = n == 0 ? 1 : (n % 2 ? -2 : 2) * pow(h, n * n);
        power *= pow(h, 2 * (n + 1));
    }
}

/* Numerators N with derivatives, and the denominator D = theta4 = (D[0], D[1] its derivative). */
static void sum_circular(const lento_top_theta *theta, double w, double N[2][2], double dN[2][2],
                         double D[2]) {
    double v = theta->scale * w, C = cos(v), S = sin(v), c2 = C * C - S * S, s2 = 2 * S * C;
    double Ce = 1, Se = 0;
    for (int n = 0; n < 4; n++) {
        int k = 2 * n + 1;
        const double ca = theta->table[A][0][n], sa = theta->table[A][1][n];
        const double cb = theta->table[B][0][n], sb = theta->table[B][1][n];
        N[A][0] += ca * S;
        N[A][1] -= sa * C;
        dN[A][0] += k * ca * C;
        dN[A][1] += k * sa * S;
        N[B][0] += cb * C;
        N[B][1] += sb * S;
        dN[B][0] -= k * cb * S;
        dN[B][1] += k * sb * C;
        D[0] += theta->even[n] * Ce;
        D[1] -= 2 * n * theta->even[n] * Se;
        double next = C * c2 - S * s2;
        S = S * c2 + C * s2;
        C = next;
        next = Ce * c2 - Se * s2;
        Se = Se * c2 + Ce * s2;
        Ce = next;
    }
}

/* ---- k^2 > 1/2 ---- */

/* table[A] = (-1)^n (sin, cos) (2n+1)b, table[B] = (-1)^n h'^{n(n-1)} (cos, sin) 2nb (n = 0:
 * halved) */
static void setup_hyperbolic(lento_top_theta *theta) {
    double a = theta->scale * theta->strip[A], b = theta->scale * theta->strip[B];
    for (int n = 0; n < 5; n++) {
        double sign = n % 2 ? -1 : 1, power = n == 0 ? 0.5 : pow(theta->nome, n * (n - 1));
        theta->table[A][0][n] = sign * sin((2 * n + 1) * a);
        theta->table[A][1][n] = sign * cos((2 * n + 1) * a);
        theta->table[B][0][n] = sign * power * cos(2 * n * b);
        theta->table[B][1][n] = sign * power * sin(2 * n * b);
    }
}

/* The same sums divided by cosh z. With E = e^{-2|z|} and x = h' e^{2|z|} <= 1 nothing overflows:
 * h'^{n(n+1)} cosh (2n+1)z / cosh z = h'^{n^2} x^n (1 + E^{2n+1})/(1 + E). */
static void sum_hyperbolic(const lento_top_theta *theta, double w, double N[2][2], double dN[2][2],
                           double D[2]) {
    double z = fabs(theta->scale * w), side = w < 0 ? -1 : 1;
    double E = exp(-2 * z), x = theta->nome == 0 ? 0 : exp(2 * (z - theta->scale * theta->K));
    double odd = E, even = 1, power = 1 / (1 + E), sech = 2 * exp(-z) / (1 + E);
    double h = theta->nome, shrink = h;
    for (int n = 0; n < 4; n++) {
        int k = 2 * n + 1;
        double c = power * (1 + odd), s = side * power * (1 - odd);
        D[0] += c;
        D[1] += k * s;
        N[A][0] += theta->table[A][0][n] * c;
        N[A][1] += theta->table[A][1][n] * s;
        dN[A][0] += k * theta->table[A][0][n] * s;
        dN[A][1] += k * theta->table[A][1][n] * c;
        odd *= E * E;
        power *= shrink * x;
        shrink *= h * h;
    }
    power = sech;
    for (int n = 0; n < 5; n++) {
        double c = power * (1 + even), s = side * power * (1 - even);
        N[B][0] += theta->table[B][0][n] * c;
        N[B][1] -= theta->table[B][1][n] * s;
        dN[B][0] += 2 * n * theta->table[B][0][n] * s;
        dN[B][1] -= 2 * n * theta->table[B][1][n] * c;
        even *= E * E;
        power *= x;
    }
}

/* ---- both ---- */

void lento_theta_setup(lento_top_theta *theta, double modulus, double complement,
                       const double strip[2]) {
    double K = lento_elliptic_K(sqrt(complement)), Kprime = lento_elliptic_K(sqrt(modulus));
    theta->hyperbolic = modulus > complement;
    theta->K = K;
    theta->scale = pi / 2 / (theta->hyperbolic ? Kprime : K);
    theta->nome = exp(theta->hyperbolic ? -pi * K / Kprime : -pi * Kprime / K);
    theta->strip[A] = strip[A];
    theta->strip[B] = strip[B];
    if (theta->hyperbolic) {
        setup_hyperbolic(theta);
    } else {
        setup_circular(theta);
    }
}

void lento_theta_at(const lento_top_theta *theta, double w, double value[2][2], double slope[2][2],
                    double angle[2]) {
    double N[2][2] = {{0}}, dN[2][2] = {{0}}, D[2] = {0};
    double turns = 0, drift[2] = {0};
    if (theta->hyperbolic && isfinite(theta->K)) {
        turns = nearbyint(w / (2 * theta->K));
        w -= 2 * theta->K * turns;
        drift[A] = theta->scale * theta->strip[A] / theta->K;
        drift[B] = theta->scale * theta->strip[B] / theta->K;
    }
    if (theta->hyperbolic) {
        sum_hyperbolic(theta, w, N, dN, D);
    } else {
        sum_circular(theta, w, N, dN, D);
    }
    double inverse = 1 / D[0], log_slope = D[1] * inverse;
    for (int i = A; i <= B; i++) {
        double re = N[i][0] * inverse, im = N[i][1] * inverse;
        double scale = theta->scale;
        value[i][0] = re;
        value[i][1] = im;
        slope[i][0] = scale * (dN[i][0] * inverse - re * log_slope) - drift[i] * im;
        slope[i][1] = scale * (dN[i][1] * inverse - im * log_slope) + drift[i] * re;
        angle[i] = drift[i] * w + pi * fmod(turns, 2);
    }
}
