/* SPDX-License-Identifier: MIT
 * Rows as CSV, .npz or .mat, and what they are as JSON: inside the file, or with --meta beside it. */
#include "print/rows.h"

#include "io/csv.h"

#include <stdlib.h>

bool cli_rows_binary(cli_format format) {
    return format == CLI_NPZ || format == CLI_MAT;
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

int cli_rows_print(FILE *file, const cli_request *request, io_arrays *rows, cli_describer *describe,
                   const void *result) {
    char message[IO_MESSAGE_SIZE];
    if (!cli_rows_binary(request->format)) {
        print_csv(file, rows);
        return 0;
    }
    char *text = description(request, describe, result);
    if (!text) {
        return cli_failed("--out: no room for the description of the result");
    }
    rows->json = text;
    const bool written =
        (request->format == CLI_NPZ ? io_npz_write : io_mat_write)(file, rows, message);
    free(text);
    return written ? 0 : cli_failed("--out: %s", message);
}

void cli_rows_json(io_json *json, const cli_request *request, const io_arrays *rows) {
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
    if (request->format != CLI_JSON) {
        return;
    }
    io_json_array(json, "data");
    for (size_t j = 0; j < rows->rows; j++) {
        io_json_array(json, NULL);
        for (size_t k = 0; k < rows->columns; k++) {
            io_json_number(json, NULL, rows->value(rows->source, j, k));
        }
        io_json_end(json);
    }
    io_json_end(json);
}

int cli_rows_meta(const cli_request *request, cli_describer *describe, const void *result) {
    char message[IO_MESSAGE_SIZE];
    cli_memory memory = {0};
    io_output out;
    const char *path = cli_text(&memory, "%s.meta.json", request->out);
    bool good = io_output_open(&out, path, message);
    if (good) {
        describe_to(out.file, request, describe, result);
        good = io_output_close(&out, true, message);
    }
    cli_release(&memory);
    return good ? 0 : cli_failed("--meta: %s", message);
}
