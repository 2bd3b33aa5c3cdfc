/* SPDX-License-Identifier: MIT
 *
 * keep.c - what a run keeps while it is built and run: pieces of its one block of memory, words of its options, and
 * its warnings, each once. */
#include <string.h>

#include "core.h"

void *lento_take_bytes(lento_arena *arena, size_t bytes) {
    const size_t at = arena->used;
    arena->used += (bytes + 15) / 16 * 16;
    return arena->base ? arena->base + at : NULL;
}

double *lento_take(lento_arena *arena, int doubles) {
    return lento_take_bytes(arena, (size_t)doubles * sizeof(double));
}

const char *lento_run_keep(lento_run *run, const char *text) {
    if (!text || text[0] == '\0') {
        return text ? "" : NULL; /* an empty word would leave its place free for the next one */
    }
    for (size_t i = 0; i < sizeof run->words / sizeof run->words[0]; i++) {
        char *word = run->words[i];
        if (word[0] == '\0' || strcmp(word, text) == 0) {
            strncpy(word, text, sizeof run->words[0] - 1);
            return word;
        }
    }
    return "";
}
