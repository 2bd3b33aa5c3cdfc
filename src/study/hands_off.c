/* SPDX-License-Identifier: MIT
 *
 * hands_off.c - lento_solve for a model: its columns at the true state, without those that show
 * the fast motion itself; a problem that declares no slow ones shows the statistics of its state, or
 * where nothing is fast all its columns. Where that is refused and the model declares more, a scheme with controlled steps. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/study.h"
#include "system/failure.h"
#include "system/ticker.h"

#define FIRST_TRY 0.1 /* of the calls */

typedef struct shown {
    const lento_model *model;
    lento_output *output, *slow_output;
    int count, index[LENTO_SOLVE_COLUMNS];
    bool wraps[LENTO_SOLVE_COLUMNS];
} shown;

int lento_solved_columns(const lento_model *model, lento_shown which, int index[]) {
    if (!index) {
        return 0;
    }
    int count = 0;
    const bool has = lento_view_of(lento_model_system(model))->output != NULL;
    const int columns = lento_model_columns(model);
    for (int i = 0; has && columns <= LENTO_SOLVE_COLUMNS && i < columns; i++) {
        const lento_column *row = NULL;
        lento_model_column(model, i, &row);
        const bool fast = !row || row->pointwise, plain = fast || row->plain;
        if (which == LENTO_SHOW_ALL || !(which == LENTO_SHOW_SLOW ? plain : fast)) {
            index[count++] = i;
        }
    }
    return count;
}

/* The columns of the model in the answer: the slow ones; without any, all of them. */
static int named(const lento_model *model, int index[]) {
    const int slow = lento_solved_columns(model, LENTO_SHOW_SLOW, index);
    return slow > 0 ? slow : lento_solved_columns(model, LENTO_SHOW_ALL, index);
}

const char *lento_solved_name(const lento_model *model, const lento_answer *answer, int i,
                              char text[], size_t room) {
    if (!model || !answer || !text) {
        return NULL;
    }
    static const char *const KINDS[] = {"mean", "min", "max", "rms"};
    int index[LENTO_SOLVE_COLUMNS];
    char name[LENTO_STATE_NAME];
    const int numbers = lento_model_dimension(model);
    if (answer->pointwise) {
        lento_text(text, room, "%s", LENTO_WORDS(lento_state_name(model, i, name)), NULL);
        return text;
    }
    if (answer->statistics) {
        lento_text(text, room, "%s(%s)",
                   LENTO_WORDS(KINDS[i / numbers], lento_state_name(model, i % numbers, name)),
                   NULL);
        return text;
    }
    const int columns = answer->method.average[0].scheme ? lento_controlled_columns(model, index)
                                                         : named(model, index);
    const char *column = i < columns ? lento_model_column(model, index[i], NULL) : "";
    lento_text(text, room, "%s", &column, NULL);
    return text;
}

static void show(const shown *s, lento_output *output, double t, const lento_phase phase[],
                 const double state[], double columns[]) {
    double all[LENTO_SOLVE_COLUMNS];
    output(t, phase, state, NULL, all, lento_model_system(s->model)->params);
    for (int i = 0; i < s->count; i++) {
        columns[i] = all[s->index[i]];
    }
}

static void column(double t, const lento_phase phase[], const double state[], double columns[],
                   void *user) {
    const shown *s = user;
    show(s, s->output, t, phase, state, columns);
}

/* of the means of the state */
static void mean_column(double t, const lento_phase phase[], const double state[], double columns[],
                        void *user) {
    const shown *s = user;
    show(s, s->slow_output ? s->slow_output : s->output, t, phase, state, columns);
}

/* ---- the ways to an answer ---- */

typedef struct ways {
    const lento_model *model;
    lento_solve_options asked;
    shown shown;
    double limit;
    int64_t spent;
    const double *start;
    double *own; /* to be freed; NULL: the start is that of the model */
} ways;

/* A direct run starts from the reconstruction of a slow start; where start and columns are means, the solver finds it. */
static lento_status set_start(ways *w) {
    const lento_system *s = lento_model_system(w->model);
    const lento_closed *closed = lento_closed_of(s);
    lento_phase phase[LENTO_MAX_SCALES];
    w->start = lento_model_state(w->model);
    if (w->asked.mean_column || !closed->slow_start || !closed->reconstruct) {
        return LENTO_DONE;
    }
    const size_t numbers = (size_t)(s->order * s->size);
    w->own = malloc(numbers * sizeof *w->own);
    if (!w->own) {
        return LENTO_NO_MEMORY;
    }
    memcpy(w->own, w->start, numbers * sizeof *w->own);
    lento_phases_at(s, 0, phase);
    const double *V = s->order == 2 ? w->start + s->size : NULL;
    double *v = s->order == 2 ? w->own + s->size : NULL;
    if (!closed->reconstruct(0, phase, w->start, V, w->own, v, s->params)) {
        w->start = w->own;
    }
    return LENTO_DONE;
}

static void set_columns(ways *w, const lento_solve_options *options) {
    shown *s = &w->shown;
    const lento_view *view = lento_view_of(lento_model_system(w->model));
    int index[LENTO_SOLVE_COLUMNS];
    s->model = w->model;
    s->output = view->output;
    s->slow_output = view->slow_output;
    s->count = named(w->model, s->index);
    w->asked.statistics =
        !options->points && lento_solved_columns(w->model, LENTO_SHOW_SLOW, index) == 0;
    w->asked.mean_column = lento_shows_means(w->model) ? mean_column : NULL;
    if (options->column || options->envelope || s->count == 0) {
        return;
    }
    for (int i = 0; i < s->count; i++) {
        const lento_column *row;
        lento_model_column(w->model, s->index[i], &row);
        s->wraps[i] = row->wraps;
    }
    w->asked.wraps = s->wraps;
    w->asked.column = column;
    w->asked.columns = s->count;
    w->asked.column_user = s;
    w->asked.column_bytes = sizeof *s;
}

/* Returns of the fast motion or plain integration, with so many calls; what was spent before is counted. */
static lento_status follow(ways *w, lento_answer *answer, double calls) {
    lento_solve_options own = w->asked;
    own.max_calls = calls;
    const lento_status status = lento_solve(answer, lento_model_system(w->model), w->start, &own);
    const int64_t now = answer->calls;
    answer->calls += w->spent;
    answer->counts.probe += w->spent;
    w->spent += now;
    return status;
}

static bool met(const lento_answer *a) {
    return a->outcome == LENTO_AVERAGED || a->outcome == LENTO_DIRECT;
}

/* Is the first answer the better one? */
static bool better(const lento_answer *a, const lento_answer *b) {
    return met(a) || (!met(b) && a->outcome != LENTO_REFUSED &&
                      (b->outcome == LENTO_REFUSED || a->bar < b->bar));
}

/* The better of two answers stays in the first, the other one is freed. */
static void keep_better(lento_answer *a, lento_answer *b) {
    if (better(b, a)) {
        const lento_answer other = *a;
        *a = *b;
        *b = other;
    }
    a->calls = a->calls > b->calls ? a->calls : b->calls;
    lento_answer_free(b);
}

/* A scheme with controlled steps, if it fits and shows the same columns. */
static bool may_control(const ways *w, const lento_answer *answer) {
    int index[LENTO_SOLVE_COLUMNS];
    /* a mistake of the question has no sentence of a scheme */
    const bool asks =
        answer->status == LENTO_DONE ||
        (answer->status == LENTO_BAD_SYSTEM && lento_constraints(lento_model_system(w->model)));
    const bool same = answer->outcome == LENTO_REFUSED ||
                      (answer->outcome == LENTO_NOT_MET && !answer->statistics);
    for (int i = 0; i < w->asked.event_count; i++) {
        if (w->asked.events[i].last > 0) {
            return false; /* it keeps no values between its rows */
        }
    }
    return asks && same && w->asked.column == column &&
           lento_controlled_columns(w->model, index) > 0 && lento_controlled_fits(w->model);
}

/* Returns are followed with a part of the calls first: where that is too dear, a scheme may be cheap. */
static lento_status find(ways *w, lento_answer *answer) {
    lento_answer other;
    if (lento_jumps(w->model) && w->asked.column == column && w->asked.event_count == 0) {
        return lento_solve_controlled(answer, w->model, &w->asked, 0);
    }
    const bool fits = lento_controlled_fits(w->model) && w->asked.mean_column;
    follow(w, answer, fits ? FIRST_TRY * w->limit : w->limit);
    if (!may_control(w, answer)) {
        return answer->status;
    }
    lento_solve_controlled(&other, w->model, &w->asked, answer->calls);
    w->spent = other.calls;
    if (answer->status != LENTO_DONE || other.status != LENTO_DONE) {
        lento_answer_free(answer);
        *answer = other;
        return answer->status;
    }
    if (fits && answer->outcome == LENTO_REFUSED && other.outcome == LENTO_REFUSED) {
        lento_answer_free(answer); /* it had only a part of the calls */
        *answer = other;
    } else {
        keep_better(answer, &other);
    }
    if (fits && !met(answer) && (double)w->spent < 0.5 * w->limit) {
        follow(w, &other, w->limit - (double)w->spent);
        keep_better(answer, &other);
    }
    return answer->status;
}

lento_status lento_solve_model(lento_answer *answer, const lento_model *model,
                               const lento_solve_options *options) {
    if (!answer || !options || !lento_model_state(model)) {
        return lento_solve(answer, NULL, NULL, options);
    }
    ways w = {.model = model, .asked = *options};
    set_columns(&w, options);
    w.limit = options->max_calls > 0 ? options->max_calls : LENTO_SOLVE_CALLS;
    w.asked.until =
        options->until > 0 ? options->until : lento_model_problem(model)->suggested.until;
    w.asked.samples = options->samples > 0 ? options->samples : LENTO_SOLVE_ROWS;
    if (set_start(&w)) {
        *answer = (lento_answer){.outcome = LENTO_REFUSED, .code = "no-memory"};
        answer->sentence = "out of memory";
        return answer->status = LENTO_NO_MEMORY;
    }
    const lento_status status = find(&w, answer);
    free(w.own);
    return status;
}
