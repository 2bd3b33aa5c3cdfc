/* SPDX-License-Identifier: MIT
 *
 * fast_top_contest.c - the methods that are compared on the fast top (card fredbo A6): the thesis's
 * multiscale method with and without its window, plain integration with and without the spin,
 * splittings, the exponential midpoint, the exact solution, the formula Mgl/Pi3. They differ in the
 * frame and in the slow variables. */
#include <math.h>

#include "lento/contest.h"
#include "problems/fast_top.h"

/* frames without vibration, except the one that follows the angular momentum alone */
static bool applies(const double p[]) {
    return (int)p[FT_VIBRATION] == FT_NONE && (int)p[FT_FRAME] != FT_SPACE;
}

static double nutation(const double p[]) {
    return p[FT_SPIN] * sqrt(2 * (p[FT_M] * p[FT_G] * p[FT_L]) * p[FT_I3]) / p[FT_I1];
}

/* the thesis: ten steps h = 10/spin^2 */
static void thesis_window(const double p[], lento_options *options) {
    lento_average *a = &options->average[0];
    a->raw_weights = true;
    a->micro_step = 10 / (p[FT_SPIN] * p[FT_SPIN]);
    a->window = 10 * a->micro_step;
}

/* relative error of Mgl/Pi3 after a turn */
static double formula_error(const double p[]) {
    return p[FT_I1] * cos(p[FT_THETA0]) / (2 * p[FT_I3] * p[FT_SPIN] * p[FT_SPIN]);
}

#define FRAME(word)  .setting = {"frame", .text = word}
#define DIRECT(...)  .options = {.average[0].scheme = "direct", __VA_ARGS__}
#define SLOW(k, ...) .options = {.average[0] = {.scheme = "slow", .kernel = k}, __VA_ARGS__}

static const lento_contestant CONTESTANTS[] = {
    {FRAME("body"), DIRECT(.macro = "rk4"), .per_cycle = 746.4, .evaluations = 4},
    {FRAME("body"), DIRECT(.macro = "dop853", .rtol = 1e-8, .atol = 1e-14)},
    {FRAME("spin-free"), DIRECT(.macro = "rk4"), .per_cycle = 74.64, .evaluations = 4},
    {FRAME("spin-free"), DIRECT(.macro = "dop853", .rtol = 1e-8, .atol = 1e-14)},
    {FRAME("spin-free"), DIRECT(.macro = "dop853", .rtol = 1e-10, .atol = 1e-16)},
    {FRAME("spin-free"), DIRECT(.macro = "strang-drift"), .per_cycle = 18.66, .evaluations = 1},
    {FRAME("spin-free"), DIRECT(.macro = "strang-drift"), .per_cycle = 298.56, .evaluations = 1},
    {FRAME("spin-free"), DIRECT(.macro = "blanes-moan4"), .per_cycle = 18.66, .evaluations = 6},
    {FRAME("spin-free"), DIRECT(.macro = "blanes-moan4"), .per_cycle = 74.64, .evaluations = 6},
    {FRAME("spin-free"), DIRECT(.macro = "exponential-midpoint", .steps = 40), .evaluations = 2},
    {FRAME("body"), .slow = "xi",
     .options = {.average[0] = {.scheme = "slow", .micro = "rk4", .kernel = "exp2"},
                 .macro = "leapfrog"},
     .per_cycle = 74.64, .evaluations = 40, .adjust = thesis_window},
    {FRAME("body"), .slow = "xi", SLOW("point", .macro = "leapfrog"), .per_cycle = 74.64,
     .evaluations = 1},
    {FRAME("body"), .slow = "regular", SLOW("point", .macro = "rk4"), .per_cycle = 74.64,
     .evaluations = 4},
    {FRAME("space"), SLOW(NULL, .macro = "rk4", .steps = 1)},
    {FRAME("space"), .options = {.average[0].scheme = "averaged", .macro = "rk4", .steps = 1}},
    {FRAME("body"), DIRECT(.macro = "exact", .steps = 40)},
    {.slow = NULL},
};

static const lento_remark REMARKS[] = {
    {.text = {"Constant gravity: --scheme direct --macro exact, it costs nothing.\n"}},
    {.text = {"Gravity that changes (gmod), a fast top: frame=spin-free --macro "
              "exponential-midpoint, which steps over the nutation: ",
              ".\n"},
     .rival = {{"spin-free", "exponential-midpoint"}}},
    {.text = {"A slow top, or high accuracy: frame=spin-free --macro dop853: ",
              "; leaving the spin out is free and always pays.\n"},
     .rival = {{"spin-free", "dop853"}}},
    {.text = {"Only the precession, over many nutations: frame=space --scheme slow; the formula "
              "Mgl/Pi3 alone is wrong by about ",
              " after a turn.\n"},
     .value = formula_error},
    {.text = {"The multiscale method of the thesis does not pay here, its variables close exactly "
              "and leave nothing to average: ",
              ", plain rk4 without the spin ", "."},
     .rival = {{"body, set xi", "leapfrog"}, {"spin-free", "rk4"}}},
    {.value = NULL},
};

const lento_contest lento_fast_top_contest = {
    .applies = applies,
    .column = {"xi3", "phi"},
    .cycle = nutation,
    .contestants = CONTESTANTS,
    .recommended = {"exact", "exponential-midpoint"},
    .remarks = REMARKS,
};
