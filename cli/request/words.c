/* SPDX-License-Identifier: MIT
 * argv, sorted once: flags (flag.c), settings, and what the command is about, the first word that is neither. Flags
 * may come before or after it. A recipe is read here. */
#include "request/request.h"

#include <string.h>

const char *cli_command_name(unsigned bits) {
    const cli_command *c = cli_commands;
    while (c->name && !(c->bit & bits)) {
        c++;
    }
    return c->name ? c->name : "run";
}

/* What other programs call it: the flag that does it here, if this command has it. */
static const char *called(unsigned command, const char *name) {
    static const char *const words[][2] = {{"tolerance", "--tol T"},
                                           {"accuracy", "--tol T"},
                                           {"precision", "--tol T"},
                                           {"time", "--until T"},
                                           {"tend", "--until T"},
                                           {"end", "--until T"},
                                           {"total", "--until T"},
                                           {"dt", "--macro-step H"},
                                           {"csv", "--format csv"},
                                           {"json", "--format json"},
                                           {"output", "--out FILE"},
                                           {"o", "--out FILE"},
                                           {"save", "--out FILE"},
                                           {"solver", "--macro M"},
                                           {"method", "--macro M"},
                                           {"integrator", "--macro M"},
                                           {"verbose", "--explain"},
                                           {"v", "--explain"},
                                           {"silent", "--quiet"},
                                           {"q", "--quiet"},
                                           {"n", "--steps N"},
                                           {"graph", "--plot FILE"},
                                           {"figure", "--plot FILE"},
                                           {"png", "--plot FILE.png"},
                                           {"svg", "--plot FILE.svg"},
                                           {"config", "--recipe FILE"},
                                           {"step", "--macro-step H or --steps N"},
                                           {"stepsize", "--macro-step H"}};
    cli_flag f;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *flag = words[i][1] + 2;
        if (strcmp(words[i][0], name) == 0 &&
            cli_flag_find(flag, strcspn(flag, " "), command, &f) >= 0) {
            return words[i][1];
        }
    }
    return NULL;
}

/* A flag that this command does not have: another one may, or it is mistyped. */
static int unknown(cli_words *words, const char *name, const char *value) {
    const char *names[2 * CLI_MAX_OPTIONS], *command = cli_command_name(words->command);
    cli_flag f;
    char hint[80] = "";
    size_t count = 0;
    const char *here = called(words->command, name);
    if (!strchr(name, '_') && cli_flag_find(name, strlen(name), ~0U, &f) >= 0) {
        return cli_wrong(here ? "--%s works with '%s', not with '%s'; use %s"
                              : "--%s works with '%s', not with '%s'; 'lento help %s' shows all",
                         name, cli_command_name(f.commands), command, here ? here : command);
    }
    if (here) {
        return cli_wrong("unknown option '--%s'; use %s", name, here);
    }
    const lento_problem *problem = words->problem ? lento_problem_find(words->problem) : NULL;
    if (problem && cli_parameter_find(problem, name)) {
        return cli_wrong("%s is a parameter of %s, not an option: write %s=%s", name, problem->name,
                         name, value ? value : "VALUE");
    }
    for (size_t i = 0; count < 2 * CLI_MAX_OPTIONS && cli_flag_at(i, &f); i++) {
        if (f.commands & words->command) {
            char *text = cli_take(&words->memory, CLI_FLAG_SIZE);
            names[count++] = cli_flag_text(f.option->name, text) + 2;
        }
    }
    const char *nearest = lento_nearest(name, names, count);
    if (nearest) {
        snprintf(hint, sizeof hint, " (did you mean --%s?)", nearest);
    }
    return cli_wrong("unknown option '--%s'%s; 'lento help %s' shows all", name, hint, command);
}

/* "--name value", "--name=value" or a switch at argv[*i]; moves *i over what it used. */
static int read_flag(cli_words *words, int argc, char **argv, int *i, cli_word *out) {
    const char *word = argv[*i];
    const size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
    if (length == 0) {
        const size_t n = strcspn(word + 1, "=");
        const char *one = cli_text(&words->memory, "%.*s", (int)n, word + 1);
        const char *here = called(words->command, one);
        const lento_problem *problem = words->problem ? lento_problem_find(words->problem) : NULL;
        cli_flag like;
        if (word[1] == '-') {
            return cli_wrong(
                "'%s' is not needed; a file whose name starts with - is written ./-FILE", word);
        }
        if (here) {
            return cli_wrong("'%s' is not an option; use %s", word, here);
        }
        if (problem && cli_parameter_find(problem, one)) {
            return cli_wrong("%s is a parameter of %s: write %s=%s", one, problem->name, one,
                             word[1 + n] == '=' ? word + 2 + n : "VALUE");
        }
        return n > 1 && cli_flag_find(word + 1, n, words->command, &like) >= 0
                   ? cli_wrong("'%s' is not an option; options start with two dashes: -%s", word,
                               word)
                   : cli_wrong("'%s' is not an option; options start with --", word);
    }
    const char *name = cli_text(&words->memory, "%.*s", (int)length, word + 2);
    cli_flag f;
    char doc[CLI_DOC_SIZE];
    const int index = strchr(name, '_') ? -1 : cli_flag_find(name, length, words->command, &f);
    if (index < 0) {
        const char *equals = word[2 + length] == '=' ? word + 3 + length : NULL;
        return unknown(words, name, equals ? equals : *i + 1 < argc ? argv[*i + 1] : NULL);
    }
    const char *text = word[2 + length] == '=' ? word + 3 + length : NULL;
    if (!f.option->argument && text) {
        return cli_wrong("--%s takes no value", name);
    }
    if (f.option->argument && !text && *i + 1 < argc) {
        text = argv[++*i];
    }
    if (f.option->argument && (!text || text[0] == '\0')) {
        cli_flag_doc(&f, doc);
        return cli_wrong("--%s needs a value: --%s %s, %.*s", name, name, f.option->argument,
                         (int)strcspn(doc, ";"), doc);
    }
    *out = (cli_word){CLI_WORD_FLAG, (size_t)index, name, text ? text : "yes"};
    words->path = f.recipe ? text : words->path;
    words->files = words->files || f.files;
    return 0;
}

/* What is said twice is a contradiction or a mistake. */
static int twice(const cli_words *words, const cli_word *word) {
    cli_flag f = {0};
    if (word->kind == CLI_WORD_FLAG) {
        cli_flag_at(word->index, &f);
    }
    for (size_t i = 0; i < words->count && !f.repeats && word->kind != CLI_WORD_STRAY; i++) {
        const cli_word *other = &words->list[i];
        if (other->kind == word->kind && strcmp(other->name, word->name) == 0) {
            return word->kind == CLI_WORD_FLAG && !f.option->argument
                       ? cli_wrong("--%s is given twice", word->name)
                   : word->kind == CLI_WORD_FLAG
                       ? cli_wrong("--%s is given twice, as %s and as %s", word->name, other->text,
                                   word->text)
                       : cli_wrong("parameter %s is given twice, as %s and as %s", word->name,
                                   other->text, word->text);
        }
    }
    return 0;
}

static bool is_flag(const char *word) {
    return word[0] == '-' && word[1] != '\0';
}

static bool is_setting(const char *word) {
    const char *equals = strchr(word, '=');
    const char *slash = strchr(word, '/');
    return equals && (!slash || slash > equals);
}

int cli_words_read(cli_words *words, unsigned command, int argc, char **argv) {
    *words = (cli_words){.command = command, .runs = 1};
    words->list = cli_take(&words->memory, (size_t)argc * sizeof *words->list);
    for (int i = 0; i < argc; i++) {
        cli_word *word = &words->list[words->count];
        if (is_flag(argv[i])) {
            const int code = read_flag(words, argc, argv, &i, word);
            if (code) {
                return code;
            }
        } else if (is_setting(argv[i])) {
            const size_t length = strcspn(argv[i], "=");
            const char *name = cli_text(&words->memory, "%.*s", (int)length, argv[i]);
            *word = (cli_word){CLI_WORD_SETTING, 0, name, argv[i] + length + 1};
        } else if (words->problem) {
            *word = (cli_word){CLI_WORD_STRAY, 0, NULL, argv[i]};
        } else {
            words->problem = argv[i];
            continue;
        }
        const int code = twice(words, word);
        if (code) {
            return code;
        }
        words->count++;
    }
    if (words->path) {
        return cli_recipe_read(words);
    }
    return words->problem || !(command & (CLI_STUDIES | CLI_DETECT | CLI_SWEEP))
               ? 0
               : cli_wrong("which problem? 'lento list problems' shows all");
}

void cli_words_free(cli_words *words) {
    io_json_free(words->recipe);
    cli_release(&words->memory);
    memset(words, 0, sizeof *words);
}
