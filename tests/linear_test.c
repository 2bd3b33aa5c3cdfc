/* SPDX-License-Identifier: MIT
 * Small dense algebra: against what defines the answers. */
#include "support.h"

#include "system/algebra.h"

enum { MOST = 12 };

static double random_number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (double)(1u << 24) * 2 - 1;
}

static void random_matrix(double *a, int n, unsigned *seed) {
    for (int i = 0; i < n; i++) {
        a[i] = random_number(seed);
    }
}

static double residual(int rows, int cols, const double *a, const double *x, const double *b) {
    double worst = 0;
    for (int i = 0; i < rows; i++) {
        double sum = -b[i];
        for (int j = 0; j < cols; j++) {
            sum += a[i * cols + j] * x[j];
        }
        worst = fmax(worst, fabs(sum));
    }
    return worst;
}

/* Without pivoting the matrix with a zero corner fails. */
static void gauss_solves_and_pivots(void **state) {
    (void)state;
    unsigned seed = 1;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST], copy[MOST * MOST], b[MOST], x[MOST];
        random_matrix(a, n * n, &seed);
        a[0] = n > 1 ? 0 : 1;
        random_matrix(b, n, &seed);
        memcpy(copy, a, sizeof a);
        memcpy(x, b, sizeof b);
        assert_int_equal(lento_gauss(n, copy, x), 0);
        assert_near(residual(n, n, a, x, b), 0, 1e-12);
    }
    double singular[] = {1, 2, 3, 2, 4, 6, 1, 0, 1}, b[] = {1, 2, 3};
    assert_int_equal(lento_gauss(3, singular, b), -1);
    double nothing[] = {0}, one[] = {1};
    assert_int_equal(lento_gauss(1, nothing, one), -1);
}

/* A x = b with x in the row space: the one solution of minimum norm. */
static void minimum_norm_solution_lies_in_the_row_space(void **state) {
    (void)state;
    unsigned seed = 7;
    double a[MOST * MOST], b[MOST], x[MOST], y[MOST], work[400];
    assert_true(lento_minimum_norm_room(4, 9) <= 400);
    random_matrix(a, 4 * 9, &seed);
    random_matrix(b, 4, &seed);
    assert_int_equal(lento_minimum_norm(4, 9, a, b, 1e-10, x, work), 4);
    assert_near(residual(4, 9, a, x, b), 0, 1e-14);
    /* orthogonal to the kernel: x - (component along any kernel vector) = x */
    double gram[16], c[4];
    for (int i = 0; i < 4; i++) {
        c[i] = 0;
        for (int j = 0; j < 9; j++) {
            c[i] += a[i * 9 + j] * x[j];
        }
        for (int k = 0; k < 4; k++) {
            gram[i * 4 + k] = 0;
            for (int j = 0; j < 9; j++) {
                gram[i * 4 + k] += a[i * 9 + j] * a[k * 9 + j];
            }
        }
    }
    assert_int_equal(lento_gauss(4, gram, c), 0);
    for (int j = 0; j < 9; j++) {
        y[j] = 0;
        for (int i = 0; i < 4; i++) {
            y[j] += a[i * 9 + j] * c[i];
        }
        assert_near(y[j], x[j], 1e-13);
    }
}

/* Rows that depend on each other: the rank is seen, and the cut-off decides about small singular values. */
static void cutoff_decides_the_rank(void **state) {
    (void)state;
    const double a[] = {1, 0, 0, 0, 1e-3, 0, 1, 1e-3, 0}, b[] = {1, 1e-3, 1 + 1e-3};
    double x[3], work[64];
    assert_int_equal(lento_minimum_norm(3, 3, a, b, 1e-10, x, work), 2);
    assert_near(x[0], 1, 1e-12);
    assert_near(x[1], 1, 1e-10);
    assert_near(x[2], 0, 1e-15);
    assert_int_equal(lento_minimum_norm(3, 3, a, b, 1e-2, x, work), 1);
    const double zero[4] = {0};
    assert_int_equal(lento_minimum_norm(2, 2, zero, b, 1e-10, x, work), 0);
    assert_near(fabs(x[0]) + fabs(x[1]), 0, 0);
}

static void eigenvectors_diagonalise(void **state) {
    (void)state;
    unsigned seed = 3;
    for (int n = 1; n <= MOST; n++) {
        double a[MOST * MOST], copy[MOST * MOST], values[MOST], v[MOST * MOST];
        random_matrix(a, n * n, &seed);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                a[i * n + j] = a[j * n + i];
            }
        }
        memcpy(copy, a, sizeof a);
        lento_symmetric_eigen(n, copy, values, v);
        for (int k = 0; k < n; k++) {
            assert_true(k == 0 || values[k] >= values[k - 1]);
            double x[MOST], scaled[MOST], norm = 0;
            for (int i = 0; i < n; i++) {
                x[i] = v[i * n + k];
                scaled[i] = values[k] * x[i];
                norm += x[i] * x[i];
            }
            assert_near(norm, 1, 1e-14);
            assert_near(residual(n, n, a, x, scaled), 0, 1e-13);
        }
    }
}

static void mass_matrices_are_solved(void **state) {
    (void)state;
    const double dense[] = {4, 1, 0.5, 1, 3, 0.2, 0.5, 0.2, 2}, diagonal[] = {4, 3, 2},
                 f[] = {1, -2, 3};
    double a[3], *room = calloc(64, sizeof *room);
    for (int form = LENTO_MASS_ONE; form <= LENTO_MASS_DENSE; form++) {
        const lento_system system = {
            .order = 2,
            .size = 3,
            .mechanics = &(lento_mechanics){.mass_form = (lento_mass)form,
                                            .mass = form == LENTO_MASS_DENSE ? dense : diagonal}};
        lento_arena arena = {.base = (char *)room};
        lento_mass_solver mass = {0};
        lento_failure failure = {0};
        lento_mass_carve(&mass, &system, &arena);
        assert_int_equal(lento_mass_factor(&mass, &system, &failure), 0);
        lento_mass_solve(&mass, f, a);
        for (int i = 0; i < 3; i++) {
            const double *m = &dense[3 * i];
            const double back = form == LENTO_MASS_DENSE
                                    ? m[0] * a[0] + m[1] * a[1] + m[2] * a[2]
                                    : (form == LENTO_MASS_ONE ? 1 : diagonal[i]) * a[i];
            assert_near(back, f[i], 1e-15 * 8);
        }
    }
    const double indefinite[] = {1, 2, 2, 1};
    const lento_system bad = {
        .order = 2,
        .size = 2,
        .mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DENSE, .mass = indefinite}};
    lento_arena arena = {.base = (char *)room};
    lento_mass_solver mass = {0};
    lento_failure failure = {0};
    lento_mass_carve(&mass, &bad, &arena);
    assert_int_equal(lento_mass_factor(&mass, &bad, &failure), -1);
    assert_int_equal(failure.status, LENTO_BAD_SYSTEM);
    free(room);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gauss_solves_and_pivots),
        cmocka_unit_test(minimum_norm_solution_lies_in_the_row_space),
        cmocka_unit_test(cutoff_decides_the_rank),
        cmocka_unit_test(eigenvectors_diagonalise),
        cmocka_unit_test(mass_matrices_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
