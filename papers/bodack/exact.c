/* SPDX-License-Identifier: MIT
 * The exact motion of bodack's Lagrange top, which the thesis did not have: nutation, precession,
 * states at 50 and 3200 (card bodack 6, B5), and the apex trace of chapter 5 (card bodack 7). */
#include "bodack.h"

typedef struct motion {
    double lowest, highest, period, precession; /* u1, u2, T_nut, turn per nutation modulo 2 pi */
    double least, most, minimum, height; /* inclination in degrees, first lowest time, a3(50) */
} motion;

static const motion expected[2] = {
    {-0.974274981971, 1, 8.209496948417, 0.522588889393, 0, 166.975804, 4.104748474208,
     0.982767126499748},
    {-0.948050883097, 0.707462301964, 5.937711939088, 3.033448600078, 44.971185, 161.450809,
     2.922545068289, -0.771304117632380},
};
/* quaternions, up to their sign */
static const double at50[2][4] = {
    {-0.915299259806229, 0.049253396827635, -0.078679982530918, 0.391932173019826},
    {0.011085417492868, 0.447393944186937, 0.827943668084397, -0.337971973250474}};
static const double at3200[2][4] = {
    {-0.552294311601058, 0.262324435173764, 0.039106808249594, -0.790333816581581},
    {0.877841482444587, 0.171402189613469, 0.359350225954910, 0.266238682766712}};

static double largest_difference(const double q[4], const double r[4]) {
    double plus = 0, minus = 0;
    for (int i = 0; i < 4; i++) {
        paper_widen(&plus, fabs(q[i] - r[i]));
        paper_widen(&minus, fabs(q[i] + r[i]));
    }
    return fmin(plus, minus);
}

void bodack_exact(paper_report *report) {
    static const char *const prefix[] = {"S0 ", "S45 "};
    const double degrees = 57.29577951308232;
    for (int i = 0; i < 2; i++) {
        const motion *e = &expected[i];
        const lento_model *model = bodack_model(i, "");
        lento_top_exact x;
        double y[LENTO_TOP_STATE], late[LENTO_TOP_STATE], a[3];
        if (lento_top_exact_setup(bodack_body(model), lento_model_state(model), &x)) {
            x.period = x.precession = x.lowest = x.highest = x.lowest_time = NAN;
        }
        lento_top_exact_state(&x, 50, y);
        lento_top_exact_state(&x, 3200, late);
        lento_apex_point(bodack_body(model), y, a);
        const paper_cell cells[] = {
            {"u1", x.lowest, e->lowest, .tolerance = 1e-11},
            {"u2", x.highest, e->highest, .tolerance = 1e-11},
            {"nutation period", x.period, e->period, .tolerance = 1e-11},
            {"precession per nutation, modulo 2 pi",
             remainder(x.precession - e->precession, PAPER_TWO_PI), 0, .tolerance = 1e-11},
            {"least inclination in degrees", degrees * acos(fmin(1, x.highest)), e->least,
             .tolerance = 1e-6},
            {"largest inclination in degrees", degrees * acos(x.lowest), e->most,
             .tolerance = 1e-6},
            {"first minimum of a3 at t", x.lowest_time, e->minimum, .tolerance = 1e-11},
            {"precession changes its sense", x.loops, i == 1, .tolerance = 0},
            {"quaternion at 50 differs by", largest_difference(y, at50[i]), 0, .tolerance = 1e-12},
            {"a3 at 50", a[2], e->height, .tolerance = 1e-12},
            {"quaternion at 3200 differs by", largest_difference(late, at3200[i]), 0,
             .tolerance = 1e-10},
        };
        paper_add_cells(report, prefix[i], cells, PAPER_LENGTH(cells));
    }
}
