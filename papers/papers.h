/* SPDX-License-Identifier: MIT
 * Papers run again: a paper has items (a table, a section), an item yields cells.
 *
 *   paper_all -> lento reproduce -> item->run(report) -> paper_cell_add for every number
 *
 * A cell compares the computed number with `expected`, the value of an independent computation:
 * ok = |computed - expected| <= tolerance. `verdict` is about the paper's own number. */
#ifndef PAPERS_PAPERS_H
#define PAPERS_PAPERS_H
#include <stdbool.h>
#include <stddef.h>

/* Only a printed number can agree or differ; without one a cell says nothing about the paper. */
typedef enum paper_verdict { PAPER_COMPUTED, PAPER_AGREES, PAPER_DIFFERS } paper_verdict;

typedef struct paper_cell {
    const char *cell; /* "H=1/10 omega=1e4, error in Q" */
    double computed, expected, tolerance;
    const char *note; /* or NULL */
    paper_verdict verdict;
    double published; /* NAN if and only if the verdict is PAPER_COMPUTED */
} paper_cell;

typedef struct paper_report paper_report;
/* Strings are copied; `published` is ignored where the verdict is PAPER_COMPUTED. */
void paper_cell_add(paper_report *report, const paper_cell *cell);

typedef void paper_compute(paper_report *report);

typedef struct paper_item {
    const char *name, *title;
    bool slow; /* left out by --quick */
    paper_compute *run;
    const char *needs; /* an optional library, "SUNDIALS"; NULL: none */
} paper_item;

/* ---- figures: drawn into the report only ---- */

typedef struct paper_sheet paper_sheet;
/* One curve; everything is copied. points: marks instead of a line. */
void paper_curve_add(paper_sheet *sheet, const char *name, size_t n, const double x[],
                     const double y[], bool points);

typedef struct paper_figure {
    const char *name, *title; /* "figure-4.1", what is drawn */
    const char *claim;        /* what the paper says about it */
    const char *outcome;      /* what came out here */
    const char *x_label, *y_label;
    bool log_x, log_y;
    bool slow; /* left out by --quick */
    void (*draw)(paper_sheet *sheet);
} paper_figure;

/* ---- errata: a misprint or a claim that does not hold, and the cell that shows it ---- */

typedef struct paper_erratum {
    const char *place, *printed, *correct;
    const char *item, *cell; /* the check: cells of this item that begin so; NULL: only words */
} paper_erratum;

typedef struct paper {
    const char *name, *title;
    const paper_item *items;     /* ends with a null name */
    const paper_figure *figures; /* ends with a null name; or NULL */
    const paper_erratum *errata; /* ends with a null place; or NULL */
} paper;

extern const paper *const paper_all[]; /* ends with NULL */

extern const paper paper_calvo;
extern const paper paper_sanzserna;
extern const paper paper_ariel;
extern const paper paper_fredbo;
extern const paper paper_bodack;

#endif
