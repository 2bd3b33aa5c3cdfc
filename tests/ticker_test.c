/* SPDX-License-Identifier: MIT
 * Phases by index: exact for any omega t that occurs, where omega * t in one product is not. */
#include "support.h"

#include "system/ticker.h"

enum { TABLE = 64 };

/* turns of frequency * t with 64-bit mantissas: good to 1e-11 below 1e8 turns */
static double long_turn(double frequency, double t) {
    const long double two_pi = 6.283185307179586476925286766559L;
    const long double turns = (long double)frequency * (long double)t / two_pi;
    return (double)(turns - floorl(turns));
}

static double apart(double a, double b) {
    const double d = fabs(a - b);
    return fmin(d, 1 - d);
}

static void start(lento_ticker *c, const lento_system *system, lento_phase table[], double t0,
                  double turn, double h, bool held) {
    memset(c, 0, sizeof *c);
    lento_phase_table(table, TABLE, lento_frequency(lento_fastest(system)), fabs(h));
    c->table = table;
    c->table_size = TABLE;
    lento_ticker_start(c, system, t0, &turn, h, held);
}

/* The plain product frequency * t / (2 pi) is off by up to 2e-9 turns here. */
static void phase_at_a_time_is_exact_up_to_a_hundred_million(void **state) {
    (void)state;
    double naive = 0;
    for (int i = 1; i <= 1000; i++) {
        const double t = i / 1000.0, omega = 1e8 + 7 * i;
        assert_near(apart(lento_turn_at(omega, 0, t), long_turn(omega, t)), 0, 2e-11);
        const double turns = omega * t / TWO_PI;
        naive = fmax(naive, apart(turns - floor(turns), long_turn(omega, t)));
    }
    assert_true(naive > 2e-10);
    assert_near(lento_turn_at(1e8, 3, 0), 3 / TWO_PI, 1e-15);
}

/* Turns per step kept as one double drift by 1e-6 turns over these steps. h is a power of two, so that the
 * time of a node is exact and its phase is known from it. */
static void phase_by_index_does_not_drift(void **state) {
    (void)state;
    const lento_system system = {
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e8, .forced = true}}}};
    const double h = 1.0 / 128;
    lento_phase table[TABLE];
    lento_ticker c;
    start(&c, &system, table, 0, 0.25, h, false);
    for (long k = 1; k <= 200000; k++) {
        lento_ticker_next(&c);
        if (k % 997 == 0) {
            const double turn = 0.25 + lento_turn_at(1e8, 0, (double)k * h);
            assert_near(apart(c.now[0].angle / TWO_PI, turn - floor(turn)), 0, 1e-12);
            assert_near(c.now[0].cos, cos(c.now[0].angle), 1e-14);
            assert_near(c.now[0].sin, sin(c.now[0].angle), 1e-14);
            assert_near(c.t, (double)k * h, 0);
        }
    }
    /* eighty thousand turns and a rational step: after 8 steps of 1/8 turn the phase is back, for ever */
    const lento_system slow = {
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = TWO_PI, .forced = true}}}};
    start(&c, &slow, table, 0, 0, 0.125, false);
    for (long k = 1; k <= 80000; k++) {
        lento_ticker_next(&c);
        assert_near(apart(c.now[0].angle / TWO_PI, (double)(k % 8) / 8), 0, 1e-12);
    }
}

static void steps_may_go_backwards(void **state) {
    (void)state;
    const lento_system system = {
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e6, .forced = true}}}};
    lento_phase table[TABLE];
    lento_ticker there, back;
    const double h = TWO_PI / 1e6 / 20;
    start(&there, &system, table, 2, 0.3, h, false);
    start(&back, &system, table, 2, 0.3, -h, false);
    for (int k = 1; k <= 200; k++) {
        lento_ticker_next(&there);
        lento_ticker_next(&back);
        const double a = there.now[0].angle / TWO_PI - 0.3, b = 0.3 - back.now[0].angle / TWO_PI;
        assert_near(apart(a - floor(a), b - floor(b)), 0, 1e-13);
        assert_near(there.t + back.t, 4, 1e-15);
        assert_between(back.now[0].angle, 0, TWO_PI * (1 - 1e-16));
    }
}

static void held_ticker_moves_only_the_fastest_phase(void **state) {
    (void)state;
    const lento_system system = {.fast =
                                     &(lento_fast){.count = 2,
                                                   .scale = {{.frequency = 10, .forced = true},
                                                             {.frequency = 1000, .forced = true}}}};
    lento_phase table[TABLE];
    const double turn[2] = {0.1, 0}, h = TWO_PI / 1000 / 16;
    lento_ticker c = {.table = table, .table_size = TABLE};
    lento_phase_table(table, TABLE, 1000, h);
    lento_ticker_start(&c, &system, 5, turn, h, true);
    for (int k = 1; k <= 100; k++) {
        lento_ticker_next(&c);
        assert_near(c.t, 5, 0);
        assert_near(c.now[0].angle, 0.1 * TWO_PI, 1e-15);
        assert_near(apart(c.now[1].angle / TWO_PI, k % 16 / 16.0), 0, 1e-13);
    }
    lento_ticker_start(&c, &system, 5, turn, h, false);
    for (int k = 1; k <= 100; k++) {
        lento_ticker_next(&c);
        assert_near(c.t, 5 + k * h, 1e-14);
        assert_near(c.now[0].angle, 0.1 * TWO_PI + 10 * k * h, 1e-13);
    }
}

static void sub_steps_see_the_phase_inside_the_step(void **state) {
    (void)state;
    const lento_system system = {
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 3, .forced = true}}}};
    lento_phase table[TABLE], phase[LENTO_MAX_SCALES];
    lento_ticker c;
    start(&c, &system, table, 1, 0.2, 0.5, false);
    lento_ticker_next(&c);
    double t;
    lento_ticker_at(&c, 0.25, &t, phase);
    assert_near(t, 1.625, 1e-15);
    assert_near(phase[0].angle, 0.2 * TWO_PI + 3 * 0.625, 1e-14);
    lento_ticker_sub(&c, 1.5, -0.5); /* a composition may leave the step on either side */
    assert_near(c.t, 2.25, 1e-15);
    assert_near(c.now[0].angle, 0.2 * TWO_PI + 3 * 1.25, 1e-14);
    lento_ticker_at(&c, 1, &t, phase);
    assert_near(t, 2, 1e-15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phase_at_a_time_is_exact_up_to_a_hundred_million),
        cmocka_unit_test(phase_by_index_does_not_drift),
        cmocka_unit_test(steps_may_go_backwards),
        cmocka_unit_test(held_ticker_moves_only_the_fastest_phase),
        cmocka_unit_test(sub_steps_see_the_phase_inside_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
