/* SPDX-License-Identifier: MIT
 *
 * polynomial.h - polynomials of the state: slow variables xi_i(x) (ariel section 3.2),
 * observables and functionals given as text. One `lento_polynomial` is edited (read,
 * multiplied, printed); a `lento_polynomial_set` is compiled from several and only evaluated:
 * xi, grad xi, grad xi . f.
 *
 * All memory is the caller's: a measuring call gives the bytes, another one lays the object out
 * in them. Nothing here prints or keeps state, so the same code runs in WebAssembly. */
#ifndef LENTO_SLOW_POLYNOMIAL_H
#define LENTO_SLOW_POLYNOMIAL_H

#include <stddef.h>

#include "lento/problem.h"

enum { LENTO_POWER_LIMIT = 255 }; /* of one variable in one term, and in text after ^ */

/* ---- one polynomial: sum of coefficient[i] * prod_j x_j^power[i * variables + j] ---- */
typedef struct lento_polynomial {
    int variables; /* d */
    int terms, capacity;
    double *coefficient;  /* [terms] */
    unsigned char *power; /* [terms][variables] */
} lento_polynomial;

size_t lento_polynomial_bytes(int variables, int capacity);
/* An empty polynomial with room for `capacity` terms; memory aligned as for double. */
lento_polynomial lento_polynomial_place(void *memory, int variables, int capacity);
/* Append a term as it is; LENTO_NO_MEMORY when the polynomial is full. Tidy afterwards. */
lento_status lento_polynomial_add(lento_polynomial *p, double coefficient,
                                  const unsigned char power[]);
/* Merge equal monomials, drop zeros, sort: lowest degree first, then x1 before x2. */
void lento_polynomial_tidy(lento_polynomial *p);
/* out = a * b, tidy; out is another object. LENTO_NO_MEMORY: too many terms; LENTO_BAD_OPTION:
 * a power beyond LENTO_POWER_LIMIT. */
lento_status lento_polynomial_product(const lento_polynomial *a, const lento_polynomial *b,
                                      lento_polynomial *out);
int lento_polynomial_degree(const lento_polynomial *p); /* 0 for a constant */

/* ---- text ---- */
/* "x1*x2^2 - x1*v2^2 + 2*v1*x2*v2"; names may be NULL (x1, x2, ...). Returns the length of the
 * whole text without the final 0; at most size bytes are written, always ended by 0 if size >
 * 0. */
size_t lento_polynomial_print(const lento_polynomial *p, const char *const names[], char *text,
                              size_t size);
/* A coefficient for reading: up to 6 digits if those are right to 1e-9, else 12; integers exactly.
 * Writes at most 31 characters and a final 0; returns the length. */
size_t lento_coefficient_print(double value, char text[32]);

/* Formula number i as a polynomial. p brings its memory, which is also the work space: LENTO_NO_MEMORY means retry with
 * a larger capacity (4 times the terms of the longest product on the way is enough). LENTO_BAD_OPTION: it is none. */
struct lento_formulas;
lento_status lento_polynomial_view(lento_polynomial *p, const struct lento_formulas *formulas,
                                   int i);

/* ---- a set: compiled for evaluation, const afterwards ---- */
typedef struct lento_factor {
    unsigned short variable, power;
} lento_factor;

typedef struct lento_polynomial_set {
    int variables, count;
    const int *first_term;   /* [count + 1] */
    const int *first_factor; /* [terms + 1] */
    const double *coefficient;
    const lento_factor *factor;
} lento_polynomial_set;

size_t lento_polynomial_set_bytes(const lento_polynomial p[], int count);
lento_polynomial_set lento_polynomial_set_place(void *memory, const lento_polynomial p[],
                                                int count);
/* values xi[count]; gradient rows [count][variables]; either may be NULL */
void lento_polynomial_set_evaluate(const lento_polynomial_set *set, const double x[], double xi[],
                                   double gradient[]);
/* rate[i] = grad xi_i(x) . f, without forming the gradient */
void lento_polynomial_set_rate(const lento_polynomial_set *set, const double x[], const double f[],
                               double rate[]);

#endif
