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

typedef struct shown {
    const lento_model *model;
    lento_output *output;
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
    if (answer->statistics) {
        lento_text(text, room, "%s(%s)",
                   LENTO_WORDS(KINDS[i / numbers], lento_state_name(model, i % numbers, name)),
                   NULL);
        return text;
    }
    const int columns = answer->method.average[0].scheme
                            ? lento_solved_columns(model, LENTO_SHOW_MEANS, index)
                            : named(model, index);
    const char *column = i < columns ? lento_model_column(model, index[i], NULL) : "";
    lento_text(text, room, "%s", &column, NULL);
    return text;
}

static void column(double t, const lento_phase phase[], const double state[], double columns[],
                   void *user) {
    const shown *s = user;
    double all[LENTO_SOLVE_COLUMNS];
    s->output(t, phase, state, NULL, all, lento_model_system(s->model)->params);
    for (int i = 0; i < s->count; i++) {
        columns[i] = all[s->index[i]];
    }
}

/* A model that starts from means: the state that has them, to be freed; NULL: it has none or there is no memory. */
static double *state_of_means(const lento_model *model, double until) {
    const lento_system *s = lento_model_system(model);
    const lento_options direct = {.until = until,
                                  .average = {{.scheme = "direct", .gauge = LENTO_GAUGE_MEAN}}};
    const size_t bytes = (size_t)(s->order * s->size) * sizeof(double);
    double *state = malloc(bytes);
    lento_run *run = NULL;
    const bool found = state && lento_run_open(&run, model, &direct) == LENTO_DONE;
    if (found) {
        memcpy(state, lento_run_state(run), bytes);
    }
    lento_run_destroy(run);
    if (!found) {
        free(state);
        return NULL;
    }
    return state;
}

lento_status lento_solve_model(lento_answer *answer, const lento_model *model,
                               const lento_solve_options *options) {
    if (!answer || !options || !lento_model_state(model)) {
        return lento_solve(answer, NULL, NULL, options);
    }
    lento_solve_options own = *options;
    shown s = {.model = model};
    int index[LENTO_SOLVE_COLUMNS];
    s.output = lento_view_of(lento_model_system(model))->output;
    s.count = named(model, s.index);
    own.statistics = lento_solved_columns(model, LENTO_SHOW_SLOW, index) == 0;
    if (!own.column && s.count > 0) {
        for (int i = 0; i < s.count; i++) {
            const lento_column *row;
            lento_model_column(model, s.index[i], &row);
            s.wraps[i] = row->wraps;
        }
        own.wraps = s.wraps;
        own.column = column;
        own.columns = s.count;
        own.column_user = &s;
    }
    own.until = own.until > 0 ? own.until : lento_model_problem(model)->suggested.until;
    own.samples = own.samples > 0 ? own.samples : LENTO_SOLVE_ROWS;
    const lento_closed *closed = lento_closed_of(lento_model_system(model));
    const bool means = closed->slow_start && !closed->system && !closed->reconstruct;
    double *start = means ? state_of_means(model, own.until) : NULL;
    const lento_status status = lento_solve(answer, lento_model_system(model),
                                            means ? start : lento_model_state(model), &own);
    free(start);
    /* a mistake of the question has no sentence of a scheme */
    const bool asks = status == LENTO_DONE ||
                      (status == LENTO_BAD_SYSTEM && lento_constraints(lento_model_system(model)));
    if (!asks || answer->outcome != LENTO_REFUSED || options->column ||
        lento_solved_columns(model, LENTO_SHOW_MEANS, index) == 0 ||
        !lento_controlled_fits(model)) {
        return status;
    }
    const int64_t before = answer->calls;
    lento_answer_free(answer);
    return lento_solve_controlled(answer, model, &own, before);
}
