/* SPDX-License-Identifier: MIT
 * Hands-off runs of the problems they were tuned on (data/tuning, as text), against values from two runs in long double
 * (data/solve_truth.json): no answer is wrong without saying so, few are refused, and the bar is
 * neither below the error nor far above it. A bar ten times smaller would fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "equations_support.h"
#include "io/json.h"
#include "lento/study.h"

enum { ROWS = 8, MOST_COLUMNS = 4, MOST_CALLS = 600000 };

static const char *const NAMES[] = {
    "kapitza", "duffenv", "mathieu", "vdp",         "stellar21",  "quartic11",
    "mirror",  "springp", "driftw",  "relaxosc",    "sqrt2",      "near17_12",
    "lorenz",  "burst",   "wall",    "detuned2_02", "slowlorenz", "vdpnoise",
};

typedef struct score {
    int runs, answered, averaged, silent, low, missed, widths;
    double width[400];
} score;

/* a problem of data/tuning at one eps; both are released by free_tuned */
static lento_model *tuned(const char *name, double eps) {
    char path[100];
    snprintf(path, sizeof path, "tests/data/tuning/%s", name);
    const lento_setting setting = {.name = "eps", .value = eps};
    return model_of_problem(read_source(path), &setting, 1);
}
static void free_tuned(lento_model *model) {
    const lento_problem *problem = lento_model_problem(model);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

static io_json_value *read_truth(void) {
    char path[500], message[IO_MESSAGE_SIZE];
    const char *source = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/tests/data/solve_truth.json", source ? source : ".");
    io_json_value *truth = io_json_read(path, message);
    assert_non_null(truth);
    return truth;
}

/* the rows of a problem behind its start; false: not in the file */
static bool find_truth(const io_json_value *truth, const char *name, int exponent, int columns,
                       double value[]) {
    char key[80];
    snprintf(key, sizeof key, "%s 1e-%d", name, exponent);
    const io_json_value *entry = io_json_member(truth, key);
    if (!entry) {
        return false;
    }
    const io_json_value *row = io_json_member(entry, "outputs")->first;
    for (int j = 0; j < ROWS; j++, row = row->next) {
        const io_json_value *cell = row->first;
        for (int k = 0; k < columns; k++, cell = cell->next) {
            value[j * columns + k] = cell->number;
        }
        assert_null(row->first ? cell : NULL);
    }
    return true;
}

/* The largest error over rows and columns, relative to the largest magnitude of a column; the first row is the start. */
static double largest_error(const lento_answer *a, const double truth[]) {
    double worst = 0;
    for (int k = 0; k < a->columns; k++) {
        double most = fmax(1e-3, fabs(a->values[k])), error = 0;
        for (int j = 0; j < ROWS; j++) {
            const double right = truth[j * a->columns + k];
            const double e = fabs(a->values[(j + 1) * a->columns + k] - right);
            most = fmax(most, fabs(right));
            error = e <= error ? error : e;
        }
        worst = error / most <= worst ? worst : error / most;
    }
    return worst;
}

static void judge(const lento_model *model, const char *name, double eps, double tolerance,
                  const double truth[], score *sum) {
    double times[ROWS + 1] = {0};
    const double until = lento_model_problem(model)->suggested.until;
    for (int j = 1; j <= ROWS; j++) {
        times[j] = until * j / ROWS;
    }
    const lento_solve_options options = {.until = until,
                                         .tolerance = tolerance,
                                         .max_calls = MOST_CALLS,
                                         .samples = ROWS + 1,
                                         .times = times};
    lento_answer a;
    assert_int_equal(lento_solve_model(&a, model, &options), LENTO_DONE);
    sum->runs++;
    if (a.outcome == LENTO_AVERAGED || a.outcome == LENTO_DIRECT) {
        const double error = largest_error(&a, truth);
        sum->answered++;
        sum->averaged += a.outcome == LENTO_AVERAGED;
        sum->missed += !(error <= tolerance);
        sum->low += !(error <= a.bar);
        sum->silent += !(error <= a.bar) && !(error <= tolerance);
        sum->width[sum->widths++] = a.bar / fmax(error, 1e-300);
        assert_true(a.bar <= tolerance);
        assert_true(a.calls > 0 && a.met_until == until);
        if (!(error <= a.bar)) {
            print_message("%s eps %g tol %g: error %.2e bar %.2e\n", name, eps, tolerance, error,
                          a.bar);
        }
    } else {
        print_message("%s eps %g tol %g: %s\n", name, eps, tolerance, a.sentence);
        assert_non_null(a.code);
    }
    lento_answer_free(&a);
}

static int rising(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* eps 1e-2 to 1e-4 at two tolerances; what is dear is refused */
static void the_bar_is_honest(void **state) {
    (void)state;
    static const double TOLERANCES[] = {1e-3, 1e-6};
    io_json_value *truth = read_truth();
    score sum = {0};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        for (int e = 2; e <= 4; e++) {
            int index[LENTO_SOLVE_COLUMNS];
            double value[ROWS * MOST_COLUMNS];
            lento_model *model = tuned(NAMES[i], pow(10, -e));
            const int columns = lento_solved_columns(model, LENTO_SHOW_SLOW, index);
            for (int q = 0; find_truth(truth, NAMES[i], e, columns, value) && q < 2; q++) {
                judge(model, NAMES[i], pow(10, -e), TOLERANCES[q], value, &sum);
            }
            free_tuned(model);
        }
    }
    io_json_free(truth);
    qsort(sum.width, (size_t)sum.widths, sizeof *sum.width, rising);
    print_message("%d runs, %d answered (%d averaged), %d silent wrong, %d bars low, median %.1f\n",
                  sum.runs, sum.answered, sum.averaged, sum.silent, sum.low,
                  sum.width[sum.widths / 2]);
    assert_int_equal(sum.silent, 0);
    assert_int_equal(sum.missed, 0);
    assert_true(sum.runs >= 100);
    assert_true(sum.answered >= 0.85 * sum.runs);
    assert_true(sum.averaged >= 40);
    assert_true(sum.low <= 1);
    assert_true(sum.width[sum.widths / 2] <= 15);
}

/* far below the cost of plain integration, nothing given but the tolerance */
static void resonance_is_cheap(void **state) {
    (void)state;
    static const double EPS[] = {1e-4, 1e-5, 1e-6};
    for (int i = 0; i < 3; i++) {
        lento_model *model = tuned("stellar21", EPS[i]);
        const lento_solve_options options = {.until = 3, .tolerance = 1e-6};
        lento_answer a;
        assert_int_equal(lento_solve_model(&a, model, &options), LENTO_DONE);
        print_message("eps %g: %ld calls, bar %.1e\n", EPS[i], a.calls, a.bar);
        assert_int_equal(a.outcome, LENTO_AVERAGED);
        assert_true(a.bar <= 1e-6);
        assert_true(a.calls <= 150000);
        lento_answer_free(&a);
        free_tuned(model);
    }
}

static void below_the_floor_is_refused(void **state) {
    (void)state;
    lento_model *model = tuned("stellar21", 1e-9);
    const lento_solve_options options = {.until = 3, .tolerance = 1e-7};
    lento_answer a;
    assert_int_equal(lento_solve_model(&a, model, &options), LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_REFUSED);
    assert_string_equal(a.code, "floor");
    assert_true(a.floor > 1e-7 && a.floor < 1e-5);
    assert_string_equal(lento_answer_status(&a), "refused");
    lento_answer_free(&a);
    free_tuned(model);
}

/* without columns: mean, least, largest value, root mean square of each number */
static void windows_of_a_limit_cycle(void **state) {
    (void)state;
    lento_model *model = tuned("vdp", 1e-4);
    const lento_solve_options options = {.until = 15, .tolerance = 1e-5};
    lento_answer a;
    assert_int_equal(lento_solve(&a, lento_model_system(model), lento_model_state(model), &options),
                     LENTO_DONE);
    assert_int_equal(a.outcome, LENTO_AVERAGED);
    assert_int_equal(a.columns, 8);
    for (int j = 0; j < a.samples; j++) {
        const double *row = a.values + (size_t)j * 8;
        const double radius = 2 / sqrt(1 + (4 / 0.1 - 1) * exp(-a.times[j]));
        for (int i = 0; i < 2; i++) {
            assert_true(fabs(row[i]) < 1e-6);
            assert_true(fabs(row[2 + i] + radius) < 3e-4);
            assert_true(fabs(row[4 + i] - radius) < 3e-4);
            assert_true(fabs(row[6 + i] - radius / sqrt(2)) < 3e-4);
        }
    }
    lento_answer_free(&a);
    free_tuned(model);
}

static int stop_soon(void *user) {
    return ++*(int *)user > 20;
}

static void mistakes_and_stops_have_words(void **state) {
    (void)state;
    lento_model *model = tuned("vdp", 1e-3);
    lento_system system = *lento_model_system(model);
    const double *start = lento_model_state(model);
    int asked = 0;
    const double back[] = {2, 1};
    const struct {
        lento_solve_options options;
        const char *code;
        lento_status status;
    } list[] = {
        {{.until = 0}, "bad-until", LENTO_BAD_OPTION},
        {{.until = 5, .tolerance = -1}, "bad-tolerance", LENTO_BAD_OPTION},
        {{.until = 5, .samples = 2, .times = back}, "bad-times", LENTO_BAD_OPTION},
        {{.until = 5, .stop = stop_soon, .user = &asked}, "stopped", LENTO_STOPPED},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        lento_answer a;
        assert_int_equal(lento_solve(&a, &system, start, &list[i].options), list[i].status);
        assert_string_equal(a.code, list[i].code);
        assert_true(strlen(a.sentence) > 10);
        assert_int_equal(a.outcome, LENTO_REFUSED);
        lento_answer_free(&a);
    }
    lento_answer a;
    system.size = 0;
    assert_int_equal(lento_solve(&a, &system, start, &list[0].options), LENTO_BAD_SYSTEM);
    assert_string_equal(a.code, "bad-system");
    lento_answer_free(&a);
    free_tuned(model);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bar_is_honest),
        cmocka_unit_test(resonance_is_cheap),
        cmocka_unit_test(below_the_floor_is_refused),
        cmocka_unit_test(windows_of_a_limit_cycle),
        cmocka_unit_test(mistakes_and_stops_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
