/* SPDX-License-Identifier: MIT
 *
 * arena.c - pieces of the one block of memory of a run. */
#include "system/arena.h"

void *lento_take_bytes(lento_arena *arena, size_t bytes) {
    const size_t at = arena->used;
    arena->used += (bytes + 15) / 16 * 16;
    return arena->base ? arena->base + at : NULL;
}

double *lento_take(lento_arena *arena, int doubles) {
    return lento_take_bytes(arena, (size_t)doubles * sizeof(double));
}
