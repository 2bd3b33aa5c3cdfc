/* SPDX-License-Identifier: MIT
 *
 * model.c - a problem with numbers: its parameters are read (parameters.c), the problem makes its system, columns
 * are expanded. Const after creation, so runs may share it. */
#include <math.h>
#include <stdlib.h>

#include "model/model.h"

void *lento_model_take(lento_model *model, size_t bytes) {
    lento_chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) {
        return NULL;
    }
    c->next = model->chunks;
    model->chunks = c;
    return c->bytes;
}

/* what make says about missing memory, or forgets to say, is known here */
static void *build_take(lento_build *build, size_t bytes) {
    lento_model *m = build->owner;
    void *memory = lento_model_take(m, bytes);
    if (!memory) {
        lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
    }
    return memory;
}

void lento_member_name(char out[LENTO_NAME], const char *pattern, int number) {
    size_t n = 0;
    for (const char *c = pattern; *c && n + 5 < LENTO_NAME; c++) {
        if (*c == '#') {
            n += lento_text_number(out + n, LENTO_NAME - n, number, 6);
        } else {
            out[n++] = *c;
        }
    }
    out[n] = '\0';
}
/* ---- columns ---- */

static int expand_columns(lento_model *m, const lento_column *rows) {
    for (int i = 0; rows && rows[i].name; i++) {
        m->columns += rows[i].count ? m->members : 1;
    }
    const lento_column *invariants = m->problem->invariants;
    while (invariants && invariants[m->invariants].name) {
        m->invariants++;
    }
    m->column_names = lento_model_take(m, (size_t)(m->columns + 1) * LENTO_NAME);
    m->column_rows = lento_model_take(m, (size_t)(m->columns + 1) * sizeof *m->column_rows);
    if (!m->column_names || !m->column_rows) {
        m->columns = m->invariants = 0;
        return lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
    }
    int n = 0;
    for (int i = 0, next; rows && rows[i].name;
         i = next) { /* a group: a family and those paired with it */
        for (next = i + 1; rows[next].name && rows[next].paired; next++) {
        }
        for (int k = 0; k < (rows[i].count ? m->members : 1); k++) {
            for (int r = i; r < next; r++, n++) {
                lento_member_name(m->column_names[n], rows[r].name, k + 1);
                m->column_rows[n] = &rows[r];
            }
        }
    }
    return 0;
}

/* ---- the model ---- */

static int make_system(lento_model *m) {
    lento_build build = {
        .system = &m->system, .data = m->problem->data, .take = build_take, .owner = m};
    const char *error = m->problem->make(m->p, &build);
    if (error) {
        return lento_fail(&m->failure, LENTO_BAD_SYSTEM, error);
    }
    if (m->failure.status != LENTO_DONE) {
        return -1;
    }
    if (!build.state) {
        return lento_fail(&m->failure, LENTO_BAD_SYSTEM, "the problem gave no initial state");
    }
    m->state = build.state;
    if (lento_model_declare_fast(m, build.fast ? build.fast : m->problem->fast)) {
        return -1;
    }
    return expand_columns(m, build.columns ? build.columns : m->problem->columns);
}

lento_status lento_model_make(lento_model **out, const lento_problem *problem,
                              const lento_setting settings[], size_t n, bool trusted) {
    lento_model *m = calloc(1, sizeof *m);
    *out = m;
    if (!m) {
        return LENTO_NO_MEMORY;
    }
    m->problem = problem;
    if (!problem) {
        lento_fail(&m->failure, LENTO_BAD_SYSTEM, "there is no problem of this name");
    } else if (problem->abi != LENTO_ABI) {
        lento_fail(&m->failure, LENTO_BAD_SYSTEM,
                   "the problem was built for another version of lento.h; compile it again");
    } else if (lento_model_check_table(m) == 0 && lento_model_read(m, settings, n) == 0 &&
               lento_model_remember(m, settings, n) == 0) {
        if (make_system(m) == 0 && !trusted) {
            lento_model_check_fast(m);
        }
    }
    return m->failure.status;
}

lento_status lento_model_create(lento_model **out, const lento_problem *problem,
                                const lento_setting settings[], size_t n) {
    if (!out) {
        return LENTO_BAD_OPTION;
    }
    return lento_model_make(out, problem, settings, n, false);
}

void lento_model_destroy(lento_model *m) {
    while (m && m->chunks) {
        lento_chunk *next = m->chunks->next;
        free(m->chunks);
        m->chunks = next;
    }
    free(m);
}

const char *lento_model_error(const lento_model *m) {
    if (!m) {
        return "out of memory";
    }
    if (m->failure.status == LENTO_DONE) {
        return "";
    }
    char *text = ((lento_model *)m)->text;
    lento_text(text, sizeof m->text, m->failure.what, m->failure.word, m->failure.number);
    return text;
}

/* ---- reading; a model that could not be created, and NULL, are allowed everywhere ---- */

const lento_problem *lento_model_problem(const lento_model *m) {
    return m ? m->problem : NULL;
}
const lento_system *lento_model_system(const lento_model *m) {
    static const lento_system none = {0};
    return m && m->failure.status == LENTO_DONE ? &m->system : &none;
}
lento_system *lento_model_edit(lento_model *m) {
    return m ? &m->system : NULL;
}
const lento_slow_set *lento_model_slow(const lento_model *m) {
    return m && m->slow ? m->slow : lento_slow_set_of(lento_model_system(m));
}
bool lento_model_use(lento_model *m, const lento_slow_set *set) {
    if (m) {
        m->slow = set;
        m->formulas = 0;
    }
    return m != NULL;
}
bool lento_model_choose(lento_model *m, const char *name) {
    const lento_slow_set *set = lento_slow_find(lento_model_system(m), name);
    return set && lento_model_use(m, set);
}
const double *lento_model_state(const lento_model *m) {
    return m ? m->state : NULL;
}
const char *lento_model_parameter(const lento_model *m, int i, double *value,
                                  const lento_parameter **row) {
    const bool there = i >= 0 && i < lento_model_parameters(m);
    if (value) {
        *value = there ? m->p[i] : NAN;
    }
    if (row) {
        *row = there ? lento_model_row(m, i) : NULL;
    }
    return there ? m->parameter_names[i] : NULL;
}
int lento_model_columns(const lento_model *m) {
    return m ? m->columns : 0;
}
static const lento_column AVERAGE = {.name = "average", .doc = "average over the micro runs"};
static const lento_column INTEGRAL = {.name = "integral",
                                      .doc = "integral of the averages along the run"};

const char *lento_model_column(const lento_model *m, int i, const lento_column **row) {
    if (i < 0 || i >= lento_model_columns(m)) {
        if (row) {
            *row = NULL;
        }
        return NULL;
    }
    const int extra = i - (m->columns - m->observing.count);
    if (row) {
        *row =
            extra < 0 ? m->column_rows[i] : (m->observing.integral[extra] ? &INTEGRAL : &AVERAGE);
    }
    return extra < 0 ? m->column_names[i] : m->observed[extra];
}

lento_status lento_model_observe(lento_model *m, int n, const char *const names[],
                                 const bool integral[], lento_observe *observe, void *params) {
    if (!m || m->failure.status < 0) {
        return m ? m->failure.status : LENTO_NO_MEMORY;
    }
    if (n < 0 || m->observing.count > 0 || (n > 0 && (!names || !integral || !observe))) {
        return LENTO_BAD_OPTION;
    }
    m->observing =
        (lento_observed){.count = n, .observe = observe, .params = params, .integral = integral};
    m->observed = names;
    m->columns += n;
    return LENTO_DONE;
}
int lento_model_invariants(const lento_model *m) {
    return m ? m->invariants : 0;
}
const char *lento_model_invariant(const lento_model *m, int i) {
    return i >= 0 && i < lento_model_invariants(m) ? m->problem->invariants[i].name : NULL;
}

bool lento_model_values(const lento_model *m, double t, const double columns[],
                        double invariants[]) {
    if (!columns || !invariants) {
        return false;
    }
    if (!m || m->failure.status != LENTO_DONE || !m->problem->invariant) {
        return false;
    }
    m->problem->invariant(t, columns, m->p, invariants, m->problem->data);
    return true;
}
