/* SPDX-License-Identifier: MIT
 * CSV (RFC 4180): fields separated by commas, records ended by CR LF, quotes where needed.
 * Numbers read back to the same double; non-finite ones are nan, inf, -inf.
 *
 *   io_csv_start, { io_csv_text | io_csv_number | io_csv_integer, ..., io_csv_row }, io_csv_finish */
#ifndef IO_CSV_H
#define IO_CSV_H
#include <stdbool.h>
#include <stdio.h>

typedef struct io_csv {
    FILE *file;
    bool inside; /* the current record has a field */
} io_csv;

void io_csv_start(io_csv *csv, FILE *file);
void io_csv_text(io_csv *csv, const char *text);
void io_csv_number(io_csv *csv, double value);
void io_csv_integer(io_csv *csv, long long value);
/* A whole record. */
void io_csv_texts(io_csv *csv, size_t n, const char *const texts[]);
void io_csv_row(io_csv *csv);    /* ends the record */
bool io_csv_finish(io_csv *csv); /* flushes; false: writing failed */

#endif
