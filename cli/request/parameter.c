/* SPDX-License-Identifier: MIT
 * What the tables of parameters and options say, in words: default, range, value. A family "m#" has up to
 * four defaults; later members repeat the last one that is not zero. */
#include "io/number.h"
#include "request/request.h"

#include <inttypes.h>
#include <math.h>

enum { DEFAULTS = sizeof((lento_parameter *)0)->value / sizeof(double) };

static bool same(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

/* Number of defaults that differ from the one all later members have. */
static int distinct(const lento_parameter *p) {
    int last = DEFAULTS - 1;
    while (last > 0 && p->value[last] == 0) {
        last--;
    }
    while (last > 0 && same(p->value[last], p->value[last - 1])) {
        last--;
    }
    return p->count ? last : 0;
}

const char *cli_default_text(const lento_parameter *p, char *text, size_t room) {
    char number[IO_NUMBER_SIZE];
    text[0] = '\0';
    if (p->choices) {
        int length;
        const char *word = cli_choice(p->choices, (int)p->value[0], &length);
        cli_append(text, room, "%.*s", length, word ? word : "");
        return text;
    }
    const int last = distinct(p);
    for (int i = 0; i <= last; i++) {
        cli_append(text, room, "%s%s", i == 0 ? "" : (i == last ? ", then " : ", "),
                   isnan(p->value[i]) ? "computed" : io_number_format(p->value[i], number));
    }
    return text;
}

const char *cli_range_text(const lento_parameter *p, char *text, size_t room) {
    char a[IO_NUMBER_SIZE], b[IO_NUMBER_SIZE];
    if (p->choices) {
        snprintf(text, room, "%s", p->choices);
    } else if (p->min == 0 && p->max == 0 && !p->open) {
        snprintf(text, room, p->whole ? "whole" : "any");
    } else if (!isfinite(p->max) || (p->max == 0 && p->open)) {
        snprintf(text, room, "%s%s %s", p->whole ? "whole, " : "",
                 p->open ? ">" : ">=", io_number_format(p->min, a));
    } else {
        snprintf(text, room, "%s%s%s to %s", p->whole ? "whole, " : "", p->open ? "> " : "",
                 io_number_format(p->min, a), io_number_format(p->max, b));
    }
    return text;
}

const char *cli_option_text(const lento_option *o, const void *fields, char *text, size_t room) {
    const void *at = (const char *)fields + o->offset;
    char number[IO_NUMBER_SIZE];
    text[0] = '\0';
    if (o->kind == LENTO_CHOICE) {
        int length;
        const char *word = cli_choice(o->choices, *(const int *)at, &length);
        snprintf(text, room, "%.*s", length, word ? word : "");
    } else if (!lento_option_given(o, fields)) {
        return text;
    } else if (o->kind == LENTO_NUMBER) {
        snprintf(text, room, "%s", io_number_format_digits(*(const double *)at, 6, number));
    } else if (o->kind == LENTO_COUNT) {
        snprintf(text, room, "%d", *(const int *)at);
    } else if (o->kind == LENTO_LONG) {
        snprintf(text, room, "%" PRId64, *(const int64_t *)at);
    } else {
        snprintf(text, room, "%s", o->kind == LENTO_WORD ? *(const char *const *)at : "yes");
    }
    return text;
}
