/* SPDX-License-Identifier: MIT
 *
 * kapitza.c - the vibrated pendulum (calvo 2.2) to t = 1. The pivot starts in the middle of its stroke
 * (theta0 = 3 pi/2), so that the slow start is the given one up to O(omega^-2). The slow output of the full
 * equations is q + (v/(l omega)) cos(theta) sin q: its fast part, of order 1/omega, is taken off. Full and averaged
 * motion then differ by 1.4e3/omega^2 (card calvo 1), so that above 1e6 the averaged equation is the truth. */
#include <math.h>

#include "peers.h"

#define THETA0 4.71238898038469 /* 3 pi/2 */
static const double l = 0.2, v = 4;

static int open_kapitza(setup *s) {
    const lento_setting settings[] = {{.name = "omega", .value = s->scale},
                                      {.name = "theta0", .value = THETA0}};
    s->until = 1;
    return subject_model(&s->subject[0], lento_problem_find("kapitza"), settings, 2);
}

static void slow(const setup *s, int which, bool averaged, double t, const double columns[],
                 double out[]) {
    (void)which;
    const double part = v / (l * s->scale) * lento_phase_at(s->scale, THETA0, t).cos;
    out[0] = columns[0] + (averaged ? 0 : part * sin(columns[0]));
}

#define ASYNC(method, n, m)                                                                        \
    {                                                                                              \
        .macro = method, .steps = n, .average = {                                                  \
            {.scheme = "async",                                                                    \
             .kernel = "box",                                                                      \
             .micro = "stormer-fitted",                                                            \
             .micro_per_period = 4,                                                                \
             .phases = m}                                                                          \
        }                                                                                          \
    }

static const rival RIVALS[] = {
    {LENTO, "async yoshida6 N=80, fitted 4, 2 phases", .options = ASYNC("yoshida6", 80, 2)},
    {VARIANT, "async rk4 N=240, fitted 4", .options = ASYNC("rk4", 240, 1)},
    {VARIANT, "async yoshida6 N=40, fitted 4, 2 phases", .options = ASYNC("yoshida6", 40, 2)},
    {VARIANT, "async yoshida6 N=240, fitted 4, 2 phases", .options = ASYNC("yoshida6", 240, 2)},
    {VARIANT, "async verlet N=80, verlet 80 (the paper)",
     .options = {.macro = "verlet",
                 .steps = 80,
                 .average = {{.scheme = "async",
                              .kernel = "box",
                              .micro = "verlet",
                              .micro_per_period = 80}}}},
    {NAIVE, "ode45 1e-6", .largest = 1e6, ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "ode45 1e-9", .largest = 1e5, ADAPTIVE("ode45", 1e-9)},
    {DIRECT, "verlet, 80 a period", .largest = 1e6, FIXED("verlet", 80)},
    {DIRECT, "rk4, 40 a period", .largest = 1e6, FIXED("rk4", 40)},
    {DIRECT, "dop853, 4 a period", .largest = 1e6, FIXED("dop853", 4)},
    {DIRECT, "dop853, 6 a period", .largest = 1e8, FIXED("dop853", 6)},
    {DIRECT, "dop853, 10 a period", .largest = 1e6, FIXED("dop853", 10)},
    {DIRECT, "kahan-li8, 4 a period", .largest = 1e6, FIXED("kahan-li8", 4)},
    {DIRECT, "kahan-li8, 6 a period", .largest = 1e6, FIXED("kahan-li8", 6)},
    {DIRECT, "gbs 1e-9", .largest = 1e5, ADAPTIVE("gbs", 1e-9)},
    {DIRECT, "GSL rk8pd 1e-6", .largest = 1e6, GSL("rk8pd", 1e-6)},
    {DIRECT, "GSL rk8pd 1e-9", .largest = 1e6, GSL("rk8pd", 1e-9)},
    {DIRECT, "GSL msadams 1e-6", .largest = 1e5, GSL("msadams", 1e-6)},
    {DIRECT, "CVODE Adams 1e-6", .largest = 1e5, ADAPTIVE("cvode-adams", 1e-6)},
    {DIRECT, "CVODE Adams 1e-9", .largest = 1e6, ADAPTIVE("cvode-adams", 1e-9)},
    {DIRECT, "CVODE BDF 1e-6", .largest = 1e5, ADAPTIVE("cvode-bdf", 1e-6)},
    {DIRECT, "ARKODE DP5 1e-6", .largest = 1e5, ADAPTIVE("arkode-dopri", 1e-6)},
    {INFORMED, "averaged equation, dop853 1e-8", CLOSED("dop853", .rtol = 1e-8)},
    {INFORMED, "averaged equation, rk4 N=240", CLOSED("rk4", .steps = 240)},
    {0}};

const problem problem_kapitza = {
    .name = "kapitza",
    .output = "slow angle Q (rad), 20 times up to t = 1",
    .scale = "omega",
    .scales = {1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8},
    .target = 1e-6,
    .samples = 20,
    .outputs = 1,
    .rivals = RIVALS,
    .plotted = 1e5,
    .breaks_even = true,
    .open = open_kapitza,
    .slow = slow,
    .reference = {DIRECT, "dop853, 20 a period", .largest = 1e6, FIXED("dop853", 20)},
    .beyond = {INFORMED, "averaged equation, dop853 1e-13",
               .options = {.macro = "dop853",
                           .rtol = 1e-13,
                           .atol = 1e-15,
                           .average = {{.scheme = "averaged"}}}},
};
