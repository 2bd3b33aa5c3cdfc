/* SPDX-License-Identifier: MIT
 * Completions for bash, zsh and fish, from the same tables as the help. bash and zsh share one function that says
 * which words may come; what differs is how they are offered. */
#include "print/catalog.h"
#include "print/docs.h"
#include "request/request.h"
#include "text/text.h"

#include <string.h>

/* ---- words ---- */

static void catalog_words(FILE *file, const char *name) {
    lento_entry list[CATALOG_ROOM];
    const char *space = "";
    for (const cli_catalog *c = cli_catalogs; c->name; c++) {
        const size_t n = !name || strcmp(c->name, name) == 0 ? c->fill(list, CATALOG_ROOM) : 0;
        for (size_t i = 0; i < n && i < CATALOG_ROOM; i++) {
            fprintf(file, "%s%s", space, list[i].name);
            space = " ";
        }
    }
}

/* Values that a flag takes; false: any. */
static bool value_words(FILE *file, const cli_flag *f) {
    static const char *const lists[] = {[LENTO_SCHEME_NAMES] = "schemes",
                                        [LENTO_METHOD_NAMES] = "methods",
                                        [LENTO_KERNEL_NAMES] = "kernels"};
    const lento_option *o = f->option;
    if (f->word) {
        for (int i = 0; i < f->words; i++) {
            const char *word = f->word(i);
            fprintf(file, "%s%s", i > 0 && word ? " " : "", word ? word : "");
        }
        return true;
    }
    if (o->choices) {
        for (const char *c = o->choices; *c; c++) {
            fputc(*c == '|' ? ' ' : *c, file);
        }
        return true;
    }
    if (o->kind == LENTO_WORD && f->of_run && o->names != LENTO_ANY_NAME) {
        catalog_words(file, lists[o->names]);
        return true;
    }
    return false;
}

static bool takes_file(const lento_option *o) {
    return o->argument && (strcmp(o->argument, "FILE") == 0 || strcmp(o->argument, "DIR") == 0);
}

static void flag_words(FILE *file, unsigned command) {
    char flag[CLI_FLAG_SIZE];
    cli_flag f;
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (f.commands & command) {
            fprintf(file, " %s", cli_flag_text(f.option->name, flag));
        }
    }
    fputs(" --help", file);
}

static void command_words(FILE *file) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->doc) {
            fprintf(file, "%s%s", c == cli_commands ? "" : " ", c->name);
        }
    }
}

/* ---- bash and zsh ---- */

/* Which word of a command follows its name. */
static void subject(FILE *file, const cli_command *c) {
    static const struct {
        const char *usage, *list;
    } kinds[] = {{"PROBLEM", "problems"}, {"[PAPER", "papers"}, {"NAME", NULL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strstr(c->usage, kinds[i].usage)) {
            catalog_words(file, kinds[i].list);
            return;
        }
    }
    for (const cli_catalog *l = cli_catalogs; strstr(c->usage, "[problems|") && l->name; l++) {
        fprintf(file, "%s ", l->name);
    }
    if (strstr(c->usage, "[COMMAND")) {
        command_words(file);
        fputs(" choose", file);
    }
}

static void values(FILE *file) {
    char flag[CLI_FLAG_SIZE];
    cli_flag f;
    fputs("    case $3 in\n", file);
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (!f.commands || !f.option->argument) {
            continue;
        }
        fprintf(file, "    %s) echo '", cli_flag_text(f.option->name, flag));
        if (takes_file(f.option)) {
            fputs("FILES", file);
        } else {
            value_words(file, &f);
        }
        fputs("'; return ;;\n", file);
    }
    fputs("    esac\n", file);
}

static void parameters(FILE *file) {
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    fputs("    case $2 in\n", file);
    for (size_t i = 0; i < n; i++) {
        fprintf(file, "    %s) echo '", list[i]->name);
        for (const lento_parameter *p = list[i]->parameters; p->name; p++) {
            const int stem = (int)strcspn(p->name, "#");
            fprintf(file, " %.*s%s=", stem, p->name, p->name[stem] ? "1" : "");
        }
        fputs("' ;;\n", file);
    }
    fputs("    esac\n", file);
}

static void words(FILE *file) {
    fputs("# made by lento docs; do not edit\n\n"
          "# _lento_words COMMAND SUBJECT PREVIOUS: what may come next; FILES: a file\n"
          "_lento_words() {\n",
          file);
    values(file);
    fputs("    case $1 in\n    '') echo '", file);
    command_words(file);
    fputs("'; return ;;\n", file);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->doc) {
            fprintf(file, "    %s)\n        [ -n \"$2\" ] || echo '%s", c->name,
                    strstr(c->usage, "PROBLEM") || strstr(c->usage, "FILE") ? "FILES " : "");
            subject(file, c);
            fputs("'\n", file);
            if (c->bit) {
                fputs("        echo '", file);
                flag_words(file, c->bit);
                fputs("'\n", file);
            }
            fprintf(file, "        %s ;;\n", strstr(c->usage, "[param") ? ":" : "return");
        }
    }
    fputs("    esac\n", file);
    parameters(file);
    fputs("}\n\n", file);
}

void docs_bash(FILE *file) {
    words(file);
    fputs(cli_text_complete_bash, file);
}

void docs_zsh(FILE *file) {
    fputs("#compdef lento\n", file);
    words(file);
    fputs(cli_text_complete_zsh, file);
}

/* ---- fish: one line per word, with what it means ---- */

/* In single quotes. */
static void quote(FILE *file, const char *text) {
    fputc('\'', file);
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\') {
            fputc('\\', file);
        }
        fputc(*text, file);
    }
    fputc('\'', file);
}

static void fish_flags(FILE *file, const cli_command *c) {
    char flag[CLI_FLAG_SIZE], doc[CLI_DOC_SIZE];
    cli_flag f;
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (!(f.commands & c->bit)) {
            continue;
        }
        fprintf(file, "complete -c lento -n '__fish_seen_subcommand_from %s' -l %s", c->name,
                cli_flag_text(f.option->name, flag) + 2);
        if (takes_file(f.option)) {
            fputs(" -rF", file);
        } else if (f.option->argument) {
            fputs(" -x -a '", file);
            value_words(file, &f);
            fputc('\'', file);
        }
        fputs(" -d ", file);
        quote(file, cli_flag_doc(&f, doc));
        fputc('\n', file);
    }
}

void docs_fish(FILE *file) {
    fputs("# made by lento docs; do not edit\n", file);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->doc) {
            fprintf(file, "complete -c lento -n __fish_use_subcommand -f -a %s -d ", c->name);
            quote(file, c->doc);
            fprintf(file, "\ncomplete -c lento -n '__fish_seen_subcommand_from %s' -a '", c->name);
            subject(file, c);
            fputs("'\n", file);
            fish_flags(file, c);
        }
    }
}
