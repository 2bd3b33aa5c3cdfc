/* SPDX-License-Identifier: MIT
 *
 * slow_window.c - the windows of scheme `slow`. Before the run: a window is too short when what the kernel leaves of
 * an oscillation, khat(s) = int K(t) cos(s t) dt with s = eta w, exceeds a tolerance (ariel C1). Along the first
 * window: a variable whose rate is of the size of the fast frequency w is not slow,
 *
 *     r_i = rms(xi_i') / (w S_i),   S_i = sum_j max|d xi_i/dx_j| X_j,   X_j = max|x_j|,
 *
 * is O(eps) for a slow variable, however it oscillates, and O(1) for a fast one. A coordinate that rests near zero
 * has the size of a fraction of the largest. Along every window: what a slow variable swings by, about
 * sqrt(2) rms(xi_i' - mean) / w. The macro state stays at one phase of the fast motion and does not show it. */
#include <float.h>
#include <math.h>

#include "check/estimate.h"
#include "multiscale/slow.h"

enum { NODES = 600, LOOKS = 64 };
#define SMALLEST 0.05 /* X_j, as a part of the largest one */
#define AVERAGED 0.1  /* of the rounding of single nodes is left in the average */

/* ---- before the run ---- */

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

/* a window that is enough, by small steps from the given one */
static double enough(const double value[], double s, double span) {
    while (s < NODES / 2.0 &&
           lento_check_above(LENTO_CHECK_WINDOW_LENGTH, left_over(value, s, span))) {
        s *= 1.02;
    }
    return s;
}

static void window_length(lento_mean *mean) {
    const lento_kernel *kernel = mean->kernel;
    const lento_scale *scale = lento_fastest(mean->fast);
    const lento_average *o = &mean->options;
    if (!kernel->value || (mean->set->kernel && o->periods >= mean->set->periods)) {
        return; /* one-sided: no symmetric transform; or the problem knows how little is fast */
    }
    double value[NODES + 1];
    for (int k = 0; k <= NODES; k++) {
        value[k] = kernel->value((double)k / NODES, mean->kernel_p) * (k == NODES ? 0.5 : 1);
    }
    /* a forcing has one frequency, a state-dependent oscillation a neighbourhood */
    const double span = scale->forced ? 0 : LENTO_TWO_PI / 2;
    const double lowest = lento_lowest(scale);
    const double s = o->window / 2 * lowest;
    const double left = left_over(value, s, span);
    if (lento_check_above(LENTO_CHECK_WINDOW_LENGTH, left)) {
        lento_check_showing(mean->doubts, LENTO_CHECK_WINDOW_LENGTH, left, o->kernel, o->window,
                            2 * enough(value, s, span) / lowest);
    }
}

int lento_check_slow_built(lento_mean *mean) {
    int p[2];
    const lento_kernel *own = mean->set->kernel ? lento_kernel_find(mean->set->kernel, p) : NULL;
    const bool declared = own && own->point;
    lento_check_showing(mean->doubts, LENTO_CHECK_POINT_KERNEL,
                        mean->kernel->point && !declared ? 1 : 0, NULL, 0, 0);
    window_length(mean);
    return lento_check_oscillation(mean);
}

/* ---- along the windows ---- */

static void sway(lento_slow_work *work, const double rate[]) {
    for (int i = 0; i < work->m; i++) {
        work->sway[i] += rate[i];
        work->sway[work->m + i] += rate[i] * rate[i];
    }
    work->sways++;
}

static void sway_done(lento_mean *mean) {
    lento_slow_work *work = lento_slow_of(mean);
    const double n = (double)work->sways, w = lento_lowest(lento_fastest(mean->fast));
    for (int i = 0; i < work->m && n > 0; i++) {
        double *sum = work->sway + i, *square = sum + work->m, *most = square + work->m;
        const double rest = *square / n - (*sum / n) * (*sum / n);
        *most = fmax(*most, sqrt(fmax(0, 2 * rest)) / w);
        *sum = *square = 0;
    }
    work->sways = 0;
}

double lento_check_slow_swing(const lento_mean *mean, int column) {
    const lento_slow_work *work = mean->scheme->variables ? lento_slow_of(mean) : NULL;
    double swing = 0;
    for (int i = 0; work && work->sway && mean->set->column && i < work->m; i++) {
        swing = mean->set->column[i] == column ? work->sway[2 * work->m + i] : swing;
    }
    return swing;
}

/* of the coordinates, of the gradients and of the rates */
static void sizes(lento_slow_work *work, const double x[], const double rate[]) {
    const int d = work->d;
    for (int j = 0; j < d; j++) {
        work->peak[j] = fmax(work->peak[j], fabs(x[j]));
    }
    for (int i = 0; i < work->m; i++) {
        for (int j = i * d; j < (i + 1) * d; j++) {
            work->steep[j] = fmax(work->steep[j], fabs(work->gradient[j]));
        }
        work->square[i] += rate[i] * rate[i];
    }
    work->looks++;
}

static int look(lento_mean *mean, const double x[]) {
    lento_slow_work *work = lento_slow_of(mean);
    const lento_ticker *at = &mean->micro.ticker;
    const int d = work->d, m = work->m;
    const int64_t every = 1 + mean->nodes / LOOKS;
    void *params = lento_slow_params(mean);
    double *rate = work->xi;
    const bool first = mean->windows == 1;
    if (work->is_xi || at->k % every != 0 || !(first || work->sway)) {
        return 0; /* the problem's own reconstruction vouches for its variables */
    }
    for (int i = 0; i < m; i++) {
        rate[i] = 0;
    }
    if (mean->set->slow(at->t, at->now, x, NULL, work->gradient, rate, params)) {
        return lento_slow_failed(mean);
    }
    for (int i = 0; i < m; i++) {
        rate[i] += lento_dot(d, work->gradient + i * d, work->dx);
    }
    if (work->sway) {
        sway(work, rate);
    }
    if (first) {
        sizes(work, x, rate);
    }
    return 0;
}

/* What rounding of the fast state, which turns at the highest frequency, puts into slow rates, the largest of which
 * is `rate` of the size of its variable per time. */
static int rounding(lento_mean *mean, double rate) {
    const lento_scale *scale = lento_fastest(mean->fast);
    const double w = fmax(lento_frequency(scale), scale->highest);
    const double slow = fmax(rate, 1 / mean->run_options->until);
    return lento_check_rounding(mean, AVERAGED * DBL_EPSILON * w / slow);
}

static int fast_variable(lento_mean *mean) {
    const lento_slow_work *work = lento_slow_of(mean);
    const lento_scale *scale = lento_fastest(mean->fast);
    const double w = lento_lowest(scale);
    const double largest = lento_largest(work->d, work->peak);
    double worst = 0;
    int which = 0;
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
    char number[32];
    lento_text_number(number, sizeof number, which, 6);
    lento_check(mean->doubts, LENTO_CHECK_FAST_VARIABLE, number, worst);
    return work->looks > 0 ? rounding(mean, worst * w) : 0;
}

/* ---- what scheme slow calls ---- */

int lento_check_slow_node(lento_mean *mean, const double x[]) {
    lento_watch_growth(mean, x);
    lento_watch_centre(mean, x);
    return look(mean, x);
}

int lento_check_slow_window_done(lento_mean *mean) {
    if (lento_check_backward_growth(mean)) {
        return -1;
    }
    if (mean->windows == 1 && fast_variable(mean)) {
        return -1;
    }
    sway_done(mean);
    lento_watch_frequencies(mean);
    return 0;
}
