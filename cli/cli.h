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
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CLI_DONE = 0, CLI_FAILED = 1, CLI_WRONG = 2 };

/* Bits of the commands, so that one table of flags serves all of them. */
enum { CLI_RUN = 1, CLI_COMPARE = 2, CLI_CONVERGE = 4, CLI_REPRODUCE = 8, CLI_DETECT = 16 };

typedef struct cli_command {
    const char *name, *usage, *doc;    /* doc NULL: for those who work on Lento, not listed */
    unsigned bit;                      /* commands that take run options; 0: none */
    const char *more;                  /* further paragraphs of the help text, or NULL */
    int (*run)(int argc, char **argv); /* argv[0] is the first word after the command */
} cli_command;

extern const cli_command cli_commands[]; /* ends with a null name */
const cli_command *cli_command_find(const char *name);

int cli_list(int argc, char **argv);
int cli_describe(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_compare(int argc, char **argv);
int cli_converge(int argc, char **argv);
int cli_detect(int argc, char **argv);
int cli_reproduce(int argc, char **argv);
int cli_new(int argc, char **argv);
int cli_check(int argc, char **argv);
int cli_studio(int argc, char **argv);
int cli_version(int argc, char **argv);
int cli_help(int argc, char **argv);
int cli_docs(int argc, char **argv);

void cli_help_command(const cli_command *command); /* on stdout */

/* One sentence on stderr, "lento: ..."; returns CLI_WRONG or CLI_FAILED. */
int cli_wrong(const char *format, ...);
int cli_failed(const char *format, ...);
void cli_note(bool quiet, const char *format, ...);

/* " (did you mean 'x'?)" or "", written into text. */
const char *cli_hint(const char *name, const char *const names[], size_t n, char *text,
                     size_t room);

/* Adds to a text, as far as there is room. */
void cli_append(char *text, size_t room, const char *format, ...);

/* Memory of a command: strings and arrays that live until the command ends. */
typedef struct cli_memory {
    void **block;
    size_t count, room;
} cli_memory;
void *cli_take(cli_memory *memory, size_t bytes); /* zeroed; ends the program without memory */
char *cli_text(cli_memory *memory, const char *format, ...);
void cli_release(cli_memory *memory);

#endif
