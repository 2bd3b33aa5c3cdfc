/* SPDX-License-Identifier: MIT
 * Beyond the thesis: the exact solution, the precession over nutation with steps of a whole turn, and the
 * error of xi3 against work of everything an expert would try (relative to the largest xi3, T = 0.01). */
#include "fredbo.h"

#define MGL   36.7875
#define PIHAT 4.20214231077435 /* sqrt(2 Mgl I3) */

void fredbo_exact_solution(paper_report *report) {
    static const double xi3[] = {0, 3.1884905632196277e-5, 1.1830420629173438e-6,
                                 1.0489288355121078e-8};
    static const double phi[] = {0, 8.290097037518562e-5, 8.75187551197951e-6,
                                 8.751300201580818e-7};
    /* nutation period and precession per nutation, spin 1e2..1e5 */
    static const double period[] = {0.0467108445016964828, 0.00466518896298537619,
                                    4.66513011846301862e-4, 4.66512953002880755e-5};
    static const double turn[] = {0.00409189190339414, 4.084148503178291e-5, 4.084071230185779e-7,
                                  4.08407045747192e-9};
    for (int i = 0; i < 4; i++) {
        const lento_model *model = paper_model("fast-top spin=1e%d", i + 2);
        const lento_options exact = fredbo_exact();
        paper_outcome end = paper_end(model, paper_with(exact, "until=%.17g", period[i]));
        paper_add(report, end.column[FREDBO_PHI], WITHIN(turn[i], 1e-10), NULL,
                  "precession in one nutation, spin=1e%d", i + 2);
        end = paper_end(model, paper_with(exact, "until=0.01"));
        if (i > 0) {
            paper_add(report, end.column[FREDBO_XI3], WITHIN(xi3[i], 1e-10), NULL,
                      "xi3(0.01), spin=1e%d", i + 2);
            paper_add(report, end.column[FREDBO_PHI], WITHIN(phi[i], 1e-10), NULL,
                      "phi(0.01), spin=1e%d", i + 2);
        }
    }
}

/* ---- precession over nutation ---- */

static lento_options one_turn(double spin, int steps) {
    return paper_options("scheme=slow macro=rk4 until=%.17g steps=%d",
                         PAPER_TWO_PI * spin * PIHAT / MGL, steps);
}

static void constant_gravity(paper_report *report) {
    static const struct {
        double spin, Pi1, theta0, most;
    } rows[] = {{1e5, 1e-5, 0.2, 1e-9}, {1e3, 1e-3, 0.2, 1e-9}, {1e3, 0, 1.2, 1e-9},
                {200, 20, 0.6, 1e-6},   {100, 0, 0.2, 1e-6},    {50, 0, 0.6, 1e-6}};
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        const double spin = rows[i].spin;
        const lento_model *model = paper_model("fast-top frame=space spin=%g Pi1=%g theta0=%g",
                                               spin, rows[i].Pi1, rows[i].theta0);
        const lento_options o = one_turn(spin, 1);
        const paper_outcome worst = paper_errors(model, o, fredbo_exact());
        paper_add(report, worst.column[FREDBO_OWN] / PAPER_TWO_PI, 0, rows[i].most,
                  "one macro step",
                  "one turn, spin=%g Pi1=%g theta0=%g: relative error of the azimuth", spin,
                  rows[i].Pi1, rows[i].theta0);
        if (i < 2) {
            paper_add(report, worst.work.evaluations, 957, 0, NULL,
                      "one turn, spin=%g: evaluations", spin);
        }
        if (i == 1) {
            paper_add(report,
                      fredbo_error(model, paper_with(o, "scheme=averaged"), FREDBO_OWN) /
                          PAPER_TWO_PI,
                      WITHIN(6.4e-6, 0.01), NULL, "the formula Mgl/Pi3, spin=1e3: relative error");
        }
    }
}

void fredbo_precession(paper_report *report) {
    static const struct {
        double spin, phi, relative;
    } rows[] = {{20, 6.40037503, 9e-5},
                {60, 6.29574839, 1.1e-6},
                {200, 6.284311497, 1e-7},
                {1e3, 6.283230338, 1e-9}};
    constant_gravity(report);
    for (int i = 0; i < 4; i++) {
        const double spin = rows[i].spin;
        const paper_outcome end = paper_end(
            paper_model("fast-top frame=space spin=%g gmod=0.5", spin), one_turn(spin, 8));
        paper_add(report, end.column[FREDBO_OWN], WITHIN(rows[i].phi, rows[i].relative), NULL,
                  "modulated gravity, spin=%g: phi_L(T)", spin);
        paper_add(report, end.work.evaluations, 5423, 0, "a direct run takes 1.5e4 to 3.7e7",
                  "modulated gravity, spin=%g: evaluations", spin);
    }
}

/* ---- everything else ---- */

/* largest error in xi3 at 40 times, relative to its largest value there */
static double relative_error(const lento_model *model, lento_options o) {
    static paper_path run, truth;
    double largest = 0;
    paper_follow(&run, model, paper_with(o, "until=0.01"), 40);
    paper_follow(&truth, model, paper_with(fredbo_exact(), "until=0.01"), 40);
    for (int i = 1; i < truth.points; i++) {
        largest = fmax(largest, truth.column[FREDBO_XI3][i]);
    }
    return paper_distance(&run, &truth, FREDBO_XI3, 1) / largest;
}

void fredbo_methods(paper_report *report) {
    static const char *const no_spin = "frame=spin-free";
    const struct {
        const char *name, *model, *options;
        int steps, fast_steps;       /* at spin 1e3 and 1e5; 0: no such number */
        double slow, fast, relative; /* expected */
    } list[] = {
        {"HMM-LF-rk4 of the thesis", "slow=xi", NULL, 0, 32000, 0, 0.61, 0.02},
        {"HMM-LF without a window", "slow=xi", "slow macro=leapfrog", 0, 32000, 0, 0.18, 0.05},
        {"HMM macro RK4 without a window", "slow=regular", "slow macro=rk4", 160, 16000, 2.6e-6,
         2.7e-4, 0.02},
        {"RK4, body frame", "", "direct macro=rk4", 1600, 160000, 3.8e-5, 5.0e-3, 0.02},
        {"RK4, spin-free", no_spin, "direct macro=rk4", 160, 16000, 2.6e-6, 2.7e-4, 0.02},
        {"Strang", no_spin, "direct macro=strang-drift", 40, 4000, 9.4e-3, 9.4e-3, 0.01},
        {"Blanes-Moan", no_spin, "direct macro=blanes-moan4", 40, 4000, 8.0e-7, 8.0e-7, 0.01},
        {"exponential midpoint", no_spin, "direct macro=exponential-midpoint", 40, 40, 2.32e-7,
         3.96e-7, 0.01},
    };
    for (size_t i = 0; i < PAPER_LENGTH(list); i++) {
        for (int fast = 0; fast < 2; fast++) {
            const int steps = fast ? list[i].fast_steps : list[i].steps;
            const char *spin = fast ? "1e5" : "1e3";
            if (steps > 0) {
                const lento_options o =
                    list[i].options ? paper_options("scheme=%s steps=%d", list[i].options, steps)
                                    : fredbo_thesis("leapfrog", "rk4", steps, 10, 1e-9);
                const lento_model *model = paper_model("fast-top %s spin=%s", list[i].model, spin);
                paper_add(report, relative_error(model, o),
                          WITHIN(fast ? list[i].fast : list[i].slow, list[i].relative), NULL,
                          "%s, spin=%s, N=%d", list[i].name, spin, steps);
            }
        }
    }
}
