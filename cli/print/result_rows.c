/* SPDX-License-Identifier: MIT
 * The rows of a run with a method for other programs; with --with-reference each column has the
 * reference beside it, where the reference was computed. */
#include "print/rows.h"

#include <math.h>

/* Which columns there are: of the row, or of the reference's row at the same time. */
typedef struct source {
    const lento_result *result;
    int *column;
    bool *reference;
    size_t *truth; /* row of the reference for each row, or SIZE_MAX */
} source;

static double row_value(const void *from, size_t row, size_t i) {
    const source *s = from;
    if (!s->reference[i]) {
        return lento_recorder_row(&s->result->rows, row)[s->column[i]];
    }
    return s->truth[row] == SIZE_MAX
               ? NAN
               : lento_recorder_row(&s->result->truth, s->truth[row])[s->column[i]];
}

/* Both recorders rise in time. */
static void match(source *s, cli_memory *memory) {
    const lento_recorder *rows = &s->result->rows, *truth = &s->result->truth;
    s->truth = cli_take(memory, (rows->count + 1) * sizeof *s->truth);
    for (size_t i = 0, j = 0; i < rows->count; i++) {
        const double t = lento_recorder_row(rows, i)[0];
        while (j < truth->count && lento_recorder_row(truth, j)[0] < t) {
            j++;
        }
        const bool same = j < truth->count && lento_recorder_row(truth, j)[0] == t;
        s->truth[i] = same ? j : SIZE_MAX;
    }
}

static void make(io_arrays *rows, cli_memory *memory, const cli_request *request,
                 const lento_result *result) {
    const bool both = request->with_reference && result->error;
    const size_t room = 2 * (size_t)request->shown;
    const char **names = cli_take(memory, room * sizeof *names);
    const char **units = cli_take(memory, room * sizeof *units);
    source *s = cli_take(memory, sizeof *s);
    s->result = result;
    s->column = cli_take(memory, room * sizeof *s->column);
    s->reference = cli_take(memory, room * sizeof *s->reference);
    size_t n = 0;
    for (int i = 0; i < request->shown; i++) {
        const int k = request->show[i];
        const char *name = k == 0 ? "t" : lento_shown_name(request->model, k - 1);
        const int copies = both && k > 0 && k <= result->columns ? 2 : 1;
        for (int c = 0; c < copies; c++, n++) {
            s->column[n] = k;
            s->reference[n] = c == 1;
            names[n] = cli_text(memory, c ? "reference %s" : "%s", name);
            units[n] = cli_column_unit(request->model, name);
        }
    }
    if (both) {
        match(s, memory);
    }
    *rows = (io_arrays){.rows = result->rows.count,
                        .columns = n,
                        .names = names,
                        .units = units,
                        .value = row_value,
                        .source = s};
}

int cli_result_rows(FILE *file, const cli_request *request, const lento_result *result) {
    cli_memory memory = {0};
    io_arrays rows;
    make(&rows, &memory, request, result);
    int code = cli_rows_print(file, request, &rows, cli_result_json, result);
    code = code || !request->meta ? code : cli_rows_meta(request, cli_result_json, result);
    cli_release(&memory);
    return code;
}

void cli_result_rows_json(io_json *json, const cli_request *request, const lento_result *result) {
    cli_memory memory = {0};
    io_arrays rows;
    make(&rows, &memory, request, result);
    cli_rows_json(json, request, &rows);
    cli_release(&memory);
}
