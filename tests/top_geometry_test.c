/* SPDX-License-Identifier: MIT
 *
 * Geometry of tops: moments, axes, recognised cases, refused bodies (bodack, sections 1 and B0). */
#include "top_support.h"

static void cuboids_have_the_moments_of_the_card(void **unused) {
    (void)unused;
    const double square[3] = {0.8, 0.8, 1}, oblong[3] = {0.5, 0.8, 1.1};
    const double corner[3] = {0.8, 0.8, -1}, inside[3] = {0.3, -0.2, 0.9};
    lento_top top;
    is_ok(lento_top_cuboid(&top, square, NULL, 1));
    near(top.mass, 5.12, 1e-11);
    near(top.transverse, 7.918933333333, 1e-11);
    near(top.axial, 2.184533333333, 1e-11);
    near(top.alpha, 0.275862068965517, 1e-14);
    near(top.pull, 0.646551724137931, 1e-14);
    assert_int_equal(top.kind, LENTO_TOP_LAGRANGE);
    is_ok(lento_top_cuboid(&top, square, corner, 1));
    near(top.moments[0], 2.521451091794, 1e-11);
    near(top.moments[1], 14.135615574873, 1e-11);
    near(top.moments[2], 14.472533333333, 1e-11);
    is_ok(lento_top_cuboid(&top, oblong, inside, 1));
    near(top.moments[0], 1.151035786012, 1e-11);
    near(top.moments[1], 4.992580446078, 1e-11);
    near(top.moments[2], 5.401983767909, 1e-11);
    assert_int_equal(top.kind, LENTO_TOP_GENERAL);
}

/* Inertia by summing a grid of 24^3 midpoints: its error is known, C^2/(3 n^2) per direction. */
static void the_inertia_tensor_is_the_integral_over_the_body(void **unused) {
    (void)unused;
    enum { n = 24 };
    const double C[3] = {0.5, 0.8, 1.1}, r[3] = {0.3, -0.2, 0.9};
    lento_top top;
    is_ok(lento_top_cuboid(&top, C, r, 1));
    double sum[3][3] = {{0}}, cell = 8 * C[0] * C[1] * C[2] / (n * n * n);
    for (int c = 0; c < n * n * n; c++) {
        int index[3] = {c % n, c / n % n, c / (n * n)};
        double x[3], square = 0;
        for (int i = 0; i < 3; i++) {
            x[i] = C[i] * ((2 * index[i] + 1) / (double)n - 1) - r[i];
            square += x[i] * x[i];
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                sum[i][j] += cell * ((i == j ? square : 0) - x[i] * x[j]);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            double missing = 0; /* midpoint rule for x^2 lacks C^2/(3 n^2) */
            for (int k = 0; k < 3 && i == j; k++) {
                missing += k == i ? 0 : top.mass * C[k] * C[k] / (3 * n * n);
            }
            near(top.inertia[i][j], sum[i][j] + missing, 1e-11);
        }
    }
}

static void principal_axes_diagonalise_and_are_right_handed(void **unused) {
    (void)unused;
    uint64_t seed = 7;
    for (int n = 0; n < 200; n++) {
        double C[3], r[3];
        for (int i = 0; i < 3; i++) {
            C[i] = between(&seed, 0.1, 2);
            r[i] = between(&seed, -1.5, 1.5);
        }
        lento_top top;
        is_ok(lento_top_cuboid(&top, C, r, 1));
        const double(*a)[3] = (const double(*)[3])top.axes;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double along = 0, dot = 0;
                for (int k = 0; k < 3; k++) {
                    dot += a[i][k] * a[j][k];
                    for (int l = 0; l < 3; l++) {
                        along += a[i][k] * top.inertia[k][l] * a[j][l];
                    }
                }
                near(dot, i == j, 5e-15);
                near(along, i == j ? top.moments[i] : 0, 1e-13 * top.moments[2]);
            }
        }
        near(a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) +
                 a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
                 a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]),
             1, 1e-14);
        assert_true(top.moments[0] <= top.moments[1] && top.moments[1] <= top.moments[2]);
        for (int i = 0; i < 2; i++) {
            double most = fmax(fabs(a[i][0]), fmax(fabs(a[i][1]), fabs(a[i][2])));
            assert_true(a[i][0] == most || a[i][1] == most || a[i][2] == most);
        }
    }
}

static void equal_moments_take_the_axes_nearest_to_the_edges(void **unused) {
    (void)unused;
    const double square[3] = {0.8, 0.8, 1}, flat[3] = {1, 1, 0.2}, cube[3] = {1, 1, 1};
    const double centre[3] = {0, 0, 0}, off[3] = {0.6, 0.3, -0.9};
    const double tnb[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    const double nbt[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    lento_top top;
    is_ok(lento_top_cuboid(&top, square, NULL, 1));
    assert_memory_equal(top.axes, tnb, sizeof tnb);
    is_ok(lento_top_cuboid(&top, flat, centre, 1));
    assert_memory_equal(top.axes, nbt, sizeof nbt);
    is_ok(lento_top_cuboid(&top, cube, centre, 1));
    assert_memory_equal(top.axes, nbt, sizeof nbt);
    /* a cube held anywhere is symmetric about the line to its centre; B is nearest to the plane
     * across */
    is_ok(lento_top_cuboid(&top, cube, off, 1));
    assert_int_equal(top.kind, LENTO_TOP_LAGRANGE);
    double length = sqrt(0.36 + 0.09 + 0.81);
    for (int i = 0; i < 3; i++) {
        near(top.axis[i], -off[i] / length, 1e-15);
    }
    assert_true(top.axes[1][1] > 0.9);
}

static void special_cuboids_have_their_ratios_for_every_size(void **unused) {
    (void)unused;
    for (double CB = 0.01; CB < 200; CB *= 3.7) {
        lento_top top;
        is_ok(lento_top_kowalewski(&top, CB, 1));
        assert_int_equal(top.kind, LENTO_TOP_KOWALEWSKI);
        near(top.moments[1] / top.moments[0], 2, 2e-15);
        near(top.moments[2] / top.moments[0], 2, 2e-15);
        is_ok(lento_top_goryachev_chaplygin(&top, CB, 1));
        assert_int_equal(top.kind, LENTO_TOP_GORYACHEV_CHAPLYGIN);
        near(top.moments[1] / top.moments[0], 4, 4e-15);
        near(top.moments[2] / top.moments[0], 4, 4e-15);
    }
}

static void cases_are_recognised_whatever_the_axis(void **unused) {
    (void)unused;
    const double lagrange[3] = {2, 1.5, 2}, kowalewski[3] = {2, 2, 1}, chaplygin[3] = {4, 1, 4};
    const double along2[3] = {0, -0.7, 0}, along1[3] = {0.3, 0, 0}, oblique[3] = {0.3, 0.1, 0};
    lento_top top;
    is_ok(lento_top_body(&top, 1, lagrange, along2, 1));
    assert_int_equal(top.kind, LENTO_TOP_LAGRANGE);
    near(top.axis[1], -1, 0);
    near(top.pull, 0.35, 1e-16);
    is_ok(lento_top_body(&top, 1, lagrange, along1, 1));
    assert_int_equal(top.kind, LENTO_TOP_GENERAL);
    is_ok(lento_top_body(&top, 1, kowalewski, along1, 1));
    assert_int_equal(top.kind, LENTO_TOP_KOWALEWSKI);
    is_ok(lento_top_body(&top, 1, chaplygin, along1, 1));
    assert_int_equal(top.kind, LENTO_TOP_GORYACHEV_CHAPLYGIN);
    is_ok(lento_top_body(&top, 1, chaplygin, oblique, 1));
    assert_int_equal(top.kind, LENTO_TOP_GENERAL);
}

static void impossible_bodies_are_refused_in_one_sentence(void **unused) {
    (void)unused;
    const double good[3] = {1, 1, 1}, zero[3] = {1, 0, 1}, minus[3] = {1, 1, -1};
    const double thin[3] = {1, 1, 2.0001}, flat[3] = {1, 1, 2}, not [3] = {1, NAN, 1};
    const double huge[3] = {1e200, 1e200, 1e200}, centre[3] = {0, 0, 1};
    lento_top top;
    assert_non_null(lento_top_cuboid(&top, zero, NULL, 1));
    assert_non_null(lento_top_cuboid(&top, minus, NULL, 1));
    assert_non_null(lento_top_cuboid(&top, not, NULL, 1));
    assert_non_null(lento_top_cuboid(&top, huge, NULL, 1));
    assert_non_null(lento_top_cuboid(&top, good, not, 1));
    assert_non_null(lento_top_cuboid(&top, good, NULL, -1));
    assert_non_null(lento_top_cuboid(&top, good, NULL, INFINITY));
    assert_non_null(lento_top_body(&top, 0, good, centre, 1));
    assert_non_null(lento_top_body(&top, -1, good, centre, 1));
    assert_non_null(lento_top_body(&top, 1, zero, centre, 1));
    assert_non_null(lento_top_body(&top, 1, thin, centre, 1));
    assert_non_null(lento_top_body(&top, 1, good, not, 1));
    is_ok(lento_top_body(&top, 1, flat, centre, 1));
    is_ok(lento_top_cuboid(&top, good, NULL, 0));
    const char *text = lento_top_body(&top, 1, thin, centre, 1);
    assert_non_null(strstr(text, "sum of the other two"));
    assert_null(strchr(text, '\n'));
}

static void quaternions_are_normalised_within_1e_6(void **unused) {
    (void)unused;
    double state[7];
    is_ok(lento_top_start((double[4]){1 + 9e-7, 0, 0, 0}, startup_momentum, state));
    assert_true(state[0] == 1);
    assert_non_null(lento_top_start((double[4]){1 + 2e-6, 0, 0, 0}, startup_momentum, state));
    assert_non_null(lento_top_start((double[4]){0, 0, 0, 0}, startup_momentum, state));
    assert_non_null(lento_top_start((double[4]){NAN, 0, 0, 0}, startup_momentum, state));
    assert_non_null(lento_top_start(upright, (double[3]){0, INFINITY, 0}, state));
}

static void symmetric_methods_refuse_other_tops_and_name_axis_split(void **unused) {
    (void)unused;
    lento_top top;
    is_ok(lento_top_kowalewski(&top, 0.8, 1));
    const lento_top_part symmetric[] = {LENTO_TOP_CAYLEY, LENTO_TOP_TWIST, LENTO_TOP_FREE,
                                        LENTO_TOP_GRADIENT_KICK};
    for (int i = 0; i < 4; i++) {
        const char *text = lento_top_part_refusal(&top, symmetric[i]);
        assert_non_null(text);
        assert_non_null(strstr(text, "axis-split"));
    }
    assert_null(lento_top_part_refusal(&top, LENTO_TOP_KICK));
    assert_null(lento_top_part_refusal(&top, LENTO_TOP_AXIS3));
    assert_null(lento_top_part_refusal(&top, LENTO_TOP_CLOSE_FREE));
    is_ok(lento_top_lagrange(&top, 0.8, 1, 1));
    assert_null(lento_top_part_refusal(&top, LENTO_TOP_CAYLEY));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuboids_have_the_moments_of_the_card),
        cmocka_unit_test(the_inertia_tensor_is_the_integral_over_the_body),
        cmocka_unit_test(principal_axes_diagonalise_and_are_right_handed),
        cmocka_unit_test(equal_moments_take_the_axes_nearest_to_the_edges),
        cmocka_unit_test(special_cuboids_have_their_ratios_for_every_size),
        cmocka_unit_test(cases_are_recognised_whatever_the_axis),
        cmocka_unit_test(impossible_bodies_are_refused_in_one_sentence),
        cmocka_unit_test(quaternions_are_normalised_within_1e_6),
        cmocka_unit_test(symmetric_methods_refuse_other_tops_and_name_axis_split),
    };
    return cmocka_run_group_tests_name("geometry of tops", tests, NULL, NULL);
}
