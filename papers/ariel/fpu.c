/* SPDX-License-Identifier: MIT
 * Sections 7.3 and 7.4: Kapitza's pendulum in polynomial form (l = .05, g = .1, theta = 0, theta' = -.4; the
 * paper gives none of these) and the Fermi-Pasta-Ulam chain, on the O(1) and on the O(1/eps) time scale. The
 * soft motion of the chain is chaotic: on the long scale I_i(eps t) is reproducible only statistically, and
 * one multiscale run is compared with one direct run within .25. */
#include "ariel.h"

#include <math.h>
#include <stdio.h>

/* ---- 7.3 ---- */

void ariel_kapitza(paper_report *report) {
    static const double limit[][3] = {{1, -0.229111492, 0.056730480},
                                      {2, 0.066709694, 0.382603709},
                                      {5, -0.173650479, 0.262530963},
                                      {10, 0.229907076, 0.046438686}};
    const double eps = 1e-5;
    lento_model *model = ariel_model("kapitza-poly", NULL, 0);
    double c[ARIEL_COLUMNS];
    char cell[80];
    for (int i = 0; i < 4; i++) {
        lento_options o = {.until = limit[i][0], .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
        o.average[0].scheme = "averaged";
        ariel_end(model, &o, c, NULL);
        for (int k = 0; k < 2; k++) {
            snprintf(cell, sizeof cell, "averaged %s(%g)", k == 0 ? "theta" : "psi", limit[i][0]);
            ariel_cell(report, cell, c[5 + k], limit[i][1 + k], 2e-9, PAPER_BEYOND, NULL);
        }
    }
    lento_options o = ariel_slow(10, 0.25, "exp2", 25.4 * eps, eps / 40);
    lento_counts counts;
    for (int k = 0; k < 2; k++) {
        o.average[0].derivative = k;
        ariel_end(model, &o, c, &counts);
        snprintf(cell, sizeof cell, "H=.25, %s: theta(10)", k ? "K'*xi" : "K*xi'");
        ariel_cell(report, cell, c[5], k ? 0.229387 : 0.229389, 2e-6, PAPER_CONFIRMED, NULL);
        snprintf(cell, sizeof cell, "H=.25, %s: psi(10)", k ? "K'*xi" : "K*xi'");
        ariel_cell(report, cell, c[6], k ? 0.048634 : 0.048562, 2e-6, PAPER_CONFIRMED, NULL);
    }
    ariel_cell(report, "micro steps", (double)counts.micro_steps, 325120, 0, PAPER_CONFIRMED,
               "against 4e7 direct");
    o = ariel_slow(10, 0.0625, "exp2", 25.4 * eps, eps / 160);
    ariel_end(model, &o, c, NULL);
    ariel_cell(report, "H=.0625, h=eps/160: error of theta(10)", fabs(c[5] - limit[3][1]), 0,
               5.7e-6, PAPER_BEYOND, "with h=eps/40 the micro run damps x1^2+x2^2: 2e-4");
    lento_model_destroy(model);
}

/* ---- 7.4, O(1) ---- */

static lento_model *chain(double k, double eps, double y1) {
    const lento_setting settings[] = {
        {.name = "k", .value = k}, {.name = "eps", .value = eps}, {.name = "y1", .value = y1}};
    return ariel_model("fpu", settings, 3);
}

static const double reference[][5] = {{2, -.24938252, -.49457220, .24774182, .52830845},
                                      {6, .21636485, -.06827154, -.69157650, 1.24068337},
                                      {10, 1.04260294, .89594758, -.10579983, -.13025260}};
static const struct {
    const char *name;
    int column;
} shown[] = {{"y1", 0}, {"u1", 3}, {"y3", 2}, {"u3", 5}};

void ariel_fpu(paper_report *report) {
    const double eps = 1e-4;
    lento_model *model = chain(3, eps, 1);
    double c[ARIEL_COLUMNS], worst = 0;
    lento_counts counts;
    for (int i = 0; i < 3; i++) {
        const lento_options o = ariel_slow(reference[i][0], 0.02, "exp2", 15.4 * eps, eps / 15);
        ariel_end(model, &o, c, &counts);
        for (int k = 0; k < 4; k++) {
            worst = fmax(worst, fabs(c[shown[k].column] - reference[i][1 + k]));
        }
    }
    ariel_cell(report, "k=3, published parameters: error of y, u", worst, 0, 1.6e-5,
               PAPER_CONFIRMED, NULL);
    ariel_cell(report, "k=3, published parameters: I1(10)", c[6], 1.9386, 5e-5, PAPER_NOT_CONFIRMED,
               "2.000 in truth: the kernel leaves 1 percent, which adds up");
    ariel_cell(report, "k=3, published parameters: micro steps", (double)counts.micro_steps, 924000,
               0, PAPER_CONFIRMED, "against 1.5e6 Verlet steps: no gain");
    const lento_options o = ariel_slow(10, 0.02, "poly-1-8", 30.4 * eps, eps / 15);
    ariel_end(model, &o, c, NULL);
    ariel_cell(report, "k=3, poly-1-8, 30.4 eps: I1(10)", c[6], 2, 6e-4, PAPER_BEYOND, NULL);
    lento_model_destroy(model);
}

/* accurate direct runs: the chain with k = 3 and 10, and Kapitza's pendulum to t = 1 */
void ariel_fpu_direct(paper_report *report) {
    double c[ARIEL_COLUMNS];
    char cell[80];
    lento_options o = {.macro = "dop853", .rtol = 1e-13, .atol = 1e-14};
    o.average[0].scheme = "direct";
    lento_model *model = chain(3, 1e-4, 1);
    for (int i = 0; i < 3; i++) {
        o.until = reference[i][0];
        ariel_end(model, &o, c, NULL);
        for (int k = 0; k < 4; k++) {
            snprintf(cell, sizeof cell, "k=3 %s(%g)", shown[k].name, o.until);
            ariel_cell(report, cell, c[shown[k].column], reference[i][1 + k], 2e-8, PAPER_BEYOND,
                       NULL);
        }
    }
    lento_model_destroy(model);
    model = chain(10, 1e-4, 1);
    o.until = 4;
    ariel_end(model, &o, c, NULL);
    ariel_cell(report, "k=10 y1(4)", c[0], .17869052, 2e-8, PAPER_BEYOND, NULL);
    ariel_cell(report, "k=10 u1(4)", c[10], .19856288, 2e-8, PAPER_BEYOND, NULL);
    lento_model_destroy(model);
    model = ariel_model("kapitza-poly", NULL, 0);
    o.until = 1;
    ariel_end(model, &o, c, NULL);
    ariel_cell(report, "Kapitza theta(1)", c[5], -0.229111492, 2e-9, PAPER_BEYOND, NULL);
    ariel_cell(report, "Kapitza psi(1)", c[6], 0.056730480, 2e-9, PAPER_NOT_CONFIRMED,
               "psi = theta' + sin(theta) cos(2 pi t/eps)/(2 pi l), not cos(theta)");
    lento_model_destroy(model);
}

/* ---- 7.4, O(1/eps) ---- */

static lento_options long_options(double eps, double tau) {
    lento_options o = ariel_slow(tau / eps, 0.1, "poly-1-8", 30.4 * eps, eps / 15);
    o.macro = "soft-verlet";
    o.average[0].micro = "strang";
    return o;
}

static const double taus[4] = {0.8, 1.6, 2.4, 3.6};

void ariel_fpu_long(paper_report *report) {
    static const double direct[4][3] = {
        {1.612, .367, .021}, {.797, .918, .285}, {.168, .833, .998}, {.000, .010, 1.989}};
    const double eps = 1e-4;
    lento_model *model = chain(3, eps, 1);
    const lento_options o = long_options(eps, 4);
    lento_run *run = NULL;
    char cell[80];
    if (model && lento_run_open(&run, model, &o) == LENTO_DONE) {
        for (int i = 0; i < 4 && !paper_stop(report); i++) {
            double c[ARIEL_COLUMNS];
            lento_run_advance(run, taus[i] / eps);
            lento_run_columns(run, taus[i] / eps, c);
            for (int k = 0; k < 3; k++) {
                snprintf(cell, sizeof cell, "k=3, tau=%g: I%d", taus[i], k + 1);
                ariel_cell(report, cell, c[6 + k], direct[i][k], 0.25, PAPER_CONFIRMED,
                           "against one direct run; chaotic");
            }
        }
        lento_run_advance(run, o.until);
        const double micro = (double)lento_run_counts(run).micro_steps;
        ariel_cell(report, "micro steps to tau = 4", micro, 3.648e8, 0, PAPER_BEYOND, NULL);
        ariel_cell(report, "direct Verlet steps per micro step", o.until / (eps / 15) / micro,
                   16.45, 0.01, PAPER_BEYOND, "the published H=.02 gives 4.9");
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* Means over 12 starts against means of 12 direct runs (both with a spread of about .1). */
void ariel_fpu_ensemble(paper_report *report) {
    static const double direct[4][3] = {
        {1.495, .471, .035}, {.674, .970, .356}, {.145, .750, 1.105}, {.011, .034, 1.957}};
    enum { MEMBERS = 12 };
    const double eps = 1e-3;
    double sum[4][3] = {{0}}, square[4][3] = {{0}};
    for (int j = 0; j < MEMBERS && !paper_stop(report); j++) {
        lento_model *model = chain(3, eps, 1 + j * 1e-9);
        const lento_options o = long_options(eps, 3.6);
        lento_run *run = NULL;
        if (model && lento_run_open(&run, model, &o) == LENTO_DONE) {
            for (int i = 0; i < 4; i++) {
                double c[ARIEL_COLUMNS];
                lento_run_advance(run, taus[i] / eps);
                lento_run_columns(run, taus[i] / eps, c);
                for (int k = 0; k < 3; k++) {
                    sum[i][k] += c[6 + k] / MEMBERS;
                    square[i][k] += c[6 + k] * c[6 + k] / MEMBERS;
                }
            }
        }
        lento_run_destroy(run);
        lento_model_destroy(model);
    }
    char cell[80], note[80];
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            const double variance = fmax(0, square[i][k] - sum[i][k] * sum[i][k]);
            snprintf(cell, sizeof cell, "eps=1e-3, tau=%g: mean I%d of 12", taus[i], k + 1);
            snprintf(note, sizeof note, "standard error %.3f; against the mean of 12 direct runs",
                     sqrt(variance / (MEMBERS - 1)));
            ariel_cell(report, cell, sum[i][k], direct[i][k], 0.15, PAPER_BEYOND, note);
        }
    }
}
