/* SPDX-License-Identifier: MIT
 *
 * Detection of slow variables (ariel section 3.2): the sets
 * of all systems for several seeds, in natural coordinates and after x -> A x with Gaussian A,
 * the literal procedure with its failures, verdicts, limits and bad input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "slow_systems.h"

#ifdef LENTO_HAVE_LAPACK

/* polynomial of a text in the natural coordinates of a system */
static lento_polynomial_set parsed(const slow_system *s, const char *text, char memory[4096]) {
    double room[512];
    lento_polynomial p =
        lento_polynomial_place(room, s->d, (int)(sizeof room / (8 + (size_t)s->d)));
    assert_int_equal(lento_polynomial_parse(&p, text, strlen(text), s->names, NULL), LENTO_DONE);
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
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (uint64_t seed = 0; seed < 5; seed++) {
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
    for (int i = 0; i < SLOW_SYSTEMS; i++) {
        for (uint64_t seed = 1; seed <= 12; seed++) {
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

static void scale_in_between_is_not_called_slow(void **unused) {
    (void)unused;
    lento_detection found;
    lento_detect(three_scales, NULL, 5, &(lento_detect_options){.eps = 1e-2}, &found);
    assert_int_equal(found.rank, 3);
    assert_int_equal(found.count, 3);
    assert_true(found.middle_scale);
    lento_detection_free(&found);
}

static int all_slow(double eps, const double x[], double f[], void *params) {
    (void)eps;
    (void)params;
    f[0] = x[1];
    f[1] = -x[0] * x[0];
    return 0;
}

static void nothing_fast_is_said(void **unused) {
    (void)unused;
    lento_detection found;
    assert_int_equal(lento_detect(all_slow, NULL, 2, &(lento_detect_options){.eps = 1e-2}, &found),
                     0);
    assert_int_equal(found.verdict, LENTO_VERDICT_NOTHING_FAST);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void too_many_monomials_end_the_search_and_are_reported(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[4], 0);
    lento_detection found =
        slow_detect(&view, (lento_detect_options){.eps = 1e-3, .monomials = 60});
    assert_int_equal(found.status, LENTO_DONE);
    assert_int_equal(found.verdict, LENTO_VERDICT_MONOMIALS);
    assert_string_equal(lento_verdict_code(found.verdict), "monomial-limit");
    assert_int_equal(found.degree, 3);
    assert_int_equal(found.monomials, 34);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void cost_is_known_before_the_run(void **unused) {
    (void)unused;
    const int monomials[] = {90, 454, 1819};
    for (int m = 2; m <= 4; m++) {
        const lento_detect_cost cost =
            lento_detect_estimate(12, &(lento_detect_options){.eps = 1, .degree = m});
        assert_int_equal((int)cost.monomials, monomials[m - 2]);
        assert_int_equal(cost.degree, m);
    }
    const lento_detect_cost cost =
        lento_detect_estimate(40, &(lento_detect_options){.eps = 1, .degree = 3});
    assert_int_equal(cost.degree, 2);
    assert_int_equal((int)cost.monomials, 860);
    assert_int_equal((int)cost.wanted, 12340);
    assert_true(cost.bytes > 8.0 * 860 * 860 && cost.bytes < 1e9);
}

static int stop_half_way(double fraction, void *user) {
    *(double *)user = fraction;
    return fraction > 0.02;
}

static void progress_can_stop_and_keeps_what_was_found(void **unused) {
    (void)unused;
    slow_view view;
    double fraction = 0;
    slow_view_make(&view, &slow_systems[3], 0);
    lento_detection found = slow_detect(
        &view, (lento_detect_options){.eps = 1e-3, .progress = stop_half_way, .user = &fraction});
    assert_int_equal(found.status, LENTO_STOPPED);
    assert_int_equal(found.verdict, LENTO_VERDICT_STOPPED);
    assert_true(fraction > 0.02 && fraction < 0.5);
    assert_int_equal(found.rank, 2);
    lento_detection_free(&found);
}

static void same_seed_gives_the_same_bits(void **unused) {
    (void)unused;
    slow_view view;
    slow_view_make(&view, &slow_systems[5], 4);
    lento_detection a = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = 9});
    lento_detection b = slow_detect(&view, (lento_detect_options){.eps = 1e-3, .seed = 9});
    assert_int_equal(a.count, b.count);
    assert_int_equal(a.evaluations, b.evaluations);
    for (int i = 0; i < a.count; i++) {
        const lento_polynomial *p = &a.variable[i].polynomial, *q = &b.variable[i].polynomial;
        assert_int_equal(p->terms, q->terms);
        assert_memory_equal(p->coefficient, q->coefficient, (size_t)p->terms * sizeof(double));
        assert_true(a.variable[i].rate == b.variable[i].rate);
    }
    lento_detection_free(&a);
    lento_detection_free(&b);
}

/* ---- bad input ---- */
static int failing(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps;
    f[1] = -x[0] / eps;
    return x[0] > 0.5;
}

static int singular(double eps, const double x[], double f[], void *params) {
    (void)params;
    f[0] = x[1] / eps;
    f[1] = -x[0] / eps + sqrt(x[0]);
    return 0;
}

static void failures_of_the_field_are_errors_with_a_sentence(void **unused) {
    (void)unused;
    lento_detection found;
    const lento_detect_options options = {.eps = 1e-2};
    assert_int_equal(lento_detect(failing, NULL, 2, &options, &found), LENTO_CALLBACK_FAILED);
    assert_non_null(strstr(found.message, "right-hand side failed"));
    lento_detection_free(&found);
    assert_int_equal(lento_detect(singular, NULL, 2, &options, &found), LENTO_NOT_FINITE);
    assert_non_null(strstr(found.message, "not finite"));
    lento_detection_free(&found);
}

static void bad_options_are_refused(void **unused) {
    (void)unused;
    const lento_detect_options bad[] = {
        {.eps = 0},
        {.eps = -1},
        {.eps = NAN},
        {.eps = 1e-2, .degree = 13},
        {.eps = 1e-2, .degree = -1},
        {.eps = 1e-2, .radius = -1},
        {.eps = 1e-2, .oversampling = 1},
        {.eps = 1e-2, .monomials = -5},
        {.eps = 1e-2, .rank_tolerance = 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lento_detection found;
        assert_int_equal(lento_detect(all_slow, NULL, 2, &bad[i], &found), LENTO_BAD_OPTION);
        assert_true(strlen(found.message) > 10);
        lento_detection_free(&found);
    }
}

/* ---- the procedure as published ---- */
static lento_detection literal(int system, lento_detect_options options) {
    lento_detection found;
    const slow_system *s = &slow_systems[system];
    lento_detect_literal(s->f, (void *)(uintptr_t)s->p, s->d, &options, &found);
    assert_int_equal(found.status, LENTO_DONE);
    return found;
}

static void literal_procedure_works_for_linear_fast_parts_and_tiny_eps(void **unused) {
    (void)unused;
    const double spacing[] = {0.3, 1};
    const int systems[] = {0, 1, 2, 6};
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 2; i++) {
            lento_detection found = literal(
                systems[k],
                (lento_detect_options){.eps = 1e-6, .degree = 3, .grid_spacing = spacing[i]});
            assert_int_equal(found.rank, slow_systems[systems[k]].rank);
            assert_int_equal(found.count, found.rank);
            for (int n = 0; n < found.count; n++) {
                assert_true(found.variable[n].slow);
            }
            lento_detection_free(&found);
        }
    }
}

static void literal_procedure_finds_too_many_at_moderate_eps(void **unused) {
    (void)unused;
    const int systems[] = {0, 1, 2, 6};
    for (int k = 0; k < 4; k++) {
        lento_detection found = literal(systems[k], (lento_detect_options){.eps = 1e-2});
        assert_true(found.rank > slow_systems[systems[k]].rank);
        lento_detection_free(&found);
    }
}

/* z alone looks slow on every axis, whatever eps, spacing and degree; it is not. */
static void literal_procedure_is_wrong_for_kapitza_with_x0_zero(void **unused) {
    (void)unused;
    const double eps[] = {1e-2, 1e-4, 1e-6}, spacing[] = {0.3, 1};
    for (int k = 0; k < 12; k++) {
        lento_detection found = literal(
            5, (lento_detect_options){
                   .eps = eps[k % 3], .degree = 2 + k / 6, .grid_spacing = spacing[k / 3 % 2]});
        bool z_is_called_slow = false;
        for (int n = 0; n < found.count; n++) {
            const lento_polynomial *p = &found.variable[n].polynomial;
            if (found.variable[n].degree == 1 && p->terms == 1 && p->power[4] == 1) {
                z_is_called_slow = true;
                assert_false(found.variable[n].slow);
                assert_true(found.variable[n].rate > 1 / eps[k % 3]);
            }
        }
        assert_true(z_is_called_slow);
        lento_detection_free(&found);
    }
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
        cmocka_unit_test(scale_in_between_is_not_called_slow),
        cmocka_unit_test(nothing_fast_is_said),
        cmocka_unit_test(too_many_monomials_end_the_search_and_are_reported),
        cmocka_unit_test(cost_is_known_before_the_run),
        cmocka_unit_test(progress_can_stop_and_keeps_what_was_found),
        cmocka_unit_test(same_seed_gives_the_same_bits),
        cmocka_unit_test(failures_of_the_field_are_errors_with_a_sentence),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(literal_procedure_works_for_linear_fast_parts_and_tiny_eps),
        cmocka_unit_test(literal_procedure_finds_too_many_at_moderate_eps),
        cmocka_unit_test(literal_procedure_is_wrong_for_kapitza_with_x0_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
int main(void) {
    return 77; /* skipped: detection needs LAPACKE */
}
#endif
