/* SPDX-License-Identifier: MIT
 * Tables, arrays of quantities, phases of varying rate, mean starts, exact Jacobians of files of equations. */
#include "equations_support.h"

#include <math.h>

/* ---- tables ---- */

static size_t beside(const char *name, char text[], size_t room, void *user) {
    (void)room;
    const char *content = user;
    if (strcmp(name, "some.tab") != 0) {
        return 0;
    }
    strcpy(text, content);
    return strlen(content);
}

static const lento_problem *read_beside(const char *text, const char *table) {
    const lento_problem *problem = NULL;
    char error[1024];
    if (lento_problem_read_with(&problem, "test.ode", text, strlen(text), error, sizeof error,
                                beside, (void *)table) != LENTO_DONE) {
        return NULL;
    }
    return problem;
}

static double rate_of(const lento_problem *problem, double x) {
    lento_model *model = model_of_problem(problem, NULL, 0);
    double rate[8];
    rate_at(model, 0, &x, rate);
    lento_model_destroy(model);
    return rate[0];
}

static void tables_are_interpolated(void **state) {
    (void)state;
    /* a dense table is the function; beyond its ends it goes on straight */
    const lento_problem *smooth = read_text("table f 2001 -3 3 sin(t)\nx'=f(x)\n");
    assert_near(rate_of(smooth, 0.7371), sin(0.7371), 1e-6);
    assert_near(rate_of(smooth, 4), sin(3) + cos(3), 1e-3);
    lento_problem_free(smooth);
    /* lines, at values and between them */
    const lento_problem *lines = read_text("table f linear % 5 0 4 t^2\nx'=f(x)\n");
    assert_near(rate_of(lines, 2), 4, 0);
    assert_near(rate_of(lines, 2.5), 6.5, 1e-15);
    assert_near(rate_of(lines, 5), 23, 1e-13);
    assert_near(rate_of(lines, -1), -1, 1e-15);
    lento_problem_free(lines);
    /* a cubic never overshoots: a step stays between 0 and 1 */
    const lento_problem *step = read_beside("table f some.tab\nx'=f(x)\n", "4 0 3\n0 0 1 1\n");
    assert_non_null(step);
    for (double x = -1; x < 4; x += 0.01) {
        const double y = rate_of(step, x);
        assert_true(y >= 0 && y <= 1);
    }
    assert_near(rate_of(step, 1.5), 0.5, 1e-15);
    lento_problem_free(step);
    assert_null(read_beside("table f other.tab\nx'=f(x)\n", "4 0 3\n0 0 1 1\n"));
    assert_null(read_beside("table f some.tab\nx'=f(x)\n", "4 0 3\n0 0 1\n"));
    assert_null(read_beside("table f some.tab\nx'=f(x)\n", "4 3 0\n0 0 1 1\n"));
    assert_null(read_beside("table f some.tab\nx'=f(x)\n", "i4 0 3\n0 0 1 1\n"));
}

static void tables_follow_parameters(void **state) {
    (void)state;
    const lento_problem *problem =
        read_text("par a=1\ng(u)=a*u\ntable f 101 0 1 g(t)^2\nx'=f(x)\n");
    const lento_setting set = {.name = "a", .value = 3};
    lento_model *model = model_of_problem(problem, &set, 1);
    double x = 0.5, rate;
    rate_at(model, 0, &x, &rate);
    assert_near(rate, 9 * 0.25, 1e-12);
    lento_model_destroy(model);
    const lento_setting wrong = {.name = "a", .value = 1e200};
    assert_int_equal(lento_model_create(&model, problem, &wrong, 1), LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_model_error(model), "table"));
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* ---- arrays ---- */

static void shift_reaches_quantities(void **state) {
    (void)state;
    const lento_problem *problem = read_text("s=sum(0,3)of(shift(c0,i')*i')\n"
                                             "c[0..3]=x*[j]\n"
                                             "x'=s\n");
    assert_near(rate_of(problem, 2), 2 * (1 + 4 + 9), 0);
    lento_problem_free(problem);
    refused_with("c[0..3]=shift(c0,1)\nx'=c1\n", "test.ode:1:1", "depends on itself");
    /* another array is out of reach: not a number, and no silent neighbour */
    problem = read_text("c[0..1]=x\nd0=5\ny'=shift(c0,2)\nx'=1\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    double at[2] = {1, 1}, rate[2];
    rate_at(model, 0, at, rate);
    assert_true(isnan(rate[0]));
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* ---- phases of varying rate ---- */

static void a_phase_may_speed_up(void **state) {
    (void)state;
    /* p = 5 t + t^2 / 2, and x = sin p */
    const lento_problem *problem = read_text("phase p' = 5+t, p(0)=0\nx' = (5+t)*cos(p)\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_options o = {.until = 3, .macro = "dop853", .rtol = 1e-11};
    lento_run *run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, 3), LENTO_DONE);
    const double t = lento_run_time(run);
    assert_near(lento_run_state(run)[0], sin(5 * t + t * t / 2), 1e-8);
    assert_near(lento_run_state(run)[1], 5 * t + t * t / 2, 1e-9);
    assert_int_equal(lento_scales(lento_model_system(model)), 1);
    assert_near(lento_fastest(lento_model_system(model))->frequency, 5, 0);
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_problem_free(problem);
    refused_with("phase a'=1\nphase b'=cos(a)+2\nx'=sin(b)\n", "test.ode:2:14", "a phase");
}

/* ---- starts that are means ---- */

static void a_mean_start_is_found(void **state) {
    (void)state;
    /* x = x0 + a sin(w t): the mean is x0 - up to a small part, the state at 0 is the mean here; with a phase of a
     * quarter turn it is not: x' = a w cos(w t + pi/2), x = c + a cos(w t), so the start is mean + a */
    const lento_problem *problem = read_text("par a=0.1,w=200\nphase p'=w, p(0)=pi/2\n"
                                             "x'=a*w*cos(p)\ninit mean x=1\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_options o = {.until = 1, .macro = "rk4", .average = {{.scheme = "direct"}}};
    lento_run *run = open_run(model, &o);
    assert_near(lento_run_state(run)[0], 1.1, 2e-4);
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_problem_free(problem);
    refused_with("x'=-x\ninit mean x=1\n", "test.ode:2:6", "a mean start needs a phase");
}

/* ---- Jacobians and blocks ---- */

static const char *const EXAMPLES[] = {
    "kapitza", "vibrated",    "stellar",         "springs",   "fpu",
    "chain",   "lorenz",      "hodgkin_huxley",  "paul_trap", "kepler",
    "mems",    "van_der_pol", "coupled_neurons", "drag",      "magnetic_bottle"};
enum { MOST = 200 };

static void jacobians_agree_with_differences(void **state) {
    (void)state;
    for (size_t e = 0; e < LENGTH(EXAMPLES); e++) {
        const lento_problem *problem = read_example(EXAMPLES[e]);
        lento_model *model = model_of_problem(problem, NULL, 0);
        const lento_system *s = lento_model_system(model);
        const int width = s->order * s->size;
        double x[MOST], left[MOST], right[MOST];
        double *jacobian = calloc((size_t)s->size * (size_t)width, sizeof *jacobian);
        lento_phase phase[LENTO_MAX_SCALES];
        assert_non_null(jacobian);
        for (int i = 0; i < lento_scales(s); i++) {
            phase[i] = lento_phase_at(0, 0.4, 0);
        }
        assert_non_null(lento_derivatives_of(s)->jacobian);
        for (int i = 0; i < width; i++) {
            x[i] = lento_model_state(model)[i] + 0.05 + 0.01 * i;
        }
        const double *v = s->order == 2 ? x + s->size : NULL;
        assert_int_equal(lento_derivatives_of(s)->jacobian(0, phase, x, jacobian, s->params), 0);
        for (int k = 0; k < width; k++) {
            const double keep = x[k], h = 1e-5;
            x[k] = keep + h;
            s->rate(0, phase, x, v, right, s->params);
            x[k] = keep - h;
            s->rate(0, phase, x, v, left, s->params);
            x[k] = keep;
            for (int i = 0; i < s->size; i++) {
                const double seen = (right[i] - left[i]) / (2 * h), exact = jacobian[i * width + k];
                const double size = 1 + fabs(seen) + fabs(right[i]) * 1e-2;
                if (!(fabs(seen - exact) <= 1e-5 * size)) {
                    fail_msg("%s: row %d by %d: %g, differences give %g", EXAMPLES[e], i, k, exact,
                             seen);
                }
            }
        }
        free(jacobian);
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

/* ---- what is proved ---- */

static void smoothness_is_proved_from_the_text(void **state) {
    (void)state;
    static const struct {
        const char *rate;
        bool smooth, polynomial;
    } CASES[] = {{"2*(1-x^2)*y-x", true, true},
                 {"x^-2+exp(-y^2)*sin(3*x)/(1+x^2)", true, false},
                 {"ln(x)+besselj(1,x)", true, false},
                 {"abs(x)", false, false},
                 {"not(x)", false, false},
                 {"x*(y>1)", false, false},
                 {"max(0,y-0.9)", false, false},
                 {"sqrt(x)", false, false},
                 {"(x^2+y^2)^1.5", false, false},
                 {"x^y", false, false},
                 {"atan2(y,x)", false, false},
                 {"f(x)", false, false}};
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        char text[200];
        snprintf(text, sizeof text, "table f 11 -1 1 t^2\ninit x=1\nx'=y\ny'=%s\n", CASES[i].rate);
        const lento_problem *problem = read_text(text);
        lento_model *model = model_of_problem(problem, NULL, 0);
        const lento_shape *shape = lento_shape_of(lento_model_system(model));
        if (shape->smooth != CASES[i].smooth || shape->polynomial != CASES[i].polynomial) {
            fail_msg("%s: smooth %d, polynomial %d", CASES[i].rate, shape->smooth,
                     shape->polynomial);
        }
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_are_interpolated),
                                       cmocka_unit_test(tables_follow_parameters),
                                       cmocka_unit_test(shift_reaches_quantities),
                                       cmocka_unit_test(a_phase_may_speed_up),
                                       cmocka_unit_test(a_mean_start_is_found),
                                       cmocka_unit_test(jacobians_agree_with_differences),
                                       cmocka_unit_test(smoothness_is_proved_from_the_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
