/* SPDX-License-Identifier: MIT
 *
 * Rods that belong to tops, and traces of the apex (bodack, sections 7 and B6). */
#include "top_support.h"

static void the_polygon_of_bobenko_suris_carries_a_constant_moment(void **unused) {
    (void)unused;
    for (int s = 0; s < 2; s++) {
        lento_top top;
        double state[7], point[3] = {0}, first[3], now[3], worst = 0;
        startup(45 * s, &top, state);
        lento_rod_moment(&top, state + 4, point, first);
        for (int k = 0; k < 5000; k++) {
            lento_rod_edge(state, 0.2, point);
            advance(&top, bobenko_suris, &plain, 0.2, 1, state);
            lento_rod_moment(&top, state + 4, point, now);
            worst = fmax(worst, largest_difference(now, first, 3));
        }
        at_most(worst, 1e-12);
    }
}

/* The end of the rod of length 50 (card bodack 7), and the moment along it. */
static void rods_of_the_special_tops_end_where_the_card_says(void **unused) {
    (void)unused;
    const double ends[2][3] = {{3.3016819289, 2.4005533192, 2.5004708276},
                               {-1.4481749631, 2.4462919465, 16.2109056436}};
    for (int c = 0; c < 2; c++) {
        lento_top top;
        double state[7], before[7], point[3] = {0}, first[3], now[3], worst = 0;
        is_ok(c == 0 ? lento_top_kowalewski(&top, 0.8, 1)
                     : lento_top_goryachev_chaplygin(&top, 0.8, 1));
        is_ok(lento_top_start(upright, startup_momentum, state));
        state[6] = c == 0 ? state[6] : 0;
        lento_rod_moment(&top, state + 4, point, first);
        for (int k = 0; k < 50 * 64; k++) {
            memcpy(before, state, sizeof before);
            advance(&top, close_split, &kahan_li8, 1.0 / 64, 1, state);
            lento_rod_arc(&top, before, state, 1.0 / 64, point);
            lento_rod_moment(&top, state + 4, point, now);
            worst = fmax(worst, largest_difference(now, first, 3));
        }
        for (int i = 0; i < 3; i++) {
            near(point[i], ends[c][i], 1e-9);
        }
        at_most(worst, 1e-10);
    }
}

static void smooth_rods_converge_with_order_6(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7], ends[4][3] = {{0}}, before[7], after[7];
    startup(45, &top, state);
    is_ok(lento_top_exact_setup(&top, state, &exact));
    for (int n = 0; n < 4; n++) {
        int steps = n == 3 ? 1280 : 20 << n;
        for (int k = 0; k < steps; k++) {
            lento_top_exact_state(&exact, 5.0 * k / steps, before);
            lento_top_exact_state(&exact, 5.0 * (k + 1) / steps, after);
            lento_rod_arc(&top, before, after, 5.0 / steps, ends[n]);
        }
    }
    double e1 = largest_difference(ends[1], ends[3], 3),
           e2 = largest_difference(ends[2], ends[3], 3);
    near(log2(e1 / e2), 6, 0.4);
}

/* Frames of the exact motion against Omega at the middle of the step: order 2. */
static void curvatures_from_frames_converge_with_order_2(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7], a[7], b[7], y[10], error[2];
    startup(45, &top, state);
    is_ok(lento_top_exact_setup(&top, state, &exact));
    for (int n = 0; n < 2; n++) {
        double h = 0.02 / (1 << n), worst = 0;
        for (int k = 0; k < 200; k++) {
            double t = 0.07 * k, curvature[3];
            lento_top_exact_state(&exact, t - h / 2, a);
            lento_top_exact_state(&exact, t + h / 2, b);
            lento_top_exact_state(&exact, t, state);
            lento_top_body_from_state(state, y);
            lento_rod_curvature(a, b, h, curvature);
            const double known[3] = {y[1] / top.transverse, -y[0] / top.transverse,
                                     y[2] / top.axial};
            worst = fmax(worst, largest_difference(curvature, known, 3));
            for (int i = 0; i < 4; i++) {
                b[i] = -b[i]; /* the sign of a quaternion means nothing */
            }
            double other[3];
            lento_rod_curvature(a, b, h, other);
            at_most(largest_difference(curvature, other, 3), 0);
        }
        error[n] = worst;
    }
    near(log2(error[0] / error[1]), 2, 0.02);
}

/* kappa^2 (tau_Frenet - c/2) = c (H - c^2/2) - p ell, with tau_Frenet from the trace of T. */
static void isotropic_rods_keep_the_product_of_curvature_and_torsion(void **unused) {
    (void)unused;
    const double expected[2] = {0.005140107840, 0.016671986257};
    for (int s = 0; s < 2; s++) {
        lento_top top;
        lento_top_exact exact;
        double state[7];
        startup(45 * s, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        for (double t = 0.3; t < 20; t += 0.9) {
            const double h = 1e-3;
            double T[5][3], d[3], e[3];
            for (int k = 0; k < 5; k++) {
                lento_top_exact_state(&exact, t + (k - 2) * h, state);
                lento_apex_point(&top, state, T[k]);
            }
            lento_top_exact_state(&exact, t, state);
            for (int i = 0; i < 3; i++) {
                d[i] = (8 * (T[3][i] - T[1][i]) - (T[4][i] - T[0][i])) / (12 * h);
                e[i] =
                    (16 * (T[3][i] + T[1][i]) - (T[4][i] + T[0][i]) - 30 * T[2][i]) / (12 * h * h);
            }
            const double *a = T[2];
            double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
            double triple = a[0] * (d[1] * e[2] - d[2] * e[1]) +
                            a[1] * (d[2] * e[0] - d[0] * e[2]) +
                            a[2] * (d[0] * e[1] - d[1] * e[0]); /* kappa^2 tau_Frenet */
            double c = lento_top_discrete_of(&top, 0, state).axial;
            near(triple - square * c / 2, expected[s], 1e-8);
        }
    }
}

static void sections_have_the_ratios_of_the_card(void **unused) {
    (void)unused;
    lento_top top;
    is_ok(lento_top_lagrange(&top, 0.8, 1, 1));
    near(lento_rod_section(&top), 1, 1e-15);
    is_ok(lento_top_kowalewski(&top, 0.8, 1));
    near(lento_rod_section(&top), sqrt(0.5), 1e-15);
    is_ok(lento_top_goryachev_chaplygin(&top, 0.8, 1));
    near(lento_rod_section(&top), 0.5, 1e-15);
}

/* First minimum of the apex, found between states a tenth of a unit apart; then the alternation. */
static void the_apex_turns_where_the_exact_motion_does(void **unused) {
    (void)unused;
    const double first[2] = {4.104748474208, 2.922545068289};
    for (int s = 0; s < 2; s++) {
        lento_top top;
        lento_top_exact exact;
        double before[7], after[7], start[7];
        lento_apex_extremum found;
        int turns = 0;
        startup(45 * s, &top, start);
        is_ok(lento_top_exact_setup(&top, start, &exact));
        for (int k = 0; k < 200; k++) {
            lento_top_exact_state(&exact, 0.1 * k, before);
            lento_top_exact_state(&exact, 0.1 * (k + 1), after);
            if (lento_apex_turns(&top, before, after, 0.1, &found)) {
                double t = 0.1 * k + found.time, phase = (t - first[s]) / exact.period;
                if (found.lowest) {
                    near(phase, round(phase), 1e-7);
                    near(found.height, exact.lowest, 1e-8);
                } else {
                    near(phase, floor(phase) + 0.5, 1e-6);
                    near(found.height, exact.highest, 1e-8);
                }
                turns++;
            }
        }
        assert_int_equal(turns, (int)((20 - first[s]) / (exact.period / 2)) + 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_polygon_of_bobenko_suris_carries_a_constant_moment),
        cmocka_unit_test(rods_of_the_special_tops_end_where_the_card_says),
        cmocka_unit_test(smooth_rods_converge_with_order_6),
        cmocka_unit_test(curvatures_from_frames_converge_with_order_2),
        cmocka_unit_test(isotropic_rods_keep_the_product_of_curvature_and_torsion),
        cmocka_unit_test(sections_have_the_ratios_of_the_card),
        cmocka_unit_test(the_apex_turns_where_the_exact_motion_does),
    };
    return cmocka_run_group_tests_name("rods and apex traces", tests, NULL, NULL);
}
