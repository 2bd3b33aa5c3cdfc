/* SPDX-License-Identifier: MIT
 * --recipe FILE: a JSON object with problem, parameters, method, slow, until, every, ensemble and
 * reference (or error.reference, as a run writes it), or a list of them under "runs". Other members
 * are ignored, so the JSON that a run prints is itself a recipe. Flags and parameters on the command
 * line override it. */
#include "io/number.h"
#include "request/request.h"
#include "request/slow.h"

#include <string.h>

/* A scalar as the text that a flag would have. NULL: null, or a kind no flag can have. */
static const char *scalar(cli_request *request, const io_json_value *value) {
    char text[IO_NUMBER_SIZE];
    switch (value->kind) {
    case IO_JSON_NUMBER:
        return cli_text(&request->memory, "%s", io_number_format(value->number, text));
    case IO_JSON_STRING:
        return cli_text(&request->memory, "%s", value->string);
    case IO_JSON_BOOL:
        return value->boolean ? "yes" : "no";
    default:
        return NULL;
    }
}

/* Levels are an array in JSON and a comma list in a flag; a null inside leaves its place empty. */
static const char *joined(cli_request *request, const io_json_value *value) {
    if (value->kind != IO_JSON_ARRAY) {
        return scalar(request, value);
    }
    const char *list = NULL;
    for (const io_json_value *v = value->first; v; v = v->next) {
        const char *text = scalar(request, v);
        list =
            list ? cli_text(&request->memory, "%s,%s", list, text ? text : "") : (text ? text : "");
    }
    return list;
}

static int positive(const cli_request *request, const io_json_value *run, const char *key,
                    double *value) {
    const io_json_value *v = run ? io_json_member(run, key) : NULL;
    if (!v || v->kind == IO_JSON_NULL) {
        return 0;
    }
    double number = v->kind == IO_JSON_NUMBER ? v->number : 0;
    if (v->kind == IO_JSON_STRING) {
        lento_value_read(v->string, "s", &number, NULL, 0);
    }
    if (!(number > 0)) {
        return cli_wrong("%s, line %d: %s must be a positive number", request->recipe, v->line,
                         key);
    }
    *value = number;
    return 0;
}

static int apply_method(cli_request *request, const io_json_value *method) {
    int code = 0;
    for (const io_json_value *v = method ? method->first : NULL; v && !code; v = v->next) {
        const lento_option *option = lento_option_find(v->key, strlen(v->key));
        const char *text = joined(request, v);
        if (!option) {
            char hint[80];
            return cli_wrong("%s, line %d: there is no option '%s'%s", request->recipe, v->line,
                             v->key, cli_option_hint(v->key, hint, sizeof hint));
        }
        if (text && strspn(text, ",") != strlen(text)) {
            code = cli_option_set(request, option, text, CLI_FROM_RECIPE);
        }
    }
    return code;
}

static int apply_parameters(cli_request *request, const io_json_value *parameters) {
    for (const io_json_value *v = parameters ? parameters->first : NULL; v; v = v->next) {
        const char *name = cli_text(&request->memory, "%s", v->key);
        if (v->kind == IO_JSON_NULL) {
            continue; /* not a number in the run that wrote it: the default */
        }
        const char *text = scalar(request, v);
        if (!text) {
            return cli_wrong("%s, line %d: parameter %s is %s", request->recipe, v->line, name,
                             io_json_kind_name(v->kind));
        }
        const int code = v->kind == IO_JSON_NUMBER ? cli_setting_number(request, name, v->number)
                                                   : cli_setting(request, name, text);
        if (code) {
            return code;
        }
    }
    return 0;
}

/* What the run was judged by: "reference", or the member of "error". */
static int apply_reference(cli_request *request, const io_json_value *run) {
    const io_json_value *error = io_json_member(run, "error");
    const io_json_value *v = io_json_member(run, "reference");
    if (!v && error && error->kind == IO_JSON_OBJECT) {
        v = io_json_member(error, "reference");
    }
    if (!v || v->kind == IO_JSON_NULL) {
        return 0;
    }
    request->reference =
        v->kind == IO_JSON_STRING ? cli_reference_find(v->string) : LENTO_REFERENCE_NONE;
    return request->reference
               ? 0
               : cli_wrong("%s, line %d: reference must be \"direct\", \"averaged\" or \"exact\"",
                           request->recipe, v->line);
}

static int apply_ensemble(cli_request *request, const io_json_value *run) {
    double members = 0;
    const int code = positive(request, run, "ensemble", &members);
    request->ensemble = members >= 2 && members <= CLI_MAX_MEMBERS ? (long)members : 0;
    return code || members == 0 || (double)request->ensemble == members
               ? code
               : cli_wrong("%s: ensemble must be a whole number from 2 to %d", request->recipe,
                           CLI_MAX_MEMBERS);
}

static int apply(cli_request *request, const io_json_value *run) {
    static const char *const objects[] = {"parameters", "method"};
    if (run->kind != IO_JSON_OBJECT) {
        return cli_wrong("%s: a recipe is an object, not %s", request->recipe,
                         io_json_kind_name(run->kind));
    }
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        const io_json_value *v = io_json_member(run, objects[i]);
        if (v && v->kind != IO_JSON_OBJECT) {
            return cli_wrong("%s, line %d: %s must be an object", request->recipe, v->line,
                             objects[i]);
        }
    }
    const io_json_value *name = io_json_member(run, "problem");
    if (!request->problem.table) {
        if (!name || name->kind != IO_JSON_STRING) {
            return cli_wrong("%s names no problem", request->recipe);
        }
        const int code = cli_problem_open(&request->problem, name->string);
        if (code) {
            return code;
        }
    }
    int code = apply_parameters(request, io_json_member(run, "parameters"));
    code = code ? code : apply_method(request, io_json_member(run, "method"));
    code = code ? code : cli_slow_recipe(request, io_json_member(run, "slow"));
    code = code ? code : positive(request, run, "until", &request->options.until);
    code = code ? code : positive(request, run, "every", &request->every);
    code = code ? code : apply_reference(request, run);
    return code ? code : apply_ensemble(request, run);
}

int cli_recipe_read(cli_words *words) {
    char message[IO_MESSAGE_SIZE];
    words->recipe = io_json_read(words->path, message);
    if (!words->recipe) {
        return cli_wrong("%s", message);
    }
    const io_json_value *runs = io_json_member(words->recipe, "runs");
    if (runs && (runs->kind != IO_JSON_ARRAY || !runs->first)) {
        return cli_wrong("%s: \"runs\" must be a list of at least one run", words->path);
    }
    words->runs = runs ? runs->count : 1;
    return 0;
}

int cli_recipe_apply(cli_request *request, const cli_words *words, size_t item) {
    const io_json_value *runs = io_json_member(words->recipe, "runs");
    const io_json_value *run = runs ? runs->first : words->recipe;
    for (size_t i = 0; i < item; i++) {
        run = run->next;
    }
    return apply(request, run);
}
