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
        if (lento_detect_ranks_add(ranks, &run->found[i].u)) {
            return -1;
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
static int judge(detect *run, detect_pool *pool, int first) {
    detect_ranks ranks;
    double *points = lento_detect_doubles(pool, RANK_POINTS, run->d);
    if (!points ||
        lento_detect_ranks_make(&ranks, pool, run->d, points, RANK_POINTS, RANK_TOLERANCE)) {
        return -1;
    }
    uint64_t state = run->options.seed + 99;
    for (int i = 0; i < RANK_POINTS; i++) {
        lento_detect_point(run, &state, points + i * run->d);
    }
    if (rank(run, &ranks) || lento_detect_rates(run, pool, first)) {
        return -1;
    }
    for (int i = first; i < run->out->count; i++) {
        run->out->variable[i].slow = true; /* shown by the exponent test */
    }
    return 0;
}

static int search_degree(detect_search *s) {
    detect *run = s->run;
    const int n = s->table.count, before = run->out->count;
    int count;
    double *basis;
    s->K = n - 1;
    s->row_v = lento_detect_doubles(&s->pool, n, 1);
    s->row_rate = lento_detect_doubles(&s->pool, n, 1);
    s->work = lento_detect_doubles(&s->pool, n * (s->table.degree + 1) + run->d, 1);
    if (!s->row_v || !s->row_rate || !s->work || lento_detect_sample(s) ||
        lento_detect_slow_space(s) || lento_detect_new(s, &basis, &count) ||
        (count > 0 && lento_detect_write(s, basis, count))) {
        return -1;
    }
    run->out->degree = s->table.degree;
    run->out->monomials = s->K;
    return count > 0 ? judge(run, &s->pool, before) : 0;
}

static int search(detect *run, int degree) {
    detect_search s = {.run = run, .pool = {.run = run}};
    const int failed =
        lento_detect_table_make(&s.table, &s.pool, run->d, degree) || search_degree(&s);
    lento_detect_release(&s.pool, NULL);
    return failed;
}

void lento_detect_degrees(detect *run, int (*search_one)(detect *run, int degree)) {
    lento_detection *out = run->out;
    for (int degree = 1; degree <= run->options.degree; degree++) {
        if (lento_detect_monomial_count(run->d, degree) > run->options.monomials) {
            out->verdict = LENTO_VERDICT_MONOMIALS;
            return;
        }
        if (search_one(run, degree)) {
            return;
        }
        if (out->rank >= run->d - 1) {
            out->verdict = LENTO_VERDICT_COMPLETE;
            return;
        }
    }
}

lento_status lento_detect(lento_scaled_field *f, void *params, int variables,
                          const lento_detect_options *options, lento_detection *out) {
    detect run;
    if (lento_detect_open(&run, f, params, variables, options, out) == 0) {
        lento_detect_degrees(&run, search);
    }
    if (out->verdict == LENTO_VERDICT_COMPLETE && !run.fast) {
        out->verdict = LENTO_VERDICT_NOTHING_FAST;
    }
    lento_detect_release(&run.pool, NULL);
    return out->status;
}
