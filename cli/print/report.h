/* SPDX-License-Identifier: MIT
 * The report of a reproduction: one page that needs nothing else, and the same as JSON.
 *
 *   report.c       the directory and its two files
 *   report_html.c  the page: summary, papers      report_cells.c  tables of cells, errata
 *   report_svg.c   curves -> gnuplot -> SVG inside the page */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H
#include "print/reproduce.h"

typedef struct paper_page {
    FILE *file;
    const paper_study *study;
    bool quick;
} paper_page;

/* ---- report_html.c ---- */
void paper_html_page(const paper_page *page);
/* An anchor: letters and digits kept, all else a dash. */
enum { PAPER_ANCHOR = 100 };
const char *paper_anchor(const paper *p, const char *name, char text[PAPER_ANCHOR]);

/* ---- report_cells.c ---- */
void paper_html_item(const paper_page *page, const paper_task *task);
void paper_html_errata(const paper_page *page, const paper *p);

/* ---- report_svg.c ---- */
/* Draws the figure into the page; false and a reason in message if it cannot be drawn. */
bool paper_html_svg(const paper_page *page, const paper_task *task, int number, char *message);

#endif
