/* SPDX-License-Identifier: MIT
 * argv, sorted once: flags of the command line (flag.c) and of runs (the library's table), settings, the problem (the
 * first word that is neither), and the recipe, which is read here. Flags may come before or after the problem. */
#include "request/request.h"

#include <string.h>

int cli_flag_find(const char *name, unsigned command, cli_flag *f) {
    for (size_t i = 0; cli_flag_at(i, f); i++) {
        if ((f->commands & command) && strcmp(f->name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* "macro_step" as "macro-step" */
static char *dashed(cli_memory *memory, const char *name) {
    char *text = cli_text(memory, "%s", name);
    for (char *c = text; *c; c++) {
        *c = *c == '_' ? '-' : *c;
    }
    return text;
}

/* The first command whose bit is in the set. */
static const char *command_name(unsigned bits) {
    const cli_command *c = cli_commands;
    while (c->name && !(c->bit & bits)) {
        c++;
    }
    return c->name ? c->name : "run";
}

/* The first command that has this flag, 0: none. */
static unsigned owner(const char *name) {
    cli_flag f;
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (strcmp(f.name, name) == 0) {
            return f.commands;
        }
    }
    return !strchr(name, '_') && cli_option_find(name) >= 0 ? CLI_RUN : 0;
}

static int unknown(cli_words *words, const char *name) {
    const char *names[2 * CLI_MAX_OPTIONS];
    cli_flag f;
    char hint[80] = "";
    const lento_option *list;
    const size_t n = words->command == CLI_DETECT ? 0 : lento_option_table(&list);
    size_t count = 0;
    for (size_t i = 0; i < CLI_MAX_OPTIONS && cli_flag_at(i, &f); i++) {
        if (f.commands & words->command) {
            names[count++] = f.name;
        }
    }
    for (size_t i = 0; i < n && i < CLI_MAX_OPTIONS; i++) {
        names[count++] = dashed(&words->memory, list[i].name);
    }
    if (owner(name)) {
        return cli_wrong("--%s works with '%s', not with '%s'; 'lento help %s' shows all", name,
                         command_name(owner(name)), command_name(words->command),
                         command_name(words->command));
    }
    const char *nearest = lento_nearest(name, names, count);
    if (nearest) {
        snprintf(hint, sizeof hint, " (did you mean --%s?)", nearest);
    }
    return cli_wrong("unknown option '--%s'%s; 'lento help %s' shows all", name, hint,
                     command_name(words->command));
}

/* "--name value", "--name=value" or a switch at argv[*i]; moves *i over what it used. */
static int read_flag(cli_words *words, int argc, char **argv, int *i, cli_word *out) {
    const char *word = argv[*i];
    const size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
    if (length == 0) {
        return cli_wrong("'%s' is not an option; options start with --", word);
    }
    const char *name = cli_text(&words->memory, "%.*s", (int)length, word + 2);
    cli_flag f;
    const lento_option *list;
    lento_option_table(&list);
    const int own = cli_flag_find(name, words->command, &f);
    const bool run_option = own < 0 && !strchr(name, '_') && words->command != CLI_DETECT;
    const int index = run_option ? cli_option_find(name) : own;
    if (index < 0) {
        return unknown(words, name);
    }
    const char *argument = own >= 0 ? f.argument : list[index].argument;
    const char *doc = own >= 0 ? f.doc : list[index].doc;
    const char *text = word[2 + length] == '=' ? word + 3 + length : NULL;
    if (!argument && text) {
        return cli_wrong("--%s takes no value", name);
    }
    if (argument && !text && *i + 1 < argc) {
        text = argv[++*i];
    }
    if (argument && (!text || text[0] == '\0')) {
        return cli_wrong("--%s needs a value: --%s %s, %s", name, name, argument, doc);
    }
    *out = (cli_word){own >= 0 ? CLI_WORD_FLAG : CLI_WORD_OPTION, (size_t)index, name,
                      text ? text : "yes"};
    if (own >= 0 && cli_flag_is_recipe((size_t)own)) {
        words->path = text;
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
        words->count++;
    }
    if (words->path) {
        return cli_recipe_read(words);
    }
    return words->problem ? 0 : cli_wrong("which problem? 'lento list problems' shows all");
}

void cli_words_free(cli_words *words) {
    io_json_free(words->recipe);
    cli_release(&words->memory);
    memset(words, 0, sizeof *words);
}
