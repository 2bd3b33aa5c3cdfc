/* SPDX-License-Identifier: MIT
 * --slow, --average and --integrate: formulas become the slow variables and the observables of the request's model,
 * with mistakes pointed at. */
#include "request/slow.h"

#include "study/study.h"

#include <string.h>

enum { MOST = 400 }; /* expressions of a set */

/* The names of the state as "x1, v1, ...", at most twelve. */
static const char *state_list(cli_request *request) {
    enum { SHOWN = 12 };
    char name[LENTO_STATE_NAME];
    const int d = lento_model_dimension(request->model);
    const char *list = "";
    for (int i = 0; i < d && i < SHOWN; i++) {
        list = cli_text(&request->memory, "%s%s%s", list, i > 0 ? ", " : "",
                        lento_state_name(request->model, i, name));
    }
    return d > SHOWN ? cli_text(&request->memory, "%s, ... %s", list,
                                lento_state_name(request->model, d - 1, name))
                     : list;
}

/* The text and a mark under the place. An unknown name gets the nearest one, or all of them. */
static int point_at(cli_request *request, const char *flag, const char *text,
                    const lento_formula_error *error) {
    char hint[300] = "", mark[121];
    enum { BEFORE = 60 };
    const size_t from = error->position > BEFORE ? error->position - BEFORE : 0;
    size_t n = 0;
    for (; n < error->position - from; n++) {
        mark[n] = ' ';
    }
    for (size_t i = 0; i < (error->length > 0 ? error->length : 1) && n < sizeof mark - 1; i++) {
        mark[n++] = '^';
    }
    mark[n] = '\0';
    if (error->unknown) {
        snprintf(hint, sizeof hint, "; the state is %s", state_list(request));
    }
    return cli_wrong("--%s: %s%s\n  %.120s\n  %s", flag, error->message, hint, text + from, mark);
}

/* What is wrong with one of the formulas; `flag` names the option. */
static int explain(cli_request *request, lento_status status, const char *flag, const char *text,
                   const lento_formula_error *error) {
    switch (status) {
    case LENTO_BAD_OPTION:
        return point_at(request, flag, text, error);
    case LENTO_BAD_SYSTEM:
        return cli_wrong(
            "--%s: '%s' is a constant; a slow variable is an expression of the state (%s)", flag,
            text, state_list(request));
    default:
        return cli_say(status == LENTO_NO_MEMORY ? CLI_FAILED : CLI_WRONG, "--%s: %s", flag,
                       error->message);
    }
}

/* Is --slow one word that looks like a mistyped set? 0, or CLI_WRONG after a sentence. */
static int check_word(cli_request *request) {
    enum { NAMES = 64 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    const char *names[NAMES] = {"problem", "detect"};
    const char *word = request->slow;
    size_t n = 2;
    char hint[80], name[LENTO_STATE_NAME];
    const lento_slow_set *set = lento_slow_set_of(lento_model_system(request->model));
    for (; set->size > 0 && set->name && n < NAMES; set++) {
        names[n++] = set->name;
    }
    for (int i = 0; i < lento_model_dimension(request->model); i++) {
        if (strcmp(lento_state_name(request->model, i, name), word) == 0) {
            return 0;
        }
    }
    return word[strspn(word, letters)] == '\0' && cli_hint(word, names, n, hint, sizeof hint)[0]
               ? cli_wrong("--slow: '%s' is not a set of slow variables%s", word, hint)
               : 0;
}

/* "EXPR;EXPR": empty ones are left out. */
static int attach_text(cli_request *request) {
    const char *list[MOST];
    int count = 0;
    for (const char *text = request->slow; *text; text += *text == ';') {
        const size_t length = strcspn(text, ";");
        if (strspn(text, " \t") < length) {
            if (count == MOST) {
                return cli_wrong("--slow: more than %d expressions", MOST);
            }
            list[count++] = cli_text(&request->memory, "%.*s", (int)length, text);
        }
        text += length;
    }
    if (count == 0) {
        return cli_wrong(
            "--slow: no expression in '%s'; separate them by semicolons, such as \"x1^2+v1^2; x2\"",
            request->slow);
    }
    lento_formula_error error;
    const lento_status status =
        lento_model_slow_formulas(request->model, list, count, request->slow_frequency[0],
                                  request->slow_frequency[1], &request->slow_texts, &error);
    request->slow_count = count;
    return status == LENTO_DONE ? 0 : explain(request, status, "slow", list[error.index], &error);
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
    lento_formula_error error;
    sort_observables(request);
    const lento_status status = lento_model_observe_formulas(
        request->model, request->observed, request->integral, request->observables, &error);
    return status == LENTO_DONE
               ? 0
               : explain(request, status, request->integral[error.index] ? "integrate" : "average",
                         request->observed[error.index], &error);
}

int cli_slow_attach(cli_request *request) {
    const char *scheme = request->options.average[0].scheme;
    scheme = scheme ? scheme : request->problem.table->suggested.average[0].scheme;
    const lento_system *system = lento_model_system(request->model);
    const bool named = request->slow && lento_model_choose(request->model, request->slow);
    if (named && strcmp(request->slow, lento_model_slow(request->model)->name) != 0) {
        const char *name = lento_model_slow(request->model)->name;
        cli_note(request->quiet, "--slow %s is now called %s", request->slow, name);
        request->slow = name;
    }
    const bool own = request->slow && !named && strcmp(request->slow, "problem") != 0;
    const bool is_slow = scheme && lento_scheme_takes_variables(scheme);
    if ((own || named || request->observables > 0) && !is_slow && request->command == CLI_RUN) {
        return cli_wrong("--slow, --average and --integrate belong to --scheme slow");
    }
    if (own && lento_reconstruct_of(system, lento_slow_set_of(system))) {
        return cli_wrong("--slow: %s reconstructs its state from its own slow variables",
                         request->problem.table->name);
    }
    int code = 0;
    if (own) {
        code =
            strcmp(request->slow, "detect") == 0 ? cli_slow_detect(request) : check_word(request);
        code = code ? code : attach_text(request);
    }
    if (!code && request->observables > 0) {
        code = attach_observables(request);
    }
    return code;
}

/* Does the condition of --stop-when hold at the start? */
static bool holds_at_start(const cli_request *request) {
    const lento_trigger *trigger = &request->triggers.list[request->events - 1];
    return lento_trigger_start(trigger, request->model) * trigger->direction > 0;
}

int cli_events_read(cli_request *request) {
    lento_formula_error error;
    const bool stops = request->stop_when;
    if (stops) {
        request->event[request->events] = request->event_name[request->events] = request->stop_when;
        request->events++;
    }
    const lento_status status = request->events == 0
                                    ? LENTO_DONE
                                    : lento_triggers_read(&request->triggers, request->model,
                                                          request->event, request->events, &error);
    if (status == LENTO_NO_MEMORY) {
        return cli_failed("--event: out of memory");
    }
    if (status != LENTO_DONE) {
        return explain(request, status,
                       stops && error.index == request->events - 1 ? "stop-when" : "event",
                       request->event[error.index], &error);
    }
    if (stops) {
        request->triggers.list[request->events - 1].last = 1;
    }
    return stops && holds_at_start(request)
               ? cli_wrong("--stop-when: this is true at the start already\n  %s",
                           request->stop_when)
               : 0;
}

int cli_stop_when(cli_request *request, lento_job *job) {
    lento_formula_error error;
    bool met = false;
    const lento_status status =
        request->stop_when ? lento_job_stop_when(job, request->stop_when, &met, &error) : 0;
    if (status == LENTO_BAD_OPTION) {
        return point_at(request, "stop-when", request->stop_when, &error);
    }
    if (status == LENTO_NO_MEMORY) {
        return cli_failed("--stop-when: out of memory");
    }
    if (request->stop_when && status == LENTO_DONE) {
        cli_note(request->quiet,
                 met ? "%s from t = %.10g on: the run ends there" : "%s never holds",
                 request->stop_when, job->options.until);
    }
    request->options = job->options;
    return 0; /* a run that fails will say so itself */
}

/* ---- recipes ---- */

/* The expressions of one list of the recipe; kind 0: variables, 1: averages, 2: integrals. */
static int read_list(cli_request *request, const io_json_value *list, int kind) {
    int code = 0;
    for (const io_json_value *v = list ? list->first : NULL; v && !code; v = v->next) {
        if (v->kind != IO_JSON_STRING) {
            return cli_wrong("%s, line %d: an expression is a string", request->recipe, v->line);
        }
        const char *text = cli_text(&request->memory, "%s", v->string);
        if (kind > 0) {
            code = cli_observe(request->recipe, request, text, kind == 2);
        } else {
            request->slow =
                request->slow ? cli_text(&request->memory, "%s;%s", request->slow, text) : text;
        }
    }
    return code;
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
