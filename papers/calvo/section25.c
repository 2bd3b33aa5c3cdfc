/* SPDX-License-Identifier: MIT
 * Section 2.5: the structure of the algorithms on the pendulum.
 *
 *   reversibility  N steps from (Q, P) = (0.5, 0.3), P -> -P, N steps back with the phase of the
 *                  way back, omega (n - N) H; the defect in Q
 *   determinant    of the one-step map at (P, Q) = (0.7, 0.45), central differences 2e-2, 1e-2,
 *                  5e-3 extrapolated twice; symplectic in one dimension means 1
 *   energy         E = P^2/2 + (g/l) cos Q + (v^2/(4 l^2)) sin^2 Q over 10000 steps of 1/40, five
 *                  equal parts; largest |E - E_0| (and mean) of the first and the last */
#include "calvo.h"

#include <math.h>
#include <stdio.h>

#define TWO_PI 6.283185307179586

static const char *const names[] = {[CALVO_SYNC] = "Alg. 1",
                                    [CALVO_ASYNC] = "Alg. 2 exponential",
                                    [CALVO_SIMPLE] = "Alg. 2 simple"};

/* ---- reversibility ---- */

static double defect(calvo_algorithm algorithm, double omega) {
    const lento_options options = calvo_options(algorithm, 1, 40, 40);
    double there[2], back[2];
    if (!calvo_end((calvo_start){omega, 0, 0.5, 0.3}, &options, there)) {
        return NAN;
    }
    const double phase = TWO_PI - fmod(omega, TWO_PI); /* -omega N H, N H = 1 */
    if (!calvo_end((calvo_start){omega, phase, there[0], -there[1]}, &options, back)) {
        return NAN;
    }
    return fabs(back[0] - 0.5);
}

/* ---- determinant ---- */

static bool one_step(calvo_algorithm algorithm, double omega, double Q, double P, double end[2]) {
    const lento_options options = calvo_options(algorithm, 1.0 / 40, 1, 40);
    const double phase = algorithm == CALVO_SYNC ? 1.0 : 0.0;
    return calvo_end((calvo_start){omega, phase, Q, P}, &options, end);
}

/* The determinant with central differences of width d. */
static double raw_determinant(calvo_algorithm algorithm, double omega, double d) {
    double a[2], b[2], column[2][2];
    for (int j = 0; j < 2; j++) {
        const double dQ = j == 0 ? d : 0, dP = j == 1 ? d : 0;
        if (!one_step(algorithm, omega, 0.45 + dQ, 0.7 + dP, a) ||
            !one_step(algorithm, omega, 0.45 - dQ, 0.7 - dP, b)) {
            return NAN;
        }
        for (int i = 0; i < 2; i++) {
            column[j][i] = (a[i] - b[i]) / (2 * d);
        }
    }
    return column[0][0] * column[1][1] - column[0][1] * column[1][0];
}

/* Errors d^2 and d^4 removed. */
static double determinant(calvo_algorithm algorithm, double omega) {
    const double a = raw_determinant(algorithm, omega, 2e-2);
    const double b = raw_determinant(algorithm, omega, 1e-2);
    const double c = raw_determinant(algorithm, omega, 5e-3);
    const double ab = b + (b - a) / 3, bc = c + (c - b) / 3;
    return bc + (bc - ab) / 15;
}

void calvo_section_25(paper_report *report) {
    static const struct {
        double omega, value[4], tolerance[4];
    } reversal[] = {{1e4, {0, 2.8e-5, 5e-15, 2e-14}, {0, 1e-6, 1e-12, 1e-12}},
                    {1e6, {0, 2.8e-9, 4e-14, 2e-12}, {0, 1e-10, 1e-11, 1e-11}}},
      volume[] = {{1e3, {0, -6.3e-5, 9e-13, -8e-13}, {0, 1e-6, 1e-11, 1e-11}},
                  {1e4, {0, -1.3e-6, 3e-12, 2e-11}, {0, 5e-8, 1e-10, 1e-10}}};
    char cell[120];
    for (int i = 0; i < 2; i++) {
        for (int k = CALVO_SYNC; k <= CALVO_SIMPLE && !paper_stop(report); k++) {
            const calvo_algorithm algorithm = (calvo_algorithm)k;
            snprintf(cell, sizeof cell, "%s, omega=%g, reversibility defect", names[k],
                     reversal[i].omega);
            paper_cell_add(report,
                           &(paper_cell){cell, NAN, defect(algorithm, reversal[i].omega),
                                         reversal[i].value[k], reversal[i].tolerance[k],
                                         PAPER_CONFIRMED,
                                         k == CALVO_SYNC ? "not reversible" : "reversible"});
            snprintf(cell, sizeof cell, "%s, omega=%g, det - 1", names[k], volume[i].omega);
            paper_cell_add(
                report, &(paper_cell){cell, NAN, determinant(algorithm, volume[i].omega) - 1,
                                      volume[i].value[k], volume[i].tolerance[k], PAPER_CONFIRMED,
                                      k == CALVO_SYNC ? "not symplectic" : "symplectic"});
        }
    }
}

/* ---- energy ---- */

typedef struct energy {
    double largest[5], mean[5]; /* |E - E_0| and E - E_0 in the five parts */
} energy;

static double energy_of(double Q, double P) {
    const double l = 0.2, g = 9.8, v = 4;
    return 0.5 * P * P + g / l * cos(Q) + v * v / (4 * l * l) * sin(Q) * sin(Q);
}

static bool watch_energy(paper_report *report, calvo_algorithm algorithm, double omega, energy *e) {
    enum { STEPS = 10000, PART = STEPS / 5 };
    const double H = 1.0 / 40;
    const lento_options options = calvo_options(algorithm, STEPS * H, STEPS, 40);
    lento_model *model = calvo_pendulum((calvo_start){omega, 0, 0.5, 0});
    lento_run *run = NULL;
    bool good = model && lento_run_open(&run, model, &options) == LENTO_DONE;
    const double start = energy_of(0.5, 0);
    *e = (energy){0};
    for (int n = 1; good && n <= STEPS; n++) {
        double row[2] = {0};
        good = lento_run_advance(run, (n - 0.5) * H) == LENTO_DONE &&
               lento_run_columns(run, lento_run_time(run), row) == LENTO_DONE &&
               !(n % 500 == 0 && paper_stop(report));
        const double error = energy_of(row[0], row[1]) - start;
        const int part = (n - 1) / PART;
        e->largest[part] = fmax(e->largest[part], fabs(error));
        e->mean[part] += error / PART;
    }
    lento_run_destroy(run);
    lento_model_destroy(model);
    return good;
}

static void add_energy(paper_report *report, int algorithm, double omega, const char *what,
                       double computed, double expected, double tolerance, const char *note) {
    char cell[120];
    snprintf(cell, sizeof cell, "%s, omega=%g, %s", names[algorithm], omega, what);
    paper_cell_add(report,
                   &(paper_cell){cell, NAN, computed, expected, tolerance, PAPER_CONFIRMED, note});
}

void calvo_energy(paper_report *report) {
    static const double first[] = {0, 2.5, 1.009, 0.374}, last[] = {0, 26.5, 1.009, 0.374};
    static const double tolerance[] = {0, 0.06, 6e-4, 6e-4};
    for (int k = CALVO_SYNC; k <= CALVO_SIMPLE; k++) {
        const calvo_algorithm algorithm = (calvo_algorithm)k;
        energy e;
        if (!watch_energy(report, algorithm, 1e3, &e)) {
            return;
        }
        const char *note = k == CALVO_SYNC ? "drifts" : "no drift";
        add_energy(report, k, 1e3, "max energy error, first fifth", e.largest[0], first[k],
                   tolerance[k], note);
        add_energy(report, k, 1e3, "max energy error, last fifth", e.largest[4], last[k],
                   tolerance[k], note);
        if (!watch_energy(report, algorithm, 1e4, &e)) {
            return;
        }
        if (k == CALVO_SYNC) {
            add_energy(report, k, 1e4, "mean energy error, first fifth", e.mean[0], -0.114, 6e-4,
                       note);
            add_energy(report, k, 1e4, "mean energy error, last fifth", e.mean[4], 0.039, 6e-4,
                       note);
        } else {
            add_energy(report, k, 1e4, "change of the mean energy error", e.mean[4] - e.mean[0], 0,
                       2e-3, note);
        }
    }
}
