/* SPDX-License-Identifier: MIT
 *
 * border.c - what crosses between the page and the engine: one block of doubles, one text; and
 * the lists of names from which the page makes its menus, so that a new method appears there by
 * itself. */
#include <string.h>

#include "studio.h"

double studio_block[STUDIO_BLOCK];
char studio_text[STUDIO_TEXT];

void studio_add(const char *text) {
    const size_t used = strlen(studio_text);
    strncat(studio_text, text, STUDIO_TEXT - 1 - used);
}

void studio_say(const char *text) {
    studio_text[0] = '\0';
    studio_add(text);
}

int studio_refuse(const char *sentence) {
    studio_say(sentence);
    return -1;
}

STUDIO_EXPORT(block_address) double *block_address(void) {
    return studio_block;
}

STUDIO_EXPORT(text_address) char *text_address(void) {
    return studio_text;
}

STUDIO_EXPORT(block_room) int block_room(void) {
    return STUDIO_BLOCK;
}

STUDIO_EXPORT(text_room) int text_room(void) {
    return STUDIO_TEXT;
}

static int rest(double t, const double x[], double dxdt[], void *params) {
    dxdt[0] = 0;
    return 0;
}

/* The library takes a tolerance beside given steps only from such a method. */
bool studio_has_tolerance(const char *method) {
    const lento_system still = {.order = 1, .size = 1, .field = rest};
    const lento_options options = {.macro = method, .until = 1, .macro_step = 1, .rtol = 1e-3};
    lento_run *run = NULL;
    const lento_status status = lento_run_create(&run, &still, (const double[]){0}, &options);
    lento_run_destroy(run);
    return status == LENTO_DONE;
}

static void add_list(const lento_entry list[], size_t n) {
    for (size_t i = 0; i < n; i++) {
        const char order[3] = {(char)('0' + list[i].order / 10), (char)('0' + list[i].order % 10),
                               0};
        const char *const words[] = {list[i].name, order,
                                     studio_has_tolerance(list[i].name) ? "1" : "0",
                                     list[i].doc ? list[i].doc : ""};
        for (int k = 0; k < 4; k++) {
            studio_add(words[k]);
            studio_add(k < 3 ? "\t" : "\n");
        }
    }
}

/* "name order tolerance doc" with tabs, one per line: methods, an empty line, compositions. */
STUDIO_EXPORT(list_methods) void list_methods(void) {
    lento_entry list[64];
    studio_say("");
    const size_t methods = lento_methods(list, 64);
    add_list(list, methods < 64 ? methods : 64);
    studio_add("\n");
    const size_t compositions = lento_compositions(list, 64);
    add_list(list, compositions < 64 ? compositions : 64);
}

STUDIO_EXPORT(list_version) void list_version(void) {
    studio_say(lento_version());
}
