/* SPDX-License-Identifier: MIT
 * lento docs DIR: the pages that are made from the tables in the code, so that they cannot
 * disagree with it: methods.md, kernels.md, problems.md, options.md, warnings.md, the man page
 * lento.1 and the completions of shells. */
#ifndef CLI_DOCS_H
#define CLI_DOCS_H
#include "cli.h"

void docs_methods(FILE *file);
void docs_kernels(FILE *file);
void docs_problems(FILE *file);
void docs_options(FILE *file);
void docs_warnings(FILE *file);
void docs_man(FILE *file);
void docs_bash(FILE *file);
void docs_zsh(FILE *file);
void docs_fish(FILE *file);

#endif
