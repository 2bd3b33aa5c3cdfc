/* SPDX-License-Identifier: MIT
 * lento run: one run, or all runs of a recipe. Everything that can be wrong with the command is
 * found before the first step; after a failure the rows so far and the last good state are still
 * printed. Exit 1 for a failed or interrupted run and, with --strict, for warnings. */
#include "ensemble.h"
#include "io/interrupt.h"
#include "study.h"

#include <math.h>

#define MOST_ROWS 1e7

/* Warnings and failures of one result on stderr; the exit code it deserves. */
static int judge(const cli_request *request, const cli_result *result) {
    const lento_warning *list;
    const int n = lento_run_warnings(result->run, &list);
    const int code = cli_output_warnings(request, list, n);
    const char *trouble = cli_result_trouble(result);
    return trouble ? cli_failed("%s", trouble) : code;
}

/* Runs the request; 0 and a result, or CLI_WRONG after a sentence. */
static int compute(const cli_request *request, cli_result *result) {
    const cli_job job = {.model = request->model,
                         .options = request->options,
                         .every = request->every,
                         .reference = request->reference,
                         .rows = true,
                         .quiet = request->quiet,
                         .label = request->problem.table->name};
    if (request->reference) {
        cli_study_note(request, request->reference);
    }
    cli_job_run(&job, result);
    result->counts.force_evaluations += request->detect_evaluations; /* the answer needed them */
    return result->refused ? cli_wrong("%s", result->message) : 0;
}

/* Asked for every run of a recipe before the first one starts. */
static int rehearse(const cli_request *request) {
    const double rows = request->every > 0 ? request->options.until / request->every : 0;
    if (rows > MOST_ROWS) {
        return cli_wrong("--every %g asks for %.1e rows; the most is %.0e", request->every, rows,
                         MOST_ROWS);
    }
    const int code = request->ensemble > 0 ? cli_ensemble_check(request) : 0;
    return code ? code : cli_rehearse(request->model, &request->options, request->reference);
}

/* One run: computed, written, judged. *json is NULL unless the format is JSON. */
static int run_one(const cli_request *request, FILE *file, io_json *json, bool first) {
    if (request->ensemble > 0) {
        return cli_ensemble(request, file, json);
    }
    cli_result result;
    int code = compute(request, &result);
    if (!code) {
        if (request->format == CLI_JSON) {
            cli_result_json(json, request, &result);
        } else if (request->format == CLI_CSV) {
            cli_result_csv(file, request, &result);
        } else {
            fputs(first ? "" : "\n", file);
            cli_result_table(file, request, &result);
        }
        fflush(file);
        if (request->plot && first) {
            code = cli_output_plot(request, &result);
        }
        const int verdict = judge(request, &result);
        code = code ? code : verdict;
    }
    cli_result_free(&result);
    return code;
}

static int check_all(int argc, char **argv, size_t runs) {
    int code = 0;
    for (size_t i = 0; i < runs && !code; i++) {
        cli_request request;
        code = cli_request_read(&request, CLI_RUN, argc, argv, i);
        code = code ? code : rehearse(&request);
        cli_request_free(&request);
    }
    return code;
}

int cli_run(int argc, char **argv) {
    cli_request request;
    int code = cli_request_read(&request, CLI_RUN, argc, argv, 0);
    const size_t runs = request.runs;
    code = code ? code : check_all(argc, argv, runs);
    code = code ? code : cli_output_check(&request);
    FILE *file = code ? NULL : cli_output_open(&request, &code);
    if (code) {
        cli_request_free(&request);
        return code;
    }
    io_json json;
    io_json_start(&json, file);
    if (runs > 1 && request.format == CLI_JSON) {
        io_json_object(&json, NULL);
        io_json_array(&json, "runs");
    }
    io_interrupt_catch();
    for (size_t i = 0; i < runs && !io_interrupt_requested(); i++) {
        cli_request item;
        int worst = cli_request_read(&item, CLI_RUN, argc, argv, i);
        worst = worst ? worst : run_one(&item, file, &json, i == 0);
        code = worst > code ? worst : code;
        cli_request_free(&item);
    }
    io_interrupt_release();
    if (request.format == CLI_JSON) {
        io_json_finish(&json);
    }
    const int written = cli_output_close(&request, file);
    cli_request_free(&request);
    return code ? code : written;
}
