/* SPDX-License-Identifier: MIT
 * What the items of ariel share: options of its method from a few numbers. */
#ifndef PAPERS_ARIEL_H
#define PAPERS_ARIEL_H
#include "run.h"

/* Scheme slow with macro steps H up to `until`; eta is the half width, h the micro step. */
lento_options ariel_slow(double until, double H, const char *kernel, double eta, double h);
/* The chain over the time tau/eps: soft-verlet with H = 0.1, micro runs by strang. */
lento_options ariel_chain(double eps, double tau);
/* Section 7.1 with balanced parameters for Delta = 10^(-1 - i/3); x3(0) = 1: a one-sided kernel. */
typedef struct ariel_balance {
    double Delta, eta, h, steps;
} ariel_balance;
ariel_balance ariel_balanced(int i);
lento_options ariel_balanced_options(ariel_balance b, int x3);
/* Largest relative error of xi = x1^2 + x2^2 at the macro steps there, in percent; *last (or NULL): its last value. */
double ariel_percent(int x3, lento_options options, double *last);

paper_compute ariel_detection, ariel_detection_large, ariel_figure_4, ariel_linear, ariel_stellar,
    ariel_stellar_direct, ariel_gauge, ariel_kapitza, ariel_fpu, ariel_fpu_direct, ariel_fpu_long,
    ariel_fpu_ensemble;
extern const paper_figure ariel_figures[];
extern const paper_erratum ariel_errata[];

#endif
