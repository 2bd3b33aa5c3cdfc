/* SPDX-License-Identifier: MIT
 * JSON writer: a stream with a stack of open containers.
 *
 * Layout: members of the outermost container start a line, and so do the rows of a table (arrays or
 * objects inside an array of the second level); everything deeper stays on one line. */
#include "io/json.h"

#include "io/number.h"
#include "io/text.h"

#include <math.h>
#include <string.h>

static void write_string(FILE *file, const char *text) {
    size_t room = strlen(text);
    putc('"', file);
    while (room > 0) {
        size_t length = io_text_character(text, room);
        unsigned char c = (unsigned char)*text;
        if (length == 0) {
            fputs("\\ufffd", file); /* ill-formed byte: replacement character */
            length = 1;
        } else if (c == '"' || c == '\\') {
            fprintf(file, "\\%c", c);
        } else if (c == '\n') {
            fputs("\\n", file);
        } else if (c < 0x20 || c == 0x7F) {
            fprintf(file, "\\u%04x", (unsigned)c);
        } else {
            fwrite(text, 1, length, file);
        }
        text += length;
        room -= length;
    }
    putc('"', file);
}

/* Comma, line break, key: everything before a value. */
static void begin_value(io_json *json, const char *key, bool container) {
    char parent = json->kind[json->depth];
    bool first = json->empty[json->depth];
    if ((parent == '{') != (key != NULL) || (parent == 0 && !first)) {
        json->broken = true;
    }
    json->empty[json->depth] = false;
    if (!first && parent != 0) {
        putc(',', json->file);
    }
    if (json->depth == 1 || (json->depth == 2 && parent == '[' && container)) {
        fputs(json->depth == 1 ? "\n " : "\n  ", json->file);
    } else if (!first && parent != 0) {
        putc(' ', json->file);
    }
    if (key != NULL) {
        write_string(json->file, key);
        fputs(": ", json->file);
    }
}

static void open_container(io_json *json, const char *key, char kind) {
    begin_value(json, key, true);
    if (json->depth == IO_JSON_MAX_DEPTH) {
        json->broken = true;
        return;
    }
    putc(kind, json->file);
    json->depth++;
    json->kind[json->depth] = kind;
    json->empty[json->depth] = true;
}

void io_json_start(io_json *json, FILE *file) {
    *json = (io_json){.file = file};
    json->empty[0] = true;
}

void io_json_object(io_json *json, const char *key) {
    open_container(json, key, '{');
}

void io_json_array(io_json *json, const char *key) {
    open_container(json, key, '[');
}

void io_json_end(io_json *json) {
    if (json->depth == 0) {
        json->broken = true;
        return;
    }
    if (json->depth == 1 && !json->empty[1]) {
        putc('\n', json->file);
    }
    putc(json->kind[json->depth] == '{' ? '}' : ']', json->file);
    json->depth--;
}

static void put_plain(io_json *json, const char *key, const char *text) {
    begin_value(json, key, false);
    fputs(text, json->file);
}

void io_json_number(io_json *json, const char *key, double value) {
    char text[IO_NUMBER_SIZE];
    put_plain(json, key, isfinite(value) ? io_number_format(value, text) : "null");
}

void io_json_write_numbers(FILE *file, size_t n, const double values[]) {
    char text[IO_NUMBER_SIZE];
    putc('[', file);
    for (size_t i = 0; i < n; i++) {
        fputs(i > 0 ? ", " : "", file);
        fputs(isfinite(values[i]) ? io_number_format(values[i], text) : "null", file);
    }
    putc(']', file);
}

void io_json_numbers(io_json *json, const char *key, size_t n, const double values[]) {
    begin_value(json, key, true);
    io_json_write_numbers(json->file, n, values);
}

void io_json_text(io_json *json, const char *key, const char *text) {
    begin_value(json, key, true);
    fputs(text, json->file);
}

void io_json_integer(io_json *json, const char *key, long long value) {
    begin_value(json, key, false);
    fprintf(json->file, "%lld", value);
}

void io_json_string(io_json *json, const char *key, const char *text) {
    put_plain(json, key, text != NULL ? "" : "null");
    if (text != NULL) {
        write_string(json->file, text);
    }
}

void io_json_bool(io_json *json, const char *key, bool value) {
    put_plain(json, key, value ? "true" : "false");
}

void io_json_null(io_json *json, const char *key) {
    put_plain(json, key, "null");
}

bool io_json_finish(io_json *json) {
    bool complete = json->depth == 0 && !json->empty[0] && !json->broken;
    while (json->depth > 0) {
        io_json_end(json);
    }
    putc('\n', json->file);
    return fflush(json->file) == 0 && !ferror(json->file) && complete;
}
