/* SPDX-License-Identifier: MIT
 * Fredbo, misprints and claims that do not hold, with the cells that show it. Those which no other
 * item shows are computed here:
 *
 *   zeta = Pi1 G2 - Pi2 G1:  d(xi3)/dt = 2 Mgl zeta,  theta' = zeta/(I1 sqrt(xi4))   (30)
 *   mass of a kernel on half its width, which is what (6), (8) and (21) keep */
#include "fredbo.h"

/* the exact motion at time t, spin 1e3 */
static paper_outcome at(double t) {
    return paper_end(paper_model("fast-top"), paper_with(fredbo_exact(), "until=%.17g", t));
}

/* d(column)/dt at t = 0.003 */
static double slope(int column) {
    const double t = 0.003, d = 1e-6;
    return (at(t + d).column[column] - at(t - d).column[column]) / (2 * d);
}

static double zeta(const double row[]) {
    return row[FREDBO_PI1] * row[FREDBO_GAMMA2] - row[FREDBO_PI2] * row[FREDBO_GAMMA1];
}

static double mass_kept(const char *kernel) {
    enum { M = 2000 };
    double w[M + 1], sum = 0;
    if (lento_kernel_weights(kernel, M, w)) {
        return NAN;
    }
    for (int k = 1; k <= M / 2; k++) {
        sum += (k < M / 2 ? 2 : 1) * w[k]; /* trapezoid */
    }
    return w[0] + sum;
}

void fredbo_errata_item(paper_report *report) {
    const double Mgl = 36.7875, I1 = 3.12;
    const paper_outcome row = at(0.003);
    paper_add(report, slope(FREDBO_XI3) / (Mgl * zeta(row.column)), 2, 1e-4, "printed as 1",
              "d(xi3)/dt / (Mgl (Pi1 G2 - Pi2 G1))");
    paper_add(report, slope(FREDBO_THETA) * I1 * sqrt(row.column[FREDBO_XI4]) / zeta(row.column), 1,
              1e-4, "rows 2 and 3 are exchanged", "theta' / (zeta/(I1 sqrt(xi4))), row 3 of (30)");
    paper_add(report, mass_kept("exp1"), 0.9577, 1e-4, NULL, "mass of exp(1) on half its width");
    paper_add(report, mass_kept("exp2"), 0.7839, 1e-4, NULL, "mass of exp(2) on half its width");
}

const paper_erratum fredbo_errata[] = {
    {"(30)", "rows 2 and 3", "exchanged: row 2 is psi', row 3 theta'", "errata", "theta'"},
    {"section 4", "d/dt(Pi1^2 + Pi2^2) = Mgl (Pi1 G2 - Pi2 G1)", "twice that", "errata", "d(xi3)"},
    {"(35)", "a Stormer-Verlet scheme of order 2", "order 1; the third line starts from Pi^{n+1/2}",
     "figure-11", "scheme (35)"},
    {"Algorithms 3 and 4", "K * xi; step 2 for all methods",
     "K * d(xi)/dt; step 2 must be left out with leapfrog", NULL, NULL},
    {"Table 1", "Pi1(0) = 1/omega, O(H)", "most likely Pi1(0) = 1e-3; O(H^2) and a floor",
     "table-1/rivals", "no window"},
    {"section 2.4", "1e4 and 1e6 operations", "7.3e4 and 1.4e7", "section-2.4",
     "force evaluations"},
    {"Fig. 6", "HMM follows the averaged solution", "not with the printed H", "section-2.4",
     "HMM-VE-ve omega=10000"},
    {"section 5", "RK4 needs steps of order omega^-2", "omega^-1.25", "figure-11",
     "RK4: largest step"},
    {"section 5.2", "the nutation grows; windows of 300 h", "it falls as omega^-2; 10 h do as well",
     "section-5.2", "nutation"},
    {"section 6", "H = T/300", "beyond the stability limit of leapfrog; (40) is not slow",
     "section-6", "set (40)"},
    {"(46), (47)", "signs and I3", "third component of x1 positive, I1, signs of z1 and z2 turned",
     "section-7", "averaged and first-order"},
    {"(48)", "coefficient M A/(2 I1), l = 0.74", "M^2 A^2 l^2/(2 I1), l = 0.75", "section-7",
     "averaged:"},
    {"section 7", "the top with 10 pihat falls without vibration",
     "it does not: theta stays below 0.233", "section-7", "largest theta on [0,10], spin=10"},
    {"(6), (8), (21)", "K_eta on a window of width eta",
     "K_{eta/2}; as printed 4 or 22 % of the mass is lost", "errata", "mass"},
    {0}};
