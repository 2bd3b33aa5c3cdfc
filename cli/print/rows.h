/* SPDX-License-Identifier: MIT
 * The rows of a result for other programs. A result says how many rows and columns there are, what
 * they are called and what stands where; CSV, .npz and .mat follow. */
#ifndef CLI_ROWS_H
#define CLI_ROWS_H
#include "io/arrays.h"
#include "print/output.h"

/* What the JSON of a result says without its rows, for the metadata of the others. */
typedef void cli_describer(io_json *json, const cli_request *request, const void *result);

/* Is it a format that holds one run only, with its metadata inside? */
bool cli_rows_binary(cli_format format);
/* rows->json is filled in where the format needs it. 0, or CLI_FAILED. */
int cli_rows_print(FILE *file, const cli_request *request, io_arrays *rows, cli_describer *describe,
                   const void *result);
/* "columns", "units" and, if the format is JSON, "data". */
void cli_rows_json(io_json *json, const cli_request *request, const io_arrays *rows);
/* --meta: FILE.meta.json beside FILE. 0, or CLI_FAILED. */
int cli_rows_meta(const cli_request *request, cli_describer *describe, const void *result);

#endif
