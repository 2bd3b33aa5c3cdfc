/* SPDX-License-Identifier: MIT
 * lento sweep: cells that are not in the journal are computed, each finished one goes into the journal, and when all are
 * there the chart is written and the journal is removed. A shard stays a journal; --merge makes a chart of several. */
#include "command/sweep.h"

#include "io/interrupt.h"
#include "io/journal.h"
#include "io/progress.h"
#include "io/worker.h"
#include "print/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOG_SECONDS 30.0 /* between two lines about the progress where there is no terminal */

typedef struct sweep {
    cli_request *request;
    cli_sheet sheet;
    lento_chart *chart;
    io_journal journal;
    const char *path; /* of it; NULL: there is none */
    int64_t *pending, count, before;
    int64_t done, given; /* of those that are pending; a cursor over records */
    int rank, ranks;     /* of a program that mpirun started; 0 and 1 without */
    bool lost;
    io_progress bar;
    char label[32];
    double said;
} sweep;

/* ---- journal ---- */

typedef struct loading {
    cli_sheet *sheet;
    bool again; /* lost cells are computed again */
} loading;

static bool take_record(int64_t cell, const double record[], void *user) {
    const loading *l = user;
    const bool better =
        cell >= 0 && cell < l->sheet->count &&
        !(record[0] == LENTO_CELL_LOST && (l->again || cli_sheet_has(l->sheet, cell)));
    if (better) {
        memcpy(cli_sheet_cell(l->sheet, cell), record, l->sheet->width * sizeof *record);
    }
    return true;
}

/* Records of a journal with the head of the sheet. */
static int load(cli_sheet *sheet, const char *path, bool again) {
    char message[IO_MESSAGE_SIZE], kind[40];
    size_t width;
    char *head = io_journal_head(path, &width, message);
    if (!head) {
        return cli_wrong("%s", message);
    }
    const char *other = cli_sheet_differs(sheet->head, head, kind, sizeof kind);
    free(head);
    if (other || width != sheet->width) {
        return cli_wrong("%s belongs to another sweep (its line '%s' differs); remove it or choose "
                         "another --out",
                         path, other ? other : "measure");
    }
    return io_journal_read(path, take_record, &(loading){sheet, again}, message)
               ? 0
               : cli_failed("%s", message);
}

static bool give_record(int64_t *cell, const double **record, void *user) {
    sweep *s = user;
    while (s->given < s->sheet.count && !cli_sheet_has(&s->sheet, s->given)) {
        s->given++;
    }
    *cell = s->given;
    *record = cli_sheet_cell(&s->sheet, s->given < s->sheet.count ? s->given : 0);
    return s->given++ < s->sheet.count;
}

static int open_journal(sweep *s) {
    const cli_request *r = s->request;
    char message[IO_MESSAGE_SIZE];
    if (!r->out) {
        return r->resume || r->shards ? cli_wrong("--resume and --shard need --out FILE") : 0;
    }
    s->path = r->shards ? cli_text(&s->sheet.memory, "%s.%lld-of-%lld.journal", r->out,
                                   (long long)r->shard, (long long)r->shards)
                        : cli_text(&s->sheet.memory, "%s.journal", r->out);
    const bool exists = access(s->path, F_OK) == 0;
    if (exists && !r->resume) {
        return cli_wrong(
            "%s holds cells of an earlier sweep; say --resume to continue it, or remove "
            "it",
            s->path);
    }
    const int code = exists ? load(&s->sheet, s->path, true) : 0;
    return code ? code
           : io_journal_create(&s->journal, s->path, s->sheet.head, s->sheet.width, give_record, s,
                               message)
               ? 0
               : cli_failed("%s", message);
}

/* ---- cells ---- */

static int compute(const int64_t cells[], int n, double records[], void *user) {
    const sweep *s = user;
    return lento_chart_compute(s->chart, cells, n, records) != LENTO_DONE;
}

static void take(int64_t cell, const double record[], void *user) {
    sweep *s = user;
    memcpy(cli_sheet_cell(&s->sheet, cell), record, s->sheet.width * sizeof *record);
    io_journal_add(&s->journal, cell, record);
    s->done++;
}

/* A bar on a terminal, elsewhere a line now and then. */
static void show(sweep *s) {
    const double now = io_progress_clock(), rate = (double)s->done / (now - s->bar.start + 1e-9);
    snprintf(s->label, sizeof s->label, "%.3g cells/s", rate);
    io_progress_update(&s->bar, (double)s->done / (double)s->count);
    if (!s->bar.enabled && s->done > 0 && now - s->said > LOG_SECONDS) {
        cli_note(s->request->quiet, "%lld of %lld cells, %.3g per second, %.0f s left",
                 (long long)(s->before + s->done), (long long)(s->before + s->count), rate,
                 (double)(s->count - s->done) / rate);
        s->said = now;
    }
}

static int keep(void *user) {
    sweep *s = user;
    s->lost = s->lost || !io_journal_flush(&s->journal);
    show(s);
    return s->lost || io_interrupt_requested();
}

/* ---- cells near a change ---- */

static bool has_value(int64_t cell, double *value, const void *user) {
    const sweep *s = user;
    const double *record = cli_sheet_cell(&s->sheet, cell);
    *value = record[cli_sheet_measure(s->request, &s->sheet)];
    return !isnan(record[0]);
}

/* Pass by pass; what lies between equal cells gets their value, and no other measure. */
static int refine(sweep *s, int (*compute_list)(sweep *s)) {
    const lento_cells *c = &s->sheet.cells;
    const size_t cells = (size_t)s->sheet.count,
                 edge = (size_t)(c->axis[0].count + c->axis[1].count);
    cli_refining r = {.size = {c->axis[0].count, c->axis[1].count}, .has = has_value, .user = s};
    r.active = cli_take(&s->sheet.memory, 2 * cells + 4 * edge);
    s->pending = cli_take(&s->sheet.memory, cells * sizeof *s->pending);
    int code = 0;
    int64_t runs = s->before;
    while (!code && ((s->count = cli_refine_next(&r, s->pending)) > 0 || r.stride > 1)) {
        runs += s->count;
        s->done = 0;
        code = s->count > 0 ? compute_list(s) : 0;
        s->before += s->done;
    }
    double *fill = code ? NULL : cli_take(&s->sheet.memory, cells * sizeof *fill);
    for (size_t k = 0; !code && k < cells; k++) {
        fill[k] = cli_sheet_has(&s->sheet, (int64_t)k) ? NAN : cli_refine_fill(&r, (int64_t)k);
    }
    for (size_t k = 0; !code && k < cells; k++) {
        double *record = cli_sheet_cell(&s->sheet, (int64_t)k);
        if (isnan(record[0])) {
            for (size_t i = 2; i < s->sheet.width; i++) {
                record[i] = NAN;
            }
            record[0] = LENTO_CELL_FILLED;
            record[1] = 0;
            record[cli_sheet_measure(s->request, &s->sheet)] = fill[k];
        }
    }
    cli_note(s->request->quiet || code, "%lld runs instead of %lld: %.1f times fewer",
             (long long)runs, (long long)cells, (double)cells / (double)runs);
    return code;
}

/* The cells that are not there, of the shard if there is one. */
static void list_pending(sweep *s) {
    const int64_t shards = s->request->shards ? s->request->shards : 1;
    s->pending = cli_take(&s->sheet.memory, (size_t)s->sheet.count * sizeof *s->pending);
    for (int64_t k = s->request->shards ? s->request->shard - 1 : 0; k < s->sheet.count;
         k += shards) {
        if (cli_sheet_has(&s->sheet, k)) {
            s->before++;
        } else {
            s->pending[s->count++] = k;
        }
    }
}

/* Those that are pending. */
static int compute_pending(sweep *s) {
    const cli_request *r = s->request;
    lento_spread work = {.cells = s->pending,
                         .count = s->count,
                         .width = (int)s->sheet.width,
                         .block = r->tolerance > 0 ? 1 : LENTO_LANES,
                         .compute = compute,
                         .take = take,
                         .keep = keep,
                         .user = s};
    io_interrupt_catch();
    io_progress_start(&s->bar, stderr, s->label, r->quiet);
    s->said = s->bar.start;
    const int code = s->ranks > 1
                         ? cli_sweep_spread(&work, s->ranks, r->quiet || s->rank > 0)
                         : cli_sweep_pool(&work, r->jobs ? (int)r->jobs : io_worker_cores());
    io_progress_finish(&s->bar);
    const bool stopped = io_interrupt_requested();
    io_interrupt_release();
    if (!io_journal_flush(&s->journal) || s->lost) {
        return cli_failed("%s could not be written; the disk may be full", s->path);
    }
    if (stopped) {
        return cli_failed(s->path ? "interrupted: %lld of %lld cells are in %s; --resume continues"
                                  : "interrupted after %lld of %lld cells",
                          (long long)(s->before + s->done), (long long)(s->before + s->count),
                          s->path);
    }
    return code > CLI_FAILED ? code : code ? CLI_FAILED : 0;
}

static int compute_all(sweep *s) {
    if (s->rank == 0) {
        list_pending(s);
    }
    cli_note(s->request->quiet || !s->request->resume || !s->before,
             "%lld of %lld cells are there already", (long long)s->before,
             (long long)(s->before + s->count));
    const int code = s->request->refine ? refine(s, compute_pending) : compute_pending(s);
    return io_journal_close(&s->journal)
               ? code
               : cli_failed("%s could not be written; the disk may be full", s->path);
}

/* ---- the end ---- */

static int write_chart(const sweep *s) {
    if (s->request->shards) {
        cli_note(s->request->quiet, "the shard is %s; 'lento sweep --merge' joins all of them",
                 s->path);
        return cli_sheet_tell(s->request, &s->sheet, s->chart);
    }
    const int code = cli_sheet_write(s->request, &s->sheet);
    if (!code && s->path) {
        unlink(s->path);
    }
    const int told = code ? code : cli_sheet_tell(s->request, &s->sheet, s->chart);
    return told || !s->request->plot ? told : cli_sheet_draw(s->request, &s->sheet);
}

/* ---- the command ---- */

static int check(const cli_request *r) {
    const lento_cells *cells = &r->cells;
    if (cells->axes == 0) {
        return cli_wrong("which parameter is varied? write it as NAME=LO:HI:N");
    }
    for (int i = 0; i < cells->axes; i++) {
        if (cells->random ? cells->axis[i].count > 0 : cells->axis[i].count < 1) {
            return cells->random
                       ? cli_wrong("axis %s: with --random write %s=LO:HI without a number",
                                   cells->axis[i].name, cells->axis[i].name)
                       : cli_wrong("axis %s: how many values? write %s=LO:HI:N, or give --random N",
                                   cells->axis[i].name, cells->axis[i].name);
        }
    }
    if (r->measures == 0) {
        return cli_wrong("what is measured? for example --measure 'largest=max(%s)'",
                         lento_model_column(r->model, 0, NULL));
    }
    if (r->refine && (cells->axes != 2 || cells->random || r->shards)) {
        return cli_wrong("--refine needs two axes and no --random, and chooses cells by the values "
                         "of all others, which "
                         "a shard does not have: leave out --shard and use --jobs");
    }
    return lento_cells_count(cells) < 1 ? cli_wrong("that are too many cells") : 0;
}

static int open_chart(sweep *s) {
    cli_request *r = s->request;
    lento_formula_error error;
    lento_charted asked = {.model = r->model,
                           .cells = r->cells,
                           .measures = r->measures,
                           .measure = r->measure,
                           .tolerance = r->tolerance,
                           .max_calls = r->max_calls,
                           .careful = r->careful,
                           .options = r->options,
                           .every = r->every,
                           .estimate = !r->no_estimate};
    asked.times = r->tolerance > 0 ? cli_row_times(r, &asked.samples) : NULL;
    const lento_status status = lento_chart_open(&s->chart, &asked, &error);
    return status == LENTO_BAD_OPTION
               ? cli_wrong("--measure %s=%s: %s", r->measure_name[error.index],
                           r->measure[error.index], error.message)
           : status ? cli_failed("%s", error.message)
                    : 0;
}

static int set_format(cli_request *r) {
    r->format = r->format ? r->format : CLI_CSV;
    return r->format == CLI_TABLE || r->format == CLI_JSON
               ? cli_wrong("--out: a chart is written as .csv, .npz or .mat")
           : r->format != CLI_CSV && !r->out && isatty(STDOUT_FILENO)
               ? cli_wrong("this format is not for a terminal; say --out FILE.npz or FILE.mat")
               : cli_output_check(r);
}

static int run(sweep *s, const cli_words *words) {
    int code = check(s->request);
    code = code || !s->request->refine || s->ranks == 1
               ? code
               : cli_wrong("--refine chooses cells by the values of all others, so one process "
                           "hands them out: "
                           "without mpirun, with --jobs");
    code = code ? code : set_format(s->request);
    code = code ? code : open_chart(s);
    code = code ? code : cli_sheet_make(&s->sheet, cli_sheet_head(s->request, words));
    code = code ? code : cli_sheet_drawable(s->request, &s->sheet);
    code = code || s->rank > 0 ? code : open_journal(s);
    code = code ? code : compute_all(s);
    return code || s->rank > 0 ? code : write_chart(s);
}

/* The journals are the words that are no flags. */
static int merge(sweep *s, const cli_words *words) {
    const char *first = words->problem;
    char message[IO_MESSAGE_SIZE];
    size_t width;
    int code = set_format(s->request);
    char *head = code ? NULL : io_journal_head(first, &width, message);
    code = code ? code : head ? cli_sheet_make(&s->sheet, head) : cli_wrong("%s", message);
    free(head);
    code = code ? code : cli_sheet_drawable(s->request, &s->sheet);
    code = code ? code : load(&s->sheet, first, false);
    for (size_t i = 0; i < words->count && !code; i++) {
        code =
            words->list[i].kind == CLI_WORD_STRAY ? load(&s->sheet, words->list[i].text, false) : 0;
    }
    int64_t missing = 0, one = 0;
    for (int64_t k = 0; k < s->sheet.count && !code; k++) {
        if (!cli_sheet_has(&s->sheet, k)) {
            missing++;
            one = k;
        }
    }
    char values[300];
    return code      ? code
           : missing ? cli_failed("%lld of %lld cells are in none of the journals, such as %s",
                                  (long long)missing, (long long)s->sheet.count,
                                  cli_sheet_values(&s->sheet, one, values, sizeof values))
                     : write_chart(s);
}

int cli_sweep(int argc, char **argv) {
    cli_words words;
    cli_request request;
    sweep s = {.request = &request};
    memset(&request, 0, sizeof request);
    cli_sweep_ranks(&s.rank, &s.ranks);
    int code = cli_words_read(&words, CLI_SWEEP, argc, argv);
    code = code          ? code
           : words.files ? cli_request_words(&request, &words)
                         : cli_request_make(&request, &words, 0);
    code = code ? code : words.files ? merge(&s, &words) : run(&s, &words);
    lento_chart_free(s.chart);
    cli_sheet_free(&s.sheet);
    cli_request_free(&request);
    cli_words_free(&words);
    return code;
}
