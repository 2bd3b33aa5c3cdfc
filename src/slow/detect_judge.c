/* SPDX-License-Identifier: MIT
 *
 * detect_judge.c - what is said about a found polynomial xi, measured on the polynomial as it is returned:
 * its rate rms(grad xi . f) / std(xi) on the ball at the user's eps, whether that is slow, and whether its
 * gradient is independent of those before it (greedy, rows of unit length in the metric of the detector,
 * best of several points; ariel section 3.2: rank of d(xi)/dx). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "slow/detect_parts.h"

enum { RATE_POINTS = 1000, RANK_POINTS = 8 };

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

/* rate, and slow if the rate is far below |grad xi| |f|, the rate of a polynomial that moves with f */
static int measure_rates(detect *run, detect_pool *pool, int first) {
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

/* distance of the unit row g from the rows q[0..size), which it joins when it is far enough */
static double remove_span(int d, double *q, int size, double *g) {
    double norm = 0, rest = 0;
    for (int j = 0; j < d; j++) {
        norm += g[j] * g[j];
    }
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
        rest += g[j] * g[j];
    }
    for (int j = 0; j < d && size < d; j++) {
        q[size * d + j] = rest > 0 ? g[j] / sqrt(rest) : 0;
    }
    return norm > 0 ? sqrt(rest / norm) : 0;
}

static void drop(lento_detection *out, int i) {
    free(out->variable[i].polynomial.coefficient);
    memmove(out->variable + i, out->variable + i + 1,
            (size_t)(out->count - i - 1) * sizeof(lento_slow_variable));
    out->count--;
}

/* points: `count` of them in x; q: [count][d * d] */
static int measure_rank(detect *run, detect_pool *pool, const double *points, int count,
                        double tolerance, bool drop_dependent) {
    lento_detection *out = run->out;
    const int d = run->d;
    const size_t D = (size_t)d;
    double *row = detect_doubles(pool, 2, D), *g = row + d;
    double *q = detect_doubles(pool, (size_t)count, D * D);
    if (!row || !q) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    out->rank = 0;
    for (int i = 0; i < out->count; i++) {
        lento_polynomial_set set;
        detect_pool small = {0};
        lento_polynomial *p = &out->variable[i].polynomial;
        void *memory = detect_take(&small, lento_polynomial_set_bytes(p, 1), 1);
        if (!memory) {
            return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
        }
        set = lento_polynomial_set_place(memory, p, 1);
        double best = 0;
        for (int point = 0; point < count; point++) {
            lento_polynomial_set_evaluate(&set, points + (size_t)point * D, NULL, row);
            for (int k = 0; k < d; k++) { /* gradient in u */
                g[k] = 0;
                for (int j = 0; j < d; j++) {
                    g[k] += row[j] * run->T[j + k * d];
                }
            }
            best = fmax(best, remove_span(d, q + (size_t)point * D * D, out->rank, g));
        }
        detect_release(&small);
        out->variable[i].independent = best > tolerance && out->rank < d;
        out->rank += out->variable[i].independent;
        if (drop_dependent && !out->variable[i].independent) {
            drop(out, i--);
        }
    }
    return 0;
}

int detect_judge(detect *run, int first, const double *points, int count, double tolerance,
                 bool drop_dependent) {
    detect_pool pool = {0};
    const size_t d = (size_t)run->d;
    if (!points) {
        double *own = detect_doubles(&pool, RANK_POINTS + 1, d);
        uint64_t state = run->options.seed + 99;
        for (size_t i = 0; own && i < RANK_POINTS; i++) {
            double *u = own + RANK_POINTS * d;
            detect_ball(&state, run->d, run->options.radius * sqrt((run->d + 2) / 3.0), u);
            to_x(run, u, own + i * d);
        }
        points = own;
        count = RANK_POINTS;
    }
    int failed = points ? 0 : detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    failed = failed || measure_rank(run, &pool, points, count, tolerance, drop_dependent) ||
             (first < run->out->count && measure_rates(run, &pool, first));
    detect_release(&pool);
    return failed ? -1 : 0;
}
