/* SPDX-License-Identifier: MIT
 *
 * Equations of motion, integrals and angles of tops (bodack, sections 2, B2, B4). */
#include "top_support.h"

typedef void field(const lento_top *top, const double x[], double rate[]);

static void rk4(const lento_top *top, field *f, int n, double h, double x[]) {
    double k[4][12], y[12];
    const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < n; i++) {
            y[i] = s == 0 ? x[i] : x[i] + h * node[s] * k[s - 1][i];
        }
        f(top, y, k[s]);
    }
    for (int i = 0; i < n; i++) {
        for (int s = 0; s < 4; s++) {
            x[i] += h * weight[s] * k[s][i];
        }
    }
}

static void random_top(uint64_t *seed, lento_top *top, double state[7]) {
    double C[3], r[3], q[4], m[3];
    for (int i = 0; i < 3; i++) {
        C[i] = between(seed, 0.3, 1.2);
        r[i] = between(seed, -1, 1);
        m[i] = between(seed, -3, 3);
    }
    random_attitude(seed, q);
    is_ok(lento_top_cuboid(top, C, r, between(seed, 0, 2)));
    is_ok(lento_top_start(q, m, state));
}

/* The rates of all three forms, brought to d(omega)/dt and d(frame)/dt by a central difference. */
static void the_three_forms_describe_the_same_motion(void **unused) {
    (void)unused;
    uint64_t seed = 3;
    for (int n = 0; n < 200; n++) {
        lento_top top;
        double state[7], x[12], y[10], rate[7], dx[12], dy[10], ahead[12], behind[12];
        random_top(&seed, &top, state);
        lento_top_rest_from_state(&top, state, x);
        lento_top_body_from_state(state, y);
        lento_top_rate(&top, state, rate);
        lento_top_rest_rate(&top, x, dx);
        lento_top_body_rate(&top, y, dy);
        /* body momentum and vertical: Pi = q^-1 m q, Gamma = q^-1 e3 q, so Pi' follows from the
         * state */
        const double h = 1e-5;
        double plus[7], minus[7], scale = 0;
        for (int i = 0; i < 7; i++) {
            plus[i] = state[i] + h * rate[i];
            minus[i] = state[i] - h * rate[i];
        }
        lento_top_body_from_state(plus, ahead);
        lento_top_body_from_state(minus, behind);
        for (int i = 0; i < 10; i++) {
            scale = fmax(scale, fabs(dy[i]));
        }
        for (int i = 0; i < 10; i++) {
            near((ahead[i] - behind[i]) / (2 * h), dy[i], 1e-7 * (1 + scale) * (1 + scale));
        }
        lento_top_rest_from_state(&top, plus, ahead);
        lento_top_rest_from_state(&top, minus, behind);
        scale = 0;
        for (int i = 0; i < 12; i++) {
            scale = fmax(scale, fabs(dx[i]));
        }
        for (int i = 0; i < 12; i++) {
            near((ahead[i] - behind[i]) / (2 * h), dx[i], 1e-7 * (1 + scale) * (1 + scale));
        }
    }
}

static void conversions_come_back(void **unused) {
    (void)unused;
    uint64_t seed = 5;
    for (int n = 0; n < 200; n++) {
        lento_top top;
        double state[7], x[12], y[10], back[7];
        random_top(&seed, &top, state);
        lento_top_rest_from_state(&top, state, x);
        lento_top_rest_to_state(&top, x, back);
        at_most(lento_top_attitude_error(state, back), 1e-15);
        at_most(largest_difference(state + 4, back + 4, 3), 5e-14);
        lento_top_body_from_state(state, y);
        lento_top_body_to_state(y, back);
        at_most(lento_top_attitude_error(state, back), 1e-15);
        at_most(largest_difference(state + 4, back + 4, 3), 5e-14);
    }
}

static void start_up_integrals_are_those_of_the_card(void **unused) {
    (void)unused;
    const double energy[2] = {5.828660972858, 4.890290278867}, axial[2] = {1.46, 2.349008727102};
    const double energy_K[2] = {2.353460406371, 1.937875383455},
                 K[2] = {1.525547230380, 0.658767103991};
    const double energy_G[2] = {2.361254701815, 1.726438093413}, G = -0.000754058022;
    for (int s = 0; s < 2; s++) {
        lento_top top;
        double state[7];
        startup(45 * s, &top, state);
        lento_top_integrals all = lento_top_integrals_of(&top, state);
        near(all.energy, energy[s], 1e-11);
        near(all.axial, axial[s], 1e-11);
        near(all.vertical, 1.46, 1e-15);
        near(all.special, 0, 0);
        is_ok(lento_top_kowalewski(&top, 0.8, 1));
        all = lento_top_integrals_of(&top, state);
        near(all.energy, energy_K[s], 1e-11);
        near(all.special, K[s], 1e-11);
        is_ok(lento_top_goryachev_chaplygin(&top, 0.8, 1));
        state[6] = 0;
        all = lento_top_integrals_of(&top, state);
        near(all.energy, energy_G[s], 1e-11);
        near(all.special, G, 1e-11);
    }
}

/* Without the factor 1/2 of G-C, or with 3 = +N, G moves by 0.1 and more. */
static void K_and_G_are_constant_along_the_motion(void **unused) {
    (void)unused;
    for (int c = 0; c < 4; c++) {
        lento_top top;
        double q[4], state[7], most = 0;
        is_ok(c < 2 ? lento_top_kowalewski(&top, 0.8, 1)
                    : lento_top_goryachev_chaplygin(&top, 0.8, 1));
        lento_top_tilt(c % 2 ? 45 : 0, q);
        is_ok(lento_top_start(q, startup_momentum, state));
        state[6] = c < 2 ? state[6] : 0;
        double start = lento_top_integrals_of(&top, state).special;
        for (int k = 0; k < 300; k++) {
            advance(&top, close_split, &kahan_li8, 1.0 / 24, 24, state);
            most = fmax(most, fabs(lento_top_integrals_of(&top, state).special - start));
        }
        at_most(most, 1e-11);
    }
}

static void G_is_not_constant_when_m3_is_not_zero(void **unused) {
    (void)unused;
    lento_top top;
    double state[7], most = 0;
    is_ok(lento_top_goryachev_chaplygin(&top, 0.8, 1));
    is_ok(lento_top_start(upright, startup_momentum, state));
    double start = lento_top_integrals_of(&top, state).special;
    for (int k = 0; k < 1200; k++) {
        advance(&top, close_split, &kahan_li8, 0.25, 1, state);
        most = fmax(most, fabs(lento_top_integrals_of(&top, state).special - start));
    }
    near(most, 0.2, 0.05); /* card bodack 2 */
}

/* The same body with its axes named in another order and turned over has the same K. */
static void K_does_not_depend_on_the_names_of_the_axes(void **unused) {
    (void)unused;
    const double first[3] = {1, 2, 2}, second[3] = {2, 2, 1};
    lento_top a, b;
    double x[7], y[7], q[4];
    uint64_t seed = 11;
    is_ok(lento_top_body(&a, 1, first, (double[3]){0, 0, 0.5}, 1));
    is_ok(lento_top_body(&b, 1, second, (double[3]){0.5, 0, 0}, 1));
    /* body 2 is body 1 turned: N2 = T1, T2 = -N1: a quarter turn about B */
    const double quarter[4] = {sqrt(0.5), 0, -sqrt(0.5), 0};
    random_attitude(&seed, q);
    is_ok(lento_top_start(q, startup_momentum, x));
    double w = q[0] * quarter[0] + q[2] * -quarter[2], v = q[1] * quarter[0] - q[3] * quarter[2];
    double turned[4] = {w, v, q[2] * quarter[0] + q[0] * quarter[2],
                        q[3] * quarter[0] + q[1] * quarter[2]};
    is_ok(lento_top_start(turned, startup_momentum, y));
    lento_top_integrals p = lento_top_integrals_of(&a, x), r = lento_top_integrals_of(&b, y);
    near(p.energy, r.energy, 1e-14);
    near(p.axial, r.axial, 1e-14);
    near(p.special, r.special, 1e-13);
}

/* Section 6.3 and section 8: RK4 on 12 variables, inertia matrix as it is, 20 steps per unit. */
static void rk4_on_rest12_has_the_errors_of_the_card(void **unused) {
    (void)unused;
    const double error[3] = {0.0982, 0.0646, 0.0667}, energy[3] = {0.0090, 0.0234, 0.0212};
    const double tilt[3] = {0, 45, 51.8995};
    for (int s = 0; s < 3; s++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], x[12], at[7], L = 0, dE = 0;
        startup(tilt[s], &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        lento_top_rest_from_state(&top, state, x);
        double start = lento_top_integrals_of(&top, state).energy;
        for (int k = 1; k <= 150; k++) {
            rk4(&top, lento_top_rest_rate, 12, 0.2, x);
            lento_top_rest_to_state(&top, x, state);
            lento_top_exact_state(&exact, 0.2 * k, at);
            L = fmax(L, lento_top_attitude_error(state, at));
            dE = fmax(dE, fabs(lento_top_rest_integrals_of(&top, x).energy - start));
        }
        near(L, error[s], 6e-5);
        near(dE, energy[s], 6e-5);
    }
}

static void rk4_on_body_variables_converges_with_order_4(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7], y[10], at[7], error[2];
    startup(45, &top, state);
    is_ok(lento_top_exact_setup(&top, state, &exact));
    lento_top_exact_state(&exact, 5, at);
    for (int n = 0; n < 2; n++) {
        int steps = 100 << n;
        double end[7];
        lento_top_body_from_state(state, y);
        for (int k = 0; k < steps; k++) {
            rk4(&top, lento_top_body_rate, 10, 5.0 / steps, y);
        }
        lento_top_body_to_state(y, end);
        error[n] = lento_top_attitude_error(end, at);
    }
    near(log2(error[0] / error[1]), 4, 0.2);
}

static void euler_angles_come_back_and_their_rates_are_derivatives(void **unused) {
    (void)unused;
    uint64_t seed = 17;
    for (int n = 0; n < 100; n++) {
        lento_top top;
        double state[7], angles[3], q[4], rates[3], rate[7], ahead[3], behind[3];
        random_top(&seed, &top, state);
        lento_top_angles(state, angles);
        lento_top_angles_to_attitude(angles, q);
        at_most(lento_top_attitude_error(state, q), 1e-15);
        assert_true(lento_top_angle_rates(&top, state, rates));
        lento_top_rate(&top, state, rate);
        const double h = 1e-6;
        for (int i = 0; i < 4; i++) {
            q[i] = state[i] + h * rate[i];
        }
        lento_top_angles(q, ahead);
        for (int i = 0; i < 4; i++) {
            q[i] = state[i] - h * rate[i];
        }
        lento_top_angles(q, behind);
        double sine = sin(angles[1]);
        for (int i = 0; i < 3; i++) {
            double slope = remainder(ahead[i] - behind[i], 2 * acos(-1)) / (2 * h);
            near(slope * sine * sine, rates[i] * sine * sine, 1e-6 * (1 + fabs(rates[i])));
        }
    }
}

static void vertical_tops_share_their_turning_between_two_angles(void **unused) {
    (void)unused;
    lento_top top;
    double state[7], rates[3], angles[3];
    is_ok(lento_top_lagrange(&top, 0.8, 1, 1));
    is_ok(lento_top_start(upright, (double[3]){0, 0, 2 * top.axial}, state));
    assert_false(lento_top_angle_rates(&top, state, rates));
    near(rates[0] + rates[2], 2, 1e-15);
    is_ok(lento_top_start((double[4]){0, 1, 0, 0}, (double[3]){0, 0, 2 * top.axial}, state));
    assert_false(lento_top_angle_rates(&top, state, rates));
    near(rates[0] - rates[2], 2, 1e-15);
    lento_top_angles(state, angles);
    near(angles[1], acos(-1), 1e-15);
}

/* arccos of the scalar part gives 0 or 2e-8 here. */
static void attitude_error_resolves_tiny_angles(void **unused) {
    (void)unused;
    double q[4], r[4];
    lento_top_tilt(30, q);
    lento_top_tilt(30 + 2e-11 * 57.295779513082320877, r);
    near(lento_top_attitude_error(q, r), 1e-11, 1e-15);
    for (int i = 0; i < 4; i++) {
        r[i] = -q[i];
    }
    near(lento_top_attitude_error(q, r), 0, 1e-16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_three_forms_describe_the_same_motion),
        cmocka_unit_test(conversions_come_back),
        cmocka_unit_test(start_up_integrals_are_those_of_the_card),
        cmocka_unit_test(K_and_G_are_constant_along_the_motion),
        cmocka_unit_test(G_is_not_constant_when_m3_is_not_zero),
        cmocka_unit_test(K_does_not_depend_on_the_names_of_the_axes),
        cmocka_unit_test(rk4_on_rest12_has_the_errors_of_the_card),
        cmocka_unit_test(rk4_on_body_variables_converges_with_order_4),
        cmocka_unit_test(euler_angles_come_back_and_their_rates_are_derivatives),
        cmocka_unit_test(vertical_tops_share_their_turning_between_two_angles),
        cmocka_unit_test(attitude_error_resolves_tiny_angles),
    };
    return cmocka_run_group_tests_name("models of tops", tests, NULL, NULL);
}
