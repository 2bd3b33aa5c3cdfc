/* SPDX-License-Identifier: MIT
 * Files: --out and --plot are checked before a run, written whole after it (io/output.h). A plot shows the columns that
 * were asked for, or that share the first one's unit, and the reference as dashes where there is one. */
#include "print/output.h"

#include <string.h>

enum { CURVES = 6, CLI_MAX_COLUMNS = 256 };

int cli_output_open(const cli_request *request, io_output *out) {
    char message[IO_MESSAGE_SIZE];
    return io_output_open(out, request->out, message) ? 0 : cli_failed("--out: %s", message);
}

int cli_output_close(const cli_request *request, io_output *out, bool complete) {
    char message[IO_MESSAGE_SIZE];
    const bool kept = out->target != NULL && !complete;
    const bool written = io_output_close(out, complete, message);
    if (!written && request->out) { /* main looks after stdout */
        return cli_failed("%s: %s", request->out, message);
    }
    if (kept) {
        cli_say(CLI_FAILED, "the result so far is in %s.partial; %s is not changed", request->out,
                request->out);
    }
    return 0;
}

static const double *column_of(cli_memory *memory, const lento_recorder *rows, int column) {
    double *values = cli_take(memory, rows->count * sizeof *values);
    for (size_t i = 0; i < rows->count; i++) {
        values[i] = lento_recorder_row(rows, i)[column];
    }
    return values;
}

static bool same_unit(const lento_column *a, const lento_column *b) {
    return strcmp(a->unit ? a->unit : "", b->unit ? b->unit : "") == 0;
}

static const char *label(cli_memory *memory, const char *name, const lento_column *row) {
    return row->unit && row->unit[0] ? cli_text(memory, "%s [%s]", name, row->unit) : name;
}

int cli_output_warnings(const cli_request *request, const lento_warning list[], int n) {
    for (int i = 0; i < n; i++) {
        cli_note(request->quiet && !request->strict, "warning: %s", list[i].text);
    }
    return request->strict && n > 0 ? CLI_FAILED : CLI_DONE;
}

void cli_reference_note(const cli_request *request, lento_reference reference) {
    const double cost = lento_direct_evaluations(request->model, request->options.until);
    if (reference == LENTO_REFERENCE_DIRECT && cost > 1e8) {
        cli_note(request->quiet,
                 "the direct reference takes about %.1e force evaluations; a smaller --until "
                 "shortens it",
                 cost);
    }
}

int cli_output_draw(const cli_request *request, const io_plot *plot) {
    char message[IO_MESSAGE_SIZE];
    if (!io_plot_draw(plot, request->plot, message)) {
        return cli_failed("--plot: %s", message);
    }
    cli_note(request->quiet, "plot written to %s", request->plot);
    return 0;
}

int cli_output_undrawn(void) {
    return cli_failed("--plot: nothing was drawn, since the result is not complete");
}

int cli_output_errors(const cli_request *request, const io_plot_series series[], int n,
                      const char *x_label, const char *column, lento_reference reference) {
    char label[100];
    snprintf(label, sizeof label, "error in %s against %s", column,
             lento_reference_name(reference));
    const io_plot plot = {.title = request->problem.table->title,
                          .x_label = x_label,
                          .y_label = label,
                          .log_x = true,
                          .log_y = true,
                          .count = (size_t)n,
                          .series = series};
    return cli_output_draw(request, &plot);
}

int cli_output_study(const cli_request *request, const void *study, bool refused,
                     const char *message, cli_printer *print, cli_drawer *draw) {
    if (refused) {
        return cli_wrong("%s", message);
    }
    const int code = message[0] ? cli_failed("%s", message) : 0;
    io_output out;
    int written = cli_output_open(request, &out);
    if (!written) {
        print(out.file, request, study);
        written = cli_output_close(request, &out, !code);
    }
    if (request->plot && !written) {
        written = code ? cli_output_undrawn() : draw(request, study);
    }
    return code ? code : written;
}

/* ---- the plot of a run ---- */

/* Columns of a plot: x -1 is the time. */
typedef struct choice {
    int x, y[CURVES], count;
} choice;

/* The column of this name in the text; -1 after a sentence. */
static int find_column(const cli_request *request, const char *name, size_t length) {
    const char *names[CLI_MAX_COLUMNS];
    const int n = lento_model_columns(request->model);
    char hint[80], word[40];
    for (int i = 0; i < n; i++) {
        const char *own = lento_model_column(request->model, i, NULL);
        if (strlen(own) == length && memcmp(own, name, length) == 0) {
            return i;
        }
        names[i < CLI_MAX_COLUMNS ? i : 0] = own;
    }
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    cli_wrong("--show: there is no column '%s'%s", word,
              cli_hint(word, names, (size_t)(n < CLI_MAX_COLUMNS ? n : CLI_MAX_COLUMNS), hint,
                       sizeof hint));
    return -1;
}

/* 0, or an exit code. */
static int choose(const cli_request *request, choice *c) {
    const lento_column *first, *row;
    const int n = lento_model_columns(request->model);
    *c = (choice){.x = -1};
    lento_model_column(request->model, 0, &first);
    for (int i = 0; !request->show && i < n && c->count < CURVES; i++) {
        lento_model_column(request->model, i, &row);
        if (same_unit(first, row)) {
            c->y[c->count++] = i;
        }
    }
    for (const char *at = request->show; at && *at && c->count < CURVES;) {
        const size_t length = strcspn(at, ":,");
        const int column = find_column(request, at, length);
        if (column < 0) {
            return CLI_WRONG;
        }
        if (at[length] == ':') {
            c->x = column;
        } else {
            c->y[c->count++] = column;
        }
        at += length + (at[length] ? 1 : 0);
    }
    return c->count > 0 ? 0 : cli_wrong("--show: name the columns to be drawn, such as x,y");
}

int cli_output_check(const cli_request *request) {
    char message[IO_MESSAGE_SIZE];
    if (request->out && !io_output_check(request->out, message)) {
        return cli_wrong("--out: %s", message);
    }
    if (request->plot && !io_plot_check(request->plot, message)) {
        return cli_wrong("--plot: %s", message);
    }
    choice c;
    return request->show ? choose(request, &c) : 0;
}

static void add_curves(const choice *c, const lento_recorder *rows, bool overlay, const char *name,
                       cli_memory *memory, const cli_request *request, io_plot_series series[]) {
    for (int i = 0; i < c->count; i++) {
        series[i] = (io_plot_series){
            overlay ? (i == 0 ? name : NULL) : lento_model_column(request->model, c->y[i], NULL),
            rows->count, column_of(memory, rows, 1 + c->x), column_of(memory, rows, 1 + c->y[i]),
            overlay ? IO_PLOT_OVERLAY : IO_PLOT_LINE};
    }
}

int cli_output_plot(const cli_request *request, const lento_result *result) {
    cli_memory memory = {0};
    io_plot_series series[2 * CURVES] = {0};
    const lento_column *row;
    choice c;
    int code = choose(request, &c);
    if (code) {
        return code;
    }
    const char *name = lento_model_column(request->model, c.y[0], &row);
    const bool truth = result->truth.count > 0;
    add_curves(&c, &result->rows, false, NULL, &memory, request, series);
    if (truth) {
        add_curves(&c, &result->truth, true, lento_reference_name(result->reference), &memory,
                   request, series + c.count);
    }
    const io_plot plot = {.title = request->problem.table->title,
                          .x_label = c.x < 0 ? "t" : lento_model_column(request->model, c.x, NULL),
                          .y_label = c.count == 1 ? label(&memory, name, row)
                                                  : (row->unit ? row->unit : ""),
                          .count = (size_t)(truth ? 2 * c.count : c.count),
                          .series = series};
    code = cli_output_draw(request, &plot);
    cli_release(&memory);
    return code;
}
