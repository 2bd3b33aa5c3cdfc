/* SPDX-License-Identifier: MIT
 *
 * adiabatic_follow.c - which fast mode has which action. Between two configurations the squares A = W S W of the
 * frequencies move on a straight line, to first order. For two neighbouring modes i, j of the last clear node,
 *
 *     D = (v_i.A v_i - v_j.A v_j)/(Omega_i + Omega_j),  B = 2 v_i.A v_j/(Omega_i + Omega_j),
 *
 * the gap of their frequencies is |(D, B)|. The line passes the origin at a distance `gap` with a speed `rate`, which
 * is the model of Landau and Zener: the part
 *
 *     P = exp(-pi gap^2/(2 rate))
 *
 * of the energy stays in the same shape of motion. P near 0: the modes keep their order (a wide gap). P near 1: they keep
 * their shapes and cross. Between the two the energies depend on the phases, and the run is refused. */
#include <math.h>
#include <string.h>

#include "multiscale/stiff.h"

#define CLEAR 0.02 /* turning of a pair of modes during one radian of their gap */
#define AHEAD 1e-3 /* a look ahead from the start, against the figure */

typedef struct pair {
    double gap, rate;    /* least distance, speed of the line */
    bool inside;         /* it was passed */
    double stays;        /* P */
    double turning, now; /* turning against the gap, and the gap, at the end of the line */
} pair;

/* v_i.A v_j of the known modes */
static double product(const lento_stiff_work *own, int k, int i, int j) {
    double sum = 0;
    for (int a = 0; a < k; a++) {
        for (int b = 0; b < k; b++) {
            sum += own->known[a * k + i] * own->A[a * k + b] * own->known[b * k + j];
        }
    }
    return sum;
}

/* the line of modes i and j during a time dt > 0, up to the configuration of own->A */
static pair line_of(const lento_stiff_work *own, int k, int i, int j, double dt) {
    const double sum = own->known_Omega[i] + own->known_Omega[j];
    const double D0 = own->known_Omega[j] - own->known_Omega[i];
    const double D = (product(own, k, j, j) - product(own, k, i, i)) / sum;
    const double B = 2 * product(own, k, i, j) / sum;
    const double dD = D - D0, length = dD * dD + B * B;
    const double s = length > 0 ? -D0 * dD / length : 0, at = fmax(0, fmin(1, s));
    pair p = {.gap = hypot(D0 + at * dD, at * B), .rate = sqrt(length) / dt, .now = hypot(D, B)};
    p.inside = s > 0 && s < 1;
    p.stays = p.rate > 0 ? exp(-LENTO_TWO_PI / 4 * p.gap * (p.gap / p.rate)) : 0;
    p.turning = length > 0 ? fabs(D * B - B * dD) / dt / (2 * p.now * p.now * p.now) : 0;
    return p;
}

/* labels in the order of their frequencies at the known node */
static void sort(lento_stiff_work *own, int k) {
    for (int r = 0; r < k; r++) {
        int at = r;
        for (; at > 0 && own->known_Omega[own->order[at - 1]] > own->known_Omega[r]; at--) {
            own->order[at] = own->order[at - 1];
        }
        own->order[at] = r;
    }
}

/* The modes of ranks r and r + 1 are no modes of their own here: keep the shape of label i, and what is left for j. */
static void keep_shapes(lento_stiff_work *own, int k, int r, int i, int j) {
    double x = 0, y = 0;
    for (int a = 0; a < k; a++) {
        x += own->v[a * k + r] * own->known[a * k + i];
        y += own->v[a * k + r + 1] * own->known[a * k + i];
    }
    const double norm = hypot(x, y), c = norm > 0 ? x / norm : 1, s = norm > 0 ? y / norm : 0;
    const double low = own->Omega[r], high = own->Omega[r + 1];
    for (int a = 0; a < k; a++) {
        const double one = own->v[a * k + r], two = own->v[a * k + r + 1];
        own->frame[a * k + i] = c * one + s * two;
        own->frame[a * k + j] = c * two - s * one;
    }
    own->frame_Omega[i] = hypot(c * low, s * high);
    own->frame_Omega[j] = hypot(c * high, s * low);
}

int lento_adiabatic_frame(lento_mean *mean, const double q[], double t) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count;
    const double dt = fabs(t - own->known_t);
    if (lento_stiff_modes(mean, q)) {
        return -1;
    }
    for (int r = 0; r < k; r++) {
        own->place[own->order[r]] = r;
    }
    for (int r = 0; r + 1 < k && dt > 0; r++) {
        const int i = own->order[r], j = own->order[r + 1];
        const pair p = line_of(own, k, i, j, dt);
        if (p.inside && p.stays > 0.5) {
            const int swap = own->place[i];
            own->place[i] = own->place[j];
            own->place[j] = swap;
        }
    }
    for (int m = 0; m < k; m++) {
        own->frame_Omega[m] = own->Omega[own->place[m]];
        for (int a = 0; a < k; a++) {
            own->frame[a * k + m] = own->v[a * k + own->place[m]];
        }
    }
    for (int r = 0; r + 1 < k && dt > 0; r++) {
        const int i = own->order[r], j = own->order[r + 1];
        const pair p = line_of(own, k, i, j, dt);
        if (p.stays > 0.5 && p.turning > CLEAR) {
            keep_shapes(own, k, r, i, j);
        }
    }
    return 0;
}

/* the energy that two modes may exchange, as a part of all energy of the motion */
static double exchanged(const lento_mean *mean, int i, int j, double part, const double v[]) {
    const lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count;
    const double *J = own->J, small = fmin(1, fmax(0, part));
    double all = lento_kinetic_energy(mean->fast, v);
    for (int m = 0; m < k; m++) {
        all += J[m] * own->known_Omega[m];
    }
    const double moved = small * fabs(J[i] - J[j]) + 2 * sqrt(small * (1 - small) * J[i] * J[j]);
    return moved > 0 ? moved * own->known_Omega[j] / all : 0;
}

/* The modes at a configuration are clear: they are known from here on. */
static void know(lento_stiff_work *own, int k, const double v[], const double Omega[], double t) {
    memcpy(own->known, v, (size_t)(k * k) * sizeof *v);
    memcpy(own->known_Omega, Omega, (size_t)k * sizeof *Omega);
    own->known_t = t;
    sort(own, k);
}

int lento_adiabatic_begin(lento_mean *mean, const double state[]) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    double size = 0, speed = 0;
    if (lento_stiff_modes(mean, state)) {
        return -1;
    }
    know(own, k, own->v, own->Omega, 0);
    memcpy(own->last_Omega, own->Omega, (size_t)k * sizeof *own->Omega);
    own->last_t = 0;
    for (int l = 0; l < n; l++) {
        size = fmax(size, fabs(state[l]));
        speed = fmax(speed, fabs(state[n + l]));
    }
    if (!(speed > 0)) {
        return 0;
    }
    const double dt = AHEAD * size / speed;
    for (int l = 0; l < n; l++) {
        own->push[l] = state[l] + dt * state[n + l];
    }
    if (lento_stiff_modes(mean, own->push)) {
        return -1;
    }
    for (int r = 0; r + 1 < k; r++) {
        const int i = own->order[r], j = own->order[r + 1];
        const pair p = line_of(own, k, i, j, dt);
        const double gap = own->known_Omega[j] - own->known_Omega[i];
        if (lento_check_showing(mean->doubts, LENTO_CHECK_MODE_GAP,
                                p.turning > CLEAR ? exchanged(mean, i, j, 0.5, state + n) : 0, NULL,
                                gap, 0)) {
            return -1;
        }
    }
    return 0;
}

int lento_adiabatic_step(lento_mean *mean) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count, n = mean->fast->size;
    const double *y = mean->above->macro->y, t = mean->above->macro->ticker.t;
    bool clear = true;
    if (lento_adiabatic_frame(mean, y, t)) {
        return -1;
    }
    for (int r = 0; r + 1 < k; r++) {
        const int i = own->order[r], j = own->order[r + 1];
        const pair p = line_of(own, k, i, j, fabs(t - own->known_t));
        const double part = p.inside ? fmin(p.stays, 1 - p.stays) : 0;
        if (lento_check_showing(mean->doubts, LENTO_CHECK_MODE_GAP,
                                exchanged(mean, i, j, part, y + n), NULL, p.gap, t)) {
            return -1;
        }
        clear = clear && p.turning < CLEAR;
    }
    lento_check_mode_resonance(mean, t, y);
    if (clear) {
        know(own, k, own->frame, own->frame_Omega, t);
    }
    return 0;
}
