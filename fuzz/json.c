/* SPDX-License-Identifier: MIT
 *
 * json.c - JSON in and out: a tree that was accepted is written by the writer, read again, and is the same tree. */
#include "io/json.h"
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

static void write(io_json *json, const io_json_value *v) {
    switch (v->kind) {
    case IO_JSON_NULL:
        io_json_null(json, v->key);
        break;
    case IO_JSON_BOOL:
        io_json_bool(json, v->key, v->boolean);
        break;
    case IO_JSON_NUMBER:
        io_json_number(json, v->key, v->number);
        break;
    case IO_JSON_STRING:
        io_json_string(json, v->key, v->string);
        break;
    default:
        if (v->kind == IO_JSON_ARRAY) {
            io_json_array(json, v->key);
        } else {
            io_json_object(json, v->key);
        }
        for (const io_json_value *c = v->first; c; c = c->next) {
            write(json, c);
        }
        io_json_end(json);
    }
}

static void same(const io_json_value *a, const io_json_value *b) {
    CLAIM(a->kind == b->kind && a->count == b->count);
    CLAIM(!a->key == !b->key && (!a->key || strcmp(a->key, b->key) == 0));
    CLAIM(a->kind != IO_JSON_NUMBER || a->number == b->number);
    CLAIM(a->kind != IO_JSON_BOOL || a->boolean == b->boolean);
    CLAIM(a->kind != IO_JSON_STRING || strcmp(a->string, b->string) == 0);
    const io_json_value *d = b->first;
    for (const io_json_value *c = a->first; c; c = c->next, d = d->next) {
        CLAIM(d != NULL);
        same(c, d);
    }
    CLAIM(d == NULL);
}

void fuzz_read(const uint8_t *data, size_t size) {
    char message[IO_MESSAGE_SIZE] = "";
    char *text = malloc(size + 1);
    if (!text) {
        return;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    io_json_value *tree = io_json_parse(text, size, message);
    CLAIM(tree || message[0] || fuzz_starved());
    if (tree) {
        char *written = NULL;
        size_t length = 0;
        FILE *file = open_memstream(&written, &length);
        CLAIM(file != NULL);
        io_json json;
        io_json_start(&json, file);
        write(&json, tree);
        CLAIM(io_json_finish(&json));
        fclose(file);
        io_json_value *back = io_json_parse(written, length, message);
        CLAIM(back != NULL || fuzz_starved());
        if (back) {
            same(tree, back);
        }
        io_json_free(back);
        free(written);
    }
    io_json_free(tree);
    free(text);
}
