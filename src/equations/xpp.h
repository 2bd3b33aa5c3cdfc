/* SPDX-License-Identifier: MIT
 *
 * xpp.h - what the two halves of the file for XPPAUT share: spell.c writes names and expressions, xpp.c statements. */
#ifndef LENTO_EQUATIONS_XPP_H
#define LENTO_EQUATIONS_XPP_H

#include "equations/graph.h"

/* a tree that is still to be written, in parentheses if it binds weaker than `binds`; or a text */
typedef struct eq_todo {
    const char *text;
    int tree, binds;
} eq_todo;

typedef struct eq_writer {
    eq_file *file;
    char *text;
    size_t room, length, line; /* line: where the current one starts */
    lento_number_text *number;
    const char **name, **velocity; /* of symbols */
    EQ_LIST(eq_todo) stack;
} eq_writer;

void lento_eq_say(eq_writer *w, const char *text);
void lento_eq_say_number(eq_writer *w, double value);
/* names that XPPAUT keeps apart, with comments where they differ from the file's */
int lento_eq_spell_names(eq_writer *w);
/* the first letters of a name, a mark, and a number that makes it new; NULL with an error */
const char *lento_eq_other_name(eq_writer *w, const char *name, char mark);
void lento_eq_spell(eq_writer *w, eq_range range);

#endif
