/* SPDX-License-Identifier: MIT
 * bodack chapters 2, 4 and 5: geometry, integrals of motion and the extrapolation method, against
 * the numbers of an independent computation (card bodack 1, 2, 3). */
#include "bodack.h"

#include <math.h>
#include <stdio.h>

/* ---- card bodack 1 ---- */

static void moments(paper_report *report, const char *what, const double edges[3],
                    const double fixed[3], const double expected[3]) {
    lento_top top = {.mass = NAN};
    char cell[100];
    if (lento_top_cuboid(&top, edges, fixed, 1)) {
        top.moments[0] = top.moments[1] = top.moments[2] = NAN;
    }
    for (int i = 0; i < 3; i++) {
        snprintf(cell, sizeof cell, "%s, moment %d", what, i + 1);
        bodack_cell(report, cell, top.moments[i], expected[i], 1e-11, PAPER_BEYOND, NULL);
    }
}

void bodack_geometry(paper_report *report) {
    const double edges[3] = {0.8, 0.8, 1}, corner[3] = {0.8, 0.8, -1};
    const double other[3] = {0.5, 0.8, 1.1}, inside[3] = {0.3, -0.2, 0.9};
    lento_top top = {.mass = NAN};
    lento_top_cuboid(&top, edges, NULL, 1);
    bodack_cell(report, "C = (0.8, 0.8, 1): mass", top.mass, 5.12, 1e-11, PAPER_CONFIRMED, NULL);
    bodack_cell(report, "I_N", top.transverse, 7.918933333333, 1e-11, PAPER_CONFIRMED, NULL);
    bodack_cell(report, "I_T", top.axial, 2.184533333333, 1e-11, PAPER_CONFIRMED, NULL);
    bodack_cell(report, "alpha", top.alpha, 0.275862068965517, 1e-11, PAPER_NOT_CONFIRMED,
                "4.2.1 prints C_N^2 + C_T^2 where C_N^2 + 4 C_T^2 follows from corollary 2.6");
    bodack_cell(report, "p", top.pull, 0.646551724137931, 1e-11, PAPER_NOT_CONFIRMED,
                "4.2.1 prints C_N^2 + C_T^2 where C_N^2 + 4 C_T^2 follows from corollary 2.6");
    const double at_corner[3] = {2.521451091794, 14.135615574873, 14.472533333333};
    const double at_inside[3] = {1.151035786012, 4.992580446078, 5.401983767909};
    moments(report, "corner fixed", edges, corner, at_corner);
    moments(report, "C = (0.5, 0.8, 1.1), r = (0.3, -0.2, 0.9)", other, inside, at_inside);
    for (int i = 0; i < 2; i++) {
        char cell[100];
        const char *name = i == 0 ? "Kowalewski" : "Goryachev-Chaplygin";
        double low = INFINITY, high = 0;
        for (double CB = 0.1; CB < 10; CB *= 1.7) {
            (i == 0 ? lento_top_kowalewski : lento_top_goryachev_chaplygin)(&top, CB, 1);
            low = fmin(low, top.moments[1] / top.moments[0]);
            high = fmax(high, top.moments[2] / top.moments[0]);
        }
        const double ratio = i == 0 ? 2 : 4;
        snprintf(cell, sizeof cell, "%s: least ratio I_2/I_1, any CB", name);
        bodack_cell(report, cell, low, ratio, 1e-14, PAPER_CONFIRMED, NULL);
        snprintf(cell, sizeof cell, "%s: largest ratio I_3/I_1, any CB", name);
        bodack_cell(report, cell, high, ratio, 1e-14, PAPER_CONFIRMED, NULL);
    }
}

/* ---- card bodack 2 ---- */

static void first_row(int start, const lento_setting more[], size_t n, double row[]) {
    const lento_options options = {.until = 1, .macro = "axis-split", .macro_step = 1};
    lento_model *model = bodack_model(start, more, n);
    lento_run *run = bodack_open(model, &options);
    bodack_read(run, 0, row);
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* max |special - its start| over 50 units of gbs at 1e-12 */
static double departure(int start, const lento_setting more[], size_t n) {
    const lento_options options = {.until = 50, .macro = "gbs", .rtol = 1e-12, .atol = 1e-12};
    lento_model *model = bodack_model(start, more, n);
    lento_run *run = bodack_open(model, &options);
    double row[BODACK_COLUMNS], from = 0, worst = 0;
    for (int k = 0; k <= 100; k++) {
        bodack_read(run, 0.5 * k, row);
        from = k == 0 ? row[BODACK_SPECIAL] : from;
        worst = bodack_worst(worst, fabs(row[BODACK_SPECIAL] - from));
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return worst;
}

static const lento_setting kowalewski[] = {{.name = "case", .text = "kowalewski"}};
static const lento_setting goryachev[] = {{.name = "case", .text = "goryachev-chaplygin"},
                                          {.name = "m3", .value = 1.46}};

static void start_values(paper_report *report, int start) {
    static const double E[] = {5.828660972858, 4.890290278867}, ma[] = {1.46, 2.349008727102};
    static const double EK[] = {2.353460406371, 1.937875383455};
    static const double K[] = {1.525547230380, 0.658767103991};
    static const double KI[] = {128.074544156, 55.305594523};
    static const double EG[] = {2.361254701815, 1.726438093413};
    const char *name = bodack_start[start];
    char cell[100];
    double row[BODACK_COLUMNS];
    lento_top top = {.mass = NAN};
    first_row(start, NULL, 0, row);
    snprintf(cell, sizeof cell, "%s Lagrange E", name);
    bodack_cell(report, cell, row[BODACK_E], E[start], 1e-11, PAPER_BEYOND, NULL);
    snprintf(cell, sizeof cell, "%s Lagrange <m,a>", name);
    bodack_cell(report, cell, row[BODACK_MA], ma[start], 1e-11, PAPER_BEYOND, NULL);
    first_row(start, kowalewski, 1, row);
    snprintf(cell, sizeof cell, "%s Kowalewski E", name);
    bodack_cell(report, cell, row[BODACK_E], EK[start], 1e-11, PAPER_BEYOND, NULL);
    snprintf(cell, sizeof cell, "%s Kowalewski K", name);
    bodack_cell(report, cell, row[BODACK_SPECIAL], K[start], 1e-11, PAPER_BEYOND, NULL);
    lento_top_kowalewski(&top, 0.8, 1);
    snprintf(cell, sizeof cell, "%s K I_T^4", name);
    bodack_cell(report, cell, row[BODACK_SPECIAL] * pow(top.inertia[2][2], 4), KI[start], 1e-8,
                PAPER_BEYOND, NULL);
    first_row(start, goryachev, 1, row);
    snprintf(cell, sizeof cell, "%s Goryachev-Chaplygin E", name);
    bodack_cell(report, cell, row[BODACK_E], EG[start], 1e-11, PAPER_BEYOND, NULL);
    snprintf(cell, sizeof cell, "%s Goryachev-Chaplygin G", name);
    bodack_cell(report, cell, row[BODACK_SPECIAL], -0.000754058022, 1e-11, PAPER_BEYOND, NULL);
}

void bodack_integrals(paper_report *report) {
    char cell[100];
    for (int i = 0; i < 2 && !paper_stop(report); i++) {
        const char *name = bodack_start[i];
        start_values(report, i);
        snprintf(cell, sizeof cell, "%s max |K - K0|, gbs 1e-12, t <= 50", name);
        bodack_cell(report, cell, departure(i, kowalewski, 1), 0, 1e-9, PAPER_CONFIRMED,
                    "conserved with the indices (1,2,3) = (T, B, -N)");
        snprintf(cell, sizeof cell, "%s max |G - G0|, gbs 1e-12, m3 = 0, t <= 50", name);
        bodack_cell(report, cell, departure(i, goryachev, 1), 0, 1e-9, PAPER_CONFIRMED,
                    "conserved with the indices (1,2,3) = (T, B, -N)");
    }
    const double varies = departure(0, goryachev, 2);
    bodack_cell(report, "S0 max |G - G0|, m3 = 1.46, t <= 50", varies, 0.2, 0.1, PAPER_CONFIRMED,
                "G is an integral only for m3 = 0");
}

/* ---- card bodack 3: one call over 50 units from S0 with first step 0.1 ---- */

void bodack_extrapolation(paper_report *report) {
    static const struct {
        double tolerance, L, evaluations;
    } rows[] = {{1e-5, 6e-3, 1409}, {1e-8, 1.4e-6, 2832}, {1e-12, 2e-10, 5226}};
    lento_model *model = bodack_model(0, NULL, 0);
    const lento_options exact = {.until = 50, .macro = "exact", .macro_step = 50};
    double row[BODACK_COLUMNS], truth[BODACK_COLUMNS];
    lento_run *right = bodack_open(model, &exact);
    bodack_read(right, 50, truth);
    lento_run_destroy(right);
    for (int i = 0; i < 3; i++) {
        const lento_options call = bodack_extrap(50, 50, rows[i].tolerance, 0.1);
        lento_run *run = bodack_open(model, &call);
        char cell[100];
        bodack_read(run, 50, row);
        snprintf(cell, sizeof cell, "tolerance %g: L at 50", rows[i].tolerance);
        bodack_rough(report, cell, bodack_L(row, truth), rows[i].L, 2, PAPER_BEYOND, NULL);
        snprintf(cell, sizeof cell, "tolerance %g: evaluations", rows[i].tolerance);
        bodack_cell(report, cell, run ? (double)lento_run_counts(run).force_evaluations : NAN,
                    rows[i].evaluations, 0.02 * rows[i].evaluations, PAPER_BEYOND, NULL);
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}
