/* SPDX-License-Identifier: MIT
 *
 * detect_metric.c - coordinates u, x = centre + T u, in which the fast motion near the centre
 * turns the unit ball into itself, whatever linear coordinates the problem is written in:
 *
 *     L = dF1/dx at the centre, B = [orthonormal bases of the eigenspaces of L],
 *     T = (Re B B*)^(1/2).
 *
 * Eigenvalues below 1e-3 of the largest count as 0 (slow directions), those closer than 1e-3 as
 * equal. In natural coordinates T = 1; T = 1 is also used where the eigenspaces do not span the
 * space. Also the frequencies of the fast motion
 * and whether there is any. */
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

static const double SAME = 1e-3;       /* relative: equal eigenvalues, and zero ones */
static const double WORST_BASIS = 1e5; /* condition of B; eigenvectors of a nilpotent L are worse */

/* L by central differences of two steps, extrapolated: exact for fields up to degree 4 */
static int jacobian(detect *run, double *x, double *L) {
    const int d = run->d;
    double *plus = x + d, *minus = x + 3 * d; /* room for two each */
    memcpy(x, run->centre, (size_t)d * sizeof(double));
    for (int k = 0; k < d; k++) {
        for (int j = 0; j < d; j++) {
            L[j + k * d] = 0;
        }
        for (int twice = 0; twice < 2; twice++) {
            const double h = (twice ? 2e-3 : 1e-3) * run->options.radius;
            x[k] = run->centre[k] + h;
            if (detect_fast_field(run, x, plus)) {
                return -1;
            }
            x[k] = run->centre[k] - h;
            if (detect_fast_field(run, x, minus)) {
                return -1;
            }
            for (int j = 0; j < d; j++) {
                L[j + k * d] += (twice ? -1 : 4) * (plus[j] - minus[j]) / (6 * h);
            }
        }
        x[k] = run->centre[k];
    }
    return 0;
}

/* `count` columns that span the kernel of L - lambda best: right singular vectors of the
 * smallest values */
static int kernel(int d, const double *L, double re, double im, int count,
                  lapack_complex_double *columns, lapack_complex_double *work, double *sigma) {
    lapack_complex_double *A = work, *V = work + d * d, *unused = V + d * d;
    for (int i = 0; i < d * d; i++) {
        A[i] = L[i];
    }
    for (int j = 0; j < d; j++) {
        A[j + j * d] -= lapack_make_complex_double(re, im);
    }
    if (LAPACKE_zgesvd(LAPACK_COL_MAJOR, 'N', 'A', d, d, A, d, sigma, unused, 1, V, d, sigma + d)) {
        return -1;
    }
    for (int c = 0; c < count; c++) {
        for (int j = 0; j < d; j++) {
            columns[j + c * d] =
                lapack_complex_double_real(V[d - 1 - c + j * d]) -
                lapack_complex_double_imag(V[d - 1 - c + j * d]) * lapack_make_complex_double(0, 1);
        }
    }
    return 0;
}

/* G = Re B B*, eigenspace by eigenspace; marks eigenvalues as they are used */
static int gram(int d, const double *L, double *re, double *im, double largest,
                lapack_complex_double *work, double *sigma, double *G) {
    lapack_complex_double *columns = work, *rest = work + d * d;
    memset(G, 0, (size_t)(d * d) * sizeof(double));
    for (int i = 0; i < d; i++) {
        if (isnan(re[i])) {
            continue;
        }
        const bool zero = hypot(re[i], im[i]) <= SAME * largest;
        const double a = zero ? 0 : re[i], b = zero ? 0 : im[i];
        int count = 0;
        for (int k = i; k < d; k++) {
            if (hypot(re[k] - a, im[k] - b) <= SAME * largest) {
                re[k] = NAN;
                count++;
            }
        }
        if (kernel(d, L, a, b, count, columns, rest, sigma)) {
            return -1;
        }
        for (int c = 0; c < count; c++) {
            for (int j = 0; j < d * d; j++) {
                const lapack_complex_double p = columns[j % d + c * d], q = columns[j / d + c * d];
                G[j] += lapack_complex_double_real(p) * lapack_complex_double_real(q) +
                        lapack_complex_double_imag(p) * lapack_complex_double_imag(q);
            }
        }
    }
    return 0;
}

static void identity(detect *run) {
    memset(run->T, 0, (size_t)(run->d * run->d) * sizeof(double));
    memset(run->U, 0, (size_t)(run->d * run->d) * sizeof(double));
    for (int j = 0; j < run->d; j++) {
        run->T[j + j * run->d] = run->U[j + j * run->d] = 1;
    }
    run->condition = 1;
}

/* T = G^(1/2) with trace G scaled to d, U its inverse; G is overwritten */
static void square_root(detect *run, double *G, double *value) {
    const int d = run->d;
    double trace = 0;
    for (int j = 0; j < d; j++) {
        trace += G[j + j * d];
    }
    const lapack_int info = LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'U', d, G, d, value);
    if (info || !(value[0] > value[d - 1] / (WORST_BASIS * WORST_BASIS))) {
        identity(run);
        return;
    }
    for (int i = 0; i < d * d; i++) {
        run->T[i] = run->U[i] = 0;
        for (int k = 0; k < d; k++) {
            const double root = sqrt(value[k] * d / trace), e = G[i % d + k * d] * G[i / d + k * d];
            run->T[i] += root * e;
            run->U[i] += e / root;
        }
        /* exact zeros keep sparse polynomials sparse */
        run->T[i] = fabs(run->T[i]) < 1e-12 ? 0 : run->T[i];
        run->U[i] = fabs(run->U[i]) < 1e-12 ? 0 : run->U[i];
    }
    run->condition = sqrt(value[d - 1] / value[0]);
}

/* does f grow as eps -> 0?  |F1| against |eps f| on the ball; size: rms of F1 */
static int look_for_fast(detect *run, double *x, double *size) {
    const int d = run->d;
    uint64_t state = run->options.seed;
    double fast = 0, all = 0;
    for (int i = 0; i < 100; i++) {
        detect_ball(&state, d, run->options.radius * sqrt((d + 2) / 3.0), x);
        for (int j = 0; j < d; j++) {
            x[j] += run->centre[j];
        }
        if (detect_fast_field(run, x, x + d)) {
            return -1;
        }
        for (int j = 0; j < d; j++) {
            fast += x[d + j] * x[d + j];
        }
        if (detect_field(run, 1e-7, x, x + d)) {
            return -1;
        }
        for (int j = 0; j < d; j++) {
            all += 1e-14 * x[d + j] * x[d + j];
        }
    }
    run->fast = fast > 1e-6 * all;
    *size = sqrt(fast / 100);
    return 0;
}

int detect_metric(detect *run) {
    const size_t D = (size_t)run->d;
    double *x = detect_doubles(&run->pool, 5, D), *L = detect_doubles(&run->pool, D, D);
    double *re = detect_doubles(&run->pool, 4, D), *G = detect_doubles(&run->pool, D, D);
    double *copy = detect_doubles(&run->pool, D, D);
    lapack_complex_double *work =
        detect_take(&run->pool, 3 * D * D + 1, sizeof(lapack_complex_double));
    if (!x || !L || !re || !G || !copy || !work) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    double size = 0;
    identity(run);
    if (look_for_fast(run, x, &size) || (run->fast && jacobian(run, x, L))) {
        return -1;
    }
    if (!run->fast) {
        return 0;
    }
    const int d = run->d;
    double *im = re + d, *sigma = im + d, norm = 0, largest = 0, smallest = INFINITY;
    memcpy(copy, L, D * D * sizeof(double));
    if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', d, copy, d, re, im, NULL, 1, NULL, 1)) {
        return detect_fail(run, LENTO_NOT_CONVERGED, "the eigenvalues of df/dx did not converge");
    }
    for (int i = 0; i < d; i++) {
        largest = fmax(largest, hypot(re[i], im[i]));
    }
    for (int i = 0; i < d * d; i++) {
        norm = fmax(norm, fabs(L[i]));
    }
    /* a nilpotent L, or none at all, has no frequencies, only rounding */
    if (!(largest > norm / WORST_BASIS && norm * run->options.radius > 1e-6 * size)) {
        return 0;
    }
    for (int i = 0; i < d; i++) {
        const double lambda = hypot(re[i], im[i]);
        smallest = lambda > SAME * largest ? fmin(smallest, lambda) : smallest;
    }
    run->out->lowest = smallest / run->options.eps;
    run->out->highest = largest / run->options.eps;
    if (gram(d, L, re, im, largest, work, sigma, G)) {
        return detect_fail(run, LENTO_NOT_CONVERGED, "the eigenspaces of df/dx did not converge");
    }
    square_root(run, G, sigma);
    return 0;
}
