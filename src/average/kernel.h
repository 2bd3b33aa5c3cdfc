/* SPDX-License-Identifier: MIT
 *
 * kernel.h - kernels and filters: the weights of a window. */
#ifndef LENTO_AVERAGE_KERNEL_H
#define LENTO_AVERAGE_KERNEL_H

#include "lento/problem.h"

typedef struct lento_kernel {
    const char *name, *doc, *paper; /* name may end in -P-Q: two integers follow */
    int parameters;
    int fixed;                                        /* p[0] of a kernel without parameters */
    double (*value)(double x, const int p[]);         /* on [-1, 1]; NULL: built by `weights` */
    int (*weights)(int m, const int p[], double w[]); /* one-sided and filters */
    double periods;                                   /* default width */
    bool one_sided, needs_half, filter;
    int zeros;        /* of a filter: double zeros at one frequency; 0: it filters a range */
    bool simple_zero; /* at the fast frequency, however wide the window */
    bool point;       /* one node */
    double (*slope)(double x, const int p[]); /* derivative of value; NULL: not offered */
} lento_kernel;
const lento_kernel *lento_kernel_find(const char *name, int p[2]);
/* two-sided: w[0..m] from the centre, w_0 + 2 sum w_k = 1; one-sided: w[0..m] from the start, sum 1 */
int lento_kernel_fill(const lento_kernel *kernel, const int p[], int m, bool raw, double w[]);
double lento_kernel_constant(const lento_kernel *kernel, const int p[]); /* 1 / integral of value */
/* two-sided, w[0..m] from the centre: sum over both sides of +-w_k xi_k is the mean derivative times m h */
int lento_kernel_fill_slope(const lento_kernel *kernel, const int p[], int m, double w[]);
double lento_kaiser_nodes(double highest, double phi); /* phi: phase of the slowest mode per step */
void lento_kaiser_fill(double highest, int m, double w[]);
void lento_notch_fill(double phi, int zeros, double w[]); /* zeros + 1 weights from the centre */

#endif
