/* SPDX-License-Identifier: MIT
 *
 * slow_test.c - can these variables carry scheme `slow` at all? Two ways to go wrong leave a state that stands
 * still or a wrong motion, without any error of the numerics:
 *
 *   dependent  own variables whose values at points around the start satisfy one linear relation: a variable given
 *              twice, or a sum of others. Companions (ariel section 3) raise no generic rank either, but they are
 *              no combination of the rest, so this is the test that tells them apart. Refused.
 *   fast       a variable whose rate is of the size of the fast frequency w. Along the first window
 *
 *                  r_i = rms(xi_i') / (w S_i),   S_i = sum_j max|d xi_i/dx_j| X_j,   X_j = max|x_j|
 *
 *              is O(eps) for a slow variable, however it oscillates, and O(1) for a fast one. A coordinate that
 *              rests near zero has the size of a fraction of the largest. Reported. */
#include <math.h>

#include "multiscale/slow.h"

enum { LOOKS = 64, MORE_POINTS = 8 };
#define SMALLEST   0.05 /* X_j, as a part of the largest one */
#define FAST_LIMIT 0.125
#define NO_VALUE   1e-9 /* relative remainder that counts as zero */

/* ---- dependent everywhere ---- */

int lento_slow_points(const lento_slow_work *work) {
    return work->m + MORE_POINTS;
}

double lento_slow_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* one row of values per variable; the mean is taken off, what is left of a row has length 1 or is zero */
static int sample(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const int points = lento_slow_points(work);
    double largest = 0;
    uint64_t seed = 1;
    for (int j = 0; j < work->d; j++) {
        largest = fmax(largest, fabs(x[j]));
    }
    for (int k = 0; k < points; k++) {
        for (int j = 0; j < work->d; j++) {
            const double size = fmax(fabs(x[j]), SMALLEST * (largest > 0 ? largest : 1));
            work->point[j] = x[j] + size * lento_slow_random(&seed);
        }
        if (lento_slow_at(mean, work->point, work->xi, NULL)) {
            return -1;
        }
        for (int i = 0; i < work->m; i++) {
            work->sample[i * points + k] = work->xi[i];
        }
    }
    return 0;
}

/* takes the constant and the rows before off row i; what is left relative to what was there */
static double remainder_of(const lento_slow_work *work, int i) {
    const int points = lento_slow_points(work);
    double *row = work->sample + i * points, before = 0, after = 0;
    for (int k = 0; k < points; k++) {
        before += row[k] * row[k];
    }
    for (int turn = 0; turn < 2; turn++) { /* twice is enough */
        double average = 0;
        for (int k = 0; k < points; k++) {
            average += row[k] / points;
        }
        for (int k = 0; k < points; k++) {
            row[k] -= average;
        }
        for (int l = 0; l < i; l++) {
            const double *other = work->sample + l * points;
            double product = 0;
            for (int k = 0; k < points; k++) {
                product += row[k] * other[k];
            }
            for (int k = 0; k < points; k++) {
                row[k] -= product * other[k];
            }
        }
    }
    for (int k = 0; k < points; k++) {
        after += row[k] * row[k];
    }
    for (int k = 0; k < points && after > 0; k++) {
        row[k] /= sqrt(after);
    }
    return before > 0 ? sqrt(after / before) : 0;
}

int lento_slow_test_dependent(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    if (!work->sample) {
        return 0;
    }
    mean->t = 0;
    if (sample(mean, x)) {
        return -1;
    }
    for (int i = 0; i < work->m; i++) {
        if (!(remainder_of(work, i) > NO_VALUE)) {
            return lento_fail_number(
                mean->failure, LENTO_BAD_OPTION,
                i == 0 ? "slow variable %g is the same everywhere and says nothing"
                       : "slow variable %g is a combination of those before it at every point, so "
                         "the set has only rank %g there; leave it out or see 'lento detect'",
                i + 1, i);
        }
    }
    return 0;
}

/* ---- fast ---- */

int lento_slow_look(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const lento_ticker *at = &mean->micro.ticker;
    const int d = work->d, m = work->m;
    const long every = 1 + mean->nodes / LOOKS;
    void *params = lento_slow_params(mean);
    double *rate = work->xi;
    if (work->is_xi || at->k % every != 0) {
        return 0; /* the problem's own reconstruction vouches for its variables */
    }
    for (int i = 0; i < m; i++) {
        rate[i] = 0;
    }
    if (mean->set->slow(at->t, at->now, x, NULL, work->gradient, rate, params)) {
        return lento_slow_failed(mean);
    }
    for (int j = 0; j < d; j++) {
        work->peak[j] = fmax(work->peak[j], fabs(x[j]));
    }
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < d; j++) {
            const double slope = work->gradient[i * d + j];
            rate[i] += slope * work->dx[j];
            work->steep[i * d + j] = fmax(work->steep[i * d + j], fabs(slope));
        }
        work->square[i] += rate[i] * rate[i];
    }
    work->looks++;
    return 0;
}

void lento_slow_test_fast(lento_mean *mean) {
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_scale *scale = lento_fastest(mean->fast);
    const double w = scale->lowest > 0 ? scale->lowest : lento_frequency(scale);
    double largest = 0, worst = 0;
    int which = 0;
    for (int j = 0; j < work->d; j++) {
        largest = fmax(largest, work->peak[j]);
    }
    for (int i = 0; i < work->m && work->looks > 0; i++) {
        double size = 0;
        for (int j = 0; j < work->d; j++) {
            size += work->steep[i * work->d + j] * fmax(work->peak[j], SMALLEST * largest);
        }
        const double ratio = sqrt(work->square[i] / (double)work->looks) / (w * size);
        if (size > 0 && ratio > worst) {
            worst = ratio;
            which = i + 1;
        }
    }
    if (worst > FAST_LIMIT) {
        char number[32];
        lento_text_number(number, sizeof number, which, 6);
        lento_run_warn(mean->run, "fast-variable",
                       "slow variable %s changes at %g of the fast frequency (limit %g): it is not "
                       "slow, and its average is meaningless; see 'lento detect'",
                       number, worst, FAST_LIMIT);
    }
}
