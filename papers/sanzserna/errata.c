/* SPDX-License-Identifier: MIT
 * Sanz-Serna, Ariel & Tsai, misprints and claims that do not hold, and the numbers that show it.
 * Those which no table or section shows already are computed here.
 *
 *   window       read as printed it is 10 periods wide; then the run diverges for stiff springs
 *   conclusions  q1 = cos(psi t) cos((1+psi) t), q2 = sin(psi t) sin((1+psi) t), psi as printed
 *   case (iii)   y1 has a minimum and y2 a maximum near t = 2
 *   direct runs  ode45 at default tolerances kills the fast motion: energy 1 -> 0.34 */
#include "sanzserna.h"

/* ---- two weakly coupled oscillators ---- */

static double misfit(bool printed) {
    const double eps = 0.05, psi = (sqrt(1 + 2 * eps) - 1) / 2, root = sqrt(1 + 2 * eps);
    double worst = 0;
    for (int i = 0; i <= 6000; i++) {
        const double t = i / 100.0;
        const double q1 = (cos(t) + cos(root * t)) / 2, q2 = (cos(t) - cos(root * t)) / 2;
        const double p1 = cos(psi * t) * (printed ? cos(t) : cos((1 + psi) * t));
        const double p2 = sin(psi * t) * (printed ? cos(t) : sin((1 + psi) * t));
        worst = fmax(worst, fmax(fabs(q1 - p1), fabs(q2 - p2)));
    }
    return worst;
}

/* ---- runs ---- */

/* the window as printed: half as wide; 1 if the run fails or is off by more than 1 */
static double narrow_window_fails(double omega) {
    static paper_path reference;
    const lento_model *model = sanz_case(1, omega);
    const lento_options o = paper_with(sanz_paper("ode45"), "periods=10");
    paper_follow(&reference, model, sanz_direct(1e-6), 40);
    return !(sanz_against(&reference, model, o, 40).position <= 1);
}

/* energy left at t = 10 by ode45 with default tolerances */
static double energy_left(double omega) {
    const paper_outcome end = paper_end(sanz_case(1, omega), sanz_direct(1e-3));
    const double *q = end.column, *p = q + SANZ_PX1;
    const double g1 = hypot(q[0], q[1]) - 1, g2 = hypot(q[2] - q[0], q[3] - q[1]) - 1;
    return (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]) / 2 + g1 * g1 / 2 +
           omega * omega * g2 * g2 / 2;
}

/* extreme value of y1 or y2 in 1 <= t <= 3 of the stiff motion, case (iii) */
static double extreme(int column, int sign) {
    static paper_path path;
    double best = -INFINITY;
    paper_follow(&path, sanz_case(3, 500), sanz_exact(), 320);
    for (int i = 32; i <= 96; i++) {
        best = fmax(best, sign * path.column[column][i]);
    }
    return sign * best;
}

void sanz_errata_item(paper_report *report) {
    const char *turned = "the paper says y1 has a maximum and y2 a minimum",
               *damps = "default tolerances damp the fast motion";
    const paper_cell cells[] = {
        {"window of 10 periods, omega2=2000: useless", narrow_window_fails(2000), 1, 0,
         .note = "1: yes; the printed scaling of eta halves the window"},
        {"weakly coupled oscillators, printed solution: error for t <= 60", misfit(true), 0.54,
         0.01, "eps = 0.05", DIFFERS, 0},
        {"weakly coupled oscillators, corrected solution: error for t <= 60", misfit(false), 0,
         1e-12, .note = "eps = 0.05"},
        {"micro steps per true fast period, case (i)", 6 / sqrt(2), 4.24, 5e-3,
         "the fast frequency is sqrt(2) omega2", DIFFERS, 6},
        {"case (iii), y1 near t = 2: its minimum", extreme(SANZ_Y1, -1), -0.4195, 5e-3,
         .note = turned},
        {"case (iii), y2 near t = 2: its maximum", extreme(SANZ_Y2, 1), 0.590, 5e-3,
         .note = turned},
        {"direct ode45, omega2=5000: energy at t = 10", energy_left(5000), 0.39, 0.05, damps,
         DIFFERS, 1},
        {"direct ode45, omega2=10000: energy at t = 10", energy_left(1e4), 0.34, 0.1, damps,
         DIFFERS, 1},
    };
    paper_add_cells(report, "", cells, PAPER_LENGTH(cells));
}

const paper_erratum sanzserna_errata[] = {
    {"section 3", "window [-eta, eta], integrals over [-eta/2, eta/2], 2 eta = 20 periods",
     "2 eta = 20 periods is the total width; the other reading fails", "errata", "window of 10"},
    {"(3.2)", "grad g_j(q) dp/dt = 0", "grad g_j(q)^T p = 0", NULL, NULL},
    {"(12)", "omega^2 q1 and omega^2 q2 with plus signs", "minus signs, or the solution explodes",
     NULL, NULL},
    {"conclusions, weakly coupled oscillators", "cos(t) in both components",
     "cos((1+psi) t) and sin((1+psi) t)", "errata", "weakly"},
    {"Example 2", "underlying system with (d/dt)^2 r^2 = 0",
     "that belongs to g = (r^2-1)/2; the stated g = r-1 gives (d/dt)^2 r = 0", NULL, NULL},
    {"section 4", "6 micro steps in each fast period", "4.24: the fast frequency is sqrt(2) omega2",
     "errata", "micro steps per"},
    {"case (iii)", "y2 attains a minimum and y1 a maximum at about t = 2", "the opposite", "errata",
     "case (iii), y"},
    {"section 4.1", "above this range of omega2 the method performs well",
     "a residual spring makes it fail or crawl", "limits", "(i) omega2=1e+06"},
    {"case (ii)", "findings are similar", "the published window fails for omega1 >= 5000", "limits",
     "(ii) omega1=5000: the"},
    {"case (iii)", "the stiff motion tends to that of the rods",
     "not with fast energy: J Omega(q) acts as a potential", "limits", "(iii) omega=5000"},
    {"section 4.1", "direct runs do not contain the error of suppressed oscillations",
     "ode45 at default tolerances suppresses them too", "errata", "direct ode45"},
    {"Table 1", "three cells", "differ by one or two units of the second digit", "table-1",
     "omega2=200 H=1/1"},
    {0},
};
