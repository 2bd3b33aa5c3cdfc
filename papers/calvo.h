/* SPDX-License-Identifier: MIT
 * What the items of calvo share: the paper's pendulum and its three algorithms. */
#ifndef PAPERS_CALVO_H
#define PAPERS_CALVO_H
#include "lento/lento.h"
#include "papers.h"

typedef struct calvo_start {
    double omega, theta0, Q, P;
} calvo_start;

typedef enum calvo_algorithm {
    CALVO_AVERAGED,    /* Verlet on the averaged equation (2.5) */
    CALVO_SYNC,        /* Algorithm 1: exponential kernel over 40 periods */
    CALVO_ASYNC,       /* Algorithm 2 with the same kernel */
    CALVO_SIMPLE       /* Algorithm 2 with the simple filter over one period */
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

#endif
