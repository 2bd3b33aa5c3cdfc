/* SPDX-License-Identifier: MIT
 * bodack chapter 4: the map of Bobenko and Suris, in scaled units (m / I_N, unit axis a). Its exact
 * integrals over 1000 units, its states after 250 steps of 0.2, its orders, and the symmetric map
 * it is conjugate to (card bodack 4). */
#include "bodack.h"

#include <string.h>

/* ---- integrals along 1000 units ---- */

typedef struct drifts {
    double energy, axial, vertical, symmetric, biquadratic, xi, trace;
} drifts;

static void step(const lento_top *top, double h, bool symmetric, double state[]) {
    lento_top_flow(top, LENTO_TOP_KICK, symmetric ? h / 2 : h, h, state);
    lento_top_flow(top, LENTO_TOP_CAYLEY, h, h, state);
    if (symmetric) {
        lento_top_flow(top, LENTO_TOP_KICK, h / 2, h, state);
    }
}

static double height(const lento_top *top, const double state[]) {
    double a[3];
    lento_apex_point(top, state, a);
    return a[2];
}

/* both forms of xi and of tr w along the same step */
static void compare_factors(const lento_top *top, double h, const double before[],
                            const double after[], drifts *d) {
    double a[3], b[3], m[3];
    lento_apex_point(top, before, a);
    lento_apex_point(top, after, b);
    for (int i = 0; i < 3; i++) {
        m[i] = after[4 + i] / top->transverse;
    }
    const lento_top_factor f = lento_top_factor_of(top, h, m, a, b);
    for (int i = 0; i < 3; i++) {
        paper_widen(&d->xi, fabs(f.xi_momentum[i] - f.xi_axes[i]));
    }
    paper_widen(&d->trace, fabs(f.trace_xi - f.trace_axes));
}

static drifts march(const lento_top *top, double h, const double start[]) {
    drifts d = {0};
    double x[LENTO_TOP_STATE], y[LENTO_TOP_STATE], before[LENTO_TOP_STATE];
    memcpy(x, start, sizeof x);
    memcpy(y, start, sizeof y);
    const lento_top_discrete from = lento_top_discrete_of(top, h, start);
    for (int64_t k = 0; k < lround(1000 / h); k++) {
        memcpy(before, x, sizeof before);
        step(top, h, false, x);
        compare_factors(top, h, before, x, &d);
        const lento_top_discrete here = lento_top_discrete_of(top, h, x);
        paper_widen(&d.energy, fabs(here.energy - from.energy));
        paper_widen(&d.axial, fabs(here.axial - from.axial));
        paper_widen(&d.vertical, fabs(here.vertical - from.vertical));
        const double u = height(top, y);
        step(top, h, true, y);
        const double left = lento_top_biquadratic(top, h, start, u, height(top, y));
        paper_widen(&d.biquadratic, fabs(left));
        paper_widen(&d.symmetric,
                    fabs(lento_top_discrete_of(top, h, y).symmetric - from.symmetric));
    }
    return d;
}

static void integrals(paper_report *report, int start, const lento_model *model) {
    static const double steps[] = {0.01, 0.2, 0.6};
    for (int i = 0; i < 3; i++) {
        const drifts d = march(bodack_body(model), steps[i], lento_model_state(model));
        const struct {
            const char *name;
            double value, bound;
        } rows[] = {{"drift of H_eps", d.energy, 1e-13},
                    {"drift of <m,a>", d.axial, 1e-13},
                    {"drift of <m,p>", d.vertical, 1e-13},
                    {"drift of H-hat, symmetric map", d.symmetric, 1e-13},
                    {"biquadratic residual", d.biquadratic, 1e-14},
                    {"the two forms of xi differ by", d.xi, 1e-14},
                    {"the two forms of tr w differ by", d.trace, 1e-14}};
        for (size_t r = 0; r < PAPER_LENGTH(rows); r++) {
            /* for short steps one form of xi divides rounding by eps */
            if (rows[r].value != d.xi || steps[i] > 0.1) {
                paper_add(report, rows[r].value, 0, rows[r].bound, NULL, "%s eps=%g %s",
                          bodack_start[start], steps[i], rows[r].name);
            }
        }
    }
}

/* ---- states and orders ---- */

static void states(paper_report *report, int start, const lento_model *model) {
    static const char *const names[] = {"m1", "m2", "m3", "a3"};
    static const double expected[2][4] = {
        {-0.0246413009311, 0.2521069685569, 0.1843682650862, 0.9899159288188},
        {0.7044128166847, -1.1221177181295, 0.1843682650862, -0.6915008435231}};
    const paper_outcome end = paper_end(model, bodack_steps("bobenko-suris", 50, 0.2));
    for (int i = 0; i < 4; i++) {
        const double value = i < 3 ? end.column[BODACK_M + i] / bodack_body(model)->transverse
                                   : end.column[BODACK_A + 2];
        paper_add(report, value, expected[start][i], 1e-9, NULL, "%s eps=0.2, k=250: %s",
                  bodack_start[start], names[i]);
    }
}

/* |m - exact| (scaled), or L, at t = 5 */
static double error_at_5(const lento_model *model, const char *macro, double h, bool frame) {
    const paper_outcome end = paper_end(model, bodack_steps(macro, 5, h)),
                        exact = paper_end(model, bodack_steps("exact", 5, 5));
    double square = 0;
    for (int i = BODACK_M; i < BODACK_M + 3; i++) {
        const double d = (end.column[i] - exact.column[i]) / bodack_body(model)->transverse;
        square += d * d;
    }
    return frame ? bodack_L(end.column, exact.column) : sqrt(square);
}

static void orders(paper_report *report, const lento_model *upright, const lento_model *tilted) {
    static const double expected[] = {7.48e-2, 3.45e-2, 1.65e-2};
    for (int i = 0; i < 3; i++) {
        const double h = 0.2 / (1 << i);
        paper_add(report, error_at_5(upright, "bobenko-suris", h, false), expected[i], 0.006e-2,
                  "first order", "S0 error in m at 5, eps=%g", h);
    }
    const struct {
        const char *name, *macro;
        const lento_model *model;
        bool frame;
        double order;
    } rows[] = {{"S45 order of BS in m", "bobenko-suris", tilted, false, 1},
                {"S45 order of BS in the frame", "bobenko-suris", tilted, true, 1},
                {"S0 order of BS in the frame (p x a = 0 hides the first)", "bobenko-suris",
                 upright, true, 2},
                {"S45 order of BS symmetrised in m", "bobenko-suris-sym", tilted, false, 2},
                {"S45 order of BS symmetrised in the frame", "bobenko-suris-sym", tilted, true, 2}};
    for (size_t r = 0; r < PAPER_LENGTH(rows); r++) {
        const double coarse = error_at_5(rows[r].model, rows[r].macro, 0.0025, rows[r].frame),
                     fine = error_at_5(rows[r].model, rows[r].macro, 0.0025 / 2, rows[r].frame);
        paper_add(report, log2(coarse / fine), rows[r].order, 0.05, NULL, "%s", rows[r].name);
    }
}

/* ---- what the symmetric map and the exact twist gain ---- */

static void gains(paper_report *report, const lento_model *upright, const lento_model *tilted) {
    static const char *const macros[] = {"bobenko-suris", "bobenko-suris-sym"};
    static const char *const twists[] = {"bobenko-suris-sym", "bobenko-suris-sym-twist"};
    static const double energy[] = {4.0e-2, 6.5e-5}, L[] = {9.1e-3, 4.6e-3};
    for (int i = 0; i < 2; i++) {
        const paper_range r =
            paper_watch(upright, bodack_steps(macros[i], 100, 0.0125), 0.0125, 8000, BODACK_E);
        paper_add(report, r.drift, WITHIN(energy[i], 0.02), NULL,
                  "S0 energy error, 80 steps per unit, %s", macros[i]);
    }
    for (int i = 0; i < 2; i++) {
        const lento_options o = bodack_steps(twists[i], 3200, 1.0 / 160);
        paper_add(report, bodack_last(tilted, o, 3200).L, WITHIN(L[i], 0.02), NULL,
                  "S45 L at 3200, 160 steps per unit, %s", twists[i]);
    }
}

void bodack_discrete(paper_report *report) {
    const lento_model *upright = bodack_model(0, ""), *tilted = bodack_model(1, "");
    integrals(report, 0, upright);
    integrals(report, 1, tilted);
    states(report, 0, upright);
    states(report, 1, tilted);
    orders(report, upright, tilted);
    gains(report, upright, tilted);
}
