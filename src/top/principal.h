/* SPDX-License-Identifier: MIT
 *
 * principal.h - principal moments and axes of an inertia tensor (see principal.c). */
#ifndef LENTO_TOP_PRINCIPAL_H
#define LENTO_TOP_PRINCIPAL_H

/* Moments ascending; axes[i] belongs to moments[i]; right-handed and deterministic. */
void lento_principal(const double tensor[3][3], double moments[3], double axes[3][3]);

/* Whether two moments are equal but for rounding, `largest` being the largest of the body. */
int lento_moments_equal(double a, double b, double largest);

/* Gives a vector the sign that makes its largest component positive (the first of equal ones). */
void lento_positive(double v[3]);

#endif
