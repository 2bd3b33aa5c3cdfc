/* SPDX-License-Identifier: MIT
 * Sanz-Serna, Ariel & Tsai, "Multiscale methods for stiff and constrained mechanical systems":
 * Tables 1 and 2, cases (ii) and (iii), and what the paper does not say.
 *
 *   error   largest |q - q_ref| over t = H, 2H, ..., 10 (rk4) or t = 0.25, ..., 10 (ode45), max-norm
 *   q_ref   direct ode45 with tolerances 1e-6, 1e-9, as in the paper; "exact" is the 8th order to
 *           1e-12
 *
 * Step counts of direct runs are not reproducible: one ulp in x2(0) moves them by as much as the
 * paper differs from anybody else. The cells hold means over a few such starts. */
#include "sanzserna.h"
#include "data.h"

/* ---- runs ---- */

static lento_model *springs(double omega1, double omega2, double x1, double x2) {
    return paper_model("springs omega1=%.17g omega2=%.17g px1=0.5 py1=-0.5 px2=-0.5 py2=0.5 "
                       "x1=%.17g x2=%.17g",
                       omega1, omega2, x1, x2);
}

lento_model *sanz_case(int number, double omega) {
    return number == 2 ? springs(omega, 1, 1 + 20 / omega, 2)
                       : springs(number == 1 ? 1 : omega, omega, 1, 2 + 1 / omega);
}

lento_options sanz_paper(const char *macro) {
    return paper_options("scheme=stiff kernel=exp1 periods=20 micro_per_period=6 until=10 macro=%s",
                         macro);
}

lento_options sanz_direct(double rtol) {
    return paper_options("scheme=direct macro=ode45 until=10 rtol=%.17g", rtol);
}

sanz_result sanz_against(const paper_path *reference, const lento_model *model,
                         lento_options options, int intervals) {
    static paper_path run;
    paper_follow(&run, model, options, intervals);
    return (sanz_result){reference ? paper_distance(&run, reference, SANZ_X1, 4) : NAN,
                         reference ? paper_distance(&run, reference, SANZ_PX1, 4) : NAN, run.work};
}

/* ---- Table 1 ---- */

static void table_1(paper_report *report) {
    static paper_path reference;
    for (int i = 0; i < SANZ_OMEGAS; i++) {
        const double omega = sanz_table_2[i].omega;
        const lento_model *model = sanz_case(1, omega);
        paper_follow(&reference, model, sanz_direct(1e-6), 320);
        for (int k = 0; k < SANZ_RUNS; k++) {
            const double printed = sanz_printed[i][k], expected = sanz_computed[i][k];
            const bool fixed = k < SANZ_RUNS - 1;
            const int steps = fixed ? 10 << k : 40;
            const lento_options o =
                fixed ? paper_with(sanz_paper("rk4"), "steps=%d", steps) : sanz_paper("ode45");
            /* of the second printed digit */
            const double digit = pow(10, floor(log10(printed)) - 1);
            const bool agrees = fabs(expected - printed) <= 0.51 * digit;
            paper_add_printed(report, printed, agrees ? AGREES : DIFFERS,
                              sanz_against(&reference, model, o, steps).position,
                              WITHIN(expected, 1e-3),
                              agrees ? NULL : "second digit differs from the print",
                              fixed ? "omega2=%g H=1/%d" : "omega2=%g ode45", omega, 1 << k);
        }
    }
}

/* ---- Table 2 ---- */

static void table_2(paper_report *report) {
    for (int i = 0; i < SANZ_OMEGAS; i++) {
        const double omega = sanz_table_2[i].omega, accepted = sanz_table_2[i].multiscale_accepted,
                     rejected = sanz_table_2[i].multiscale_rejected;
        const sanz_result r = sanz_against(NULL, sanz_case(1, omega), sanz_paper("ode45"), 40);
        paper_add_printed(report, accepted, AGREES, r.work.accepted, accepted, 0, NULL,
                          "omega2=%g multiscale, accepted steps", omega);
        paper_add_printed(report, rejected, AGREES, r.work.rejected, rejected, 0, NULL,
                          "omega2=%g multiscale, rejected steps", omega);
        paper_add(report, r.work.evaluations, sanz_table_2[i].evaluations, 0,
                  "119 per averaged force, one projection",
                  "omega2=%g multiscale, force evaluations", omega);
    }
}

static void table_2_direct(paper_report *report) {
    enum { STARTS = 5 };
    const char *note = "mean over starts one ulp apart";
    for (int i = 0; i < SANZ_OMEGAS; i++) {
        const double omega = sanz_table_2[i].omega;
        double accepted = 0, rejected = 0;
        for (int k = 0; k < STARTS; k++) {
            const double x2 = 2 + 1 / omega + (k - STARTS / 2) * 4.44e-16;
            const sanz_result r =
                sanz_against(NULL, springs(1, omega, 1, x2), sanz_direct(1e-3), 40);
            accepted += r.work.accepted / STARTS;
            rejected += r.work.rejected / STARTS;
        }
        paper_add_printed(report, sanz_table_2[i].printed_accepted, AGREES, accepted,
                          WITHIN(sanz_table_2[i].accepted, 0.03), note,
                          "omega2=%g direct, accepted steps", omega);
        paper_add_printed(report, sanz_table_2[i].printed_rejected, AGREES, rejected,
                          WITHIN(sanz_table_2[i].rejected, 0.06), note,
                          "omega2=%g direct, rejected steps", omega);
    }
}

static const paper_item items[] = {
    {"table-1", "errors, case (i)", .run = table_1},
    {"table-2", "steps of the multiscale runs", .run = table_2},
    {"table-2/direct", "steps of the direct runs", .slow = true, .run = table_2_direct},
    {"section-4", "cases (ii) and (iii)", .run = sanz_section_4},
    {"anchors", "window, projected start, averaged force, end points", .run = sanz_anchors},
    {"limits", "where the published method stops working", .run = sanz_limits},
    {"filters", "better windows, the oscillation restored, fast energies", .run = sanz_filters},
    {"software", "SUNDIALS as macro-integrator", .run = sanz_software, .needs = "SUNDIALS"},
    {"errata", "numbers behind errata that no table shows", .run = sanz_errata_item},
    {0},
};

const paper paper_sanzserna = {
    .name = "sanzserna",
    .title =
        "Sanz-Serna, Ariel & Tsai, Multiscale methods for stiff and constrained mechanical systems",
    .items = items,
    .figures = sanzserna_figures,
    .errata = sanzserna_errata,
};
