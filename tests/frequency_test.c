/* SPDX-License-Identifier: MIT The fast frequencies of scheme slow: declared ones that are not
 * those of the motion are refused, and along a run a resonance that is crossed or a range that is
 * left is reported with its time. Two oscillators with frequencies a = A + A1 y and b = B + B1 y
 * over eps, y' = 1, coupled as the stellar orbits of ariel (7.6). */
#include "support.h"
#include "warning.h"

#define EPS 1e-4

typedef struct pair {
    double a, a1, b, b1;
} pair;

static int field(double t, const double x[], double f[], void *params) {
    (void)t;
    const pair *p = params;
    const double a = p->a + p->a1 * x[4], b = p->b + p->b1 * x[4];
    f[0] = a / EPS * x[1];
    f[1] = -a / EPS * x[0] + x[2] * x[2] / a;
    f[2] = b / EPS * x[3];
    f[3] = -b / EPS * x[2] + 2 * x[0] * x[2] / b;
    f[4] = 1;
    return 0;
}

/* both energies and y */
static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    (void)t, (void)phase, (void)params;
    const double rows[3][5] = {
        {2 * x[0], 2 * x[1], 0, 0, 0}, {0, 0, 2 * x[2], 2 * x[3], 0}, {0, 0, 0, 0, 1}};
    if (xi) {
        xi[0] = x[0] * x[0] + x[1] * x[1];
        xi[1] = x[2] * x[2] + x[3] * x[3];
        xi[2] = x[4];
    }
    if (gradient) {
        memcpy(gradient, rows, sizeof rows);
    }
    for (int i = 0; explicit_rate && i < 3; i++) {
        explicit_rate[i] = 0;
    }
    return 0;
}

static const lento_slow_set SET[] = {{.size = 3, .slow = slow, .closed = true}, {0}};
static const lento_knowledge KNOWN = {.slow = SET};
static const double START[] = {1, 0, 1, 0.3, 0};

static lento_status create(lento_run **run, pair *p, lento_fast *fast, const char *scheme) {
    const lento_system s = {
        .order = 1, .size = 5, .field = field, .params = p, .fast = fast, .known = &KNOWN};
    lento_options o = {.until = 1, .macro = "rk4", .steps = 20, .average = {{.scheme = scheme}}};
    if (!scheme) {
        o = (lento_options){.until = 1, .macro = "dop853", .rtol = 1e-9, .atol = 1e-11};
    }
    return lento_run_create(run, &s, START, &o);
}

static double energy(lento_run *run) {
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    const double *x = lento_run_state(run);
    return x[2] * x[2] + x[3] * x[3];
}

/* at t = 1/2 each; the second energy is off by up to a tenth behind it, and by 1e-3 where nothing
 * is crossed */
static void crossed_resonances_are_reported_with_their_time(void **state) {
    (void)state;
    static const struct {
        pair p;
        bool crossed;
    } CASES[] = {{{2, 0, 0.7, 0.6}, true},      /* 2 b = a */
                 {{1.4, 1.2, 1, 0}, true},      /* the same from the other side */
                 {{1.2, -0.4, 0.8, 0.4}, true}, /* a = b, and they change places in the list */
                 {{2, 0, 0.7, 0.1}, false},     /* none is reached */
                 {{2.6, 0, 1, 0}, false},       /* constant */
                 {{2.6, 0.26, 1, 0.1}, false}}; /* both grow */
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        pair p = CASES[i].p;
        lento_fast fast = {.count = 1,
                           .scale = {{.frequency = p.b / EPS,
                                      .lowest = fmin(p.b, 0.6) / EPS,
                                      .highest = (fmax(p.a, p.a + p.a1)) / EPS}}};
        lento_run *run = NULL, *exact = NULL;
        assert_int_equal(create(&run, &p, &fast, "slow"), LENTO_DONE);
        assert_int_equal(create(&exact, &p, NULL, NULL), LENTO_DONE);
        const double off = fabs(energy(run) - energy(exact));
        const lento_warning *warning = warning_of(run, "resonance");
        if ((warning != NULL) != CASES[i].crossed) {
            fail_msg("case %zu: %s, error %g", i, warning ? warning->text : "no warning", off);
        }
        if (warning) {
            assert_between(warning->value, 0.35, 0.56);
        } else {
            assert_true(off < 2e-3);
        }
        lento_run_destroy(run);
        lento_run_destroy(exact);
    }
}

/* frequency 1 + y over eps, declared up to 1.2 over eps: left by half at y = 0.8 */
static void frequencies_that_leave_their_range_are_reported(void **state) {
    (void)state;
    pair p = {1, 1, 1, 1};
    lento_fast fast = {.count = 1, .scale = {{.frequency = 1 / EPS, .highest = 1.2 / EPS}}};
    lento_run *run = NULL;
    assert_int_equal(create(&run, &p, &fast, "slow"), LENTO_DONE);
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    const lento_warning *warning = warning_of(run, "frequency-range");
    assert_non_null(warning);
    assert_between(warning->value, 0.79, 0.91);
    lento_run_destroy(run);
}

/* a forgotten 2 pi, too high and too low; the right one is taken */
static void wrong_frequencies_are_refused(void **state) {
    (void)state;
    static const double factor[] = {1 / TWO_PI, 1, TWO_PI};
    for (int i = 0; i < 3; i++) {
        pair p = {2.6, 0, 1, 0};
        lento_fast fast = {.count = 1,
                           .scale = {{.frequency = factor[i] / EPS,
                                      .lowest = 0.6 * factor[i] / EPS,
                                      .highest = 2.6 * factor[i] / EPS}}};
        lento_run *run = NULL;
        const lento_status status = create(&run, &p, &fast, "slow");
        assert_int_equal(status, i == 1 ? LENTO_DONE : LENTO_BAD_SYSTEM);
        assert_true(i == 1 || strstr(lento_run_error(run), "correct .frequency"));
        assert_int_equal(lento_run_counts(run).force_evaluations, 0);
        lento_run_destroy(run);
    }
}

/* ---- what makes a problem fast ---- */

static int still(double t, const double x[], double f[], void *params) {
    const double *p = params;
    (void)t;
    f[0] = x[1] * p[0];
    f[1] = -x[0] * p[0];
    return 0;
}

static const char *make(const double p[], lento_build *build) {
    *build->system = (lento_system){
        .order = 1,
        .size = 2,
        .field = still,
        .params = (void *)p,
        .fast = LENTO_KEEP(build, lento_fast, .count = 1, .scale = {{.frequency = p[0]}})};
    build->state = lento_build_start(build, 2, (const double[]){1, 0});
    return NULL;
}

static void a_fast_parameter_that_is_none_is_refused(void **state) {
    (void)state;
    static const lento_parameter parameters[] = {
        {.name = "omega", .value = {1e3}}, {.name = "g", .value = {9.8}}, {0}};
    static const char *const fast[] = {"omega", "g", "1/omega", NULL};
    for (int i = 0; i < 4; i++) {
        const lento_problem problem = {.abi = LENTO_ABI,
                                       .name = "own",
                                       .parameters = parameters,
                                       .make = make,
                                       .fast = fast[i]};
        lento_model *model = NULL;
        const bool right = i == 0 || !fast[i];
        assert_int_equal(lento_model_create(&model, &problem, NULL, 0),
                         right ? LENTO_DONE : LENTO_BAD_SYSTEM);
        assert_true(right || strstr(lento_model_error(model), "as what makes it fast, but"));
        lento_model_destroy(model);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossed_resonances_are_reported_with_their_time),
        cmocka_unit_test(frequencies_that_leave_their_range_are_reported),
        cmocka_unit_test(wrong_frequencies_are_refused),
        cmocka_unit_test(a_fast_parameter_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
