/* SPDX-License-Identifier: MIT
 *
 * formula.c - polynomials of the state from text: slow variables and observables of a model (ariel sections 2 and 3.2).
 * They live in the model's memory and are const while runs use them. */
#include <string.h>

#include "model/model.h"
#include "study/study.h"

enum { FIRST_CAPACITY = 64, LAST_CAPACITY = 1 << 20 };

/* ---- names ---- */

int lento_model_dimension(const lento_model *model) {
    const lento_system *system = lento_model_system(model);
    return system->order * system->size;
}

/* How many members a family has: the value of a whole-number parameter. */
static int count_of(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_parameters(model); i++) {
        double value;
        if (strcmp(lento_model_parameter(model, i, &value, NULL), name) == 0) {
            return (int)value;
        }
    }
    return 1;
}

const char *lento_state_name(const lento_model *model, int i, char text[LENTO_STATE_NAME]) {
    const lento_column *row = lento_model_problem(model)->state;
    double number[] = {i + 1};
    for (int left = i; row && row->name; row++) {
        const int members = row->count ? count_of(model, row->count) : 1;
        if (left < members) {
            if (!row->count) {
                return row->name;
            }
            lento_member_name(text, row->name, left + 1);
            return text;
        }
        left -= members;
    }
    lento_text(text, LENTO_STATE_NAME, "x%g", NULL, number);
    return text;
}

const char *const *lento_state_names(const lento_model *model, struct lento_chunk **memory) {
    const int d = lento_model_dimension(model);
    const char **names = lento_chunk_take(memory, (size_t)(d + 1) * sizeof *names);
    char text[LENTO_STATE_NAME];
    bool good = names;
    for (int i = 0; i < d && good; i++) {
        names[i] = lento_chunk_copy(memory, lento_state_name(model, i, text));
        good = names[i];
    }
    return good ? names : NULL;
}

const char *lento_formula_text(const lento_polynomial *p, const char *const names[],
                               struct lento_chunk **memory) {
    const size_t length = lento_polynomial_print(p, names, NULL, 0);
    char *text = lento_chunk_take(memory, length + 1);
    if (text) {
        lento_polynomial_print(p, names, text, length + 1);
    }
    return text;
}

/* ---- reading ---- */

static lento_status fail(lento_formula_error *error, lento_status status, int index,
                         const char *message) {
    *error = (lento_formula_error){.index = index, .message = message};
    return status;
}

static lento_status read_one(lento_model *model, const char *text, const char *const names[],
                             lento_polynomial *out, lento_parse_error *error) {
    const int d = lento_model_dimension(model);
    lento_status status = LENTO_NO_MEMORY;
    error->message = "the polynomial has too many terms";
    for (int capacity = FIRST_CAPACITY; capacity <= LAST_CAPACITY && status == LENTO_NO_MEMORY;
         capacity *= 4) {
        void *memory = lento_model_take(model, lento_polynomial_bytes(d, capacity));
        if (!memory) {
            error->message = "out of memory";
            return LENTO_NO_MEMORY;
        }
        *out = lento_polynomial_place(memory, d, capacity);
        status = lento_polynomial_parse(out, text, strlen(text), names, error);
    }
    return status;
}

/* All of them, compiled for evaluation; the polynomials themselves in *list. */
static lento_status read_all(lento_model *model, const char *const text[], int count,
                             lento_polynomial **list, lento_polynomial_set **set,
                             lento_formula_error *error) {
    const char *const *names = lento_state_names(model, &model->chunks);
    lento_polynomial *p = lento_model_take(model, (size_t)count * sizeof *p);
    *list = p;
    for (int i = 0; names && p && i < count; i++) {
        lento_parse_error wrong = {.message = ""};
        const lento_status status = read_one(model, text[i], names, &p[i], &wrong);
        if (status != LENTO_DONE) {
            *error = (lento_formula_error){.index = i,
                                           .position = wrong.position,
                                           .length = wrong.length,
                                           .message = wrong.message,
                                           .unknown = wrong.unknown,
                                           .nearest = wrong.nearest};
            return status;
        }
    }
    *set = lento_model_take(model, sizeof **set);
    void *memory =
        names && p ? lento_model_take(model, lento_polynomial_set_bytes(p, count)) : NULL;
    if (!*set || !memory) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    **set = lento_polynomial_set_place(memory, p, count);
    return LENTO_DONE;
}

/* ---- slow variables ---- */

static int slow_values(double t, const lento_phase phase[], const double x[], double xi[],
                       double gradient[], double explicit_rate[], void *params) {
    (void)t;
    (void)phase;
    const lento_polynomial_set *set = params;
    lento_polynomial_set_evaluate(set, x, xi, gradient);
    for (int i = 0; explicit_rate && i < set->count; i++) {
        explicit_rate[i] = 0;
    }
    return 0;
}

static int slow_rates(double t, const lento_phase phase[], const double x[], const double dxdt[],
                      double rate[], void *params) {
    (void)t;
    (void)phase;
    lento_polynomial_set_rate(params, x, dxdt, rate);
    return 0;
}

static bool is_constant(const lento_polynomial *p) {
    for (int i = 0; i < p->terms * p->variables; i++) {
        if (p->power[i] > 0) {
            return false;
        }
    }
    return true;
}

lento_status lento_model_slow_formulas(lento_model *model, const char *const text[], int count,
                                       double lowest, double highest, const char *const **printed,
                                       lento_formula_error *error) {
    lento_polynomial *p = NULL;
    lento_polynomial_set *set = NULL;
    const lento_status status = read_all(model, text, count, &p, &set, error);
    if (status != LENTO_DONE) {
        return status;
    }
    const char *const *names = lento_state_names(model, &model->chunks);
    const char **texts = lento_model_take(model, (size_t)count * sizeof *texts);
    for (int i = 0; i < count; i++) {
        if (is_constant(&p[i])) {
            return fail(error, LENTO_BAD_SYSTEM, i, "a constant is not a slow variable");
        }
        if (!names || !texts || !(texts[i] = lento_formula_text(&p[i], names, &model->chunks))) {
            return fail(error, LENTO_NO_MEMORY, i, "out of memory");
        }
    }
    if (printed) {
        *printed = texts;
    }
    lento_fast *fast = lento_model_take(model, sizeof *fast);
    lento_slow_set *own = lento_model_take(model, sizeof *own);
    if (!fast || !own) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    lento_system *system = lento_model_edit(model);
    if (lento_scales(system) == 0 && lowest > 0) {
        *fast = (lento_fast){.count = 1, .scale = {{.frequency = lowest, .highest = highest}}};
        system->fast = fast;
    }
    *own = (lento_slow_set){.size = count, .slow = slow_values, .rate = slow_rates, .params = set};
    lento_model_use(model, own);
    return LENTO_DONE;
}

/* ---- columns ---- */

static int observe(double t, const lento_phase phase[], const double x[], double values[],
                   void *params) {
    (void)t;
    (void)phase;
    lento_polynomial_set_evaluate(params, x, values, NULL);
    return 0;
}

lento_status lento_model_observe_formulas(lento_model *model, const char *const text[],
                                          const bool integral[], int count,
                                          lento_formula_error *error) {
    lento_polynomial *p = NULL;
    lento_polynomial_set *set = NULL;
    const lento_status status = read_all(model, text, count, &p, &set, error);
    const char **names =
        status == LENTO_DONE ? lento_model_take(model, (size_t)count * sizeof *names) : NULL;
    bool *kind = names ? lento_model_take(model, (size_t)count * sizeof *kind) : NULL;
    for (int i = 0; kind && i < count; i++) {
        kind[i] = integral[i];
        names[i] = lento_chunk_text(&model->chunks, integral[i] ? "integral(%s)" : "average(%s)",
                                    &text[i], NULL);
    }
    if (status == LENTO_DONE && !kind) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    return status == LENTO_DONE ? lento_model_observe(model, count, names, kind, observe, set)
                                : status;
}
