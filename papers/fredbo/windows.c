/* SPDX-License-Identifier: MIT
 * Figs 12-15: the error of xi3 against macro step, window and micro step, spin 1e3, T = 0.01. What the thesis
 * reads as properties of the method are mostly those of its kernel weights, whose sum differs from one:
 * 1 + 7.42e-4 with m = 5 nodes a side for exp2. */
#include "fredbo.h"

/* ---- Figs 12 and 13 ---- */

static void figure_12(paper_report *report, const lento_model *model) {
    static const double expected[] = {3.0982e-8, 8.2813e-6, 5.8358e-8, 1.3031e-4};
    lento_options o = fredbo_thesis("leapfrog", "rk4", 60, 10, 1e-6);
    const paper_outcome worst = paper_errors(model, o, fredbo_exact());
    for (int k = 0; k < 4; k++) {
        paper_add(report, worst.column[FREDBO_XI2 + k], WITHIN(expected[k], 1e-3),
                  k == 1 ? "7 % of xi3" : NULL, "Fig. 12, LF-rk4 N=60: error in xi%d", k + 2);
    }
    paper_add(report, fredbo_error(model, paper_with(o, "kernel=exp1"), FREDBO_XI3),
              WITHIN(7.75e-6, 2e-3), "footnote 3 finds exp(2) better",
              "Fig. 12 with exp(1): error in xi3");
    paper_add(report, fredbo_error(model, paper_with(o, "macro=euler"), FREDBO_XI3),
              WITHIN(4.01e-4, 5e-3), "3.4 times the largest xi3: useless",
              "Fig. 12 with FE-rk4: error in xi3");
}

void fredbo_figures_12_13(paper_report *report) {
    static const char falls[] = "falls with eta, the thesis says it grows";
    static const struct {
        const char *cell, *macro, *micro;
        int64_t steps;
        double widths, expected, relative;
        const char *note; /* NULL: as the thesis says */
    } list[] = {
        {"FE-rk4 N=160", "euler", "rk4", 160, 10, 6.59e-5, 0.01, NULL},
        {"FE-rk4 N=2560", "euler", "rk4", 2560, 10, 3.0e-6, 0.02, NULL},
        {"LF-ve plateau, eta = 10 h", "leapfrog", "verlet35", 5120, 10, 7.7e-7, 0.02, NULL},
        {"LF-ve plateau, eta = 50 h", "leapfrog", "verlet35", 5120, 50, 1.19e-6, 0.02, NULL},
        {"LF-rk4 plateau, eta = 10 h", "leapfrog", "rk4", 5120, 10, 5.3e-7, 0.02, falls},
        {"LF-rk4 plateau, eta = 50 h", "leapfrog", "rk4", 5120, 50, 5.7e-8, 0.03, falls}};
    const lento_model *model = paper_model("fast-top slow=xi");
    figure_12(report, model);
    for (size_t i = 0; i < PAPER_LENGTH(list); i++) {
        const lento_options o =
            fredbo_thesis(list[i].macro, list[i].micro, list[i].steps, list[i].widths, 1e-6);
        paper_add(report, fredbo_error(model, o, FREDBO_XI3),
                  WITHIN(list[i].expected, list[i].relative),
                  list[i].note ? list[i].note : "O(H); a plateau that grows with eta",
                  "Fig. 13, %s", list[i].cell);
    }
}

/* ---- Figs 14 and 15 ---- */

static double best_window(const lento_model *model, double h) {
    double best = INFINITY, at = NAN;
    for (int widths = 2; widths <= 40; widths += 2) {
        const lento_options o = fredbo_thesis("leapfrog", "rk4", 160, widths, h);
        const double error = fredbo_error(model, o, FREDBO_XI3);
        at = error < best ? widths : at;
        best = fmin(best, error);
    }
    return at;
}

void fredbo_figures_14_15(paper_report *report) {
    static const struct {
        const char *name, *micro;
        double h, expected;
    } list[] = {{"ve", "verlet35", 1e-5, 2.85e-5},
                {"ve", "verlet35", 1e-8, 1.552e-6},
                {"rk4", "rk4", 1e-5, 1.313e-6},
                {"rk4", "rk4", 1e-8, 1.552e-6}};
    const lento_model *model = paper_model("fast-top slow=xi");
    for (int i = 5; i <= 7; i++) {
        paper_add_printed(report, 16, DIFFERS, best_window(model, pow(10, -i)), 14, 0,
                          "an artefact of the sum of the weights", "Fig. 14, best eta/h, h=1e-%d",
                          i);
    }
    for (int widths = 10; widths <= 30; widths += 20) {
        const lento_options o =
            paper_with(fredbo_thesis("leapfrog", "rk4", 160, widths, 1e-7), "raw_weights=no");
        paper_add(report, fredbo_error(model, o, FREDBO_XI3), WITHIN(1.01e-6, 0.01),
                  "flat: nothing to optimise", "Fig. 14, normalised weights, eta = %d h", widths);
    }
    for (int i = 0; i < 4; i++) {
        const lento_options o = fredbo_thesis("leapfrog", list[i].micro, 160, 10, list[i].h);
        paper_add(report, fredbo_error(model, o, FREDBO_XI3), WITHIN(list[i].expected, 0.01),
                  "flat for rk4, falling for (35)", "Fig. 15, LF-%s h=1e-%d", list[i].name,
                  i % 2 ? 8 : 5);
    }
}
