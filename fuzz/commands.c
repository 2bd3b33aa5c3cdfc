/* SPDX-License-Identifier: MIT
 *
 * commands.c - the commands as the readers of words see them: names and bits, nothing to run. */
#include "cli.h"
#include "request/request.h"

const cli_command cli_commands[] = {{.name = "run", .bit = CLI_RUN},
                                    {.name = "compare", .bit = CLI_COMPARE},
                                    {.name = "converge", .bit = CLI_CONVERGE},
                                    {0}};
