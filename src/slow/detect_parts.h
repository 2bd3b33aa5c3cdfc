/* SPDX-License-Identifier: MIT
 *
 * detect_parts.h - what the files of the detector share. Data flow for one degree m:
 *
 *     metric T -> points u of a ball, x = centre + T u -> monomials u^n and their rates
 *       -> QR, SVD -> slow space -> minus products of what is known
 *       -> sparse representatives -> rank -> result
 *
 * Matrices are column-major (LAPACK). A polynomial is a vector of coefficients over a monomial
 * table, which starts with the constant; the tables of different degrees are prefixes of each
 * other. */
#ifndef LENTO_SLOW_DETECT_PARTS_H
#define LENTO_SLOW_DETECT_PARTS_H

#include <stdint.h>

#include "slow/detect.h"

/* ---- memory that is given back together (detect_result.c) ---- */
typedef struct detect_pool {
    void *blocks; /* chain */
} detect_pool;
void *detect_take(detect_pool *pool, size_t count, size_t size); /* zeroed, or NULL */
double *detect_doubles(detect_pool *pool, size_t rows, size_t cols);
void detect_release(detect_pool *pool);

/* ---- monomials (detect_monomials.c) ---- */
typedef struct detect_table {
    int d, degree;
    int count;   /* with the constant, which has index 0 */
    int *start;  /* [degree + 2] first index of each degree */
    int *parent; /* [count] the monomial without its last variable */
    int *last;   /* [count] that variable */
    int *up;     /* [start[degree]][d] the monomial times x_j */
} detect_table;
double detect_monomial_count(int d, int degree); /* without the constant */
bool detect_table_make(detect_table *table, detect_pool *pool, int d, int degree);
/* v[n] = u^n; if g: rate[n] = d(u^n)/dt for u' = g */
void detect_row(const detect_table *table, const double u[], const double g[], double v[],
                double rate[]);
void detect_power(const detect_table *table, int n, unsigned char power[]);
int detect_vector_degree(const detect_table *table, const double c[]);
/* out += a * b; products beyond the table's degree must not occur */
void detect_multiply(const detect_table *table, const double a[], const double b[], double out[]);
/* coefficients of p(shift + A y) in y from those of p(x); A is d x d; work: (degree + 1) * count */
void detect_substitute(const detect_table *table, const double p[], const double shift[],
                       const double A[], double out[], double work[]);

/* ---- random numbers: splitmix64, the same on every machine (detect_sample.c) ---- */
double detect_uniform(uint64_t *state);                              /* in (0, 1) */
void detect_ball(uint64_t *state, int d, double radius, double u[]); /* uniform in a ball */

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

int detect_fail(detect *run, lento_status status, const char *message); /* -1 */
int detect_progress(detect *run, double work);                          /* -1: stopped */
int detect_field(detect *run, double eps, const double x[], double f[]);
/* the part of f that grows like 1/eps, times eps */
int detect_fast_field(detect *run, const double x[], double f1[]);
int detect_metric(detect *run); /* detect_metric.c */

/* ---- one degree ---- */
typedef struct detect_span { /* an orthonormal basis that grows */
    int n, size, room;
    double *q, *work; /* n x room, room + n */
} detect_span;

typedef struct detect_search {
    detect *run;
    detect_pool pool;
    detect_table table;
    int K; /* monomials without the constant */
    int points;
    double *u, *g;   /* [points][d] sample points and their fast field, in u */
    double *RV, *RB; /* K x K triangular factors of centred values and of fast rates */
    double *sigma;   /* [K] rates, ascending */
    double *W;       /* K x slow: the slow space, orthonormal in the sample norm */
    int slow;
    detect_span sampled, written_u,
        written_x;                   /* products of known variables: values, coefficients */
    double *row_v, *row_rate, *work; /* one row of monomials and their rates; substitution */
} detect_search;

int detect_sample(detect_search *s);     /* points and fields (detect_sample.c) */
int detect_slow_space(detect_search *s); /* RV, RB, sigma, W, slow (detect_rates.c) */
double detect_fast_rate(detect_search *s,
                        const double c[]); /* of a polynomial in u, relative to max */
/* the new directions of the slow space, as coefficients in u: K x count (detect_products.c) */
int detect_new(detect_search *s, double **basis, int *count);
/* columns of A (n x count) minus their part in the span; work: size x count */
void detect_span_remove(const detect_span *span, double *A, int count, double *work);
/* replace the n columns of A by left singular vectors, largest value first; sigma: min(n, K) */
int detect_principal(detect_search *s, double *A, int n, double *sigma);
/* written out as sparse polynomials and appended to run->found and to the result
 * (detect_write.c) */
int detect_write(detect_search *s, const double *basis, int n);
/* coefficients in u <-> coefficients in x (detect_write.c) */
void detect_to_x(detect_search *s, const double u[], double x[]);
void detect_to_u(detect_search *s, const double x[], double u[]);

/* ---- results (detect_result.c) ---- */
/* The polynomial of coefficients c, scaled so that its first term is 1; appended to the result. */
int detect_append(detect *run, const detect_table *table, const double c[]);
/* rate and slow of the variables from `first` on, on the ball (detect_judge.c) */
int detect_rates(detect *run, int first);
/* independent and rank of all variables: distance of each gradient from those before it, best
 * of `count` points; p: the same variables in the coordinates of the points, NULL: as returned,
 * points in x */
int detect_rank(detect *run, const lento_polynomial *p, const double *points, int count,
                double tolerance, bool drop_dependent);
lento_polynomial detect_polynomial(const detect_table *table, const double c[], void *memory);
int detect_terms(const detect_table *table, const double c[]);
int detect_open(detect *run, lento_scaled_field *f, void *params, int variables,
                const lento_detect_options *options, lento_detection *out);

/* ---- LAPACK (detect_algebra.c) ---- */
/* A = U diag(sigma) VT with min(m, n) values, largest first; A (m x n) is destroyed. U and VT
 * may be NULL together. -1: no memory or no convergence, with the failure set. */
int detect_svd(detect *run, int m, int n, double *A, double *sigma, double *U, double *VT);
/* LAPACK runs on one thread between these two; returns the number to restore. */
int detect_one_thread(void);
void detect_restore_threads(int threads);

#endif
