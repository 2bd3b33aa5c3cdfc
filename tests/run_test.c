/* SPDX-License-Identifier: MIT
 * The life of a run: what is looked at does not change what is computed; stopping, counting. */
#include "support.h"

enum { ROOM = 4000 };

typedef struct record {
    int samples, stop_after;
    double t[ROOM], Q[ROOM], P[ROOM];
} record;

static int observe(const lento_sample *sample, void *user) {
    record *l = user;
    assert_true(l->samples < ROOM);
    assert_non_null(sample->columns);
    assert_between(sample->progress, 0, 1);
    l->t[l->samples] = sample->t;
    l->Q[l->samples] = sample->columns[0];
    l->P[l->samples] = sample->columns[1];
    l->samples++;
    return l->stop_after > 0 && l->samples >= l->stop_after;
}

#define ASYNC                                                                                      \
    { .scheme = "async", .micro_per_period = 20 }
#define SYNC                                                                                       \
    { .scheme = "sync", .micro_per_period = 20 }
#define CLOSED                                                                                     \
    { .scheme = "averaged" }
#define DIRECT                                                                                     \
    { .scheme = "direct" }

static const struct {
    const char *macro;
    lento_average average;
    double rtol;
    long steps;
} RUNS[] = {{"verlet", ASYNC, 0, 40},       {"verlet", SYNC, 0, 40},
            {"yoshida6", ASYNC, 0, 40},     {"rk4", SYNC, 0, 40},
            {"dop853", ASYNC, 1e-6, 0},     {"ode45", SYNC, 1e-4, 0},
            {"leapfrog", CLOSED, 0, 200},   {"verlet", DIRECT, 0, 20000},
            {"kahan-li8", DIRECT, 0, 3000}, {"dop853", CLOSED, 1e-9, 0}};

static lento_options options_of(size_t i) {
    return (lento_options){.until = 1,
                           .macro = RUNS[i].macro,
                           .steps = RUNS[i].steps,
                           .rtol = RUNS[i].rtol,
                           .average = {RUNS[i].average}};
}

/* state and time after the last step */
static void last_step(const lento_model *model, const lento_options *o, double end[3], int slices) {
    lento_run *run = open_run(model, o);
    for (int i = 1; i <= slices; i++) {
        assert_int_equal(lento_run_advance(run, (double)i / slices), LENTO_DONE);
        if (i % 5 == 0 && i < slices) { /* looking is free */
            double columns[2];
            assert_int_equal(lento_run_columns(run, (double)i / slices, columns), LENTO_DONE);
        }
    }
    end[0] = lento_run_time(run);
    memcpy(end + 1, lento_run_state(run), 2 * sizeof *end);
    lento_run_destroy(run);
}

static void same_bits(const double a[3], const double b[3], const char *what, const char *method) {
    if (memcmp(a, b, 3 * sizeof *a) != 0) {
        fail_msg("%s with %s: %.17g %.17g, not %.17g %.17g", what, method, a[1], a[2], b[1], b[2]);
    }
}

static void slices_and_output_times_change_no_bit(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e3 theta0=1");
    static record l;
    for (size_t i = 0; i < LENGTH(RUNS); i++) {
        lento_options o = options_of(i);
        double whole[3], other[3];
        last_step(model, &o, whole, 1);
        last_step(model, &o, other, 37);
        same_bits(other, whole, "slices", RUNS[i].macro);
        o.observe = observe;
        o.user = &l;
        l = (record){0};
        o.sample_every = 0.0037;
        last_step(model, &o, other, 1);
        same_bits(other, whole, "dense output", RUNS[i].macro);
        assert_int_equal(l.samples, 271);
        l = (record){0};
        o.sample_every = 0;
        o.sample_steps = 17;
        last_step(model, &o, other, 3);
        same_bits(other, whole, "thinned output", RUNS[i].macro);
        o.until = 1.7; /* a later end is the same run */
        if (o.steps > 0) {
            o.macro_step = 1.0 / (double)o.steps;
            o.steps = 0;
            last_step(model, &o, other, 1);
            same_bits(other, whole, "later end", RUNS[i].macro);
        }
    }
    lento_model_destroy(model);
}

static void samples_come_at_the_wanted_times(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    static record l;
    l = (record){0};
    lento_options o = {.until = 1, .steps = 40, .average = {ASYNC}, .observe = observe, .user = &l};
    double end[2];
    run_to_end(model, &o, end);
    assert_int_equal(l.samples, 41);
    for (int i = 0; i < l.samples; i++) {
        assert_near(l.t[i], i / 40.0, 1e-15);
    }
    assert_near(l.Q[0], 0.5, 0);
    assert_near(l.Q[40], end[0], 0);
    l = (record){0};
    o.sample_steps = 8;
    run_to_end(model, &o, end);
    assert_int_equal(l.samples, 6);
    assert_near(l.t[5], 1, 1e-15);
    l = (record){0};
    o.sample_every = 0.03;
    run_to_end(model, &o, end);
    assert_int_equal(l.samples, 34);
    assert_near(l.t[33], 0.99, 1e-15);
    lento_model_destroy(model);
}

/* Between the nodes the error stays that of the nodes; straight lines would add 1e-2. */
static void interpolation_is_as_good_as_the_method(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    static const struct {
        const char *macro;
        long steps;
        double at_nodes;
    } rows[] = {{"rk4", 80, 2e-4},       {"verlet", 400, 3e-4},    {"yoshida6", 40, 2e-3},
                {"kahan-li8", 30, 4e-5}, {"leapfrog", 2000, 5e-4}, {"dop853", 20, 4e-6}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const lento_options o = {
            .until = 1, .macro = rows[i].macro, .steps = rows[i].steps, .average = {CLOSED}};
        const lento_options reference = accurate(1, "averaged", NULL);
        lento_run *run = open_run(model, &o), *exact = open_run(model, &reference);
        double worst = 0;
        for (int k = 1; k < 600; k++) {
            const double t = k / 600.0 + 1e-4;
            double a[2], b[2];
            assert_int_equal(lento_run_advance(run, t), LENTO_DONE);
            assert_int_equal(lento_run_advance(exact, t), LENTO_DONE);
            assert_int_equal(lento_run_columns(run, t, a), LENTO_DONE);
            assert_int_equal(lento_run_columns(exact, t, b), LENTO_DONE);
            worst = fmax(worst, fabs(a[0] - b[0]));
        }
        if (!(worst < rows[i].at_nodes)) {
            fail_msg("%s: %.2e between the nodes", rows[i].macro, worst);
        }
        lento_run_destroy(run);
        lento_run_destroy(exact);
    }
    lento_model_destroy(model);
}

static void steps_that_do_not_fit_end_beyond_and_are_interpolated(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    const lento_options o = {.until = 1, .macro = "rk4", .macro_step = 0.03, .average = {CLOSED}};
    lento_run *run = open_run(model, &o);
    double here[2];
    assert_int_equal(lento_run_options(run)->steps, 34);
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    assert_near(lento_run_time(run), 1.02, 1e-15);
    assert_int_equal(lento_run_counts(run).macro_steps, 34);
    assert_int_equal(lento_run_columns(run, 1, here), LENTO_DONE);
    assert_near(here[0], 0.168561190028709, 0.02);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Neither beyond the last step nor before it: nothing is extrapolated, and the run is none the worse. */
static void times_outside_the_last_step_are_refused(void **state) {
    (void)state;
    const struct {
        const char *macro;
        double rtol;
    } list[] = {{"rk4", 0}, {"dop853", 1e-6}, {"verlet", 0}, {"ode45", 1e-6}};
    lento_model *model = model_of("kapitza", "omega=1e6");
    for (size_t i = 0; i < LENGTH(list); i++) {
        lento_options o = {.until = 1, .macro = list[i].macro, .average = {CLOSED}};
        o.rtol = list[i].rtol;
        o.steps = o.rtol > 0 ? 0 : 40;
        lento_run *run = open_run(model, &o);
        double c[2], y[2];
        assert_int_equal(lento_run_columns(run, 0, c), LENTO_DONE);
        assert_int_equal(lento_run_columns(run, 0.1, c), LENTO_BAD_OPTION);
        assert_int_equal(lento_run_advance(run, 0.5), LENTO_DONE);
        const double end = lento_run_time(run);
        const double bad[] = {end + 1e-3, end * (1 + 1e-8), 0.1, -1, 7, NAN};
        for (size_t k = 0; k < LENGTH(bad); k++) {
            assert_int_equal(lento_run_at(run, bad[k], y), LENTO_BAD_OPTION);
            assert_non_null(strstr(lento_run_error(run), "not inside the last step"));
            assert_int_equal(lento_run_columns(run, bad[k], c), LENTO_BAD_OPTION);
            assert_true(isnan(y[0]) && isnan(c[0]) && isnan(c[1]));
        }
        const double good[] = {end, end * (1 + 1e-13), end - 1e-4};
        for (size_t k = 0; k < LENGTH(good); k++) {
            assert_int_equal(lento_run_columns(run, good[k], c), LENTO_DONE);
            assert_true(isfinite(c[0]));
            assert_string_equal(lento_run_error(run), "");
        }
        assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
        assert_int_equal(lento_run_status(run), LENTO_DONE);
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}

static int ignored(const lento_model *model, lento_options o) {
    lento_run *run = open_run(model, &o);
    const lento_warning *list;
    int found = 0;
    for (int i = lento_run_warnings(run, &list) - 1; i >= 0; i--) {
        found += strcmp(list[i].code, "option-ignored") == 0;
    }
    lento_run_destroy(run);
    return found;
}

static void bounds_of_adaptive_steps_are_not_ignored_silently(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    lento_options o = {.until = 1, .macro = "rk4", .steps = 40, .average = {CLOSED}};
    assert_int_equal(ignored(model, o), 0);
    o.first_step = 0.1;
    assert_int_equal(ignored(model, o), 1);
    o.max_step = 0.2;
    assert_int_equal(ignored(model, o), 2);
    o.macro = "dop853"; /* with given steps */
    assert_int_equal(ignored(model, o), 2);
    o.steps = 0;
    o.rtol = 1e-6;
    assert_int_equal(ignored(model, o), 0);
    o.first_step = -1;
    lento_run *run = NULL;
    assert_int_equal(lento_run_open(&run, model, &o), LENTO_BAD_OPTION);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Exact flows stay finite: at steps of 5 the energy of this top, 5.8, is off by more than 500, at 1 by 1. */
static void splitting_with_steps_that_are_too_long_is_reported(void **state) {
    (void)state;
    static const char *const methods[] = {"strang", "chin4a", "axis-split", "bobenko-suris-sym"};
    lento_model *model = model_of("top", "");
    for (size_t i = 0; i < LENGTH(methods); i++) {
        for (int k = 0; k < 2; k++) {
            const double step = k == 0 ? 1 : 5;
            const lento_options o = {.until = 50, .macro = methods[i], .macro_step = step};
            lento_run *run = open_run(model, &o);
            assert_int_equal(lento_run_advance(run, step), LENTO_DONE);
            const lento_warning *list;
            const int n = lento_run_warnings(run, &list);
            assert_int_equal(n, k);
            assert_true(n == 0 || strcmp(list[0].code, "steps-too-long") == 0);
            assert_int_equal(lento_run_counts(run).macro_steps, 1); /* the trial is in no count */
            assert_near(lento_run_time(run), step, 1e-15);
            lento_run_destroy(run);
        }
    }
    lento_model_destroy(model);
}

static int stop_now(void *user) {
    int *left = user;
    return --*left < 0;
}

static void runs_stop_and_go_on(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    static record l;
    l = (record){.stop_after = 11};
    lento_options o = {.until = 1, .steps = 40, .average = {ASYNC}};
    double whole[3];
    last_step(model, &o, whole, 1);
    o.observe = observe;
    o.user = &l;
    lento_run *run = open_run(model, &o);
    assert_int_equal(lento_run_advance(run, 1), LENTO_STOPPED);
    assert_near(lento_run_time(run), 10 / 40.0, 1e-15);
    l.stop_after = 0;
    assert_int_equal(lento_run_advance(run, 1), LENTO_DONE);
    assert_int_equal(l.samples, 41);
    double end[3] = {lento_run_time(run)};
    memcpy(end + 1, lento_run_state(run), 2 * sizeof *end);
    same_bits(end, whole, "stopped by the observer", "verlet");
    lento_run_destroy(run);

    int left = 3; /* a long direct run asks in between */
    lento_options direct = {.until = 1, .average = {DIRECT}, .stop = stop_now, .user = &left};
    run = open_run(model, &direct);
    assert_int_equal(lento_run_advance(run, 1), LENTO_STOPPED);
    assert_between(lento_run_time(run), 1e-6, 0.01);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

static void counts_separate_what_only_completes_the_last_velocity(void **state) {
    (void)state;
    lento_model *model = model_of("kapitza", "omega=1e6");
    const lento_options o = {
        .until = 1, .steps = 80, .average = {{.scheme = "async", .micro_per_period = 80}}};
    lento_run *run = open_run(model, &o);
    for (int look = 0; look < 2; look++) { /* looking on the way changes no count */
        assert_int_equal(lento_run_advance(run, look == 0 ? 0.5 : 1), LENTO_DONE);
        const long n = look == 0 ? 40 : 80;
        for (int i = 0; i < 2; i++) {
            const lento_counts c = lento_run_counts(run);
            assert_int_equal(c.macro_steps, n);
            assert_int_equal(c.windows, n);
            assert_int_equal(c.micro_steps, 40 * n);
            assert_int_equal(c.force_evaluations, 41 * n); /* 3280 */
            assert_int_equal(c.closing_force_evaluations, i == 0 ? 0 : 41);
            assert_int_equal(c.rejected_steps, 0);
            lento_run_state(run);
        }
    }
    lento_run_destroy(run);
    static const struct {
        const char *macro;
        long evaluations;
    } rows[] = {{"verlet", 50},    {"rk4", 200},       {"euler", 50},
                {"midpoint", 100}, {"leapfrog", 50},   {"yoshida4", 150},
                {"yoshida6", 350}, {"kahan-li8", 850}, {"dop853", 600}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const lento_options closed = {
            .until = 1, .macro = rows[i].macro, .steps = 50, .average = {CLOSED}};
        double end[2];
        assert_int_equal(run_to_end(model, &closed, end).force_evaluations, rows[i].evaluations);
    }
    lento_model_destroy(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_and_output_times_change_no_bit),
        cmocka_unit_test(samples_come_at_the_wanted_times),
        cmocka_unit_test(interpolation_is_as_good_as_the_method),
        cmocka_unit_test(steps_that_do_not_fit_end_beyond_and_are_interpolated),
        cmocka_unit_test(times_outside_the_last_step_are_refused),
        cmocka_unit_test(bounds_of_adaptive_steps_are_not_ignored_silently),
        cmocka_unit_test(splitting_with_steps_that_are_too_long_is_reported),
        cmocka_unit_test(runs_stop_and_go_on),
        cmocka_unit_test(counts_separate_what_only_completes_the_last_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
