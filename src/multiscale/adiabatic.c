/* SPDX-License-Identifier: MIT
 *
 * adiabatic.c - fast energy that acts on the slow motion (card sanzserna B5). Where the fast
 * frequencies Omega_k depend on the configuration, the actions J_k = E_k/Omega_k of the modes are
 * kept, and the energies J_k Omega_k push like a potential. From the given start, z = W g:
 *
 *     E_k = (v_k.z)^2/2 + (v_k.z')^2/(2 Omega_k^2)
 *
 * The slow force is that of rods, from a micro run that starts at rest on them, and the part of
 * -sum_k J_k grad Omega_k that rods do not take. Modes enter one by one: in a micro run with all of them the
 * products of two would leave a beat of the difference of their frequencies, which no window is made for. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

int lento_adiabatic_actions(lento_mean *mean, const double state[], double J[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const int k = stiff->count, n = fast->size;
    const lento_stiff_work *own = mean->own;
    if (lento_stiff_modes(mean, state)) {
        return -1;
    }
    for (int m = 0; m < k; m++) {
        double z = 0, speed = 0;
        for (int i = 0; i < k; i++) {
            const double rate = lento_dot(n, own->G + i * n, state + n);
            const double weight = own->v[i * k + m] * stiff->frequency[i];
            z += weight * own->g[i];
            speed += weight * rate;
        }
        const double Omega = own->Omega[m];
        J[m] = (z * z + speed / Omega * (speed / Omega)) / (2 * Omega);
    }
    return 0;
}

int lento_adiabatic_push(lento_mean *mean, const double q[], const double J[], const double v[],
                         const double Omega[], double force[]) {
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    double *slope = ((lento_stiff_work *)mean->own)->slope;
    memset(force, 0, (size_t)n * sizeof *force);
    for (int m = 0; m < k; m++) {
        if (J[m] == 0) {
            continue;
        }
        if (lento_stiff_slope(mean, q, v + m, k, Omega[m], slope)) {
            return -1;
        }
        for (int l = 0; l < n; l++) {
            force[l] -= J[m] * slope[l];
        }
    }
    return lento_stiff_tangent(mean, force);
}

int lento_adiabatic_force(lento_mean *mean, const double q[], double F[]) {
    const lento_stiff_work *own = mean->own;
    if (lento_adiabatic_frame(mean, q, mean->t) ||
        lento_adiabatic_push(mean, q, own->J, own->frame, own->frame_Omega, own->push)) {
        return -1;
    }
    for (int l = 0; l < mean->fast->size; l++) {
        F[l] += own->push[l];
    }
    return 0;
}
