/* SPDX-License-Identifier: MIT
 * Text tables for people: header, rule, right-aligned numbers, left-aligned words.
 *
 *   io_table_create -> cells from left to right, row after row -> io_table_print -> io_table_destroy
 *
 * A number column gets one notation: whole numbers, a common count of decimals, or d.dde-5. The
 * last column, if it holds words, is wrapped to the width. */
#ifndef IO_TABLE_H
#define IO_TABLE_H
#include <stdbool.h>
#include <stdio.h>

typedef struct io_table io_table;

/* headers: one per column, copied. NULL: no memory. */
io_table *io_table_create(size_t columns, const char *const headers[]);
void io_table_destroy(io_table *table); /* NULL is allowed */

/* The next cell. Out of memory is remembered and reported by io_table_print; a table that is NULL
 * takes no cells. */
void io_table_text(io_table *table, const char *text); /* NULL: empty */
/* A text as by printf, at most 199 characters. */
void io_table_format(io_table *table, const char *format, ...);
/* digits: significant ones of the largest number in the column (1..17) */
void io_table_number(io_table *table, double value, int digits);
/* always d.dde-5, for errors and tolerances */
void io_table_scientific(io_table *table, double value, int digits);
void io_table_integer(io_table *table, long long value);
/* a missing value, shown as "-"; keeps a column of numbers right-aligned */
void io_table_empty(io_table *table);

/* width: columns available; 0: those of the terminal behind file between 60 and 100, 100 if it is none. An unfinished last row is filled with
 * empty cells. False: out of memory before, or writing failed. */
bool io_table_print(io_table *table, FILE *file, size_t width);

/* Prints and destroys. */
bool io_table_finish(io_table *table, FILE *file, size_t width);

#endif
