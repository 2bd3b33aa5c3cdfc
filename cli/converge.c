/* SPDX-License-Identifier: MIT
 * lento converge: refine one thing and watch the error. The order of a line is
 * log(e_before / e) / log(refinement); the slope is fitted (least squares in log-log) over the lines
 * that still fall, and what remains below them is the floor set by everything that was not refined. */
#include "io/csv.h"
#include "io/interrupt.h"
#include "io/plot.h"
#include "io/table.h"
#include "study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 20 };

typedef struct line {
    double value, error, order; /* order NAN in the first line */
    lento_counts counts;
    double seconds;
} line;

typedef struct study {
    cli_request request;
    const char *vary, *quantity; /* "omega", "micro steps per period" */
    const char *reference, *column;
    int index; /* of the column */
    double factor;
    int levels;
    lento_options base; /* resolved */
    line lines[MOST];
    int count;
    double slope, floor;
} study;

/* ---- one level ---- */

static long even(double x)
{
    return 2 * lround(x / 2);
}

/* The options of level k and the value that goes into the table. */
static double refine(const study *s, int k, lento_options *options)
{
    const double f = pow(s->factor, k);
    const int levels = cli_levels(&s->base);
    *options = s->request.options;
    if (strcmp(s->vary, "macro") == 0) {
        options->steps = lround((double)s->base.steps * f);
        options->macro_step = 0;
        return (double)options->steps;
    }
    if (strcmp(s->vary, "omega") == 0) {
        return cli_fast_frequency(lento_model_system(s->request.model)) * f;
    }
    const lento_average *from = &s->base.average[levels - 1];
    lento_average *to = &options->average[levels - 1];
    if (!to->scheme) {
        memcpy(options->average, s->base.average, sizeof options->average);
    }
    if (strcmp(s->vary, "window") == 0) {
        to->window = from->periods > 0 ? 0 : from->window * f;
        to->periods = from->periods * f;
        return to->periods > 0 ? to->periods : to->window;
    }
    to->micro_per_period = from->micro_per_period > 0 ? (int)even(from->micro_per_period * f) : 0;
    to->micro_step = to->micro_per_period > 0 ? 0 : from->micro_step / f;
    return to->micro_per_period > 0 ? to->micro_per_period : to->micro_step;
}

static int run_level(study *s, int k)
{
    lento_options options;
    const double value = refine(s, k, &options);
    const bool other = strcmp(s->vary, "omega") == 0;
    lento_model *model = other ? cli_model_at(&s->request, value) : s->request.model;
    if (!model) {
        return CLI_WRONG;
    }
    cli_result r;
    const cli_job job = {.model = model,
                         .options = options,
                         .reference = s->reference,
                         .quiet = s->request.quiet,
                         .label = s->vary};
    cli_job_run(&job, &r);
    int code = r.refused ? cli_wrong("%s", r.message) : 0;
    if (!code) {
        line *l = &s->lines[s->count++];
        *l = (line){value, r.error[s->index], NAN, r.counts, r.seconds};
        if (k > 0 && s->count > 1) {
            l->order = log(l[-1].error / l->error) / fabs(log(l->value / l[-1].value));
        }
        code = r.status == LENTO_DONE ? 0 : cli_failed("level %d: %s", k + 1,
                                                       r.status > 0 ? "interrupted" : r.message);
    }
    cli_result_free(&r);
    if (other) {
        lento_model_destroy(model);
    }
    return code;
}

/* ---- slope and floor ---- */

static void fit(study *s)
{
    double best = 0;
    int first = -1, last = -1;
    s->slope = s->floor = NAN;
    for (int i = 1; i < s->count; i++) {
        best = fmax(best, isfinite(s->lines[i].order) ? s->lines[i].order : 0);
    }
    for (int i = 1; i < s->count && best > 0; i++) {
        const bool falls = s->lines[i].order >= 0.5 * best;
        first = falls && first < 0 ? i - 1 : first;
        last = falls && (last < 0 || last == i - 1) ? i : last;
    }
    if (first >= 0) {
        double n = 0, x = 0, y = 0, xx = 0, xy = 0;
        for (int i = first; i <= last; i++) {
            const double a = log(s->lines[i].value), b = log(s->lines[i].error);
            n += 1, x += a, y += b, xx += a * a, xy += a * b;
        }
        s->slope = fabs((n * xy - x * y) / (n * xx - x * x));
    }
    for (int i = last + 1; i < s->count; i++) {
        if (!(s->lines[i].error >= s->floor)) {
            s->floor = s->lines[i].error;
        }
    }
}

/* ---- output ---- */

static void print_table(FILE *file, const study *s)
{
    char error[80];
    snprintf(error, sizeof error, "error in %s", s->column);
    const char *const headers[] = {s->quantity, error, "order", "force evaluations", "seconds"};
    io_table *table = io_table_create(5, headers);
    char words[1000];
    fprintf(file, "%s: %s\n  %s\n  %s\n  error against %s\n\n", s->request.problem.table->name,
            s->request.problem.table->title,
            cli_parameters_words(s->request.model, words, sizeof words), "", s->reference);
    for (int i = 0; table && i < s->count; i++) {
        const line *l = &s->lines[i];
        io_table_number(table, l->value, 6);
        io_table_scientific(table, l->error, 4);
        if (isnan(l->order)) {
            io_table_empty(table);
        } else {
            io_table_number(table, round(l->order * 100) / 100, 3);
        }
        io_table_integer(table, l->counts.force_evaluations);
        io_table_scientific(table, l->seconds, 2);
    }
    if (table) {
        io_table_print(table, file, 0);
    }
    io_table_destroy(table);
    if (isfinite(s->slope)) {
        fprintf(file, "\nslope %.2f", s->slope);
        if (isfinite(s->floor)) {
            fprintf(file, ", floor %.2e (set by what was not refined)\n", s->floor);
        } else {
            fputs(", no floor reached\n", file);
        }
    } else {
        fputs("\nthe error does not fall\n", file);
    }
}

static void print_json(FILE *file, const study *s)
{
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
    io_json_string(&json, "reference", s->reference);
    io_json_array(&json, "levels");
    for (int i = 0; i < s->count; i++) {
        const line *l = &s->lines[i];
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

static void print_csv(FILE *file, const study *s)
{
    io_csv csv;
    io_csv_start(&csv, file);
    io_csv_text(&csv, s->quantity);
    io_csv_text(&csv, "error");
    io_csv_text(&csv, "order");
    io_csv_text(&csv, "force_evaluations");
    io_csv_text(&csv, "seconds");
    io_csv_row(&csv);
    for (int i = 0; i < s->count; i++) {
        const line *l = &s->lines[i];
        io_csv_number(&csv, l->value);
        io_csv_number(&csv, l->error);
        io_csv_number(&csv, l->order);
        io_csv_integer(&csv, l->counts.force_evaluations);
        io_csv_number(&csv, l->seconds);
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

static int draw(const study *s)
{
    double x[MOST], y[MOST];
    char message[IO_MESSAGE_SIZE], label[100];
    for (int i = 0; i < s->count; i++) {
        x[i] = s->lines[i].value;
        y[i] = s->lines[i].error;
    }
    snprintf(label, sizeof label, "error in %s against %s", s->column, s->reference);
    const io_plot_series series = {NULL, (size_t)s->count, x, y, IO_PLOT_LINESPOINTS};
    const io_plot plot = {.title = s->request.problem.table->title, .x_label = s->quantity,
                          .y_label = label, .log_x = true, .log_y = true, .count = 1,
                          .series = &series};
    if (!io_plot_draw(&plot, s->request.plot, message)) {
        return cli_failed("--plot: %s", message);
    }
    cli_note(s->request.quiet, "plot written to %s", s->request.plot);
    return 0;
}

/* ---- the command ---- */

static int plan(study *s)
{
    static const char *const names[][2] = {{"macro", "macro steps"},
                                           {"micro", "micro steps per period"},
                                           {"window", "window in periods"},
                                           {"omega", "fast frequency"}};
    lento_run *run = NULL;
    int code = 0;
    s->vary = s->request.vary ? s->request.vary : "macro";
    s->levels = s->request.levels > 0 ? (int)s->request.levels : 5;
    s->factor = s->request.factor > 0 ? s->request.factor : (s->vary[0] == 'o' ? 10 : 2);
    for (int i = 0; i < 4; i++) {
        s->quantity = strcmp(names[i][0], s->vary) == 0 ? names[i][1] : s->quantity;
    }
    if (lento_run_open(&run, s->request.model, &s->request.options) != LENTO_DONE) {
        code = cli_wrong("%s", run ? lento_run_error(run) : "out of memory");
        lento_run_destroy(run);
        return code;
    }
    s->base = *lento_run_options(run);
    const bool windows = strcmp(s->vary, "micro") == 0 || strcmp(s->vary, "window") == 0;
    if (strcmp(s->vary, "macro") == 0 && !(s->base.macro_step > 0)) {
        code = cli_wrong("%s chooses its own steps here; --steps N makes them equal", s->base.macro);
    } else if (windows && !(cli_micro_per_period(s->request.model, &s->base) > 0)) {
        code = cli_wrong("there are no windows to refine: the scheme is direct or averaged");
    }
    lento_options last = s->base;
    last.until *= s->vary[0] == 'o' ? pow(s->factor, s->levels - 1) : 1; /* the dearest level */
    s->reference = cli_study_reference(&s->request, &last);
    /* the resolved words live in the run: keep them */
    s->base.macro = cli_text(&s->request.memory, "%s", s->base.macro);
    for (int i = 0; i < cli_levels(&s->base); i++) {
        lento_average *a = &s->base.average[i];
        a->scheme = cli_text(&s->request.memory, "%s", a->scheme);
        a->kernel = a->kernel ? cli_text(&s->request.memory, "%s", a->kernel) : NULL;
        a->micro = a->micro ? cli_text(&s->request.memory, "%s", a->micro) : NULL;
    }
    lento_run_destroy(run);
    return code;
}

static int study_run(study *s)
{
    const lento_column *row;
    int code = plan(s);
    s->index = code ? -1 : cli_column_index(&s->request);
    code = code ? code : (s->index < 0 ? CLI_WRONG : cli_output_check(&s->request));
    if (code) {
        return code;
    }
    s->column = lento_model_column(s->request.model, s->index, &row);
    io_interrupt_catch();
    for (int k = 0; k < s->levels && !code; k++) {
        code = run_level(s, k);
    }
    io_interrupt_release();
    if (code == CLI_WRONG) {
        return code;
    }
    fit(s);
    int written = 0;
    FILE *file = cli_output_open(&s->request, &written);
    if (file) {
        (s->request.format == CLI_JSON  ? print_json
         : s->request.format == CLI_CSV ? print_csv
                                        : print_table)(file, s);
        written = cli_output_close(&s->request, file);
    }
    if (s->request.plot && !written) {
        written = draw(s);
    }
    return code ? code : written;
}

int cli_converge(int argc, char **argv)
{
    study *s = calloc(1, sizeof *s);
    if (!s) {
        return cli_failed("out of memory");
    }
    int code = cli_request_read(&s->request, CLI_CONVERGE, argc, argv, 0);
    code = code ? code : study_run(s);
    cli_request_free(&s->request);
    free(s);
    return code;
}
