/* SPDX-License-Identifier: MIT
 *
 * stiff_modes.c - the fast modes of stiff springs at a configuration (card sanzserna B2): eigenpairs
 * Omega_k^2, v_k of W G M^-1 G^T W, G the rows grad g_j, W = diag(w_j). A micro run of Verlet turns
 * a mode by phi = 2 asin(h Omega/2) per step; other micro methods are taken to resolve it. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

#define SMALL 1e-4 /* of central differences, against the figure */

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
    memcpy(own->A, own->matrix, (size_t)(k * k) * sizeof *own->A);
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

int lento_stiff_tangent(lento_mean *mean, double f[]) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    memcpy(own->matrix, own->S, (size_t)(k * k) * sizeof *own->S);
    for (int i = 0; i < k; i++) {
        own->column[i] = 0;
        for (int l = 0; l < n; l++) {
            own->column[i] += own->lift[i * n + l] * f[l];
        }
    }
    if (lento_gauss(k, own->matrix, own->column)) {
        return lento_fail(mean->failure, LENTO_SINGULAR, "the stiff springs depend on each other");
    }
    for (int i = 0; i < k; i++) {
        for (int l = 0; l < n; l++) {
            f[l] -= own->column[i] * own->G[i * n + l];
        }
    }
    return 0;
}

/* The largest theta'^2 = |G_j'|^2/|G_j|^2 across G_j, in the norm of M^-1, at the configuration of the last call. */
int lento_stiff_turning(lento_mean *mean, const double q[], const double v[], double *square) {
    const lento_system *fast = mean->fast;
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(fast)->count, n = fast->size;
    const double speed = lento_largest(n, v), by = SMALL * lento_largest(n, q) / speed;
    *square = 0;
    if (!(speed > 0) || !(by > 0)) {
        return 0;
    }
    for (int l = 0; l < n; l++) {
        own->point[l] = q[l] + by * v[l];
    }
    if (lento_stiff_of(fast)->spring(own->point, NULL, own->turned, fast->params)) {
        return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                          "the stiff springs have no direction here (zero length)");
    }
    for (int i = 0; i < k; i++) {
        const double *lift = own->lift + i * n, S = own->S[i * k + i];
        double *change = own->turned + i * n, along = 0;
        for (int l = 0; l < n; l++) {
            along += change[l] * lift[l] / S;
        }
        for (int l = 0; l < n; l++) {
            change[l] -= along * own->G[i * n + l];
        }
        lento_mass_solve(&mean->mass, change, own->slope);
        *square = fmax(*square, lento_dot(n, change, own->slope) / (S * by * by));
    }
    return 0;
}

int lento_stiff_land(lento_mean *mean, double q[], double v[]) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    double *less = own->other, off = INFINITY, before;
    do { /* Newton's method, as long as it helps */
        before = off;
        if (lento_stiff_springs(mean, q)) {
            return -1;
        }
        off = lento_largest(k, own->g);
        for (int i = 0; i < k; i++) {
            less[i] = -own->g[i];
        }
        if (off < before / 2 && lento_stiff_push(mean, less, q)) {
            return -1;
        }
    } while (off < before / 2);
    for (int i = 0; i < k; i++) {
        less[i] = 0;
        for (int l = 0; l < n; l++) {
            less[i] -= own->G[i * n + l] * v[l];
        }
    }
    return lento_stiff_push(mean, less, v);
}

int lento_stiff_slope(lento_mean *mean, const double q[], const double v[], int stride,
                      double Omega, double slope[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int k = stiff->count, n = fast->size;
    double *shape = own->other; /* M^-1 G^T W v: how the mode moves the masses */
    memset(shape, 0, (size_t)n * sizeof *shape);
    memset(slope, 0, (size_t)n * sizeof *slope);
    for (int i = 0; i < k; i++) {
        for (int l = 0; l < n; l++) {
            shape[l] += v[i * stride] * stiff->frequency[i] * own->lift[i * n + l];
        }
    }
    const double size = lento_largest(n, q),
                 by = SMALL * (size > 0 ? size : 1) / lento_largest(n, shape);
    for (int side = -1; side <= 1; side += 2) {
        for (int l = 0; l < n; l++) {
            own->point[l] = q[l] + side * by * shape[l];
        }
        if (stiff->spring(own->point, NULL, own->turned, fast->params)) {
            return lento_fail(mean->failure, LENTO_CALLBACK_FAILED,
                              "the stiff springs have no direction here (zero length)");
        }
        for (int i = 0; i < k; i++) {
            const double weight = side * v[i * stride] * stiff->frequency[i] / (2 * by * Omega);
            for (int l = 0; l < n; l++) {
                slope[l] += weight * own->turned[i * n + l];
            }
        }
    }
    return 0;
}

double lento_momentum(const lento_system *fast, const double v[], int i) {
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

double lento_kinetic_energy(const lento_system *fast, const double v[]) {
    double sum = 0;
    for (int i = 0; i < fast->size; i++) {
        sum += lento_momentum(fast, v, i) * v[i] / 2;
    }
    return sum;
}

lento_stiff_work *lento_stiff_carve(const lento_system *fast, lento_arena *arena) {
    const int k = lento_stiff_of(fast)->count, n = fast->size;
    lento_stiff_work *own = lento_take_bytes(arena, sizeof *own);
    const lento_stiff_work parts = {
        .g = lento_take(arena, k),
        .G = lento_take_matrix(arena, k, n),
        .lift = lento_take_matrix(arena, k, n),
        .S = lento_take_matrix(arena, k, k),
        .matrix = lento_take_matrix(arena, k, k),
        .Omega = lento_take(arena, k),
        .v = lento_take_matrix(arena, k, k),
        .J = lento_take(arena, k),
        .false_J = lento_take(arena, k),
        .A = lento_take_matrix(arena, k, k),
        .column = lento_take(arena, k),
        .point = lento_take(arena, n),
        .other = lento_take(arena, n > k ? n : k),
        .slope = lento_take(arena, n),
        .push = lento_take(arena, n),
        .back = lento_take(arena, n),
        .turned = lento_take_matrix(arena, k, n),
        .frame = lento_take_matrix(arena, k, k),
        .frame_Omega = lento_take(arena, k),
        .known = lento_take_matrix(arena, k, k),
        .known_Omega = lento_take(arena, k),
        .last_Omega = lento_take(arena, k),
        .shape = lento_take_matrix(arena, k, n),
        .order = lento_take_bytes(arena, (size_t)k * sizeof *parts.order),
        .place = lento_take_bytes(arena, (size_t)k * sizeof *parts.place),
        .middle = lento_take(arena, 2 * n),
        .shown = lento_take(arena, 2 * n)};
    if (own) {
        *own = parts;
    }
    return own;
}
