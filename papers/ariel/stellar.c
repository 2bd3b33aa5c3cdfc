/* SPDX-License-Identifier: MIT
 * Section 7.2: stellar orbits, a = 2, b = 1, eps = 1e-5, x(0) = (1, 0, 1, 0), T = 12, and the mean gauge.
 * The published variables (xi1, xi2, theta) are singular at the published start and stay there for ever;
 * with the companion theta' the run goes through. The published truth, RK4 with h = eps/50, is itself
 * wrong by 3e-2. */
#include "ariel.h"

#include <string.h>

#define EPS 1e-5

enum { SLOW = 4, POINTS = 40 }; /* first slow column; macro steps of H = .3 up to 12 */
static const char *const names[] = {"xi1", "xi2", "theta"};

static lento_options published(const char *kernel, double eta) {
    return ariel_slow(12, 0.3, kernel, eta * EPS, EPS / 50);
}

static void add_end(paper_report *report, const lento_model *model, lento_options o,
                    const double expected[3], double tolerance, const char *note,
                    const char *name) {
    const paper_outcome end = paper_end(model, o);
    for (int k = 0; k < 3; k++) {
        paper_add(report, end.column[SLOW + k], expected[k], tolerance, note, "%s: %s(12)", name,
                  names[k]);
    }
}

/* the published variables, and the repaired run at its end */
void ariel_stellar(paper_report *report) {
    static const double last[3] = {.643574, 2.425497, 1.000094},
                        limit[3] = {0.643697435, 2.425210258, 1};
    const lento_model *model = paper_model("stellar");
    lento_model *singular = paper_model("stellar");
    lento_slow_set three = *lento_model_slow(singular); /* without theta' */
    three.size = 3;
    lento_model_use(singular, &three);
    const paper_outcome end = paper_end(singular, published("exp2", 10.28));
    const double micro = end.work.micro;
    paper_add(report, end.column[SLOW], 1, 1e-6, "the set is singular at the start; nothing moves",
              "published variables, reversible: xi1(12)");
    paper_add(report, micro, 164480, 0, NULL, "micro steps, eta = 10.28 eps");
    paper_add(report, 12 / (EPS / 50) / micro, 365, 1, NULL, "work ratio to direct RK4");
    add_end(report, model, published("poly-1-6", 30.28), last, 2e-6, NULL,
            "with theta', poly-1-6, 30.28 eps");
    add_end(report, model, paper_accurate("averaged until=12"), limit, 1e-9,
            "(7.9) is wrong throughout", "averaged amplitudes");
}

/* against an accurate direct run */
void ariel_stellar_direct(paper_report *report) {
    static const double times[] = {0.6, 1.2, 3.0, 6.0, 9.0, 12.0};
    static const double reference[][3] = {
        {0.960054323, 1.159762708, 0.999998088}, {0.834733842, 1.661060625, 0.999986845},
        {0.104611646, 4.581538830, 0.999957925}, {0.914819040, 1.340703836, 0.999998315},
        {0.468362091, 3.126522379, 0.999976605}, {0.643693828, 2.425215539, 0.999980980}};
    static const double printed[3] = {.635474714, 2.450499148, 1.004009};
    static const struct {
        const char *name, *kernel;
        double eta;
        int derivative;
        double relative;
    } rows[] = {{"with theta', exp2, 10.28 eps", "exp2", 10.28, 0, 0.02},
                {"with theta', exp2, 30.28 eps", "exp2", 30.28, 0, 0.03},
                {"the same, K'*xi", "exp2", 30.28, 1, 0.04},
                {"with theta', poly-1-6, 30.28 eps", "poly-1-6", 30.28, 0, 0.003}};
    static const double expected[][3] = {{6.6e-3, 2.6e-2, 9.3e-3},
                                         {3.4e-4, 1.6e-3, 7.4e-4},
                                         {6.2e-3, 2.4e-2, 1.6e-2},
                                         {1.203e-4, 2.814e-4, 1.537e-4}};
    static paper_path truth, run;
    const lento_model *model = paper_model("stellar");
    paper_follow(&truth, model, paper_with(paper_accurate("direct until=12"), "rtol=1e-13"),
                 POINTS);
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < 3; k++) {
            paper_add(report, truth.column[SLOW + k][lround(times[i] / 0.3)], reference[i][k], 4e-8,
                      NULL, "reference %s(%g)", names[k], times[i]);
        }
    }
    const paper_outcome rk4 = paper_end(
        model, paper_options("scheme=direct macro=rk4 until=12 macro_step=%.17g", EPS / 50));
    for (int k = 0; k < 3; k++) {
        paper_add(report, rk4.column[SLOW + k], printed[k], k == 2 ? 1e-6 : 2e-8,
                  "the truth of Fig. 6 is wrong by 3e-2", "direct RK4, h = eps/50: %s(12)",
                  names[k]);
    }
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        paper_follow(&run, model,
                     paper_with(published(rows[i].kernel, rows[i].eta), "derivative=%s",
                                rows[i].derivative ? "kernel" : "chain"),
                     POINTS);
        for (int k = 0; k < 3; k++) {
            paper_add(report, paper_distance(&run, &truth, SLOW + k, 1),
                      WITHIN(expected[i][k], rows[i].relative), NULL, "%s: max error of %s",
                      rows[i].name, names[k]);
        }
    }
}

/* ---- the mean gauge ---- */

/* <xi> of all four variables around t with the kernel of the run, from an accurate direct run */
static void mean_of(const lento_model *model, double t, double eta, double mean[4]) {
    enum { M = 800 };
    double w[M + 1], c[PAPER_COLUMNS], xi[4];
    lento_run *run = paper_open(model, paper_accurate("direct until=%.17g", t + eta));
    const lento_system *system = lento_model_system(model);
    lento_kernel_weights("poly-1-8", M, w);
    memset(mean, 0, 4 * sizeof *mean);
    for (int k = -M; k <= M; k++) {
        const double at = t + eta * k / M;
        paper_read(run, at, c);
        /* columns 0..3 are the state */
        lento_slow_set_of(system)->slow(at, NULL, c, xi, NULL, NULL, system->params);
        for (int i = 0; i < 4; i++) {
            mean[i] += w[k < 0 ? -k : k] * xi[i];
        }
    }
    lento_run_destroy(run);
}

/* the largest error of the macro variables <xi> at the end */
static double gauge_error(const lento_model *model, lento_options o, const double mean[4]) {
    lento_run *run = paper_open(model, o);
    double worst = lento_run_advance(run, o.until) == LENTO_DONE ? 0 : NAN;
    for (int i = 0; !isnan(worst) && i < 4; i++) {
        paper_widen(&worst, fabs(lento_run_state(run)[i] - mean[i]));
    }
    lento_run_destroy(run);
    return worst;
}

void ariel_gauge(paper_report *report) {
    static const double expected[3][3] = {
        {4.3e-4, 1.6e-6, 2.1e-7}, {3.4e-5, 2.3e-7, 2.1e-7}, {3.5e-6, 2.1e-7, 2.1e-7}};
    double eps = 1e-2, mean[4];
    for (int i = 0; i < 3; i++, eps /= 10) {
        const lento_model *model = paper_model("stellar eps=%.17g", eps);
        mean_of(model, 6, 8 * PAPER_PI * eps, mean);
        for (int runs = 1; runs <= 3; runs++) {
            const lento_options o =
                paper_options("scheme=slow macro=rk4 until=6 steps=80 kernel=poly-1-8 "
                              "window=%.17g micro=dop853 micro_per_period=48 gauge_runs=%d",
                              16 * PAPER_PI * eps, runs);
            paper_add(report, gauge_error(model, o, mean), WITHIN(expected[i][runs - 1], 0.1), NULL,
                      "eps=%.0e, %d runs per stage: error of <xi>(6)", eps, runs);
        }
    }
}
