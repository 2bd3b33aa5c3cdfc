/* SPDX-License-Identifier: MIT
 * Ariel, Engquist & Tsai, "A multiscale method for highly oscillatory ordinary differential equations
 * with resonance": detection of slow variables (section 3.2), Fig. 4, the examples of section 7 with
 * the published parameters and with the repaired ones, and checks of the errata.
 *
 * The paper gives no tables, so `published` is empty and the verdict is about its claims. Expected
 * values come from an independent computation; references are 8th-order direct runs. */
#include "ariel.h"

#include <math.h>
#include <stdio.h>

lento_model *ariel_model(const char *problem, const lento_setting settings[], size_t n) {
    lento_model *model = NULL;
    if (lento_model_create(&model, lento_problem_find(problem), settings, n) != LENTO_DONE) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

void ariel_end(const lento_model *model, const lento_options *options, double columns[],
               lento_counts *counts) {
    lento_run *run = NULL;
    const bool good = model && lento_run_open(&run, model, options) == LENTO_DONE &&
                      lento_run_advance(run, options->until) == LENTO_DONE &&
                      lento_run_columns(run, options->until, columns) == LENTO_DONE;
    for (int i = 0; !good && i < ARIEL_COLUMNS; i++) {
        columns[i] = NAN;
    }
    if (counts) {
        *counts = run ? lento_run_counts(run) : (lento_counts){0};
    }
    lento_run_destroy(run);
}

lento_options ariel_slow(double until, double H, const char *kernel, double eta, double h) {
    lento_options o = {.until = until, .macro = "rk4", .macro_step = H};
    o.average[0] = (lento_average){
        .scheme = "slow", .micro = "rk4", .kernel = kernel, .window = 2 * eta, .micro_step = h};
    return o;
}

void ariel_cell(paper_report *report, const char *cell, double computed, double expected,
                double tolerance, paper_verdict verdict, const char *note) {
    paper_cell_add(report, &(paper_cell){.cell = cell,
                                         .published = NAN,
                                         .computed = computed,
                                         .expected = expected,
                                         .tolerance = tolerance,
                                         .verdict = verdict,
                                         .note = note});
}

/* ---- kernels: constants of section 4 and 7, and what they leave of an oscillation ---- */

static double left_over(const char *kernel, double s) {
    enum { M = 2000 };
    double w[M + 1], worst = 0;
    if (lento_kernel_weights(kernel, M, w)) {
        return NAN;
    }
    for (int i = 0; i <= 40; i++) {
        const double at = s + 3.14159265358979 * i / 40;
        worst = fmax(worst, fabs(lento_residual(w, M, at / M)));
    }
    return worst;
}

void ariel_kernels(paper_report *report) {
    enum { M = 2000 };
    static const struct {
        const char *name;
        double centre, left[3], tolerance;
    } list[] = {{"exp2", 0.880692604476983, {3.7e-3, 3.6e-4, 1.2e-5}, 1e-12},
                {"poly-1-2", 1.09375, {4.8e-4, 3.9e-5, 2.4e-6}, 1e-9},
                {"poly-1-6", 1.5710449219, {6.9e-5, 3.1e-7, 1e-9}, 1e-9},
                {"poly-1-8", 1.7619705200, {4.4e-5, 6e-8, 5e-11}, 1e-9},
                {"poly-3-4", 2.1994628906, {0}, 1e-9}};
    double w[M + 1];
    char cell[80];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        lento_kernel_weights(list[i].name, M, w);
        snprintf(cell, sizeof cell, "%s, K(0)", list[i].name);
        ariel_cell(report, cell, w[0] * M, list[i].centre, list[i].tolerance,
                   i == 0 ? PAPER_NOT_CONFIRMED : PAPER_CONFIRMED,
                   i == 0 ? "(7.4) as printed diverges; the sign of the exponent is wrong" : NULL);
        for (int k = 0; k < 3 && list[i].left[0] > 0; k++) {
            const double s = 20 << k, expected = list[i].left[k];
            snprintf(cell, sizeof cell, "%s, share left at eta w = %g", list[i].name, s);
            ariel_cell(report, cell, left_over(list[i].name, s), expected, 0.5 * expected,
                       PAPER_BEYOND, "largest |khat| over one half-turn from there");
        }
    }
}

static const paper_item items[] = {
    {.name = "section-3.2",
     .title = "slow variables found from the equations",
     .run = ariel_detection},
    {.name = "section-3.2/k=10",
     .title = "40 variables, 860 monomials",
     .slow = true,
     .run = ariel_detection_large},
    {.name = "kernels", .title = "constants and transforms of the kernels", .run = ariel_kernels},
    {.name = "figure-4",
     .title = "error against Delta with balanced parameters",
     .run = ariel_figure_4},
    {.name = "section-7.1", .title = "linear example with a dissipative mode", .run = ariel_linear},
    {.name = "section-7.2", .title = "stellar orbits: resonance", .run = ariel_stellar},
    {.name = "section-7.2/direct",
     .title = "against an accurate direct run",
     .slow = true,
     .run = ariel_stellar_direct},
    {.name = "section-7.2/gauge",
     .title = "the mean gauge removes the O(eps) floor",
     .run = ariel_gauge},
    {.name = "section-7.3", .title = "Kapitza's pendulum in polynomial form", .run = ariel_kapitza},
    {.name = "section-7.4",
     .title = "Fermi-Pasta-Ulam chain on the O(1) time scale",
     .run = ariel_fpu},
    {.name = "section-7.4/direct",
     .title = "accurate direct runs of sections 7.3 and 7.4",
     .slow = true,
     .run = ariel_fpu_direct},
    {.name = "section-7.4/long",
     .title = "energy exchange up to t = 4/eps",
     .slow = true,
     .run = ariel_fpu_long},
    {.name = "section-7.4/ensemble",
     .title = "12 starts at eps = 1e-3: means and standard errors",
     .slow = true,
     .run = ariel_fpu_ensemble},
    {0},
};

const paper paper_ariel = {"ariel",
                           "Ariel, Engquist & Tsai, A multiscale method for highly oscillatory "
                           "ordinary differential equations with resonance",
                           items, ariel_figures, ariel_errata};
