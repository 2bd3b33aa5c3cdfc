/* SPDX-License-Identifier: MIT
 * bodack section 6.2: equal execution time. Every 5 time units Extrap is called anew (2e-8, first
 * step 1.5) while bobenko-suris takes 166 steps; L_BS is the distance from bobenko-suris with 0.01,
 * L_Ext that from the exact motion. Tolerances as in section 6.1. */
#include "bodack.h"

#include <string.h>

static const char *const smaller =
    "Extrap at the printed tolerance is 20 to 50 times better than drawn; 1e-6 to 2e-6 would fit";

enum { RED, BLUE, GREEN, TRUTH, TOPS };

typedef struct tops {
    lento_run *run[TOPS];
    double E0;
} tops;

static tops open_tops(int start, double until) {
    const lento_model *model = bodack_model(start, "");
    double row[PAPER_COLUMNS];
    tops s = {{paper_open(model, bodack_steps("bobenko-suris", until, 0.01)),
               paper_open(model, bodack_steps("bobenko-suris", until, 5.0 / 166)),
               paper_open(model, bodack_extrap(until, 5, 2e-8, 1.5)),
               paper_open(model, bodack_steps("exact", until, 5))},
              0};
    paper_read(s.run[TRUTH], 0, row);
    s.E0 = row[BODACK_E];
    return s;
}

static void close_tops(tops *s) {
    for (int i = 0; i < TOPS; i++) {
        lento_run_destroy(s->run[i]);
    }
}

typedef struct errors {
    double L[2], E[2]; /* bobenko-suris, Extrap: largest so far */
} errors;

static void widen(errors *e, tops *s, double t) {
    double row[TOPS][PAPER_COLUMNS];
    for (int i = 0; i < TOPS; i++) {
        paper_read(s->run[i], t, row[i]);
    }
    e->L[0] = paper_worst(e->L[0], bodack_L(row[BLUE], row[RED]));
    e->L[1] = paper_worst(e->L[1], bodack_L(row[GREEN], row[TRUTH]));
    e->E[0] = paper_worst(e->E[0], fabs(row[BLUE][BODACK_E] - s->E0));
    e->E[1] = paper_worst(e->E[1], fabs(row[GREEN][BODACK_E] - s->E0));
}

/* Steps of Extrap per call, rejected ones included: every call is a run of its own. */
static double attempted(int start) {
    const lento_model *model = bodack_model(start, "");
    const lento_system *flows = lento_model_system(model),
                       *system = lento_first_order_of(flows)->system;
    const lento_options call =
        paper_options("macro=gbs until=5 rtol=2e-8 atol=2e-8 first_step=1.5");
    double x[LENTO_TOP_REST], steps = 0;
    lento_first_order_of(flows)->convert(lento_model_state(model), x, flows->params);
    for (int k = 0; k < 640; k++) {
        lento_run *run = NULL;
        lento_run_create(&run, system, x, &call);
        if (lento_run_advance(run, 5) != LENTO_DONE) {
            steps = NAN;
        } else {
            const lento_counts counts = lento_run_counts(run);
            steps += (double)(counts.macro_steps + counts.rejected_steps);
            memcpy(x, lento_run_state(run), sizeof x);
        }
        lento_run_destroy(run);
    }
    return steps / 640;
}

static const double stops[3] = {400, 1000, 3200};
static const double L_bs[BODACK_STARTS][3] = {
    {0.0214, 0.0515, 0.1727}, {0.0378, 0.1029, 0.3535}, {0.0324, 0.0959, 0.3327}};
static const double L_ext[BODACK_STARTS][3] = {
    {8.0e-4, 4.6e-3, 0.0493}, {4.1e-4, 2.5e-3, 0.0243}, {3.1e-4, 1.9e-3, 0.0212}};
static const double E_bs[] = {0.0958, 0.0834, 0.0797}, E_ext[] = {3.8e-5, 7.7e-5, 1.5e-4};
static const double calls[] = {6.60, 6.87, 6.96};

static void cells_at(paper_report *report, int start, int stop, const errors *worst) {
    const char *name = bodack_start[start];
    paper_add(report, worst->L[0], L_bs[start][stop], 5.1e-5,
              stops[stop] == 1000
                  ? "the axis of fig. 6.20 means 0.1000 to 0.1048 for the larger curve"
                  : NULL,
              "%s max L_BS, t <= %g", name, stops[stop]);
    paper_add(report, FACTOR(worst->L[1], L_ext[start][stop], 2), smaller, "%s max L_Ext, t <= %g",
              name, stops[stop]);
    if (stop == 2) {
        paper_add(report, worst->E[0], E_bs[start], 5.1e-5, "bounded",
                  "%s max energy error of BS, t <= 3200", name);
        paper_add(report, FACTOR(worst->E[1], E_ext[start], 2),
                  "not of the same size as that of the discrete top",
                  "%s max energy error of Extrap, t <= 3200", name);
    }
}

void bodack_section_62(paper_report *report) {
    for (int i = 0; i < BODACK_STARTS; i++) {
        tops s = open_tops(i, 3200);
        errors worst = {{0, 0}, {0, 0}};
        for (int k = 1, stop = 0; k <= 640; k++) {
            widen(&worst, &s, 5.0 * k);
            if (stop < 3 && 5.0 * k == stops[stop]) {
                cells_at(report, i, stop++, &worst);
            }
        }
        paper_add_printed(report, 7, AGREES, attempted(i), calls[i], 0.051, "7 in the thesis",
                          "%s steps of Extrap per 5 units", bodack_start[i]);
        close_tops(&s);
    }
}

/* End of the first 100 units whose largest L_Ext exceeds their largest L_BS; 0: none. */
static double crossing(int start, double until) {
    tops s = open_tops(start, until);
    double t = 0, at = 0;
    while (at == 0 && t < until) {
        errors worst = {{0, 0}, {0, 0}};
        for (int k = 0; k < 20; k++) {
            t += 5;
            widen(&worst, &s, t);
        }
        at = worst.L[1] <= worst.L[0] ? 0 : t;
    }
    close_tops(&s);
    return at;
}

void bodack_crossing(paper_report *report) {
    static const double expected[BODACK_STARTS] = {10600, 0, 0}, tolerance[] = {2000, 0, 0};
    for (int i = 0; i < BODACK_STARTS; i++) {
        paper_add_printed(report, 900, DIFFERS, crossing(i, 20000), expected[i], tolerance[i],
                          smaller, "%s Extrap worse than BS from t (0: not by 20000)",
                          bodack_start[i]);
    }
}
