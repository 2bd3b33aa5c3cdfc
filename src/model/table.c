/* SPDX-License-Identifier: MIT
 *
 * table.c - what a problem table must say before anything of it is used: lists that are there, scalars before families,
 * one count for all families, ranges that are ranges, functions for what is announced. A plug-in may have got any of it
 * wrong. */
#include <math.h>
#include <string.h>

#include "model/model.h"

static int wrong(lento_model *m, const char *sentence, const char *a, const char *b) {
    return lento_fail_words(&m->failure, LENTO_BAD_SYSTEM, sentence, a, b);
}

static bool is_family(const char *name) {
    return strchr(name, '#') != NULL;
}

/* names of rows and of members fit into LENTO_NAME with their number */
static int check_name(lento_model *m, const char *name, const char *count) {
    return !name[0] ? wrong(m, "a parameter or column of the problem table has an empty name", NULL,
                            NULL)
           : strlen(name) + 6 > LENTO_NAME
               ? wrong(m, "the name '%s' in the problem table is longer than 18 letters", name,
                       NULL)
           : is_family(name) != (count != NULL)
               ? wrong(m, "'%s' in the problem table: a family has # in its name and a count", name,
                       NULL)
               : 0;
}

static int choices_of(const char *choices) {
    int n = 1;
    for (const char *c = choices; *c; c++) {
        n += *c == '|';
    }
    return n;
}

static int check_value(lento_model *m, const lento_parameter *row) {
    const bool range = row->min == row->min && row->max == row->max && !isinf(row->min) &&
                       (row->max == 0 || row->open || row->min <= row->max);
    const double index = row->value[0];
    return !range ? wrong(m, "parameter '%s' of the problem table: its range is empty", row->name,
                          NULL)
           : row->choices && !(index >= 0 && index < choices_of(row->choices))
               ? wrong(m, "parameter '%s' of the problem table: its default is none of %s",
                       row->name, row->choices)
               : 0;
}

/* scalars, then families; *count is that of the families, NULL: there are none */
static int check_parameters(lento_model *m, const char **count) {
    const lento_parameter *rows = m->problem->parameters;
    int scalars = 0;
    for (const lento_parameter *r = rows; r->name; r++) {
        if (check_name(m, r->name, r->count) || check_value(m, r)) {
            return -1;
        }
        if (!r->count && *count) {
            return wrong(m, "parameter '%s' of the problem table stands behind a family", r->name,
                         NULL);
        }
        if (r->count && *count && strcmp(r->count, *count) != 0) {
            return wrong(m, "family '%s' of the problem table has another count than '%s'", r->name,
                         *count);
        }
        *count = r->count;
        scalars += r->count ? 0 : 1;
    }
    for (int i = 0; *count && i < scalars; i++) {
        if (strcmp(rows[i].name, *count) == 0) {
            return 0;
        }
    }
    return *count ? wrong(m,
                          "the families of the problem table count by '%s', which is no "
                          "parameter",
                          *count, NULL)
                  : 0;
}

static int check_columns(lento_model *m, const lento_column *rows, const char *count) {
    for (const lento_column *r = rows; r && r->name; r++) {
        if (check_name(m, r->name, r->count)) {
            return -1;
        }
        if (r->count && (!count || strcmp(r->count, count) != 0)) {
            return wrong(
                m, "the columns '%s' of the problem table count by '%s', as no parameter does",
                r->name, r->count);
        }
    }
    return 0;
}

int lento_model_check_table(lento_model *m) {
    const lento_problem *p = m->problem;
    const char *count = NULL;
    const bool announced = p->invariants && p->invariants[0].name && !p->invariant;
    return !p->parameters || !p->make
               ? wrong(m, "the problem table lacks its parameters or its make function", NULL, NULL)
           : announced
               ? wrong(m, "the problem table has invariants but no function of them", NULL, NULL)
           : p->distance_name && !p->distance
               ? wrong(m, "the problem table names a distance but has no function of it", NULL,
                       NULL)
           : check_parameters(m, &count)
               ? -1
               : check_columns(m, p->columns, count) || check_columns(m, p->invariants, NULL);
}
