/* SPDX-License-Identifier: MIT
 *
 * rivals_equal.c - rivals with equal work: where nothing is fast and the motion splits into flows (tops), methods of
 * all orders are given as many force evaluations as the run that was asked for. Fixed steps follow
 * from the evaluations of one step, tolerances from bisection. */
#include <math.h>

#include "study/study.h"

enum { TRIAL = 8, HALVINGS = 7 };

static const char *const fixed[] = {
    "bobenko-suris",
    "bobenko-suris-twist",
    "bobenko-suris-sym",
    "bobenko-suris-sym-twist",
    "strang",
    "chin4a",
    "axis-split",
    "close-split",
    "bobenko-suris-sym/suzuki4",
    "bobenko-suris-sym/kahan-li6",
    "bobenko-suris-sym/kahan-li8",
    "bobenko-suris-sym-twist/kahan-li8",
    "strang/kahan-li8",
    "chin4a/suzuki6",
    "axis-split/kahan-li8",
    "close-split/kahan-li8",
    "rk4",
    "dop853",
};
static const char *const adaptive[] = {"ode45", "gbs"};

/* Evaluations of a run up to `until`; 0 if it is refused or fails. */
static double evaluations(const lento_model *model, const lento_options *options, double until) {
    lento_run *run = NULL;
    double n = 0;
    if (lento_run_open(&run, model, options) == LENTO_DONE &&
        lento_run_advance(run, until) == LENTO_DONE) {
        n = (double)lento_run_counts(run).force_evaluations;
    }
    lento_run_destroy(run);
    return n;
}

/* As many steps as the budget pays for. */
static void add_fixed(lento_comparison *c, const char *macro, double budget) {
    lento_options options = c->asked.options;
    options.macro = macro;
    options.rtol = options.atol = options.macro_step = 0;
    options.steps = TRIAL * 1000; /* the cost of a step does not depend on its length */
    const double some = evaluations(c->asked.model, &options, options.until / 1000 * (1 - 1e-9));
    if (some > 0) {
        options.steps = (int64_t)fmax(1, floor(budget * TRIAL / some));
        lento_rival_add(c, NULL, &options, NULL);
    }
}

/* The tolerance whose run costs what the budget pays for. */
static void add_adaptive(lento_comparison *c, const char *macro, double budget) {
    lento_options options = c->asked.options;
    double loose = 1, tight = 13; /* negative exponents */
    options.macro = macro;
    options.steps = 0;
    options.macro_step = 0;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = (loose + tight) / 2;
        options.rtol = options.atol = pow(10, -middle);
        const double n = evaluations(c->asked.model, &options, options.until);
        const bool dear = n > budget || n == 0;
        loose = dear ? loose : middle;
        tight = dear ? middle : tight;
    }
    options.rtol = options.atol = pow(10, -loose);
    lento_rival_add(c, NULL, &options, NULL);
}

void lento_rivals_equal(lento_comparison *c) {
    const double budget =
        evaluations(c->asked.model, &c->rival[0].options, c->rival[0].resolved.until);
    if (!(budget > 0)) {
        return; /* the exact solution was asked for, or a run that fails */
    }
    c->asked.options.until = c->rival[0].resolved.until;
    c->equal = true;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        add_fixed(c, fixed[i], budget);
    }
    for (size_t i = 0; i < sizeof adaptive / sizeof *adaptive; i++) {
        add_adaptive(c, adaptive[i], budget);
    }
}
