/* SPDX-License-Identifier: MIT
 *
 * detect.c - the search for slow variables, degree by degree (ariel section 3.2, repaired):
 * sample, find the slow space, take off the products of what is known, write down the rest,
 * test the rank. It ends when the rank is d - 1 (one fast phase is left), at the degree asked
 * for, or before a degree with too many monomials; variables that do not raise the rank are
 * kept as companions. */
#include <math.h>

#include "slow/detect_parts.h"

enum { RANK_POINTS = 8 };
static const double RANK_TOLERANCE = 1e-5;

/* independent and rank of all variables, at the best of the points */
static int rank(detect *run, detect_ranks *ranks) {
    lento_detection *out = run->out;
    out->rank = 0;
    for (int i = 0; i < run->found_count; i++) {
        const int before = out->rank;
        if (!lento_detect_ranks_add(ranks, &run->found[i].u)) {
            return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
        }
        for (int k = 0; k < ranks->count; k++) {
            out->rank = ranks->rank[k] > out->rank ? ranks->rank[k] : out->rank;
        }
        out->variable[i].independent = out->rank > before;
    }
    return 0;
}

/* what is said about the variables found since `first`; ranks are measured in u, where nothing
 * is skew */
static int judge(detect *run, int first) {
    detect_pool pool = {0};
    detect_ranks ranks;
    const size_t d = (size_t)run->d;
    double *points = lento_detect_doubles(&pool, RANK_POINTS, d);
    int failed = !points || !lento_detect_ranks_make(&ranks, &pool, run->d, points, RANK_POINTS,
                                                     RANK_TOLERANCE)
                     ? lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory")
                     : 0;
    uint64_t state = run->options.seed + 99;
    for (size_t i = 0; !failed && i < RANK_POINTS; i++) {
        lento_detect_ball(&state, run->d, run->options.radius * sqrt((run->d + 2) / 3.0),
                          points + i * d);
    }
    failed = failed || rank(run, &ranks) || lento_detect_rates(run, first);
    for (int i = first; !failed && i < run->out->count; i++) {
        run->out->variable[i].slow = true; /* shown by the exponent test */
    }
    lento_detect_release(&pool);
    return failed ? -1 : 0;
}

/* one degree; returns -1 when the detection has to end */
static int search(detect *run, int degree) {
    detect_search s = {.run = run};
    const int before = run->out->count;
    int failed = 0, count = 0;
    double *basis;
    if (lento_detect_table_make(&s.table, &s.pool, run->d, degree)) {
        const size_t n = (size_t)s.table.count;
        s.K = s.table.count - 1;
        s.row_v = lento_detect_doubles(&s.pool, n, 1);
        s.row_rate = lento_detect_doubles(&s.pool, n, 1);
        s.work = lento_detect_doubles(&s.pool, n * ((size_t)degree + 1) + (size_t)run->d, 1);
    }
    if (!s.row_v || !s.row_rate || !s.work) {
        failed = lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    failed = failed || lento_detect_sample(&s) || lento_detect_slow_space(&s) ||
             lento_detect_new(&s, &basis, &count) ||
             (count > 0 && lento_detect_write(&s, basis, count));
    lento_detect_release(&s.pool);
    if (failed) {
        return -1;
    }
    run->out->degree = degree;
    run->out->monomials = (int)lento_detect_monomial_count(run->d, degree);
    return count > 0 ? judge(run, before) : 0;
}

lento_status lento_detect(lento_scaled_field *f, void *params, int variables,
                          const lento_detect_options *options, lento_detection *out) {
    detect run;
    int failed = lento_detect_open(&run, f, params, variables, options, out);
    out->verdict = LENTO_VERDICT_DEGREE;
    for (int degree = 1; !failed && degree <= run.options.degree; degree++) {
        if (lento_detect_monomial_count(variables, degree) > run.options.monomials) {
            out->verdict = LENTO_VERDICT_MONOMIALS;
            break;
        }
        failed = search(&run, degree);
        if (!failed && out->rank >= variables - 1) {
            out->verdict = run.fast ? LENTO_VERDICT_COMPLETE : LENTO_VERDICT_NOTHING_FAST;
            break;
        }
    }
    if (out->status == LENTO_STOPPED) {
        out->verdict = LENTO_VERDICT_STOPPED;
    }
    lento_detect_release(&run.pool);
    return out->status;
}
