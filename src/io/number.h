/* SPDX-License-Identifier: MIT
 * Numbers as text, in both directions. What is written reads back to the same bits; what is read
 * must be a finite number from the first character to the last.
 *
 *   io_number_format   double -> shortest text           CSV, JSON, tables
 *   io_number_parse    "3000rpm", "1/80", "2e6" -> double  command line */
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

/* Reads a number, a fraction ("1/80") or a number with a suffix, and converts it to `unit`.
 *   rpm, Hz    for a parameter in rad/s, rpm also for one in Hz and the reverse
 *   deg, rad   for a parameter in rad or deg
 * A suffix equal to the unit is always allowed. unit may be NULL or "" (no suffix then).
 * Returns NULL, or a sentence part that says what is wrong ("is not a number"); *value is then
 * unchanged. */
const char *io_number_parse(const char *text, const char *unit, double *value);

/* The same for whole numbers between low and high: "80", also "1e6". */
const char *io_integer_parse(const char *text, long long low, long long high, long long *value);

#endif
