/* SPDX-License-Identifier: MIT
 * UTF-8: what the JSON writer and parser and the tables need to know of it. */
#ifndef IO_TEXT_H
#define IO_TEXT_H
#include <stddef.h>

/* Bytes of the well-formed character at text[0..room), 0 if it is none. No overlong forms, no
 * surrogates, nothing above U+10FFFF. */
size_t io_text_character(const char *text, size_t room);

/* Columns the text takes on a terminal, one per character. */
size_t io_text_width(const char *text);

/* Writes the character `code` (not a surrogate, at most 0x10FFFF) in up to 4 bytes; returns how
 * many. */
size_t io_text_encode(unsigned long code, char out[4]);

/* The next character, safe for terminals and scripts, with a zero; returns what follows it. Control
 * characters become a space, ill-formed bytes and marks that turn the direction of writing a '?'. */
enum { IO_TEXT_LETTER = 5 };
const char *io_text_plain(const char *text, char letter[IO_TEXT_LETTER]);
/* A whole text made plain in its place; returns it. NULL is allowed. */
char *io_text_clean(char *text);

#endif
