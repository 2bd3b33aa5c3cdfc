/* SPDX-License-Identifier: MIT
 * Section 4, cases (ii) and (iii), and the numbers behind them: the window's constants, the
 * projected start P0, Q0, the averaged force there, end points q(10) of direct, multiscale and
 * rigid runs. */
#include "sanzserna.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void add_positions(paper_report *report, const char *what, const double row[],
                          const double expected[4], double tolerance) {
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    char cell[100];
    for (int k = 0; k < 4; k++) {
        snprintf(cell, sizeof cell, "%s, %s", what, names[k]);
        sanz_cell(report, cell, NAN, row[k], expected[k], tolerance, PAPER_BEYOND, NULL);
    }
}

static void add_end(paper_report *report, const char *what, sanz_start start,
                    const lento_options *options, const double expected[4], double tolerance) {
    static sanz_run run;
    static const double none[4] = {NAN, NAN, NAN, NAN};
    if (paper_stop(report)) {
        return;
    }
    add_positions(report, what, sanz_go(start, options, 40, &run) ? run.row[40] : none, expected,
                  tolerance);
}

/* ---- cases (ii) and (iii) ---- */

static void case_2(paper_report *report) {
    static sanz_run reference, run;
    const sanz_start start = sanz_case_2(500);
    const lento_options direct = sanz_direct(1e-6), method = sanz_paper();
    sanz_go(start, &direct, 40, &reference);
    sanz_go(start, &method, 40, &run);
    sanz_cell(report, "case (ii), error of positions", 0.041, sanz_distance(&run, &reference, 0),
              0.041121, 1e-5, PAPER_CONFIRMED, NULL);
    sanz_cell(report, "case (ii), error of velocities", 19.341, sanz_distance(&run, &reference, 4),
              19.340990, 1e-3, PAPER_CONFIRMED, "the reference's own error shows: exact 19.350992");
    sanz_cell(report, "case (ii), accepted steps", NAN, (double)run.counts.macro_steps, 20, 0,
              PAPER_BEYOND, NULL);
    sanz_cell(report, "case (ii), rejected steps", NAN, (double)run.counts.rejected_steps, 2, 0,
              PAPER_BEYOND, NULL);
}

static void case_3(paper_report *report) {
    static sanz_run reference, run;
    const sanz_start start = sanz_case_3(500);
    const lento_options direct = sanz_direct(1e-6);
    lento_options method = sanz_paper();
    sanz_go(start, &direct, 40, &reference);
    sanz_go(start, &method, 40, &run);
    sanz_cell(report, "case (iii), error without re-projection", NAN,
              sanz_distance(&run, &reference, 0), 2.208, 0.01, PAPER_CONFIRMED,
              "completely wrong, as the paper says");
    method.average[0].reproject = 1;
    sanz_go(start, &method, 40, &run);
    sanz_cell(report, "case (iii), error re-projected at 1, 2, ..., 9", 0.0359,
              sanz_distance(&run, &reference, 0), 0.035900, 3.6e-6, PAPER_CONFIRMED, NULL);
    sanz_cell(report, "case (iii), accepted steps re-projected", NAN,
              (double)run.counts.macro_steps, 112, 0, PAPER_BEYOND, NULL);
    sanz_cell(report, "case (iii), rejected steps re-projected", NAN,
              (double)run.counts.rejected_steps, 0, 0, PAPER_BEYOND, NULL);
}

void sanz_section_4(paper_report *report) {
    case_2(report);
    case_3(report);
}

/* ---- anchors ---- */

static void window(paper_report *report) {
    enum { FINE = 4000, NODES = 60 };
    static double w[FINE + 1];
    static const double ratio[] = {1.4142135623730951, 1, 0.61803398874989485, 1.6180339887498949};
    static const double kappa[] = {5.816714e-10, -1.323264e-7, 9.369386e-6, 3.786480e-11};
    double second = 0;
    char cell[80];
    lento_kernel_weights("exp1", FINE, w);
    for (int k = 1; k <= FINE; k++) {
        second += 2 * w[k] * k / FINE * k / FINE;
    }
    sanz_cell(report, "second moment of the exponential kernel", NAN, second, 0.0658620296917,
              7e-11, PAPER_BEYOND, NULL);
    lento_kernel_weights("exp1", NODES, w);
    for (int i = 0; i < 4; i++) {
        const double phi = 2 * asin(6.283185307179586 / 6 * ratio[i] / 2);
        snprintf(cell, sizeof cell, "kappa of the paper's window, Omega/omega = %.4g", ratio[i]);
        sanz_cell(report, cell, NAN, lento_residual(w, NODES, phi), kappa[i],
                  fmax(1e-15, 1e-4 * fabs(kappa[i])), PAPER_BEYOND,
                  "residual spring kappa Omega^2");
    }
}

/* P0, Q0 and F(P0, Q0) of case (i) */
static void projected(paper_report *report) {
    static const double Q[] = {1.00125969407, -2.00115733e-6, 2.00073970456, 2.00116080e-6};
    static const double P[] = {1.504796e-6, -0.500740712620, -2.506103e-6, 0.500741098842};
    static const double F[] = {0.500000603192, 2.013106e-6, -0.501389107245, -2.009037e-6};
    static const double Q2[] = {0.999859921977, 1.857805e-6, 2.00000001344, 1.140169e-7};
    static const double Q3[] = {0.999874876143, -6.002982e-6, 1.99935573409, 4.001102e-6};
    static sanz_run run;
    const lento_options method = sanz_paper();
    sanz_go(sanz_case_1(500), &method, 40, &run);
    add_positions(report, "(i) omega2=500, Q0", run.row[0], Q, 1e-11);
    add_positions(report, "(i) omega2=500, P0", run.row[0] + 4, P, 1e-11);
    const lento_setting settings[] = {{.name = "omega2", .value = 500}};
    lento_model *model = NULL;
    lento_run *r = NULL;
    double rate[4] = {NAN, NAN, NAN, NAN};
    if (lento_model_create(&model, lento_problem_find("springs"), settings, 1) == LENTO_DONE &&
        lento_run_open(&r, model, &method) == LENTO_DONE) {
        lento_run_rate(r, 0, run.row[0], rate);
    }
    lento_run_destroy(r);
    lento_model_destroy(model);
    add_positions(report, "(i) omega2=500, F(P0, Q0)", rate, F, 1e-10);
    sanz_go(sanz_case_2(500), &method, 40, &run);
    add_positions(report, "(ii) Q0", run.row[0], Q2, 1e-10);
    sanz_go(sanz_case_3(500), &method, 40, &run);
    add_positions(report, "(iii) Q0", run.row[0], Q3, 1e-10);
}

static void exact_ends(paper_report *report) {
    static const struct {
        double omega, q[4];
    } end[] = {
        {200, {-0.725650829360, 0.932248948380, 0.0454009275977, 0.296088838429}},
        {500, {-0.719174829430, 0.935012318598, 0.0536502743493, 0.304255140169}},
        {2000, {-0.717108301232, 0.937439949879, 0.0589351099209, 0.307174158744}},
        {10000, {-0.716472595619, 0.938026653604, 0.0602584548586, 0.307999938515}},
    };
    static const double second[] = {0.400263930543, -0.922488762307, 1.85861261969, -1.85338845175};
    static const double third[] = {0.998405154405, 0.0171833281579, 0.785040641937, 0.994065335167};
    const lento_options exact = sanz_exact();
    char cell[80];
    for (int i = 0; i < 4; i++) {
        snprintf(cell, sizeof cell, "(i) omega2=%g, exact q(10)", end[i].omega);
        add_end(report, cell, sanz_case_1(end[i].omega), &exact, end[i].q, 1e-9);
    }
    add_end(report, "(ii) exact q(10)", sanz_case_2(500), &exact, second, 1e-8);
    add_end(report, "(iii) exact q(10)", sanz_case_3(500), &exact, third, 1e-9);
}

static void slow_ends(paper_report *report) {
    static const double rk4[] = {-0.715625380005, 0.939836095280, 0.0561970955166, 0.304044013822};
    static const double ode45[] = {-0.715019697196, 0.938545173052, 0.0587554712845,
                                   0.306121338680};
    static const double rk4_1e4[] = {-0.716405841665, 0.938009818646, 0.0602021648799,
                                     0.308030684317};
    static const double second[] = {0.387361874390, -0.921720194808, 1.84112137133, -1.86028811062};
    static const double rigid[] = {-0.716228476075, 0.938104743350, 0.0605040104060,
                                   0.308274095918};
    static const double rigid3[] = {0.999343757132, -0.0362223008873, 0.661523864614,
                                    0.904988472648};
    lento_options options = sanz_paper();
    add_end(report, "(i) omega2=500, ode45 q(10)", sanz_case_1(500), &options, ode45, 1e-8);
    add_end(report, "(ii) ode45 q(10)", sanz_case_2(500), &options, second, 1e-8);
    options.macro = "rk4";
    options.steps = 160;
    add_end(report, "(i) omega2=500, rk4 H=1/16 q(10)", sanz_case_1(500), &options, rk4, 1e-9);
    add_end(report, "(i) omega2=1e4, rk4 H=1/16 q(10)", sanz_case_1(1e4), &options, rk4_1e4, 1e-8);
    lento_options rods = sanz_exact();
    rods.average[0].scheme = "averaged";
    rods.rtol = 1e-13;
    rods.atol = 1e-15;
    add_end(report, "(i) rigid limit q(10)", (sanz_start){1, 1000, 1, 2}, &rods, rigid, 1e-11);
    add_end(report, "(iii) rigid limit q(10)", sanz_case_3(500), &rods, rigid3, 1e-11);
}

void sanz_anchors(paper_report *report) {
    window(report);
    projected(report);
    exact_ends(report);
    slow_ends(report);
}
