/* SPDX-License-Identifier: MIT
 * Bodack, the figures of chapter 6: distance L and energy error of the discrete top and of Extrap
 * (section 6.1), Runge-Kutta at equal evaluations (6.3), and the misprints with their checks. */
#include "bodack.h"

enum { POINTS = 600 };

/* L (without t = 0 if `positive`) or energy error of two runs of one method at times i until/POINTS */
static void curve(paper_sheet *sheet, const char *name, lento_options coarse, lento_options fine,
                  bool energy, bool positive) {
    static paper_path a, b;
    const lento_model *model = bodack_model(0, "");
    double value[POINTS + 1];
    paper_follow(&a, model, coarse, POINTS);
    paper_follow(&b, model, fine, POINTS);
    for (int i = 0; i <= POINTS; i++) {
        const double *E = a.column[BODACK_E];
        double p[4], q[4];
        for (int k = 0; k < 4; k++) {
            p[k] = a.column[BODACK_Q + k][i];
            q[k] = b.column[BODACK_Q + k][i];
        }
        value[i] = energy ? E[i] - E[0] : bodack_L(p, q);
    }
    paper_curve_add(sheet, name, POINTS + !positive, a.t + positive, value + positive, false);
}

/* the discrete top and Extrap, coarse against fine */
static void both(paper_sheet *sheet, double until, const char *const names[2], bool energy,
                 bool positive) {
    curve(sheet, names[0], bodack_steps("bobenko-suris", until, 0.2),
          bodack_steps("bobenko-suris", until, 0.01), energy, positive);
    curve(sheet, names[1], bodack_extrap(until, 0.2, 1e-5, 0.1),
          bodack_extrap(until, 0.01, 1e-5, 0.1), energy, positive);
}

static const char *const distances[2] = {"L(E_BS)", "L(E_Ext)"};

static void figure_66(paper_sheet *sheet) {
    both(sheet, 50, distances, false, false);
}

static void long_distance(paper_sheet *sheet) {
    both(sheet, 600, distances, false, true);
}

static void energy(paper_sheet *sheet) {
    static const char *const names[2] = {"Bobenko-Suris, step 0.2", "Extrap, a call every 0.2"};
    both(sheet, 100, names, true, false);
}

static void runge_kutta(paper_sheet *sheet) {
    const lento_options exact = bodack_steps("exact", 30, 0.2);
    curve(sheet, "rk4, step 0.2", bodack_steps("rk4", 30, 0.2), exact, false, true);
    curve(sheet, "Bobenko-Suris, step 0.05", bodack_steps("bobenko-suris", 30, 0.05), exact, false,
          true);
}

const paper_figure bodack_figures[] = {
    {"figure-6.6", "Distance of the coarse from the fine run, start S0, t up to 50.",
     "L(E_BS) reaches about 0.12, L(E_Ext) is negligible", "confirmed", "t", "L",
     .draw = figure_66},
    {"section-6.1-long", "The same up to t = 600.",
     "Extrap becomes comparable to the discrete top at 300 and worse at 600",
     "it does not: a correct extrapolation at the printed tolerance stays far below", "t", "L",
     .log_y = true, .draw = long_distance},
    {"section-6.1-energy", "Energy minus its start.",
     "the energy error of the discrete top oscillates and stays bounded", "confirmed", "t",
     "E - E0", .draw = energy},
    {"section-6.3", "Distance from the exact solution at equal evaluations.",
     "Runge-Kutta is ahead at first and far behind at t = 30", "confirmed", "t", "L", .log_y = true,
     .draw = runge_kutta},
    {0},
};

const paper_erratum bodack_misprints[] = {
    {"4.2.1", "alpha, mass unit, m and p with C_N^2 + C_T^2", "C_N^2 + 4 C_T^2", "errata",
     "S0 max L(E_BS)"},
    {"4.2.2", "c = <m,p>", "c = <m,a>", "errata", "S0 L at 50"},
    {"theorem 3.4", "cos(alpha/2) + sin(alpha/2) V", "cos(alpha/2) + 2 sin(alpha/2) V", "errata",
     "length of theorem"},
    {"(3.11)", "alpha1 kappa1^2 + alpha2 kappa2^2",
     "labels of the stiffnesses are swapped; b = -M |a| p", NULL, NULL},
    {"section 3.4", "third frame equation", "T' = omega x T", NULL, NULL},
    {"section 5.7.2", "half and quarter thickness",
     "half and quarter stiffness: thickness ratios 1/sqrt 2 and 1/2", NULL, NULL},
    {"section 5.6.6", "sign of p in K and G", "p is minus the scaled gravity, axis 3 is -N",
     "integrals", "S0 max |G"},
    {"section 6.1", "errors of Extrap at t = 300 and 600",
     "300 to 1000 times smaller with a correct method", "section-6.1", "S0 max L(E_Ext)"},
    {"section 6.2", "Extrap equals the discrete top at about t = 900",
     "not before t = 10000, if at all", "section-6.2", "S0 max L_"},
    {"sections 4, 6", "Bobenko-Suris is of first order, its energy error a flaw",
     "conjugate to a symmetric map of second order: the momentum is read between steps",
     "discrete-top", "S0 energy error"},
    {0},
};
