/* SPDX-License-Identifier: MIT
 * What the items of bodack share: the thesis's tops, runs read at given times, cells.
 *
 * The initial frame is not stated in the thesis; three starts are computed (card bodack 0): S0 upright,
 * S45 tilted by 45 degrees about e1, S52 by atan(1.862/1.46), which makes <m,B> vanish. */
#ifndef PAPERS_BODACK_H
#define PAPERS_BODACK_H
#include "lento/top.h"
#include "papers.h"

enum { BODACK_STARTS = 3, BODACK_COLUMNS = 16 };
enum {
    BODACK_Q = 0,
    BODACK_M = 4,
    BODACK_A = 7,
    BODACK_E = 10,
    BODACK_MP,
    BODACK_MA,
    BODACK_SPECIAL
};

extern const char *const bodack_start[BODACK_STARTS]; /* "S0", "S45", "S52" */
double bodack_tilt(int start);                        /* degrees */

/* The top of section 6.1.1, or with other settings ("g", "m1", "case", ...); NULL: failed. */
lento_model *bodack_model(int start, const lento_setting more[], size_t n);
/* The body and the start of that model. */
const lento_top *bodack_body(const lento_model *model);

/* NULL after a failure (and for a NULL model). */
lento_run *bodack_open(const lento_model *model, const lento_options *options);
/* Extrap, a new call every `step` (section 6.1) with first step `first`. */
lento_options bodack_extrap(double until, double step, double tolerance, double first);
/* Columns at t, inside or at the end of the last step; NAN after a failure. Times must not fall. */
void bodack_read(lento_run *run, double t, double columns[BODACK_COLUMNS]);
double bodack_L(const double a[], const double b[]); /* between two rows */
double bodack_worst(double so_far, double value);    /* the larger; NAN once one is NAN */

/* Against the exact motion of a Lagrange top: the largest L over the last ten units before `until`,
 * the largest energy error over all steps (card bodack 8). */
typedef struct bodack_errors {
    double L, E, evaluations; /* per unit time */
} bodack_errors;
bodack_errors bodack_last(const lento_model *model, const lento_options *options, double until);

void bodack_cell(paper_report *report, const char *cell, double computed, double expected,
                 double tolerance, paper_verdict verdict, const char *note);
/* Depends on the details of an algorithm: right within a factor 2 (extrapolation) or another. */
void bodack_rough(paper_report *report, const char *cell, double computed, double expected,
                  double factor, paper_verdict verdict, const char *note);

void bodack_section_61(paper_report *report);
void bodack_section_615(paper_report *report);
void bodack_section_62(paper_report *report);
void bodack_section_62_long(paper_report *report);
void bodack_section_63(paper_report *report);
void bodack_figure_55(paper_report *report);
void bodack_geometry(paper_report *report);
void bodack_integrals(paper_report *report);
void bodack_discrete(paper_report *report);
void bodack_extrapolation(paper_report *report);
void bodack_exact(paper_report *report);
void bodack_rods(paper_report *report);
void bodack_methods(paper_report *report);
void bodack_methods_long(paper_report *report);
void bodack_errata(paper_report *report);

extern const paper_figure bodack_figures[];
extern const paper_erratum bodack_misprints[];

#endif
