/* SPDX-License-Identifier: MIT
 * Section 7.2: stellar orbits, a = 2, b = 1, eps = 1e-5, x(0) = (1, 0, 1, 0), T = 12, and the mean gauge.
 * The published variables (xi1, xi2, theta) are singular at the published start and stay there for ever;
 * with the companion theta' the run goes through. The published truth, RK4 with h = eps/50, is itself
 * wrong by 3e-2. */
#include "ariel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EPS 1e-5
#define PI  3.14159265358979323846

static const double reference[][4] = {
    {0.6, 0.960054323, 1.159762708, 0.999998088}, {1.2, 0.834733842, 1.661060625, 0.999986845},
    {3.0, 0.104611646, 4.581538830, 0.999957925}, {6.0, 0.914819040, 1.340703836, 0.999998315},
    {9.0, 0.468362091, 3.126522379, 0.999976605}, {12.0, 0.643693828, 2.425215539, 0.999980980}};

static const char *const names[] = {"xi1", "xi2", "theta"};

enum { POINTS = 40 }; /* macro steps of H = .3 up to 12 */

/* the slow variables at all macro steps by the 8th-order method */
static bool accurate(const lento_model *model, double truth[POINTS][3]) {
    lento_run *run = NULL;
    lento_options o = {.until = 12, .macro = "dop853", .rtol = 1e-13, .atol = 1e-14};
    o.average[0].scheme = "direct";
    double c[ARIEL_COLUMNS] = {0};
    bool good = lento_run_open(&run, model, &o) == LENTO_DONE;
    for (int i = 0; good && i < POINTS; i++) {
        const double t = 12.0 * (i + 1) / POINTS;
        good =
            lento_run_advance(run, t) == LENTO_DONE && lento_run_columns(run, t, c) == LENTO_DONE;
        for (int k = 0; k < 3; k++) {
            truth[i][k] = c[4 + k];
        }
    }
    lento_run_destroy(run);
    return good;
}

/* largest differences from it */
static void errors(const lento_model *model, const lento_options *options, double truth[POINTS][3],
                   double worst[3]) {
    lento_run *run = NULL;
    double c[ARIEL_COLUMNS];
    bool good = lento_run_open(&run, model, options) == LENTO_DONE;
    worst[0] = worst[1] = worst[2] = good ? 0 : NAN;
    for (int i = 0; good && i < POINTS; i++) {
        const double t = 12.0 * (i + 1) / POINTS;
        good =
            lento_run_advance(run, t) == LENTO_DONE && lento_run_columns(run, t, c) == LENTO_DONE;
        for (int k = 0; k < 3; k++) {
            worst[k] = good ? fmax(worst[k], fabs(c[4 + k] - truth[i][k])) : NAN;
        }
    }
    lento_run_destroy(run);
}

static void direct_cells(paper_report *report, const lento_model *model, double truth[POINTS][3]) {
    static const double published[3] = {.635474714, 2.450499148, 1.004009};
    char cell[80];
    for (int i = 0; i < 6; i++) {
        const int at = (int)lround(reference[i][0] / 0.3) - 1;
        for (int k = 0; k < 3; k++) {
            snprintf(cell, sizeof cell, "reference %s(%g)", names[k], reference[i][0]);
            ariel_cell(report, cell, truth[at][k], reference[i][1 + k], 4e-8, PAPER_BEYOND, NULL);
        }
    }
    lento_options o = {.until = 12, .macro = "rk4", .macro_step = EPS / 50};
    o.average[0].scheme = "direct";
    double c[ARIEL_COLUMNS];
    ariel_end(model, &o, c, NULL);
    for (int k = 0; k < 3; k++) {
        snprintf(cell, sizeof cell, "direct RK4, h = eps/50: %s(12)", names[k]);
        ariel_cell(report, cell, c[4 + k], published[k], k == 2 ? 1e-6 : 2e-8, PAPER_NOT_CONFIRMED,
                   "the truth of Fig. 6 is wrong by 3e-2");
    }
}

static void variant(paper_report *report, const lento_model *model, const char *name,
                    const lento_options *o, double truth[POINTS][3], const double expected[3],
                    double relative) {
    double worst[3];
    char cell[100];
    errors(model, o, truth, worst);
    for (int k = 0; k < 3; k++) {
        snprintf(cell, sizeof cell, "%s: max error of %s", name, names[k]);
        ariel_cell(report, cell, worst[k], expected[k], relative * expected[k], PAPER_BEYOND, NULL);
    }
}

/* the published variables, and the repaired run at its end */
void ariel_stellar(paper_report *report) {
    static const double last[3] = {.643574, 2.425497, 1.000094},
                        limit[3] = {0.643697435, 2.425210258, 1};
    lento_model *model = ariel_model("stellar", NULL, 0),
                *published = ariel_model("stellar", NULL, 0);
    double c[ARIEL_COLUMNS];
    char cell[80];
    if (model && published) {
        lento_slow_set three = *lento_model_slow(published); /* without theta' */
        three.size = 3;
        lento_model_use(published, &three);
        lento_counts counts;
        lento_options o = ariel_slow(12, 0.3, "exp2", 10.28 * EPS, EPS / 50);
        ariel_end(published, &o, c, &counts);
        ariel_cell(report, "published variables, reversible: xi1(12)", c[4], 1, 1e-6,
                   PAPER_NOT_CONFIRMED, "the set is singular at the start; nothing moves");
        ariel_cell(report, "micro steps, eta = 10.28 eps", (double)counts.micro_steps, 164480, 0,
                   PAPER_CONFIRMED, NULL);
        ariel_cell(report, "work ratio to direct RK4", 12 / (EPS / 50) / (double)counts.micro_steps,
                   365, 1, PAPER_CONFIRMED, NULL);
        o = ariel_slow(12, 0.3, "poly-1-6", 30.28 * EPS, EPS / 50);
        ariel_end(model, &o, c, NULL);
        for (int k = 0; k < 3; k++) {
            snprintf(cell, sizeof cell, "with theta', poly-1-6, 30.28 eps: %s(12)", names[k]);
            ariel_cell(report, cell, c[4 + k], last[k], 2e-6, PAPER_BEYOND, NULL);
        }
        o = (lento_options){.until = 12, .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
        o.average[0].scheme = "averaged";
        ariel_end(model, &o, c, NULL);
        for (int k = 0; k < 3; k++) {
            snprintf(cell, sizeof cell, "averaged amplitudes: %s(12)", names[k]);
            ariel_cell(report, cell, c[4 + k], limit[k], 1e-9, PAPER_NOT_CONFIRMED,
                       "(7.9) is wrong throughout");
        }
    }
    lento_model_destroy(model);
    lento_model_destroy(published);
}

/* against an accurate direct run */
void ariel_stellar_direct(paper_report *report) {
    double truth[POINTS][3];
    lento_model *model = ariel_model("stellar", NULL, 0);
    if (model && accurate(model, truth)) {
        direct_cells(report, model, truth);
        lento_options o = ariel_slow(12, 0.3, "exp2", 10.28 * EPS, EPS / 50);
        variant(report, model, "with theta', exp2, 10.28 eps", &o, truth,
                (const double[]){6.6e-3, 2.6e-2, 9.3e-3}, 0.02);
        o = ariel_slow(12, 0.3, "exp2", 30.28 * EPS, EPS / 50);
        variant(report, model, "with theta', exp2, 30.28 eps", &o, truth,
                (const double[]){3.4e-4, 1.6e-3, 7.4e-4}, 0.03);
        o.average[0].derivative = 1;
        variant(report, model, "the same, K'*xi", &o, truth,
                (const double[]){6.2e-3, 2.4e-2, 1.6e-2}, 0.04);
        o = ariel_slow(12, 0.3, "poly-1-6", 30.28 * EPS, EPS / 50);
        variant(report, model, "with theta', poly-1-6, 30.28 eps", &o, truth,
                (const double[]){1.203e-4, 2.814e-4, 1.537e-4}, 0.003);
    }
    lento_model_destroy(model);
}

/* ---- the mean gauge ---- */

/* <xi> of all four variables around t with the kernel of the run, from an accurate direct run */
static bool mean_of(const lento_model *model, double t, double eta, double mean[4]) {
    enum { M = 800 };
    double w[M + 1], c[ARIEL_COLUMNS];
    lento_options o = {.until = t + eta, .macro = "dop853", .rtol = 1e-12, .atol = 1e-14};
    o.average[0].scheme = "direct";
    lento_run *run = NULL;
    bool good = lento_kernel_weights("poly-1-8", M, w) == 0 &&
                lento_run_open(&run, model, &o) == LENTO_DONE;
    const lento_system *system = lento_model_system(model);
    double xi[4];
    memset(mean, 0, 4 * sizeof *mean);
    for (int k = -M; good && k <= M; k++) {
        const double at = t + eta * k / M;
        good =
            lento_run_advance(run, at) == LENTO_DONE && lento_run_columns(run, at, c) == LENTO_DONE;
        lento_slow_set_of(system)->slow(at, NULL, c, xi, NULL, NULL,
                                        system->params); /* columns 0..3 are the state */
        for (int i = 0; i < 4; i++) {
            mean[i] += w[k < 0 ? -k : k] * xi[i];
        }
    }
    lento_run_destroy(run);
    return good;
}

/* the largest error of the macro variables <xi> at the end */
static double gauge_error(const lento_model *model, const lento_options *options,
                          const double mean[4]) {
    lento_run *run = NULL;
    double worst = NAN;
    if (lento_run_open(&run, model, options) == LENTO_DONE &&
        lento_run_advance(run, options->until) == LENTO_DONE) {
        worst = 0;
        for (int i = 0; i < 4; i++) {
            worst = fmax(worst, fabs(lento_run_state(run)[i] - mean[i]));
        }
    }
    lento_run_destroy(run);
    return worst;
}

void ariel_gauge(paper_report *report) {
    static const struct {
        int runs;
        double error[3], tolerance;
    } rows[] = {{1, {4.3e-4, 3.4e-5, 3.5e-6}, 0.1},
                {2, {1.6e-6, 2.3e-7, 2.1e-7}, 0.1},
                {3, {2.1e-7, 2.1e-7, 2.1e-7}, 0.1}};
    char cell[80];
    double eps = 1e-2;
    for (int i = 0; i < 3; i++, eps /= 10) {
        const lento_setting setting = {.name = "eps", .value = eps};
        lento_model *model = ariel_model("stellar", &setting, 1);
        double mean[4];
        const bool good = model && mean_of(model, 6, 8 * PI * eps, mean);
        for (size_t r = 0; good && r < sizeof rows / sizeof *rows; r++) {
            lento_options o = {.until = 6, .macro = "rk4", .steps = 80};
            o.average[0] = (lento_average){.scheme = "slow",
                                           .kernel = "poly-1-8",
                                           .window = 16 * PI * eps,
                                           .micro = "dop853",
                                           .micro_per_period = 48,
                                           .gauge_runs = rows[r].runs};
            const double error = gauge_error(model, &o, mean);
            snprintf(cell, sizeof cell, "eps=%.0e, %d runs per stage: error of <xi>(6)", eps,
                     rows[r].runs);
            ariel_cell(report, cell, error, rows[r].error[i], rows[r].tolerance * rows[r].error[i],
                       PAPER_BEYOND, NULL);
        }
        lento_model_destroy(model);
    }
}
