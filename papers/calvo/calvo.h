/* SPDX-License-Identifier: MIT
 * What the items of calvo share: the paper's pendulum and its three algorithms. */
#ifndef PAPERS_CALVO_H
#define PAPERS_CALVO_H
#include "lento/problem.h"
#include "papers.h"

typedef struct calvo_start {
    double omega, theta0, Q, P;
} calvo_start;

typedef enum calvo_algorithm {
    CALVO_AVERAGED, /* Verlet on the averaged equation (2.5) */
    CALVO_SYNC,     /* Algorithm 1: exponential kernel over 40 periods */
    CALVO_ASYNC,    /* Algorithm 2 with the same kernel */
    CALVO_SIMPLE    /* Algorithm 2 with the simple filter over one period */
} calvo_algorithm;

/* The pendulum of section 2 (l = 0.2, g = 9.8, v = 4); NULL without memory. */
lento_model *calvo_pendulum(calvo_start start);
/* Verlet on both scales, H = until / steps, n micro steps per period. */
lento_options calvo_options(calvo_algorithm algorithm, double until, long steps, int n);
/* Q and P at the end; false if the run failed. */
bool calvo_end(calvo_start start, const lento_options *options, double end[2]);

void calvo_section_25(paper_report *report);
void calvo_energy(paper_report *report);
void calvo_section_3(paper_report *report);
void calvo_errata_item(paper_report *report);
extern const paper_figure calvo_figures[];
extern const paper_erratum calvo_errata[];

/* The double pendulum of section 4; NULL without memory. The model is to be destroyed too. */
lento_run *calvo_chain(double omega, double theta0, const lento_options *options,
                       lento_model **model);
lento_options calvo_chain_options(const char *macro, int steps, const char *micro, int n);
extern const lento_options calvo_chain_limit; /* its closed averaged form to 1e-12 */

void calvo_figure_41(paper_report *report);
void calvo_section_4_rattle(paper_report *report);
void calvo_section_4_limit(paper_report *report);
void calvo_section_4_beyond(paper_report *report);

#endif
