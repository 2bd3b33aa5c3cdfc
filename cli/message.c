/* SPDX-License-Identifier: MIT
 * What every command says and keeps: sentences on stderr, the nearest name, and memory that is
 * released in one go. Sentences may quote files and arguments: control characters are taken out. A wrong command gets one sentence, so that scripts and people can read it. */
#include "cli.h"
#include "io/text.h"
#include "lento/problem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 };

void cli_put(FILE *file, char *text) {
    for (char *line = text; line; line = text) {
        text = strchr(line, '\n');
        if (text) {
            *text++ = '\0';
        }
        fprintf(file, "%s\n", io_text_clean(line));
    }
}

int cli_say(int code, const char *format, ...) {
    /* most of what refuses for lack of memory says so (cli_refuse, io_lost); this is the net below it */
    const bool starved = errno == ENOMEM;
    char text[MOST];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fputs("lento: ", stderr);
    cli_put(stderr, text);
    return starved && code == CLI_WRONG ? CLI_FAILED : code;
}

int cli_refuse(lento_status status, const char *message) {
    return cli_say(status == LENTO_NO_MEMORY ? CLI_FAILED : CLI_WRONG, "%s", message);
}

const char *cli_hint(const char *name, const char *const names[], size_t n, char *text,
                     size_t room) {
    const char *nearest = lento_nearest(name, names, n);
    text[0] = '\0';
    if (nearest) {
        snprintf(text, room, " (did you mean '%s'?)", nearest);
    }
    return text;
}

void cli_append(char *text, size_t room, const char *format, ...) {
    const size_t used = strlen(text);
    va_list list;
    va_start(list, format);
    if (used + 1 < room) {
        vsnprintf(text + used, room - used, format, list);
    }
    va_end(list);
}

struct cli_block {
    cli_block *next;
    max_align_t bytes[];
};

void *cli_take(cli_memory *memory, size_t bytes) {
    cli_block *block = calloc(1, sizeof *block + bytes);
    if (!block) {
        exit(cli_failed("out of memory"));
    }
    block->next = memory->first;
    memory->first = block;
    return block->bytes;
}

char *cli_text(cli_memory *memory, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *text = cli_take(memory, (size_t)(length < 0 ? 0 : length) + 1);
    va_start(list, format);
    vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, list);
    va_end(list);
    return text;
}

void cli_release(cli_memory *memory) {
    while (memory->first) {
        cli_block *next = memory->first->next;
        free(memory->first);
        memory->first = next;
    }
}
