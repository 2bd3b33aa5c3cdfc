/* SPDX-License-Identifier: MIT
 * The exact motion of bodack's Lagrange top, which the thesis did not have: nutation, precession,
 * states at 50 and 3200 (card bodack 6, B5), and the apex trace of chapter 5 (card bodack 7). */
#include "bodack.h"

#include <math.h>
#include <stdio.h>

typedef struct motion {
    double lowest, highest, period, precession; /* u1, u2, T_nut, turn per nutation modulo 2 pi */
    double at50[5], at3200[4];                  /* quaternion up to its sign, a3 */
    double least, most, minimum;                /* inclination in degrees, first lowest time */
} motion;

static const motion expected[2] = {
    {-0.974274981971,
     1,
     8.209496948417,
     0.522588889393,
     {-0.915299259806229, 0.049253396827635, -0.078679982530918, 0.391932173019826,
      0.982767126499748},
     {-0.552294311601058, 0.262324435173764, 0.039106808249594, -0.790333816581581},
     0,
     166.975804,
     4.104748474208},
    {-0.948050883097,
     0.707462301964,
     5.937711939088,
     3.033448600078,
     {0.011085417492868, 0.447393944186937, 0.827943668084397, -0.337971973250474,
      -0.771304117632380},
     {0.877841482444587, 0.171402189613469, 0.359350225954910, 0.266238682766712},
     44.971185,
     161.450809,
     2.922545068289},
};

static double largest_difference(const double q[4], const double r[4]) {
    double plus = 0, minus = 0;
    for (int i = 0; i < 4; i++) {
        plus = bodack_worst(plus, fabs(q[i] - r[i]));
        minus = bodack_worst(minus, fabs(q[i] + r[i]));
    }
    return fmin(plus, minus);
}

static void cells(paper_report *report, int start, const lento_top *top, const double state[]) {
    const motion *e = &expected[start];
    const double degrees = 57.29577951308232;
    lento_top_exact x;
    double y[LENTO_TOP_STATE], a[3];
    char cell[100];
    const char *name = bodack_start[start];
    if (lento_top_exact_setup(top, state, &x)) {
        x.period = x.precession = x.lowest = x.highest = x.lowest_time = NAN;
    }
    const struct {
        const char *name;
        double value, expected, tolerance;
    } rows[] = {
        {"u1", x.lowest, e->lowest, 1e-11},
        {"u2", x.highest, e->highest, 1e-11},
        {"nutation period", x.period, e->period, 1e-11},
        {"precession per nutation, modulo 2 pi",
         remainder(x.precession - e->precession, 6.283185307179586), 0, 1e-11},
        {"least inclination in degrees", degrees * acos(fmin(1, x.highest)), e->least, 1e-6},
        {"largest inclination in degrees", degrees * acos(x.lowest), e->most, 1e-6},
        {"first minimum of a3 at t", x.lowest_time, e->minimum, 1e-11},
        {"precession changes its sense", x.loops, start == 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(cell, sizeof cell, "%s %s", name, rows[i].name);
        bodack_cell(report, cell, rows[i].value, rows[i].expected, rows[i].tolerance, PAPER_BEYOND,
                    NULL);
    }
    lento_top_exact_state(&x, 50, y);
    lento_apex_point(top, y, a);
    snprintf(cell, sizeof cell, "%s quaternion at 50 differs by", name);
    bodack_cell(report, cell, largest_difference(y, e->at50), 0, 1e-12, PAPER_BEYOND, NULL);
    snprintf(cell, sizeof cell, "%s a3 at 50", name);
    bodack_cell(report, cell, a[2], e->at50[4], 1e-12, PAPER_BEYOND, NULL);
    lento_top_exact_state(&x, 3200, y);
    snprintf(cell, sizeof cell, "%s quaternion at 3200 differs by", name);
    bodack_cell(report, cell, largest_difference(y, e->at3200), 0, 1e-10, PAPER_BEYOND, NULL);
}

void bodack_exact(paper_report *report) {
    for (int i = 0; i < 2; i++) {
        lento_model *model = bodack_model(i, NULL, 0);
        if (model) {
            cells(report, i, bodack_body(model), lento_model_state(model));
        }
        lento_model_destroy(model);
    }
}
