/* SPDX-License-Identifier: MIT
 * Checks and reads files named by the user. Writability is tested by opening for append, which
 * changes nothing in an existing file; a file that this created is removed again. */
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void explain(const char *what, const char *path, const char *why,
                    char message[IO_MESSAGE_SIZE]) {
    snprintf(message, IO_MESSAGE_SIZE, "cannot %s '%.300s': %s", what, path, why);
}

bool io_file_check(const char *path, char message[IO_MESSAGE_SIZE]) {
    struct stat info;
    bool existed = stat(path, &info) == 0;
    if (existed && S_ISDIR(info.st_mode)) {
        explain("write", path, "it is a directory", message);
        return false;
    }
    FILE *file = fopen(path, "ab");
    if (file == NULL) {
        explain("write", path, strerror(errno), message);
        return false;
    }
    fclose(file);
    if (!existed) {
        unlink(path);
    }
    return true;
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
        explain("read", path, strerror(errno), message);
        return NULL;
    }
    errno = 0;
    char *text = read_all(file, limit, length);
    const char *why = NULL;
    if (text == NULL) {
        why = "out of memory";
    } else if (ferror(file)) {
        why = errno != 0 ? strerror(errno) : "read error";
    } else if (*length > limit) {
        why = "it is too long";
    }
    if (why != NULL) {
        explain("read", path, why, message);
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}
