/* SPDX-License-Identifier: MIT
 * A problem by name, from a file of equations (.ode), or from a shared object that exports `const lento_problem lento_plugin`. */
#ifndef CLI_PLUGIN_H
#define CLI_PLUGIN_H
#include "io/file.h"
#include "lento/problem.h"

enum { CLI_MOST_FILES = 64 };

typedef struct cli_problem {
    const lento_problem *table;
    void *library;                         /* of a shared object, or NULL */
    const char *path;                      /* of it, as it was typed */
    const lento_problem *text;             /* from a file of equations, or NULL */
    uint32_t content;                      /* checksum of all files it was made from; 0: built in */
    io_identity made_from[CLI_MOST_FILES]; /* these files, as far as there is room */
    int files;
} cli_problem;

/* 0, or an exit code after a sentence on stderr. */
int cli_problem_open(cli_problem *problem, const char *name);
bool cli_problem_is_text(const char *name);
bool cli_problem_is_object(const char *name); /* its name, not what is in it */
/* Has the model columns, and a function of them? 0 or an exit code. */
int cli_problem_shows(const cli_problem *problem, const lento_model *model);
void cli_problem_close(cli_problem *problem);

/* The built-in problems, as lento_methods lists methods. */
size_t cli_problem_names(lento_entry list[], size_t room);

#endif
