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
#include <string.h>

#include "top/vector.h"

static const double UNIT[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

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

static void turn_pair(double c, double s, double *a, double *b) {
    double x = *a, y = *b;
    *a = c * x - s * y;
    *b = s * x + c * y;
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
        turn_pair(c, s, &J[k][i], &J[k][j]);
    }
    for (int k = 0; k < 3; k++) {
        turn_pair(c, s, &J[i][k], &J[j][k]);
        turn_pair(c, s, &V[k][i], &V[k][j]);
    }
    J[i][j] = J[j][i] = 0;
}

/* Unsorted moments and axes (rows). Seven sweeps are more than a 3x3 matrix ever needs. */
static void diagonalise(const double tensor[3][3], double moments[3], double axes[3][3]) {
    double J[3][3], V[3][3];
    memcpy(J, tensor, sizeof J);
    memcpy(V, UNIT, sizeof V);
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

static void swap(double *a, double *b) {
    double x = *a;
    *a = *b;
    *b = x;
}

static void sort_ascending(double moments[3], double axes[3][3]) {
    static const int pairs[] = {0, 1, 0};
    for (int n = 0; n < 3; n++) {
        int i = pairs[n];
        if (moments[i] > moments[i + 1]) {
            swap(&moments[i], &moments[i + 1]);
            for (int k = 0; k < 3; k++) {
                swap(&axes[i][k], &axes[i + 1][k]);
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
        memcpy(axes, UNIT, sizeof UNIT);
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
