/* SPDX-License-Identifier: MIT
 * lento run: one run, or all runs of a recipe. All of them are opened, and take the first step where most mistakes
 * show, before anything is written: a mistake leaves stdout empty and files untouched. After a failure the rows so far
 * and the last good state are still printed. Exit 1 for a failed or interrupted run and, with --strict, for warnings. */
#include "io/interrupt.h"
#include "print/spool.h"
#include "request/slow.h"
#include "watch.h"

#include <math.h>
#include <unistd.h>

#define MOST_ROWS 1e7 /* that --every may ask for */

/* steps that have a row without it */
enum { MOST_STEPS = 1000000 };

/* One run of the recipe. */
typedef struct item {
    cli_request request;
    lento_result result;
    lento_ensemble ensemble;
    lento_watch watch;
    cli_spool spool;
    int64_t calls_left;
    bool written, complete; /* a result was printed, the whole of it */
} item;

/* What files can hold. */
static int check_files(const cli_request *request, size_t runs) {
    const bool binary = cli_rows_binary(request->format);
    if (binary && (runs > 1 || request->ensemble > 0)) {
        return cli_wrong(".npz and .mat hold the rows of one run; write .csv or .json");
    }
    if (binary && !request->out && isatty(STDOUT_FILENO)) {
        return cli_wrong("this format is not for a terminal; say --out FILE.npz or FILE.mat");
    }
    if (request->meta && (request->format != CLI_CSV || !request->out || runs > 1)) {
        return cli_wrong("--meta needs --out FILE.csv and one run; other formats hold it inside");
    }
    if (request->with_reference && (!request->reference || request->format <= CLI_TABLE)) {
        return cli_wrong("--with-reference needs --reference direct, averaged or exact, and "
                         "--out FILE.csv, .json, .npz or .mat");
    }
    return 0;
}

/* Pairs of options that make no sense. */
static int check(const cli_request *request) {
    const double rows = request->every > 0 ? request->options.until / request->every : 0;
    if (rows > MOST_ROWS) {
        return cli_wrong("--every %g asks for %.1e rows; the most is %.0e", request->every, rows,
                         MOST_ROWS);
    }
    if (rows > 0 && rows < 1 - 1e-12) {
        return cli_wrong("--every %g is longer than the run, which ends at %g; try --every %g or "
                         "--until %g",
                         request->every, request->options.until, request->options.until / 10,
                         10 * request->every);
    }
    const char *other = request->reference         ? "--reference"
                        : request->slow_count > 0  ? "--slow"
                        : request->observables > 0 ? "--average or --integrate"
                        : request->columns         ? "--columns"
                        : request->plot            ? "--plot"
                        : request->stop_when       ? "--stop-when"
                                                   : NULL;
    const bool allowed = request->ensemble == 0 || !request->problem.table->ensemble || !other;
    return allowed ? 0 : cli_wrong("--ensemble cannot be combined with %s", other);
}

static int open_item(item *it, const lento_watch *watch) {
    cli_request *request = &it->request;
    it->watch = *watch;
    if (request->max_calls > 0) {
        it->calls_left = (int64_t)fmin(9e18, request->max_calls);
        it->watch.calls_left = &it->calls_left;
    }
    if (request->tolerance > 0) {
        const int wrong = check(request);
        return wrong ? wrong : cli_events_read(request);
    }
    lento_job job = {.model = request->model,
                     .options = request->options,
                     .every = request->every,
                     .reference = request->reference,
                     .rows = true,
                     .reference_at_rows = request->with_reference,
                     .most_rows = request->format > CLI_TABLE ? MOST_STEPS : 0,
                     .curve = request->plot ? cli_plot_points(request) : 0,
                     .estimate = !request->no_estimate,
                     .label = request->problem.table->name,
                     .watch = &it->watch};
    cli_spool_attach(&it->spool, request, &job);
    int code = check(request);
    code = code ? code : cli_stop_when(request, &job);
    if (code) {
        return code;
    }
    if (request->ensemble > 0) {
        lento_ensemble_open(&it->ensemble, &job, request->ensemble);
        return it->ensemble.refused ? cli_refuse(it->ensemble.status, it->ensemble.message) : 0;
    }
    lento_job_open(&job, &it->result);
    return it->result.refused ? cli_refuse(it->result.status, it->result.message)
                              : cli_columns_read(request, &it->result);
}

static void close_item(item *it) {
    cli_spool_end(&it->spool);
    lento_result_free(&it->result);
    lento_ensemble_free(&it->ensemble);
    cli_request_free(&it->request);
}

/* ---- computed and written ---- */

static int run_ensemble(item *it, FILE *file, io_json *json) {
    lento_ensemble *e = &it->ensemble;
    lento_ensemble_run(e);
    if (e->refused) {
        return cli_refuse(e->status, e->message);
    }
    const int code = e->message[0] ? cli_failed("%s", e->message) : 0;
    cli_ensemble_print(file, json, &it->request, e);
    it->written = true;
    it->complete = !code;
    const int strict = cli_output_warnings(&it->request, e->warnings, e->warning_count);
    return code ? code : strict;
}

/* --event and --stop-when: what was found is said. 0 or an exit code. */
static int say_events(const cli_request *request, const lento_answer *answer) {
    if (answer->met_count < 0) {
        return cli_failed("--event: %s", answer->dense
                                             ? "the motion could not be followed"
                                             : "this run keeps no values between its rows");
    }
    for (int i = 0; i < request->events; i++) {
        cli_note(request->quiet || !(answer->mixed[i] > 1.5 * answer->return_time),
                 "event %s: its value changes sign within every fast oscillation for a time of "
                 "%.3g; only "
                 "the first and the last time are given",
                 request->event_name[i], answer->mixed[i]);
    }
    if (request->stop_when) {
        cli_note(request->quiet,
                 answer->ended ? "%s from t = %.10g on: the run ends there" : "%s never holds",
                 request->stop_when, answer->times[answer->samples - 1]);
    }
    return 0;
}

/* --fast: the motion itself over that stretch becomes the answer, the other one is kept in *slow. 0 or an exit code. */
static int show_fast(const cli_request *request, lento_answer *answer, lento_answer *slow) {
    enum { PER_OSCILLATION = 32 };
    const double length = request->fast[1] - request->fast[0];
    const double oscillation = answer->return_time / fmax(1, answer->crossings);
    const double gap = request->every > 0 ? request->every
                       : oscillation > 0  ? oscillation / PER_OSCILLATION
                                          : length / 1000;
    if (!(length / gap < MOST_STEPS)) {
        return cli_wrong(
            "--fast asks for %.1e points; the most is %d: a shorter stretch, or --every DT",
            length / gap, MOST_STEPS);
    }
    *slow = *answer;
    if (lento_answer_stretch(answer, slow, request->fast[0], request->fast[1],
                             1 + (int)ceil(fmax(1, length / gap) - 1e-9))) {
        return cli_failed("--fast: %s", slow->dense ? "the motion could not be followed"
                                                    : "this run keeps no values between its rows");
    }
    answer->met = slow->met; /* they are those of the whole run */
    answer->met_count = slow->met_count;
    slow->met = NULL;
    return 0;
}

/* --envelope: frequencies at the rows, into the request */
static void find_frequencies(cli_request *request, lento_answer *answer) {
    const size_t numbers = (size_t)lento_model_dimension(request->model);
    const size_t rows = (size_t)answer->samples;
    request->frequency = cli_take(&request->memory, rows * numbers * sizeof *request->frequency);
    for (size_t j = 0; j < rows; j++) {
        double *row = request->frequency + j * numbers;
        const bool none = lento_answer_frequency(answer, answer->times[j], row) != LENTO_DONE;
        for (size_t i = 0; none && i < numbers; i++) {
            row[i] = NAN;
        }
    }
}

/* No method is named: everything but the tolerance is chosen. */
static int run_tolerance(item *it, FILE *file, io_json *json, bool first) {
    const cli_request *request = &it->request;
    lento_answer answer, slow = {.outcome = LENTO_REFUSED};
    int rows;
    const double *times = cli_row_times(&it->request, &rows);
    const lento_solve_options options = {.until = request->options.until,
                                         .tolerance = request->tolerance,
                                         .max_calls = request->max_calls,
                                         .samples = rows,
                                         .times = times,
                                         .careful = request->careful,
                                         .envelope = request->envelope,
                                         .points = cli_columns_points(request),
                                         .dense = request->envelope || request->fast[1] > 0,
                                         .events = request->triggers.list,
                                         .event_count = request->events,
                                         .rows_follow = !request->at && !(request->every > 0),
                                         .stop = it->watch.stop,
                                         .progress = it->watch.progress,
                                         .user = it->watch.user};
    lento_solve_model(&answer, request->model, &options);
    if (answer.status == LENTO_BAD_OPTION) {
        const int code = cli_wrong("%s", answer.sentence);
        lento_answer_free(&answer);
        return code;
    }
    const bool whole = answer.status == LENTO_DONE && answer.outcome != LENTO_REFUSED;
    const int unseen = whole && request->events > 0 ? say_events(request, &answer) : 0;
    if (whole && request->envelope) {
        find_frequencies(&it->request, &answer);
    }
    int wrong = whole && request->fast[1] > 0 ? show_fast(request, &answer, &slow) : 0;
    wrong = wrong ? wrong : cli_answer_columns(&it->request, &answer);
    if (wrong) {
        lento_answer_free(&answer);
        lento_answer_free(&slow);
        return wrong;
    }
    /* a refusal has no rows: a file of rows stays as it was */
    it->written = answer.outcome != LENTO_REFUSED || request->format <= CLI_TABLE ||
                  request->format == CLI_JSON;
    int lost = it->written ? cli_answer_print(file, json, request, &answer) : 0;
    lost = cli_rows_cut() ? CLI_FAILED : lost;
    it->written = it->written && cli_rows_readable(request, lost);
    fflush(file);
    it->complete = answer.status == LENTO_DONE && !lost && !unseen;
    const int strict = cli_output_warnings(request, answer.warnings, answer.warning_count);
    const bool good = answer.status == LENTO_DONE &&
                      (answer.outcome == LENTO_AVERAGED || answer.outcome == LENTO_DIRECT);
    const bool shown = answer.status == LENTO_DONE && answer.outcome != LENTO_REFUSED;
    const int drawn = !request->plot || !first ? 0
                      : shown                  ? cli_answer_plot(request, &answer)
                                               : cli_output_undrawn();
    const int code = good ? strict : cli_failed("%s", answer.sentence);
    lento_answer_free(&answer);
    lento_answer_free(&slow);
    return lost ? lost : code ? code : unseen ? unseen : drawn;
}

/* Rows that are not what one would expect are said. */
static void say_rows(const cli_request *request, const lento_result *result) {
    const double until = lento_run_options(result->run)->until;
    const double rows = request->every > 0 ? until / request->every : 0;
    cli_note(request->quiet || fabs(rows - rint(rows)) <= 1e-9 * rows,
             "the last row, at t = %g, is not a multiple of --every", until);
    cli_note(request->quiet || request->format == CLI_TABLE || !request->format ||
                 result->row_steps <= 1,
             "there are more steps than rows: one step in %.0f has a row; --every DT chooses",
             result->row_steps);
}

/* Warnings and failures of one result on stderr; the exit code it deserves. */
static int verdict(const cli_request *request, const lento_result *result) {
    const lento_warning *list;
    const int n = lento_run_warnings(result->run, &list);
    const int code = cli_output_warnings(request, list, n);
    const char *trouble = lento_result_trouble(result);
    return trouble ? cli_failed("%s", trouble) : code;
}

static int run_item(item *it, FILE *file, io_json *json, bool first) {
    const cli_request *request = &it->request;
    lento_result *result = &it->result;
    if (request->tolerance > 0) {
        return run_tolerance(it, file, json, first);
    }
    if (request->ensemble > 0) {
        return run_ensemble(it, file, json);
    }
    cli_reference_note(request, request->reference);
    lento_job_finish(result);
    if (result->refused) {
        return cli_refuse(result->status, result->message);
    }
    result->counts.force_evaluations += request->detect_evaluations; /* the answer needed them */
    int lost = 0;
    if (request->format == CLI_JSON) {
        cli_result_json(json, request, result);
    } else if (request->format > CLI_TABLE) {
        lost = cli_result_rows(file, request, result);
    } else {
        fputs(first ? "" : "\n", file);
        cli_result_table(file, request, result);
    }
    lost = cli_rows_cut() ? CLI_FAILED : lost;
    fflush(file);
    it->written = cli_rows_readable(request, lost);
    it->complete = !lento_result_trouble(result) && !lost;
    say_rows(request, result);
    const int worst = verdict(request, result);
    const int code = !request->plot || !first ? 0
                     : it->complete           ? cli_plot_run(request, result)
                                              : cli_output_undrawn();
    return lost ? lost : code ? code : worst;
}

/* All runs, one after the other; *written: results that were printed, *complete: all of them, whole. */
static int run_all(item *items, size_t runs, FILE *file, bool *written, bool *complete) {
    const cli_request *request = &items[0].request;
    int code = 0;
    io_json json;
    io_json_start(&json, file);
    if (runs > 1 && request->format == CLI_JSON) {
        io_json_object(&json, NULL);
        io_json_array(&json, "runs");
    }
    for (size_t i = 0; i < runs && !io_interrupt_requested(); i++) {
        const int worst = run_item(&items[i], file, &json, i == 0);
        code = worst > code ? worst : code;
        *written = *written || items[i].written;
    }
    for (size_t i = 0; i < runs; i++) {
        *complete = *complete && items[i].complete;
    }
    if (request->format == CLI_JSON && *written) {
        io_json_finish(&json);
    }
    return code;
}

static int run_items(item *items, size_t runs) {
    const cli_request *request = &items[0].request;
    bool written = false, complete = true;
    io_output out;
    int code = cli_output_open(request, &out);
    if (code) {
        return code;
    }
    for (size_t i = 0; i < runs; i++) {
        cli_spool_start(&items[i].spool, &items[i].request, &items[i].result, &out, runs == 1);
        items[i].request.spool = &items[i].spool;
    }
    io_interrupt_catch();
    code = run_all(items, runs, out.file, &written, &complete);
    io_interrupt_release();
    if (!written) {
        io_output_drop(&out);
        return code;
    }
    io_output *begun = cli_spool_file(&items[0].spool);
    const int closed = cli_output_close(request, begun ? begun : &out, complete);
    io_output_drop(&out);
    return code ? code : closed;
}

int cli_run(int argc, char **argv) {
    cli_words words;
    cli_watch watch;
    int code = cli_words_read(&words, CLI_RUN, argc, argv);
    item *items = code ? NULL : cli_take(&words.memory, words.runs * sizeof *items);
    for (size_t i = 0; i < words.runs && !code; i++) {
        code = cli_request_make(&items[i].request, &words, i);
        code = code ? code : check_files(&items[i].request, words.runs);
        code = code ? code : open_item(&items[i], cli_watch_start(&watch, items[i].request.quiet));
    }
    code = code ? code : cli_output_check(&items[0].request);
    code = code ? code : run_items(items, words.runs);
    for (size_t i = 0; items && i < words.runs; i++) {
        close_item(&items[i]);
    }
    cli_words_free(&words);
    return code;
}
