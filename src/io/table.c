/* SPDX-License-Identifier: MIT
 * Text tables: cells are stored, then each column picks its notation, alignment and width.
 *
 * Decimals of a number column: the largest magnitude shows `digits` significant digits, all others
 * the same decimals (equal absolute precision), minus zeros that end every cell. Columns whose
 * largest magnitude is below 1e-3 or from 1e7 on are scientific. */
#include "io/table.h"

#include "io/file.h"
#include "io/number.h"
#include "io/system.h"
#include "io/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef enum cell_kind {
    CELL_TEXT,
    CELL_NUMBER,
    CELL_SCIENTIFIC,
    CELL_INTEGER,
    CELL_EMPTY
} cell_kind;

typedef struct cell {
    cell_kind kind;
    int digits;
    double value;
    char *text; /* owned; of numbers filled when printing */
} cell;

struct io_table {
    size_t columns, count, room;
    cell *cells; /* row 0 is the header */
    size_t *widths;
    bool *numeric;
    bool failed;
};

static void add_cell(io_table *table, cell c, const char *text) {
    if (table == NULL) {
        return;
    }
    if (table->count == table->room) {
        size_t room = 2 * table->room;
        cell *larger = realloc(table->cells, room * sizeof *larger);
        if (larger == NULL) {
            table->failed = true;
            return;
        }
        table->cells = larger;
        table->room = room;
    }
    c.text = text != NULL ? io_text_clean(strdup(text)) : NULL;
    table->failed = table->failed || (text != NULL && c.text == NULL);
    table->cells[table->count++] = c;
}

io_table *io_table_create(size_t columns, const char *const headers[]) {
    io_table *table = calloc(1, sizeof *table);
    if (table == NULL) {
        io_lose();
        return NULL;
    }
    table->columns = columns;
    table->room = 16 * columns;
    table->cells = calloc(table->room, sizeof *table->cells);
    table->widths = calloc(columns, sizeof *table->widths);
    table->numeric = calloc(columns, sizeof *table->numeric);
    if (table->cells == NULL || table->widths == NULL || table->numeric == NULL) {
        io_table_destroy(table);
        io_lose();
        return NULL;
    }
    for (size_t i = 0; i < columns; i++) {
        add_cell(table, (cell){.kind = CELL_TEXT}, headers[i]);
    }
    return table;
}

void io_table_destroy(io_table *table) {
    if (table == NULL) {
        return;
    }
    for (size_t i = 0; i < table->count; i++) {
        free(table->cells[i].text);
    }
    free(table->cells);
    free(table->widths);
    free(table->numeric);
    free(table);
}

void io_table_text(io_table *table, const char *text) {
    add_cell(table, (cell){.kind = CELL_TEXT}, text != NULL ? text : "");
}

void io_table_format(io_table *table, const char *format, ...) {
    char text[200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    io_table_text(table, text);
}

void io_table_number(io_table *table, double value, int digits) {
    add_cell(table, (cell){.kind = CELL_NUMBER, .digits = digits, .value = value}, NULL);
}

void io_table_scientific(io_table *table, double value, int digits) {
    add_cell(table, (cell){.kind = CELL_SCIENTIFIC, .digits = digits, .value = value}, NULL);
}

void io_table_integer(io_table *table, long long value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    add_cell(table, (cell){.kind = CELL_INTEGER}, text);
}

void io_table_empty(io_table *table) {
    add_cell(table, (cell){.kind = CELL_EMPTY}, "-");
}

static size_t terminal_width(FILE *file) {
    const size_t columns = io_system_columns(file);
    return columns == 0 || columns > 100 ? 100 : columns < 60 ? 60 : columns;
}

/* ---- notation ---- */

static int exponent_of(double value) {
    return value != 0 ? (int)floor(log10(fabs(value))) : 0;
}

/* "6.7e-3" with all its digits, so that a column of them lines up. */
static void scientific_text(double value, int digits, char text[IO_NUMBER_SIZE]) {
    if (value == 0 || !isfinite(value)) {
        io_number_format(value, text);
        return;
    }
    snprintf(text, IO_NUMBER_SIZE, "%.*e", digits - 1, value);
    char *e = strchr(text, 'e');
    long exponent = strtol(e + 1, NULL, 10);
    snprintf(e, (size_t)(text + IO_NUMBER_SIZE - e), "e%ld", exponent);
}

/* Zeros at the end of a text with decimals. */
static int trailing_zeros(const char *text) {
    int zeros = 0;
    for (size_t i = strlen(text); i > 0 && text[i - 1] == '0'; i--) {
        zeros++;
    }
    return zeros;
}

/* Decimals for the numbers of a column, or -1 for scientific notation. */
static int choose_decimals(const io_table *table, size_t column) {
    double largest = 0;
    int digits = 1;
    for (size_t i = table->columns + column; i < table->count; i += table->columns) {
        const cell *c = &table->cells[i];
        if (c->kind == CELL_NUMBER && isfinite(c->value)) {
            largest = fmax(largest, fabs(c->value));
            digits = c->digits > digits ? c->digits : digits;
        }
    }
    if (largest != 0 && (largest < 1e-3 || largest >= 1e7)) {
        return -1;
    }
    int decimals = digits - 1 - exponent_of(largest);
    int needless = decimals > 0 ? decimals : 0;
    decimals = needless;
    for (size_t i = table->columns + column; i < table->count && needless > 0;
         i += table->columns) {
        const cell *c = &table->cells[i];
        if (c->kind == CELL_NUMBER && isfinite(c->value)) {
            char text[64];
            snprintf(text, sizeof text, "%.*f", decimals, c->value);
            int zeros = trailing_zeros(text);
            needless = zeros < needless ? zeros : needless;
        }
    }
    return decimals - needless;
}

static void number_text(const cell *c, int decimals, char text[IO_NUMBER_SIZE]) {
    int digits = c->digits < 1 ? 1 : c->digits > 17 ? 17 : c->digits;
    if (c->kind == CELL_SCIENTIFIC || decimals < 0) {
        scientific_text(c->value, digits, text);
    } else if (isfinite(c->value)) {
        snprintf(text, IO_NUMBER_SIZE, "%.*f", decimals, c->value);
    } else {
        io_number_format(c->value, text);
    }
}

/* Turns the numbers of a column into text; finds its alignment and width. */
static void lay_out(io_table *table, size_t column) {
    int decimals = choose_decimals(table, column);
    table->numeric[column] = true;
    table->widths[column] = io_text_width(table->cells[column].text);
    for (size_t i = table->columns + column; i < table->count; i += table->columns) {
        cell *c = &table->cells[i];
        if (c->kind == CELL_NUMBER || c->kind == CELL_SCIENTIFIC) {
            char text[IO_NUMBER_SIZE];
            number_text(c, decimals, text);
            free(c->text);
            c->text = strdup(text);
        }
        if (c->text == NULL) {
            table->failed = true;
            return;
        }
        table->numeric[column] = table->numeric[column] && c->kind != CELL_TEXT;
        size_t width = io_text_width(c->text);
        table->widths[column] = width > table->widths[column] ? width : table->widths[column];
    }
}

/* ---- printing ---- */

static void print_spaces(FILE *file, size_t count) {
    fprintf(file, "%*s", (int)count, "");
}

/* Words of a long last cell over several lines, each starting at column `indent`. */
static void print_wrapped(FILE *file, const char *text, size_t indent, size_t width) {
    size_t at = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)(length < 127 ? length : 127), text);
        size_t columns = io_text_width(word);
        if (at > 0 && at + 1 + columns > width) {
            putc('\n', file);
            print_spaces(file, indent);
            at = 0;
        } else if (at > 0) {
            putc(' ', file);
            at++;
        }
        fwrite(text, 1, length, file);
        at += columns;
        text += length;
        text += strspn(text, " ");
    }
}

static void print_row(const io_table *table, FILE *file, const cell *row, size_t width) {
    size_t at = 0;
    for (size_t i = 0; i < table->columns; i++) {
        size_t gap = table->widths[i] - io_text_width(row[i].text);
        bool last = i + 1 == table->columns;
        print_spaces(file, i > 0 ? 2 : 0);
        at += i > 0 ? 2 : 0;
        if (table->numeric[i]) {
            print_spaces(file, gap);
        }
        if (last && at + table->widths[i] > width && width > at + 20) {
            print_wrapped(file, row[i].text, at, width - at);
        } else {
            fputs(row[i].text, file);
        }
        if (!table->numeric[i] && !last) {
            print_spaces(file, gap);
        }
        at += table->widths[i];
    }
    putc('\n', file);
}

static void print_rule(const io_table *table, FILE *file, size_t width) {
    size_t total = 2 * (table->columns - 1);
    for (size_t i = 0; i < table->columns; i++) {
        total += table->widths[i];
    }
    bool wraps = !table->numeric[table->columns - 1];
    for (size_t i = 0; i < (wraps && total > width ? width : total); i++) {
        putc('-', file);
    }
    putc('\n', file);
}

bool io_table_print(io_table *table, FILE *file, size_t width) {
    while (!table->failed && table->count % table->columns != 0) {
        io_table_empty(table);
    }
    for (size_t i = 0; i < table->columns && !table->failed; i++) {
        lay_out(table, i);
    }
    if (table->failed) {
        io_lose();
        return false;
    }
    width = width > 0 ? width : terminal_width(file);
    print_row(table, file, table->cells, width);
    print_rule(table, file, width);
    for (size_t i = table->columns; i < table->count; i += table->columns) {
        print_row(table, file, &table->cells[i], width);
    }
    return fflush(file) == 0 && !ferror(file);
}

bool io_table_finish(io_table *table, FILE *file, size_t width) {
    const bool good = table != NULL && io_table_print(table, file, width);
    io_table_destroy(table);
    return good;
}
