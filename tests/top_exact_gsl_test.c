/* SPDX-License-Identifier: MIT
 *
 * The exact Lagrange top against GSL: the height of the axis is u1 + (u2-u1) sn^2(lambda t + w0)
 * with roots, modulus and phase found here from the textbook cubic (bodack, section 6), and the
 * elliptic integrals. */
#include <gsl/gsl_poly.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_elljac.h>

#include "top/elliptic.h"
#include "top_support.h"

#include "cases.h"

/* u'^2 = 2 (H - c^2/2 - p u)(1 - u^2) - (ell - c u)^2 */
static void textbook_roots(double p, double H, double c, double ell, double u[3]) {
    double h = 2 * H - c * c;
    int n = gsl_poly_solve_cubic(-(h + c * c) / (2 * p), (2 * c * ell - 2 * p) / (2 * p),
                                 (h - ell * ell) / (2 * p), &u[0], &u[1], &u[2]);
    assert_int_equal(n, 3);
}

static void the_height_of_the_axis_is_a_jacobi_function(void **unused) {
    (void)unused;
    uint64_t seed = 8;
    const unsigned count = random_cases(100);
    for (unsigned n = 0; n < count; n++) {
        double alpha = between(&seed, 0.1, 1.9), p = between(&seed, 0.2, 3), q[4], m[3], a[3], u[3];
        lento_top top;
        lento_top_exact exact;
        double state[7];
        is_ok(lento_top_body(&top, 1, (double[3]){1, 1, alpha}, (double[3]){0, 0, n % 3 ? 1 : -1},
                             p));
        random_attitude(&seed, q);
        for (int i = 0; i < 3; i++) {
            m[i] = between(&seed, -2, 2);
        }
        is_ok(lento_top_start(q, m, state));
        is_ok(lento_top_exact_setup(&top, state, &exact));
        lento_apex_point(&top, state, a);
        double c = m[0] * a[0] + m[1] * a[1] + m[2] * a[2];
        double H = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) / 2 + p * a[2];
        textbook_roots(p, H, c, m[2], u);
        double lambda = sqrt(p * (u[2] - u[0]) / 2), k = sqrt((u[1] - u[0]) / (u[2] - u[0]));
        double rising = m[0] * a[1] - m[1] * a[0]; /* u' = (m x a)_3 */
        double w0 = copysign(
            gsl_sf_ellint_F(asin(sqrt((a[2] - u[0]) / (u[1] - u[0]))), k, GSL_PREC_DOUBLE), rising);
        near(exact.lowest, u[0], 1e-12);
        near(exact.highest, u[1], 1e-12);
        near(exact.period, 2 * gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE) / lambda, 1e-11);
        for (double t = -10; t <= 10; t += 0.7) {
            double sn, cn, dn;
            assert_int_equal(gsl_sf_elljac_e(lambda * t + w0, k * k, &sn, &cn, &dn), 0);
            lento_top_exact_state(&exact, t, state);
            lento_apex_point(&top, state, a);
            near(a[2], u[0] + (u[1] - u[0]) * sn * sn, 1e-11);
        }
    }
}

static void elliptic_integrals_agree(void **unused) {
    (void)unused;
    for (double k = 0; k < 0.9995; k += 0.037) {
        double complement = sqrt(1 - k * k);
        near(lento_elliptic_K(complement) / gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE), 1, 2e-15);
        for (double phi = -1.5; phi < 1.55; phi += 0.1) {
            double F = gsl_sf_ellint_F(phi, k, GSL_PREC_DOUBLE);
            near(lento_elliptic_F(sin(phi), cos(phi), 1 - k * k), F, 1e-14);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_height_of_the_axis_is_a_jacobi_function),
        cmocka_unit_test(elliptic_integrals_agree),
    };
    return cmocka_run_group_tests_name("exact top against GSL", tests, NULL, NULL);
}
