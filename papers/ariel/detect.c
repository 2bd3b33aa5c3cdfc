/* SPDX-License-Identifier: MIT
 * Section 3.2: slow variables from the right-hand side. Every system by the robust procedure, the
 * published procedure on Kapitza's pendulum (its square grid cannot work there), and the spinning top
 * in units with eps = 1/w, where Pi1 Gamma1 + Pi2 Gamma2 is not slow. */
#include "ariel.h"

typedef struct wanted {
    const char *cell, *words; /* of `lento detect` */
    int rank, count;
    const char *note;
} wanted;

static const wanted list[] = {
    {"two oscillators", "oscillators", 3, 4, "E1, E2, x1x3+x2x4, x1x4-x2x3"},
    {"linear (7.1)", "linear-dissipative", 1, 1, "x1^2+x2^2"},
    {"stellar 2:1", "stellar", 3, 4, "two energies and two cubics"},
    {"stellar 2:1, eps=1e-2", "stellar eps=1e-2", 3, .count = 4},
    {"stellar 3:2, degree 5", "stellar a=3 b=2 --degree 5", 3, .count = 4},
    {"stellar sqrt2:1, degree 6", "stellar a=1.4142135623730951 b=1 --degree 6", 2, 2,
     "no resonance: the energies only"},
    {"Kapitza", "kapitza-poly", 4, 4, "y1, y2, x1^2+x2^2, z+x1y1/(2 pi l)"},
    {"FPU k=3", "fpu", 11, 15, "6 linear and 9 bilinear, 4k-1 independent"},
};

static void add(paper_report *report, const wanted *w) {
    lento_detection found;
    const bool good = paper_detect(w->words, false, &found);
    paper_add(report, good ? (double)found.rank : NAN, w->rank, 0, w->note, "%s: rank", w->cell);
    paper_add(report, good ? (double)found.count : NAN, w->count, 0, NULL,
              "%s: variables with companions", w->cell);
    lento_detection_free(&found);
}

/* variables of so many terms (0: any) with a term x_i x_j; *ratio: of its coefficient to the one beside it */
static int with_product(const lento_detection *found, int terms, int i, int j, double *ratio) {
    int count = 0;
    for (int k = 0; k < found->count; k++) {
        const lento_polynomial *p = &found->variable[k].polynomial;
        for (int t = 0; t < p->terms && (terms == 0 || p->terms == terms); t++) {
            const unsigned char *power = &p->power[t * p->variables];
            if (power[i] == 1 && power[j] == 1) {
                *ratio = p->coefficient[t] / p->coefficient[t > 0 ? t - 1 : p->terms - 1];
                count++;
            }
        }
    }
    return count;
}

/* the coefficient of x1 y1 beside z: 1/(2 pi l) */
static void kapitza_coefficient(paper_report *report) {
    lento_detection found;
    double value = NAN;
    paper_detect("kapitza-poly l=0.07", false, &found);
    with_product(&found, 2, 0, 2, &value);
    paper_add(report, value, 1 / (PAPER_TWO_PI * 0.07), 1e-9,
              "(7.14) with (7.13) has the other sign", "Kapitza: coefficient of x1 y1, l = .07");
    lento_detection_free(&found);
}

static void literal_kapitza(paper_report *report) {
    lento_detection found;
    int spurious = 0;
    paper_detect("kapitza-poly --degree 2", true, &found);
    for (int i = 0; i < found.count; i++) {
        spurious += found.variable[i].slow ? 0 : 1;
    }
    paper_add(report, spurious > 0 ? 1 : 0, 1, 0,
              "every grid point of degree 1 lies where x2 y1 = 0, so z looks slow",
              "Kapitza, square grid as published: some variables are not slow");
    lento_detection_free(&found);
}

/* Pi1, Pi2, Q = Pi3/w, Gamma in units with w = 1/eps: Pi' = Pi x Omega + m Gamma x e3, Gamma' = Gamma x Omega */
static int top(double eps, const double x[], double f[], void *params) {
    (void)params;
    const double I1 = 1.3, I3 = 0.1, m = 1;
    const double P = x[2] / eps, O1 = x[0] / I1, O2 = x[1] / I1, O3 = P / I3;
    f[0] = x[1] * O3 - P * O2 + m * x[4];
    f[1] = P * O1 - x[0] * O3 - m * x[3];
    f[2] = 0;
    f[3] = x[4] * O3 - x[5] * O2;
    f[4] = x[5] * O1 - x[3] * O3;
    f[5] = x[3] * O2 - x[4] * O1;
    return 0;
}

static void spinning_top(paper_report *report) {
    const double centre[6] = {0, 0, 0.4472135955, 0, 0, 0};
    const lento_detect_options options = {
        .eps = 1e-3, .degree = 2, .centre = centre, .radius = 0.3};
    lento_detection found;
    double ignored;
    lento_detect(top, NULL, 6, &options, &found);
    const int coupled = with_product(&found, 0, 0, 3, &ignored);
    paper_add(report, found.rank, 4, 0, "Pi3, Gamma3, Gamma1^2+Gamma2^2, Pi1^2+Pi2^2",
              "spinning top: rank");
    paper_add(report, coupled, 0, 0, "it turns with the nutation",
              "spinning top: Pi1 Gamma1 + Pi2 Gamma2 is among them");
    lento_detection_free(&found);
}

void ariel_detection(paper_report *report) {
    for (size_t i = 0; i < PAPER_LENGTH(list); i++) {
        add(report, &list[i]);
    }
    kapitza_coefficient(report);
    literal_kapitza(report);
    spinning_top(report);
}

void ariel_detection_large(paper_report *report) {
    static const wanted large = {"FPU k=10, degree 2", "fpu k=10 --degree 2", 39, .count = 120};
    add(report, &large);
}
