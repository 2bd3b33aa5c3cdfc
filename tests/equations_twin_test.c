/* SPDX-License-Identifier: MIT
 * Built-in problems written as text (examples/NAME.ode) give the same numbers and the same counts. Tolerances are absolute; all values
 * are of order one. A wrong digit in any constant of a twin fails by orders of magnitude. */
#include "equations_support.h"

#include <string.h>

enum { MOST = 32 };

typedef struct twin {
    const char *problem, *settings;
    /* columns of the built-in problem and of its twin */
    const char *column[10], *same[10];
    lento_options options;
    double tolerance; /* 0: what the last bits of the forces make of the numbers, see spread */
} twin;

static const twin TWINS[] = {
    {"kapitza", "", {"Q", "P"}, {"Q", "P"}, {.until = 1}, 1e-13},
    {"kapitza", "omega=1e4 c2=0.3 theta0=0.4 P0=1", {"Q", "P"}, {"Q", "P"}, {.until = 1}, 1e-12},
    {"kapitza",
     "omega=1e4",
     {"Q", "P"},
     {"Q", "P"},
     {.until = 0.5, .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}},
     1e-12},
    {"kapitza",
     "omega=1e4",
     {"Q", "P"},
     {"Q", "P"},
     {.until = 1, .macro = "rk4", .steps = 80, .average = {{"slow"}}},
     1e-12},
    {"kapitza",
     "omega=1e4 c2=0.3",
     {"Q", "P"},
     {"Q", "P"},
     {.until = 1, .macro = "rk4", .steps = 80, .average = {{"sync"}}},
     1e-12},
    /* forces of size omega round to omega 1e-16: 1e-12 below omega = 1e5, not at 1e6 */
    {"vibrated",
     "omega=1e5",
     {"X1", "X2", "V1", "V2"},
     {"x1", "x2", "x1'", "x2'"},
     {.until = 1},
     1e-12},
    {"vibrated",
     "omega=1e5 psi1=0.3 psi2=-1 theta0=2",
     {"X1", "X2", "V1", "V2"},
     {"x1", "x2", "x1'", "x2'"},
     {.until = 1},
     1e-12},
    {"vibrated", "", {"X1", "X2", "V1", "V2"}, {"x1", "x2", "x1'", "x2'"}, {.until = 1}, 0},
    {"stellar",
     "eps=1e-4",
     {"x1", "v1", "x2", "v2", "xi1", "xi2", "theta"},
     {"x1", "v1", "x2", "v2", "xi1", "xi2", "theta"},
     {.until = 12},
     1e-12},
    {"springs",
     "",
     {"x1", "y1", "x2", "y2", "px1", "py1", "px2", "py2"},
     {"x1", "y1", "x2", "y2", "x1'", "y1'", "x2'", "y2'"},
     {.until = 10, .macro = "rk4", .steps = 100},
     1e-12},
    {"springs", "", {"x1", "y1"}, {"x1", "y1"}, {.until = 10}, 1e-12},
    {"fpu",
     "",
     {"y1", "y2", "y3", "u1", "u2", "u3", "I1", "I2", "I3"},
     {"y1", "y2", "y3", "u1", "u2", "u3", "I1", "I2", "I3"},
     {.until = 1, .steps = 50},
     1e-12},
    {"chain", "", {"q1", "q2"}, {"q1", "q2"}, {.until = 1}, 1e-12},
    {"chain",
     "omega=1e3",
     {"q1", "q2"},
     {"q1", "q2"},
     {.until = 0.02,
      .macro = "shake",
      .macro_step = 1e-5,
      .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}},
     1e-12},
    {"chain",
     "omega=1e3",
     {"q1", "q2"},
     {"q1", "q2"},
     {.until = 0.02,
      .macro = "rattle",
      .macro_step = 1e-5,
      .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}},
     1e-12},
    {"chain",
     "omega=1e4",
     {"q1", "q2"},
     {"q1", "q2"},
     {.until = 0.1, .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}},
     1e-12},
};

static int column_of(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_columns(model); i++) {
        if (strcmp(lento_model_column(model, i, NULL), name) == 0) {
            return i;
        }
    }
    fail_msg("no column %s", name);
    return -1;
}

/* "omega=1e4 P0=1" */
static size_t settings_of(char *text, lento_setting list[]) {
    size_t n = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        *equals = '\0';
        list[n++] = (lento_setting){.name = word, .value = strtod(equals + 1, NULL)};
    }
    return n;
}

/* A problem whose forces have other last bits: what a second formulation of the same equations does. */
static lento_problem shaken;
static int (*exact_force)(double t, const lento_phase phase[], const double x[], const double v[],
                          double f[], void *params);
static uint64_t bits;

static int shaken_force(double t, const lento_phase phase[], const double x[], const double v[],
                        double f[], void *params) {
    const int status = exact_force(t, phase, x, v, f, params);
    for (int i = 0; i < 2; i++) {
        bits = bits * 6364136223846793005U + 1442695040888963407U;
        f[i] = nextafter(f[i], bits >> 63 ? INFINITY : -INFINITY);
    }
    return status;
}

static const char *make_shaken(const double p[], lento_build *build) {
    const char *error = lento_problem_find(shaken.name)->make(p, build);
    assert_int_equal(build->system->size, 2);
    exact_force = build->system->rate;
    build->system->rate = shaken_force;
    return error;
}

/* What last bits change, per column: the root mean square over 20 runs of the distance from the built-in problem. */
static void spread(const twin *t, const lento_setting settings[], size_t n, const double exact[],
                   double width[]) {
    enum { RUNS = 20 };
    double value[MOST] = {0};
    shaken = *lento_problem_find(t->problem);
    shaken.make = make_shaken;
    bits = 7;
    for (int k = 0; k < RUNS; k++) {
        lento_model *model = model_of_problem(&shaken, settings, n);
        run_to_end(model, &t->options, value);
        for (int i = 0; i < lento_model_columns(model); i++) {
            width[i] = hypot(width[i], (value[i] - exact[i]) / sqrt(RUNS));
        }
        lento_model_destroy(model);
    }
}

static void compare(const twin *t) {
    char text[100];
    lento_setting settings[8];
    strcpy(text, t->settings);
    const size_t n = settings_of(text, settings);
    const lento_problem *problem = read_example(t->problem);
    lento_model *a = model_of_problem(lento_problem_find(t->problem), settings, n);
    lento_model *b = model_of_problem(problem, settings, n);
    double left[MOST], right[MOST], width[MOST] = {0};
    assert_true(lento_model_columns(a) <= MOST && lento_model_columns(b) <= MOST);
    const lento_counts one = run_to_end(a, &t->options, left);
    const lento_counts two = run_to_end(b, &t->options, right);
    if (t->tolerance == 0) {
        spread(t, settings, n, left, width);
    }
    for (int i = 0; i < 10 && t->column[i]; i++) {
        const int column = column_of(a, t->column[i]);
        const double x = left[column], y = right[column_of(b, t->same[i])];
        const double tolerance = t->tolerance > 0 ? t->tolerance : width[column];
        assert_true(tolerance < 1e-11);
        if (!(fabs(x - y) <= tolerance)) {
            fail_msg("%s %s: %s is %.15g, as text %.15g, off by %.2g", t->problem, t->settings,
                     t->column[i], x, y, y - x);
        }
    }
    assert_int_equal(one.macro_steps, two.macro_steps);
    assert_int_equal(one.rejected_steps, two.rejected_steps);
    assert_int_equal(one.windows, two.windows);
    assert_int_equal(one.micro_steps, two.micro_steps);
    assert_int_equal(one.force_evaluations, two.force_evaluations);
    assert_int_equal(one.closing_force_evaluations, two.closing_force_evaluations);
    lento_model_destroy(a);
    lento_model_destroy(b);
    lento_problem_free(problem);
}

static void twins_agree(void **state) {
    (void)state;
    for (size_t i = 0; i < LENGTH(TWINS); i++) {
        compare(&TWINS[i]);
    }
}

/* The right-hand sides themselves, at random states and times: they differ by rounding alone, whatever steps and windows
 * make of it. */
static void rates_agree(void **state) {
    (void)state;
    static const char *const names[] = {"kapitza", "vibrated", "stellar",
                                        "springs", "fpu",      "chain"};
    uint64_t seed = 5;
    for (size_t k = 0; k < LENGTH(names); k++) {
        const lento_problem *problem = read_example(names[k]);
        lento_model *a = model_of_problem(lento_problem_find(names[k]), NULL, 0);
        lento_model *b = model_of_problem(problem, NULL, 0);
        const lento_system *s = lento_model_system(a);
        const int n = lento_model_dimension(a);
        const double *mass = lento_mechanics_of(s)->mass_form == LENTO_MASS_DENSE
                                 ? lento_mechanics_of(s)->mass
                                 : NULL; /* the text is solved for x'' */
        assert_int_equal(lento_model_dimension(b), n);
        assert_true(n <= MOST);
        for (int i = 0; i < 2000; i++) {
            double x[MOST], left[MOST] = {0}, right[MOST] = {0}, size = 0, worst = 0;
            for (int j = 0; j < n; j++) {
                seed = seed * 6364136223846793005U + 1442695040888963407U;
                x[j] = lento_model_state(a)[j] + 0.3 * ((double)(seed >> 11) * 0x1p-53 - 0.5);
            }
            const double t = (double)(seed % 1000003) * 1e-6;
            rate_at(a, t, x, left);
            rate_at(b, t, x, right);
            for (int j = 0; j < s->size; j++) {
                double value = mass ? 0 : right[j];
                for (int m = 0; mass && m < s->size; m++) {
                    value += mass[j * s->size + m] * right[m];
                }
                worst = fmax(worst, fabs(value - left[j]));
                size = fmax(size, fabs(left[j]));
            }
            assert_true(size > 0);
            if (!(worst <= 1e-14 * size)) {
                fail_msg("%s: rates of size %g differ by %g", names[k], size, worst);
            }
        }
        lento_model_destroy(a);
        lento_model_destroy(b);
        lento_problem_free(problem);
    }
}

/* what the built-ins declare is proved from the text */
static void declarations_are_proved(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool even, velocity;
        int harmonics;
    } cases[] = {{"cos(p)*q", true, false, 1},
                 {"sin(p)*q", false, false, 1},
                 {"sin(p)^2*q + cos(3*p)", true, false, 3},
                 {"cos(p-a)*q", true, false, 1},
                 {"cos(p-b)*q", false, false, 1},
                 {"a*sin(2*p) + cos(p)", true, false, 1},
                 {"cos(p)*cos(2*p)", true, false, 3},
                 {"exp(cos(p))*q - q'", true, true, 8},
                 {"cos(p+q)", false, false, 1},
                 {"sin(p)*sin(sin(p))", true, false, 8},
                 {"q/(2+cos(p))", true, false, 8}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[200];
        snprintf(text, sizeof text, "par a=0, b=0.3\nphase p'=1000\nq''=%s\n", cases[i].text);
        const lento_problem *problem = read_text(text);
        lento_model *model = model_of_problem(problem, NULL, 0);
        const lento_system *s = lento_model_system(model);
        if (lento_fast_of(s)->even != cases[i].even || lento_harmonics(s) != cases[i].harmonics ||
            lento_mechanics_of(s)->velocity_dependent != cases[i].velocity || !lento_forced(s)) {
            fail_msg("%s: even %d, %d harmonics, velocity %d", cases[i].text,
                     lento_fast_of(s)->even, lento_harmonics(s),
                     lento_mechanics_of(s)->velocity_dependent);
        }
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

/* a phase outside sin and cos would jump at every turn */
static void a_bare_phase_is_refused(void **state) {
    (void)state;
    static const char *const bare[] = {"p*q",          "sin(p/2)",        "exp(p)",   "cos(p*q)",
                                       "cos(2*p+p*q)", "cos(p+sin(q*p))", "sin(p^2)", "mod(p,2)"};
    for (size_t i = 0; i < LENGTH(bare); i++) {
        char text[200];
        snprintf(text, sizeof text, "phase p'=1000\nq''=%s\n", bare[i]);
        const lento_problem *problem = read_text(text);
        lento_model *model = NULL;
        assert_int_equal(lento_model_create(&model, problem, NULL, 0), LENTO_BAD_SYSTEM);
        assert_non_null(strstr(lento_model_error(model), "whole number"));
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

/* slow variables that move with a phase are used if the way back is known, and refused with a note otherwise */
static void slow_variables_that_turn_need_a_way_back(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool offered, lifted;
    } cases[] = {{"slow q, s=q'-sin(p)*q", true, true},
                 {"slow q, s=2*q'-sin(p)*q", false, false},
                 {"slow s=q'-sin(p)*q", false, false},
                 {"slow s=q'-sin(p)*q, r=q", false, false},
                 {"slow q, s=q'", true, false}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[200];
        snprintf(text, sizeof text, "phase p'=1000\nq''=1000*cos(p)*q-q'\n%s\n", cases[i].text);
        const lento_problem *problem = read_text(text);
        lento_model *model = model_of_problem(problem, NULL, 0);
        const lento_system *s = lento_model_system(model);
        const lento_slow_set *set = lento_slow_set_of(s);
        assert_int_equal(set->size > 0, cases[i].offered);
        assert_int_equal(set->reconstruct != NULL, cases[i].lifted);
        assert_int_equal(lento_view_of(s)->note != NULL, !cases[i].offered);
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

/* several phases: the slowest first, wherever they stand */
static void phases_are_sorted(void **state) {
    (void)state;
    const lento_problem *problem =
        read_text("phase f'=1000, f(0)=1\nphase s'=10\nx'=cos(f)+10*sin(s)\ny'=cos(f+2*s)\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_system *s = lento_model_system(model);
    double rate[2];
    const double x[2] = {0}, t = 0.7;
    assert_int_equal(lento_scales(s), 2);
    assert_near(s->fast->scale[0].frequency, 10, 0);
    assert_near(s->fast->scale[1].phase, 1, 0);
    rate_at(model, t, x, rate);
    assert_near(rate[0], cos(1000 * t + 1) + 10 * sin(10 * t), 1e-12);
    assert_near(rate[1], cos(1000 * t + 1 + 20 * t), 1e-12);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(twins_agree),
                                       cmocka_unit_test(rates_agree),
                                       cmocka_unit_test(declarations_are_proved),
                                       cmocka_unit_test(a_bare_phase_is_refused),
                                       cmocka_unit_test(phases_are_sorted),
                                       cmocka_unit_test(slow_variables_that_turn_need_a_way_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
