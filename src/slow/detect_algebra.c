/* SPDX-License-Identifier: MIT
 *
 * detect_algebra.c - the dense algebra of the detector, for matrices of up to some thousand
 * columns, column-major. Sums are taken in an order that is fixed here, eight at a time, so every
 * processor and every compiler gets the same bits. A plain loop over columns in the first-level
 * cache is as fast as a tuned library here.
 *
 *     A = Q R by rows              Householder, in panels
 *     A P = Q R, null space of A   Householder with column exchange
 *     A = U diag(sigma) V^T        rotations of pairs of columns (one-sided Jacobi) */
#include <float.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

enum { LANES = 8, PANEL = 16, MOST_SWEEPS = 40 };

/* ---- vectors ---- */
double lento_detect_dot(int n, const double x[], const double y[]) {
    double s[LANES] = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
        for (int k = 0; k < LANES; k++) {
            s[k] += x[i + k] * y[i + k];
        }
    }
    for (; i < n; i++) {
        s[i % LANES] += x[i] * y[i];
    }
    return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]));
}

double lento_detect_norm(int n, const double x[]) {
    return sqrt(lento_detect_dot(n, x, x));
}

void lento_detect_add(int n, double a, const double *restrict x, double *restrict y) {
    for (int i = 0; i < n; i++) {
        y[i] += a * x[i];
    }
}

void lento_detect_scale(int n, double a, double x[]) {
    for (int i = 0; i < n; i++) {
        x[i] *= a;
    }
}

void lento_detect_swap(int n, double *restrict x, double *restrict y) {
    for (int i = 0; i < n; i++) {
        const double t = x[i];
        x[i] = y[i];
        y[i] = t;
    }
}

void lento_detect_clear(int n, double x[]) {
    memset(x, 0, (size_t)n * sizeof *x);
}

void lento_detect_copy(int n, const double *restrict x, double *restrict y) {
    memcpy(y, x, (size_t)n * sizeof *y);
}

/* ---- triangles ---- */
void lento_detect_upper_times(int n, const double *R, double x[]) {
    for (int k = 0; k < n; k++) {
        const double *column = R + k * n, t = x[k];
        lento_detect_add(k, t, column, x);
        x[k] = t * column[k];
    }
}

void lento_detect_upper_solve(int n, int rows, const double *R, double x[]) {
    for (int k = n - 1; k >= 0; k--) {
        const double *column = R + k * rows;
        x[k] /= column[k];
        lento_detect_add(k, -x[k], column, x);
    }
}

static void lower_solve(int n, int rows, const double *R, double x[]) {
    for (int k = 0; k < n; k++) {
        const double *column = R + k * rows;
        x[k] = (x[k] - lento_detect_dot(k, column, x)) / column[k];
    }
}

/* The columns of a panel are reflected one after the other; every column behind it then meets all
 * reflections of the panel while it is in the cache. */
bool lento_detect_qr(detect *run, int rows, int n, double *block, int stride, double *R) {
    double head[PANEL], size[PANEL]; /* of the reflections: first entry, |v|^2 / 2 */
    bool finite = true;
    for (int first = 0; first < n; first += PANEL) {
        const int end = first + PANEL < n ? first + PANEL : n;
        for (int j = first; j < n; j++) {
            double *c = block + j * stride, *r = R + j * n;
            if (run && lento_detect_progress(run, 0)) {
                return false;
            }
            for (int k = first; k < end && k < j; k++) {
                const double *v = block + k * stride, h = head[k - first];
                if (size[k - first] > 0) {
                    const double t = (h * r[k] + lento_detect_dot(rows, v, c)) / size[k - first];
                    r[k] -= t * h;
                    lento_detect_add(rows, -t, v, c);
                }
            }
            if (j < end) {
                const double length = sqrt(r[j] * r[j] + lento_detect_dot(rows, c, c));
                const double to = r[j] > 0 ? -length : length;
                head[j - first] = r[j] - to;
                size[j - first] = -to * head[j - first];
                r[j] = to;
                finite = finite && isfinite(length);
            }
        }
    }
    return finite;
}

/* ---- rank and null space ---- */
void lento_detect_pivoted_qr(int n, double *M, int order[], double norm[]) {
    for (int j = 0; j < n; j++) {
        order[j] = j;
        norm[j] = lento_detect_norm(n, M + j * n);
    }
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int j = k; j < n; j++) {
            pivot = norm[j] > norm[pivot] ? j : pivot;
        }
        if (!(norm[pivot] > 0)) {
            return;
        }
        if (pivot != k) {
            const int index = order[k];
            order[k] = order[pivot];
            order[pivot] = index;
            lento_detect_swap(n, M + k * n, M + pivot * n);
            norm[pivot] = norm[k];
        }
        const int rows = n - k;
        double *v = M + k * (n + 1);
        const double length = lento_detect_norm(rows, v), to = v[0] > 0 ? -length : length;
        v[0] -= to;
        const double size = -to * v[0];
        for (int j = k + 1; j < n; j++) {
            double *c = M + k + j * n;
            lento_detect_add(rows, -lento_detect_dot(rows, v, c) / size, v, c);
            norm[j] = lento_detect_norm(rows - 1, c + 1);
        }
        v[0] = to;
        lento_detect_clear(rows - 1, v + 1);
    }
}

void lento_detect_null_space(int n, const double *R, const int order[], int rank, double *N,
                             double *work) {
    for (int j = rank; j < n; j++) {
        double *column = N + (j - rank) * n;
        lento_detect_copy(rank, R + j * n, work);
        lento_detect_upper_solve(rank, n, R, work);
        lento_detect_clear(n, column);
        for (int k = 0; k < rank; k++) {
            column[order[k]] = -work[k];
        }
        column[order[j]] = 1;
    }
    lento_detect_orthonormal(n, n - rank, N, 0);
}

static void random_start(int n, double z[]) {
    uint64_t state = 1;
    for (int j = 0; j < n; j++) {
        z[j] = lento_detect_uniform(&state) - 0.5;
    }
}

/* z = (A A^T)^-1 z on the complement of the null space, A the first `rank` rows of R */
double lento_detect_smallest(int n, const double *R, const int order[], int rank, const double *N,
                             double *z, double *work) {
    double sigma = 0, before;
    random_start(n, z);
    for (int pass = 0; pass < 200; pass++) {
        before = sigma;
        for (int j = 0; j < n - rank; j++) {
            const double *q = N + j * n;
            lento_detect_add(n, -lento_detect_dot(n, q, z), q, z);
        }
        lento_detect_scale(n, 1 / lento_detect_norm(n, z), z);
        for (int k = 0; k < rank; k++) {
            work[k] = z[order[k]];
        }
        lower_solve(rank, n, R, work);
        sigma = 1 / lento_detect_norm(rank, work);
        if (fabs(sigma - before) <= 1e-9 * sigma) {
            break;
        }
        lento_detect_upper_solve(rank, n, R, work);
        lento_detect_clear(n, z);
        for (int k = 0; k < rank; k++) {
            z[order[k]] = work[k];
        }
    }
    return sigma;
}

double lento_detect_largest(int n, const double *R, double *z, double *work) {
    double sigma = 0, before;
    random_start(n, z);
    for (int pass = 0; pass < 200; pass++) {
        before = sigma;
        const double length = lento_detect_norm(n, z);
        if (!(length > 0)) {
            return 0;
        }
        lento_detect_copy(n, z, work);
        lento_detect_scale(n, 1 / length, work);
        lento_detect_upper_times(n, R, work);
        sigma = lento_detect_norm(n, work);
        if (fabs(sigma - before) <= 1e-9 * sigma) {
            break;
        }
        for (int j = 0; j < n; j++) {
            z[j] = lento_detect_dot(j + 1, R + j * n, work);
        }
    }
    return sigma;
}

int lento_detect_orthonormal(int n, int count, double *A, double least) {
    for (int t = 0; t < count; t++) {
        int longest = t;
        double most = 0;
        for (int j = t; j < count; j++) {
            const double square = lento_detect_dot(n, A + j * n, A + j * n);
            if (j == t || square > most) {
                most = square;
                longest = j;
            }
        }
        double *q = A + t * n;
        if (!(sqrt(most) > least)) {
            return t;
        }
        if (longest != t) {
            lento_detect_swap(n, q, A + longest * n);
        }
        lento_detect_scale(n, 1 / sqrt(most), q);
        for (int k = 0; k < t; k++) { /* once more for stability */
            lento_detect_add(n, -lento_detect_dot(n, A + k * n, q), A + k * n, q);
        }
        lento_detect_scale(n, 1 / lento_detect_norm(n, q), q);
        for (int j = t + 1; j < count; j++) {
            double *c = A + j * n;
            lento_detect_add(n, -lento_detect_dot(n, q, c), q, c);
        }
    }
    return count;
}

/* ---- singular values ---- */
static void rotate(int n, double c, double s, double *restrict x, double *restrict y) {
    for (int i = 0; i < n; i++) {
        const double t = x[i];
        x[i] = c * t - s * y[i];
        y[i] = s * t + c * y[i];
    }
}

/* columns i and j of A made orthogonal, V turned alike; false if they are, or one is nothing.
 * square: |column|^2, kept up to date */
static bool turn(int m, int n, double *A, double *V, double square[], int i, int j, double least) {
    double *x = A + i * m, *y = A + j * m;
    const double aa = square[i], bb = square[j];
    if (aa <= least || bb <= least) {
        return false;
    }
    const double ab = lento_detect_dot(m, x, y);
    if (fabs(ab) <= sqrt(m * aa * bb) * DBL_EPSILON) {
        return false;
    }
    const double zeta = (bb - aa) / (2 * ab);
    const double t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double c = 1 / sqrt(1 + t * t), s = c * t;
    rotate(m, c, s, x, y);
    if (V) {
        rotate(n, c, s, V + i * n, V + j * n);
    }
    square[i] = lento_detect_dot(m, x, x);
    square[j] = lento_detect_dot(m, y, y);
    return true;
}

int lento_detect_singular(detect *run, int m, int n, double *A, double least, double *sigma,
                          double *V) {
    double total = 0;
    for (int j = 0; V && j < n; j++) {
        lento_detect_clear(n, V + j * n);
        V[j * (n + 1)] = 1;
    }
    for (int j = 0; j < n; j++) {
        sigma[j] = lento_detect_dot(m, A + j * m, A + j * m);
        total += sigma[j];
    }
    const double nothing = fmax(least * least, 1e-30 * total);
    bool turned = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && turned; sweep++) {
        turned = false;
        for (int i = 0; i < n - 1; i++) {
            if (lento_detect_progress(run, 0)) {
                return -1;
            }
            for (int j = i + 1; j < n; j++) {
                turned |= turn(m, n, A, V, sigma, i, j, nothing);
            }
        }
    }
    for (int i = 0; i < n; i++) { /* ascending */
        int lowest = i;
        for (int j = i + 1; j < n; j++) {
            lowest = sigma[j] < sigma[lowest] ? j : lowest;
        }
        const double square = sigma[lowest];
        sigma[lowest] = sigma[i];
        sigma[i] = sqrt(square);
        if (V && lowest != i) {
            lento_detect_swap(n, V + i * n, V + lowest * n);
        }
    }
    return turned
               ? lento_detect_fail(run, LENTO_NOT_CONVERGED, "the singular values did not converge")
               : 0;
}
