/* SPDX-License-Identifier: MIT
 *
 * Detection of slow variables (ariel section 3.2): the sets of all systems for several seeds, in natural coordinates
 * and after x -> A x with Gaussian A, and how they are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "cases.h"
#include "polynomials.h"
#include "slow_views.h"

/* polynomial of a text in the natural coordinates of a system */
static lento_polynomial_set parsed(const slow_system *s, const char *text, char memory[4096]) {
    double room[512];
    lento_polynomial p =
        lento_polynomial_place(room, s->d, (int)(sizeof room / (8 + (size_t)s->d)));
    assert_int_equal(polynomial_read(&p, text, s->names, NULL), LENTO_DONE);
    assert_true(lento_polynomial_set_bytes(&p, 1) <= 4096);
    return lento_polynomial_set_place(memory, &p, 1);
}

/* distance of the gradient of `text` from the span of the gradients of what was found,
 * relative, at a random point near the centre */
static double distance(const slow_view *view, const lento_detection *found, const char *text,
                       uint64_t seed) {
    const slow_system *s = view->system;
    const int d = s->d;
    double x[MOST], y[MOST], q[MOST * MOST], g[MOST], row[MOST];
    char memory[4096];
    const lento_polynomial_set target = parsed(s, text, memory);
    for (int j = 0; j < d; j++) {
        x[j] = (j < 6 ? s->centre[j] : 0) + slow_gaussian(&seed);
    }
    slow_apply(d, view->A, x, y);
    int rank = 0;
    double before = 0, after = 0;
    for (int i = 0; i <= found->count; i++) {
        if (i < found->count) {
            /* rows in natural coordinates: grad_x = A^T grad_y */
            const lento_polynomial *p = &found->variable[i].polynomial;
            void *room = malloc(lento_polynomial_set_bytes(p, 1));
            const lento_polynomial_set set = lento_polynomial_set_place(room, p, 1);
            lento_polynomial_set_evaluate(&set, y, NULL, row);
            free(room);
            for (int j = 0; j < d; j++) {
                g[j] = 0;
                for (int k = 0; k < d; k++) {
                    g[j] += view->A[k * d + j] * row[k];
                }
            }
        } else {
            lento_polynomial_set_evaluate(&target, x, NULL, g);
        }
        before = after = 0;
        for (int j = 0; j < d; j++) {
            before += g[j] * g[j];
        }
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int j = 0; j < d; j++) {
                    dot += q[k * d + j] * g[j];
                }
                for (int j = 0; j < d; j++) {
                    g[j] -= dot * q[k * d + j];
                }
            }
        }
        for (int j = 0; j < d; j++) {
            after += g[j] * g[j];
        }
        if (i < found->count && found->variable[i].independent) {
            for (int j = 0; j < d; j++) {
                q[rank * d + j] = g[j] / sqrt(after);
            }
            rank++;
        }
    }
    return sqrt(after / before);
}

/* rank, number, rates, and every expected variable a function of the found ones. In 1 of 1000
 * Gaussian matrices the condition is so bad that polynomials of degree 5 in y lose their
 * digits: `tolerance`. */
static void check(const slow_view *view, const lento_detection *found, double tolerance) {
    const slow_system *s = view->system;
    if (found->rank != s->rank || found->count != s->count) {
        print_message("%s: rank %d, %d variables\n", s->name, found->rank, found->count);
    }
    assert_int_equal(found->status, LENTO_DONE);
    assert_int_equal(found->rank, s->rank);
    assert_int_equal(found->count, s->count);
    assert_int_equal(found->verdict,
                     s->rank == s->d - 1 ? LENTO_VERDICT_COMPLETE : LENTO_VERDICT_DEGREE);
    assert_false(found->middle_scale);
    for (int i = 0; s->expected[i] && i < 16; i++) {
        const double off = distance(view, found, s->expected[i], 17 + (uint64_t)i);
        if (!(off < tolerance)) {
            print_message("%s: %s is missed by %g\n", s->name, s->expected[i], off);
        }
        assert_true(off < tolerance);
    }
}

/* the largest rate of what was found */
static double fastest(const lento_detection *found) {
    double rate = 0;
    for (int i = 0; i < found->count; i++) {
        rate = fmax(rate, found->variable[i].rate);
    }
    return rate;
}

/* With eps f at eps = 1e-7 in place of the fast part F1 variables are missed by 5e-9. */
static void finds_every_set_in_natural_coordinates_for_any_seed(void **unused) {
    (void)unused;
    const unsigned seeds = random_cases(5);
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (uint64_t seed = 0; seed < seeds; seed++) {
            slow_view view;
            slow_view_make(&view, &slow_systems[i], 0);
            lento_detection found =
                slow_detect(&view, (lento_detect_options){.eps = 1e-2, .seed = seed});
            check(&view, &found, 1e-9);
            lento_detection_free(&found);
        }
    }
}

/* Fails without the metric (T = 1) and when small coefficients are dropped without a look at
 * the rate. */
static void finds_every_set_in_random_linear_coordinates(void **unused) {
    (void)unused;
    const unsigned seeds = random_cases(12);
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            slow_view view;
            slow_view_make(&view, &slow_systems[i], seed);
            lento_detection found =
                slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = seed});
            check(&view, &found, 1e-4);
            assert_true(fastest(&found) < 0.3 / 1e-3);
            lento_detection_free(&found);
        }
    }
}

static void finds_the_same_for_every_radius(void **unused) {
    (void)unused;
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (double radius = 0.5; radius < 3; radius *= 2) {
            slow_view view;
            slow_view_make(&view, &slow_systems[i], 0);
            lento_detection found = slow_detect(
                &view, (lento_detect_options){.eps = 1e-2, .radius = radius, .seed = 3});
            check(&view, &found, 1e-9);
            lento_detection_free(&found);
        }
    }
}

/* Rates of slow variables do not depend on eps: at 1e-8 a coefficient off by 1e-7 would show. */
static void rates_stay_bounded_as_eps_goes_to_zero(void **unused) {
    (void)unused;
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        slow_view view;
        slow_view_make(&view, &slow_systems[i], 0);
        double rate[4];
        for (int k = 0; k < 4; k++) {
            const double eps[4] = {1e-2, 1e-4, 1e-6, 1e-8};
            lento_detection found = slow_detect(&view, (lento_detect_options){.eps = eps[k]});
            check(&view, &found, 1e-9);
            rate[k] = fastest(&found);
            assert_true(found.fast_rate > 0.05 * slow_systems[i].rank / slow_systems[i].d / eps[k]);
            lento_detection_free(&found);
        }
        for (int k = 1; k < 4; k++) {
            assert_true(fabs(rate[k] - rate[0]) < 0.05 * rate[0]);
        }
    }
}

static void writes_polynomials_as_a_person_would(void **unused) {
    (void)unused;
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        const slow_system *s = &slow_systems[i];
        if (s->f == kapitza || s->f == rigid_body || s->f == stellar || s->f == three_oscillators ||
            s->f == unscaled_oscillators || s->f == modulated_oscillators || s->f == fpu) {
            continue; /* not every variable is listed, or not in this form */
        }
        for (uint64_t seed = 0; seed < 3; seed++) {
            slow_view view;
            slow_view_make(&view, s, 0);
            lento_detection found =
                slow_detect(&view, (lento_detect_options){.eps = 1e-2, .seed = seed});
            for (int k = 0; k < found.count; k++) {
                char text[200];
                lento_polynomial_print(&found.variable[k].polynomial, s->names, text, sizeof text);
                assert_string_equal(text, s->expected[k]);
            }
            lento_detection_free(&found);
        }
    }
}

static void writes_the_stellar_set_with_its_companion(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[2], 0);
    lento_detection found = slow_detect(&view, (lento_detect_options){.eps = 1e-2, .seed = 5});
    assert_int_equal(found.count, 4);
    for (int k = 0; k < found.count; k++) {
        char text[200];
        lento_polynomial_print(&found.variable[k].polynomial, view.system->names, text,
                               sizeof text);
        assert_string_equal(text, view.system->expected[k]);
        assert_int_equal(found.variable[k].independent, k < 3);
        assert_int_equal(found.variable[k].degree, k < 2 ? 2 : 3);
        assert_true(found.variable[k].slow);
    }
    assert_true(fabs(found.lowest * 1e-2 - 1) < 1e-6 && fabs(found.highest * 1e-2 - 2) < 1e-6);
    lento_detection_free(&found);
}

/* z + x1 y1/(2 pi l), also where dropping a small coefficient would be wrong (l = 300). */
static void kapitza_coefficient_is_right_to_1e_9(void **unused) {
    (void)unused;
    const double length[] = {0.05, 2, 300};
    for (int i = 0; i < 3; i++) {
        for (uint64_t seed = 0; seed < 4; seed++) {
            slow_system s = slow_systems[5];
            slow_view view;
            s.p[0] = length[i];
            slow_view_make(&view, &s, 0);
            lento_detection found =
                slow_detect(&view, (lento_detect_options){.eps = 1e-2, .seed = seed});
            assert_int_equal(found.count, 4);
            const lento_polynomial *p = &found.variable[2].polynomial;
            assert_int_equal(p->terms, 2);
            assert_true(p->coefficient[0] == 1);
            const double expected = 1 / (6.283185307179586 * length[i]);
            assert_true(fabs(p->coefficient[1] / expected - 1) < 1e-9);
            lento_detection_free(&found);
        }
    }
}

static void resonance_3_to_2_appears_at_degree_5(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[4], 0);
    lento_detection found = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .degree = 4});
    assert_int_equal(found.rank, 2);
    assert_int_equal(found.verdict, LENTO_VERDICT_DEGREE);
    lento_detection_free(&found);
    found = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .degree = 5});
    assert_int_equal(found.rank, 3);
    assert_int_equal(found.variable[2].degree, 5);
    lento_detection_free(&found);
}

static void coupling_of_the_top_is_not_slow(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[7], 0);
    for (uint64_t seed = 0; seed < 4; seed++) {
        lento_detection found =
            slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = seed});
        check(&view, &found, 1e-9);
        assert_true(distance(&view, &found, "P1*G1 + P2*G2", 5) > 0.1);
        lento_detection_free(&found);
    }
}

/* In coordinates turned by Givens rotations in all planes, as an orthogonal user would have
 * them. */
static void rotated_kapitza_keeps_its_four(void **unused) {
    (void)unused;
    slow_view view;
    const int d = 5;
    slow_view_make(&view, &slow_systems[5], 0);
    for (int a = 0; a < d; a++) {
        for (int b = a + 1; b < d; b++) {
            const double c = cos(0.3 + a + 2 * b), s = sin(0.3 + a + 2 * b);
            for (int j = 0; j < d; j++) {
                const double p = view.A[a * d + j], q = view.A[b * d + j];
                view.A[a * d + j] = c * p - s * q;
                view.A[b * d + j] = s * p + c * q;
            }
        }
    }
    for (int i = 0; i < d * d; i++) {
        view.inverse[i] = view.A[i % d * d + i / d];
    }
    lento_detection found = slow_detect(&view, (lento_detect_options){.eps = 1e-2});
    check(&view, &found, 1e-9);
    lento_detection_free(&found);
}

static void quartic_oscillator_has_its_energy(void **unused) {
    (void)unused;
    lento_detection found;
    lento_detect(quartic_oscillator, NULL, 3, &(lento_detect_options){.eps = 1e-2}, &found);
    assert_int_equal(found.rank, 2);
    char text[100];
    lento_polynomial_print(&found.variable[1].polynomial, NULL, text, sizeof text);
    assert_string_equal(text, "x2^2 + 0.5*x1^4");
    lento_detection_free(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_every_set_in_natural_coordinates_for_any_seed),
        cmocka_unit_test(finds_every_set_in_random_linear_coordinates),
        cmocka_unit_test(finds_the_same_for_every_radius),
        cmocka_unit_test(rates_stay_bounded_as_eps_goes_to_zero),
        cmocka_unit_test(writes_polynomials_as_a_person_would),
        cmocka_unit_test(writes_the_stellar_set_with_its_companion),
        cmocka_unit_test(kapitza_coefficient_is_right_to_1e_9),
        cmocka_unit_test(resonance_3_to_2_appears_at_degree_5),
        cmocka_unit_test(coupling_of_the_top_is_not_slow),
        cmocka_unit_test(rotated_kapitza_keeps_its_four),
        cmocka_unit_test(quartic_oscillator_has_its_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
