/* SPDX-License-Identifier: MIT
 *
 * arena.h - the one block of memory of a run: building runs twice, with base NULL to measure and on the block to
 * carve. */
#ifndef LENTO_SYSTEM_ARENA_H
#define LENTO_SYSTEM_ARENA_H

#include <stddef.h>

typedef struct lento_arena {
    char *base;
    size_t used;
} lento_arena;
void *lento_take_bytes(lento_arena *arena, size_t bytes);
double *lento_take(lento_arena *arena, int doubles);

#endif
