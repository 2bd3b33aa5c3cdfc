/* SPDX-License-Identifier: MIT
 * The rows of a result for other programs. A result says how many rows and columns there are, what
 * they are called and what stands where; CSV, .npz and .mat follow. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H
#include "io/arrays.h"
#include "print/output.h"

/* Rows of a result, and which columns they have: k of the result (0: t), or what stands beside it. */
typedef struct cli_rows {
    io_arrays arrays;
    cli_memory memory;
    const void *result;
    int *column;
    bool *beside;
    double *values; /* of one row, once one was asked for */
} cli_rows;
enum { CLI_NAME = 80 };
typedef const char *cli_namer(const cli_request *request, const void *result, int k,
                              char text[CLI_NAME]);
/* The columns that are shown; those up to `most` have another one behind them, called "beside NAME". Rows and their
 * values are still to be filled in. */
void cli_rows_pick(cli_rows *rows, const cli_request *request, const void *result, cli_namer *name,
                   const char *beside, int most);

/* The names, and row j, as lines of CSV; of JSON only rows: an array of numbers. */
void cli_rows_names(FILE *file, const cli_rows *rows);
void cli_rows_line(FILE *file, cli_format format, cli_rows *rows, size_t j);

/* The columns of a result, result_rows.c. */
void cli_result_columns(cli_rows *rows, const cli_request *request, const lento_result *result);

/* What the JSON of a result says without its rows, for the metadata of the others. */
typedef void cli_describer(io_json *json, const cli_request *request, const void *result);

/* Is it a format that holds one run only, with its metadata inside? */
bool cli_rows_binary(cli_format format);
/* With --meta also FILE.meta.json beside FILE. After a signal what is not written in time is left out, and said. Ends the
 * rows. 0, or CLI_FAILED. */
int cli_rows_print(FILE *file, const cli_request *request, cli_rows *rows, cli_describer *describe);
/* Were rows left out? */
bool cli_rows_cut(void);
/* Is what was printed with this code a file that can be read? */
bool cli_rows_readable(const cli_request *request, int code);
/* "columns", "units" and, if the format is JSON, "data", and "rows_left_out" after a signal. Ends the rows. */
void cli_rows_json(io_json *json, const cli_request *request, cli_rows *rows);

#endif
