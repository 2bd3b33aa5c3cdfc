/* SPDX-License-Identifier: MIT
 * What the items of calvo share: the paper's pendulums and its three algorithms. */
#ifndef PAPERS_CALVO_H
#define PAPERS_CALVO_H
#include "run.h"

typedef enum calvo_algorithm {
    CALVO_AVERAGED, /* Verlet on the averaged equation (2.5) */
    CALVO_SYNC,     /* Algorithm 1: exponential kernel over 40 periods */
    CALVO_ASYNC,    /* Algorithm 2 with the same kernel */
    CALVO_SIMPLE    /* Algorithm 2 with the simple filter over one period */
} calvo_algorithm;

/* The pendulum of section 2 (l = 0.2, g = 9.8, v = 4). */
lento_model *calvo_pendulum(double omega, double theta0, double Q, double P);
/* Verlet on both scales, H = until / steps, n micro steps per period. */
lento_options calvo_options(calvo_algorithm algorithm, double until, int steps, int n);
/* The energy of the averaged equation (2.5). */
double calvo_energy_of(double Q, double P);
/* The double pendulum of section 4: simple filter, one period. */
lento_options calvo_chain(const char *macro, int steps, const char *micro, int n);

paper_compute calvo_section_25, calvo_energy, calvo_section_3, calvo_figure_41, calvo_rattle,
    calvo_limit, calvo_beyond, calvo_errata_item;
extern const paper_figure calvo_figures[];
extern const paper_erratum calvo_errata[];

#endif
