/* SPDX-License-Identifier: MIT
 * Dense algebra against GSL: the small one of the core and that of the detector. */
#include "support.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_sort_vector.h>

#include "slow/detect_parts.h"
#include "system/algebra.h"

enum { MOST = 60 };

static double random_number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 24) * 2 - 1;
}

static void random_matrix(double *a, int n, unsigned *seed) {
    for (int i = 0; i < n; i++) {
        a[i] = random_number(seed);
    }
}

/* singular values of a (rows x cols, row by row, rows >= cols), largest first, and V if wanted;
 * a becomes U */
static void reference_svd(int rows, int cols, double *a, double *sigma, double *V) {
    static double room[MOST * MOST];
    gsl_matrix_view A = gsl_matrix_view_array(a, (size_t)rows, (size_t)cols);
    gsl_matrix_view W = gsl_matrix_view_array(V ? V : room, (size_t)cols, (size_t)cols);
    gsl_vector_view s = gsl_vector_view_array(sigma, (size_t)cols);
    assert_int_equal(gsl_linalg_SV_decomp_jacobi(&A.matrix, &W.matrix, &s.vector), 0);
}

/* Also for ranks below the number of rows, and with singular values spread over decades. */
static void minimum_norm_agrees(void **state) {
    (void)state;
    unsigned seed = 11;
    static const int sizes[][2] = {{4, 6}, {6, 4}, {5, 5}, {12, 9}, {9, 12}};
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        for (int deficient = 0; deficient < 2; deficient++) {
            const int m = sizes[s][0], n = sizes[s][1], rows = m > n ? m : n;
            double a[144], tall[144] = {0}, b[12], x[12], y[12] = {0}, sigma[12], V[144], work[400];
            random_matrix(a, m * n, &seed);
            random_matrix(b, m, &seed);
            for (int j = 0; j < n; j++) {
                a[(m - 1) * n + j] = deficient ? a[j] + a[n + j] : 1e-4 * a[(m - 1) * n + j];
            }
            memcpy(tall, a, (size_t)(m * n) * sizeof *a); /* rows of zeros below, if wide */
            reference_svd(rows, n, tall, sigma, V);
            int rank = 0;
            for (; rank < n && sigma[rank] > 1e-10 * sigma[0]; rank++) {
                double along = 0;
                for (int i = 0; i < m; i++) {
                    along += tall[i * n + rank] * b[i];
                }
                for (int j = 0; j < n; j++) {
                    y[j] += along / sigma[rank] * V[j * n + rank];
                }
            }
            assert_int_equal(lento_minimum_norm(m, n, a, b, 1e-10, x, work), rank);
            for (int j = 0; j < n; j++) {
                assert_near(x[j], y[j], 1e-13 * sigma[0] / sigma[rank - 1] * (1 + fabs(y[j])));
            }
        }
    }
}

static void symmetric_eigenvalues_agree(void **state) {
    (void)state;
    enum { N = 12 };
    unsigned seed = 5;
    double a[N * N], copy[N * N], values[N], v[N * N], w[N];
    random_matrix(a, N * N, &seed);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            a[i * N + j] = a[j * N + i];
        }
    }
    memcpy(copy, a, sizeof a);
    lento_symmetric_eigen(N, copy, values, v);
    gsl_matrix_view A = gsl_matrix_view_array(a, N, N);
    gsl_vector_view W = gsl_vector_view_array(w, N);
    gsl_eigen_symm_workspace *space = gsl_eigen_symm_alloc(N);
    assert_int_equal(gsl_eigen_symm(&A.matrix, &W.vector, space), 0);
    gsl_eigen_symm_free(space);
    gsl_sort_vector(&W.vector);
    for (int i = 0; i < N; i++) {
        assert_near(values[i], w[i], 1e-13);
    }
}

/* ---- the algebra of the detector: column-major ---- */

/* Every eigenvalue has its partner, also double ones. */
static void eigenvalues_of_any_real_matrix_agree(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int n = 1; n <= 24; n++) {
        static double L[MOST * MOST], copy[MOST * MOST], work[4 * MOST * MOST];
        double re[MOST], im[MOST];
        random_matrix(L, n * n, &seed);
        for (int i = 0; n % 3 == 0 && i < n * n; i++) { /* blocks (0 w; -w 0), w = 1, 1, 2, 2 ... */
            const int row = i % n, col = i / n;
            L[i] = row / 2 != col / 2 || row == col ? 0 : (row < col ? 1 : -1) * (1 + row / 4);
        }
        for (int i = 0; i < n * n; i++) {
            copy[i] = L[i % n * n + i / n];
        }
        assert_true(lento_eigenvalues(n, L, re, im, work));
        gsl_matrix_view A = gsl_matrix_view_array(copy, (size_t)n, (size_t)n);
        gsl_vector_complex *w = gsl_vector_complex_alloc((size_t)n);
        gsl_eigen_nonsymm_workspace *space = gsl_eigen_nonsymm_alloc((size_t)n);
        assert_int_equal(gsl_eigen_nonsymm(&A.matrix, w, space), 0);
        for (int i = 0; i < n; i++) {
            const gsl_complex z = gsl_vector_complex_get(w, (size_t)i);
            int nearest = i;
            for (int k = i; k < n; k++) {
                nearest = hypot(re[k] - GSL_REAL(z), im[k] - GSL_IMAG(z)) <
                                  hypot(re[nearest] - GSL_REAL(z), im[nearest] - GSL_IMAG(z))
                              ? k
                              : nearest;
            }
            assert_near(re[nearest], GSL_REAL(z), 1e-11);
            assert_near(im[nearest], GSL_IMAG(z), 1e-11);
            re[nearest] = re[i];
            im[nearest] = im[i];
        }
        gsl_eigen_nonsymm_free(space);
        gsl_vector_complex_free(w);
    }
}

/* a random matrix (column-major) with its singular values spread over 10^(-spread) */
static void graded_matrix(int m, int n, double spread, double *A, unsigned *seed) {
    random_matrix(A, m * n, seed);
    for (int i = 0; i < m * n; i++) {
        A[i] *= pow(10, -spread * (i / m) / n);
    }
}

/* QR by blocks keeps the singular values, Jacobi finds them, also those at 1e-9 to 1e-6. */
static void singular_values_agree(void **state) {
    (void)state;
    static double A[MOST * MOST], copy[MOST * MOST], R[MOST * MOST], V[MOST * MOST];
    unsigned seed = 9;
    lento_detection out = {0};
    detect run = {.out = &out};
    for (int n = 1; n <= 37; n += 4) {
        const int m = MOST;
        double sigma[MOST], expected[MOST];
        graded_matrix(m, n, 9, A, &seed);
        for (int i = 0; i < m * n; i++) {
            copy[i] = A[i % n * m + i / n];
        }
        reference_svd(m, n, copy, expected, NULL);
        memset(R, 0, sizeof R);
        memcpy(copy, A, sizeof A);
        assert_true(lento_detect_qr(NULL, m / 2, n, copy, m, R));
        assert_true(lento_detect_qr(NULL, m - m / 2, n, copy + m / 2, m, R));
        memcpy(copy, R, sizeof R);
        assert_int_equal(lento_detect_singular(&run, n, n, copy, 0, sigma, V), 0);
        for (int i = 0; i < n; i++) {
            assert_near(sigma[i] / expected[n - 1 - i], 1, 1e-6);
            /* R v has this length, v has length 1 */
            assert_near(lento_detect_norm(n, V + i * n), 1, 1e-13);
            lento_detect_upper_times(n, R, V + i * n);
            assert_near(lento_detect_norm(n, V + i * n) / sigma[i], 1, 1e-5);
        }
        double z[MOST], work[MOST];
        assert_near(lento_detect_largest(n, R, z, work) / expected[0], 1, 1e-6);
    }
}

/* A matrix of rank r: the null space is orthonormal and goes to 0, and the smallest value on the
 * rest is found. */
static void null_space_agrees(void **state) {
    (void)state;
    static double A[MOST * MOST], copy[MOST * MOST], R[MOST * MOST], N[MOST * MOST];
    unsigned seed = 21;
    const int n = 40;
    for (int rank = 1; rank < n; rank += 6) {
        double B[MOST * MOST], C[MOST * MOST], expected[MOST], z[MOST], work[MOST];
        int order[MOST];
        random_matrix(B, n * rank, &seed);
        graded_matrix(rank, n, 2, C, &seed);
        for (int i = 0; i < n * n; i++) {
            A[i] = 0;
            for (int k = 0; k < rank; k++) {
                A[i] += B[i % n + k * n] * C[k + i / n * rank];
            }
            copy[i % n * n + i / n] = A[i];
        }
        reference_svd(n, n, copy, expected, NULL);
        memcpy(R, A, sizeof A);
        lento_detect_pivoted_qr(n, R, order, work);
        assert_true(fabs(R[(rank - 1) * (n + 1)]) > 1e-6);
        assert_true(fabs(R[rank * (n + 1)]) < 1e-12);
        lento_detect_null_space(n, R, order, rank, N, work);
        for (int j = 0; j < n - rank; j++) {
            for (int i = 0; i <= j; i++) {
                assert_near(lento_detect_dot(n, N + i * n, N + j * n), i == j, 1e-13);
            }
            memset(z, 0, sizeof z);
            for (int k = 0; k < n; k++) {
                lento_detect_add(n, N[k + j * n], A + k * n, z);
            }
            assert_near(lento_detect_norm(n, z), 0, 1e-12 * expected[0]);
        }
        assert_near(lento_detect_smallest(n, R, order, rank, N, z, work) / expected[rank - 1], 1,
                    1e-4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minimum_norm_agrees),
        cmocka_unit_test(symmetric_eigenvalues_agree),
        cmocka_unit_test(eigenvalues_of_any_real_matrix_agree),
        cmocka_unit_test(singular_values_agree),
        cmocka_unit_test(null_space_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
