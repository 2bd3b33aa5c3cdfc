/* SPDX-License-Identifier: MIT
 * Elastic rods (bodack chapter 3, 5.7): arc length is time, the tangent is T, the force constant.
 * Card bodack 7: m - F x gamma is constant along every rod, exactly so for the discrete one; curvature and
 * torsion of the isotropic rod; end points; sections. */
#include "bodack.h"

#include <math.h>
#include <stdio.h>

/* ---- the discrete rod: gamma += eps T along bobenko-suris ---- */

static double discrete_moment(const lento_model *model, double h) {
    const lento_top *top = bodack_body(model);
    double x[LENTO_TOP_STATE], point[3] = {0, 0, 0}, from[3], here[3], worst = 0;
    for (int i = 0; i < LENTO_TOP_STATE; i++) {
        x[i] = lento_model_state(model)[i];
    }
    lento_rod_moment(top, x + 4, point, from);
    for (long k = 0; k < lround(1000 / h); k++) {
        lento_rod_edge(x, h, point);
        lento_top_flow(top, LENTO_TOP_KICK, h, h, x);
        lento_top_flow(top, LENTO_TOP_CAYLEY, h, h, x);
        lento_rod_moment(top, x + 4, point, here);
        for (int i = 0; i < 3; i++) {
            worst = bodack_worst(worst, fabs(here[i] - from[i]) / top->transverse);
        }
    }
    return worst;
}

/* ---- smooth rods of length 50 ---- */

typedef struct rod {
    double point[3], moment; /* end, largest change of m - F x gamma */
} rod;

static rod smooth_rod(const lento_model *model) {
    const lento_top *top = bodack_body(model);
    const lento_options options = {
        .until = 50, .macro = "close-split/kahan-li8", .macro_step = 0.05};
    lento_run *run = bodack_open(model, &options);
    double before[LENTO_TOP_STATE], after[LENTO_TOP_STATE] = {0}, from[3] = {0}, here[3];
    rod r = {{0, 0, 0}, 0};
    for (int k = 0; k <= 1000; k++) {
        double row[BODACK_COLUMNS];
        bodack_read(run, 0.05 * k, row);
        for (int i = 0; i < LENTO_TOP_STATE; i++) {
            before[i] = after[i];
            after[i] = row[i]; /* the columns begin with the state */
        }
        if (k == 0) {
            lento_rod_moment(top, after + 4, r.point, from);
            continue;
        }
        lento_rod_arc(top, before, after, 0.05, r.point);
        lento_rod_moment(top, after + 4, r.point, here);
        for (int i = 0; i < 3; i++) {
            r.moment = bodack_worst(r.moment, fabs(here[i] - from[i]));
        }
    }
    lento_run_destroy(run);
    return r;
}

static void ends(paper_report *report) {
    static const lento_setting cases[2] = {{.name = "case", .text = "kowalewski"},
                                           {.name = "case", .text = "goryachev-chaplygin"}};
    static const double expected[2][3] = {{3.3016819289, 2.4005533192, 2.5004708276},
                                          {-1.4481749631, 2.4462919465, 16.2109056436}};
    char cell[100];
    for (int c = 0; c < 2; c++) {
        const char *name = c == 0 ? "Kowalewski" : "Goryachev-Chaplygin";
        lento_model *model = bodack_model(0, &cases[c], 1);
        const rod r = model ? smooth_rod(model) : (rod){{NAN, NAN, NAN}, NAN};
        for (int i = 0; i < 3; i++) {
            snprintf(cell, sizeof cell, "S0 %s rod, end point %d", name, i + 1);
            bodack_cell(report, cell, r.point[i], expected[c][i], 1e-8, PAPER_BEYOND, NULL);
        }
        snprintf(cell, sizeof cell, "S0 %s rod, change of m - F x gamma", name);
        bodack_cell(report, cell, r.moment, 0, 1e-8, PAPER_BEYOND, "a rod never drifts sideways");
        const double section = model ? lento_rod_section(bodack_body(model)) : NAN;
        snprintf(cell, sizeof cell, "%s rod, width along B over width along N", name);
        bodack_cell(report, cell, section, c == 0 ? sqrt(0.5) : 0.5, 1e-12, PAPER_NOT_CONFIRMED,
                    "5.7.2: half and quarter is the stiffness, not the thickness");
        lento_model_destroy(model);
    }
}

/* ---- the isotropic rod, scaled: kappa^2 = 2 (H - p u) - c^2, kappa^2 (tau - c/2) constant ---- */

static void isotropic(paper_report *report, int start, double constant) {
    lento_model *model = bodack_model(start, NULL, 0);
    if (!model) {
        return;
    }
    const lento_top *top = bodack_body(model);
    const double *x = lento_model_state(model);
    const lento_top_discrete v =
        lento_top_discrete_of(top, 0, x); /* eps = 0: the smooth integrals */
    double a[3], left = 0;
    lento_apex_point(top, x, a);
    char cell[100];
    snprintf(cell, sizeof cell, "%s kappa^2 (tau - c/2)", bodack_start[start]);
    bodack_cell(report, cell, v.axial * (v.energy - v.axial * v.axial / 2) - top->pull * v.vertical,
                constant, 1e-12, PAPER_BEYOND, NULL);
    for (double t = 0; t < 20; t += 0.1) {
        lento_top_exact exact;
        double y[LENTO_TOP_STATE], omega[3], T[3], square = 0;
        lento_top_exact_setup(top, x, &exact);
        lento_top_exact_state(&exact, t, y);
        lento_top_velocity(top, y, omega);
        lento_apex_point(top, y, T);
        const double along = omega[0] * T[0] + omega[1] * T[1] + omega[2] * T[2];
        for (int i = 0; i < 3; i++) {
            square +=
                (omega[i] - along * T[i]) * (omega[i] - along * T[i]); /* |T'|^2 = |omega x T|^2 */
        }
        left = bodack_worst(left,
                            fabs(square - (2 * (v.energy - top->pull * T[2]) - v.axial * v.axial)));
    }
    snprintf(cell, sizeof cell, "%s kappa^2 - 2 (H - p u) + c^2", bodack_start[start]);
    bodack_cell(report, cell, left, 0, 1e-12, PAPER_BEYOND, NULL);
    lento_model_destroy(model);
}

void bodack_rods(paper_report *report) {
    for (int i = 0; i < 2; i++) {
        lento_model *model = bodack_model(i, NULL, 0);
        char cell[100];
        snprintf(cell, sizeof cell, "%s discrete rod of length 1000, change of m - p x gamma",
                 bodack_start[i]);
        bodack_cell(report, cell, model ? discrete_moment(model, 0.2) : NAN, 0, 1e-12, PAPER_BEYOND,
                    NULL);
        lento_model_destroy(model);
    }
    isotropic(report, 0, 0.005140107840);
    isotropic(report, 1, 0.016671986257);
    ends(report);
}
