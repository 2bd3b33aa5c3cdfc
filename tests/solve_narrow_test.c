/* SPDX-License-Identifier: MIT
 * Narrow layers in a slow state and pulses in time, as equations in text: the text shows them, so no step jumps over
 * them. Widths from 0.003 of the slow path; the truth is a plain run with short steps. In a campaign: LENTO_CASES times
 * as many. */
#include "equations_support.h"
#include "lento/study.h"

#include "cases.h"

enum { ROWS = 5 };

static unsigned long long random_state = 77;

static double uniform(double low, double high) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 11) / 9007199254740992.0;
}

static double spread(double low, double high) {
    return exp(uniform(log(low), log(high)));
}

/* u: the distance from the place, in widths */
static const char *const FEATURES[] = {
    "exp(-u^2)",           "1/(1+u^2)^2",      "1/cosh(u)^2",  "tanh(u+1)-tanh(u-1)",
    "heav(u+1)*heav(1-u)", "max(0, 1-abs(u))", "exp(-abs(u))", "(erf(u+1)-erf(u-1))/2"};

static void run_case(int i, int *silent, int *answered, int *low) {
    char text[800];
    const bool fast = i % 5 != 4; /* every fifth has no fast motion: plain integration */
    const bool in_time = i % 3 == 2;
    const double place = uniform(0.15, 0.85), width = spread(0.003, 0.1);
    const double eps = spread(2e-4, 1.6e-3), tolerance = spread(1e-6, 1e-3);
    const char *feature = FEATURES[i % 8];
    snprintf(text, sizeof text,
             "par eps=%.6g, a=%.6g\ninit x=1, v=0, y=0\nu = (%s - %.9g)/%.6g\n"
             "x' = %s\nv' = %s(0.2 - a*(%s))*v\ny' = 0.2\nslow r = x^2 + v^2\n@ total=5\n",
             eps, uniform(0.5, 4), in_time ? "t/5" : "y", place, width, fast ? "v/eps" : "v-x",
             fast ? "-x/eps + " : "", feature);
    if (!fast) { /* v alone is shown by the feature */
        char *start = strstr(text, "v=0");
        start[2] = '1';
    }
    const lento_problem *problem = read_text(text);
    lento_model *model = model_of_problem(problem, NULL, 0);
    lento_options exact = {.until = 5, .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
    exact.max_step = fast ? eps / 4 : width / 40;
    exact.average[0].scheme = "direct";
    const lento_solve_options asked = {.until = 5, .tolerance = tolerance, .samples = ROWS};
    lento_run *run = open_run(model, &exact);
    lento_answer a;
    assert_int_equal(lento_solve_model(&a, model, &asked), LENTO_DONE);
    double worst = 0;
    const bool good = a.outcome == LENTO_AVERAGED || a.outcome == LENTO_DIRECT;
    for (int j = 0; good && j < ROWS; j++) {
        double columns[16];
        columns_at(run, a.times[j], columns);
        assert_int_equal(a.columns, 1);
        worst = fmax(worst,
                     fabs(a.values[j] - columns[lento_model_columns(model) - 1]) / a.magnitude[0]);
    }
    *answered += good;
    *low += good && worst > a.bar;
    *silent += good && worst > a.bar && worst > tolerance;
    if (good && worst > a.bar) {
        print_message("%serror %.2e bar %.2e tolerance %.2e (%s, %s)\n%s",
                      worst > tolerance ? "SILENT " : "", worst, a.bar, tolerance, a.scheme, a.code,
                      text);
    }
    lento_run_destroy(run);
    lento_answer_free(&a);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void text_hides_nothing(void **state) {
    (void)state;
    const unsigned count = random_cases(16);
    int silent = 0, answered = 0, low = 0;
    for (unsigned i = 0; i < count; i++) {
        run_case((int)i, &silent, &answered, &low);
    }
    print_message("%u narrow features: %d answered, %d bars low, %d silent wrong\n", count,
                  answered, low, silent);
    assert_int_equal(silent, 0);
    assert_true(answered >= 0.9 * count);
}

/* nothing is fast, so steps are long: both plain runs jumped over the pulse (0.6065 with a bar of 1e-8) */
static void a_pulse_between_long_steps(void **state) {
    (void)state;
    const lento_problem *problem =
        read_text("init x=1\nx' = -0.1*x + 100*exp(-((t-2.5)/0.001)^2)\n@ total=5\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_solve_options asked = {.until = 5, .samples = 1};
    lento_answer a;
    assert_int_equal(lento_solve_model(&a, model, &asked), LENTO_DONE);
    assert_near(a.values[0], exp(-0.5) + 0.1 * sqrt(TWO_PI / 2) * exp(-0.25), 1e-6);
    lento_answer_free(&a);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* A layer in the amplitude, as a function in C: nothing tells of it. The motion is caught where damping stops. */
typedef struct layer {
    double eps, place, width, push;
} layer;

static int layer_field(double t, const double x[], double rate[], void *params) {
    const layer *p = params;
    const double u = (x[0] * x[0] + x[1] * x[1] - p->place) / p->width;
    (void)t;
    rate[0] = x[1] / p->eps;
    rate[1] = -x[0] / p->eps - 0.5 * x[1] + p->push * x[1] * exp(-u * u);
    return 0;
}

static void square(double t, const lento_phase phase[], const double x[], double column[],
                   void *user) {
    (void)t, (void)phase, (void)user;
    column[0] = x[0] * x[0] + x[1] * x[1];
}

static void a_layer_in_a_black_box(void **state) {
    static const double PUSH[] = {1, 0.75, 0.55}, WIDTH[] = {0.01, 0.005};
    (void)state;
    for (int i = 0; i < 6; i++) {
        layer p = {1e-4, 0.7, WIDTH[i / 3], PUSH[i % 3]};
        const lento_system system = {.order = 1, .size = 2, .field = layer_field, .params = &p};
        const lento_solve_options asked = {.until = 3,
                                           .tolerance = i % 2 ? 1e-4 : 1e-6,
                                           .samples = 3,
                                           .column = square,
                                           .columns = 1};
        lento_answer a;
        assert_int_equal(lento_solve(&a, &system, (const double[]){1, 0}, &asked), LENTO_DONE);
        /* where push * exp(-u^2) = 1/2 */
        const double caught = p.place + p.width * sqrt(log(2 * p.push));
        assert_true(a.outcome == LENTO_REFUSED || fabs(a.values[2] - caught) < 2e-3);
        lento_answer_free(&a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(text_hides_nothing),
                                       cmocka_unit_test(a_pulse_between_long_steps),
                                       cmocka_unit_test(a_layer_in_a_black_box)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
