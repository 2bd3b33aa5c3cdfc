/* SPDX-License-Identifier: MIT What a problem declares about its force is looked at before a
 * multiscale run: fast through its phases alone, even, so many harmonics, independent of the
 * velocity, of a size that leaves a micro run in its neighbourhood. What is wrong is refused with
 * what to change. True declarations and forces that cannot be looked at give no message and cost no
 * count. */
#include "support.h"
#include "warning.h"

#define OMEGA 1e4

/* q'' = -q + k w (cos th + a sin th + b cos 3 th + e cos(s w t)) (1 + m sin(3 t)) sin q - c v + r
 * w^2 cos th, failing above a velocity; blind: without what reads the phase */
typedef struct force {
    double a, b, c, e, s, m, k, r, most;
    bool blind;
} force;

static int shaken(double t, const lento_phase phase[], const double q[], const double v[],
                  double f[], void *params) {
    const force *p = params;
    const double th = phase[0].angle, w = OMEGA * (p->k > 0 ? p->k : 1);
    const double own = p->blind ? 0 : cos(th) + p->a * sin(th) + p->b * cos(3 * th);
    const double all = (own + p->e * cos(p->s * OMEGA * t)) * (1 + p->m * sin(3 * t));
    f[0] = -q[0] + w * all * sin(q[0]) - p->c * v[0] + p->r * OMEGA * OMEGA * cos(th);
    return p->most > 0 && fabs(v[0]) > p->most;
}

static lento_status declared(force p, lento_fast says, const char *micro, double start_at,
                             lento_run **run) {
    static force keep;
    static lento_fast fast;
    const double start[] = {start_at, 0.1};
    keep = p;
    fast = says;
    fast.count = 1;
    fast.scale[0] = (lento_scale){.frequency = OMEGA, .forced = true};
    lento_system s = {.order = 2, .size = 1, .rate = shaken, .params = &keep, .fast = &fast};
    lento_options o = {.until = 1, .macro = "verlet", .steps = 10};
    o.average[0] = (lento_average){.scheme = "async", .kernel = "triangle", .micro = micro};
    return lento_run_create(run, &s, start, &o);
}

static void wrong_declarations_are_refused_with_what_to_change(void **state) {
    (void)state;
    static const struct {
        force p;
        lento_fast says;
        const char *micro, *word;
    } CASES[] = {
        {{.blind = true, .e = 1, .s = 1}, {.even = true}, NULL, "instead of cos(omega*t)"},
        {{.blind = true, .e = 1, .s = 1.3}, {.even = true}, NULL, "instead of cos(omega*t)"},
        {{.blind = true, .e = 0.01, .s = 0.2}, {.even = true}, NULL, "instead of cos(omega*t)"},
        {{.e = 1, .s = 1.4142135623730951}, {.even = true}, NULL, "fixed phase"},
        {{.e = 1e-3, .s = 0.4}, {.even = true}, NULL, "fixed phase"},
        {{.a = 1e-3}, {.even = true}, NULL, "take .even out"},
        {{.b = 1e-3}, {.even = true, .harmonics = 2}, "stormer-fitted", "declare .harmonics"},
        {{.c = 1}, {.even = true}, NULL, ".velocity_dependent = true"},
        {{.c = 1e-3}, {.even = true}, NULL, ".velocity_dependent = true"},
        {{.k = OMEGA}, {.even = true}, NULL, "leaves its neighbourhood"},
        {{.k = 0.5 * OMEGA}, {.even = true}, NULL, "leaves its neighbourhood"},
        {{.r = 2}, {.even = true}, NULL, "leaves its neighbourhood"},
        {{.r = 0.5, .blind = true}, {.even = true}, NULL, "leaves its neighbourhood"},
    };
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        for (int k = 0; k < 2; k++) { /* also from where the forcing vanishes */
            lento_run *run = NULL;
            const lento_status status =
                declared(CASES[i].p, CASES[i].says, CASES[i].micro, k ? 0 : 0.3, &run);
            if (status != LENTO_BAD_SYSTEM || !strstr(lento_run_error(run), CASES[i].word)) {
                fail_msg("case %zu: status %d, '%s'", i, status, lento_run_error(run));
            }
            lento_run_destroy(run);
        }
    }
}

static void harmless_ones_are_reported(void **state) {
    (void)state;
    lento_run *run = NULL;
    assert_int_equal(
        declared((force){.b = 1e-3}, (lento_fast){.even = true, .harmonics = 2}, NULL, 0.3, &run),
        LENTO_DONE);
    assert_non_null(warning_of(run, "undeclared-harmonics"));
    lento_run_destroy(run);
    assert_int_equal(declared((force){.blind = true}, (lento_fast){.even = true}, NULL, 0.3, &run),
                     LENTO_DONE);
    assert_non_null(warning_of(run, "phase-unread"));
    lento_run_destroy(run);
    /* the micro run from rest swings about a place that is 0.02 off, of 0.3 */
    assert_int_equal(
        declared((force){.r = 0.02, .blind = true}, (lento_fast){.even = true}, NULL, 0.3, &run),
        LENTO_DONE);
    assert_non_null(warning_of(run, "scales-not-separated"));
    lento_run_destroy(run);
}

static void true_ones_are_not_and_looking_costs_nothing(void **state) {
    (void)state;
    static const struct {
        force p;
        lento_fast says;
    } CASES[] = {{{.most = 0}, {.even = true}},
                 {{.a = 1}, {0}},
                 {{.b = 1}, {.even = true, .harmonics = 3}},
                 {{.m = 1}, {.even = true}}, /* slow in time */
                 {{.e = 0.5, .s = 1e-3}, {.even = true}},
                 {{.c = 1, .most = 0.12}, {.even = true}}}; /* fails at the other velocity */
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        lento_run *run = NULL;
        const lento_warning *list;
        if (declared(CASES[i].p, CASES[i].says, NULL, 0.3, &run) != LENTO_DONE ||
            lento_run_warnings(run, &list) > 0) {
            fail_msg("case %zu: %s", i, lento_run_error(run));
        }
        assert_int_equal(lento_run_counts(run).force_evaluations, 0);
        assert_string_equal(lento_run_error(run), "");
        lento_run_destroy(run);
    }
}

/* The slow variables of kapitza without their reconstruction, as a user may write them: the state would have to turn with the phase, and
 * macro steps cannot follow it. */
static void slow_variables_with_a_phase_need_a_reconstruction(void **state) {
    (void)state;
    const lento_options o = {.until = 1, .steps = 40, .average = {{.scheme = "slow"}}};
    for (int without = 0; without < 2; without++) {
        lento_model *model = model_of("kapitza", "omega=1e4");
        lento_system *system = lento_model_edit(model);
        lento_knowledge known = *system->known;
        lento_slow_set sets[2] = {known.slow[0]};
        sets[0].reconstruct = without ? NULL : sets[0].reconstruct;
        known.slow = sets;
        system->known = &known;
        lento_run *run = NULL;
        const lento_status status = lento_run_create(&run, system, lento_model_state(model), &o);
        const lento_status end = status < 0 ? status : lento_run_advance(run, 1);
        const lento_warning *list;
        bool told = end < 0;
        for (int i = lento_run_warnings(run, &list) - 1; i >= 0; i--) {
            told = told || strstr(list[i].text, "slow variable 2 moves with the fast phase");
        }
        assert_int_equal(told, without);
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_variables_with_a_phase_need_a_reconstruction),
        cmocka_unit_test(wrong_declarations_are_refused_with_what_to_change),
        cmocka_unit_test(harmless_ones_are_reported),
        cmocka_unit_test(true_ones_are_not_and_looking_costs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
