/* SPDX-License-Identifier: MIT
 * Words -> request: the problem, the recipe, then flags and settings in the order they were typed. The model is built
 * last. */
#include "request/request.h"

#include "request/adapters.h"
#include "request/slow.h"

#include <string.h>

/* A word that is neither a flag nor a setting, after the problem. */
static int stray(const cli_request *request, const char *word) {
    const lento_problem *problem = request->problem.table;
    const lento_parameter *p = cli_parameter_find(problem, word);
    if (p) {
        char text[100];
        cli_default_text(p, text, sizeof text);
        return cli_wrong("parameter %s needs a value, without spaces: %s=%.*s", word, word,
                         (int)strcspn(text, ","), text);
    }
    const size_t colon = strcspn(word, ":");
    char name[100];
    snprintf(name, sizeof name, "%.*s", (int)colon, word);
    if (word[colon] && word[colon + 1] && cli_parameter_find(problem, name)) {
        return cli_wrong("parameters are written with =: %s=%s", name, word + colon + 1);
    }
    return lento_problem_find(word) || strstr(word, ".ode")
               ? cli_wrong("'%s' is a second problem, after %s; give only one", word, problem->name)
               : cli_wrong("'%s' is neither an option (--NAME) nor a parameter (NAME=VALUE)", word);
}

static int apply_word(cli_request *request, const cli_word *word) {
    switch (word->kind) {
    case CLI_WORD_FLAG:
        return cli_flag_apply(request, word->index, word->text, CLI_FROM_FLAG);
    case CLI_WORD_SETTING:
        return (request->command == CLI_SWEEP && cli_axis_is(word->text) ? cli_axis : cli_setting)(
            request, cli_text(&request->memory, "%s", word->name), word->text);
    default:
        return stray(request, word->text);
    }
}

/* Flags override the recipe wherever they stand. */
static int apply_words(cli_request *request, const cli_words *words, size_t item) {
    int code = words->problem ? cli_problem_open(&request->problem, words->problem) : 0;
    request->recipe = words->path;
    code = code || !words->path ? code : cli_recipe_apply(request, words, item);
    for (size_t i = 0; i < words->count && !code; i++) {
        code = apply_word(request, &words->list[i]);
    }
    return code;
}

/* --out FILE without --format: the ending decides; with it they must agree. "-" is stdout. */
static int choose_format(cli_request *request) {
    static const struct {
        const char *ending, *word;
        cli_format format;
    } known[] = {{".txt", "table", CLI_TABLE},
                 {".csv", "csv", CLI_CSV},
                 {".json", "json", CLI_JSON},
                 {".npz", "npz", CLI_NPZ},
                 {".mat", "mat", CLI_MAT}};
    const size_t endings =
        request->command & (CLI_RUN | CLI_SWEEP) ? sizeof known / sizeof *known : 3;
    if (!request->out || strcmp(request->out, "-") == 0) {
        request->out = NULL;
        return 0;
    }
    const char *ending = strrchr(request->out, '.');
    for (size_t i = 0; ending && i < endings; i++) {
        if (strcmp(ending, known[i].ending) == 0) {
            const bool good = !request->format || request->format == known[i].format;
            request->format = known[i].format;
            return good ? 0
                        : cli_wrong(
                              "--out %s and --format contradict each other; leave out --format "
                              "to write %s",
                              request->out, known[i].word);
        }
    }
    return request->format
               ? 0
               : cli_wrong("--out: '%s' does not end in .txt, .csv%s; say --format too",
                           request->out, endings > 3 ? ", .json, .npz or .mat" : " or .json");
}

int cli_request_make(cli_request *request, const cli_words *words, size_t item) {
    memset(request, 0, sizeof *request);
    request->command = words->command;
    request->options.methods = cli_adapter_methods();
    int code = apply_words(request, words, item);
    code = code ? code : choose_format(request);
    code = code ? code : cli_option_check(request);
    if (code) {
        return code;
    }
    if (!(request->options.until > 0)) {
        request->options.until = request->problem.table->suggested.until;
    }
    if (!(request->options.until > 0) && request->command != CLI_DETECT) {
        return cli_wrong("--until T is needed: %s suggests no end time",
                         request->problem.table->name);
    }
    const lento_status status = lento_model_create(&request->model, request->problem.table,
                                                   request->settings, request->settings_count);
    if (status != LENTO_DONE) {
        return cli_refuse(status,
                          request->model ? lento_model_error(request->model) : "out of memory");
    }
    code = cli_problem_shows(&request->problem, request->model);
    code = code || !(request->command & (CLI_RUN | CLI_SWEEP)) ? code : cli_hands_off(request);
    return code ? code : cli_slow_attach(request);
}

int cli_request_words(cli_request *request, const cli_words *words) {
    int code = 0;
    memset(request, 0, sizeof *request);
    request->command = words->command;
    for (size_t i = 0; i < words->count && !code; i++) {
        code = words->list[i].kind == CLI_WORD_FLAG ? apply_word(request, &words->list[i]) : 0;
    }
    return code ? code : choose_format(request);
}

int cli_request_flags(cli_request *request, unsigned command, int argc, char **argv,
                      const char **subject) {
    cli_words words;
    memset(request, 0, sizeof *request);
    request->command = command;
    int code = cli_words_read(&words, command, argc, argv);
    *subject = words.problem;
    for (size_t i = 0; i < words.count && !code; i++) {
        const cli_word *word = &words.list[i];
        code = word->kind == CLI_WORD_FLAG
                   ? apply_word(request, word)
                   : cli_wrong("'%s' is one word too many; 'lento help %s' shows what it takes",
                               word->name ? word->name : word->text, cli_command_name(command));
    }
    cli_words_free(&words);
    return code;
}

int cli_request_read(cli_request *request, unsigned command, int argc, char **argv) {
    cli_words words;
    memset(request, 0, sizeof *request);
    int code = cli_words_read(&words, command, argc, argv);
    code = code ? code : cli_request_make(request, &words, 0);
    cli_words_free(&words);
    return code;
}

void cli_request_free(cli_request *request) {
    lento_triggers_free(&request->triggers);
    lento_model_destroy(request->model);
    cli_problem_close(&request->problem);
    cli_release(&request->memory);
    memset(request, 0, sizeof *request);
}
