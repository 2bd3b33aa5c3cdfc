/* SPDX-License-Identifier: MIT
 *
 * read.c - lento_problem_read: text -> a problem that is used like a built-in one. */
#include "equations/equations.h"

#include <string.h>

/* t and pi */
int lento_eq_reserve(eq_file *file) {
    const int t = lento_eq_symbol(file, "t", 1, 0), pi = lento_eq_symbol(file, "pi", 2, 0);
    if (t < 0 || pi < 0) {
        return -1;
    }
    file->symbols.item[t].role = EQ_TIME;
    file->symbols.item[pi].role = EQ_PI;
    return 0;
}

int lento_eq_statements(eq_file *file) {
    if (lento_eq_lines(file)) {
        return -1;
    }
    for (size_t i = 0; i < file->lines.count && !file->done; i++) {
        if (lento_eq_statement(file, &file->lines.item[i])) {
            return -1;
        }
    }
    return lento_eq_check(file);
}

lento_status lento_problem_read(const lento_problem **problem, const char *name, const char *text,
                                size_t length, char error[], size_t room) {
    return lento_problem_read_with(problem, name, text, length, error, room, NULL, NULL);
}

lento_status lento_problem_read_with(const lento_problem **problem, const char *name,
                                     const char *text, size_t length, char error[], size_t room,
                                     lento_beside *beside, void *user) {
    if (!problem) {
        return LENTO_BAD_OPTION;
    }
    eq_file *file = lento_eq_open(error, room);
    *problem = NULL;
    if (!file) {
        return LENTO_NO_MEMORY;
    }
    file->beside = beside;
    file->user = user;
    file->name = name ? lento_eq_copy(file, name, strlen(name)) : "text";
    const bool large = length > EQ_MAX_TEXT;
    file->text = text && !large ? lento_eq_copy(file, text, length) : "";
    file->length = text && !large ? length : 0;
    file->problem.name = file->name;
    const int code =
        !file->text || !file->name ? lento_eq_no_memory(file)
        : large ? lento_eq_error(file, 0, "the file is larger than 1 MB", NULL, NULL)
                : lento_eq_reserve(file) || lento_eq_statements(file) || lento_eq_tables(file);
    file->error = NULL;
    file->error_room = 0;
    if (code) {
        const bool starved = file->starved;
        lento_problem_free(&file->problem);
        return starved ? LENTO_NO_MEMORY : LENTO_BAD_SYSTEM;
    }
    *problem = &file->problem;
    return LENTO_DONE;
}

void lento_problem_free(const lento_problem *problem) {
    eq_file *file = (eq_file *)problem;
    if (!file) {
        return;
    }
    void *lists[] = {
        file->lines.item,           file->trees.item,           file->arguments.item,
        file->symbols.item,         file->parameters.item,      file->states.item,
        file->phases.item,          file->order.item,           file->outputs.item,
        file->quantities.item,      file->lookups.item,         file->events.item,
        file->jumps.item,           file->constraints.item,     file->stiff.item,
        (void *)file->ignored.item, file->parameter_table.item, file->column_table.item,
        file->state_table.item};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        free(lists[i]);
    }
    while (file->chunks) {
        eq_chunk *next = file->chunks->next;
        free(file->chunks);
        file->chunks = next;
    }
    free(file);
}
