/* SPDX-License-Identifier: MIT
 * JSON out and in.
 *
 *   results -> io_json_object, io_json_number, ... -> FILE   (json.c, a stream; nothing is stored)
 *   recipe file -> io_json_parse -> tree of io_json_value    (json_parse.c)
 *
 * Numbers read back to the same double; non-finite ones are written as null. */
#ifndef IO_JSON_H
#define IO_JSON_H
#include "io/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    IO_JSON_MAX_DEPTH = 64,      /* nested arrays and objects, both directions */
    IO_JSON_MAX_BYTES = 4 << 20, /* of a text to be parsed */
    IO_JSON_MAX_MEMBERS = 1000   /* of one parsed object */
};

/* ---- writer ----
 * `key` is the member's name inside an object and NULL elsewhere. Wrong nesting is a bug of the
 * caller and shows in the result of io_json_finish. */
typedef struct io_json {
    FILE *file;
    int depth;
    bool broken;                       /* nesting was wrong */
    char kind[IO_JSON_MAX_DEPTH + 1];  /* '{', '[' of each open container; [0]: 0 */
    bool empty[IO_JSON_MAX_DEPTH + 1]; /* nothing written into it yet */
} io_json;

void io_json_start(io_json *json, FILE *file);
void io_json_object(io_json *json, const char *key);
void io_json_array(io_json *json, const char *key);
void io_json_end(io_json *json); /* of the innermost object or array */
void io_json_number(io_json *json, const char *key, double value);
void io_json_integer(io_json *json, const char *key, long long value);
/* An array, already as text. */
void io_json_text(io_json *json, const char *key, const char *text);
void io_json_write_numbers(FILE *file, size_t n, const double values[]);
/* An array of numbers. */
void io_json_numbers(io_json *json, const char *key, size_t n, const double values[]);
void io_json_string(io_json *json, const char *key, const char *text); /* NULL: null */
void io_json_bool(io_json *json, const char *key, bool value);
void io_json_null(io_json *json, const char *key);
/* Closes what is open, ends the line and flushes. False: nesting was wrong or writing failed. */
bool io_json_finish(io_json *json);

/* ---- parser ---- */
typedef enum io_json_kind {
    IO_JSON_NULL,
    IO_JSON_BOOL,
    IO_JSON_NUMBER,
    IO_JSON_STRING,
    IO_JSON_ARRAY,
    IO_JSON_OBJECT
} io_json_kind;

typedef struct io_json_value io_json_value;
struct io_json_value {
    io_json_kind kind;
    bool boolean;
    double number;
    char *string;         /* UTF-8 without inner zeros */
    char *key;            /* of a member, else NULL */
    io_json_value *first; /* members or items, in the order of the text */
    io_json_value *next;  /* sibling */
    size_t count;         /* members or items */
    int line, column;     /* where it starts, from 1; columns in bytes */
};

/* The whole text must be one JSON value (RFC 8259); text[length] must be a zero byte.
 * NULL: message is "line 3, column 7: ...".
 * Also refused: equal keys in one object, \u0000, ill-formed UTF-8, numbers beyond double. */
io_json_value *io_json_parse(const char *text, size_t length, char message[IO_MESSAGE_SIZE]);
/* The same for a file; its name precedes the message. */
io_json_value *io_json_read(const char *path, char message[IO_MESSAGE_SIZE]);
void io_json_free(io_json_value *value); /* the whole tree; NULL is allowed */
/* The member of an object, or NULL. */
const io_json_value *io_json_member(const io_json_value *object, const char *key);
/* "a number", "an object", ... for messages */
const char *io_json_kind_name(io_json_kind kind);

#endif
