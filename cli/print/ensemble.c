/* SPDX-License-Identifier: MIT
 * An ensemble as a table, CSV or JSON: every column has its average and, in a column named like it with _se behind, the
 * standard error of that. */
#include "io/csv.h"
#include "io/table.h"
#include "print/output.h"

#include <inttypes.h>
#include <math.h>

enum { NAME = 80 };

static double value_of(const lento_ensemble *e, size_t row, int column) {
    if (column == 0) {
        return e->t[row];
    }
    const size_t at = row * (size_t)e->columns + (size_t)((column - 1) % e->columns);
    return column <= e->columns ? e->average[at] : e->error[at];
}

static const char *name_of(const lento_ensemble *e, int column, char text[NAME]) {
    if (column == 0) {
        return "t";
    }
    const char *name = lento_model_column(e->job.model, (column - 1) % e->columns, NULL);
    snprintf(text, NAME, "%s_se", name);
    return column <= e->columns ? name : text;
}

static void row_json(io_json *json, const lento_ensemble *e, size_t row) {
    io_json_array(json, NULL);
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_json_number(json, NULL, value_of(e, row, c));
    }
    io_json_end(json);
}

static void print_json(io_json *json, const cli_request *request, const lento_ensemble *e) {
    char name[NAME];
    io_json_object(json, NULL);
    io_json_string(json, "lento", lento_version());
    io_json_string(json, "status", cli_status_word(e->status));
    io_json_string(json, "message", e->message);
    cli_problem_json(json, request);
    cli_method_json(json, "method", &e->resolved);
    io_json_number(json, "until", e->resolved.until);
    io_json_number(json, "every", e->job.every > 0 ? e->job.every : NAN);
    io_json_integer(json, "ensemble", e->members);
    io_json_integer(json, "members", e->done);
    io_json_array(json, "columns");
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_json_string(json, NULL, name_of(e, c, name));
    }
    io_json_end(json);
    io_json_array(json, "data");
    for (size_t i = 0; i < e->rows; i++) {
        row_json(json, e, i);
    }
    io_json_end(json);
    io_json_object(json, "final");
    for (int c = 0; e->rows > 0 && c <= 2 * e->columns; c++) {
        io_json_number(json, name_of(e, c, name), value_of(e, e->rows - 1, c));
    }
    io_json_end(json);
    cli_counts_json(json, "counts", &e->counts);
    io_json_number(json, "seconds", e->seconds);
    cli_warnings_json(json, e->warnings, e->warning_count);
    cli_provenance_json(json);
    io_json_end(json);
}

static void print_csv(FILE *file, const lento_ensemble *e) {
    io_csv csv;
    char name[NAME];
    io_csv_start(&csv, file);
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_csv_text(&csv, name_of(e, c, name));
    }
    io_csv_row(&csv);
    for (size_t i = 0; i < e->rows; i++) {
        for (int c = 0; c <= 2 * e->columns; c++) {
            io_csv_number(&csv, value_of(e, i, c));
        }
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

/* mean +- standard error, a few rows */
static void print_table(FILE *file, const lento_ensemble *e) {
    char text[NAME];
    cli_memory memory = {0};
    const char **headers = cli_take(&memory, (size_t)(1 + e->columns) * sizeof *headers);
    for (int c = 0; c <= e->columns; c++) {
        headers[c] = name_of(e, c, text);
    }
    io_table *table = io_table_create((size_t)(1 + e->columns), headers);
    const size_t step = e->rows > 21 ? (e->rows + 19) / 20 : 1;
    for (size_t i = 0; i < e->rows; i++) {
        if (i % step != 0 && i + 1 < e->rows) {
            continue;
        }
        io_table_number(table, e->t[i], 6);
        for (int c = 1; c <= e->columns; c++) {
            io_table_format(table, "%.4f(%.4f)", value_of(e, i, c), value_of(e, i, c + e->columns));
        }
    }
    io_table_finish(table, file, 0);
    cli_release(&memory);
    fprintf(file,
            "\nmeans of %" PRId64 " runs (standard errors); %" PRId64 " micro steps, %" PRId64
            " force evaluations\n",
            e->done, e->counts.micro_steps, e->counts.force_evaluations);
}

void cli_ensemble_print(FILE *file, io_json *json, const cli_request *request,
                        const lento_ensemble *ensemble) {
    if (request->format == CLI_JSON) {
        print_json(json, request, ensemble);
    } else {
        (request->format == CLI_CSV ? print_csv : print_table)(file, ensemble);
    }
}
