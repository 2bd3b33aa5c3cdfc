/* SPDX-License-Identifier: MIT
 * Bodack, the figures of chapter 6: distance L and energy error of the discrete top and of Extrap
 * (section 6.1), Runge-Kutta at equal evaluations (6.3), and the misprints with their checks. */
#include "bodack.h"

#include <math.h>

enum { POINTS = 600 };

/* L and energy error of two runs of one method at times i until/POINTS */
static void distance(const lento_options *coarse, const lento_options *fine, double t[], double L[],
                     double E[]) {
    lento_model *model = bodack_model(0, NULL, 0);
    lento_run *a = bodack_open(model, coarse), *b = bodack_open(model, fine);
    double row[2][BODACK_COLUMNS], E0 = 0;
    for (int i = 0; i <= POINTS; i++) {
        t[i] = coarse->until * i / POINTS;
        bodack_read(a, t[i], row[0]);
        bodack_read(b, t[i], row[1]);
        E0 = i == 0 ? row[0][BODACK_E] : E0;
        L[i] = bodack_L(row[0], row[1]);
        E[i] = row[0][BODACK_E] - E0;
    }
    lento_run_destroy(a);
    lento_run_destroy(b);
    lento_model_destroy(model);
}

static void discrete(double until, double t[], double L[], double E[]) {
    const lento_options blue = {.until = until, .macro = "bobenko-suris", .macro_step = 0.2};
    const lento_options red = {.until = until, .macro = "bobenko-suris", .macro_step = 0.01};
    distance(&blue, &red, t, L, E);
}

static void extrap(double until, double t[], double L[], double E[]) {
    const lento_options green = bodack_extrap(until, 0.2, 1e-5, 0.1);
    const lento_options yellow = bodack_extrap(until, 0.01, 1e-5, 0.1);
    distance(&green, &yellow, t, L, E);
}

static void figure_66(paper_sheet *sheet) {
    double t[POINTS + 1], L[POINTS + 1], E[POINTS + 1];
    discrete(50, t, L, E);
    paper_curve_add(sheet, "L(E_BS)", POINTS + 1, t, L, false);
    extrap(50, t, L, E);
    paper_curve_add(sheet, "L(E_Ext)", POINTS + 1, t, L, false);
}

static void long_distance(paper_sheet *sheet) {
    double t[POINTS + 1], L[POINTS + 1], E[POINTS + 1];
    discrete(600, t, L, E);
    paper_curve_add(sheet, "L(E_BS)", POINTS, t + 1, L + 1, false);
    extrap(600, t, L, E);
    paper_curve_add(sheet, "L(E_Ext)", POINTS, t + 1, L + 1, false);
}

static void energy(paper_sheet *sheet) {
    double t[POINTS + 1], L[POINTS + 1], E[POINTS + 1];
    discrete(100, t, L, E);
    paper_curve_add(sheet, "Bobenko-Suris, step 0.2", POINTS + 1, t, E, false);
    extrap(100, t, L, E);
    paper_curve_add(sheet, "Extrap, a call every 0.2", POINTS + 1, t, E, false);
}

static void runge_kutta(paper_sheet *sheet) {
    double t[POINTS + 1], L[POINTS + 1], E[POINTS + 1];
    const lento_options exact = {.until = 30, .macro = "exact", .macro_step = 0.2};
    const lento_options rk4 = {.until = 30, .macro = "rk4", .macro_step = 0.2};
    const lento_options bs = {.until = 30, .macro = "bobenko-suris", .macro_step = 0.05};
    distance(&rk4, &exact, t, L, E);
    paper_curve_add(sheet, "rk4, step 0.2", POINTS, t + 1, L + 1, false);
    distance(&bs, &exact, t, L, E);
    paper_curve_add(sheet, "Bobenko-Suris, step 0.05", POINTS, t + 1, L + 1, false);
}

const paper_figure bodack_figures[] = {
    {"figure-6.6", "Distance of the coarse from the fine run, start S0, t up to 50.",
     "L(E_BS) reaches about 0.12, L(E_Ext) is negligible", "confirmed", "t", "L", false, false,
     false, figure_66},
    {"section-6.1-long", "The same up to t = 600.",
     "Extrap becomes comparable to the discrete top at 300 and worse at 600",
     "it does not: a correct extrapolation at the printed tolerance stays far below", "t", "L",
     false, true, false, long_distance},
    {"section-6.1-energy", "Energy minus its start.",
     "the energy error of the discrete top oscillates and stays bounded", "confirmed", "t",
     "E - E0", false, false, false, energy},
    {"section-6.3", "Distance from the exact solution at equal evaluations.",
     "Runge-Kutta is ahead at first and far behind at t = 30", "confirmed", "t", "L", false, true,
     false, runge_kutta},
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
