/* SPDX-License-Identifier: MIT
 * Fredbo, "The Heterogeneous Multiscale Method and the Spinning Top" (2011): the vibrated pendulum of
 * section 2.4, the fast top (Table 1, Figs 11-16, section 5.2), the vibrated tops of sections 6 and 7
 * as printed and repaired, and what an informed user would run instead.
 *
 * `published` is the thesis's own number where there is one; expected values come from an independent
 * computation. */
#include "fredbo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 1000 }; /* of an adaptive run */

lento_model *fredbo_model(const char *problem, const char *words, const char *set) {
    char room[300];
    lento_setting settings[20];
    size_t n = 0;
    lento_model *model = NULL;
    snprintf(room, sizeof room, "%s", words);
    for (char *word = strtok(room, " "); word && n < 20; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '='), *end;
        *equals = '\0';
        const double value = strtod(equals + 1, &end);
        settings[n++] =
            (lento_setting){.name = word, .text = *end ? equals + 1 : NULL, .value = value};
    }
    const bool good =
        lento_model_create(&model, lento_problem_find(problem), settings, n) == LENTO_DONE &&
        (!set || lento_model_choose(model, set));
    if (!good) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

/* ---- options ---- */

lento_options fredbo_run(const char *scheme, const char *macro, double until, long steps) {
    lento_options o = {.until = until, .macro = macro, .steps = steps};
    o.average[0].scheme = scheme;
    return o;
}

lento_options fredbo_thesis(const char *macro, const char *micro, double until, long steps,
                            double widths, double h) {
    lento_options o = fredbo_run("slow", macro, until, steps);
    o.average[0].micro = micro;
    o.average[0].kernel = "exp2";
    o.average[0].raw_weights = true;
    o.average[0].micro_step = h;
    o.average[0].window = widths * h;
    return o;
}

lento_options fredbo_accurate(const char *scheme) {
    lento_options o = {.macro = "dop853", .rtol = 1e-13, .atol = 1e-15};
    o.average[0].scheme = scheme;
    return o;
}

lento_options fredbo_exact(void) {
    return fredbo_run("direct", "exact", 0, 1);
}

/* ---- runs ---- */

static void fill(double values[FREDBO_COLUMNS], double value) {
    for (int i = 0; i < FREDBO_COLUMNS; i++) {
        values[i] = value;
    }
}

lento_counts fredbo_end(const lento_model *model, const lento_options *options,
                        double columns[FREDBO_COLUMNS]) {
    lento_run *run = NULL;
    lento_counts counts = {0};
    fill(columns, NAN);
    if (model && lento_run_open(&run, model, options) == LENTO_DONE &&
        lento_run_advance(run, options->until) == LENTO_DONE) {
        counts = lento_run_counts(run);
        lento_run_columns(run, options->until, columns);
    }
    lento_run_destroy(run);
    return counts;
}

static bool follow(lento_run *run, double t, double columns[]) {
    return lento_run_advance(run, t) == LENTO_DONE &&
           lento_run_columns(run, t, columns) == LENTO_DONE;
}

lento_counts fredbo_errors(const lento_model *model, const lento_options *options,
                           lento_options reference, double worst[FREDBO_COLUMNS]) {
    lento_run *run = NULL, *truth = NULL;
    lento_counts counts = {0};
    double a[FREDBO_COLUMNS] = {0}, b[FREDBO_COLUMNS] = {0};
    reference.until = options->until;
    bool good = model && lento_run_open(&run, model, options) == LENTO_DONE &&
                lento_run_open(&truth, model, &reference) == LENTO_DONE;
    const double step = good ? lento_run_options(run)->macro_step : 0;
    const long n = step > 0 ? lround(options->until / step) : POINTS;
    fill(worst, 0);
    for (long i = 1; good && i <= n; i++) {
        const double t = options->until * (double)i / (double)n;
        good = lento_run_advance(run, t) == LENTO_DONE;
        counts = lento_run_counts(run);
        good = good && follow(run, t, a) && follow(truth, t, b);
        for (int k = 0; k < lento_model_columns(model); k++) {
            const double error = fabs(a[k] - b[k]);
            worst[k] = error > worst[k] ? error : worst[k];
        }
    }
    if (!good) {
        fill(worst, NAN);
    }
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return counts;
}

/* ---- cells ---- */

void fredbo_near(paper_report *report, const char *cell, double computed, double expected,
                 double tolerance, fredbo_claim claim) {
    paper_cell_add(report, &(paper_cell){.cell = cell,
                                         .published = NAN,
                                         .computed = computed,
                                         .expected = expected,
                                         .tolerance = tolerance,
                                         .verdict = claim.verdict,
                                         .note = claim.note});
}

void fredbo_cell(paper_report *report, const char *cell, double published, double computed,
                 double expected, double relative, fredbo_claim claim) {
    paper_cell_add(report, &(paper_cell){.cell = cell,
                                         .published = published,
                                         .computed = computed,
                                         .expected = expected,
                                         .tolerance = relative * fabs(expected),
                                         .verdict = claim.verdict,
                                         .note = claim.note});
}

static const paper_item items[] = {
    {.name = "section-2.4",
     .title = "vibrated pendulum, HMM-VE-ve and HMM-VE-rk4",
     .run = fredbo_section_24},
    {.name = "section-2.4/repaired",
     .title = "the slow momentum averaged instead of the force",
     .run = fredbo_section_24_repaired},
    {.name = "figure-11", .title = "direct integration of the fast top", .run = fredbo_figure_11},
    {.name = "table-1",
     .title = "HMM-LF-rk4, error in xi3 at three spins",
     .slow = true,
     .run = fredbo_table_1},
    {.name = "table-1/rivals",
     .title = "what the same work does without a window",
     .run = fredbo_table_1_rivals},
    {.name = "figure-12",
     .title = "slow variables (32), and Fig. 13: error against H",
     .run = fredbo_figures_12_13},
    {.name = "figure-14",
     .title = "error against the window, and Fig. 15: against h",
     .run = fredbo_figures_14_15},
    {.name = "figure-16", .title = "first integrals up to T = 1", .run = fredbo_figure_16},
    {.name = "section-5.2",
     .title = "slow variables (37), precession and nutation",
     .run = fredbo_section_52},
    {.name = "section-6", .title = "horizontal vibration", .run = fredbo_section_6},
    {.name = "section-7", .title = "vertical vibration", .run = fredbo_section_7},
    {.name = "section-7/multiscale",
     .title = "synchronous runs in the spin-free frame",
     .run = fredbo_section_7_multiscale},
    {.name = "exact", .title = "exact solution of the fast top", .run = fredbo_exact_solution},
    {.name = "precession",
     .title = "precession over nutation, one full turn",
     .run = fredbo_precession},
    {.name = "methods",
     .title = "what an expert would use instead",
     .slow = true,
     .run = fredbo_methods},
    {.name = "errata",
     .title = "numbers behind errata that no other item shows",
     .run = fredbo_errata_item},
    {0},
};

const paper paper_fredbo = {"fredbo",
                            "Fredbo, The Heterogeneous Multiscale Method and the Spinning Top",
                            items, fredbo_figures, fredbo_errata};
