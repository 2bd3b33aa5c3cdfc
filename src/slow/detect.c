/* SPDX-License-Identifier: MIT
 *
 * detect.c - the search for slow variables, degree by degree (ariel section 3.2, repaired): sample, find the
 * slow space, take off the products of what is known, write down the rest, test the rank. It ends when the
 * rank is d - 1 (one fast phase is left), at the degree asked for, or before a degree with too many
 * monomials; variables that do not raise the rank are kept as companions. */
#include "slow/detect_parts.h"

static const double RANK_TOLERANCE = 1e-5;

/* one degree; returns -1 when the detection has to end */
static int search(detect *run, int degree) {
    detect_search s = {.run = run};
    const int before = run->out->count;
    int failed = 0, count = 0;
    if (detect_table_make(&s.table, &s.pool, run->d, degree)) {
        const size_t n = (size_t)s.table.count;
        s.K = s.table.count - 1;
        s.row_v = detect_doubles(&s.pool, n, 1);
        s.row_rate = detect_doubles(&s.pool, n, 1);
        s.work = detect_doubles(&s.pool, n * ((size_t)degree + 1) + (size_t)run->d, 1);
    }
    if (!s.row_v || !s.row_rate || !s.work) {
        failed = detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    failed = failed || detect_sample(&s) || detect_slow_space(&s) || detect_new(&s, &count);
    detect_release(&s.pool);
    if (failed) {
        return -1;
    }
    run->out->degree = degree;
    run->out->monomials = (int)detect_monomial_count(run->d, degree);
    return count > 0 ? detect_judge(run, before, NULL, 0, RANK_TOLERANCE, false) : 0;
}

lento_status lento_detect(lento_scaled_field *f, void *params, int variables,
                          const lento_detect_options *options, lento_detection *out) {
    detect run;
    const int threads = detect_one_thread();
    int failed = detect_open(&run, f, params, variables, options, out);
    out->verdict = LENTO_VERDICT_DEGREE;
    for (int degree = 1; !failed && degree <= run.options.degree; degree++) {
        if (detect_monomial_count(variables, degree) > run.options.monomials) {
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
    detect_release(&run.pool);
    detect_restore_threads(threads);
    return out->status;
}
