/* SPDX-License-Identifier: MIT
 * Reads files named by the user; remembers that a part of the output is missing. */
#include "io/file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool io_refuse(char message[IO_MESSAGE_SIZE], const char *format, ...) {
    va_list values;
    va_start(values, format);
    vsnprintf(message, IO_MESSAGE_SIZE, format, values);
    va_end(values);
    return false;
}

#define READ "cannot read '%.300s': %s"

static bool lost;

void io_lose(void) {
    lost = true;
}

bool io_lost(void) {
    return lost;
}

const char *io_reason(void) {
    lost = lost || errno == ENOMEM;
    return strerror(errno);
}

/* Reads until the end or until more than limit bytes have come; works for pipes too. */
static char *read_all(FILE *file, size_t limit, size_t *length) {
    size_t room = 4096;
    size_t used = 0;
    char *text = malloc(room + 1);
    while (text != NULL) {
        used += fread(text + used, 1, room - used, file);
        if (used < room || used > limit) {
            text[used] = '\0';
            break;
        }
        room *= 2;
        char *larger = realloc(text, room + 1);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    *length = used;
    return text;
}

char *io_file_read(const char *path, size_t limit, size_t *length, char message[IO_MESSAGE_SIZE]) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        io_refuse(message, READ, path, io_reason());
        return NULL;
    }
    errno = 0;
    char *text = read_all(file, limit, length);
    const char *why = text == NULL      ? "out of memory"
                      : ferror(file)    ? (errno != 0 ? io_reason() : "read error")
                      : *length > limit ? "it is too long"
                                        : NULL;
    lost = lost || text == NULL;
    if (why != NULL) {
        io_refuse(message, READ, path, why);
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

io_identity io_file_identity(const char *path) {
    struct stat of;
    const bool there = path && stat(path, &of) == 0 && S_ISREG(of.st_mode);
    return there ? (io_identity){(uint64_t)of.st_dev, (uint64_t)of.st_ino} : (io_identity){0};
}

bool io_file_same(io_identity a, io_identity b) {
    return a.number != 0 && a.number == b.number && a.device == b.device;
}
