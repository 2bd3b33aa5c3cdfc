/* SPDX-License-Identifier: MIT
 * A comparison as a table, CSV, JSON or error-work plot. */
#include "io/csv.h"
#include "io/number.h"
#include "io/table.h"
#include "print/output.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { SCHEME, MICRO, WINDOW };

/* One level: its scheme, its micro method, or its window. */
static void level(const lento_average *a, int what, char *text, size_t room) {
    char number[IO_NUMBER_SIZE];
    text[0] = '\0';
    if (what == SCHEME) {
        cli_append(text, room, "%s", a->scheme);
    } else if (!lento_level_windows(a)) {
        return;
    } else if (what == MICRO) {
        cli_append(text, room, "%s", a->micro ? a->micro : "");
        if (a->micro_per_period > 0) {
            cli_append(text, room, " %d", a->micro_per_period);
        }
    } else {
        cli_append(text, room, "%s %s", a->kernel ? a->kernel : "",
                   io_number_format_digits(a->periods, 4, number));
        if (a->phases > 1) {
            cli_append(text, room, " x%d", a->phases);
        }
        cli_variant_words(a, " ", text, room);
    }
}

/* All levels, slowest first; equal micro methods and windows are named once. */
static const char *levels_text(const lento_options *o, int what, char *text, size_t room) {
    char before[100] = "", now[100];
    text[0] = '\0';
    for (int i = 0; i < lento_options_levels(o); i++) {
        level(&o->average[i], what, now, sizeof now);
        if (i == 0 || what == SCHEME || strcmp(now, before) != 0) {
            cli_append(text, room, "%s%s", i > 0 ? "," : "", now);
        }
        memcpy(before, now, sizeof before);
    }
    return lento_options_levels(o) == 0 && what == SCHEME ? "direct" : text;
}

/* The rivals of the fast top: its form and a second error instead of the micro run. */
static io_table *create_table(const lento_comparison *c) {
    char error[80], other[80] = "";
    snprintf(error, sizeof error, "error in %s", c->column);
    if (c->contest) {
        snprintf(other, sizeof other, "error in %s", lento_shown_name(c->asked.model, c->second));
    }
    const char *const general[] = {"scheme", "macro",  "steps",   "micro", "window",
                                   error,    "forces", "seconds", ""};
    const char *const top[] = {"scheme", "macro",   "steps", "frame, variables", other, error,
                               "forces", "seconds", ""};
    return io_table_create(9, c->contest ? top : general);
}

static void error_cell(io_table *table, const lento_rival *r, double error) {
    if (r->message[0] || !isfinite(error)) {
        io_table_empty(table);
    } else {
        io_table_scientific(table, error, 3);
    }
}

static void print_head(FILE *file, const cli_request *request, const lento_comparison *c) {
    char words[1000];
    fprintf(file,
            "%s: %s\n  %s\n  error against %s up to t = %g, as a part of the %s of %s, %.3g\n\n",
            request->problem.table->name, request->problem.table->title,
            cli_parameters_words(c->asked.model, words, sizeof words),
            lento_reference_name(c->asked.reference), c->asked.options.until,
            c->contest ? "largest value" : "range", c->column, c->scale);
}

static void print_advice(FILE *file, const lento_comparison *c) {
    char words[2000];
    cli_advice_words(c, words, sizeof words);
    fprintf(file, "\n%s\n", words[0] ? words : "No rival could be measured.");
}

/* Equal work: best first. */
static void print_ranking(FILE *file, const cli_request *request, const lento_comparison *c) {
    char error[80], drift[80] = "";
    const lento_model *model = c->asked.model;
    snprintf(error, sizeof error, "error in %s", c->column);
    if (lento_model_invariants(model) > 0) {
        snprintf(drift, sizeof drift, "drift of %s", lento_model_invariant(model, 0));
    }
    const char *const headers[] = {"", "macro", "steps", error, drift, "forces", "seconds", ""};
    io_table *table = io_table_create(8, headers);
    print_head(file, request, c);
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        io_table_format(table, "%d", i + 1);
        io_table_text(table, r->resolved.macro);
        io_table_format(table, "%" PRId64 "%s", r->counts.macro_steps,
                        r->resolved.macro_step > 0 ? "" : ", adaptive");
        error_cell(table, r, r->error);
        error_cell(table, r, r->drift);
        io_table_format(table, "%.6g", r->evaluations);
        io_table_format(table, "%.2g", r->seconds);
        io_table_text(table, r->message);
    }
    io_table_finish(table, file, 120);
    print_advice(file, c);
}

static void print_table(FILE *file, const cli_request *request, const lento_comparison *c) {
    char text[200];
    io_table *table = create_table(c);
    print_head(file, request, c);
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        io_table_text(table, levels_text(&r->resolved, SCHEME, text, sizeof text));
        io_table_text(table, r->resolved.macro);
        if (r->resolved.macro_step > 0) {
            io_table_format(table, "%.4g", (double)r->resolved.steps);
        } else {
            io_table_text(table, "adaptive");
        }
        if (c->contest) {
            io_table_text(table, r->form);
            error_cell(table, r, r->second);
        } else {
            io_table_text(table, levels_text(&r->resolved, MICRO, text, sizeof text));
            io_table_text(table, levels_text(&r->resolved, WINDOW, text, sizeof text));
        }
        error_cell(table, r, r->error);
        io_table_format(table, "%s%.4g", r->extrapolated ? "~" : "", r->evaluations);
        io_table_format(table, "%s%.2g", r->extrapolated ? "~" : "", r->seconds);
        io_table_text(table, r->message[0] ? r->message : (i == c->advice.recommended ? "<-" : ""));
    }
    io_table_finish(table, file, 120);
    fputs(c->contest ? "forces: evaluations\n"
                     : "micro: method and steps per period; window: kernel, periods (x phases); "
                       "forces: evaluations\n",
          file);
    if (c->pointwise) {
        fprintf(file, CLI_POINTWISE, c->column);
    }
    if (c->left_out_count > 0) {
        fprintf(file, "left out, not in this build: %s\n",
                cli_left_out_words(c, text, sizeof text));
    }
    bool scaled = false;
    for (int i = 0; i < c->count; i++) {
        scaled = scaled || c->rival[i].extrapolated;
    }
    if (scaled) {
        fprintf(file, "~ measured at frequency %.3g against a direct reference, work scaled up\n",
                c->affordable_omega);
    }
    print_advice(file, c);
}

static void print_json(FILE *file, const cli_request *request, const lento_comparison *c) {
    (void)request;
    char words[2000];
    io_json json;
    io_json_start(&json, file);
    cli_head_json(&json, request);
    io_json_number(&json, "until", c->asked.options.until);
    io_json_string(&json, "reference", lento_reference_name(c->asked.reference));
    io_json_string(&json, "column", c->column);
    io_json_bool(&json, "pointwise", c->pointwise);
    io_json_number(&json, "error_unit", c->scale);
    io_json_array(&json, "rivals");
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        io_json_object(&json, NULL);
        cli_method_json(&json, "method", &r->resolved);
        if (r->form) {
            io_json_string(&json, "form", r->form);
            snprintf(words, sizeof words, "error_%s", lento_shown_name(c->asked.model, c->second));
            io_json_number(&json, words, r->second);
        }
        io_json_number(&json, "error", r->error);
        io_json_number(&json, "drift", r->drift);
        io_json_number(&json, "force_evaluations", r->evaluations);
        io_json_number(&json, "seconds", r->seconds);
        io_json_bool(&json, "extrapolated", r->extrapolated);
        cli_counts_json(&json, "counts", &r->counts);
        io_json_string(&json, "message", r->message);
        io_json_end(&json);
    }
    io_json_end(&json);
    if (c->chosen.tolerance > 0) {
        io_json_object(&json, "chosen");
        io_json_number(&json, "tolerance", c->chosen.tolerance);
        io_json_bool(&json, "met", c->chosen.met);
        io_json_number(&json, "bar", c->chosen.met ? c->chosen.bar : NAN);
        io_json_number(&json, "force_evaluations", c->chosen.calls);
        io_json_string(&json, "message", c->chosen.message);
        io_json_end(&json);
    }
    io_json_string(&json, "left_out", cli_left_out_words(c, words, sizeof words));
    if (c->advice.recommended >= 0) {
        io_json_integer(&json, "recommended", c->advice.recommended);
    } else {
        io_json_null(&json, "recommended");
    }
    io_json_string(&json, "advice", cli_advice_words(c, words, sizeof words));
    io_json_finish(&json);
}

static void print_csv(FILE *file, const cli_request *request, const lento_comparison *c) {
    (void)request;
    static const char *const headers[] = {
        "scheme",  "macro",        "steps", "micro", "kernel", "error", "force_evaluations",
        "seconds", "extrapolated", "form"};
    io_csv csv;
    char text[200];
    io_csv_start(&csv, file);
    io_csv_texts(&csv, sizeof headers / sizeof *headers, headers);
    for (int i = 0; i < c->count; i++) {
        const lento_rival *r = &c->rival[i];
        io_csv_text(&csv, levels_text(&r->resolved, SCHEME, text, sizeof text));
        io_csv_text(&csv, r->resolved.macro);
        io_csv_integer(&csv,
                       r->resolved.macro_step > 0 ? r->resolved.steps : r->counts.macro_steps);
        io_csv_text(&csv, levels_text(&r->resolved, MICRO, text, sizeof text));
        io_csv_text(&csv, levels_text(&r->resolved, WINDOW, text, sizeof text));
        io_csv_number(&csv, r->error);
        io_csv_number(&csv, r->evaluations);
        io_csv_number(&csv, r->seconds);
        io_csv_text(&csv, r->extrapolated ? "yes" : "no");
        io_csv_text(&csv, r->form ? r->form : "");
        io_csv_row(&csv);
    }
    io_csv_finish(&csv);
}

void cli_comparison_print(FILE *file, const cli_request *request, const void *study) {
    const lento_comparison *c = study;
    (request->format == CLI_JSON  ? print_json
     : request->format == CLI_CSV ? print_csv
     : c->equal                   ? print_ranking
                                  : print_table)(file, request, c);
}

/* ---- error against work ---- */

static bool drawn(const lento_rival *r) {
    return isfinite(r->error) && r->error > 0 && r->evaluations > 0;
}

/* A method without the number of its steps: rivals that differ in nothing else lie on one curve. */
static const char *curve_name(const lento_rival *r, char *text, size_t room) {
    char part[100];
    snprintf(text, room, "%s %s", levels_text(&r->resolved, SCHEME, part, sizeof part),
             r->resolved.macro);
    cli_append(text, room, "%s%s", r->form ? " " : "", r->form ? r->form : "");
    for (int what = MICRO; what <= WINDOW; what++) {
        const char *words = levels_text(&r->resolved, what, part, sizeof part);
        cli_append(text, room, "%s%s", words[0] ? ", " : "", words);
    }
    return text;
}

typedef struct curve {
    char name[120];
    double work[LENTO_MAX_RIVALS], error[LENTO_MAX_RIVALS];
    size_t n;
} curve;

static void add_point(curve *c, double work, double error) {
    size_t i = c->n++;
    for (; i > 0 && c->work[i - 1] > work; i--) {
        c->work[i] = c->work[i - 1];
        c->error[i] = c->error[i - 1];
    }
    c->work[i] = work;
    c->error[i] = error;
}

/* One curve per method, the cheapest run first; the recommended run has a ring around it. */
int cli_comparison_draw(const cli_request *request, const void *study) {
    const lento_comparison *c = study;
    cli_memory memory = {0};
    curve *curves = cli_take(&memory, LENTO_MAX_RIVALS * sizeof *curves);
    io_plot_series series[LENTO_MAX_RIVALS + 1];
    int count = 0;
    for (int i = 0; i < c->count; i++) {
        char name[120];
        int k = 0;
        if (!drawn(&c->rival[i])) {
            continue;
        }
        curve_name(&c->rival[i], name, sizeof name);
        while (k < count && strcmp(curves[k].name, name) != 0) {
            k++;
        }
        count += k == count ? 1 : 0;
        memcpy(curves[k].name, name, sizeof name);
        add_point(&curves[k], c->rival[i].evaluations, c->rival[i].error);
    }
    for (int k = 0; k < count; k++) {
        series[k] = (io_plot_series){.name = curves[k].name,
                                     .n = curves[k].n,
                                     .x = curves[k].work,
                                     .y = curves[k].error,
                                     .style = IO_PLOT_LINESPOINTS};
    }
    const lento_rival *best = c->advice.recommended >= 0 ? &c->rival[c->advice.recommended] : NULL;
    if (best && drawn(best)) {
        series[count++] = (io_plot_series){.name = "recommended",
                                           .n = 1,
                                           .x = &best->evaluations,
                                           .y = &best->error,
                                           .style = IO_PLOT_STAR};
    }
    const int code = cli_output_errors(request, series, count, "force evaluations", c->column,
                                       c->asked.reference);
    cli_release(&memory);
    return code;
}
