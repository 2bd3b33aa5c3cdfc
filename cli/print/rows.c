/* SPDX-License-Identifier: MIT
 * Rows as CSV, .npz or .mat, and what they are as JSON: inside the file, or with --meta beside it. */
#include "print/rows.h"

#include "io/csv.h"

#include <stdlib.h>

bool cli_rows_binary(cli_format format) {
    return format == CLI_NPZ || format == CLI_MAT;
}

void cli_rows_pick(cli_rows *rows, const cli_request *request, const void *result, cli_namer *name,
                   const char *beside, int most) {
    *rows = (cli_rows){.result = result};
    cli_memory *memory = &rows->memory;
    const size_t room = 2 * (size_t)request->shown;
    const char **names = cli_take(memory, room * sizeof *names);
    const char **units = cli_take(memory, room * sizeof *units);
    rows->column = cli_take(memory, room * sizeof *rows->column);
    rows->beside = cli_take(memory, room * sizeof *rows->beside);
    size_t n = 0;
    for (int i = 0; i < request->shown; i++) {
        const int k = request->show[i];
        char text[CLI_NAME];
        const char *own = name(request, result, k, text);
        for (int c = 0; c < (k > 0 && k <= most ? 2 : 1); c++, n++) {
            rows->column[n] = k;
            rows->beside[n] = c == 1;
            names[n] = cli_text(memory, c ? "%s %s" : "%s%s", c ? beside : "", own);
            units[n] = cli_column_unit(request->model, own);
        }
    }
    rows->arrays = (io_arrays){.columns = n, .names = names, .units = units, .source = rows};
}

static void print_csv(FILE *file, const io_arrays *rows) {
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_texts(&csv, rows->columns, rows->names);
    for (size_t j = 0; j < rows->rows; j++) {
        for (size_t k = 0; k < rows->columns; k++) {
            io_csv_number(&csv, rows->value(rows->source, j, k));
        }
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

static void describe_to(FILE *file, const cli_request *request, cli_describer *describe,
                        const void *result) {
    io_json json;
    io_json_start(&json, file);
    describe(&json, request, result);
    io_json_finish(&json);
}

/* The same as a string, to be freed; NULL: no room on the disk or in memory. */
static char *description(const cli_request *request, cli_describer *describe, const void *result) {
    FILE *file = tmpfile();
    if (!file) {
        return NULL;
    }
    describe_to(file, request, describe, result);
    const long size = fflush(file) == 0 && !ferror(file) ? ftell(file) : -1;
    char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (text) {
        rewind(file);
        text[fread(text, 1, (size_t)size, file)] = '\0';
    }
    fclose(file);
    return text;
}

static int write_meta(const cli_request *request, cli_rows *rows, cli_describer *describe) {
    char message[IO_MESSAGE_SIZE];
    io_output out;
    const char *path = cli_text(&rows->memory, "%s.meta.json", request->out);
    bool good = io_output_open(&out, path, message);
    if (good) {
        describe_to(out.file, request, describe, rows->result);
        good = io_output_close(&out, true, message);
    }
    return good ? 0 : cli_failed("--meta: %s", message);
}

static int write_binary(FILE *file, const cli_request *request, cli_rows *rows,
                        cli_describer *describe) {
    char message[IO_MESSAGE_SIZE], *text = description(request, describe, rows->result);
    if (!text) {
        return cli_failed("--out: no room for the description of the result");
    }
    rows->arrays.json = text;
    const bool written =
        (request->format == CLI_NPZ ? io_npz_write : io_mat_write)(file, &rows->arrays, message);
    free(text);
    return written ? 0 : cli_failed("--out: %s", message);
}

int cli_rows_print(FILE *file, const cli_request *request, cli_rows *rows,
                   cli_describer *describe) {
    int code = 0;
    if (cli_rows_binary(request->format)) {
        code = write_binary(file, request, rows, describe);
    } else {
        print_csv(file, &rows->arrays);
    }
    code = code || !request->meta ? code : write_meta(request, rows, describe);
    cli_release(&rows->memory);
    return code;
}

void cli_rows_json(io_json *json, const cli_request *request, cli_rows *shown) {
    const io_arrays *rows = &shown->arrays;
    io_json_array(json, "columns");
    for (size_t k = 0; k < rows->columns; k++) {
        io_json_string(json, NULL, rows->names[k]);
    }
    io_json_end(json);
    io_json_array(json, "units");
    for (size_t k = 0; k < rows->columns; k++) {
        io_json_string(json, NULL, rows->units[k]);
    }
    io_json_end(json);
    const bool data = request->format == CLI_JSON;
    if (data) {
        io_json_array(json, "data");
    }
    for (size_t j = 0; data && j < rows->rows; j++) {
        io_json_array(json, NULL);
        for (size_t k = 0; k < rows->columns; k++) {
            io_json_number(json, NULL, rows->value(rows->source, j, k));
        }
        io_json_end(json);
    }
    if (data) {
        io_json_end(json);
    }
    cli_release(&shown->memory);
}
