/* SPDX-License-Identifier: MIT
 *
 * honest_test.c - no wrong number without a word. Runs with random problems, schemes, methods, parameters and spans, a
 * third of them with something wrong with them, are compared with the full equations: each is right within three times
 * its own estimate, or warns, or is refused. Frequencies and spans are lowered until the full equations are affordable;
 * of one run in twenty they are not, and one that averages is then compared with the averaged ones.
 * LENTO_SEED, LENTO_RUNS: another campaign. LENTO_ONE: only this run of it, with all its numbers.
 * LENTO_SLOW: those left out. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "honest_draw.h"
#include "honest_faults.h"

enum { SHORTER = 3, FEW_STEPS = 8, FEW_MICRO = 16, ROWS = 16, NODES = 32, COLUMNS = 64 };
#define MOST_SECONDS 0.2  /* of processor time for one run */
#define TIMES        3    /* its own estimate */
#define ROUNDING     1e-6 /* of the range: what the reference itself may be wrong by */

typedef struct tally {
    int right, warned, refused, silent, unknown, left_out;
    double worst;
    char where[500];
} tally;

/* ---- truth ---- */

/* The fast motion of an autonomous system has no phase to average over: the smooth mean of each column over four of
 * its longest periods around the time of a row. Angles are taken as they are. */
static bool smooth_means(const trial *t, lento_result *rows) {
    lento_options o = {.until = t->until,
                       .macro = "dop853",
                       .rtol = 1e-11,
                       .atol = 1e-13,
                       .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_POINT}}};
    const lento_scale *scale = lento_fastest(lento_model_system(t->model));
    const double period =
        6.283185307179586 / (scale->lowest > 0 ? scale->lowest : scale->frequency);
    const int columns = lento_model_columns(t->model);
    lento_run *run = NULL;
    bool good = lento_run_open(&run, t->model, &o) == LENTO_DONE;
    lento_recorder_start(&rows->rows, 1 + columns);
    for (int k = 0; k <= ROWS && good; k++) {
        double row[1 + COLUMNS] = {t->until * k / ROWS}, now[COLUMNS], weight = 0;
        for (int j = -NODES; j <= NODES && good; j++) {
            const double at = row[0] + 2 * period * j / NODES,
                         c = cos(1.5707963267948966 * j / (NODES + 1));
            if (at < 0 || (k == 0 && j != 0)) {
                continue;
            }
            good = (lento_run_time(run) >= at || lento_run_advance(run, at) == LENTO_DONE) &&
                   lento_run_columns(run, at, now) == LENTO_DONE;
            for (int i = 0; i < columns; i++) {
                row[1 + i] += c * c * now[i];
            }
            weight += c * c;
        }
        for (int i = 0; i < columns; i++) {
            row[1 + i] /= weight;
        }
        lento_recorder_add(&rows->rows, row, false);
    }
    lento_run_destroy(run);
    rows->reference = LENTO_REFERENCE_DIRECT;
    return good;
}

/* Columns of an accurate run of the same model at the times of the rows; false: too much work. */
static bool truth(const trial *t, const lento_options *resolved, lento_result *result) {
    const double direct = lento_direct_evaluations(t->model, t->until);
    const bool affordable = direct > 0 && direct < 1.01 * MOST_DIRECT;
    const bool forced = lento_forced(lento_model_system(t->model));
    const bool multiscale = lento_options_levels(resolved) > 0;
    const bool exact = lento_reference_best(t->model, resolved) == LENTO_REFERENCE_EXACT;
    if (multiscale && !forced && !exact) {
        return affordable && smooth_means(t, result);
    }
    const lento_reference reference = exact        ? LENTO_REFERENCE_EXACT
                                      : affordable ? LENTO_REFERENCE_DIRECT
                                      : multiscale && lento_model_closed_forms(t->model) > 0
                                          ? LENTO_REFERENCE_AVERAGED
                                          : LENTO_REFERENCE_NONE;
    if (reference == LENTO_REFERENCE_NONE) {
        return false;
    }
    lento_job job = {.model = t->model,
                     .options = lento_reference_options(t->model, reference, resolved),
                     .every = t->until / ROWS,
                     .rows = true};
    job.options.until = t->until;
    lento_job_run(&job, result);
    result->reference = reference;
    return result->status == LENTO_DONE;
}

/* The largest error as a multiple of the estimate. */
static double compare(const trial *t, const lento_result *r, lento_result *true_, int *column) {
    const lento_problem *problem = lento_model_problem(t->model);
    double worst = 0;
    const size_t rows = r->rows.count < true_->rows.count ? r->rows.count : true_->rows.count;
    for (size_t k = 0; k < rows && problem->align; k++) {
        problem->align(lento_recorder_row(&r->rows, k) + 1,
                       true_->rows.value + k * (size_t)true_->rows.width + 1, problem->data);
    }
    for (int i = 0; i < r->columns; i++) {
        const lento_column *row;
        double error = 0;
        lento_model_column(t->model, i, &row);
        if (lento_error_pointwise(t->model, lento_run_options(r->run), true_->reference, i)) {
            continue;
        }
        for (size_t k = 0; k < rows; k++) {
            double d =
                lento_recorder_row(&r->rows, k)[1 + i] - lento_recorder_row(&true_->rows, k)[1 + i];
            d = row->wraps ? remainder(d, 6.283185307179586) : d;
            error = isfinite(d) ? fmax(error, fabs(d)) : error;
        }
        const double ratio = error / (r->estimate.error[i] + ROUNDING * r->estimate.range[i]);
        if (getenv("LENTO_ONE")) {
            printf("  %s: error %.3e estimate %.3e range %.3e\n",
                   lento_model_column(t->model, i, NULL), error, r->estimate.error[i],
                   r->estimate.range[i]);
        }
        if (ratio > worst) {
            worst = ratio;
            *column = i;
        }
    }
    return worst;
}

/* ---- one run ---- */

/* Runs that take too long are repeated with few steps, then over a shorter span with few micro steps, then left out. */
static int too_long(void *user) {
    return (double)(clock() - *(const clock_t *)user) > MOST_SECONDS * CLOCKS_PER_SEC;
}

/* The calls of the run alone are counted, so that one of its last ones can go wrong. */
static void aim_at_the_end(const trial *t, const lento_watch *watch) {
    lento_result result;
    const lento_job job = {.model = t->model,
                           .options = t->options,
                           .every = t->until / ROWS,
                           .rows = true,
                           .watch = watch};
    fault.at = LONG_MAX;
    lento_job_run(&job, &result);
    fault.at = fault.calls > fault.before_end ? fault.calls - fault.before_end : 0;
    fault.calls = 0;
    lento_result_free(&result);
}

/* False: it took too long. */
static bool attempt(const trial *t, lento_result *result) {
    clock_t from = clock();
    fault.calls = 0;
    lento_watch watch = {.stop = too_long, .user = &from};
    if (fault.before_end > 0) {
        aim_at_the_end(t, &watch);
    }
    const lento_job job = {.model = t->model,
                           .options = t->options,
                           .every = t->until / ROWS,
                           .rows = true,
                           .estimate = true,
                           .watch = &watch};
    lento_job_run(&job, result);
    return result->refused || result->status < 0 ||
           (result->status == LENTO_DONE && result->estimate.error);
}

static void judge(const trial *t, const lento_result *r, tally *sum) {
    const lento_warning *list;
    const int warnings = lento_run_warnings(r->run, &list);
    lento_result true_ = {0};
    int column = 0;
    if (r->refused || r->status < 0) {
        sum->refused++;
    } else if (r->status > 0 || !r->estimate.error) {
        sum->left_out++;
        if (getenv("LENTO_SLOW")) {
            printf("left out: %d %s: %s\n", t->number, t->words, r->message);
        }
    } else if (warnings > 0) {
        sum->warned++;
    } else if (!truth(t, lento_run_options(r->run), &true_)) {
        sum->unknown++;
    } else {
        const double ratio = compare(t, r, &true_, &column);
        const bool silent = ratio > TIMES;
        *(silent ? &sum->silent : &sum->right) += 1;
        if (silent) {
            printf("silent: %d %s, column %s: %.1f times the estimate of %.1e (range %.1e)%s%s\n",
                   t->number, t->words, lento_model_column(t->model, column, NULL), ratio,
                   r->estimate.error[column], r->estimate.range[column],
                   t->fault ? ", fault: " : "", t->fault ? t->fault : "");
        }
        if (ratio > sum->worst) {
            sum->worst = ratio;
            snprintf(sum->where, sizeof sum->where, "%d %s", t->number, t->words);
        }
    }
    if (getenv("LENTO_ONE")) {
        printf("%s%s%s\n  %s\n", t->words, t->fault ? ", fault: " : "", t->fault ? t->fault : "",
               r->message);
        for (int i = 0; i < warnings; i++) {
            printf("  %s\n", list[i].text);
        }
    }
    lento_result_free(&true_);
}

static void shorten(trial *t, int tries) {
    if (tries == 1) {
        t->options.steps = FEW_STEPS;
        t->options.rtol = t->options.macro_step = 0;
        say(t, " (--steps %d)", FEW_STEPS);
    } else {
        t->until /= 20;
        t->options.until = t->until;
        t->options.average[0].micro_per_period = FEW_MICRO;
        say(t, " (--until %.4g --micro-per-period %d)", t->until, FEW_MICRO);
    }
}

static void run_trial(int number, tally *sum) {
    const lento_problem *const *problems;
    const size_t count = lento_problems(&problems);
    trial t = {.number = number};
    const lento_problem *problem = problems[pick((int)count)];
    say(&t, "%s", problem->name);
    t.model = draw_model(&t, problem);
    draw_span(&t, problem->suggested.until);
    while (lento_direct_evaluations(t.model, t.until) > 1e12) {
        t.until /= 8;
    }
    say(&t, " --until %.4g", t.until);
    t.options.until = t.until;
    draw_method(&t);
    const bool faulty = uniform() < 0.33;
    const double where = uniform();
    const int kind = pick(FAULTS);
    const char *one = getenv("LENTO_ONE");
    if (lento_model_error(t.model)[0] || (one && atoi(one) != number)) {
        sum->refused += lento_model_error(t.model)[0] ? 1 : 0;
        lento_model_destroy(t.model);
        return;
    }
    lento_model *clean = t.model;
    fault.before_end = 0;
    if (faulty) {
        lento_model_with(&t.model, clean, NULL, 0);
        t.fault = fault_set(kind, where, t.model, &t.options);
    }
    lento_result result;
    for (int tries = 1; !attempt(&t, &result) && tries < SHORTER; tries++) {
        lento_result_free(&result);
        shorten(&t, tries);
    }
    lento_model *bad = t.model;
    t.model = clean;
    judge(&t, &result, sum);
    lento_result_free(&result);
    if (bad != clean) {
        lento_model_destroy(bad);
    }
    lento_model_destroy(clean);
}

static void none_silent(void **unused) {
    (void)unused;
    const int runs = getenv("LENTO_RUNS") ? atoi(getenv("LENTO_RUNS")) : 300;
    const uint64_t seed = getenv("LENTO_SEED") ? strtoull(getenv("LENTO_SEED"), NULL, 10) : 1;
    tally sum = {0};
    for (int i = 0; i < runs; i++) {
        state = (seed * 1000003u + (uint64_t)i) * 0x9e3779b97f4a7c15u | 1;
        uniform();
        uniform();
        run_trial(i, &sum);
    }
    printf("%d runs: %d right, %d warned, %d refused, %d without a truth, %d too long, %d silent; "
           "worst %.2f times "
           "its estimate: %s\n",
           runs, sum.right, sum.warned, sum.refused, sum.unknown, sum.left_out, sum.silent,
           sum.worst, sum.where);
    assert_int_equal(sum.silent, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(none_silent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
