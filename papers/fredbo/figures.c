/* SPDX-License-Identifier: MIT
 * Fredbo, the figures: the vibrated pendulum (Fig. 6), slow variables of the fast top (Fig. 12), the
 * error against H (Fig. 13), the axis in the (phi, theta) plane (Fig. 18) and the vertically vibrated
 * top (Fig. 23). */
#include "fredbo.h"

static void curve(paper_sheet *sheet, const char *name, const lento_model *model, lento_options o,
                  int intervals, int column, bool points) {
    static paper_path path;
    paper_follow(&path, model, o, intervals);
    paper_draw(sheet, name, &path, PAPER_TIME, column, points);
}

static void figure_6(paper_sheet *sheet) {
    const lento_model *model = paper_model("kapitza l=0.2 g=9.81 v=4 Q0=0 P0=-5 omega=1e6");
    curve(sheet, "averaged", model, fredbo_accurate("averaged until=6"), 600, 0, false);
    curve(sheet, "as published", model,
          paper_options("scheme=sync macro=verlet micro=verlet until=6 steps=120 kernel=exp1 "
                        "periods=40 micro_per_period=15"),
          120, 0, true);
    curve(sheet, "rk4, 480 steps", model,
          paper_options("scheme=sync macro=rk4 until=6 steps=480 kernel=triangle periods=2 "
                        "micro_per_period=80"),
          120, 0, true);
}

static void figure_12(paper_sheet *sheet) {
    const lento_model *model = paper_model("fast-top slow=xi");
    curve(sheet, "xi3, exact", model, paper_with(fredbo_exact(), "until=0.01"), 400, FREDBO_XI3,
          false);
    curve(sheet, "xi3, LF-rk4 with 60 steps", model, fredbo_thesis("leapfrog", "rk4", 60, 10, 1e-6),
          60, FREDBO_XI3, true);
}

static void figure_13(paper_sheet *sheet) {
    enum { POINTS = 6 };
    static const char *const name[] = {"FE-rk4", "LF-rk4", "LF-rk4, weights normalised"};
    double steps[POINTS], error[POINTS];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < POINTS; i++) {
            lento_options o =
                fredbo_thesis(k == 0 ? "euler" : "leapfrog", "rk4", 40L << i, 10, 1e-6);
            o.average[0].raw_weights = k < 2;
            steps[i] = 40 << i;
            error[i] = fredbo_error(paper_model("fast-top slow=xi"), o, FREDBO_XI3);
        }
        paper_curve_add(sheet, name[k], POINTS, steps, error, false);
    }
}

/* amplitudes differ by factors of 100, so each spin is scaled by its square */
static void figure_18(paper_sheet *sheet) {
    static const double spins[] = {1e3, 1e4};
    for (int k = 0; k < 2; k++) {
        static paper_path path;
        const char *name = paper_text("spin=%g", spins[k]);
        paper_follow(&path, paper_model("fast-top %s", name),
                     paper_with(fredbo_exact(), "until=0.01"), 1000);
        for (int i = 0; i < path.points; i++) {
            double *theta = &path.column[FREDBO_THETA][i];
            path.column[FREDBO_PHI][i] *= spins[k];
            *theta = (*theta - 0.2) * spins[k] * spins[k];
        }
        paper_draw(sheet, name, &path, FREDBO_PHI, FREDBO_THETA, false);
    }
}

static void figure_23(paper_sheet *sheet) {
    const lento_model *model =
        paper_model("fast-top spin=10 vibration=vertical omega=1e3 A=10 Pi1=0 initial=full");
    curve(sheet, "Gamma1, full", model, fredbo_accurate("direct until=1"), 1000, FREDBO_GAMMA1,
          false);
    curve(sheet, "Gamma1, averaged with first-order terms", model,
          fredbo_accurate("averaged until=1"), 250, FREDBO_GAMMA1, true);
}

const paper_figure fredbo_figures[] = {
    {"figure-6", "Vibrated pendulum at omega = 1e6: averaged solution and multiscale runs.",
     "the multiscale solution follows the averaged one with H = 1/20",
     "not with the printed steps: the phase is lost; finer steps follow it", "t [s]", "Q [rad]",
     .draw = figure_6},
    {"figure-12", "Fast top, omega = 1e3: the slow variable xi3.",
     "the multiscale approximation lies on the solution", "it does, to 7 % of the range", "t [s]",
     "xi3", .draw = figure_12},
    {"figure-13", "Error in xi3 against 1/H.", "the error is O(H) and stagnates when H is small",
     "leapfrog is O(H^2); it stagnates because the kernel weights do not sum to one", "steps",
     "max error in xi3", .log_x = true, .log_y = true, .draw = figure_13},
    {"figure-18", "The axis in the (phi, theta) plane, phi scaled by omega, theta by omega^2.",
     "nutation increases and precession decreases with omega",
     "both decrease: phi like 1/omega, the nutation like 1/omega^2: scaled, the curves have one "
     "height",
     "phi * omega [rad]", "(theta - 0.2) * omega^2 [rad]", .draw = figure_18},
    {"figure-23", "Vertically vibrated top, omega = 1e3, A = 10.",
     "the averaged solution follows the exact one",
     "it does with the corrected coefficient and first-order terms", "t [s]", "Gamma1",
     .draw = figure_23},
    {0},
};
