/* SPDX-License-Identifier: MIT
 * Sections 7.3 and 7.4: Kapitza's pendulum in polynomial form (l = .05, g = .1, theta = 0, theta' = -.4; the
 * paper gives none of these) and the Fermi-Pasta-Ulam chain, on the O(1) and on the O(1/eps) time scale. The
 * soft motion of the chain is chaotic: on the long scale I_i(eps t) is reproducible only statistically, and
 * one multiscale run is compared with one direct run within .25. */
#include "ariel.h"

/* ---- 7.3 ---- */

enum { THETA = 5, PSI = 6 }; /* columns of kapitza-poly */

void ariel_kapitza(paper_report *report) {
    static const double limit[][3] = {{1, -0.229111492, 0.056730480},
                                      {2, 0.066709694, 0.382603709},
                                      {5, -0.173650479, 0.262530963},
                                      {10, 0.229907076, 0.046438686}};
    const double eps = 1e-5;
    const lento_model *model = paper_model("kapitza-poly");
    paper_outcome end;
    for (int i = 0; i < 4; i++) {
        end = paper_end(model, paper_accurate("averaged until=%.17g", limit[i][0]));
        for (int k = 0; k < 2; k++) {
            paper_add(report, end.column[THETA + k], limit[i][1 + k], 2e-9, NULL, "averaged %s(%g)",
                      k == 0 ? "theta" : "psi", limit[i][0]);
        }
    }
    const lento_options o = ariel_slow(10, 0.25, "exp2", 25.4 * eps, eps / 40);
    for (int k = 0; k < 2; k++) {
        const char *name = k ? "K'*xi" : "K*xi'";
        end = paper_end(model, paper_with(o, "derivative=%s", k ? "kernel" : "chain"));
        paper_add(report, end.column[THETA], k ? 0.229387 : 0.229389, 2e-6, NULL,
                  "H=.25, %s: theta(10)", name);
        paper_add(report, end.column[PSI], k ? 0.048634 : 0.048562, 2e-6, NULL,
                  "H=.25, %s: psi(10)", name);
    }
    paper_add(report, end.work.micro, 325120, 0, "against 4e7 direct", "micro steps");
    end = paper_end(model, ariel_slow(10, 0.0625, "exp2", 25.4 * eps, eps / 160));
    paper_add(report, fabs(end.column[THETA] - limit[3][1]), 0, 5.7e-6,
              "with h=eps/40 the micro run damps x1^2+x2^2: 2e-4",
              "H=.0625, h=eps/160: error of theta(10)");
}

/* ---- 7.4, O(1) ---- */

static const double times[] = {2, 6, 10};
static const double reference[][4] = {{-.24938252, -.49457220, .24774182, .52830845},
                                      {.21636485, -.06827154, -.69157650, 1.24068337},
                                      {1.04260294, .89594758, -.10579983, -.13025260}};
static const int shown[] = {0, 3, 2, 5};
static const char *const names[] = {"y1", "u1", "y3", "u3"};
enum { ENERGY = 6 }; /* column of I1 for k = 3 */

void ariel_fpu(paper_report *report) {
    const double eps = 1e-4;
    const lento_model *model = paper_model("fpu k=3 eps=1e-4 y1=1");
    double worst = 0;
    paper_outcome end;
    for (int i = 0; i < 3; i++) {
        end = paper_end(model, ariel_slow(times[i], 0.02, "exp2", 15.4 * eps, eps / 15));
        for (int k = 0; k < 4; k++) {
            paper_widen(&worst, fabs(end.column[shown[k]] - reference[i][k]));
        }
    }
    paper_add(report, worst, 0, 1.6e-5, NULL, "k=3, published parameters: error of y, u");
    paper_add(report, end.column[ENERGY], 1.9386, 5e-5,
              "2.000 in truth: the kernel leaves 1 percent, which adds up",
              "k=3, published parameters: I1(10)");
    paper_add(report, end.work.micro, 924000, 0, "against 1.5e6 Verlet steps: no gain",
              "k=3, published parameters: micro steps");
    end = paper_end(model, ariel_slow(10, 0.02, "poly-1-8", 30.4 * eps, eps / 15));
    paper_add(report, end.column[ENERGY], 2, 6e-4, NULL, "k=3, poly-1-8, 30.4 eps: I1(10)");
}

static paper_outcome direct(const char *model, double until) {
    return paper_end(paper_model(model),
                     paper_with(paper_accurate("direct until=%.17g", until), "rtol=1e-13"));
}

/* accurate direct runs: the chain with k = 3 and 10, and Kapitza's pendulum to t = 1 */
void ariel_fpu_direct(paper_report *report) {
    paper_outcome end;
    for (int i = 0; i < 3; i++) {
        end = direct("fpu k=3 eps=1e-4 y1=1", times[i]);
        for (int k = 0; k < 4; k++) {
            paper_add(report, end.column[shown[k]], reference[i][k], 2e-8, NULL, "k=3 %s(%g)",
                      names[k], times[i]);
        }
    }
    end = direct("fpu k=10 eps=1e-4 y1=1", 4);
    paper_add(report, end.column[0], .17869052, 2e-8, NULL, "k=10 y1(4)");
    paper_add(report, end.column[10], .19856288, 2e-8, NULL, "k=10 u1(4)");
    end = direct("kapitza-poly", 1);
    paper_add(report, end.column[THETA], -0.229111492, 2e-9, NULL, "Kapitza theta(1)");
    paper_add(report, end.column[PSI], 0.056730480, 2e-9,
              "psi = theta' + sin(theta) cos(2 pi t/eps)/(2 pi l), not cos(theta)",
              "Kapitza psi(1)");
}

/* ---- 7.4, O(1/eps) ---- */

static const double taus[4] = {0.8, 1.6, 2.4, 3.6};

void ariel_fpu_long(paper_report *report) {
    static const double expected[4][3] = {
        {1.612, .367, .021}, {.797, .918, .285}, {.168, .833, .998}, {.000, .010, 1.989}};
    const double eps = 1e-4;
    const lento_options o = ariel_chain(eps, 4);
    lento_run *run = paper_open(paper_model("fpu k=3 eps=1e-4 y1=1"), o);
    double c[PAPER_COLUMNS];
    for (int i = 0; i < 4; i++) {
        paper_read(run, taus[i] / eps, c);
        for (int k = 0; k < 3; k++) {
            paper_add(report, c[ENERGY + k], expected[i][k], 0.25,
                      "against one direct run; chaotic", "k=3, tau=%g: I%d", taus[i], k + 1);
        }
    }
    lento_run_advance(run, o.until);
    const double micro = (double)lento_run_counts(run).micro_steps;
    paper_add(report, micro, 3.648e8, 0, NULL, "micro steps to tau = 4");
    paper_add(report, o.until / (eps / 15) / micro, 16.45, 0.01, "the published H=.02 gives 4.9",
              "direct Verlet steps per micro step");
    lento_run_destroy(run);
}

/* Means over 12 starts against means of 12 direct runs (both with a spread of about .1). */
void ariel_fpu_ensemble(paper_report *report) {
    static const double expected[4][3] = {
        {1.495, .471, .035}, {.674, .970, .356}, {.145, .750, 1.105}, {.011, .034, 1.957}};
    enum { MEMBERS = 12 };
    const double eps = 1e-3;
    double sum[4][3] = {{0}}, square[4][3] = {{0}}, c[PAPER_COLUMNS];
    for (int j = 0; j < MEMBERS; j++) {
        lento_run *run = paper_open(paper_model("fpu k=3 eps=1e-3 y1=%.17g", 1 + j * 1e-9),
                                    ariel_chain(eps, 3.6));
        for (int i = 0; i < 4; i++) {
            paper_read(run, taus[i] / eps, c);
            for (int k = 0; k < 3; k++) {
                sum[i][k] += c[ENERGY + k] / MEMBERS;
                square[i][k] += c[ENERGY + k] * c[ENERGY + k] / MEMBERS;
            }
        }
        lento_run_destroy(run);
    }
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            const double variance = fmax(0, square[i][k] - sum[i][k] * sum[i][k]);
            const char *note = paper_text("standard error %.3f; against the mean of 12 direct runs",
                                          sqrt(variance / (MEMBERS - 1)));
            paper_add(report, sum[i][k], expected[i][k], 0.15, note,
                      "eps=1e-3, tau=%g: mean I%d of 12", taus[i], k + 1);
        }
    }
}
