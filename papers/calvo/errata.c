/* SPDX-License-Identifier: MIT
 * Calvo & Sanz-Serna, misprints and claims that do not hold, and the numbers that show it. Those
 * which no table or section shows already are computed here.
 *
 *   19 of the tables' 40 periods   share R of the forcing that a shorter window leaves
 *   section 3.1                    dF/dX of Algorithm 2 is symmetric up to O(1/omega) only
 *   footnote 1                     p - v(t) sin(q)/l is slow, p + ... is not */
#include "calvo.h"

/* omega (v/l) sin(1/2) times what the exponential kernel over so many periods leaves */
static double spurious_force(double omega, int periods) {
    enum { PER_PERIOD = 64, MOST = 64 * 40 / 2 };
    double w[MOST + 1];
    const int m = PER_PERIOD * periods / 2;
    if (lento_kernel_weights("exp1", m, w)) {
        return NAN;
    }
    return omega * 20 * sin(0.5) * fabs(lento_residual(w, m, PAPER_TWO_PI / PER_PERIOD));
}

/* J12 - J21 of the force of Algorithm 2 on the two-dimensional problem, by central differences */
static double asymmetry(double omega) {
    const double d = 1e-4;
    double F[2][2][2];
    lento_run *run = paper_open(paper_model("vibrated omega=%g", omega),
                                calvo_options(CALVO_SIMPLE, 1, 100, 256));
    for (int k = 0; k < 2; k++) {
        for (int side = 0; side < 2; side++) {
            double X[4] = {0.4, -0.3, 0, 0};
            X[k] += side ? d : -d;
            F[k][side][0] = F[k][side][1] = NAN;
            lento_run_rate(run, 0, X, F[k][side]);
        }
    }
    lento_run_destroy(run);
    return (F[1][1][0] - F[1][0][0] - F[0][1][1] + F[0][0][1]) / (2 * d);
}

/* p + sign (v/l) sin(theta) sin(q): largest minus smallest over one fast period */
static double range(double omega, int sign) {
    lento_run *run =
        paper_open(calvo_pendulum(omega, 0, 0.5, 0),
                   paper_with(paper_accurate("direct gauge=point until=1"), "until=0.2"));
    double low = INFINITY, high = -INFINITY, c[PAPER_COLUMNS];
    for (int i = 0; i <= 100; i++) {
        const double t = PAPER_TWO_PI / omega * i / 100;
        paper_read(run, t, c);
        /* column P is p - (v/l) sin(theta) sin(q) */
        const double value = c[1] + (sign > 0 ? 2 * 20 * sin(omega * t) * sin(c[0]) : 0);
        low = fmin(low, value);
        paper_widen(&high, value);
    }
    lento_run_destroy(run);
    return high - low;
}

void calvo_errata_item(paper_report *report) {
    const char *part = "40 periods are part of the method's accuracy";
    const paper_cell cells[] = {
        {"spurious force, 20 periods, omega=1e6", spurious_force(1e6, 20), 2.15, 0.06,
         .note = part},
        {"spurious force, 20 periods, omega=1e8", spurious_force(1e8, 20), 215, 1, .note = part},
        {"spurious force, 40 periods, omega=1e8", spurious_force(1e8, 40), 0.0425, 1e-4,
         .note = "shows in Table 2.2 as 4.81e-3 instead of 6.7e-3"},
        {"omega * (dF1/dX2 - dF2/dX1), d=2, omega=1e3", 1e3 * asymmetry(1e3), -0.1056, 2e-4,
         .note = "section 3.1: symplectic up to O(1/omega) only"},
        {"p - v(t) sin(q)/l over one period, omega=1e4: range", range(1e4, -1), 0, 0.1,
         .note = "slow"},
        {"p + v(t) sin(q)/l over one period, omega=1e4: range", range(1e4, 1), 38.35, 0.1,
         .note = "not slow: the sign in footnote 1 is missing"},
    };
    paper_add_cells(report, "", cells, PAPER_LENGTH(cells));
}

const paper_erratum calvo_errata[] = {
    {"(2.11)", "integral over -eta/2 .. eta/2 of K(t - t_n)",
     "the window lies around t_n: t_n - eta/2 .. t_n + eta/2", "table-2.1/theta0=0",
     "H=1/10 omega=1e+06"},
    {"text to Table 2.1", "the Averaged column integrates (2.9)", "it integrates (2.5)", "averaged",
     "H=1/10"},
    {"footnote 1", "p ... v(t) sin(q)/l, sign missing", "the slow variable is p - v(t) sin(q)/l",
     "errata", "p "},
    {"step 4 of the algorithms", "while t_n + H <= T: N + 1 forces",
     "the printed counts belong to N forces", "table-2.3", "H=1/80 omega=1e+06 micro steps"},
    {"Table 2.1, theta0", "not given", "matters in the third digit at omega = 1e4",
     "table-2.1/theta0=3pi/2", "H=1/10 omega=1e+04"},
    {"Table 2.1, omega = 1e8", "4.04e-1, 1.08e-1, 2.61e-2, 6.69e-3",
     "the print contains the rounding of omega t; with the phase stepped by index it is different",
     "table-2.1/theta0=0", "H=1/40 omega=1e+08"},
    {"section 2.1", "max |q - Q| is about 20/omega", "25.7/omega; 20.2/omega without the fast part",
     "text", "omega * max |q - Q|"},
    {"section 2.3", "\"independent of dP_n/dt\"", "independent of the predicted P_n", NULL, NULL},
    {"(2.17)", "(-1)^k kappa'(pi/omega) - kappa'(-pi/omega)",
     "the bracket around the difference is missing", NULL, NULL},
    {"section 3.1", "Algorithm 2 is symplectic for every d",
     "exactly for d = 1, up to O(1/omega) for d > 1", "errata", "omega * (dF1"},
    {"(3.1)", "2 pi-periodic for each fixed theta and omega", "for each fixed x and omega", NULL,
     NULL},
    {"section 4, RATTLE", "g'(X_{n+1}) = 0", "g(X_{n+1}) = 0; Lambda_v belongs to X_{n+1}",
     "section-4/rattle", "RATTLE H=1/80 omega=1e+06, max"},
    {"caption of Fig. 4.1", "q2 is the angle between the rods",
     "the angle of the second rod with the upward vertical", "figure-4.1",
     "H=1/80 omega=1e+06, q2"},
    {"section 4.2", "omega = 1e4, 1e6, 1e8 lead to the same results",
     "1e6 and 1e8 do, 1e4 does not", "section-4/limit", "H=1/80, max |q2"},
    {"kernel width", "eta is about 40 periods, as if it were a detail",
     "20 periods leave a force of 2 at omega = 1e6", "errata", "spurious force, 20"},
    {0},
};
