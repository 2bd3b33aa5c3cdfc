/* SPDX-License-Identifier: MIT
 *
 * adiabatic.c - fast energy that acts on the slow motion (card sanzserna B5). Where the fast
 * frequencies Omega_k depend on the configuration, the actions J_k = E_k/Omega_k of the modes are
 * kept and the energies J_k Omega_k push like a potential. From the given start, z = W g:
 *
 *     E_k = (v_k.z)^2/2 + (v_k.z')^2/(2 Omega_k^2)
 *
 * Every micro run then starts with the fast velocities gdot = W^-1 sum_k v_k sqrt(2 J_k Omega_k)
 * sin(phi_k)/h on top of the macro state, which makes the discrete oscillation's amplitude
 * exactly sqrt(2 E_k) for Verlet; a micro method that resolves the modes takes Omega_k instead. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

int lento_adiabatic_actions(lento_mean *mean, const double state[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const int k = stiff->count, n = fast->size;
    lento_stiff_work *own = mean->own;
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
        own->J[m] = (z * z + speed / Omega * (speed / Omega)) / (2 * Omega);
    }
    return 0;
}

int lento_adiabatic_seed(lento_mean *mean, const double q[], double v[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const int k = stiff->count;
    lento_stiff_work *own = mean->own;
    if (lento_stiff_modes(mean, q)) {
        return -1;
    }
    double *rate = own->other;
    memset(rate, 0, (size_t)k * sizeof *rate);
    for (int m = 0; m < k; m++) {
        const double Omega = own->Omega[m], phi = lento_stiff_phase(mean, Omega);
        const double turn = lento_stiff_verlet(mean) ? sin(phi) / mean->h : Omega;
        const double seed = sqrt(2 * own->J[m] * Omega) * turn;
        for (int i = 0; i < k; i++) {
            rate[i] += own->v[i * k + m] * seed / stiff->frequency[i];
        }
    }
    return lento_stiff_push(mean, rate, v);
}
