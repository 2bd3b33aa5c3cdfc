/* SPDX-License-Identifier: MIT
 * Figs 12-15: the error of xi3 against macro step, window and micro step, spin 1e3, T = 0.01. What the thesis
 * reads as properties of the method are mostly those of its kernel weights, whose sum differs from one:
 * 1 + 7.42e-4 with m = 5 nodes a side for exp2. */
#include "fredbo.h"

#include <math.h>
#include <stdio.h>

static double xi3(const lento_model *model, const lento_options *o) {
    double worst[FREDBO_COLUMNS];
    fredbo_errors(model, o, fredbo_exact(), worst);
    return worst[FREDBO_XI3];
}

/* ---- Figs 12 and 13 ---- */

static void figure_12(paper_report *report, const lento_model *model) {
    static const double expected[] = {3.0982e-8, 8.2813e-6, 5.8358e-8, 1.3031e-4};
    static const char *const names[] = {"xi2", "xi3", "xi4", "xi5"};
    double worst[FREDBO_COLUMNS];
    char cell[80];
    lento_options o = fredbo_thesis("leapfrog", "rk4", 0.01, 60, 10, 1e-6);
    fredbo_errors(model, &o, fredbo_exact(), worst);
    for (int k = 0; k < 4; k++) {
        snprintf(cell, sizeof cell, "Fig. 12, LF-rk4 N=60: error in %s", names[k]);
        fredbo_cell(report, cell, NAN, worst[FREDBO_XI2 + k], expected[k], 1e-3,
                    (fredbo_claim){PAPER_CONFIRMED, k == 1 ? "7 % of xi3" : NULL});
    }
    o.average[0].kernel = "exp1";
    fredbo_cell(report, "Fig. 12 with exp(1): error in xi3", NAN, xi3(model, &o), 7.75e-6, 2e-3,
                (fredbo_claim){PAPER_NOT_CONFIRMED, "footnote 3 finds exp(2) better"});
    o = fredbo_thesis("euler", "rk4", 0.01, 60, 10, 1e-6);
    fredbo_cell(report, "Fig. 12 with FE-rk4: error in xi3", NAN, xi3(model, &o), 4.01e-4, 5e-3,
                (fredbo_claim){PAPER_BEYOND, "3.4 times the largest xi3: useless"});
}

static const char falls[] = "falls with eta, the thesis says it grows";

void fredbo_figures_12_13(paper_report *report) {
    static const struct {
        const char *cell, *macro, *micro;
        double steps, widths, expected, relative;
        const char *note; /* NULL: as the thesis says */
    } list[] = {
        {"FE-rk4 N=160", "euler", "rk4", 160, 10, 6.59e-5, 0.01, NULL},
        {"FE-rk4 N=2560", "euler", "rk4", 2560, 10, 3.0e-6, 0.02, NULL},
        {"LF-ve plateau, eta = 10 h", "leapfrog", "verlet35", 5120, 10, 7.7e-7, 0.02, NULL},
        {"LF-ve plateau, eta = 50 h", "leapfrog", "verlet35", 5120, 50, 1.19e-6, 0.02, NULL},
        {"LF-rk4 plateau, eta = 10 h", "leapfrog", "rk4", 5120, 10, 5.3e-7, 0.02, falls},
        {"LF-rk4 plateau, eta = 50 h", "leapfrog", "rk4", 5120, 50, 5.7e-8, 0.03, falls}};
    lento_model *model = fredbo_model("fast-top", "", "xi");
    figure_12(report, model);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        char cell[80];
        const lento_options o = fredbo_thesis(list[i].macro, list[i].micro, 0.01,
                                              (long)list[i].steps, list[i].widths, 1e-6);
        snprintf(cell, sizeof cell, "Fig. 13, %s", list[i].cell);
        fredbo_cell(report, cell, NAN, xi3(model, &o), list[i].expected, list[i].relative,
                    list[i].note
                        ? (fredbo_claim){PAPER_NOT_CONFIRMED, list[i].note}
                        : (fredbo_claim){PAPER_CONFIRMED, "O(H); a plateau that grows with eta"});
    }
    lento_model_destroy(model);
}

/* ---- Figs 14 and 15 ---- */

static double best_window(const lento_model *model, double h) {
    double best = INFINITY, at = NAN;
    for (int widths = 2; widths <= 40; widths += 2) {
        const lento_options o = fredbo_thesis("leapfrog", "rk4", 0.01, 160, widths, h);
        const double error = xi3(model, &o);
        at = error < best ? widths : at;
        best = fmin(best, error);
    }
    return at;
}

void fredbo_figures_14_15(paper_report *report) {
    char cell[80];
    lento_model *model = fredbo_model("fast-top", "", "xi");
    for (int i = 5; i <= 7; i++) {
        snprintf(cell, sizeof cell, "Fig. 14, best eta/h, h=1e-%d", i);
        fredbo_near(report, cell, best_window(model, pow(10, -i)), 14, 0,
                    (fredbo_claim){PAPER_CONFIRMED,
                                   "the thesis says 16; an artefact of the sum of the weights"});
    }
    for (int widths = 10; widths <= 30; widths += 20) {
        lento_options o = fredbo_thesis("leapfrog", "rk4", 0.01, 160, widths, 1e-7);
        o.average[0].raw_weights = false;
        snprintf(cell, sizeof cell, "Fig. 14, normalised weights, eta = %d h", widths);
        fredbo_cell(report, cell, NAN, xi3(model, &o), 1.01e-6, 0.01,
                    (fredbo_claim){PAPER_BEYOND, "flat: nothing to optimise"});
    }
    static const struct {
        const char *cell, *micro;
        double h, expected;
    } list[] = {{"Fig. 15, LF-ve h=1e-5", "verlet35", 1e-5, 2.85e-5},
                {"Fig. 15, LF-ve h=1e-8", "verlet35", 1e-8, 1.552e-6},
                {"Fig. 15, LF-rk4 h=1e-5", "rk4", 1e-5, 1.313e-6},
                {"Fig. 15, LF-rk4 h=1e-8", "rk4", 1e-8, 1.552e-6}};
    for (int i = 0; i < 4; i++) {
        const lento_options o = fredbo_thesis("leapfrog", list[i].micro, 0.01, 160, 10, list[i].h);
        fredbo_cell(report, list[i].cell, NAN, xi3(model, &o), list[i].expected, 0.01,
                    (fredbo_claim){PAPER_CONFIRMED, "flat for rk4, falling for (35)"});
    }
    lento_model_destroy(model);
}
