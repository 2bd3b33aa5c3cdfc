/* SPDX-License-Identifier: MIT
 * One value of a run option, from text and back. The library's table says what kind it is, where it
 * lies in the struct and what its smallest value is. */
#include "io/number.h"
#include "request/request.h"

#include <limits.h>
#include <string.h>

const char *cli_flag_of(const lento_option *o, char text[CLI_FLAG_SIZE]) {
    snprintf(text, CLI_FLAG_SIZE, "--%s", o->name);
    for (char *c = text; *c; c++) {
        *c = *c == '_' ? '-' : *c;
    }
    return text;
}

static int put_number(const lento_option *o, void *at, const char *text) {
    char flag[CLI_FLAG_SIZE];
    double value = 0;
    const char *what = io_number_parse(text, o->unit, &value);
    if (what) {
        return cli_wrong("%s: '%s' %s", cli_flag_of(o, flag), text, what);
    }
    if (!(value > o->min)) {
        return cli_wrong("%s must be greater than %g, not %s", cli_flag_of(o, flag), o->min, text);
    }
    *(double *)at = value;
    return 0;
}

static int put_integer(const lento_option *o, void *at, const char *text) {
    char flag[CLI_FLAG_SIZE];
    const long long high = o->kind == LENTO_COUNT ? INT_MAX : LONG_MAX;
    long long value = 0;
    const char *what = io_integer_parse(text, LLONG_MIN, high, &value);
    if (what) {
        return cli_wrong("%s: '%s' %s", cli_flag_of(o, flag), text, what);
    }
    if ((double)value < o->min) {
        return cli_wrong("%s must be at least %g, not %s", cli_flag_of(o, flag), o->min, text);
    }
    if (o->kind == LENTO_COUNT) {
        *(int *)at = (int)value;
    } else {
        *(long *)at = (long)value;
    }
    return 0;
}

static const char *const sides[] = {NULL, "half", "centred", "forward"};

static int put_side(const lento_option *o, void *at, const char *text) {
    char flag[CLI_FLAG_SIZE];
    for (int i = LENTO_HALF; i <= LENTO_FORWARD; i++) {
        if (strcmp(text, sides[i]) == 0) {
            *(lento_side *)at = (lento_side)i;
            return 0;
        }
    }
    return cli_wrong("%s must be half, centred or forward, not '%s'", cli_flag_of(o, flag), text);
}

const char *cli_choice(const char *choices, int index, int *length) {
    for (; choices && index > 0; index--) {
        const char *bar = strchr(choices, '|');
        choices = bar ? bar + 1 : NULL;
    }
    *length = choices ? (int)strcspn(choices, "|") : 0;
    return choices;
}

static int put_choice(const lento_option *o, void *at, const char *text) {
    char flag[CLI_FLAG_SIZE];
    int length;
    const char *word;
    for (int i = 0; (word = cli_choice(o->argument, i, &length)) != NULL; i++) {
        if (strncmp(word, text, (size_t)length) == 0 && text[length] == '\0') {
            *(int *)at = i;
            return 0;
        }
    }
    return cli_wrong("%s must be one of %s, not '%s'", cli_flag_of(o, flag), o->argument, text);
}

static int put_switch(const lento_option *o, void *at, const char *text) {
    char flag[CLI_FLAG_SIZE];
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0) {
        return cli_wrong("%s must be yes or no, not '%s'", cli_flag_of(o, flag), text);
    }
    *(bool *)at = strcmp(text, "yes") == 0;
    return 0;
}

int cli_option_put(cli_memory *memory, const lento_option *o, void *base, const char *text) {
    void *at = (char *)base + o->offset;
    switch (o->kind) {
    case LENTO_NUMBER:
        return put_number(o, at, text);
    case LENTO_COUNT:
    case LENTO_LONG:
        return put_integer(o, at, text);
    case LENTO_WORD:
        *(const char **)at = cli_text(memory, "%s", text);
        return cli_name_check(o, text);
    case LENTO_SIDE:
        return put_side(o, at, text);
    case LENTO_CHOICE:
        return put_choice(o, at, text);
    case LENTO_SWITCH:
        return put_switch(o, at, text);
    }
    return 0;
}

const char *cli_option_text(const lento_option *o, const void *base, char *text, size_t room) {
    const void *at = (const char *)base + o->offset;
    char number[IO_NUMBER_SIZE];
    text[0] = '\0';
    if (o->kind == LENTO_NUMBER && *(const double *)at != 0) {
        snprintf(text, room, "%s", io_number_format_digits(*(const double *)at, 6, number));
    } else if (o->kind == LENTO_COUNT && *(const int *)at != 0) {
        snprintf(text, room, "%d", *(const int *)at);
    } else if (o->kind == LENTO_LONG && *(const long *)at != 0) {
        snprintf(text, room, "%ld", *(const long *)at);
    } else if (o->kind == LENTO_WORD && *(const char *const *)at) {
        snprintf(text, room, "%s", *(const char *const *)at);
    } else if (o->kind == LENTO_SWITCH && *(const bool *)at) {
        snprintf(text, room, "yes");
    } else if (o->kind == LENTO_SIDE && *(const lento_side *)at != LENTO_SIDE_DEFAULT) {
        snprintf(text, room, "%s", sides[*(const lento_side *)at]);
    } else if (o->kind == LENTO_CHOICE) {
        int length;
        const char *word = cli_choice(o->argument, *(const int *)at, &length);
        snprintf(text, room, "%.*s", length, word ? word : "");
    }
    return text;
}
