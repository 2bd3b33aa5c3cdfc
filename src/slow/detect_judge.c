/* SPDX-License-Identifier: MIT
 *
 * detect_judge.c - what is said about a found polynomial xi, measured on the polynomial as it
 * is returned: its rate rms(grad xi . f) / std(xi) on the ball at the user's eps, whether that
 * is slow, and whether its gradient is independent of those before it (greedy, relative to the
 * size of the gradient, at several points; ariel section 3.2: rank of d(xi)/dx). */
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

enum { RATE_POINTS = 1000 };
static const double ROUNDING = 1e-14; /* rates below, relative to |grad xi| |f|, count as 0 */

/* point in x from a point in u */
static void to_x(const detect *run, const double u[], double x[]) {
    for (int j = 0; j < run->d; j++) {
        x[j] = run->centre[j];
        for (int k = 0; k < run->d; k++) {
            x[j] += run->T[j + k * run->d] * u[k];
        }
    }
}

static int compile(detect *run, detect_pool *pool, int first, lento_polynomial_set *set) {
    const int count = run->out->count - first;
    lento_polynomial *p = lento_detect_take(pool, (size_t)count + 1, sizeof *p);
    for (int i = 0; p && i < count; i++) {
        p[i] = run->out->variable[first + i].polynomial;
    }
    void *memory = p ? lento_detect_take(pool, lento_polynomial_set_bytes(p, count) + 1, 1) : NULL;
    if (!memory) {
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    *set = lento_polynomial_set_place(memory, p, count);
    return 0;
}

/* rate, and slow if the rate is far below |grad xi| |f|, the rate of a polynomial that moves
 * with f */
static int measure(detect *run, detect_pool *pool, int first) {
    lento_polynomial_set set;
    if (compile(run, pool, first, &set)) {
        return -1;
    }
    const size_t d = (size_t)run->d, n = (size_t)set.count;
    double *u = lento_detect_doubles(pool, 3, d), *x = u + d, *f = x + d;
    double *xi = lento_detect_doubles(pool, n, 1), *rate = lento_detect_doubles(pool, n, 1);
    double *gradient = lento_detect_doubles(pool, n, d), *sum = lento_detect_doubles(pool, n, 4);
    if (!u || !xi || !rate || !gradient || !sum) {
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    uint64_t state = run->options.seed + 77;
    for (int point = 0; point < RATE_POINTS; point++) {
        lento_detect_ball(&state, run->d, run->options.radius * sqrt((run->d + 2) / 3.0), u);
        to_x(run, u, x);
        if (lento_detect_field(run, run->options.eps, x, f)) {
            return -1;
        }
        lento_polynomial_set_evaluate(&set, x, xi, gradient);
        lento_polynomial_set_rate(&set, x, f, rate);
        double ff = 0;
        for (size_t j = 0; j < d; j++) {
            ff += f[j] * f[j];
        }
        for (size_t i = 0; i < n; i++) {
            double gg = 0;
            for (size_t j = 0; j < d; j++) {
                gg += gradient[i * d + j] * gradient[i * d + j];
            }
            const double add[4] = {xi[i], xi[i] * xi[i], rate[i] * rate[i], gg * ff};
            for (int k = 0; k < 4; k++) {
                sum[4 * i + (size_t)k] += add[k] / RATE_POINTS;
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        lento_slow_variable *v = &run->out->variable[(size_t)first + i];
        const double *s = sum + 4 * i;
        const bool rounding = s[2] <= ROUNDING * ROUNDING * s[3];
        v->rate = rounding ? 0 : sqrt(s[2] / fmax(s[1] - s[0] * s[0], 1e-300));
        v->slow = s[2] <= fmin(run->options.eps, 0.1) * s[3];
    }
    return 0;
}

int lento_detect_rates(detect *run, int first) {
    detect_pool pool = {0};
    const int failed = first < run->out->count ? measure(run, &pool, first) : 0;
    lento_detect_release(&pool);
    return failed;
}

/* Does the row g lead out of the span of the orthonormal rows q[0..size), by more than
 * rounding? Then what is left of it becomes q[size]. */
static bool joins(int d, double *q, int size, double *g, double rounding) {
    double square = 0;
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
    for (int j = 0; j < d; j++) {
        square += g[j] * g[j];
    }
    if (size == d || !(sqrt(square) > rounding)) {
        return false;
    }
    for (int j = 0; j < d; j++) {
        q[size * d + j] = g[j] / sqrt(square);
    }
    return true;
}

bool lento_detect_ranks_make(detect_ranks *r, detect_pool *pool, int d, const double *points,
                             int count, double tolerance) {
    const size_t D = (size_t)d, n = (size_t)count;
    *r = (detect_ranks){.d = d, .count = count, .points = points, .tolerance = tolerance};
    r->rows = lento_detect_doubles(pool, n, D);
    r->q = lento_detect_doubles(pool, n, D * D);
    r->rank = lento_detect_take(pool, n, sizeof(int));
    r->grew = lento_detect_take(pool, n, sizeof(bool));
    return r->rows && r->q && r->rank && r->grew;
}

bool lento_detect_ranks_add(detect_ranks *r, const lento_polynomial *p) {
    detect_pool pool = {0};
    const size_t d = (size_t)r->d, n = (size_t)r->count;
    void *memory = lento_detect_take(&pool, lento_polynomial_set_bytes(p, 1), 1);
    if (memory) {
        const lento_polynomial_set set = lento_polynomial_set_place(memory, p, 1);
        for (size_t i = 0; i < n; i++) {
            lento_polynomial_set_evaluate(&set, r->points + i * d, NULL, r->rows + i * d);
        }
        const double rounding =
            r->tolerance * lento_detect_norm((int)(n * d), r->rows) / sqrt(r->count);
        for (size_t i = 0; i < n; i++) {
            r->grew[i] = joins(r->d, r->q + i * d * d, r->rank[i], r->rows + i * d, rounding);
            r->rank[i] += r->grew[i];
        }
    }
    lento_detect_release(&pool);
    return memory != NULL;
}
