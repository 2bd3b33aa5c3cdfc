/* SPDX-License-Identifier: MIT
 *
 * stiff_modes.c - the fast modes of stiff springs at a configuration (card sanzserna B2): eigenpairs
 * Omega_k^2, v_k of W G M^-1 G^T W, G the rows grad g_j, W = diag(w_j). A micro run of Verlet turns
 * a mode by phi = 2 asin(h Omega/2) per step; other micro methods are taken to resolve it. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

/* also before the micro method is resolved: the default is Verlet's, and a composition turns otherwise */
bool lento_stiff_verlet(const lento_mean *mean) {
    const char *name = mean->options.micro;
    const lento_method *method =
        name ? lento_method_find(mean->run_options, name, strlen(name)) : NULL;
    return !name || (method && (method->traits & LENTO_KEEPS_SINE) != 0);
}

double lento_stiff_phase(const lento_mean *mean, double frequency) {
    const double x = mean->h * frequency;
    return lento_stiff_verlet(mean) ? 2 * asin(x / 2) : x;
}

int lento_stiff_springs(lento_mean *mean, const double q[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int k = stiff->count, n = fast->size;
    if (stiff->spring(q, own->g, own->G, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                          "the stiff springs have no direction here (zero length)");
    }
    for (int i = 0; i < k; i++) {
        lento_mass_solve(&mean->mass, own->G + i * n, own->lift + i * n);
    }
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
            own->S[i * k + j] = lento_dot(n, own->G + i * n, own->lift + j * n);
        }
    }
    return 0;
}

int lento_stiff_modes(lento_mean *mean, const double q[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int k = stiff->count;
    if (lento_stiff_springs(mean, q)) {
        return -1;
    }
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
            own->matrix[i * k + j] = stiff->frequency[i] * own->S[i * k + j] * stiff->frequency[j];
        }
    }
    lento_symmetric_eigen(k, own->matrix, own->Omega, own->v);
    for (int i = 0; i < k; i++) {
        if (!(own->Omega[i] > 0)) {
            return lento_fail(mean->failure, LENTO_SINGULAR,
                              "the stiff springs depend on each other");
        }
        own->Omega[i] = sqrt(own->Omega[i]);
    }
    return 0;
}

int lento_stiff_push(lento_mean *mean, const double rate[], double x[]) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    memcpy(own->matrix, own->S, (size_t)(k * k) * sizeof *own->S);
    memcpy(own->column, rate, (size_t)k * sizeof *rate);
    if (lento_gauss(k, own->matrix, own->column)) {
        return lento_fail(mean->failure, LENTO_SINGULAR, "the stiff springs depend on each other");
    }
    for (int i = 0; i < k; i++) {
        for (int l = 0; l < n; l++) {
            x[l] += own->column[i] * own->lift[i * n + l];
        }
    }
    return 0;
}
