/* SPDX-License-Identifier: MIT
 * The man page lento(1), from the same tables as the help. */
#include "print/docs.h"
#include "print/markup.h"
#include "request/request.h"

static void option(FILE *file, const cli_flag *f) {
    char flag[CLI_FLAG_SIZE], doc[CLI_DOC_SIZE];
    cli_print(file, &cli_troff, f->option->argument ? ".TP\n.B %s \\fI%s\\fR\n" : ".TP\n.B %s\n",
              cli_flag_text(f->option->name, flag), f->option->argument);
    cli_print(file, &cli_troff, "%s%r%s.\n", cli_flag_doc(f, doc),
              f->option->fallback ? "; default " : "", f->option->fallback);
}

static void commands(FILE *file) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (c->doc) {
            cli_print(file, &cli_troff, ".TP\n.B %s\n%s.\n%s%r", c->usage, c->doc, c->more,
                      c->more ? "\n" : "");
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

static void options(FILE *file, bool of_runs) {
    cli_flag f;
    for (size_t i = 0; cli_flag_at(i, &f); i++) {
        if (f.commands && f.of_run == of_runs) {
            option(file, &f);
            if (!of_runs) {
                who(file, f.commands);
            }
        }
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
        "Lento runs a fast system only in short windows, averages what it sees there and steps the "
        "slow motion with long steps. It also integrates spinning tops with methods that keep "
        "their structure, and shows them in a browser.\n.SH COMMANDS\n",
        lento_version());
    commands(file);
    fputs(".SH HOW TO COMPUTE\nOptions of run, compare and converge. Comma lists give one value "
          "per level, slowest first.\n",
          file);
    options(file, true);
    fputs(".SH WHAT TO COMPUTE AND WHERE IT GOES\n", file);
    options(file, false);
    fputs(".SH PROBLEMS\n", file);
    for (size_t i = 0; i < n; i++) {
        cli_print(file, &cli_troff, ".TP\n.B %r\n%s.\n", list[i]->name, list[i]->title);
    }
    fputs(".SH EXIT STATUS\n0 done; 1 the computation failed, was interrupted or, with "
          "\\-\\-strict, gave warnings; 2 the command was wrong.\n.SH EXAMPLES\n.nf\n"
          "lento run kapitza omega=1e8 \\-\\-reference averaged\n"
          "lento compare springs omega2=1e5\nlento reproduce \\-\\-quick\n.fi\n",
          file);
}
