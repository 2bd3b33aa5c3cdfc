/* SPDX-License-Identifier: MIT
 * A result for people. The table shows about twenty rows; the
 * lines below it say how good they are, what they cost and what a direct run would have cost. */
#include "io/table.h"
#include "print/output.h"

#include <inttypes.h>
#include <math.h>

enum { SHOWN = 20 };

static const char *shown_name(const cli_request *request, int i) {
    return request->show[i] == 0 ? "t" : lento_shown_name(request->model, request->show[i] - 1);
}

static void table_rows(FILE *file, const cli_request *request, const lento_result *result) {
    const lento_recorder *rows = &result->rows;
    const size_t width = (size_t)request->shown;
    const size_t gaps = rows->count > SHOWN + 1 ? SHOWN : rows->count - 1;
    cli_memory memory = {0};
    const char **names = cli_take(&memory, width * sizeof *names);
    for (size_t i = 0; i < width; i++) {
        names[i] = shown_name(request, (int)i);
    }
    io_table *table = io_table_create(width, names);
    for (size_t k = 0; k <= gaps; k++) {
        const size_t index = gaps > 0 ? (k * (rows->count - 1) + gaps / 2) / gaps : 0;
        for (size_t i = 0; i < width; i++) {
            const int column = request->show[i];
            io_table_number(table, lento_recorder_row(rows, index)[column], column == 0 ? 6 : 9);
        }
    }
    io_table_finish(table, file, 0);
    cli_release(&memory);
    if (rows->count > gaps + 1) {
        const double all =
            result->row_steps > 1 ? (double)result->counts.macro_steps + 1 : (double)rows->count;
        fprintf(file, "(%zu of %.0f rows shown; --format csv has %s)\n", gaps + 1, all,
                all > 1e6 ? "a million" : "all");
    }
}

/* The errors of pointwise columns, or of the others; false: there are none. */
static bool errors(FILE *file, const lento_model *model, const lento_result *result,
                   const char *title, bool pointwise) {
    const lento_options *resolved = lento_run_options(result->run);
    bool any = false;
    for (int i = 0; i < result->shown; i++) {
        if (isfinite(result->error[i]) &&
            lento_error_pointwise(model, resolved, result->reference, i) == pointwise) {
            fprintf(file, "%s  %s %.3e", any ? "" : title, lento_shown_name(model, i),
                    result->error[i]);
            any = true;
        }
    }
    fputs(any ? "\n" : "", file);
    return any;
}

/* How far the macro steps are from infinitely short ones. */
static void table_estimate(FILE *file, const cli_request *request, const lento_result *result) {
    const lento_estimate *e = &result->estimate;
    if (!e->error) {
        return;
    }
    fputs("estimate of the error:", file);
    const int count = request->columns ? request->shown : result->columns;
    for (int k = 0; k < count; k++) {
        const int i = request->columns ? request->show[k] - 1 : k; /* -1: t */
        if (i >= 0 && i < result->columns && isfinite(e->error[i])) {
            fprintf(file, "  %s %.1e", lento_shown_name(request->model, i), e->error[i]);
        }
    }
    fprintf(
        file,
        "\n         parts: macro steps %.0e, micro steps %.0e, windows %.0e, averaging %.0e of the "
        "range of a column; found with %s, %" PRId64 " force evaluations\n",
        e->macro, e->micro, e->window, e->separation, e->how, e->force_evaluations);
}

static void table_error(FILE *file, const lento_model *model, const lento_result *result) {
    char title[100];
    if (!result->error) {
        return;
    }
    snprintf(title, sizeof title, "error    against %s, max over %" PRId64 " points:",
             lento_reference_name(result->reference), result->error_points);
    if (!errors(file, model, result, title, false)) {
        fprintf(file, "%s\n", title);
    }
    errors(file, model, result,
           "         pointwise columns, whose fast part a multiscale run does not compute:", true);
}

/* What a run without averaging costs: the same micro steps all the way, or, where these are too few
 * for a direct run (fitted ones), order 8 with 72 evaluations per period (card calvo 6). */
static void table_direct(FILE *file, const cli_request *request, const lento_result *result) {
    const lento_options *resolved = lento_run_options(result->run);
    const double n = lento_micro_per_period(request->model, resolved);
    if (n <= 0 || result->counts.windows == 0) {
        return;
    }
    const double omega = lento_model_frequency(request->model);
    const double periods = resolved->until * omega / 6.283185307179586;
    const bool plain = n >= 20;
    const lento_counts *c = &result->counts;
    const double stages = c->micro_steps > 0
                              ? fmax(1, rint((double)c->force_evaluations / (double)c->micro_steps))
                              : 1;
    const double per_period = plain ? n * stages : 72;
    const double work = periods * per_period;
    fprintf(file, "direct   would take %.3g force evaluations (%s%.3g per fast period)", work,
            plain ? "" : "8th order, ", per_period);
    if (result->counts.force_evaluations > 0) {
        const double ratio = work / (double)result->counts.force_evaluations;
        fprintf(file, ratio >= 1 ? ", %.2g times the work" : ", %.2g of the work: run it instead",
                ratio);
    }
    fputc('\n', file);
}

static void table_work(FILE *file, const cli_request *request, const lento_result *result) {
    const lento_counts *c = &result->counts;
    fprintf(file, "work     %" PRId64 " macro steps", c->macro_steps);
    if (c->rejected_steps > 0) {
        fprintf(file, " (%" PRId64 " rejected)", c->rejected_steps);
    }
    if (c->windows > 0) {
        fprintf(file, ", %" PRId64 " windows, %" PRId64 " micro steps", c->windows, c->micro_steps);
    }
    fprintf(file, ", %" PRId64 " force evaluations", c->force_evaluations);
    if (request->detect_evaluations > 0) {
        fprintf(file, " (%" PRId64 " to detect)", request->detect_evaluations);
    }
    if (c->exact_flows > 0) {
        fprintf(file, ", %" PRId64 " exact flows", c->exact_flows);
    }
    fprintf(file, "; %.3g s\n", result->seconds);
}

void cli_result_table(FILE *file, const cli_request *request, const lento_result *result) {
    const lento_problem *problem = request->problem.table;
    char words[1000];
    fprintf(file, "%s: %s\n", problem->name, problem->title ? problem->title : "");
    fprintf(file, "  %s\n", cli_parameters_words(request->model, words, sizeof words));
    fprintf(file, "  %s\n\n",
            cli_method_words(lento_run_options(result->run), words, sizeof words));
    table_rows(file, request, result);
    fputc('\n', file);
    table_estimate(file, request, result);
    table_error(file, request->model, result);
    for (int i = 0; i < result->invariants; i++) {
        const double *v = result->invariant + 3 * i;
        if (isfinite(v[0])) {
            fprintf(file, "drift    %s = %.6g, largest change %.3e (%" PRId64 " points)\n",
                    lento_model_invariant(request->model, i), v[0], v[2], result->invariant_points);
        }
    }
    table_work(file, request, result);
    table_direct(file, request, result);
}
