/* SPDX-License-Identifier: MIT
 *
 * declarations.c - is what a problem declares about its force true? Averages rest on it: half
 * windows on a force that is even in the fast phase, fitted steps on the number of its harmonics,
 * scheme async and symmetric compositions on a force that does not read the velocity, all windows
 * on a force that is fast through its phases alone. A wrong declaration silently gives wrong
 * results, so the force is looked at before a multiscale run (force_looks.c) and what is found is
 * measured by the slow force, which is 1/omega of the fast one. */
#include <float.h>
#include <math.h>

#include "check/force_looks.h"

/* Second differences in t at a fixed phase, against what t changes in the long run: of a slow
 * motion they are the square of its frequency over the fast one. */
#define SLOW_CURVE 0.005

/* ---- what the phase does ---- */

/* the larger of a difference beyond rounding, as a part of the slow force */
static double of_slow(const lento_looks *look, double difference) {
    return fmax(0, difference - look->rounding) / look->slow;
}

/* half windows, and micro runs that start at rest, rest on it */
static int even(lento_mean *mean, const lento_looks *look) {
    const bool used = mean->options.side == LENTO_HALF || mean->scheme->held;
    return lento_fast_of(mean->fast)->even && used
               ? lento_check(mean->doubts, LENTO_CHECK_EVEN, NULL, of_slow(look, look->odd))
               : 0;
}

/* More harmonics than declared are wrong where the micro steps were chosen for fewer. */
static int harmonics(lento_mean *mean, const lento_looks *look) {
    const lento_stepper *micro = &mean->micro;
    const double share = fmax(0, look->beyond - look->rounding) / fmax(look->fast, look->rounding);
    const bool fitted = (micro->method->traits & LENTO_NEEDS_PHASE) != 0;
    const double steps = mean->period / mean->h, least = lento_steps_for_forcing(micro);
    if (fitted || steps < least * look->highest * (1 - 1e-9)) {
        return lento_check(mean->doubts, LENTO_CHECK_HARMONICS_ALIAS, NULL, share);
    }
    return lento_check(mean->doubts, LENTO_CHECK_HARMONICS, NULL, share);
}

/* ---- what time does at a fixed phase ---- */

static int in_time(lento_mean *mean, const lento_looks *look) {
    const bool read = look->fast > look->rounding;
    for (int i = 0; i < lento_scales(mean->fast); i++) {
        const double curve = look->curve[i], fast = curve > SLOW_CURVE * look->moved[i] ? curve : 0;
        const lento_check_id id = read ? LENTO_CHECK_FAST_TIME : LENTO_CHECK_PHASE_IGNORED;
        if (lento_check(mean->doubts, id, NULL, of_slow(look, fast))) {
            return -1;
        }
    }
    return lento_check_showing(mean->doubts, LENTO_CHECK_PHASE_UNREAD, read ? 0 : 1, NULL, 0, 0);
}

/* ---- what the velocity and the micro run do ---- */

static int velocity(lento_mean *mean, const lento_looks *look) {
    return mean->fast->order == 2 && !lento_mechanics_of(mean->fast)->velocity_dependent
               ? lento_check(mean->doubts, LENTO_CHECK_VELOCITY, NULL,
                             of_slow(look, look->velocity))
               : 0;
}

/* The forcing moves the state by d = f/omega^2. Averages are the first term of a series in the part
 * by which it changes over d, and in the part by which the slow force does. */
static int neighbourhood(lento_mean *mean, const lento_looks *look) {
    const bool first = mean->fast->order == 2 && !mean->scheme->means;
    const double excursion = first ? lento_looks_excursion(look) : 0;
    return lento_check(mean->doubts, LENTO_CHECK_FORCING_STRONG, NULL, excursion) ||
                   lento_check(mean->doubts, LENTO_CHECK_EXCURSION, NULL, excursion)
               ? -1
               : 0;
}

/* ---- rounding ---- */

int lento_check_rounding(lento_mean *mean, double noise) {
    return lento_check(mean->doubts, LENTO_CHECK_ROUNDING_LOST, NULL, noise) ||
                   lento_check(mean->doubts, LENTO_CHECK_ROUNDING, NULL, noise)
               ? -1
               : 0;
}

int lento_check_declarations(lento_mean *mean, const double state[]) {
    lento_looks look = {0};
    if (!lento_forced(mean->fast)) {
        return lento_check_fastest(mean, state);
    }
    if (!mean->fast->rate || !lento_look_at_force(mean, state, &look)) {
        return 0; /* a force that cannot be looked at is left alone */
    }
    return in_time(mean, &look) || even(mean, &look) || harmonics(mean, &look) ||
                   velocity(mean, &look) || neighbourhood(mean, &look) ||
                   lento_check_rounding(mean, DBL_EPSILON * look.largest / look.slow)
               ? -1
               : 0;
}
