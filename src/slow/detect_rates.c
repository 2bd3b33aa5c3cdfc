/* SPDX-License-Identifier: MIT
 *
 * detect_rates.c - the slow space of one degree. With V the centred values of the K monomials
 * at the sample points and B their fast rates grad(u^n) . F1,
 *
 *     V = Q R_V,  B = Q' R_B,  R_B R_V^-1 = X diag(sigma) W^T:
 *
 * sigma are the values of rms(dp/dt) / std(p), the columns of W the polynomials p = R_V^-1 w
 * (ariel (3.12) with the norm of the sampled values instead of that of the coefficients). Slow
 * are those below the largest gap of sigma, if their rates at two scale parameters confirm it.
 * Points are read in blocks, so only matrices of K x K are held. */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

enum { BLOCK = 256, PANEL = 32 };

static const double NOISE = 1e-11;       /* relative rates below this are rounding */
static const double SLOWEST_FAST = 1e-8; /* relative: nothing below is called fast */
static const double FASTEST_SLOW = 1e-5; /* relative: nothing above is called slow */
static const double PROBE_EPS = 1e-4; /* scale parameter of the exponent test, and a tenth of it */

/* Update the triangle R (n x n) by the rows of one block. */
static int absorb(detect_search *s, int rows, int n, double *block, double *R, double *T) {
    const int panel = n < PANEL ? n : PANEL;
    if (LAPACKE_dtpqrt(LAPACK_COL_MAJOR, rows, n, 0, panel, R, n, block, BLOCK, T, panel)) {
        return detect_fail(s->run, LENTO_NOT_FINITE,
                           "the sampled values overflow: use a smaller radius");
    }
    return detect_progress(s->run, 2.0 * rows * n * n);
}

/* R of the values (g NULL; K + 1 columns with the constant), of the rates under u' = g (K
 * columns), or of the rates of the polynomials C (K x cols). */
static int factor(detect_search *s, const double *g, const double *C, int cols, double *R) {
    detect_pool pool = {0};
    const int n = C ? cols : g ? s->K : s->K + 1;
    const size_t d = (size_t)s->run->d, K = (size_t)s->K;
    double *block = detect_doubles(&pool, BLOCK, K + 1), *T = detect_doubles(&pool, PANEL, K + 1);
    double *product = C ? detect_doubles(&pool, BLOCK, (size_t)cols) : block;
    int failed = !block || !T || !product;
    if (failed) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (int first = 0; !failed && first < s->points; first += BLOCK) {
        const int rows = s->points - first < BLOCK ? s->points - first : BLOCK;
        for (int i = 0; i < rows; i++) {
            const size_t at = (size_t)(first + i) * d;
            detect_row(&s->table, s->u + at, g ? g + at : NULL, s->row_v, s->row_rate);
            const double *row = g ? s->row_rate + 1 : s->row_v;
            for (int k = 0; k < (g ? s->K : s->K + 1); k++) {
                block[i + k * BLOCK] = row[k];
            }
        }
        if (C) {
            cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, rows, cols, s->K, 1, block,
                        BLOCK, C, s->K, 0, product, BLOCK);
        }
        failed = absorb(s, rows, n, product, R, T);
    }
    detect_release(&pool);
    return failed ? -1 : 0;
}

/* R_V without the row and column of the constant: factor of the centred values */
static int factor_values(detect_search *s) {
    detect_pool pool = {0};
    const size_t K = (size_t)s->K, n = K + 1;
    double *R = detect_doubles(&pool, n, n);
    const int failed =
        R ? factor(s, NULL, NULL, 0, R) : detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    for (size_t k = 0; !failed && k < K; k++) {
        memcpy(s->RV + k * K, R + (k + 1) * n + 1, (k + 1) * sizeof(double));
    }
    detect_release(&pool);
    return failed;
}

/* sigma ascending and the vectors that belong to them, from the transpose of R_B R_V^-1 */
static int rates_of(detect_search *s, double *W) {
    const int K = s->K;
    detect_pool pool = {0};
    double *M = detect_doubles(&pool, (size_t)K, (size_t)K);
    double *unused = detect_doubles(&pool, (size_t)K, (size_t)K);
    double *sigma = detect_doubles(&pool, (size_t)K, 1);
    int failed = !M || !unused || !sigma;
    if (failed) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    for (int i = 0; !failed && i < K; i++) {
        for (int k = i; k < K; k++) {
            M[k + i * K] = s->RB[i + k * K];
        }
    }
    if (!failed && LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'T', 'N', K, K, s->RV, K, M, K)) {
        failed = detect_fail(s->run, LENTO_SINGULAR,
                             "the monomials cannot be told apart at the sample points");
    }
    failed = failed || detect_svd(s->run, K, K, M, sigma, W, unused);
    for (int i = 0; !failed && i < K; i++) {
        s->sigma[i] = sigma[K - 1 - i];
    }
    /* reverse the columns */
    for (int i = 0; !failed && i < K / 2; i++) {
        cblas_dswap(K, W + (size_t)i * (size_t)K, 1, W + (size_t)(K - 1 - i) * (size_t)K, 1);
    }
    detect_release(&pool);
    return failed || detect_progress(s->run, 22.0 * K * K * K) ? -1 : 0;
}

/* number of rates below the largest gap */
static int count_slow(const detect_search *s) {
    if (!s->run->fast) {
        return s->K;
    }
    int count = 0;
    double widest = 0, before = NOISE;
    for (int i = 0; i < s->K && before <= FASTEST_SLOW; i++) {
        const double rate = fmax(s->sigma[i] / s->sigma[s->K - 1], NOISE);
        if (rate >= SLOWEST_FAST && rate / before > widest) {
            widest = rate / before;
            count = i;
        }
        before = rate;
    }
    return count;
}

/* rates of the polynomials C at eps, ascending; Z (cols x cols) if wanted: their combinations;
 * the largest rate that any polynomial has there, from the size of the field */
static int probe(detect_search *s, double eps, const double *C, int cols, double *sigma, double *Z,
                 double *largest) {
    detect *run = s->run;
    detect_pool pool = {0};
    const size_t d = (size_t)run->d, n = (size_t)cols;
    double *g = detect_doubles(&pool, (size_t)s->points, d), *x = detect_doubles(&pool, 2, d);
    double *R = detect_doubles(&pool, n, n), *unused = detect_doubles(&pool, n, n);
    int failed = !g || !x || !R || !unused;
    if (failed) {
        detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    for (size_t i = 0; !failed && i < (size_t)s->points; i++) {
        memcpy(x, run->centre, d * sizeof(double));
        cblas_dgemv(CblasColMajor, CblasNoTrans, run->d, run->d, 1, run->T, run->d, s->u + i * d, 1,
                    1, x, 1);
        failed = detect_field(run, eps, x, x + d);
        cblas_dgemv(CblasColMajor, CblasNoTrans, run->d, run->d, 1, run->U, run->d, x + d, 1, 0,
                    g + i * d, 1);
    }
    const int all = s->points * run->d;
    *largest = failed ? 0 : s->sigma[s->K - 1] * cblas_dnrm2(all, g, 1) / cblas_dnrm2(all, s->g, 1);
    failed = failed || factor(s, g, C, cols, R);
    failed = failed || detect_svd(run, cols, cols, R, sigma, Z ? unused : NULL, Z);
    for (int i = 0; !failed && i < cols / 2; i++) {
        const double swap = sigma[i];
        sigma[i] = sigma[cols - 1 - i];
        sigma[cols - 1 - i] = swap;
    }
    detect_release(&pool);
    return failed ? -1 : 0;
}

/* The exponent test: a variable is slow if its rate does not grow from PROBE_EPS to a tenth of
 * it. What grows although grad xi . F1 = 0 lives on a scale between 1 and 1/eps and is removed. */
static int confirm(detect_search *s) {
    const int K = s->K, k = s->slow;
    detect_pool pool = {0};
    const size_t n = (size_t)k;
    double *C = detect_doubles(&pool, (size_t)K, n), *Z = detect_doubles(&pool, n, n);
    double *coarse = detect_doubles(&pool, n, 1), *fine = detect_doubles(&pool, n, 1);
    double largest = 0;
    int failed = !C || !Z || !coarse || !fine;
    if (failed) {
        detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    } else {
        memcpy(C, s->W, (size_t)K * n * sizeof(double));
        failed = LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'U', 'N', 'N', K, k, s->RV, K, C, K) ||
                 probe(s, PROBE_EPS, C, k, coarse, NULL, &largest) ||
                 probe(s, PROBE_EPS / 10, C, k, fine, Z, &largest);
    }
    int kept = 0;
    while (!failed && kept < k &&
           (fine[kept] < 1e-9 * largest || log10(fine[kept] / coarse[kept]) < 0.5)) {
        kept++;
    }
    if (!failed && kept < k) {
        /* the combinations of the smallest rates: the last rows of Z */
        s->run->out->middle_scale = true;
        memcpy(C, s->W, (size_t)K * n * sizeof(double));
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, K, kept, k, 1, C, K, Z + (k - kept), k,
                    0, s->W, K);
        s->slow = kept;
    }
    detect_release(&pool);
    return failed ? -1 : 0;
}

int detect_slow_space(detect_search *s) {
    const size_t K = (size_t)s->K;
    s->RV = detect_doubles(&s->pool, K, K);
    s->RB = detect_doubles(&s->pool, K, K);
    s->W = detect_doubles(&s->pool, K, K);
    s->sigma = detect_doubles(&s->pool, K, 1);
    if (!s->RV || !s->RB || !s->W || !s->sigma) {
        return detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    if (factor_values(s) || factor(s, s->g, NULL, 0, s->RB) || rates_of(s, s->W)) {
        return -1;
    }
    s->slow = count_slow(s);
    s->run->out->fast_rate = s->slow < s->K ? s->sigma[s->slow] / s->run->options.eps : 0;
    return s->run->fast && s->slow > 0 ? confirm(s) : 0;
}

double detect_fast_rate(detect_search *s, const double c[]) {
    const int K = s->K;
    double *v = s->row_v, *b = s->row_rate;
    memcpy(v, c + 1, (size_t)K * sizeof(double));
    memcpy(b, c + 1, (size_t)K * sizeof(double));
    cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, K, s->RV, K, v, 1);
    cblas_dtrmv(CblasColMajor, CblasUpper, CblasNoTrans, CblasNonUnit, K, s->RB, K, b, 1);
    return cblas_dnrm2(K, b, 1) / (cblas_dnrm2(K, v, 1) * fmax(s->sigma[K - 1], 1e-300));
}
