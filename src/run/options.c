/* SPDX-License-Identifier: MIT
 *
 * options.c - the one table of run options: command-line flags, help, JSON, man page, docs and the studio are
 * all made from it. */
#include <stddef.h>

#include "lento/problem.h"

#define RUN(field)         offsetof(lento_options, field), false, false
#define LEVEL(field)       offsetof(lento_average, field), true, false
#define ALSO_DIRECT(field) offsetof(lento_average, field), true, true

static const lento_option OPTIONS[] = {
    {"scheme", "S", NULL,
     "how the slow force is obtained: direct, averaged, async, sync, stiff, slow; a list (slowest "
     "first) averages several scales",
     "by problem", LENTO_WORD, LEVEL(scheme), 0},
    {"macro", "M", NULL, "method of the slow motion, or base/composition such as verlet/kahan-li8",
     "by system", LENTO_WORD, RUN(macro), 0},
    {"steps", "N", NULL, "number of macro steps up to the end time", "by problem", LENTO_LONG,
     RUN(steps), 1},
    {"macro_step", "H", "time", "length of a macro step, instead of --steps", NULL, LENTO_NUMBER,
     RUN(macro_step), 0},
    {"micro", "M", NULL, "method of the micro runs", "verlet, shake or rk4", LENTO_WORD,
     LEVEL(micro), 0},
    {"micro_per_period", "N", NULL, "micro steps per fast period", "80", LENTO_COUNT,
     ALSO_DIRECT(micro_per_period), 1},
    {"micro_step", "h", "time", "length of a micro step, instead of --micro-per-period", NULL,
     LENTO_NUMBER, LEVEL(micro_step), 0},
    {"kernel", "K", NULL, "weights of the window: box, triangle, cosine, exp1, exp2, poly-P-Q, ...",
     "by scheme", LENTO_WORD, LEVEL(kernel), 0},
    {"periods", "K", NULL, "total width of the window in fast periods", "by kernel", LENTO_NUMBER,
     LEVEL(periods), 0},
    {"window", "W", "time", "total width of the window, instead of --periods", NULL, LENTO_NUMBER,
     LEVEL(window), 0},
    {"side", "SIDE", NULL, "position of the window: half, centred or forward", "by scheme",
     LENTO_SIDE, LEVEL(side), 0},
    {"phases", "N", NULL, "async: average windows started at N equally spaced phases", "1",
     LENTO_COUNT, LEVEL(phases), 1},
    {"raw_weights", NULL, NULL, "do not normalise the kernel weights (only to reproduce a paper)",
     "off", LENTO_SWITCH, LEVEL(raw_weights), 0},
    {"relax", "T", "time",
     "slow: follow the fast motion this long before each macro step (dissipative modes)", "0",
     LENTO_NUMBER, LEVEL(relax), 0},
    {"derivative", "chain|kernel", NULL,
     "slow: average xi' with the kernel K, or xi with its derivative K'", "chain", LENTO_CHOICE,
     LEVEL(derivative), 0},
    {"gauge", "auto|point|mean", NULL,
     "start and columns are values at a point of the fast motion or its means: direct shows them, "
     "sync starts micro runs from a reconstruction or from their means, slow moves xi at a point "
     "or "
     "its mean",
     "mean for direct and for sync without reconstruction", LENTO_CHOICE, ALSO_DIRECT(gauge), 0},
    {"gauge_runs", "R", NULL, "slow: micro runs per evaluation of the mean gauge", "2", LENTO_COUNT,
     LEVEL(gauge_runs), 1},
    {"cutoff", "C", NULL, "slow: relative cut-off of the least squares", "1e-10", LENTO_NUMBER,
     LEVEL(cutoff), 0},
    {"reproject", "DT", "time", "stiff: project onto the slow motion again at multiples of DT",
     "never", LENTO_NUMBER, LEVEL(reproject), 0},
    {"adiabatic", NULL, NULL,
     "stiff: start the micro runs with the fast energies, which act on the slow motion; every "
     "window computes all modes again, and long chains need --reproject",
     "off", LENTO_SWITCH, LEVEL(adiabatic), 0},
    {"restore_fast", NULL, NULL,
     "stiff, one stiff spring: add the ignored oscillation back to the output", "off", LENTO_SWITCH,
     LEVEL(restore_fast), 0},
    {"first_step", "H", "time", "adaptive methods: upper bound of the first step", "by method",
     LENTO_NUMBER, RUN(first_step), 0},
    {"max_step", "H", "time", "adaptive methods: upper bound of all steps",
     "a quarter of the period of a forcing that is not averaged", LENTO_NUMBER, RUN(max_step), 0},
};

size_t lento_option_table(const lento_option **list) {
    *list = OPTIONS;
    return sizeof OPTIONS / sizeof OPTIONS[0];
}
