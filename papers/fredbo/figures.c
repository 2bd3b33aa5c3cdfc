/* SPDX-License-Identifier: MIT
 * Fredbo, the figures: the vibrated pendulum (Fig. 6), slow variables of the fast top (Fig. 12), the
 * error against H (Fig. 13), the axis in the (phi, theta) plane (Fig. 18) and the vertically vibrated
 * top (Fig. 23). */
#include "figures.h"
#include "fredbo.h"

#include <math.h>
#include <stdio.h>

static void follow(paper_sheet *sheet, const char *name, const lento_model *model,
                   const lento_options *o, int intervals, int column, bool points) {
    static figure_run run;
    figure_follow(&run, model, o, intervals);
    figure_time(sheet, name, &run, column, points);
}

/* ---- Fig. 6 ---- */

static void figure_6(paper_sheet *sheet) {
    lento_model *model = fredbo_model("kapitza", "l=0.2 g=9.81 v=4 Q0=0 P0=-5 omega=1e6", NULL);
    lento_options averaged = fredbo_accurate("averaged");
    lento_options o = fredbo_run("sync", "verlet", 6, 120);
    o.average[0].micro = "verlet";
    o.average[0].kernel = "exp1";
    o.average[0].periods = 40;
    o.average[0].micro_per_period = 15;
    averaged.until = 6;
    follow(sheet, "averaged", model, &averaged, 600, 0, false);
    follow(sheet, "as published", model, &o, 120, 0, true);
    o = fredbo_run("sync", "rk4", 6, 480);
    o.average[0].kernel = "triangle";
    o.average[0].periods = 2;
    o.average[0].micro_per_period = 80;
    follow(sheet, "rk4, 480 steps", model, &o, 120, 0, true);
    lento_model_destroy(model);
}

/* ---- Figs 12 and 13 ---- */

static void figure_12(paper_sheet *sheet) {
    lento_model *model = fredbo_model("fast-top", "", "xi");
    lento_options exact = fredbo_exact();
    exact.until = 0.01;
    follow(sheet, "xi3, exact", model, &exact, 400, FREDBO_XI3, false);
    const lento_options o = fredbo_thesis("leapfrog", "rk4", 0.01, 60, 10, 1e-6);
    follow(sheet, "xi3, LF-rk4 with 60 steps", model, &o, 60, FREDBO_XI3, true);
    lento_model_destroy(model);
}

static void figure_13(paper_sheet *sheet) {
    enum { POINTS = 6 };
    static const char *const macro[] = {"euler", "leapfrog", "leapfrog"};
    static const char *const name[] = {"FE-rk4", "LF-rk4", "LF-rk4, weights normalised"};
    lento_model *model = fredbo_model("fast-top", "", "xi");
    double steps[POINTS], error[POINTS], worst[FREDBO_COLUMNS];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < POINTS; i++) {
            lento_options o = fredbo_thesis(macro[k], "rk4", 0.01, 40L << i, 10, 1e-6);
            o.average[0].raw_weights = k < 2;
            fredbo_errors(model, &o, fredbo_exact(), worst);
            steps[i] = 40 << i;
            error[i] = worst[FREDBO_XI3];
        }
        paper_curve_add(sheet, name[k], POINTS, steps, error, false);
    }
    lento_model_destroy(model);
}

/* ---- Fig. 18: amplitudes differ by factors of 100, so each spin is scaled by its square ---- */

static void figure_18(paper_sheet *sheet) {
    static const double spins[] = {1e3, 1e4};
    for (int k = 0; k < 2; k++) {
        static figure_run run;
        char words[40];
        snprintf(words, sizeof words, "spin=%g", spins[k]);
        lento_model *model = fredbo_model("fast-top", words, NULL);
        lento_options exact = fredbo_exact();
        exact.until = 0.01;
        figure_follow(&run, model, &exact, 1000);
        lento_model_destroy(model);
        for (int i = 0; i < run.points; i++) {
            run.column[FREDBO_PHI][i] *= spins[k];
            run.column[FREDBO_THETA][i] = (run.column[FREDBO_THETA][i] - 0.2) * spins[k] * spins[k];
        }
        figure_plane(sheet, words, &run, FREDBO_PHI, FREDBO_THETA, false);
    }
}

/* ---- Fig. 23 ---- */

static void figure_23(paper_sheet *sheet) {
    lento_model *model = fredbo_model(
        "fast-top", "spin=10 vibration=vertical omega=1e3 A=10 Pi1=0 initial=full", NULL);
    lento_options o = fredbo_accurate("direct");
    o.until = 1;
    follow(sheet, "Gamma1, full", model, &o, 1000, FREDBO_GAMMA1, false);
    o = fredbo_accurate("averaged");
    o.until = 1;
    follow(sheet, "Gamma1, averaged with first-order terms", model, &o, 250, FREDBO_GAMMA1, true);
    lento_model_destroy(model);
}

const paper_figure fredbo_figures[] = {
    {"figure-6", "Vibrated pendulum at omega = 1e6: averaged solution and multiscale runs.",
     "the multiscale solution follows the averaged one with H = 1/20",
     "not with the printed steps: the phase is lost; finer steps follow it", "t [s]", "Q [rad]",
     false, false, false, figure_6},
    {"figure-12", "Fast top, omega = 1e3: the slow variable xi3.",
     "the multiscale approximation lies on the solution", "it does, to 7 % of the range", "t [s]",
     "xi3", false, false, false, figure_12},
    {"figure-13", "Error in xi3 against 1/H.", "the error is O(H) and stagnates when H is small",
     "leapfrog is O(H^2); it stagnates because the kernel weights do not sum to one", "steps",
     "max error in xi3", true, true, false, figure_13},
    {"figure-18", "The axis in the (phi, theta) plane, phi scaled by omega, theta by omega^2.",
     "nutation increases and precession decreases with omega",
     "both decrease: phi like 1/omega, the nutation like 1/omega^2: scaled, the curves have one "
     "height",
     "phi * omega [rad]", "(theta - 0.2) * omega^2 [rad]", false, false, false, figure_18},
    {"figure-23", "Vertically vibrated top, omega = 1e3, A = 10.",
     "the averaged solution follows the exact one",
     "it does with the corrected coefficient and first-order terms", "t [s]", "Gamma1", false,
     false, false, figure_23},
    {0},
};
