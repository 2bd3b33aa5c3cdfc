/* SPDX-License-Identifier: MIT
 *
 * option.c - lines that set or say something about a run: @ name=value, and statements that are noted or refused by
 * name. Of XPP's settings total, dt and meth mean something here; names of Lento's run options are its
 * suggestions; all others are listed as ignored. */
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

static int number(eq_file *file, const char *text, size_t at, double least, double *value) {
    const char *end;
    *value = lento_eq_decimal(text, &end);
    return end == text || *end != '\0' || !isfinite(*value) || !(*value > least)
               ? lento_eq_error(file, at, "'%s' is not a positive number", text, NULL)
               : 0;
}

/* which of the words of "half|centred|forward" */
static int word_of(const char *words, const char *text) {
    const size_t n = strlen(text);
    int index = 0;
    for (const char *c = words; c && *c; index++) {
        const size_t length = strcspn(c, "|");
        if (length == n && strncmp(c, text, n) == 0) {
            return index;
        }
        c += length + (c[length] == '|' ? 1 : 0);
    }
    return -1;
}

/* one of Lento's own options becomes a suggestion */
static int suggest(eq_file *file, const lento_option *o, const char *text, size_t at) {
    char *base = o->per_level ? (char *)&file->problem.suggested.average[0]
                              : (char *)&file->problem.suggested;
    void *place = base + o->offset;
    double value = 0;
    int word = 0;
    switch (o->kind) {
    case LENTO_WORD:
        *(const char **)place = text;
        return 0;
    case LENTO_SWITCH:
        *(bool *)place = strcmp(text, "0") != 0;
        return 0;
    case LENTO_CHOICE:
        word = word_of(o->choices, text);
        if (word < 0) {
            return lento_eq_error(file, at, "'%s' is not a value of %s", text, o->name);
        }
        *(int *)place = word;
        return 0;
    default:
        break;
    }
    if (number(file, text, at, -1e-300, &value)) {
        return -1;
    }
    if (value > 1e9 && o->kind != LENTO_NUMBER) {
        return lento_eq_error(file, at, "'%s' is too large for %s", text, o->name);
    }
    if (o->kind == LENTO_NUMBER) {
        *(double *)place = value;
    } else if (o->kind == LENTO_LONG) {
        *(int64_t *)place = (int64_t)value;
    } else {
        *(int *)place = (int)value;
    }
    return 0;
}

/* ---- settings with a meaning of their own ---- */

static int total(eq_file *file, const char *text, size_t at) {
    return number(file, text, at, 0, &file->total);
}

static int dt(eq_file *file, const char *text, size_t at) {
    double step;
    if (number(file, text, at, -1e300, &step)) {
        return -1;
    }
    file->step = fabs(step);
    return 0;
}

/* XPP tells its methods by their first letter; those that are none here are not taken over */
static const struct {
    char letter;
    const char *method, *why; /* the same here; why the file is refused */
} METHODS[] = {{'r', "rk4", NULL},
               {'e', "euler", NULL},
               {'d', NULL, "maps (meth=discrete) are not part of Lento"}};

static int method(eq_file *file, const char *text, size_t at) {
    file->method = NULL;
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        if (METHODS[i].letter == text[0]) {
            file->method = METHODS[i].method;
            return METHODS[i].why ? lento_eq_error(file, at, METHODS[i].why, NULL, NULL) : 0;
        }
    }
    return 0;
}

static int closed(eq_file *file, const char *text, size_t at) {
    double value = 0;
    const int code = number(file, text, at, -1, &value);
    file->closed = value != 0;
    return code;
}

/* as other programs call it */
static int meant_total(eq_file *file, const char *text, size_t at) {
    return lento_eq_error(file, at, "the end of the motion is written @ total=%s", text, NULL);
}

static const struct {
    const char *name;
    int (*set)(eq_file *file, const char *text, size_t at);
} SETTINGS[] = {{"total", total},        {"dt", dt},
                {"meth", method},        {"method", method},
                {"closed", closed},      {"tend", meant_total},
                {"t_end", meant_total},  {"tmax", meant_total},
                {"tfinal", meant_total}, {"tstop", meant_total},
                {"tspan", meant_total}};

static int set(eq_file *file, const char *name, const char *text, size_t at) {
    for (size_t i = 0; i < sizeof SETTINGS / sizeof *SETTINGS; i++) {
        if (strcmp(SETTINGS[i].name, name) == 0) {
            return SETTINGS[i].set(file, text, at);
        }
    }
    const lento_option *option = lento_option_find(name, strlen(name));
    return option ? suggest(file, option, text, at) : EQ_ADD(file, file->ignored, name);
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
        if (set(file, words[0], words[1], at)) {
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
