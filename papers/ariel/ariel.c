/* SPDX-License-Identifier: MIT
 * Ariel, Engquist & Tsai, "A multiscale method for highly oscillatory ordinary differential equations
 * with resonance": detection of slow variables (section 3.2), Fig. 4, the examples of section 7 with
 * the published parameters and with the repaired ones, and checks of the errata.
 *
 * The paper gives no tables, so nothing is `published`; notes and errata say which claims hold. Expected
 * values come from an independent computation; references are 8th-order direct runs. */
#include "ariel.h"

lento_options ariel_slow(double until, double H, const char *kernel, double eta, double h) {
    return paper_options("scheme=slow macro=rk4 micro=rk4 until=%.17g macro_step=%.17g kernel=%s "
                         "window=%.17g micro_step=%.17g",
                         until, H, kernel, 2 * eta, h);
}

lento_options ariel_chain(double eps, double tau) {
    return paper_with(ariel_slow(tau / eps, 0.1, "poly-1-8", 30.4 * eps, eps / 15),
                      "macro=soft-verlet micro=strang");
}

/* ---- kernels: constants of section 4 and 7, and what they leave of an oscillation ---- */

static double left_over(const char *kernel, double s) {
    enum { M = 2000 };
    double w[M + 1], worst = 0;
    if (lento_kernel_weights(kernel, M, w)) {
        return NAN;
    }
    for (int i = 0; i <= 40; i++) {
        const double at = s + 3.14159265358979 * i / 40;
        worst = fmax(worst, fabs(lento_residual(w, M, at / M)));
    }
    return worst;
}

static void kernels(paper_report *report) {
    enum { M = 2000 };
    static const struct {
        const char *name;
        double centre, left[3], tolerance;
    } list[] = {{"exp2", 0.880692604476983, {3.7e-3, 3.6e-4, 1.2e-5}, 1e-12},
                {"poly-1-2", 1.09375, {4.8e-4, 3.9e-5, 2.4e-6}, 1e-9},
                {"poly-1-6", 1.5710449219, {6.9e-5, 3.1e-7, 1e-9}, 1e-9},
                {"poly-1-8", 1.7619705200, {4.4e-5, 6e-8, 5e-11}, 1e-9},
                {"poly-3-4", 2.1994628906, {0}, 1e-9}};
    double w[M + 1];
    for (size_t i = 0; i < PAPER_LENGTH(list); i++) {
        lento_kernel_weights(list[i].name, M, w);
        paper_add(report, w[0] * M, list[i].centre, list[i].tolerance,
                  i == 0 ? "(7.4) as printed diverges; the sign of the exponent is wrong" : NULL,
                  "%s, K(0)", list[i].name);
        for (int k = 0; k < 3 && list[i].left[0] > 0; k++) {
            const double s = 20 << k;
            paper_add(report, left_over(list[i].name, s), WITHIN(list[i].left[k], 0.5),
                      "largest |khat| over one half-turn from there",
                      "%s, share left at eta w = %g", list[i].name, s);
        }
    }
}

static const paper_item items[] = {
    {"section-3.2", "slow variables found from the equations", .run = ariel_detection},
    {"section-3.2/k=10", "40 variables, 860 monomials", .slow = true, .run = ariel_detection_large},
    {"kernels", "constants and transforms of the kernels", .run = kernels},
    {"figure-4", "error against Delta with balanced parameters", .run = ariel_figure_4},
    {"section-7.1", "linear example with a dissipative mode", .run = ariel_linear},
    {"section-7.2", "stellar orbits: resonance", .run = ariel_stellar},
    {"section-7.2/direct", "against an accurate direct run", .slow = true,
     .run = ariel_stellar_direct},
    {"section-7.2/gauge", "the mean gauge removes the O(eps) floor", .run = ariel_gauge},
    {"section-7.3", "Kapitza's pendulum in polynomial form", .run = ariel_kapitza},
    {"section-7.4", "Fermi-Pasta-Ulam chain on the O(1) time scale", .run = ariel_fpu},
    {"section-7.4/direct", "accurate direct runs of sections 7.3 and 7.4", .slow = true,
     .run = ariel_fpu_direct},
    {"section-7.4/long", "energy exchange up to t = 4/eps", .slow = true, .run = ariel_fpu_long},
    {"section-7.4/ensemble", "12 starts at eps = 1e-3: means and standard errors", .slow = true,
     .run = ariel_fpu_ensemble},
    {0},
};

const paper paper_ariel = {"ariel",
                           "Ariel, Engquist & Tsai, A multiscale method for highly oscillatory "
                           "ordinary differential equations with resonance",
                           items, ariel_figures, ariel_errata};
