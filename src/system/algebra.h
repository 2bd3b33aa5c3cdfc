/* SPDX-License-Identifier: MIT
 *
 * algebra.h - mass matrices (mass.c) and small dense algebra (linear.c). */
#ifndef LENTO_SYSTEM_ALGEBRA_H
#define LENTO_SYSTEM_ALGEBRA_H

#include <math.h>

#include "system/arena.h"
#include "system/failure.h"

/* ---- mass matrix: a = M^-1 f ---- */
typedef struct lento_mass_solver {
    lento_mass form;
    int n;
    double *factor; /* diagonal: 1/m; dense: Cholesky factor, lower, row by row */
} lento_mass_solver;
void lento_mass_carve(lento_mass_solver *mass, const lento_system *system, lento_arena *arena);
int lento_mass_factor(lento_mass_solver *mass, const lento_system *system, lento_failure *failure);
void lento_mass_solve(const lento_mass_solver *mass, const double f[], double a[]);

/* ---- small dense algebra (system/linear.c) ---- */
static inline double lento_dot(int n, const double x[], const double y[]) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}
/* the largest |x_i|; 0 if n is 0 */
static inline double lento_largest(int n, const double x[]) {
    double most = 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}
int lento_gauss(int n, double *a, double *b); /* Gauss with pivoting; b <- x; -1 if singular */
/* x of minimum norm with a x = b in the least-squares sense (rows x cols, row by row), singular values below
 * cutoff * largest dropped; work: lento_minimum_norm_room doubles. Returns the numerical rank. */
int lento_minimum_norm(int rows, int cols, const double *a, const double *b, double cutoff,
                       double *x, double *work);
size_t lento_minimum_norm_room(int rows, int cols);
/* eigenvalues (ascending) and orthonormal eigenvectors (columns of v) of a symmetric matrix, Jacobi */
void lento_symmetric_eigen(int n, double *a, double *values, double *v);

/* eigenvalues of a real matrix, n x n, by columns; work: lento_eigen_room doubles. False: no convergence. */
bool lento_eigenvalues(int n, const double *a, double re[], double im[], double *work);
size_t lento_eigen_room(int n);

#endif
