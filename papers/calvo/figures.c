/* SPDX-License-Identifier: MIT
 * Calvo & Sanz-Serna, the figures: the pendulum at omega = 200 (Fig. 2.1), the tables as error
 * against H, the energy of section 2.5 and the double pendulum (Fig. 4.1). */
#include "calvo.h"
#include "data.h"

static paper_path path;

/* ---- Fig. 2.1 ---- */

static void pendulum(paper_sheet *sheet) {
    const lento_model *model = calvo_pendulum(200, 0, 0.5, 0);
    const lento_options o =
        paper_with(paper_accurate("direct gauge=point until=1"), "rtol=1e-10 atol=1e-12");
    paper_follow(&path, model, o, 2000);
    paper_draw(sheet, "angle q of the full equations", &path, PAPER_TIME, 0, false);
    paper_follow(&path, model, paper_with(o, "scheme=averaged"), 200);
    paper_draw(sheet, "averaged angle Q", &path, PAPER_TIME, 0, false);
}

/* ---- Tables 2.1-2.3 ---- */

static void error_curve(paper_sheet *sheet, const char *name, const calvo_cell cells[],
                        calvo_algorithm algorithm) {
    double H[CALVO_STEPS], printed[CALVO_STEPS], ours[CALVO_STEPS];
    for (int i = 0; i < CALVO_STEPS; i++) {
        const int steps = 10 << i;
        ours[i] =
            paper_errors(calvo_pendulum(1e6, 0, 0.5, 0), calvo_options(algorithm, 1, steps, steps),
                         paper_accurate("averaged until=1"))
                .column[0];
        H[i] = 1.0 / steps;
        printed[i] = cells[i].published;
    }
    paper_curve_add(sheet, name, CALVO_STEPS, H, ours, false);
    paper_curve_add(sheet, paper_text("%s, printed", name), CALVO_STEPS, H, printed, true);
}

/* the cells with omega = 1e6 */
static void tables(paper_sheet *sheet) {
    error_curve(sheet, "averaged", calvo_averaged, CALVO_AVERAGED);
    error_curve(sheet, "Algorithm 1", calvo_table_21 + CALVO_STEPS, CALVO_SYNC);
    error_curve(sheet, "Algorithm 2, simple", calvo_table_23 + 2 * CALVO_STEPS, CALVO_SIMPLE);
}

/* ---- section 2.5 ---- */

static void energy_curve(paper_sheet *sheet, const char *name, calvo_algorithm algorithm) {
    double *E = path.column[2];
    paper_follow(&path, calvo_pendulum(1e3, 0, 0.5, 0), calvo_options(algorithm, 250, 10000, 40),
                 1000);
    for (int i = path.points - 1; i >= 0; i--) {
        E[i] = calvo_energy_of(path.column[0][i], path.column[1][i]) - calvo_energy_of(0.5, 0);
    }
    paper_draw(sheet, name, &path, PAPER_TIME, 2, false);
}

static void energy(paper_sheet *sheet) {
    energy_curve(sheet, "Algorithm 1", CALVO_SYNC);
    energy_curve(sheet, "Algorithm 2, exponential", CALVO_ASYNC);
    energy_curve(sheet, "Algorithm 2, simple", CALVO_SIMPLE);
}

/* ---- Fig. 4.1 ---- */

static void chain(paper_sheet *sheet, int first, const char *name) {
    static const char *const runs[] = {"H=1/80", "H=1/160", "limit"};
    for (int i = 0; i < 3; i++) {
        const int N = i < 2 ? 80 << i : 400;
        const lento_options o = i < 2 ? calvo_chain("shake", N, "shake", 2 * N / 5)
                                      : paper_accurate("averaged until=1");
        paper_follow(&path, paper_model("chain omega=1e6"), o, N);
        for (int k = 0; k < 2; k++) {
            paper_draw(sheet, paper_text("%s%d, %s", name, k + 1, runs[i]), &path, PAPER_TIME,
                       first + k, i == 0);
        }
    }
}

static void angles(paper_sheet *sheet) {
    chain(sheet, 0, "q");
}

static void multipliers(paper_sheet *sheet) {
    chain(sheet, 2, "Lambda");
}

const paper_figure calvo_figures[] = {
    {"figure-2.1", "The inverted pendulum at omega = 200.",
     "the pendulum swings about the upward vertical, and q differs from the averaged Q by "
     "O(1/omega)",
     "it does; at this modest omega the difference can be seen", "t [s]", "angle [rad]",
     .draw = pendulum},
    {"tables-2.1-2.3",
     "Largest error in Q against the macro step at omega = 1e6; marks are the print.",
     "the errors behave like H^2 for every algorithm", "they do; marks and lines coincide", "H [s]",
     "max |Q_n - Q(t_n)|", .log_x = true, .log_y = true, .draw = tables},
    {"section-2.5", "Energy of the averaged motion along the runs, omega = 1e3, H = 1/40.",
     "the asynchronous algorithm is symplectic and reversible, the synchronous one is neither",
     "Algorithm 1 drifts at this omega, Algorithm 2 does not", "t [s]", "E - E(0)", .slow = true,
     .draw = energy},
    {"figure-4.1-angles", "Double pendulum, SHAKE-SHAKE at omega = 1e6: angles of the rods.",
     "the runs with H = 1/80 and 1/160 show the same motion",
     "H = 1/80 is only qualitative after t = 0.5, where its error in q2 reaches 0.2", "t [s]",
     "angle [rad]", .draw = angles},
    {"figure-4.1-multipliers", "The same: multipliers of the averaged motion.",
     "the multipliers are those of the constrained averaged equations",
     "they are the centrifugal part alone, because the averaged force is tangential", "t [s]",
     "Lambda", .draw = multipliers},
    {0},
};
