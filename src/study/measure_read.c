/* SPDX-License-Identifier: MIT
 *
 * measure_read.c - "max(theta) - min(theta) < 0.1": a function of one argument with the name of a reduction reduces the
 * rows of a run to one number. Its argument becomes a formula of the columns, the measure one of these numbers, of what
 * is known of the run, and of the parameters. Both are compiled once; parameters are numbers of their state, so that all
 * cells share the code. */
#include "study/measure_parts.h"

#include "equations/formula.h"
#include "lento/chart.h"
#include "system/failure.h"

#include <ctype.h>
#include <string.h>

enum { NAME = 96, TEXT = 1000 };

/* as in lento_ran */
static const char *const KNOWN[] = {"bar", "status", "calls", "reached", "warnings"};

typedef struct reader {
    lento_measures *m;
    const lento_model *model;
    /* formulas that are reduced, and what their numbers are called there: statistics have names that can be read */
    const char *inner[LENTO_MOST_REDUCED];
    const char **called;
    lento_formula_error *error;
} reader;

static void *take(lento_build *build, size_t bytes) {
    return lento_chunk_take(build->owner, bytes);
}

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* A call "name(...)" of one argument at `at`: its length, and where the argument begins; 0: none. */
static size_t call_at(const char *text, size_t at, const char *name, size_t *begin) {
    const size_t n = strlen(name);
    if (strncmp(text + at, name, n) != 0 || (at > 0 && is_name(text[at - 1]))) {
        return 0;
    }
    size_t k = at + n + strspn(text + at + n, " ");
    int depth = 1;
    if (text[k] != '(') {
        return 0;
    }
    *begin = ++k;
    for (; text[k] && depth > 0; k++) {
        depth += (text[k] == '(') - (text[k] == ')');
        if (text[k] == ',' && depth == 1) {
            return 0; /* the function of two arguments */
        }
    }
    return depth == 0 ? k - at : 0;
}

int lento_measure_find(const char *const names[], int count, const char *name, size_t length) {
    for (int i = 0; i < count; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) {
            return i;
        }
    }
    return -1;
}

static lento_status wrong(reader *r, int measure, const char *what, const char *word) {
    *r->error = (lento_formula_error){.index = measure};
    lento_text(r->error->message, sizeof r->error->message, what, LENTO_WORDS(word, word), NULL);
    return LENTO_BAD_OPTION;
}

/* Puts a name in the place of text[at, at + length). False: no room. */
static bool replace(char text[TEXT], size_t at, size_t length, const char *name) {
    const size_t n = strlen(name), rest = strlen(text + at + length) + 1;
    if (at + n + rest > TEXT) {
        return false;
    }
    memmove(text + at + n, text + at + length, rest);
    memcpy(text + at, name, n);
    return true;
}

/* "mean(x)" inside a formula is a statistic of the state, which a run may have as a column. */
static bool name_statistics(const reader *r, char text[TEXT]) {
    const lento_measures *m = r->m;
    for (size_t at = 0; text[at]; at++) {
        for (int k = 0; k < LENTO_STATISTICS; k++) {
            size_t begin;
            const size_t n = call_at(text, at, lento_reductions[k].name, &begin);
            char name[NAME];
            lento_text(name, sizeof name, "%s(", &lento_reductions[k].name, NULL);
            const size_t head = strlen(name), inside = n ? at + n - 1 - begin : 0;
            if (n == 0 || head + inside + 2 > NAME) {
                continue;
            }
            memcpy(name + head, text + begin, inside);
            strcpy(name + head + inside, ")");
            const int i =
                lento_measure_find(m->name + m->columns, m->statistics, name, strlen(name));
            char own[NAME];
            lento_text(own, sizeof own, "lento_statistic_%g", NULL, LENTO_NUMBERS(i));
            if (i >= 0 && !replace(text, at, n, own)) {
                return false;
            }
        }
    }
    return true;
}

/* Does the text have this name? */
static bool mentions(const char *text, const char *name) {
    const size_t length = strlen(name);
    const char *at = strstr(text, name);
    while (at && ((at > text && is_name(at[-1])) || is_name(at[length]))) {
        at = strstr(at + 1, name);
    }
    return at && length > 0;
}

/* Which columns and statistics does the text name? NULL: no memory. */
static const int *list_uses(const lento_measures *m, struct lento_chunk **memory,
                            const char *const names[], const char *text) {
    const int all = m->columns + m->statistics;
    int *uses = lento_chunk_take(memory, (size_t)(all + 1) * sizeof *uses);
    int n = 0;
    for (int i = 0; uses && i < all; i++) {
        if (mentions(text, names[i])) {
            uses[n++] = i;
        }
    }
    if (uses) {
        uses[n] = -1;
    }
    return uses;
}

/* The reduction at text[at, at + length) gets a name, which takes its place. */
static lento_status add_reduced(reader *r, int measure, const lento_reduction *kind,
                                char text[TEXT], size_t at, size_t length, size_t begin) {
    lento_measures *m = r->m;
    char inner[TEXT], name[NAME];
    if (m->reduced == LENTO_MOST_REDUCED) {
        return wrong(r, measure, "measures reduce at most 64 expressions", NULL);
    }
    const size_t n = at + length - 1 - begin;
    memcpy(inner, text + begin, n);
    inner[n] = '\0';
    lento_reduced *a = &m->reduction[m->reduced];
    *a = (lento_reduced){.kind = kind, .measure = measure, .statistic = -1};
    a->column = lento_measure_find(m->name, m->columns, inner, n);
    if (kind < lento_reductions + LENTO_STATISTICS) {
        char statistic[NAME];
        lento_text(statistic, sizeof statistic, "%s(%s)", LENTO_WORDS(kind->name, inner), NULL);
        a->statistic =
            lento_measure_find(m->name + m->columns, m->statistics, statistic, strlen(statistic));
        a->statistic += a->statistic >= 0 ? m->columns : 0;
    }
    lento_text(name, sizeof name, "lento_number_%g", NULL, LENTO_NUMBERS(m->reduced));
    if (!name_statistics(r, inner) || !replace(text, at, length, name)) {
        return wrong(r, measure, "this is too long", NULL);
    }
    /* x, where only mean(x) and the like may be columns */
    const char *own = a->column < 0 && a->statistic >= 0 ? "0" : inner;
    r->inner[m->reduced] = lento_chunk_copy(&m->memory, own);
    a->uses = list_uses(m, &m->memory, r->called, own);
    return a->uses && r->inner[m->reduced++] ? LENTO_DONE : LENTO_NO_MEMORY;
}

static lento_status scan(reader *r, int measure, char text[TEXT]) {
    lento_status status = LENTO_DONE;
    for (size_t at = 0; text[at] && status == LENTO_DONE; at++) {
        for (int k = 0; lento_reductions[k].name && status == LENTO_DONE; k++) {
            size_t begin;
            const size_t n = call_at(text, at, lento_reductions[k].name, &begin);
            if (n > 0) {
                status = add_reduced(r, measure, &lento_reductions[k], text, at, n, begin);
                break;
            }
        }
    }
    return status;
}

/* Formulas in these names, as code. */
static lento_status compile(reader *r, const char *const names[], int count,
                            const char *const text[], int texts, void **code) {
    lento_formulas formulas;
    lento_build build = {.take = take, .owner = &r->m->memory};
    const lento_names_of of = {.state = names, .states = count};
    lento_status status = lento_formulas_read(&formulas, &of, text, texts, 0, r->error);
    if (status == LENTO_DONE) {
        status = lento_formulas_compile(&formulas, &of, false, &build, code, r->error);
    }
    lento_formulas_free(&formulas);
    return status;
}

/* Names of columns, statistics and parameters. */
static bool list_names(reader *r) {
    lento_measures *m = r->m;
    const int n = lento_model_dimension(r->model);
    m->columns = lento_model_columns(r->model);
    m->statistics = LENTO_STATISTICS * n;
    m->parameters = lento_model_parameters(r->model);
    const int all = m->columns + m->statistics + m->parameters;
    m->name = lento_chunk_take(&m->memory, (size_t)(all + 1) * sizeof *m->name);
    r->called = lento_chunk_take(&m->memory, (size_t)(all + 1) * sizeof *m->name);
    for (int i = 0; m->name && r->called && i < all; i++) {
        const int j = i - m->columns, p = j - m->statistics;
        char state[LENTO_STATE_NAME];
        m->name[i] = j < 0 ? lento_model_column(r->model, i, NULL)
                     : p >= 0
                         ? lento_model_parameter(r->model, p, NULL, NULL)
                         : lento_chunk_text(&m->memory, "%s(%s)",
                                            LENTO_WORDS(lento_reductions[j / n].name,
                                                        lento_state_name(r->model, j % n, state)),
                                            NULL);
        r->called[i] = j >= 0 && p < 0 ? lento_chunk_text(&m->memory, "lento_statistic_%g", NULL,
                                                          LENTO_NUMBERS(j))
                                       : m->name[i];
    }
    return m->name && r->called;
}

static lento_status compile_inner(reader *r) {
    lento_measures *m = r->m;
    const int all = m->columns + m->statistics + m->parameters;
    if (m->reduced == 0) {
        return LENTO_DONE;
    }
    const lento_status status = compile(r, r->called, all, r->inner, m->reduced, &m->inner);
    if (status == LENTO_BAD_OPTION) {
        r->error->index = m->reduction[r->error->index].measure;
        r->error->position = r->error->length = 0;
    }
    return status;
}

/* So many more ( than ). */
static int open_brackets(const char *text) {
    int open = 0;
    for (; *text; text++) {
        open += (*text == '(') - (*text == ')');
    }
    return open;
}

/* A measure is one number: a column, or t, must be reduced. */
static lento_status check_outer(reader *r, const char *const text[]) {
    const lento_measures *m = r->m;
    for (int i = 0; i < m->count; i++) {
        const int open = open_brackets(text[i]);
        if (open != 0) {
            return wrong(r, i, "a %s is missing", open > 0 ? ")" : "(");
        }
        for (int k = 0; k <= m->columns; k++) {
            const char *name = k < m->columns ? m->name[k] : "t";
            const bool known = lento_measure_find(KNOWN, LENTO_KNOWNS, name, strlen(name)) >= 0 ||
                               lento_measure_find(m->name + m->columns + m->statistics,
                                                  m->parameters, name, strlen(name)) >= 0;
            if (!known && mentions(text[i], name)) {
                return wrong(r, i, "%s has a value in each row; say which, such as final(%s)",
                             name);
            }
        }
    }
    return LENTO_DONE;
}

static lento_status compile_outer(reader *r, const char *const text[]) {
    lento_measures *m = r->m;
    const int all = m->reduced + LENTO_KNOWNS + m->parameters;
    const char **names = lento_chunk_take(&m->memory, (size_t)(all + 1) * sizeof *names);
    for (int i = 0; names && i < all; i++) {
        const int j = i - m->reduced;
        names[i] = j < 0 ? lento_chunk_text(&m->memory, "lento_number_%g", NULL, LENTO_NUMBERS(i))
                   : j < LENTO_KNOWNS ? KNOWN[j]
                                      : m->name[m->columns + m->statistics + j - LENTO_KNOWNS];
    }
    if (!names) {
        return LENTO_NO_MEMORY;
    }
    lento_status status = check_outer(r, text);
    if (status != LENTO_DONE) {
        return status;
    }
    status = compile(r, names, all, text, m->count, &m->outer);
    r->error->position = r->error->length = 0;
    return status;
}

/* ---- the same columns in all cells ---- */

/* Can a run show it? A statistic of a problem with slow columns is the column itself. */
static bool shown(const reader *r, int use, bool hands_off, bool slow) {
    const lento_measures *m = r->m;
    int index[2 * LENTO_SOLVE_COLUMNS], column = use;
    if (use >= m->columns) {
        const int n = m->statistics / LENTO_STATISTICS;
        char text[LENTO_STATE_NAME];
        const char *name = lento_state_name(r->model, (use - m->columns) % n, text);
        column = lento_measure_find(m->name, m->columns, name, strlen(name));
    }
    if (!hands_off || !slow) {
        return use < m->columns || hands_off;
    }
    int count = lento_solved_columns(r->model, LENTO_SHOW_SLOW, index);
    count +=
        lento_controlled_fits(r->model) ? lento_controlled_columns(r->model, index + count) : 0;
    for (int i = 0; i < count; i++) {
        if (index[i] == column) {
            return true;
        }
    }
    return false;
}

/* Decides what runs show; refuses what none can. */
static lento_status choose_columns(reader *r, bool hands_off) {
    lento_measures *m = r->m;
    int index[LENTO_SOLVE_COLUMNS];
    const bool slow = lento_solved_columns(r->model, LENTO_SHOW_SLOW, index) > 0;
    for (int k = 0; k < m->reduced; k++) {
        const lento_reduced *a = &m->reduction[k];
        for (const int *u = a->uses; *u >= 0; u++) {
            if (!shown(r, *u, hands_off, slow)) {
                return wrong(r, a->measure,
                             !hands_off
                                 ? "only hands-off runs have a column %s; leave the method out"
                                 : "hands-off runs of this problem have no column %s; declare "
                                   "it with 'slow', or choose a method, such as --macro dop853",
                             m->name[*u]);
            }
            m->statistics_asked |= hands_off && !slow && *u >= m->columns;
            m->points_asked |= hands_off && !slow && *u < m->columns && a->statistic < 0;
        }
        if (m->statistics_asked && m->points_asked) {
            return wrong(r, a->measure,
                         "one run shows statistics such as mean(x) or the motion itself, not both; "
                         "ask for them in two sweeps",
                         NULL);
        }
    }
    return LENTO_DONE;
}

lento_status lento_measures_read(lento_measures **out, const lento_model *model,
                                 const char *const text[], int count, bool hands_off,
                                 lento_formula_error *error) {
    struct lento_chunk *memory = NULL;
    lento_measures *m = lento_chunk_take(&memory, sizeof *m);
    const char *outer[LENTO_MAX_MEASURES];
    *error = (lento_formula_error){.message = "out of memory"};
    *out = NULL;
    if (!m) {
        return LENTO_NO_MEMORY;
    }
    *m = (lento_measures){.memory = memory, .count = count};
    reader r = {.m = m, .model = model, .error = error};
    lento_status status = list_names(&r) ? LENTO_DONE : LENTO_NO_MEMORY;
    for (int i = 0; i < count && status == LENTO_DONE; i++) {
        char *own = lento_chunk_take(&m->memory, TEXT);
        outer[i] = own;
        if (!own) {
            status = LENTO_NO_MEMORY;
        } else if (strlen(text[i]) >= TEXT) {
            status = wrong(&r, i, "this is too long", NULL);
        } else {
            strcpy(own, text[i]);
            status = scan(&r, i, own);
        }
    }
    status = status == LENTO_DONE ? compile_inner(&r) : status;
    status = status == LENTO_DONE ? choose_columns(&r, hands_off) : status;
    status = status == LENTO_DONE ? compile_outer(&r, outer) : status;
    if (status != LENTO_DONE) {
        lento_measures_free(m);
        return status;
    }
    *out = m;
    return status;
}

void lento_measures_free(lento_measures *m) {
    if (m) {
        struct lento_chunk *memory = m->memory;
        lento_chunk_free(&memory);
    }
}
