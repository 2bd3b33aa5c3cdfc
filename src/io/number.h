/* SPDX-License-Identifier: MIT
 * Numbers as text, for CSV, JSON and tables. What is written reads back to the same bits. */
#ifndef IO_NUMBER_H
#define IO_NUMBER_H
#include <stdbool.h>
#include <stddef.h>

enum { IO_NUMBER_SIZE = 32 };

/* The shortest decimal text that reads back to the same double: "0.1", "1e6", "-2.5e-300";
 * "nan", "inf", "-inf" for the rest. Returns text. */
char *io_number_format(double value, char text[IO_NUMBER_SIZE]);

/* The same with at most `digits` significant digits (1..17), for tables. */
char *io_number_format_digits(double value, int digits, char text[IO_NUMBER_SIZE]);

#endif
