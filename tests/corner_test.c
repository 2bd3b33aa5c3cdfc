/* SPDX-License-Identifier: MIT
 * Corners of the library that no paper visits: refusals of systems and options, closed forms and columns of the smaller
 * problems, dense output of the odd methods, slopes of kernels. */
#include "support.h"

/* ---- refusals ---- */

static int field_zero(double t, const double x[], double f[], void *params) {
    (void)t;
    (void)x;
    (void)params;
    f[0] = 0;
    return 0;
}

static int force_cosine(double t, const lento_phase phase[], const double q[], const double v[],
                        double f[], void *params) {
    (void)t;
    (void)q;
    (void)v;
    (void)params;
    f[0] = phase ? phase->cos : 0;
    return 0;
}

static void refused(const lento_system *system, const lento_options *options, const char *why) {
    const double state[2] = {0, 0};
    lento_run *run = NULL;
    assert_true(lento_run_create(&run, system, state, options) < 0);
    assert_non_null(run);
    if (!strstr(lento_run_error(run), why)) {
        fail_msg("'%s' does not say '%s'", lento_run_error(run), why);
    }
    lento_run_destroy(run);
}

static void senseless_systems_are_refused_with_a_sentence(void **state) {
    (void)state;
    const lento_options o = {.until = 1, .steps = 1, .macro = "rk4"};
    const lento_system good = {.order = 1, .size = 1, .field = field_zero};
    lento_system s = good;
    s.order = 3;
    refused(&s, &o, "order 1 or 2");
    s = good;
    s.size = 0;
    refused(&s, &o, "at least one coordinate");
    s = good;
    s.field = NULL;
    refused(&s, &o, "needs a right-hand side");
    s = good;
    s.fast = &(lento_fast){.count = LENTO_MAX_SCALES + 1};
    refused(&s, &o, "at most 4 scales");
    s = good;
    s.fast = &(lento_fast){.count = 1, .scale = {{.frequency = -1}}};
    refused(&s, &o, "must be positive");
    s = good;
    s.fast = &(lento_fast){.count = 2, .scale = {{.frequency = 2}, {.frequency = 1}}};
    refused(&s, &o, "slowest first");
    const lento_knowledge wrong[] = {{.parts = &(lento_splitting){.soft = 1}},
                                     {.parts = &(lento_splitting){.momenta = 2}},
                                     {.stiff = &(lento_stiff){.count = -1}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        s = good;
        s.known = &wrong[i];
        refused(&s, &o, "negative or exceeds its state");
    }
    const lento_system mechanical = {.order = 2, .size = 1, .rate = force_cosine};
    s = mechanical;
    s.mechanics = &(lento_mechanics){.constraints = 1};
    refused(&s, &o, "needs its constraint function");
    s = mechanical;
    s.mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DIAGONAL};
    refused(&s, &o, "no masses");
    const double negative = -1;
    s.mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DIAGONAL, .mass = &negative};
    refused(&s, &o, "must be positive, not -1");
}

static void senseless_options_are_refused_with_a_sentence(void **state) {
    (void)state;
    const lento_system s = {
        .order = 2,
        .size = 1,
        .rate = force_cosine,
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3, .forced = true}}}};
    const lento_options good = {.until = 1, .steps = 10, .average = {{.scheme = "async"}}};
    lento_options o = good;
    o.rtol = -1;
    refused(&s, &o, "must be positive");
    o = good;
    o.average[0].phases = 1001;
    refused(&s, &o, "too many");
    o = good;
    o.average[0].cutoff = 1;
    refused(&s, &o, "below 1");
    o = good;
    o.average[0].derivative = 1;
    refused(&s, &o, "belongs to scheme slow");
    o = good;
    o.average[0].adiabatic = true;
    refused(&s, &o, "belongs to scheme stiff");
    o = good;
    o.macro = ""; /* and not the next word that is kept */
    refused(&s, &o, "unknown method ''");
}

/* ---- the smaller problems ---- */

/* (ariel 7.1) r^2 grows like e^{2t}; the start without the transient is off by O(eps): factor 1 fails at 1e-6 */
static void dissipative_average_is_the_exponential(void **state) {
    (void)state;
    lento_model *model = model_of("linear-dissipative", "eps=1e-4");
    double slow[8], full[8];
    const lento_options average = {
        .until = 1, .macro = "dop853", .rtol = 1e-12, .average = {{.scheme = "averaged"}}};
    const lento_options direct = {
        .until = 1, .macro = "dop853", .rtol = 1e-11, .average = {{.scheme = "direct"}}};
    run_to_end(model, &average, slow);
    run_to_end(model, &direct, full);
    assert_true(isnan(slow[0]));
    assert_near(slow[3] / full[3], 1, 1e-6);
    lento_model_destroy(model);
}

/* both tones are taken off the velocity: with one left in, P would differ by v2/l = 12 or v1/l = 15 */
static void two_tone_columns_are_slow(void **state) {
    (void)state;
    lento_model *model = model_of("two-tone", "omega1=300 omega2=20000");
    double slow[2], once[2], full[2];
    const lento_options twice = {.until = 0.1,
                                 .macro = "rk4",
                                 .steps = 200,
                                 .average = {{.scheme = "averaged"}, {.scheme = "averaged"}}};
    lento_options other = {
        .until = 0.1, .macro = "dop853", .steps = 200, .average = {{.scheme = "averaged"}}};
    run_to_end(model, &twice, slow);
    run_to_end(model, &other, once);
    other.average[0].scheme = "direct";
    other.steps = 4000;
    run_to_end(model, &other, full);
    assert_near(full[0], once[0], 0.02);
    assert_near(once[0], slow[0], 0.1);
    assert_near(full[1], slow[1], 2);
    assert_near(once[1], slow[1], 2);
    lento_model_destroy(model);
    const lento_setting wrong = {.name = "omega2", .value = 1};
    assert_true(lento_model_create(&model, lento_problem_find("two-tone"), &wrong, 1) < 0);
    assert_non_null(strstr(lento_model_error(model), "larger"));
    lento_model_destroy(model);
}

static void oscillators_show_their_energies(void **state) {
    (void)state;
    lento_model *model = model_of("oscillators", "eps=1e-2");
    double c[6];
    const lento_options o = {
        .until = 0.1, .macro = "dop853", .steps = 100, .average = {{.scheme = "direct"}}};
    run_to_end(model, &o, c);
    assert_near(c[4], c[0] * c[0] + c[1] * c[1], 1e-15);
    assert_near(c[5], c[2] * c[2] + c[3] * c[3], 1e-15);
    lento_model_destroy(model);
}

/* every slow set of the fast top says what its columns say */
static void sets_of_the_fast_top_agree_with_its_columns(void **state) {
    (void)state;
    enum { XI2 = 6, XI3, XI4, XI5 };
    lento_model *model = model_of("fast-top", "spin=50 Pi1=3 Pi2=1 psi0=0.7");
    const lento_system *system = lento_model_system(model);
    const double *x = lento_model_state(model);
    const lento_phase phase = {0, 1, 0};
    double c[32], xi[8];
    system->known->view->output(0, &phase, x, NULL, c, system->params);
    int seen = 0;
    for (const lento_slow_set *set = lento_slow_set_of(system); set->size > 0; set++, seen++) {
        assert_true(!set->alias || lento_model_choose(model, set->alias));
        assert_true(lento_model_choose(model, set->name));
        assert_ptr_equal(lento_model_slow(model), set);
        assert_int_equal(set->slow(0, &phase, x, xi, NULL, NULL, system->params), 0);
        for (int i = 0; i < set->size; i++) {
            assert_true(isfinite(xi[i]));
        }
        if (strcmp(set->name, "xi") == 0) {
            assert_near(xi[0], c[XI2], 1e-14);
            assert_near(xi[1], c[XI3], 1e-14);
            assert_near(xi[2], c[XI4], 1e-14);
            assert_near(xi[3], c[XI5], 1e-14);
        }
    }
    assert_true(seen >= 3);
    assert_false(lento_model_choose(model, "nosuch"));
    lento_model_destroy(model);
}

/* ---- methods ---- */

/* q'' = cos(omega t): fitted Stoermer is exact with 5 steps a period; plain Verlet is off by 10 % there */
static void fitted_stormer_is_exact_for_the_forcing(void **state) {
    (void)state;
    const lento_system s = {
        .order = 2,
        .size = 1,
        .rate = force_cosine,
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 10, .forced = true}}}};
    const double start[2] = {0, 0};
    lento_options o = {.until = TWO_PI / 10 * 3.6, .steps = 18, .macro = "stormer-fitted"};
    const double exact = (1 - cos(10 * o.until)) / 100;
    double error[2];
    for (int i = 0; i < 2; i++) {
        lento_run *run = NULL;
        o.macro = i == 0 ? "stormer-fitted" : "verlet";
        assert_int_equal(lento_run_create(&run, &s, start, &o), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, o.until), LENTO_DONE);
        error[i] = fabs(lento_run_state(run)[0] - exact);
        lento_run_destroy(run);
    }
    assert_true(error[0] < 1e-14);
    assert_true(error[1] > 1e-4);
}

/* at the ends of a step the interpolant is the state there; in the middle it lies between */
static void soft_verlet_interpolates_its_steps(void **state) {
    (void)state;
    lento_model *model = model_of("fpu", "eps=1e-2");
    lento_options o = {
        .until = 1, .steps = 20, .macro = "soft-verlet", .average = {{.scheme = "slow"}}};
    lento_run *run = NULL;
    if (lento_run_open(&run, model, &o) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    double before[64], left[64], right[64], middle[64];
    const int n = lento_run_state_size(run);
    assert_true(n <= 64);
    assert_int_equal(lento_run_advance(run, 0.5), LENTO_DONE);
    memcpy(before, lento_run_state(run), (size_t)n * sizeof *before);
    assert_int_equal(lento_run_advance(run, 0.55), LENTO_DONE);
    const double t = lento_run_time(run);
    assert_int_equal(lento_run_at(run, t - 0.05, left), LENTO_DONE);
    assert_int_equal(lento_run_at(run, t - 0.025, middle), LENTO_DONE);
    assert_int_equal(lento_run_at(run, t, right), LENTO_DONE);
    for (int i = 0; i < n; i++) {
        const double end = lento_run_state(run)[i];
        assert_near(left[i], before[i], 1e-9);
        assert_near(right[i], end, 1e-12);
        assert_near(middle[i], (before[i] + end) / 2, 0.02);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* averaging K' xi instead of K xi' is the same derivative (ariel 5.4) for every kernel that has a slope */
static void slopes_of_kernels_give_the_same_rates(void **state) {
    (void)state;
    static const char *const kernels[] = {"exp1", "exp2", "cosine", "poly-1-8", "poly-3-6"};
    lento_model *model = model_of("stellar", "eps=1e-3");
    for (size_t k = 0; k < LENGTH(kernels); k++) {
        double rate[2][4];
        for (int derivative = 0; derivative < 2; derivative++) {
            lento_options o = {.until = 1, .steps = 10, .macro = "rk4"};
            o.average[0] = (lento_average){.scheme = "slow",
                                           .kernel = kernels[k],
                                           .periods = 20,
                                           .micro_per_period = 200,
                                           .derivative = derivative};
            lento_run *run = NULL;
            if (lento_run_open(&run, model, &o) != LENTO_DONE) {
                fail_msg("%s: %s", kernels[k], lento_run_error(run));
            }
            assert_int_equal(lento_run_rate(run, 0, lento_model_state(model), rate[derivative]),
                             LENTO_DONE);
            lento_run_destroy(run);
        }
        double size = 0;
        for (int i = 0; i < 4; i++) {
            size = fmax(size, fabs(rate[0][i]));
        }
        assert_true(size > 0.1);
        for (int i = 0; i < 4; i++) {
            assert_near(rate[1][i], rate[0][i], 0.02 * size);
        }
    }
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(senseless_systems_are_refused_with_a_sentence),
        cmocka_unit_test(senseless_options_are_refused_with_a_sentence),
        cmocka_unit_test(dissipative_average_is_the_exponential),
        cmocka_unit_test(two_tone_columns_are_slow),
        cmocka_unit_test(oscillators_show_their_energies),
        cmocka_unit_test(sets_of_the_fast_top_agree_with_its_columns),
        cmocka_unit_test(fitted_stormer_is_exact_for_the_forcing),
        cmocka_unit_test(soft_verlet_interpolates_its_steps),
        cmocka_unit_test(slopes_of_kernels_give_the_same_rates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
