/* SPDX-License-Identifier: MIT
 *
 * means.c - from the state to its mean over the declared forcing and back, at any time: the triangle
 * of two periods that every scheme and every hands-off run of a forced problem shows (sight.c). */
#include <stdlib.h>

#include "solve/sight.h"
#include "system/given.h"

/* a solver that only integrates, in a memory to be freed; NULL and *status: none */
static lento_solver *open(const lento_system *system, const double x[],
                          lento_solve_options *options, lento_status *status, void **memory) {
    lento_failure failure = {0};
    lento_arena arena = {0};
    lento_mass_solver mass;
    *status = LENTO_BAD_SYSTEM;
    if (!system || !x || lento_check_system(system, &failure) || !system->rate || !system->fast ||
        system->fast->count != 1 || !system->fast->scale[0].forced ||
        system->order * system->size > ROOM || lento_mechanics_of(system)->constraints > 0) {
        return NULL;
    }
    lento_solver *s = lento_take_bytes(&arena, sizeof *s);
    lento_mass_carve(&mass, system, &arena);
    *status = LENTO_NO_MEMORY;
    *memory = arena.too_large ? NULL : calloc(1, arena.used);
    if (!*memory) {
        return NULL;
    }
    arena = (lento_arena){.base = *memory};
    s = lento_take_bytes(&arena, sizeof *s);
    lento_mass_carve(&s->mass, system, &arena);
    s->system = system;
    s->options = options;
    s->d = system->order * system->size;
    s->period = LENTO_TWO_PI / system->fast->scale[0].frequency;
    s->limit = INFINITY;
    memcpy(s->start, x, (size_t)s->d * sizeof *x);
    *status = lento_mass_factor(&s->mass, system, &failure) ? LENTO_BAD_SYSTEM : LENTO_DONE;
    if (*status) {
        free(*memory);
        return NULL;
    }
    return s;
}

lento_status lento_state_to_mean(const lento_system *system, double t, const double state[],
                                 double mean[]) {
    lento_solve_options options = {.until = 1};
    lento_status status;
    void *memory;
    lento_solver *s = mean ? open(system, state, &options, &status, &memory) : NULL;
    if (!s) {
        return mean ? status : LENTO_BAD_OPTION;
    }
    lento_walker ahead, back;
    lento_walker_open(s, &ahead, t, s->start);
    lento_walker_open(s, &back, t, s->start);
    lento_ways ways = {&ahead.sight, &back.sight, NULL};
    status = lento_triangle(s, s->start, &ways, mean, NULL) ? LENTO_CALLBACK_FAILED : LENTO_DONE;
    free(memory);
    return status;
}

lento_status lento_mean_to_state(const lento_system *system, double t, const double mean[],
                                 double state[]) {
    lento_solve_options options = {.until = 1};
    lento_status status;
    void *memory;
    lento_solver *s = state ? open(system, mean, &options, &status, &memory) : NULL;
    if (!s) {
        return state ? status : LENTO_BAD_OPTION;
    }
    status = lento_start_from_means(s, t) ? LENTO_DONE
             : s->lost == LOST_CALLBACK   ? LENTO_CALLBACK_FAILED
                                          : LENTO_STALLED;
    memcpy(state, s->start, (size_t)s->d * sizeof *state);
    free(memory);
    return status;
}
