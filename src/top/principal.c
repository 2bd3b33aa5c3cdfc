/* SPDX-License-Identifier: MIT
 *
 * principal.c - principal moments and axes of a symmetric tensor J by Jacobi rotations (bodack
 * B0).
 *
 * Between the geometry of a body and everything that needs its principal axes. The order is
 * fixed: moments ascending, the first two axes with their largest component positive, the third
 * their cross product. Equal moments leave the axes free in a plane; there the ones nearest to
 * N, B, T are taken. */
#include "top/principal.h"

#include <math.h>

#include "top/vector.h"

int lento_moments_equal(double a, double b, double largest) {
    return fabs(a - b) <= 1e-12 * largest;
}

void lento_positive(double v[3]) {
    double largest = fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2])));
    int i = 0;
    while (fabs(v[i]) < largest * (1 - 1e-9)) {
        i++;
    }
    if (v[i] < 0) {
        lento_scale_to(-1, v, v);
    }
}

/* J <- G^T J G and V <- V G with the rotation G in the plane (i, j) that removes J[i][j]. */
static void jacobi_rotate(double J[3][3], double V[3][3], int i, int j) {
    if (J[i][j] == 0) {
        return;
    }
    double ratio = (J[j][j] - J[i][i]) / (2 * J[i][j]);
    double t = copysign(1, ratio) / (fabs(ratio) + hypot(1, ratio));
    double c = 1 / hypot(1, t), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = J[k][i], y = J[k][j];
        J[k][i] = c * x - s * y;
        J[k][j] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = J[i][k], y = J[j][k];
        J[i][k] = c * x - s * y;
        J[j][k] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = V[k][i], y = V[k][j];
        V[k][i] = c * x - s * y;
        V[k][j] = s * x + c * y;
    }
    J[i][j] = J[j][i] = 0;
}

/* Unsorted moments and axes (rows). Seven sweeps are more than a 3x3 matrix ever needs. */
static void diagonalise(const double tensor[3][3], double moments[3], double axes[3][3]) {
    double J[3][3], V[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            J[i][j] = tensor[i][j];
        }
    }
    for (int sweep = 0; sweep < 7; sweep++) {
        jacobi_rotate(J, V, 0, 1);
        jacobi_rotate(J, V, 0, 2);
        jacobi_rotate(J, V, 1, 2);
    }
    for (int i = 0; i < 3; i++) {
        moments[i] = J[i][i];
        for (int k = 0; k < 3; k++) {
            axes[i][k] = V[k][i];
        }
    }
}

static void sort_ascending(double moments[3], double axes[3][3]) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2 - pass; i++) {
            if (moments[i] > moments[i + 1]) {
                double moment = moments[i];
                moments[i] = moments[i + 1];
                moments[i + 1] = moment;
                for (int k = 0; k < 3; k++) {
                    double x = axes[i][k];
                    axes[i][k] = axes[i + 1][k];
                    axes[i + 1][k] = x;
                }
            }
        }
    }
}

/* In the plane across `normal`: the direction nearest to one of N, B, T. */
static void nearest_edge(const double normal[3], double out[3]) {
    int best = 0;
    for (int i = 1; i < 3; i++) {
        if (fabs(normal[i]) < fabs(normal[best]) - 1e-9) {
            best = i;
        }
    }
    double s = 1 / sqrt(1 - normal[best] * normal[best]);
    lento_scale_to(-normal[best] * s, normal, out);
    out[best] += s;
}

void lento_principal(const double tensor[3][3], double moments[3], double axes[3][3]) {
    diagonalise(tensor, moments, axes);
    sort_ascending(moments, axes);
    int low = lento_moments_equal(moments[0], moments[1], moments[2]);
    int high = lento_moments_equal(moments[1], moments[2], moments[2]);
    if (low && high) {
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) {
                axes[i][k] = i == k;
            }
        }
        return;
    }
    if (low) {
        moments[0] = moments[1] = 0.5 * (moments[0] + moments[1]);
        nearest_edge(axes[2], axes[0]);
        lento_cross(axes[2], axes[0], axes[1]);
    }
    if (high) {
        moments[1] = moments[2] = 0.5 * (moments[1] + moments[2]);
        nearest_edge(axes[0], axes[1]);
    }
    lento_positive(axes[0]);
    lento_positive(axes[1]);
    lento_cross(axes[0], axes[1], axes[2]);
    for (int i = 0; i < 9; i++) {
        axes[i / 3][i % 3] += 0.0; /* no negative zeros */
    }
}
