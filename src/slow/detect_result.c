/* SPDX-License-Identifier: MIT
 *
 * detect_result.c - the result of a detection and its frame: options with their defaults, cost
 * before the run, memory, failures and progress, polynomials in the caller's coordinates,
 * verdicts in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "slow/detect_parts.h"

/* ---- memory ---- */
void *lento_detect_take(detect_pool *pool, size_t count, size_t size) {
    /* a block starts with the link to the one before it, 16 bytes to keep the alignment */
    char *block = size > 0 && count > (SIZE_MAX - 16) / size ? NULL : calloc(1, 16 + count * size);
    if (!block) {
        lento_detect_fail(pool->run, LENTO_NO_MEMORY, "out of memory");
        return NULL;
    }
    memcpy(block, &pool->last, sizeof pool->last);
    pool->last = block;
    return block + 16;
}

double *lento_detect_doubles(detect_pool *pool, int rows, int cols) {
    return lento_detect_take(pool, (size_t)rows, (size_t)cols * sizeof(double));
}

void lento_detect_release(detect_pool *pool, const void *mark) {
    while (pool->last != mark) {
        void *before;
        memcpy(&before, pool->last, sizeof before);
        free(pool->last);
        pool->last = before;
    }
}

/* ---- failures and progress ---- */
int lento_detect_fail(detect *run, lento_status status, const char *message) {
    if (run->out->status == LENTO_DONE) {
        run->out->status = status;
        run->out->message = message;
    }
    return -1;
}

int lento_detect_progress(detect *run, double work) {
    run->done += work;
    const double fraction = run->done < run->planned ? run->done / run->planned : 1;
    if (run->options.progress && run->options.progress(fraction, run->options.user)) {
        run->out->status = LENTO_STOPPED;
        run->out->message = "stopped";
        run->out->verdict = LENTO_VERDICT_STOPPED;
        return -1;
    }
    return 0;
}

/* ---- options and cost ---- */
static lento_detect_options resolved(const lento_detect_options *given) {
    lento_detect_options o = *given;
    o.degree = o.degree ? o.degree : 4;
    o.radius = o.radius != 0 ? o.radius : 1;
    o.oversampling = o.oversampling != 0 ? o.oversampling : 4;
    o.monomials = o.monomials ? o.monomials : 2000;
    o.grid_spacing = o.grid_spacing != 0 ? o.grid_spacing : 1;
    o.rank_tolerance = o.rank_tolerance != 0 ? o.rank_tolerance : 1e-3;
    return o;
}

/* two factorisations, one singular value decomposition, the exponent test */
static double work_of(double K, double points) {
    return 4 * points * K * K + 22 * K * K * K;
}

lento_detect_cost lento_detect_estimate(int variables, const lento_detect_options *options) {
    const lento_detect_options o = resolved(options);
    lento_detect_cost cost = {.wanted = lento_detect_monomial_count(variables, o.degree)};
    for (int degree = 1; degree <= o.degree; degree++) {
        const double K = lento_detect_monomial_count(variables, degree);
        if (K > o.monomials) {
            break;
        }
        const double points = o.oversampling * (K + 1) + 10;
        cost.degree = degree;
        cost.monomials = K;
        cost.flops += work_of(K, points);
        cost.evaluations += 4 * points;
        cost.bytes = 8 * (12 * K * K + 2 * points * variables + 512 * K);
    }
    return cost;
}

static bool positive(double value) {
    return value > 0 && isfinite(value);
}

/* the last sentence that applies */
static int check(detect *run) {
    const lento_detect_options *o = &run->options;
    const struct {
        bool right;
        const char *otherwise;
    } rules[] = {
        {positive(o->eps), "eps must be a positive number"},
        {o->degree >= 1 && o->degree <= 12, "the degree must lie between 1 and 12"},
        {positive(o->radius), "the radius must be positive"},
        {o->oversampling >= 1.5 && o->oversampling <= 1000,
         "the oversampling must lie between 1.5 and 1000"},
        {o->monomials >= 1 && o->monomials <= 20000,
         "the limit on monomials must lie between 1 and 20000"},
        {isfinite(o->grid_start) && isfinite(o->grid_spacing), "the grid must be finite"},
        {o->rank_tolerance > 0 && o->rank_tolerance < 1,
         "the rank tolerance must lie between 0 and 1"},
        {run->d >= 1 && run->d <= 1000, "the system must have 1 to 1000 variables"},
    };
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        wrong = rules[i].right ? wrong : rules[i].otherwise;
    }
    return wrong ? lento_detect_fail(run, LENTO_BAD_OPTION, wrong) : 0;
}

int lento_detect_open(detect *run, lento_scaled_field *f, void *params, int variables,
                      const lento_detect_options *options, lento_detection *out) {
    *out =
        (lento_detection){.variables = variables, .message = "", .verdict = LENTO_VERDICT_DEGREE};
    *run = (detect){
        .f = f, .params = params, .d = variables, .options = resolved(options), .out = out};
    run->pool.run = run;
    if (check(run)) {
        return -1;
    }
    run->planned = lento_detect_estimate(variables, options).flops;
    run->centre = lento_detect_doubles(&run->pool, variables, 1);
    run->T = lento_detect_doubles(&run->pool, variables, variables);
    run->U = lento_detect_doubles(&run->pool, variables, variables);
    if (!run->centre || !run->T || !run->U) {
        return -1;
    }
    if (options->centre) {
        lento_detect_copy(variables, options->centre, run->centre);
    }
    return lento_detect_metric(run);
}

/* ---- the variables ---- */
int lento_detect_terms(const detect_table *table, const double c[]) {
    int terms = 0;
    for (int n = 1; n < table->count; n++) {
        terms += c[n] != 0;
    }
    return terms;
}

lento_polynomial lento_detect_polynomial(const detect_table *table, const double c[],
                                         void *memory) {
    lento_polynomial p = lento_polynomial_place(memory, table->d, lento_detect_terms(table, c));
    for (int n = 1; n < table->count; n++) {
        if (c[n] != 0) {
            lento_detect_power(table, n, p.power + (size_t)p.terms * (size_t)p.variables);
            p.coefficient[p.terms++] = c[n];
        }
    }
    return p;
}

int lento_detect_append(detect *run, const detect_table *table, const double c[]) {
    lento_detection *out = run->out;
    lento_slow_variable *more =
        realloc(out->variable, ((size_t)out->count + 1) * sizeof(lento_slow_variable));
    void *memory = malloc(lento_polynomial_bytes(run->d, lento_detect_terms(table, c)) + 1);
    out->variable = more ? more : out->variable;
    if (!more || !memory) {
        free(memory);
        return lento_detect_fail(run, LENTO_NO_MEMORY, "out of memory");
    }
    const lento_polynomial p = lento_detect_polynomial(table, c, memory);
    out->variable[out->count++] =
        (lento_slow_variable){.polynomial = p, .degree = lento_polynomial_degree(&p)};
    return 0;
}

void lento_detection_free(lento_detection *detection) {
    for (int i = 0; i < detection->count; i++) {
        free(detection->variable[i].polynomial.coefficient);
    }
    free(detection->variable);
    detection->variable = NULL;
    detection->count = 0;
}

const char *lento_verdict_code(lento_verdict verdict) {
    static const char *const code[] = {"complete", "degree-limit", "monomial-limit", "nothing-fast",
                                       "stopped"};
    return code[verdict];
}

const char *lento_verdict_text(lento_verdict verdict) {
    static const char *const text[] = {
        "complete: the rank is one less than the number of variables, only one fast phase is left",
        "every degree asked for was searched; there may be slow variables of higher degree",
        "the next degree has more monomials than the limit; there may be slow variables there",
        "nothing is fast: the right-hand side does not grow as eps goes to 0",
        "stopped before the search was finished",
    };
    return text[verdict];
}
