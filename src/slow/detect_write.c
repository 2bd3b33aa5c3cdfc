/* SPDX-License-Identifier: MIT
 *
 * detect_write.c - new slow variables in a form that a person can read: out of the space they
 * span together with the products of known ones, take the complement of the products in the
 * norm of the coefficients, reduce it so that each polynomial has a monomial of its own
 * (Gauss-Jordan), and drop small coefficients and round the others to fractions where the rate
 * does not notice: companions stay dependent to the last digit that way. This is done with
 * the coefficients in x; in coordinates so skew that the result would be nearly dependent or
 * inaccurate, with those in u, and the result is carried over to x. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

static const double SKEW = 1e6;      /* condition of u -> x on polynomials up to which x is used */
static const double PARALLEL = 0.02; /* smallest singular value of representatives of unit size */
static const double MOST_ROUNDED = 1e-4; /* change of a coefficient */
enum { LARGEST_DENOMINATOR = 24 };

/* ---- between the coordinates ---- */
void detect_to_x(detect_search *s, const double u[], double x[]) {
    detect *run = s->run;
    /* u = U x - U centre */
    double *shift = s->work + (size_t)(s->table.degree + 1) * (size_t)s->table.count;
    cblas_dgemv(CblasColMajor, CblasNoTrans, run->d, run->d, -1, run->U, run->d, run->centre, 1, 0,
                shift, 1);
    detect_substitute(&s->table, u, shift, run->U, x, s->work);
}

void detect_to_u(detect_search *s, const double x[], double u[]) {
    detect_substitute(&s->table, x, s->run->centre, s->run->T, u, s->work);
}

/* ---- the columns of A (K x n) are polynomials ---- */

/* The monomial that carries most of the space spanned by the columns of G; among near equals
 * the first. Row norms do not depend on the basis, so neither does the choice. */
static int leading_monomial(int K, int n, const double *G) {
    double largest = 0;
    for (int i = 0; i < K; i++) {
        largest = fmax(largest, cblas_dnrm2(n, G + i, K));
    }
    int i = 0;
    while (i < K - 1 && !(cblas_dnrm2(n, G + i, K) > 0.85 * largest)) {
        i++;
    }
    return i;
}

/* Gauss-Jordan: combinations of the columns of A such that each has coefficient 1 at a monomial
 * where all others have 0 */
static int reduce(detect_search *s, double *A, int n) {
    detect_pool pool = {0};
    const int K = s->K;
    double *G = detect_doubles(&pool, (size_t)K, (size_t)n);
    double *B = detect_doubles(&pool, (size_t)n, (size_t)n);
    double *X = detect_doubles(&pool, (size_t)n, (size_t)K),
           *row = detect_doubles(&pool, (size_t)n, 1);
    double *along = detect_doubles(&pool, (size_t)K, 1);
    lapack_int *swaps = detect_take(&pool, (size_t)n, sizeof(lapack_int));
    int failed = !G || !B || !X || !row || !along || !swaps;
    if (failed) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else {
        memcpy(G, A, (size_t)K * (size_t)n * sizeof(double));
    }
    for (int t = 0; !failed && t < n; t++) {
        const int pivot = leading_monomial(K, n, G);
        cblas_dcopy(n, G + pivot, K, row, 1);
        cblas_dcopy(n, A + pivot, K, B + (size_t)t * (size_t)n, 1); /* transposed */
        cblas_dgemv(CblasColMajor, CblasNoTrans, K, n, 1 / cblas_ddot(n, row, 1, row, 1), G, K, row,
                    1, 0, along, 1);
        cblas_dger(CblasColMajor, K, n, -1, along, 1, row, 1, G, K);
    }
    for (int i = 0; !failed && i < K; i++) {
        cblas_dcopy(n, A + i, K, X + (size_t)i * (size_t)n, 1);
    }
    /* columns of B are the rows of A at the pivots: polynomials = A B^-T */
    if (!failed && LAPACKE_dgesv(LAPACK_COL_MAJOR, n, K, B, n, swaps, X, n)) {
        failed = detect_fail(s->run, LENTO_SINGULAR, "new slow variables are linearly dependent");
    }
    for (int i = 0; !failed && i < K; i++) {
        cblas_dcopy(n, X + (size_t)i * (size_t)n, 1, A + i, K);
    }
    detect_release(&pool);
    return failed ? -1 : 0;
}

/* Representatives in the columns of A from the basis in u. */
static int represent(detect_search *s, bool in_x, const double *basis, double *A, int n) {
    const int K = s->K;
    const size_t count = (size_t)s->table.count;
    const detect_span *written = in_x ? &s->written_x : &s->written_u;
    detect_pool pool = {0};
    double *from = detect_doubles(&pool, count, 1), *to = detect_doubles(&pool, count, 1);
    double *work = detect_doubles(&pool, (size_t)written->size + 1, (size_t)n);
    double *sigma = detect_doubles(&pool, (size_t)n, 1);
    int failed = !from || !to || !work || !sigma;
    if (failed) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else {
        memcpy(A, basis, (size_t)K * (size_t)n * sizeof(double));
    }
    for (size_t i = 0; !failed && i < (size_t)n; i++) {
        double *column = A + i * (size_t)K;
        if (in_x) {
            memcpy(from + 1, column, (size_t)K * sizeof(double));
            detect_to_x(s, from, to);
            memcpy(column, to + 1, (size_t)K * sizeof(double));
        }
        cblas_dscal(K, 1 / cblas_dnrm2(K, column, 1), column, 1);
    }
    if (!failed) {
        detect_span_remove(written, A, n, work);
        failed = detect_principal(s, A, n, sigma) || reduce(s, A, n);
    }
    detect_release(&pool);
    return failed ? -1 : 0;
}

/* smallest singular value of the representatives, scaled to unit size, in the sample norm; -1:
 * failed */
static double independence(detect_search *s, const double *A, int n) {
    const int K = s->K;
    const size_t count = (size_t)s->table.count;
    detect_pool pool = {0};
    double *V = detect_doubles(&pool, (size_t)K, (size_t)n),
           *sigma = detect_doubles(&pool, (size_t)n, 1);
    double *from = detect_doubles(&pool, count, 1), *to = detect_doubles(&pool, count, 1);
    double smallest = -1;
    const bool ready = V && sigma && from && to;
    if (!ready) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; ready && i < (size_t)n; i++) {
        double *column = V + i * (size_t)K;
        memcpy(from + 1, A + i * (size_t)K, (size_t)K * sizeof(double));
        detect_to_u(s, from, to);
        memcpy(column, to + 1, (size_t)K * sizeof(double));
        cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, K, s->RV, K, column, 1);
        cblas_dscal(K, 1 / cblas_dnrm2(K, column, 1), column, 1);
    }
    if (ready && detect_principal(s, V, n, sigma) == 0) {
        smallest = sigma[n - 1];
    }
    detect_release(&pool);
    return smallest;
}

/* ---- one polynomial, in both coordinates ---- */
typedef struct candidate {
    double *u, *x; /* [count] */
} candidate;

/* the other representation of c from the one that was written; constants are dropped */
static void complete(detect_search *s, bool in_x, candidate *c) {
    c->u[0] = c->x[0] = 0;
    if (in_x) {
        detect_to_u(s, c->x, c->u);
    } else {
        detect_to_x(s, c->u, c->x);
    }
    c->u[0] = c->x[0] = 0;
}

/* Drop the coefficients below the largest threshold that leaves the rate as it is. */
static void clean(detect_search *s, bool in_x, candidate *c, double *saved) {
    double *written = in_x ? c->x : c->u;
    const size_t bytes = (size_t)s->table.count * sizeof(double);
    double largest = 0;
    complete(s, in_x, c);
    const double allowed = 10 * detect_fast_rate(s, c->u) + 1e-11;
    memcpy(saved, written, bytes);
    for (int n = 0; n < s->table.count; n++) {
        largest = fmax(largest, fabs(written[n]));
    }
    for (double threshold = 1e-3; threshold > 1e-14; threshold /= 10) {
        for (int n = 0; n < s->table.count; n++) {
            written[n] = fabs(saved[n]) < threshold * largest ? 0 : saved[n];
        }
        complete(s, in_x, c);
        if (detect_fast_rate(s, c->u) <= allowed) {
            return;
        }
    }
    memcpy(written, saved, bytes);
    complete(s, in_x, c);
}

/* scale so that the first monomial of lowest degree has coefficient 1; returns its index */
static int scale(detect_search *s, candidate *c) {
    double largest = 0;
    int first = 1;
    for (int n = 1; n < s->table.count; n++) {
        largest = fmax(largest, fabs(c->x[n]));
    }
    while (first < s->table.count - 1 && !(fabs(c->x[first]) > 1e-6 * largest)) {
        first++;
    }
    const double by = 1 / c->x[first];
    cblas_dscal(s->table.count, by, c->x, 1);
    cblas_dscal(s->table.count, by, c->u, 1);
    c->x[first] = 1;
    return first;
}

/* All coefficients to multiples of 1/q, with the smallest q that leaves the rate as it is. */
static void round_off(detect_search *s, candidate *c, double *saved) {
    const size_t bytes = (size_t)s->table.count * sizeof(double);
    const double allowed = 10 * detect_fast_rate(s, c->u) + 1e-11;
    memcpy(saved, c->x, bytes);
    for (int q = 1; q <= LARGEST_DENOMINATOR; q++) {
        double change = 0;
        for (int n = 0; n < s->table.count; n++) {
            c->x[n] = rint(saved[n] * q) / q;
            change = fmax(change, fabs(c->x[n] - saved[n]));
        }
        if (change > MOST_ROUNDED) {
            continue;
        }
        complete(s, true, c);
        if (detect_fast_rate(s, c->u) <= allowed) {
            return;
        }
    }
    memcpy(c->x, saved, bytes);
    complete(s, true, c);
}

/* energies before mixed terms, then in the order of the monomials */
static double reading_order(const detect_table *t, int first) {
    int kinds = 0, degree = 0, before = -1;
    for (int n = first; n > 0; n = t->parent[n], degree++) {
        kinds += t->last[n] != before;
        before = t->last[n];
    }
    return (degree * 1e3 + kinds) * 1e6 + first;
}

static int keep(detect_search *s, const candidate *c, const double basis[]) {
    detect *run = s->run;
    const size_t count = (size_t)s->table.count;
    if (run->found_count == run->found_room) {
        const int room = 2 * run->found_room + 16;
        detect_found *more = detect_take(&run->pool, (size_t)room, sizeof *more);
        if (!more) {
            return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
        }
        if (run->found_count > 0) {
            memcpy(more, run->found, (size_t)run->found_count * sizeof *more);
        }
        run->found = more;
        run->found_room = room;
    }
    detect_found *found = &run->found[run->found_count];
    const size_t bytes = lento_polynomial_bytes(run->d, detect_terms(&s->table, c->u));
    void *memory = detect_take(&run->pool, bytes + 1, 1);
    found->basis = detect_doubles(&run->pool, count, 1);
    if (!memory || !found->basis) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    found->degree = s->table.degree;
    found->u = detect_polynomial(&s->table, c->u, memory);
    memcpy(found->basis + 1, basis, (count - 1) * sizeof(double));
    run->found_count++;
    return detect_append(run, &s->table, c->x);
}

/* clean, scale, sort and keep the columns of A */
static int keep_all(detect_search *s, bool in_x, const double *A, const double *basis, int n) {
    const size_t count = (size_t)s->table.count, K = (size_t)s->K;
    double *u = detect_doubles(&s->pool, (size_t)n, count),
           *x = detect_doubles(&s->pool, (size_t)n, count);
    double *saved = detect_doubles(&s->pool, count, 1),
           *key = detect_doubles(&s->pool, (size_t)n, 1);
    if (!u || !x || !saved || !key) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < (size_t)n; i++) {
        candidate c = {u + i * count, x + i * count};
        memcpy((in_x ? c.x : c.u) + 1, A + i * K, K * sizeof(double));
        clean(s, in_x, &c, saved);
        key[i] = reading_order(&s->table, scale(s, &c));
        if (in_x) {
            round_off(s, &c, saved);
        }
    }
    for (size_t k = 0; k < (size_t)n; k++) {
        size_t best = 0;
        for (size_t i = 1; i < (size_t)n; i++) {
            best = key[i] < key[best] ? i : best;
        }
        key[best] = INFINITY;
        if (keep(s, &(candidate){u + best * count, x + best * count}, basis + k * K)) {
            return -1;
        }
    }
    return 0;
}

int detect_write(detect_search *s, const double *basis, int n) {
    double *A = detect_doubles(&s->pool, (size_t)s->K, (size_t)n);
    if (!A) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    bool in_x = pow(s->run->condition, s->table.degree) < SKEW;
    if (in_x) {
        if (represent(s, true, basis, A, n)) {
            return -1;
        }
        const double smallest = independence(s, A, n);
        if (smallest < 0) {
            return -1;
        }
        in_x = smallest > PARALLEL;
    }
    if (!in_x && represent(s, false, basis, A, n)) {
        return -1;
    }
    return keep_all(s, in_x, A, basis, n);
}
