/* SPDX-License-Identifier: MIT
 * How a result was computed, in words and in JSON: every resolved option of the library's table,
 * and the problem's parameters as the user would type them. */
#include "io/number.h"
#include "print/output.h"

#include <inttypes.h>
#include <math.h>

static const char *number(double value, char text[IO_NUMBER_SIZE]) {
    return io_number_format_digits(value, 6, text);
}

void cli_variant_words(const lento_average *level, const char *between, char *text, size_t room) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        const lento_option *o = &list[i];
        char value[64], flag[CLI_FLAG_SIZE];
        if (o->told == LENTO_TOLD_AS_VARIANT && lento_option_given(o, level)) {
            cli_append(text, room, "%s%s", between, cli_flag_text(o->name, flag) + 2);
            cli_append(text, room, "%s%s", o->kind == LENTO_SWITCH ? "" : " ",
                       o->kind == LENTO_SWITCH ? ""
                                               : cli_option_text(o, level, value, sizeof value));
        }
    }
}

const char *cli_method_words(const lento_options *o, char *text, size_t room) {
    char a[IO_NUMBER_SIZE], b[IO_NUMBER_SIZE];
    const int levels = lento_options_levels(o);
    text[0] = '\0';
    cli_append(text, room, "%s", levels > 0 ? "" : "direct");
    for (int i = 0; i < levels; i++) {
        cli_append(text, room, "%s%s", i > 0 ? " over " : "", o->average[i].scheme);
    }
    cli_append(text, room, ": %s", o->macro ? o->macro : "?");
    if (o->macro_step > 0) {
        cli_append(text, room, ", %" PRId64 " steps of %s",
                   o->steps > 0 ? o->steps : (int64_t)(ceil(o->until / o->macro_step)),
                   number(o->macro_step, a));
    } else if (o->rtol > 0) {
        cli_append(text, room, ", tolerance %s, %s", number(o->rtol, a), number(o->atol, b));
    }
    for (int i = 0; i < levels; i++) {
        const lento_average *level = &o->average[i];
        if (!lento_level_windows(level)) {
            continue;
        }
        cli_append(text, room, "; %s", level->kernel ? level->kernel : "window");
        if (level->periods > 0) {
            cli_append(text, room, " over %s period%s", number(level->periods, a),
                       level->periods == 1 ? "" : "s");
        } else if (level->window > 0) {
            cli_append(text, room, " of width %s", number(level->window, a));
        }
        cli_append(text, room, ", %s", level->micro ? level->micro : "?");
        if (level->micro_per_period > 0) {
            cli_append(text, room, " %d per period", level->micro_per_period);
        } else if (level->micro_step > 0) {
            cli_append(text, room, " with step %s", number(level->micro_step, a));
        }
        if (level->phases > 1) {
            cli_append(text, room, ", %d phases", level->phases);
        }
        cli_variant_words(level, ", ", text, room);
    }
    return text;
}

static void field_json(io_json *json, const char *key, const lento_option *o, const void *base) {
    const void *at = (const char *)base + o->offset;
    char text[64];
    cli_option_text(o, base, text, sizeof text);
    if (o->kind == LENTO_SWITCH) {
        io_json_bool(json, key, *(const bool *)at);
    } else if (text[0] == '\0') {
        io_json_null(json, key);
    } else if (o->kind == LENTO_NUMBER) {
        io_json_number(json, key, *(const double *)at);
    } else if (o->kind == LENTO_COUNT) {
        io_json_integer(json, key, *(const int *)at);
    } else if (o->kind == LENTO_LONG) {
        io_json_integer(json, key, *(const int64_t *)at);
    } else if (o->kind == LENTO_WORD) {
        io_json_string(json, key, *(const char *const *)at);
    } else {
        io_json_string(json, key, text);
    }
}

void cli_method_json(io_json *json, const char *key, const lento_options *resolved) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const int levels = lento_options_levels(resolved);
    io_json_object(json, key);
    for (size_t i = 0; i < n; i++) {
        const lento_option *o = &list[i];
        if (!o->per_level) {
            field_json(json, o->name, o, resolved);
        } else if (o->names_levels && levels == 0) {
            io_json_string(json, o->name, "direct");
        } else if (levels == 1 || (levels == 0 && o->direct && o->kind == LENTO_CHOICE)) {
            field_json(json, o->name, o, &resolved->average[0]);
        } else if (levels == 0) {
            io_json_null(json, o->name);
        } else {
            io_json_array(json, o->name);
            for (int k = 0; k < levels; k++) {
                field_json(json, NULL, o, &resolved->average[k]);
            }
            io_json_end(json);
        }
    }
    io_json_end(json);
}

/* ---- parameters ---- */

/* The value of parameter i as the user would type it. */
static const char *parameter_text(const lento_model *model, int i, char *text, size_t room) {
    const lento_parameter *row;
    double value;
    char digits[IO_NUMBER_SIZE];
    lento_model_parameter(model, i, &value, &row);
    if (row->choices) {
        int length;
        const char *word = cli_choice(row->choices, (int)value, &length);
        snprintf(text, room, "%.*s", length, word ? word : "");
    } else {
        snprintf(text, room, "%s", io_number_format(value, digits));
    }
    return text;
}

static void parameters_json(io_json *json, const lento_model *model) {
    io_json_object(json, "parameters");
    for (int i = 0; i < lento_model_parameters(model); i++) {
        const lento_parameter *row;
        double value;
        char text[128];
        const char *name = lento_model_parameter(model, i, &value, &row);
        if (row->choices) {
            io_json_string(json, name, parameter_text(model, i, text, sizeof text));
        } else {
            io_json_number(json, name, value);
        }
    }
    io_json_end(json);
}

void cli_problem_json(io_json *json, const cli_request *request) {
    io_json_string(json, "problem", request->problem.table->name);
    if (request->problem.path) {
        io_json_string(json, "file", request->problem.path);
    }
    parameters_json(json, request->model);
}

void cli_head_json(io_json *json, const cli_request *request) {
    io_json_object(json, NULL);
    io_json_string(json, "lento", lento_version());
    cli_problem_json(json, request);
}

const char *cli_parameters_words(const lento_model *model, char *text, size_t room) {
    text[0] = '\0';
    for (int i = 0; i < lento_model_parameters(model); i++) {
        const lento_parameter *row;
        double value;
        char digits[128];
        const char *name = lento_model_parameter(model, i, &value, &row);
        if (!isnan(value)) { /* the other way to say the same was used */
            cli_append(text, room, "%s%s=%s", text[0] ? " " : "", name,
                       parameter_text(model, i, digits, sizeof digits));
        }
    }
    return text;
}
