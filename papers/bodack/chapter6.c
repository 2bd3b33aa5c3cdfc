/* SPDX-License-Identifier: MIT
 * bodack chapter 6, the smaller experiments: a top that suits the discrete one badly, Runge-Kutta,
 * Kowalewski's integral (card bodack 5). */
#include "bodack.h"

/* ---- 6.1.5: g = 10, m = (5, 0, 0), eps = 0.2, t <= 20 ---- */

void bodack_section_615(paper_report *report) {
    static const double expected[BODACK_STARTS][2] = {
        {-17.4966, 21.8607}, {-13.5113, 23.8182}, {-12.6271, 23.3583}};
    for (int i = 0; i < BODACK_STARTS; i++) {
        const paper_range r =
            paper_watch(bodack_model(i, "g=10 m1=5 m2=0 m3=0"),
                        bodack_steps("bobenko-suris", 20, 0.2), 0.2, 100, BODACK_E);
        paper_add(report, r.low - r.start, expected[i][0], 1e-4, "very high, as said",
                  "%s lowest E_blue - E0, t <= 20", bodack_start[i]);
        paper_add(report, r.high - r.start, expected[i][1], 1e-4, "very high, as said",
                  "%s highest E_blue - E0, t <= 20", bodack_start[i]);
    }
}

/* ---- 6.3: classical Runge-Kutta with steps 0.2 against bobenko-suris with 0.05, t <= 30 ---- */

/* when the energy error exceeds a thousand times the energy; NAN: not before t = 100 */
static double divergence(const lento_model *model, double step) {
    lento_run *run = paper_open(model, bodack_steps("rk4", 100, step));
    double row[PAPER_COLUMNS], E0 = 0, t = NAN;
    for (int k = 0; isnan(t) && k * step < 100; k++) {
        paper_read(run, k * step, row);
        E0 = k == 0 ? row[BODACK_E] : E0;
        t = fabs(row[BODACK_E] - E0) <= 1e3 * E0 ? t : k * step;
    }
    lento_run_destroy(run);
    return t;
}

void bodack_section_63(paper_report *report) {
    static const double L_rk[] = {0.0982, 0.0646, 0.0667}, L_bs[] = {0.0049, 0.0171, 0.0170};
    static const double E_rk[] = {0.0090, 0.0234, 0.0212}, E_bs[] = {0.160, 0.139, 0.133};
    const char *diverges = "diverges for steps above 0.6";
    for (int i = 0; i < BODACK_STARTS; i++) {
        const lento_model *model = bodack_model(i, "");
        const lento_options exact = bodack_steps("exact", 30, 0.2);
        const bodack_errors rk = bodack_compare(model, bodack_steps("rk4", 30, 0.2), exact, 0, 0.2,
                                                150),
                            bs = bodack_compare(model, bodack_steps("bobenko-suris", 30, 0.05),
                                                exact, 0, 0.2, 150);
        const paper_cell cells[] = {
            {"max L, Runge-Kutta with 0.2", rk.L, L_rk[i], 5.1e-5, .note = "far behind at t = 30"},
            {"max L, Bobenko-Suris with 0.05", bs.L, L_bs[i], .tolerance = 5.1e-5},
            {"max energy error, Runge-Kutta", rk.E, E_rk[i], 5.1e-5, .note = "and growing"},
            {"max energy error, Bobenko-Suris", bs.E, E_bs[i], 5.1e-4, .note = "bounded"},
            {"Runge-Kutta with 0.8 diverges at t", divergence(model, 0.8), 22, 2.01,
             .note = diverges},
            {"Runge-Kutta with 1.0 diverges at t", divergence(model, 1.0), 5.5, 0.51,
             .note = diverges},
        };
        paper_add_cells(report, paper_text("%s ", bodack_start[i]), cells, PAPER_LENGTH(cells));
    }
}

/* ---- figure 5.5: Kowalewski, Extrap every 0.1 at 1e-5, 300 units ---- */

void bodack_figure_55(paper_report *report) {
    static const double expected[] = {3.2e-5, 1.1e-5};
    for (int i = 0; i < 2; i++) {
        const paper_range r =
            paper_watch(bodack_model(i, "case=kowalewski"), bodack_extrap(300, 0.1, 1e-5, 0.1), 0.1,
                        3000, BODACK_SPECIAL);
        paper_add(report, r.drift, WITHIN(expected[i], 0.5),
                  "the value of K is unreadable in the figure; depends on the step control",
                  "%s max |K - K0|, t <= 300", bodack_start[i]);
    }
}
