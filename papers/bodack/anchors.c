/* SPDX-License-Identifier: MIT
 * bodack chapters 2, 4 and 5: geometry, integrals of motion and the extrapolation method, against
 * the numbers of an independent computation (card bodack 1, 2, 3). */
#include "bodack.h"

/* ---- card bodack 1 ---- */

static void moments(paper_report *report, const char *what, const double edges[3],
                    const double fixed[3], const double expected[3]) {
    lento_top top = {.mass = NAN};
    const bool good = lento_top_cuboid(&top, edges, fixed, 1) == 0;
    for (int i = 0; i < 3; i++) {
        paper_add(report, good ? top.moments[i] : NAN, expected[i], 1e-11, NULL, "%s, moment %d",
                  what, i + 1);
    }
}

void bodack_geometry(paper_report *report) {
    static const double edges[3] = {0.8, 0.8, 1}, corner[3] = {0.8, 0.8, -1};
    static const double other[3] = {0.5, 0.8, 1.1}, inside[3] = {0.3, -0.2, 0.9};
    static const double at_corner[3] = {2.521451091794, 14.135615574873, 14.472533333333};
    static const double at_inside[3] = {1.151035786012, 4.992580446078, 5.401983767909};
    const char *four =
        "4.2.1 prints C_N^2 + C_T^2 where C_N^2 + 4 C_T^2 follows from corollary 2.6";
    lento_top top = {.mass = NAN};
    lento_top_cuboid(&top, edges, NULL, 1);
    const paper_cell cells[] = {
        {"C = (0.8, 0.8, 1): mass", top.mass, 5.12, .tolerance = 1e-11},
        {"I_N", top.transverse, 7.918933333333, .tolerance = 1e-11},
        {"I_T", top.axial, 2.184533333333, .tolerance = 1e-11},
        {"alpha", top.alpha, 0.275862068965517, 1e-11, .note = four},
        {"p", top.pull, 0.646551724137931, 1e-11, .note = four},
    };
    paper_add_cells(report, "", cells, PAPER_LENGTH(cells));
    moments(report, "corner fixed", edges, corner, at_corner);
    moments(report, "C = (0.5, 0.8, 1.1), r = (0.3, -0.2, 0.9)", other, inside, at_inside);
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "Kowalewski" : "Goryachev-Chaplygin";
        const double ratio = i == 0 ? 2 : 4;
        double low = INFINITY, high = 0;
        for (double CB = 0.1; CB < 10; CB *= 1.7) {
            (i == 0 ? lento_top_kowalewski : lento_top_goryachev_chaplygin)(&top, CB, 1);
            low = fmin(low, top.moments[1] / top.moments[0]);
            high = fmax(high, top.moments[2] / top.moments[0]);
        }
        paper_add(report, low, ratio, 1e-14, NULL, "%s: least ratio I_2/I_1, any CB", name);
        paper_add(report, high, ratio, 1e-14, NULL, "%s: largest ratio I_3/I_1, any CB", name);
    }
}

/* ---- card bodack 2 ---- */

#define KOWALEWSKI "case=kowalewski"
#define GORYACHEV  "case=goryachev-chaplygin"

/* a column at t = 0 */
static double at_start(int start, const char *settings, int column) {
    return paper_watch(bodack_model(start, settings), bodack_steps("axis-split", 1, 1), 1, 0,
                       column)
        .start;
}

static void start_values(paper_report *report, int start) {
    lento_top top = {.mass = NAN};
    lento_top_kowalewski(&top, 0.8, 1);
    const double K = at_start(start, KOWALEWSKI, BODACK_SPECIAL);
    const struct {
        const char *name;
        double computed, upright, tilted, tolerance;
    } rows[] = {
        {"Lagrange E", at_start(start, "", BODACK_E), 5.828660972858, 4.890290278867, 1e-11},
        {"Lagrange <m,a>", at_start(start, "", BODACK_MA), 1.46, 2.349008727102, 1e-11},
        {"Kowalewski E", at_start(start, KOWALEWSKI, BODACK_E), 2.353460406371, 1.937875383455,
         1e-11},
        {"Kowalewski K", K, 1.525547230380, 0.658767103991, 1e-11},
        {"K I_T^4", K * pow(top.inertia[2][2], 4), 128.074544156, 55.305594523, 1e-8},
        {"Goryachev-Chaplygin E", at_start(start, GORYACHEV, BODACK_E), 2.361254701815,
         1.726438093413, 1e-11},
        {"Goryachev-Chaplygin G", at_start(start, GORYACHEV, BODACK_SPECIAL), -0.000754058022,
         -0.000754058022, 1e-11},
    };
    for (size_t i = 0; i < PAPER_LENGTH(rows); i++) {
        paper_add(report, rows[i].computed, start ? rows[i].tilted : rows[i].upright,
                  rows[i].tolerance, NULL, "%s %s", bodack_start[start], rows[i].name);
    }
}

/* max |special - its start| over 50 units of gbs at 1e-12 */
static double departure(int start, const char *settings) {
    return paper_watch(bodack_model(start, settings),
                       paper_options("macro=gbs until=50 rtol=1e-12 atol=1e-12"), 0.5, 100,
                       BODACK_SPECIAL)
        .drift;
}

void bodack_integrals(paper_report *report) {
    const char *note = "conserved with the indices (1,2,3) = (T, B, -N)";
    for (int i = 0; i < 2; i++) {
        start_values(report, i);
        paper_add(report, departure(i, KOWALEWSKI), 0, 1e-9, note,
                  "%s max |K - K0|, gbs 1e-12, t <= 50", bodack_start[i]);
        paper_add(report, departure(i, GORYACHEV), 0, 1e-9, note,
                  "%s max |G - G0|, gbs 1e-12, m3 = 0, t <= 50", bodack_start[i]);
    }
    paper_add(report, departure(0, GORYACHEV " m3=1.46"), 0.2, 0.1,
              "G is an integral only for m3 = 0", "S0 max |G - G0|, m3 = 1.46, t <= 50");
}

/* ---- card bodack 3: one call over 50 units from S0 with first step 0.1 ---- */

void bodack_extrapolation(paper_report *report) {
    static const struct {
        double tolerance, L, evaluations;
    } rows[] = {{1e-5, 6e-3, 1409}, {1e-8, 1.4e-6, 2832}, {1e-12, 2e-10, 5226}};
    const lento_model *model = bodack_model(0, "");
    const paper_outcome truth = paper_end(model, bodack_steps("exact", 50, 50));
    for (int i = 0; i < 3; i++) {
        const paper_outcome end = paper_end(model, bodack_extrap(50, 50, rows[i].tolerance, 0.1));
        const double L = bodack_L(end.column, truth.column);
        paper_add(report, FACTOR(L, rows[i].L, 2), NULL, "tolerance %g: L at 50",
                  rows[i].tolerance);
        paper_add(report, end.work.evaluations, WITHIN(rows[i].evaluations, 0.02), NULL,
                  "tolerance %g: evaluations", rows[i].tolerance);
    }
}
