/* SPDX-License-Identifier: MIT
 * argv -> request. Three passes: the recipe's name, the problem (first word that is neither flag
 * nor setting), then everything in order, so that a flag can come before or after the problem and
 * overrides the recipe wherever it stands. The model is built last. */
#include "request.h"

#include "extra.h"
#include "io/number.h"
#include "slow.h"

#include <string.h>

static bool is_flag(const char *word) {
    return word[0] == '-' && word[1] != '\0';
}

static bool is_setting(const char *word) {
    const char *equals = strchr(word, '=');
    const char *slash = strchr(word, '/');
    return equals && (!slash || slash > equals);
}

/* A word that is neither a flag nor a setting, after the problem. */
static int stray(const cli_request *request, const char *word) {
    const lento_problem *problem = request->problem.table;
    for (const lento_parameter *p = problem->parameters; p->name; p++) {
        if (strcmp(p->name, word) == 0) {
            return cli_wrong("parameter %s needs a value: %s=NUMBER", word, word);
        }
    }
    return lento_problem_find(word)
               ? cli_wrong("'%s' is a second problem, after %s; one command takes one", word,
                           problem->name)
               : cli_wrong("'%s' is neither an option (--NAME) nor a parameter (NAME=VALUE)", word);
}

/* Flags and settings in the order they were typed; the problem's place in argv is skipped. */
static int read_words(cli_request *request, int argc, char **argv, int problem) {
    for (int i = 0; i < argc; i++) {
        int code = 0;
        if (i == problem) {
            continue;
        }
        if (is_flag(argv[i])) {
            code = cli_option_flag(request, argc, argv, &i);
        } else if (is_setting(argv[i])) {
            const size_t length = strcspn(argv[i], "=");
            const char *name = cli_text(&request->memory, "%.*s", (int)length, argv[i]);
            code = cli_setting(request, name, argv[i] + length + 1);
        } else {
            code = stray(request, argv[i]);
        }
        if (code) {
            return code;
        }
    }
    return 0;
}

/* A first look: where the problem stands (-1: nowhere) and which recipe is named. The flags are
 * read into a scratch request, which also finds mistakes in them before a problem is loaded. */
static int look(cli_request *request, int argc, char **argv, int *problem) {
    *problem = -1;
    for (int i = 0; i < argc; i++) {
        if (is_flag(argv[i])) {
            const int code = cli_option_flag(request, argc, argv, &i);
            if (code) {
                return code;
            }
        } else if (!is_setting(argv[i]) && *problem < 0) {
            *problem = i;
        }
    }
    return 0;
}

static int read_all(cli_request *request, int argc, char **argv, size_t item) {
    cli_request *first = cli_take(&request->memory, sizeof *first);
    int problem = -1;
    first->command = request->command;
    int code = look(first, argc, argv, &problem);
    request->recipe = code ? NULL : first->recipe;
    cli_release(&first->memory);
    if (code) {
        return code;
    }
    if (problem < 0 && !request->recipe) {
        return cli_wrong("which problem? 'lento list problems' shows what there is");
    }
    if (problem >= 0 && (code = cli_problem_open(&request->problem, argv[problem])) != 0) {
        return code;
    }
    if (request->recipe && (code = cli_recipe_apply(request, item, problem >= 0)) != 0) {
        return code;
    }
    return read_words(request, argc, argv, problem);
}

/* --out FILE without --format: the ending decides. */
static int choose_format(cli_request *request) {
    static const struct {
        const char *ending;
        cli_format format;
    } known[] = {{".txt", CLI_TABLE}, {".csv", CLI_CSV}, {".json", CLI_JSON}};
    if (!request->out || request->format_given) {
        return 0;
    }
    const char *ending = strrchr(request->out, '.');
    for (size_t i = 0; ending && i < sizeof known / sizeof *known; i++) {
        if (strcmp(ending, known[i].ending) == 0) {
            request->format = known[i].format;
            return 0;
        }
    }
    return cli_wrong("--out: '%s' does not end in .txt, .csv or .json; say --format too",
                     request->out);
}

int cli_request_read(cli_request *request, unsigned command, int argc, char **argv, size_t item) {
    memset(request, 0, sizeof *request);
    request->command = command;
    request->runs = 1;
    request->options.methods = cli_extra_methods();
    int code = read_all(request, argc, argv, item);
    code = code ? code : choose_format(request);
    code = code ? code : cli_option_check(request);
    if (code) {
        return code;
    }
    if (!(request->options.until > 0)) {
        request->options.until = request->problem.table->suggested.until;
    }
    if (!(request->options.until > 0) && command != CLI_DETECT) {
        return cli_wrong("--until T is needed: %s suggests no end time",
                         request->problem.table->name);
    }
    const lento_status status = lento_model_create(&request->model, request->problem.table,
                                                   request->settings, request->settings_count);
    if (status != LENTO_DONE) {
        return cli_wrong("%s",
                         request->model ? lento_model_error(request->model) : "out of memory");
    }
    if (!lento_view_of(lento_model_system(request->model))->output ||
        lento_model_columns(request->model) == 0) {
        return cli_wrong("%s has no columns, or its system no output function",
                         request->problem.table->name);
    }
    return cli_slow_attach(request);
}

void cli_request_free(cli_request *request) {
    lento_model_destroy(request->model);
    cli_problem_close(&request->problem);
    cli_release(&request->memory);
    memset(request, 0, sizeof *request);
}
