/* SPDX-License-Identifier: MIT
 *
 * means.c - from the state to its mean over the declared forcing and back, at any time: the triangle
 * of two periods that every scheme and every hands-off run of a forced problem shows (sight.c). */
#include <stdlib.h>

#include "solve/sight.h"
#include "system/given.h"

typedef lento_status task(lento_solver *s, double t, double out[]);

/* A solver that only integrates from x does this work. */
static lento_status solve(const lento_system *system, double t, const double x[], double out[],
                          task *work) {
    lento_failure failure = {0};
    lento_arena arena = {0};
    lento_mass_solver mass;
    if (!out) {
        return LENTO_BAD_OPTION;
    }
    if (!system || !x || lento_check_system(system, &failure) || !system->rate || !system->fast ||
        system->fast->count != 1 || !system->fast->scale[0].forced ||
        system->order * system->size > ROOM || lento_mechanics_of(system)->constraints > 0) {
        return LENTO_BAD_SYSTEM;
    }
    lento_solver *s = lento_take_bytes(&arena, sizeof *s);
    lento_mass_carve(&mass, system, &arena);
    void *memory = arena.too_large ? NULL : calloc(1, arena.used);
    if (!memory) {
        return LENTO_NO_MEMORY;
    }
    arena = (lento_arena){.base = memory};
    s = lento_take_bytes(&arena, sizeof *s);
    lento_mass_carve(&s->mass, system, &arena);
    s->system = system;
    s->options = &(lento_solve_options){.until = 1};
    s->d = system->order * system->size;
    s->period = LENTO_TWO_PI / system->fast->scale[0].frequency;
    s->limit = INFINITY;
    memcpy(s->start, x, (size_t)s->d * sizeof *x);
    const lento_status status =
        lento_mass_factor(&s->mass, system, &failure) ? LENTO_BAD_SYSTEM : work(s, t, out);
    free(memory);
    return status;
}

static lento_status take_mean(lento_solver *s, double t, double mean[]) {
    lento_walker ahead, back;
    lento_walker_open(s, &ahead, t, s->start);
    lento_walker_open(s, &back, t, s->start);
    lento_ways ways = {&ahead.sight, &back.sight, NULL};
    return lento_triangle(s, s->start, &ways, mean, NULL) ? LENTO_CALLBACK_FAILED : LENTO_DONE;
}

static lento_status find_state(lento_solver *s, double t, double state[]) {
    const bool found = lento_start_from_means(s, t);
    memcpy(state, s->start, (size_t)s->d * sizeof *state);
    return found ? LENTO_DONE : s->lost == LOST_CALLBACK ? LENTO_CALLBACK_FAILED : LENTO_STALLED;
}

lento_status lento_state_to_mean(const lento_system *system, double t, const double state[],
                                 double mean[]) {
    return solve(system, t, state, mean, take_mean);
}

lento_status lento_mean_to_state(const lento_system *system, double t, const double mean[],
                                 double state[]) {
    return solve(system, t, mean, state, find_state);
}
