/* SPDX-License-Identifier: MIT
 *
 * detect_parts.h - what the files of the detector share. Data flow for one degree m:
 *
 *     metric T -> points u of a ball, x = centre + T u -> monomials u^n and their rates
 *       -> QR, null space -> slow space -> minus products of what is known
 *       -> sparse representatives -> rank -> result
 *
 * Matrices are column-major; a monomial table has at most 20000 rows, so an index into a matrix
 * fits an int. A polynomial is a vector of coefficients over a monomial
 * table, which starts with the constant; the tables of different degrees are prefixes of each
 * other. */
#ifndef LENTO_SLOW_DETECT_PARTS_H
#define LENTO_SLOW_DETECT_PARTS_H

#include <stdint.h>

#include "slow/detect.h"
#include "system/algebra.h"

/* ---- memory that is given back together, last in first out (detect_result.c) ---- */
typedef struct detect_pool {
    struct detect *run; /* of which a failure is reported */
    void *last;         /* block; a mark to come back to */
} detect_pool;
/* zeroed; NULL, with the failure set: none left */
void *lento_detect_take(detect_pool *pool, size_t count, size_t size);
double *lento_detect_doubles(detect_pool *pool, int rows, int cols);
/* what was taken since the mark; NULL: everything */
void lento_detect_release(detect_pool *pool, const void *mark);

/* ---- monomials (detect_monomials.c) ---- */
typedef struct detect_table {
    int d, degree;
    int count;   /* with the constant, which has index 0 */
    int *start;  /* [degree + 2] first index of each degree */
    int *parent; /* [count] the monomial without its last variable */
    int *last;   /* [count] that variable */
    int *up;     /* [start[degree]][d] the monomial times x_j */
} detect_table;
double lento_detect_monomial_count(int d, int degree); /* without the constant */
int lento_detect_table_make(detect_table *table, detect_pool *pool, int d, int degree); /* -1 */
/* v[n] = u^n; if g: rate[n] = d(u^n)/dt for u' = g */
void lento_detect_row(const detect_table *table, const double u[], const double g[], double v[],
                      double rate[]);
void lento_detect_power(const detect_table *table, int n, unsigned char power[]);
/* out += a * b; products beyond the table's degree must not occur */
void lento_detect_multiply(const detect_table *table, const double a[], const double b[],
                           double out[]);
/* coefficients of p(shift + A y) in y from those of p(x); A is d x d; work: (degree + 1) * count */
void lento_detect_substitute(const detect_table *table, const double p[], const double shift[],
                             const double A[], double out[], double work[]);

/* ---- random numbers: splitmix64, the same on every machine (detect_sample.c) ---- */
double lento_detect_uniform(uint64_t *state); /* in (0, 1) */

/* ---- one detection ---- */
typedef struct detect_found {
    int degree;
    lento_polynomial u; /* the variable in u */
    double *basis; /* one of as many that span the same as the variables found together with it, */
                   /* orthonormal in the sample norm: products are made of these */
} detect_found;

typedef struct detect {
    lento_scaled_field *f;
    void *params;
    int d;
    lento_detect_options options; /* defaults filled in */
    double *centre;
    lento_detection *out;
    detect_pool pool;     /* lives as long as the detection */
    double planned, done; /* work for the progress */
    /* metric: x = centre + T u, u = U (x - centre) */
    double *T, *U, condition;
    bool fast; /* f grows as eps -> 0 */
    detect_found *found;
    int found_count, found_room;
} detect;

int lento_detect_fail(detect *run, lento_status status, const char *message); /* -1 */
int lento_detect_progress(detect *run, double work);                          /* -1: stopped */
int lento_detect_field(detect *run, double eps, const double x[], double f[]);
/* the part of f that grows like 1/eps, times eps */
int lento_detect_fast_field(detect *run, const double x[], double f1[]);
int lento_detect_metric(detect *run); /* detect_metric.c */
/* a point of the ball that is sampled, in u; and in x */
void lento_detect_point(const detect *run, uint64_t *state, double u[]);
void lento_detect_to_place(const detect *run, const double u[], double x[]);
/* degree by degree, until the rank is full or a limit is reached */
void lento_detect_degrees(detect *run, int (*search)(detect *run, int degree));

/* ---- one degree ---- */
typedef struct detect_span { /* an orthonormal basis that grows */
    int n, size, room;
    double *q, *work; /* n x room, n */
} detect_span;

typedef struct detect_search {
    detect *run;
    detect_pool pool;
    detect_table table;
    int K; /* monomials without the constant */
    int points;
    double *u, *g;   /* [points][d] sample points and their fast field, in u */
    double *RV, *RB; /* K x K triangular factors of centred values and of fast rates */
    double fastest;  /* the largest rate of a polynomial */
    double *W;       /* K x slow: the slow space, orthonormal in the sample norm */
    int slow;
    detect_span sampled, written_u,
        written_x;                   /* products of known variables: values, coefficients */
    double *row_v, *row_rate, *work; /* one row of monomials and their rates; substitution */
} detect_search;

int lento_detect_sample(detect_search *s);     /* points and fields (detect_sample.c) */
int lento_detect_slow_space(detect_search *s); /* RV, RB, fastest, W, slow (detect_rates.c) */
double lento_detect_fast_rate(detect_search *s,
                              const double c[]); /* of a polynomial in u, relative to max */
/* the new directions of the slow space, as coefficients in u: K x count (detect_products.c) */
int lento_detect_new(detect_search *s, double **basis, int *count);
/* columns of A (n x count) minus their part in the span */
void lento_detect_span_remove(const detect_span *span, double *A, int count);
/* written out as sparse polynomials and appended to run->found and to the result
 * (detect_write.c) */
int lento_detect_write(detect_search *s, const double *basis, int n);
/* coefficients in x from those in u (detect_write.c) */
void lento_detect_to_x(detect_search *s, const double u[], double x[]);

/* The monomial that carries most of the span of the columns of G (K x n, orthonormal at first),
 * among near equals the first; `along` is the unit vector of the span nearest to it and is taken
 * off the columns. The choice does not depend on the basis. square: K (detect_write.c) */
int lento_detect_leading(int K, int n, double *G, double *along, double *square);

/* ---- results (detect_result.c) ---- */
/* The polynomial of coefficients c, scaled so that its first term is 1; appended to the result. */
int lento_detect_append(detect *run, const detect_table *table, const double c[]);
/* rate and slow of the variables from `first` on, on the ball (detect_judge.c) */
int lento_detect_rates(detect *run, detect_pool *pool, int first);
/* Rank of the gradients of polynomials at several points, one polynomial after the other: it
 * raises the rank where its gradient leads out of those before it by more than the tolerance,
 * relative to its size over all points. (detect_judge.c) */
typedef struct detect_ranks {
    detect_pool *pool;
    int d, count;         /* count points */
    const double *points; /* [count][d] */
    double tolerance;
    double *rows, *q; /* gradients; [count][d][d] what they span at each point, orthonormal */
    int *rank;        /* [count] */
    bool *grew;       /* [count] by the last polynomial */
} detect_ranks;
/* -1: no memory */
int lento_detect_ranks_make(detect_ranks *ranks, detect_pool *pool, int d, const double *points,
                            int count, double tolerance);
int lento_detect_ranks_add(detect_ranks *ranks, const lento_polynomial *p);
lento_polynomial lento_detect_polynomial(const detect_table *table, const double c[], void *memory);
int lento_detect_terms(const detect_table *table, const double c[]);
int lento_detect_open(detect *run, lento_scaled_field *f, void *params, int variables,
                      const lento_detect_options *options, lento_detection *out);

/* ---- algebra (detect_algebra.c) ---- */
double lento_detect_dot(int n, const double x[], const double y[]);
double lento_detect_norm(int n, const double x[]);
void lento_detect_add(int n, double a, const double *restrict x, double *restrict y); /* y += a x */
void lento_detect_scale(int n, double a, double x[]);
void lento_detect_swap(int n, double *restrict x, double *restrict y);
void lento_detect_clear(int n, double x[]);
void lento_detect_copy(int n, const double *restrict x, double *restrict y); /* y = x */
/* x = R x; R x = x with the leading n x n part of an R of `rows` rows */
void lento_detect_upper_times(int n, const double *R, double x[]);
void lento_detect_upper_solve(int n, int rows, const double *R, double x[]);
/* Update the triangle R (n x n) by the rows of a block, whose columns lie `stride` apart; the
 * block is destroyed. False: not finite, or stopped (run may be NULL). */
bool lento_detect_qr(detect *run, int rows, int n, double *block, int stride, double *R);
/* M (n x n) with its columns exchanged becomes R, |R_kk| falls; column k of it was column order[k];
 * norm: n numbers of work */
void lento_detect_pivoted_qr(int n, double *M, int order[], double norm[]);
/* Orthonormal columns N (n x (n - rank)) that the first `rank` rows of R take to 0; work: rank */
void lento_detect_null_space(int n, const double *R, const int order[], int rank, double *N,
                             double *work);
/* the smallest singular value of these rows, by inverse iteration; z: n, work: rank */
double lento_detect_smallest(int n, const double *R, const int order[], int rank, const double *N,
                             double *z, double *work);
/* the largest singular value of a triangle, by iteration; z, work: n */
double lento_detect_largest(int n, const double *R, double *z, double *work);
/* Orthonormal columns in place of A (n x count) that span the same, the longest rest first; ends
 * and returns their number when no rest is longer than `least`. */
int lento_detect_orthonormal(int n, int count, double *A, double least);
/* A (m x n) = U diag(sigma) V^T, sigma ascending; A is destroyed, V (n x n) may be NULL. Values
 * below `least` need not be exact. -1: no convergence, with the failure set. */
int lento_detect_singular(detect *run, int m, int n, double *A, double least, double *sigma,
                          double *V);

#endif
