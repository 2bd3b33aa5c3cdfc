/* SPDX-License-Identifier: MIT
 * Rows as CSV, .npz or .mat, and what they are as JSON: inside the file, or with --meta beside it. */
#include "print/rows.h"

#include "io/csv.h"
#include "io/interrupt.h"
#include "io/system.h"
#include "print/spool.h"
#include "watch.h"

#include <stdlib.h>

enum {
    LOOK = 256,       /* rows between two looks at the clock */
    IN_TIME = 2500000 /* numbers that are written at once in any format */
};

static bool cut;

bool cli_rows_cut(void) {
    return cut;
}

bool cli_rows_binary(cli_format format) {
    return format == CLI_NPZ || format == CLI_MAT;
}

bool cli_rows_readable(const cli_request *request, int code) {
    return !code || cut || !cli_rows_binary(request->format);
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

/* ---- lines ---- */

void cli_rows_names(FILE *file, const cli_rows *rows) {
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_texts(&csv, rows->arrays.columns, rows->arrays.names);
}

static const double *values_at(cli_rows *rows, size_t j) {
    const io_arrays *a = &rows->arrays;
    if (!rows->values) {
        rows->values = cli_take(&rows->memory, (a->columns + 1) * sizeof *rows->values);
    }
    for (size_t k = 0; k < a->columns; k++) {
        rows->values[k] = a->value(a->source, j, k);
    }
    return rows->values;
}

void cli_rows_line(FILE *file, cli_format format, cli_rows *rows, size_t j) {
    const double *values = values_at(rows, j);
    if (format == CLI_JSON) {
        io_json_write_numbers(file, rows->arrays.columns, values);
        putc('\n', file);
        return;
    }
    io_csv csv;
    io_csv_start(&csv, file);
    for (size_t k = 0; k < rows->arrays.columns; k++) {
        io_csv_number(&csv, values[k]);
    }
    io_csv_row(&csv);
}

/* Is there time for row j? A signal ends the writing soon. */
static bool in_time(size_t j) {
    return j % LOOK != 0 || !cli_watch_late();
}

static int left_out(const cli_request *request, size_t written, size_t all) {
    cut = cut || written < all;
    return written == all ? 0
                          : cli_failed("stopped while the rows were written: %zu of %zu are "
                                       "there%s",
                                       written, all,
                                       request->format == CLI_CSV ? "" : "; a .csv file gets all");
}

static int print_csv(FILE *file, const cli_request *request, cli_rows *rows) {
    const size_t all = rows->arrays.rows;
    io_output *begun = cli_spool_file(request->spool);
    size_t j = begun ? cli_spool_lines(request->spool) : 0;
    if (!begun) {
        cli_rows_names(file, rows);
    }
    for (const char *line; !begun && in_time(j) && (line = cli_spool_read(request->spool)); j++) {
        fputs(line, file);
        fputs("\r\n", file);
    }
    for (; j < all && in_time(j); j++) {
        cli_rows_line(begun ? begun->file : file, CLI_CSV, rows, j);
    }
    return left_out(request, j, all);
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
    FILE *file = io_system_temporary();
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
    io_arrays *arrays = &rows->arrays;
    const size_t all = arrays->rows, most = IN_TIME / arrays->columns;
    arrays->json = text;
    arrays->stop = cli_watch_late;
    arrays->rows = io_interrupt_requested() && all > most ? most : all;
    const bool written =
        (request->format == CLI_NPZ ? io_npz_write : io_mat_write)(file, arrays, message);
    free(text);
    return written ? left_out(request, arrays->rows, all) : cli_failed("--out: %s", message);
}

int cli_rows_print(FILE *file, const cli_request *request, cli_rows *rows,
                   cli_describer *describe) {
    int code = 0;
    if (cli_rows_binary(request->format)) {
        code = write_binary(file, request, rows, describe);
    } else {
        code = print_csv(file, request, rows);
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
    if (request->format == CLI_JSON) {
        size_t j = 0;
        io_json_array(json, "data");
        for (const char *line; in_time(j) && (line = cli_spool_read(request->spool)); j++) {
            io_json_text(json, NULL, line);
        }
        for (; j < rows->rows && in_time(j); j++) {
            io_json_numbers(json, NULL, rows->columns, values_at(shown, j));
        }
        io_json_end(json);
        if (left_out(request, j, rows->rows)) {
            io_json_integer(json, "rows_left_out", (long long)(rows->rows - j));
        }
    }
    cli_release(&shown->memory);
}
