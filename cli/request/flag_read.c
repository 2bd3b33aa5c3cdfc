/* SPDX-License-Identifier: MIT
 * One flag of argv, whichever table it belongs to, and the help that is made from both: flags of the
 * command line (flag.c) and run options of the library. */
#include "request/request.h"

#include <string.h>

/* The command's own flag of this name: its index, or -1. */
static int find(const char *name, size_t length, unsigned command, cli_flag *f) {
    for (size_t i = 0; cli_flag_at(i, f); i++) {
        if ((f->commands & command) && strlen(f->name) == length &&
            strncmp(f->name, name, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* "macro_step" as "macro-step" */
static char *dashed(cli_request *request, const char *name) {
    char *text = cli_text(&request->memory, "%s", name);
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

static int unknown(cli_request *request, const char *word) {
    const char *names[2 * CLI_MAX_OPTIONS];
    cli_flag f;
    char hint[80] = "";
    const lento_option *list;
    const size_t n = request->command == CLI_DETECT ? 0 : lento_option_table(&list);
    size_t count = 0;
    for (size_t i = 0; i < CLI_MAX_OPTIONS && cli_flag_at(i, &f); i++) {
        if (f.commands & request->command) {
            names[count++] = f.name;
        }
    }
    for (size_t i = 0; i < n && i < CLI_MAX_OPTIONS; i++) {
        names[count++] = dashed(request, list[i].name);
    }
    const char *name = cli_text(&request->memory, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (owner(name)) {
        return cli_wrong("--%s is an option of '%s', no option of '%s'; 'lento help %s' shows all",
                         name, command_name(owner(name)), command_name(request->command),
                         command_name(request->command));
    }
    const char *nearest = lento_nearest(name, names, count);
    if (nearest) {
        snprintf(hint, sizeof hint, " (did you mean --%s?)", nearest);
    }
    return cli_wrong("unknown option '--%s'%s; 'lento help %s' shows all", name, hint,
                     command_name(request->command));
}

int cli_option_flag(cli_request *request, int argc, char **argv, int *i) {
    const char *word = argv[*i];
    const size_t length = strncmp(word, "--", 2) == 0 ? strcspn(word + 2, "=") : 0;
    if (length == 0) {
        return cli_wrong("'%s' is not an option; options start with --", word);
    }
    const char *name = cli_text(&request->memory, "%.*s", (int)length, word + 2);
    cli_flag f;
    const lento_option *list;
    lento_option_table(&list);
    const int own = find(name, length, request->command, &f);
    const bool run_option = own < 0 && !strchr(name, '_') && request->command != CLI_DETECT;
    const int index = run_option ? cli_option_find(name) : -1;
    if (own < 0 && index < 0) {
        return unknown(request, word);
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
    return own >= 0 ? cli_flag_apply(request, (size_t)own, text)
                    : cli_option_set(request, index, text ? text : "yes", 2);
}

/* ---- help ---- */

/* Words from `text` in lines that begin at column FROM and end before TO. */
static void wrapped(const char *text) {
    enum { FROM = 29, TO = 100 };
    size_t at = FROM;
    while (*(text += strspn(text, " ")) != '\0') {
        const size_t length = strcspn(text, " ");
        if (at > FROM && at + 1 + length > TO) {
            printf("\n%*s", FROM, "");
            at = FROM;
        }
        printf("%s%.*s", at > FROM ? " " : "", (int)length, text);
        at += length + (at > FROM);
        text += length;
    }
    putchar('\n');
}

static void line(const char *name, const char *argument, const char *doc, const char *fallback) {
    char left[64], right[400];
    snprintf(left, sizeof left, "--%s%s%s", name, argument ? " " : "", argument ? argument : "");
    snprintf(right, sizeof right, "%s%s%s", doc, fallback && fallback[0] ? "; default " : "",
             fallback ? fallback : "");
    printf("  %-26s ", left);
    wrapped(right);
}

void cli_option_help(unsigned command) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    cli_request request = {0};
    cli_flag f;
    if (command != CLI_DETECT) {
        puts("\nHow to compute (comma lists: one value per level, slowest first):");
    }
    for (size_t i = 0; i < n && command != CLI_DETECT; i++) {
        if (find(dashed(&request, list[i].name), strlen(list[i].name), command, &f) < 0) {
            line(dashed(&request, list[i].name), list[i].argument, list[i].doc, list[i].fallback);
        }
    }
    puts("\nWhat to compute and where it goes:");
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (f.commands & command) {
            line(f.name, f.argument, f.doc, NULL);
        }
    }
    cli_release(&request.memory);
}
