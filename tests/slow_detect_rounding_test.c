/* SPDX-License-Identifier: MIT
 *
 * No decision of the detector sits on rounding: with every value of f changed by up to one unit in
 * the last place, as another processor or another libm would give it, ranks, sets, verdicts and
 * printed polynomials stay the same. Fails when the published procedure takes the vectors of equal
 * singular values as they come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "slow_views.h"

typedef struct noisy {
    slow_view view;
    uint64_t state; /* 0: exact */
} noisy;

static int noisy_field(double eps, const double x[], double f[], void *params) {
    noisy *n = params;
    const int failed = slow_view_field(eps, x, f, &n->view);
    for (int j = 0; n->state && j < n->view.system->d; j++) {
        const double draw = slow_uniform(&n->state);
        f[j] = draw < 1 / 3.0   ? nextafter(f[j], INFINITY)
               : draw < 2 / 3.0 ? nextafter(f[j], -INFINITY)
                                : f[j];
    }
    return failed;
}

typedef lento_status procedure(lento_scaled_field *f, void *params, int variables,
                               const lento_detect_options *options, lento_detection *out);

static lento_detection find(procedure *detection, noisy *n, uint64_t state,
                            lento_detect_options options) {
    lento_detection found;
    double centre[MOST] = {0}, x[MOST] = {0};
    memcpy(x, n->view.system->centre, sizeof n->view.system->centre);
    slow_apply(n->view.system->d, n->view.A, x, centre);
    options.centre = centre;
    n->state = state;
    assert_int_equal(detection(noisy_field, n, n->view.system->d, &options, &found), LENTO_DONE);
    return found;
}

/* values at a point, relative to the size of the gradient */
static double difference(const lento_polynomial *p, const lento_polynomial *q) {
    double x[MOST], values[2], gradients[2 * MOST], size = 0;
    uint64_t state = 5;
    const lento_polynomial both[2] = {*p, *q};
    void *room = malloc(lento_polynomial_set_bytes(both, 2));
    const lento_polynomial_set set = lento_polynomial_set_place(room, both, 2);
    for (int j = 0; j < p->variables; j++) {
        x[j] = slow_gaussian(&state);
    }
    lento_polynomial_set_evaluate(&set, x, values, gradients);
    free(room);
    for (int j = 0; j < p->variables; j++) {
        size += gradients[j] * gradients[j];
    }
    return fabs(values[0] - values[1]) / sqrt(size);
}

static void assert_same(const lento_detection *a, const lento_detection *b, const char *name,
                        const char *const names[], bool text) {
    if (a->rank != b->rank || a->count != b->count) {
        print_message("%s: rank %d and %d, %d and %d variables\n", name, a->rank, b->rank, a->count,
                      b->count);
    }
    assert_int_equal(a->rank, b->rank);
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->degree, b->degree);
    assert_int_equal(a->middle_scale, b->middle_scale);
    assert_true(fabs(a->fast_rate - b->fast_rate) <= 1e-6 * a->fast_rate);
    for (int i = 0; i < a->count; i++) {
        const lento_slow_variable *v = &a->variable[i], *w = &b->variable[i];
        assert_int_equal(v->degree, w->degree);
        assert_int_equal(v->independent, w->independent);
        assert_int_equal(v->slow, w->slow);
        assert_true(difference(&v->polynomial, &w->polynomial) < 1e-4);
        if (text) {
            char first[2000], second[2000];
            lento_polynomial_print(&v->polynomial, names, first, sizeof first);
            lento_polynomial_print(&w->polynomial, names, second, sizeof second);
            assert_string_equal(first, second);
            assert_true(fabs(v->rate - w->rate) <= 1e-6 * v->rate); /* printed with 3 digits */
        }
    }
}

static void same_set_and_text_whatever_the_last_bit(void **unused) {
    (void)unused;
    noisy *n = malloc(sizeof *n);
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        slow_view_make(&n->view, &slow_systems[i], 0);
        const lento_detect_options options = {.eps = 1e-3, .degree = slow_systems[i].degree};
        lento_detection exact = find(lento_detect, n, 0, options);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            lento_detection found = find(lento_detect, n, seed, options);
            assert_same(&exact, &found, slow_systems[i].name, slow_systems[i].names, true);
            lento_detection_free(&found);
        }
        lento_detection_free(&exact);
    }
    free(n);
}

/* In skew coordinates the last printed digit may differ. */
static void same_set_in_random_coordinates(void **unused) {
    (void)unused;
    noisy *n = malloc(sizeof *n);
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (uint64_t seed = 1; seed <= 2; seed++) {
            slow_view_make(&n->view, &slow_systems[i], seed);
            const lento_detect_options options = {.eps = 1e-3, .degree = slow_systems[i].degree};
            lento_detection exact = find(lento_detect, n, 0, options);
            lento_detection found = find(lento_detect, n, seed, options);
            assert_same(&exact, &found, slow_systems[i].name, NULL, false);
            lento_detection_free(&exact);
            lento_detection_free(&found);
        }
    }
    free(n);
}

/* Exact resonances, near ones on both sides of the detector's limits, and frequencies whose ratio
 * is a limit itself (1.1e-3: fails when an eigenvalue of df/dx and its conjugate are compared with
 * it each with its own rounding). */
static void same_verdict_near_a_resonance(void **unused) {
    (void)unused;
    static const double frequency[][2] = {
        {1, 1},       {2, 1},        {3, 1},        {2.1, 1},   {2.01, 1},      {2.001, 1},
        {2.00001, 1}, {2 + 1e-7, 1}, {2 + 1e-9, 1}, {0.999, 1}, {1, 0.999},     {10, 1},
        {1000, 1},    {1, 1e-3},     {1, 1.1e-3},   {0.1, 0.1}, {1.0000001, 1}, {1.000001, 1}};
    noisy *n = malloc(sizeof *n);
    for (size_t k = 0; k < sizeof frequency / sizeof *frequency; k++) {
        slow_system system = slow_systems[2];
        memcpy(system.p, frequency[k], sizeof system.p);
        slow_view_make(&n->view, &system, 0);
        const lento_detect_options options = {.eps = 1e-4, .degree = 4, .seed = k};
        lento_detection exact = find(lento_detect, n, 0, options);
        for (uint64_t seed = 1; seed <= 2; seed++) {
            lento_detection found = find(lento_detect, n, seed, options);
            assert_same(&exact, &found, "resonance", system.names, true);
            lento_detection_free(&found);
        }
        lento_detection_free(&exact);
    }
    free(n);
}

static void published_procedure_gives_the_same_ranks(void **unused) {
    (void)unused;
    static const int systems[] = {0, 1, 2, 5, 6};
    static const double eps[] = {1e-2, 1e-3, 1e-6};
    noisy *n = malloc(sizeof *n);
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 3; k++) {
            const slow_system *s = &slow_systems[systems[i]];
            slow_view_make(&n->view, s, 0);
            const lento_detect_options options = {.eps = eps[k], .degree = 3};
            lento_detection exact = find(lento_detect_literal, n, 0, options);
            for (uint64_t seed = 1; seed <= 4; seed++) {
                lento_detection found = find(lento_detect_literal, n, seed, options);
                assert_same(&exact, &found, s->name, NULL, false);
                lento_detection_free(&found);
            }
            lento_detection_free(&exact);
        }
    }
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_set_and_text_whatever_the_last_bit),
        cmocka_unit_test(same_set_in_random_coordinates),
        cmocka_unit_test(same_verdict_near_a_resonance),
        cmocka_unit_test(published_procedure_gives_the_same_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
