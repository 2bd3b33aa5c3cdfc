/* SPDX-License-Identifier: MIT
 * What the items of sanzserna share: the two masses of section 4 and runs sampled on a grid. */
#ifndef PAPERS_SANZSERNA_H
#define PAPERS_SANZSERNA_H
#include "run.h"

enum { SANZ_X1, SANZ_Y1, SANZ_X2, SANZ_Y2 }; /* columns */
enum { SANZ_PX1 = 4, SANZ_PX2 = 6, SANZ_COLUMNS = 8 };

/* Case (1), (2) or (3) of section 4. */
lento_model *sanz_case(int number, double omega);
/* The paper's method: exponential kernel over 20 periods, 6 micro steps per period; to t = 10. */
lento_options sanz_paper(const char *macro);
lento_options sanz_direct(double rtol); /* ode45 */
#define sanz_exact() paper_accurate("direct until=10")
#define sanz_rods()  paper_accurate("averaged until=10") /* the rigid limit */

/* Largest differences from the reference at t = 10/intervals, ... */
typedef struct sanz_result {
    double position, velocity;
    paper_work work;
} sanz_result;
sanz_result sanz_against(const paper_path *reference, const lento_model *model,
                         lento_options options, int intervals);

paper_compute sanz_section_4, sanz_anchors, sanz_limits, sanz_filters, sanz_software,
    sanz_errata_item;
extern const paper_figure sanzserna_figures[];
extern const paper_erratum sanzserna_errata[];

#endif
