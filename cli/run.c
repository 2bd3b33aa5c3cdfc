/* SPDX-License-Identifier: MIT
 * lento run: one run, or all runs of a recipe. Everything that can be wrong with the command is
 * found before the first step; after a failure the rows so far and the last good state are still
 * printed. Exit 1 for a failed or interrupted run and, with --strict, for warnings. */
#include "ensemble.h"
#include "io/interrupt.h"
#include "output.h"

#include <math.h>

#define MOST_ROWS 1e7

/* Warnings and failures of one result on stderr; the exit code it deserves. */
static int judge(const cli_request *request, const cli_result *result) {
    const lento_warning *list;
    const int n = lento_run_warnings(result->run, &list);
    for (int i = 0; i < n; i++) {
        cli_note(request->quiet && !request->strict, "warning: %s", list[i].text);
    }
    const char *trouble = cli_result_trouble(result);
    if (trouble) {
        return cli_failed("%s", trouble);
    }
    return request->strict && n > 0 ? CLI_FAILED : CLI_DONE;
}

static void start_note(const cli_request *request) {
    const double cost = cli_direct_evaluations(request->model, request->options.until);
    if (request->reference && request->reference[0] == 'd' && cost > 1e8) {
        cli_note(request->quiet, "the direct reference takes about %.1e force evaluations", cost);
    }
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
    start_note(request);
    cli_job_run(&job, result);
    return result->refused ? cli_wrong("%s", result->message) : 0;
}

/* Can the run be created? Asked for every run of a recipe before the first one starts. */
static int rehearse(const cli_request *request) {
    lento_run *run = NULL;
    const double rows = request->every > 0 ? request->options.until / request->every : 0;
    if (rows > MOST_ROWS) {
        return cli_wrong("--every %g asks for %.1e rows; the most is %.0e", request->every, rows,
                         MOST_ROWS);
    }
    lento_status status = lento_run_open(&run, request->model, &request->options);
    int code =
        status == LENTO_DONE ? 0 : cli_wrong("%s", run ? lento_run_error(run) : "out of memory");
    if (!code && request->reference) {
        const lento_options judge_options =
            cli_reference_options(request->model, request->reference, lento_run_options(run));
        lento_run_destroy(run);
        run = NULL;
        status = lento_run_open(&run, request->model, &judge_options);
        code = status == LENTO_DONE ? 0
                                    : cli_wrong("--reference %s: %s", request->reference,
                                                run ? lento_run_error(run) : "out of memory");
    }
    lento_run_destroy(run);
    return code;
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
