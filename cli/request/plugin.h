/* SPDX-License-Identifier: MIT
 * A problem by name, or from a shared object that exports `const lento_problem lento_plugin`. */
#ifndef CLI_PLUGIN_H
#define CLI_PLUGIN_H
#include "lento/problem.h"

typedef struct cli_problem {
    const lento_problem *table;
    void *library; /* NULL for built-in problems */
} cli_problem;

/* 0, or an exit code after a sentence on stderr. */
int cli_problem_open(cli_problem *problem, const char *name);
void cli_problem_close(cli_problem *problem);

/* Every built-in problem by name, into names; returns how many there are. */
size_t cli_problem_names(const char *names[], size_t room);

#endif
