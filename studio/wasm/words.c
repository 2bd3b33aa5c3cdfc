/* SPDX-License-Identifier: MIT
 *
 * words.c - parameters and options of a motion as words, "l=0.2 scheme=async": options by the table
 * of the library, so that a new one is known here by itself. Words are cut in place. */
#include <stdlib.h>
#include <string.h>

#include "motion.h"

/* The next NAME=VALUE of a line; false at its end. */
static bool next_word(char **at, char **name, char **value) {
    char *word = *at + strspn(*at, " ");
    if (*word == '\0') {
        return false;
    }
    char *end = word + strcspn(word, " ");
    *at = *end ? end + 1 : end;
    *end = '\0';
    char *equal = strchr(word, '=');
    *name = word;
    *value = equal ? equal + 1 : end;
    if (equal) {
        *equal = '\0';
    }
    return true;
}

static int choice_of(const char *choices, const char *value) {
    int i = 0;
    for (const char *word = choices; word; i++) {
        const size_t n = strcspn(word, "|");
        if (strlen(value) == n && strncmp(word, value, n) == 0) {
            return i;
        }
        word = word[n] ? word + n + 1 : NULL;
    }
    return -1;
}

static bool put_option(const lento_option *row, lento_options *options, const char *value) {
    void *field = (row->per_level ? (char *)&options->average[0] : (char *)options) + row->offset;
    char *end = NULL;
    const double number = strtod(value, &end);
    const bool numeric = end && *end == '\0' && *value;
    switch (row->kind) {
    case LENTO_WORD:
        *(const char **)field = value;
        return true;
    case LENTO_NUMBER:
        *(double *)field = number;
        return numeric;
    case LENTO_COUNT:
        *(int *)field = (int)number;
        return numeric;
    case LENTO_LONG:
        *(long *)field = (long)number;
        return numeric;
    case LENTO_SWITCH:
        *(bool *)field = number != 0;
        return numeric;
    default:
        *(int *)field = choice_of(row->choices, value);
        return *(int *)field >= 0;
    }
}

int studio_options(char *line, lento_options *options) {
    char *name, *value;
    while (next_word(&line, &name, &value)) {
        const lento_option *row = lento_option_find(name, strlen(name));
        if (!row || !put_option(row, options, value)) {
            const char *const words[] = {"The option ", name, " cannot be ", value, "."};
            studio_say("");
            for (int i = 0; i < 5; i++) {
                studio_add(words[i]);
            }
            return -1;
        }
    }
    return 0;
}

int studio_settings(char *line, lento_setting list[]) {
    int n = 0;
    char *name, *value;
    while (n < STUDIO_SETTINGS && next_word(&line, &name, &value)) {
        char *end = NULL;
        const double number = strtod(value, &end);
        list[n++] = (lento_setting){name, *end ? value : NULL, number};
    }
    return n;
}
