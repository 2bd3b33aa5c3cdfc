/* SPDX-License-Identifier: MIT
 * What hands-off integration (run without a method) found: values with their error bars, what was done and
 * why, what it cost and what plain integration would have cost. Printed after a refusal, too. */
#include "io/table.h"
#include "print/rows.h"

#include <inttypes.h>
#include <math.h>

enum { SHOWN = 20 };
#define TWO_PI 6.283185307179586

/* Column 0 is t. */
static double value_at(const lento_answer *a, int row, int k) {
    return k == 0 ? a->times[row] : a->values[(size_t)row * (size_t)a->columns + (size_t)k - 1];
}
static double bar_at(const lento_answer *a, int row, int k) {
    return a->bars[row] * a->magnitude[k - 1];
}
static const char *name_of(const cli_request *request, const void *a, int k, char text[CLI_NAME]) {
    return k == 0 ? "t" : lento_solved_name(request->model, a, k - 1, text, CLI_NAME);
}
static bool has_rows(const lento_answer *a) {
    return a->outcome != LENTO_REFUSED;
}

/* Which columns are shown: as --columns says; without it all, of statistics in a table the means, and the extremes if the
 * state is small. */
int cli_answer_columns(cli_request *request, const lento_answer *a) {
    const int n = 1 + a->columns, numbers = a->columns / 4;
    const char **names = cli_take(&request->memory, (size_t)n * sizeof *names);
    for (int k = 0; k < n; k++) {
        names[k] = name_of(request, a, k, cli_take(&request->memory, CLI_NAME));
    }
    const int code = has_rows(a) ? cli_columns_choose(request, names, n) : 0;
    if (a->statistics && !request->columns && request->format <= CLI_TABLE) {
        request->shown = 1 + (numbers > 2 ? numbers : 3 * numbers);
    }
    return code;
}

/* ---- table ---- */

static void table_rows(FILE *file, const cli_request *request, const lento_answer *a) {
    cli_memory memory = {0};
    const int gaps = a->samples > SHOWN + 1 ? SHOWN : a->samples - 1;
    const char **names = cli_take(&memory, 2 * (size_t)request->shown * sizeof *names);
    size_t width = 0;
    for (int i = 0; i < request->shown; i++) {
        names[width++] = name_of(request, a, request->show[i], cli_take(&memory, CLI_NAME));
        if (request->show[i] > 0) {
            names[width++] = "+-";
        }
    }
    io_table *table = io_table_create(width, names);
    for (int n = 0; n <= gaps; n++) {
        const int j = gaps > 0 ? (n * (a->samples - 1) + gaps / 2) / gaps : 0;
        for (int i = 0; i < request->shown; i++) {
            const int k = request->show[i];
            io_table_number(table, value_at(a, j, k), k == 0 ? 6 : 10);
            if (k > 0) {
                io_table_scientific(table, bar_at(a, j, k), 1);
            }
        }
    }
    io_table_finish(table, file, 0);
    cli_release(&memory);
    const bool all = request->columns || request->shown == 1 + a->columns;
    if (a->samples > gaps + 1 || !all) {
        fprintf(file, "(%d of %d rows%s shown; --format csv has all)\n", gaps + 1, a->samples,
                all ? "" : " and not all columns");
    }
}

/* What was found of the fast motion. */
static void table_found(FILE *file, const lento_answer *a) {
    if (a->return_time > 0) {
        const double oscillation = a->return_time / (a->crossings > 1 ? a->crossings : 1);
        fprintf(file,
                "found    fast motion of frequency %.4g rad per unit time; %.3g oscillations\n",
                TWO_PI / oscillation, a->returns * (a->crossings > 1 ? a->crossings : 1));
        fprintf(file, "         it returns after %d oscillation%s, time %.6g; %.3g returns\n",
                a->crossings, a->crossings == 1 ? "" : "s", a->return_time, a->returns);
        fprintf(file, "         separation: the motion changes by %.2g from return to return\n",
                a->lambda);
        fprintf(file, "         a disturbance changes by %.2g per return%s\n", a->disturbance,
                a->relax > 0 ? ": it dies out" : "");
    } else if (!a->method.average[0].scheme) {
        fputs("found    no fast motion that repeats itself\n", file);
    }
    fprintf(file, "         corners or noise: %s; narrow features: %s\n",
            a->rough ? "yes" : "not seen", a->narrow ? "met" : "not seen");
}

static void table_plan(FILE *file, const lento_answer *a) {
    char words[1000];
    table_found(file, a);
    if (a->method.average[0].scheme) {
        fprintf(file, "chosen   %s\n", cli_method_words(&a->method, words, sizeof words));
    } else {
        fprintf(file, "chosen   %s: %s\n", a->scheme ? a->scheme : "nothing", a->sentence);
    }
    for (int i = 0; i < a->test_count; i++) {
        fprintf(file, "         %-24s %.3g (limit %.3g)\n", a->tests[i].name, a->tests[i].value,
                a->tests[i].limit);
    }
    if (a->forecast > 0) {
        fprintf(file, "forecast at least %" PRId64 " calls before the runs", a->forecast);
        fprintf(file, a->forecast_after_first ? ", %" PRId64 " after the first\n" : "\n",
                a->forecast_after_first);
    }
    if (a->method.average[0].scheme) {
        fprintf(file, "floor    %.2e is what averaging itself makes\n", a->floor);
    } else {
        fprintf(
            file,
            "floor    rounding: %.2e\nbar      %.2g of the difference of two runs, that is %.2e; "
            "local errors %.2e\n",
            2 * a->floor, a->rho, a->bar_macro, a->bar_micro);
    }
    fprintf(file,
            "calls    probe %" PRId64 ", tests %" PRId64 ", first run %" PRId64
            ", second run %" PRId64 ", more runs %" PRId64 ", "
            "direct %" PRId64 " (checks %" PRId64 ")\n",
            a->counts.probe, a->counts.tests, a->counts.first_run, a->counts.second_run,
            a->counts.more_runs, a->counts.direct, a->counts.checks);
}

static void answer_table(FILE *file, const cli_request *request, const lento_answer *a) {
    const lento_problem *problem = request->problem.table;
    char words[1000];
    fprintf(file, "%s: %s\n", problem->name, problem->title ? problem->title : "");
    fprintf(file, "  %s\n", cli_parameters_words(request->model, words, sizeof words));
    fprintf(file, "  tolerance %g; %s\n\n", request->tolerance, a->sentence);
    if (has_rows(a)) {
        table_rows(file, request, a);
        fprintf(file, "\nbar      %.1e of the largest value of each column%s\n", a->bar,
                a->outcome == LENTO_NOT_MET ? ", above the tolerance" : "");
    }
    const int numbers = request->frequency ? lento_model_dimension(request->model) : 0;
    for (int i = 0; i < numbers && a->samples > 0; i++) {
        char name[LENTO_STATE_NAME];
        fprintf(file, "%s%s: %.7g%s", i ? ", " : "frequency at the end, per unit time: ",
                lento_state_name(request->model, i, name),
                request->frequency[(a->samples - 1) * numbers + i], i + 1 < numbers ? "" : "\n");
    }
    for (int i = 0; i < a->met_count; i++) {
        const lento_met *met = &a->met[i];
        fprintf(file, "event    %s at t = %.12g, %s%s\n", request->event_name[met->trigger], met->t,
                met->direction > 0 ? "rising" : "falling",
                a->ended && i + 1 == a->met_count ? ": the run ends there" : "");
    }
    if (request->events > 0 && a->met_count == 0) {
        fprintf(file, "event    none happened\n");
    }
    fprintf(file, "work     %" PRId64 " calls of the right-hand side, bar included\n", a->calls);
    if (a->forecast_direct > 0) {
        const double times = (double)a->forecast_direct / (double)(a->calls > 0 ? a->calls : 1);
        fprintf(file, "direct   one plain run would take about %.2g calls",
                (double)a->forecast_direct);
        fprintf(file, times >= 2 ? ", %.2g times the work\n" : "\n", times);
    }
    if (request->explain) {
        table_plan(file, a);
    }
}

/* ---- rows for other programs ---- */

static double row_value(const void *from, size_t row, size_t i) {
    const cli_rows *rows = from;
    return (rows->beside[i] ? bar_at : value_at)(rows->result, (int)row, rows->column[i]);
}

/* bars: each column is followed by its bar. */
static void answer_rows(cli_rows *rows, const cli_request *request, const lento_answer *a,
                        bool bars) {
    cli_rows_pick(rows, request, a, name_of, "bar", bars ? a->columns : 0);
    rows->arrays.rows = has_rows(a) ? (size_t)a->samples : 0;
    rows->arrays.value = row_value;
}

/* ---- JSON ---- */

static void rows_json(io_json *json, const cli_request *request, const lento_answer *a) {
    char text[CLI_NAME];
    cli_rows rows;
    answer_rows(&rows, request, a, false);
    cli_rows_json(json, request, &rows);
    io_json_object(json, "final");
    for (int k = 0; has_rows(a) && k <= a->columns; k++) {
        io_json_number(json, name_of(request, a, k, text), value_at(a, a->samples - 1, k));
    }
    io_json_end(json);
    io_json_object(json, "error");
    io_json_object(json, "bar");
    for (int k = 1; has_rows(a) && k <= a->columns; k++) {
        io_json_number(json, name_of(request, a, k, text), bar_at(a, a->samples - 1, k));
    }
    io_json_end(json);
    io_json_number(json, "relative", has_rows(a) ? a->bar : NAN);
    io_json_numbers(json, "rows", has_rows(a) ? (size_t)a->samples : 0, a->bars);
    io_json_number(json, "runs", a->bar_macro);
    io_json_number(json, "sums", a->bar_micro);
    io_json_number(json, "floor", a->floor);
    io_json_number(json, "rho", a->rho);
    io_json_number(json, "met_until", a->met_until);
    io_json_end(json);
}

/* calls by what they were for */
static void counts_json(io_json *json, const lento_answer *a) {
    io_json_integer(json, "probe", a->counts.probe);
    io_json_integer(json, "tests", a->counts.tests);
    io_json_integer(json, "first_run", a->counts.first_run);
    io_json_integer(json, "second_run", a->counts.second_run);
    io_json_integer(json, "more_runs", a->counts.more_runs);
    io_json_integer(json, "checks", a->counts.checks);
    io_json_integer(json, "direct", a->counts.direct);
}

static void plan_json(io_json *json, const lento_answer *a) {
    io_json_object(json, "plan");
    io_json_string(json, "strategy", a->scheme ? a->scheme : "none");
    io_json_string(json, "code", a->code);
    io_json_string(json, "reason", a->sentence);
    if (a->method.average[0].scheme) {
        cli_method_json(json, "method", &a->method);
    }
    io_json_number(json, "return_time", a->return_time);
    io_json_number(json, "returns", a->returns);
    io_json_number(json, "change_per_return", a->lambda);
    io_json_number(json, "disturbance_per_return", a->disturbance);
    io_json_integer(json, "oscillations_per_return", a->crossings);
    io_json_integer(json, "micro_steps", a->micro_steps);
    io_json_integer(json, "relax", a->relax);
    io_json_integer(json, "pairs", a->pairs);
    io_json_integer(json, "macro_steps", a->steps);
    io_json_integer(json, "rejected_steps", a->rejected);
    io_json_integer(json, "largest_step", a->largest_step);
    io_json_bool(json, "fine", a->fine);
    io_json_bool(json, "rough", a->rough);
    io_json_bool(json, "narrow", a->narrow);
    io_json_integer(json, "forecast", a->forecast);
    io_json_number(json, "floor", 2 * a->floor);
    io_json_object(json, "counts");
    counts_json(json, a);
    io_json_end(json);
    io_json_array(json, "tests");
    for (int i = 0; i < a->test_count; i++) {
        io_json_object(json, NULL);
        io_json_string(json, "name", a->tests[i].name);
        io_json_number(json, "value", a->tests[i].value);
        io_json_number(json, "limit", a->tests[i].limit);
        io_json_end(json);
    }
    io_json_end(json);
    io_json_end(json);
}

static void work_json(io_json *json, const lento_answer *a) {
    io_json_object(json, "forecast");
    io_json_integer(json, "at_least", a->forecast);
    io_json_integer(json, "after_first_run", a->forecast_after_first);
    io_json_integer(json, "direct", a->forecast_direct);
    io_json_end(json);
    io_json_object(json, "counts");
    io_json_integer(json, "force_evaluations", a->calls);
    counts_json(json, a);
    io_json_end(json);
}

static void events_json(io_json *json, const cli_request *request, const lento_answer *a) {
    if (request->events == 0) {
        return;
    }
    if (a->met_count < 0) {
        io_json_null(json, "events");
        return;
    }
    io_json_array(json, "events");
    for (int i = 0; i < a->met_count; i++) {
        const lento_met *met = &a->met[i];
        io_json_object(json, NULL);
        io_json_string(json, "name", request->event_name[met->trigger]);
        io_json_number(json, "t", met->t);
        io_json_integer(json, "direction", met->direction);
        io_json_end(json);
    }
    io_json_end(json);
}

static void frequency_json(io_json *json, const cli_request *request, const lento_answer *a) {
    const int numbers = request->frequency ? lento_model_dimension(request->model) : 0;
    cli_memory memory = {0};
    double *list = cli_take(&memory, ((size_t)a->samples + 1) * sizeof *list);
    if (numbers > 0) {
        io_json_object(json, "frequency");
    }
    for (int i = 0; i < numbers; i++) {
        char name[LENTO_STATE_NAME];
        for (int j = 0; j < a->samples; j++) {
            list[j] = request->frequency[j * numbers + i];
        }
        io_json_numbers(json, lento_state_name(request->model, i, name), (size_t)a->samples, list);
    }
    if (numbers > 0) {
        io_json_end(json);
    }
    cli_release(&memory);
}

static void answer_json(io_json *json, const cli_request *request, const void *answer) {
    const lento_answer *a = answer;
    const double given = a->ended ? a->times[a->samples - 1] : request->options.until;
    io_json_object(json, NULL);
    io_json_string(json, "lento", lento_version());
    io_json_string(json, "status", lento_answer_status(a));
    io_json_string(json, "message", a->sentence);
    cli_problem_json(json, request);
    io_json_number(json, "tol", request->tolerance);
    if (request->max_calls > 0) {
        io_json_number(json, "max_calls", request->max_calls);
    }
    if (request->careful) {
        io_json_bool(json, "careful", true);
    }
    if (request->at) {
        io_json_numbers(json, "at", (size_t)request->at_count, request->at);
    }
    io_json_number(json, "until",
                   given > 0 ? given : lento_model_problem(request->model)->suggested.until);
    io_json_number(json, "every", request->every > 0 ? request->every : NAN);
    io_json_number(json, "met_until", a->met_until);
    rows_json(json, request, a);
    events_json(json, request, a);
    io_json_bool(json, "ended", a->ended);
    frequency_json(json, request, a);
    plan_json(json, a);
    work_json(json, a);
    cli_warnings_json(json, a->warnings, a->warning_count);
    cli_provenance_json(json);
    io_json_end(json);
}

int cli_answer_print(FILE *file, io_json *json, const cli_request *request, const lento_answer *a) {
    if (request->format == CLI_JSON) {
        answer_json(json, request, a);
        return 0;
    }
    if (request->format <= CLI_TABLE) {
        answer_table(file, request, a);
        return 0;
    }
    cli_rows rows;
    answer_rows(&rows, request, a, true);
    return cli_rows_print(file, request, &rows, answer_json);
}
