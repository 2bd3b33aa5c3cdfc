/* SPDX-License-Identifier: MIT
 * What each kind of page takes for itself, and the printf that knows it. */
#include "print/markup.h"

#include "io/number.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const cli_markup cli_html = {
    .special = "&<>\"", .instead = {"&amp;", "&lt;", "&gt;", "&quot;"}, .none = "&ndash;"};
/* a cell of a table */
const cli_markup cli_markdown = {.special = "<\n|*_",
                                 .instead = {"&lt;", " ", "\\|", "\\*", "\\_"}};
/* code in a cell of a table */
const cli_markup cli_code = {.special = "|", .instead = {"\\|"}};
const cli_markup cli_troff = {
    .special = "\\-", .instead = {"\\e", "\\-"}, .guarded = ".'", .guard = "\\&"};

static void put_text(FILE *file, const cli_markup *markup, const char *text) {
    for (const char *c = text; c && *c; c++) {
        const char *special = strchr(markup->special, *c);
        const bool start = c == text || c[-1] == '\n';
        if (markup->guarded && start && strchr(markup->guarded, *c)) {
            fputs(markup->guard, file);
        }
        if (special) {
            fputs(markup->instead[special - markup->special], file);
        } else {
            putc(*c, file);
        }
    }
}

void cli_print(FILE *file, const cli_markup *markup, const char *format, ...) {
    char number[IO_NUMBER_SIZE];
    double value;
    va_list list;
    va_start(list, format);
    for (; *format; format++) {
        if (*format != '%') {
            putc(*format, file);
            continue;
        }
        switch (*++format) {
        case 's':
            put_text(file, markup, va_arg(list, const char *));
            break;
        case 'r':
            fputs(va_arg(list, const char *), file);
            break;
        case 'z':
            fprintf(file, "%zu", va_arg(list, size_t));
            break;
        default:
            value = va_arg(list, double);
            io_number_format_digits(value, va_arg(list, int), number);
            fputs(isfinite(value) ? number : markup->none, file);
        }
    }
    va_end(list);
}
