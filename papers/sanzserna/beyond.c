/* SPDX-License-Identifier: MIT
 * What the paper does not say: where its window stops working, and what repairs it.
 *
 *   limits    the residual spring kappa Omega^2 grows like omega^2: more steps from 1e5 on, an
 *             anti-spring in case (ii); in case (iii) the rigid limit is not the limit, because fast
 *             energies act
 *   filters   kaiser and notch windows, the oscillation added back, fast energies kept (adiabatic)
 *
 * At omega2 >= 1e5 the reference is the slow motion to 1e-11 with the oscillation added back: a
 * direct run agrees with it to 1e-9 and takes minutes. */
#include "sanzserna.h"

static lento_options with_kernel(const char *kernel, const char *macro, double rtol) {
    return paper_options("scheme=stiff until=10 kernel=%s macro=%s rtol=%.17g", kernel, macro,
                         rtol);
}

/* case (i) against the best reference there is */
static sanz_result accurate(double omega, lento_options options) {
    static paper_path reference;
    const lento_model *model = sanz_case(1, omega);
    paper_follow(&reference, model,
                 omega > 2e4 ? paper_with(with_kernel("kaiser", "dop853", 1e-11), "restore_fast")
                             : sanz_exact(),
                 40);
    return sanz_against(&reference, model, options, 40);
}

/* ---- limits ---- */

void sanz_limits(paper_report *report) {
    static const double omega[] = {500, 1000, 2000, 5000}, gap[] = {0.132, 0.144, 0.158, 0.163};
    static paper_path reference;
    for (int i = 0; i < 2; i++) {
        const double fast = i ? 1e6 : 1e5;
        const sanz_result r = sanz_against(NULL, sanz_case(1, fast), sanz_paper("ode45"), 40);
        paper_add(report, r.work.accepted, i ? 225 : 40, i ? 5 : 1,
                  "the cost is not independent of omega: residual spring",
                  "(i) omega2=%g, accepted steps of the paper's window", fast);
    }
    const lento_model *model = sanz_case(2, 5000);
    paper_follow(&reference, model, sanz_exact(), 40);
    const bool fails = !(sanz_against(&reference, model, sanz_paper("ode45"), 40).position < 0.5);
    paper_add(report, fails, 1, 0, "1: yes; kappa < 0 pushes away from the rods",
              "(ii) omega1=5000: the paper's window is off by more than 0.5");
    const lento_options kaiser = with_kernel("kaiser", "ode45", 1e-5);
    paper_add(report, sanz_against(&reference, model, kaiser, 40).position, 20 / 5000.0, 2e-4,
              "20/omega1, the ignored oscillation", "(ii) omega1=5000, kaiser, error");
    for (int i = 0; i < 4; i++) {
        model = sanz_case(3, omega[i]);
        paper_follow(&reference, model, sanz_rods(), 40);
        paper_add(report, sanz_against(&reference, model, sanz_exact(), 40).position, gap[i], 1e-3,
                  "does not fall: the fast energies J Omega(q) act",
                  "(iii) omega=%g, stiff motion against rods", omega[i]);
    }
}

/* ---- filters ---- */

static void kaiser_and_notch(paper_report *report) {
    static const double omega[] = {200, 1e3, 1e4, 1e5, 1e6};
    static const double loose[] = {3.94e-3, 2.86e-3, 2.63e-3, 2.58e-3, 2.57e-3};
    for (int i = 0; i < 5; i++) {
        sanz_result r = accurate(omega[i], with_kernel("kaiser", "ode45", 1e-3));
        paper_add(report, r.position, WITHIN(loose[i], 0.03), NULL,
                  "(i) omega2=%g, kaiser, tolerance 1e-3: error", omega[i]);
        paper_add(report, r.work.accepted, 22, 0, "the same at every omega",
                  "(i) omega2=%g, kaiser, tolerance 1e-3: accepted steps", omega[i]);
        r = accurate(omega[i], with_kernel("kaiser", "ode45", 1e-7));
        paper_add(report, r.position, WITHIN(0.612 / omega[i], 0.02),
                  "0.612/omega2, the ignored oscillation",
                  "(i) omega2=%g, kaiser, tolerance 1e-7: error", omega[i]);
    }
    lento_options o = paper_with(with_kernel("notch", "dop853", 0), "steps=40");
    const sanz_result r = accurate(1e4, o);
    paper_add(report, r.position, 6.08e-5, 6e-7, NULL,
              "(i) omega2=1e4, notch, dop853 H=1/4: error");
    paper_add(report, r.work.evaluations, 2405, 0, "direct ode45: 1.28e6",
              "(i) omega2=1e4, notch, dop853 H=1/4: force evaluations");
    paper_add(report, accurate(1e4, paper_with(o, "restore_fast")).position, 1.23e-7, 1e-8, NULL,
              "the same with the oscillation added back: error");
    o = paper_with(with_kernel("kaiser", "ode45", 1e-7), "restore_fast");
    paper_add(report, accurate(1e4, o).position, 7.3e-8, 4e-9, NULL,
              "kaiser, ode45 1e-7, the oscillation added back: error");
}

void sanz_filters(paper_report *report) {
    static paper_path reference;
    static const struct {
        double omega, error, tolerance;
    } rows[] = {{500, 0.0073, 1e-4}, {2000, 0.0039, 1e-4}, {1e4, 0.00153, 2e-5}};
    const lento_options o = paper_with(with_kernel("kaiser", "ode45", 1e-6), "adiabatic");
    kaiser_and_notch(report);
    for (int i = 0; i < 3; i++) {
        const lento_model *model = sanz_case(3, rows[i].omega);
        paper_follow(&reference, model, sanz_exact(), 40);
        paper_add(report, sanz_against(&reference, model, o, 40).position, rows[i].error,
                  rows[i].tolerance, "published method: 0.036, 0.137, 0.132",
                  "(iii) omega=%g, fast energies kept, no re-projection: error", rows[i].omega);
    }
}

/* ---- SUNDIALS ---- */

void sanz_software(paper_report *report) {
    static const char *const macro[] = {"arkode-dopri", "cvode-adams"};
    for (int i = 0; i < 2; i++) {
        paper_add(report, accurate(1e4, paper_with(sanz_paper(macro[i]), "rtol=1e-6")).position,
                  i ? 6.57e-5 : 6.59e-5, 1e-6, "off-the-shelf software works",
                  "(i) omega2=1e4, %s 1e-6, the paper's window: error", macro[i]);
    }
    const sanz_result r = accurate(1e6, with_kernel("notch", "cvode-adams", 1e-7));
    paper_add(report, r.position, 2.8e-6, 1e-6, "the best direct run needs 7.3e6 evaluations",
              "(i) omega2=1e6, notch, cvode-adams 1e-7: error");
    paper_add(report, r.work.evaluations, 1380, 150, "5 per averaged force",
              "the same, force evaluations");
}
