/* SPDX-License-Identifier: MIT
 * What the paper does not say: where its window stops working, and what repairs it.
 *
 *   limits    the residual spring kappa Omega^2 grows like omega^2: more steps from 1e5 on, an
 *   anti-spring in
 *             case (ii); in case (iii) the rigid limit is not the limit, because fast energies act
 *   filters   kaiser and notch windows, the oscillation added back, fast energies seeded
 *   (adiabatic)
 *
 * At omega2 >= 1e5 the reference is the slow motion to 1e-11 with the oscillation added back: a
 * direct run agrees with it to 1e-9 and takes minutes. */
#include "sanzserna.h"

#include "request/adapters.h"

#include <math.h>
#include <stdio.h>

static lento_options with_kernel(const char *kernel, const char *macro, double rtol) {
    lento_options o = sanz_paper();
    o.average[0] = (lento_average){.scheme = "stiff", .kernel = kernel};
    o.macro = macro;
    o.rtol = rtol;
    o.atol = rtol / 1000;
    return o;
}

static void reference_at(double omega, sanz_run *reference) {
    lento_options best = with_kernel("kaiser", "dop853", 1e-11);
    best.average[0].restore_fast = true;
    const lento_options exact = sanz_exact();
    sanz_go(sanz_case_1(omega), omega > 2e4 ? &best : &exact, 40, reference);
}

static double error_of(sanz_start start, const lento_options *options, const sanz_run *reference,
                       sanz_run *run) {
    sanz_go(start, options, 40, run);
    return sanz_distance(run, reference, 0);
}

/* ---- limits ---- */

static void steps_grow(paper_report *report) {
    static sanz_run run;
    static const struct {
        double omega, accepted, tolerance;
    } cell[] = {{1e5, 40, 1}, {1e6, 225, 5}};
    const lento_options method = sanz_paper();
    char text[100];
    for (int i = 0; i < 2 && !paper_stop(report); i++) {
        sanz_go(sanz_case_1(cell[i].omega), &method, 40, &run);
        snprintf(text, sizeof text, "(i) omega2=%g, accepted steps of the paper's window",
                 cell[i].omega);
        sanz_cell(report, text, NAN, (double)run.counts.macro_steps, cell[i].accepted,
                  cell[i].tolerance, PAPER_NOT_CONFIRMED,
                  "the cost is not independent of omega: residual spring");
    }
}

static void anti_spring(paper_report *report) {
    static sanz_run run, exact;
    const lento_options method = sanz_paper(), truth = sanz_exact();
    const lento_options kaiser = with_kernel("kaiser", "ode45", 1e-5);
    const sanz_start start = sanz_case_2(5000);
    sanz_go(start, &truth, 40, &exact);
    const bool fails = !(error_of(start, &method, &exact, &run) < 0.5);
    sanz_cell(report, "(ii) omega1=5000: the paper's window is off by more than 0.5", NAN, fails, 1,
              0, PAPER_NOT_CONFIRMED, "1: yes; kappa < 0 pushes away from the rods");
    sanz_cell(report, "(ii) omega1=5000, kaiser, error", NAN,
              error_of(start, &kaiser, &exact, &run), 20 / 5000.0, 2e-4, PAPER_BEYOND,
              "20/omega1, the ignored oscillation");
}

static void rigid_is_not_the_limit(paper_report *report) {
    static sanz_run rods, stiff;
    static const double omega[] = {500, 1000, 2000, 5000}, gap[] = {0.132, 0.144, 0.158, 0.163};
    lento_options rigid = sanz_exact(), exact = sanz_exact();
    char text[100];
    rigid.average[0].scheme = "averaged";
    for (int i = 0; i < 4 && !paper_stop(report); i++) {
        sanz_go(sanz_case_3(omega[i]), &rigid, 40, &rods);
        snprintf(text, sizeof text, "(iii) omega=%g, stiff motion against rods", omega[i]);
        sanz_cell(report, text, NAN, error_of(sanz_case_3(omega[i]), &exact, &rods, &stiff), gap[i],
                  1e-3, PAPER_NOT_CONFIRMED, "does not fall: the fast energies J Omega(q) act");
    }
}

void sanz_limits(paper_report *report) {
    steps_grow(report);
    anti_spring(report);
    rigid_is_not_the_limit(report);
}

/* ---- filters ---- */

static void kaiser(paper_report *report) {
    static sanz_run reference, run;
    static const double omega[] = {200, 1e3, 1e4, 1e5, 1e6};
    static const double loose[] = {3.94e-3, 2.86e-3, 2.63e-3, 2.58e-3, 2.57e-3};
    char text[100];
    for (int i = 0; i < 5 && !paper_stop(report); i++) {
        const double floor_error = 0.612 / omega[i];
        const sanz_start start = sanz_case_1(omega[i]);
        lento_options o = with_kernel("kaiser", "ode45", 1e-3);
        reference_at(omega[i], &reference);
        snprintf(text, sizeof text, "(i) omega2=%g, kaiser, tolerance 1e-3: error", omega[i]);
        sanz_cell(report, text, NAN, error_of(start, &o, &reference, &run), loose[i],
                  0.03 * loose[i], PAPER_BEYOND, NULL);
        snprintf(text, sizeof text, "(i) omega2=%g, kaiser, tolerance 1e-3: accepted steps",
                 omega[i]);
        sanz_cell(report, text, NAN, (double)run.counts.macro_steps, 22, 0, PAPER_BEYOND,
                  "the same at every omega");
        o = with_kernel("kaiser", "ode45", 1e-7);
        snprintf(text, sizeof text, "(i) omega2=%g, kaiser, tolerance 1e-7: error", omega[i]);
        sanz_cell(report, text, NAN, error_of(start, &o, &reference, &run), floor_error,
                  0.02 * floor_error, PAPER_BEYOND, "0.612/omega2, the ignored oscillation");
    }
}

static void notch(paper_report *report) {
    static sanz_run reference, run;
    lento_options o = with_kernel("notch", "dop853", 0);
    o.atol = 0;
    o.steps = 40;
    reference_at(1e4, &reference);
    sanz_cell(report, "(i) omega2=1e4, notch, dop853 H=1/4: error", NAN,
              error_of(sanz_case_1(1e4), &o, &reference, &run), 6.08e-5, 6e-7, PAPER_BEYOND, NULL);
    sanz_cell(report, "(i) omega2=1e4, notch, dop853 H=1/4: force evaluations", NAN,
              (double)run.counts.force_evaluations, 2405, 0, PAPER_BEYOND, "direct ode45: 1.28e6");
    o.average[0].restore_fast = true;
    sanz_cell(report, "the same with the oscillation added back: error", NAN,
              error_of(sanz_case_1(1e4), &o, &reference, &run), 3.4e-7, 2e-8, PAPER_BEYOND, NULL);
    o = with_kernel("kaiser", "ode45", 1e-7);
    o.average[0].restore_fast = true;
    sanz_cell(report, "kaiser, ode45 1e-7, the oscillation added back: error", NAN,
              error_of(sanz_case_1(1e4), &o, &reference, &run), 7.3e-8, 4e-9, PAPER_BEYOND, NULL);
}

static void adiabatic(paper_report *report) {
    static sanz_run reference, run;
    static const struct {
        double omega, error, tolerance;
    } cell[] = {{500, 0.0077, 1e-3}, {2000, 0.0036, 1e-4}, {1e4, 0.00122, 2e-5}};
    const lento_options exact = sanz_exact();
    lento_options o = with_kernel("kaiser", "ode45", 1e-6);
    char text[100];
    o.average[0].adiabatic = true;
    for (int i = 0; i < 3 && !paper_stop(report); i++) {
        sanz_go(sanz_case_3(cell[i].omega), &exact, 40, &reference);
        snprintf(text, sizeof text, "(iii) omega=%g, fast energies seeded, no re-projection: error",
                 cell[i].omega);
        sanz_cell(report, text, NAN, error_of(sanz_case_3(cell[i].omega), &o, &reference, &run),
                  cell[i].error, cell[i].tolerance, PAPER_BEYOND,
                  "published method: 0.036, 0.137, 0.132");
    }
}

void sanz_filters(paper_report *report) {
    kaiser(report);
    notch(report);
    adiabatic(report);
}

/* ---- SUNDIALS ---- */

void sanz_software(paper_report *report) {
    static sanz_run reference, run;
    static const char *const macro[] = {"arkode-dopri", "cvode-adams"};
    static const double error[] = {6.59e-5, 6.57e-5};
    char text[100];
    reference_at(1e4, &reference);
    for (int i = 0; i < 2; i++) {
        lento_options o = sanz_paper();
        o.macro = macro[i];
        o.rtol = 1e-6;
        snprintf(text, sizeof text, "(i) omega2=1e4, %s 1e-6, the paper's window: error", macro[i]);
        sanz_cell(report, text, NAN, error_of(sanz_case_1(1e4), &o, &reference, &run), error[i],
                  1e-6, PAPER_CONFIRMED, "off-the-shelf software works");
    }
    const lento_options o = with_kernel("notch", "cvode-adams", 1e-7);
    reference_at(1e6, &reference);
    sanz_cell(report, "(i) omega2=1e6, notch, cvode-adams 1e-7: error", NAN,
              error_of(sanz_case_1(1e6), &o, &reference, &run), 2.8e-6, 1e-6, PAPER_BEYOND,
              "the best direct run needs 7.3e6 evaluations");
    sanz_cell(report, "the same, force evaluations", NAN, (double)run.counts.force_evaluations,
              1380, 150, PAPER_BEYOND, "5 per averaged force");
}
