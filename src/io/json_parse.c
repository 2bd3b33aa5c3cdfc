/* SPDX-License-Identifier: MIT
 * JSON parser: recursive descent over a text in memory into a tree of siblings (RFC 8259).
 *
 * Depth, text length and members per object are bounded, so hostile input costs bounded time and
 * stack; every failure is recorded once with its place and unwinds through NULL. */
#include "io/json.h"
#include "io/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const char *start, *at, *end;
    const char *line_start;
    int line; /* of `at`: line breaks occur between tokens only */
    int depth;
    char *message;
    bool failed;
} parser;

/* Keeps the first message only: it is the cause. NULL, also as false. */
static void *fail(parser *p, const char *at, const char *what) {
    if (!p->failed) {
        int line = 1;
        const char *line_start = p->start;
        for (const char *c = p->start; c < at; c++) {
            if (*c == '\n') {
                line++;
                line_start = c + 1;
            }
        }
        snprintf(p->message, IO_MESSAGE_SIZE, "line %d, column %d: %s", line,
                 (int)(at - line_start) + 1, what);
    }
    p->failed = true;
    return NULL;
}

static void skip_space(parser *p) {
    while (p->at < p->end && memchr(" \t\r\n", *p->at, 4) != NULL) {
        if (*p->at++ == '\n') {
            p->line++;
            p->line_start = p->at;
        }
    }
}

/* The next byte, 0 at the end (a zero byte in the text is no JSON either). */
static char peek(const parser *p) {
    return p->at < p->end ? *p->at : '\0';
}

static bool take(parser *p, char c) {
    if (peek(p) != c) {
        return false;
    }
    p->at++;
    return true;
}

/* ---- strings ---- */

static bool read_hex(parser *p, unsigned long *code) {
    *code = 0;
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)peek(p);
        if (!isxdigit(c)) {
            return fail(p, p->at, "expected four hexadecimal digits after \\u");
        }
        *code = *code * 16 + (unsigned long)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
        p->at++;
    }
    return true;
}

static bool read_unicode(parser *p, char **out) {
    const char *start = p->at - 2;
    unsigned long code = 0;
    unsigned long low = 0;
    if (!read_hex(p, &code)) {
        return false;
    }
    if (code >= 0xD800 && code < 0xDC00) { /* first half of a pair */
        bool second = take(p, '\\') && take(p, 'u') && read_hex(p, &low);
        if (!second || low < 0xDC00 || low > 0xDFFF) {
            return fail(p, start, "half of a surrogate pair");
        }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xDC00 && code <= 0xDFFF) {
        return fail(p, start, "half of a surrogate pair");
    } else if (code == 0) {
        return fail(p, start, "a string must not contain \\u0000");
    }
    *out += io_text_encode(code, *out);
    return true;
}

static bool read_escape(parser *p, char **out) {
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    char c = peek(p);
    if (c == 'u') {
        p->at++;
        return read_unicode(p, out);
    }
    const char *found = c != '\0' ? strchr(names, c) : NULL;
    if (found == NULL) {
        return fail(p, p->at, "unknown escape in a string");
    }
    *(*out)++ = values[found - names];
    p->at++;
    return true;
}

/* The result is never longer than its text: \uXXXX has 6 bytes and gives at most 3. */
static char *read_string(parser *p) {
    const char *start = p->at++;
    const char *close = start + 1;
    while (close < p->end && *close != '"') {
        close += *close == '\\' ? 2 : 1;
    }
    if (close >= p->end) {
        return fail(p, start, "string without an end");
    }
    char *text = malloc((size_t)(close - start));
    if (text == NULL) {
        io_lose();
        return fail(p, start, "out of memory");
    }
    char *out = text;
    while (!p->failed && p->at < close) {
        size_t length = io_text_character(p->at, (size_t)(close - p->at));
        if (length == 0) {
            fail(p, p->at, "ill-formed UTF-8");
        } else if ((unsigned char)*p->at < 0x20) {
            fail(p, p->at, "control character in a string");
        } else if (take(p, '\\')) {
            read_escape(p, &out);
        } else {
            memcpy(out, p->at, length);
            out += length;
            p->at += length;
        }
    }
    *out = '\0';
    if (p->failed) {
        free(text);
        return NULL;
    }
    p->at = close + 1;
    return text;
}

/* ---- numbers ---- */

static bool skip_digits(parser *p) {
    const char *start = p->at;
    while (isdigit((unsigned char)peek(p))) {
        p->at++;
    }
    return p->at > start;
}

static bool read_number(parser *p, double *number) {
    const char *start = p->at;
    take(p, '-');
    bool good = take(p, '0') || skip_digits(p);
    if (good && take(p, '.')) {
        good = skip_digits(p);
    }
    if (good && (take(p, 'e') || take(p, 'E'))) {
        if (!take(p, '-')) {
            take(p, '+');
        }
        good = skip_digits(p);
    }
    if (!good || isalnum((unsigned char)peek(p))) {
        return fail(p, start, "this is not a number");
    }
    *number = strtod(start, NULL); /* the text ends with a zero byte */
    if (!isfinite(*number)) {
        return fail(p, start, "number too large");
    }
    return true;
}

/* ---- values ---- */

static io_json_value *read_value(parser *p);

static bool append(parser *p, io_json_value *parent, io_json_value ***tail, char *key) {
    io_json_value *child = read_value(p);
    if (child == NULL) {
        free(key);
        return false;
    }
    child->key = key;
    **tail = child;
    *tail = &child->next;
    parent->count++;
    return true;
}

static bool read_member(parser *p, io_json_value *object, io_json_value ***tail) {
    const char *start = p->at;
    if (peek(p) != '"') {
        return fail(p, start, "expected a key in double quotes");
    }
    char *key = read_string(p);
    if (key == NULL) {
        return false;
    }
    const char *wrong = NULL;
    skip_space(p);
    if (io_json_member(object, key) != NULL) {
        wrong = "this key occurs twice";
    } else if (object->count == IO_JSON_MAX_MEMBERS) {
        wrong = "too many members in one object";
    } else if (!take(p, ':')) {
        wrong = "expected ':' after the key";
        start = p->at;
    }
    if (wrong != NULL) {
        fail(p, start, wrong);
        free(key);
        return false;
    }
    return append(p, object, tail, key);
}

static bool read_container(parser *p, io_json_value *value) {
    bool object = value->kind == IO_JSON_OBJECT;
    char close = object ? '}' : ']';
    io_json_value **tail = &value->first;
    if (p->depth == IO_JSON_MAX_DEPTH) {
        return fail(p, p->at, "too deeply nested");
    }
    p->at++;
    p->depth++;
    skip_space(p);
    bool good = true;
    if (peek(p) != close) {
        do {
            skip_space(p);
            good = object ? read_member(p, value, &tail) : append(p, value, &tail, NULL);
            skip_space(p);
        } while (good && take(p, ','));
    }
    p->depth--;
    if (good && !take(p, close)) {
        fail(p, p->at, object ? "expected ',' or '}'" : "expected ',' or ']'");
        good = false;
    }
    return good;
}

static bool read_word(parser *p, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, word, length) != 0) {
        return fail(p, p->at, "expected a value");
    }
    p->at += length;
    return true;
}

static bool read_body(parser *p, io_json_value *value) {
    switch (peek(p)) {
    case '{':
        value->kind = IO_JSON_OBJECT;
        return read_container(p, value);
    case '[':
        value->kind = IO_JSON_ARRAY;
        return read_container(p, value);
    case '"':
        value->kind = IO_JSON_STRING;
        value->string = read_string(p);
        return value->string != NULL;
    case 't':
        value->kind = IO_JSON_BOOL;
        value->boolean = true;
        return read_word(p, "true");
    case 'f':
        value->kind = IO_JSON_BOOL;
        return read_word(p, "false");
    case 'n':
        value->kind = IO_JSON_NULL;
        return read_word(p, "null");
    default:
        if (peek(p) != '-' && !isdigit((unsigned char)peek(p))) {
            return fail(p, p->at, p->at == p->end ? "the text ends here" : "expected a value");
        }
        value->kind = IO_JSON_NUMBER;
        return read_number(p, &value->number);
    }
}

static io_json_value *read_value(parser *p) {
    skip_space(p);
    io_json_value *value = calloc(1, sizeof *value);
    if (value == NULL) {
        io_lose();
        return fail(p, p->at, "out of memory");
    }
    value->line = p->line;
    value->column = (int)(p->at - p->line_start) + 1;
    if (!read_body(p, value)) {
        io_json_free(value);
        return NULL;
    }
    return value;
}

/* ---- interface ---- */

io_json_value *io_json_parse(const char *text, size_t length, char message[IO_MESSAGE_SIZE]) {
    parser p = {.start = text,
                .at = text,
                .end = text + length,
                .line_start = text,
                .line = 1,
                .message = message};
    if (length > IO_JSON_MAX_BYTES) {
        return fail(&p, text, "the text is too long");
    }
    io_json_value *value = read_value(&p);
    skip_space(&p);
    if (value != NULL && p.at < p.end) {
        fail(&p, p.at, "nothing may follow the value");
        io_json_free(value);
        value = NULL;
    }
    return value;
}

io_json_value *io_json_read(const char *path, char message[IO_MESSAGE_SIZE]) {
    size_t length = 0;
    char *text = io_file_read(path, IO_JSON_MAX_BYTES, &length, message);
    if (text == NULL) {
        return NULL;
    }
    char problem[IO_MESSAGE_SIZE];
    io_json_value *value = io_json_parse(text, length, problem);
    if (value == NULL) {
        io_refuse(message, "'%.300s', %.200s", path, problem);
    }
    free(text);
    return value;
}

void io_json_free(io_json_value *value) {
    while (value != NULL) {
        io_json_value *next = value->next;
        io_json_free(value->first); /* at most IO_JSON_MAX_DEPTH deep */
        free(value->string);
        free(value->key);
        free(value);
        value = next;
    }
}

const io_json_value *io_json_member(const io_json_value *object, const char *key) {
    for (const io_json_value *m = object->first; m != NULL; m = m->next) {
        if (m->key != NULL && strcmp(m->key, key) == 0) {
            return m;
        }
    }
    return NULL;
}

const char *io_json_kind_name(io_json_kind kind) {
    static const char *const names[] = {"null",     "true or false", "a number",
                                        "a string", "an array",      "an object"};
    return names[kind];
}
