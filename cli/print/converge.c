/* SPDX-License-Identifier: MIT
 * A convergence study as a table, CSV, JSON or log-log plot. */
#include "converge.h"

#include "io/csv.h"
#include "io/plot.h"
#include "io/table.h"

#include <math.h>

static void print_table(FILE *file, const cli_study *s) {
    char error[80];
    snprintf(error, sizeof error, "error in %s", s->column);
    const char *const headers[] = {s->quantity, error, "order", "force evaluations", "seconds"};
    io_table *table = io_table_create(5, headers);
    char words[1000];
    fprintf(file, "%s: %s\n", s->request.problem.table->name, s->request.problem.table->title);
    fprintf(file, "  %s\n", cli_parameters_words(s->request.model, words, sizeof words));
    fprintf(file, "  first run: %s\n", cli_method_words(&s->base, words, sizeof words));
    fprintf(file, "  error against %s up to t = %g\n\n", s->reference, s->base.until);
    for (int i = 0; table && i < s->count; i++) {
        const cli_line *l = &s->lines[i];
        io_table_number(table, l->value, 6);
        io_table_scientific(table, l->error, 4);
        if (isnan(l->order)) {
            io_table_empty(table);
        } else {
            io_table_number(table, round(l->order * 100) / 100 + 0.0, 3);
        }
        io_table_integer(table, l->counts.force_evaluations);
        io_table_scientific(table, l->seconds, 2);
    }
    if (table) {
        io_table_print(table, file, 0);
    }
    io_table_destroy(table);
    if (s->pointwise) {
        fprintf(file, CLI_POINTWISE, s->column);
    }
    if (isfinite(s->slope)) {
        fprintf(file, "\nslope %.2f", s->slope);
        if (isfinite(s->floor)) {
            fprintf(file, " above a floor of %.2e (set by what was not refined)\n", s->floor);
        } else {
            fputs(", no floor reached\n", file);
        }
    } else if (s->count > 1) {
        fprintf(file, "\nthe error does not fall: %s\n",
                s->lines[0].error < 1e-10
                    ? "it is round-off, start from a coarser level"
                    : "it is set by what was not refined, or even the last level is too coarse");
    }
}

static void print_json(FILE *file, const cli_study *s) {
    io_json json;
    io_json_start(&json, file);
    io_json_object(&json, NULL);
    io_json_string(&json, "lento", lento_version());
    io_json_string(&json, "problem", s->request.problem.table->name);
    cli_parameters_json(&json, s->request.model);
    cli_method_json(&json, "method", &s->base);
    io_json_number(&json, "until", s->base.until);
    io_json_string(&json, "vary", s->vary);
    io_json_string(&json, "quantity", s->quantity);
    io_json_string(&json, "column", s->column);
    io_json_bool(&json, "pointwise", s->pointwise);
    io_json_string(&json, "reference", s->reference);
    io_json_array(&json, "levels");
    for (int i = 0; i < s->count; i++) {
        const cli_line *l = &s->lines[i];
        io_json_object(&json, NULL);
        io_json_number(&json, "value", l->value);
        io_json_number(&json, "error", l->error);
        io_json_number(&json, "order", l->order);
        cli_counts_json(&json, "counts", &l->counts);
        io_json_number(&json, "seconds", l->seconds);
        io_json_end(&json);
    }
    io_json_end(&json);
    io_json_number(&json, "slope", s->slope);
    io_json_number(&json, "floor", s->floor);
    io_json_finish(&json);
}

static void print_csv(FILE *file, const cli_study *s) {
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_text(&csv, s->quantity);
    io_csv_text(&csv, "error");
    io_csv_text(&csv, "order");
    io_csv_text(&csv, "force_evaluations");
    io_csv_text(&csv, "seconds");
    io_csv_row(&csv);
    for (int i = 0; i < s->count; i++) {
        const cli_line *l = &s->lines[i];
        io_csv_number(&csv, l->value);
        io_csv_number(&csv, l->error);
        io_csv_number(&csv, l->order);
        io_csv_integer(&csv, l->counts.force_evaluations);
        io_csv_number(&csv, l->seconds);
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

int cli_study_draw(const cli_study *s) {
    double x[CLI_MAX_LEVELS], y[CLI_MAX_LEVELS];
    char message[IO_MESSAGE_SIZE], label[100];
    for (int i = 0; i < s->count; i++) {
        x[i] = s->lines[i].value;
        y[i] = s->lines[i].error;
    }
    snprintf(label, sizeof label, "error in %s against %s", s->column, s->reference);
    const io_plot_series series = {NULL, (size_t)s->count, x, y, IO_PLOT_LINESPOINTS};
    const io_plot plot = {.title = s->request.problem.table->title,
                          .x_label = s->quantity,
                          .y_label = label,
                          .log_x = true,
                          .log_y = true,
                          .count = 1,
                          .series = &series};
    if (!io_plot_draw(&plot, s->request.plot, message)) {
        return cli_failed("--plot: %s", message);
    }
    cli_note(s->request.quiet, "plot written to %s", s->request.plot);
    return 0;
}

void cli_study_print(FILE *file, const cli_study *s) {
    switch (s->request.format) {
    case CLI_JSON:
        print_json(file, s);
        return;
    case CLI_CSV:
        print_csv(file, s);
        return;
    case CLI_TABLE:
        print_table(file, s);
        return;
    }
}
