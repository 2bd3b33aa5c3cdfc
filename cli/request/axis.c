/* SPDX-License-Identifier: MIT
 * What a sweep varies and measures: "p=LO:HI:N", "p=log:LO:HI:N", "--measure NAME=EXPR", "--shard I/N". */
#include "request/request.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 1000000000 };

bool cli_axis_is(const char *text) {
    return strchr(text, ':') != NULL;
}

/* The part of "a:b:c" at *at, which moves on. */
static const char *part(cli_request *request, const char **at) {
    const size_t n = strcspn(*at, ":");
    const char *text = cli_text(&request->memory, "%.*s", (int)n, *at);
    *at += n + ((*at)[n] == ':');
    return text;
}

static int read_end(cli_request *request, const lento_axis *axis, const char *text, double *to) {
    const lento_parameter *row = cli_parameter_find(request->problem.table, axis->name);
    char what[CLI_VALUE_ERROR];
    return lento_value_read(text, row ? row->unit : "", to, what, sizeof what)
               ? cli_wrong("axis %s: %s: %s; write %s=LO:HI:N or %s=log:LO:HI:N", axis->name, text,
                           what, axis->name, axis->name)
               : 0;
}

int cli_axis(cli_request *request, const char *name, const char *text) {
    lento_axis axis = {.name = name};
    const lento_parameter *row = cli_parameter_find(request->problem.table, name);
    const char *at = text;
    if (request->cells.axes == LENTO_MAX_AXES) {
        return cli_wrong("more than %d axes", LENTO_MAX_AXES);
    }
    if (row && row->choices) {
        return cli_wrong("parameter %s is a word (%s) and cannot be an axis", name, row->choices);
    }
    axis.logarithmic = strncmp(at, "log:", 4) == 0;
    at += axis.logarithmic ? 4 : 0;
    int code = read_end(request, &axis, part(request, &at), &axis.from);
    code = code ? code : read_end(request, &axis, part(request, &at), &axis.to);
    if (code) {
        return code;
    }
    char *end;
    const char *count = part(request, &at);
    axis.count = strtoll(count, &end, 10);
    if (*end || *at || (*count && axis.count < 1) || axis.count > MOST_VALUES) {
        return cli_wrong("axis %s=%s: write %s=LO:HI:N or %s=log:LO:HI:N, where N is a whole "
                         "number from 1 to %d",
                         name, text, name, name, MOST_VALUES);
    }
    if (!isfinite(axis.to - axis.from)) {
        return cli_wrong("axis %s=%s: its ends are too far apart", name, text);
    }
    if (axis.logarithmic && !(axis.from * axis.to > 0)) {
        return cli_wrong("axis %s=%s: both ends of a logarithmic axis must be positive", name,
                         text);
    }
    request->cells.axis[request->cells.axes++] = axis;
    return cli_setting_number(request, name, axis.from);
}

int cli_measure_put(const char *flag, cli_request *request, const char *text, cli_source source) {
    (void)source;
    const size_t n = strcspn(text, "=");
    bool name = n > 0 && text[n] == '=' && text[n + 1] != '=';
    for (size_t i = 0; i < n; i++) {
        name = name && (isalnum((unsigned char)text[i]) || text[i] == '_' || text[i] == '-');
    }
    if (!name) {
        return cli_wrong("%s %s: write NAME=EXPR, such as largest=max(%s)", flag, text,
                         request->problem.table ? request->problem.table->columns[0].name : "x");
    }
    if (request->measures == LENTO_MAX_MEASURES) {
        return cli_wrong("%s can be given %d times", flag, LENTO_MAX_MEASURES);
    }
    const char *own = cli_text(&request->memory, "%.*s", (int)n, text);
    for (int i = 0; i < request->measures; i++) {
        if (strcmp(request->measure_name[i], own) == 0) {
            return cli_wrong("%s: two measures are called %s", flag, own);
        }
    }
    request->measure_name[request->measures] = own;
    request->measure[request->measures++] = cli_text(&request->memory, "%s", text + n + 1);
    return 0;
}

int cli_shard_put(const char *flag, cli_request *request, const char *text, cli_source source) {
    (void)source;
    char *end;
    request->shard = strtoll(text, &end, 10);
    request->shards = *end == '/' && end[1] ? strtoll(end + 1, &end, 10) : 0;
    return *end || request->shard < 1 || request->shard > request->shards ||
                   request->shards > 1000000
               ? cli_wrong("%s %s: write I/N, such as 1/4 for the first of four parts", flag, text)
               : 0;
}
