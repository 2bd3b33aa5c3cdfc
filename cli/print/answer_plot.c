/* SPDX-License-Identifier: MIT
 * The plot of a hands-off run: of the columns those that share the first one's unit, of statistics the mean, the least
 * and the largest value of the first number of the state. */
#include "print/output.h"

#include <string.h>

enum { CURVES = 6, NAME_ROOM = 80 };

static bool same_unit(const lento_column *a, const lento_column *b) {
    return strcmp(a && a->unit ? a->unit : "", b && b->unit ? b->unit : "") == 0;
}

static const lento_column *row_of(const cli_request *request, const char *name) {
    const lento_column *row = NULL;
    for (int i = 0; i < lento_model_columns(request->model); i++) {
        if (strcmp(lento_model_column(request->model, i, &row), name) == 0) {
            return row;
        }
    }
    return NULL;
}

int cli_answer_plot(const cli_request *request, const lento_answer *a) {
    cli_memory memory = {0};
    io_plot_series series[CURVES] = {0};
    const lento_column *first = NULL;
    size_t count = 0;
    const int by = a->statistics ? a->columns / 4 : 1, most = a->statistics ? 3 * by : a->columns;
    for (int k = 0; k < most && count < CURVES; k += by) {
        char *name = cli_take(&memory, NAME_ROOM);
        lento_solved_name(request->model, a, k, name, NAME_ROOM);
        const lento_column *row = a->statistics ? NULL : row_of(request, name);
        first = k == 0 ? row : first;
        if (same_unit(first, row)) {
            double *y = cli_take(&memory, (size_t)a->samples * sizeof *y);
            for (int j = 0; j < a->samples; j++) {
                y[j] = a->values[(size_t)j * (size_t)a->columns + (size_t)k];
            }
            series[count++] = (io_plot_series){name, (size_t)a->samples, a->times, y, IO_PLOT_LINE};
        }
    }
    const io_plot plot = {.title = request->problem.table->title,
                          .x_label = "t",
                          .y_label = first && first->unit ? first->unit : "",
                          .count = count,
                          .series = series};
    const int code = cli_output_draw(request, &plot);
    cli_release(&memory);
    return code;
}
