/* SPDX-License-Identifier: MIT
 *
 * sums.c - exact sums of a polynomial over whole numbers: the polynomial of g through the nodes of
 * the history in Newton's form, summed over n returns by the moments sum k^m (Faulhaber; Bernoulli
 * numbers). Nodes are taken relative to n0 and in units of a step, in long double. */
#include "solve/solve.h"

enum { FEW = 64 }; /* moments of so few returns are summed one by one */

static void moments(int count, double n, double unit, long double moment[]) {
    static const long double B[] = {
        1,          -0.5L, 1.0L / 6,  0, -1.0L / 30,     0, 1.0L / 42, 0,
        -1.0L / 30, 0,     5.0L / 66, 0, -691.0L / 2730, 0};
    memset(moment, 0, (size_t)count * sizeof *moment);
    for (int k = 0; n < FEW && k < (int)n; k++) {
        long double v = 1;
        for (int m = 0; m < count; m++) {
            moment[m] += v;
            v *= k / (long double)unit;
        }
    }
    long double power = n;
    for (int m = 0; n >= FEW && m < count; m++) {
        long double c = 1, sum = 0, inverse = 1;
        for (int j = 0; j <= m; j++) {
            sum += c * B[j] * inverse;
            c = c * (m + 1 - j) / (j + 1);
            inverse /= n;
        }
        moment[m] = power * sum / (m + 1);
        power *= (long double)n / unit;
    }
}

/* weight[j] = sum over k < n of the product over i < j of (k/unit - s[i]) */
static void weights(const long double s[], int count, double n, double unit, long double weight[]) {
    long double moment[NODES], c[NODES + 1] = {1};
    moments(count, n, unit, moment);
    for (int j = 0; j < count; j++) {
        weight[j] = 0;
        for (int m = 0; m <= j; m++) {
            weight[j] += c[m] * moment[m];
        }
        c[j + 1] = 0;
        for (int m = j + 1; m >= 0; m--) {
            c[m] = (m > 0 ? c[m - 1] : 0) - s[j] * c[m];
        }
    }
}

void lento_sum_terms(int size, int count, const double node[], double g[][SLOTS], double n0,
                     double n, double unit, double term[][SLOTS]) {
    long double s[NODES], weight[NODES], difference[NODES];
    for (int i = 0; i < count; i++) {
        s[i] = (node[i] - n0) / (long double)unit;
    }
    weights(s, count, n, unit, weight);
    for (int q = 0; q < size; q++) {
        for (int i = 0; i < count; i++) {
            difference[i] = g[i][q];
        }
        for (int j = 1; j < count; j++) {
            for (int i = count - 1; i >= j; i--) {
                difference[i] = (difference[i] - difference[i - 1]) / (s[i] - s[i - j]);
            }
        }
        for (int j = 0; j < count; j++) {
            term[j][q] = (double)(weight[j] * difference[j]);
        }
    }
}
