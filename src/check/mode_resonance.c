/* SPDX-License-Identifier: MIT
 *
 * mode_resonance.c - resonances of three fast modes along a run with `adiabatic`, which keeps their actions. The
 * stretches of the springs are not linear in the displacement: with the modes as displacements e_m (e_i.M e_j = 1 if
 * i = j, else 0) the potential has the cubic terms T_ijk x_i x_j x_k, each product of three once,
 *
 *     T_ijk = sum_s w_s (Omega_i v_is e_j.H_s e_k + Omega_j v_js e_i.H_s e_k + Omega_k v_ks e_i.H_s e_j),
 *
 * H_s the Hessian of g_s (half of it if j = k). Where b = Omega_i - Omega_j - Omega_k is slow, the part
 * C cos(phi_i - phi_j - phi_k), C = T A_i A_j A_k/4, moves actions by up to C tau,
 *
 *     1/tau^2 = b^2/4 + |b'|/(2 pi):
 *
 * a passage of the resonance, or a beat near it. A mode at rest is set in motion by two that are not. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

#define AHEAD 1e-4 /* of central differences, against the figure */
#define LONG  10   /* radians of a mode during tau: less is no resonance */

/* rows e_m = M^-1 G^T W v_m/Omega_m; the largest entry */
static double displacements(lento_mean *mean) {
    const lento_stiff *stiff = lento_stiff_of(mean->fast);
    const lento_stiff_work *own = mean->own;
    const int k = stiff->count, n = mean->fast->size;
    double most = 0;
    for (int m = 0; m < k; m++) {
        for (int l = 0; l < n; l++) {
            double sum = 0;
            for (int s = 0; s < k; s++) {
                sum += stiff->frequency[s] * own->frame[s * k + m] * own->lift[s * n + l];
            }
            own->shape[m * n + l] = sum / own->frame_Omega[m];
            most = fmax(most, fabs(own->shape[m * n + l]));
        }
    }
    return most;
}

/* sum_s w_s Omega_i v_is e_j.H_s e_k, by differences of the gradients along e_j */
static double bend(lento_mean *mean, const double q[], int i, int j, int k, double by) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const lento_stiff_work *own = mean->own;
    const int count = stiff->count, n = fast->size;
    double sum = 0;
    for (int side = -1; side <= 1; side += 2) {
        for (int l = 0; l < n; l++) {
            own->point[l] = q[l] + side * by * own->shape[j * n + l];
        }
        if (stiff->spring(own->point, NULL, own->turned, fast->params)) {
            return 0; /* a spring without direction is reported by the force */
        }
        for (int s = 0; s < count; s++) {
            sum += side * stiff->frequency[s] * own->frame[s * count + i] *
                   lento_dot(n, own->turned + s * n, own->shape + k * n);
        }
    }
    return sum * own->frame_Omega[i] / (2 * by);
}

/* the energy that modes i, j, k may exchange during a time tau */
static double exchanged(lento_mean *mean, const double q[], const int m[3], double tau, double by) {
    const lento_stiff_work *own = mean->own;
    const double T = (bend(mean, q, m[0], m[1], m[2], by) + bend(mean, q, m[1], m[0], m[2], by) +
                      bend(mean, q, m[2], m[0], m[1], by)) /
                     (m[1] == m[2] ? 2 : 1);
    double A[3], with[3];
    for (int a = 0; a < 3; a++) {
        A[a] = sqrt(2 * fmax(0, own->J[m[a]]) / own->frame_Omega[m[a]]);
    }
    for (int a = 0; a < 3; a++) {
        with[a] =
            A[a] + fabs(T) * A[(a + 1) % 3] * A[(a + 2) % 3] * tau / (4 * own->frame_Omega[m[a]]);
    }
    return own->frame_Omega[m[0]] * fabs(T) / 4 * with[0] * with[1] * with[2] * tau;
}

void lento_check_mode_resonance(lento_mean *mean, double t, const double state[]) {
    lento_stiff_work *own = mean->own;
    const int count = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    const double dt = fabs(t - own->last_t);
    double size = 0, all = lento_kinetic_energy(mean->fast, state + n);
    for (int l = 0; l < n; l++) {
        size = fmax(size, fabs(state[l]));
    }
    for (int m = 0; m < count; m++) {
        all += own->J[m] * own->frame_Omega[m];
    }
    const double by = AHEAD * size / displacements(mean), *w = own->frame_Omega;
    for (int i = 0; i < count && dt > 0; i++) {
        for (int j = 0; j < count; j++) {
            for (int k = 0; k <= j; k++) {
                const double b = w[i] - w[j] - w[k],
                             last = own->last_Omega[i] - own->last_Omega[j] - own->last_Omega[k];
                const double near = b * last < 0 ? 0 : fmin(fabs(b), fabs(last)),
                             rate = fabs(b - last) / dt;
                const double tau = 1 / sqrt(near * near / 4 + rate / LENTO_TWO_PI);
                if (i != j && i != k && tau * w[i] > LONG) {
                    const int m[] = {i, j, k};
                    const double part = exchanged(mean, state, m, fmin(tau, t), by) / all;
                    lento_check_showing(mean->doubts, LENTO_CHECK_MODE_RESONANCE, part, NULL, t,
                                        part);
                }
            }
        }
    }
    memcpy(own->last_Omega, w, (size_t)count * sizeof *w);
    own->last_t = t;
}
