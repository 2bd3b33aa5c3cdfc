/* SPDX-License-Identifier: MIT
 * The man page lento(1), from the same tables as the help. */
#include "print/catalog.h"
#include "print/docs.h"
#include "request/request.h"

#include <string.h>

/* Text with what troff takes for itself made harmless. */
static void put(FILE *file, const char *text) {
    bool start = true;
    for (; text && *text; text++) {
        if (start && (*text == '.' || *text == '\'')) {
            fputs("\\&", file);
        }
        if (*text == '\\') {
            fputs("\\e", file);
        } else if (*text == '-') {
            fputs("\\-", file);
        } else {
            putc(*text, file);
        }
        start = *text == '\n';
    }
}

static void option(FILE *file, const char *name, const char *argument, const char *doc,
                   const char *fallback) {
    fputs(".TP\n.B \\-\\-", file);
    for (; *name; name++) {
        fputs(*name == '_' || *name == '-' ? "\\-" : (char[]){*name, '\0'}, file);
    }
    if (argument) {
        fputs(" \\fI", file);
        put(file, argument);
        fputs("\\fR", file);
    }
    putc('\n', file);
    put(file, doc);
    if (fallback && fallback[0]) {
        fputs("; default ", file);
        put(file, fallback);
    }
    fputs(".\n", file);
}

static void commands(FILE *file) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (!c->doc) {
            continue;
        }
        fputs(".TP\n.B ", file);
        put(file, c->usage);
        putc('\n', file);
        put(file, c->doc);
        fputs(".\n", file);
        if (c->more) {
            put(file, c->more);
            putc('\n', file);
        }
    }
}

/* "run, compare" for the bits of a flag */
static void who(FILE *file, unsigned bits) {
    const char *comma = "";
    fputs(" (", file);
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->bit & bits) {
            fprintf(file, "%s%s", comma, c->name);
            comma = ", ";
        }
    }
    fputs(")\n", file);
}

static void options(FILE *file) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    cli_flag flag;
    fputs(
        ".SH HOW TO COMPUTE\nOptions of run, compare and converge. Comma lists give one value per "
        "level, slowest first.\n",
        file);
    for (size_t i = 0; i < n; i++) {
        option(file, list[i].name, list[i].argument, list[i].doc, list[i].fallback);
    }
    fputs(".SH WHAT TO COMPUTE AND WHERE IT GOES\n", file);
    for (size_t i = 0; cli_flag_at(i, &flag); i++) {
        option(file, flag.name, flag.argument, flag.doc, NULL);
        who(file, flag.commands);
    }
}

void docs_man(FILE *file) {
    const lento_problem *const *list;
    const size_t n = lento_problems(&list);
    fprintf(
        file,
        ".\\\" made by lento docs; do not edit\n.TH LENTO 1 \"\" \"lento %s\" \"User commands\"\n"
        ".SH NAME\nlento \\- the slow motion of fast systems\n.SH SYNOPSIS\n.B lento\n"
        ".I command\n[words ...] [options ...]\n.SH DESCRIPTION\n"
        "Lento runs a fast system only in short windows, averages what it sees there and steps "
        "the slow motion with long steps. It also integrates spinning tops with methods that "
        "keep their structure, and shows them in a browser.\n.SH COMMANDS\n",
        lento_version());
    commands(file);
    options(file);
    fputs(".SH PROBLEMS\n", file);
    for (size_t i = 0; i < n; i++) {
        fprintf(file, ".TP\n.B %s\n", list[i]->name);
        put(file, list[i]->title);
        fputs(".\n", file);
    }
    fputs(
        ".SH EXIT STATUS\n0 done; 1 the computation failed, was interrupted or, with \\-\\-strict, "
        "gave warnings; 2 the command was wrong.\n.SH EXAMPLES\n.nf\n"
        "lento run kapitza omega=1e8 \\-\\-reference averaged\n"
        "lento compare springs omega2=1e5\nlento reproduce \\-\\-quick\n.fi\n",
        file);
}
