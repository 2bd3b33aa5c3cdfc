/* SPDX-License-Identifier: MIT
 *
 * detect_rates.c - the slow space of one degree. With V the centred values of the K monomials
 * at the sample points and B their fast rates grad(u^n) . F1,
 *
 *     V = Q R_V,  B = Q' R_B,  M = R_B R_V^-1:
 *
 * the singular values of M are the values of rms(dp/dt) / std(p), with the polynomials
 * p = R_V^-1 w (ariel (3.12) with the norm of the sampled values instead of that of the
 * coefficients). A QR factorisation of M with column exchange tells the fast w from the others,
 * nearly its null space. Slow are those of them below the largest gap of the singular values, if
 * their rates at two scale parameters confirm it.
 * Points are read in blocks, so only matrices of K x K are held. */
#include <math.h>

#include "slow/detect_parts.h"

enum { BLOCK = 256, CHUNK = 16 };

static const double SAME_VALUES = 1e-14; /* relative: what is left of equal columns */
static const double NOISE = 1e-11;       /* relative rates below this are rounding */
static const double SLOWEST_FAST = 1e-8; /* relative: nothing below is called fast */
static const double FASTEST_SLOW = 1e-5; /* relative: nothing above is called slow */
static const double SURELY_FAST = 1e-4;  /* relative, on the diagonal of R */
static const double PROBE_EPS = 1e-4; /* scale parameter of the exponent test, and a tenth of it */
static const double GROWTH = 0.3;     /* rates like eps^-p with p above this grow; 1/2 must */

/* product = block C; CHUNK columns of the block stay in the cache */
static void multiply(int rows, int K, const double *block, const double *C, int cols,
                     double *product) {
    lento_detect_clear(BLOCK * cols, product);
    for (int first = 0; first < K; first += CHUNK) {
        for (int j = 0; j < cols; j++) {
            for (int k = first; k < K && k < first + CHUNK; k++) {
                lento_detect_add(rows, C[k + j * K], block + k * BLOCK, product + j * BLOCK);
            }
        }
    }
}

/* R of the values (g NULL; K + 1 columns with the constant), of the rates under u' = g (K
 * columns), or of the rates of the polynomials C (K x cols). */
static int factor(detect_search *s, const double *g, const double *C, int cols, double *R) {
    const int width = g ? s->K : s->K + 1, n = C ? cols : width;
    const size_t d = (size_t)s->run->d;
    double *block = lento_detect_doubles(&s->pool, BLOCK, width);
    double *product = C ? lento_detect_doubles(&s->pool, BLOCK, cols) : block;
    if (!block || !product) {
        return -1;
    }
    for (int first = 0; first < s->points; first += BLOCK) {
        const int rows = s->points - first < BLOCK ? s->points - first : BLOCK;
        for (int i = 0; i < rows; i++) {
            const size_t at = (size_t)(first + i) * d;
            lento_detect_row(&s->table, s->u + at, g ? g + at : NULL, s->row_v, s->row_rate);
            const double *row = g ? s->row_rate + 1 : s->row_v;
            for (int k = 0; k < width; k++) {
                block[i + k * BLOCK] = row[k];
            }
        }
        if (C) {
            multiply(rows, s->K, block, C, cols, product);
        }
        if (!lento_detect_qr(s->run, rows, n, product, BLOCK, R)) {
            return lento_detect_fail(s->run, LENTO_NOT_FINITE,
                                     "the sampled values overflow: use a smaller radius");
        }
        if (lento_detect_progress(s->run, 2.0 * rows * n * n)) {
            return -1;
        }
    }
    return 0;
}

/* R_V without the row and column of the constant: factor of the centred values */
static int factor_values(detect_search *s) {
    const int K = s->K, n = K + 1;
    double *R = lento_detect_doubles(&s->pool, n, n);
    if (!R || factor(s, NULL, NULL, 0, R)) {
        return -1;
    }
    for (int k = 0; k < K; k++) {
        lento_detect_copy(k + 1, R + (k + 1) * n + 1, s->RV + k * K);
    }
    return 0;
}

static int factor_rates(detect_search *s) {
    return factor(s, s->g, NULL, 0, s->RB);
}

/* M = R_B R_V^-1, a triangle too; false: some monomials have the same values */
static bool relative_rates(const detect_search *s, double *M) {
    const int K = s->K;
    for (int j = 0; j < K; j++) {
        const double *values = s->RV + j * K;
        double *column = M + j * K;
        if (!(fabs(values[j]) > SAME_VALUES * lento_detect_norm(j + 1, values))) {
            return false;
        }
        lento_detect_copy(j + 1, s->RB + j * K, column);
        for (int i = 0; i < j; i++) {
            lento_detect_add(i + 1, -values[i], M + i * K, column);
        }
        lento_detect_scale(j + 1, 1 / values[j], column);
    }
    return true;
}

/* number of rates below the largest gap; rate: the `count` smallest ascending and the next one */
static int count_slow(const detect_search *s, const double rate[], int count) {
    int slow = 0;
    double widest = 0, before = NOISE;
    for (int i = 0; i <= count && before <= FASTEST_SLOW; i++) {
        const double relative = fmax(rate[i] / s->fastest, NOISE);
        if (relative >= SLOWEST_FAST && relative / before > widest) {
            widest = relative / before;
            slow = i;
        }
        before = relative;
    }
    return slow;
}

/* rows of R above the widest gap of its diagonal that has nothing slow above it */
static int count_fast(const detect_search *s, const double *R) {
    const int K = s->K;
    int rank = 0;
    double widest = 0;
    for (int i = 0; i < K && fabs(R[i * (K + 1)]) > SURELY_FAST * s->fastest; i++) {
        const double next = i + 1 < K ? fabs(R[(i + 1) * (K + 1)]) : 0;
        const double gap = fabs(R[i * (K + 1)]) / fmax(next, NOISE * s->fastest);
        if (gap > widest) {
            widest = gap;
            rank = i + 1;
        }
    }
    return rank;
}

/* W = A Z, Z: cols x count, as the new slow space */
static void combine(detect_search *s, const double *A, const double *Z, int cols, int count) {
    const int K = s->K;
    s->slow = count;
    lento_detect_clear(K * cols, s->W);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < cols; j++) {
            lento_detect_add(K, Z[j + i * cols], A + j * K, s->W + i * K);
        }
    }
}

/* The slow ones of the columns of N (K x count), which R takes to small values: singular values of
 * R N. W: the slow combinations, rate: [count + 1], the last one is given. */
static int separate(detect_search *s, const double *R, const int order[], const double *N,
                    int count, double *rate) {
    const int K = s->K;
    double *image = lento_detect_doubles(&s->pool, K, count),
           *V = lento_detect_doubles(&s->pool, count, count);
    if (!image || !V) {
        return -1;
    }
    for (int j = 0; j < count; j++) {
        for (int k = 0; k < K; k++) {
            image[k + j * K] = N[order[k] + j * K];
        }
        lento_detect_upper_times(K, R, image + j * K);
    }
    if (lento_detect_singular(s->run, K, count, image, 0.1 * NOISE * s->fastest, rate, V)) {
        return -1;
    }
    combine(s, N, V, count, s->run->fast ? count_slow(s, rate, count) : count);
    return 0;
}

/* W, slow and the rates beside it */
static int split(detect_search *s) {
    const int K = s->K;
    double *M = lento_detect_doubles(&s->pool, K, K), *work = lento_detect_doubles(&s->pool, K, 2);
    double *N = lento_detect_doubles(&s->pool, K, K),
           *rate = lento_detect_doubles(&s->pool, K + 1, 1);
    int *order = lento_detect_take(&s->pool, (size_t)K, sizeof(int));
    if (!M || !work || !N || !rate || !order) {
        return -1;
    }
    if (!relative_rates(s, M)) {
        return lento_detect_fail(s->run, LENTO_SINGULAR,
                                 "the monomials cannot be told apart at the sample points");
    }
    s->fastest = lento_detect_largest(K, M, work, work + K);
    lento_detect_pivoted_qr(K, M, order, work);
    const int rank = s->run->fast ? count_fast(s, M) : 0;
    lento_detect_null_space(K, M, order, rank, N, work);
    rate[K - rank] = rank > 0 ? lento_detect_smallest(K, M, order, rank, N, work, work + K) : 0;
    if (separate(s, M, order, N, K - rank, rate)) {
        return -1;
    }
    s->run->out->fast_rate = s->slow < K ? rate[s->slow] / s->run->options.eps : 0;
    return lento_detect_progress(s->run, 22.0 * K * K * K);
}

/* rates of the polynomials C at eps, ascending; Z (cols x cols) if wanted: their combinations;
 * the largest rate that any polynomial has there, from the size of the field */
static int probe(detect_search *s, double eps, const double *C, int cols, double *sigma, double *Z,
                 double *largest) {
    detect *run = s->run;
    const int d = run->d;
    double *g = lento_detect_doubles(&s->pool, s->points, d),
           *x = lento_detect_doubles(&s->pool, 2, d);
    double *R = lento_detect_doubles(&s->pool, cols, cols);
    if (!g || !x || !R) {
        return -1;
    }
    for (size_t i = 0; i < (size_t)s->points; i++) {
        const size_t at = i * (size_t)d;
        lento_detect_copy(d, run->centre, x);
        for (int k = 0; k < d; k++) {
            lento_detect_add(d, s->u[at + (size_t)k], run->T + k * d, x);
        }
        if (lento_detect_field(run, eps, x, x + d)) {
            return -1;
        }
        for (int k = 0; k < d; k++) {
            lento_detect_add(d, x[d + k], run->U + k * d, g + at);
        }
    }
    const int all = s->points * d;
    *largest = s->fastest * lento_detect_norm(all, g) / lento_detect_norm(all, s->g);
    return factor(s, g, C, cols, R) || lento_detect_singular(run, cols, cols, R, 0, sigma, Z) ? -1
                                                                                              : 0;
}

/* The exponent test: a variable is slow if its rate does not grow from PROBE_EPS to a tenth of
 * it. What grows although grad xi . F1 = 0 lives on a scale between 1 and 1/eps and is removed. */
static int confirm(detect_search *s) {
    const int K = s->K, n = s->slow;
    double *C = lento_detect_doubles(&s->pool, K, n), *Z = lento_detect_doubles(&s->pool, n, n);
    double *coarse = lento_detect_doubles(&s->pool, n, 1),
           *fine = lento_detect_doubles(&s->pool, n, 1);
    double largest = 0;
    if (!C || !Z || !coarse || !fine) {
        return -1;
    }
    lento_detect_copy(K * n, s->W, C);
    for (int i = 0; i < n; i++) {
        lento_detect_upper_solve(K, K, s->RV, C + i * K);
    }
    if (probe(s, PROBE_EPS, C, n, coarse, NULL, &largest) ||
        probe(s, PROBE_EPS / 10, C, n, fine, Z, &largest)) {
        return -1;
    }
    int kept = 0;
    while (kept < n && (fine[kept] < 1e-9 * largest || log10(fine[kept] / coarse[kept]) < GROWTH)) {
        kept++;
    }
    if (kept < n) { /* the combinations of the smallest rates */
        s->run->out->middle_scale = true;
        lento_detect_copy(K * n, s->W, C);
        combine(s, C, Z, n, kept);
    }
    return 0;
}

/* one of these parts, and its memory given back */
static int part(detect_search *s, int (*run)(detect_search *)) {
    const void *mark = s->pool.last;
    const int failed = run(s);
    lento_detect_release(&s->pool, mark);
    return failed;
}

int lento_detect_slow_space(detect_search *s) {
    const int K = s->K;
    s->RV = lento_detect_doubles(&s->pool, K, K);
    s->RB = lento_detect_doubles(&s->pool, K, K);
    s->W = lento_detect_doubles(&s->pool, K, K);
    if (!s->RV || !s->RB || !s->W || part(s, factor_values) || part(s, factor_rates) ||
        part(s, split)) {
        return -1;
    }
    return s->run->fast && s->slow > 0 ? part(s, confirm) : 0;
}

double lento_detect_fast_rate(detect_search *s, const double c[]) {
    const int K = s->K;
    double *v = s->row_v, *b = s->row_rate;
    lento_detect_copy(K, c + 1, v);
    lento_detect_copy(K, c + 1, b);
    lento_detect_upper_times(K, s->RV, v);
    lento_detect_upper_times(K, s->RB, b);
    return lento_detect_norm(K, b) / (lento_detect_norm(K, v) * fmax(s->fastest, 1e-300));
}
