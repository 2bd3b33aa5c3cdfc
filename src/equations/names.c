/* SPDX-License-Identifier: MIT
 *
 * names.c - the names of a file: found without regard to case, kept as first written. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

enum { BUCKETS = 1 << 14 };

static unsigned hash_of(const char *name, size_t length) {
    unsigned h = 2166136261u;
    for (size_t i = 0; i < length; i++) {
        h = (h ^ (unsigned)tolower((unsigned char)name[i])) * 16777619u;
    }
    return h % BUCKETS;
}

static bool same(const char *lower, const char *name, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (lower[i] != tolower((unsigned char)name[i])) {
            return false;
        }
    }
    return lower[length] == '\0';
}

int lento_eq_symbol(eq_file *file, const char *name, size_t length, size_t at) {
    if (!file->buckets && !(file->buckets = lento_eq_take(file, BUCKETS * sizeof(int)))) {
        return lento_eq_no_memory(file);
    }
    const unsigned h = hash_of(name, length);
    for (int i = file->buckets[h]; i > 0; i = file->symbols.item[i - 1].next) {
        if (same(file->symbols.item[i - 1].lower, name, length)) {
            return i - 1;
        }
    }
    char *text = lento_eq_copy(file, name, length), *lower = lento_eq_copy(file, name, length);
    eq_symbol *s = text && lower ? EQ_PUSH(file->symbols) : NULL;
    if (!s) {
        return lento_eq_no_memory(file);
    }
    for (char *c = lower; *c; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
    *s = (eq_symbol){.name = text,
                     .lower = lower,
                     .at = at,
                     .value = EQ_NO_RANGE,
                     .start = {EQ_NO_RANGE, EQ_NO_RANGE},
                     .mass = EQ_NO_RANGE,
                     .rate = EQ_NO_RANGE,
                     .next = file->buckets[h]};
    file->buckets[h] = (int)file->symbols.count;
    return (int)file->symbols.count - 1;
}

static size_t stem(const char *name) {
    size_t n = strlen(name);
    while (n > 0 && isdigit((unsigned char)name[n - 1])) {
        n--;
    }
    return n;
}

bool lento_eq_same_array(const eq_symbol *a, const eq_symbol *b) {
    const size_t n = stem(a->lower);
    return a->lower[n] != '\0' && b->lower[stem(b->lower)] != '\0' && n == stem(b->lower) &&
           strncmp(a->lower, b->lower, n) == 0;
}

const char *lento_eq_like(const eq_file *file, const char *name, int role) {
    enum { ROOM = 4096 };
    const char **names = malloc(ROOM * sizeof *names);
    size_t n = 0;
    for (size_t i = 0; names && i < file->symbols.count && n < ROOM; i++) {
        const eq_symbol *s = &file->symbols.item[i];
        const bool function = s->role == EQ_FUNCTION;
        if (s->role != EQ_UNKNOWN && s->role != EQ_TIME && s->role != EQ_PI &&
            function == (role == EQ_FUNCTION)) {
            names[n++] = s->name;
        }
    }
    for (int op = 0; names && role == EQ_FUNCTION && op < EQ_OPERATIONS && n < ROOM; op++) {
        if (lento_eq_operations[op].name) {
            names[n++] = lento_eq_operations[op].name;
        }
    }
    const char *nearest = names ? lento_nearest(name, names, n) : NULL;
    free(names);
    return nearest;
}
