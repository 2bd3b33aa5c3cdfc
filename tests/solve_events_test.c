/* SPDX-License-Identifier: MIT
 * Events of hands-off runs against closed forms: 1,000 seeded ones of slow values and of the fast motion, none missed,
 * none too many; plain runs, where every zero counts. */
#include "lento/solve.h"
#include "support.h"

enum { ROOM = 4000, SLOW = 60, FAST = 24 };

static unsigned seed = 18;
static double draw(void) {
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

/* x = A cos wt, y = A sin wt with A = exp(k sin Wt); u = sin Wt, v = cos Wt */
typedef struct motion {
    double w, W, k;
} motion;

static int moves(double t, const double x[], double rate[], void *params) {
    (void)t;
    const motion *m = params;
    const double grow = m->k * m->W * x[3];
    rate[0] = -m->w * x[1] + grow * x[0];
    rate[1] = m->w * x[0] + grow * x[1];
    rate[2] = m->W * x[3];
    rate[3] = -m->W * x[2];
    return 0;
}

static double position(const motion *m, double t) {
    return exp(m->k * sin(m->W * t)) * cos(m->w * t);
}

typedef struct level {
    int kind; /* 0: u, 1: x^2 + y^2, 2: x */
    double at;
} level;

static double value(double t, const lento_phase phase[], const double x[], void *user) {
    (void)t, (void)phase;
    const level *l = user;
    return (l->kind == 0 ? x[2] : l->kind == 1 ? x[0] * x[0] + x[1] * x[1] : x[0]) - l->at;
}

/* ---- truth ---- */

typedef struct event {
    double t;
    int direction;
} event;

/* sin Wt = c: all times up to the end */
static int sine_times(double W, double c, double until, event out[]) {
    const double a = asin(c), pi = 3.141592653589793;
    int n = 0;
    for (int turn = -1; turn < 100; turn++) {
        for (int half = 0; half < 2; half++) {
            const double t = ((half ? pi - a : a) + 2 * pi * turn) / W;
            if (t > 0 && t < until) {
                out[n++] = (event){t, half ? -1 : 1};
            }
        }
    }
    return n;
}

/* zero of x - gap between two times */
static double bisect(const motion *m, double gap, double a, double b) {
    const bool below = position(m, a) < gap;
    for (int i = 0; i < 200; i++) {
        const double c = 0.5 * (a + b);
        if ((position(m, c) < gap) == below) {
            a = c;
        } else {
            b = c;
        }
    }
    return b;
}

/* First time of x > gap after the amplitude has passed it rising, last time before it falls: around its peaks, at W t =
 * pi/2 + 2 pi n, each as an interval of periods in which x exceeds the gap. */
static int fast_times(const motion *m, double gap, double until, event out[]) {
    event slow[400];
    const int count = sine_times(m->W, log(gap) / m->k, until, slow);
    const double period = 6.283185307179586 / m->w;
    int n = 0;
    for (int i = 0; i < count; i++) {
        const int direction = slow[i].direction;
        double peak = NAN;
        for (int q = -3; q <= 3 && isnan(peak); q++) { /* the first peak above, or the last one */
            const double near = period * (rint(slow[i].t / period) + direction * q);
            double best = near;
            for (int s = -50; s <= 50; s++) {
                const double t = near + s * period * 1e-4;
                best = position(m, t) > position(m, best) ? t : best;
            }
            peak = position(m, best) > gap ? best : NAN;
        }
        if (isfinite(peak) && peak - direction * 0.4 * period > 0 &&
            peak - direction * 0.4 * period < until) {
            out[n++] = (event){bisect(m, gap, peak, peak - direction * 0.4 * period), direction};
        }
    }
    return n;
}

static double worst_slow, worst_fast;
static int total;

static void compare(const motion *m, const level *l, int index, double until,
                    const lento_met found[], int number) {
    event truth[500];
    const int n = l->kind == 0   ? sine_times(m->W, l->at, until, truth)
                  : l->kind == 1 ? sine_times(m->W, log(l->at) / (2 * m->k), until, truth)
                                 : fast_times(m, l->at, until, truth);
    const double period = 6.283185307179586 / m->w;
    int seen = 0;
    for (int i = 0; i < number; i++) {
        if (found[i].trigger != index) {
            continue;
        }
        if (seen >= n || found[i].direction != truth[seen].direction) {
            fail_msg("kind %d at %.9f: event %d at %.9f is not expected (%d of %d)", l->kind, l->at,
                     i, found[i].t, seen, n);
        }
        const double apart = fabs(found[i].t - truth[seen++].t);
        if (l->kind == 2) {
            worst_fast = fmax(worst_fast, apart / period);
        } else {
            worst_slow = fmax(worst_slow, apart);
        }
        if (apart > (l->kind == 2 ? 1e-3 * period : 1e-6)) {
            fail_msg("kind %d at %.9f: %.3e apart at %.9f (period %.3e)", l->kind, l->at, apart,
                     found[i].t, period);
        }
    }
    if (seen != n) {
        fail_msg("kind %d at %.9f: %d of %d events found", l->kind, l->at, seen, n);
    }
    total += n;
}

static void events_of(double w, lento_outcome outcome) {
    motion m = {w, 2 + draw(), 0.3 + 0.2 * draw()};
    const double until = 5, start[] = {1, 0, 0, 1};
    const lento_system s = {.order = 1, .size = 4, .field = moves, .params = &m};
    const lento_solve_options asked = {.until = until, .tolerance = 5e-8, .dense = true};
    static lento_met found[ROOM];
    level levels[SLOW + FAST];
    lento_trigger triggers[SLOW + FAST];
    double mixed[SLOW + FAST];
    lento_answer a;
    int number;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, outcome);
    const int count = SLOW + (outcome == LENTO_AVERAGED ? FAST : 0);
    for (int i = 0; i < count; i++) {
        const double c = -0.97 + 1.94 * draw();
        levels[i] = i >= SLOW ? (level){2, exp(m.k * fabs(c) * (c < 0 ? -1 : 1))}
                    : i % 2   ? (level){1, exp(2 * m.k * c)}
                              : (level){0, c};
        triggers[i] = (lento_trigger){.value = value, .user = &levels[i]};
    }
    const int64_t before = a.calls;
    assert_int_equal(lento_answer_events(&a, triggers, count, found, ROOM, &number, mixed),
                     LENTO_DONE);
    assert_true(number <= ROOM);
    for (int i = 0; i < count; i++) {
        compare(&m, &levels[i], i, until, found, number);
        assert_true(outcome == LENTO_DIRECT || (levels[i].kind == 2) == (mixed[i] > 0.02));
    }
    for (int i = 1; i < number; i++) {
        assert_true(found[i].t >= found[i - 1].t);
    }
    print_message("w = %g: %d events, run %lld calls, events %lld\n", w, number, (long long)before,
                  (long long)(a.calls - before));
    /* one direction only */
    int rising = 0;
    for (int i = 0; i < number; i++) {
        rising += found[i].trigger < 10 && found[i].direction > 0;
    }
    for (int i = 0; i < 10; i++) {
        triggers[i].direction = 1;
    }
    assert_int_equal(lento_answer_events(&a, triggers, 10, found, ROOM, &number, NULL), LENTO_DONE);
    assert_int_equal(number, rising);
    lento_answer_free(&a);
}

static void a_thousand_events(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        events_of(3e5 * (1 + draw()), LENTO_AVERAGED);
    }
    events_of(60, LENTO_DIRECT);
    print_message("%d events, slow %.1e, fast %.1e of a period\n", total, worst_slow, worst_fast);
    assert_true(total >= 1000);
}

/* every zero of a plain run counts */
static void plain_runs(void **state) {
    (void)state;
    motion m = {50, 1, 0};
    const lento_system s = {.order = 1, .size = 4, .field = moves, .params = &m};
    const lento_solve_options asked = {.until = 10, .tolerance = 1e-8, .dense = true};
    const double start[] = {1, 0, 0, 1};
    level at = {2, 0.999};
    const lento_trigger trigger = {.value = value, .user = &at};
    lento_met found[ROOM];
    lento_answer a;
    int number;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_DIRECT);
    assert_int_equal(lento_answer_events(&a, &trigger, 1, found, ROOM, &number, NULL), LENTO_DONE);
    assert_int_equal(number, 1 + 2 * 79);
    for (int i = 0; i < number; i++) {
        const double turn = (i + 1) / 2 * 6.283185307179586, off = acos(0.999) * (i % 2 ? -1 : 1);
        assert_true(fabs(found[i].t - (turn + off) / 50) < 1e-6);
    }
    assert_int_equal(lento_answer_events(&a, &trigger, 1, found, 3, &number, NULL), LENTO_DONE);
    assert_int_equal(number, 1 + 2 * 79);
    lento_answer_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_events),
        cmocka_unit_test(plain_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
