/* SPDX-License-Identifier: MIT
 * Events of files of equations (global): times and states of jumps against exact solutions with every kind of method,
 * rows around them, events at the same time, and what is refused. */
#include "equations_support.h"

#include <math.h>

typedef struct rows {
    double t[4000], x[4000];
    int count;
} rows;

static int keep(const lento_sample *sample, void *user) {
    rows *r = user;
    r->t[r->count] = sample->t;
    r->x[r->count++] = sample->state[0];
    return r->count == 4000;
}

/* v' = i - v, v: 1 -> -1/2: one period is log(8.5) */
static double fired(double t) {
    const double first = log(1.2 / 0.2), period = log(8.5);
    const double since = t < first ? t : fmod(t - first, period);
    return 1.2 - (t < first ? 1.2 : 1.7) * exp(-since);
}

static void a_neuron_fires_when_it_should(void **state) {
    (void)state;
    static const struct {
        const char *macro;
        double step, rtol, error;
    } methods[] = {{"rk4", 0.05, 0, 2e-6},      {"rk4", 0.1, 0, 4e-5},
                   {"midpoint", 0.01, 0, 6e-4}, {"dop853", 0, 1e-10, 2e-9},
                   {"ode45", 0, 1e-9, 2e-7},    {"gbs", 0, 1e-10, 2e-8}};
    const lento_problem *problem = read_text("v'=-v+i\npar i=1.2\nglobal 1 v-1 {v=-.5}\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    for (size_t i = 0; i < LENGTH(methods); i++) {
        rows r = {.count = 0};
        const lento_options o = {.until = 20,
                                 .macro = methods[i].macro,
                                 .macro_step = methods[i].step,
                                 .rtol = methods[i].rtol,
                                 .sample_every = 0.07,
                                 .observe = keep,
                                 .user = &r};
        lento_run *run = open_run(model, &o);
        assert_int_equal(lento_run_advance(run, 20), LENTO_DONE);
        assert_int_equal(r.count, 286);
        for (int k = 0; k < r.count; k++) {
            if (!(fabs(r.x[k] - fired(r.t[k])) <= methods[i].error)) {
                fail_msg("%s at t = %g: %.9f, not %.9f", methods[i].macro, r.t[k], r.x[k],
                         fired(r.t[k]));
            }
        }
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* a ball: second order, y' jumps; with Verlet, whose parabola is exact, too */
static void a_ball_bounces(void **state) {
    (void)state;
    static const char *const methods[] = {"verlet", "rk4", "verlet/suzuki4", "dop853"};
    const lento_problem *problem =
        read_text("y''=-g\npar g=10,r=0.5\ninit y=5\nglobal -1 {y} {y=0; y'=-r*y'}\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    for (size_t i = 0; i < LENGTH(methods); i++) {
        const bool adaptive = i == 3;
        const lento_options o = {.until = 2.2,
                                 .macro = methods[i],
                                 .macro_step = adaptive ? 0 : 0.031,
                                 .rtol = adaptive ? 1e-10 : 0,
                                 .average = {{.scheme = "direct"}}};
        lento_run *run = open_run(model, &o);
        /* down at 1 with v = -10, up 5 for 1 s, then 2.5 */
        const double t = 2.2;
        assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
        const double since = lento_run_time(run) - 2;
        assert_near(lento_run_state(run)[0], 2.5 * since - 5 * since * since, 1e-9);
        assert_near(lento_run_state(run)[1], 2.5 - 10 * since, 1e-8);
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void bounces_without_end_are_an_error(void **state) {
    (void)state;
    const lento_problem *problem =
        read_text("y''=-10\ninit y=5\nglobal -1 {y} {y=0; y'=-0.5*y'}\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_options o = {.until = 5, .macro = "verlet", .macro_step = 0.01};
    lento_run *run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, 5), LENTO_STALLED);
    assert_non_null(strstr(lento_run_error(run), "without end"));
    assert_near(lento_run_time(run), 3, 1e-3);
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* both at once: each jump happens, the second from what the first made */
static void events_at_the_same_time(void **state) {
    (void)state;
    const lento_problem *problem = read_text("x'=1\ny'=1\nn'=0\n"
                                             "global 1 {x-1} {x=0;n=n+1}\n"
                                             "global 1 {y-1} {y=0;n=n+10}\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_options o = {.until = 5.5, .macro = "rk4", .macro_step = 0.3};
    lento_run *run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, 5.5), LENTO_DONE);
    assert_near(lento_run_state(run)[2], 55, 0);
    assert_near(lento_run_state(run)[0], lento_run_time(run) - 5, 1e-12);
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void averages_do_not_take_events(void **state) {
    (void)state;
    const lento_problem *problem = read_text("par w=1e4\nphase p'=w\nq''=-q+cos(p)\n"
                                             "global 1 {q-1} {q=0}\n");
    lento_model *model = model_of_problem(problem, NULL, 0);
    const lento_options o = {
        .until = 1, .steps = 10, .macro = "rk4", .average = {{.scheme = "async"}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_BAD_OPTION);
    assert_non_null(strstr(lento_run_error(run), "events"));
    lento_run_destroy(run);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static void wrong_events_are_refused(void **state) {
    (void)state;
    refused_with("x'=1\npar a=1\nglobal 1 {x-1} {a=2}\n", "test.ode:3:17", "'a' is a parameter");
    refused_with("x'=1\nglobal 1 {x-1} {y=2}\n", "test.ode:2:17", "'y' has no equation");
    refused_with("x'=1\nglobal 0 {x-1} {x=2}\n", "test.ode:2:8", "global 1");
    refused_with("x'=1\nglobal 1 {x-1} {x'=2}\n", "test.ode:2:17", "has no '");
    refused_with("x'=1\nglobal 1 {x-1} x=2\n", "test.ode:2:16", "{ is expected");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_neuron_fires_when_it_should),
                                       cmocka_unit_test(a_ball_bounces),
                                       cmocka_unit_test(bounces_without_end_are_an_error),
                                       cmocka_unit_test(events_at_the_same_time),
                                       cmocka_unit_test(averages_do_not_take_events),
                                       cmocka_unit_test(wrong_events_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
