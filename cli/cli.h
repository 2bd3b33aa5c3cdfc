/* SPDX-License-Identifier: MIT
 * The command line: what all commands share.
 *
 *   main.c    finds the command              request/  argv -> what is to be run
 *   command/  one file per command           print/    results as tables, CSV, JSON, pages
 *
 * Results go to stdout, messages to stderr. Exit codes: done, the computation failed (or was
 * interrupted), the command was wrong (stdout stays empty then). */
#ifndef CLI_CLI_H
#define CLI_CLI_H
#include "lento/lento.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_WRONG = 2 };

/* Bits of the commands, so that one table of flags serves all of them. */
enum {
    CLI_RUN = 1,
    CLI_COMPARE = 2,
    CLI_CONVERGE = 4,
    CLI_REPRODUCE = 8,
    CLI_DETECT = 16,
    CLI_STUDIO = 32,
    CLI_METHOD = 64, /* the words of compare --method */
    CLI_SWEEP = 128,
    CLI_STUDIES = CLI_RUN | CLI_COMPARE | CLI_CONVERGE
};

/* argv[0] is the first word after the command. */
typedef int cli_runner(int argc, char **argv);

typedef struct cli_command {
    const char *name, *usage, *doc; /* doc NULL: for those who work on Lento, not listed */
    unsigned bit;                   /* of its flags; 0: it has none */
    const char *more;               /* further paragraphs of the help text, or NULL */
    cli_runner *run;
} cli_command;

extern const cli_command cli_commands[]; /* ends with a null name */
const cli_command *cli_command_find(const char *name);

cli_runner cli_list, cli_describe, cli_run, cli_compare, cli_converge, cli_detect, cli_reproduce;
cli_runner cli_sweep, cli_new, cli_check, cli_studio, cli_version, cli_help, cli_docs;

void cli_help_command(const cli_command *command); /* on stdout */

/* Lines as they may reach a terminal: without control characters. The text is changed. */
void cli_put(FILE *file, char *text);

/* One sentence on stderr, "lento: ..."; returns the code, CLI_FAILED instead of CLI_WRONG when memory ran out. */
int cli_say(int code, const char *format, ...);
/* What the library refused: CLI_WRONG, or CLI_FAILED without memory. */
int cli_refuse(lento_status status, const char *message);
#define cli_wrong(...)       cli_say(CLI_WRONG, __VA_ARGS__)
#define cli_failed(...)      cli_say(CLI_FAILED, __VA_ARGS__)
#define cli_note(quiet, ...) ((void)((quiet) ? 0 : cli_say(CLI_DONE, __VA_ARGS__)))

/* " (did you mean 'x'?)" or "", written into text. */
const char *cli_hint(const char *name, const char *const names[], size_t n, char *text,
                     size_t room);

/* Adds to a text, as far as there is room. */
void cli_append(char *text, size_t room, const char *format, ...);

/* Memory of a command: strings and arrays that live until the command ends. */
typedef struct cli_block cli_block;
typedef struct cli_memory {
    cli_block *first;
} cli_memory;
void *cli_take(cli_memory *memory, size_t bytes); /* zeroed; ends the program without memory */
char *cli_text(cli_memory *memory, const char *format, ...);
void cli_release(cli_memory *memory);

#endif
