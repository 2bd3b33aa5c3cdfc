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

static const char *const names[] = {[CALVO_SYNC] = "Alg. 1",
                                    [CALVO_ASYNC] = "Alg. 2 exponential",
                                    [CALVO_SIMPLE] = "Alg. 2 simple"};

/* ---- reversibility ---- */

static double defect(calvo_algorithm algorithm, double omega) {
    const lento_options o = calvo_options(algorithm, 1, 40, 40);
    const double phase = PAPER_TWO_PI - fmod(omega, PAPER_TWO_PI); /* -omega N H, N H = 1 */
    const paper_outcome there = paper_end(calvo_pendulum(omega, 0, 0.5, 0.3), o);
    const paper_outcome back =
        paper_end(calvo_pendulum(omega, phase, there.column[0], -there.column[1]), o);
    return fabs(back.column[0] - 0.5);
}

/* ---- determinant ---- */

/* The determinant with central differences of width d. */
static double raw_determinant(calvo_algorithm algorithm, double omega, double d) {
    const lento_options o = calvo_options(algorithm, 1.0 / 40, 1, 40);
    const double phase = algorithm == CALVO_SYNC ? 1.0 : 0.0;
    double column[2][2];
    for (int j = 0; j < 2; j++) {
        const double dQ = j == 0 ? d : 0, dP = j == 1 ? d : 0;
        const paper_outcome a = paper_end(calvo_pendulum(omega, phase, 0.45 + dQ, 0.7 + dP), o),
                            b = paper_end(calvo_pendulum(omega, phase, 0.45 - dQ, 0.7 - dP), o);
        for (int i = 0; i < 2; i++) {
            column[j][i] = (a.column[i] - b.column[i]) / (2 * d);
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
        calvo_algorithm algorithm;
        double omega, defect, defect_tolerance;  /* of the way there and back */
        double slower, volume, volume_tolerance; /* det - 1 */
    } rows[] = {{CALVO_SYNC, 1e4, 2.8e-5, 1e-6, 1e3, -6.3e-5, 1e-6},
                {CALVO_ASYNC, 1e4, 5e-15, 1e-12, 1e3, 9e-13, 1e-11},
                {CALVO_SIMPLE, 1e4, 2e-14, 1e-12, 1e3, -8e-13, 1e-11},
                {CALVO_SYNC, 1e6, 2.8e-9, 1e-10, 1e4, -1.3e-6, 5e-8},
                {CALVO_ASYNC, 1e6, 4e-14, 1e-11, 1e4, 3e-12, 1e-10},
                {CALVO_SIMPLE, 1e6, 2e-12, 1e-11, 1e4, 2e-11, 1e-10}};
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        const calvo_algorithm algorithm = rows[i].algorithm;
        const bool sync = algorithm == CALVO_SYNC;
        paper_add(report, defect(algorithm, rows[i].omega), rows[i].defect,
                  rows[i].defect_tolerance, sync ? "not reversible" : "reversible",
                  "%s, omega=%g, reversibility defect", names[algorithm], rows[i].omega);
        paper_add(report, determinant(algorithm, rows[i].slower) - 1, rows[i].volume,
                  rows[i].volume_tolerance, sync ? "not symplectic" : "symplectic",
                  "%s, omega=%g, det - 1", names[algorithm], rows[i].slower);
    }
}

/* ---- energy ---- */

typedef struct energy {
    double largest[5], mean[5]; /* |E - E_0| and E - E_0 in the five parts */
} energy;

double calvo_energy_of(double Q, double P) {
    const double l = 0.2, g = 9.8, v = 4;
    return 0.5 * P * P + g / l * cos(Q) + v * v / (4 * l * l) * sin(Q) * sin(Q);
}

static energy watch_energy(calvo_algorithm algorithm, double omega) {
    enum { STEPS = 10000, PART = STEPS / 5 };
    const double H = 1.0 / 40, start = calvo_energy_of(0.5, 0);
    lento_run *run = paper_open(calvo_pendulum(omega, 0, 0.5, 0),
                                calvo_options(algorithm, STEPS * H, STEPS, 40));
    energy e = {.mean = {0}};
    for (int n = 1; n <= STEPS; n++) {
        double row[PAPER_COLUMNS];
        lento_run_advance(run, (n - 0.5) * H);
        paper_read(run, lento_run_time(run), row);
        const double error = calvo_energy_of(row[0], row[1]) - start;
        const int part = (n - 1) / PART;
        paper_widen(&e.largest[part], fabs(error));
        e.mean[part] += error / PART;
    }
    lento_run_destroy(run);
    return e;
}

void calvo_energy(paper_report *report) {
    static const double first[] = {0, 2.5, 1.009, 0.374}, last[] = {0, 26.5, 1.009, 0.374};
    static const double tolerance[] = {0, 0.06, 6e-4, 6e-4};
    for (int k = CALVO_SYNC; k <= CALVO_SIMPLE; k++) {
        const char *note = k == CALVO_SYNC ? "drifts" : "no drift";
        energy e = watch_energy((calvo_algorithm)k, 1e3);
        paper_add(report, e.largest[0], first[k], tolerance[k], note,
                  "%s, omega=1000, max energy error, first fifth", names[k]);
        paper_add(report, e.largest[4], last[k], tolerance[k], note,
                  "%s, omega=1000, max energy error, last fifth", names[k]);
        e = watch_energy((calvo_algorithm)k, 1e4);
        if (k == CALVO_SYNC) {
            paper_add(report, e.mean[0], -0.114, 6e-4, note,
                      "%s, omega=10000, mean energy error, first fifth", names[k]);
            paper_add(report, e.mean[4], 0.039, 6e-4, note,
                      "%s, omega=10000, mean energy error, last fifth", names[k]);
        } else {
            paper_add(report, e.mean[4] - e.mean[0], 0, 2e-3, note,
                      "%s, omega=10000, change of the mean energy error", names[k]);
        }
    }
}
