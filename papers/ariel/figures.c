/* SPDX-License-Identifier: MIT
 * Ariel, Engquist & Tsai, figures of sections 6 and 7: error against Delta (Fig. 4), stellar orbits,
 * Kapitza's pendulum, energy exchange in the Fermi-Pasta-Ulam chain. The printed figures give no
 * parameters beyond those in the text. */
#include "ariel.h"

#define EPS 1e-5

static paper_path path;

/* columns of the path under their own names */
static void draw(paper_sheet *sheet, const lento_model *model, int first, int n, const char *what,
                 bool points) {
    for (int k = first; k < first + n; k++) {
        paper_draw(sheet, paper_text("%s%s", lento_model_column(model, k, NULL), what), &path,
                   PAPER_TIME, k, points);
    }
}

static void draw_limit(paper_sheet *sheet, const lento_model *model, double until, int first,
                       int n) {
    const lento_options o =
        paper_options("scheme=averaged macro=dop853 rtol=1e-10 atol=1e-12 until=%.17g", until);
    paper_follow(&path, model, o, 400);
    draw(sheet, model, first, n, ", averaged", false);
}

/* ---- Fig. 4 ---- */

static void figure_4(paper_sheet *sheet) {
    enum { POINTS = 7 };
    double Delta[POINTS], error[2][POINTS], slope[POINTS];
    for (int i = 0; i < POINTS; i++) {
        const ariel_balance b = ariel_balanced(i);
        Delta[i] = b.Delta;
        slope[i] = 10.5 * Delta[i];
        for (int k = 0; k < 2; k++) {
            error[k][i] = ariel_percent(k, ariel_balanced_options(b, k), NULL);
        }
    }
    paper_curve_add(sheet, "centred window, without the dissipative mode", POINTS, Delta, error[0],
                    true);
    paper_curve_add(sheet, "one-sided kernel, with it", POINTS, Delta, error[1], true);
    paper_curve_add(sheet, "slope 1", POINTS, Delta, slope, false);
}

/* ---- 7.2 and 7.3 ---- */

static void stellar(paper_sheet *sheet) {
    const lento_model *model = paper_model("stellar eps=1e-5");
    draw_limit(sheet, model, 12, 4, 3);
    paper_follow(&path, model, ariel_slow(12, 0.3, "poly-1-6", 30.28 * EPS, EPS / 50), 40);
    draw(sheet, model, 4, 3, "", true);
}

static void kapitza(paper_sheet *sheet) {
    const lento_model *model = paper_model("kapitza-poly");
    draw_limit(sheet, model, 10, 5, 2);
    paper_follow(&path, model, ariel_slow(10, 0.25, "exp2", 25.4 * EPS, EPS / 40), 40);
    draw(sheet, model, 5, 2, ", multiscale", true);
}

/* ---- 7.4: energies against tau = eps t; the limit eps -> 0 for an ergodic soft chain ---- */

static void chain(paper_sheet *sheet) {
    enum { POINTS = 200 };
    const double eps = 1e-3, c = 0.402378;
    double tau[POINTS + 1], limit[3][POINTS + 1];
    for (int i = 0; i <= POINTS; i++) {
        tau[i] = 4.0 * i / POINTS;
        const double s = 1.5 * c * tau[i] / sqrt(2);
        limit[0][i] = 2 * pow(cos(s), 4);
        limit[1][i] = pow(sin(2 * s), 2);
        limit[2][i] = 2 * pow(sin(s), 4);
    }
    paper_follow(&path, paper_model("fpu k=3 eps=1e-3"), ariel_chain(eps, 4), 100);
    for (int i = 0; i < path.points; i++) {
        path.t[i] *= eps;
    }
    for (int k = 0; k < 3; k++) {
        paper_curve_add(sheet, paper_text("I%d, limit", k + 1), POINTS + 1, tau, limit[k], false);
        paper_draw(sheet, paper_text("I%d", k + 1), &path, PAPER_TIME, 6 + k, true);
    }
}

const paper_figure ariel_figures[] = {
    {"figure-4", "Error against Delta with the balanced parameters of section 6.",
     "the relative error is proportional to Delta",
     "slope 1 with a centred window and no dissipative mode, or with a one-sided kernel; the "
     "published forward form does not converge",
     "Delta", "error in percent", .log_x = true, .log_y = true, .slow = true, .draw = figure_4},
    {"section-7.2", "Stellar orbits in 2:1 resonance, eps = 1e-5: slow variables.",
     "the multiscale run follows the exchange of energy between the two oscillators",
     "with the companion theta' added; the published three variables are singular at the start",
     "t", "slow variable", .draw = stellar},
    {"section-7.3", "Kapitza's pendulum in polynomial form, eps = 1e-5, H = 0.25.",
     "the slow angle and its velocity are followed with H = 0.25",
     "confirmed for assumed l and g; the paper does not give them", "t", "theta [rad], psi [rad/s]",
     .draw = kapitza},
    {"section-7.4", "Fermi-Pasta-Ulam chain, k = 3, eps = 1e-3: energies of the stiff springs.",
     "energy passes from the first stiff spring to the last on the time scale 1/eps",
     "confirmed statistically: the soft motion is chaotic, one run stays within about 0.2 of the "
     "limit",
     "eps t", "energy", .slow = true, .draw = chain},
    {0},
};
