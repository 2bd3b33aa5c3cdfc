/* SPDX-License-Identifier: MIT
 *
 * slow_rank.c - are the variables of scheme `slow` independent? Dependent ones leave a state that stands still, without
 * any error of the numerics. Three questions:
 *
 *   everywhere   own variables whose values at points around the start satisfy one linear relation: a variable given
 *                twice, or a sum of others. Companions (ariel section 3) raise no generic rank either, but they are
 *                no combination of the rest, so this is the test that tells them apart. Refused.
 *   at the start the gradients have a lower rank there than nearby, as the published stellar set at the published
 *                start: the run would stay where it is (ariel section 3, 7.2). Reported.
 *   on the way   the rank of the gradients falls. Reported. */
#include <math.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

#define SMALLEST  0.05 /* size of a coordinate, as a part of the largest one */
#define SAME_RANK 1e-7 /* relative singular value that counts as zero */

/* ---- dependent everywhere ---- */

double lento_check_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* one row of values per variable; the mean is taken off, what is left of a row has length 1 or is zero */
static int sample(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const int points = lento_slow_points(work);
    const double largest = lento_largest(work->d, x);
    uint64_t seed = 1;
    for (int k = 0; k < points; k++) {
        for (int j = 0; j < work->d; j++) {
            const double size = fmax(fabs(x[j]), SMALLEST * (largest > 0 ? largest : 1));
            work->point[j] = x[j] + size * lento_check_random(&seed);
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
    double *row = work->sample + i * points;
    const double before = lento_dot(points, row, row);
    for (int turn = 0; turn < 2; turn++) { /* once more for stability */
        double average = 0;
        for (int k = 0; k < points; k++) {
            average += row[k] / points;
        }
        for (int k = 0; k < points; k++) {
            row[k] -= average;
        }
        for (int l = 0; l < i; l++) {
            const double *other = work->sample + l * points;
            const double product = lento_dot(points, row, other);
            for (int k = 0; k < points; k++) {
                row[k] -= product * other[k];
            }
        }
    }
    const double after = lento_dot(points, row, row);
    for (int k = 0; k < points && after > 0; k++) {
        row[k] /= sqrt(after);
    }
    return before > 0 ? sqrt(after / before) : 0;
}

static int check_dependent(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    if (!work->sample) {
        return 0;
    }
    mean->t = 0;
    if (sample(mean, x)) {
        return -1;
    }
    for (int i = 0; i < work->m; i++) {
        const double left = remainder_of(work, i);
        const lento_check_id id =
            i == 0 ? LENTO_CHECK_CONSTANT_VARIABLE : LENTO_CHECK_DEPENDENT_VARIABLE;
        if (lento_check_showing(mean->doubts, id, left > 0 ? 1 / left : INFINITY, NULL, i + 1, i)) {
            return -1;
        }
    }
    return 0;
}

/* ---- at the start and on the way ---- */

static int rank_at(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    if (lento_slow_at(mean, x, NULL, work->gradient)) {
        return 0;
    }
    for (int i = 0; i < work->m; i++) {
        work->xi[i] = 0;
    }
    return lento_minimum_norm(work->m, work->d, work->gradient, work->xi, SAME_RANK, work->step,
                              work->solve);
}

static void rank_at_start(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    mean->t = 0;
    const double scale = lento_largest(work->d, x);
    const lento_failure before = *mean->failure;
    const int here = rank_at(mean, x);
    const bool asked = mean->failure->status == before.status;
    for (int i = 0; i < work->d; i++) { /* a point nearby in no special direction */
        work->point[i] = x[i] + 0.1 * (scale + 1e-3) * sin(1 + 1.7 * i);
    }
    const int nearby = rank_at(mean, work->point);
    *mean->failure = before; /* what fails here fails again in the run */
    if (asked) {
        lento_check_showing(mean->doubts,
                            mean->set->name ? LENTO_CHECK_RANK_START_NAMED : LENTO_CHECK_RANK_START,
                            fmax(0, nearby - here), NULL, here, nearby);
    }
}

void lento_check_slow_rank(lento_mean *mean, int rank) {
    lento_slow_work *work = lento_slow_of(mean);
    lento_check_showing(mean->doubts, LENTO_CHECK_RANK_LOST, fmax(0, work->rank - rank), NULL,
                        mean->t, rank);
    work->rank = rank > work->rank ? rank : work->rank;
}

/* ---- the start of a run ---- */

int lento_check_slow_start(lento_mean *mean, const double given[]) {
    lento_slow_work *work = lento_slow_of(mean);
    lento_slow_check *own = mean->set->check;
    const char *trouble = own ? own(given, mean->fast->params) : NULL;
    if (trouble) {
        return lento_fail(mean->failure, LENTO_STALLED, trouble);
    }
    lento_phases_at(mean->fast, 0, work->phase);
    if (work->is_xi) {
        return 0; /* the problem's own reconstruction vouches for its variables */
    }
    if (lento_check_slow_phase(mean, given) || check_dependent(mean, given)) {
        return -1;
    }
    rank_at_start(mean, given);
    return lento_check_closure(mean, given);
}
