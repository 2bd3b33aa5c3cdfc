/* SPDX-License-Identifier: MIT
 * Text for HTML, Markdown and troff: one printf for all of them, which makes harmless what a page would take for
 * itself. */
#ifndef CLI_PRINT_MARKUP_H
#define CLI_PRINT_MARKUP_H
#include "cli.h"

/* special[i] is written as instead[i]. */
typedef struct cli_markup {
    const char *special;
    const char *instead[8];
    const char *guarded, *guard; /* these characters get this before them at the start of a line */
    const char *none;            /* for a number that is not finite */
} cli_markup;

extern const cli_markup cli_html, cli_markdown, cli_code, cli_troff;

/* %s: a text, made harmless; nothing for NULL. %r: a text as it is. %z: a size_t. %v: a double and the number of its
 * digits. */
void cli_print(FILE *file, const cli_markup *markup, const char *format, ...);

#endif
