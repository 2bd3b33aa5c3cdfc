/* SPDX-License-Identifier: MIT
 * Calvo & Sanz-Serna, the figures: the pendulum at omega = 200 (Fig. 2.1), the tables as error
 * against H, the energy of section 2.5 and the double pendulum (Fig. 4.1). */
#include "figures.h"
#include "calvo.h"
#include "data.h"

#include <math.h>
#include <stdio.h>

/* ---- Fig. 2.1 ---- */

static void pendulum(paper_sheet *sheet) {
    static figure_run fast, slow;
    lento_model *model = calvo_pendulum((calvo_start){200, 0, 0.5, 0});
    lento_options o = {.until = 1, .macro = "dop853", .rtol = 1e-10, .atol = 1e-12};
    o.average[0].scheme = "direct";
    figure_follow(&fast, model, &o, 2000);
    o.average[0].scheme = "averaged";
    figure_follow(&slow, model, &o, 200);
    lento_model_destroy(model);
    figure_time(sheet, "angle q of the full equations", &fast, 0, false);
    figure_time(sheet, "averaged angle Q", &slow, 0, false);
}

/* ---- Tables 2.1-2.3 ---- */

static void error_curve(paper_sheet *sheet, const char *name, const calvo_cell cells[], size_t n,
                        calvo_algorithm algorithm) {
    double H[16], printed[16], ours[16];
    size_t count = 0;
    for (size_t i = 0; i < n && count < 16; i++) {
        const calvo_cell *c = &cells[i];
        static figure_run run, truth;
        if (c->omega != 0 && c->omega != 1e6) {
            continue;
        }
        lento_model *model = calvo_pendulum((calvo_start){1e6, 0, 0.5, 0});
        const lento_options o = calvo_options(algorithm, 1, c->steps, c->steps);
        const lento_options exact = {.until = 1,
                                     .macro = "dop853",
                                     .rtol = 1e-12,
                                     .atol = 1e-14,
                                     .average = {{.scheme = "averaged"}}};
        figure_follow(&run, model, &o, c->steps);
        figure_follow(&truth, model, &exact, c->steps);
        lento_model_destroy(model);
        ours[count] = 0;
        for (int k = 1; k < run.points; k++) {
            ours[count] = fmax(ours[count], fabs(run.column[0][k] - truth.column[0][k]));
        }
        H[count] = 1.0 / c->steps;
        printed[count++] = c->published;
    }
    char label[80];
    paper_curve_add(sheet, name, count, H, ours, false);
    snprintf(label, sizeof label, "%s, printed", name);
    paper_curve_add(sheet, label, count, H, printed, true);
}

#define CELLS(list) list, sizeof list / sizeof *list

static void tables(paper_sheet *sheet) {
    error_curve(sheet, "averaged", CELLS(calvo_averaged), CALVO_AVERAGED);
    error_curve(sheet, "Algorithm 1", CELLS(calvo_table_21), CALVO_SYNC);
    error_curve(sheet, "Algorithm 2, simple", CELLS(calvo_table_23), CALVO_SIMPLE);
}

/* ---- section 2.5 ---- */

static void energy_curve(paper_sheet *sheet, const char *name, calvo_algorithm algorithm) {
    static figure_run run;
    lento_model *model = calvo_pendulum((calvo_start){1e3, 0, 0.5, 0});
    const lento_options o = calvo_options(algorithm, 250, 10000, 40);
    const double l = 0.2, g = 9.8, v = 4;
    figure_follow(&run, model, &o, 1000);
    lento_model_destroy(model);
    for (int i = run.points - 1; i >= 0; i--) {
        const double Q = run.column[0][i], P = run.column[1][i], s = sin(Q);
        /* the energy of the averaged equation (2.5) */
        run.column[2][i] = P * P / 2 + g / l * cos(Q) + v * v / (4 * l * l) * s * s;
    }
    for (int i = run.points - 1; i >= 0; i--) {
        run.column[2][i] -= run.column[2][0];
    }
    figure_time(sheet, name, &run, 2, false);
}

static void energy(paper_sheet *sheet) {
    energy_curve(sheet, "Algorithm 1", CALVO_SYNC);
    energy_curve(sheet, "Algorithm 2, exponential", CALVO_ASYNC);
    energy_curve(sheet, "Algorithm 2, simple", CALVO_SIMPLE);
}

/* ---- Fig. 4.1 ---- */

static void chain(paper_sheet *sheet, int first, const char *const names[2]) {
    static figure_run run;
    char label[80];
    const lento_setting omega = {.name = "omega", .value = 1e6};
    lento_model *model = figure_model("chain", &omega, 1);
    for (int N = 80; N <= 160; N *= 2) {
        const lento_options o = calvo_chain_options("shake", N, "shake", 2 * N / 5);
        figure_follow(&run, model, &o, N);
        for (int k = 0; k < 2; k++) {
            snprintf(label, sizeof label, "%s, H=1/%d", names[k], N);
            figure_time(sheet, label, &run, first + k, N == 80);
        }
    }
    figure_follow(&run, model, &calvo_chain_limit, 400);
    for (int k = 0; k < 2; k++) {
        snprintf(label, sizeof label, "%s, limit", names[k]);
        figure_time(sheet, label, &run, first + k, false);
    }
    lento_model_destroy(model);
}

static void angles(paper_sheet *sheet) {
    static const char *const names[2] = {"q1", "q2"};
    chain(sheet, 0, names);
}

static void multipliers(paper_sheet *sheet) {
    static const char *const names[2] = {"Lambda1", "Lambda2"};
    chain(sheet, 2, names);
}

const paper_figure calvo_figures[] = {
    {"figure-2.1", "The inverted pendulum at omega = 200.",
     "the pendulum swings about the upward vertical, and q differs from the averaged Q by "
     "O(1/omega)",
     "it does; at this modest omega the difference can be seen", "t [s]", "angle [rad]", false,
     false, false, pendulum},
    {"tables-2.1-2.3",
     "Largest error in Q against the macro step at omega = 1e6; marks are the print.",
     "the errors behave like H^2 for every algorithm", "they do; marks and lines coincide", "H [s]",
     "max |Q_n - Q(t_n)|", true, true, false, tables},
    {"section-2.5", "Energy of the averaged motion along the runs, omega = 1e3, H = 1/40.",
     "the asynchronous algorithm is symplectic and reversible, the synchronous one is neither",
     "Algorithm 1 drifts at this omega, Algorithm 2 does not", "t [s]", "E - E(0)", false, false,
     true, energy},
    {"figure-4.1-angles", "Double pendulum, SHAKE-SHAKE at omega = 1e6: angles of the rods.",
     "the runs with H = 1/80 and 1/160 show the same motion",
     "H = 1/80 is only qualitative after t = 0.5, where its error in q2 reaches 0.2", "t [s]",
     "angle [rad]", false, false, false, angles},
    {"figure-4.1-multipliers", "The same: multipliers of the averaged motion.",
     "the multipliers are those of the constrained averaged equations",
     "they are the centrifugal part alone, because the averaged force is tangential", "t [s]",
     "Lambda", false, false, false, multipliers},
    {0},
};
