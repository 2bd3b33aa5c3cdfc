/* SPDX-License-Identifier: MIT
 *
 * hint.h - tables of words that mean something in other languages, and what to write here. */
#ifndef LENTO_EQUATIONS_HINT_H
#define LENTO_EQUATIONS_HINT_H

#include "equations/equations.h"

/* words are separated by |, after the first character */
typedef struct hint {
    const char *word, *say;
} hint;

/* what to say about the text, or NULL */
const char *lento_eq_hint(const hint list[], size_t n, const char *text, size_t length);
#define FIND(list, text, length) lento_eq_hint(list, sizeof(list) / sizeof *(list), text, length)

#define CHOICE "a choice is written if(c)then(a)else(b)"

#endif
