/* SPDX-License-Identifier: MIT
 * CSV writer (RFC 4180). A field with a comma, a quote or a line break is quoted, its quotes are
 * doubled; so is a lone empty field, which would otherwise be an empty line. */
#include "io/csv.h"

#include "io/number.h"

#include <string.h>

static void separate(io_csv *csv) {
    if (csv->inside) {
        putc(',', csv->file);
    }
    csv->inside = true;
}

void io_csv_start(io_csv *csv, FILE *file) {
    *csv = (io_csv){.file = file};
}

void io_csv_text(io_csv *csv, const char *text) {
    bool alone = !csv->inside && *text == '\0';
    separate(csv);
    if (!alone && strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, csv->file);
        return;
    }
    putc('"', csv->file);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            putc('"', csv->file);
        }
        putc(*text, csv->file);
    }
    putc('"', csv->file);
}

void io_csv_number(io_csv *csv, double value) {
    char text[IO_NUMBER_SIZE];
    separate(csv);
    fputs(io_number_format(value, text), csv->file);
}

void io_csv_integer(io_csv *csv, long long value) {
    separate(csv);
    fprintf(csv->file, "%lld", value);
}

void io_csv_texts(io_csv *csv, size_t n, const char *const texts[]) {
    for (size_t i = 0; i < n; i++) {
        io_csv_text(csv, texts[i]);
    }
    io_csv_row(csv);
}

void io_csv_row(io_csv *csv) {
    fputs("\r\n", csv->file);
    csv->inside = false;
}

bool io_csv_finish(io_csv *csv) {
    return fflush(csv->file) == 0 && !ferror(csv->file);
}
