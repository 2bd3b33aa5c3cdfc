/* SPDX-License-Identifier: MIT
 *
 * detect_judge.c - what is said about a found polynomial xi, measured on the polynomial as it
 * is returned: its rate rms(grad xi . f) / std(xi) on the ball at the user's eps, whether that
 * is slow, and whether its gradient is independent of those before it (greedy, relative to the
 * size of the gradient, at the best of several points; ariel section 3.2: rank of d(xi)/dx). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "slow/detect_parts.h"

enum { RATE_POINTS = 1000 };

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
    lento_polynomial *p = detect_take(pool, (size_t)count + 1, sizeof *p);
    for (int i = 0; p && i < count; i++) {
        p[i] = run->out->variable[first + i].polynomial;
    }
    void *memory = p ? detect_take(pool, lento_polynomial_set_bytes(p, count) + 1, 1) : NULL;
    if (!memory) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
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
    double *u = detect_doubles(pool, 3, d), *x = u + d, *f = x + d;
    double *xi = detect_doubles(pool, n, 1), *rate = detect_doubles(pool, n, 1);
    double *gradient = detect_doubles(pool, n, d), *sum = detect_doubles(pool, n, 4);
    if (!u || !xi || !rate || !gradient || !sum) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    uint64_t state = run->options.seed + 77;
    for (int point = 0; point < RATE_POINTS; point++) {
        detect_ball(&state, run->d, run->options.radius * sqrt((run->d + 2) / 3.0), u);
        to_x(run, u, x);
        if (detect_field(run, run->options.eps, x, f)) {
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
        v->rate = sqrt(s[2] / fmax(s[1] - s[0] * s[0], 1e-300));
        v->slow = s[2] <= fmin(run->options.eps, 0.1) * s[3];
    }
    return 0;
}

int detect_rates(detect *run, int first) {
    detect_pool pool = {0};
    const int failed = first < run->out->count ? measure(run, &pool, first) : 0;
    detect_release(&pool);
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

static void drop(lento_detection *out, int i) {
    free(out->variable[i].polynomial.coefficient);
    memmove(out->variable + i, out->variable + i + 1,
            (size_t)(out->count - i - 1) * sizeof(lento_slow_variable));
    out->count--;
}

/* gradient rows of one polynomial at all points; false: no memory */
static bool gradients(const lento_polynomial *p, const double *points, int count, double *rows) {
    detect_pool pool = {0};
    const size_t d = (size_t)p->variables;
    void *memory = detect_take(&pool, lento_polynomial_set_bytes(p, 1), 1);
    if (memory) {
        const lento_polynomial_set set = lento_polynomial_set_place(memory, p, 1);
        for (size_t i = 0; i < (size_t)count; i++) {
            lento_polynomial_set_evaluate(&set, points + i * d, NULL, rows + i * d);
        }
    }
    detect_release(&pool);
    return memory != NULL;
}

int detect_rank(detect *run, const lento_polynomial *p, const double *points, int count,
                double tolerance, bool drop_dependent) {
    lento_detection *out = run->out;
    detect_pool pool = {0};
    const size_t d = (size_t)run->d, n = (size_t)count;
    double *rows = detect_doubles(&pool, n, d), *q = detect_doubles(&pool, n, d * d);
    int *rank = detect_take(&pool, n, sizeof(int)); /* at each point; the rank is the largest */
    bool enough = rows && q && rank;
    out->rank = 0;
    for (int i = 0, at = 0; enough && at < out->count; i++) {
        const int before = out->rank;
        double square = 0;
        enough = gradients(p ? &p[i] : &out->variable[at].polynomial, points, count, rows);
        for (size_t k = 0; enough && k < n * d; k++) {
            square += rows[k] * rows[k];
        }
        const double rounding = tolerance * sqrt(square / count);
        for (size_t k = 0; enough && k < n; k++) {
            rank[k] += joins(run->d, q + k * d * d, rank[k], rows + k * d, rounding);
            out->rank = rank[k] > out->rank ? rank[k] : out->rank;
        }
        out->variable[at].independent = out->rank > before;
        if (drop_dependent && out->rank == before) {
            drop(out, at);
        } else {
            at++;
        }
    }
    detect_release(&pool);
    return enough ? 0 : detect_fail(run, LENTO_NO_MEMORY, "out of memory");
}
