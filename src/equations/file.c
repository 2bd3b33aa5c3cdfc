/* SPDX-License-Identifier: MIT
 *
 * file.c - memory of a file, and its first error: one sentence with file, line and column, the line itself and a
 * caret under the place. */
#include "equations/equations.h"

#include <string.h>

bool lento_eq_grow(void *place, size_t *room, size_t size) {
    const size_t larger = *room == 0 ? 16 : 2 * *room;
    void *items;
    memcpy(&items, place, sizeof items);
    char *more = realloc(items, larger * size);
    if (!more) {
        return false;
    }
    memset(more + *room * size, 0, (larger - *room) * size);
    *room = larger;
    memcpy(place, &more, sizeof more);
    return true;
}

eq_file *lento_eq_open(char error[], size_t room) {
    eq_file *file = calloc(1, sizeof *file);
    if (error && room > 0) {
        error[0] = '\0';
        lento_eq_append(error, room, file ? "" : "out of memory");
    }
    if (file) {
        file->error = error;
        file->error_room = error ? room : 0;
        file->method = "rk4"; /* a file that names none */
    }
    return file;
}

void *lento_eq_take(eq_file *file, size_t bytes) {
    eq_chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) {
        return NULL;
    }
    c->next = file->chunks;
    file->chunks = c;
    return c->bytes;
}

char *lento_eq_copy(eq_file *file, const char *text, size_t length) {
    char *copy = lento_eq_take(file, length + 1);
    return copy ? memcpy(copy, text, length) : NULL;
}

/* ---- text ---- */

static void append(char *out, size_t room, const char *text, size_t length) {
    size_t at = strlen(out);
    for (size_t i = 0; i < length && at + 1 < room; i++) {
        out[at++] = text[i];
    }
    out[at] = '\0';
}

void lento_eq_append(char *out, size_t room, const char *text) {
    append(out, room, text, strlen(text));
}

/* to six digits, for reading */
void lento_eq_append_number(char *out, size_t room, double value) {
    char digits[24];
    int n = 0;
    if (!isfinite(value) || value == 0) {
        lento_eq_append(out, room,
                        value == 0     ? "0"
                        : isnan(value) ? "nan"
                        : value > 0    ? "inf"
                                       : "-inf");
        return;
    }
    if (value < 0) {
        lento_eq_append(out, room, "-");
        value = -value;
    }
    int exponent = (int)floor(log10(value));
    const bool plain = exponent >= -4 && exponent < 6;
    double scaled = plain ? value : value / pow(10, exponent);
    const int places = plain ? 5 - exponent : 5;
    double whole = rint(scaled * pow(10, places));
    for (int i = 0; i <= places || whole >= 1; i++) {
        if (i == places && i > 0) {
            digits[n++] = '.';
        }
        digits[n++] = (char)('0' + (int)fmod(whole, 10));
        whole = floor(whole / 10);
    }
    int last = 0;
    while (places > 0 && digits[last] == '0') {
        last++;
    }
    last += places > 0 && digits[last] == '.' ? 1 : 0;
    while (n > last) {
        append(out, room, &digits[--n], 1);
    }
    if (!plain) {
        lento_eq_append(out, room, "e");
        lento_eq_append_number(out, room, exponent);
    }
}

/* ---- the error ---- */

/* the line around a place, and a caret; a tab stays a tab, so that the caret stands right */
static void show(const eq_file *file, size_t at, size_t begin, char *out, size_t room) {
    enum { WIDTH = 100 };
    begin = at - begin > WIDTH - 20 ? at - (WIDTH - 20) : begin;
    size_t end = begin;
    while (end < file->length && file->text[end] != '\n' && file->text[end] != '\r') {
        end++;
    }
    lento_eq_append(out, room, "\n    ");
    append(out, room, file->text + begin, end - begin < WIDTH ? end - begin : WIDTH);
    lento_eq_append(out, room, "\n    ");
    for (size_t i = begin; i < at; i++) {
        lento_eq_append(out, room, file->text[i] == '\t' ? "\t" : " ");
    }
    lento_eq_append(out, room, "^");
}

int lento_eq_error(eq_file *file, size_t at, const char *sentence, const char *a, const char *b) {
    if (file->failed || file->error_room == 0) {
        file->failed = true;
        return -1;
    }
    char *out = file->error;
    const size_t room = file->error_room;
    size_t line = 1, begin = 0;
    at = at < file->length ? at : file->length;
    for (size_t i = 0; i < at; i++) {
        if (lento_eq_line_ends(file, i)) {
            line++;
            begin = i + 1;
        }
    }
    const char *word[2] = {a ? a : "", b ? b : ""};
    int used = 0;
    file->failed = true;
    file->error_at = at;
    out[0] = '\0';
    if (file->name) {
        lento_eq_append(out, room, file->name);
        lento_eq_append(out, room, ":");
        lento_eq_append_number(out, room, (double)line);
        lento_eq_append(out, room, ":");
        lento_eq_append_number(out, room, (double)(at - begin + 1));
        lento_eq_append(out, room, ": ");
    }
    for (const char *c = sentence; *c; c++) {
        if (c[0] == '%' && c[1] == 's' && used < 2) {
            lento_eq_append(out, room, word[used++]);
            c++;
        } else {
            append(out, room, c, 1);
        }
    }
    if (file->name) {
        show(file, at, begin, out, room);
    }
    return -1;
}

int lento_eq_no_memory(eq_file *file) {
    if (!file->failed && file->error_room > 0) {
        file->error[0] = '\0';
        lento_eq_append(file->error, file->error_room, "out of memory");
    }
    file->failed = file->starved = true;
    return -1;
}
