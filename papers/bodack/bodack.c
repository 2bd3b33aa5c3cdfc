/* SPDX-License-Identifier: MIT
 * Bodack, the discrete Lagrange top of Bobenko and Suris and the program Top Visualization.
 *
 * The thesis prints few numbers: its claims are curves and sentences, and its start is not stated.
 * Expected values are those of an independent computation; the verdicts say which of the claims
 * hold (the discrete top, its energy, Runge-Kutta) and which do not (the size of the errors of
 * Extrap). */
#include "bodack.h"

const char *const bodack_start[BODACK_STARTS] = {"S0", "S45", "S52"};

lento_model *bodack_model(int start, const char *settings) {
    const double degrees[BODACK_STARTS] = {0, 45, atan(1.862 / 1.46) * 57.29577951308232};
    return paper_model("top tilt=%.17g %s", degrees[start], settings);
}

const lento_top *bodack_body(const lento_model *model) {
    return lento_model_system(model)->params;
}

lento_options bodack_steps(const char *macro, double until, double step) {
    return paper_options("macro=%s until=%.17g macro_step=%.17g", macro, until, step);
}

lento_options bodack_extrap(double until, double step, double tolerance, double first) {
    return paper_with(bodack_steps("gbs", until, step), "rtol=%.17g atol=%.17g first_step=%.17g",
                      tolerance, tolerance, first);
}

bodack_errors bodack_compare(const lento_model *model, lento_options a, lento_options b,
                             double from, double dt, int n) {
    lento_run *run = paper_open(model, a), *truth = paper_open(model, b);
    double row[PAPER_COLUMNS], right[PAPER_COLUMNS];
    bodack_errors e = {0, 0};
    for (int k = 1; k <= n; k++) {
        paper_read(run, from + dt * k, row);
        paper_read(truth, from + dt * k, right);
        paper_widen(&e.L, bodack_L(row, right));
        paper_widen(&e.E, fabs(row[BODACK_E] - right[BODACK_E]));
    }
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return e;
}

/* the energy is watched at every step, by the run's own observer */
typedef struct watch {
    double E0, worst;
} watch;

static int observe(const lento_sample *sample, void *user) {
    watch *w = user;
    const double E = sample->columns[BODACK_E];
    w->E0 = sample->t == 0 ? E : w->E0;
    paper_widen(&w->worst, fabs(E - w->E0));
    return 0;
}

bodack_errors bodack_last(const lento_model *model, lento_options options, double until) {
    watch w = {0, 0};
    options.until = until;
    options.observe = observe;
    options.user = &w;
    bodack_errors e =
        bodack_compare(model, options, bodack_steps("exact", until, until), until - 10, 1, 10);
    e.E = w.worst;
    return e;
}

double bodack_factor(double computed, double expected, double factor) {
    return computed < expected ? expected * (1 - 1 / factor) : expected * (factor - 1);
}

static const paper_item items[] = {
    {"section-6.1", "Bobenko-Suris and Extrap at equal steps, t up to 600",
     .run = bodack_section_61},
    {"section-6.1.5", "a top that suits the discrete one badly", .run = bodack_section_615},
    {"section-6.2", "equal execution time, t up to 3200", .run = bodack_section_62},
    {"section-6.2/crossing", "when Extrap falls behind, t up to 20000", .slow = true,
     .run = bodack_crossing},
    {"section-6.3", "equal evaluations: Runge-Kutta", .run = bodack_section_63},
    {"figure-5.5", "Kowalewski's integral under Extrap", .run = bodack_figure_55},
    {"geometry", "masses and moments", .run = bodack_geometry},
    {"integrals", "energy, momenta, K and G", .run = bodack_integrals},
    {"extrapolation", "error and work of one call", .run = bodack_extrapolation},
    {"discrete-top", "the Bobenko-Suris map, its integrals and orders", .run = bodack_discrete},
    {"exact", "the closed solution: periods, angles, states", .run = bodack_exact},
    {"rods", "elastic rods and the apex", .run = bodack_rods},
    {"methods", "better integrators at equal evaluations, t up to 3200", .run = bodack_methods},
    {"methods/long", "the same to t = 100000", .slow = true, .run = bodack_methods_long},
    {"errata", "what the printed formulas give", .run = bodack_errata},
    {0},
};

const paper paper_bodack = {
    .name = "bodack",
    .title = "Bodack, The Bobenko-Suris discretization of the Lagrange top and its visualization",
    .items = items,
    .figures = bodack_figures,
    .errata = bodack_misprints};
