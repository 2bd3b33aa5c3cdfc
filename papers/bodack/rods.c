/* SPDX-License-Identifier: MIT
 * Elastic rods (bodack chapter 3, 5.7): arc length is time, the tangent is T, the force constant.
 * Card bodack 7: m - F x gamma is constant along every rod, exactly so for the discrete one; curvature and
 * torsion of the isotropic rod; end points; sections. */
#include "bodack.h"

#include <string.h>

/* ---- the discrete rod: gamma += eps T along bobenko-suris ---- */

static double discrete_moment(const lento_model *model, double h) {
    const lento_top *top = bodack_body(model);
    double x[LENTO_TOP_STATE], point[3] = {0, 0, 0}, from[3], here[3], worst = 0;
    memcpy(x, lento_model_state(model), sizeof x);
    lento_rod_moment(top, x + 4, point, from);
    for (int64_t k = 0; k < lround(1000 / h); k++) {
        lento_rod_edge(x, h, point);
        lento_top_flow(top, LENTO_TOP_KICK, h, h, x);
        lento_top_flow(top, LENTO_TOP_CAYLEY, h, h, x);
        lento_rod_moment(top, x + 4, point, here);
        for (int i = 0; i < 3; i++) {
            paper_widen(&worst, fabs(here[i] - from[i]) / top->transverse);
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
    lento_run *run = paper_open(model, bodack_steps("close-split/kahan-li8", 50, 0.05));
    /* the columns begin with the state */
    double before[PAPER_COLUMNS], after[PAPER_COLUMNS], from[3], here[3];
    rod r = {{0, 0, 0}, 0};
    paper_read(run, 0, after);
    lento_rod_moment(top, after + 4, r.point, from);
    for (int k = 1; k <= 1000; k++) {
        memcpy(before, after, sizeof before);
        paper_read(run, 0.05 * k, after);
        lento_rod_arc(top, before, after, 0.05, r.point);
        lento_rod_moment(top, after + 4, r.point, here);
        for (int i = 0; i < 3; i++) {
            paper_widen(&r.moment, fabs(here[i] - from[i]));
        }
    }
    lento_run_destroy(run);
    return r;
}

static void ends(paper_report *report) {
    static const char *const names[2] = {"Kowalewski", "Goryachev-Chaplygin"};
    static const double expected[2][3] = {{3.3016819289, 2.4005533192, 2.5004708276},
                                          {-1.4481749631, 2.4462919465, 16.2109056436}};
    for (int c = 0; c < 2; c++) {
        const lento_model *model =
            bodack_model(0, c == 0 ? "case=kowalewski" : "case=goryachev-chaplygin");
        const rod r = smooth_rod(model);
        for (int i = 0; i < 3; i++) {
            paper_add(report, r.point[i], expected[c][i], 1e-8, NULL, "S0 %s rod, end point %d",
                      names[c], i + 1);
        }
        paper_add(report, r.moment, 0, 1e-8, "a rod never drifts sideways",
                  "S0 %s rod, change of m - F x gamma", names[c]);
        paper_add(report, lento_rod_section(bodack_body(model)), c == 0 ? sqrt(0.5) : 0.5, 1e-12,
                  "5.7.2: half and quarter is the stiffness, not the thickness",
                  "%s rod, width along B over width along N", names[c]);
    }
}

/* ---- the isotropic rod, scaled: kappa^2 = 2 (H - p u) - c^2, kappa^2 (tau - c/2) constant ---- */

static void isotropic(paper_report *report, int start, double constant) {
    const lento_model *model = bodack_model(start, "");
    const lento_top *top = bodack_body(model);
    const double *x = lento_model_state(model);
    const lento_top_discrete v =
        lento_top_discrete_of(top, 0, x); /* eps = 0: the smooth integrals */
    lento_top_exact exact;
    double left = 0;
    paper_add(report, v.axial * (v.energy - v.axial * v.axial / 2) - top->pull * v.vertical,
              constant, 1e-12, NULL, "%s kappa^2 (tau - c/2)", bodack_start[start]);
    lento_top_exact_setup(top, x, &exact);
    for (double t = 0; t < 20; t += 0.1) {
        double y[LENTO_TOP_STATE], omega[3], T[3], square = 0;
        lento_top_exact_state(&exact, t, y);
        lento_top_velocity(top, y, omega);
        lento_apex_point(top, y, T);
        const double along = omega[0] * T[0] + omega[1] * T[1] + omega[2] * T[2];
        for (int i = 0; i < 3; i++) { /* |T'|^2 = |omega x T|^2 */
            square += (omega[i] - along * T[i]) * (omega[i] - along * T[i]);
        }
        const double wanted = 2 * (v.energy - top->pull * T[2]) - v.axial * v.axial;
        paper_widen(&left, fabs(square - wanted));
    }
    paper_add(report, left, 0, 1e-12, NULL, "%s kappa^2 - 2 (H - p u) + c^2", bodack_start[start]);
}

void bodack_rods(paper_report *report) {
    for (int i = 0; i < 2; i++) {
        paper_add(report, discrete_moment(bodack_model(i, ""), 0.2), 0, 1e-12, NULL,
                  "%s discrete rod of length 1000, change of m - p x gamma", bodack_start[i]);
    }
    isotropic(report, 0, 0.005140107840);
    isotropic(report, 1, 0.016671986257);
    ends(report);
}
