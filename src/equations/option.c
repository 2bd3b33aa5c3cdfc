/* SPDX-License-Identifier: MIT
 *
 * option.c - lines that set or say something about a run: @ name=value, and statements that are noted or refused by
 * name. */
#include "equations/equations.h"

#include <ctype.h>
#include <string.h>

static const char *lower_copy(eq_file *file, const char *text, size_t length) {
    char *copy = lento_eq_copy(file, text, length);
    for (char *c = copy; c && *c; c++) {
        *c = (char)tolower((unsigned char)*c);
    }
    return copy;
}

/* name=value, separated by commas or spaces; values are words or numbers */
int lento_eq_options(eq_reader *r) {
    eq_file *file = r->file;
    const char *text = r->line->text;
    const size_t end = r->line->length, origin = r->line->origin;
    size_t i = 1;
    bool before = false; /* is a value */
    for (;;) {
        while (i < end && (isspace((unsigned char)text[i]) || text[i] == ',' || text[i] == '\\')) {
            i++;
        }
        const size_t name = i;
        while (i < end && text[i] != '=' && text[i] != ',' && !isspace((unsigned char)text[i])) {
            i++;
        }
        if (i == name) {
            return 0;
        }
        const size_t at = origin + (r->line->copy ? 0 : name), length = i - name;
        while (i < end && isspace((unsigned char)text[i])) {
            i++;
        }
        if (i == end || text[i] != '=') {
            eq_unit unit;
            const bool is_unit = before && lento_eq_unit(text + name, length, &unit) == NULL;
            return lento_eq_error(file, at,
                                  is_unit ? "settings have no units: times are in s, angles in rad"
                                          : "settings are written @ name=value",
                                  NULL, NULL);
        }
        i++;
        while (i < end && isspace((unsigned char)text[i])) {
            i++;
        }
        const size_t value = i;
        while (i < end && text[i] != ',' && !isspace((unsigned char)text[i])) {
            i++;
        }
        const char *words[2] = {lower_copy(file, text + name, length),
                                lower_copy(file, text + value, i - value)};
        if (!words[0] || !words[1]) {
            return lento_eq_no_memory(file);
        }
        if (lento_eq_set(file, words[0], words[1], at)) {
            return -1;
        }
        before = true;
    }
}

/* ---- statements that are only named ---- */

static const struct {
    const char *word, *why; /* NULL: noted and ignored */
} STATEMENTS[] = {{"set", NULL},
                  {"only", NULL},
                  {"export", NULL},
                  {"options", NULL},
                  {"option", NULL},
                  {"o", NULL},
                  {"wiener", "noise is not part of Lento"},
                  {"w", "noise is not part of Lento"},
                  {"markov", "Markov chains are not part of Lento"},
                  {"m", "Markov chains are not part of Lento"},
                  {"bdry", "boundary value problems are not part of Lento"},
                  {"bndry", "boundary value problems are not part of Lento"},
                  {"b", "boundary value problems are not part of Lento"},
                  {"volterra", "integral equations are not part of Lento"},
                  {"volt", "integral equations are not part of Lento"},
                  {"v", "integral equations are not part of Lento"},
                  {"special", "'special' (convolutions and networks) is not part of Lento"},
                  {"solv", "'solv' (algebraic equations) is not part of Lento"},
                  {"solve", "'solve' (algebraic equations) is not part of Lento"},
                  {"mksol", "'mksol' (algebraic equations) is not part of Lento"},
                  {"vector", "'vector' is not part of Lento"},
                  {"network", "'network' is not part of Lento"}};

int lento_eq_refuse(eq_reader *r) {
    eq_file *file = r->file;
    for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++) {
        if (!lento_eq_is(r, STATEMENTS[i].word)) {
            continue;
        }
        if (STATEMENTS[i].why) {
            return lento_eq_error(file, r->token.at, STATEMENTS[i].why, NULL, NULL);
        }
        return EQ_ADD(file, file->ignored, STATEMENTS[i].word);
    }
    return lento_eq_no_statement(r);
}
