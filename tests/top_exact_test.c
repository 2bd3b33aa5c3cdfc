/* SPDX-License-Identifier: MIT
 *
 * The exact Lagrange top: anchors, agreement with an independent method, restarts, cost
 * (bodack, sections 6, 7 and B5). The judge is strang/kahan-li8, once the library's own and
 * otherwise the one of top_judge.h; Gragg-Bulirsch-Stoer is not accurate enough. */
#include <time.h>

#include "top_judge.h"

static const double pi = 3.14159265358979323846;

static void states_at_50_and_3200_are_those_of_the_card(void **unused) {
    (void)unused;
    const double at50[2][4] = {
        {-0.915299259806229, 0.049253396827635, -0.078679982530918, 0.391932173019826},
        {0.011085417492868, 0.447393944186937, 0.827943668084397, -0.337971973250474}};
    const double height[2] = {0.982767126499748, -0.771304117632380};
    const double at3200[2][4] = {
        {-0.552294311601058, 0.262324435173764, 0.039106808249594, -0.790333816581581},
        {0.877841482444587, 0.171402189613469, 0.359350225954910, 0.266238682766712}};
    for (int s = 0; s < 2; s++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], a[3];
        startup(45 * s, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        lento_top_exact_state(&exact, 50, state);
        at_most(lento_top_attitude_error(state, at50[s]), 1e-12);
        lento_top_centre(&top, state, a);
        near(a[2], height[s], 1e-12);
        lento_top_exact_state(&exact, 3200, state);
        at_most(lento_top_attitude_error(state, at3200[s]), 1e-10);
    }
}

static void nutation_and_precession_are_those_of_the_card(void **unused) {
    (void)unused;
    const double lowest[2] = {-0.974274981971, -0.948050883097}, highest[2] = {1, 0.707462301964};
    const double period[2] = {8.209496948417, 5.937711939088};
    const double precession[2] = {0.522588889393, 3.033448600078};
    const double first[2] = {4.104748474208, 2.922545068289};
    const double down[2] = {166.975804, 161.450809}, up[2] = {0, 44.971185};
    for (int s = 0; s < 2; s++) {
        lento_top top;
        lento_top_exact exact;
        double state[7];
        startup(45 * s, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        near(exact.lowest, lowest[s], 1e-11);
        near(exact.highest, highest[s], 1e-11);
        near(exact.period, period[s], 1e-11);
        near(remainder(exact.precession, 2 * pi), precession[s], 1e-11);
        near(exact.lowest_time, first[s], 1e-11);
        near(acos(exact.lowest) * 180 / pi, down[s], 1e-6);
        near(acos(exact.highest) * 180 / pi, up[s], 1e-6);
        assert_int_equal(exact.loops, s == 1);
    }
}

static void random_lagrange_top(uint64_t *seed, lento_top *top, double state[7]) {
    double q[4], m[3];
    double edge = between(seed, 0.3, 1.2), height = between(seed, 0.2, 1.5);
    const double C[3] = {edge, edge, height};
    const double fixed[3] = {0, 0, (uniform(seed) < 0.3 ? 1 : -1) * between(seed, 0.1, 1) * height};
    is_ok(lento_top_cuboid(top, C, fixed, between(seed, 0.1, 3)));
    random_attitude(seed, q);
    for (int i = 0; i < 3; i++) {
        m[i] = top->transverse * between(seed, -2, 2);
    }
    is_ok(lento_top_start(q, m, state));
}

static void random_tops_agree_with_the_judge_at_20(void **unused) {
    (void)unused;
    uint64_t seed = 2024;
    for (int n = 0; n < 60; n++) {
        lento_top top;
        double state[7];
        random_lagrange_top(&seed, &top, state);
        at_most(disagreement(&top, state, 20, 1.5), 1e-12);
    }
}

static void random_tops_agree_with_the_judge_at_3200(void **unused) {
    (void)unused;
    uint64_t seed = 99;
    for (int n = 0; n < 4; n++) {
        lento_top top;
        double state[7];
        random_lagrange_top(&seed, &top, state);
        at_most(disagreement(&top, state, 3200, 1.2), 2e-10);
    }
}

static void random_tops_agree_with_the_methods_of_the_library(void **unused) {
    (void)unused;
    uint64_t seed = 1999;
    for (int n = 0; n < 40; n++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], at[7], t = n < 36 ? 20 : 3200;
        random_lagrange_top(&seed, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &exact));
        long steps = lround(t * (8 + 6 * exact.lambda + 2 * fabs(exact.twist)));
        advance(&top, strang, &kahan_li8, t / (double)steps, steps, state);
        lento_top_exact_state(&exact, t, at);
        at_most(lento_top_attitude_error(state, at), n < 36 ? 1e-11 : 1e-8);
    }
}

static void a_restart_at_1600_changes_nothing_at_3200(void **unused) {
    (void)unused;
    uint64_t seed = 4711;
    for (int n = 0; n < 1000; n++) {
        lento_top top;
        lento_top_exact first, second;
        double state[7], half[7], end[7];
        random_lagrange_top(&seed, &top, state);
        is_ok(lento_top_exact_setup(&top, state, &first));
        lento_top_exact_state(&first, 1600, half);
        is_ok(lento_top_exact_setup(&top, half, &second));
        lento_top_exact_state(&second, 1600, half);
        lento_top_exact_state(&first, 3200, end);
        at_most(lento_top_attitude_error(half, end), 1e-10);
        at_most(largest_difference(half + 4, end + 4, 3) / top.transverse, 1e-9);
    }
}

static void the_motion_satisfies_the_equations_of_motion(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7], ahead[7], behind[7], rate[7];
    const double h = 1e-4;
    startup(45, &top, state);
    is_ok(lento_top_exact_setup(&top, state, &exact));
    for (int n = 0; n < 100; n++) {
        double t = -3 + 0.37 * n;
        lento_top_exact_state(&exact, t, state);
        lento_top_exact_state(&exact, t + h, ahead);
        lento_top_exact_state(&exact, t - h, behind);
        lento_top_rate(&top, state, rate);
        for (int i = 0; i < 7; i++) {
            near((ahead[i] - behind[i]) / (2 * h), rate[i], 3e-7);
        }
    }
}

/* The azimuth, followed in small steps over one nutation. */
static void precession_counts_the_whole_turn_of_the_axis(void **unused) {
    (void)unused;
    uint64_t seed = 31;
    for (int n = 0; n < 40; n++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], a[3], turned = 0, last = 0;
        random_lagrange_top(&seed, &top, state);
        if (n % 4 == 0) {
            is_ok(lento_top_cuboid(&top, top.edges, NULL, 0));
        }
        is_ok(lento_top_exact_setup(&top, state, &exact));
        if (exact.highest > 0.999 || exact.lowest < -0.999) {
            continue;
        }
        for (int k = 0; k <= 2000; k++) {
            lento_top_exact_state(&exact, exact.period * k / 2000, state);
            lento_apex_point(&top, state, a);
            double azimuth = atan2(a[1], a[0]);
            turned += k == 0 ? 0 : remainder(azimuth - last, 2 * pi);
            last = azimuth;
        }
        near(exact.precession, turned, 1e-10);
    }
}

static void extremes_and_lowest_time_are_those_of_the_motion(void **unused) {
    (void)unused;
    uint64_t seed = 37;
    for (int n = 0; n < 40; n++) {
        lento_top top;
        lento_top_exact exact;
        double state[7], a[3], low = 2, high = -2;
        random_lagrange_top(&seed, &top, state);
        if (n % 4 == 0) {
            is_ok(lento_top_cuboid(&top, top.edges, NULL, 0));
        }
        is_ok(lento_top_exact_setup(&top, state, &exact));
        for (int k = 0; k <= 4000; k++) {
            lento_top_exact_state(&exact, exact.period * k / 4000, state);
            lento_apex_point(&top, state, a);
            low = fmin(low, a[2]);
            high = fmax(high, a[2]);
        }
        near(low, exact.lowest, 1e-5);
        near(high, exact.highest, 1e-5);
        assert_true(exact.lowest_time >= 0 && exact.lowest_time <= exact.period * (1 + 1e-15));
        lento_top_exact_state(&exact, exact.lowest_time, state);
        lento_apex_point(&top, state, a);
        near(a[2], exact.lowest, 1e-13);
    }
}

static void other_tops_are_refused(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7];
    is_ok(lento_top_kowalewski(&top, 0.8, 1));
    is_ok(lento_top_start(upright, startup_momentum, state));
    assert_non_null(lento_top_exact_setup(&top, state, &exact));
}

static void an_evaluation_takes_less_than_a_microsecond(void **unused) {
    (void)unused;
    lento_top top;
    lento_top_exact exact;
    double state[7], sum = 0, best = INFINITY;
    startup(45, &top, state);
    is_ok(lento_top_exact_setup(&top, state, &exact));
    for (int n = 0; n < 200; n++) {
        struct timespec a, b;
        timespec_get(&a, TIME_UTC);
        for (int k = 0; k < 100; k++) {
            lento_top_exact_state(&exact, 0.37 * k, state);
            sum += state[0];
        }
        timespec_get(&b, TIME_UTC);
        double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
        best = fmin(best, seconds / 100);
    }
    assert_true(isfinite(sum));
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    at_most(best, 1e-6);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_at_50_and_3200_are_those_of_the_card),
        cmocka_unit_test(nutation_and_precession_are_those_of_the_card),
        cmocka_unit_test(random_tops_agree_with_the_judge_at_20),
        cmocka_unit_test(random_tops_agree_with_the_judge_at_3200),
        cmocka_unit_test(random_tops_agree_with_the_methods_of_the_library),
        cmocka_unit_test(a_restart_at_1600_changes_nothing_at_3200),
        cmocka_unit_test(the_motion_satisfies_the_equations_of_motion),
        cmocka_unit_test(precession_counts_the_whole_turn_of_the_axis),
        cmocka_unit_test(extremes_and_lowest_time_are_those_of_the_motion),
        cmocka_unit_test(other_tops_are_refused),
        cmocka_unit_test(an_evaluation_takes_less_than_a_microsecond),
    };
    return cmocka_run_group_tests_name("exact motion of the Lagrange top", tests, NULL, NULL);
}
