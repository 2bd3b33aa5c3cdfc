/* SPDX-License-Identifier: MIT
 *
 * options.c - the one table of run options: command-line flags, suggestions, help, JSON, man page and docs are all
 * made from it. A new option is a row here and the code that uses it. */
#include <stddef.h>
#include <string.h>

#include "lento/problem.h"

#define OPTION(word, placeholder, text, usual)                                                     \
    .name = word, .argument = placeholder, .doc = text, .fallback = usual
#define RUN(is, field)   .kind = is, .offset = offsetof(lento_options, field)
#define LEVEL(is, field) .kind = is, .offset = offsetof(lento_average, field), .per_level = true
#define TOLERANCE(field)                                                                           \
    {                                                                                              \
        .name = #field, RUN(LENTO_NUMBER, field), .flag = "macro_tol",                             \
        .excludes = "steps macro_step"                                                             \
    }

static const lento_option OPTIONS[] = {
    TOLERANCE(rtol),
    TOLERANCE(atol),
    {OPTION("scheme", "S",
            "how the slow force is obtained: direct, averaged, async, sync, stiff, slow; a list "
            "(slowest first) averages several scales",
            "by problem"),
     LEVEL(LENTO_WORD, scheme), .names = LENTO_SCHEME_NAMES, .names_levels = true},
    {OPTION("macro", "M", "method of the slow motion, or base/composition such as verlet/kahan-li8",
            "by system"),
     RUN(LENTO_WORD, macro), .names = LENTO_METHOD_NAMES},
    {OPTION("steps", "N", "number of macro steps up to the end time", "by problem"),
     RUN(LENTO_LONG, steps), .min = 1, .excludes = "macro_step rtol atol", .same = "macro_step"},
    {OPTION("macro_step", "H", "length of a macro step, instead of --steps", NULL),
     RUN(LENTO_NUMBER, macro_step), .unit = "s", .excludes = "steps rtol atol"},
    {OPTION("micro", "M", "method of the micro runs", "verlet, shake or rk4"),
     LEVEL(LENTO_WORD, micro), .names = LENTO_METHOD_NAMES, .group = LENTO_MICRO_GROUP},
    {OPTION("micro_per_period", "N", "micro steps per fast period", "80"),
     LEVEL(LENTO_COUNT, micro_per_period), .min = 1, .direct = true, .excludes = "micro_step",
     .group = LENTO_MICRO_GROUP},
    {OPTION("micro_step", "h", "length of a micro step, instead of --micro-per-period", NULL),
     LEVEL(LENTO_NUMBER, micro_step), .unit = "s", .excludes = "micro_per_period",
     .same = "micro_per_period", .group = LENTO_MICRO_GROUP},
    {OPTION("kernel", "K",
            "weights of the window: box, triangle, cosine, exp1, exp2, poly-P-Q, ...", "by scheme"),
     LEVEL(LENTO_WORD, kernel), .names = LENTO_KERNEL_NAMES, .group = LENTO_WINDOW_GROUP},
    {OPTION("periods", "K", "total width of the window in fast periods", "by kernel"),
     LEVEL(LENTO_NUMBER, periods), .excludes = "window", .group = LENTO_WINDOW_GROUP,
     .told = LENTO_TOLD_UNLESS_FILTER},
    {OPTION("window", "W", "total width of the window, instead of --periods", NULL),
     LEVEL(LENTO_NUMBER, window), .unit = "s", .excludes = "periods", .same = "periods",
     .group = LENTO_WINDOW_GROUP, .told = LENTO_TOLD_UNLESS_FILTER},
    {OPTION("side", "SIDE", "position of the window: half, centred or forward", "by scheme"),
     LEVEL(LENTO_CHOICE, side), .choices = "|half|centred|forward", .group = LENTO_WINDOW_GROUP,
     .told = LENTO_UNTOLD},
    {OPTION("phases", "N", "average windows started at N equally spaced phases", "1"),
     LEVEL(LENTO_COUNT, phases), .min = 1, .max = 1000, .scheme = "async",
     .told = LENTO_TOLD_UNLESS_DEFAULT},
    {OPTION("raw_weights", NULL, "do not normalise the kernel weights (only to reproduce a paper)",
            "off"),
     LEVEL(LENTO_SWITCH, raw_weights), .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("relax", "T",
            "follow the fast motion this long before each macro step (dissipative modes)", "0"),
     LEVEL(LENTO_NUMBER, relax), .unit = "s", .scheme = "slow", .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("derivative", "chain|kernel",
            "average xi' with the kernel K, or xi with its derivative K'", "chain"),
     LEVEL(LENTO_CHOICE, derivative), .choices = "chain|kernel", .scheme = "slow",
     .group = LENTO_GAUGE_GROUP, .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("gauge", "auto|point|mean",
            "start and columns are values at a point of the fast motion or its means: direct shows "
            "them, sync starts micro runs from a reconstruction or from their means, slow moves xi "
            "at a point or its mean",
            "mean for direct and for sync without reconstruction"),
     LEVEL(LENTO_CHOICE, gauge), .choices = "auto|point|mean", .direct = true,
     .group = LENTO_GAUGE_GROUP, .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("gauge_runs", "R", "micro runs per evaluation of the mean gauge", "2"),
     LEVEL(LENTO_COUNT, gauge_runs), .min = 1, .max = 1000, .scheme = "slow",
     .group = LENTO_GAUGE_GROUP},
    {OPTION("cutoff", "C", "relative cut-off of the least squares", "1e-10"),
     LEVEL(LENTO_NUMBER, cutoff), .max = 1, .scheme = "slow"},
    {OPTION("reproject", "DT", "project onto the slow motion again at multiples of DT", "never"),
     LEVEL(LENTO_NUMBER, reproject), .unit = "s", .scheme = "stiff", .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("adiabatic", NULL,
            "keep the actions of the fast modes, whose energies act on the slow motion where their "
            "frequencies depend on the position",
            "off"),
     LEVEL(LENTO_SWITCH, adiabatic), .scheme = "stiff", .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("restore_fast", NULL,
            "add the ignored oscillation of the one stiff spring back to the output", "off"),
     LEVEL(LENTO_SWITCH, restore_fast), .scheme = "stiff", .told = LENTO_TOLD_AS_VARIANT},
    {OPTION("first_step", "H", "adaptive methods: upper bound of the first step", "by method"),
     RUN(LENTO_NUMBER, first_step), .unit = "s"},
    {OPTION("max_step", "H", "adaptive methods: upper bound of all steps",
            "a quarter of the period of a forcing that is not averaged"),
     RUN(LENTO_NUMBER, max_step), .unit = "s"},
};
enum { COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

size_t lento_option_table(const lento_option **list) {
    if (list) {
        *list = OPTIONS;
    }
    return COUNT;
}

static char dashed(char c) {
    return c == '_' ? '-' : c;
}

const lento_option *lento_option_find(const char *name, size_t length) {
    if (!name) {
        return NULL;
    }
    for (size_t i = 0; i < COUNT; i++) {
        size_t n = 0;
        while (n < length && dashed(OPTIONS[i].name[n]) == dashed(name[n])) {
            n++;
        }
        if (n == length && OPTIONS[i].name[n] == '\0') {
            return &OPTIONS[i];
        }
    }
    return NULL;
}

static const size_t SIZE[] = {
    [LENTO_NUMBER] = sizeof(double), [LENTO_COUNT] = sizeof(int),   [LENTO_LONG] = sizeof(int64_t),
    [LENTO_WORD] = sizeof(char *),   [LENTO_SWITCH] = sizeof(bool), [LENTO_CHOICE] = sizeof(int)};

bool lento_option_given(const lento_option *option, const void *fields) {
    if (!option || !fields) {
        return false;
    }
    const char *field = (const char *)fields + option->offset;
    for (size_t i = 0; i < SIZE[option->kind]; i++) {
        if (field[i] != 0) {
            return true;
        }
    }
    return false;
}

void lento_option_copy(const lento_option *option, void *to, const void *from) {
    if (!option || !to) {
        return;
    }
    char *field = (char *)to + option->offset;
    if (from) {
        memcpy(field, (const char *)from + option->offset, SIZE[option->kind]);
    } else {
        memset(field, 0, SIZE[option->kind]);
    }
}
