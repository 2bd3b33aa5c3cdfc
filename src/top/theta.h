/* SPDX-License-Identifier: MIT
 *
 * theta.h - the two quotients of theta functions of which the exact top is made (see theta.c). */
#ifndef LENTO_TOP_THETA_H
#define LENTO_TOP_THETA_H

#include "lento/top.h"

/* strip[0], strip[1]: the elliptic integrals F_A, F_B (with sign) that place the zeros of A and B;
 * modulus and complement are k^2 and 1 - k^2, each given with its own digits. */
void lento_theta_setup(lento_top_theta *theta, double modulus, double complement,
                       const double strip[2]);

/* Quotients (index 0: A, 1: B; then real and imaginary part) at w without a factor exp(i angle),
 * and their derivatives with respect to w without the same factor. */
void lento_theta_at(const lento_top_theta *theta, double w, double value[2][2], double slope[2][2],
                    double angle[2]);

#endif
