/* SPDX-License-Identifier: MIT
 *
 * detect_monomials.c - all monomials u^n, |n| <= m, in d variables (ariel (3.13)) as a tree:
 * every monomial is its parent times one more variable, whose index is not below those before
 * it. In this order (degree by degree, children of a monomial together) values, time
 * derivatives, products and linear substitutions are single passes, and the table of a lower
 * degree is a prefix of that of a higher one. */
#include <string.h>

#include "slow/detect_parts.h"

double lento_detect_monomial_count(int d, int degree) {
    double count = 1;
    for (int k = 1; k <= degree; k++) {
        count = count * (d + k) / k; /* exact: binomial(d + k, k) */
    }
    return count - 1;
}

/* index of monomial n times x_j, by sorting j into its place */
static void fill_up(detect_table *t, int n, int first_child) {
    const int d = t->d, last = n > 0 ? t->last[n] : 0;
    for (int j = 0; j < d; j++) {
        int *up = &t->up[n * d + j];
        if (j >= last) {
            *up = first_child + j - last;
        } else {
            const int lower = t->up[t->parent[n] * d + j];
            *up = t->up[lower * d + last];
        }
    }
}

int lento_detect_table_make(detect_table *t, detect_pool *pool, int d, int degree) {
    t->d = d;
    t->degree = degree;
    t->count = 1 + (int)lento_detect_monomial_count(d, degree);
    const size_t inner = 1 + (size_t)lento_detect_monomial_count(d, degree - 1);
    t->start = lento_detect_take(pool, (size_t)degree + 2, sizeof(int));
    t->parent = lento_detect_take(pool, (size_t)t->count, sizeof(int));
    t->last = lento_detect_take(pool, (size_t)t->count, sizeof(int));
    t->up = lento_detect_take(pool, inner * (size_t)d, sizeof(int));
    if (!t->start || !t->parent || !t->last || !t->up) {
        return -1;
    }
    t->start[1] = 1;
    int next = 1;
    for (int k = 1; k <= degree; k++) {
        for (int n = t->start[k - 1]; n < t->start[k]; n++) {
            const int first_child = next;
            for (int j = n > 0 ? t->last[n] : 0; j < d; j++, next++) {
                t->parent[next] = n;
                t->last[next] = j;
            }
            fill_up(t, n, first_child);
        }
        t->start[k + 1] = next;
    }
    return 0;
}

void lento_detect_row(const detect_table *t, const double u[], const double g[], double v[],
                      double rate[]) {
    v[0] = 1;
    for (int n = 1; n < t->count; n++) {
        v[n] = v[t->parent[n]] * u[t->last[n]];
    }
    if (g) {
        rate[0] = 0;
        for (int n = 1; n < t->count; n++) {
            const int p = t->parent[n], j = t->last[n];
            rate[n] = rate[p] * u[j] + v[p] * g[j];
        }
    }
}

void lento_detect_power(const detect_table *t, int n, unsigned char power[]) {
    memset(power, 0, (size_t)t->d);
    for (; n > 0; n = t->parent[n]) {
        power[t->last[n]]++;
    }
}

static int degree_of(const detect_table *t, const double c[]) {
    int n = t->count - 1, degree = t->degree;
    while (n > 0 && c[n] == 0) {
        n--;
    }
    while (degree > 0 && n < t->start[degree]) {
        degree--;
    }
    return degree;
}

/* index of monomial n times monomial k */
static int times(const detect_table *t, int n, int k) {
    for (; k > 0; k = t->parent[k]) {
        n = t->up[n * t->d + t->last[k]];
    }
    return n;
}

void lento_detect_multiply(const detect_table *t, const double a[], const double b[],
                           double out[]) {
    const int na = t->start[degree_of(t, a) + 1];
    const int nb = t->start[degree_of(t, b) + 1];
    for (int i = 0; i < na; i++) {
        for (int k = 0; a[i] != 0 && k < nb; k++) {
            if (b[k] != 0) {
                out[times(t, i, k)] += a[i] * b[k];
            }
        }
    }
}

/* out += (shift_j + A_j . y) * r, r of degree `degree` */
static void add_times_form(const detect_table *t, const double r[], int degree, double shift,
                           const double A[], int j, double out[]) {
    for (int n = 0; n < t->start[degree + 1]; n++) {
        if (r[n] == 0) {
            continue;
        }
        out[n] += shift * r[n];
        for (int i = 0; i < t->d; i++) {
            const double a = A[j + i * t->d];
            if (a != 0) {
                out[t->up[n * t->d + i]] += a * r[n];
            }
        }
    }
}

/* Horner on the tree: r_n = c_n + sum over children (x_j) * r_child, x_j = shift_j + A_j . y */
static void horner(const detect_table *t, const double p[], int n, int degree, const double shift[],
                   const double A[], double *level) {
    const int room = t->degree - degree; /* degree of r_n in y */
    lento_detect_clear(t->start[room + 1], level);
    level[0] = p[n];
    if (room == 0) {
        return;
    }
    double *below = level + t->count;
    for (int j = n > 0 ? t->last[n] : 0; j < t->d; j++) {
        horner(t, p, t->up[n * t->d + j], degree + 1, shift, A, below);
        add_times_form(t, below, room - 1, shift[j], A, j, level);
    }
}

void lento_detect_substitute(const detect_table *t, const double p[], const double shift[],
                             const double A[], double out[], double work[]) {
    horner(t, p, 0, 0, shift, A, work);
    lento_detect_copy(t->count, work, out);
}
