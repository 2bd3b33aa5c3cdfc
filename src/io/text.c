/* SPDX-License-Identifier: MIT
 * UTF-8: validation of one character (Unicode 15, table 3-7), width, encoding. */
#include "io/text.h"

#include <stdbool.h>
#include <string.h>

size_t io_text_character(const char *text, size_t room) {
    const unsigned char *c = (const unsigned char *)text;
    if (room == 0) {
        return 0;
    }
    if (c[0] < 0x80) {
        return 1;
    }
    /* length from the first byte; the second byte's range excludes overlong forms and surrogates */
    size_t length = c[0] >= 0xF0 ? 4 : c[0] >= 0xE0 ? 3 : 2;
    unsigned low = c[0] == 0xE0 ? 0xA0 : c[0] == 0xF0 ? 0x90 : 0x80;
    unsigned high = c[0] == 0xED ? 0x9F : c[0] == 0xF4 ? 0x8F : 0xBF;
    if (c[0] < 0xC2 || c[0] > 0xF4 || room < length || c[1] < low || c[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if ((c[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    return length;
}

size_t io_text_width(const char *text) {
    size_t room = strlen(text);
    size_t width = 0;
    while (room > 0) {
        size_t length = io_text_character(text, room);
        length = length == 0 ? 1 : length;
        text += length;
        room -= length;
        width++;
    }
    return width;
}

size_t io_text_encode(unsigned long code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(unsigned char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(unsigned char)(lead[length] | code);
    return length;
}

/* U+0080 to U+009F are control characters too; U+202A.. and U+2066.. change the direction. */
static const char *replacement(const unsigned char *c, size_t length) {
    if (length == 0) {
        return "?";
    }
    if (c[0] < 0x20 || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0)) {
        return " ";
    }
    const bool turns = length == 3 && c[0] == 0xE2 &&
                       ((c[1] == 0x80 && c[2] >= 0xAA && c[2] <= 0xAE) ||
                        (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9));
    return turns ? "?" : NULL;
}

const char *io_text_plain(const char *text, char letter[IO_TEXT_LETTER]) {
    const size_t length = io_text_character(text, strnlen(text, 4));
    const char *other = replacement((const unsigned char *)text, length);
    if (other) {
        letter[0] = other[0];
    } else {
        memcpy(letter, text, length);
    }
    letter[other ? 1 : length] = '\0';
    return text + (length > 0 ? length : 1);
}

char *io_text_clean(char *text) {
    char letter[IO_TEXT_LETTER], *out = text;
    for (const char *at = text; at && *at;) {
        at = io_text_plain(at, letter);
        const size_t length = strlen(letter); /* at most what it replaces */
        memcpy(out, letter, length);
        out += length;
    }
    if (text) {
        *out = '\0';
    }
    return text;
}
