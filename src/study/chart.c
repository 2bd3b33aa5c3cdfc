/* SPDX-License-Identifier: MIT
 *
 * chart.c - cells: number -> values of the axes -> model -> run -> measures. */
#include "lento/chart.h"

#include "study/lanes.h"
#include "system/failure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 1000000, NAME = 96 };

/* ---- cells ---- */

int64_t lento_cells_count(const lento_cells *cells) {
    if (!cells || cells->axes < 1 || cells->axes > LENTO_MAX_AXES || cells->random < 0) {
        return 0;
    }
    int64_t count = 1;
    for (int i = 0; i < cells->axes && !cells->random; i++) {
        const int64_t n = cells->axis[i].count;
        if (n < 1 || count > INT64_MAX / n) {
            return 0;
        }
        count *= n;
    }
    return cells->random ? cells->random : count;
}

/* A number of the cell that looks random: splitmix64 of its place. */
static double spread(uint64_t seed, uint64_t cell, uint64_t axis) {
    uint64_t z = seed * 0x9E3779B97F4A7C15u + cell * LENTO_MAX_AXES + axis;
    for (int round = 0; round < 2; round++) {
        z += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        z ^= z >> 31;
    }
    return (double)(z >> 11) * 0x1p-53;
}

double lento_cells_value(const lento_cells *cells, int64_t cell, int axis) {
    if (cell < 0 || cell >= lento_cells_count(cells) || axis < 0 || axis >= cells->axes) {
        return NAN;
    }
    const lento_axis *a = &cells->axis[axis];
    int64_t i = cell;
    for (int k = cells->axes - 1; k > axis && !cells->random; k--) {
        i /= cells->axis[k].count;
    }
    i = cells->random ? 0 : i % a->count;
    if (!cells->random && i == a->count - 1) {
        return a->count > 1 ? a->to : a->from;
    }
    const double part = cells->random
                            ? spread((uint64_t)cells->seed, (uint64_t)cell, (uint64_t)axis)
                            : (double)i / (double)(a->count - 1);
    return a->logarithmic ? a->from * pow(10, part * log10(a->to / a->from))
                          : a->from + (a->to - a->from) * part;
}

const char *lento_cell_status_name(int status) {
    static const char *const names[] = {"done", "not-met", "refused", "failed", "lost", "filled"};
    return status >= 0 && status < LENTO_CELL_STATUSES ? names[status] : NULL;
}

/* ---- chart ---- */

struct lento_chart {
    lento_charted asked;
    lento_measures *measures;
};

lento_status lento_chart_open(lento_chart **out, const lento_charted *asked,
                              lento_formula_error *error) {
    if (!out || !asked || !error || !lento_model_state(asked->model)) {
        return LENTO_BAD_OPTION;
    }
    *out = NULL;
    *error = (lento_formula_error){.message = "a chart needs axes and measures"};
    if (lento_cells_count(&asked->cells) < 1 || asked->measures < 0 ||
        asked->measures > LENTO_MAX_MEASURES || (asked->measures > 0 && !asked->measure)) {
        return LENTO_BAD_OPTION;
    }
    lento_chart *chart = calloc(1, sizeof *chart);
    if (!chart) {
        return LENTO_NO_MEMORY;
    }
    chart->asked = *asked;
    const lento_status status = lento_measures_read(&chart->measures, asked->model, asked->measure,
                                                    asked->measures, asked->tolerance > 0, error);
    if (status != LENTO_DONE) {
        free(chart);
        return status;
    }
    *out = chart;
    return LENTO_DONE;
}

int lento_chart_width(const lento_chart *chart) {
    return chart ? 2 + chart->asked.measures : 0;
}

void lento_chart_free(lento_chart *chart) {
    if (chart) {
        lento_measures_free(chart->measures);
        free(chart);
    }
}

/* ---- one cell ---- */

typedef struct cell {
    const lento_chart *chart;
    lento_model *model;
    lento_ran ran;
    lento_measuring *measuring;
    char *why;
    size_t room;
} cell;

static void say(const cell *c, const char *text) {
    if (c->why && c->room > 0) {
        lento_text(c->why, c->room, "%s", &text, NULL);
    }
}

static lento_status take_answer(cell *c, const lento_answer *a) {
    const lento_measures *m = c->chart->measures;
    char text[LENTO_SOLVE_COLUMNS][NAME];
    const char *names[LENTO_SOLVE_COLUMNS];
    const bool rows = a->status == LENTO_DONE && a->outcome != LENTO_REFUSED;
    c->ran = (lento_ran){.bar = rows ? a->bar : NAN,
                         .status = !rows                         ? LENTO_CELL_REFUSED
                                   : a->outcome == LENTO_NOT_MET ? LENTO_CELL_NOT_MET
                                                                 : LENTO_CELL_DONE,
                         .calls = (double)a->calls,
                         .reached = rows ? a->times[a->samples - 1] : 0,
                         .warnings = a->warning_count};
    if (c->ran.status != LENTO_CELL_DONE) {
        say(c, a->sentence);
    }
    if (a->status == LENTO_NO_MEMORY || a->status > 0) {
        return a->status;
    }
    if (a->status != LENTO_DONE && a->status != LENTO_BAD_OPTION && a->status != LENTO_BAD_SYSTEM) {
        c->ran.status = LENTO_CELL_FAILED;
    }
    if (!rows) {
        return LENTO_DONE;
    }
    /* without windows the first ones are the state itself, and there are no statistics */
    for (int i = 0; i < a->columns; i++) {
        names[i] = a->windowless ? lento_state_name(c->model, i, text[i])
                                 : lento_solved_name(c->model, a, i, text[i], NAME);
    }
    c->measuring = lento_measuring_start(
        m, c->model, names, a->windowless ? lento_model_dimension(c->model) : a->columns,
        !lento_measures_need_statistics(m));
    for (int j = 0; c->measuring && j < a->samples; j++) {
        lento_measuring_row(c->measuring, a->times[j], a->values + (size_t)j * (size_t)a->columns);
    }
    return c->measuring ? LENTO_DONE : LENTO_NO_MEMORY;
}

static lento_status solve(cell *c) {
    const lento_charted *asked = &c->chart->asked;
    const lento_solve_options options = {.until = asked->options.until,
                                         .tolerance = asked->tolerance,
                                         .max_calls = asked->max_calls,
                                         .samples = asked->samples,
                                         .times = asked->times,
                                         .envelope =
                                             lento_measures_need_statistics(c->chart->measures),
                                         .points = lento_measures_need_points(c->chart->measures),
                                         .careful = asked->careful,
                                         .stop = asked->stop,
                                         .user = asked->user};
    lento_answer answer;
    lento_solve_model(&answer, c->model, &options);
    const lento_status status = take_answer(c, &answer);
    lento_answer_free(&answer);
    return status;
}

static lento_status take_result(cell *c, const lento_result *r) {
    const lento_measures *m = c->chart->measures;
    const lento_warning *list;
    const int count = r->columns;
    c->ran =
        (lento_ran){.bar = r->estimate.error ? r->estimate.worst : NAN,
                    .status = r->refused                ? LENTO_CELL_REFUSED
                              : r->status != LENTO_DONE ? LENTO_CELL_FAILED
                                                        : LENTO_CELL_DONE,
                    .calls = (double)(r->counts.force_evaluations + r->estimate.force_evaluations),
                    .reached = r->final ? r->final[0] : 0,
                    .warnings = r->run ? lento_run_warnings(r->run, &list) : 0};
    if (r->status == LENTO_NO_MEMORY) {
        return r->status;
    }
    if (c->ran.status != LENTO_CELL_DONE) {
        say(c, r->message);
        return LENTO_DONE;
    }
    const char **names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; names && i < count; i++) {
        names[i] = lento_model_column(c->model, i, NULL);
    }
    c->measuring = names ? lento_measuring_start(m, c->model, names, count, false) : NULL;
    for (size_t j = 0; c->measuring && j < r->rows.count; j++) {
        const double *row = lento_recorder_row(&r->rows, j);
        lento_measuring_row(c->measuring, row[0], row + 1);
    }
    if (c->measuring && r->rows.count == 0) {
        lento_measuring_row(c->measuring, r->final[0], r->final + 1);
    }
    free(names);
    return c->measuring ? LENTO_DONE : LENTO_NO_MEMORY;
}

static lento_status follow(cell *c) {
    const lento_charted *asked = &c->chart->asked;
    int64_t left = (int64_t)fmin(9e18, asked->max_calls);
    const lento_watch watch = {.calls_left = asked->max_calls > 0 ? &left : NULL,
                               .stop = asked->stop,
                               .user = asked->user};
    const lento_job job = {.model = c->model,
                           .watch = &watch,
                           .options = asked->options,
                           .every = asked->every,
                           .rows = lento_measures_need_rows(c->chart->measures),
                           .most_rows = MOST_STEPS,
                           .estimate = asked->estimate};
    lento_result result;
    lento_job_run(&job, &result);
    const lento_status status = take_result(c, &result);
    lento_result_free(&result);
    return status;
}

static lento_status make_model(cell *c, int64_t number) {
    const lento_charted *asked = &c->chart->asked;
    lento_setting settings[LENTO_MAX_AXES];
    for (int i = 0; i < asked->cells.axes; i++) {
        settings[i] = (lento_setting){.name = asked->cells.axis[i].name,
                                      .value = lento_cells_value(&asked->cells, number, i)};
    }
    return lento_model_with(&c->model, asked->model, settings, (size_t)asked->cells.axes);
}

static void put(const lento_ran *ran, double record[]) {
    record[0] = ran->status;
    record[1] = ran->warnings;
}

/* status: of the making of the model. */
static lento_status compute_one(cell *c, lento_status status, double record[]) {
    const lento_chart *chart = c->chart;
    if (status != LENTO_DONE && status != LENTO_NO_MEMORY) {
        c->ran = (lento_ran){.bar = NAN, .status = LENTO_CELL_REFUSED};
        say(c, lento_model_error(c->model));
        status = LENTO_DONE;
    } else if (status == LENTO_DONE) {
        status = chart->asked.tolerance > 0 ? solve(c) : follow(c);
    }
    put(&c->ran, record);
    const lento_model *model = lento_model_state(c->model) ? c->model : chart->asked.model;
    return lento_measuring_finish(chart->measures, c->measuring, model, &c->ran, record + 2)
               ? status
               : LENTO_NO_MEMORY;
}

/* Cells that are computed together, and what became of each. */
typedef struct block {
    const lento_chart *chart;
    int count;
    cell cell[LENTO_CHART_BLOCK];
    lento_status made[LENTO_CHART_BLOCK];
    bool done[LENTO_CHART_BLOCK];
    double *records;
} block;

static double *record_of(const block *b, int i) {
    return b->records + (size_t)i * (size_t)lento_chart_width(b->chart);
}

/* These cells, at most LENTO_LANES of them, in one run; lanes that are left repeat the last one. */
static void compute_lanes(block *b, const int index[], int count) {
    lento_model *model[LENTO_LANES];
    double *values[LENTO_LANES], unused[LENTO_MAX_MEASURES] = {0};
    lento_ran ran[LENTO_LANES] = {0};
    for (int l = 0; l < LENTO_LANES; l++) {
        const int i = index[l < count ? l : count - 1];
        model[l] = b->cell[i].model;
        values[l] = l < count ? record_of(b, i) + 2 : unused;
    }
    if (!lento_lanes_run(&b->chart->asked, b->chart->measures, model, ran, values)) {
        return;
    }
    for (int l = 0; l < count; l++) {
        put(&ran[l], record_of(b, index[l]));
        b->done[index[l]] = true;
    }
}

/* Cells whose equations have the same form (a parameter that is 0 may change it) run together. */
static void compute_alike(block *b) {
    bool seen[LENTO_CHART_BLOCK] = {false};
    for (int first = 0; first < b->count && lento_lanes_may(&b->chart->asked); first++) {
        int index[LENTO_LANES], n = 0;
        for (int i = first; i < b->count && !seen[first]; i++) {
            if (b->made[i] == LENTO_DONE && !seen[i] &&
                lento_lanes_alike(b->cell[first].model, b->cell[i].model)) {
                seen[i] = i != first;
                index[n++] = i;
            }
            if (n == LENTO_LANES) {
                compute_lanes(b, index, n);
                n = 0;
            }
        }
        if (n > 2) { /* two are as fast alone */
            compute_lanes(b, index, n);
        }
    }
}

static bool stopped(const lento_chart *chart) {
    return chart->asked.stop && chart->asked.stop(chart->asked.user);
}

static lento_status compute_some(const lento_chart *chart, const int64_t number[], int count,
                                 double records[]) {
    block b = {.chart = chart, .count = count, .records = records};
    lento_status status = LENTO_DONE;
    for (int i = 0; i < count; i++) {
        b.cell[i].chart = chart;
        b.made[i] = make_model(&b.cell[i], number[i]);
    }
    compute_alike(&b);
    for (int i = 0; i < count; i++) {
        if (!b.done[i] && status == LENTO_DONE) {
            status = compute_one(&b.cell[i], b.made[i], record_of(&b, i));
            status = status == LENTO_DONE && stopped(chart) ? LENTO_STOPPED : status;
        }
        lento_model_destroy(b.cell[i].model);
    }
    return status;
}

static bool known(const lento_chart *chart, int64_t number) {
    return number >= 0 && number < lento_cells_count(&chart->asked.cells);
}

lento_status lento_chart_compute(const lento_chart *chart, const int64_t cells[], int count,
                                 double records[]) {
    if (!chart || !cells || !records) {
        return LENTO_BAD_OPTION;
    }
    lento_status status = LENTO_DONE;
    for (int i = 0; i < count; i++) {
        status = known(chart, cells[i]) ? status : LENTO_BAD_OPTION;
    }
    for (int i = 0; i < count && status == LENTO_DONE; i += LENTO_CHART_BLOCK) {
        const int n = count - i < LENTO_CHART_BLOCK ? count - i : LENTO_CHART_BLOCK;
        status = compute_some(chart, cells + i, n,
                              records + (size_t)i * (size_t)lento_chart_width(chart));
    }
    return status;
}

lento_status lento_chart_explain(const lento_chart *chart, int64_t number, char why[],
                                 size_t room) {
    double record[2 + LENTO_MAX_MEASURES];
    if (!chart || !known(chart, number)) {
        return LENTO_BAD_OPTION;
    }
    cell c = {.chart = chart, .why = why, .room = room};
    say(&c, "");
    const lento_status status = compute_one(&c, make_model(&c, number), record);
    lento_model_destroy(c.model);
    return status;
}
