/* SPDX-License-Identifier: MIT
 *
 * mass.c - accelerations from forces, a = M^-1 f, for M = 1, diagonal or dense (Cholesky, factored once). */
#include <math.h>
#include <string.h>

#include "system/algebra.h"

void lento_mass_carve(lento_mass_solver *mass, const lento_system *system, lento_arena *arena) {
    mass->form = system->order == 2 ? lento_mechanics_of(system)->mass_form : LENTO_MASS_ONE;
    mass->n = system->size;
    const int n = system->size;
    mass->factor = NULL;
    if (mass->form != LENTO_MASS_ONE) {
        mass->factor = lento_take_matrix(arena, n, mass->form == LENTO_MASS_DENSE ? n : 1);
    }
}

static int cholesky(int n, const double *m, double *l) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = m[i * n + j];
            for (int k = 0; k < j; k++) {
                sum -= l[i * n + k] * l[j * n + k];
            }
            if (i == j && !(sum > 0)) {
                return -1;
            }
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    }
    return 0;
}

int lento_mass_factor(lento_mass_solver *mass, const lento_system *system, lento_failure *failure) {
    if (mass->form == LENTO_MASS_ONE) {
        return 0;
    }
    const double *given = lento_mechanics_of(system)->mass;
    if (!given) {
        return lento_fail(failure, LENTO_BAD_SYSTEM, "the system has a mass form but no masses");
    }
    if (mass->form == LENTO_MASS_DENSE) {
        return cholesky(mass->n, given, mass->factor) == 0
                   ? 0
                   : lento_fail(failure, LENTO_BAD_SYSTEM,
                                "the mass matrix is not positive definite");
    }
    for (int i = 0; i < mass->n; i++) {
        if (!(given[i] > 0)) {
            return lento_fail_number(failure, LENTO_BAD_SYSTEM,
                                     "mass number %g must be positive, not %g", i + 1, given[i]);
        }
        mass->factor[i] = 1 / given[i];
    }
    return 0;
}

void lento_mass_solve(const lento_mass_solver *mass, const double f[], double a[]) {
    const int n = mass->n;
    const double *l = mass->factor;
    if (mass->form == LENTO_MASS_ONE) {
        if (a != f) {
            memcpy(a, f, (size_t)n * sizeof *a);
        }
        return;
    }
    if (mass->form == LENTO_MASS_DIAGONAL) {
        for (int i = 0; i < n; i++) {
            a[i] = f[i] * l[i];
        }
        return;
    }
    for (int i = 0; i < n; i++) { /* forward, then backward substitution */
        double sum = f[i];
        for (int k = 0; k < i; k++) {
            sum -= l[i * n + k] * a[k];
        }
        a[i] = sum / l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = a[i];
        for (int k = i + 1; k < n; k++) {
            sum -= l[k * n + i] * a[k];
        }
        a[i] = sum / l[i * n + i];
    }
}
