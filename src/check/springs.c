/* SPDX-License-Identifier: MIT
 *
 * springs.c - what scheme `stiff` and the averaged equations of stiff springs assume, looked at at every node.
 *
 *   fast-energy           the stretches g of the stiff springs are O(1/w) (sanzserna section 2), not a part of the figure
 *   ignored-oscillation   what the slow motion leaves out is a small part of the figure
 *   acting-energy         where the frequencies depend on the configuration, energy of the given start pushes by
 *                         -sum_k J_k grad Omega_k (card sanzserna B5), against the slow acceleration
 *   off-manifold          the macro state keeps g near 0; where it does not, the figure has false lengths, and the
 *                         false actions of the micro runs push in the same way
 *   scales-not-separated  a stiff spring turns by a small angle only during one radian of the fast motion
 *   undeclared-frequency  the fast frequencies are where the window filters
 *
 * The slow acceleration is that of the soft force along the rods and of the inertia, v.Mv/|q|. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "check/estimate.h"
#include "multiscale/stiff.h"

#define LEFT_OF_FORCE 1e-6 /* of a fast oscillation, where micro runs start on the rods */
#define LEFT_SPRING   0.1  /* kappa Omega^2 of one, where they do not */
#define AHEAD         1e-4 /* of central differences, against the figure */
#define STRETCH_LIMIT 0.05 /* of the largest coordinate */

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
    if (lento_gauss(k, own->S, own->column)) {
        return NAN;
    }
    for (int i = 0; i < k; i++) {
        energy += rate[i] * own->column[i] / 2;
    }
    return energy;
}

/* The weights leave a spring |kappa| Omega^2 of the fast modes (stiff.c), or their rounding a noise. Micro runs that
 * start on the rods do not meet that spring. */
int lento_check_springs_built(lento_mean *mean) {
    const lento_stiff_work *own = mean->own;
    const lento_kernel *kernel = mean->kernel;
    const lento_scale *scale = lento_fastest(mean->fast);
    const double highest = scale->highest > 0 ? scale->highest : lento_frequency(scale);
    const double rounding = DBL_EPSILON * highest * highest; /* of a position, by the springs */
    const double left = own->on_rods ? 0 : own->left_spring;
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

/* sqrt(f.M^-1 f) */
static double size_of_force(const lento_mean *mean, const double f[], double scratch[]) {
    lento_mass_solve(&mean->mass, f, scratch);
    return sqrt(lento_dot(mean->fast->size, f, scratch));
}

/* v.Mv of the part of a velocity that rods allow */
static double slow_motion(lento_mean *mean, const double v[]) {
    lento_stiff_work *own = mean->own;
    for (int l = 0; l < mean->fast->size; l++) {
        own->push[l] = lento_momentum(mean->fast, v, l);
    }
    const double p =
        lento_stiff_tangent(mean, own->push) ? NAN : size_of_force(mean, own->push, own->slope);
    return p * p;
}

/* the slow acceleration at a node whose modes are known; NAN: no force */
static double pace(lento_mean *mean, double t, const double state[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    const int n = fast->size;
    double *f = own->push;
    lento_phase phase[LENTO_MAX_SCALES];
    const double figure = sqrt(2 * lento_kinetic_energy(fast, state));
    const double inertia = figure > 0 ? slow_motion(mean, state + n) / figure : 0;
    lento_phases_at(fast, t, phase);
    if (fast->rate(t, phase, state, state + n, f, fast->params)) {
        return NAN;
    }
    for (int i = 0; i < stiff->count; i++) {
        const double pull = stiff->frequency[i] * stiff->frequency[i] * own->g[i];
        for (int l = 0; l < n; l++) {
            f[l] += pull * own->G[i * n + l];
        }
    }
    return lento_stiff_tangent(mean, f) ? NAN : size_of_force(mean, f, own->slope) + inertia;
}

/* how energies of these actions push, in parts of the slow acceleration */
static double acting(lento_mean *mean, const double q[], const double J[]) {
    const lento_stiff_work *own = mean->own;
    if (lento_adiabatic_push(mean, q, J, own->v, own->Omega, own->push)) {
        return 0;
    }
    const double push = size_of_force(mean, own->push, own->slope);
    return push > 0 ? push / own->pace : 0;
}

/* what the window leaves of the modes that there really are */
static void residual(lento_mean *mean) {
    const lento_stiff_work *own = mean->own;
    const lento_scale *scale = lento_fastest(mean->fast);
    const double lowest = scale->lowest > 0 ? scale->lowest : lento_frequency(scale),
                 highest = scale->highest > 0 ? scale->highest : lento_frequency(scale);
    for (int i = 0; i < lento_stiff_of(mean->fast)->count; i++) {
        const double Omega = own->Omega[i], phase = lento_stiff_phase(mean, Omega);
        const bool declared = Omega > lowest * (1 - 1e-6) && Omega < highest * (1 + 1e-6);
        const double left = isnan(phase) ? 1 : lento_residual(mean->weights, mean->nodes, phase);
        const double most = own->on_rods ? LEFT_OF_FORCE : LEFT_SPRING / (Omega * Omega);
        if (!declared) {
            lento_check_showing(mean->doubts, LENTO_CHECK_UNDECLARED_FREQUENCY, left / most, NULL,
                                Omega, left);
        }
    }
}

static void off_manifold(lento_mean *mean, const double state[]) {
    lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count;
    const double stretch = lento_largest(k, own->g) / lento_largest(mean->fast->size, state);
    lento_check(mean->doubts, LENTO_CHECK_OFF_MANIFOLD, NULL, stretch);
    if (!own->on_rods && !lento_adiabatic_actions(mean, state, own->false_J)) {
        lento_check(mean->doubts, LENTO_CHECK_FALSE_ENERGY, NULL,
                    acting(mean, state, own->false_J));
    }
}

static void acting_energy(lento_mean *mean, double t, const double q[]) {
    const lento_stiff_work *own = mean->own;
    const bool cannot = lento_mechanics_of(mean->fast)->velocity_dependent || mean->scheme->closed;
    const double part = acting(mean, q, own->J);
    lento_check_showing(mean->doubts, LENTO_CHECK_ACTING_ENERGY, part,
                        mean->scheme->closed ? "use --scheme stiff --adiabatic"
                        : cannot             ? "integrate directly"
                                             : "use --adiabatic",
                        part, t);
}

/* the given start, or a node of the macro steps */
static void look(lento_mean *mean, double t, const double state[], bool given) {
    lento_stiff_work *own = mean->own;
    const lento_failure before = *mean->failure;
    double square;
    if (lento_stiff_modes(mean, state) == 0) {
        const double now = pace(mean, t, state), Omega = own->Omega[0];
        const double turn =
            lento_stiff_turning(mean, state, state + mean->fast->size, &square) ? 0 : sqrt(square);
        own->pace = now > own->pace ? now : own->pace;
        lento_check_showing(mean->doubts, LENTO_CHECK_SEPARATION_SPRINGS, turn / Omega, NULL, turn,
                            Omega);
        if (!mean->options.adiabatic) {
            acting_energy(mean, t, state);
        }
        if (mean->scheme->springs) {
            residual(mean);
        }
        if (mean->scheme->springs && !given) {
            off_manifold(mean, state);
        }
    }
    *mean->failure = before; /* where there are no modes, the force will say so */
}

void lento_check_springs_node(lento_mean *mean, double t, const double state[]) {
    look(mean, t, state, false);
}

/* the energy of the given start, and how it acts */
static void start_energy(lento_mean *mean, const double given[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    lento_stiff_work *own = mean->own;
    double w = INFINITY;
    for (int i = 0; i < stiff->count; i++) {
        w = fmin(w, stiff->frequency[i]);
    }
    const double size = lento_largest(fast->size, given), stretch = STRETCH_LIMIT * size;
    const double rounding = w * size * 1e-12;
    const double energy = fast_energy(mean, given), small = w * w * stretch * stretch / 2;
    lento_check_showing(mean->doubts, LENTO_CHECK_FAST_ENERGY, energy / small, NULL, energy, small);
    if (lento_adiabatic_actions(mean, given, own->J) || !(energy > rounding * rounding)) {
        memset(own->J, 0, (size_t)stiff->count * sizeof *own->J);
    }
}

/* sqrt(2 sum_k J_k/Omega_k) against |q|, in the norm of M; modes and actions are those of the start */
static void ignored_oscillation(lento_mean *mean, const double q[]) {
    const lento_stiff_work *own = mean->own;
    const int k = lento_stiff_of(mean->fast)->count;
    const bool addable = k == 1 && mean->scheme->springs;
    double sum = 0;
    for (int i = 0; i < k; i++) {
        sum += own->J[i] > 0 ? own->J[i] / own->Omega[i] : 0;
    }
    if (!mean->options.restore_fast) {
        lento_check(mean->doubts, LENTO_CHECK_IGNORED_OSCILLATION,
                    addable ? "add it with --restore-fast" : "integrate directly to see it",
                    sqrt(sum / lento_kinetic_energy(mean->fast, q)));
    }
}

/* The soft force at q + by n_j, n_j = M^-1 G_j/|G_j|; false: it cannot be asked. Scratch: point, column, turned. */
static bool soft_force(lento_mean *mean, const double state[], int j, double by, double f[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff *stiff = lento_stiff_of(fast);
    const lento_stiff_work *own = mean->own;
    const int k = stiff->count, n = fast->size;
    const double norm = sqrt(own->S[j * k + j]);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(fast, 0, phase);
    for (int l = 0; l < n; l++) {
        own->point[l] = state[l] + by * own->lift[j * n + l] / norm;
    }
    if (fast->rate(0, phase, own->point, state + n, f, fast->params) ||
        stiff->spring(own->point, own->column, own->turned, fast->params)) {
        return false;
    }
    for (int i = 0; i < k; i++) {
        for (int l = 0; l < n; l++) {
            f[l] +=
                stiff->frequency[i] * stiff->frequency[i] * own->column[i] * own->turned[i * n + l];
        }
    }
    return true;
}

/* sqrt|K n_j|, K the Hessian of the soft potential: the fastest soft oscillation that moves a stiff spring */
static void soft_stiffness(lento_mean *mean, const double state[]) {
    const lento_stiff_work *own = mean->own;
    const int n = mean->fast->size;
    const double by = AHEAD * lento_largest(n, state);
    double most = 0;
    for (int j = 0; j < lento_stiff_of(mean->fast)->count && by > 0; j++) {
        if (!soft_force(mean, state, j, by, own->push) ||
            !soft_force(mean, state, j, -by, own->back)) {
            return;
        }
        for (int l = 0; l < n; l++) {
            own->push[l] = (own->push[l] - own->back[l]) / (2 * by);
        }
        most = fmax(most, sqrt(size_of_force(mean, own->push, own->slope)));
    }
    lento_check_showing(mean->doubts, LENTO_CHECK_SEPARATION_SOFT, most / own->Omega[0], NULL, most,
                        own->Omega[0]);
}

/* does the force change when the velocity is turned round? */
static bool drags(lento_mean *mean, const double given[]) {
    const lento_system *fast = mean->fast;
    const lento_stiff_work *own = mean->own;
    const int n = fast->size;
    lento_phase phase[LENTO_MAX_SCALES];
    double off = 0;
    lento_phases_at(fast, 0, phase);
    for (int l = 0; l < n; l++) {
        own->point[l] = -1 - given[n + l];
    }
    if (fast->rate(0, phase, given, given + n, own->push, fast->params) ||
        fast->rate(0, phase, given, own->point, own->slope, fast->params)) {
        return false; /* the run will say so */
    }
    for (int l = 0; l < n; l++) {
        off = fmax(off, fabs(own->push[l] - own->slope[l]));
    }
    return off > 1e-9 * lento_largest(n, own->push);
}

int lento_check_springs_start(lento_mean *mean, const double given[]) {
    const lento_failure before = *mean->failure;
    start_energy(mean, given);
    ignored_oscillation(mean, given);
    soft_stiffness(mean, given);
    *mean->failure = before;
    look(mean, 0, given, true);
    if (!mean->scheme->springs) {
        return 0;
    }
    return lento_check_showing(mean->doubts, LENTO_CHECK_DRAG,
                               mean->options.adiabatic && drags(mean, given) ? 1 : 0, NULL, 0, 0);
}
