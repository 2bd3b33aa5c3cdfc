/* SPDX-License-Identifier: MIT
 * Fredbo, "The Heterogeneous Multiscale Method and the Spinning Top" (2011): the vibrated pendulum of
 * section 2.4, the fast top (Table 1, Figs 11-16, section 5.2), the vibrated tops of sections 6 and 7
 * as printed and repaired, and what an informed user would run instead.
 *
 * `published` is the thesis's own number where there is one; expected values come from an independent
 * computation. */
#include "fredbo.h"

#include <inttypes.h>

lento_options fredbo_thesis(const char *macro, const char *micro, int64_t steps, double widths,
                            double h) {
    return paper_options("scheme=slow macro=%s micro=%s until=0.01 steps=%" PRId64 " kernel=exp2 "
                         "raw_weights micro_step=%.17g window=%.17g",
                         macro, micro, steps, h, widths * h);
}

lento_options fredbo_accurate(const char *scheme) {
    return paper_options("macro=dop853 rtol=1e-13 atol=1e-15 scheme=%s", scheme);
}

double fredbo_error(const lento_model *model, lento_options options, int column) {
    return paper_errors(model, options, fredbo_exact()).column[column];
}

static const paper_item items[] = {
    {"section-2.4", "vibrated pendulum, HMM-VE-ve and HMM-VE-rk4", .run = fredbo_section_24},
    {"section-2.4/repaired", "the slow momentum averaged instead of the force",
     .run = fredbo_repaired},
    {"figure-11", "direct integration of the fast top", .run = fredbo_figure_11},
    {"table-1", "HMM-LF-rk4, error in xi3 at three spins", .slow = true, .run = fredbo_table_1},
    {"table-1/rivals", "what the same work does without a window", .run = fredbo_table_1_rivals},
    {"figure-12", "slow variables (32), and Fig. 13: error against H", .run = fredbo_figures_12_13},
    {"figure-14", "error against the window, and Fig. 15: against h", .run = fredbo_figures_14_15},
    {"figure-16", "first integrals up to T = 1", .run = fredbo_figure_16},
    {"section-5.2", "slow variables (37), precession and nutation", .run = fredbo_section_52},
    {"section-6", "horizontal vibration", .run = fredbo_section_6},
    {"section-7", "vertical vibration", .run = fredbo_section_7},
    {"section-7/multiscale", "synchronous runs in the spin-free frame", .run = fredbo_multiscale},
    {"exact", "exact solution of the fast top", .run = fredbo_exact_solution},
    {"precession", "precession over nutation, one full turn", .run = fredbo_precession},
    {"methods", "what an expert would use instead", .slow = true, .run = fredbo_methods},
    {"errata", "numbers behind errata that no other item shows", .run = fredbo_errata_item},
    {0},
};

const paper paper_fredbo = {"fredbo",
                            "Fredbo, The Heterogeneous Multiscale Method and the Spinning Top",
                            items, fredbo_figures, fredbo_errata};
