/* SPDX-License-Identifier: MIT
 * What the items of sanzserna share: the two masses of section 4 and runs sampled on a grid. */
#ifndef PAPERS_SANZSERNA_H
#define PAPERS_SANZSERNA_H
#include "lento/problem.h"
#include "papers.h"

enum {
    SANZ_COLUMNS = 8,
    SANZ_ROWS = 321
}; /* x1 y1 x2 y2 px1 py1 px2 py2; T = 10 in steps of 1/32 */

typedef struct sanz_start {
    double omega1, omega2, x1, x2;
} sanz_start;

typedef struct sanz_run {
    double row[SANZ_ROWS][SANZ_COLUMNS]; /* at multiples of the grid's spacing, t = 0 first */
    int rows;                            /* fewer than wanted: the run failed */
    lento_counts counts;
} sanz_run;

sanz_start sanz_case_1(double omega);
sanz_start sanz_case_2(double omega);
sanz_start sanz_case_3(double omega);

/* The paper's method: exponential kernel over 20 periods, 6 micro steps per period. */
lento_options sanz_paper(void);
lento_options sanz_direct(double rtol); /* ode45, atol = rtol / 1000 */
lento_options sanz_exact(void);         /* 8th order to 1e-12 */

/* Runs to t = 10 and keeps the columns at 10/intervals, ...; false if it failed. */
bool sanz_go(sanz_start start, const lento_options *options, int intervals, sanz_run *run);
/* Largest difference of positions (0) or velocities (4) over t > 0; b may be on a finer grid. */
double sanz_distance(const sanz_run *a, const sanz_run *b, int first);

void sanz_cell(paper_report *report, const char *cell, double published, double computed,
               double expected, double tolerance, paper_verdict verdict, const char *note);

void sanz_section_4(paper_report *report); /* cases (ii), (iii) */
void sanz_anchors(paper_report *report);
void sanz_limits(paper_report *report);
void sanz_filters(paper_report *report);
void sanz_software(paper_report *report);
void sanz_errata_item(paper_report *report);
extern const paper_figure sanzserna_figures[];
extern const paper_erratum sanzserna_errata[];

#endif
