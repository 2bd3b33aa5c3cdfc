/* SPDX-License-Identifier: MIT
 *
 * split.c - splitting methods: a step is a sequence of flow parts that the system itself provides (tops:
 * kick, free rotation, Cayley rotation, ...; card bodack B1, B2, B3). A method is one line of data.
 *
 * Evaluations are kicks. Two kicks that meet, the last of one step and the first of the next, see the same
 * force and count once; the one that only completes the last node is a closing evaluation. */
#include <math.h>

#include "step/stepper.h"

static bool is_kick(int part) {
    return part == LENTO_KICK || part == LENTO_GRADIENT_KICK;
}

/* A kick after another one has its force already. */
static int calls_of(int part, bool known) {
    return is_kick(part) ? !known : part == LENTO_EXPONENTIAL ? 2 : 0;
}

static int step(lento_stepper *s) {
    const lento_system *system = s->system;
    lento_flow *flow = system->known->parts->flow;
    double at = 0; /* time inside the step advances with the free parts; forces are taken there */
    for (const lento_sequence *q = s->method->sequence; q->fraction != 0; q++) {
        double t;
        lento_phase phase[LENTO_MAX_SCALES];
        lento_ticker_at(&s->ticker, at, &t, phase);
        const bool kick = is_kick(q->part);
        for (int n = calls_of(q->part, s->stage == 1); n > 0; n--) {
            if (lento_stepper_count(s)) {
                return -1;
            }
        }
        if (flow(t, phase, q->part, q->fraction * s->h, s->h, s->y, system->params)) {
            return lento_callback_failed(s, t);
        }
        s->stage = kick;
        if (!kick) {
            s->counts.flows++;
            at = fmin(1, at + q->fraction);
        }
    }
    s->closing = s->stage;
    s->fresh = false;
    return 0;
}

#define SPLITTING(identifier, text, description, key, p, extra, ...)                               \
    const lento_method lento_method_##identifier = {                                               \
        .name = text,                                                                              \
        .doc = description,                                                                        \
        .paper = key,                                                                              \
        .order = p,                                                                                \
        .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,                                           \
        .traits = LENTO_SPLITS | (extra),                                                          \
        .sequence = (const lento_sequence[]){__VA_ARGS__, {0, 0}},                                 \
        .rate = lento_stepper_no_rate,                                                             \
        .step = step,                                                                              \
    }

SPLITTING(bobenko_suris, "bobenko-suris", "integrable discretisation of the Lagrange top", "bodack",
          1, 0, {LENTO_KICK, 1}, {LENTO_CAYLEY, 1});
SPLITTING(bobenko_suris_adjoint, "bobenko-suris-adjoint", "adjoint of bobenko-suris", "bodack", 1,
          0, {LENTO_CAYLEY, 1}, {LENTO_KICK, 1});
SPLITTING(bobenko_suris_twist, "bobenko-suris-twist", "bobenko-suris with the exact twist",
          "bodack", 1, 0, {LENTO_KICK, 1}, {LENTO_CAYLEY_TWIST, 1});
SPLITTING(bobenko_suris_sym, "bobenko-suris-sym",
          "bobenko-suris with the momentum read at full steps", "bodack", 2, LENTO_SYMMETRIC,
          {LENTO_KICK, 0.5}, {LENTO_CAYLEY, 1}, {LENTO_KICK, 0.5});
SPLITTING(bobenko_suris_sym_twist, "bobenko-suris-sym-twist", "the same with the exact twist",
          "bodack", 2, LENTO_SYMMETRIC, {LENTO_KICK, 0.5}, {LENTO_CAYLEY_TWIST, 1},
          {LENTO_KICK, 0.5});
SPLITTING(strang, "strang", "kick, exact free motion, kick", "bodack", 2, LENTO_SYMMETRIC,
          {LENTO_KICK, 0.5}, {LENTO_FREE, 1}, {LENTO_KICK, 0.5});
SPLITTING(strang_drift, "strang-drift", "exact free motion, kick, exact free motion", "fredbo", 2,
          LENTO_SYMMETRIC, {LENTO_FREE, 0.5}, {LENTO_KICK, 1}, {LENTO_FREE, 0.5});

/* Blanes & Moan S6 (card fredbo A6): drift a, kick b, symmetric */
#define A1 0.0792036964311957
#define A2 0.353172906049774
#define A3 (-0.0420650803577195)
#define B1 0.209515106613362
#define B2 (-0.143851773179818)
SPLITTING(blanes_moan4, "blanes-moan4", "Blanes-Moan splitting with 6 kicks", "fredbo", 4,
          LENTO_SYMMETRIC, {LENTO_FREE, A1}, {LENTO_KICK, B1}, {LENTO_FREE, A2}, {LENTO_KICK, B2},
          {LENTO_FREE, A3}, {LENTO_KICK, 0.5 - B1 - B2}, {LENTO_FREE, 1 - 2 * (A1 + A2 + A3)},
          {LENTO_KICK, 0.5 - B1 - B2}, {LENTO_FREE, A3}, {LENTO_KICK, B2}, {LENTO_FREE, A2},
          {LENTO_KICK, B1}, {LENTO_FREE, A1});
SPLITTING(exponential_midpoint, "exponential-midpoint",
          "resolves the nutation exactly with the gravity torque frozen; for fast tops", "fredbo",
          2, 0, {LENTO_EXPONENTIAL, 1});
SPLITTING(chin4a, "chin4a", "force-gradient splitting 4A", "bodack", 4, LENTO_SYMMETRIC,
          {LENTO_KICK, 1.0 / 6}, {LENTO_FREE, 0.5}, {LENTO_GRADIENT_KICK, 2.0 / 3},
          {LENTO_FREE, 0.5}, {LENTO_KICK, 1.0 / 6});
SPLITTING(axis_split, "axis-split", "rotations about the principal axes one by one; any top",
          "bodack", 2, LENTO_SYMMETRIC, {LENTO_KICK, 0.5}, {LENTO_AXIS_1, 0.5}, {LENTO_AXIS_2, 0.5},
          {LENTO_AXIS_3, 1}, {LENTO_AXIS_2, 0.5}, {LENTO_AXIS_1, 0.5}, {LENTO_KICK, 0.5});
SPLITTING(close_split, "close-split", "the better splitting of a top with two nearly equal moments",
          "bodack", 2, LENTO_SYMMETRIC, {LENTO_KICK, 0.5}, {LENTO_CLOSE_AXIS, 0.5},
          {LENTO_CLOSE_FREE, 1}, {LENTO_CLOSE_AXIS, 0.5}, {LENTO_KICK, 0.5});
