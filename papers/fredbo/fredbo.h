/* SPDX-License-Identifier: MIT
 * What the items of fredbo share: columns of the fast top and the thesis's algorithm. */
#ifndef PAPERS_FREDBO_H
#define PAPERS_FREDBO_H
#include "run.h"

/* Columns of fast-top. The last one with frame=space: phi_L; with vibration=horizontal: xi4_slow, and
 * theta_slow after it. */
enum { FREDBO_PI1, FREDBO_PI2, FREDBO_PI3, FREDBO_GAMMA1, FREDBO_GAMMA2, FREDBO_GAMMA3 };
enum { FREDBO_XI2 = 6, FREDBO_XI3, FREDBO_XI4, FREDBO_XI5, FREDBO_PHI, FREDBO_THETA };
enum { FREDBO_OWN = 13 };

/* Algorithm 4 of the thesis: raw exp2 weights on a window of `widths` micro steps h, to t = 0.01. */
lento_options fredbo_thesis(const char *macro, const char *micro, int64_t steps, double widths,
                            double h);
/* 8th order to 1e-13: "direct", "averaged until=6". */
lento_options fredbo_accurate(const char *scheme);
#define fredbo_exact() paper_options("scheme=direct macro=exact steps=1")
/* Largest error against the exact solution. */
double fredbo_error(const lento_model *model, lento_options options, int column);

paper_compute fredbo_section_24, fredbo_repaired, fredbo_figure_11, fredbo_table_1,
    fredbo_table_1_rivals, fredbo_figures_12_13, fredbo_figures_14_15, fredbo_figure_16,
    fredbo_section_52, fredbo_section_6, fredbo_section_7, fredbo_multiscale, fredbo_exact_solution,
    fredbo_precession, fredbo_methods, fredbo_errata_item;

extern const paper_figure fredbo_figures[];
extern const paper_erratum fredbo_errata[];

#endif
