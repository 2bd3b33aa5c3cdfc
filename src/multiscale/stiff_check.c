/* SPDX-License-Identifier: MIT
 *
 * stiff_check.c - what scheme `stiff` assumes, looked at. Fast energy stays bounded as w grows (sanzserna
 * section 2): the stretches g of the stiff springs are O(1/w). A start of energy O(w^2) stretches them by a part of
 * the whole figure; where several springs are stiff, a bounded energy acts on the slow motion (card sanzserna B5). On the way the macro state is to keep g near 0; macro errors that do not are a spurious energy
 *
 *     sum_j w_j^2 g_j^2/2
 *
 * (card sanzserna 6.4), which spoils a system with several fast frequencies once it exceeds the kinetic one. */
#include <math.h>
#include <string.h>

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
        rate[i] = 0;
        for (int l = 0; l < n; l++) {
            rate[i] += own->G[i * n + l] * state[n + l];
        }
    }
    memcpy(own->column, rate, (size_t)k * sizeof *rate);
    if (lento_solve(k, own->S, own->column)) {
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
    double p = 0;
    for (int l = 0; l < n; l++) {
        p += m[i * n + l] * v[l];
    }
    return p;
}

static double kinetic_energy(const lento_system *fast, const double v[]) {
    double sum = 0;
    for (int i = 0; i < fast->size; i++) {
        sum += momentum(fast, v, i) * v[i] / 2;
    }
    return sum;
}

void lento_stiff_check_energy(lento_mean *mean, const double given[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    double size = 0, w = INFINITY;
    for (int i = 0; i < fast->size; i++) {
        size = fmax(size, fabs(given[i]));
    }
    for (int i = 0; i < stiff->count; i++) {
        w = fmin(w, stiff->frequency[i]);
    }
    const double energy = fast_energy(mean, given), stretch = STRETCH_LIMIT * size;
    const double rounding = w * size * 1e-12;
    const double acting =
        fmax(ACTING_LIMIT * kinetic_energy(fast, given + fast->size), rounding * rounding);
    if (energy > w * w * stretch * stretch / 2) {
        lento_run_warn(mean->run, "fast-energy",
                       "the stiff springs start with a fast energy of %g, more than %g: scheme "
                       "stiff assumes that their oscillation is small; start them near their "
                       "natural lengths, or integrate directly",
                       NULL, energy, w * w * stretch * stretch / 2);
    } else if (stiff->count > 1 && !mean->options.adiabatic && energy > acting) {
        lento_run_warn(mean->run, "acting-energy",
                       "the stiff springs start with a fast energy of %g, more than %g, a tenth of "
                       "the kinetic energy: it acts on the slow motion; use --adiabatic",
                       NULL, energy, acting);
    }
}

void lento_stiff_check_drift(lento_mean *mean, const double state[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    double spurious = 0;
    if (stiff->count < 2 || own->drifted || stiff->spring(state, own->g, NULL, fast->params)) {
        return; /* with one fast frequency it does not act on the slow motion */
    }
    for (int i = 0; i < stiff->count; i++) {
        const double z = stiff->frequency[i] * own->g[i];
        spurious += z * z / 2;
    }
    const double kinetic = kinetic_energy(fast, state + fast->size);
    if (spurious > kinetic) {
        own->drifted = true;
        lento_run_warn(
            mean->run, "off-manifold",
            "errors of the macro steps stretch the stiff springs: a false energy of %g, more than "
            "the kinetic energy %g; use --reproject, a smaller tolerance, or integrate directly",
            NULL, spurious, kinetic);
    }
}
