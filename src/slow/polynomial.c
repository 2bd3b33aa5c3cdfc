/* SPDX-License-Identifier: MIT
 *
 * polynomial.c - the algebra of one polynomial: layout in the caller's memory, canonical order,
 * product, value. The canonical order is that of the text: lowest total degree first, and
 * within a degree the monomial with the higher power of the earlier variable first (x1^2,
 * x1*x2, x2^2).
 *
 * Symbols: p(x) = sum_n c_n x^n (ariel (3.13)); a row of `power` is the multi-index n. */
#include "slow/polynomial.h"

#include <string.h>

size_t lento_polynomial_bytes(int variables, int capacity) {
    const size_t each = sizeof(double) + (size_t)variables;
    const size_t bytes = (size_t)capacity * each;
    return (bytes + 15) / 16 * 16;
}

lento_polynomial lento_polynomial_place(void *memory, int variables, int capacity) {
    double *coefficient = memory;
    return (lento_polynomial){.variables = variables,
                              .capacity = capacity,
                              .coefficient = coefficient,
                              .power = (unsigned char *)(coefficient + capacity)};
}

static unsigned char *row(const lento_polynomial *p, int i) {
    return p->power + (size_t)i * (size_t)p->variables;
}

static int total(const unsigned char power[], int variables) {
    int sum = 0;
    for (int j = 0; j < variables; j++) {
        sum += power[j];
    }
    return sum;
}

lento_status lento_polynomial_add(lento_polynomial *p, double coefficient,
                                  const unsigned char power[]) {
    if (p->terms >= p->capacity) {
        return LENTO_NO_MEMORY;
    }
    p->coefficient[p->terms] = coefficient;
    memcpy(row(p, p->terms), power, (size_t)p->variables);
    p->terms++;
    return LENTO_DONE;
}

/* negative if term i comes before term k */
static int order(const lento_polynomial *p, int i, int k) {
    const int a = total(row(p, i), p->variables), b = total(row(p, k), p->variables);
    return a != b ? a - b : memcmp(row(p, k), row(p, i), (size_t)p->variables);
}

static void swap(lento_polynomial *p, int i, int k) {
    const double c = p->coefficient[i];
    p->coefficient[i] = p->coefficient[k];
    p->coefficient[k] = c;
    for (int j = 0; j < p->variables; j++) {
        const unsigned char n = row(p, i)[j];
        row(p, i)[j] = row(p, k)[j];
        row(p, k)[j] = n;
    }
}

/* restore the heap order below `root` among the first n terms, latest term on top */
static void sift(lento_polynomial *p, int root, int n) {
    for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
        if (child + 1 < n && order(p, child, child + 1) < 0) {
            child++;
        }
        if (order(p, root, child) >= 0) {
            return;
        }
        swap(p, root, child);
        root = child;
    }
}

static void sort(lento_polynomial *p) {
    for (int root = p->terms / 2 - 1; root >= 0; root--) {
        sift(p, root, p->terms);
    }
    for (int n = p->terms - 1; n > 0; n--) {
        swap(p, 0, n);
        sift(p, 0, n);
    }
}

void lento_polynomial_tidy(lento_polynomial *p) {
    sort(p);
    int kept = 0;
    for (int i = 0; i < p->terms;) {
        int next = i + 1;
        double sum = p->coefficient[i];
        while (next < p->terms && order(p, i, next) == 0) {
            sum += p->coefficient[next++];
        }
        if (sum != 0) {
            p->coefficient[kept] = sum;
            memmove(row(p, kept), row(p, i), (size_t)p->variables);
            kept++;
        }
        i = next;
    }
    p->terms = kept;
}

lento_status lento_polynomial_product(const lento_polynomial *a, const lento_polynomial *b,
                                      lento_polynomial *out) {
    out->terms = 0;
    for (int i = 0; i < a->terms; i++) {
        for (int k = 0; k < b->terms; k++) {
            /* full: merge equal monomials; give up if that frees little, or merging would never
             * end */
            if (out->terms == out->capacity) {
                lento_polynomial_tidy(out);
                if (out->terms > out->capacity - out->capacity / 8 - 1) {
                    return LENTO_NO_MEMORY;
                }
            }
            unsigned char *power = row(out, out->terms);
            for (int j = 0; j < out->variables; j++) {
                const int n = row(a, i)[j] + row(b, k)[j];
                if (n > LENTO_POWER_LIMIT) {
                    return LENTO_BAD_OPTION;
                }
                power[j] = (unsigned char)n;
            }
            out->coefficient[out->terms++] = a->coefficient[i] * b->coefficient[k];
        }
    }
    lento_polynomial_tidy(out);
    return LENTO_DONE;
}

int lento_polynomial_degree(const lento_polynomial *p) {
    int degree = 0;
    for (int i = 0; i < p->terms; i++) {
        const int n = total(row(p, i), p->variables);
        degree = n > degree ? n : degree;
    }
    return degree;
}
