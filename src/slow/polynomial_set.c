/* SPDX-License-Identifier: MIT
 *
 * polynomial_set.c - several polynomials compiled for the inner loops: terms as short lists of
 * factors x_j^n, so that a term costs its own degree and not the number of variables. Used by
 * the scheme `slow` for xi, its exact gradient (never by differences) and d(xi)/dt = grad xi .
 * f (ariel section 3.2), and by detection for rates and ranks. */
#include "slow/polynomial.h"

typedef struct layout {
    size_t terms, factors;
} layout;

static layout measure(const lento_polynomial p[], int count) {
    layout size = {0, 0};
    for (int i = 0; i < count; i++) {
        size.terms += (size_t)p[i].terms;
        for (int k = 0; k < p[i].terms * p[i].variables; k++) {
            size.factors += p[i].power[k] > 0;
        }
    }
    return size;
}

size_t lento_polynomial_set_bytes(const lento_polynomial p[], int count) {
    const layout size = measure(p, count);
    const size_t bytes = size.terms * sizeof(double) + size.factors * sizeof(lento_factor) +
                         ((size_t)count + 1 + size.terms + 1) * sizeof(int);
    return (bytes + 15) / 16 * 16;
}

lento_polynomial_set lento_polynomial_set_place(void *memory, const lento_polynomial p[],
                                                int count) {
    const layout size = measure(p, count);
    double *coefficient = memory;
    int *first_term = (int *)(coefficient + size.terms);
    int *first_factor = first_term + count + 1;
    lento_factor *factor = (lento_factor *)(first_factor + size.terms + 1);
    int terms = 0, factors = 0;
    for (int i = 0; i < count; i++) {
        first_term[i] = terms;
        for (int k = 0; k < p[i].terms; k++) {
            const unsigned char *power = p[i].power + (size_t)k * (size_t)p[i].variables;
            first_factor[terms] = factors;
            coefficient[terms++] = p[i].coefficient[k];
            for (int j = 0; j < p[i].variables; j++) {
                if (power[j] > 0) {
                    factor[factors++] = (lento_factor){(unsigned short)j, power[j]};
                }
            }
        }
    }
    first_term[count] = terms;
    first_factor[terms] = factors;
    return (lento_polynomial_set){.variables = count > 0 ? p[0].variables : 0,
                                  .count = count,
                                  .first_term = first_term,
                                  .first_factor = first_factor,
                                  .coefficient = coefficient,
                                  .factor = factor};
}

static double power_of(double x, int n) {
    double y = 1;
    for (; n > 0; n--) {
        y *= x;
    }
    return y;
}

/* coefficient times the product of all factors, or of all but `skipped` */
static double product(const lento_polynomial_set *set, int term, int skipped, const double x[]) {
    double value = set->coefficient[term];
    for (int k = set->first_factor[term]; k < set->first_factor[term + 1]; k++) {
        if (k != skipped) {
            value *= power_of(x[set->factor[k].variable], set->factor[k].power);
        }
    }
    return value;
}

static void add_gradient(const lento_polynomial_set *set, int term, const double x[],
                         double row[]) {
    for (int k = set->first_factor[term]; k < set->first_factor[term + 1]; k++) {
        const int j = set->factor[k].variable, n = set->factor[k].power;
        row[j] += product(set, term, k, x) * n * power_of(x[j], n - 1);
    }
}

void lento_polynomial_set_evaluate(const lento_polynomial_set *set, const double x[], double xi[],
                                   double gradient[]) {
    for (int i = 0; i < set->count; i++) {
        double *row = gradient ? gradient + (size_t)i * (size_t)set->variables : NULL;
        for (int j = 0; row && j < set->variables; j++) {
            row[j] = 0;
        }
        double sum = 0;
        for (int term = set->first_term[i]; term < set->first_term[i + 1]; term++) {
            sum += xi ? product(set, term, -1, x) : 0;
            if (row) {
                add_gradient(set, term, x, row);
            }
        }
        if (xi) {
            xi[i] = sum;
        }
    }
}

void lento_polynomial_set_rate(const lento_polynomial_set *set, const double x[], const double f[],
                               double rate[]) {
    for (int i = 0; i < set->count; i++) {
        double sum = 0;
        for (int term = set->first_term[i]; term < set->first_term[i + 1]; term++) {
            /* product rule, one factor after the other */
            double value = set->coefficient[term], slope = 0;
            for (int k = set->first_factor[term]; k < set->first_factor[term + 1]; k++) {
                const int j = set->factor[k].variable, n = set->factor[k].power;
                const double lower = power_of(x[j], n - 1);
                slope = slope * lower * x[j] + value * n * lower * f[j];
                value *= lower * x[j];
            }
            sum += slope;
        }
        rate[i] = sum;
    }
}
