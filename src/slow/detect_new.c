/* SPDX-License-Identifier: MIT
 *
 * detect_new.c - from the slow space of one degree to new slow variables that a person can read.
 *
 *  1. In the sample norm, project the slow space off all products of what is known (generators and
 *     companions); what is left, singular values 1 against 0, is the number of new variables.
 *  2. Their representatives: the complement of the products in the coefficient norm, reduced so that each
 *     polynomial has a monomial of its own. In x, or in u where x is too skew for that.
 *  3. Drop small coefficients, but only where the rate does not notice. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

static const double NEW = 1e-3;        /* sine of the angle to the products */
static const double SKEW = 1e6;        /* condition of u -> x on polynomials up to which x is used */
static const double DEPENDENT = 1e-5;  /* of a product on the others */

/* ---- an orthonormal basis that grows ---- */
typedef struct span {
    int n, size, room;
    double *q, *work; /* n x room, room + n */
} span;

static bool span_make(span *b, detect_pool *pool, int n, int room) {
    *b = (span){.n = n, .room = room < n ? room : n};
    b->q = detect_doubles(pool, (size_t)n, (size_t)b->room);
    b->work = detect_doubles(pool, (size_t)(n + b->room), 1);
    return b->q && b->work;
}

/* columns of A (n x count) minus their part in the span, twice for orthogonality */
static void span_remove(const span *b, double *A, int count, double *work) {
    for (int pass = 0; pass < 2 && b->size > 0; pass++) {
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, b->size, count, b->n, 1, b->q, b->n, A,
                    b->n, 0, work, b->size);
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, b->n, count, b->size, -1, b->q, b->n,
                    work, b->size, 1, A, b->n);
    }
}

static void span_add(span *b, const double v[]) {
    double *rest = b->work + b->room;
    const double before = cblas_dnrm2(b->n, v, 1);
    if (b->size == b->room || !(before > 0)) {
        return;
    }
    memcpy(rest, v, (size_t)b->n * sizeof(double));
    span_remove(b, rest, 1, b->work);
    const double after = cblas_dnrm2(b->n, rest, 1);
    if (after > DEPENDENT * before) {
        cblas_dscal(b->n, 1 / after, rest, 1);
        memcpy(b->q + (size_t)b->size++ * (size_t)b->n, rest, (size_t)b->n * sizeof(double));
    }
}

/* ---- products of known variables ---- */
typedef struct products {
    detect_search *s;
    const double *known;     /* [found][count] in this table */
    double *level;           /* [degree + 2][count] the product built so far */
    double *x;               /* [count] a product in x */
    span *sampled, *written; /* in the sample norm, in the norm of the coefficients in x */
} products;

static void add_products(products *p, int depth, int first, int left) {
    detect_search *s = p->s;
    const size_t count = (size_t)s->table.count;
    const double *product = p->level + (size_t)depth * count;
    double *next = p->level + (size_t)(depth + 1) * count;
    for (int i = first; i < s->run->found_count; i++) {
        const int degree = s->run->found[i].degree;
        if (degree > left) {
            continue;
        }
        memset(next, 0, count * sizeof(double));
        detect_multiply(&s->table, product, p->known + (size_t)i * count, next);
        memcpy(s->row_v, next + 1, (size_t)s->K * sizeof(double));
        cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, s->K, s->RV, s->K, s->row_v,
                    1);
        span_add(p->sampled, s->row_v);
        detect_to_x(s, next, p->x);
        span_add(p->written, p->x + 1);
        add_products(p, depth + 1, i, left - degree);
    }
}

static int span_products(detect_search *s, span *sampled, span *written) {
    const size_t count = (size_t)s->table.count, known = (size_t)s->run->found_count;
    products p = {.s = s, .sampled = sampled, .written = written};
    double *basis = detect_doubles(&s->pool, known + 1, count);
    p.known = basis;
    p.level = detect_doubles(&s->pool, (size_t)s->table.degree + 2, count);
    p.x = detect_doubles(&s->pool, count, 1);
    if (!basis || !p.level || !p.x) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < known; i++) {
        const detect_found *found = &s->run->found[i];
        memcpy(basis + i * count, found->basis,
               (size_t)s->table.start[found->degree + 1] * sizeof(double));
    }
    p.level[0] = 1;
    add_products(&p, 0, 0, s->table.degree);
    return 0;
}

/* ---- linear algebra on the columns of A (K x n) ---- */

/* leading left singular vectors in place; returns how many have a value above `threshold` */
static int principal(detect_search *s, double *A, int n, double threshold) {
    detect_pool pool = {0};
    const int K = s->K, m = n < K ? n : K;
    double *sigma = detect_doubles(&pool, (size_t)m, 1);
    double *U = detect_doubles(&pool, (size_t)K, (size_t)m);
    double *VT = detect_doubles(&pool, (size_t)m, (size_t)n);
    int count = -1;
    if (!sigma || !U || !VT) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else if (LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'S', K, n, A, K, sigma, U, K, VT, m)) {
        detect_fail(s->run, LENTO_NOT_CONVERGED, "the singular values did not converge");
    } else {
        for (count = 0; count < m && sigma[count] > threshold;) {
            count++;
        }
        memcpy(A, U, (size_t)K * (size_t)m * sizeof(double));
    }
    detect_release(&pool);
    return count;
}

/* The monomial that carries most of the space spanned by the columns of G; among near equals the first.
 * Row norms do not depend on the basis, so neither does the choice. */
static int leading_monomial(int K, int n, const double *G) {
    double largest = 0;
    int best = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < K; i++) {
            const double norm = cblas_dnrm2(n, G + i, K);
            if (pass == 0) {
                largest = fmax(largest, norm);
            } else if (norm > 0.85 * largest) {
                return i;
            }
        }
    }
    return best;
}

/* Gauss-Jordan: combinations of the columns of A such that each has coefficient 1 at a monomial where all
 * others have 0 */
static int reduce(detect_search *s, double *A, int n) {
    detect_pool pool = {0};
    const int K = s->K;
    double *G = detect_doubles(&pool, (size_t)K, (size_t)n);
    double *B = detect_doubles(&pool, (size_t)n, (size_t)n);
    double *X = detect_doubles(&pool, (size_t)n, (size_t)K), *row = detect_doubles(&pool, (size_t)n, 1);
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
        cblas_dgemv(CblasColMajor, CblasNoTrans, K, n, 1 / cblas_ddot(n, row, 1, row, 1), G, K, row, 1,
                    0, along, 1);
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

/* ---- one polynomial ---- */
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

static int keep(detect_search *s, const candidate *c) {
    detect *run = s->run;
    const int degree_x = detect_vector_degree(&s->table, c->x);
    const int degree_u = detect_vector_degree(&s->table, c->u);
    const int degree = degree_x > degree_u ? degree_x : degree_u;
    const size_t n = (size_t)s->table.start[degree + 1];
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
    *found = (detect_found){degree, detect_doubles(&run->pool, n, 1), detect_doubles(&run->pool, n, 1)};
    if (!found->u || !found->x) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    memcpy(found->u, c->u, n * sizeof(double));
    memcpy(found->x, c->x, n * sizeof(double));
    run->found_count++;
    return detect_append(run, &s->table, c->x);
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

/* clean, scale, sort and keep the columns of A */
static int keep_all(detect_search *s, bool in_x, const double *A, int n) {
    const size_t count = (size_t)s->table.count;
    double *u = detect_doubles(&s->pool, (size_t)n, count), *x = detect_doubles(&s->pool, (size_t)n, count);
    double *saved = detect_doubles(&s->pool, count, 1), *key = detect_doubles(&s->pool, (size_t)n, 1);
    if (!u || !x || !saved || !key) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < (size_t)n; i++) {
        candidate c = {u + i * count, x + i * count};
        memcpy((in_x ? c.x : c.u) + 1, A + i * (size_t)s->K, (size_t)s->K * sizeof(double));
        clean(s, in_x, &c, saved);
        key[i] = reading_order(&s->table, scale(s, &c));
    }
    for (int k = 0; k < n; k++) {
        size_t best = 0;
        for (size_t i = 1; i < (size_t)n; i++) {
            best = key[i] < key[best] ? i : best;
        }
        key[best] = INFINITY;
        if (keep(s, &(candidate){u + best * count, x + best * count})) {
            return -1;
        }
    }
    return 0;
}

/* coefficients of the sampled directions A = whitened columns, written in u or x, products removed */
static int represent(detect_search *s, bool in_x, const span *written, double *A, int n) {
    const int K = s->K;
    const size_t count = (size_t)s->table.count;
    double *from = detect_doubles(&s->pool, count, 1), *to = detect_doubles(&s->pool, count, 1);
    double *work = detect_doubles(&s->pool, (size_t)written->room + 1, (size_t)n);
    if (!from || !to || !work) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    if (LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', K, n, s->RV, K, A, K)) {
        return detect_fail(s->run, LENTO_SINGULAR, "the monomials cannot be told apart");
    }
    for (size_t i = 0; i < (size_t)n; i++) {
        double *column = A + i * (size_t)K;
        if (in_x) {
            memcpy(from + 1, column, (size_t)K * sizeof(double));
            detect_to_x(s, from, to);
            memcpy(column, to + 1, (size_t)K * sizeof(double));
        }
        cblas_dscal(K, 1 / cblas_dnrm2(K, column, 1), column, 1);
    }
    span_remove(written, A, n, work);
    return principal(s, A, n, 0) < 0 ? -1 : 0;
}

int detect_new(detect_search *s, int *count) {
    detect *run = s->run;
    const int K = s->K;
    span sampled, written;
    const int room = s->slow + 16;
    double *A = detect_doubles(&s->pool, (size_t)K, (size_t)s->slow + 1);
    double *work = detect_doubles(&s->pool, (size_t)room, (size_t)s->slow + 1);
    const bool in_x = pow(run->condition, s->table.degree) < SKEW;
    *count = 0;
    if (!A || !work || !span_make(&sampled, &s->pool, K, room) ||
        !span_make(&written, &s->pool, K, room)) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    if (s->slow == 0) {
        return 0;
    }
    if (span_products(s, in_x, &sampled, &written)) {
        return -1;
    }
    memcpy(A, s->W, (size_t)K * (size_t)s->slow * sizeof(double));
    span_remove(&sampled, A, s->slow, work);
    const int n = principal(s, A, s->slow, NEW);
    if (n <= 0) {
        return n;
    }
    if (represent(s, in_x, &written, A, n) || reduce(s, A, n) || keep_all(s, in_x, A, n)) {
        return -1;
    }
    *count = n;
    return 0;
}

void detect_to_x(detect_search *s, const double u[], double x[]) {
    detect *run = s->run;
    /* u = U x - U centre */
    double *shift = s->work + (size_t)(s->table.degree + 1) * (size_t)s->table.count;
    cblas_dgemv(CblasColMajor, CblasNoTrans, run->d, run->d, -1, run->U, run->d, run->centre, 1, 0, shift,
                1);
    detect_substitute(&s->table, u, shift, run->U, x, s->work);
}

void detect_to_u(detect_search *s, const double x[], double u[]) {
    detect_substitute(&s->table, x, s->run->centre, s->run->T, u, s->work);
}
