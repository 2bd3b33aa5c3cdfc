/* SPDX-License-Identifier: MIT
 *
 * memory.c - memory of a result: pieces in a list, freed together. */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "study/study.h"
#include "system/failure.h"

void *lento_chunk_take(lento_chunk **chunks, size_t bytes) {
    lento_chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) {
        return NULL;
    }
    c->next = *chunks;
    *chunks = c;
    return c->bytes;
}

const char *lento_chunk_copy(lento_chunk **chunks, const char *text) {
    char *copy = text ? lento_chunk_take(chunks, strlen(text) + 1) : NULL;
    return copy ? strcpy(copy, text) : NULL;
}

const char *lento_chunk_text(lento_chunk **chunks, const char *what, const char *const word[],
                             const double number[]) {
    const size_t room = lento_text(NULL, 0, what, word, number) + 1;
    char *text = lento_chunk_take(chunks, room);
    if (text) {
        lento_text(text, room, what, word, number);
    }
    return text ? text : "out of memory";
}

bool lento_refused(bool *refused, const char **message, const char *why) {
    *refused = true;
    *message = why;
    return false;
}

/* Copies the word in its place. */
static bool keep(lento_chunk **chunks, const char **word) {
    const char *copy = lento_chunk_copy(chunks, *word);
    const bool good = copy || !*word;
    *word = copy;
    return good;
}

bool lento_chunk_options(lento_chunk **chunks, const lento_options *resolved, lento_options *o) {
    *o = *resolved;
    bool good = keep(chunks, &o->macro);
    for (int i = 0; i < LENTO_MAX_LEVELS; i++) {
        lento_average *a = &o->average[i];
        good = keep(chunks, &a->scheme) && good;
        good = keep(chunks, &a->micro) && good;
        good = keep(chunks, &a->kernel) && good;
    }
    return good;
}

void lento_chunk_free(lento_chunk **chunks) {
    while (*chunks) {
        lento_chunk *next = (*chunks)->next;
        free(*chunks);
        *chunks = next;
    }
}
