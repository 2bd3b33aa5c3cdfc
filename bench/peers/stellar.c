/* SPDX-License-Identifier: MIT
 *
 * stellar.c - the 2:1 resonance of stellar orbits (ariel 7.2) to t = 3; output: the slow variables xi1, xi2, theta. The
 * scheme finds their rates in windows of the fast motion; the informed rival knows the amplitude equations, which
 * hold up to O(eps). The scale is 1/eps. */
#include <string.h>

#include "peers.h"

static int open_stellar(setup *s) {
    const lento_setting setting = {.name = "eps", .value = 1 / s->scale};
    s->until = 3;
    return subject_model(&s->subject[0], lento_problem_find("stellar"), &setting, 1);
}

/* columns: x1 v1 x2 v2, then the slow variables */
static void slow(const setup *s, int which, bool averaged, double t, const double columns[],
                 double out[]) {
    (void)s;
    (void)which;
    (void)averaged;
    (void)t;
    memcpy(out, columns + 4, 3 * sizeof *out);
}

/* windows of 20 eps and 30 eps, periods of 2 pi eps */
#define SLOW(n, k, w, m, ...)                                                                      \
    {                                                                                              \
        .macro = "rk4", .steps = n, .average = {                                                   \
            {.scheme = "slow",                                                                     \
             .kernel = k,                                                                          \
             .periods = (w) / 6.283185307179586,                                                   \
             .micro = "rk4",                                                                       \
             .micro_per_period = m,                                                                \
             __VA_ARGS__}                                                                          \
        }                                                                                          \
    }

static const rival RIVALS[] = {
    {LENTO, "slow poly-1-4 over 20 eps, rk4 N=10, rk4 76",
     .options = SLOW(10, "poly-1-4", 20, 76, .cutoff = 0)},
    {VARIANT, "slow poly-1-8 over 20 eps, rk4 N=10, rk4 38",
     .options = SLOW(10, "poly-1-8", 20, 38, .cutoff = 0)},
    {VARIANT, "slow poly-1-6 over 30 eps, rk4 N=20, rk4 157",
     .options = SLOW(20, "poly-1-6", 30, 157, .cutoff = 0)},
    {VARIANT, "slow poly-1-8 over 50 eps, rk4 N=40, mean gauge, rk4 100",
     .options = SLOW(40, "poly-1-8", 50, 100, .gauge = LENTO_GAUGE_MEAN)},
    {NAIVE, "ode45 1e-6", .largest = 1e4, ADAPTIVE("ode45", 1e-6)},
    {DIRECT, "ode45 1e-9", .largest = 1e4, ADAPTIVE("ode45", 1e-9)},
    {DIRECT, "dop853, 12 a period", .largest = 1e5, FIXED("dop853", 12)},
    {DIRECT, "dop853, 18 a period", FIXED("dop853", 18)},
    {DIRECT, "dop853, 24 a period", FIXED("dop853", 24)},
    {DIRECT, "dop853 1e-10", .largest = 1e5, ADAPTIVE("dop853", 1e-10)},
    {DIRECT, "gbs 1e-10", .largest = 1e5, ADAPTIVE("gbs", 1e-10)},
    {DIRECT, "rk4, 100 a period", .largest = 1e5, FIXED("rk4", 100)},
    {DIRECT, "GSL rk8pd 1e-9", .largest = 1e5, GSL("rk8pd", 1e-9)},
    {DIRECT, "GSL rk8pd 1e-11", .largest = 1e5, GSL("rk8pd", 1e-11)},
    {DIRECT, "GSL msadams 1e-9", .largest = 1e4, GSL("msadams", 1e-9)},
    {DIRECT, "CVODE Adams 1e-6", .largest = 1e4, ADAPTIVE("cvode-adams", 1e-6)},
    {DIRECT, "CVODE Adams 1e-9", .largest = 1e4, ADAPTIVE("cvode-adams", 1e-9)},
    {DIRECT, "CVODE BDF 1e-6", .largest = 1e4, ADAPTIVE("cvode-bdf", 1e-6)},
    {DIRECT, "ARKODE DP5 1e-9", .largest = 1e4, ADAPTIVE("arkode-dopri", 1e-9)},
    {INFORMED, "amplitude equations, dop853 1e-8", CLOSED("dop853", .rtol = 1e-8)},
    {0}};

const problem problem_stellar = {
    .name = "stellar",
    .output = "xi1, xi2, theta, 10 times up to t = 3",
    .scale = "1/eps",
    .scales = {1e2, 1e3, 1e4, 1e5, 1e6},
    .target = 2e-5,
    .samples = 10,
    .outputs = 3,
    .rivals = RIVALS,
    .plotted = 1e4,
    .breaks_even = true,
    .open = open_stellar,
    .slow = slow,
    .reference = {DIRECT, "GSL rk8pd 1e-13", GSL("rk8pd", 1e-13)},
};
