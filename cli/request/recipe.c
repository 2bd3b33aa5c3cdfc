/* SPDX-License-Identifier: MIT
 * --recipe FILE: a JSON object with problem, parameters, method or tol, slow, until, every, ensemble and
 * reference (or error.reference, as a run writes it), or a list of them under "runs". The JSON that a
 * command prints is itself a recipe: what it only reports is ignored, a member that no command writes is
 * refused. Flags and parameters on the command line override it.
 *
 * A recipe is data: it names a shared object ("file") but never loads one. That is done only for a path
 * that was typed on the command line. */
#include "io/number.h"
#include "request/request.h"
#include "request/slow.h"

#include <stdlib.h>
#include <string.h>

/* Members that are read, then those that only report. */
static const char *const members[] = {
    "lento", "problem", "file", "parameters", "method", "slow", "until", "every", "tol", "at",
    "max_calls", "careful", "ensemble", "reference", "error", "runs",
    /* of a run */
    "status", "message", "columns", "units", "data", "final", "counts", "invariants", "warnings",
    "provenance", "seconds", "row_steps", "members", "met_until", "plan", "forecast", "events",
    "ended", "frequency",
    /* of a study, of a detection */
    "vary", "quantity", "column", "pointwise", "levels", "slope", "floor", "error_unit", "rivals",
    "left_out", "recommended", "advice", "procedure", "rank", "variables", "verdict", "dimension",
    "degree", "monomials", "fast_rate", "lowest_frequency", "highest_frequency", "middle_scale",
    "evaluations", "seed",
    /* of the studio's page, of people */
    "studio", "body", "motion", "comment"};
enum { MEMBERS = sizeof members / sizeof *members };

static int check_members(const char *recipe, const io_json_value *run) {
    for (const io_json_value *v = run->first; v; v = v->next) {
        size_t i = 0;
        while (i < MEMBERS && strcmp(v->key, members[i]) != 0) {
            i++;
        }
        if (i == MEMBERS) {
            char hint[80];
            return cli_wrong("%s, line %d: a recipe has no member '%s'%s", recipe, v->line, v->key,
                             cli_hint(v->key, members, MEMBERS, hint, sizeof hint));
        }
    }
    return 0;
}

/* Is version a later than b? Each is "1.2.3". */
static bool is_later(const char *a, const char *b) {
    for (int i = 0; i < 3; i++) {
        char *end_a, *end_b;
        const int64_t x = strtol(a, &end_a, 10), y = strtol(b, &end_b, 10);
        if (x != y || end_a == a) {
            return x > y;
        }
        a = end_a + (*end_a == '.');
        b = end_b + (*end_b == '.');
    }
    return false;
}

static int check_version(const char *recipe, const io_json_value *run) {
    const io_json_value *v = io_json_member(run, "lento");
    if (!v) {
        return 0;
    }
    if (v->kind != IO_JSON_STRING || strspn(v->string, "0123456789") == 0) {
        return cli_wrong("%s, line %d: lento must be a version, such as \"%s\"", recipe, v->line,
                         lento_version());
    }
    return is_later(v->string, lento_version())
               ? cli_wrong(
                     "%s was written by Lento %s, this is Lento %s: it may mean something else",
                     recipe, v->string, lento_version())
               : 0;
}

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
    double size = 0;
    const int code = positive(request, run, "ensemble", &size);
    request->ensemble = size >= 2 && size <= CLI_MAX_MEMBERS ? (int64_t)size : 0;
    return code || size == 0 || (double)request->ensemble == size
               ? code
               : cli_wrong("%s: ensemble must be a whole number from 2 to %d", request->recipe,
                           CLI_MAX_MEMBERS);
}

/* What a run without a method was asked. */
static int apply_hands_off(cli_request *request, const io_json_value *run) {
    const io_json_value *careful = io_json_member(run, "careful"), *at = io_json_member(run, "at");
    const char *times = at ? joined(request, at) : NULL;
    int code = positive(request, run, "tol", &request->recipe_tolerance);
    code = code ? code : positive(request, run, "max_calls", &request->max_calls);
    request->careful = careful && careful->kind == IO_JSON_BOOL && careful->boolean;
    return code || !times ? code : cli_times_put("at", request, times, CLI_FROM_RECIPE);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The problem of the recipe, or a word against it if another one was typed. */
static int apply_problem(cli_request *request, const io_json_value *run) {
    const io_json_value *name = io_json_member(run, "problem"), *file = io_json_member(run, "file");
    const io_json_value *const both[] = {name, file};
    for (int i = 0; i < 2; i++) {
        if (both[i] && both[i]->kind != IO_JSON_STRING) {
            return cli_wrong("%s, line %d: %s must be a string", request->recipe, both[i]->line,
                             both[i]->key);
        }
    }
    if (request->problem.table) {
        const char *typed = request->problem.table->name;
        return !name || strcmp(last_part(name->string), last_part(typed)) == 0
                   ? 0
                   : cli_wrong("%s is a recipe of %s, not of %s", request->recipe, name->string,
                               typed);
    }
    if (!name) {
        return cli_wrong("%s names no problem", request->recipe);
    }
    const char *path = file ? file->string : name->string;
    return cli_problem_is_object(path)
               ? cli_wrong("%s is a recipe of the shared object %s; name it on the command line if "
                           "you trust it: lento %s %s --recipe %s",
                           request->recipe, path, cli_command_name(request->command), path,
                           request->recipe)
               : cli_problem_open(&request->problem, path);
}

static int apply(cli_request *request, const io_json_value *run) {
    static const char *const objects[] = {"parameters", "method"};
    if (run->kind != IO_JSON_OBJECT) {
        return cli_wrong("%s: a recipe is an object, not %s", request->recipe,
                         io_json_kind_name(run->kind));
    }
    int code = check_members(request->recipe, run);
    code = code ? code : check_version(request->recipe, run);
    for (size_t i = 0; !code && i < sizeof objects / sizeof *objects; i++) {
        const io_json_value *v = io_json_member(run, objects[i]);
        if (v && v->kind != IO_JSON_OBJECT) {
            return cli_wrong("%s, line %d: %s must be an object", request->recipe, v->line,
                             objects[i]);
        }
    }
    code = code ? code : apply_problem(request, run);
    code = code ? code : apply_parameters(request, io_json_member(run, "parameters"));
    code = code ? code : apply_method(request, io_json_member(run, "method"));
    code = code ? code : cli_slow_recipe(request, io_json_member(run, "slow"));
    code = code ? code : positive(request, run, "until", &request->options.until);
    code = code ? code : positive(request, run, "every", &request->every);
    code = code ? code : apply_hands_off(request, run);
    code = code ? code : apply_reference(request, run);
    return code ? code : apply_ensemble(request, run);
}

int cli_recipe_read(cli_words *words) {
    char message[IO_MESSAGE_SIZE];
    words->recipe = io_json_read(words->path, message);
    if (!words->recipe) {
        return cli_wrong("%s", message);
    }
    if (words->recipe->kind == IO_JSON_OBJECT) {
        int code = check_members(words->path, words->recipe);
        code = code ? code : check_version(words->path, words->recipe);
        if (code) {
            return code;
        }
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
