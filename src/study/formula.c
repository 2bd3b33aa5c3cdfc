/* SPDX-License-Identifier: MIT
 *
 * formula.c - expressions of the state: slow variables and observables of a model (ariel sections 2 and 3.2).
 * Polynomials are evaluated as such, everything else by the code of src/equations. They live in the model's memory and are const while runs use them. */
#include <math.h>
#include <string.h>

#include "equations/formula.h"
#include "model/model.h"
#include "study/study.h"

enum { FIRST_CAPACITY = 64, LAST_CAPACITY = 1 << 14 };

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
    if (!model || !text) {
        return NULL;
    }
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

/* A polynomial in those names as text; NULL without memory. */
static const char *polynomial_text(const lento_polynomial *p, const char *const names[],
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
    *error = (lento_formula_error){.index = index};
    lento_text(error->message, sizeof error->message, message, NULL, NULL);
    return status;
}

/* Formula i as a polynomial in the model's memory. */
static lento_status view_one(lento_model *model, const lento_formulas *formulas, int i,
                             lento_polynomial *out) {
    const int d = lento_model_dimension(model);
    lento_status status = LENTO_NO_MEMORY;
    for (int capacity = FIRST_CAPACITY; capacity <= LAST_CAPACITY && status == LENTO_NO_MEMORY;
         capacity *= 4) {
        void *memory = lento_model_take(model, lento_polynomial_bytes(d, capacity));
        if (!memory) {
            return LENTO_NO_MEMORY;
        }
        *out = lento_polynomial_place(memory, d, capacity);
        status = lento_polynomial_view(out, formulas, i);
    }
    return status;
}

/* What formulas become: polynomials if they all are, compiled as a set; otherwise code. */
typedef struct meaning {
    const char *const *names;
    lento_polynomial *p;
    lento_polynomial_set *set;
    void *code;
} meaning;

static void *take(lento_build *build, size_t bytes) {
    return lento_model_take(build->owner, bytes);
}

static lento_status understand(lento_model *model, const lento_formulas *formulas,
                               const lento_names_of *names, bool slow, meaning *out,
                               lento_formula_error *error) {
    lento_build build = {.take = take, .owner = model};
    lento_status status = LENTO_DONE;
    out->p = lento_model_take(model, ((size_t)formulas->count + 1) * sizeof *out->p);
    for (int i = 0; out->p && i < formulas->count && status == LENTO_DONE; i++) {
        status = view_one(model, formulas, i, &out->p[i]);
    }
    if (out->p && status != LENTO_DONE) {
        out->p = NULL;
        return lento_formulas_compile(formulas, names, slow, &build, &out->code, error);
    }
    out->set = lento_model_take(model, sizeof *out->set);
    void *memory =
        out->p ? lento_model_take(model, lento_polynomial_set_bytes(out->p, formulas->count))
               : NULL;
    if (!out->set || !memory) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    *out->set = lento_polynomial_set_place(memory, out->p, formulas->count);
    return LENTO_DONE;
}

/* At the start of the model code must have values, and derivatives if those are used. */
static lento_status try_values(lento_model *model, const meaning *m, int count, bool slow,
                               lento_formula_error *error) {
    static const lento_phase still[LENTO_MAX_SCALES] = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    const int width = slow ? 1 + lento_model_dimension(model) : 1;
    double *xi = lento_model_take(model, (size_t)(count * width) * sizeof *xi);
    if (!xi) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    if (m->code) {
        lento_eq_slow(0, still, lento_model_state(model), xi, slow ? xi + count : NULL, NULL,
                      m->code);
    }
    for (int i = 0; i < count * width; i++) {
        if (!isfinite(xi[i])) {
            return i < count
                       ? fail(error, LENTO_BAD_OPTION, i, "this has no finite value at the start")
                       : fail(error, LENTO_BAD_OPTION, (i - count) / (width - 1),
                              "this has no finite derivative at the start");
        }
    }
    return LENTO_DONE;
}

static lento_status read_all(lento_model *model, const char *const text[], int count, bool slow,
                             meaning *out, lento_formula_error *error) {
    if (!error || !lento_model_state(model)) {
        return LENTO_BAD_OPTION;
    }
    for (int i = 0; i < count || i == 0; i++) {
        if (count < 1 || !text || !text[i]) {
            return fail(error, LENTO_BAD_OPTION, i, "a formula is missing");
        }
    }
    const int n = lento_model_parameters(model);
    lento_names_of names = {.state = lento_state_names(model, &model->chunks),
                            .states = lento_model_dimension(model),
                            .parameters = n,
                            .value = model->p,
                            .problem = lento_model_problem(model)};
    const char **parameter = lento_model_take(model, ((size_t)n + 1) * sizeof *parameter);
    for (int i = 0; parameter && i < n; i++) {
        parameter[i] = lento_model_parameter(model, i, NULL, NULL);
    }
    *out = (meaning){.names = names.state};
    if (!names.state || !parameter) {
        return fail(error, LENTO_NO_MEMORY, 0, "out of memory");
    }
    names.parameter = parameter;
    lento_formulas formulas;
    lento_status status = lento_formulas_read(&formulas, &names, text, count,
                                              slow ? EQ_ON_TIME | EQ_ON_PHASE : 0, error);
    if (status == LENTO_DONE) {
        status = understand(model, &formulas, &names, slow, out, error);
    }
    lento_formulas_free(&formulas);
    return status == LENTO_DONE ? try_values(model, out, count, slow, error) : status;
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

lento_status lento_model_slow_formulas(lento_model *model, const char *const text[], int count,
                                       double lowest, double highest, const char *const **printed,
                                       lento_formula_error *error) {
    meaning m;
    const lento_status status = read_all(model, text, count, true, &m, error);
    if (status != LENTO_DONE) {
        return status;
    }
    const char **texts = lento_model_take(model, (size_t)count * sizeof *texts);
    for (int i = 0; i < count; i++) {
        if (m.p && lento_polynomial_degree(&m.p[i]) == 0) {
            return fail(error, LENTO_BAD_SYSTEM, i, "a constant is not a slow variable");
        }
        const char *own = m.p ? polynomial_text(&m.p[i], m.names, &model->chunks)
                              : lento_chunk_copy(&model->chunks, text[i]);
        if (!texts || !(texts[i] = own)) {
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
    *own = m.set ? (lento_slow_set){.size = count,
                                    .slow = slow_values,
                                    .rate = slow_rates,
                                    .params = m.set}
                 : (lento_slow_set){.size = count, .slow = lento_eq_slow, .params = m.code};
    lento_model_use(model, own);
    model->formula = texts;
    model->formulas = count;
    model->formula_lowest = lowest;
    model->formula_highest = highest;
    return LENTO_DONE;
}

bool lento_model_use_formulas(lento_model *model, const lento_model *from, double factor) {
    lento_formula_error error;
    return lento_model_slow_formulas(model, from->formula, from->formulas,
                                     factor * from->formula_lowest, factor * from->formula_highest,
                                     NULL, &error) == LENTO_DONE;
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
    meaning m;
    if (error && !integral) {
        return fail(error, LENTO_BAD_OPTION, 0, "which formulas are integrals is missing");
    }
    const lento_status status = read_all(model, text, count, false, &m, error);
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
    return status == LENTO_DONE
               ? lento_model_observe(model, count, names, kind, m.set ? observe : lento_eq_observe,
                                     m.set ? (void *)m.set : m.code)
               : status;
}
