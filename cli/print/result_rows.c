/* SPDX-License-Identifier: MIT
 * The rows of a run with a method for other programs; with --with-reference each column has the
 * reference beside it, where the reference was computed. */
#include "print/rows.h"

#include <math.h>

/* The row of the reference at time t, or NULL. Both recorders rise in time. */
static const double *truth_at(const lento_recorder *truth, double t) {
    size_t low = 0, high = truth->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (lento_recorder_row(truth, middle)[0] < t) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < truth->count && lento_recorder_row(truth, low)[0] == t
               ? lento_recorder_row(truth, low)
               : NULL;
}

static double row_value(const void *from, size_t row, size_t i) {
    const cli_rows *rows = from;
    const lento_result *result = rows->result;
    const double *values = lento_recorder_row(&result->rows, row);
    values = rows->beside[i] ? truth_at(&result->truth, values[0]) : values;
    return values ? values[rows->column[i]] : NAN;
}

static const char *name_of(const cli_request *request, const void *result, int k,
                           char text[CLI_NAME]) {
    (void)result, (void)text;
    return k == 0 ? "t" : lento_shown_name(request->model, k - 1);
}

void cli_result_columns(cli_rows *rows, const cli_request *request, const lento_result *result) {
    const bool both = request->with_reference && result->error;
    cli_rows_pick(rows, request, result, name_of, "reference", both ? result->columns : 0);
    rows->arrays.rows = result->rows.count;
    rows->arrays.value = row_value;
}

int cli_result_rows(FILE *file, const cli_request *request, const lento_result *result) {
    cli_rows rows;
    cli_result_columns(&rows, request, result);
    return cli_rows_print(file, request, &rows, cli_result_json);
}

void cli_result_rows_json(io_json *json, const cli_request *request, const lento_result *result) {
    cli_rows rows;
    cli_result_columns(&rows, request, result);
    cli_rows_json(json, request, &rows);
}
