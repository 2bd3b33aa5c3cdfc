/* SPDX-License-Identifier: MIT
 * lento: the command line of the library. This file only finds the command; cli.h has the map. */
#include "cli.h"
#include "io/file.h"
#include "io/system.h"
#include "lento/problem.h"

#include <string.h>

const cli_command cli_commands[] = {
    {"list", "lento list [problems|methods|kernels|schemes|papers]",
     "list problems, methods, kernels, schemes, papers", 0,
     "Without an argument: all lists. 'lento describe NAME' explains one entry.", cli_list},
    {"describe", "lento describe NAME",
     "one problem (parameters, columns), method, kernel, scheme or paper", 0,
     "A problem may also be a shared object: lento describe ./mine.so. A parameter m# is a family\n"
     "m1, m2, ...; its defaults are listed, and the last one holds for all later members.",
     cli_describe},
    {"run", "lento run PROBLEM [param=value ...] [options]", "compute a motion", CLI_RUN,
     "PROBLEM is a name of 'lento list problems', a file of equations (mine.ode) or a shared\n"
     "object; 'lento new' writes a template for both.\n"
     "param=value changes a parameter ('lento describe PROBLEM' shows them). Values may be\n"
     "expressions (1/80, 2*pi*50) and may have units that fit (3000rpm, 16MHz, 20cm, --until "
     "10ms).\n"
     "Exit: 0 done, 1 the computation failed or was interrupted, 2 the command was wrong.",
     cli_run},
    {"compare", "lento compare PROBLEM [param=value ...] [options]",
     "error and work of several methods side by side", CLI_COMPARE,
     "Without --method Lento chooses methods that suit the problem; run options given here hold\n"
     "for all of them. A ~ marks direct runs extrapolated from a lower frequency, an arrow <- the\n"
     "recommended method; forces are force evaluations, the measure of work.",
     cli_compare},
    {"converge", "lento converge PROBLEM [param=value ...] [--vary macro|micro|window|omega]",
     "vary one step size or omega: errors, orders, slope, floor", CLI_CONVERGE,
     "Each level divides the macro or micro step, or multiplies window or omega, by --factor. The\n"
     "order compares two levels, the slope fits all; the floor is the error that is left, caused\n"
     "by what was not refined.",
     cli_converge},
    {"sweep",
     "lento sweep PROBLEM p=LO:HI:N [q=log:LO:HI:N ...] --measure NAME=EXPR ... --out FILE",
     "a chart: the problem at many values of its parameters, a few numbers of each run", CLI_SWEEP,
     "Axes: p=LO:HI:N has N values from LO to HI, p=log:LO:HI:N equal ratios; with --random N all\n"
     "p=LO:HI are drawn at random. The last axis runs fastest. Measures are expressions of\n"
     "final(x), start(x), max(x), min(x), mean(x), rms(x), time(CONDITION) of columns, of bar,\n"
     "status, calls, reached, warnings and parameters. Each cell has a status: 0 done, 1 not-met,\n"
     "2 refused, 3 failed, 4 lost, 5 filled. Without a method each run chooses it, with an error "
     "bar.\n"
     "Finished cells are kept in FILE.journal until FILE is written; --resume continues.\n"
     "'lento sweep --merge A.journal B.journal ... --out FILE' joins shards. See docs/charts.md.",
     cli_sweep},
    {"detect", "lento detect PROBLEM [param=value ...] [--degree M] [--radius R] [--seed S]",
     "the slow variables of a problem, found as polynomials", CLI_DETECT,
     "The problem needs a parameter that scales its fast motion (eps) and no fast phase.\n"
     "Companions depend on the independent variables but belong to the set of scheme slow.",
     cli_detect},
    {"reproduce",
     "lento reproduce [PAPER[/ITEM]] [--quick] [--jobs N] [--format table|json] [--report DIR]",
     "compute the papers' tables again, next to the published numbers", CLI_REPRODUCE,
     "'lento list papers' and 'lento describe PAPER' show all items.\n"
     "'ok' compares with the independently computed value; the verdict is about the paper.\n"
     "Exit 1 if anything is not ok or, after Ctrl+C, was not computed.",
     cli_reproduce},
    {"new", "lento new FILE.ode|FILE.c",
     "write a template for your own problem and show how to run it", 0,
     "A file that ends in .ode holds equations as text and needs no compiler. For a C file two\n"
     "commands are printed: one compiles it, the other runs the problem. An existing file is not\n"
     "overwritten.",
     cli_new},
    {"check", "lento check [--xpp] FILE.ode", "what was understood of a file of equations", 0,
     "Says which equations, parameters and fast phases were read, what was proved about them and\n"
     "which settings were ignored; or where the file is wrong. --xpp writes it for XPPAUT instead, "
     "in\n"
     "SI units, if XPPAUT can say it.",
     cli_check},
    {"studio", "lento studio [--port N] [--no-open]",
     "spinning tops in the browser, served on this computer only", CLI_STUDIO,
     "Prints the address and opens a browser; Ctrl+C ends it. The page needs no network;\n"
     "studio/lento-studio.html in the build directory is the same page in one file; a "
     "double-click\n"
     "opens it.",
     cli_studio},
    {"version", "lento version [--licences]",
     "the version, and the licences of all code inside the command", 0, NULL, cli_version},
    {"help", "lento help [COMMAND|choose]", "this text, a command, or which method to choose", 0,
     NULL, cli_help},
    {"docs", "lento docs DIR", NULL, 0, NULL, cli_docs},
    {0},
};

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *c = cli_commands; c->name; c++) {
        if (strcmp(c->name, name) == 0) {
            return c;
        }
    }
    const char *names[32], *ending = strrchr(name, '.');
    char hint[80];
    size_t n = 0;
    if (lento_problem_find(name) || (ending && strcmp(ending, ".ode") == 0)) {
        cli_wrong("'%s' is a problem, not a command: lento run %s", name, name);
        return NULL;
    }
    for (const cli_command *c = cli_commands; c->name && n < 32; c++) {
        names[n++] = c->name;
    }
    cli_wrong("unknown command '%s'%s; 'lento help' shows all", name,
              cli_hint(name, names, n, hint, sizeof hint));
    return NULL;
}

/* What went to stdout must have arrived there; what was refused for lack of memory is no mistake of the command. */
static int finish(int code) {
    const bool lost = fflush(stdout) != 0 || ferror(stdout) != 0;
    return io_lost() ? (code ? CLI_FAILED : cli_failed("out of memory"))
           : lost    ? cli_failed("the output could not be written; the disk may be full")
                     : code;
}

int main(int argc, char **argv) {
    io_system_guard();
    if (argc < 2) {
        return cli_wrong("which command? 'lento help' shows all");
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        word = "help";
    } else if (strcmp(word, "--version") == 0 || strcmp(word, "-v") == 0 ||
               strcmp(word, "-V") == 0) {
        word = "version";
    }
    const cli_command *command = cli_command_find(word);
    if (!command) {
        return CLI_WRONG;
    }
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            cli_help_command(command);
            return finish(CLI_DONE);
        }
    }
    return finish(command->run(argc - 2, argv + 2));
}
