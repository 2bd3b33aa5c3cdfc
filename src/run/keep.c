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

void lento_run_warn(lento_run *run, const char *code, const char *text, const char *word,
                    double value, double limit) {
    if (run->warning_count >= LENTO_MAX_WARNINGS) {
        return;
    }
    for (int i = 0; i < run->warning_count; i++) {
        if (strcmp(run->warnings[i].code, code) == 0 && run->warning_what[i] == text) {
            return; /* the first time is the one to know */
        }
    }
    run->warning_what[run->warning_count] = text;
    char *room = run->warning_text[run->warning_count];
    const char *words[] = {word};
    const double numbers[] = {value, limit};
    lento_text(room, LENTO_TEXT_ROOM, text, words, numbers);
    run->warnings[run->warning_count++] = (lento_warning){code, room, value, limit};
}
