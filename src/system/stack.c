/* SPDX-License-Identifier: MIT
 *
 * stack.c - eight cells of a sweep as one system: the right-hand side is that of a block (known.h), the phases are common,
 * masses are put side by side. */
#include "system/stack.h"

enum { N = LENTO_LANES, GRAIN = 64 };

typedef struct stacked {
    lento_system system;
    lento_mechanics mechanics;
} stacked;

static size_t rounded(size_t bytes) {
    return (bytes + GRAIN - 1) / GRAIN * GRAIN;
}
static bool with_masses(const lento_system *cell) {
    return lento_mechanics_of(cell)->mass_form == LENTO_MASS_DIAGONAL;
}
static size_t mass_room(const lento_system *cell) {
    return with_masses(cell) ? rounded((size_t)cell->size * N * sizeof(double)) : 0;
}

static bool same_phases(const lento_system *x, const lento_system *y) {
    bool same = lento_scales(x) == lento_scales(y);
    for (int i = 0; i < lento_scales(x) && same; i++) {
        const lento_scale *a = &x->fast->scale[i], *b = &y->fast->scale[i];
        same = a->frequency == b->frequency && a->phase == b->phase && a->forced == b->forced;
    }
    return same;
}

/* joined params of the cells, and how many bytes they take */
static size_t join(const lento_system *const cell[LENTO_LANES], void *memory) {
    void *params[N];
    for (int l = 0; l < N; l++) {
        params[l] = cell[l]->params;
    }
    return lento_block_of(cell[0])->join(params, memory);
}

static bool alike(const lento_system *x, const lento_system *y) {
    return lento_block_of(x) == lento_block_of(y) && x->order == y->order && x->size == y->size &&
           lento_constraints(y) == 0 &&
           lento_mechanics_of(y)->mass_form == lento_mechanics_of(x)->mass_form &&
           lento_mechanics_of(y)->mass_form != LENTO_MASS_DENSE && same_phases(x, y);
}

size_t lento_stack_room(const lento_system *const cell[LENTO_LANES]) {
    if (!lento_block_of(cell[0])->join) {
        return 0;
    }
    for (int l = 0; l < N; l++) {
        if (!alike(cell[0], cell[l])) {
            return 0;
        }
    }
    const size_t bytes = join(cell, NULL);
    return bytes > 0 ? rounded(sizeof(stacked)) + mass_room(cell[0]) + bytes : 0;
}

const lento_system *lento_stack(const lento_system *const cell[LENTO_LANES], void *memory) {
    if (lento_stack_room(cell) == 0) {
        return NULL;
    }
    stacked *s = memory;
    void *behind = (char *)memory + rounded(sizeof *s);
    double *mass = behind;
    void *params = (char *)mass + mass_room(cell[0]);
    const lento_mechanics *one = lento_mechanics_of(cell[0]);
    join(cell, params);
    for (int i = 0; i < cell[0]->size * N && with_masses(cell[0]); i++) {
        mass[i] = cell[i % N]->mechanics->mass[i / N];
    }
    s->mechanics = (lento_mechanics){.mass_form = one->mass_form,
                                     .mass = with_masses(cell[0]) ? mass : NULL,
                                     .velocity_dependent = one->velocity_dependent};
    s->system = (lento_system){.order = cell[0]->order,
                               .size = cell[0]->size * N,
                               .rate = lento_block_of(cell[0])->rate,
                               .params = params,
                               .fast = cell[0]->fast,
                               .mechanics = cell[0]->mechanics ? &s->mechanics : NULL};
    return &s->system;
}

void lento_stack_put(const lento_system *stack, int lane, const double cell[], double state[]) {
    for (int i = 0; i < stack->order * stack->size / N; i++) {
        state[i * N + lane] = cell[i];
    }
}

void lento_stack_get(const lento_system *stack, int lane, const double state[], double cell[]) {
    for (int i = 0; i < stack->order * stack->size / N; i++) {
        cell[i] = state[i * N + lane];
    }
}
