/* SPDX-License-Identifier: MIT
 * What the items of ariel share: models and runs from a few numbers, and one cell. */
#ifndef PAPERS_ARIEL_H
#define PAPERS_ARIEL_H
#include "lento/problem.h"
#include "papers.h"

enum { ARIEL_COLUMNS = 64 };

/* NULL after a failure. */
lento_model *ariel_model(const char *problem, const lento_setting settings[], size_t n);
/* Columns at the end; NAN after a failure. Counts may be NULL. */
void ariel_end(const lento_model *model, const lento_options *options, double columns[],
               lento_counts *counts);
/* Scheme slow with macro steps H up to `until`; eta is the half width, h the micro step. */
lento_options ariel_slow(double until, double H, const char *kernel, double eta, double h);

/* expected within tolerance; a paper's own number or NAN */
void ariel_cell(paper_report *report, const char *cell, double computed, double expected,
                double tolerance, paper_verdict verdict, const char *note);

void ariel_detection(paper_report *report);
void ariel_detection_large(paper_report *report);
void ariel_kernels(paper_report *report);
void ariel_figure_4(paper_report *report);
void ariel_linear(paper_report *report);
void ariel_stellar(paper_report *report);
void ariel_stellar_direct(paper_report *report);
void ariel_gauge(paper_report *report);
void ariel_kapitza(paper_report *report);
void ariel_fpu(paper_report *report);
void ariel_fpu_direct(paper_report *report);
void ariel_fpu_long(paper_report *report);
void ariel_fpu_ensemble(paper_report *report);
extern const paper_figure ariel_figures[];
extern const paper_erratum ariel_errata[];

#endif
