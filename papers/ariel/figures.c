/* SPDX-License-Identifier: MIT
 * Ariel, Engquist & Tsai, figures of sections 6 and 7: error against Delta (Fig. 4), stellar orbits,
 * Kapitza's pendulum, energy exchange in the Fermi-Pasta-Ulam chain. The printed figures give no
 * parameters beyond those in the text. */
#include "figures.h"
#include "ariel.h"

#include <math.h>

#define EPS 1e-5

/* ---- Fig. 4 ---- */

/* largest relative error in percent of xi = x1^2 + x2^2, exactly e^{2t} up to O(eps) */
static double percent(const lento_model *model, const lento_options *o, int steps) {
    static figure_run run;
    double worst = 0;
    figure_follow(&run, model, o, steps);
    for (int i = 1; i < run.points; i++) {
        worst = fmax(worst, 100 * fabs(run.column[3][i] / ((1 + 2 * EPS) * exp(2 * run.t[i])) - 1));
    }
    return run.points == steps + 1 ? worst : NAN;
}

static void figure_4(paper_sheet *sheet) {
    enum { POINTS = 7 };
    double Delta[POINTS], centred[POINTS], one_sided[POINTS], slope[POINTS];
    for (int i = 0; i < POINTS; i++) {
        Delta[i] = pow(10, -1 - i / 3.0);
        slope[i] = 10.5 * Delta[i];
        const double eta = pow(EPS, 2.0 / 3) * pow(Delta[i], -1.0 / 3);
        const double h = pow(EPS, 13.0 / 12) * pow(Delta[i], 19.0 / 48);
        const int steps = (int)ceil(10 / pow(Delta[i], 0.25));
        for (int k = 0; k < 2; k++) {
            const lento_setting settings[] = {{.name = "eps", .value = EPS},
                                              {.name = "x3", .value = k}};
            lento_model *model = ariel_model("linear-dissipative", settings, 2);
            lento_options o = ariel_slow(10, 10.0 / steps, k ? "oneside-3-2" : "poly-1-2", eta, h);
            o.average[0].side = k ? LENTO_FORWARD : LENTO_SIDE_DEFAULT;
            o.average[0].relax = k ? 20 * EPS : 0;
            (k ? one_sided : centred)[i] = percent(model, &o, steps);
            lento_model_destroy(model);
        }
    }
    paper_curve_add(sheet, "centred window, without the dissipative mode", POINTS, Delta, centred,
                    true);
    paper_curve_add(sheet, "one-sided kernel, with it", POINTS, Delta, one_sided, true);
    paper_curve_add(sheet, "slope 1", POINTS, Delta, slope, false);
}

/* ---- 7.2 ---- */

static void stellar(paper_sheet *sheet) {
    static figure_run run;
    static const char *const names[] = {"xi1", "xi2", "theta"};
    static const char *const limits[] = {"xi1, averaged", "xi2, averaged", "theta, averaged"};
    const lento_setting eps = {.name = "eps", .value = EPS};
    lento_model *model = ariel_model("stellar", &eps, 1);
    lento_options o = {.until = 12, .macro = "dop853", .rtol = 1e-10, .atol = 1e-12};
    o.average[0].scheme = "averaged";
    figure_follow(&run, model, &o, 400);
    for (int k = 0; k < 3; k++) {
        figure_time(sheet, limits[k], &run, 4 + k, false);
    }
    o = ariel_slow(12, 0.3, "poly-1-6", 30.28 * EPS, EPS / 50);
    figure_follow(&run, model, &o, 40);
    for (int k = 0; k < 3; k++) {
        figure_time(sheet, names[k], &run, 4 + k, true);
    }
    lento_model_destroy(model);
}

/* ---- 7.3 ---- */

static void kapitza(paper_sheet *sheet) {
    static figure_run run;
    lento_model *model = ariel_model("kapitza-poly", NULL, 0);
    lento_options o = {.until = 10, .macro = "dop853", .rtol = 1e-10, .atol = 1e-12};
    o.average[0].scheme = "averaged";
    figure_follow(&run, model, &o, 400);
    figure_time(sheet, "theta, averaged", &run, 5, false);
    figure_time(sheet, "psi, averaged", &run, 6, false);
    o = ariel_slow(10, 0.25, "exp2", 25.4 * EPS, EPS / 40);
    figure_follow(&run, model, &o, 40);
    figure_time(sheet, "theta, multiscale", &run, 5, true);
    figure_time(sheet, "psi, multiscale", &run, 6, true);
    lento_model_destroy(model);
}

/* ---- 7.4: energies against tau = eps t; the limit eps -> 0 for an ergodic soft chain ---- */

static void chain(paper_sheet *sheet) {
    enum { POINTS = 200 };
    static figure_run run;
    static const char *const names[] = {"I1", "I2", "I3"};
    static const char *const limits[] = {"I1, limit", "I2, limit", "I3, limit"};
    const double eps = 1e-3, c = 0.402378;
    const lento_setting settings[] = {{.name = "k", .value = 3}, {.name = "eps", .value = eps}};
    double tau[POINTS + 1], limit[3][POINTS + 1];
    for (int i = 0; i <= POINTS; i++) {
        tau[i] = 4.0 * i / POINTS;
        const double s = 1.5 * c * tau[i] / sqrt(2);
        limit[0][i] = 2 * pow(cos(s), 4);
        limit[1][i] = pow(sin(2 * s), 2);
        limit[2][i] = 2 * pow(sin(s), 4);
    }
    lento_model *model = ariel_model("fpu", settings, 2);
    lento_options o = ariel_slow(4 / eps, 0.1, "poly-1-8", 30.4 * eps, eps / 15);
    o.macro = "soft-verlet";
    o.average[0].micro = "strang";
    figure_follow(&run, model, &o, 100);
    lento_model_destroy(model);
    for (int i = 0; i < run.points; i++) {
        run.t[i] *= eps;
    }
    for (int k = 0; k < 3; k++) {
        paper_curve_add(sheet, limits[k], POINTS + 1, tau, limit[k], false);
        figure_time(sheet, names[k], &run, 6 + k, true);
    }
}

const paper_figure ariel_figures[] = {
    {"figure-4", "Error against Delta with the balanced parameters of section 6.",
     "the relative error is proportional to Delta",
     "slope 1 with a centred window and no dissipative mode, or with a one-sided kernel; the "
     "published forward form does not converge",
     "Delta", "error in percent", true, true, true, figure_4},
    {"section-7.2", "Stellar orbits in 2:1 resonance, eps = 1e-5: slow variables.",
     "the multiscale run follows the exchange of energy between the two oscillators",
     "with the companion theta' added; the published three variables are singular at the start",
     "t", "slow variable", false, false, false, stellar},
    {"section-7.3", "Kapitza's pendulum in polynomial form, eps = 1e-5, H = 0.25.",
     "the slow angle and its velocity are followed with H = 0.25",
     "confirmed for assumed l and g; the paper does not give them", "t", "theta [rad], psi [rad/s]",
     false, false, false, kapitza},
    {"section-7.4", "Fermi-Pasta-Ulam chain, k = 3, eps = 1e-3: energies of the stiff springs.",
     "energy passes from the first stiff spring to the last on the time scale 1/eps",
     "confirmed statistically: the soft motion is chaotic, one run stays within about 0.2 of the "
     "limit",
     "eps t", "energy", false, false, true, chain},
    {0},
};
