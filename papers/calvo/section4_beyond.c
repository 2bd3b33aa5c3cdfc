/* SPDX-License-Identifier: MIT
 * Section 4, what the paper does not show: reversibility of RATTLE-SHAKE, small oscillations of
 * the averaged double pendulum, direct runs of the full equations, and composed RATTLE with fitted
 * micro steps and two phases, a million times more accurate than Fig. 4.1 for twice the work.
 *
 *   Delta = (v/omega) cos(theta) A^-1 grad U, the vibration of the angles (problem chain) */
#include "calvo.h"

#include <inttypes.h>
#include <string.h>

/* ---- reversibility: 20 steps there, the velocity turned round, 20 steps back ---- */

static double reversal(double omega) {
    const lento_options o = paper_with(calvo_chain("rattle", 20, "shake", 32), "until=0.25");
    const lento_model *model = paper_model("chain omega=%g", omega);
    lento_run *there = paper_open(model, o), *back = NULL;
    double state[8], defect = NAN;
    if (lento_run_advance(there, 0.25) == LENTO_DONE) {
        memcpy(state, lento_run_state(there), sizeof state);
        for (int i = 4; i < 8; i++) {
            state[i] = -state[i];
        }
        paper_need(lento_run_create(&back, lento_model_system(model), state, &o));
        defect = lento_run_advance(back, 0.25) == LENTO_DONE ? 0 : NAN;
        for (int i = 0; !isnan(defect) && i < 4; i++) {
            defect = fmax(defect, fabs(lento_run_state(back)[i] - lento_model_state(model)[i]));
        }
    }
    lento_run_destroy(there);
    lento_run_destroy(back);
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
    lento_run *run = paper_open(paper_model("chain omega=1e6"), paper_accurate("averaged until=1"));
    const double a = stiffness(run, 0, 0), b = stiffness(run, 0, 1), c = stiffness(run, 1, 0),
                 d = stiffness(run, 1, 1);
    const double mean = (a + d) / 2, root = sqrt((a - d) * (a - d) / 4 + b * c);
    paper_add(report, sqrt(mean - root), 9.62259305, 1e-7, "small oscillations upright",
              "lower frequency of the averaged motion");
    paper_add(report, sqrt(mean + root), 50.36770496, 1e-7, "small oscillations upright",
              "higher frequency of the averaged motion");
    lento_run_destroy(run);
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
    const int64_t steps = (int64_t)ceil(omega / PAPER_TWO_PI * 16);
    const lento_model *model = paper_model("chain omega=%g theta0=%.17g", omega, theta0);
    lento_run *direct = paper_open(
        model,
        paper_options("scheme=direct gauge=point macro=rattle/kahan-li8 until=1 steps=%" PRId64,
                      steps));
    lento_run *average = paper_open(model, paper_accurate("averaged until=1"));
    worst[0] = worst[1] = 0;
    for (int64_t k = 1; k <= steps; k++) {
        const double t = (double)k / (double)steps;
        double q[PAPER_COLUMNS], Q[PAPER_COLUMNS], y[2];
        paper_read(direct, t, q);
        paper_read(average, t, Q);
        response(Q, y);
        for (int i = 0; i < 2; i++) {
            const double vibration = 4 / omega * cos(omega * t + theta0) * y[i];
            paper_widen(&worst[i], fabs(q[i] - Q[i] - vibration));
        }
    }
    lento_run_destroy(direct);
    lento_run_destroy(average);
}

static void direct_runs(paper_report *report) {
    static const char *const confirms = "O(1/omega^2): confirms (4.4)";
    const struct {
        double omega, turns, q1, q2, tolerance1, tolerance2;
        const char *start, *note;
    } rows[] = {
        {1e3, 0.75, 5.7e-3, 2.7e-2, 6e-5, 6e-4, "3pi/2", confirms},
        {1e4, 0.75, 5.6e-5, 2.7e-4, 6e-7, 6e-6, "3pi/2", confirms},
        {1e4, 0, 0.14, 0.46, 6e-3, 6e-3, "0", "the motion amplifies O(1/omega)"},
    };
    for (size_t k = 0; k < PAPER_LENGTH(rows); k++) {
        double worst[2];
        departure(rows[k].omega, rows[k].turns * PAPER_TWO_PI, worst);
        for (int i = 0; i < 2; i++) {
            paper_add(report, worst[i], i ? rows[k].q2 : rows[k].q1,
                      i ? rows[k].tolerance2 : rows[k].tolerance1, rows[k].note,
                      "direct, omega=%.0e theta0=%s, max |q%d - Q%d - Delta|", rows[k].omega,
                      rows[k].start, i + 1, i + 1);
        }
    }
}

/* ---- order 8, fitted micro steps, two phases ---- */

/* expected errors in q1 (0: not known) and q2 */
static void composed(paper_report *report, double omega, int phases, const double expected[2],
                     const double tolerance[2], double micro_steps) {
    const char *what = "rattle/kahan-li8 N=128, fitted 4 per period", *s = phases > 1 ? "s" : "";
    const lento_options o =
        paper_with(calvo_chain("rattle/kahan-li8", 128, "shake-fitted", 4), "phases=%d", phases);
    const paper_outcome worst = paper_compare(paper_model("chain omega=%g", omega), o,
                                              paper_accurate("averaged until=1"), true);
    for (int i = expected[0] > 0 ? 0 : 1; i < 2; i++) {
        paper_add(report, worst.column[i], expected[i], tolerance[i],
                  "Fig. 4.1 right: 5.6e-2 in q1, 0.19 in q2",
                  "%s, omega=%.0e, %d phase%s, error in q%d", what, omega, phases, s, i + 1);
    }
    paper_add(report, worst.work.micro, micro_steps, 0, "Fig. 4.1: 5120",
              "%s, omega=%.0e, %d phase%s, micro steps", what, omega, phases, s);
}

void calvo_beyond(paper_report *report) {
    static const double omega[3] = {1e4, 1e6, 1e8}, limit[3] = {1e-12, 1e-10, 1e-8};
    for (int k = 0; k < 3; k++) {
        paper_add(report, reversal(omega[k]), 0, limit[k], "reversible up to rounding",
                  "RATTLE-SHAKE omega=%.0e, reversibility defect", omega[k]);
    }
    frequencies(report);
    composed(report, 1e8, 1, (double[2]){8.3e-6, 2.75e-5}, (double[2]){2e-7, 5e-7}, 4354);
    composed(report, 1e8, 2, (double[2]){1.3e-8, 5.5e-8}, (double[2]){2e-8, 8e-8}, 8708);
    composed(report, 1e4, 2, (double[2]){0, 9e-4}, (double[2]){0, 5e-5}, 8708);
    direct_runs(report);
}
