/* SPDX-License-Identifier: MIT
 *
 * detect_literal.c - the detection as published (ariel section 3.2, (3.13), (3.14)), for
 * comparison:
 *
 *     minimise sum_n |grad p(x_n) . f(x_n)|^2, x_n = x0 + a n, 1 <= |n| <= m,
 *     over polynomials p of degree m whose coefficients have norm 1,
 *
 * by a singular value decomposition at the user's eps. Singular values below eps^(-1/2) count
 * as of order one; known variables are kept out by a penalty on their coefficients; a variable
 * whose gradient depends on those before it is discarded. The paper leaves two things open: at
 * which grid point (here where the rank of all is highest, so that it does not depend on their
 * order), and which vectors are meant where singular values are equal or differ by rounding only
 * (here those nearest to the monomials that carry most of their space). It fails in known
 * ways: for eps above about 1e-6 the contamination O(eps) passes the rank test, and where the
 * fast part is nonlinear the grid sees too little (with x0 = 0 every point of degree 1 lies on
 * an axis, so a product like x2*y1 vanishes on all of them). */
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

static const double EQUAL = 1e-10; /* singular values, relative to the largest */

typedef struct literal {
    detect *run;
    detect_pool pool; /* of one degree */
    detect_table table;
    int K;
    double *points;    /* [K][d] the grid */
    double *B;         /* (K + known) x K */
    double *sigma, *V; /* [K] ascending, K x K */
} literal;

/* grid points and, row by row, the rates of all monomials there */
static int sample_grid(literal *s, int rows) {
    detect *run = s->run;
    const int d = run->d, K = s->K;
    unsigned char *power = lento_detect_take(&s->pool, (size_t)d, 1);
    double *f = lento_detect_doubles(&s->pool, d, 1), *v = lento_detect_doubles(&s->pool, K + 1, 2);
    if (!power || !f || !v) {
        return -1;
    }
    for (int i = 0; i < K; i++) {
        double *x = s->points + i * d, *rate = v + K + 1;
        lento_detect_power(&s->table, i + 1, power);
        for (int j = 0; j < d; j++) {
            x[j] = run->options.grid_start + run->options.grid_spacing * power[j];
        }
        if (lento_detect_field(run, run->options.eps, x, f)) {
            return -1;
        }
        lento_detect_row(&s->table, x, f, v, rate);
        for (int k = 0; k < K; k++) {
            s->B[i + k * rows] = rate[k + 1];
        }
    }
    return 0;
}

/* rows below the K of the grid: the known coefficients, heavy enough to be the fastest of all */
static void add_penalty(literal *s, int rows) {
    const double weight = 10 * lento_detect_norm(rows * s->K, s->B);
    for (int i = 0; i < s->run->found_count; i++) {
        const detect_found *known = &s->run->found[i];
        for (int k = 0; k < s->table.start[known->degree + 1] - 1; k++) {
            s->B[s->K + i + k * rows] = weight * known->basis[k + 1];
        }
    }
}

/* c[1..K] scaled, without rounding */
static void tidy(int K, double c[]) {
    const double largest = lento_largest(K, c + 1);
    int first = 1;
    for (int n = 1; n <= K; n++) {
        c[n] = fabs(c[n]) < 1e-10 * largest ? 0 : c[n];
    }
    while (!(fabs(c[first]) > 1e-3 * largest)) {
        first++;
    }
    lento_detect_scale(K + 1, 1 / c[first], c);
}

/* grew[i * K + k]: does candidate i raise the rank at grid point k?  Returns the point with the
 * highest rank in the end of those where the known variables are independent; -1: no memory. */
static int best_point(literal *s, int slow, double *c, bool *grew) {
    detect_ranks ranks;
    const int K = s->K;
    const lento_detection *out = s->run->out;
    bool *full = lento_detect_take(&s->pool, (size_t)K, sizeof(bool));
    void *memory = lento_detect_take(&s->pool, lento_polynomial_bytes(s->run->d, K), 1);
    if (!full || !memory ||
        lento_detect_ranks_make(&ranks, &s->pool, s->run->d, s->points, K,
                                s->run->options.rank_tolerance)) {
        return -1;
    }
    for (int i = 0; i < out->count; i++) {
        if (lento_detect_ranks_add(&ranks, &out->variable[i].polynomial)) {
            return -1;
        }
    }
    for (int k = 0; k < K; k++) {
        full[k] = ranks.rank[k] == out->count;
    }
    for (int i = 0; i < slow; i++) {
        lento_detect_copy(K, s->V + i * K, c + 1);
        tidy(K, c);
        const lento_polynomial p = lento_detect_polynomial(&s->table, c, memory);
        if (lento_detect_progress(s->run, 0) || lento_detect_ranks_add(&ranks, &p)) {
            return -1;
        }
        memcpy(grew + i * K, ranks.grew, (size_t)K * sizeof(bool));
    }
    int best = -1;
    for (int k = 0; k < K; k++) {
        best = full[k] && (best < 0 || ranks.rank[k] > ranks.rank[best]) ? k : best;
    }
    return best;
}

/* keep the candidates that raise the rank; c: [K + 1] */
static int choose(literal *s, int slow, double *c) {
    detect *run = s->run;
    const int K = s->K, before = run->out->count;
    bool *grew = lento_detect_take(&s->pool, (size_t)(K * slow), sizeof(bool));
    const int point = grew ? best_point(s, slow, c, grew) : -1;
    if (point < 0) {
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    for (int i = 0; i < slow; i++) {
        if (!grew[i * K + point]) {
            continue;
        }
        double *basis = lento_detect_doubles(&run->pool, K + 1, 1);
        if (!basis) {
            return -1;
        }
        lento_detect_copy(K, s->V + i * K, basis + 1);
        lento_detect_copy(K + 1, basis, c);
        tidy(K, c);
        if (lento_detect_append(run, &s->table, c)) {
            return -1;
        }
        run->found[run->found_count++] = (detect_found){.degree = s->table.degree, .basis = basis};
        run->out->rank++;
    }
    for (int i = before; i < run->out->count; i++) {
        run->out->variable[i].independent = true;
    }
    return lento_detect_rates(run, &s->pool, before);
}

/* columns of V with equal singular values by others that do not depend on rounding */
static int settle(literal *s) {
    const int K = s->K;
    double *G = lento_detect_doubles(&s->pool, K, K),
           *square = lento_detect_doubles(&s->pool, K, 1);
    if (!G || !square) {
        return -1;
    }
    lento_detect_copy(K * K, s->V, G);
    for (int first = 0, end = 1; first < K; first = end++) {
        while (end < K && s->sigma[end] - s->sigma[end - 1] <= EQUAL * s->sigma[K - 1]) {
            end++;
        }
        for (int i = first; end - first > 1 && i < end; i++) {
            lento_detect_leading(K, end - first, G + first * K, s->V + i * K, square);
        }
    }
    return 0;
}

static int search_degree(literal *s) {
    detect *run = s->run;
    const int K = s->K = s->table.count - 1, rows = K + run->found_count;
    run->out->fast_rate = 0;
    double *c = lento_detect_doubles(&s->pool, K + 1, 1), *R = lento_detect_doubles(&s->pool, K, K);
    s->points = lento_detect_doubles(&s->pool, K, run->d);
    s->B = lento_detect_doubles(&s->pool, rows, K);
    s->V = lento_detect_doubles(&s->pool, K, K);
    s->sigma = lento_detect_doubles(&s->pool, K, 1);
    if (!c || !R || !s->points || !s->B || !s->V || !s->sigma || sample_grid(s, rows)) {
        return -1;
    }
    add_penalty(s, rows);
    if (!lento_detect_qr(run, rows, K, s->B, rows, R)) {
        return lento_detect_fail(run, LENTO_NOT_FINITE, "the values on the grid overflow");
    }
    if (lento_detect_singular(run, K, K, R, 0, s->sigma, s->V) || settle(s) ||
        lento_detect_progress(run, 22.0 * K * K * K)) {
        return -1;
    }
    int slow = 0;
    while (slow < K && s->sigma[slow] < 1 / sqrt(run->options.eps)) {
        slow++;
    }
    if (slow > 0 && choose(s, slow, c)) {
        return -1;
    }
    if (slow < K) {
        run->out->fast_rate = s->sigma[slow];
    }
    return 0;
}

static int search(detect *run, int degree) {
    literal s = {.run = run, .pool = {.run = run}};
    const int failed =
        lento_detect_table_make(&s.table, &s.pool, run->d, degree) || search_degree(&s);
    run->out->degree = degree;
    run->out->monomials = s.K;
    lento_detect_release(&s.pool, NULL);
    return failed;
}

lento_status lento_detect_literal(lento_scaled_field *f, void *params, int variables,
                                  const lento_detect_options *options, lento_detection *out) {
    detect run;
    if (lento_detect_open(&run, f, params, variables, options, out) == 0) {
        run.found_room = variables; /* the rank cannot be higher */
        run.found = lento_detect_take(&run.pool, (size_t)variables, sizeof *run.found);
        if (run.found) {
            lento_detect_degrees(&run, search);
        }
    }
    lento_detect_release(&run.pool, NULL);
    return out->status;
}
