/* SPDX-License-Identifier: MIT
 *
 * solved_events.c - events of a hands-off run in words: "x > 0.3" or "E - 2" as expressions of the state, the
 * parameters and, in problems from text, all that the text defines. A comparison becomes a difference. */
#include <math.h>
#include <string.h>

#include "equations/formula.h"
#include "model/model.h"
#include "study/study.h"

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

static double value(double t, const lento_phase phase[], const double state[], void *user) {
    double v = NAN;
    return lento_eq_observe(t, phase, state, &v, user) ? NAN : v;
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

static lento_status read_one(const lento_names_of *names, const char *text,
                             struct lento_chunk **memory, lento_trigger *trigger,
                             lento_formula_error *error) {
    size_t place, longer;
    const char *own = difference(text, memory, &trigger->direction, &place, &longer);
    lento_build build = {.take = take, .owner = memory};
    lento_formulas formulas;
    if (!own) {
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
    if (status == LENTO_DONE) {
        status = lento_formulas_compile(&formulas, names, false, &build, &trigger->user, error);
    }
    lento_formulas_free(&formulas);
    trigger->value = value;
    return status;
}

static lento_status read_all(const lento_model *model, const char *const text[], int count,
                             struct lento_chunk **memory, lento_trigger triggers[],
                             lento_formula_error *error) {
    const int n = lento_model_parameters(model);
    const char **parameter = lento_chunk_take(memory, ((size_t)n + 1) * sizeof *parameter);
    const lento_names_of names = {.state = lento_state_names(model, memory),
                                  .states = lento_model_dimension(model),
                                  .parameter = parameter,
                                  .parameters = n,
                                  .value = model->p,
                                  .problem = lento_model_problem(model)};
    if (!parameter || !names.state || !triggers) {
        return LENTO_NO_MEMORY;
    }
    for (int i = 0; i < n; i++) {
        parameter[i] = lento_model_parameter(model, i, NULL, NULL);
    }
    for (int i = 0; i < count; i++) {
        if (!text[i]) {
            return LENTO_BAD_OPTION;
        }
        const lento_status status = read_one(&names, text[i], memory, &triggers[i], error);
        if (status != LENTO_DONE) {
            error->index = i;
            return status;
        }
    }
    return LENTO_DONE;
}

lento_status lento_solved_events(lento_answer *answer, const lento_model *model,
                                 const char *const text[], int count, lento_met found[], int room,
                                 int *number, double mixed[], lento_formula_error *error) {
    if (!lento_model_state(model) || !text || count < 1 || !error) {
        return LENTO_BAD_OPTION;
    }
    struct lento_chunk *memory = NULL;
    lento_trigger *triggers = lento_chunk_take(&memory, (size_t)count * sizeof *triggers);
    *error = (lento_formula_error){.message = "out of memory"};
    lento_status status = read_all(model, text, count, &memory, triggers, error);
    if (status == LENTO_DONE && answer) {
        status = lento_answer_events(answer, triggers, count, found, room, number, mixed);
    }
    lento_chunk_free(&memory);
    return status;
}
