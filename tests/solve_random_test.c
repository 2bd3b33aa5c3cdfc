/* SPDX-License-Identifier: MIT
 * lento_solve on random starts, spans, frequencies and tolerances of the tuning problems and of
 * the classes that are hard to be honest about: an amplitude that dies out and comes back,
 * corners, steep right-hand sides, close tones that nobody declared, and narrow layers. The truth
 * of each case is a plain run to 1e-13; one to 1e-12 says whether it can be trusted. In a
 * campaign: LENTO_CASES times as many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cases.h"
#include "solve_problems.h"

enum { ROWS = 8 };

static unsigned long long random_state = 20240607;

static double uniform(double low, double high) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(random_state >> 11) / 9007199254740992.0;
}

/* log-uniform */
static double spread(double low, double high) {
    return exp(uniform(log(low), log(high)));
}

/* ---- the classes ---- */

RATE(revive) {
    UNUSED;
    const double grow = -P_A * cos(t) - SQUARE(x[0]) - SQUARE(x[1]);
    f[0] = grow * x[0] - x[1] / P_EPS;
    f[1] = grow * x[1] + x[0] / P_EPS;
    return 0;
}
RATE(corner) {
    UNUSED;
    const double y = x[0] - P_A;
    f[0] = x[1] / P_EPS;
    f[1] = -(x[0] + (y > 0 ? y : 0)) / P_EPS - P_B * x[1] * fabs(x[1]) - 0.2 * x[1];
    f[2] = (x[1] > 0.1 ? 1 : -1) * 0.3 - x[2];
    return 0;
}
RATE(steep) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + tanh(P_A * (x[0] - P_B)) - 0.3 * x[1];
    f[2] = tanh(P_A * x[1]) * x[0] - x[2];
    return 0;
}
RATE(tones) {
    UNUSED;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + P_A * (cos(t / P_EPS) + cos((1 + P_B) * t / P_EPS)) - 0.4 * x[1];
    f[2] = x[0] * x[0] - x[2];
    return 0;
}
RATE(layer) {
    UNUSED;
    const double u = (x[2] - 0.5) / P_B;
    f[0] = x[1] / P_EPS;
    f[1] = -x[0] / P_EPS + (0.2 - P_A * exp(-u * u)) * x[1];
    f[2] = 0.2;
    return 0;
}

/* low, high: of the parameters a and b; least: size of the motion that still matters; silent:
 * share of wrong answers that is known (docs/solve.md), beyond which the test fails */
typedef struct random_class {
    solve_problem problem;
    double low[2], high[2], least, silent;
} random_class;
static const random_class CLASSES[] = {
    {{"revive", 2, 1, revive_rate, radius_column, 0, 0, 0, {0.5, 0}, 6}, {2, 0}, {25, 0}, 1e-16, 0},
    {{"corner", 3, 2, corner_rate, wall_column, 0, 0, 0, {1, 0, 0.1}, 4},
     {-0.5, 0},
     {0.5, 1},
     1e-2,
     0},
    {{"steep", 3, 2, steep_rate, wall_column, 0, 0, 0, {1, 0, 0.1}, 4},
     {2, -0.5},
     {40, 0.5},
     1e-3,
     0},
    {{"tones", 3, 2, tones_rate, wall_column, 0, 0, 0, {0.5, 0, 0.1}, 4},
     {0.2, 1e-3},
     {1, 0.1},
     1e-3,
     0},
    {{"layer", 3, 1, layer_rate, radius_column, 0, 0, 0, {1, 0, 0}, 5},
     {0.5, 0.01},
     {4, 0.2},
     1e-6,
     0.02},
};
enum { CLASS_COUNT = sizeof CLASSES / sizeof *CLASSES };

typedef struct random_case {
    solve_problem problem;
    solve_setting setting;
    lento_fast fast;
    lento_system system;
    double least, tolerance, truth[2][ROWS * MOST_COLUMNS], first[MOST_COLUMNS];
} random_case;

typedef struct tally {
    int cases, unsure, answered, averaged, refused, not_met, low, missed, silent;
} tally;

/* rows of a plain run */
static bool integrate(random_case *c, double rtol, double value[]) {
    const solve_problem *p = &c->problem;
    /* short steps: rows are interpolated */
    lento_options options = {.until = p->until,
                             .macro = "dop853",
                             .rtol = rtol,
                             .atol = rtol * c->least,
                             .max_step = c->setting.eps / (rtol > 5e-13 ? 5 : 8)};
    lento_run *run;
    bool good = lento_run_create(&run, &c->system, p->start, &options) == LENTO_DONE;
    for (int j = 0; good && j < ROWS; j++) {
        const double t = j + 1 == ROWS ? p->until : p->until * (j + 1) / ROWS;
        double x[MOST_NUMBERS];
        good = lento_run_advance(run, t) == LENTO_DONE && lento_run_at(run, t, x) == LENTO_DONE;
        const double frequency = p->forcing / c->setting.eps;
        const lento_phase phase = lento_phase_at(frequency, 0, t);
        p->column(t, &phase, x, value + j * p->columns, &c->setting);
    }
    lento_run_destroy(run);
    return good;
}

static bool sure(const random_case *c) {
    for (int k = 0; k < c->problem.columns; k++) {
        double most = 1e-3, apart = 0;
        for (int j = 0; j < ROWS; j++) {
            const int i = j * c->problem.columns + k;
            most = fmax(most, fabs(c->truth[0][i]));
            apart = fmax(apart, fabs(c->truth[0][i] - c->truth[1][i]));
        }
        if (!(apart <= 0.1 * c->tolerance * most)) {
            return false;
        }
    }
    return true;
}

static void judge(random_case *c, tally *sum) {
    const solve_problem *p = &c->problem;
    const lento_solve_options options = {.until = p->until,
                                         .tolerance = c->tolerance,
                                         .samples = ROWS,
                                         .column = p->column,
                                         .columns = p->columns,
                                         .column_user = &c->setting};
    lento_answer a;
    assert_int_equal(lento_solve(&a, &c->system, p->start, &options), LENTO_DONE);
    sum->refused += a.outcome == LENTO_REFUSED;
    sum->not_met += a.outcome == LENTO_NOT_MET;
    if (a.outcome == LENTO_AVERAGED || a.outcome == LENTO_DIRECT) {
        const double error = solve_error(&a, c->truth[0], c->first);
        const bool low = !(error <= a.bar), missed = !(error <= c->tolerance);
        sum->answered++;
        sum->averaged += a.outcome == LENTO_AVERAGED;
        sum->low += low;
        sum->missed += missed;
        sum->silent += low && missed;
        if (low) {
            print_message(
                "%s %s eps %.3g a %.3g b %.3g until %.3g tol %.1e: error %.2e bar %.2e (%s)\n",
                missed ? "SILENT" : "low", p->name, c->setting.eps, c->setting.a, c->setting.b,
                p->until, c->tolerance, error, a.bar, a.code);
        }
    }
    lento_answer_free(&a);
}

static void run_case(const solve_problem *problem, double a, double b, double least, tally *sum) {
    random_case c = {.problem = *problem, .least = least, .tolerance = spread(1e-7, 1e-3)};
    solve_problem *p = &c.problem;
    for (int i = 0; i < p->size; i++) {
        p->start[i] *= uniform(0.7, 1.2);
    }
    p->until *= uniform(0.6, 1.2);
    p->a = a;
    p->b = b;
    c.system = solve_system(p, &c.setting, &c.fast, spread(5e-4, 2e-2));
    const lento_phase zero = {0, 1, 0};
    p->column(0, &zero, p->start, c.first, &c.setting);
    sum->cases++;
    if (!integrate(&c, 1e-13, c.truth[0]) || !integrate(&c, 1e-12, c.truth[1]) || !sure(&c)) {
        sum->unsure++;
        return;
    }
    judge(&c, sum);
}

static void tell(const char *what, const tally *t) {
    print_message(
        "%s: %d cases (%d without a sure truth), %d answered (%d averaged), %d refused, %d not "
        "met, %d above the tolerance, %d bars low, %d silent wrong\n",
        what, t->cases, t->unsure, t->answered, t->averaged, t->refused, t->not_met, t->missed,
        t->low, t->silent);
}

static void random_starts(void **state) {
    (void)state;
    const unsigned count = random_cases(36);
    tally sum = {0};
    for (unsigned i = 0; i < count; i++) {
        /* the last one is noisy: no plain run to 1e-13 ends */
        const solve_problem *p = &SOLVE_PROBLEMS[i % (SOLVE_PROBLEM_COUNT - 1)];
        run_case(p, p->a, p->b, 1e-6, &sum);
    }
    tell("random starts", &sum);
    assert_int_equal(sum.silent, 0);
    assert_true(sum.answered >= 0.6 * sum.cases);
    assert_true(sum.low <= 1 + 0.02 * sum.cases);
}

static void hard_classes(void **state) {
    (void)state;
    const unsigned count = random_cases(5);
    for (int k = 0; k < CLASS_COUNT; k++) {
        const random_class *c = &CLASSES[k];
        tally sum = {0};
        for (unsigned i = 0; i < count; i++) {
            run_case(&c->problem, uniform(c->low[0], c->high[0]), uniform(c->low[1], c->high[1]),
                     c->least, &sum);
        }
        tell(c->problem.name, &sum);
        assert_true(sum.silent <= c->silent * sum.cases);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_starts),
        cmocka_unit_test(hard_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
