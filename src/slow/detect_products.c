/* SPDX-License-Identifier: MIT
 *
 * detect_products.c - which slow polynomials are new. Everything that is a product of known
 * slow variables (generators and companions) is slow too and of no interest: its span is built
 * in the sample norm, the slow space is projected off it, and what is left (singular values
 * near 1 against 0) counts the new variables. Products are made of a basis that is orthonormal
 * in the sample norm: powers of nearly parallel representatives would lose dimensions. The same
 * products in x and in u serve to write the new ones. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

static const double NEW = 1e-3;       /* sine of the angle to the products */
static const double DEPENDENT = 1e-5; /* of a product on the others */

/* ---- an orthonormal basis that grows ---- */
static bool span_make(detect_span *b, detect_pool *pool, int n, int room) {
    *b = (detect_span){.n = n, .room = room < n ? room : n};
    b->q = detect_doubles(pool, (size_t)n, (size_t)b->room);
    b->work = detect_doubles(pool, (size_t)(n + b->room), 1);
    return b->q && b->work;
}

void detect_span_remove(const detect_span *b, double *A, int count, double *work) {
    for (int pass = 0; pass < 2 && b->size > 0; pass++) {
        cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, b->size, count, b->n, 1, b->q, b->n, A,
                    b->n, 0, work, b->size);
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, b->n, count, b->size, -1, b->q, b->n,
                    work, b->size, 1, A, b->n);
    }
}

static void span_add(detect_span *b, const double v[]) {
    double *rest = b->work + b->room;
    const double before = cblas_dnrm2(b->n, v, 1);
    if (b->size == b->room || !(before > 0)) {
        return;
    }
    memcpy(rest, v, (size_t)b->n * sizeof(double));
    detect_span_remove(b, rest, 1, b->work);
    const double after = cblas_dnrm2(b->n, rest, 1);
    if (after > DEPENDENT * before) {
        cblas_dscal(b->n, 1 / after, rest, 1);
        memcpy(b->q + (size_t)b->size++ * (size_t)b->n, rest, (size_t)b->n * sizeof(double));
    }
}

/* ---- all products up to the degree of the table ---- */
typedef struct products {
    detect_search *s;
    const double *known; /* [found][count] in this table */
    double *level;       /* [degree + 2][count] the product built so far */
    double *x;           /* [count] a product in x */
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
        cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, s->K, s->RV, s->K,
                    s->row_v, 1);
        span_add(&s->sampled, s->row_v);
        span_add(&s->written_u, next + 1);
        detect_to_x(s, next, p->x);
        span_add(&s->written_x, p->x + 1);
        add_products(p, depth + 1, i, left - degree);
    }
}

static int span_products(detect_search *s) {
    const size_t count = (size_t)s->table.count, known = (size_t)s->run->found_count;
    const int room = s->slow + 16;
    products p = {.s = s};
    double *basis = detect_doubles(&s->pool, known + 1, count);
    p.known = basis;
    p.level = detect_doubles(&s->pool, (size_t)s->table.degree + 2, count);
    p.x = detect_doubles(&s->pool, count, 1);
    if (!basis || !p.level || !p.x || !span_make(&s->sampled, &s->pool, s->K, room) ||
        !span_make(&s->written_x, &s->pool, s->K, room) ||
        !span_make(&s->written_u, &s->pool, s->K, room)) {
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

int detect_principal(detect_search *s, double *A, int n, double *sigma) {
    detect_pool pool = {0};
    const int K = s->K, m = n < K ? n : K;
    double *U = detect_doubles(&pool, (size_t)K, (size_t)m);
    double *VT = detect_doubles(&pool, (size_t)m, (size_t)n);
    int failed = -1;
    if (!U || !VT) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else if (detect_svd(s->run, K, n, A, sigma, U, VT) == 0) {
        memcpy(A, U, (size_t)K * (size_t)m * sizeof(double));
        failed = 0;
    }
    detect_release(&pool);
    return failed;
}

int detect_new(detect_search *s, double **basis, int *count) {
    const size_t K = (size_t)s->K, slow = (size_t)s->slow;
    double *A = detect_doubles(&s->pool, K, slow + 1),
           *sigma = detect_doubles(&s->pool, slow + 1, 1);
    *count = 0;
    *basis = A;
    if (!A || !sigma) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    if (s->slow == 0) {
        return 0;
    }
    if (span_products(s)) {
        return -1;
    }
    double *work = detect_doubles(&s->pool, (size_t)s->sampled.size + 1, slow);
    if (!work) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    memcpy(A, s->W, K * slow * sizeof(double));
    detect_span_remove(&s->sampled, A, s->slow, work);
    if (detect_principal(s, A, s->slow, sigma)) {
        return -1;
    }
    while (*count < s->slow && *count < s->K && sigma[*count] > NEW) {
        (*count)++;
    }
    /* from sampled values to coefficients in u */
    if (*count > 0 &&
        LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', s->K, *count, s->RV, s->K, A, s->K)) {
        return detect_fail(s->run, LENTO_SINGULAR, "the monomials cannot be told apart");
    }
    return 0;
}
