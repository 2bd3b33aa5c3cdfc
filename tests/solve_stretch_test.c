/* SPDX-License-Identifier: MIT
 * The fast motion back: a resonator of Q = 1e5 over 8 s against its closed form (envelope, frequency, a stretch), a
 * stretch whose phase is not known, means to states and back. */
#include "lento/study.h"
#include "support.h"

static const double PI2 = 6.283185307179586;

typedef struct resonator {
    double w, q;
} resonator;

static int rings(double t, const double x[], double rate[], void *params) {
    (void)t;
    const resonator *r = params;
    rate[0] = r->w * x[1];
    rate[1] = -r->w * x[0] - r->w / r->q * x[1];
    return 0;
}

/* x(0) = 1, y(0) = 0 */
static double exact(const resonator *r, double t) {
    const double g = r->w / (2 * r->q), W = sqrt(r->w * r->w - g * g);
    return exp(-g * t) * (cos(W * t) + g / W * sin(W * t));
}

/* largest value over [t - T, t]: extremes of x lie at W t = k pi */
static double largest(const resonator *r, double t) {
    const double g = r->w / (2 * r->q), W = sqrt(r->w * r->w - g * g);
    const double k = ceil((t - PI2 / W) * W / PI2);
    return fmax(exact(r, k * PI2 / W), fmax(exact(r, t), exact(r, t - PI2 / W)));
}

static void envelope_of_a_resonator(void **state) {
    (void)state;
    resonator r = {PI2 * 20e3, 1e5};
    const lento_system s = {.order = 1, .size = 2, .field = rings, .params = &r};
    const lento_solve_options asked = {.until = 8, .tolerance = 1e-8, .dense = true};
    const double start[] = {1, 0};
    double frequency[2], worst = 0;
    lento_answer a, fast;
    assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_AVERAGED);
    for (int j = 0; j < a.samples; j++) {
        worst = fmax(worst, fabs(a.values[j * a.columns + 4] - largest(&r, a.times[j])));
    }
    print_message("resonator: envelope %.1e, bar %.1e, %lld calls\n", worst, a.bar,
                  (long long)a.calls);
    assert_true(worst <= 1e-8 && worst <= a.bar);
    assert_int_equal(lento_answer_frequency(&a, 5, frequency), LENTO_DONE);
    assert_true(fabs(frequency[0] - 20e3) < 1 && fabs(frequency[1] - 20e3) < 1);

    assert_int_equal(lento_answer_stretch(&fast, &a, 4, 4.0002, 129), LENTO_DONE);
    assert_int_equal(fast.outcome, LENTO_AVERAGED);
    assert_true(fast.pointwise && fast.samples == 129 && fast.columns == 2);
    worst = 0;
    for (int j = 0; j < fast.samples; j++) {
        const double e = fabs(fast.values[2 * j] - exact(&r, fast.times[j]));
        worst = fmax(worst, e / fast.magnitude[0]);
        assert_true(e <= fast.bars[j] * fast.magnitude[0] + 1e-9);
    }
    print_message("stretch: %.1e, phase error %.1e rad\n", worst, lento_answer_phase_error(&a, 4));
    assert_true(worst < 1e-3);
    lento_answer_free(&fast);
    assert_int_equal(lento_answer_stretch(&fast, &a, 4, 9, 10), LENTO_BAD_OPTION);
    lento_answer_free(&fast);
    lento_answer_free(&a);
}

/* a frequency that depends on the amplitude, which a loose tolerance does not know well enough */
static int soft(double t, const double x[], double rate[], void *params) {
    (void)t;
    const double w = *(const double *)params, r = x[0] * x[0] + x[1] * x[1];
    rate[0] = -w * (1 + r) * x[1] - 0.5 * x[0];
    rate[1] = w * (1 + r) * x[0] - 0.5 * x[1];
    return 0;
}

static void radius(double t, const lento_phase phase[], const double x[], double columns[],
                   void *user) {
    (void)t, (void)phase, (void)user;
    columns[0] = hypot(x[0], x[1]);
}

static void lost_phases_are_refused(void **state) {
    (void)state;
    double w = 1e6;
    const lento_system s = {.order = 1, .size = 2, .field = soft, .params = &w};
    const double start[] = {1, 0};
    for (int i = 0; i < 2; i++) {
        const lento_solve_options asked = {.until = 3,
                                           .tolerance = i ? 1e-8 : 1e-3,
                                           .column = radius,
                                           .columns = 1,
                                           .dense = true};
        lento_answer a, fast;
        w = i ? 2e4 : 1e6;
        assert_int_equal(lento_solve(&a, &s, start, &asked), LENTO_DONE);
        assert_int_equal(a.outcome, LENTO_AVERAGED);
        assert_int_equal(lento_answer_stretch(&fast, &a, 2.5, 2.50001, 50), LENTO_DONE);
        const double phase = lento_answer_phase_error(&a, 2.5);
        print_message("tolerance %g: phase error %.1e rad\n", asked.tolerance, phase);
        assert_int_equal(fast.outcome, phase > 0.1 ? LENTO_REFUSED : LENTO_AVERAGED);
        assert_true(i || phase > 0.1);
        /* r = exp(-t/2): the angle in closed form */
        const double angle = w * (2.5 + 1 - exp(-2.5)), size = exp(-1.25);
        if (fast.outcome != LENTO_REFUSED) {
            const double off = fabs(fast.values[0] - size * cos(angle)) / size;
            assert_true(off <= 2 * phase + 1e-6);
        } else {
            assert_non_null(strstr(fast.sentence, "phase"));
            assert_int_equal(fast.samples, 0);
        }
        lento_answer_free(&fast);
        lento_answer_free(&a);
    }
}

static void means_and_back(void **state) {
    (void)state;
    static const char *const names[] = {"kapitza", "vibrated"};
    for (int i = 0; i < 2; i++) {
        lento_model *model = model_of(names[i], "omega=1e4");
        const lento_system *s = lento_model_system(model);
        const int n = s->order * s->size;
        for (double t = 0; t < 0.01; t += 1.7e-3) {
            double x[8], mean[8], back[8], again[8];
            memcpy(x, lento_model_state(model), (size_t)n * sizeof *x);
            assert_int_equal(lento_state_to_mean(s, t, x, mean), LENTO_DONE);
            assert_int_equal(lento_mean_to_state(s, t, mean, back), LENTO_DONE);
            assert_int_equal(lento_state_to_mean(s, t, back, again), LENTO_DONE);
            double apart = 0;
            for (int q = 0; q < n; q++) {
                apart = fmax(apart, fabs(mean[q] - x[q]));
                /* a velocity has the size that the forcing gives it */
                const double size = q < s->size ? 1 : 10;
                assert_true(fabs(back[q] - x[q]) <= 1e-12 * size);
                assert_true(fabs(again[q] - mean[q]) <= 1e-12 * size);
            }
            assert_true(apart > 1e-6); /* they are not the same thing */
        }
        lento_model_destroy(model);
    }
    resonator r = {1, 1};
    const lento_system free = {.order = 1, .size = 2, .field = rings, .params = &r};
    double x[2] = {1, 0};
    assert_int_equal(lento_state_to_mean(&free, 0, x, x), LENTO_BAD_SYSTEM);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(envelope_of_a_resonator),
        cmocka_unit_test(lost_phases_are_refused),
        cmocka_unit_test(means_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
