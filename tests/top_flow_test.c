/* SPDX-License-Identifier: MIT
 *
 * The maps of the splitting methods: anchors, exact integrals, adjointness, orders (bodack,
 * sections 4, 5, 8, B1 to B3). Orders are measured with a tilted start: the upright one hides
 * first-order errors. */
#include "top_support.h"

static void bobenko_suris_reaches_the_states_of_the_card(void **unused) {
    (void)unused;
    const double m[2][3] = {{-0.0246413009311, 0.2521069685569, 0.1843682650862},
                            {0.7044128166847, -1.1221177181295, 0.1843682650862}};
    const double height[2] = {0.9899159288188, -0.6915008435231};
    for (int s = 0; s < 2; s++) {
        lento_top top;
        double state[7], a[3];
        startup(45 * s, &top, state);
        advance(&top, bobenko_suris, &plain, 0.2, 250, state);
        lento_top_centre(&top, state, a);
        for (int i = 0; i < 3; i++) {
            near(state[4 + i] / top.transverse, m[s][i], 1e-9);
        }
        near(a[2], height[s], 1e-9);
    }
}

/* Section 6.1: the coarse top (step 0.2) against the fine one (0.01), largest L and range of E -
 * E0. */
static void bobenko_suris_has_the_errors_of_section_6_1(void **unused) {
    (void)unused;
    const double L50[3] = {0.121631, 0.126112, 0.121091}, L300[3] = {0.783707, 0.922870, 0.920146};
    const double low[3] = {-0.602863, -0.505893, -0.479991},
                 high[3] = {0.662764, 0.579703, 0.554740};
    const double tilt[3] = {0, 45, atan(1.862 / 1.46) * 57.295779513082320877};
    for (int s = 0; s < 3; s++) {
        lento_top top;
        double fine[7], coarse[7], L = 0, least = 0, most = 0;
        startup(tilt[s], &top, fine);
        memcpy(coarse, fine, sizeof fine);
        double start = lento_top_integrals_of(&top, fine).energy;
        for (int k = 1; k <= 3000; k++) {
            advance(&top, bobenko_suris, &plain, 0.2, 1, coarse);
            advance(&top, bobenko_suris, &plain, 0.01, 20, fine);
            double dE = lento_top_integrals_of(&top, coarse).energy - start;
            least = fmin(least, dE);
            most = fmax(most, dE);
            L = fmax(L, lento_top_attitude_error(fine, coarse));
            if (k == 250) {
                near(L, L50[s], 1e-6);
            }
            if (k == 1500) {
                near(L, L300[s], 1e-6);
            }
        }
        near(least, low[s], 1e-6);
        near(most, high[s], 1e-6);
    }
}

static void bobenko_suris_keeps_its_three_integrals(void **unused) {
    (void)unused;
    const double steps[3] = {0.01, 0.2, 0.6};
    for (int n = 0; n < 6; n++) {
        double h = steps[n % 3], state[7], worst[3] = {0};
        lento_top top;
        startup(n < 3 ? 0 : 45, &top, state);
        lento_top_discrete start = lento_top_discrete_of(&top, h, state);
        long count = lround(1000 / h);
        for (long k = 0; k < count; k++) {
            advance(&top, bobenko_suris, &plain, h, 1, state);
            lento_top_discrete now = lento_top_discrete_of(&top, h, state);
            worst[0] = fmax(worst[0], fabs(now.energy - start.energy));
            worst[1] = fmax(worst[1], fabs(now.axial - start.axial));
            worst[2] = fmax(worst[2], fabs(now.vertical - start.vertical));
        }
        at_most(worst[0], 1e-13);
        at_most(worst[1], 1e-13);
        at_most(worst[2], 0);
    }
}

static void the_symmetric_form_keeps_its_energy_and_the_biquadratic(void **unused) {
    (void)unused;
    const double steps[3] = {0.01, 0.2, 0.6};
    for (int n = 0; n < 6; n++) {
        double h = steps[n % 3], state[7], first[7], worst = 0, residual = 0, axis[3];
        lento_top top;
        startup(n < 3 ? 0 : 45, &top, state);
        memcpy(first, state, sizeof first);
        double start = lento_top_discrete_of(&top, h, state).symmetric;
        long count = lround(1000 / h);
        lento_apex_point(&top, state, axis);
        for (long k = 0; k < count; k++) {
            double u = axis[2];
            advance(&top, bobenko_suris_sym, &plain, h, 1, state);
            lento_apex_point(&top, state, axis);
            worst = fmax(worst, fabs(lento_top_discrete_of(&top, h, state).symmetric - start));
            residual = fmax(residual, fabs(lento_top_biquadratic(&top, h, first, u, axis[2])));
        }
        at_most(worst, 1e-13);
        at_most(residual, 1e-14);
    }
}

/* The frame factor w = (tr w/2)(1 + eps xi) of the thesis, both ways, and the map that flow.c
 * makes of it. */
static void both_forms_of_the_frame_factor_agree_with_the_map(void **unused) {
    (void)unused;
    lento_top top;
    double state[7], q[4], m[3], a[3], b[3];
    const double h = 0.2;
    startup(45, &top, state);
    for (int k = 0; k < 5000; k++) {
        memcpy(q, state, sizeof q);
        lento_apex_point(&top, state, a);
        advance(&top, bobenko_suris, &plain, h, 1, state);
        lento_apex_point(&top, state, b);
        for (int i = 0; i < 3; i++) {
            m[i] = state[4 + i] / top.transverse;
        }
        lento_top_factor w = lento_top_factor_of(&top, h, m, a, b);
        at_most(largest_difference(w.xi_momentum, w.xi_axes, 3), 1e-14);
        near(w.trace_xi, w.trace_axes, 1e-14);
        /* w q: scalar tr w/2, vector (tr w/2) eps xi/2 */
        double s = w.trace_xi / 2, v[3];
        for (int i = 0; i < 3; i++) {
            v[i] = s * h / 2 * w.xi_momentum[i];
        }
        const double turned[4] = {s * q[0] - v[0] * q[1] - v[1] * q[2] - v[2] * q[3],
                                  s * q[1] + v[0] * q[0] + v[1] * q[3] - v[2] * q[2],
                                  s * q[2] - v[0] * q[3] + v[1] * q[0] + v[2] * q[1],
                                  s * q[3] + v[0] * q[2] - v[1] * q[1] + v[2] * q[0]};
        at_most(lento_top_attitude_error(turned, state), 5e-15);
    }
}

static void the_adjoint_with_minus_epsilon_takes_the_step_back(void **unused) {
    (void)unused;
    lento_top top;
    double state[7], back[7];
    startup(45, &top, state);
    for (int k = 0; k < 200; k++) {
        memcpy(back, state, sizeof back);
        advance(&top, bobenko_suris, &plain, 0.3, 1, back);
        advance(&top, adjoint, &plain, -0.3, 1, back);
        at_most(lento_top_attitude_error(state, back), 1e-15);
        at_most(largest_difference(state + 4, back + 4, 3) / top.transverse, 1e-15);
        advance(&top, bobenko_suris, &plain, 0.3, 1, state);
    }
}

/* Momentum error of plain BS at t = 5, upright start (card bodack 4). */
static void bobenko_suris_is_of_first_order_in_the_momentum(void **unused) {
    (void)unused;
    const double expected[3] = {7.48e-2, 3.45e-2, 1.65e-2};
    lento_top top;
    lento_top_exact exact;
    double start[7], at[7];
    startup(0, &top, start);
    is_ok(lento_top_exact_setup(&top, start, &exact));
    lento_top_exact_state(&exact, 5, at);
    for (int n = 0; n < 3; n++) {
        double state[7], d[3];
        memcpy(state, start, sizeof state);
        advance(&top, bobenko_suris, &plain, 0.2 / (1 << n), 25 << n, state);
        for (int i = 0; i < 3; i++) {
            d[i] = (state[4 + i] - at[4 + i]) / top.transverse;
        }
        near(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), expected[n], 0.005 * expected[n]);
    }
}

static double slope(const lento_top *top, const double start[7], const double end[7],
                    const stage method[], const composition *c, int steps) {
    double error[2];
    for (int n = 0; n < 2; n++) {
        double state[7];
        memcpy(state, start, sizeof state);
        advance(top, method, c, 5.0 / (steps << n), steps << n, state);
        error[n] = lento_top_attitude_error(state, end);
    }
    return log2(error[0] / error[1]);
}

static void methods_have_their_orders_from_a_tilted_start(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double start[7], end[7];
    startup(45, &top, start);
    is_ok(lento_top_exact_setup(&top, start, &exact));
    lento_top_exact_state(&exact, 5, end);
    const struct {
        const stage *method;
        const composition *c;
        int steps;
        double order, slack;
    } list[] = {
        {bobenko_suris, &plain, 400, 1, 0.1},
        {adjoint, &plain, 400, 1, 0.1},
        {bobenko_suris_sym, &plain, 200, 2, 0.05},
        {bobenko_suris_sym_twist, &plain, 200, 2, 0.05},
        {strang, &plain, 200, 2, 0.05},
        {axis_split, &plain, 200, 2, 0.05},
        {close_split, &plain, 200, 2, 0.05},
        {bobenko_suris_sym, &suzuki4, 40, 4, 0.2},
        {strang, &suzuki4, 40, 4, 0.2},
        {chin4a, &plain, 40, 4, 0.2},
        {chin4a, &suzuki6, 20, 6, 0.3},
        {bobenko_suris_sym, &kahan_li6, 40, 6, 0.3},
        {strang, &kahan_li6, 40, 6, 0.3},
        {bobenko_suris_sym, &kahan_li8, 16, 8, 0.4},
        {bobenko_suris_sym_twist, &kahan_li8, 16, 8, 0.4},
        {strang, &kahan_li8, 12, 8, 0.4},
        {axis_split, &kahan_li8, 16, 8, 0.4},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        near(slope(&top, start, end, list[i].method, list[i].c, list[i].steps), list[i].order,
             list[i].slack);
    }
}

static void axis_split_has_its_orders_on_asymmetric_tops(void **unused) {
    (void)unused;
    const double C[3] = {0.5, 0.8, 1.1}, r[3] = {0.3, -0.2, 0.9};
    lento_top top;
    double q[4], start[7], end[7];
    is_ok(lento_top_cuboid(&top, C, r, 1));
    lento_top_tilt(45, q);
    is_ok(lento_top_start(q, startup_momentum, start));
    memcpy(end, start, sizeof end);
    advance(&top, axis_split, &kahan_li8, 5.0 / 640, 640, end);
    near(slope(&top, start, end, axis_split, &plain, 400), 2, 0.1);
    near(slope(&top, start, end, axis_split, &kahan_li8, 20), 8, 0.5);
    near(slope(&top, start, end, close_split, &plain, 400), 2, 0.1);
    near(slope(&top, start, end, close_split, &kahan_li8, 20), 8, 0.5);
}

/* B3: attitude error at t = 50, 136 torques per unit; per axis, then with the closest moments
 * together. */
static void axis_split_has_the_errors_of_the_card(void **unused) {
    (void)unused;
    const double per_axis[3] = {1.2e-11, 1.6e-11, 1.4e-9},
                 together[3] = {1.4e-12, 1.8e-11, 1.9e-11};
    const double C[3] = {0.5, 0.8, 1.1};
    for (int c = 0; c < 3; c++) {
        lento_top top;
        double q[4], start[7], end[7], state[7];
        is_ok(c == 0   ? lento_top_kowalewski(&top, 0.8, 1)
              : c == 1 ? lento_top_goryachev_chaplygin(&top, 0.8, 1)
                       : lento_top_cuboid(&top, C, NULL, 1));
        lento_top_tilt(c == 0 ? 0 : 45, q);
        is_ok(lento_top_start(q, startup_momentum, start));
        start[6] = c == 1 ? 0 : start[6];
        memcpy(end, start, sizeof end);
        advance(&top, close_split, &kahan_li8, 1.0 / 40, 2000, end);
        memcpy(state, start, sizeof state);
        advance(&top, axis_split, &kahan_li8, 1.0 / 8, 400, state);
        at_most(lento_top_attitude_error(state, end), 1.1 * per_axis[c]);
        memcpy(state, start, sizeof state);
        advance(&top, close_split, &kahan_li8, 1.0 / 8, 400, state);
        at_most(lento_top_attitude_error(state, end), together[c] + 1e-12);
    }
}

/* One body, described with its symmetry axis along T, against T and along B. */
static void the_methods_do_not_care_where_the_axis_lies(void **unused) {
    (void)unused;
    const stage *methods[] = {bobenko_suris, bobenko_suris_sym_twist, strang, chin4a};
    /* turns[i] carries T to the new axis: q_i = q turn^-1 */
    const double turns[2][4] = {{0, 1, 0, 0}, {sqrt(0.5), -sqrt(0.5), 0, 0}};
    const double axes[2][3] = {{0, 0, -1}, {0, 1, 0}};
    for (int n = 0; n < 4; n++) {
        lento_top top;
        double start[7], state[7];
        startup(45, &top, start);
        memcpy(state, start, sizeof state);
        advance(&top, methods[n], &plain, 0.1, 100, state);
        for (int i = 0; i < 2; i++) {
            double moments[3], centre[3], q[4], other[7];
            const double *t = turns[i], *s = start;
            for (int k = 0; k < 3; k++) {
                centre[k] = axes[i][k];
                moments[k] = axes[i][k] != 0 ? top.axial : top.transverse;
            }
            lento_top turned;
            is_ok(lento_top_body(&turned, top.mass, moments, centre, 1));
            q[0] = s[0] * t[0] + s[1] * t[1] + s[2] * t[2] + s[3] * t[3];
            q[1] = -s[0] * t[1] + s[1] * t[0] - s[2] * t[3] + s[3] * t[2];
            q[2] = -s[0] * t[2] + s[1] * t[3] + s[2] * t[0] - s[3] * t[1];
            q[3] = -s[0] * t[3] - s[1] * t[2] + s[2] * t[1] + s[3] * t[0];
            is_ok(lento_top_start(q, start + 4, other));
            advance(&turned, methods[n], &plain, 0.1, 100, other);
            at_most(largest_difference(state + 4, other + 4, 3), 1e-12);
            double a[3], b[3];
            lento_apex_point(&top, state, a);
            lento_apex_point(&turned, other, b);
            at_most(largest_difference(a, b, 3), 1e-13);
        }
    }
}

/* A cube held off its centre is a Lagrange top about an oblique axis; its exact motion is known. */
static void a_cube_held_anywhere_moves_like_its_exact_solution(void **unused) {
    (void)unused;
    const double cube[3] = {0.7, 0.7, 0.7}, fixed[3] = {0.4, -0.5, -0.3};
    const stage *methods[] = {bobenko_suris_sym_twist, strang, axis_split};
    lento_top top;
    lento_top_exact exact;
    double q[4], start[7], end[7];
    is_ok(lento_top_cuboid(&top, cube, fixed, 1));
    lento_top_tilt(45, q);
    is_ok(lento_top_start(q, startup_momentum, start));
    is_ok(lento_top_exact_setup(&top, start, &exact));
    lento_top_exact_state(&exact, 10, end);
    for (int n = 0; n < 3; n++) {
        double state[7];
        memcpy(state, start, sizeof state);
        advance(&top, methods[n], &kahan_li8, 1.0 / 24, 240, state);
        at_most(lento_top_attitude_error(state, end), 2e-12);
        at_most(largest_difference(state + 4, end + 4, 3), 2e-11);
    }
}

/* Section 8: largest L over the last ten units, S45, against the exact motion. Without
 * normalisation the second one is 2.9e-8. */
static void the_best_methods_stay_below_3e_9_to_time_3200(void **unused) {
    (void)unused;
    const struct {
        const stage *method;
        const composition *c;
        int per_unit;
        double bound;
    } list[] = {{chin4a, &suzuki6, 8, 2e-9}, {bobenko_suris_sym_twist, &kahan_li8, 5, 3e-9}};
    for (int n = 0; n < 2; n++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], at[7], L = 0;
        startup(45, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        for (int t = 1; t <= 3200; t++) {
            advance(&top, list[n].method, list[n].c, 1.0 / list[n].per_unit, list[n].per_unit,
                    state);
            lento_top_exact_state(&exact, t, at);
            L = t > 3190 ? fmax(L, lento_top_attitude_error(state, at)) : 0;
        }
        at_most(L, list[n].bound);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bobenko_suris_reaches_the_states_of_the_card),
        cmocka_unit_test(bobenko_suris_has_the_errors_of_section_6_1),
        cmocka_unit_test(bobenko_suris_keeps_its_three_integrals),
        cmocka_unit_test(the_symmetric_form_keeps_its_energy_and_the_biquadratic),
        cmocka_unit_test(both_forms_of_the_frame_factor_agree_with_the_map),
        cmocka_unit_test(the_adjoint_with_minus_epsilon_takes_the_step_back),
        cmocka_unit_test(bobenko_suris_is_of_first_order_in_the_momentum),
        cmocka_unit_test(methods_have_their_orders_from_a_tilted_start),
        cmocka_unit_test(axis_split_has_its_orders_on_asymmetric_tops),
        cmocka_unit_test(axis_split_has_the_errors_of_the_card),
        cmocka_unit_test(the_methods_do_not_care_where_the_axis_lies),
        cmocka_unit_test(a_cube_held_anywhere_moves_like_its_exact_solution),
        cmocka_unit_test(the_best_methods_stay_below_3e_9_to_time_3200),
    };
    return cmocka_run_group_tests_name("maps of tops", tests, NULL, NULL);
}
