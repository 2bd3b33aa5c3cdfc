/* SPDX-License-Identifier: MIT
 * Kernels: unit mass, vanishing moments, residual at a frequency, names. */
#include "support.h"

#include "average/kernel.h"

enum { M = 200 };
static const char *const TWO_SIDED[] = {"box",      "triangle", "cosine",   "exp1",    "exp2",
                                        "poly-1-0", "poly-1-6", "poly-3-4", "poly-5-8"};

static const double *weights_of(const char *kernel, int m) {
    static double w[4 * M + 1];
    assert_true(m <= 4 * M);
    assert_int_equal(lento_kernel_weights(kernel, m, w), 0);
    return w;
}

/* sum of w_k (k/m)^power over the whole window */
static double moment(const double w[], int m, int power) {
    double sum = power == 0 ? w[0] : 0;
    for (int k = 1; k <= m; k++) {
        sum += 2 * w[k] * pow((double)k / m, power);
    }
    return sum;
}

/* Without normalisation the sum of exp1 is off by 1e-4 at m = 10. */
static void kernel_has_unit_mass(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(TWO_SIDED); i++) {
        for (int m = 4; m <= M; m *= 2) {
            assert_near(moment(weights_of(TWO_SIDED[i], m), m, 0), 1, 1e-15 * m);
        }
    }
}

/* card calvo 1: C = 1 / integral of exp(5/(x^2-1)) */
static void exponential_kernel_has_the_published_constant(void **state) {
    (void)state;
    int p[2];
    assert_near(lento_kernel_constant(lento_kernel_find("exp1", p), p), 211.075391856897, 1e-9);
}

/* card calvo 1: what 40 periods of exp1 leave of the forcing, 4.43e-11 */
static void exponential_kernel_leaves_the_published_residual(void **state) {
    (void)state;
    const int m = 800;
    assert_near(lento_residual(weights_of("exp1", m), m, TWO_PI * 20 / m), 4.43e-11, 5e-14);
    const double twenty = lento_residual(weights_of("exp1", m), m, TWO_PI * 10 / m);
    assert_true(fabs(twenty) > 1e-8); /* card calvo 5: 20 periods do not suffice */
}

static void box_and_triangle_remove_whole_periods(void **state) {
    (void)state;
    for (int harmonic = 1; harmonic <= 3; harmonic++) {
        assert_near(lento_residual(weights_of("box", 20), 20, TWO_PI * harmonic / 40), 0, 1e-15);
        assert_near(lento_residual(weights_of("triangle", 40), 40, TWO_PI * harmonic / 40), 0,
                    1e-15);
    }
    assert_true(fabs(lento_residual(weights_of("box", 20), 20, TWO_PI * 0.9 / 40)) > 0.05);
    /* a double zero: the triangle forgives a frequency that is 10 % off ten times better */
    assert_true(fabs(lento_residual(weights_of("triangle", 40), 40, TWO_PI * 0.9 / 40)) < 0.02);
}

/* The end nodes of smooth kernels have weight exactly zero: they are stepped to, not evaluated. */
static void smooth_kernels_end_with_exact_zeros(void **state) {
    (void)state;
    for (size_t i = 1; i < LENGTH(TWO_SIDED); i++) {
        assert_true(weights_of(TWO_SIDED[i], 40)[40] == 0);
        assert_true(weights_of(TWO_SIDED[i], 40)[39] != 0);
    }
    const double *w = weights_of("box", 40);
    assert_near(w[40], w[0] / 2, 1e-18); /* trapezoid */
}

/* K^{P,Q}: even moments 2..P-1 vanish up to the quadrature error m^-(Q+2); poly-1 has none to offer. */
static void polynomial_kernels_have_vanishing_moments(void **state) {
    (void)state;
    assert_near(moment(weights_of("poly-3-4", M), M, 2), 0, 1e-10);
    assert_near(moment(weights_of("poly-5-8", M), M, 2), 0, 1e-12);
    assert_near(moment(weights_of("poly-5-8", M), M, 4), 0, 1e-12);
    assert_true(fabs(moment(weights_of("poly-3-4", M), M, 4)) > 1e-3);
    assert_true(fabs(moment(weights_of("poly-1-6", M), M, 2)) > 1e-2);
}

/* Q derivatives at the ends: the residual falls like the number of periods to the power -(Q + 2). */
static void polynomial_kernels_filter_with_their_order(void **state) {
    (void)state;
    const int m = 800, smooth[] = {0, 2, 4};
    for (size_t i = 0; i < LENGTH(smooth); i++) {
        char name[] = "poly-1-0";
        name[7] = (char)('0' + smooth[i]);
        double envelope[2] = {0, 0};
        for (int j = 0; j < 2; j++) {
            for (double x = 8 << j; x < (8 << j) + 1; x += 0.05) { /* periods in the half window */
                const double kappa = lento_residual(weights_of(name, m), m, TWO_PI * x / m);
                envelope[j] = fmax(envelope[j], fabs(kappa) * pow(x, smooth[i] + 2));
            }
        }
        assert_between(envelope[1] / envelope[0], 0.7, 1.3);
    }
}

/* sum of w_k phi k sin(k phi) over the whole window: what is left of a forcing that grows in proportion to time */
static double slope_left(const char *kernel, int m, double phi) {
    const double *w = weights_of(kernel, m);
    double sum = 0;
    for (int k = 1; k <= m; k++) {
        sum += 2 * w[k] * (k * phi) * sin(k * phi);
    }
    return sum;
}

/* cosine has the zero, at every width, but not the double one of triangle */
static void kernels_know_whether_their_zero_is_simple(void **state) {
    (void)state;
    int p[2];
    for (int periods = 2; periods <= 8; periods++) {
        const int m = 40 * periods;
        const double phi = TWO_PI * periods / 2 / m;
        assert_near(lento_residual(weights_of("cosine", m), m, phi), 0, 1e-14);
        assert_true(fabs(slope_left("cosine", m, phi)) > 0.015);
        if (periods % 2 == 0) {
            assert_near(slope_left("triangle", m, phi), 0, 1e-13);
        }
    }
    static const char *const simple[] = {"cosine"}, *const other[] = {"triangle", "exp1", "exp2",
                                                                      "poly-1-8"};
    for (size_t i = 0; i < LENGTH(simple); i++) {
        assert_true(lento_kernel_find(simple[i], p)->simple_zero);
    }
    for (size_t i = 0; i < LENGTH(other); i++) {
        const lento_kernel *kernel = lento_kernel_find(other[i], p);
        assert_false(kernel->simple_zero);
        assert_near(slope_left(other[i], 800, TWO_PI * kernel->periods / 2 / 800), 0, 1e-4);
    }
}

static void one_sided_kernels_look_forward(void **state) {
    (void)state;
    int p[2];
    const lento_kernel *kernel = lento_kernel_find("oneside-3-8", p);
    assert_non_null(kernel);
    double w[M + 1];
    assert_int_equal(lento_kernel_fill(kernel, p, M, false, w), 0);
    for (int power = 0; power <= 4; power++) {
        double sum = 0;
        for (int k = 0; k <= M; k++) {
            sum += w[k] * pow((double)k / M, power);
        }
        if (power < 4) {
            assert_near(sum, power == 0 ? 1 : 0, 1e-11);
        } else {
            assert_true(fabs(sum) > 1e-3);
        }
    }
    assert_int_equal(lento_kernel_fill(kernel, p, 2, false, w),
                     -1); /* too few nodes for the moments */
}

static void malformed_names_are_unknown(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",           "Box",       "box2",      "poly",      "poly-1",  "poly-1-",  "poly-2-4",
        "poly-1-6-1", "poly--1-6", "poly-1-99", "poly-99-1", "oneside", "exp1-1-2", "exp3"};
    double w[11];
    int p[2];
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_null(lento_kernel_find(wrong[i], p));
        assert_int_equal(lento_kernel_weights(wrong[i], 10, w), -1);
    }
    assert_int_equal(lento_kernel_weights("box", 0, w), -1);
    assert_int_equal(lento_kernel_weights("kaiser", 10, w), -1); /* a filter sets its own width */
}

/* card sanzserna B4: unit mass, a double zero at phi, and with seven weights a zero at 2 phi. With the third
 * zero at 2.2 phi up to 0.9 of the harmonic is left. */
static void notch_removes_its_frequency_and_the_second_harmonic(void **state) {
    (void)state;
    for (double phi = 0.7; phi < 1.6; phi += 0.1) {
        for (int zeros = 2; zeros <= 3; zeros++) {
            double w[4];
            lento_notch_fill(phi, zeros, w);
            assert_near(lento_residual(w, zeros, 0), 1, 1e-13);
            assert_near(lento_residual(w, zeros, phi), 0, 1e-13);
            assert_near(lento_residual(w, zeros, phi + 1e-4), 0, 1e-6); /* kappa' = 0 too */
            const double second = fabs(lento_residual(w, zeros, 2 * phi));
            assert_true(zeros == 3 ? second < 1e-13 : second > 0.1);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_has_unit_mass),
        cmocka_unit_test(exponential_kernel_has_the_published_constant),
        cmocka_unit_test(exponential_kernel_leaves_the_published_residual),
        cmocka_unit_test(box_and_triangle_remove_whole_periods),
        cmocka_unit_test(smooth_kernels_end_with_exact_zeros),
        cmocka_unit_test(polynomial_kernels_have_vanishing_moments),
        cmocka_unit_test(polynomial_kernels_filter_with_their_order),
        cmocka_unit_test(kernels_know_whether_their_zero_is_simple),
        cmocka_unit_test(one_sided_kernels_look_forward),
        cmocka_unit_test(malformed_names_are_unknown),
        cmocka_unit_test(notch_removes_its_frequency_and_the_second_harmonic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
