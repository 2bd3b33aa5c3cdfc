/* SPDX-License-Identifier: MIT
 * --slow, --average and --integrate: polynomials become the slow variables and the observables of
 * the request's model (ariel sections 2 and 3.2). The polynomial sets live in the request's memory
 * and are const while runs use them. */
#include "slow.h"

#include <stdlib.h>
#include <string.h>

static int poly_slow(double t, const lento_phase phase[], const double x[], double xi[],
                     double gradient[], double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const lento_polynomial_set *set = params;
    lento_polynomial_set_evaluate(set, x, xi, gradient);
    for (int i = 0; explicit_rate && i < set->count; i++) {
        explicit_rate[i] = 0;
    }
    return 0;
}

static int poly_rate(double t, const lento_phase phase[], const double x[], const double dxdt[],
                     double rate[], void *params) {
    (void)t;
    (void)phase;
    lento_polynomial_set_rate(params, x, dxdt, rate);
    return 0;
}

static int poly_observe(double t, const lento_phase phase[], const double x[], double values[],
                        void *params) {
    (void)t;
    (void)phase;
    lento_polynomial_set_evaluate(params, x, values, NULL);
    return 0;
}

static lento_polynomial_set *compile(cli_request *request, const lento_polynomial p[], int count) {
    lento_polynomial_set *set = cli_take(&request->memory, sizeof *set);
    *set = lento_polynomial_set_place(
        cli_take(&request->memory, lento_polynomial_set_bytes(p, count)), p, count);
    return set;
}

static void attach(cli_request *request, const lento_polynomial p[], int count) {
    lento_system *system = lento_model_edit(request->model);
    system->slow_size = count;
    system->slow = poly_slow;
    system->slow_rate = poly_rate;
    system->slow_params = compile(request, p, count);
    system->slow_column = NULL;
    request->slow_texts = cli_take(&request->memory, (size_t)count * sizeof *request->slow_texts);
    request->slow_count = count;
    for (int i = 0; i < count; i++) {
        request->slow_texts[i] = cli_polynomial_text(request, &p[i]);
    }
}

static bool is_constant(const lento_polynomial *p) {
    for (int i = 0; i < p->terms * p->variables; i++) {
        if (p->power[i] > 0) {
            return false;
        }
    }
    return true;
}

/* "POLY;POLY": empty ones are left out. */
static int attach_text(cli_request *request) {
    enum { MOST = 400 };
    lento_polynomial *p = cli_take(&request->memory, MOST * sizeof *p);
    int count = 0;
    for (const char *text = request->slow; *text; text += *text == ';') {
        const size_t length = strcspn(text, ";");
        if (strspn(text, " \t") < length) {
            if (count == MOST) {
                return cli_wrong("--slow: more than %d polynomials", MOST);
            }
            const int code = cli_polynomial(request, "slow", text, length, &p[count]);
            if (code) {
                return code;
            }
            if (is_constant(&p[count++])) {
                return cli_wrong("--slow: '%.*s' is a constant; a slow variable is a polynomial of "
                                 "the state (%s)",
                                 (int)length, text, cli_state_list(request));
            }
        }
        text += length;
    }
    if (count == 0) {
        return cli_wrong("--slow: no polynomial in '%s'; separate them by semicolons, such as "
                         "\"x1^2+v1^2; x2\"",
                         request->slow);
    }
    lento_system *system = lento_model_edit(request->model);
    if (system->scales == 0 && request->slow_frequency[0] > 0) {
        system->scales = 1;
        system->scale[0] = (lento_scale){.frequency = request->slow_frequency[0],
                                         .highest = request->slow_frequency[1]};
    }
    attach(request, p, count);
    return 0;
}

/* A command reads its request several times; what was detected for the same numbers is kept. */
typedef struct memory {
    char *key, *set;
    double lowest, highest;
    long evaluations;
} memory;

static const char *key_of(cli_request *request) {
    const char *key = cli_text(&request->memory, "%s %d %.17g %lu", request->problem.table->name,
                               request->degree, request->radius, request->seed);
    for (int i = 0; i < lento_model_parameters(request->model); i++) {
        double value;
        lento_model_parameter(request->model, i, &value, NULL);
        key = cli_text(&request->memory, "%s %.17g", key, value);
    }
    return key;
}

static int remember(cli_request *request, memory *kept, const char *key) {
    lento_detection found;
    int code = cli_slow_find(request, false, &found);
    if (!code && found.verdict == LENTO_VERDICT_STOPPED) {
        code = cli_failed("interrupted while the slow variables were detected; nothing was run");
    } else if (!code && found.count == 0) {
        code = cli_failed("no slow variable was found: %s", lento_verdict_text(found.verdict));
    }
    const char *set = "";
    for (int i = 0; !code && i < found.count; i++) {
        set = cli_text(&request->memory, "%s%s%s", set, i > 0 ? ";" : "",
                       cli_polynomial_text(request, &found.variable[i].polynomial));
    }
    if (!code) {
        free(kept->key);
        free(kept->set);
        *kept = (memory){strdup(key), strdup(set), found.lowest, found.highest, found.evaluations};
        cli_note(request->quiet, "detected %d slow variables of rank %d", found.count, found.rank);
    }
    lento_detection_free(&found);
    return code;
}

static int attach_detected(cli_request *request) {
    static memory kept;
    const char *key = key_of(request);
    if (!kept.key || strcmp(kept.key, key) != 0) {
        const int code = remember(request, &kept, key);
        if (code) {
            return code;
        }
    }
    request->slow = kept.set;
    request->detected = true;
    request->detect_evaluations = kept.evaluations;
    request->slow_frequency[0] = kept.lowest;
    request->slow_frequency[1] = kept.highest;
    return attach_text(request);
}

/* Averages before integrals, each kind as typed: the order in which the JSON lists them. */
static void sort_observables(cli_request *request) {
    for (int i = 1; i < request->observables; i++) {
        for (int k = i; k > 0 && request->integral[k - 1] && !request->integral[k]; k--) {
            const char *text = request->observed[k];
            request->observed[k] = request->observed[k - 1];
            request->observed[k - 1] = text;
            request->integral[k - 1] = false;
            request->integral[k] = true;
        }
    }
}

static int attach_observables(cli_request *request) {
    const int n = request->observables;
    sort_observables(request);
    lento_polynomial *p = cli_take(&request->memory, (size_t)n * sizeof *p);
    const char **names = cli_take(&request->memory, (size_t)n * sizeof *names);
    for (int i = 0; i < n; i++) {
        const char *text = request->observed[i];
        const bool integral = request->integral[i];
        const int code =
            cli_polynomial(request, integral ? "integrate" : "average", text, strlen(text), &p[i]);
        if (code) {
            return code;
        }
        names[i] = cli_text(&request->memory, "%s(%s)", integral ? "integral" : "average", text);
    }
    lento_model_observe(request->model, n, names, request->integral, poly_observe,
                        compile(request, p, n));
    return 0;
}

int cli_slow_attach(cli_request *request) {
    const char *scheme = request->options.average[0].scheme;
    scheme = scheme ? scheme : request->problem.table->suggested.average[0].scheme;
    const bool named =
        request->slow && lento_slow_choose(lento_model_edit(request->model), request->slow);
    if (named) { /* an old name becomes the new one, in recipes too */
        request->slow_given = request->slow;
        request->slow = lento_model_system(request->model)->slow_set->name;
    }
    const bool own = request->slow && !named && strcmp(request->slow, "problem") != 0;
    const bool is_slow = scheme && strcmp(scheme, "slow") == 0;
    if ((own || named || request->observables > 0) && !is_slow && request->command == CLI_RUN) {
        return cli_wrong("--slow, --average and --integrate belong to --scheme slow");
    }
    if (own && lento_model_system(request->model)->reconstruct) {
        return cli_wrong("--slow: %s reconstructs its state from its own slow variables",
                         request->problem.table->name);
    }
    int code = 0;
    if (own) {
        const bool detect = strcmp(request->slow, "detect") == 0;
        code = detect ? attach_detected(request) : cli_slow_word(request);
        code = code || detect ? code : attach_text(request);
    }
    if (!code && request->observables > 0) {
        code = attach_observables(request);
    }
    return code;
}

/* ---- JSON ---- */

void cli_slow_json(io_json *json, const cli_request *request) {
    static const char *const keys[] = {"average", "integrate"};
    const lento_slow_set *set = lento_model_system(request->model)->slow_set;
    const bool named = request->slow && set && strcmp(set->name, request->slow) == 0;
    if (request->slow_count == 0 && request->observables == 0 && !named) {
        return;
    }
    io_json_object(json, "slow");
    if (named) {
        io_json_string(json, "set", set->name);
    }
    if (request->slow_count > 0) {
        io_json_array(json, "variables");
        for (int i = 0; i < request->slow_count; i++) {
            io_json_string(json, NULL, request->slow_texts[i]);
        }
        io_json_end(json);
        io_json_string(json, "origin", request->detected ? "detected" : "given");
        if (request->detected) {
            io_json_integer(json, "detection_evaluations", request->detect_evaluations);
        }
        if (request->slow_frequency[0] > 0) {
            io_json_number(json, "lowest_frequency", request->slow_frequency[0]);
            io_json_number(json, "highest_frequency", request->slow_frequency[1]);
        }
    }
    for (int kind = 0; kind < 2; kind++) {
        io_json_array(json, keys[kind]);
        for (int i = 0; i < request->observables; i++) {
            if (request->integral[i] == (kind == 1)) {
                io_json_string(json, NULL, request->observed[i]);
            }
        }
        io_json_end(json);
    }
    io_json_end(json);
}

/* The polynomials of one list of the recipe; kind 0: variables, 1: averages, 2: integrals. */
static int read_list(cli_request *request, const io_json_value *list, int kind) {
    for (const io_json_value *v = list ? list->first : NULL; v; v = v->next) {
        if (v->kind != IO_JSON_STRING) {
            return cli_wrong("%s, line %d: a polynomial is a string", request->recipe, v->line);
        }
        if (kind == 0) {
            request->slow = request->slow
                                ? cli_text(&request->memory, "%s;%s", request->slow, v->string)
                                : cli_text(&request->memory, "%s", v->string);
        } else if (request->observables < CLI_MAX_OBSERVED) {
            request->integral[request->observables] = kind == 2;
            request->observed[request->observables++] = cli_text(&request->memory, "%s", v->string);
        }
    }
    return 0;
}

int cli_slow_recipe(cli_request *request, const io_json_value *slow) {
    static const char *const keys[] = {"variables", "average", "integrate"};
    static const char *const frequencies[] = {"lowest_frequency", "highest_frequency"};
    if (!slow || slow->kind != IO_JSON_OBJECT) {
        return 0;
    }
    const io_json_value *set = io_json_member(slow, "set");
    if (set && set->kind != IO_JSON_STRING) {
        return cli_wrong("%s, line %d: a set of slow variables is a string", request->recipe,
                         set->line);
    }
    request->slow = set ? cli_text(&request->memory, "%s", set->string) : request->slow;
    int code = 0;
    for (int kind = 0; kind < 3 && !code; kind++) {
        code = read_list(request, io_json_member(slow, keys[kind]), kind);
    }
    for (int i = 0; i < 2; i++) {
        const io_json_value *v = io_json_member(slow, frequencies[i]);
        request->slow_frequency[i] = v && v->kind == IO_JSON_NUMBER ? v->number : 0;
    }
    return code;
}
