/* SPDX-License-Identifier: MIT
 * bodack chapter 6: the experiments. Red and blue tops move by bobenko-suris with steps 0.01 and
 * eps, yellow and green ones by Extrap with a new call every 0.01 and eps; L(E_BS) is the distance
 * of blue from red, L(E_Ext) that of green from yellow (card bodack 5). BS numbers are deterministic,
 * 1e-6; those of Extrap depend on details of its step control, factor 2. */
#include "bodack.h"

/* ---- 6.1 ---- */

typedef struct section61 {
    double first_time;       /* of the largest L(E_BS), t <= 50 */
    double at[3], max[3];    /* L(E_BS) at 50, 300, 600 and the largest up to there */
    double extrap[3];        /* the largest L(E_Ext) */
    double low, high, green; /* E_blue - E0, max |E_green - E0| */
} section61;

static const double stops[3] = {50, 300, 600};

static section61 run_61(int start) {
    section61 s = {.low = 0};
    const lento_model *model = bodack_model(start, "");
    /* red, blue, yellow, green */
    lento_run *const run[4] = {paper_open(model, bodack_steps("bobenko-suris", 600, 0.01)),
                               paper_open(model, bodack_steps("bobenko-suris", 600, 0.2)),
                               paper_open(model, bodack_extrap(600, 0.01, 1e-5, 0.1)),
                               paper_open(model, bodack_extrap(600, 0.2, 1e-5, 0.1))};
    double row[4][PAPER_COLUMNS], E0 = 0;
    for (int k = 0; k <= 3000; k++) {
        const double t = 0.2 * k, largest = s.max[0];
        for (int i = 0; i < 4; i++) {
            paper_read(run[i], t, row[i]);
        }
        E0 = k == 0 ? row[1][BODACK_E] : E0;
        const double L = bodack_L(row[1], row[0]), M = bodack_L(row[3], row[2]);
        for (int i = 0; i < 3; i++) {
            const bool inside = t < stops[i] + 0.1;
            s.at[i] = fabs(t - stops[i]) < 0.1 ? L : s.at[i];
            s.max[i] = inside ? paper_worst(s.max[i], L) : s.max[i];
            s.extrap[i] = inside ? paper_worst(s.extrap[i], M) : s.extrap[i];
        }
        s.first_time = s.max[0] > largest ? t : s.first_time;
        s.low = fmin(s.low, row[1][BODACK_E] - E0);
        s.high = paper_worst(s.high, row[1][BODACK_E] - E0);
        s.green = paper_worst(s.green, fabs(row[3][BODACK_E] - E0));
    }
    for (int i = 0; i < 4; i++) {
        lento_run_destroy(run[i]);
    }
    return s;
}

/* in the order of section61 */
static const double expected61[BODACK_STARTS][13] = {
    {45.2, 0.036820, 0.783707, 0.437151, 0.121631, 0.783707, 1.456155, 6.6e-5, 2.7e-3, 1.1e-2,
     -0.602863, 0.662764, 3.8e-5},
    {50, 0.126112, 0.922870, 1.340649, 0.126112, 0.922870, 1.568460, 3.0e-5, 9.0e-4, 3.7e-3,
     -0.505893, 0.579703, 3.8e-5},
    {48.2, 0.113678, 0.681083, 1.395608, 0.121091, 0.920146, 1.570166, 3.4e-5, 9.9e-4, 3.8e-3,
     -0.479991, 0.554740, 4.6e-5},
};

static void cells_61(paper_report *report, const char *name, const section61 *s, const double e[]) {
    const double *at = e + 1, *max = e + 4, *extrap = e + 7;
    const bool fits = max[0] > 0.1190 && max[0] < 0.1238;
    paper_add(report, s->max[0], max[0], 1e-6,
              fits ? "the axis of fig. 6.6 means 0.1190 to 0.1238"
                   : "the axis of fig. 6.6 means 0.1190 to 0.1238: this start was not the one used",
              "%s max L(E_BS), t <= 50", name);
    paper_add(report, s->first_time, e[0], 1e-6, NULL, "%s time of it", name);
    for (int i = 0; i < 3; i++) {
        paper_add(report, s->at[i], at[i], 1e-6, NULL, "%s L(E_BS) at %g", name, stops[i]);
        if (i > 0) {
            paper_add(report, s->max[i], max[i], 1e-6, i == 2 ? "big at 600" : NULL,
                      "%s max L(E_BS), t <= %g", name, stops[i]);
        }
        paper_add(
            report, FACTOR(s->extrap[i], extrap[i], 2),
            i == 0 ? "negligible, as said"
                   : "errors of Extrap are far smaller than drawn, with any of the variants tried",
            "%s max L(E_Ext), t <= %g", name, stops[i]);
    }
    paper_add(report, s->low, e[10], 1e-6, "oscillates, bounded", "%s lowest E_blue - E0, t <= 600",
              name);
    paper_add(report, s->high, e[11], 1e-6, "oscillates, bounded",
              "%s highest E_blue - E0, t <= 600", name);
    paper_add(report, FACTOR(s->green, e[12], 2),
              "the energy error of Extrap does not surpass that of the discrete top",
              "%s max |E_green - E0|, t <= 600", name);
}

void bodack_section_61(paper_report *report) {
    for (int i = 0; i < BODACK_STARTS; i++) {
        const section61 s = run_61(i);
        cells_61(report, bodack_start[i], &s, expected61[i]);
    }
}

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
        const char *name = bodack_start[i];
        const lento_model *model = bodack_model(i, "");
        const lento_options exact = bodack_steps("exact", 30, 0.2);
        const bodack_errors rk = bodack_compare(model, bodack_steps("rk4", 30, 0.2), exact, 0, 0.2,
                                                150),
                            bs = bodack_compare(model, bodack_steps("bobenko-suris", 30, 0.05),
                                                exact, 0, 0.2, 150);
        paper_add(report, rk.L, L_rk[i], 5.1e-5, "far behind at t = 30",
                  "%s max L, Runge-Kutta with 0.2", name);
        paper_add(report, bs.L, L_bs[i], 5.1e-5, NULL, "%s max L, Bobenko-Suris with 0.05", name);
        paper_add(report, rk.E, E_rk[i], 5.1e-5, "and growing", "%s max energy error, Runge-Kutta",
                  name);
        paper_add(report, bs.E, E_bs[i], 5.1e-4, "bounded", "%s max energy error, Bobenko-Suris",
                  name);
        paper_add(report, divergence(model, 0.8), 22, 2.01, diverges,
                  "%s Runge-Kutta with 0.8 diverges at t", name);
        paper_add(report, divergence(model, 1.0), 5.5, 0.51, diverges,
                  "%s Runge-Kutta with 1.0 diverges at t", name);
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
