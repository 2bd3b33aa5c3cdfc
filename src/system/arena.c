/* SPDX-License-Identifier: MIT
 *
 * arena.c - pieces of the one block of memory of a run. */
#include "system/arena.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#endif

#ifdef WATCHED
#include <sanitizer/asan_interface.h>
enum { ZONE = 32 };

/* up to the next place that nobody may touch */
static size_t free_bytes(const char *at, size_t bytes) {
    const char *end = bytes > 0 ? __asan_region_is_poisoned((void *)at, bytes) : NULL;
    return end ? (size_t)(end - at) : bytes;
}
#else
enum { ZONE = 0 };
#endif

void *lento_take_bytes(lento_arena *arena, size_t bytes) {
    const size_t at = arena->used + (arena->used == 0 ? ZONE : 0);
    if (bytes > SIZE_MAX / 4 || at > SIZE_MAX / 4) {
        arena->too_large = true;
        return NULL;
    }
    arena->used = at + (bytes + 15) / 16 * 16 + ZONE;
    if (!arena->base) {
        return NULL;
    }
#ifdef WATCHED
    if (at == ZONE) {
        ASAN_POISON_MEMORY_REGION(arena->base, ZONE);
    }
    ASAN_UNPOISON_MEMORY_REGION(arena->base + at, bytes);
    ASAN_POISON_MEMORY_REGION(arena->base + at + bytes, arena->used - at - bytes);
#endif
    return arena->base + at;
}

double *lento_take_many(lento_arena *arena, size_t doubles) {
    if (doubles > INT_MAX) {
        arena->too_large = true;
        return NULL;
    }
    return lento_take_bytes(arena, doubles * sizeof(double));
}

double *lento_take(lento_arena *arena, int doubles) {
    return lento_take_many(arena, doubles < 0 ? SIZE_MAX : (size_t)doubles);
}

void lento_arena_copy(char *to, const char *from, size_t bytes) {
#ifdef WATCHED
    for (size_t i = 0; i < bytes;
         i += ZONE / 4) { /* piece by piece; what lies between is left alone */
        const size_t n = free_bytes(to + i, free_bytes(from + i, bytes - i));
        memcpy(to + i, from + i, n);
        i += n / (ZONE / 4) * (ZONE / 4);
    }
#else
    memcpy(to, from, bytes);
#endif
}
