/* SPDX-License-Identifier: MIT
 *
 * motion.c - any motion of any problem: the problem by its name or by equations, parameters and
 * options by theirs, so that a scene needs no C of its own.
 *
 * Every motion is recorded at its own steps, whatever the frames of the page, and between them by
 * dense output where a scene asks for it. A recording has a fixed size: when it is full, two rows
 * become one that keeps the least and the largest value of both, so that an oscillation which no
 * longer fits between rows is still seen as an envelope. The last steps are kept one by one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lento/study.h"
#include "motion.h"

static studio_motion *motions[STUDIO_MOTIONS];

studio_motion *studio_motion_at(int slot) {
    if (slot < 0 || slot >= STUDIO_MOTIONS) {
        return NULL;
    }
    if (!motions[slot]) {
        motions[slot] = calloc(1, sizeof *motions[slot]);
    }
    return motions[slot];
}

/* ---- problem ---- */

static void close_run(studio_motion *m) {
    lento_run_destroy(m->run);
    lento_model_destroy(m->model);
    m->run = NULL;
    m->model = NULL;
}

STUDIO_EXPORT(motion_close) void motion_close(int slot) {
    studio_motion *m = studio_motion_at(slot);
    if (m) {
        close_run(m);
        lento_problem_free(m->read);
        m->read = m->problem = NULL;
    }
}

/* In the text: the name of a built-in problem. */
STUDIO_EXPORT(motion_named) int motion_named(int slot) {
    studio_motion *m = studio_motion_at(slot);
    const lento_problem *problem = lento_problem_find(studio_text);
    if (!m || !problem) {
        return studio_refuse(m ? "There is no such problem." : "There is no such motion.");
    }
    motion_close(slot);
    m->problem = problem;
    return 0;
}

/* In the text: equations. Refused with their place and a caret. */
STUDIO_EXPORT(motion_read_text) int motion_read_text(int slot) {
    studio_motion *m = studio_motion_at(slot);
    char error[2000];
    const lento_problem *problem = NULL;
    if (!m) {
        return studio_refuse("There is no such motion.");
    }
    if (lento_problem_read(&problem, "equations", studio_text, strlen(studio_text), error,
                           sizeof error)) {
        return studio_refuse(error);
    }
    motion_close(slot);
    m->problem = m->read = problem;
    return 0;
}

/* What was understood of equations. */
STUDIO_EXPORT(motion_explain) void motion_explain(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    studio_text[0] = '\0';
    if (m && m->problem) {
        lento_problem_explain(m->problem, studio_text, STUDIO_TEXT);
    }
}

static void add_words(const char *const words[], int n) {
    for (int i = 0; i < n; i++) {
        studio_add(words[i] ? words[i] : "");
        studio_add(i + 1 < n ? "\t" : "\n");
    }
}

/* "name unit choices doc" with tabs, one parameter per line; in the block value, min, max, open,
 * whole of each. Returns their number. */
STUDIO_EXPORT(motion_parameters) int motion_parameters(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    lento_model *model = NULL;
    if (!m || !m->problem) {
        return studio_refuse("There is no such motion.");
    }
    if (lento_model_create(&model, m->problem, NULL, 0)) {
        studio_refuse(lento_model_error(model));
        lento_model_destroy(model);
        return -1;
    }
    studio_say("");
    const int n = lento_model_parameters(model);
    for (int i = 0; i < n; i++) {
        const lento_parameter *row;
        double value;
        const char *name = lento_model_parameter(model, i, &value, &row);
        const double numbers[] = {value, row->min, row->max, row->open, row->whole};
        if (5 * (i + 1) <= STUDIO_BLOCK) {
            memcpy(studio_block + 5 * (size_t)i, numbers, sizeof numbers);
        }
        add_words((const char *const[]){name, row->unit, row->choices, row->doc}, 4);
    }
    lento_model_destroy(model);
    return n;
}

/* The end time and the number of steps that the problem suggests, 0: none. */
STUDIO_EXPORT(motion_suggested) void motion_suggested(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    const lento_options *o = m && m->problem ? &m->problem->suggested : &(lento_options){0};
    studio_block[0] = o->until;
    studio_block[1] = (double)o->steps;
    studio_say(o->average[0].scheme ? o->average[0].scheme : "");
}

/* ---- recording ---- */

static void widen(studio_row *row, const studio_row *other, int n) {
    for (int i = 0; i < n; i++) {
        row->lowest[i] = fmin(row->lowest[i], other->lowest[i]);
        row->highest[i] = fmax(row->highest[i], other->highest[i]);
    }
}

static void thin(studio_motion *m) {
    for (long i = 1; 2 * i < STUDIO_MOTION_ROWS; i++) {
        const studio_row first = m->row[2 * i - 1];
        m->row[i] = m->row[2 * i];
        widen(&m->row[i], &first, m->columns);
    }
    widen(&m->pending, &m->row[STUDIO_MOTION_ROWS - 1], m->columns);
    m->rows = STUDIO_MOTION_ROWS / 2;
    m->stride *= 2;
}

static void record(studio_motion *m, double t, const double columns[]) {
    studio_row now = {.t = t};
    for (int i = 0; i < m->columns; i++) {
        now.value[i] = now.lowest[i] = now.highest[i] = columns[i];
        m->largest[i] = fmax(m->largest[i], fabs(columns[i]));
    }
    if (m->started) {
        widen(&now, &m->pending, m->columns);
    }
    m->pending = now;
    m->started = true;
    if (m->points++ % m->stride == 0) {
        if (m->rows == STUDIO_MOTION_ROWS) {
            thin(m);
        }
        m->row[m->rows++] = m->pending;
        m->started = false;
    }
}

static void take_note(studio_motion *m, bool all) {
    const double now = lento_run_time(m->run);
    double columns[STUDIO_ALL_COLUMNS] = {0};
    for (int i = all ? 1 : m->parts; i <= m->parts; i++) {
        const double t = i < m->parts ? m->before + (now - m->before) * i / m->parts : now;
        if (lento_run_columns(m->run, t, columns)) {
            return;
        }
        record(m, t, columns);
    }
    studio_row *last = &m->tail[m->tailed++ % STUDIO_TAIL];
    last->t = now;
    memcpy(last->value, columns, (size_t)m->columns * sizeof(double));
}

/* ---- life ---- */

static bool shows_means(const lento_run *run) {
    const lento_options *o = lento_run_options(run);
    return lento_options_levels(o) == 0 && o->average[0].gauge == LENTO_GAUGE_MEAN;
}

/* Every vibration is shown by points: a direct run that would show means goes on from the point that
 * they mean. */
static lento_status show_points(studio_motion *m) {
    lento_run *means = m->run;
    lento_options options = *lento_run_options(means); /* its words live as long as the run */
    options.average[0].gauge = LENTO_GAUGE_POINT;
    options.steps = options.macro_step > 0 ? 0 : options.steps; /* either says it */
    m->run = NULL;
    const lento_status status =
        lento_run_create(&m->run, lento_model_system(m->model), lento_run_state(means), &options);
    lento_run_destroy(means);
    return status;
}

/* In the text: a line of parameters and a line of options, NAME=VALUE with spaces between. parts:
 * rows per step. Afterwards the text holds what the library warns of, one per line. */
STUDIO_EXPORT(motion_open) int motion_open(int slot, double until, int parts) {
    studio_motion *m = studio_motion_at(slot);
    if (!m || !m->problem) {
        return studio_refuse("There is no such motion.");
    }
    close_run(m);
    m->before = 0;
    m->steps = m->points = m->rows = m->tailed = 0;
    m->stride = 1;
    m->started = false;
    m->parts = parts < 1 ? 1 : parts;
    memset(m->largest, 0, sizeof m->largest);
    memcpy(m->words, studio_text, sizeof m->words);
    char *second = strchr(m->words, '\n');
    lento_options options = {.until = until};
    lento_setting settings[STUDIO_SETTINGS];
    if (second) {
        *second = '\0';
        if (studio_options(second + 1, &options)) {
            return -1;
        }
    }
    const int n = studio_settings(m->words, settings);
    if (lento_model_create(&m->model, m->problem, settings, (size_t)n)) {
        return studio_refuse(lento_model_error(m->model));
    }
    const int columns = lento_model_columns(m->model);
    m->columns = columns < STUDIO_COLUMNS ? columns : STUDIO_COLUMNS;
    if (columns > STUDIO_ALL_COLUMNS) {
        return studio_refuse("The page cannot hold so many columns.");
    }
    const bool asked = options.average[0].gauge != LENTO_GAUGE_DEFAULT;
    if (lento_run_open(&m->run, m->model, &options) ||
        (!asked && shows_means(m->run) && show_points(m))) {
        return studio_refuse(m->run ? lento_run_error(m->run) : "There is no memory left.");
    }
    take_note(m, false);
    const lento_warning *list;
    const int warnings = lento_run_warnings(m->run, &list);
    studio_say("");
    for (int i = 0; i < warnings; i++) {
        studio_add(list[i].text);
        studio_add("\n");
    }
    return 0;
}

/* A step counts as one more: some methods call nothing. */
static double calls_of(const studio_motion *m) {
    return (double)(lento_run_counts(m->run).force_evaluations + m->steps);
}

/* Work so far: calls of the right-hand side, and steps. */
STUDIO_EXPORT(motion_calls) double motion_calls(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    return m && m->run ? calls_of(m) : 0;
}

/* Brings a motion nearer to t by at most `steps` of its own steps, and not further than the step
 * that ends with `calls` calls (motion_calls) or more. Returns 1 if it is there, 0 if not yet, -1 if
 * it failed. */
STUDIO_EXPORT(motion_advance) int motion_advance(int slot, double t, int steps, double calls) {
    studio_motion *m = studio_motion_at(slot);
    if (!m || !m->run) {
        return studio_refuse("There is no such motion.");
    }
    const lento_options *o = lento_run_options(m->run);
    const double last_call = calls_of(m) + calls;
    for (int i = 0;
         i < steps && calls_of(m) < last_call && lento_run_time(m->run) < t * (1 - 1e-12); i++) {
        const double now = lento_run_time(m->run), last = now - m->before;
        const double step = o->macro_step > 0 ? o->macro_step : last > 0 ? last : 1e-9 * o->until;
        m->before = now;
        if (lento_run_advance(m->run, now + (o->macro_step > 0 ? 0.5 : 1e-3) * step) < 0) {
            return studio_refuse(lento_run_error(m->run));
        }
        m->steps++;
        take_note(m, true);
    }
    return lento_run_time(m->run) >= t * (1 - 1e-12);
}

STUDIO_EXPORT(motion_time) double motion_time(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    return m && m->run ? lento_run_time(m->run) : 0;
}

/* ---- reading, into the block ---- */

/* At time t, which is moved into the last step: t, end of the last step, evaluations of the force,
 * steps, length of a step (0: it chooses), numbers of columns and of the state, then both. */
STUDIO_EXPORT(motion_at) int motion_at(int slot, double t) {
    studio_motion *m = studio_motion_at(slot);
    if (!m || !m->run) {
        return studio_refuse("There is no such motion.");
    }
    const double end = lento_run_time(m->run);
    const int columns = lento_model_columns(m->model), numbers = lento_run_state_size(m->run);
    t = fmin(end, fmax(m->before, t));
    const double head[] = {t,
                           end,
                           (double)lento_run_counts(m->run).force_evaluations,
                           (double)m->steps,
                           lento_run_options(m->run)->macro_step,
                           columns,
                           numbers};
    double *out = studio_block + sizeof head / sizeof head[0];
    memcpy(studio_block, head, sizeof head);
    if (lento_run_columns(m->run, t, out) || lento_run_at(m->run, t, out + columns)) {
        return studio_refuse(lento_run_error(m->run));
    }
    return 0;
}

/* Names of the columns, with spaces. */
STUDIO_EXPORT(motion_columns) int motion_columns(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    studio_say("");
    const int n = m && m->model ? lento_model_columns(m->model) : 0;
    for (int i = 0; i < n; i++) {
        studio_add(i ? " " : "");
        studio_add(lento_model_column(m->model, i, NULL));
    }
    return n;
}

/* In: columns. Out: the invariants that belong to them; returns their number. */
STUDIO_EXPORT(motion_invariants) int motion_invariants(int slot) {
    const studio_motion *m = studio_motion_at(slot);
    double values[16];
    const int n = m && m->model ? lento_model_invariants(m->model) : 0;
    if (n < 1 || n > 16 || !lento_model_values(m->model, 0, studio_block, values)) {
        return 0;
    }
    memcpy(studio_block, values, (size_t)n * sizeof *values);
    return n;
}

static double part_of(const studio_row *row, int column, int what) {
    return column < 0  ? row->t
           : what == 0 ? row->value[column]
           : what == 1 ? row->lowest[column]
                       : row->highest[column];
}

/* One column of the recording, -1: the time; what: 0 the value, 1 the least, 2 the largest since the
 * row before. Returns the number of rows. */
STUDIO_EXPORT(motion_rows) int motion_rows(int slot, int column, int what) {
    const studio_motion *m = studio_motion_at(slot);
    if (!m || column >= m->columns) {
        return 0;
    }
    for (long i = 0; i < m->rows; i++) {
        studio_block[i] = part_of(&m->row[i], column, what);
    }
    return (int)m->rows;
}

/* The last n step ends, one column of them; -1: the time. */
STUDIO_EXPORT(motion_tail) int motion_tail(int slot, int column, int n) {
    const studio_motion *m = studio_motion_at(slot);
    if (!m || column >= m->columns) {
        return 0;
    }
    const long kept = m->tailed < STUDIO_TAIL ? m->tailed : STUDIO_TAIL;
    const long count = n < kept ? n : kept;
    for (long i = 0; i < count; i++) {
        studio_block[i] = part_of(&m->tail[(m->tailed - count + i) % STUDIO_TAIL], column, 0);
    }
    return (int)count;
}

/* The largest magnitude of a column over all its points. */
STUDIO_EXPORT(motion_largest) double motion_largest(int slot, int column) {
    const studio_motion *m = studio_motion_at(slot);
    return m && column >= 0 && column < m->columns ? m->largest[column] : 0;
}
