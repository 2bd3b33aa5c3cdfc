/* SPDX-License-Identifier: MIT
 * Runs that could not be created, runs that do not exist, and questions that a run cannot answer: each gives a status
 * and a sentence, nothing is read that is not there, and a run that was only asked goes on. */
#include "support.h"

static int decay(double t, const double x[], double f[], void *params) {
    (void)t, (void)params;
    f[0] = -x[0];
    return 0;
}

typedef struct failing {
    long calls, fails_at; /* the call that fails; -1: none, 0: all */
} failing;

static int fails(double t, const lento_phase phase[], const double x[], const double v[],
                 double f[], void *params) {
    failing *p = params;
    (void)t, (void)phase, (void)v;
    f[0] = -x[0];
    p->calls++;
    return p->fails_at == 0 || p->calls == p->fails_at;
}

static void output(double t, const lento_phase phase[], const double state[],
                   const double multipliers[], double columns[], void *params) {
    (void)t, (void)phase, (void)multipliers, (void)params;
    columns[0] = state[0];
}

static const lento_system PLAIN = {.order = 1,
                                   .size = 1,
                                   .field = decay,
                                   .known =
                                       &(lento_knowledge){.view = &(lento_view){.output = output}}};
static const double START[2] = {1, 0};

static lento_run *created(const lento_system *system, const lento_options *options) {
    lento_run *run = NULL;
    if (lento_run_create(&run, system, START, options) != LENTO_DONE) {
        fail_msg("%s", lento_run_error(run));
    }
    return run;
}

/* ---- failed and missing runs ---- */

static void has_nothing(lento_run *run, lento_status status) {
    double numbers[8] = {0};
    const lento_warning *list;
    assert_int_equal(lento_run_status(run), status);
    assert_true(strlen(lento_run_error(run)) > 0);
    assert_int_equal(lento_run_advance(run, 1), status);
    assert_int_equal(lento_run_at(run, 0, numbers), status);
    assert_int_equal(lento_run_columns(run, 0, numbers), status);
    assert_int_equal(lento_run_rate(run, 0, START, numbers), status);
    assert_null(lento_run_state(run));
    assert_null(lento_run_multipliers(run));
    assert_int_equal(lento_run_state_size(run), 0);
    assert_near(lento_run_time(run), 0, 0);
    assert_int_equal(lento_run_counts(run).force_evaluations, 0);
    assert_true(lento_run_warnings(run, &list) >= 0);
    assert_non_null(lento_run_options(run));
    lento_run_residual(run, 0);
    lento_run_memory(run);
    lento_run_destroy(run);
}

static int no_start(const double state[], double averaged[], void *params) {
    (void)state, (void)averaged, (void)params;
    return 1;
}

/* they fail at different depths: before anything is known, without a step, without a mass, without a start */
static void failed_runs_answer_every_question_with_their_status(void **state) {
    (void)state;
    const lento_options good = {.until = 1, .macro = "rk4", .steps = 10, .columns = 1};
    lento_options o = good;
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, NULL, NULL, NULL), LENTO_BAD_SYSTEM);
    has_nothing(run, LENTO_BAD_SYSTEM);
    o.until = -1;
    assert_int_equal(lento_run_create(&run, &PLAIN, START, &o), LENTO_BAD_OPTION);
    has_nothing(run, LENTO_BAD_OPTION);
    o = good;
    o.rtol = 1e-3;
    assert_int_equal(lento_run_create(&run, &PLAIN, START, &o), LENTO_BAD_OPTION);
    has_nothing(run, LENTO_BAD_OPTION);
    const double mass = -1;
    lento_system s = PLAIN;
    s.order = 2;
    s.rate = fails;
    s.params = &(failing){.fails_at = -1};
    s.mechanics = &(lento_mechanics){.mass_form = LENTO_MASS_DIAGONAL, .mass = &mass};
    assert_int_equal(lento_run_create(&run, &s, START, &good), LENTO_BAD_SYSTEM);
    has_nothing(run, LENTO_BAD_SYSTEM);
    s = PLAIN;
    s.fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3}}};
    s.known =
        &(lento_knowledge){.averaged = &(lento_closed){.system = &PLAIN, .convert = no_start}};
    o = good;
    o.average[0].scheme = "averaged";
    assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_BAD_SYSTEM);
    has_nothing(run, LENTO_BAD_SYSTEM);
}

static void missing_run_is_missing_memory(void **state) {
    (void)state;
    has_nothing(NULL, LENTO_NO_MEMORY);
    assert_string_equal(lento_run_error(NULL), "out of memory");
}

/* ---- questions ---- */

static void advancing_to_no_time_is_refused_and_the_run_goes_on(void **state) {
    (void)state;
    static const double bad[] = {INFINITY, -INFINITY, NAN};
    const lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
    lento_run *run = created(&PLAIN, &o);
    for (size_t i = 0; i < LENGTH(bad); i++) {
        assert_int_equal(lento_run_advance(run, bad[i]), LENTO_BAD_OPTION);
        assert_non_null(strstr(lento_run_error(run), "cannot be advanced to t = "));
        assert_int_equal(lento_run_status(run), LENTO_DONE);
        assert_int_equal(lento_run_advance(run, 0.3 * (double)(i + 1)), LENTO_DONE);
        assert_string_equal(lento_run_error(run), "");
    }
    assert_near(lento_run_time(run), 0.9, 1e-12);
    lento_run_destroy(run);
}

static void columns_without_output_are_refused_with_a_sentence(void **state) {
    (void)state;
    const lento_options o = {.until = 1, .macro = "rk4", .steps = 10, .columns = 1};
    lento_system s = PLAIN;
    s.known = NULL;
    lento_run *run = created(&s, &o);
    double column;
    assert_int_equal(lento_run_columns(run, 0, &column), LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_run_error(run), "no output function"));
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    assert_string_equal(lento_run_error(run), "");
    lento_run_destroy(run);
}

static void refused_time_is_forgotten_by_the_next_call_that_succeeds(void **state) {
    (void)state;
    const lento_options o = {.until = 1, .macro = "rk4", .steps = 10};
    lento_run *run = created(&PLAIN, &o);
    double x, rate;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lento_run_at(run, 7, &x), LENTO_BAD_OPTION);
        assert_true(strlen(lento_run_error(run)) > 0);
        assert_int_equal(i == 0   ? lento_run_advance(run, 0.5)
                         : i == 1 ? lento_run_rate(run, 0, START, &rate)
                                  : lento_run_columns(run, 0.45, &x),
                         LENTO_DONE);
        assert_string_equal(lento_run_error(run), "");
    }
    lento_run_destroy(run);
}

/* ---- callbacks that fail while a question is answered ---- */

/* a rate or a state between steps that cannot be had says so, and neither stops nor stains the run */
static void failed_question_is_not_a_failed_run(void **state) {
    (void)state;
    static const char *const schemes[] = {"direct", "async"};
    for (size_t i = 0; i < LENGTH(schemes); i++) {
        failing p = {.fails_at = -1};
        const lento_system s = {
            .order = 2,
            .size = 1,
            .rate = fails,
            .params = &p,
            .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e3, .forced = true}}}};
        const lento_options o = {
            .until = 1, .macro = "dop853", .steps = 10, .average = {{.scheme = schemes[i]}}};
        lento_run *run = created(&s, &o);
        double x, y[2];
        assert_int_equal(lento_run_advance(run, 0.5), LENTO_DONE);
        p.fails_at = 0;
        assert_int_equal(lento_run_rate(run, 0.5, START, &x), LENTO_CALLBACK_FAILED);
        assert_non_null(strstr(lento_run_error(run), "the right-hand side reported a failure"));
        assert_int_equal(lento_run_status(run), LENTO_DONE);
        p.fails_at = -1;
        assert_int_equal(lento_run_rate(run, 0.5, START, &x), LENTO_DONE);
        assert_string_equal(lento_run_error(run), "");
        assert_near(x, -1, 1e-5); /* a window of some 1e-3: its square */
        assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
        assert_int_equal(lento_run_at(run, 1, y), LENTO_DONE);
        assert_near(y[0], cos(1), 1e-5);
        assert_string_equal(lento_run_error(run), "");
        lento_run_destroy(run);
    }
}

static int ignore(const lento_sample *sample, void *user) {
    (void)sample;
    ++*(int *)user;
    return 0;
}

/* the extra stages of dop853's interpolant fail: asked by the caller it is a question, by the observer a failure */
static void sample_that_cannot_be_computed_fails_the_run(void **state) {
    (void)state;
    failing p = {.fails_at = -1};
    const lento_system s = {.order = 1, .size = 1, .rate = fails, .params = &p};
    lento_options o = {.until = 1, .macro = "dop853", .steps = 10};
    lento_run *run = created(&s, &o);
    double x;
    assert_int_equal(lento_run_advance(run, 0.2), LENTO_DONE);
    const long steps = p.calls;
    p.fails_at = steps + 2; /* after the rate at the new node */
    assert_int_equal(lento_run_at(run, 0.15, &x), LENTO_CALLBACK_FAILED);
    assert_true(strlen(lento_run_error(run)) > 0);
    assert_int_equal(lento_run_status(run), LENTO_DONE);
    assert_int_equal(lento_run_at(run, 0.15, &x), LENTO_DONE);
    assert_near(x, exp(-0.15), 1e-9);
    assert_string_equal(lento_run_error(run), "");
    lento_run_destroy(run);

    int samples = 0;
    p = (failing){.fails_at = steps + 2};
    o.observe = ignore;
    o.user = &samples;
    o.sample_every = 0.15;
    run = created(&s, &o);
    assert_int_equal(lento_run_advance(run, 1), LENTO_CALLBACK_FAILED);
    assert_int_equal(lento_run_status(run), LENTO_CALLBACK_FAILED);
    assert_true(strlen(lento_run_error(run)) > 0);
    assert_int_equal(samples, 1); /* the start */
    lento_run_destroy(run);
}

static int radius(double t, const lento_phase phase[], const double x[], double xi[],
                  double gradient[], double explicit_rate[], void *params) {
    failing *p = params;
    (void)t, (void)phase;
    for (int j = 0; j < 2; j++) {
        if (xi) {
            xi[0] = (j > 0 ? xi[0] : 0) + x[j] * x[j];
        }
        if (gradient) {
            gradient[j] = 2 * x[j];
        }
    }
    if (explicit_rate) {
        explicit_rate[0] = 0;
    }
    p->calls++;
    return p->fails_at == 0 || p->calls == p->fails_at;
}

static int turns(double t, const lento_phase phase[], const double x[], const double v[],
                 double f[], void *params) {
    (void)t, (void)phase, (void)v, (void)params;
    f[0] = 1e4 * x[1];
    f[1] = -1e4 * x[0];
    return 0;
}

/* the first calls come from tests of the set, which may go on without one of their points */
static void slow_variables_that_fail_leave_a_status_with_their_sentence(void **state) {
    (void)state;
    failing p = {0};
    const lento_system s = {
        .order = 1,
        .size = 2,
        .rate = turns,
        .fast = &(lento_fast){.count = 1, .scale = {{.frequency = 1e4}}},
        .known = &(lento_knowledge){
            .slow = (lento_slow_set[]){{.size = 1, .slow = radius, .params = &p}, {0}}}};
    const lento_options o = {
        .until = 1, .macro = "rk4", .steps = 50, .average = {{.scheme = "slow"}}};
    lento_run *run = NULL;
    assert_int_equal(lento_run_create(&run, &s, START, &o), LENTO_CALLBACK_FAILED);
    assert_non_null(strstr(lento_run_error(run), "slow variables reported a failure"));
    lento_run_destroy(run);
    for (long at = 1; at <= 40; at++) {
        p = (failing){.fails_at = at};
        lento_status status = lento_run_create(&run, &s, START, &o);
        status = status == LENTO_DONE ? lento_run_advance(run, 0.02) : status;
        if ((status < 0) != (strlen(lento_run_error(run)) > 0) || status != lento_run_status(run)) {
            fail_msg("call %ld: status %d, '%s'", at, status, lento_run_error(run));
        }
        lento_run_destroy(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_runs_answer_every_question_with_their_status),
        cmocka_unit_test(missing_run_is_missing_memory),
        cmocka_unit_test(advancing_to_no_time_is_refused_and_the_run_goes_on),
        cmocka_unit_test(columns_without_output_are_refused_with_a_sentence),
        cmocka_unit_test(refused_time_is_forgotten_by_the_next_call_that_succeeds),
        cmocka_unit_test(failed_question_is_not_a_failed_run),
        cmocka_unit_test(sample_that_cannot_be_computed_fails_the_run),
        cmocka_unit_test(slow_variables_that_fail_leave_a_status_with_their_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
