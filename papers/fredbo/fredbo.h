/* SPDX-License-Identifier: MIT
 * What the items of fredbo share: models from a line of words, errors of all columns, one cell. */
#ifndef PAPERS_FREDBO_H
#define PAPERS_FREDBO_H
#include "lento/problem.h"
#include "papers.h"

enum { FREDBO_COLUMNS = 16 };
enum { /* columns of fast-top */
       FREDBO_PI1,
       FREDBO_PI2,
       FREDBO_PI3,
       FREDBO_GAMMA1,
       FREDBO_GAMMA2,
       FREDBO_GAMMA3,
       FREDBO_XI2,
       FREDBO_XI3,
       FREDBO_XI4,
       FREDBO_XI5,
       FREDBO_PHI,
       FREDBO_THETA,
       FREDBO_PSI,
       FREDBO_OWN /* frame=space: phi_L; horizontal: xi4_slow, theta_slow */
};

/* "spin=1e3 frame=space", and a named set of slow variables or NULL; NULL after a failure. */
lento_model *fredbo_model(const char *problem, const char *words, const char *set);
/* Options of a run with one scheme; "direct" and "averaged" without a window. */
lento_options fredbo_run(const char *scheme, const char *macro, double until, long steps);
/* Algorithm 4 of the thesis: raw exp2 weights on a window of `widths` micro steps h. */
lento_options fredbo_thesis(const char *macro, const char *micro, double until, long steps,
                            double widths, double h);
/* 8th order to 1e-13, scheme direct or averaged; exact solution. */
lento_options fredbo_accurate(const char *scheme);
lento_options fredbo_exact(void);

/* Columns at the end, NAN after a failure. */
lento_counts fredbo_end(const lento_model *model, const lento_options *options,
                        double columns[FREDBO_COLUMNS]);
/* Largest differences of all columns from the reference at the step ends (1000 points if adaptive). */
lento_counts fredbo_errors(const lento_model *model, const lento_options *options,
                           lento_options reference, double worst[FREDBO_COLUMNS]);

typedef struct fredbo_claim {
    paper_verdict verdict;
    const char *note;
} fredbo_claim;
/* |computed - expected| <= relative * |expected| */
void fredbo_cell(paper_report *report, const char *cell, double published, double computed,
                 double expected, double relative, fredbo_claim claim);
/* the same with a tolerance of its own */
void fredbo_near(paper_report *report, const char *cell, double computed, double expected,
                 double tolerance, fredbo_claim claim);

void fredbo_section_24(paper_report *report);
void fredbo_section_24_repaired(paper_report *report);
void fredbo_figure_11(paper_report *report);
void fredbo_table_1(paper_report *report);
void fredbo_table_1_rivals(paper_report *report);
void fredbo_figures_12_13(paper_report *report);
void fredbo_figures_14_15(paper_report *report);
void fredbo_figure_16(paper_report *report);
void fredbo_section_52(paper_report *report);
void fredbo_section_6(paper_report *report);
void fredbo_section_7(paper_report *report);
void fredbo_section_7_multiscale(paper_report *report);
void fredbo_exact_solution(paper_report *report);
void fredbo_precession(paper_report *report);
void fredbo_methods(paper_report *report);
void fredbo_errata_item(paper_report *report);

extern const paper_figure fredbo_figures[];
extern const paper_erratum fredbo_errata[];

#endif
