/* SPDX-License-Identifier: MIT
 *
 * detect.h - find the slow variables of x' = f(eps, x): polynomials xi(x) whose rate d(xi)/dt
 * stays bounded as eps -> 0 (ariel section 3.2, in the repaired form that holds in any linear
 * coordinates and for any seed), and the paper's own procedure for comparison.
 *
 * The detector chooses eps itself (f is called with values down to 1e-7); the user's eps only
 * enters the reported rates. Nothing is printed; one call, one result, one free. The same f gives
 * the same result on every processor. */
#ifndef LENTO_SLOW_DETECT_H
#define LENTO_SLOW_DETECT_H

#include <stdint.h>

#include "slow/polynomial.h"

/* x' = f(eps, x), any scale parameter eps > 0; return 0, or anything else to fail the detection */
typedef int lento_scaled_field(double eps, const double x[], double dxdt[], void *params);

typedef struct lento_detect_options { /* zero means default */
    double eps;           /* required, > 0: rates are reported for this scale parameter */
    int degree;           /* highest degree searched, 1..12; default 4 */
    double radius;        /* R: every coordinate is sampled with the spread of [-R, R]; default 1 */
    const double *centre; /* [variables] middle of the sampled ball; default the origin */
    uint64_t seed;
    double oversampling;   /* sample points per monomial, at least 1.5; default 4 */
    int monomials;         /* no degree with more monomials than this is searched; default 2000 */
    double grid_start;     /* literal procedure: x0, the same in every coordinate; default 0 */
    double grid_spacing;   /* literal procedure: a; default 1 */
    double rank_tolerance; /* literal procedure: relative; default 1e-3 */
    int (*progress)(double fraction, void *user); /* 0..1 of the planned work; non-zero stops */
    void *user;
} lento_detect_options;

typedef struct lento_detect_cost {
    int degree; /* highest degree that the limit on monomials allows, up to the one asked for */
    double monomials; /* of that degree */
    double wanted;    /* monomials of the degree asked for */
    double bytes, flops,
        evaluations; /* an upper bound: the search stops early when the set is full */
} lento_detect_cost;
lento_detect_cost lento_detect_estimate(int variables, const lento_detect_options *options);

typedef enum lento_verdict {
    LENTO_VERDICT_COMPLETE,     /* rank d - 1: nothing but one fast phase is left */
    LENTO_VERDICT_DEGREE,       /* all degrees asked for were searched */
    LENTO_VERDICT_MONOMIALS,    /* the next degree has too many monomials */
    LENTO_VERDICT_NOTHING_FAST, /* f does not grow as eps -> 0 */
    LENTO_VERDICT_STOPPED       /* by progress; the variables found so far are valid */
} lento_verdict;
const char *lento_verdict_code(lento_verdict verdict); /* "complete", "degree-limit", ... */
const char *lento_verdict_text(lento_verdict verdict); /* one sentence */

typedef struct lento_slow_variable {
    lento_polynomial polynomial; /* first term has coefficient 1 */
    int degree;
    double rate;      /* rms(d(xi)/dt) / std(xi) on the sampled ball at options.eps */
    bool independent; /* false: a companion, its gradient depends on those before it */
    bool slow;        /* the rate stays bounded as eps -> 0; false only in the literal procedure */
} lento_slow_variable;

typedef struct lento_detection {
    lento_status status;
    const char *message; /* status < 0: one static sentence */
    lento_verdict verdict;
    int variables;                 /* d */
    int count, rank;               /* slow variables; independent ones */
    lento_slow_variable *variable; /* [count] lowest degree first */
    int degree, monomials;         /* of the last search */
    double fast_rate; /* smallest rate of a fast polynomial of the last search, at options.eps */
    double lowest,
        highest;       /* frequencies: |eigenvalues| != 0 of df/dx at the centre, at options.eps */
    bool middle_scale; /* some variables grow slower than 1/eps, but grow: a scale in between */
    int64_t evaluations; /* calls of f */
} lento_detection;

/* The result is filled in all cases; free it in all cases. */
lento_status lento_detect(lento_scaled_field *f, void *params, int variables,
                          const lento_detect_options *options, lento_detection *out);
/* The procedure as published: square grid x0 + a n, coefficient norm, one eps (the user's),
 * slow where the singular value is below eps^(-1/2), orthogonal coefficients, rank test on the
 * grid. For comparison. */
lento_status lento_detect_literal(lento_scaled_field *f, void *params, int variables,
                                  const lento_detect_options *options, lento_detection *out);
void lento_detection_free(lento_detection *detection);

#endif
