/* SPDX-License-Identifier: MIT
 * Files: --out and --plot are checked before a run, written whole after it (io/output.h). A plot shows the columns that
 * share the first one's unit, and the reference as points where there is one. */
#include "print/output.h"

#include <string.h>

enum { CURVES = 6 };

int cli_output_check(const cli_request *request) {
    char message[IO_MESSAGE_SIZE];
    if (request->out && !io_output_check(request->out, message)) {
        return cli_wrong("--out: %s", message);
    }
    if (request->plot && !io_plot_check(request->plot, message)) {
        return cli_wrong("--plot: %s", message);
    }
    return 0;
}

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

int cli_output_plot(const cli_request *request, const lento_result *result) {
    cli_memory memory = {0};
    io_plot_series series[2 * CURVES] = {0};
    const lento_recorder *rows = &result->rows, *truth = &result->truth;
    const lento_column *first, *row;
    const char *name = lento_model_column(request->model, 0, &first);
    size_t count = 0;
    for (int i = 0; i < result->columns && count < CURVES; i++) {
        const char *column = lento_model_column(request->model, i, &row);
        if (same_unit(first, row)) {
            series[count++] = (io_plot_series){column, rows->count, column_of(&memory, rows, 0),
                                               column_of(&memory, rows, 1 + i), IO_PLOT_LINE};
        }
    }
    const size_t curves = count;
    for (int i = 0; truth->count > 0 && i < result->columns && count < 2 * curves; i++) {
        lento_model_column(request->model, i, &row);
        if (same_unit(first, row)) {
            series[count] = (io_plot_series){
                count == curves ? lento_reference_name(result->reference) : NULL, truth->count,
                column_of(&memory, truth, 0), column_of(&memory, truth, 1 + i), IO_PLOT_OVERLAY};
            count++;
        }
    }
    const io_plot plot = {.title = request->problem.table->title,
                          .x_label = "t",
                          .y_label = curves == 1 ? label(&memory, name, first)
                                                 : (first->unit ? first->unit : ""),
                          .count = count,
                          .series = series};
    const int code = cli_output_draw(request, &plot);
    cli_release(&memory);
    return code;
}
