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
    const size_t d = (size_t)run->d;
    unsigned char *power = lento_detect_take(&s->pool, d, 1);
    double *f = lento_detect_doubles(&s->pool, d, 1),
           *v = lento_detect_doubles(&s->pool, (size_t)s->K + 1, 2);
    if (!power || !f || !v) {
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    double *rate = v + s->K + 1;
    for (int i = 0; i < s->K; i++) {
        double *x = s->points + (size_t)i * d;
        lento_detect_power(&s->table, i + 1, power);
        for (size_t j = 0; j < d; j++) {
            x[j] = run->options.grid_start + run->options.grid_spacing * power[j];
        }
        if (lento_detect_field(run, run->options.eps, x, f)) {
            return -1;
        }
        lento_detect_row(&s->table, x, f, v, rate);
        for (int k = 0; k < s->K; k++) {
            s->B[(size_t)i + (size_t)k * (size_t)rows] = rate[k + 1];
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
            s->B[(size_t)(s->K + i) + (size_t)k * (size_t)rows] = weight * known->basis[k + 1];
        }
    }
}

/* c[1..K] scaled, without rounding */
static void tidy(int K, double c[]) {
    double largest = 0;
    int first = 1;
    for (int n = 1; n <= K; n++) {
        largest = fmax(largest, fabs(c[n]));
    }
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
    detect_pool pool = {0};
    detect_ranks ranks;
    const size_t K = (size_t)s->K;
    const lento_detection *out = s->run->out;
    bool *full = lento_detect_take(&pool, K, sizeof(bool));
    void *memory = lento_detect_take(&pool, lento_polynomial_bytes(s->run->d, s->K) + 1, 1);
    bool enough = full && memory &&
                  lento_detect_ranks_make(&ranks, &pool, s->run->d, s->points, s->K,
                                          s->run->options.rank_tolerance);
    for (int i = 0; enough && i < out->count; i++) {
        enough = lento_detect_ranks_add(&ranks, &out->variable[i].polynomial);
    }
    for (size_t k = 0; enough && k < K; k++) {
        full[k] = ranks.rank[k] == out->count;
    }
    for (size_t i = 0; enough && i < (size_t)slow; i++) {
        memcpy(c + 1, s->V + i * K, K * sizeof(double));
        tidy(s->K, c);
        const lento_polynomial p = lento_detect_polynomial(&s->table, c, memory);
        enough = lento_detect_ranks_add(&ranks, &p);
        memcpy(grew + i * K, ranks.grew, K * sizeof(bool));
    }
    int best = -1;
    for (int k = 0; enough && k < s->K; k++) {
        best = full[k] && (best < 0 || ranks.rank[k] > ranks.rank[best]) ? k : best;
    }
    lento_detect_release(&pool);
    return best;
}

/* keep the candidates that raise the rank; c: [K + 1] */
static int choose(literal *s, int slow, double *c) {
    detect *run = s->run;
    const size_t K = (size_t)s->K;
    const int before = run->out->count;
    bool *grew = lento_detect_take(&s->pool, K * (size_t)slow, sizeof(bool));
    const int point = grew ? best_point(s, slow, c, grew) : -1;
    int failed = point < 0 ? lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory") : 0;
    for (size_t i = 0; !failed && i < (size_t)slow; i++) {
        if (grew[i * K + (size_t)point]) {
            double *basis = lento_detect_doubles(&run->pool, K + 1, 1);
            memcpy(c + 1, s->V + i * K, K * sizeof(double));
            if (basis) {
                memcpy(basis, c, (K + 1) * sizeof(double));
                tidy(s->K, c);
            }
            failed = !basis ? lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory")
                            : lento_detect_append(run, &s->table, c);
            run->found[run->found_count++] =
                (detect_found){.degree = s->table.degree, .basis = basis};
            run->out->rank++;
        }
    }
    for (int i = before; i < run->out->count; i++) {
        run->out->variable[i].independent = true;
    }
    return failed ? -1 : lento_detect_rates(run, before);
}

/* `count` columns of V with equal singular values by others that do not depend on rounding */
static int settle(literal *s, double *V, int count) {
    detect_pool pool = {0};
    const size_t K = (size_t)s->K;
    double *G = lento_detect_doubles(&pool, K, (size_t)count),
           *square = lento_detect_doubles(&pool, K, 1);
    int failed = 0;
    if (G && square) {
        memcpy(G, V, K * (size_t)count * sizeof(double));
        for (size_t i = 0; i < (size_t)count; i++) {
            lento_detect_leading(s->K, count, G, V + i * K, square);
        }
    } else {
        failed = lento_detect_fail(s->run, LENTO_NO_MEMORY, "out of memory");
    }
    lento_detect_release(&pool);
    return failed;
}

static int settle_all(literal *s) {
    int failed = 0;
    for (int first = 0, end = 1; !failed && first < s->K; first = end++) {
        while (end < s->K && s->sigma[end] - s->sigma[end - 1] <= EQUAL * s->sigma[s->K - 1]) {
            end++;
        }
        failed = end - first > 1 ? settle(s, s->V + (size_t)first * (size_t)s->K, end - first) : 0;
    }
    return failed;
}

static int search(detect *run, int degree) {
    literal s = {.run = run};
    int failed = !lento_detect_table_make(&s.table, &s.pool, run->d, degree);
    s.K = s.table.count - 1;
    const int rows = s.K + run->found_count;
    const size_t K = (size_t)s.K;
    double *c = failed ? NULL : lento_detect_doubles(&s.pool, K + 1, 1);
    double *R = failed ? NULL : lento_detect_doubles(&s.pool, K, K);
    s.points = failed ? NULL : lento_detect_doubles(&s.pool, K, (size_t)run->d);
    s.B = failed ? NULL : lento_detect_doubles(&s.pool, (size_t)rows, K);
    s.V = failed ? NULL : lento_detect_doubles(&s.pool, K, K);
    s.sigma = failed ? NULL : lento_detect_doubles(&s.pool, K, 1);
    if (!c || !R || !s.points || !s.B || !s.V || !s.sigma) {
        failed = lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    failed = failed || sample_grid(&s, rows);
    if (!failed) {
        add_penalty(&s, rows);
        failed = lento_detect_qr(rows, s.K, s.B, rows, R)
                     ? 0
                     : lento_detect_fail(run, LENTO_NOT_FINITE, "the values on the grid overflow");
    }
    failed = failed || lento_detect_singular(run, s.K, s.K, R, 0, s.sigma, s.V) || settle_all(&s) ||
             lento_detect_progress(run, 22.0 * s.K * s.K * s.K);
    int slow = 0;
    while (!failed && slow < s.K && s.sigma[slow] < 1 / sqrt(run->options.eps)) {
        slow++;
    }
    failed = failed || (slow > 0 && choose(&s, slow, c));
    run->out->fast_rate = !failed && slow < s.K ? s.sigma[slow] : 0;
    run->out->degree = degree;
    run->out->monomials = s.K;
    lento_detect_release(&s.pool);
    return failed ? -1 : 0;
}

lento_status lento_detect_literal(lento_scaled_field *f, void *params, int variables,
                                  const lento_detect_options *options, lento_detection *out) {
    detect run;
    int failed = lento_detect_open(&run, f, params, variables, options, out);
    out->verdict = LENTO_VERDICT_DEGREE;
    if (!failed) {
        run.found_room = variables; /* the rank cannot be higher */
        run.found = lento_detect_take(&run.pool, (size_t)variables, sizeof *run.found);
        failed = run.found ? 0 : lento_detect_fail(&run, LENTO_NO_MEMORY, "out of memory");
    }
    for (int degree = 1; !failed && degree <= run.options.degree; degree++) {
        if (lento_detect_monomial_count(variables, degree) > run.options.monomials) {
            out->verdict = LENTO_VERDICT_MONOMIALS;
            break;
        }
        failed = search(&run, degree);
        if (!failed && out->rank >= variables - 1) {
            out->verdict = LENTO_VERDICT_COMPLETE;
            break;
        }
    }
    lento_detect_release(&run.pool);
    return out->status;
}
