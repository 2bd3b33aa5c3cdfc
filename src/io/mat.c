/* SPDX-License-Identifier: MIT
 * MATLAB's .mat, level 5: one column vector per column and a text, each a tree of tagged elements.
 * Names become identifiers: "mean(x)" is mean_x. */
#include "io/arrays.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { INT8 = 1, UINT16 = 4, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14 }; /* elements */
enum { CHAR_CLASS = 4, DOUBLE_CLASS = 6 };
enum { HEAD = 128, TAG = 8, NAME_ROOM = 64, MOST_BYTES = 2147483647 };

static size_t padded(size_t n) {
    return (n + 7) / 8 * 8;
}

static void tag(FILE *file, uint32_t type, size_t bytes) {
    unsigned char to[TAG];
    io_bytes(to, type, 4);
    io_bytes(to + 4, bytes, 4);
    fwrite(to, 1, TAG, file);
}

static void pad(FILE *file, size_t bytes) {
    static const unsigned char zeros[8] = {0};
    fwrite(zeros, 1, padded(bytes) - bytes, file);
}

/* Flags, dimensions and name; what follows has so many bytes. */
static void matrix(FILE *file, int class, size_t rows, size_t columns, const char *name,
                   size_t data) {
    unsigned char flags[8] = {0}, sizes[8];
    flags[0] = (unsigned char)class;
    io_bytes(sizes, rows, 4);
    io_bytes(sizes + 4, columns, 4);
    tag(file, MATRIX, 3 * TAG + 16 + padded(strlen(name)) + TAG + padded(data));
    tag(file, UINT32, 8);
    fwrite(flags, 1, 8, file);
    tag(file, INT32, 8);
    fwrite(sizes, 1, 8, file);
    tag(file, INT8, strlen(name));
    fputs(name, file);
    pad(file, strlen(name));
}

/* ---- names ---- */

static void identifier(const char *name, char to[NAME_ROOM]) {
    size_t n = 0;
    if (!isalpha((unsigned char)name[0])) {
        to[n++] = 'x';
    }
    for (; *name != '\0' && n + 8 < NAME_ROOM; name++) {
        const bool good = isalnum((unsigned char)*name) != 0;
        if (good || (n > 0 && to[n - 1] != '_')) {
            to[n++] = (char)(good ? *name : '_');
        }
    }
    while (n > 1 && to[n - 1] == '_') {
        n--;
    }
    to[n] = '\0';
}

/* The same for column k, with a number behind it if an earlier one has that name. */
static void variable(const io_arrays *a, size_t k, char to[NAME_ROOM]) {
    char other[NAME_ROOM];
    int same = 1;
    identifier(a->names[k], to);
    for (size_t i = 0; i < k; i++) {
        identifier(a->names[i], other);
        same += strcmp(other, to) == 0;
    }
    if (same > 1) {
        const size_t n = strlen(to);
        snprintf(to + n, NAME_ROOM - n, "_%d", same);
    }
}

/* ---- text ---- */

/* UTF-8 to UTF-16; the number of units. `to` NULL: counts only. */
static size_t utf16(const char *text, unsigned char *to) {
    size_t n = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0';) {
        const int more = *c < 0xC0 ? 0 : *c < 0xE0 ? 1 : *c < 0xF0 ? 2 : 3;
        uint32_t code = more == 0 ? *c : *c & (0x3Fu >> more);
        c++;
        for (int i = 0; i < more && (*c & 0xC0) == 0x80; i++, c++) {
            code = code << 6 | (*c & 0x3Fu);
        }
        const bool pair = code > 0xFFFF;
        if (to) {
            const uint32_t low = code - 0x10000;
            io_bytes(to + 2 * n, pair ? 0xD800 | low >> 10 : code, 2);
            io_bytes(to + 2 * n + 2 * pair, pair ? 0xDC00 | (low & 0x3FF) : code, 2);
        }
        n += 1 + (size_t)pair;
    }
    return n;
}

static bool text(FILE *file, const char *name, const char *content) {
    const size_t units = utf16(content, NULL);
    unsigned char *bytes = malloc(2 * units + 2);
    if (bytes) {
        utf16(content, bytes);
        matrix(file, CHAR_CLASS, 1, units, name, 2 * units);
        tag(file, UINT16, 2 * units);
        fwrite(bytes, 1, 2 * units, file);
        pad(file, 2 * units);
    }
    free(bytes);
    return bytes != NULL;
}

bool io_mat_write(FILE *file, const io_arrays *a, char message[IO_MESSAGE_SIZE]) {
    const double bytes = 8.0 * (double)a->rows + 1000;
    if (bytes > MOST_BYTES) {
        return io_refuse(message,
                         "a column of a .mat file holds less than 2 GB, and this one has %.1f; ask "
                         "for fewer rows",
                         bytes / 1e9);
    }
    char head[HEAD + 1], name[NAME_ROOM];
    snprintf(head, sizeof head, "%-116s", "MATLAB 5.0 MAT-file, written by Lento");
    memset(head + 116, 0, 8);
    memcpy(head + 124, "\0\1IM", 4);
    fwrite(head, 1, HEAD, file);
    bool stopped = false;
    for (size_t k = 0; k < a->columns && !stopped; k++) {
        variable(a, k, name);
        matrix(file, DOUBLE_CLASS, a->rows, 1, name, 8 * a->rows);
        tag(file, DOUBLE, 8 * a->rows);
        unsigned char block[8 * IO_BLOCK];
        for (size_t i = 0; i < a->rows && !stopped; i += IO_BLOCK) {
            const size_t n = io_arrays_block(a, i, k, block);
            fwrite(block, 8, n, file);
            stopped = a->stop && a->stop();
        }
    }
    if (stopped) {
        return io_refuse(message, IO_STOPPED);
    }
    return text(file, "lento_json", a->json) || io_refuse(message, "out of memory");
}
