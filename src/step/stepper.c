/* SPDX-License-Identifier: MIT
 *
 * stepper.c - what all methods share: memory, the two verbs with their bookkeeping, the first-order view of a
 * system, saving and restoring, and which methods fit which systems.
 *
 * `rate` completes the node the stepper stands on and is cached; `step` leaves the node and the ticker moves
 * on. Pairs that are mathematically wrong are refused here, before anything runs. */
#include <math.h>
#include <string.h>

#include "step/march.h"
#include "step/stepper.h"

int lento_callback_failed(lento_stepper *s, double t) {
    lento_fail(s->failure, LENTO_CALLBACK_FAILED, "the right-hand side reported a failure");
    if (s->failure->status == LENTO_CALLBACK_FAILED && !s->failure->timed) {
        s->failure->timed = true;
        s->failure->t = t;
    }
    return -1;
}

int lento_calls_spent(lento_stepper *s) {
    return lento_fail(s->failure, LENTO_STOPPED, "the limit of calls is reached");
}

void lento_stepper_carve(lento_stepper *s, lento_arena *arena) {
    const lento_system *system = s->system;
    const size_t begin = arena->used;
    s->n = system->size;
    s->m = lento_constraints(system);
    s->size = system->order * system->size;
    s->y = lento_take(arena, s->size);
    s->rate = lento_take(arena, s->n);
    const bool own = system->order == 2 && lento_mechanics_of(system)->mass_form != LENTO_MASS_ONE;
    s->accel = own ? lento_take(arena, s->n) : s->rate;
    s->half = system->order == 2 ? lento_take(arena, s->n) : NULL;
    s->lambda = s->m > 0 ? lento_take(arena, s->m) : NULL;
    s->work = s->method->work > 0 ? lento_take(arena, s->method->work * s->size) : NULL;
    if (s->method->carve) {
        s->method->carve(s, arena);
    }
    s->block = arena->base ? arena->base + begin : NULL;
    s->block_size = arena->used - begin;
}

int lento_stepper_begin(lento_stepper *s, double t, const double turn[], double h, bool held) {
    lento_ticker_start(&s->ticker, s->system, t, turn, h, held);
    s->h = h;
    s->fresh = false;
    s->stage = 0;
    s->closing = 0;
    if (s->composition) { /* a base whose rate needs the step sees its first sub-step */
        s->h = h * s->composition->gamma[0];
        s->ticker.b = s->composition->gamma[0];
    }
    return s->method->begin ? s->method->begin(s) : 0;
}

int lento_stepper_rate(lento_stepper *s) {
    return s->fresh ? 0 : s->method->rate(s);
}

int lento_stepper_step(lento_stepper *s) {
    if (s->composition) {
        return lento_compose_step(s);
    }
    if (s->method->step(s)) {
        return -1;
    }
    s->counts.steps++;
    lento_ticker_next(&s->ticker);
    return 0;
}

int lento_stepper_march(lento_stepper *s, const lento_march *march) {
    if (s->method->march && !s->composition) {
        return s->method->march(s, march);
    }
    return lento_march_with(s, march, lento_stepper_rate, lento_stepper_step);
}

void lento_stepper_save(const lento_stepper *s, lento_stepper *copy, char *block) {
    *copy = *s;
    lento_arena_copy(block, s->block, s->block_size);
}

void lento_stepper_restore(lento_stepper *s, const lento_stepper *copy, const char *block) {
    const lento_work counts = s->counts; /* work done stays done */
    *s = *copy;
    s->counts = counts;
    lento_arena_copy(s->block, block, s->block_size);
}

int lento_stepper_order(const lento_stepper *s) {
    return s->composition ? s->composition->order : s->method->order;
}

/* ---- the first-order view: y' = x' or (v, M^-1 f) ---- */

int lento_stepper_field(lento_stepper *s, double t, const lento_phase phase[], const double y[],
                        double dy[]) {
    if (s->system->order == 1) {
        return lento_stepper_force(s, t, phase, y, NULL, dy);
    }
    const int n = s->n;
    memcpy(dy, y + n, (size_t)n * sizeof *dy);
    if (lento_stepper_force(s, t, phase, y, y + n, dy + n)) {
        return -1;
    }
    lento_mass_solve(s->mass, dy + n, dy + n);
    return 0;
}

int lento_stepper_field_at(lento_stepper *s, double fraction, const double y[], double dy[]) {
    double t;
    lento_phase phase[LENTO_MAX_SCALES];
    lento_ticker_at(&s->ticker, fraction, &t, phase);
    return lento_stepper_field(s, t, phase, y, dy);
}

int lento_stepper_no_rate(lento_stepper *s) {
    s->fresh = true;
    return 0;
}

int lento_stepper_node_rate(lento_stepper *s) {
    const double *v = s->system->order == 2 ? s->y + s->n : NULL;
    if (lento_stepper_force(s, s->ticker.t, s->ticker.now, s->y, v, s->rate)) {
        return -1;
    }
    if (s->accel != s->rate) {
        lento_mass_solve(s->mass, s->rate, s->accel);
    }
    s->fresh = true;
    return 0;
}

void lento_stepper_node_field(const lento_stepper *s, double dy[]) {
    const size_t bytes = (size_t)s->n * sizeof *dy;
    if (s->system->order == 2) {
        memcpy(dy, s->y + s->n, bytes);
        dy += s->n;
    }
    memcpy(dy, s->accel, bytes);
}

/* ---- which methods fit which systems ---- */

static int check_system(const lento_stepper *s, lento_failure *failure) {
    const lento_method *m = s->method;
    const lento_system *system = s->system;
    const lento_splitting *parts = lento_splitting_of(system);
    const lento_solution *solution = lento_solution_of(system);
    const bool keeps = (m->takes & LENTO_TAKES_CONSTRAINTS) != 0;
    if (lento_constraints(system) > 0 && !keeps) {
        return lento_fail_words(failure, LENTO_BAD_OPTION,
                                "method '%s' cannot keep constraints; use shake or rattle", m->name,
                                NULL);
    }
    if ((m->traits & LENTO_SPLITS) != 0) {
        for (const lento_sequence *q = m->sequence; q->fraction != 0; q++) {
            if (!parts->flow || (parts->flows & (1u << q->part)) == 0) {
                return lento_fail_words(failure, LENTO_BAD_OPTION, "method '%s' %s", m->name,
                                        parts->missing
                                            ? parts->missing
                                            : "needs a system that can be split into exact flows");
            }
        }
        return 0;
    }
    if ((m->traits & LENTO_NEEDS_EXACT) != 0) {
        return solution->exact
                   ? 0
                   : lento_fail_words(
                         failure, LENTO_BAD_OPTION, "method '%s' needs an exact solution: %s",
                         m->name, solution->missing ? solution->missing : "this problem has none");
    }
    const bool first = system->order == 1, soft = (m->traits & LENTO_NEEDS_SOFT) != 0;
    const bool takes = (m->takes & (first ? LENTO_TAKES_FIRST : LENTO_TAKES_SECOND)) != 0;
    const bool fitted = (m->traits & LENTO_NEEDS_PHASE) != 0;
    const lento_rule rules[] = {
        {soft && parts->soft == 0,
         .what = "method '%s' needs a problem with soft pairs y' = u, and scheme slow",
         .word = {m->name}},
        {!takes && first,
         .what =
             "method '%s' needs a mechanical system q'' = f; this one is of first order, try rk4",
         .word = {m->name}},
        {!takes, .what = "method '%s' needs a system of first order", .word = {m->name}},
        {!system->rate && !system->field,
         .what = "method '%s' needs a right-hand side, and this system has only flows",
         .word = {m->name}},
        {fitted && !lento_forced(system),
         .what = "method '%s' is fitted to a forcing frequency, and this system has none",
         .word = {m->name}},
        {0}};
    return lento_fail_first(failure, LENTO_BAD_OPTION, rules);
}

int lento_stepper_check(const lento_stepper *s, bool micro, lento_failure *failure) {
    const lento_method *m = s->method;
    const lento_composition *c = s->composition;
    const bool splits = (m->traits & LENTO_SPLITS) != 0;
    const lento_rule rules[] = {
        {micro && (m->traits & LENTO_MACRO_ONLY) != 0,
         .what = "method '%s' cannot be the micro-integrator", .word = {m->name}},
        {c && (m->traits & LENTO_SYMMETRIC) == 0,
         .what = "composition '%s' needs a symmetric base, and '%s' is not symmetric",
         .word = {c ? c->name : NULL, m->name}},
        {c && m->order < c->base_order,
         .what = "composition '%s' raises the order of a base of order 4, and '%s' has 2",
         .word = {c ? c->name : NULL, m->name}},
        {c && lento_mechanics_of(s->system)->velocity_dependent && !splits,
         .what = "composition '%s' keeps its order only for forces that do not depend on the "
                 "velocity; use "
                 "rk4 or dop853",
         .word = {c ? c->name : NULL}},
        {0}};
    return check_system(s, failure) ? -1 : lento_fail_first(failure, LENTO_BAD_OPTION, rules);
}
