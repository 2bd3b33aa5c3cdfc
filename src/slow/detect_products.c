/* SPDX-License-Identifier: MIT
 *
 * detect_products.c - which slow polynomials are new. Everything that is a product of known
 * slow variables (generators and companions) is slow too and of no interest: its span is built
 * in the sample norm, the slow space is projected off it, and what is left (lengths near 1
 * against 0) counts the new variables. Products are made of a basis that is orthonormal
 * in the sample norm: powers of nearly parallel representatives would lose dimensions. The same
 * products in x and in u serve to write the new ones. */
#include "slow/detect_parts.h"

static const double NEW = 1e-3;       /* sine of the angle to the products */
static const double DEPENDENT = 1e-5; /* of a product on the others */

/* ---- an orthonormal basis that grows ---- */
static int span_make(detect_span *b, detect_pool *pool, int n, int room) {
    *b = (detect_span){.n = n, .room = room < n ? room : n};
    b->q = lento_detect_doubles(pool, n, b->room);
    b->work = lento_detect_doubles(pool, n, 1);
    return b->q && b->work ? 0 : -1;
}

void lento_detect_span_remove(const detect_span *b, double *A, int count) {
    for (int j = 0; j < count; j++) {
        double *column = A + j * b->n;
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < b->size; i++) {
                const double *q = b->q + i * b->n;
                lento_detect_add(b->n, -lento_detect_dot(b->n, q, column), q, column);
            }
        }
    }
}

static void span_add(detect_span *b, const double v[]) {
    double *rest = b->work;
    const double before = lento_detect_norm(b->n, v);
    if (b->size == b->room || !(before > 0)) {
        return;
    }
    lento_detect_copy(b->n, v, rest);
    lento_detect_span_remove(b, rest, 1);
    const double after = lento_detect_norm(b->n, rest);
    if (after > DEPENDENT * before) {
        lento_detect_scale(b->n, 1 / after, rest);
        lento_detect_copy(b->n, rest, b->q + b->size++ * b->n);
    }
}

/* ---- all products up to the degree of the table ---- */
typedef struct products {
    detect_search *s;
    double *known; /* [found][count] in this table */
    double *level; /* [degree + 2][count] the product built so far */
    double *x;     /* [count] a product in x */
} products;

static void add_products(products *p, int depth, int first, int left) {
    detect_search *s = p->s;
    const int count = s->table.count;
    const double *product = p->level + depth * count;
    double *next = p->level + (depth + 1) * count;
    for (int i = first; i < s->run->found_count; i++) {
        const int degree = s->run->found[i].degree;
        if (degree > left) {
            continue;
        }
        lento_detect_clear(count, next);
        lento_detect_multiply(&s->table, product, p->known + i * count, next);
        lento_detect_copy(s->K, next + 1, s->row_v);
        lento_detect_upper_times(s->K, s->RV, s->row_v);
        span_add(&s->sampled, s->row_v);
        span_add(&s->written_u, next + 1);
        lento_detect_to_x(s, next, p->x);
        span_add(&s->written_x, p->x + 1);
        add_products(p, depth + 1, i, left - degree);
    }
}

static int span_products(detect_search *s) {
    const int count = s->table.count, room = s->slow + 16;
    products p = {.s = s};
    p.known = lento_detect_doubles(&s->pool, s->run->found_count, count);
    p.level = lento_detect_doubles(&s->pool, s->table.degree + 2, count);
    p.x = lento_detect_doubles(&s->pool, count, 1);
    if (!p.known || !p.level || !p.x || span_make(&s->sampled, &s->pool, s->K, room) ||
        span_make(&s->written_x, &s->pool, s->K, room) ||
        span_make(&s->written_u, &s->pool, s->K, room)) {
        return -1;
    }
    for (int i = 0; i < s->run->found_count; i++) {
        const detect_found *found = &s->run->found[i];
        lento_detect_copy(s->table.start[found->degree + 1], found->basis, p.known + i * count);
    }
    p.level[0] = 1;
    add_products(&p, 0, 0, s->table.degree);
    return 0;
}

int lento_detect_new(detect_search *s, double **basis, int *count) {
    const int K = s->K;
    double *A = lento_detect_doubles(&s->pool, K, s->slow);
    *count = 0;
    *basis = A;
    if (!A || (s->slow > 0 && span_products(s))) {
        return -1;
    }
    lento_detect_copy(K * s->slow, s->W, A);
    lento_detect_span_remove(&s->sampled, A, s->slow);
    *count = lento_detect_orthonormal(K, s->slow, A, NEW);
    for (int i = 0; i < *count; i++) { /* from sampled values to coefficients in u */
        lento_detect_upper_solve(K, K, s->RV, A + i * K);
    }
    return 0;
}
