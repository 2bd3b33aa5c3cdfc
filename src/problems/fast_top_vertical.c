/* SPDX-License-Identifier: MIT
 *
 * fast_top_vertical.c - the fast top on a pivot that vibrates vertically, g + A w cos wt (card
 * fredbo A4). Averaged: the top with Mgl replaced by Mgl - c Gamma3, c = M^2 A^2 l^2/(2 I1);
 * upright it is stable for Pi3^2 > 4 I1 (Mgl - c). With a = MAl/2, s = sin wt, c = cos wt, averaged
 * (P, Gamma):
 *
 *     Pi1 = P1 + 2a s G2 + (2a/(w I1)) c (G3 P1 - G1 P3) - (a^2/(w I1)) sin 2wt G2 G3
 *     Pi2 = P2 - 2a s G1 + (2a/(w I1)) c (G3 P2 - G2 P3) + (a^2/(w I1)) sin 2wt G1 G3
 *     gamma = Gamma + (2a/(w I1)) c (-G1 G3, -G2 G3, G1^2 + G2^2)
 *
 * Multiscale runs average the bounded S1 = Pi1 - MAl s G2, S2 = Pi2 + MAl s G1 instead of the O(w)
 * torque. With initial=slow all columns are (P, Gamma), those of a direct run too; with
 * initial=full all are (Pi, gamma). */
#include <math.h>
#include <string.h>

#include "problems/fast_top.h"

static double strength(const fast_top *top) { /* MAl = 2a */
    return top->p[FT_M] * top->p[FT_A] * top->p[FT_L];
}

static int reconstruct(double t, const lento_phase phase[], const double Q[], const double V[],
                       double x[], double v[], void *params) {
    const fast_top *top = params;
    const double P3 = top->body.Pi3, two_a = strength(top), w = top->p[FT_OMEGA], I1 = top->body.I1;
    const double first = two_a / (w * I1) * phase->cos;
    const double second = two_a * two_a / (4 * w * I1) * 2 * phase->sin * phase->cos;
    const double P1 = Q[PI1], P2 = Q[PI2], G1 = Q[GAMMA1], G2 = Q[GAMMA2], G3 = Q[GAMMA3];
    x[PI1] = P1 + two_a * phase->sin * G2 + first * (G3 * P1 - G1 * P3) - second * G2 * G3;
    x[PI2] = P2 - two_a * phase->sin * G1 + first * (G3 * P2 - G2 * P3) + second * G1 * G3;
    x[GAMMA1] = G1 - first * G1 * G3;
    x[GAMMA2] = G2 - first * G2 * G3;
    x[GAMMA3] = G3 + first * (G1 * G1 + G2 * G2);
    x[PHI] = Q[PHI];
    x[CHI] = Q[CHI];
    return 0;
}

static int averaged_rate(double t, const lento_phase phase[], const double x[], const double v[],
                         double rate[], void *params) {
    const fast_top *top = params;
    const lento_phase still = {0, 0, 0}; /* no vibration: its cosine is left out */
    const double two_a = strength(top), c = two_a * two_a / (2 * top->body.I1);
    if (lento_fast_top_rate(t, &still, x, v, rate, params)) {
        return -1;
    }
    rate[PI1] -= c * x[GAMMA3] * x[GAMMA2];
    rate[PI2] += c * x[GAMMA3] * x[GAMMA1];
    return 0;
}

static int slow(double t, const lento_phase phase[], const double x[], double xi[],
                double gradient[], double explicit_rate[], void *params) {
    const fast_top *top = params;
    const double two_a = strength(top), s = two_a * phase->sin,
                 c = two_a * top->p[FT_OMEGA] * phase->cos;
    const double rates[FT_STATE] = {-c * x[GAMMA2], c * x[GAMMA1]};
    lento_slow_put(xi, FT_STATE, x);
    lento_slow_put(gradient, FT_STATE * FT_STATE, NULL);
    lento_slow_put(explicit_rate, FT_STATE, rates);
    if (xi) {
        xi[PI1] -= s * x[GAMMA2];
        xi[PI2] += s * x[GAMMA1];
    }
    for (int i = 0; gradient && i < FT_STATE; i++) {
        gradient[i * FT_STATE + i] = 1;
    }
    if (gradient) {
        gradient[PI1 * FT_STATE + GAMMA2] = -s;
        gradient[PI2 * FT_STATE + GAMMA1] = s;
    }
    return 0;
}

/* columns of the averaged motion with its first-order terms put back: comparable with the full
 * motion */
static void full_output(double t, const lento_phase phase[], const double state[],
                        const double multipliers[], double columns[], void *params) {
    const fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double x[FT_STATE];
    reconstruct(t, &here, state, NULL, x, NULL, params);
    lento_fast_top_output(t, &here, x, multipliers, columns, params);
}

/* the averaged state that belongs to a full one, by fixed-point iteration; false: it does not
 * converge */
static bool invert(fast_top *top, const lento_phase *phase, const double full[], double x[]) {
    double back[FT_STATE], change = INFINITY;
    memcpy(x, full, FT_STATE * sizeof *x);
    for (int pass = 0; pass < 60 && change > 0; pass++) {
        change = 0;
        reconstruct(0, phase, x, NULL, back, NULL, top);
        for (int i = PI1; i <= GAMMA3; i++) {
            x[i] += full[i] - back[i];
            change = fmax(change, fabs(full[i] - back[i]) / (1 + fabs(full[i])));
        }
    }
    return change < 1e-12;
}

/* columns of the full motion with the fast terms taken off */
static void averaged_output(double t, const lento_phase phase[], const double state[],
                            const double multipliers[], double columns[], void *params) {
    fast_top *top = params;
    const lento_phase here = lento_phase_at(top->p[FT_OMEGA], 0, t);
    double x[FT_STATE];
    invert(top, &here, state, x);
    lento_fast_top_output(t, &here, x, multipliers, columns, params);
}

/* ---- making it ---- */

static const lento_view FULL_VIEW = {.output = full_output},
                        VIEW = {.output = lento_fast_top_output};
static const lento_knowledge FULL = {.view = &FULL_VIEW}, AVERAGED = {.view = &VIEW};

static void offer_average(fast_top *top, bool full, lento_build *build) {
    top->sets[0] =
        (lento_slow_set){"bounded",
                         .doc = "the state with Pi1 - MAl s G2, Pi2 + MAl s G1 for the momenta",
                         .size = FT_STATE,
                         .slow = slow,
                         .closed = true,
                         .reconstruct = reconstruct,
                         .output = full ? full_output : lento_fast_top_output,
                         .fastest = fmax(fabs(top->turning), top->nutation),
                         .kernel = "cosine",
                         .periods = 2,
                         .per_period = 30};
    top->closed =
        (lento_closed){.system = LENTO_KEEP(build, lento_system, .order = 1, .size = FT_STATE,
                                            .rate = averaged_rate, .params = top,
                                            .known = full ? &FULL : &AVERAGED),
                       .reconstruct = reconstruct,
                       .slow_start = true,
                       .means = true};
}

const char *lento_fast_top_make_vertical(fast_top *top, lento_build *build) {
    double *slow_state = lento_build_doubles(build, FT_STATE);
    if (!slow_state) {
        return "out of memory";
    }
    const bool full = (int)top->p[FT_INITIAL] == FT_FULL;
    const lento_phase zero = {0, 1, 0};
    memset(top->sets, 0, sizeof top->sets);
    if (fabs(strength(top)) >=
        0.5 * top->p[FT_OMEGA] * top->body.I1) { /* first-order terms are not small */
        return full ? NULL
                    : "the vibration is too slow to be averaged, M A l/(omega I1) >= 0.5: use "
                      "initial=full and scheme direct";
    }
    offer_average(top, full, build);
    if (!full) {
        top->view.output = averaged_output;
    } else if (invert(top, &zero, build->state, slow_state)) {
        build->state = slow_state;
    } else {
        return "initial=full: no averaged start belongs to this one";
    }
    return NULL;
}
