/* SPDX-License-Identifier: MIT
 * The result of a task between two processes of the same program: numbers as they lie in memory,
 * texts with their length in front. */
#include "print/reproduce.h"

#include <string.h>

enum { LONGEST_TEXT = 1 << 16 };

static bool put(FILE *file, const void *data, size_t bytes) {
    return bytes == 0 || fwrite(data, bytes, 1, file) == 1;
}

static bool get(FILE *file, void *data, size_t bytes) {
    return bytes == 0 || fread(data, bytes, 1, file) == 1;
}

static bool put_text(FILE *file, const char *text) {
    const size_t length = strlen(text);
    return put(file, &length, sizeof length) && put(file, text, length);
}

static char *get_text(FILE *file, cli_memory *memory) {
    size_t length;
    if (!get(file, &length, sizeof length) || length > LONGEST_TEXT) {
        return NULL;
    }
    char *text = cli_take(memory, length + 1);
    return get(file, text, length) ? text : NULL;
}

bool paper_wire_write(FILE *file, const paper_task *task) {
    const paper_report *report = &task->report;
    const paper_sheet *sheet = &task->sheet;
    bool good = put(file, &report->count, sizeof report->count);
    for (size_t i = 0; good && i < report->count; i++) {
        const paper_cell *c = &report->list[i].cell;
        good = put(file, c, sizeof *c) && put_text(file, c->cell) && put_text(file, c->note);
    }
    good = good && put(file, &sheet->count, sizeof sheet->count);
    for (size_t i = 0; good && i < sheet->count; i++) {
        const paper_curve *c = &sheet->curve[i];
        good = put(file, c, sizeof *c) && put_text(file, c->name) &&
               put(file, c->x, c->n * sizeof *c->x) && put(file, c->y, c->n * sizeof *c->y);
    }
    return good && fflush(file) == 0;
}

static bool read_cells(FILE *file, paper_report *report) {
    size_t count;
    bool good = get(file, &count, sizeof count);
    for (size_t i = 0; good && i < count; i++) {
        paper_cell c;
        good = get(file, &c, sizeof c);
        c.cell = good ? get_text(file, &report->memory) : NULL;
        c.note = c.cell ? get_text(file, &report->memory) : NULL;
        good = c.note != NULL;
        if (good) {
            paper_cell_add(report, &c);
        }
    }
    return good;
}

static bool read_curve(FILE *file, paper_sheet *sheet) {
    paper_curve c;
    cli_memory memory = {0};
    bool good = get(file, &c, sizeof c);
    c.name = good ? get_text(file, &memory) : NULL;
    if (c.name) {
        double *values = cli_take(&memory, 2 * c.n * sizeof *values);
        good = get(file, values, c.n * sizeof *values) &&
               get(file, values + c.n, c.n * sizeof *values);
        if (good) {
            paper_curve_add(sheet, c.name, c.n, values, values + c.n, c.points);
        }
    }
    cli_release(&memory);
    return good && c.name;
}

bool paper_wire_read(FILE *file, paper_task *task) {
    size_t curves = 0;
    bool good = read_cells(file, &task->report) && get(file, &curves, sizeof curves);
    for (size_t i = 0; good && i < curves; i++) {
        good = read_curve(file, &task->sheet);
    }
    return good;
}
