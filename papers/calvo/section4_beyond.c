/* SPDX-License-Identifier: MIT
 * Section 4, what the paper does not show: reversibility of RATTLE-SHAKE, small oscillations of
 * the averaged double pendulum, direct runs of the full equations, and composed RATTLE with fitted
 * micro steps and two phases, a million times more accurate than Fig. 4.1 for twice the work.
 *
 *   Delta = (v/omega) cos(theta) A^-1 grad U, the vibration of the angles (problem chain) */
#include "calvo.h"

#include "lento/study.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TWO_PI 6.283185307179586

static void add(paper_report *report, const char *cell, double computed, double expected,
                double tolerance, const char *note) {
    paper_cell_add(report, &(paper_cell){.cell = cell,
                                         .published = NAN,
                                         .computed = computed,
                                         .expected = expected,
                                         .tolerance = tolerance,
                                         .verdict = PAPER_BEYOND,
                                         .note = note});
}

/* ---- reversibility: 20 steps there, the velocity turned round, 20 steps back ---- */

static double reversal(double omega) {
    lento_options options = calvo_chain_options("rattle", 20, "shake", 32);
    options.until = 0.25;
    lento_model *model = NULL;
    lento_run *there = calvo_chain(omega, 0, &options, &model), *back = NULL;
    double state[8], defect = NAN;
    if (there && lento_run_advance(there, 0.25) == LENTO_DONE) {
        memcpy(state, lento_run_state(there), sizeof state);
        for (int i = 4; i < 8; i++) {
            state[i] = -state[i];
        }
        if (lento_run_create(&back, lento_model_system(model), state, &options) == LENTO_DONE &&
            lento_run_advance(back, 0.25) == LENTO_DONE) {
            defect = 0;
            for (int i = 0; i < 4; i++) {
                defect = fmax(defect, fabs(lento_run_state(back)[i] - lento_model_state(model)[i]));
            }
        }
    }
    lento_run_destroy(there);
    lento_run_destroy(back);
    lento_model_destroy(model);
    return defect;
}

/* ---- small oscillations: roots of det(K - w^2), K = -d(q'')/dq at q = 0 ---- */

static double stiffness(lento_run *run, int i, int j) {
    double sum = 0;
    for (int k = 0; k < 2; k++) { /* central differences, extrapolated */
        const double h = k ? 5e-4 : 1e-3;
        double q[4] = {0}, plus[2] = {NAN, NAN}, minus[2] = {NAN, NAN};
        q[j] = h;
        lento_run_rate(run, 0, q, plus);
        q[j] = -h;
        lento_run_rate(run, 0, q, minus);
        sum -= (k ? 4 : -1) * (plus[i] - minus[i]) / (6 * h);
    }
    return sum;
}

static void frequencies(paper_report *report) {
    lento_model *model = NULL;
    lento_run *run = calvo_chain(1e6, 0, &calvo_chain_limit, &model);
    if (run) {
        const double a = stiffness(run, 0, 0), b = stiffness(run, 0, 1), c = stiffness(run, 1, 0),
                     d = stiffness(run, 1, 1);
        const double mean = (a + d) / 2, root = sqrt((a - d) * (a - d) / 4 + b * c);
        add(report, "lower frequency of the averaged motion", sqrt(mean - root), 9.62259305, 1e-7,
            "small oscillations upright");
        add(report, "higher frequency of the averaged motion", sqrt(mean + root), 50.36770496, 1e-7,
            "small oscillations upright");
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

/* ---- direct runs ---- */

/* y = A^-1 grad U of the double pendulum */
static void response(const double q[2], double y[2]) {
    const double m1 = 0.01, m2 = 0.005, l1 = 0.2, l2 = 0.1;
    const double a = (m1 + m2) * l1 * l1, b = m2 * l1 * l2 * cos(q[0] - q[1]), d = m2 * l2 * l2;
    const double f = -(m1 + m2) * l1 * sin(q[0]), g = -m2 * l2 * sin(q[1]);
    y[0] = (d * f - b * g) / (a * d - b * b);
    y[1] = (a * g - b * f) / (a * d - b * b);
}

static void departure(double omega, double theta0, double worst[2]) {
    const long steps = (long)ceil(omega / TWO_PI * 16);
    const lento_options options = {
        .until = 1, .macro = "rattle/kahan-li8", .steps = steps, .average = {{.scheme = "direct"}}};
    lento_model *model = NULL, *same = NULL;
    lento_run *direct = calvo_chain(omega, theta0, &options, &model);
    lento_run *average = calvo_chain(omega, theta0, &calvo_chain_limit, &same);
    bool good = direct && average;
    worst[0] = worst[1] = 0;
    for (long k = 1; good && k <= steps; k++) {
        const double t = (double)k / (double)steps;
        double q[4], Q[4], y[2];
        good = lento_run_advance(direct, t) == LENTO_DONE &&
               lento_run_columns(direct, t, q) == LENTO_DONE &&
               lento_run_advance(average, t) == LENTO_DONE &&
               lento_run_columns(average, t, Q) == LENTO_DONE;
        response(Q, y);
        for (int i = 0; good && i < 2; i++) {
            const double vibration = 4 / omega * cos(omega * t + theta0) * y[i];
            worst[i] = fmax(worst[i], fabs(q[i] - Q[i] - vibration));
        }
    }
    if (!good) {
        worst[0] = worst[1] = NAN;
    }
    lento_run_destroy(direct);
    lento_run_destroy(average);
    lento_model_destroy(model);
    lento_model_destroy(same);
}

static void direct_runs(paper_report *report) {
    static const struct {
        double omega, turns;
        double expected[2], tolerance[2];
        const char *start, *note;
    } table[] = {
        {1e3, 0.75, {5.7e-3, 2.7e-2}, {6e-5, 6e-4}, "3pi/2", "O(1/omega^2): confirms (4.4)"},
        {1e4, 0.75, {5.6e-5, 2.7e-4}, {6e-7, 6e-6}, "3pi/2", "O(1/omega^2): confirms (4.4)"},
        {1e4, 0, {0.14, 0.46}, {6e-3, 6e-3}, "0", "the motion amplifies O(1/omega)"},
    };
    char cell[120];
    for (size_t k = 0; k < sizeof table / sizeof *table && !paper_stop(report); k++) {
        double worst[2];
        departure(table[k].omega, table[k].turns * TWO_PI, worst);
        for (int i = 0; i < 2; i++) {
            snprintf(cell, sizeof cell, "direct, omega=%.0e theta0=%s, max |q%d - Q%d - Delta|",
                     table[k].omega, table[k].start, i + 1, i + 1);
            add(report, cell, worst[i], table[k].expected[i], table[k].tolerance[i], table[k].note);
        }
    }
}

/* ---- order 8, fitted micro steps, two phases ---- */

/* expected errors in q1 (0: not known) and q2 */
static void composed(paper_report *report, double omega, int phases, const double expected[2],
                     const double tolerance[2], long micro_steps) {
    lento_options options = calvo_chain_options("rattle/kahan-li8", 128, "shake-fitted", 4);
    options.average[0].phases = phases;
    lento_model *model = NULL;
    lento_run *run = calvo_chain(omega, 0, &options, &model);
    const lento_job job = {
        .model = model, .options = options, .reference = LENTO_REFERENCE_AVERAGED};
    const char *what = "rattle/kahan-li8 N=128, fitted 4 per period";
    char cell[120];
    if (run) {
        lento_result r;
        lento_job_run(&job, &r);
        const char *s = phases > 1 ? "s" : "";
        for (int i = expected[0] > 0 ? 0 : 1; i < 2; i++) {
            snprintf(cell, sizeof cell, "%s, omega=%.0e, %d phase%s, error in q%d", what, omega,
                     phases, s, i + 1);
            add(report, cell, r.error ? r.error[i] : NAN, expected[i], tolerance[i],
                "Fig. 4.1 right: 5.6e-2 in q1, 0.19 in q2");
        }
        snprintf(cell, sizeof cell, "%s, omega=%.0e, %d phase%s, micro steps", what, omega, phases,
                 s);
        add(report, cell, (double)r.counts.micro_steps, (double)micro_steps, 0, "Fig. 4.1: 5120");
        lento_result_free(&r);
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
}

void calvo_section_4_beyond(paper_report *report) {
    static const double omega[3] = {1e4, 1e6, 1e8}, limit[3] = {1e-12, 1e-10, 1e-8};
    char cell[120];
    for (int k = 0; k < 3; k++) {
        snprintf(cell, sizeof cell, "RATTLE-SHAKE omega=%.0e, reversibility defect", omega[k]);
        add(report, cell, reversal(omega[k]), 0, limit[k], "reversible up to rounding");
    }
    frequencies(report);
    composed(report, 1e8, 1, (double[2]){8.3e-6, 2.75e-5}, (double[2]){2e-7, 5e-7}, 4354);
    composed(report, 1e8, 2, (double[2]){1.3e-8, 5.5e-8}, (double[2]){2e-8, 8e-8}, 8708);
    composed(report, 1e4, 2, (double[2]){0, 9e-4}, (double[2]){0, 5e-5}, 8708);
    direct_runs(report);
}
