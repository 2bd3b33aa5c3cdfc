/* SPDX-License-Identifier: MIT
 *
 * arena.h - the one block of memory of a run: building runs twice, with base NULL to measure and on the block to
 * carve.
 *
 * Under the address sanitizer the pieces are kept apart by zones that nobody may touch, so that an overrun of one piece
 * is a fault and not a change of the next one. */
#ifndef LENTO_SYSTEM_ARENA_H
#define LENTO_SYSTEM_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lento_arena {
    char *base;
    size_t used;
    /* a piece has a negative count or more numbers than an int counts, or all of them too many bytes: do not carve */
    bool too_large;
} lento_arena;
void *lento_take_bytes(lento_arena *arena, size_t bytes);
double *lento_take(lento_arena *arena, int doubles);
double *lento_take_many(lento_arena *arena, size_t doubles);

/* a * b numbers, each at least 0 */
static inline double *lento_take_matrix(lento_arena *arena, int a, int b) {
    return lento_take_many(arena, (size_t)a * (size_t)b);
}

/* From one block of pieces to another of the same pieces, or to and from one piece of their total size. */
void lento_arena_copy(char *to, const char *from, size_t bytes);

#endif
