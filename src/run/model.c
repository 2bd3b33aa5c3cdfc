/* SPDX-License-Identifier: MIT
 *
 * model.c - a problem with numbers: reads settings against the problem's parameter table (families expanded,
 * ranges, choices, nearest names), lets the problem make its system, and opens runs with the problem's own
 * suggestions where the user says nothing. Const after creation, so runs may share it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

typedef struct chunk {
    struct chunk *next;
    _Alignas(16) char bytes[];
} chunk;

enum { MAX_MEMBERS = 200, NAME = 24 };

struct lento_model {
    const lento_problem *problem;
    lento_system system;
    double *state, *p;
    int scalars, members, families; /* parameters: scalars, then families of `members` each */
    char (*parameter_names)[NAME];
    char (*column_names)[NAME];
    const lento_column **column_rows;
    int columns, invariants;
    const char *const *observed; /* names of the last columns, see lento_model_observe */
    chunk *chunks;
    lento_failure failure;
    char text[LENTO_TEXT_ROOM], word[2][48];
};

static void *take(lento_model *model, size_t bytes) {
    chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) {
        return NULL;
    }
    c->next = model->chunks;
    model->chunks = c;
    return c->bytes;
}

static void *build_take(lento_build *build, size_t bytes) {
    return take(build->owner, bytes);
}

static const char *keep(lento_model *model, int i, const char *text) {
    strncpy(model->word[i], text, sizeof model->word[i] - 1);
    return model->word[i];
}

/* "m#", 2 -> "m2" */
static void member_name(char out[NAME], const char *pattern, int number) {
    size_t n = 0;
    for (const char *c = pattern; *c && n + 5 < NAME; c++) {
        if (*c == '#') {
            n += lento_text_number(out + n, NAME - n, number, 6);
        } else {
            out[n++] = *c;
        }
    }
    out[n] = '\0';
}

/* ---- parameters ---- */

static const lento_parameter *row_of(const lento_model *m, int i) {
    return &m->problem->parameters[i < m->scalars ? i : m->scalars + (i - m->scalars) / m->members];
}

static int member_of(const lento_model *m, int i) {
    return i < m->scalars ? 0 : (i - m->scalars) % m->members;
}

int lento_model_parameters(const lento_model *m) {
    return m->scalars + m->families * m->members;
}

static double default_value(const lento_parameter *row, int member) {
    if (member < 4 && (row->value[member] != 0 || member == 0)) {
        return row->value[member];
    }
    double last = row->value[0];
    for (int i = 1; i < 4 && i <= member; i++) {
        last = row->value[i] != 0 ? row->value[i] : last;
    }
    return last;
}

static int find_parameter(const lento_model *m, const char *name) {
    for (int i = 0; i < lento_model_parameters(m); i++) {
        if (strcmp(m->parameter_names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static int unknown_parameter(lento_model *m, const char *name) {
    enum { ROOM = 600 };
    const char *names[ROOM];
    size_t n = 0;
    for (int i = 0; i < lento_model_parameters(m) && n < ROOM; i++) {
        names[n++] = m->parameter_names[i];
    }
    const char *nearest = lento_nearest(name, names, n);
    return lento_fail_words(&m->failure, LENTO_BAD_OPTION,
                            nearest ? "this problem has no parameter '%s'; did you mean '%s'?"
                                    : "this problem has no parameter '%s'; see `lento describe`",
                            keep(m, 0, name), nearest);
}

static int choice_of(const char *choices, const char *text) {
    const size_t length = strlen(text);
    int index = 0;
    for (const char *c = choices; c; index++) {
        const char *bar = strchr(c, '|');
        const size_t n = bar ? (size_t)(bar - c) : strlen(c);
        if (n == length && strncmp(c, text, n) == 0) {
            return index;
        }
        c = bar ? bar + 1 : NULL;
    }
    return -1;
}

static int check_value(lento_model *m, const lento_parameter *row, const char *name, double value) {
    const bool range = row->min != 0 || row->max != 0 || row->open;
    const bool low = range && (row->open ? !(value > row->min) : !(value >= row->min));
    const bool high = range && row->max > row->min && !(value <= row->max);
    if (!isfinite(value) || low || high) {
        lento_fail_words(&m->failure, LENTO_BAD_OPTION,
                         !isfinite(value) ? "parameter '%s' must be a finite number"
                         : low            ? (row->open ? "parameter '%s' must be above %g, not %g"
                                                       : "parameter '%s' must be at least %g, not %g")
                                          : "parameter '%s' must be at most %g, not %g",
                         keep(m, 0, name), NULL);
        m->failure.number[0] = low ? row->min : row->max;
        m->failure.number[1] = value;
        return -1;
    }
    if (row->whole && value != rint(value)) {
        lento_fail_words(&m->failure, LENTO_BAD_OPTION, "parameter '%s' must be a whole number, not %g",
                         keep(m, 0, name), NULL);
        m->failure.number[0] = value;
        return -1;
    }
    return 0;
}

static int apply(lento_model *m, const lento_setting *setting, int i) {
    const lento_parameter *row = row_of(m, i);
    double value = setting->value;
    if (row->choices) {
        if (setting->text) {
            value = choice_of(row->choices, setting->text);
        }
        if (!setting->text || value < 0) {
            return lento_fail_words(&m->failure, LENTO_BAD_OPTION, "parameter '%s' is one of %s",
                                    keep(m, 0, setting->name), row->choices);
        }
    } else if (check_value(m, row, setting->name, value)) {
        return -1;
    }
    m->p[i] = value;
    return 0;
}

/* the count decides how many members the families have, so it is read first */
static int read_count(lento_model *m, const lento_setting settings[], size_t n) {
    const lento_parameter *rows = m->problem->parameters;
    const char *count = NULL;
    for (int i = 0; rows[i].name; i++) {
        if (rows[i].count) {
            m->families++;
            count = rows[i].count;
        } else {
            m->scalars++;
        }
    }
    m->members = 1;
    for (int i = 0; count && i < m->scalars; i++) {
        if (strcmp(rows[i].name, count) != 0) {
            continue;
        }
        double value = rows[i].value[0];
        for (size_t k = 0; k < n; k++) {
            value = strcmp(settings[k].name, count) == 0 ? settings[k].value : value;
        }
        if (check_value(m, &rows[i], count, value)) {
            return -1;
        }
        if (!(value >= 1) || value > MAX_MEMBERS || value != rint(value)) {
            return lento_fail_words(&m->failure, LENTO_BAD_OPTION,
                                    "parameter '%s' must be a whole number from 1 to 200", count, NULL);
        }
        m->members = (int)value;
    }
    return 0;
}

static int read_parameters(lento_model *m, const lento_setting settings[], size_t n) {
    if (read_count(m, settings, n)) {
        return -1;
    }
    const int total = lento_model_parameters(m);
    m->p = take(m, (size_t)(total + 1) * sizeof *m->p);
    m->parameter_names = take(m, (size_t)(total + 1) * NAME);
    if (!m->p || !m->parameter_names) {
        return lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
    }
    for (int i = 0; i < total; i++) {
        const lento_parameter *row = row_of(m, i);
        member_name(m->parameter_names[i], row->name, member_of(m, i) + 1);
        m->p[i] = default_value(row, member_of(m, i));
    }
    for (size_t k = 0; k < n; k++) {
        const int i = find_parameter(m, settings[k].name);
        if (i < 0 ? unknown_parameter(m, settings[k].name) : apply(m, &settings[k], i)) {
            return -1;
        }
    }
    const char *error = m->problem->complete ? m->problem->complete(m->p) : NULL;
    return error ? lento_fail(&m->failure, LENTO_BAD_OPTION, error) : 0;
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
    m->column_names = take(m, (size_t)(m->columns + 1) * NAME);
    m->column_rows = take(m, (size_t)(m->columns + 1) * sizeof *m->column_rows);
    if (!m->column_names || !m->column_rows) {
        return lento_fail(&m->failure, LENTO_NO_MEMORY, "out of memory");
    }
    int n = 0;
    for (int i = 0, next; rows && rows[i].name; i = next) { /* a group: a family and those paired with it */
        for (next = i + 1; rows[next].name && rows[next].paired; next++) {
        }
        for (int k = 0; k < (rows[i].count ? m->members : 1); k++) {
            for (int r = i; r < next; r++, n++) {
                member_name(m->column_names[n], rows[r].name, k + 1);
                m->column_rows[n] = &rows[r];
            }
        }
    }
    return 0;
}

/* ---- the model ---- */

static int make_system(lento_model *m) {
    lento_build build = {.system = &m->system, .take = build_take, .owner = m};
    const char *error = m->problem->make(m->p, &build);
    if (error) {
        return lento_fail(&m->failure, LENTO_BAD_SYSTEM, error);
    }
    if (!build.state) {
        return lento_fail(&m->failure, LENTO_BAD_SYSTEM, "the problem gave no initial state");
    }
    m->state = build.state;
    return expand_columns(m, build.columns ? build.columns : m->problem->columns);
}

lento_status lento_model_create(lento_model **out, const lento_problem *problem,
                                const lento_setting settings[], size_t n) {
    lento_model *m = calloc(1, sizeof *m);
    *out = m;
    if (!m) {
        return LENTO_NO_MEMORY;
    }
    m->problem = problem;
    if (problem->abi != LENTO_ABI) {
        lento_fail(&m->failure, LENTO_BAD_SYSTEM,
                   "the problem was built for another version of lento.h; compile it again");
    } else if (!problem->parameters || !problem->make) {
        lento_fail(&m->failure, LENTO_BAD_SYSTEM, "the problem table lacks its parameters or its make function");
    } else if (read_parameters(m, settings, n) == 0) {
        make_system(m);
    }
    return m->failure.status;
}

void lento_model_destroy(lento_model *m) {
    while (m && m->chunks) {
        chunk *next = m->chunks->next;
        free(m->chunks);
        m->chunks = next;
    }
    free(m);
}

const char *lento_model_error(const lento_model *m) {
    if (m->failure.status == LENTO_DONE) {
        return "";
    }
    char *text = ((lento_model *)m)->text;
    lento_text(text, sizeof m->text, m->failure.what, m->failure.word, m->failure.number);
    return text;
}

const lento_problem *lento_model_problem(const lento_model *m) {
    return m->problem;
}
const lento_system *lento_model_system(const lento_model *m) {
    return &m->system;
}
lento_system *lento_model_edit(lento_model *m) {
    return &m->system;
}
const double *lento_model_state(const lento_model *m) {
    return m->state;
}
const char *lento_model_parameter(const lento_model *m, int i, double *value, const lento_parameter **row) {
    *value = m->p[i];
    if (row) {
        *row = row_of(m, i);
    }
    return m->parameter_names[i];
}
int lento_model_columns(const lento_model *m) {
    return m->columns;
}
static const lento_column AVERAGE = {.name = "average", .doc = "average over the micro runs"};
static const lento_column INTEGRAL = {.name = "integral", .doc = "integral of the averages along the run"};

const char *lento_model_column(const lento_model *m, int i, const lento_column **row) {
    const int extra = i - (m->columns - m->system.observables);
    if (row) {
        *row = extra < 0 ? m->column_rows[i] : (m->system.observe_integral[extra] ? &INTEGRAL : &AVERAGE);
    }
    return extra < 0 ? m->column_names[i] : m->observed[extra];
}

lento_status lento_model_observe(lento_model *m, int n, const char *const names[], const bool integral[],
                                 lento_observe *observe, void *params) {
    if (n < 0 || m->system.observables > 0 || m->failure.status < 0) {
        return LENTO_BAD_OPTION;
    }
    m->system.observables = n;
    m->system.observe = observe;
    m->system.observe_params = params;
    m->system.observe_integral = integral;
    m->observed = names;
    m->columns += n;
    return LENTO_DONE;
}
int lento_model_invariants(const lento_model *m) {
    return m->invariants;
}
const char *lento_model_invariant(const lento_model *m, int i) {
    return m->problem->invariants[i].name;
}

bool lento_model_values(const lento_model *m, double t, const double columns[], double invariants[]) {
    if (!m->problem->invariant) {
        return false;
    }
    m->problem->invariant(t, columns, m->p, invariants);
    return true;
}

/* ---- runs of a model ---- */

static lento_options with_suggestions(const lento_model *m, const lento_options *given) {
    const lento_options *s = &m->problem->suggested;
    lento_options o = *given;
    o.until = o.until > 0 ? o.until : (o.until == 0 ? s->until : o.until);
    const bool suggest_schemes = !o.average[0].scheme;
    for (int l = 0; suggest_schemes && l < LENTO_MAX_LEVELS; l++) {
        o.average[l].scheme = s->average[l].scheme;
    }
    const bool direct = !o.average[0].scheme || strcmp(o.average[0].scheme, "direct") == 0;
    if (!o.macro && (!direct || !s->average[0].scheme)) {
        o.macro = s->macro;
    }
    const lento_method *own = o.macro && o.macro != s->macro
                                  ? lento_method_find(&o, o.macro, strlen(o.macro))
                                  : NULL;
    const bool adapts = own && (own->traits & LENTO_ADAPTIVE) != 0; /* it has a default tolerance */
    const bool no_steps =
        !adapts && o.steps == 0 && o.macro_step == 0 && o.rtol == 0 && o.atol == 0;
    if (no_steps && (!direct || !s->average[0].scheme)) {
        o.steps = s->steps;
        o.macro_step = s->macro_step;
        o.rtol = s->rtol;
        o.atol = s->atol;
    }
    o.columns = m->columns;
    return o;
}

lento_status lento_run_open(lento_run **run, const lento_model *m, const lento_options *given) {
    const lento_options o = with_suggestions(m, given);
    const lento_system *s = &m->system;
    const bool direct = !o.average[0].scheme || strcmp(o.average[0].scheme, "direct") == 0;
    if (!direct || !s->slow_start || !s->reconstruct) {
        return lento_run_create(run, s, m->state, &o);
    }
    /* a direct run starts from the fast state that belongs to the slow start */
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    const size_t numbers = (size_t)(s->order * s->size);
    double *start = malloc(numbers * sizeof *start);
    if (!start) {
        *run = NULL;
        return LENTO_NO_MEMORY;
    }
    memcpy(start, m->state, numbers * sizeof *start);
    double *v = s->order == 2 ? start + s->size : NULL;
    const double *V = s->order == 2 ? m->state + s->size : NULL;
    s->reconstruct(0, phase, m->state, V, start, v, s->params);
    const lento_status status = lento_run_create(run, s, start, &o);
    free(start);
    return status;
}
