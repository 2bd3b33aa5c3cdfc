/* SPDX-License-Identifier: MIT
 * --ensemble N: chaotic motion has no single answer, so N runs from starts that differ by 1e-9 in one
 * parameter (named by the problem) are averaged. Every column gets its mean and the standard error of
 * the mean, sd / sqrt(N), in a column named like it with _se behind. */
#include "ensemble.h"

#include "io/csv.h"
#include "io/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHIFT 1e-9

typedef struct ensemble {
    const cli_request *request;
    int columns;
    long members, done;
    size_t rows;
    double *t, *sum, *square; /* [rows][columns] */
    lento_counts counts;
    double seconds;
    lento_warning warnings[LENTO_MAX_WARNINGS]; /* of any member, each code once */
    int warning_count;
    lento_options resolved;
    lento_status status; /* of the member that ended it */
    const char *message; /* NULL: all members are whole */
    cli_memory memory;
} ensemble;

/* The model of member j. */
static lento_model *member(const ensemble *e, long j, int *code) {
    const cli_request *request = e->request;
    const char *name = request->problem.table->ensemble;
    double value = 0;
    for (int i = 0; i < lento_model_parameters(request->model); i++) {
        double v;
        value = strcmp(lento_model_parameter(request->model, i, &v, NULL), name) == 0 ? v : value;
    }
    const lento_setting shifted = {.name = name, .value = value + SHIFT * (double)j};
    lento_model *model = NULL;
    if (lento_model_with(&model, request->model, &shifted, 1) != LENTO_DONE) {
        *code = cli_wrong("%s", model ? lento_model_error(model) : "out of memory");
        lento_model_destroy(model);
        return NULL;
    }
    return model;
}

static void add_rows(ensemble *e, const cli_rows *rows) {
    const size_t n = (size_t)e->columns;
    if (e->done == 0) {
        e->rows = rows->count;
        e->t = cli_take(&e->memory, e->rows * sizeof(double));
        e->sum = cli_take(&e->memory, e->rows * n * sizeof(double));
        e->square = cli_take(&e->memory, e->rows * n * sizeof(double));
    }
    for (size_t i = 0; i < e->rows && i < rows->count; i++) {
        const double *row = cli_rows_at(rows, i);
        e->t[i] = row[0];
        for (size_t c = 0; c < n; c++) { /* running mean and sum of squared departures */
            double *mean = &e->sum[i * n + c];
            const double before = row[1 + c] - *mean;
            *mean += before / (double)(e->done + 1);
            e->square[i * n + c] += before * (row[1 + c] - *mean);
        }
    }
    e->done++;
}

/* The resolved options outlive the member's run. */
static void keep_options(ensemble *e, const lento_run *run) {
    e->resolved = *lento_run_options(run);
    e->resolved.macro = cli_text(&e->memory, "%s", e->resolved.macro);
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        lento_average *a = &e->resolved.average[l];
        a->scheme = a->scheme ? cli_text(&e->memory, "%s", a->scheme) : NULL;
        a->micro = a->micro ? cli_text(&e->memory, "%s", a->micro) : NULL;
        a->kernel = a->kernel ? cli_text(&e->memory, "%s", a->kernel) : NULL;
    }
}

static void keep_warnings(ensemble *e, const lento_run *run) {
    const lento_warning *list;
    const int n = lento_run_warnings(run, &list);
    for (int i = 0; i < n; i++) {
        bool known = e->warning_count == LENTO_MAX_WARNINGS;
        for (int k = 0; k < e->warning_count; k++) {
            known = known || strcmp(e->warnings[k].code, list[i].code) == 0;
        }
        if (!known) {
            lento_warning *w = &e->warnings[e->warning_count++];
            *w = list[i];
            w->text = cli_text(&e->memory, "%s", list[i].text);
        }
    }
}

static void add_counts(lento_counts *sum, const lento_counts *c) {
    sum->macro_steps += c->macro_steps;
    sum->rejected_steps += c->rejected_steps;
    sum->windows += c->windows;
    sum->micro_steps += c->micro_steps;
    sum->force_evaluations += c->force_evaluations;
    sum->exact_flows += c->exact_flows;
    sum->closing_force_evaluations += c->closing_force_evaluations;
}

static int run_member(ensemble *e, long j) {
    int code = 0;
    lento_model *model = member(e, j, &code);
    if (!model) {
        return code;
    }
    char label[40];
    snprintf(label, sizeof label, "member %ld of %ld", j + 1, e->members);
    const cli_job job = {.model = model,
                         .options = e->request->options,
                         .every = e->request->every,
                         .rows = true,
                         .quiet = e->request->quiet,
                         .label = label};
    cli_result result;
    cli_job_run(&job, &result);
    if (!result.refused) {
        keep_warnings(e, result.run);
        if (e->done == 0) {
            keep_options(e, result.run);
        }
    }
    if (result.refused) {
        code = cli_wrong("%s", result.message);
    } else if (result.status != LENTO_DONE) {
        e->status = result.status;
        e->message = cli_text(&e->memory,
                              "member %ld of %ld: %s; the means are those of the %ld "
                              "before it",
                              j + 1, e->members, result.message, e->done);
        code = cli_failed("%s", e->message);
    } else {
        add_rows(e, &result.rows);
        add_counts(&e->counts, &result.counts);
        e->seconds += result.seconds;
    }
    cli_result_free(&result);
    lento_model_destroy(model);
    return code;
}

/* ---- output ---- */

static double value_of(const ensemble *e, size_t row, int column) {
    if (column == 0) {
        return e->t[row];
    }
    const size_t n = (size_t)e->columns, at = row * n + (size_t)((column - 1) % e->columns);
    const double N = (double)e->done;
    return column <= e->columns ? e->sum[at] : (N > 1 ? sqrt(e->square[at] / (N - 1) / N) : NAN);
}

static const char *name_of(ensemble *e, int column) {
    if (column == 0) {
        return "t";
    }
    const char *name = lento_model_column(e->request->model, (column - 1) % e->columns, NULL);
    return column <= e->columns ? name : cli_text(&e->memory, "%s_se", name);
}

static void row_json(io_json *json, const ensemble *e, size_t row) {
    io_json_array(json, NULL);
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_json_number(json, NULL, value_of(e, row, c));
    }
    io_json_end(json);
}

static void print_json(io_json *json, ensemble *e) {
    io_json_object(json, NULL);
    io_json_string(json, "lento", lento_version());
    io_json_string(json, "status", cli_status_word(e->status));
    io_json_string(json, "message", e->message ? e->message : "");
    io_json_string(json, "problem", e->request->problem.table->name);
    cli_parameters_json(json, e->request->model);
    cli_method_json(json, "method", &e->resolved);
    io_json_number(json, "until", e->resolved.until);
    io_json_number(json, "every", e->request->every > 0 ? e->request->every : NAN);
    io_json_integer(json, "ensemble", e->members);
    io_json_integer(json, "members", e->done);
    io_json_array(json, "columns");
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_json_string(json, NULL, name_of(e, c));
    }
    io_json_end(json);
    io_json_array(json, "data");
    for (size_t i = 0; i < e->rows; i++) {
        row_json(json, e, i);
    }
    io_json_end(json);
    io_json_object(json, "final");
    for (int c = 0; e->rows > 0 && c <= 2 * e->columns; c++) {
        io_json_number(json, name_of(e, c), value_of(e, e->rows - 1, c));
    }
    io_json_end(json);
    cli_counts_json(json, "counts", &e->counts);
    io_json_number(json, "seconds", e->seconds);
    cli_warnings_json(json, e->warnings, e->warning_count);
    cli_provenance_json(json);
    io_json_end(json);
}

static void print_csv(FILE *file, ensemble *e) {
    io_csv csv;
    io_csv_start(&csv, file);
    for (int c = 0; c <= 2 * e->columns; c++) {
        io_csv_text(&csv, name_of(e, c));
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
static void print_table(FILE *file, ensemble *e) {
    const char **headers = cli_take(&e->memory, (size_t)(1 + e->columns) * sizeof *headers);
    for (int c = 0; c <= e->columns; c++) {
        headers[c] = name_of(e, c);
    }
    io_table *table = io_table_create((size_t)(1 + e->columns), headers);
    const size_t step = e->rows > 21 ? (e->rows + 19) / 20 : 1;
    for (size_t i = 0; table && i < e->rows; i++) {
        if (i % step != 0 && i + 1 < e->rows) {
            continue;
        }
        io_table_number(table, e->t[i], 6);
        for (int c = 1; c <= e->columns; c++) {
            io_table_text(table, cli_text(&e->memory, "%.4f(%.4f)", value_of(e, i, c),
                                          value_of(e, i, c + e->columns)));
        }
    }
    if (table) {
        io_table_print(table, file, 0);
    }
    io_table_destroy(table);
    fprintf(file, "\nmeans of %ld runs (standard errors); %ld micro steps, %ld force evaluations\n",
            e->done, e->counts.micro_steps, e->counts.force_evaluations);
}

int cli_ensemble_check(const cli_request *request) {
    if (!request->problem.table->ensemble) {
        return cli_wrong("--ensemble: %s names no parameter in which the members could differ",
                         request->problem.table->name);
    }
    const char *other = request->reference         ? "--reference"
                        : request->slow_count > 0  ? "--slow"
                        : request->observables > 0 ? "--average or --integrate"
                        : request->plot            ? "--plot"
                                                   : NULL;
    if (other) {
        return cli_wrong("--ensemble does not go with %s", other);
    }
    lento_run *run = NULL;
    const bool adaptive = lento_run_open(&run, request->model, &request->options) == LENTO_DONE &&
                          !(lento_run_options(run)->macro_step > 0);
    lento_run_destroy(run);
    return adaptive && !(request->every > 0)
               ? cli_wrong("--ensemble: adaptive members have steps of their own; give --every DT")
               : 0;
}

int cli_ensemble(const cli_request *request, FILE *file, io_json *json) {
    ensemble e = {.request = request,
                  .columns = lento_model_columns(request->model),
                  .members = request->ensemble};
    int code = 0;
    for (long j = 0; j < e.members && !code; j++) {
        code = run_member(&e, j);
    }
    if (code != CLI_WRONG) {
        if (request->format == CLI_JSON) {
            print_json(json, &e);
        } else if (request->format == CLI_CSV) {
            print_csv(file, &e);
        } else {
            print_table(file, &e);
        }
        const int strict = cli_output_warnings(request, e.warnings, e.warning_count);
        code = code ? code : strict;
    }
    cli_release(&e.memory);
    return code;
}
