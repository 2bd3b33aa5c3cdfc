/* SPDX-License-Identifier: MIT
 *
 * filter.c - filters that choose their own width for stiff springs (card sanzserna B3, B4).
 *
 *     kaiser  I0 window times (a + b k^2) with zero second moment; beta = ln(Omega_max^2/1e-3) + 6,
 *             n = ceil(beta/(0.93 phi(Omega_min))) - 1, phi(Omega) = 2 asin(h Omega/2)
 *     notch   coefficients of prod (1 - 2 cos(phi_r) z + z^2)/(2 - 2 cos phi_r): zeros at phi_r
 *     notch7  the same with a third zero, at 2 phi */
#include <math.h>

#include "average/kernel.h"

static double bessel_i0(double x) {
    double term = 1, sum = 1;
    for (int k = 1; k < 500 && term > 1e-17 * sum; k++) {
        term *= x / (2.0 * k) * (x / (2.0 * k));
        sum += term;
    }
    return sum;
}

static double kaiser_beta(double highest) {
    return log(highest * highest / 1e-3) + 6;
}

double lento_kaiser_nodes(double highest, double phi) {
    return ceil(kaiser_beta(highest) / (0.93 * phi)) - 1;
}

void lento_kaiser_fill(double highest, int m, double w[]) {
    const double beta = kaiser_beta(highest), top = bessel_i0(beta);
    double s[3] = {0, 0, 0};
    for (int k = 0; k <= m; k++) {
        const double x = (double)k / (m + 1);
        w[k] = bessel_i0(beta * sqrt(1 - x * x)) / top;
        const double both = k == 0 ? w[k] : 2 * w[k];
        s[0] += both;
        s[1] += both * x * x;
        s[2] += both * x * x * x * x;
    }
    for (int k = 0; k <= m; k++) {
        const double x = (double)k / (m + 1);
        w[k] *= (s[2] - s[1] * x * x) / (s[0] * s[2] - s[1] * s[1]);
    }
}

void lento_notch_fill(double phi, int zeros, double w[]) {
    /* a double zero at phi, and from three factors on one at 2 phi (the second harmonic) */
    double c[16] = {1};
    int degree = 0;
    for (int r = 0; r < zeros; r++) {
        const double cosine = cos(r < 2 ? phi : 2 * phi), scale = 2 - 2 * cosine;
        for (int k = degree + 2; k >= 0; k--) {
            const double here = k <= degree ? c[k] : 0;
            const double one = k >= 1 && k - 1 <= degree ? c[k - 1] : 0;
            const double two = k >= 2 ? c[k - 2] : 0;
            c[k] = (here - 2 * cosine * one + two) / scale;
        }
        degree += 2;
    }
    for (int k = 0; k <= zeros; k++) {
        w[k] = c[zeros + k];
        if (fabs(w[k]) < 1e-15) {
            w[k] = 0; /* an exact zero is not evaluated */
        }
    }
}
