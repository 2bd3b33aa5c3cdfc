/* SPDX-License-Identifier: MIT
 * Section 4, cases (ii) and (iii), and the numbers behind them: the window's constants, the
 * projected start P0, Q0, the averaged force there, end points q(10) of direct, multiscale and
 * rigid runs. */
#include "sanzserna.h"

/* ---- cases (ii) and (iii) ---- */

void sanz_section_4(paper_report *report) {
    static paper_path reference;
    const lento_model *model = sanz_case(2, 500);
    const lento_options method = sanz_paper("ode45");
    paper_follow(&reference, model, sanz_direct(1e-6), 40);
    const sanz_result two = sanz_against(&reference, model, method, 40);
    model = sanz_case(3, 500);
    paper_follow(&reference, model, sanz_direct(1e-6), 40);
    const sanz_result wrong = sanz_against(&reference, model, method, 40),
                      three =
                          sanz_against(&reference, model, paper_with(method, "reproject=1"), 40);
    const paper_cell cells[] = {
        {"(ii), error of positions", two.position, 0.041121, 1e-5, NULL, AGREES, 0.041},
        {"(ii), error of velocities", two.velocity, 19.340990, 1e-3,
         "the reference's own error shows: exact 19.350992", AGREES, 19.341},
        {"(ii), accepted steps", two.work.accepted, 20, .tolerance = 0},
        {"(ii), rejected steps", two.work.rejected, 2, .tolerance = 0},
        {"(iii), error without re-projection", wrong.position, 2.208, 0.01,
         .note = "completely wrong, as the paper says"},
        {"(iii), error re-projected at 1, 2, ..., 9", three.position, 0.035900, 3.6e-6, NULL,
         AGREES, 0.0359},
        {"(iii), accepted steps re-projected", three.work.accepted, 112, .tolerance = 0},
        {"(iii), rejected steps re-projected", three.work.rejected, 0, .tolerance = 0},
    };
    paper_add_cells(report, "case ", cells, PAPER_LENGTH(cells));
}

/* ---- anchors ---- */

static void window(paper_report *report) {
    enum { FINE = 4000, NODES = 60 };
    static double w[FINE + 1];
    static const double ratio[] = {1.4142135623730951, 1, 0.61803398874989485, 1.6180339887498949};
    static const double kappa[] = {5.816714e-10, -1.323264e-7, 9.369386e-6, 3.786480e-11};
    double second = 0;
    lento_kernel_weights("exp1", FINE, w);
    for (int k = 1; k <= FINE; k++) {
        second += 2 * w[k] * k / FINE * k / FINE;
    }
    paper_add(report, second, 0.0658620296917, 7e-11, NULL,
              "second moment of the exponential kernel");
    lento_kernel_weights("exp1", NODES, w);
    for (int i = 0; i < 4; i++) {
        const double phi = 2 * asin(PAPER_TWO_PI / 6 * ratio[i] / 2);
        paper_add(report, lento_residual(w, NODES, phi), kappa[i],
                  fmax(1e-15, 1e-4 * fabs(kappa[i])), "residual spring kappa Omega^2",
                  "kappa of the paper's window, Omega/omega = %.4g", ratio[i]);
    }
}

static void add_four(paper_report *report, const char *what, const double row[],
                     const double expected[4], double tolerance) {
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    for (int k = 0; k < 4; k++) {
        paper_add(report, row[k], expected[k], tolerance, NULL, "%s, %s", what, names[k]);
    }
}

/* P0, Q0 and F(P0, Q0) of case (i) */
static void projected(paper_report *report) {
    static const double Q[] = {1.00125969407, -2.00115733e-6, 2.00073970456, 2.00116080e-6};
    static const double P[] = {1.504796e-6, -0.500740712620, -2.506103e-6, 0.500741098842};
    static const double F[] = {0.500000603192, 2.013106e-6, -0.501389107245, -2.009037e-6};
    static const double Q2[] = {0.999859921977, 1.857805e-6, 2.00000001344, 1.140169e-7};
    static const double Q3[] = {0.999874876143, -6.002982e-6, 1.99935573409, 4.001102e-6};
    double row[PAPER_COLUMNS], rate[4] = {NAN, NAN, NAN, NAN};
    for (int i = 1; i <= 3; i++) {
        lento_run *run = paper_open(sanz_case(i, 500), sanz_paper("ode45"));
        paper_read(run, 0, row);
        if (i == 1) {
            add_four(report, "(i) omega2=500, Q0", row, Q, 1e-11);
            add_four(report, "(i) omega2=500, P0", row + SANZ_PX1, P, 1e-11);
            lento_run_rate(run, 0, row, rate);
            add_four(report, "(i) omega2=500, F(P0, Q0)", rate, F, 1e-10);
        } else {
            add_four(report, i == 2 ? "(ii) Q0" : "(iii) Q0", row, i == 2 ? Q2 : Q3, 1e-10);
        }
        lento_run_destroy(run);
    }
}

static void end_points(paper_report *report) {
    const lento_options exact = sanz_exact(), method = sanz_paper("ode45"),
                        fixed = paper_with(sanz_paper("rk4"), "steps=160"),
                        rods = paper_with(sanz_rods(), "rtol=1e-13 atol=1e-15");
    const struct {
        const char *name;
        int number;
        double omega; /* 0: the rigid limit of case (i), which starts from x2 = 2 */
        const lento_options *options;
        double tolerance;
    } rows[] = {
        {"(i) omega2=200, exact q(10)", 1, 200, &exact, 1e-9},
        {"(i) omega2=500, exact q(10)", 1, 500, &exact, 1e-9},
        {"(i) omega2=2000, exact q(10)", 1, 2000, &exact, 1e-9},
        {"(i) omega2=10000, exact q(10)", 1, 1e4, &exact, 1e-9},
        {"(ii) exact q(10)", 2, 500, &exact, 1e-8},
        {"(iii) exact q(10)", 3, 500, &exact, 1e-9},
        {"(i) omega2=500, ode45 q(10)", 1, 500, &method, 1e-8},
        {"(ii) ode45 q(10)", 2, 500, &method, 1e-8},
        {"(i) omega2=500, rk4 H=1/16 q(10)", 1, 500, &fixed, 1e-9},
        {"(i) omega2=1e4, rk4 H=1/16 q(10)", 1, 1e4, &fixed, 1e-8},
        {"(i) rigid limit q(10)", 1, 0, &rods, 1e-11},
        {"(iii) rigid limit q(10)", 3, 500, &rods, 1e-11},
    };
    static const double ends[PAPER_LENGTH(rows)][4] = {
        {-0.725650829360, 0.932248948380, 0.0454009275977, 0.296088838429},
        {-0.719174829430, 0.935012318598, 0.0536502743493, 0.304255140169},
        {-0.717108301232, 0.937439949879, 0.0589351099209, 0.307174158744},
        {-0.716472595619, 0.938026653604, 0.0602584548586, 0.307999938515},
        {0.400263930543, -0.922488762307, 1.85861261969, -1.85338845175},
        {0.998405154405, 0.0171833281579, 0.785040641937, 0.994065335167},
        {-0.715019697196, 0.938545173052, 0.0587554712845, 0.306121338680},
        {0.387361874390, -0.921720194808, 1.84112137133, -1.86028811062},
        {-0.715625380005, 0.939836095280, 0.0561970955166, 0.304044013822},
        {-0.716405841665, 0.938009818646, 0.0602021648799, 0.308030684317},
        {-0.716228476075, 0.938104743350, 0.0605040104060, 0.308274095918},
        {0.999343757132, -0.0362223008873, 0.661523864614, 0.904988472648},
    };
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        const lento_model *model = rows[i].omega > 0
                                       ? sanz_case(rows[i].number, rows[i].omega)
                                       : paper_model("springs omega1=1 omega2=1000 px1=0.5 "
                                                     "py1=-0.5 px2=-0.5 py2=0.5 x1=1 x2=2");
        add_four(report, rows[i].name, paper_end(model, *rows[i].options).column, ends[i],
                 rows[i].tolerance);
    }
}

void sanz_anchors(paper_report *report) {
    window(report);
    projected(report);
    end_points(report);
}
