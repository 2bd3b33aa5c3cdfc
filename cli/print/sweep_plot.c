/* SPDX-License-Identifier: MIT
 * Pictures of a chart. One axis: curves, a panel per measure. Two axes: a map of one measure; if one of them has few values, a
 * curve per value instead. */
#include "io/number.h"
#include "print/sweep.h"

#include <math.h>
#include <string.h>

enum { FEW = 7, PANELS = 4 };

/* The line of the head with this key, without it. */
static const char *line_of(const cli_sheet *s, cli_memory *memory, const char *key) {
    const size_t n = strlen(key);
    for (const char *at = s->head; *at; at += strcspn(at, "\n") + 1) {
        if (strncmp(at, key, n) == 0 && at[n] == ' ') {
            return cli_text(memory, "%.*s", (int)strcspn(at + n + 1, "\n"), at + n + 1);
        }
    }
    return "";
}

static const char *axis_label(const cli_sheet *s, cli_memory *memory, int axis) {
    const char *unit = s->units[axis];
    return cli_text(memory, unit[0] ? "%s [%s]" : "%s", s->names[axis], unit);
}

static double *axis_values(const cli_sheet *s, cli_memory *memory, int axis, size_t *count) {
    int64_t stride = 1;
    for (int k = axis + 1; k < s->cells.axes; k++) {
        stride *= s->cells.axis[k].count;
    }
    *count = (size_t)s->cells.axis[axis].count;
    double *values = cli_take(memory, *count * sizeof *values);
    for (size_t i = 0; i < *count; i++) {
        values[i] = lento_cells_value(&s->cells, (int64_t)i * stride, axis);
    }
    return values;
}

/* Values of a measure along an axis, of two at most; `other` is the place on the other one. */
static double *curve(const cli_sheet *s, cli_memory *memory, int axis, size_t other,
                     size_t column) {
    const lento_cells *c = &s->cells;
    const size_t n = (size_t)c->axis[axis].count;
    double *y = cli_take(memory, n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        const size_t cell = c->axes == 1 ? i
                            : axis == 1  ? other * n + i
                                         : i * (size_t)c->axis[1].count + other;
        y[i] = cli_sheet_cell(s, (int64_t)cell)[column];
    }
    return y;
}

size_t cli_sheet_measure(const cli_request *request, const cli_sheet *s) {
    for (size_t i = 2; i < s->width; i++) {
        if (!request->column || strcmp(request->column, s->names[(size_t)s->cells.axes + i]) == 0) {
            return i;
        }
    }
    return 0;
}

static int draw_map(const cli_request *request, const cli_sheet *s, cli_memory *memory,
                    io_plot plot) {
    io_plot_map map = {0};
    const size_t column = cli_sheet_measure(request, s);
    map.x = axis_values(s, memory, 0, &map.columns);
    map.y = axis_values(s, memory, 1, &map.rows);
    double *z = cli_take(memory, (size_t)s->count * sizeof *z);
    for (int64_t k = 0; k < s->count; k++) {
        z[k] = cli_sheet_cell(s, k)[column];
    }
    map.z = z;
    map.label = s->names[(size_t)s->cells.axes + column];
    plot.map = &map;
    plot.x_label = axis_label(s, memory, 0);
    plot.y_label = axis_label(s, memory, 1);
    plot.log_x = s->cells.axis[0].logarithmic;
    plot.log_y = s->cells.axis[1].logarithmic;
    return cli_output_draw(request, &plot);
}

static int draw_lines(const cli_request *request, const cli_sheet *s, cli_memory *memory,
                      io_plot plot) {
    const lento_cells *c = &s->cells;
    const int axis = c->axes > 1 && c->axis[1].count > c->axis[0].count, other = 1 - axis;
    const size_t family = c->axes > 1 ? (size_t)c->axis[other].count : 1;
    const size_t panels = request->column ? 1 : s->width - 2 < PANELS ? s->width - 2 : PANELS;
    io_plot_panel panel[PANELS];
    size_t n, unused;
    const double *x = axis_values(s, memory, axis, &n);
    const double *value = c->axes > 1 ? axis_values(s, memory, other, &unused) : NULL;
    for (size_t p = 0; p < panels; p++) {
        const size_t column = request->column ? cli_sheet_measure(request, s) : 2 + p;
        io_plot_series *series = cli_take(memory, family * sizeof *series);
        for (size_t k = 0; k < family; k++) {
            char number[IO_NUMBER_SIZE];
            series[k] = (io_plot_series){
                .n = n,
                .x = x,
                .y = curve(s, memory, axis, k, column),
                .name = value ? cli_text(memory, "%s = %s", s->names[other],
                                         io_number_format_digits(value[k], 4, number))
                              : NULL};
        }
        panel[p] = (io_plot_panel){
            .y_label = s->names[(size_t)c->axes + column], .count = family, .series = series};
    }
    plot.panels = panels;
    plot.panel = panel;
    plot.x_label = axis_label(s, memory, axis);
    plot.log_x = c->axis[axis].logarithmic;
    return cli_output_draw(request, &plot);
}

int cli_sheet_drawable(const cli_request *request, const cli_sheet *s) {
    return request->plot && (s->cells.random || s->cells.axes > 2)
               ? cli_wrong("--plot: a picture needs a grid of one or two axes")
           : cli_sheet_measure(request, s) == 0
               ? cli_wrong("--column: there is no measure '%s'", request->column)
               : 0;
}

int cli_sheet_draw(const cli_request *request, const cli_sheet *s) {
    cli_memory memory = {0};
    const lento_cells *c = &s->cells;
    const io_plot plot = {.title = line_of(s, &memory, "problem"),
                          .caption = line_of(s, &memory, "parameters")};
    const bool map = c->axes == 2 && c->axis[0].count > FEW && c->axis[1].count > FEW;
    const int code = (map ? draw_map : draw_lines)(request, s, &memory, plot);
    cli_release(&memory);
    return code;
}
