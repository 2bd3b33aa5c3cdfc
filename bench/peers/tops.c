/* SPDX-License-Identifier: MIT
 *
 * tops.c - three questions about tops.
 *   precession  fast-top whose gravity is modulated slowly (card fredbo A5): the azimuth of the angular momentum over one
 *               turn, the nutation averaged away. Informed: the precession formula Mgl(t)/Pi3, integrated.
 *   nutation    fast-top to t = 0.01, xi3 = Pi1^2 + Pi2^2 over its greatest value: nothing to average, the spin drops
 *               out of the equations. Informed: spin-free frame with exact nutation, and the closed solution.
 *   top         a Lagrange top tilted by 45 degrees: attitude error over a long time. Lento's entry is a splitting,
 *               the informed rival the closed solution. */
#include <math.h>
#include <string.h>

#include "lento/top.h"
#include "peers.h"

#define TWO_PI 6.283185307179586
enum { SPACE_FRAME, BODY_FRAME, FREE_FRAME };
enum { PI1, PI2, PI3, G1, G2, XI3 = 7, XI4, XI5, PHI, THETA, PHI_L = 13 }; /* columns of fast-top */
static const double Mgl = 5 * 9.81 * 0.75, I3 = 0.24;

static int open_frame(setup *s, int which, const char *frame, double modulation) {
    const lento_setting settings[] = {{.name = "spin", .value = s->scale},
                                      {.name = "frame", .text = frame},
                                      {.name = "gmod", .value = modulation}};
    return subject_model(&s->subject[which], lento_problem_find("fast-top"), settings, 3);
}

/* ---- precession ---- */

static int open_precession(setup *s) {
    s->until = TWO_PI * s->scale * sqrt(2 * Mgl * I3) / Mgl;
    return open_frame(s, SPACE_FRAME, "space", 0.5) || open_frame(s, BODY_FRAME, "body", 0.5) ? -1
                                                                                              : 0;
}

/* angle from the horizontal direction of the axis to that of the angular momentum */
static double lead(const double c[]) {
    const double zeta = c[PI1] * c[G2] - c[PI2] * c[G1], side = sqrt(c[XI4]);
    return atan2(zeta / side, c[PI3] * side - c[XI5] / side * cos(c[THETA]));
}

static void azimuth(const setup *s, int which, bool averaged, double t, const double columns[],
                    double out[]) {
    (void)averaged;
    (void)t;
    if (which != BODY_FRAME) {
        out[0] = columns[PHI_L];
        return;
    }
    const double theta0 = 0.2, Pi3 = columns[PI3],
                 p = 1 / s->scale; /* start: Pi = (p, 0), Gamma = (0, sin theta0) */
    out[0] = columns[PHI] + lead(columns) - atan2(p, Pi3 * sin(theta0));
}

static double of_a_turn(const double out[], const double truth[]) {
    return fabs(out[0] - truth[0]) / TWO_PI;
}

#define OVER_NUTATION(m, n, k)                                                                     \
    {                                                                                              \
        .macro = m, .steps = n, .average = {                                                       \
            {.scheme = "slow",                                                                     \
             .kernel = "cosine",                                                                   \
             .periods = k,                                                                         \
             .micro = "rk4",                                                                       \
             .micro_per_period = 20}                                                               \
        }                                                                                          \
    }

static const rival PRECESSION[] = {
    {LENTO, "slow cosine 4 x 20, rk4 N=20", .options = OVER_NUTATION("rk4", 20, 4)},
    {VARIANT, "slow cosine 4 x 20, rk4 N=60", .options = OVER_NUTATION("rk4", 60, 4)},
    {VARIANT, "slow cosine 4 x 20, rk4 N=120", .options = OVER_NUTATION("rk4", 120, 4)},
    {VARIANT, "slow cosine 4 x 20, dop853 N=20", .options = OVER_NUTATION("dop853", 20, 4)},
    {VARIANT, "slow cosine 8 x 20, rk4 N=60", .options = OVER_NUTATION("rk4", 60, 8)},
    {NAIVE, "ode45 1e-6, body frame", .subject = BODY_FRAME, .largest = 60,
     ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "dop853, 4 a nutation", FIXED("dop853", 4)},
    {DIRECT, "dop853, 6 a nutation", FIXED("dop853", 6)},
    {DIRECT, "dop853, 8 a nutation", FIXED("dop853", 8)},
    {DIRECT, "rk4, 20 a nutation", FIXED("rk4", 20)},
    {DIRECT, "rk4, 60 a nutation", .largest = 200, FIXED("rk4", 60)},
    {DIRECT, "ode45 1e-6", .largest = 200, ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "GSL rk8pd 1e-9", .largest = 200, GSL("rk8pd", 1e-9)},
    {DIRECT, "CVODE Adams 1e-9", .largest = 60, ADAPTIVE("cvode-adams", 1e-9)},
    {INFORMED, "precession formula, rk4 N=20", CLOSED("rk4", .steps = 20)},
    {INFORMED, "precession formula, rk4 N=60", CLOSED("rk4", .steps = 60)},
    {0}};

const problem problem_precession = {
    .name = "precession",
    .output = "azimuth of the angular momentum, 20 times in one turn, as a part of a turn",
    .scale = "spin",
    .scales = {20, 60, 200, 600},
    .target = 1e-6,
    .samples = 20,
    .outputs = 1,
    .rivals = PRECESSION,
    .plotted = 200,
    .breaks_even = true,
    .open = open_precession,
    .slow = azimuth,
    .distance = of_a_turn,
    .reference = {DIRECT, "dop853, 20 a nutation", FIXED("dop853", 20)},
};

/* ---- nutation ---- */

static int open_nutation(setup *s) {
    s->until = 0.01;
    return open_frame(s, BODY_FRAME, "body", 0) || open_frame(s, FREE_FRAME, "spin-free", 0) ? -1
                                                                                             : 0;
}

static void xi3(const setup *s, int which, bool averaged, double t, const double columns[],
                double out[]) {
    (void)which;
    (void)averaged;
    (void)t;
    out[0] = columns[XI3] * s->scale * s->scale / 119.8; /* its greatest value is 119.8/spin^2 */
}

static const rival NUTATION[] = {
    {LENTO, "slow (regular), rk4, 6.2 steps a spin turn", .subject = BODY_FRAME, .per_period = 6.2,
     .options = {.macro = "rk4", .average = {{.scheme = "slow"}}}},
    {NAIVE, "ode45 1e-6, body frame", .subject = BODY_FRAME,
     .options = {.macro = "ode45", .rtol = 1e-6, .atol = 1e-12, DIRECT_SCHEME}},
    {DIRECT, "rk4, 60 a spin turn, body frame", .subject = BODY_FRAME, FIXED("rk4", 60)},
    {DIRECT, "dop853, 10 a spin turn, body frame", .subject = BODY_FRAME, FIXED("dop853", 10)},
    {DIRECT, "GSL rk8pd 1e-12, body frame", .subject = BODY_FRAME, GSL("rk8pd", 1e-12)},
    {DIRECT, "CVODE Adams 1e-10, body frame", .subject = BODY_FRAME, .largest = 1e4,
     .options = {.macro = "cvode-adams", .rtol = 1e-10, .atol = 1e-13, DIRECT_SCHEME}},
    {INFORMED, "exponential midpoint, 40 steps, spin-free", .subject = FREE_FRAME,
     .options = {.macro = "exponential-midpoint", .steps = 40, DIRECT_SCHEME}},
    {INFORMED, "closed solution", .subject = BODY_FRAME, EXACT(40)},
    {0}};

const problem problem_nutation = {
    .name = "nutation",
    .output = "xi3 over its greatest value, 40 times up to t = 0.01",
    .scale = "spin",
    .scales = {1e3, 1e4, 1e5},
    .target = 1e-5,
    .samples = 40,
    .outputs = 1,
    .rivals = NUTATION,
    .plotted = 1e4,
    .breaks_even = false,
    .open = open_nutation,
    .slow = xi3,
    .reference = {INFORMED, "closed solution", .subject = BODY_FRAME, EXACT(40)},
    .beyond = {DIRECT, "dop853, 20 a spin turn, spin-free", .subject = FREE_FRAME,
               FIXED("dop853", 20)},
};

/* ---- top ---- */

static int open_top(setup *s) {
    const lento_setting settings[] = {{.name = "tilt", .value = 45},
                                      {.name = "case", .text = "lagrange"}};
    s->until = s->scale;
    return subject_model(&s->subject[0], lento_problem_find("top"), settings, 2);
}

static void attitude(const setup *s, int which, bool averaged, double t, const double columns[],
                     double out[]) {
    (void)s;
    (void)which;
    (void)averaged;
    (void)t;
    memcpy(out, columns, 4 * sizeof *out);
}

static const rival TOP[] = {{LENTO, "chin4a/suzuki6, 8 a unit", FIXED("chin4a/suzuki6", 8)},
                            {VARIANT, "strang/kahan-li8, 5 a unit", FIXED("strang/kahan-li8", 5)},
                            {VARIANT, "bobenko-suris-sym-twist/kahan-li8, 5 a unit",
                             FIXED("bobenko-suris-sym-twist/kahan-li8", 5)},
                            {VARIANT, "strang, 80 a unit", FIXED("strang", 80)},
                            {VARIANT, "bobenko-suris, 80 a unit", FIXED("bobenko-suris", 80)},
                            {NAIVE, "ode45 1e-6", ADAPTIVE("ode45", 1e-6)},
                            {DIRECT, "rk4, 20 a unit", FIXED("rk4", 20)},
                            {DIRECT, "dop853 1e-9", ADAPTIVE("dop853", 1e-9)},
                            {DIRECT, "dop853 1e-12", ADAPTIVE("dop853", 1e-12)},
                            {DIRECT, "gbs 1e-9", ADAPTIVE("gbs", 1e-9)},
                            {DIRECT, "gbs 1e-12", ADAPTIVE("gbs", 1e-12)},
                            {DIRECT, "GSL rk8pd 1e-9", GSL("rk8pd", 1e-9)},
                            {DIRECT, "GSL rk8pd 1e-14", GSL("rk8pd", 1e-14)},
                            {DIRECT, "GSL rk8pd 1e-12", GSL("rk8pd", 1e-12)},
                            {DIRECT, "GSL msadams 1e-9", GSL("msadams", 1e-9)},
                            {DIRECT, "CVODE Adams 1e-9", ADAPTIVE("cvode-adams", 1e-9)},
                            {DIRECT, "CVODE Adams 1e-14", ADAPTIVE("cvode-adams", 1e-14)},
                            {DIRECT, "CVODE Adams 1e-12", ADAPTIVE("cvode-adams", 1e-12)},
                            {DIRECT, "CVODE BDF 1e-9", ADAPTIVE("cvode-bdf", 1e-9)},
                            {DIRECT, "ARKODE DP5 1e-9", ADAPTIVE("arkode-dopri", 1e-9)},
                            {INFORMED, "closed solution", EXACT(20)},
                            {0}};

const problem problem_top = {
    .name = "top",
    .output = "attitude, 20 times",
    .scale = "until",
    .scales = {50, 500, 5000},
    .target = 1e-8,
    .samples = 20,
    .outputs = 4,
    .rivals = TOP,
    .plotted = 500,
    .breaks_even = false,
    .open = open_top,
    .slow = attitude,
    .distance = lento_top_attitude_error,
    .reference = {INFORMED, "closed solution", EXACT(20)},
    .beyond = {DIRECT, "gbs 1e-14", ADAPTIVE("gbs", 1e-14)},
};
