/* SPDX-License-Identifier: MIT
 *
 * elliptic.h - the two elliptic integrals the exact top needs (see elliptic.c). */
#ifndef LENTO_TOP_ELLIPTIC_H
#define LENTO_TOP_ELLIPTIC_H

/* Complete integral K from the complementary modulus k' in [0, 1]; infinite for k' = 0. */
double lento_elliptic_K(double complement);

/* F(phi | k^2) from s = sin phi, c = cos phi >= 0 and the squared complementary modulus 1 - k^2. */
double lento_elliptic_F(double s, double c, double complement_squared);

#endif
