/* SPDX-License-Identifier: MIT
 *
 * slow_check.c - warnings of scheme `slow` before anything runs. A window is too short when what the kernel
 * leaves of an oscillation, khat(s) = int K(t) cos(s t) dt with s = eta w, exceeds a tolerance (ariel C1); a set
 * of slow variables is singular at the start when its gradients have a lower rank there than nearby, as the
 * published stellar set at the published start: the run would then stay where it is (ariel section 3, 7.2). */
#include <math.h>
#include <string.h>

#include "multiscale/slow.h"

enum { NODES = 600 };
#define LEFT_OVER 1e-3 /* tolerated share of the oscillation */
#define SAME_RANK 1e-7 /* relative singular value that counts as zero */

/* the largest |khat| over [s, s + span] */
static double left_over(const double value[], double s, double span) {
    double worst = 0;
    for (int i = 0; i <= 8; i++) {
        double sum = value[0], mass = value[0];
        for (int k = 1; k <= NODES; k++) {
            sum += 2 * value[k] * cos((s + span * i / 8) * k / NODES);
            mass += 2 * value[k];
        }
        worst = fmax(worst, fabs(sum / mass));
        if (span == 0) {
            break;
        }
    }
    return worst;
}

void lento_slow_check_window(lento_mean *mean) {
    const lento_kernel *kernel = mean->kernel;
    const char *own = mean->set->kernel;
    if (kernel->point && !(own && strcmp(own, "point") == 0)) {
        lento_run_warn(mean->run, "nothing-averaged",
                       "kernel 'point' averages nothing, which is right only if the rates of the "
                       "slow variables do not oscillate; this problem does not declare it",
                       NULL, 0, 0);
    }
    const lento_scale *scale = lento_fastest(mean->fast);
    if (!kernel->value) {
        return; /* one-sided: no symmetric transform */
    }
    if (own && mean->options.periods >= mean->set->periods) {
        return; /* the problem knows how little of its variables is fast */
    }
    double value[NODES + 1];
    for (int k = 0; k <= NODES; k++) {
        value[k] = kernel->value((double)k / NODES, mean->kernel_p) * (k == NODES ? 0.5 : 1);
    }
    /* a forcing has one frequency, a state-dependent oscillation a neighbourhood */
    const double span = scale->forced ? 0 : LENTO_TWO_PI / 2;
    const double lowest = scale->lowest > 0 ? scale->lowest : lento_frequency(scale);
    double s = mean->options.window / 2 * lowest;
    if (left_over(value, s, span) <= LEFT_OVER) {
        return;
    }
    while (s < NODES / 2.0 && left_over(value, s, span) > LEFT_OVER) {
        s *= 1.02;
    }
    lento_run_warn(mean->run, "window-too-short",
                   "the window of %g is too short for kernel '%s', which leaves more than 0.001 of "
                   "the fast oscillation; %g is enough",
                   mean->options.kernel, mean->options.window, 2 * s / lowest);
}

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

void lento_slow_check_start(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    mean->t = 0;
    double scale = 0;
    for (int i = 0; i < work->d; i++) {
        scale = fmax(scale, fabs(x[i]));
    }
    const lento_failure before = *mean->failure;
    const int here = rank_at(mean, x);
    const bool asked = mean->failure->status == before.status;
    for (int i = 0; i < work->d; i++) { /* a point nearby in no special direction */
        work->point[i] = x[i] + 0.1 * (scale + 1e-3) * sin(1 + 1.7 * i);
    }
    const int nearby = rank_at(mean, work->point);
    *mean->failure = before; /* what fails here fails again in the run */
    if (asked && here < nearby) {
        lento_run_warn(
            mean->run, "rank-deficient-start",
            mean->set->name
                ? "the slow variables are dependent at t = 0 (rank %g, nearby %g); the run "
                  "continues with the cut-off"
                : "the slow variables are dependent at the start, t = 0 (rank %g, nearby %g), and "
                  "the run may never leave it; add companions, see 'lento detect'",
            NULL, here, nearby);
    }
}

void lento_slow_check_rank(lento_mean *mean, int rank) {
    lento_slow_work *work = lento_slow_of(mean);
    if (rank < work->rank) {
        lento_run_warn(mean->run, "rank-lost",
                       "the slow variables become dependent at t = %g (rank %g); the run continues "
                       "with the cut-off",
                       NULL, mean->t, rank);
    }
    work->rank = rank > work->rank ? rank : work->rank;
}
