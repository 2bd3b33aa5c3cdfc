/* SPDX-License-Identifier: MIT
 * Sanz-Serna, Ariel & Tsai, "Multiscale methods for stiff and constrained mechanical systems":
 * Tables 1 and 2, cases (ii) and (iii), and what the paper does not say.
 *
 *   error   largest |q - q_ref| over t = H, 2H, ..., 10 (rk4) or t = 0.25, ..., 10 (ode45),
 *   max-norm q_ref   direct ode45 with tolerances 1e-6, 1e-9, as in the paper; "exact" is the 8th
 *   order to 1e-12
 *
 * Step counts of direct runs are not reproducible: one ulp in x2(0) moves them by as much as the
 * paper differs from anybody else. The cells hold means over a few such starts. */
#include "sanzserna.h"

#include "data.h"
#include "extra.h"

#include <math.h>
#include <stdio.h>

enum { STARTS = 5 };

/* ---- runs ---- */

sanz_start sanz_case_1(double omega) {
    return (sanz_start){1, omega, 1, 2 + 1 / omega};
}
sanz_start sanz_case_2(double omega) {
    return (sanz_start){omega, 1, 1 + 20 / omega, 2};
}
sanz_start sanz_case_3(double omega) {
    return (sanz_start){omega, omega, 1, 2 + 1 / omega};
}

lento_options sanz_paper(void) {
    return (lento_options){
        .until = 10,
        .macro = "ode45",
        .average = {{.scheme = "stiff", .kernel = "exp1", .periods = 20, .micro_per_period = 6}},
        .methods = cli_extra_methods()};
}

lento_options sanz_direct(double rtol) {
    return (lento_options){.until = 10,
                           .macro = "ode45",
                           .rtol = rtol,
                           .atol = rtol / 1000,
                           .average = {{.scheme = "direct"}}};
}

lento_options sanz_exact(void) {
    return (lento_options){.until = 10,
                           .macro = "dop853",
                           .rtol = 1e-12,
                           .atol = 1e-14,
                           .average = {{.scheme = "direct"}}};
}

bool sanz_go(sanz_start start, const lento_options *options, int intervals, sanz_run *run) {
    const lento_setting settings[] = {{.name = "omega1", .value = start.omega1},
                                      {.name = "omega2", .value = start.omega2},
                                      {.name = "px1", .value = 0.5},
                                      {.name = "py1", .value = -0.5},
                                      {.name = "px2", .value = -0.5},
                                      {.name = "py2", .value = 0.5},
                                      {.name = "x1", .value = start.x1},
                                      {.name = "x2", .value = start.x2}};
    lento_model *model = NULL;
    lento_run *r = NULL;
    bool good = lento_model_create(&model, lento_problem_find("springs"), settings,
                                   sizeof settings / sizeof *settings) == LENTO_DONE &&
                lento_run_open(&r, model, options) == LENTO_DONE;
    run->rows = 0;
    for (int i = 0; good && i <= intervals; i++) {
        const double t = 10.0 * i / intervals;
        good = (t <= lento_run_time(r) || lento_run_advance(r, t) == LENTO_DONE) &&
               lento_run_columns(r, t, run->row[i]) == LENTO_DONE;
        run->rows += good;
    }
    if (r) {
        run->counts = lento_run_counts(r);
    }
    lento_run_destroy(r);
    lento_model_destroy(model);
    return good;
}

double sanz_distance(const sanz_run *a, const sanz_run *b, int first) {
    double worst = 0;
    if (a->rows < 2 || b->rows < a->rows) {
        return NAN;
    }
    const int stride = (b->rows - 1) / (a->rows - 1);
    for (int i = 1; i < a->rows; i++) {
        for (int k = first; k < first + 4; k++) {
            worst = fmax(worst, fabs(a->row[i][k] - b->row[i * stride][k]));
        }
    }
    return worst;
}

void sanz_cell(paper_report *report, const char *cell, double published, double computed,
               double expected, double tolerance, paper_verdict verdict, const char *note) {
    paper_cell_add(report,
                   &(paper_cell){cell, published, computed, expected, tolerance, verdict, note});
}

/* ---- Table 1 ---- */

static void table_1_row(paper_report *report, int i) {
    static sanz_run reference, run;
    const double omega = sanz_table_2[i].omega;
    const lento_options direct = sanz_direct(1e-6);
    char cell[80];
    sanz_go(sanz_case_1(omega), &direct, 320, &reference);
    for (int k = 0; k < SANZ_RUNS && !paper_stop(report); k++) {
        const sanz_error *e = &sanz_table_1[i][k];
        lento_options options = sanz_paper();
        const bool fixed = k < SANZ_RUNS - 1;
        if (fixed) {
            options.macro = "rk4";
            options.steps = 10L << k;
            snprintf(cell, sizeof cell, "omega2=%g H=1/%d", omega, 1 << k);
        } else {
            snprintf(cell, sizeof cell, "omega2=%g ode45", omega);
        }
        sanz_go(sanz_case_1(omega), &options, fixed ? 10 << k : 40, &run);
        const double digit =
            pow(10, floor(log10(e->published)) - 1); /* of the second printed digit */
        const bool agrees = fabs(e->expected - e->published) <= 0.51 * digit;
        sanz_cell(report, cell, e->published, sanz_distance(&run, &reference, 0), e->expected,
                  1e-3 * e->expected, agrees ? PAPER_CONFIRMED : PAPER_NOT_CONFIRMED,
                  agrees ? NULL : "second digit differs from the print");
    }
}

static void table_1(paper_report *report) {
    for (int i = 0; i < SANZ_OMEGAS && !paper_stop(report); i++) {
        table_1_row(report, i);
    }
}

/* ---- Table 2 ---- */

static void direct_steps(paper_report *report, const sanz_steps *s) {
    static sanz_run run;
    const lento_options direct = sanz_direct(1e-3);
    double accepted = 0, rejected = 0;
    char cell[80];
    for (int k = 0; k < STARTS && !paper_stop(report); k++) {
        sanz_start start = sanz_case_1(s->omega);
        start.x2 += (k - STARTS / 2) * 4.44e-16;
        sanz_go(start, &direct, 40, &run);
        accepted += (double)run.counts.macro_steps / STARTS;
        rejected += (double)run.counts.rejected_steps / STARTS;
    }
    const char *note = "mean over starts one ulp apart";
    snprintf(cell, sizeof cell, "omega2=%g direct, accepted steps", s->omega);
    sanz_cell(report, cell, (double)s->printed[0], accepted, (double)s->direct[0],
              0.03 * (double)s->direct[0], PAPER_CONFIRMED, note);
    snprintf(cell, sizeof cell, "omega2=%g direct, rejected steps", s->omega);
    sanz_cell(report, cell, (double)s->printed[1], rejected, (double)s->direct[1],
              0.06 * (double)s->direct[1], PAPER_CONFIRMED, note);
}

static void multiscale_steps(paper_report *report, const sanz_steps *s) {
    static sanz_run run;
    const lento_options options = sanz_paper();
    char cell[80];
    sanz_go(sanz_case_1(s->omega), &options, 40, &run);
    snprintf(cell, sizeof cell, "omega2=%g multiscale, accepted steps", s->omega);
    sanz_cell(report, cell, (double)s->multiscale[0], (double)run.counts.macro_steps,
              (double)s->multiscale[0], 0, PAPER_CONFIRMED, NULL);
    snprintf(cell, sizeof cell, "omega2=%g multiscale, rejected steps", s->omega);
    sanz_cell(report, cell, (double)s->multiscale[1], (double)run.counts.rejected_steps,
              (double)s->multiscale[1], 0, PAPER_CONFIRMED, NULL);
    snprintf(cell, sizeof cell, "omega2=%g multiscale, force evaluations", s->omega);
    sanz_cell(report, cell, NAN, (double)run.counts.force_evaluations, (double)s->evaluations, 0,
              PAPER_BEYOND, "119 per averaged force, one projection");
}

static void table_2(paper_report *report) {
    for (int i = 0; i < SANZ_OMEGAS && !paper_stop(report); i++) {
        multiscale_steps(report, &sanz_table_2[i]);
    }
}

static void table_2_direct(paper_report *report) {
    for (int i = 0; i < SANZ_OMEGAS && !paper_stop(report); i++) {
        direct_steps(report, &sanz_table_2[i]);
    }
}

static const paper_item items[] = {
    {.name = "table-1", .title = "errors, case (i)", .run = table_1},
    {.name = "table-2", .title = "steps of the multiscale runs", .run = table_2},
    {.name = "table-2/direct",
     .title = "steps of the direct runs",
     .slow = true,
     .run = table_2_direct},
    {.name = "section-4", .title = "cases (ii) and (iii)", .run = sanz_section_4},
    {.name = "anchors",
     .title = "window, projected start, averaged force, end points",
     .run = sanz_anchors},
    {.name = "limits", .title = "where the published method stops working", .run = sanz_limits},
    {.name = "filters",
     .title = "better windows, the oscillation restored, fast energies",
     .run = sanz_filters},
    {.name = "software",
     .title = "SUNDIALS as macro-integrator",
     .run = sanz_software,
     .needs = "SUNDIALS"},
    {.name = "errata",
     .title = "numbers behind errata that no table shows",
     .run = sanz_errata_item},
    {0},
};

const paper paper_sanzserna = {
    .name = "sanzserna",
    .title =
        "Sanz-Serna, Ariel & Tsai, Multiscale methods for stiff and constrained mechanical systems",
    .items = items,
    .figures = sanzserna_figures,
    .errata = sanzserna_errata,
};
