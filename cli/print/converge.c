/* SPDX-License-Identifier: MIT
 * A convergence study as a table, CSV, JSON or log-log plot. */
#include "io/csv.h"
#include "io/table.h"
#include "print/output.h"

#include <math.h>

static void print_table(FILE *file, const cli_request *request, const lento_convergence *s) {
    char error[80];
    snprintf(error, sizeof error, "error in %s", s->column);
    const char *const headers[] = {s->quantity, error, "order", "force evaluations", "seconds"};
    io_table *table = io_table_create(5, headers);
    char words[1000];
    fprintf(file, "%s: %s\n", request->problem.table->name, request->problem.table->title);
    fprintf(file, "  %s\n", cli_parameters_words(request->model, words, sizeof words));
    fprintf(file, "  first run: %s\n", cli_method_words(&s->base, words, sizeof words));
    fprintf(file, "  error against %s up to t = %g\n\n", lento_reference_name(s->asked.reference),
            s->base.until);
    for (int i = 0; i < s->count; i++) {
        const lento_refined *l = &s->level[i];
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
    io_table_finish(table, file, 0);
    if (s->pointwise) {
        fprintf(file, CLI_POINTWISE, s->column);
    }
    if (s->left_out > 0) {
        fprintf(file,
                "%d levels left out: a direct reference for the next one takes about %.1g force "
                "evaluations (--reference direct computes it)\n",
                s->left_out, s->left_out_cost);
    }
    if (s->unstable > 0 && s->unstable == s->count) {
        fprintf(file,
                "\nunstable: no level follows the motion, all errors are above 10 %% of the range "
                "of %s; start finer\n",
                s->column);
    } else if (s->unstable > 0) {
        fprintf(file,
                "\nunstable up to %.6g %s: errors above 10 %% of the range of %s are left out of "
                "the slope\n",
                s->level[s->unstable - 1].value, s->quantity, s->column);
    }
    if (isfinite(s->slope)) {
        fprintf(file, "\nslope %.2f", s->slope);
        if (isfinite(s->floor)) {
            fprintf(file, " above a floor of %.2e (set by what was not refined)\n", s->floor);
        } else {
            fputs(", no floor reached\n", file);
        }
    } else if (s->count > s->unstable + 1) {
        fprintf(file, "\nthe error does not fall: %s\n",
                s->level[s->unstable].error < 1e-10
                    ? "it is round-off, start from a coarser level"
                    : "it is set by what was not refined, or even the last level is too coarse");
    }
}

static void print_json(FILE *file, const cli_request *request, const lento_convergence *s) {
    io_json json;
    io_json_start(&json, file);
    cli_head_json(&json, request);
    cli_method_json(&json, "method", &s->base);
    io_json_number(&json, "until", s->base.until);
    io_json_string(&json, "vary", lento_vary_name(s->asked.vary));
    io_json_string(&json, "quantity", s->quantity);
    io_json_string(&json, "column", s->column);
    io_json_bool(&json, "pointwise", s->pointwise);
    io_json_string(&json, "reference", lento_reference_name(s->asked.reference));
    io_json_array(&json, "levels");
    for (int i = 0; i < s->count; i++) {
        const lento_refined *l = &s->level[i];
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
    io_json_integer(&json, "unstable", s->unstable);
    io_json_integer(&json, "left_out", s->left_out);
    io_json_finish(&json);
}

static void print_csv(FILE *file, const cli_request *request, const lento_convergence *s) {
    (void)request;
    const char *const headers[] = {s->quantity, "error", "order", "force_evaluations", "seconds"};
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_texts(&csv, 5, headers);
    for (int i = 0; i < s->count; i++) {
        const lento_refined *l = &s->level[i];
        io_csv_number(&csv, l->value);
        io_csv_number(&csv, l->error);
        io_csv_number(&csv, l->order);
        io_csv_integer(&csv, l->counts.force_evaluations);
        io_csv_number(&csv, l->seconds);
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

/* The errors, and the fitted slope above the floor, through the first one. */
int cli_convergence_draw(const cli_request *request, const void *study) {
    const lento_convergence *s = study;
    double x[LENTO_MAX_REFINEMENTS], y[LENTO_MAX_REFINEMENTS], line[LENTO_MAX_REFINEMENTS];
    char name[60];
    const int n = s->count, last = n - 1;
    for (int i = 0; i < n; i++) {
        x[i] = s->level[i].value;
        y[i] = s->level[i].error;
    }
    const bool fitted = n > 2 && isfinite(s->slope);
    const double floor = fitted && s->floor > 0 && s->floor < y[0] ? s->floor : 0;
    const double power = fitted && (x[last] > x[0]) == (y[last] < y[0]) ? -s->slope : s->slope;
    for (int i = 0; i < n; i++) {
        line[i] = floor + (y[0] - floor) * pow(x[i] / x[0], power);
    }
    snprintf(name, sizeof name, floor > 0 ? "slope %.2f, floor" : "slope %.2f", s->slope);
    const io_plot_series series[] = {
        {.name = "error", .n = (size_t)n, .x = x, .y = y, .style = IO_PLOT_LINESPOINTS},
        {.name = name, .n = (size_t)n, .x = x, .y = line, .style = IO_PLOT_OVERLAY}};
    return cli_output_errors(request, series, fitted ? 2 : 1, s->quantity, s->column,
                             s->asked.reference);
}

void cli_convergence_print(FILE *file, const cli_request *request, const void *study) {
    (request->format == CLI_JSON  ? print_json
     : request->format == CLI_CSV ? print_csv
                                  : print_table)(file, request, study);
}
