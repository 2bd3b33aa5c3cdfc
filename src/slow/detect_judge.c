/* SPDX-License-Identifier: MIT
 *
 * detect_judge.c - what is said about a found polynomial xi, measured on the polynomial as it
 * is returned: its rate rms(grad xi . f) / std(xi) on the ball at the user's eps, whether that
 * is slow, and whether its gradient is independent of those before it (greedy, relative to the
 * size of the gradient, at several points; ariel section 3.2: rank of d(xi)/dx). */
#include <math.h>

#include "slow/detect_parts.h"

enum { RATE_POINTS = 1000 };
static const double ROUNDING = 1e-14; /* rates below, relative to |grad xi| |f|, count as 0 */

/* the polynomials from number `first` on */
static int compile(detect *run, detect_pool *pool, int first, lento_polynomial_set *set) {
    const int count = run->out->count - first;
    lento_polynomial *p = lento_detect_take(pool, (size_t)count, sizeof *p);
    for (int i = 0; p && i < count; i++) {
        p[i] = run->out->variable[first + i].polynomial;
    }
    void *memory = p ? lento_detect_take(pool, lento_polynomial_set_bytes(p, count), 1) : NULL;
    if (!memory) {
        return -1;
    }
    *set = lento_polynomial_set_place(memory, p, count);
    return 0;
}

/* sum[4 * i]: means over the ball of xi, xi^2, rate^2 and |grad xi|^2 |f|^2 of each polynomial */
static int measure(detect *run, detect_pool *pool, const lento_polynomial_set *set, double *sum) {
    const int d = run->d, n = set->count;
    double *u = lento_detect_doubles(pool, 3, d), *xi = lento_detect_doubles(pool, 2, n);
    double *gradient = lento_detect_doubles(pool, n, d);
    if (!u || !xi || !gradient) {
        return -1;
    }
    double *x = u + d, *f = x + d, *rate = xi + n;
    uint64_t state = run->options.seed + 77;
    for (int point = 0; point < RATE_POINTS; point++) {
        lento_detect_point(run, &state, u);
        lento_detect_to_place(run, u, x);
        if (lento_detect_field(run, run->options.eps, x, f)) {
            return -1;
        }
        lento_polynomial_set_evaluate(set, x, xi, gradient);
        lento_polynomial_set_rate(set, x, f, rate);
        const double ff = lento_dot(d, f, f);
        for (int i = 0; i < n; i++) {
            const double gg = lento_dot(d, gradient + i * d, gradient + i * d);
            const double add[4] = {xi[i], xi[i] * xi[i], rate[i] * rate[i], gg * ff};
            for (int k = 0; k < 4; k++) {
                sum[4 * i + k] += add[k] / RATE_POINTS;
            }
        }
    }
    return 0;
}

/* rate, and slow if the rate is far below |grad xi| |f|, the rate of a polynomial that moves
 * with f */
int lento_detect_rates(detect *run, detect_pool *pool, int first) {
    const int n = run->out->count - first;
    if (n == 0) {
        return 0;
    }
    lento_polynomial_set set;
    double *sum = lento_detect_doubles(pool, n, 4);
    if (!sum || compile(run, pool, first, &set) || measure(run, pool, &set, sum)) {
        return -1;
    }
    for (int i = 0; i < n; i++) {
        lento_slow_variable *v = &run->out->variable[first + i];
        const double *s = sum + 4 * i;
        const bool rounding = s[2] <= ROUNDING * ROUNDING * s[3];
        v->rate = rounding ? 0 : sqrt(s[2] / fmax(s[1] - s[0] * s[0], 1e-300));
        v->slow = s[2] <= fmin(run->options.eps, 0.1) * s[3];
    }
    return 0;
}

/* Does the row g lead out of the span of the orthonormal rows q[0..size), by more than
 * rounding? Then what is left of it becomes q[size]. */
static bool joins(int d, double *q, int size, double *g, double rounding) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < size; i++) {
            double dot = 0;
            for (int j = 0; j < d; j++) {
                dot += q[i * d + j] * g[j];
            }
            for (int j = 0; j < d; j++) {
                g[j] -= dot * q[i * d + j];
            }
        }
    }
    const double length = sqrt(lento_dot(d, g, g));
    if (size == d || !(length > rounding)) {
        return false;
    }
    for (int j = 0; j < d; j++) {
        q[size * d + j] = g[j] / length;
    }
    return true;
}

int lento_detect_ranks_make(detect_ranks *r, detect_pool *pool, int d, const double *points,
                            int count, double tolerance) {
    *r = (detect_ranks){
        .pool = pool, .d = d, .count = count, .points = points, .tolerance = tolerance};
    r->rows = lento_detect_doubles(pool, count, d);
    r->q = lento_detect_doubles(pool, count, d * d);
    r->rank = lento_detect_take(pool, (size_t)count, sizeof(int));
    r->grew = lento_detect_take(pool, (size_t)count, sizeof(bool));
    return r->rows && r->q && r->rank && r->grew ? 0 : -1;
}

int lento_detect_ranks_add(detect_ranks *r, const lento_polynomial *p) {
    const int d = r->d, n = r->count;
    const void *mark = r->pool->last;
    void *memory = lento_detect_take(r->pool, lento_polynomial_set_bytes(p, 1), 1);
    if (!memory) {
        return -1;
    }
    const lento_polynomial_set set = lento_polynomial_set_place(memory, p, 1);
    for (int i = 0; i < n; i++) {
        lento_polynomial_set_evaluate(&set, r->points + i * d, NULL, r->rows + i * d);
    }
    const double rounding = r->tolerance * lento_detect_norm(n * d, r->rows) / sqrt(n);
    for (int i = 0; i < n; i++) {
        r->grew[i] = joins(d, r->q + i * d * d, r->rank[i], r->rows + i * d, rounding);
        r->rank[i] += r->grew[i];
    }
    lento_detect_release(r->pool, mark);
    return 0;
}
