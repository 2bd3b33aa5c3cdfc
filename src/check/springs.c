/* SPDX-License-Identifier: MIT
 *
 * springs.c - what scheme `stiff` assumes, looked at. Fast energy stays bounded as w grows (sanzserna
 * section 2): the stretches g of the stiff springs are O(1/w). A start of energy O(w^2) stretches them by a part of
 * the whole figure; where several springs are stiff, a bounded energy acts on the slow motion (card sanzserna B5). On the way the macro state is to keep g near 0; macro errors that do not are a spurious energy
 *
 *     sum_j w_j^2 g_j^2/2
 *
 * (card sanzserna 6.4), which spoils a system with several fast frequencies once it exceeds the kinetic one. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/stiff.h"

#define STRETCH_LIMIT 0.05 /* of the largest coordinate */
#define ACTING_LIMIT  0.1  /* fast energy, as a part of the slow kinetic one */

/* sum_j w_j^2 g_j^2/2 + g'.S^-1 g'/2 */
static double fast_energy(lento_mean *mean, const double state[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int k = stiff->count, n = fast->size;
    double energy = 0, *rate = own->other;
    if (stiff->spring(state, NULL, NULL, fast->params) || lento_stiff_springs(mean, state)) {
        return NAN; /* a spring without direction is reported by the force */
    }
    for (int i = 0; i < k; i++) {
        const double z = stiff->frequency[i] * own->g[i];
        energy += z * z / 2;
        rate[i] = lento_dot(n, own->G + i * n, state + n);
    }
    memcpy(own->column, rate, (size_t)k * sizeof *rate);
    if (lento_gauss(k, own->S, own->column)) {
        return NAN;
    }
    for (int i = 0; i < k; i++) {
        energy += rate[i] * own->column[i] / 2;
    }
    return energy;
}

static double momentum(const lento_system *fast, const double v[], int i) {
    const double *m = lento_mechanics_of(fast)->mass;
    const int n = fast->size;
    if (lento_mechanics_of(fast)->mass_form != LENTO_MASS_DENSE) {
        return lento_mechanics_of(fast)->mass_form == LENTO_MASS_ONE ? v[i] : m[i] * v[i];
    }
    return lento_dot(n, m + i * n, v);
}

static double kinetic_energy(const lento_system *fast, const double v[]) {
    double sum = 0;
    for (int i = 0; i < fast->size; i++) {
        sum += momentum(fast, v, i) * v[i] / 2;
    }
    return sum;
}

/* The weights leave a spring |kappa| Omega^2 of the fast modes (stiff.c), or their rounding a noise. */
int lento_check_springs_built(lento_mean *mean) {
    const lento_stiff_work *own = mean->own;
    const lento_kernel *kernel = mean->kernel;
    const lento_scale *scale = lento_fastest(mean->fast);
    const double highest = scale->highest > 0 ? scale->highest : lento_frequency(scale);
    const double rounding = DBL_EPSILON * highest * highest; /* of a position, by the springs */
    const double left = own->left_spring;
    const bool best = left == rounding || (kernel->filter && kernel->zeros == 0);
    lento_check(mean->doubts, LENTO_CHECK_RESIDUAL_SPRING,
                best ? "rounding prevents a smaller one at this frequency" : "use --kernel kaiser",
                left);
    if (!mean->base && !lento_check_above(LENTO_CHECK_RESIDUAL_SPRING, left)) {
        lento_check(mean->doubts, LENTO_CHECK_SPRING_ROUNDING, NULL, rounding);
    }
    /* Verlet's ellipse is no circle, but it stays; its phase is known */
    return lento_stiff_verlet(mean) ? 0 : lento_check_oscillation(mean);
}

static void adiabatic_tolerance(lento_mean *mean) {
    const double rtol = mean->run_options->rtol;
    if (mean->options.adiabatic && mean->above->adaptive) {
        lento_check_showing(mean->doubts, LENTO_CHECK_ADIABATIC_TOLERANCE, rtol, NULL, rtol, 1e-6);
    }
}

void lento_check_springs_start(lento_mean *mean, const double given[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const double size = lento_largest(fast->size, given);
    double w = INFINITY;
    for (int i = 0; i < stiff->count; i++) {
        w = fmin(w, stiff->frequency[i]);
    }
    const double stretch = STRETCH_LIMIT * size, rounding = w * size * 1e-12;
    const double energy = fast_energy(mean, given), small = w * w * stretch * stretch / 2;
    const double acting =
        fmax(ACTING_LIMIT * kinetic_energy(fast, given + fast->size), rounding * rounding);
    lento_check_showing(mean->doubts, LENTO_CHECK_FAST_ENERGY, energy / small, NULL, energy, small);
    if (!lento_check_above(LENTO_CHECK_FAST_ENERGY, energy / small) && stiff->count > 1 &&
        !mean->options.adiabatic) {
        lento_check_showing(mean->doubts, LENTO_CHECK_ACTING_ENERGY, energy / acting, NULL, energy,
                            acting);
    }
    adiabatic_tolerance(mean);
}

/* with one fast frequency a false energy does not act on the slow motion */
void lento_check_springs_drift(lento_mean *mean, const double state[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    double spurious = 0;
    if (stiff->count < 2 || own->drifted || stiff->spring(state, own->g, NULL, fast->params)) {
        return;
    }
    for (int i = 0; i < stiff->count; i++) {
        const double z = stiff->frequency[i] * own->g[i];
        spurious += z * z / 2;
    }
    const double kinetic = kinetic_energy(fast, state + fast->size);
    own->drifted = lento_check_above(LENTO_CHECK_OFF_MANIFOLD, spurious / kinetic);
    lento_check_showing(mean->doubts, LENTO_CHECK_OFF_MANIFOLD, spurious / kinetic, NULL, spurious,
                        kinetic);
}
