/* SPDX-License-Identifier: MIT
 * Beyond the thesis: the exact solution, the precession over nutation with steps of a whole turn, and the
 * error of xi3 against work of everything an expert would try (relative to the largest xi3, T = 0.01). */
#include "fredbo.h"

#include <math.h>
#include <stdio.h>

#define MGL    36.7875
#define PIHAT  4.20214231077435 /* sqrt(2 Mgl I3) */
#define TWO_PI 6.283185307179586

static const fredbo_claim BEYOND = {PAPER_BEYOND, NULL};

static double end_of(const char *words, double until, int column) {
    double columns[FREDBO_COLUMNS];
    lento_model *model = fredbo_model("fast-top", words, NULL);
    const lento_options o = fredbo_run("direct", "exact", until, 1);
    fredbo_end(model, &o, columns);
    lento_model_destroy(model);
    return columns[column];
}

void fredbo_exact_solution(paper_report *report) {
    static const double xi3[] = {3.1884905632196277e-5, 1.1830420629173438e-6,
                                 1.0489288355121078e-8};
    static const double phi[] = {8.290097037518562e-5, 8.75187551197951e-6, 8.751300201580818e-7};
    /* nutation period and precession per nutation, spin 1e2..1e5 */
    static const double period[] = {0.0467108445016964828, 0.00466518896298537619,
                                    4.66513011846301862e-4, 4.66512953002880755e-5};
    static const double turn[] = {0.00409189190339414, 4.084148503178291e-5, 4.084071230185779e-7,
                                  4.08407045747192e-9};
    char words[20], cell[80];
    for (int i = 0; i < 4; i++) {
        snprintf(words, sizeof words, "spin=1e%d", i + 2);
        snprintf(cell, sizeof cell, "precession in one nutation, %s", words);
        fredbo_cell(report, cell, NAN, end_of(words, period[i], FREDBO_PHI), turn[i], 1e-10,
                    BEYOND);
        if (i > 0) {
            snprintf(cell, sizeof cell, "xi3(0.01), %s", words);
            fredbo_cell(report, cell, NAN, end_of(words, 0.01, FREDBO_XI3), xi3[i - 1], 1e-10,
                        BEYOND);
            snprintf(cell, sizeof cell, "phi(0.01), %s", words);
            fredbo_cell(report, cell, NAN, end_of(words, 0.01, FREDBO_PHI), phi[i - 1], 1e-10,
                        BEYOND);
        }
    }
}

/* ---- precession over nutation ---- */

static double one_turn(double spin) {
    return TWO_PI * spin * PIHAT / MGL;
}

static void constant_gravity(paper_report *report) {
    static const struct {
        double spin, Pi1, theta0, most;
    } rows[] = {{1e5, 1e-5, 0.2, 1e-9}, {1e3, 1e-3, 0.2, 1e-9}, {1e3, 0, 1.2, 1e-9},
                {200, 20, 0.6, 1e-6},   {100, 0, 0.2, 1e-6},    {50, 0, 0.6, 1e-6}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double worst[FREDBO_COLUMNS];
        char words[80], cell[100];
        snprintf(words, sizeof words, "frame=space spin=%g Pi1=%g theta0=%g", rows[i].spin,
                 rows[i].Pi1, rows[i].theta0);
        lento_model *model = fredbo_model("fast-top", words, NULL);
        lento_options o = fredbo_run("slow", "rk4", one_turn(rows[i].spin), 1);
        const lento_counts counts = fredbo_errors(model, &o, fredbo_exact(), worst);
        snprintf(cell, sizeof cell,
                 "one turn, spin=%g Pi1=%g theta0=%g: relative error of the azimuth", rows[i].spin,
                 rows[i].Pi1, rows[i].theta0);
        fredbo_near(report, cell, worst[FREDBO_OWN] / TWO_PI, 0, rows[i].most,
                    (fredbo_claim){PAPER_BEYOND, "one macro step"});
        if (i < 2) {
            snprintf(cell, sizeof cell, "one turn, spin=%g: evaluations", rows[i].spin);
            fredbo_near(report, cell, (double)counts.force_evaluations, 957, 0, BEYOND);
        }
        if (i == 1) {
            o.average[0].scheme = "averaged";
            fredbo_errors(model, &o, fredbo_exact(), worst);
            fredbo_cell(report, "the formula Mgl/Pi3, spin=1e3: relative error", NAN,
                        worst[FREDBO_OWN] / TWO_PI, 6.4e-6, 0.01, BEYOND);
        }
        lento_model_destroy(model);
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
        double columns[FREDBO_COLUMNS];
        char words[60], cell[80];
        snprintf(words, sizeof words, "frame=space spin=%g gmod=0.5", rows[i].spin);
        lento_model *model = fredbo_model("fast-top", words, NULL);
        const lento_options o = fredbo_run("slow", "rk4", one_turn(rows[i].spin), 8);
        const lento_counts counts = fredbo_end(model, &o, columns);
        snprintf(cell, sizeof cell, "modulated gravity, spin=%g: phi_L(T)", rows[i].spin);
        fredbo_cell(report, cell, NAN, columns[FREDBO_OWN], rows[i].phi, rows[i].relative, BEYOND);
        snprintf(cell, sizeof cell, "modulated gravity, spin=%g: evaluations", rows[i].spin);
        fredbo_near(report, cell, (double)counts.force_evaluations, 5423, 0,
                    (fredbo_claim){PAPER_BEYOND, "a direct run takes 1.5e4 to 3.7e7"});
        lento_model_destroy(model);
    }
}

/* ---- everything else, at 40 equidistant times ---- */

typedef struct method {
    const char *name, *words, *set;
    lento_options options;
    long steps;         /* at spin 1e5 */
    double expected[2]; /* NAN: no such number */
    double relative;
} method;

/* largest error in xi3 at 40 times, relative to its largest value there */
static double relative_error(const lento_model *model, lento_options o) {
    lento_run *run = NULL, *truth = NULL;
    lento_options exact = fredbo_exact();
    double a[FREDBO_COLUMNS] = {0}, b[FREDBO_COLUMNS] = {0}, worst = 0, largest = 0;
    o.until = exact.until = 0.01;
    bool good = model && lento_run_open(&run, model, &o) == LENTO_DONE &&
                lento_run_open(&truth, model, &exact) == LENTO_DONE;
    for (int i = 1; good && i <= 40; i++) {
        const double t = 0.01 * i / 40;
        good = lento_run_advance(run, t) == LENTO_DONE &&
               lento_run_advance(truth, t) == LENTO_DONE &&
               lento_run_columns(run, t, a) == LENTO_DONE &&
               lento_run_columns(truth, t, b) == LENTO_DONE;
        worst = fmax(worst, fabs(a[FREDBO_XI3] - b[FREDBO_XI3]));
        largest = fmax(largest, b[FREDBO_XI3]);
    }
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return good ? worst / largest : NAN;
}

void fredbo_methods(paper_report *report) {
    const char *const free = "frame=spin-free";
    const method list[] = {
        {"HMM-LF-rk4 of the thesis",
         "",
         "xi",
         fredbo_thesis("leapfrog", "rk4", 0, 0, 10, 1e-9),
         32000,
         {NAN, 0.61},
         0.02},
        {"HMM-LF without a window",
         "",
         "xi",
         fredbo_run("slow", "leapfrog", 0, 0),
         32000,
         {NAN, 0.18},
         0.05},
        {"HMM macro RK4 without a window",
         "",
         "regular",
         fredbo_run("slow", "rk4", 0, 160),
         16000,
         {2.6e-6, 2.7e-4},
         0.02},
        {"RK4, body frame",
         "",
         NULL,
         fredbo_run("direct", "rk4", 0, 1600),
         160000,
         {3.8e-5, 5.0e-3},
         0.02},
        {"RK4, spin-free",
         free,
         NULL,
         fredbo_run("direct", "rk4", 0, 160),
         16000,
         {2.6e-6, 2.7e-4},
         0.02},
        {"Strang",
         free,
         NULL,
         fredbo_run("direct", "strang-drift", 0, 40),
         4000,
         {9.4e-3, 9.4e-3},
         0.01},
        {"Blanes-Moan",
         free,
         NULL,
         fredbo_run("direct", "blanes-moan4", 0, 40),
         4000,
         {8.0e-7, 8.0e-7},
         0.01},
        {"exponential midpoint",
         free,
         NULL,
         fredbo_run("direct", "exponential-midpoint", 0, 40),
         40,
         {2.32e-7, 3.96e-7},
         0.01},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        for (int fast = 0; fast < 2 && !paper_stop(report); fast++) {
            const method *m = &list[i];
            if (isnan(m->expected[fast])) {
                continue;
            }
            char words[60], cell[80];
            snprintf(words, sizeof words, "%s%sspin=%s", m->words, m->words[0] ? " " : "",
                     fast ? "1e5" : "1e3");
            lento_model *model = fredbo_model("fast-top", words, m->set);
            lento_options o = m->options;
            o.steps = fast ? m->steps : o.steps;
            snprintf(cell, sizeof cell, "%s, spin=%s, N=%ld", m->name, fast ? "1e5" : "1e3",
                     o.steps);
            fredbo_cell(report, cell, NAN, relative_error(model, o), m->expected[fast], m->relative,
                        BEYOND);
            lento_model_destroy(model);
        }
    }
}
