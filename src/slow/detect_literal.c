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
 * whose gradient depends on the known ones at all grid points is discarded. It fails in known
 * ways: for eps above about 1e-6 the contamination O(eps) passes the rank test, and where the
 * fast part is nonlinear the grid sees too little (with x0 = 0 every point of degree 1 lies on
 * an axis, so a product like x2*y1 vanishes on all of them). */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "slow/detect_parts.h"

typedef struct literal {
    detect *run;
    detect_pool pool; /* of one degree */
    detect_table table;
    int K;
    double *points; /* [K][d] the grid */
    double *B;      /* (K + known) x K */
    double *sigma, *VT;
} literal;

/* grid points and, row by row, the rates of all monomials there */
static int sample_grid(literal *s, int rows) {
    detect *run = s->run;
    const size_t d = (size_t)run->d;
    unsigned char *power = detect_take(&s->pool, d, 1);
    double *f = detect_doubles(&s->pool, d, 1), *v = detect_doubles(&s->pool, (size_t)s->K + 1, 2);
    if (!power || !f || !v) {
        return detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    double *rate = v + s->K + 1;
    for (int i = 0; i < s->K; i++) {
        double *x = s->points + (size_t)i * d;
        detect_power(&s->table, i + 1, power);
        for (size_t j = 0; j < d; j++) {
            x[j] = run->options.grid_start + run->options.grid_spacing * power[j];
        }
        if (detect_field(run, run->options.eps, x, f)) {
            return -1;
        }
        detect_row(&s->table, x, f, v, rate);
        for (int k = 0; k < s->K; k++) {
            s->B[(size_t)i + (size_t)k * (size_t)rows] = rate[k + 1];
        }
    }
    return 0;
}

/* rows below the K of the grid: the known coefficients, heavy enough to be the fastest of all */
static void add_penalty(literal *s, int rows) {
    const double weight = 10 * cblas_dnrm2(rows * s->K, s->B, 1);
    for (int i = 0; i < s->run->found_count; i++) {
        const detect_found *known = &s->run->found[i];
        for (int k = 0; k < s->table.start[known->degree + 1] - 1; k++) {
            s->B[(size_t)(s->K + i) + (size_t)k * (size_t)rows] = weight * known->basis[k + 1];
        }
    }
}

/* a candidate with coefficients c[1..K]: kept if it raises the rank */
static int offer(literal *s, double c[]) {
    detect *run = s->run;
    double largest = 0;
    int first = 1;
    for (int n = 1; n <= s->K; n++) {
        largest = fmax(largest, fabs(c[n]));
    }
    double *basis = detect_doubles(&run->pool, (size_t)s->K + 1, 1);
    if (!basis || run->found_count >= run->found_room) {
        return basis ? 0 : detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    memcpy(basis, c, ((size_t)s->K + 1) * sizeof(double));
    for (int n = 1; n <= s->K; n++) {
        c[n] = fabs(c[n]) < 1e-10 * largest ? 0 : c[n];
    }
    while (!(fabs(c[first]) > 1e-3 * largest)) {
        first++;
    }
    cblas_dscal(s->K + 1, 1 / c[first], c, 1);
    const int before = run->out->count;
    if (detect_append(run, &s->table, c) ||
        detect_rank(run, NULL, s->points, s->K, run->options.rank_tolerance, true)) {
        return -1;
    }
    if (run->out->count > before) {
        run->found[run->found_count++] = (detect_found){.degree = s->table.degree, .basis = basis};
        return detect_rates(run, before);
    }
    return 0;
}

static int search(detect *run, int degree) {
    literal s = {.run = run};
    int failed = !detect_table_make(&s.table, &s.pool, run->d, degree);
    s.K = s.table.count - 1;
    const int rows = s.K + run->found_count;
    const size_t K = (size_t)s.K;
    double *c = failed ? NULL : detect_doubles(&s.pool, K + 1, 1);
    double *unused = failed ? NULL : detect_doubles(&s.pool, (size_t)rows, K);
    s.points = failed ? NULL : detect_doubles(&s.pool, K, (size_t)run->d);
    s.B = failed ? NULL : detect_doubles(&s.pool, (size_t)rows, K);
    s.VT = failed ? NULL : detect_doubles(&s.pool, K, K);
    s.sigma = failed ? NULL : detect_doubles(&s.pool, K, 1);
    if (!c || !unused || !s.points || !s.B || !s.VT || !s.sigma) {
        failed = detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    failed = failed || sample_grid(&s, rows);
    if (!failed) {
        add_penalty(&s, rows);
        failed = detect_svd(run, rows, s.K, s.B, s.sigma, unused, s.VT) ||
                 detect_progress(run, 22.0 * s.K * s.K * s.K);
    }
    for (int i = s.K - 1; !failed && i >= 0 && s.sigma[i] < 1 / sqrt(run->options.eps); i--) {
        c[0] = 0;
        cblas_dcopy(s.K, s.VT + i, s.K, c + 1, 1);
        failed = offer(&s, c);
    }
    run->out->fast_rate = 0;
    for (int i = 0; !failed && i < s.K && s.sigma[i] >= 1 / sqrt(run->options.eps); i++) {
        run->out->fast_rate = s.sigma[i];
    }
    run->out->degree = degree;
    run->out->monomials = s.K;
    detect_release(&s.pool);
    return failed ? -1 : 0;
}

lento_status lento_detect_literal(lento_scaled_field *f, void *params, int variables,
                                  const lento_detect_options *options, lento_detection *out) {
    detect run;
    const int threads = detect_one_thread();
    int failed = detect_open(&run, f, params, variables, options, out);
    out->verdict = LENTO_VERDICT_DEGREE;
    if (!failed) {
        run.found_room = variables; /* the rank cannot be higher */
        run.found = detect_take(&run.pool, (size_t)variables, sizeof *run.found);
        failed = run.found ? 0 : detect_fail(&run, LENTO_NO_MEMORY, "out of memory");
    }
    for (int degree = 1; !failed && degree <= run.options.degree; degree++) {
        if (detect_monomial_count(variables, degree) > run.options.monomials) {
            out->verdict = LENTO_VERDICT_MONOMIALS;
            break;
        }
        failed = search(&run, degree);
        if (!failed && out->rank >= variables - 1) {
            out->verdict = LENTO_VERDICT_COMPLETE;
            break;
        }
    }
    detect_release(&run.pool);
    detect_restore_threads(threads);
    return out->status;
}
