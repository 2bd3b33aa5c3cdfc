/* SPDX-License-Identifier: MIT
 * One value of an option, from text and back. The library's table says what kind it is, where it lies in the struct
 * and what its smallest value is. */
#include "request/request.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define MOST_WHOLE 9007199254740992.0 /* all whole numbers up to here are doubles */

const char *cli_flag_text(const char *name, char text[CLI_FLAG_SIZE]) {
    snprintf(text, CLI_FLAG_SIZE, "--%s", name);
    for (char *c = text; *c; c++) {
        *c = *c == '_' ? '-' : *c;
    }
    return text;
}

/* Times are in seconds where the problem has units. */
static int put_number(const lento_option *o, const char *flag, double *at, const char *text) {
    char what[CLI_VALUE_ERROR];
    double value = 0;
    if (lento_value_read(text, o->unit, &value, what, sizeof what)) {
        return cli_wrong("%s %s: %s", flag, text, what);
    }
    if (o->max > 0 && value >= o->max) {
        return cli_wrong("%s must be less than %g, not %s", flag, o->max, text);
    }
    if (!(value > o->min)) {
        return cli_wrong("%s must be greater than %g, not %s", flag, o->min, text);
    }
    *at = value;
    return 0;
}

/* A whole number: "80", also "1e6" or 2*40. */
static int put_integer(const lento_option *o, const char *flag, void *at, const char *text) {
    const double high = o->max > 0 ? o->max : o->kind == LENTO_COUNT ? INT_MAX : MOST_WHOLE;
    char what[CLI_VALUE_ERROR];
    double value = 0;
    if (lento_value_read(text, NULL, &value, what, sizeof what)) {
        return cli_wrong("%s %s: %s", flag, text, what);
    }
    if (value != floor(value)) {
        return cli_wrong("%s must be a whole number, not %s", flag, text);
    }
    if (value < o->min || value > high) {
        return o->max > 0 || value > high
                   ? cli_wrong("%s must be from %.0f to %.0f, not %s", flag, o->min, high, text)
                   : cli_wrong("%s must be at least %g, not %s", flag, o->min, text);
    }
    if (o->kind == LENTO_COUNT) {
        *(int *)at = (int)value;
    } else {
        *(int64_t *)at = (int64_t)value;
    }
    return 0;
}

int cli_word_find(const char *flag, const char *const words[], int n, const char *text,
                  int *index) {
    const char *names[CLI_MAX_CHOICES];
    char hint[80], list[120] = "";
    int count = 0, shown = 0;
    for (int i = 0; i < n; i++) {
        if (words[i] && strcmp(words[i], text) == 0 && text[0]) {
            *index = i;
            return 0;
        }
        if (words[i] && words[i][0]) {
            names[count++] = words[i];
        }
    }
    for (; shown < count; shown++) {
        cli_append(list, sizeof list, "%s%s", shown == 0 ? "" : (shown + 1 < count ? ", " : " or "),
                   names[shown]);
    }
    return cli_wrong("%s must be %s, not '%s'%s", flag, list, text,
                     cli_hint(text, names, (size_t)count, hint, sizeof hint));
}

const char *cli_choice(const char *choices, int index, int *length) {
    for (; choices && index > 0; index--) {
        const char *bar = strchr(choices, '|');
        choices = bar ? bar + 1 : NULL;
    }
    *length = choices ? (int)strcspn(choices, "|") : 0;
    return choices;
}

static int put_choice(cli_memory *memory, const char *choices, const char *flag, void *at,
                      const char *text) {
    const char *words[CLI_MAX_CHOICES] = {NULL}, *word;
    int n = 0, length;
    while (n < CLI_MAX_CHOICES && (word = cli_choice(choices, n, &length)) != NULL) {
        words[n++] = cli_text(memory, "%.*s", length, word);
    }
    return cli_word_find(flag, words, n, text, at);
}

int cli_option_put(cli_memory *memory, const lento_option *o, void *fields, const char *text) {
    static const char *const switches[] = {"yes", "no"};
    void *at = (char *)fields + o->offset;
    char flag[CLI_FLAG_SIZE];
    int index = 1, code = 0;
    cli_flag_text(o->flag ? o->flag : o->name, flag);
    switch (o->kind) {
    case LENTO_NUMBER:
        return put_number(o, flag, at, text);
    case LENTO_COUNT:
    case LENTO_LONG:
        return put_integer(o, flag, at, text);
    case LENTO_WORD:
        *(const char **)at = cli_text(memory, "%s", text);
        return cli_name_check(o->names, flag, text);
    case LENTO_CHOICE:
        return put_choice(memory, o->choices, flag, at, text);
    case LENTO_SWITCH:
        code = cli_word_find(flag, switches, 2, text, &index);
        *(bool *)at = index == 0;
    }
    return code;
}
