/* SPDX-License-Identifier: MIT
 *
 * solved_events.c - events of a hands-off run in words: "x > 0.3" or "E - 2" as expressions of the state, the
 * parameters and, in problems from text, all that the text defines. A comparison becomes a difference. */
#include <math.h>
#include <string.h>

#include "equations/formula.h"
#include "model/model.h"
#include "study/study.h"

/* An event and what its code reads: the state, then so many columns. */
typedef struct reader {
    void *code;
    const lento_model *model;
    int states, columns, *column;
    double *value, *all; /* both of them; all columns */
} reader;

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

static double value(double t, const lento_phase phase[], const double state[], void *user) {
    const reader *r = user;
    double v = NAN;
    if (r->columns > 0) {
        const lento_system *system = lento_model_system(r->model);
        memcpy(r->value, state, (size_t)r->states * sizeof *state);
        lento_view_of(system)->output(t, phase, state, NULL, r->all, system->params);
    }
    for (int i = 0; i < r->columns; i++) {
        r->value[r->states + i] = r->all[r->column[i]];
    }
    return lento_eq_observe(t, phase, r->columns > 0 ? r->value : state, &v, r->code) ? NAN : v;
}

/* A > B becomes A -(B); the direction; *place: of the comparison, behind which the text is so much longer */
static const char *difference(const char *text, struct lento_chunk **memory, int *direction,
                              size_t *place, size_t *longer) {
    const size_t n = strlen(text), at = strcspn(text, "<>");
    *direction = text[at] == '>' ? 1 : text[at] == '<' ? -1 : 0;
    *place = at;
    *longer = text[at] && text[at + 1] != '=';
    if (!text[at]) {
        return text;
    }
    char *out = lento_chunk_take(memory, n + 4);
    if (out) {
        memcpy(out, text, at);
        memcpy(out + at, "-(", 2);
        memcpy(out + at + 2, text + at + 2 - *longer, n - at - 2 + *longer);
        memcpy(out + n + *longer, ")", 2);
    }
    return out;
}

static lento_status read_one(const lento_names_of *names, const reader *like, const char *text,
                             struct lento_chunk **memory, lento_trigger *trigger,
                             lento_formula_error *error) {
    size_t place, longer;
    const char *own = difference(text, memory, &trigger->direction, &place, &longer);
    lento_build build = {.take = take, .owner = memory};
    lento_formulas formulas;
    reader *r = lento_chunk_take(memory, sizeof *r);
    if (!own || !r) {
        return LENTO_NO_MEMORY;
    }
    lento_status status = lento_formulas_read(&formulas, names, &own, 1, 0, error);
    if (status == LENTO_DONE && lento_formulas_are_conditions(&formulas)) {
        *error = (lento_formula_error){
            .message = "an event is one comparison, such as x > 1, or what becomes zero"};
        status = LENTO_BAD_OPTION;
    } else if (status != LENTO_DONE && error->position > place) {
        error->position -= longer;
    }
    *r = *like;
    if (status == LENTO_DONE) {
        status = lento_formulas_compile(&formulas, names, false, &build, &r->code, error);
    }
    lento_formulas_free(&formulas);
    trigger->user = r;
    trigger->value = value;
    return status;
}

/* Names of the state, and of the columns where a problem has no text that defines them and they are not means. */
static const char *const *names_of(reader *r, struct lento_chunk **memory, int *count) {
    const lento_model *model = r->model;
    const bool own = lento_view_of(lento_model_system(model))->output &&
                     !lento_shows_means(model) &&
                     lento_problem_explain(lento_model_problem(model), NULL, 0) == 0;
    const int states = lento_model_dimension(model), columns = own ? lento_model_columns(model) : 0;
    const size_t room = (size_t)(states + columns + 1);
    const char *const *state = lento_state_names(model, memory);
    const char **name = lento_chunk_take(memory, room * sizeof *name);
    r->states = *count = states;
    r->column = lento_chunk_take(memory, room * sizeof *r->column);
    r->value = lento_chunk_take(memory, room * sizeof *r->value);
    r->all = lento_chunk_take(memory, room * sizeof *r->all);
    if (!state || !name || !r->column || !r->value || !r->all) {
        return NULL;
    }
    memcpy(name, state, (size_t)states * sizeof *name);
    for (int i = 0; i < columns; i++) {
        bool taken = false;
        name[*count] = lento_model_column(model, i, NULL);
        for (int k = 0; k < *count; k++) {
            taken = taken || strcmp(name[k], name[*count]) == 0;
        }
        if (!taken) {
            r->column[r->columns++] = i;
            (*count)++;
        }
    }
    return name;
}

static lento_status read_all(const lento_model *model, const char *const text[], int count,
                             lento_triggers *triggers, lento_formula_error *error) {
    const int n = lento_model_parameters(model);
    struct lento_chunk **memory = &triggers->memory;
    const char **parameter = lento_chunk_take(memory, ((size_t)n + 1) * sizeof *parameter);
    reader like = {.model = model};
    lento_names_of names = {.parameter = parameter,
                            .parameters = n,
                            .value = model->p,
                            .problem = lento_model_problem(model)};
    names.state = names_of(&like, memory, &names.states);
    triggers->list = lento_chunk_take(memory, (size_t)count * sizeof *triggers->list);
    if (!parameter || !names.state || !triggers->list) {
        return LENTO_NO_MEMORY;
    }
    for (int i = 0; i < n; i++) {
        parameter[i] = lento_model_parameter(model, i, NULL, NULL);
    }
    for (int i = 0; i < count; i++) {
        lento_trigger *trigger = &triggers->list[i];
        *trigger = (lento_trigger){0};
        if (!text[i]) {
            return LENTO_BAD_OPTION;
        }
        const lento_status status = read_one(&names, &like, text[i], memory, trigger, error);
        if (status != LENTO_DONE) {
            error->index = i;
            return status;
        }
    }
    return LENTO_DONE;
}

lento_status lento_triggers_read(lento_triggers *triggers, const lento_model *model,
                                 const char *const text[], int count, lento_formula_error *error) {
    if (!triggers) {
        return LENTO_BAD_OPTION;
    }
    *triggers = (lento_triggers){0};
    if (!lento_model_state(model) || !text || count < 1 || !error) {
        return LENTO_BAD_OPTION;
    }
    *error = (lento_formula_error){.message = "out of memory"};
    return read_all(model, text, count, triggers, error);
}

double lento_trigger_start(const lento_trigger *trigger, const lento_model *model) {
    lento_phase phase[LENTO_MAX_SCALES];
    const double *state = lento_model_state(model);
    if (!trigger || !trigger->value || !state) {
        return NAN;
    }
    lento_phases_at(lento_model_system(model), 0, phase);
    return trigger->value(0, phase, state, trigger->user);
}

void lento_triggers_free(lento_triggers *triggers) {
    if (triggers) {
        lento_chunk_free(&triggers->memory);
        triggers->list = NULL;
    }
}
