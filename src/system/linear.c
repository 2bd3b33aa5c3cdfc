/* SPDX-License-Identifier: MIT
 *
 * linear.c - the small dense algebra of the core: Gauss elimination (Newton for constraints), a minimum-norm
 * least-squares solve by one-sided Jacobi (scheme `slow`; keeps small singular values accurate), and the
 * symmetric eigenproblem (fast modes of stiff springs). Tens of rows at most; checked against GSL. */
#include <math.h>
#include <string.h>

#include "system/algebra.h"

int lento_gauss(int n, double *a, double *b) {
    const double scale = lento_largest(n * n, a);
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++) {
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) {
                pivot = i;
            }
        }
        if (!(fabs(a[pivot * n + k]) > 1e-14 * scale)) {
            return -1;
        }
        if (pivot != k) {
            for (int j = 0; j < n; j++) {
                const double swap = a[k * n + j];
                a[k * n + j] = a[pivot * n + j];
                a[pivot * n + j] = swap;
            }
            const double swap = b[k];
            b[k] = b[pivot];
            b[pivot] = swap;
        }
        for (int i = k + 1; i < n; i++) {
            if (a[i * n + k] == 0) { /* banded systems stay cheap */
                continue;
            }
            const double f = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++) {
                a[i * n + j] -= f * a[k * n + j];
            }
            b[i] -= f * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) {
            b[i] -= a[i * n + j] * b[j];
        }
        b[i] /= a[i * n + i];
    }
    return 0;
}

size_t lento_minimum_norm_room(int rows, int cols) {
    const size_t n = (size_t)(rows < cols ? rows : cols);
    return (size_t)rows * (size_t)cols + n * n + n;
}

/* (x, y) <- (c x - s y, s x + c y) for n pairs of numbers */
static void turn(int n, int apart, double *x, double *y, double c, double s) {
    for (int k = 0; k < n * apart; k += apart) {
        const double xk = x[k];
        x[k] = c * xk - s * y[k];
        y[k] = s * xk + c * y[k];
    }
}

/* One rotation of the rows x and y (n long) and of the rows of Q beside them; false if orthogonal already. */
static bool rotate_rows(int n, double *x, double *y, int rows, double *qx, double *qy,
                        double least) {
    const double aa = lento_dot(n, x, x), bb = lento_dot(n, y, y), ab = lento_dot(n, x, y);
    if (fabs(ab) <= 1e-15 * sqrt(aa * bb) || aa <= least || bb <= least) {
        return false;
    }
    const double zeta = (bb - aa) / (2 * ab);
    const double t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double c = 1 / sqrt(1 + t * t), s = c * t;
    turn(n, 1, x, y, c, s);
    turn(rows, 1, qx, qy, c, s);
    return true;
}

/* Rotate pairs of rows of U (rows x cols) until all are orthogonal: U = Q A with Q built beside. Rows that are
 * nothing but rounding stay as they are. */
static void orthogonalise_rows(int rows, int cols, double *u, double *q) {
    const double total = lento_dot(rows * cols, u, u);
    for (int i = 0; i < rows * rows; i++) {
        q[i] = i % (rows + 1) == 0 ? 1 : 0;
    }
    bool rotated = true;
    for (int sweep = 0; sweep < 60 && rotated; sweep++) {
        rotated = false;
        for (int i = 0; i < rows - 1; i++) {
            for (int j = i + 1; j < rows; j++) {
                rotated |= rotate_rows(cols, &u[i * cols], &u[j * cols], rows, &q[i * rows],
                                       &q[j * rows], 1e-30 * total);
            }
        }
    }
}

/* The shorter side is orthogonalised: Q A = U and x = sum (q_i . b) u_i / sigma_i^2, or, with more rows than
 * columns, Q A^T = U and x = sum (u_i . b) q_i / sigma_i^2. */
int lento_minimum_norm(int rows, int cols, const double *a, const double *b, double cutoff,
                       double *x, double *work) {
    const bool tall = rows > cols;
    const int n = tall ? cols : rows, length = tall ? rows : cols;
    double *u = work, *q = u + rows * cols, *sigma2 = q + n * n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < length; k++) {
            u[i * length + k] = tall ? a[k * cols + i] : a[i * cols + k];
        }
    }
    orthogonalise_rows(n, length, u, q);
    double largest = 0;
    for (int i = 0; i < n; i++) {
        sigma2[i] = lento_dot(length, &u[i * length], &u[i * length]);
        largest = fmax(largest, sigma2[i]);
    }
    memset(x, 0, (size_t)cols * sizeof *x);
    int rank = 0;
    for (int i = 0; i < n; i++) {
        if (!(sigma2[i] > cutoff * cutoff * largest) || sigma2[i] == 0) {
            continue;
        }
        rank++;
        const double *known = tall ? &u[i * length] : &q[i * n],
                     *wanted = tall ? &q[i * n] : &u[i * length];
        const double factor = lento_dot(rows, known, b) / sigma2[i];
        for (int k = 0; k < cols; k++) {
            x[k] += factor * wanted[k];
        }
    }
    return rank;
}

static void jacobi_rotate(int n, double *a, double *v, int p, int q) {
    const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
    const double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(1 + theta * theta));
    const double c = 1 / sqrt(1 + t * t), s = c * t;
    turn(n, n, a + p, a + q, c, s);
    turn(n, 1, a + p * n, a + q * n, c, s);
    turn(n, n, v + p, v + q, c, s);
}

void lento_symmetric_eigen(int n, double *a, double *values, double *v) {
    for (int i = 0; i < n * n; i++) {
        v[i] = i % (n + 1) == 0 ? 1 : 0;
    }
    for (int sweep = 0; sweep < 60; sweep++) {
        double off = 0, diagonal = 0;
        for (int i = 0; i < n; i++) {
            diagonal += a[i * n + i] * a[i * n + i];
            for (int j = i + 1; j < n; j++) {
                off += a[i * n + j] * a[i * n + j];
            }
        }
        if (off <= 1e-34 * diagonal) {
            break;
        }
        for (int p = 0; p < n - 1; p++) {
            for (int q = p + 1; q < n; q++) {
                if (a[p * n + q] != 0) {
                    jacobi_rotate(n, a, v, p, q);
                }
            }
        }
    }
    for (int i = 0; i < n; i++) {
        values[i] = a[i * n + i];
    }
    for (int i = 0; i < n; i++) { /* ascending */
        int least = i;
        for (int j = i + 1; j < n; j++) {
            least = values[j] < values[least] ? j : least;
        }
        const double swap = values[i];
        values[i] = values[least];
        values[least] = swap;
        for (int k = 0; k < n; k++) {
            const double x = v[k * n + i];
            v[k * n + i] = v[k * n + least];
            v[k * n + least] = x;
        }
    }
}
