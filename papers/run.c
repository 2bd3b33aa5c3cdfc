/* SPDX-License-Identifier: MIT
 * Words -> models, options, runs, cells. Nothing else in papers/ knows the command line. */
#include "run.h"

#include "request/adapters.h"
#include "request/slow.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 400, WORDS = 24 };

/* ---- words ---- */

/* Of words and texts; they live as long as the process. */
static cli_memory memory;

const char *paper_text(const char *format, ...) {
    char text[ROOM];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return cli_text(&memory, "%s", text);
}

/* printf of "a b=1" into {"a", NULL}, {"b", "1"}; the number of pairs. */
static size_t split(char text[ROOM], char *pair[WORDS][2], const char *words, va_list values) {
    size_t n = 0;
    vsnprintf(text, ROOM, words, values);
    for (char *word = strtok(text, " "); word && n < WORDS; word = strtok(NULL, " ")) {
        char *equals = strchr(word, '=');
        if (equals) {
            *equals++ = '\0';
        }
        pair[n][0] = word;
        pair[n++][1] = equals;
    }
    return n;
}

/* ---- models ---- */

void paper_need(lento_status status) {
    if (status == LENTO_NO_MEMORY) {
        _exit(1);
    }
}

/* A static list, so that models need no owner. */
static lento_model *make(const char *problem, const lento_setting settings[], size_t n) {
    static lento_model **list;
    static size_t count;
    lento_model **longer = realloc(list, (count + 1) * sizeof *list), *model = NULL;
    paper_need(longer ? LENTO_DONE : LENTO_NO_MEMORY);
    list = longer;
    paper_need(lento_model_create(&model, lento_problem_find(problem), settings, n));
    list[count++] = model;
    return model;
}

lento_model *paper_model(const char *words, ...) {
    char text[ROOM], *pair[WORDS][2];
    const char *set = NULL;
    lento_setting settings[WORDS];
    size_t n = 0;
    va_list values;
    va_start(values, words);
    const size_t pairs = split(text, pair, words, values);
    va_end(values);
    for (size_t i = 1; i < pairs; i++) {
        char *end;
        const double value = strtod(pair[i][1], &end);
        if (strcmp(pair[i][0], "slow") == 0) {
            set = pair[i][1];
        } else {
            settings[n++] = (lento_setting){
                .name = pair[i][0], .text = *end ? pair[i][1] : NULL, .value = value};
        }
    }
    lento_model *model = make(pair[0][0], settings, n);
    return !set || lento_model_choose(model, set) ? model : NULL;
}

/* ---- options ---- */

/* A switch is on by its name alone; 0 means default. What the command would refuse makes the run
 * fail. */
static void put(lento_options *options, const char *name, const char *text) {
    static const lento_option until = {
        .name = "until", .kind = LENTO_NUMBER, .offset = offsetof(lento_options, until)};
    const lento_option *row = lento_option_find(name, strlen(name));
    lento_option o = row ? *row : until;
    void *base = o.per_level ? (void *)&options->average[0] : (void *)options;
    o.min = -1;
    const bool unknown = !row && strcmp(until.name, name) != 0;
    const int code = unknown ? CLI_WRONG : cli_option_put(&memory, &o, base, text ? text : "yes");
    paper_need(code == CLI_FAILED ? LENTO_NO_MEMORY : LENTO_DONE);
    if (code) {
        options->macro = "no such option";
    }
}

lento_options paper_with(lento_options options, const char *words, ...) {
    char text[ROOM], *pair[WORDS][2];
    va_list values;
    va_start(values, words);
    const size_t pairs = split(text, pair, words, values);
    va_end(values);
    for (size_t i = 0; i < pairs; i++) {
        put(&options, pair[i][0], pair[i][1]);
    }
    options.methods = cli_adapter_methods();
    return options;
}

/* ---- runs ---- */

lento_run *paper_open(const lento_model *model, lento_options options) {
    lento_run *run = NULL;
    paper_need(lento_run_open(&run, model, &options));
    return run;
}

static void fill(double columns[PAPER_COLUMNS], double value) {
    for (int i = 0; i < PAPER_COLUMNS; i++) {
        columns[i] = value;
    }
}

bool paper_read(lento_run *run, double t, double columns[PAPER_COLUMNS]) {
    if (run && (lento_run_time(run) >= t || lento_run_advance(run, t) == LENTO_DONE) &&
        lento_run_columns(run, t, columns) == LENTO_DONE) {
        return true;
    }
    fill(columns, NAN);
    return false;
}

static paper_work work_of(const lento_run *run) {
    const lento_counts c = lento_run_counts(run);
    return (paper_work){(double)c.macro_steps, (double)c.rejected_steps, (double)c.micro_steps,
                        (double)c.force_evaluations};
}

paper_outcome paper_end(const lento_model *model, lento_options options) {
    paper_outcome end;
    lento_run *run = paper_open(model, options);
    lento_run_advance(run, options.until);
    end.work = work_of(run);
    paper_read(run, options.until, end.column);
    lento_run_destroy(run);
    return end;
}

paper_outcome paper_compare(const lento_model *model, lento_options options,
                            lento_options reference, bool own) {
    paper_outcome worst = {.work = {0}};
    double a[PAPER_COLUMNS], b[PAPER_COLUMNS];
    reference.until = options.until;
    lento_run *run = paper_open(model, options), *truth = paper_open(model, reference);
    bool good = lento_run_status(run) == LENTO_DONE;
    const double step = good ? lento_run_options(run)->macro_step : 0;
    const int64_t n = step > 0 ? lround(options.until / step) : 1000;
    for (int64_t i = 1; good && i <= n; i++) {
        const double wanted = options.until * (double)i / (double)n;
        lento_run_advance(run, wanted);
        worst.work = work_of(run);
        const double t = own ? lento_run_time(run) : wanted;
        good = paper_read(run, t, a) && paper_read(truth, t, b);
        for (int k = 0; good && k < lento_model_columns(model); k++) {
            worst.column[k] = fmax(worst.column[k], fabs(a[k] - b[k]));
        }
    }
    if (!good) {
        fill(worst.column, NAN);
    }
    lento_run_destroy(run);
    lento_run_destroy(truth);
    return worst;
}

void paper_widen(double *largest, double value) {
    *largest = isnan(*largest) || isnan(value) ? NAN : fmax(*largest, value);
}

paper_range paper_watch(const lento_model *model, lento_options options, double dt, int n,
                        int column) {
    lento_run *run = paper_open(model, options);
    double row[PAPER_COLUMNS];
    paper_read(run, 0, row);
    paper_range r = {row[column], row[column], row[column], 0};
    for (int k = 1; k <= n; k++) {
        paper_read(run, dt * k, row);
        r.low = fmin(r.low, row[column]);
        paper_widen(&r.high, row[column]);
        paper_widen(&r.drift, fabs(row[column] - r.start));
    }
    lento_run_destroy(run);
    return r;
}

bool paper_follow(paper_path *path, const lento_model *model, lento_options options,
                  int intervals) {
    double row[PAPER_COLUMNS];
    lento_run *run = paper_open(model, options);
    bool good = intervals <= PAPER_POINTS;
    path->points = 0;
    path->intervals = intervals;
    for (int i = 0; good && i <= intervals; i++) {
        path->t[i] = options.until * i / intervals;
        good = paper_read(run, path->t[i], row);
        for (int k = 0; k < PAPER_COLUMNS; k++) {
            path->column[k][i] = row[k];
        }
        path->points += good;
    }
    path->work = work_of(run);
    lento_run_destroy(run);
    return good;
}

double paper_distance(const paper_path *a, const paper_path *b, int first, int count) {
    double worst = 0;
    if (a->points <= a->intervals || b->points <= b->intervals) {
        return NAN;
    }
    const int stride = b->intervals / a->intervals;
    for (int i = 1; i <= a->intervals; i++) {
        for (int k = first; k < first + count; k++) {
            worst = fmax(worst, fabs(a->column[k][i] - b->column[k][i * stride]));
        }
    }
    return worst;
}

bool paper_detect(const char *words, bool literal, lento_detection *found) {
    cli_request request;
    char text[ROOM], *argv[WORDS];
    int n = 0;
    snprintf(text, sizeof text, "%s --quiet", words);
    for (char *word = strtok(text, " "); word && n < WORDS; word = strtok(NULL, " ")) {
        argv[n++] = word;
    }
    memset(found, 0, sizeof *found);
    const bool good = cli_request_read(&request, CLI_DETECT, n, argv) == 0 &&
                      cli_slow_find(&request, literal, found) == 0;
    cli_request_free(&request);
    return good;
}

/* ---- cells and curves ---- */

void paper_add_printed(paper_report *report, double published, paper_verdict verdict,
                       double computed, double expected, double tolerance, const char *note,
                       const char *cell, ...) {
    char name[160];
    va_list values;
    va_start(values, cell);
    vsnprintf(name, sizeof name, cell, values);
    va_end(values);
    paper_cell_add(report,
                   &(paper_cell){name, computed, expected, tolerance, note, verdict, published});
}

void paper_add_cells(paper_report *report, const char *prefix, const paper_cell cells[], size_t n) {
    for (size_t i = 0; i < n; i++) {
        const paper_cell *c = &cells[i];
        paper_add_printed(report, c->published, c->verdict, c->computed, c->expected, c->tolerance,
                          c->note, "%s%s", prefix, c->cell);
    }
}

void paper_draw(paper_sheet *sheet, const char *name, const paper_path *path, int x, int y,
                bool points) {
    paper_curve_add(sheet, name, (size_t)path->points, x == PAPER_TIME ? path->t : path->column[x],
                    path->column[y], points);
}
