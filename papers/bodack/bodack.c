/* SPDX-License-Identifier: MIT
 * Bodack, the discrete Lagrange top of Bobenko and Suris and the program Top Visualization.
 *
 * The thesis prints few numbers: its claims are curves and sentences, and its start is not stated.
 * Expected values are those of an independent computation; the verdicts say which of the claims
 * hold (the discrete top, its energy, Runge-Kutta) and which do not (the size of the errors of
 * Extrap). */
#include "bodack.h"

#include <math.h>
#include <string.h>

const char *const bodack_start[BODACK_STARTS] = {"S0", "S45", "S52"};

double bodack_tilt(int start) {
    const double degrees[BODACK_STARTS] = {0, 45, atan(1.862 / 1.46) * 57.29577951308232};
    return degrees[start];
}

lento_model *bodack_model(int start, const lento_setting more[], size_t n) {
    lento_setting settings[12] = {{.name = "tilt", .value = bodack_tilt(start)}};
    lento_model *model = NULL;
    for (size_t i = 0; i < n; i++) {
        settings[1 + i] = more[i];
    }
    if (lento_model_create(&model, lento_problem_find("top"), settings, 1 + n) != LENTO_DONE) {
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

const lento_top *bodack_body(const lento_model *model) {
    return lento_model_system(model)->params;
}

lento_run *bodack_open(const lento_model *model, const lento_options *options) {
    lento_run *run = NULL;
    if (!model || lento_run_open(&run, model, options) != LENTO_DONE) {
        lento_run_destroy(run);
        return NULL;
    }
    return run;
}

lento_options bodack_extrap(double until, double step, double tolerance, double first) {
    return (lento_options){.until = until,
                           .macro = "gbs",
                           .macro_step = step,
                           .rtol = tolerance,
                           .atol = tolerance,
                           .first_step = first};
}

void bodack_read(lento_run *run, double t, double columns[BODACK_COLUMNS]) {
    if (run && (lento_run_time(run) >= t || lento_run_advance(run, t) == LENTO_DONE) &&
        lento_run_columns(run, t, columns) == LENTO_DONE) {
        return;
    }
    for (int i = 0; i < BODACK_COLUMNS; i++) {
        columns[i] = NAN;
    }
}

double bodack_L(const double a[], const double b[]) {
    return lento_top_attitude_error(a + BODACK_Q, b + BODACK_Q);
}

/* the energy is watched at every step, by the run's own observer */
typedef struct watch {
    double E0, worst;
} watch;

static int observe(const lento_sample *sample, void *user) {
    watch *w = user;
    const double E = sample->columns[BODACK_E];
    w->E0 = sample->t == 0 ? E : w->E0;
    w->worst = bodack_worst(w->worst, fabs(E - w->E0));
    return 0;
}

bodack_errors bodack_last(const lento_model *model, const lento_options *options, double until) {
    watch w = {0, 0};
    lento_options own = *options;
    own.until = until;
    own.observe = observe;
    own.user = &w;
    const lento_options exact = {.until = until, .macro = "exact", .macro_step = until};
    lento_run *run = bodack_open(model, &own), *truth = bodack_open(model, &exact);
    double row[BODACK_COLUMNS], right[BODACK_COLUMNS];
    bodack_errors e = {0, 0, NAN};
    for (int k = 9; k >= 0; k--) {
        bodack_read(run, until - k, row);
        bodack_read(truth, until - k, right);
        e.L = bodack_worst(e.L, bodack_L(row, right));
    }
    e.E = w.worst;
    e.evaluations = run ? (double)lento_run_counts(run).force_evaluations / until : NAN;
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return e;
}

double bodack_worst(double so_far, double value) {
    return isnan(so_far) || isnan(value) ? NAN : fmax(so_far, value);
}

void bodack_cell(paper_report *report, const char *cell, double computed, double expected,
                 double tolerance, paper_verdict verdict, const char *note) {
    const paper_cell c = {.cell = cell,
                          .published = NAN,
                          .computed = computed,
                          .expected = expected,
                          .tolerance = tolerance,
                          .verdict = verdict,
                          .note = note};
    paper_cell_add(report, &c);
}

void bodack_rough(paper_report *report, const char *cell, double computed, double expected,
                  double factor, paper_verdict verdict, const char *note) {
    const double below = expected * (1 - 1 / factor), above = expected * (factor - 1);
    bodack_cell(report, cell, computed, expected, computed < expected ? below : above, verdict,
                note);
}

static const paper_item items[] = {
    {.name = "section-6.1",
     .title = "Bobenko-Suris and Extrap at equal steps, t up to 600",
     .run = bodack_section_61},
    {.name = "section-6.1.5",
     .title = "a top that suits the discrete one badly",
     .run = bodack_section_615},
    {.name = "section-6.2",
     .title = "equal execution time, t up to 3200",
     .run = bodack_section_62},
    {.name = "section-6.2/crossing",
     .title = "when Extrap falls behind, t up to 20000",
     .slow = true,
     .run = bodack_section_62_long},
    {.name = "section-6.3", .title = "equal evaluations: Runge-Kutta", .run = bodack_section_63},
    {.name = "figure-5.5", .title = "Kowalewski's integral under Extrap", .run = bodack_figure_55},
    {.name = "geometry", .title = "masses and moments", .run = bodack_geometry},
    {.name = "integrals", .title = "energy, momenta, K and G", .run = bodack_integrals},
    {.name = "extrapolation", .title = "error and work of one call", .run = bodack_extrapolation},
    {.name = "discrete-top",
     .title = "the Bobenko-Suris map, its integrals and orders",
     .run = bodack_discrete},
    {.name = "exact", .title = "the closed solution: periods, angles, states", .run = bodack_exact},
    {.name = "rods", .title = "elastic rods and the apex", .run = bodack_rods},
    {.name = "methods",
     .title = "better integrators at equal evaluations, t up to 3200",
     .run = bodack_methods},
    {.name = "methods/long",
     .title = "the same to t = 100000",
     .slow = true,
     .run = bodack_methods_long},
    {.name = "errata", .title = "what the printed formulas give", .run = bodack_errata},
    {0},
};

const paper paper_bodack = {
    .name = "bodack",
    .title = "Bodack, The Bobenko-Suris discretization of the Lagrange top and its visualization",
    .items = items,
    .figures = bodack_figures,
    .errata = bodack_misprints};
