/* SPDX-License-Identifier: MIT
 *
 * detect_metric.c - coordinates u, x = centre + T u, in which the fast motion near the centre
 * turns the unit ball into itself, whatever linear coordinates the problem is written in:
 *
 *     L = dF1/dx at the centre, B = [orthonormal bases of the eigenspaces of L],
 *     T = (Re B B*)^(1/2).
 *
 * Eigenvalues below 1.1e-3 of the largest count as 0 (slow directions), those closer than that as
 * equal (no round number, which users like). In natural coordinates T = 1; T = 1 is also used where
 * the eigenspaces do not span the space. Also the frequencies of the fast motion and whether there
 * is any. */
#include <math.h>

#include "slow/detect_parts.h"

static const double SAME = 1.1e-3;     /* relative: equal eigenvalues, and zero ones */
static const double WORST_BASIS = 1e5; /* condition of B; eigenvectors of a nilpotent L are worse */

/* Is this difference of eigenvalues 0? To seven digits, so that the answer is the same for its
 * conjugate. */
static bool near(double re, double im, double largest) {
    return hypot(rint(re / largest * 1e7), rint(im / largest * 1e7)) <= SAME * 1e7;
}

/* L by central differences of two steps, extrapolated: exact for fields up to degree 4 */
static int jacobian(detect *run, double *x, double *L) {
    const int d = run->d;
    double *plus = x + d, *minus = x + 3 * d; /* room for two each */
    lento_detect_copy(d, run->centre, x);
    for (int k = 0; k < d; k++) {
        lento_detect_clear(d, L + k * d);
        for (int twice = 0; twice < 2; twice++) {
            const double h = (twice ? 2e-3 : 1e-3) * run->options.radius;
            for (int side = 0; side < 2; side++) {
                x[k] = run->centre[k] + (side ? -h : h);
                if (lento_detect_fast_field(run, x, side ? minus : plus)) {
                    return -1;
                }
            }
            for (int j = 0; j < d; j++) {
                L[j + k * d] += (twice ? -1 : 4) * (plus[j] - minus[j]) / (6 * h);
            }
        }
        x[k] = run->centre[k];
    }
    return 0;
}

/* G += Re B B* of the `count` directions that L - lambda takes nearest to 0: as real numbers, the
 * matrix is ((Re, -Im), (Im, Re)) and its null space has twice as many */
static void add_kernel(int d, const double *L, double re, double im, int count, double *work,
                       int *order, double *G) {
    const int n = 2 * d;
    double *A = work, *N = work + n * n, *rest = N + n * n;
    lento_detect_clear(n * n, A);
    for (int k = 0; k < d; k++) {
        for (int j = 0; j < d; j++) {
            A[j + k * n] = A[d + j + (d + k) * n] = L[j + k * d] - (j == k ? re : 0);
        }
        A[d + k + k * n] = -im;
        A[k + (d + k) * n] = im;
    }
    lento_detect_pivoted_qr(n, A, order, rest);
    lento_detect_null_space(n, A, order, n - 2 * count, N, rest);
    for (int c = 0; c < 2 * count; c++) {
        for (int k = 0; k < d; k++) {
            lento_detect_add(d, N[k + c * n], N + c * n, G + k * d);
        }
    }
}

/* G = Re B B*, eigenspace by eigenspace; marks eigenvalues as they are used */
static void gram(int d, const double *L, double *re, double *im, double largest, double *work,
                 int *order, double *G) {
    lento_detect_clear(d * d, G);
    for (int i = 0; i < d; i++) {
        if (isnan(re[i])) {
            continue;
        }
        const bool zero = near(re[i], im[i], largest);
        const double a = zero ? 0 : re[i], b = zero ? 0 : im[i];
        int count = 0;
        for (int k = i; k < d; k++) {
            if (!isnan(re[k]) && near(re[k] - a, im[k] - b, largest)) {
                re[k] = NAN;
                count++;
            }
        }
        add_kernel(d, L, a, b, count, work, order, G);
    }
}

static void identity(detect *run) {
    lento_detect_clear(run->d * run->d, run->T);
    lento_detect_clear(run->d * run->d, run->U);
    for (int j = 0; j < run->d; j++) {
        run->T[j + j * run->d] = run->U[j + j * run->d] = 1;
    }
    run->condition = 1;
}

/* U nearer to the inverse of T: U (2 - T U) */
static void refine_inverse(int d, const double *T, double *U, double *work) {
    for (int k = 0; k < d; k++) {
        double *rest = work + k * d;
        lento_detect_clear(d, rest);
        rest[k] = 2;
        for (int j = 0; j < d; j++) {
            lento_detect_add(d, -U[j + k * d], T + j * d, rest);
        }
    }
    double *product = work + d * d;
    lento_detect_clear(d * d, product);
    for (int k = 0; k < d; k++) {
        for (int j = 0; j < d; j++) {
            lento_detect_add(d, work[j + k * d], U + j * d, product + k * d);
        }
    }
    lento_detect_copy(d * d, product, U);
}

/* T = G^(1/2) with trace G scaled to d, U its inverse; G is overwritten. T need not be exact: it is
 * rounded, so that the sample points do not depend on the last bits of an eigenvalue, and exact
 * zeros keep sparse polynomials sparse. */
static void square_root(detect *run, double *G, double *value, double *work) {
    const int d = run->d;
    double trace = 0, *e = work;
    for (int j = 0; j < d; j++) {
        trace += G[j + j * d];
    }
    lento_symmetric_eigen(d, G, value, e); /* e[k * d + i]: vector i */
    if (!(value[0] > value[d - 1] / (WORST_BASIS * WORST_BASIS))) {
        identity(run);
        return;
    }
    for (int i = 0; i < d * d; i++) {
        run->T[i] = run->U[i] = 0;
        for (int k = 0; k < d; k++) {
            const double root = sqrt(value[k] * d / trace),
                         ee = e[i % d * d + k] * e[i / d * d + k];
            run->T[i] += root * ee;
            run->U[i] += ee / root;
        }
        run->T[i] = rint(run->T[i] * 0x1p24) * 0x1p-24;
        run->U[i] = rint(run->U[i] * 0x1p24) * 0x1p-24;
    }
    for (int pass = 0; pass < 5; pass++) {
        refine_inverse(d, run->T, run->U, work);
    }
    run->condition = sqrt(value[d - 1] / value[0]);
}

/* does f grow as eps -> 0?  |F1| against |eps f| on the ball; size: rms of F1 */
static int look_for_fast(detect *run, double *x, double *size) {
    const int d = run->d;
    uint64_t state = run->options.seed;
    double fast = 0, all = 0;
    for (int i = 0; i < 100; i++) {
        lento_detect_point(run, &state, x);
        for (int j = 0; j < d; j++) {
            x[j] += run->centre[j];
        }
        double *f1 = x + d, *f = x + 3 * d; /* room for two each */
        if (lento_detect_fast_field(run, x, f1) || lento_detect_field(run, 1e-7, x, f)) {
            return -1;
        }
        for (int j = 0; j < d; j++) {
            fast += f1[j] * f1[j];
            all += 1e-14 * f[j] * f[j];
        }
    }
    run->fast = fast > 1e-6 * all;
    *size = sqrt(fast / 100);
    return 0;
}

int lento_detect_metric(detect *run) {
    const int d = run->d;
    double *x = lento_detect_doubles(&run->pool, 5, d), *L = lento_detect_doubles(&run->pool, d, d);
    double *re = lento_detect_doubles(&run->pool, 3, d),
           *G = lento_detect_doubles(&run->pool, d, d);
    double *work = lento_detect_doubles(&run->pool, 8 * d + 2, d);
    int *order = lento_detect_take(&run->pool, 2 * (size_t)d, sizeof(int));
    if (!x || !L || !re || !G || !work || !order) {
        return -1;
    }
    double size = 0;
    identity(run);
    if (look_for_fast(run, x, &size) || (run->fast && jacobian(run, x, L))) {
        return -1;
    }
    if (!run->fast) {
        return 0;
    }
    double *im = re + d, *value = im + d, largest = 0, smallest = INFINITY;
    if (!lento_eigenvalues(d, L, re, im, work)) {
        return lento_detect_fail(run, LENTO_NOT_CONVERGED,
                                 "the eigenvalues of df/dx did not converge");
    }
    for (int i = 0; i < d; i++) {
        largest = fmax(largest, hypot(re[i], im[i]));
    }
    const double norm = lento_largest(d * d, L);
    /* a nilpotent L, or none at all, has no frequencies, only rounding */
    if (!(largest > norm / WORST_BASIS && norm * run->options.radius > 1e-6 * size)) {
        return 0;
    }
    for (int i = 0; i < d; i++) {
        smallest = near(re[i], im[i], largest) ? smallest : fmin(smallest, hypot(re[i], im[i]));
    }
    run->out->lowest = smallest / run->options.eps;
    run->out->highest = largest / run->options.eps;
    gram(d, L, re, im, largest, work, order, G);
    square_root(run, G, value, work);
    return 0;
}
